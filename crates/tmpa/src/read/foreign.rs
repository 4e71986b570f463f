//! What other specifications found, taken into the reading before anything is settled (TMPA 7.3, 8.2).
//!
//! A projection's own reading stays authoritative for its own rules. Here its findings lower the objects that they
//! concern, so that whatever depends on these falls with them like with any other cause.

use super::reading::Reading;
use crate::code::{Coded, ForeignCode};
use crate::graph::Graph;
use crate::issue::Cause;
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;
use crate::result::IssueRecord;
use actum_canon::encode::TMPA_S04;
use actum_canon::json::{Limits, Parser};
use std::collections::BTreeMap;

/// The members of `extensions` that every reading has.
const OWN: [&str; 4] = ["findings", "positions_digest", "summary", "work"];

/// The relation of a finding about a work item as a whole: that its record goes on where it cannot be read, for example.
pub const WHOLE: &str = "governed_work";

/// What projections say beside the candidates that they made.
#[derive(Debug, Default)]
pub struct Beside {
    pub(super) findings: Vec<Foreign>,
    pub(super) contests: Vec<Contest>,
    pub(super) values: BTreeMap<&'static str, Vec<u8>>,
}

/// A finding of another specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The code. One of Core's sixteen is raised as Core's own, with the severity and the clause of its table.
    pub code: ForeignCode,
    /// The source at which the finding shows; where there is no such source, the first one of the object.
    pub source_id: String,
    /// The object concerned, or empty.
    pub object_id: String,
    /// The relation concerned, or empty. With [`WHOLE`] the effect is on the conclusion about the object's work item, and
    /// the object itself stays as it is.
    pub relation: String,
    /// The target concerned, or empty.
    pub target_id: String,
    /// The reasons, in any order.
    pub causes: Vec<Cause>,
    /// What it makes of the object, or where there is none of the whole set.
    pub effect: Option<(Judgment, ViewState)>,
}

/// Objects of which another specification says that they contradict each other. They are in dispute until a decision that
/// is itself valid and authorised refers to every one of them, as reviews that disagree are (TMPA 7.3, 9.9).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contest {
    /// The relation by which they are about one thing.
    pub relation: String,
    /// That thing.
    pub target: String,
    /// Ids of the objects. One that is not there or does not count takes no part.
    pub members: Vec<String>,
    /// Why they contradict each other.
    pub cause: Cause,
}

impl Beside {
    /// Adds objects that contradict each other.
    pub fn contest(&mut self, contest: Contest) {
        self.contests.push(contest);
    }

    /// Adds a finding.
    pub fn find(&mut self, finding: Foreign) {
        self.findings.push(finding);
    }

    /// Adds a member of `extensions`, from JSON text; tells whether it was taken. What has no canonical form is not, and
    /// neither is a name that the reading itself uses.
    #[must_use]
    pub fn value(&mut self, name: &'static str, json: &[u8]) -> bool {
        let mut parser = Parser::with_limits(Limits { bytes: usize::MAX, ..Limits::default() });
        let mut bytes = Vec::new();
        let written = parser.parse(json).is_ok_and(|value| TMPA_S04.write(value.root(), &mut bytes).is_ok());
        let taken = written && !OWN.contains(&name);
        if taken {
            // The encoding ends a whole document with a line feed.
            bytes.truncate(bytes.trim_ascii_end().len());
            self.values.insert(name, bytes);
        }
        taken
    }
}

pub(super) fn pass(reading: &mut Reading<'_>, beside: (Vec<Foreign>, Vec<Contest>)) {
    let (findings, mut contests) = beside;
    contests.sort_unstable();
    reading.contests = contests;
    for finding in findings {
        let names = &mut reading.graph.names;
        let mut name = |text: &str| names.intern(text);
        let (object, relation, target) =
            (name(&finding.object_id), name(&finding.relation), name(&finding.target_id));
        let index = Some(object).filter(|&id| id != Symbol::EMPTY).and_then(|id| reading.graph.find(id));
        let on_object = finding.effect.filter(|_| finding.relation != WHOLE);
        if let (Some(index), Some((judgment, view))) = (index, on_object) {
            reading.lower(index, judgment, view);
        }
        let named = source(&reading.graph, &finding.source_id);
        let source = named.or_else(|| index.map(|index| reading.graph.first_source(index)));
        reading.issues.push(IssueRecord {
            id: IssueRecord::unnamed(),
            code: Coded::of(finding.code),
            // Beyond all sources stands the empty id.
            source: source.unwrap_or(u32::MAX),
            object,
            relation,
            target,
            message: "{}".to_owned(),
            causes: finding.causes,
            effect: finding.effect,
            subjects: index.into_iter().collect(),
        });
    }
}

/// The first source of an id. Sources stand in the order of their ids.
fn source(graph: &Graph, id: &str) -> Option<u32> {
    let (mut low, mut high) = (0, graph.sources.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if graph.sources.get(middle) < id {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (low < graph.sources.len() && graph.sources.get(low) == id).then_some(low as u32)
}
