//! A TASK with all files that hold it, and the walk along its events (FCOP 4).

use crate::digest::hex;
use crate::edition::{Edge, Edition, Gate};
use crate::envelope::Envelope;
use crate::event::Event;
use crate::name::Kind;
use crate::receipt::Operation;
use crate::subject::Subject;
use crate::workspace::Workspace;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A TASK. Several files may hold it: a crash, a copy, a name that was used again.
#[derive(Debug)]
pub(crate) struct Task<'w, 'a> {
    pub(crate) id: &'w str,
    pub(crate) copies: &'w [Envelope<'a>],
    /// The copy with the most events.
    pub(crate) main: &'w Envelope<'a>,
    /// The events of that copy.
    pub(crate) events: Vec<Event<'w>>,
    /// Every other copy is the same TASK at an earlier event.
    pub(crate) agrees: bool,
    /// The states in which its files lie, those that are left behind aside.
    pub(crate) observed: BTreeSet<&'w str>,
    /// Files from before an operation that is known to have ended, where they lay then: a record that keeps everything
    /// keeps them too.
    pub(crate) left: Vec<usize>,
    pub(crate) walk: Walk<'w>,
    /// The envelopes that are about it, by their place in [`Workspace::envelopes`].
    pub(crate) about: Vec<usize>,
    /// The TASKs that are branches of it.
    pub(crate) branches: Vec<&'w str>,
}

/// What the events alone establish.
#[derive(Debug, Default)]
pub(crate) struct Walk<'w> {
    /// One for each event.
    pub(crate) steps: Vec<Step<'w>>,
    /// The state behind the last event that could be taken; none where there is no first one.
    pub(crate) state: Option<&'w str>,
    /// The attempt that is under way, or that ended last.
    pub(crate) attempt: Option<&'w str>,
    /// The REPORT that the last submission bound.
    pub(crate) report: Option<&'w str>,
}

/// One event in the walk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'w> {
    /// The transition that it is; none for the first event and for what the lifecycle does not know.
    pub(crate) edge: Option<&'static Edge>,
    /// The state before it.
    pub(crate) before: Option<&'w str>,
    /// The attempt and the bound REPORT before it.
    pub(crate) attempt: Option<&'w str>,
    pub(crate) report: Option<&'w str>,
}

impl<'w> Walk<'w> {
    fn along(events: &[Event<'w>], edition: &Edition) -> Self {
        let mut walk = Self::default();
        for (place, event) in events.iter().enumerate() {
            let edge = event.from.and_then(|from| edition.edge(from, event.tool, event.to));
            let step = Step { edge, before: walk.state, attempt: walk.attempt, report: walk.report };
            walk.steps.push(step);
            if place == 0 {
                walk.state = Some(event.to);
                continue;
            }
            // A transition that is unknown or starts elsewhere moves nothing (TMPA 9.6).
            let Some(edge) = edge.filter(|edge| walk.state == Some(edge.from)) else { continue };
            walk.state = Some(edge.to);
            match edge.gate {
                Gate::Claim | Gate::Reject | Gate::Reopen => {
                    walk.attempt = event.attempt;
                    walk.report = None;
                }
                Gate::Submit => walk.report = report_in(event),
                Gate::Finish | Gate::Approve | Gate::Archive => {}
            }
        }
        walk
    }
}

/// The REPORT among the evidence of an event.
pub(crate) fn report_in<'w>(event: &Event<'w>) -> Option<&'w str> {
    event.evidence.iter().map(|(id, _)| *id).find(|id| Kind::of_id(id) == Some(Kind::Report))
}

