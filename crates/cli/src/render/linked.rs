//! How work items hang together: a task with the deal that it fulfils and the episode that it is recorded in.

use std::collections::{BTreeMap, BTreeSet};

use actum::tmpa::{Reconstruction, Work};

use super::escape::id;
use super::style::label;

/// The references from objects of one work item to objects of another.
pub(crate) struct Linked<'r> {
    works: BTreeMap<&'r str, Work<'r>>,
    /// Work item, whether it is the one referred to, relation, the other work item.
    links: BTreeSet<(&'r str, bool, &'r str, &'r str)>,
}

impl<'r> Linked<'r> {
    /// Looks at every reference once.
    pub(crate) fn of(view: &'r Reconstruction) -> Self {
        let works: BTreeMap<&str, Work<'_>> = view.works().map(|work| (work.id, work)).collect();
        let of: BTreeMap<&str, &str> = view.nodes().map(|node| (node.id, node.work)).collect();
        let mut links = BTreeSet::new();
        for edge in view.edges().filter(|edge| !edge.is_stream_order()) {
            if let (Some(&from), Some(&to)) = (of.get(edge.source), of.get(edge.target))
                && from != to
            {
                links.insert((from, false, edge.relation, to));
                links.insert((to, true, edge.relation, from));
            }
        }
        Self { works, links }
    }

    /// What a work item hangs together with, one line each: the relation, the other work item, where that stands.
    pub(crate) fn lines(&self, work: &'r str) -> Vec<String> {
        let from = (work, false, "", "");
        self.links.range(from..).take_while(|link| link.0 == work).map(|link| self.line(link)).collect()
    }

    fn line(&self, (_, incoming, relation, other): &(&str, bool, &str, &str)) -> String {
        let stands = self.works.get(other).map_or_else(String::new, |work| {
            let state = work.state.map_or_else(|| "state unknown".into(), id);
            format!(": {state}, {}, {}", work.judgment, label(work.view))
        });
        let (relation, other) = (id(relation), id(other));
        if *incoming {
            format!("{other} {relation} it{stands}")
        } else {
            format!("{relation} {other}{stands}")
        }
    }
}
