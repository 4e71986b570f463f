//! The reconstruction as its readers see it: borrowed views in the order of the result.

use super::record::{IssueRecord, OpenRecord, Parts, WorkRecord};
use crate::code::{Code, Severity};
use crate::graph::{Graph, Index, positions};
use crate::issue::Cause;
use crate::issue::ids::edge_id;
use crate::judgment::{Authentication, Judgment, ViewState};
use crate::names::Symbol;
use actum_canon::digest::Sha256;
use core::ops::Range;
use std::sync::OnceLock;

/// The relation of the edges that say which object of a stream comes next (TMPA 9.5).
pub(super) const STREAM_ORDER: &str = "stream:precedes";

/// The judged governance graph with its issues (TMPA 3.6), ready to be written or walked.
#[derive(Debug)]
pub struct Reconstruction {
    pub(super) parts: Parts,
    judgment: Judgment,
    view: ViewState,
    /// Every object with the position of each issue about it, sorted; made when first asked for.
    pub(super) about: OnceLock<Vec<(Index, usize)>>,
}

/// An accepted object with its judgment (TMPA 8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<'r> {
    /// Object id.
    pub id: &'r str,
    /// Every source in which the object was observed, in code-point order.
    pub source_ids: Vec<&'r str>,
    /// Digest of the object as published.
    pub canonical_digest: Sha256,
    /// Governed work item.
    pub work: &'r str,
    /// Primary carrier that the object names.
    pub carrier: &'r str,
    /// Document type.
    pub kind: &'r str,
    /// Writer stream.
    pub stream: &'r str,
    /// Position in the stream, from 1.
    pub sequence: u64,
    /// Responsible role.
    pub role: &'r str,
    /// Creator.
    pub creator: &'r str,
    /// What is established about the object.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
    /// Whether a verified signature binds the object to its creator.
    pub authenticated: bool,
}

/// A reference, or the order of two neighbours in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge<'r> {
    /// Digest of source, relation and target.
    pub id: Sha256,
    /// The referring object; for stream order the earlier object.
    pub source: &'r str,
    /// Relation name, or `stream:precedes`.
    pub relation: &'r str,
    /// The referred object, accepted or not; for stream order the later object.
    pub target: &'r str,
    /// Whether the edge takes part in the order of the graph.
    pub ordering: bool,
}

impl Edge<'_> {
    /// Whether it is the order of a stream, which no object refers to (TMPA 3.5).
    #[must_use]
    pub fn is_stream_order(&self) -> bool {
        self.relation == STREAM_ORDER
    }
}

/// An issue of Core (TMPA 8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issue<'r> {
    /// Digest of the issue's tuple.
    pub id: Sha256,
    /// The code.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The source at which the issue shows.
    pub source_id: &'r str,
    /// The object, or empty where parsing produced none.
    pub object_id: &'r str,
    /// The relation, or empty.
    pub relation: &'r str,
    /// The target, or empty.
    pub target_id: &'r str,
    /// The parameters as canonical JSON.
    pub message: &'r str,
}

/// Why an issue is there, for Core's codes and for all others alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding<'r> {
    /// The issue id.
    pub id: Sha256,
    /// The code, as published.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The clause that is not satisfied.
    pub clause: &'static str,
    /// What the issue makes of its subjects, where it changes anything.
    pub judgment: Option<Judgment>,
    /// With which label.
    pub view: Option<ViewState>,
    /// The source at which the issue shows.
    pub source_id: &'r str,
    /// The object, or empty.
    pub object_id: &'r str,
    /// The relation, or empty.
    pub relation: &'r str,
    /// The target, or empty.
    pub target_id: &'r str,
    /// The reasons, in canonical order.
    pub causes: &'r [Cause],
    /// What would resolve it, for people.
    pub remedy: &'static str,
}

/// The conclusion about one work item (TMPA 9.10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work<'r> {
    /// Work item id.
    pub id: &'r str,
    /// The one carrier that all its objects name.
    pub carrier: Option<&'r str>,
    /// The current state, or `None` where it is undetermined.
    pub state: Option<&'r str>,
    /// The role of the last accepted step.
    pub responsible_role: Option<&'r str>,
    /// The identity of the last accepted step, if it was one.
    pub responsible_identity: Option<&'r str>,
    /// What is established about the work item.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
    /// Whether verified signatures bind all its objects to their creators.
    pub authenticated: bool,
    /// What is unresolved.
    pub open: Vec<Open<'r>>,
    /// Accepted transitions, in order.
    pub transitions: Vec<&'r str>,
    /// All accepted objects, by id.
    pub objects: Vec<&'r str>,
}

