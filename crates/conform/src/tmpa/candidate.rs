//! Into which class each source of a reading fell (TMPA 10.5).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::envelope::Envelope;

/// The classes in which fixtures list their sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Accepted,
    Partial,
    Disputed,
    Quarantined,
    Rejected,
}

impl Class {
    pub(super) const ALL: [Self; 5] =
        [Self::Accepted, Self::Partial, Self::Disputed, Self::Quarantined, Self::Rejected];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Partial => "partial",
            Self::Disputed => "disputed",
            Self::Quarantined => "quarantined",
            Self::Rejected => "rejected",
        }
    }

    /// The class of a source that a node with this view retains (TMPA 7.4).
    fn of_view(view: &str) -> Option<Self> {
        match view {
            "authoritative" => Some(Self::Accepted),
            "partial" | "pending_human" => Some(Self::Partial),
            "disputed" => Some(Self::Disputed),
            "quarantined" => Some(Self::Quarantined),
            "rejected" => Some(Self::Rejected),
            _ => None,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The classes of each source, or `None` where the envelope does not say from which sources its nodes come: those of all
/// nodes that retain it, and none where no node does.
pub(super) fn classes(envelope: &Envelope) -> Option<BTreeMap<String, BTreeSet<Class>>> {
    let mut classes: BTreeMap<String, BTreeSet<Class>> = BTreeMap::new();
    for node in &envelope.nodes {
        let class = Class::of_view(node.view.as_deref()?);
        for source in node.sources.as_deref()? {
            classes.entry(source.clone()).or_default().extend(class);
        }
    }
    Some(classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_falls_into_the_class_of_its_node() {
        let envelope = Envelope::read(
            br#"{"nodes":[
              {"id":"a","view_state":"authoritative","source_ids":["s1","s2"]},
              {"id":"b","view_state":"pending_human","source_ids":["s3"]},
              {"id":"c","view_state":"rejected","source_ids":["s4"]}],
            "issues":[{"code":"SCHEMA_INVALID","object_id":"","source_id":"s5"}]}"#,
        )
        .unwrap();
        let classes = classes(&envelope).unwrap();
        let found: Vec<_> =
            classes.iter().map(|(id, class)| (id.as_str(), *class.first().unwrap())).collect();
        assert_eq!(
            found,
            [
                ("s1", Class::Accepted),
                ("s2", Class::Accepted),
                ("s3", Class::Partial),
                ("s4", Class::Rejected),
            ]
        );
    }

    #[test]
    fn a_source_of_two_nodes_has_both_classes() {
        let envelope = Envelope::read(
            br#"{"nodes":[{"id":"a","view_state":"partial","source_ids":["s"]},
              {"id":"b","view_state":"rejected","source_ids":["s"]}]}"#,
        )
        .unwrap();
        assert_eq!(classes(&envelope).unwrap()["s"].len(), 2);
    }

    #[test]
    fn a_reader_that_does_not_name_its_sources_is_not_classed() {
        let envelope = Envelope::read(br#"{"nodes":[{"id":"a","view_state":"partial"}]}"#).unwrap();
        assert_eq!(classes(&envelope), None);
    }
}
