//! The conclusion about each work item (TMPA 7.1, 9.10): state, responsibility, and what is still open.
//!
//! A refused attempt changes no state and leaves the conclusion as it is (TMPA 9.6). Anything that is missing,
//! undetermined or excluded within the work item makes the conclusion undetermined.

use super::foreign::WHOLE;
use super::lifecycle::Item;
use super::reading::Reading;
use super::settle::STATE_PASSED;
use crate::code::{Code, Coded};
use crate::graph::{Index, NONE};
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;
use crate::result::{IssueRecord, OpenRecord, WorkRecord};

pub(super) fn conclude(reading: &Reading<'_>, items: &[Item], issues: &[IssueRecord]) -> Vec<WorkRecord> {
    let late = late(reading, issues);
    let mut works: Vec<WorkRecord> =
        items.iter().enumerate().map(|(work, item)| conclusion(reading, work, item, &late)).collect();
    for (position, issue) in issues.iter().enumerate() {
        whole(reading, &mut works, issue);
        open(reading, &mut works, position, issue);
    }
    outside(reading, &mut works, issues);
    works
}

/// What another specification found about a work item as a whole.
fn whole(reading: &Reading<'_>, works: &mut [WorkRecord], issue: &IssueRecord) {
    let graph = &reading.graph;
    let Coded::Foreign(_) = issue.code else { return };
    let Some((judgment, view)) = issue.effect.filter(|_| graph.names.text(issue.relation) == WHOLE) else {
        return;
    };
    for &index in &issue.subjects {
        if let Some(record) = works.get_mut(graph.object(index).work_index as usize) {
            record.lower(judgment, view);
        }
    }
}

/// Objects against which nothing stands but that they came too late: refused attempts, like those that a rule denies.
fn late(reading: &Reading<'_>, issues: &[IssueRecord]) -> Vec<bool> {
    let mut late = vec![false; reading.graph.len()];
    let mut mark = |issue: &IssueRecord, value: bool| {
        for &subject in &issue.subjects {
            if let Some(slot) = late.get_mut(subject as usize) {
                *slot = value;
            }
        }
    };
    let weighing = || issues.iter().filter(|issue| issue.effect.is_some());
    weighing().filter(|issue| is_late(issue)).for_each(|issue| mark(issue, true));
    weighing().filter(|issue| !is_late(issue)).for_each(|issue| mark(issue, false));
    late
}

fn is_late(issue: &IssueRecord) -> bool {
    issue.code == Code::LifecycleUndetermined && issue.causes.iter().all(|cause| cause.reason == STATE_PASSED)
}

fn conclusion(reading: &Reading<'_>, work: usize, item: &Item, late: &[bool]) -> WorkRecord {
    let graph = &reading.graph;
    let members = graph.works.members(work);
    let carriers = members.first().map(|&index| graph.object(index).carrier);
    let agreed = carriers.filter(|&name| members.iter().all(|&index| graph.object(index).carrier == name));
    let known = item.state.filter(|_| !item.disputed);
    let responsible = |field: fn(&crate::graph::Object) -> Symbol| {
        let mut names = item.last.iter().map(|&index| field(graph.object(index)));
        let first = names.next().filter(|_| known.is_some())?;
        names.all(|name| name == first).then_some(first)
    };
    let mut record = WorkRecord {
        id: graph.works.name(work),
        carrier: agreed,
        state: known,
        role: responsible(|object| object.role),
        identity: responsible(|object| object.creator),
        judgment: Judgment::Valid,
        view: ViewState::Authoritative,
        open: Vec::new(),
        transitions: item.accepted.clone(),
        objects: members.to_vec(),
    };
    if item.disputed {
        record.lower(Judgment::Undetermined, ViewState::Disputed);
    }
    if item.state.is_none() {
        let carrier = agreed.and_then(|name| graph.find(name)).filter(|&index| index != NONE);
        let verdict = carrier.map(|index| reading.verdict(index)).unwrap_or_default();
        record.lower(Judgment::Undetermined, verdict.view.max(ViewState::PendingHuman));
    }
    for &index in members {
        let verdict = reading.verdict(index);
        let excluded = verdict.view == ViewState::Quarantined;
        let refused = late.get(index as usize).copied().unwrap_or(false);
        if verdict.judgment == Judgment::Undetermined && !refused || excluded {
            record.lower(Judgment::Undetermined, verdict.view);
        }
    }
    if record.view == ViewState::PendingHuman && item.state.is_none() {
        record.view = ViewState::Partial;
    }
    record
}

