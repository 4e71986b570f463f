//! A record that is asked through the index beside its ledger, at the cost of the work items that are touched.
//!
//! The answers are those of a reading of everything. Where the index does not tell what else would change, everything is
//! read.

use std::cell::RefCell;
use std::collections::BTreeMap;

use actum_tmpa::profile::Outline;
use actum_tmpa::{Conclusion, InputBundle, Judgment, ViewState};

use super::forecast::{Forecast, Outlook, Remark};
use super::ledger::record;
use super::record::{Record, Seen, Standing};
use crate::bundle::Bundle;
use crate::error::Error;
use crate::ledger::Ledger;
use crate::reading::reader;
use crate::view::{Against, Said, View};

/// A ledger under a profile, as it stood when it was opened.
pub struct Indexed<'l> {
    ledger: &'l Ledger,
    bundle: &'l Bundle,
    outline: Outline,
    view: RefCell<View<'l>>,
    failed: RefCell<Option<Error>>,
}

impl std::fmt::Debug for Indexed<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Indexed").field("view", &self.view).finish_non_exhaustive()
    }
}

impl<'l> Indexed<'l> {
    /// Looks at a ledger under a profile.
    ///
    /// # Errors
    /// As [`View::open`] and [`Bundle::input`].
    pub fn open(ledger: &'l Ledger, bundle: &'l Bundle) -> Result<Self, Error> {
        let input: InputBundle = bundle.input(reader())?;
        let outline = input.profile().outline();
        let view = RefCell::new(View::open(ledger, input)?);
        Ok(Self { ledger, bundle, outline, view, failed: RefCell::new(None) })
    }

    /// How many entries of the ledger the answers stand for.
    pub fn size(&self) -> u64 {
        self.view.borrow().size()
    }

    fn ask<T: Default>(&self, question: impl FnOnce(&mut View<'l>) -> Result<T, Error>) -> T {
        question(&mut self.view.borrow_mut()).unwrap_or_else(|error| {
            self.failed.borrow_mut().get_or_insert(error);
            T::default()
        })
    }
}

impl Record for Indexed<'_> {
    fn profile(&self) -> &Outline {
        &self.outline
    }

    fn work(&self, id: &str) -> Option<Standing> {
        self.ask(|view| view.work(id)).map(standing)
    }

    fn works(&self, after: Option<&str>, most: usize) -> Vec<(String, Option<String>)> {
        let summaries = self.ask(|view| view.works(after, most));
        summaries.into_iter().map(|summary| (summary.id, summary.state)).collect()
    }

    fn object(&self, id: &str) -> Option<Vec<u8>> {
        self.ask(|view| view.object(id))
    }

    fn last(&self, stream: &str) -> u64 {
        self.ask(|view| view.last(stream))
    }

    fn of_kind(&self, kind: &str) -> Vec<Seen> {
        let mut works: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
        let mut found = Vec::new();
        for id in self.ask(|view| view.of_kind(kind)) {
            let Some([_, _, work, _]) = self.object(&id).as_deref().and_then(super::roles::members) else {
                continue;
            };
            let objects = || self.work(&work).map(|standing| standing.objects).unwrap_or_default();
            let objects = works.entry(work.clone()).or_insert_with(objects);
            found.extend(objects.iter().find(|seen| seen.id == id).cloned());
        }
        found
    }

    fn with(&self, objects: &[Vec<u8>]) -> Forecast {
        let bytes: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
        let told = self.ask(|view| view.with(&bytes).map(Some));
        let Some(preview) = told else { return unknown(objects.len()) };
        let unexplained = |said: &Said| said.judgment.is_none() && said.findings.is_empty();
        if !preview.others.is_empty() || preview.objects.iter().any(unexplained) {
            // What becomes of the other work items, and what is wrong with an object that names none, only a reading of
            // everything tells.
            return match record(self.ledger, self.bundle) {
                Ok(whole) => whole.with(objects),
                Err(error) => self
                    .ask(|_| Err::<Option<Forecast>, Error>(error))
                    .unwrap_or_else(|| unknown(objects.len())),
            };
        }
        let works: Vec<Standing> = preview.works.into_iter().map(standing).collect();
        let mut lowered = Vec::new();
        for after in &works {
            let Some(before) = self.work(&after.id) else { continue };
            let before: BTreeMap<&str, Judgment> =
                before.objects.iter().map(|seen| (seen.id.as_str(), seen.judgment)).collect();
            let worse = after.objects.iter().filter_map(|seen| {
                let before = *before.get(seen.id.as_str())?;
                (before < seen.judgment).then(|| (seen.id.clone(), before, seen.judgment))
            });
            lowered.extend(worse);
        }
        Forecast { objects: preview.objects.into_iter().map(outlook).collect(), lowered, works }
    }

    fn check(&self) -> Result<(), Error> {
        self.failed.borrow_mut().take().map_or(Ok(()), Err)
    }
}

/// Where the record could not be read nothing is promised.
fn unknown(objects: usize) -> Forecast {
    let nothing =
        Outlook { id: None, judgment: Judgment::Undetermined, view: ViewState::Partial, remarks: Vec::new() };
    Forecast { objects: vec![nothing; objects], lowered: Vec::new(), works: Vec::new() }
}

fn standing(conclusion: Conclusion) -> Standing {
    let open = conclusion.open.into_iter().map(|open| {
        let parts = [open.object_id, open.relation, open.target_id];
        (open.kind, parts.into_iter().filter(|part| !part.is_empty()).collect())
    });
    let seen = conclusion.nodes.into_iter().map(|node| Seen {
        id: node.id,
        kind: node.kind,
        creator: node.creator,
        role: node.role,
        stream: node.stream,
        sequence: node.sequence,
        judgment: node.judgment,
        view: node.view,
    });
    let remarks = conclusion.findings.into_iter().map(|found| Remark {
        weighs: found.severity != "info",
        code: found.code,
        clause: found.clause,
        object: found.object_id,
        relation: found.relation,
        target: found.target_id,
        causes: Vec::new(),
        remedy: found.remedy,
    });
    Standing {
        open: open.collect(),
        objects: seen.collect(),
        remarks: remarks.collect(),
        id: conclusion.id,
        carrier: conclusion.carrier,
        state: conclusion.state,
        role: conclusion.role,
        identity: conclusion.identity,
        judgment: conclusion.judgment,
        view: conclusion.view,
        transitions: conclusion.transitions,
    }
}

fn outlook(said: Said) -> Outlook {
    let id = said.judgment.is_some().then(|| said.id.clone());
    let remark = |against: Against| Remark {
        weighs: against.severity != "info",
        code: against.code,
        clause: against.clause,
        object: said.id.clone(),
        relation: against.relation,
        target: against.target_id,
        causes: against.causes,
        remedy: against.remedy,
    };
    Outlook {
        id,
        judgment: said.judgment.unwrap_or(Judgment::Invalid),
        view: said.view,
        remarks: said.findings.into_iter().map(remark).collect(),
    }
}
