//! References beyond FCoP that a writer declares in `tmpa_references`, beside `tmpa_stream` (TMPA 4.1).
//!
//! Envelopes may carry further keys. This one is a list of `{relation, target}`, as governance objects have it; whether the
//! relation is permitted and the target is there is judged by the reading, as for every object.

use crate::finding::Cause;
use crate::yaml::Field;

/// The key.
pub(crate) const KEY: &str = "tmpa_references";

/// Relations that FCoP has fields for, with rules of their own; a declared one would go round them.
const OWN: [&str; 11] = [
    "authorized_by",
    "branch_of",
    "carrier",
    "converges",
    "evidence",
    "follows",
    "parent",
    "pins",
    "resolves",
    "subject",
    "supersedes",
];

/// Relation and target of each, as they are written.
pub(crate) fn declared(top: Field<'_>) -> impl Iterator<Item = (&str, &str)> {
    let items = top.get(KEY).and_then(Field::items).into_iter().flatten();
    items.filter_map(|item| item.text_of("relation").zip(item.text_of("target")))
}

/// What is wrong with the list, if it is there.
pub(crate) fn check(top: Field<'_>, causes: &mut Vec<Cause>) {
    let Some(field) = top.get(KEY).filter(|field| !field.is_null()) else { return };
    let mut refuse =
        |expected: &str| causes.push(Cause::new("INVALID_ENVELOPE", "FCOP 3").at(KEY).expected(expected));
    let Some(items) = field.items() else { return refuse("a list of `relation` and `target`") };
    for item in items {
        let text = |name: &str| item.text_of(name).is_some_and(|text| !text.is_empty());
        let whole = text("relation") && text("target");
        if !whole || item.entries().is_none_or(|entries| entries.len() != 2) {
            refuse("a list of `relation` and `target`");
        } else if item.text_of("relation").is_some_and(is_own) {
            refuse("a relation that FCoP has no field for");
        }
    }
}

/// Whether FCoP has a field for this relation.
pub(crate) fn is_own(relation: &str) -> bool {
    OWN.contains(&relation)
}

#[cfg(test)]
mod tests {
    use super::{check, declared};
    use crate::front::divide;

    fn read(list: &str) -> (usize, Vec<String>) {
        let bytes = format!("---\ntype: TASK\n{list}---\n").into_bytes();
        let front = divide(&bytes, true).unwrap();
        let mut causes = Vec::new();
        check(front.yaml.top(), &mut causes);
        let pairs = declared(front.yaml.top()).map(|(relation, target)| format!("{relation}={target}"));
        (causes.len(), pairs.collect())
    }

    #[test]
    fn relation_and_target_are_declared_in_the_form_of_governance_objects() {
        let list =
            "tmpa_references:\n- relation: fulfils\n  target: deal:d\n- {relation: cites, target: w-1}\n";
        assert_eq!(read(list), (0, vec!["fulfils=deal:d".to_owned(), "cites=w-1".to_owned()]));
        for none in ["", "tmpa_references: []\n", "tmpa_references: null\n"] {
            assert_eq!(read(none), (0, Vec::new()), "{none}");
        }
    }

    #[test]
    fn any_other_form_and_a_relation_that_has_a_field_is_refused() {
        for list in [
            "tmpa_references: fulfils deal:d\n",
            "tmpa_references:\n- fulfils deal:d\n",
            "tmpa_references:\n- relation: fulfils\n",
            "tmpa_references:\n- {relation: '', target: d}\n",
            "tmpa_references:\n- {relation: a, target: b, digest: c}\n",
            "tmpa_references:\n- {relation: branch_of, target: TASK-1}\n",
        ] {
            assert_eq!(read(list).0, 1, "{list}");
        }
    }
}
