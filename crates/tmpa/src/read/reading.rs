//! The state of one reading: what each object is judged so far, and every issue raised. Judgments only fall.

use super::foreign::Contest;
use crate::code::{Code, Coded};
use crate::graph::{Graph, Index};
use crate::issue::Cause;
use crate::judgment::{Judgment, Verdict, ViewState};
use crate::names::Symbol;
use crate::profile::Profile;
use crate::result::IssueRecord;

/// A reading in progress.
#[derive(Debug)]
pub(crate) struct Reading<'b> {
    pub(crate) profile: &'b Profile,
    pub(crate) graph: Graph,
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) issues: Vec<IssueRecord>,
    /// In their own order.
    pub(crate) contests: Vec<Contest>,
}

/// An issue about to be raised.
#[derive(Debug)]
pub(crate) struct Raise {
    code: Code,
    relation: Symbol,
    target: Symbol,
    message: String,
    cause: Cause,
    effect: Option<(Judgment, ViewState)>,
}

impl Raise {
    pub(crate) fn new(code: Code, cause: Cause) -> Self {
        Self {
            code,
            relation: Symbol::EMPTY,
            target: Symbol::EMPTY,
            message: "{}".to_owned(),
            cause,
            effect: code.effect(),
        }
    }

    pub(crate) fn relation(mut self, relation: Symbol) -> Self {
        self.relation = relation;
        self
    }

    pub(crate) fn target(mut self, target: Symbol) -> Self {
        self.target = target;
        self
    }

    pub(crate) fn message(mut self, message: String) -> Self {
        self.message = message;
        self
    }

    pub(crate) fn effect(mut self, judgment: Judgment, view: ViewState) -> Self {
        self.effect = Some((judgment, view));
        self
    }
}

impl<'b> Reading<'b> {
    pub(crate) fn new(profile: &'b Profile, graph: Graph) -> Self {
        let verdicts = vec![Verdict::default(); graph.len()];
        Self { profile, graph, verdicts, issues: Vec::new(), contests: Vec::new() }
    }

    /// Raises an issue about one object and lowers it as the code says.
    pub(crate) fn raise(&mut self, subject: Index, raise: Raise) {
        self.raise_all(&[subject], raise);
    }

    /// Raises one issue about several objects; the first stands for them in the issue's tuple.
    pub(crate) fn raise_all(&mut self, subjects: &[Index], raise: Raise) {
        let Some(&first) = subjects.first() else { return };
        if let Some((judgment, view)) = raise.effect {
            for &subject in subjects {
                self.lower(subject, judgment, view);
            }
        }
        self.issues.push(IssueRecord {
            id: IssueRecord::unnamed(),
            code: Coded::Own(raise.code),
            source: self.graph.first_source(first),
            object: self.graph.object(first).id,
            relation: raise.relation,
            target: raise.target,
            message: raise.message,
            causes: vec![raise.cause],
            effect: raise.effect,
            subjects: subjects.to_vec(),
        });
    }

    /// Raises an issue about a source that is no accepted object.
    pub(crate) fn raise_source(
        &mut self,
        source: u32,
        object: Symbol,
        target: Symbol,
        code: Code,
        message: String,
        causes: Vec<Cause>,
    ) {
        self.issues.push(IssueRecord {
            id: IssueRecord::unnamed(),
            code: Coded::Own(code),
            source,
            object,
            relation: Symbol::EMPTY,
            target,
            message,
            causes,
            effect: code.effect(),
            subjects: Vec::new(),
        });
    }

    pub(crate) fn lower(&mut self, index: Index, judgment: Judgment, view: ViewState) {
        if let Some(verdict) = self.verdicts.get_mut(index as usize) {
            verdict.lower(judgment, view);
        }
    }

    pub(crate) fn verdict(&self, index: Index) -> Verdict {
        self.verdicts.get(index as usize).copied().unwrap_or_default()
    }

    pub(crate) fn judgment(&self, index: Index) -> Judgment {
        self.verdict(index).judgment
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.graph.names.text(symbol)
    }
}