/// The name of what an issue leaves open.
fn kind(issue: &IssueRecord, carrier: bool) -> Option<&'static str> {
    let Coded::Own(code) = issue.code else { return Some(foreign(issue)) };
    Some(match code {
        Code::MissingReference if carrier => "missing_carrier",
        Code::MissingReference => "missing_reference",
        Code::PrimaryCarrierConflict => "missing_carrier",
        Code::StreamGap => "stream_gap",
        Code::StreamDuplicateSequence | Code::StreamWriterConflict => "contested_stream",
        Code::UnresolvedConflict if issue.relation == Symbol::EMPTY => "competing_transitions",
        Code::UnresolvedConflict => "undecided_reviews",
        Code::LifecycleUndetermined
            if issue.effect == Some((Judgment::Undetermined, ViewState::PendingHuman)) =>
        {
            "pending_human_decision"
        }
        Code::LifecycleUndetermined if is_late(issue) => "refused_attempt",
        Code::LifecycleUndetermined | Code::ReferenceTarget => "missing_prerequisite",
        Code::AuthorityUndetermined => "missing_authority",
        Code::AuthorityDenied | Code::IllegalTransition | Code::SodViolation => "refused_attempt",
        Code::DependencyUndetermined => "undetermined_dependency",
        Code::DependencyInvalid => "invalid_dependency",
        Code::ProhibitedCycle | Code::OrderCycle => "cycle",
        Code::SignatureUnverified => "missing_authentication",
        Code::SchemaInvalid | Code::UnknownType | Code::IntegrityMismatch | Code::DuplicateIdConflict => {
            "excluded_evidence"
        }
        Code::ExceptionApplied | Code::TupleWithoutEffect => return None,
    })
}

/// What a finding of another specification leaves open.
fn foreign(issue: &IssueRecord) -> &'static str {
    match issue.effect {
        Some((Judgment::Invalid, _)) => "refused_attempt",
        Some((_, ViewState::PendingHuman)) => "pending_human_decision",
        _ => "missing_evidence",
    }
}

fn open(reading: &Reading<'_>, works: &mut [WorkRecord], position: usize, issue: &IssueRecord) {
    let graph = &reading.graph;
    if issue.effect.is_none() || issue.subjects.is_empty() {
        return;
    }
    let carrier = graph.names.text(issue.relation) == "primary_carrier_id";
    let Some(kind) = kind(issue, carrier) else { return };
    // An act that is refused leaves nothing open, so that what else it lacks is no news.
    let refuses = issue.effect.is_some_and(|(judgment, _)| judgment == Judgment::Invalid);
    let concerns = |index: &&Index| refuses || reading.verdict(**index).view != ViewState::Rejected;
    let subjects = issue.subjects.iter().filter(concerns);
    let mut subjects: Vec<(u32, Index)> =
        subjects.map(|&index| (graph.object(index).work_index, index)).collect();
    subjects.sort_unstable();
    subjects.dedup_by_key(|(work, _)| *work);
    for (work, index) in subjects {
        if let Some(record) = works.get_mut(work as usize) {
            record.open.push(OpenRecord {
                kind,
                object: graph.object(index).id,
                relation: issue.relation,
                target: issue.target,
                issue: position,
            });
        }
    }
}

/// Sources outside the intact set weigh on the work item that they name, unless an intact copy is there.
fn outside(reading: &Reading<'_>, works: &mut [WorkRecord], issues: &[IssueRecord]) {
    let graph = &reading.graph;
    let by_source = {
        let mut list: Vec<(u32, usize)> = issues
            .iter()
            .enumerate()
            .filter(|(_, issue)| issue.subjects.is_empty())
            .map(|(position, issue)| (issue.source, position))
            .collect();
        list.sort_unstable();
        list
    };
    for entry in &graph.outside {
        let name = entry.excluded.work.as_deref().and_then(|work| graph.names.get(work));
        let position = name.and_then(|name| {
            works.binary_search_by(|record| graph.names.text(record.id).cmp(graph.names.text(name))).ok()
        });
        let Some(record) = position.and_then(|position| works.get_mut(position)) else {
            continue;
        };
        if graph.find(entry.object).is_none() {
            record.lower(Judgment::Undetermined, ViewState::Quarantined);
        }
        let start = by_source.partition_point(|(source, _)| *source < entry.source);
        let own = by_source.iter().skip(start).take_while(|(source, _)| *source == entry.source);
        for &(_, issue) in own {
            // An artifact may hold several objects; each answers for itself.
            if issues.get(issue).is_none_or(|issue| issue.object != entry.object) {
                continue;
            }
            record.open.push(OpenRecord {
                kind: "excluded_evidence",
                object: entry.object,
                relation: Symbol::EMPTY,
                target: Symbol::EMPTY,
                issue,
            });
        }
    }
}
