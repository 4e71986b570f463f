//! What a reading keeps, by symbol and index; the views borrow from it.

use crate::bundle::ReaderIdentity;
use crate::code::Coded;
use crate::graph::{Graph, Index};
use crate::issue::Cause;
use crate::judgment::{Authentication, Judgment, Verdict, ViewState};
use crate::names::Symbol;
use crate::profile::VersionedInput;
use actum_canon::digest::{Sha256, sha256};
use std::collections::BTreeMap;

/// What a reading found.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) reader: ReaderIdentity,
    pub(crate) inputs: [(&'static str, VersionedInput); 8],
    pub(crate) authentication: Authentication,
    pub(crate) trust_declared: bool,
    pub(crate) ordering: Vec<Symbol>,
    pub(crate) source_set_digest: Sha256,
    /// As the former, over the sources with their places in a ledger, where these can decide about a key (TMPA 6.4).
    pub(crate) positions: Option<Sha256>,
    pub(crate) graph: Graph,
    /// Of every object its level.
    pub(crate) levels: Vec<u32>,
    pub(crate) regular: bool,
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) issues: Vec<IssueRecord>,
    pub(crate) works: Vec<WorkRecord>,
    /// Stream order without transitive edges, sorted by the earlier object.
    pub(crate) follows: Vec<(Index, Index)>,
    /// Members of `extensions` that projections add: canonical bytes by name.
    pub(crate) values: BTreeMap<&'static str, Vec<u8>>,
}

/// An issue with everything that is known about it.
#[derive(Debug)]
pub(crate) struct IssueRecord {
    pub(crate) id: Sha256,
    pub(crate) code: Coded,
    pub(crate) source: u32,
    pub(crate) object: Symbol,
    pub(crate) relation: Symbol,
    pub(crate) target: Symbol,
    pub(crate) message: String,
    pub(crate) causes: Vec<Cause>,
    pub(crate) effect: Option<(Judgment, ViewState)>,
    pub(crate) subjects: Vec<Index>,
}

impl IssueRecord {
    /// The id of an issue before its tuple is complete.
    pub(crate) fn unnamed() -> Sha256 {
        sha256(&[])
    }

    /// Takes over what another issue of the same tuple says.
    pub(crate) fn join(&mut self, other: Self) {
        self.source = self.source.min(other.source);
        self.causes.extend(other.causes);
        self.subjects.extend(other.subjects);
        self.effect = match (self.effect, other.effect) {
            (Some((judgment, view)), Some((other, label))) => Some((judgment.all(other), view.max(label))),
            (effect, other) => effect.or(other),
        };
    }
}

/// What is concluded about one work item.
#[derive(Debug)]
pub(crate) struct WorkRecord {
    pub(crate) id: Symbol,
    pub(crate) carrier: Option<Symbol>,
    pub(crate) state: Option<Symbol>,
    pub(crate) role: Option<Symbol>,
    pub(crate) identity: Option<Symbol>,
    pub(crate) judgment: Judgment,
    pub(crate) view: ViewState,
    pub(crate) open: Vec<OpenRecord>,
    pub(crate) transitions: Vec<Index>,
    pub(crate) objects: Vec<Index>,
}

impl WorkRecord {
    /// Excluded or refused evidence leaves the conclusion about a work item incomplete: undetermined maps to disputed,
    /// partial or pending_human alone (TMPA 7.4).
    pub(crate) fn lower(&mut self, judgment: Judgment, view: ViewState) {
        let view = if view > ViewState::Disputed { ViewState::Partial } else { view };
        self.judgment = self.judgment.all(judgment);
        self.view = self.view.max(view);
    }
}

/// Something a work item waits for.
#[derive(Debug)]
pub(crate) struct OpenRecord {
    pub(crate) kind: &'static str,
    pub(crate) object: Symbol,
    pub(crate) relation: Symbol,
    pub(crate) target: Symbol,
    pub(crate) issue: usize,
}