/// One unresolved requirement of a work item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open<'r> {
    /// What kind of thing is open, as one stable word.
    pub kind: &'static str,
    /// The object concerned, or empty.
    pub object_id: &'r str,
    /// The relation concerned, or empty.
    pub relation: &'r str,
    /// The target concerned, or empty.
    pub target_id: &'r str,
    /// The id of the finding that says why.
    pub finding: Sha256,
}

impl Reconstruction {
    pub(crate) fn new(parts: Parts) -> Self {
        let verdicts = parts.verdicts.iter().map(|verdict| (verdict.judgment, verdict.view));
        let issues = parts.issues.iter().filter_map(|issue| issue.effect);
        let (judgment, view) = verdicts
            .chain(issues)
            .fold((Judgment::Valid, ViewState::Authoritative), |(judgment, view), (other, label)| {
                (judgment.all(other), view.max(label))
            });
        Self { parts, judgment, view, about: OnceLock::new() }
    }

    /// The judgment about the whole set (TMPA 8.2).
    #[must_use]
    pub fn judgment(&self) -> Judgment {
        self.judgment
    }

    /// The strongest label of the set (TMPA 7.4).
    #[must_use]
    pub fn view_state(&self) -> ViewState {
        self.view
    }

    /// The assurance label of the set.
    #[must_use]
    pub fn authentication(&self) -> Authentication {
        self.parts.authentication
    }

    /// The digest that names the set of sources (TMPA 8.3).
    #[must_use]
    pub fn source_set_digest(&self) -> Sha256 {
        self.parts.source_set_digest
    }

    /// How many distinct observations were read.
    #[must_use]
    pub fn source_count(&self) -> usize {
        self.parts.graph.sources.len()
    }

