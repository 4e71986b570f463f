//! What the reading would say if something were appended.

use std::collections::BTreeSet;

use actum_canon::digest::sha256;
use actum_ledger::StoreError;
use actum_tmpa::slice::read_slice;
use actum_tmpa::{Cause, Conclusion, Finding, Judgment, Reconstruction, ViewState};

use super::advance::{LARGEST, advance};
use super::{Cost, View, is_regular, row, whole};
use crate::error::Error;

/// What the reading would say if some objects were appended.
#[derive(Debug)]
pub struct Preview {
    /// About each of them, in their order.
    pub objects: Vec<Said>,
    /// The conclusions about the work items that they name.
    pub works: Vec<Conclusion>,
    /// Other work items about which something else would be concluded.
    pub others: Vec<String>,
}

/// What a reading says about one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The id of the object, or empty.
    pub id: String,
    /// What is established about the object; `None` where the source would stay outside.
    pub judgment: Option<Judgment>,
    /// Why.
    pub view: ViewState,
    /// What stands against it or is open, as code, severity, clause and remedy.
    pub findings: Vec<Against>,
}

/// A finding about an object that was not appended yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// The code, as published.
    pub code: String,
    /// The severity, as published.
    pub severity: String,
    /// The clause that is not satisfied.
    pub clause: String,
    /// The relation, or empty.
    pub relation: String,
    /// The target, or empty.
    pub target_id: String,
    /// The reasons, in canonical order.
    pub causes: Vec<Cause>,
    /// What would resolve it, for people.
    pub remedy: String,
}

impl View<'_> {
    /// What the reading would say if these objects were appended now.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn with(&mut self, objects: &[&[u8]]) -> Result<Preview, Error> {
        let (preview, cost) = self.moment(|view| view.preview(objects))?;
        self.cost = cost;
        Ok(preview)
    }

    fn preview(&self, objects: &[&[u8]]) -> Result<(Preview, Cost), StoreError> {
        let mut terrain = self.terrain();
        let mut new = Vec::new();
        for bytes in objects {
            new.push(terrain.think(sha256(bytes).to_string(), bytes.to_vec()));
        }
        let mut named = BTreeSet::new();
        for &source in &new {
            named.extend(terrain.claims(source)?.into_iter().filter_map(|claims| claims.work));
        }
        let works: Vec<&str> = named.iter().map(|work| &**work).collect();
        let stepped = is_regular(&terrain)? && advance(&mut terrain, &new)?;
        let slice = if stepped { read_slice(&self.input, &mut terrain, &works, LARGEST)? } else { None };
        let (reading, whole) = match slice {
            Some(slice) => (slice.reading, false),
            None => (whole::read(self.ledger, &self.input, self.size, &terrain.thoughts)?, true),
        };
        let fresh = if whole { whole::rows(&reading) } else { core::mem::take(&mut terrain.rows) };
        let mut others = Vec::new();
        for (name, row) in fresh.range(row::prints("")..) {
            let Some(work) = name.strip_prefix(&row::prints("")) else { break };
            let before = self.rows.get(name).cloned().map_or_else(|| self.index.row(&self.name, name), Ok)?;
            if before != *row && !works.contains(&work) {
                others.push(work.to_owned());
            }
        }
        let thoughts = terrain.thoughts.iter();
        let preview = Preview {
            objects: thoughts
                .map(|thought| said(&reading, &thought.source_id, &thought.names.object))
                .collect(),
            works: works.iter().filter_map(|work| reading.conclusion(work)).collect(),
            others,
        };
        let sources = terrain.read as u64 + if whole { self.size } else { 0 };
        Ok((preview, Cost { sources, whole }))
    }
}

fn said(reading: &Reconstruction, source: &str, id: &str) -> Said {
    let node = reading.nodes().find(|node| node.id == id && node.source_ids.contains(&source));
    let concerns =
        |finding: &Finding<'_>| finding.source_id == source || node.is_some() && finding.object_id == id;
    let against = |finding: Finding<'_>| Against {
        code: finding.code.to_owned(),
        severity: finding.severity.as_str().to_owned(),
        clause: finding.clause.to_owned(),
        relation: finding.relation.to_owned(),
        target_id: finding.target_id.to_owned(),
        causes: finding.causes.to_vec(),
        remedy: finding.remedy.to_owned(),
    };
    Said {
        id: id.to_owned(),
        judgment: node.as_ref().map(|node| node.judgment),
        view: node.as_ref().map_or(ViewState::Quarantined, |node| node.view),
        findings: reading.findings().filter(concerns).map(against).collect(),
    }
}