impl<'w, 'a> Task<'w, 'a> {
    /// All TASKs of a workspace, by id. `subjects` belong to its envelopes, one for each.
    pub(crate) fn all(workspace: &'w Workspace<'a>, subjects: &[Subject<'w>]) -> BTreeMap<&'w str, Self> {
        let mut tasks = BTreeMap::new();
        for copies in workspace.groups().filter(|copies| copies.iter().any(|copy| copy.kind == Kind::Task)) {
            if let Some(task) = Self::of(workspace, copies) {
                tasks.insert(task.id, task);
            }
        }
        for (at, (envelope, subject)) in workspace.envelopes.iter().zip(subjects).enumerate() {
            if let Subject::Task(id) = subject
                && let Some(task) = tasks.get_mut(id)
            {
                task.about.push(at);
            }
            if let Some(root) = envelope.text("branch_of").filter(|_| envelope.kind == Kind::Task)
                && let Some(task) = tasks.get_mut(root)
                && task.branches.last() != Some(&envelope.id)
            {
                task.branches.push(envelope.id);
            }
        }
        tasks
    }

    fn of(workspace: &'w Workspace<'a>, copies: &'w [Envelope<'a>]) -> Option<Self> {
        let lists: Vec<Vec<Event<'w>>> = copies.iter().map(Envelope::events).collect();
        let mut longest = 0;
        for (at, list) in lists.iter().enumerate() {
            // The first by source where several are as long.
            if lists.get(longest).is_some_and(|best| list.len() > best.len()) {
                longest = at;
            }
        }
        let main = copies.get(longest)?;
        let agrees = copies.len() == 1 || {
            let all = items(workspace, main);
            copies.iter().all(|copy| copy.covered == main.covered && all.starts_with(&items(workspace, copy)))
        };
        let begun = begun(workspace, copies);
        let (left, here): (Vec<_>, Vec<_>) =
            copies.iter().map(|copy| (copy, workspace.observed(copy.source))).partition(|(copy, stage)| {
                let begins = |stage| begun.contains(&(hex(copy.whole).as_str(), stage));
                copy.whole != main.whole && stage.is_some_and(begins)
            });
        let events = lists.into_iter().nth(longest)?;
        let walk = Walk::along(&events, workspace.edition);
        Some(Self {
            id: main.id,
            copies,
            main,
            events,
            agrees,
            observed: here.into_iter().filter_map(|(_, stage)| stage).collect(),
            left: left.into_iter().map(|(copy, _)| copy.source).collect(),
            walk,
            about: Vec::new(),
            branches: Vec::new(),
        })
    }

    /// The id of the object for an event, counted from 1 as FCoP's own texts do.
    pub(crate) fn event_id(&self, place: usize) -> String {
        format!("{}/t{}", self.id, place + 1)
    }

    /// The events that are transitions, with their steps.
    pub(crate) fn transitions(&self) -> impl Iterator<Item = (usize, &Event<'w>, &Step<'w>)> {
        self.events
            .iter()
            .zip(&self.walk.steps)
            .enumerate()
            .skip(1)
            .map(|(place, (event, step))| (place, event, step))
    }

    /// The envelopes of a kind that are about it.
    pub(crate) fn about(
        &self,
        workspace: &'w Workspace<'a>,
        kind: Kind,
    ) -> impl Iterator<Item = &'w Envelope<'a>> {
        self.about
            .iter()
            .filter_map(|at| workspace.envelopes.get(*at))
            .filter(move |envelope| envelope.kind == kind)
    }
}

/// Digest and stage of every file with which a committed operation began.
fn begun<'w>(workspace: &'w Workspace<'_>, copies: &[Envelope<'_>]) -> BTreeSet<(&'w str, &'w str)> {
    let [first, _, ..] = copies else { return BTreeSet::new() };
    let receipts = workspace.receipts_of(first.id).iter();
    let ended =
        receipts.filter(|receipt| receipt.operation == Operation::Transition && receipt.is_committed());
    ended.map(|receipt| (receipt.before.as_str(), receipt.from.as_str())).collect()
}

/// The events of a file as they stand there, or what they say where they cannot be cut out.
pub(crate) fn items<'a>(workspace: &Workspace<'a>, copy: &Envelope<'a>) -> Vec<Cow<'a, [u8]>> {
    let events = copy.events();
    let json = |event: &Event<'_>| {
        let mut json = String::new();
        event.field.write_json(&[], &mut json);
        Cow::Owned(json.into_bytes())
    };
    match &copy.cuts {
        Some(cuts) => (0..events.len())
            .map(|place| Cow::Borrowed(cuts.item(workspace.bytes(copy.source), place)))
            .collect(),
        None => events.iter().map(json).collect(),
    }
}
