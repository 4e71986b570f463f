//! The codes of findings that come from deals and state trees, one table.

use actum_tmpa::{Cause, Foreign, ForeignCode, Judgment, Severity, ViewState};

/// What a finding makes of its object.
pub(super) type Effect = Option<(Judgment, ViewState)>;

pub(super) const EXCLUDED: Effect = Some((Judgment::Invalid, ViewState::Quarantined));
pub(super) const REFUSED: Effect = Some((Judgment::Invalid, ViewState::Rejected));
pub(super) const OPEN: Effect = Some((Judgment::Undetermined, ViewState::Partial));
pub(super) const NO_EFFECT: Effect = None;

macro_rules! codes {
    ($($name:ident = $code:literal, $severity:ident, $clause:literal, $remedy:literal;)*) => {
        $(pub(super) const $name: ForeignCode = ForeignCode {
            name: $code,
            severity: Severity::$severity,
            clause: $clause,
            remedy: $remedy,
        };)*

        /// All of them, in the order of this table.
        #[cfg(test)]
        pub(super) const ALL: &[ForeignCode] = &[$($name,)*];
    };
}

codes! {
    DEAL_LINE_CHANGED = "deal:LINE_CHANGED", Critical, "DEAL 12.2",
        "compare the journal with a copy from before the change; the lines before it hold";
    DEAL_LINE_UNREACHABLE = "deal:LINE_UNREACHABLE", Warning, "DEAL 12.2",
        "supply the lines of the journal that lead to this one";
    DEAL_JOURNAL_FORK = "deal:JOURNAL_FORK", Critical, "DEAL 12.2",
        "ask the host of the deals which line was acknowledged; both stay as evidence";
    DEAL_STATE_ERROR = "deal:StateError", Error, "DEAL 5",
        "send a message that the deal's state allows; `actum deal status` names them";
    DEAL_VALIDATION_ERROR = "deal:ValidationError", Error, "DEAL 3",
        "send the message again in the form that the clause asks for";
    DEAL_CHECKLIST_FAILURE = "deal:ChecklistFailure", Warning, "DEAL 6.8",
        "disclose what the item asks for, as long as disclosure is open";
    DEAL_F1 = "deal:F1", Error, "DEAL 7.1",
        "nothing to do: the deal is closed by this breach, and what it says stays as recorded";
    DEAL_F2 = "deal:F2", Error, "DEAL 7.1",
        "nothing to do: the deal is closed by this breach, and what it says stays as recorded";
    DEAL_F3 = "deal:F3", Error, "DEAL 7.1",
        "nothing to do: the deal is closed by this breach, and what it says stays as recorded";
    DEAL_F4 = "deal:F4", Error, "DEAL 7.1",
        "invoke the terms that were accepted; this message stays as recorded";
    DEAL_CITED_DIGEST = "deal:CITED_DIGEST_DIFFERS", Error, "DEAL 3.6",
        "disclose again with the digest of the object as it was published";
    DEAL_DIGEST_UNKNOWN = "deal:CITED_DIGEST_UNKNOWN", Warning, "DEAL 3.6",
        "cite it by the digest that the reading shows for it, or by its name alone";
    DEAL_NOT_CITED = "deal:NOT_CITED", Warning, "DEAL 6.4",
        "disclose evidence for the item that names an object of the record by digest or by `uri`";
    TREE_LINE_CHANGED = "astp:LINE_CHANGED", Critical, "ASTP 19",
        "compare the journal with a copy from before the change; the lines before it hold";
    TREE_LINE_UNREACHABLE = "astp:LINE_UNREACHABLE", Warning, "ASTP G-4",
        "supply the lines of the journal that lead to this one";
    TREE_JOURNAL_FORK = "astp:JOURNAL_FORK", Critical, "ASTP G-4",
        "ask the keeper of the tree which line was acknowledged; both stay as evidence";
    TREE_FAULT = "astp:FAULT", Critical, "ASTP 8.2",
        "compare the episode with a seal or a head that was kept elsewhere";
    TREE_REFUSED = "astp:REFUSED", Info, "ASTP 19.1.3",
        "nothing to do: the tree refused the operation and recorded that it did";
}

/// Where a finding shows, and what it is about.
#[derive(Clone, Debug, Default)]
pub(super) struct At {
    pub(super) source: String,
    pub(super) object: String,
    pub(super) relation: &'static str,
    pub(super) target: String,
}

impl At {
    /// A finding about a source that holds no object.
    pub(super) fn source(id: &str) -> Self {
        Self { source: id.to_owned(), target: id.to_owned(), ..Self::default() }
    }

    /// A finding about an object of a source.
    pub(super) fn object(source: &str, id: &str) -> Self {
        Self { source: source.to_owned(), object: id.to_owned(), ..Self::default() }
    }
}

/// Makes a finding.
pub(super) fn finding(code: ForeignCode, at: At, effect: Effect, causes: Vec<Cause>) -> Foreign {
    Foreign {
        code,
        source_id: at.source,
        object_id: at.object,
        relation: at.relation.to_owned(),
        target_id: at.target,
        causes,
        effect,
    }
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_code_is_namespaced_and_no_remedy_suggests_to_destroy_evidence() {
        for code in ALL {
            assert!(code.name.starts_with("deal:") || code.name.starts_with("astp:"), "{}", code.name);
            for word in ["delete", "remove", "overwrite", "reset", "force"] {
                assert!(!code.remedy.contains(word), "{}", code.name);
            }
        }
    }
}
