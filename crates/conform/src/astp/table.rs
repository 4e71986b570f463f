//! The published table: which vectors there are, how much each binds, and which governance rules they enforce.

/// How much a vector binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Level 1 needs it.
    Required,
    /// Level 2 needs it too.
    Recommended,
    /// Not of the published suite; it counts for no level.
    Extension,
}

impl Class {
    /// The spelling in case files and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::Recommended => "RECOMMENDED",
            Self::Extension => "EXTENSION",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Required, Self::Recommended, Self::Extension].into_iter().find(|class| class.as_str() == text)
    }
}

/// A vector of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    /// Its id.
    pub id: &'static str,
    /// How much it binds.
    pub class: Class,
    /// The governance rules that it enforces (matrix of the suite, section 7).
    pub rules: &'static [&'static str],
    /// What it is about.
    pub subject: &'static str,
}

impl Vector {
    /// The vector with this id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static Self> {
        VECTORS.iter().find(|vector| vector.id == id)
    }
}

/// A governance rule of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// What it demands.
    pub demand: &'static str,
}

/// ASTP G-19 to G-35. G-21 is among them though no published vector enforces it.
pub const RULES: &[Rule] = &[
    Rule { id: "G-19", demand: "a fork objective is not empty" },
    Rule { id: "G-20", demand: "a fork has at least two alternatives" },
    Rule { id: "G-21", demand: "a fork resolution has a rationale" },
    Rule { id: "G-22", demand: "a merge summary is not empty" },
    Rule { id: "G-23", demand: "conflicts surface" },
    Rule { id: "G-24", demand: "merge integrity is asserted" },
    Rule { id: "G-25", demand: "asides are opened by humans" },
    Rule { id: "G-26", demand: "asides are closed before a seal" },
    Rule { id: "G-27", demand: "soliloquies are open to humans" },
    Rule { id: "G-28", demand: "soliloquies are concluded before a seal" },
    Rule { id: "G-29", demand: "fingerprints are made at write time" },
    Rule { id: "G-30", demand: "departures are not backdated" },
    Rule { id: "G-31", demand: "a departure objective is not empty" },
    Rule { id: "G-32", demand: "departure triggers are of the list" },
    Rule { id: "G-33", demand: "an escalation names its segment" },
    Rule { id: "G-34", demand: "a return needs a completed departure" },
    Rule { id: "G-35", demand: "one return for each departure" },
];

const fn required(id: &'static str, rules: &'static [&'static str], subject: &'static str) -> Vector {
    Vector { id, class: Class::Required, rules, subject }
}

const fn recommended(id: &'static str, subject: &'static str) -> Vector {
    Vector { id, class: Class::Recommended, rules: &[], subject }
}

/// Every vector, in the order of the suite.
pub const VECTORS: &[Vector] = &[
    required("BR-001", &[], "what a branch point commits to"),
    required("BR-002", &[], "what a branch terminus commits to"),
    required("BR-003", &[], "audit records form a chain"),
    required("BR-004", &[], "a retry returns the first result"),
    required("BR-005", &[], "branches do not nest without end"),
    recommended("BR-006", "an access policy is obeyed before anything is written"),
    required("BR-007", &[], "giving up a branch needs a reason"),
    required("FM-001", &[], "what a fork point commits to"),
    required("FM-002", &[], "what a merge point commits to"),
    required("FM-003", &[], "what a conflict manifest commits to"),
    required("FM-004", &["G-19"], "a fork has an objective"),
    required("FM-005", &["G-20"], "a fork has two alternatives or more"),
    required("FM-006", &["G-22"], "a merge has a summary"),
    required("FM-007", &["G-23"], "conflicts are shown, never settled in silence"),
    required("FM-008", &[], "the common ancestor is one, and always the same"),
    required("FM-009", &["G-24"], "a changed merge is found out"),
    required("DF-001", &[], "what a departure commits to"),
    required("DF-002", &[], "what a return commits to"),
    required("DF-003", &["G-30"], "both sides of a departure name one tip"),
    required("DF-004", &["G-31"], "a departure has an objective"),
    required("DF-005", &["G-32"], "a departure has one of four triggers"),
    required("DF-006", &["G-33"], "an escalation names the segment that provoked it"),
    required("DF-007", &[], "a departure ends once"),
    required("DF-008", &["G-34"], "only a completed departure returns"),
    required("DF-009", &["G-35"], "a departure returns once"),
    required("FO-001", &[], "what an orphan marker commits to"),
    required("FO-002", &[], "a marker is no part of the spine"),
    required("FO-003", &[], "an orphan has one marker"),
    required("FO-004", &[], "a marker is no departure"),
    required("FO-005", &[], "a missing departure is written as it would have been in time"),
    required("FO-006", &[], "a departure that contradicts its origin is not repaired"),
    required("FO-007", &[], "recovery removes nothing"),
    recommended("FO-008", "nobody has to look for orphans"),
    required("AS-001", &[], "what an aside commits to"),
    required("AS-002", &["G-25"], "an aside is opened by a human"),
    required("AS-003", &[], "an aside has one agent"),
    required("AS-004", &[], "closing an aside needs a reason"),
    required("AS-005", &["G-26"], "an episode with an open aside is not sealed"),
    recommended("AS-006", "references into an aside are found when it closes"),
    required("SL-001", &[], "what a soliloquy commits to"),
    required("SL-002", &[], "a changed deliberation is found out"),
    required("SL-003", &[], "what a conclusion commits to"),
    required("SL-004", &[], "a soliloquy has a purpose"),
    required("SL-005", &["G-27"], "a human can see every conclusion"),
    required("SL-006", &[], "a conclusion has a summary"),
    required("SL-007", &["G-28"], "an episode with an active soliloquy is not sealed"),
    required("CF-001", &[], "what a fingerprint commits to"),
    required("CF-002", &[], "an objective is hashed as it is worded"),
    required("CF-003", &[], "the detection machine takes the published steps"),
    required("CF-004", &[], "a recommendation anchors before the drift"),
    required("CF-005", &["G-29"], "a segment is fingerprinted when it is written"),
    required("CF-006", &[], "an intercept takes its steps in order, once for each segment"),
    required("CF-007", &[], "a confirmation holds, and confirming again changes nothing"),
    required("CF-008", &[], "a confirmation ends when it is read too late"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_names_each_rule_once_but_g_21() {
        for rule in RULES {
            let enforcing = VECTORS.iter().filter(|vector| vector.rules.contains(&rule.id)).count();
            assert_eq!(enforcing, usize::from(rule.id != "G-21"), "{}", rule.id);
        }
    }

    #[test]
    fn there_are_as_many_vectors_of_each_phase_as_published() {
        for (phase, count) in [("BR", 7), ("FM", 9), ("DF", 9), ("FO", 8), ("AS", 6), ("SL", 7), ("CF", 8)] {
            let of_phase = VECTORS.iter().filter(|vector| vector.id.starts_with(phase)).count();
            assert_eq!(of_phase, count, "{phase}");
        }
        let recommended: Vec<_> = VECTORS
            .iter()
            .filter(|vector| vector.class == Class::Recommended)
            .map(|vector| vector.id)
            .collect();
        assert_eq!(recommended, ["BR-006", "FO-008", "AS-006"]);
    }
}