    /// The accepted objects, by id.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes_from(self.parts.graph.indices())
    }

    /// The edges by source, relation and target.
    pub fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        self.edges_from(self.parts.graph.indices())
    }

    pub(super) fn nodes_from(&self, indices: Range<Index>) -> impl Iterator<Item = Node<'_>> {
        indices.map(|index| self.node(index))
    }

    /// Core's issues in result order.
    pub fn issues(&self) -> impl Iterator<Item = Issue<'_>> {
        self.parts.issues.iter().filter_map(|issue| Some(self.issue(issue, issue.code.core()?)))
    }

    /// One finding per issue, `actum:` codes and those of projections included, in result order.
    pub fn findings(&self) -> impl Iterator<Item = Finding<'_>> {
        self.parts.issues.iter().map(|issue| self.finding(issue))
    }

    /// The work items, by id.
    pub fn works(&self) -> impl Iterator<Item = Work<'_>> {
        self.parts.works.iter().map(|record| self.work(record))
    }

    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.parts.graph.names.text(symbol)
    }

    pub(super) fn node(&self, index: Index) -> Node<'_> {
        let graph = &self.parts.graph;
        let object = graph.object(index);
        let verdict = self.parts.verdicts.get(index as usize).copied().unwrap_or_default();
        Node {
            id: self.text(object.id),
            source_ids: distinct(graph.sources_of(index)).map(|source| graph.source_id(source)).collect(),
            canonical_digest: object.canonical_digest,
            work: self.text(object.work),
            carrier: self.text(object.carrier),
            kind: self.text(object.kind),
            stream: self.text(object.stream),
            sequence: object.sequence,
            role: self.text(object.role),
            creator: self.text(object.creator),
            judgment: verdict.judgment,
            view: verdict.view,
            authenticated: object.is_authenticated(),
        }
    }

    /// The edges of objects that stand side by side.
    pub(super) fn edges_from(&self, mut indices: Range<Index>) -> impl Iterator<Item = Edge<'_>> {
        let graph = &self.parts.graph;
        let start = self.parts.follows.partition_point(|(earlier, _)| *earlier < indices.start);
        let mut follows = self.parts.follows.get(start..).unwrap_or_default().iter().peekable();
        // Those of one object, the last one first.
        let mut edges: Vec<(&str, &str, bool)> = Vec::new();
        let (mut source, mut bytes) = ("", Vec::with_capacity(256));
        core::iter::from_fn(move || {
            while edges.is_empty() {
                let index = indices.next()?;
                source = graph.id(index);
                while let Some(&(_, later)) = follows.next_if(|(earlier, _)| *earlier == index) {
                    edges.push((STREAM_ORDER, graph.id(later), true));
                }
                edges.extend(graph.references(index).iter().map(|reference| {
                    let ordering = self.parts.ordering.contains(&reference.relation);
                    (self.text(reference.relation), self.text(reference.target), ordering)
                }));
                edges.sort_unstable_by(|left, right| (right.0, right.1).cmp(&(left.0, left.1)));
            }
            let (relation, target, ordering) = edges.pop()?;
            let id = edge_id(source, relation, target, &mut bytes);
            Some(Edge { id, source, relation, target, ordering })
        })
    }

    fn issue<'r>(&'r self, issue: &'r IssueRecord, code: Code) -> Issue<'r> {
        Issue {
            id: issue.id,
            code,
            severity: code.severity(),
            source_id: self.parts.graph.source_id(issue.source),
            object_id: self.text(issue.object),
            relation: self.text(issue.relation),
            target_id: self.text(issue.target),
            message: &issue.message,
        }
    }

    pub(super) fn finding<'r>(&'r self, issue: &'r IssueRecord) -> Finding<'r> {
        Finding {
            id: issue.id,
            code: issue.code.as_str(),
            severity: issue.code.severity(),
            clause: issue.code.clause(),
            judgment: issue.effect.map(|(judgment, _)| judgment),
            view: issue.effect.map(|(_, view)| view),
            source_id: self.parts.graph.source_id(issue.source),
            object_id: self.text(issue.object),
            relation: self.text(issue.relation),
            target_id: self.text(issue.target),
            causes: &issue.causes,
            remedy: issue.code.remedy(),
        }
    }

    pub(super) fn work<'r>(&'r self, record: &'r WorkRecord) -> Work<'r> {
        let graph = &self.parts.graph;
        let open = |open: &OpenRecord| Open {
            kind: open.kind,
            object_id: self.text(open.object),
            relation: self.text(open.relation),
            target_id: self.text(open.target),
            finding: self.parts.issues.get(open.issue).map_or_else(IssueRecord::unnamed, |issue| issue.id),
        };
        Work {
            id: self.text(record.id),
            carrier: record.carrier.map(|name| self.text(name)),
            state: record.state.map(|name| self.text(name)),
            responsible_role: record.role.map(|name| self.text(name)),
            responsible_identity: record.identity.map(|name| self.text(name)),
            judgment: record.judgment,
            view: record.view,
            authenticated: record.objects.iter().all(|&index| graph.object(index).is_authenticated()),
            open: record.open.iter().map(open).collect(),
            transitions: record.transitions.iter().map(|&index| graph.id(index)).collect(),
            objects: record.objects.iter().map(|&index| graph.id(index)).collect(),
        }
    }
}

/// The sources of an object, of which one may hold it several times.
fn distinct(sources: &[u32]) -> impl Iterator<Item = u32> {
    sources.chunk_by(|left, right| left == right).filter_map(|run| run.first().copied())
}

/// Neighbours in each stream. A contested position is tied to the nearest uncontested ones, so that the count of edges
/// stays linear and no order between its claimants appears.
pub(crate) fn follows(graph: &Graph) -> Vec<(Index, Index)> {
    let mut follows = Vec::new();
    for stream in 0..graph.streams.len() {
        let mut before: Option<Index> = None;
        let mut contested: Vec<Index> = Vec::new();
        for run in positions(graph, graph.streams.members(stream)) {
            if let &[index] = run {
                follows.extend(before.map(|earlier| (earlier, index)));
                follows.extend(contested.drain(..).map(|earlier| (earlier, index)));
                before = Some(index);
            } else {
                follows.extend(
                    before.iter().flat_map(|&earlier| run.iter().map(move |&later| (earlier, later))),
                );
                contested.extend_from_slice(run);
            }
        }
    }
    follows.sort_unstable();
    follows
}
