//! The acts other than claiming, each as the drafts that the lifecycle asks for.

use actum_tmpa::profile::{Outline, OutlineTransition, OutlineType};
use actum_tmpa::{Judgment, ViewState};

use super::claim::{lacks, own, state};
use super::evidence::{latest_target, source_state, target};
use crate::deal::Object;
use crate::error::{Error, ErrorKind};
use crate::publish::{Draft, Record, Seen, Standing, steps, unknown_work};

/// The carrier of a work item that is no work: roles are given and ended under it.
pub(super) const CHARTER: &str = "CHARTER";

/// Opens a work item.
///
/// # Errors
/// [`ErrorKind::Refused`] where it is there already, [`ErrorKind::Input`] where the profile has no carrier type.
pub fn task(record: &dyn Record, work: &str, identity: &str, body: String) -> Result<Vec<Draft>, Error> {
    let carriers = || record.profile().types.iter().filter(|entry| entry.carrier);
    let entry = carriers().find(|entry| entry.name == "TASK").or_else(|| carriers().next());
    let entry = entry.ok_or_else(|| lacks("type that opens work"))?;
    if let Some(standing) = record.work(work) {
        let state = standing.state.as_deref().unwrap_or("in no established state");
        return Err(Error::new(
            ErrorKind::Refused,
            "work_exists",
            format!("`{work}` is there already: {state}"),
        )
        .hint(format!("`actum brief {work}` says where it stands; another id opens another work item")));
    }
    Ok(vec![by(identity, Draft::of(&entry.name, work).says(body))])
}

/// Gives an identity a role, and opens the work item that carries this where it is not there yet.
///
/// # Errors
/// [`ErrorKind::Input`] where the profile has no assignments, or nothing that carries them.
pub fn assign(
    record: &dyn Record,
    work: &str,
    identity: &str,
    (who, role): (&str, &str),
) -> Result<Vec<Draft>, Error> {
    let profile = record.profile();
    let entry = evidence(profile, "assignment")?;
    let body = Object::new().string("identity", who).string("role", role).to_json();
    let gives = by(identity, Draft::of(&entry.name, work).says(body));
    if record.work(work).is_some() {
        return Ok(vec![gives]);
    }
    let charter = named(profile, CHARTER)?;
    let title = Object::new().string("title", "who takes part").to_json();
    Ok(vec![by(identity, Draft::of(&charter.name, work).says(title)), gives])
}

/// Reports what was done and, with `submit`, moves the work item on to whoever judges it.
///
/// # Errors
/// [`ErrorKind::Refused`] where somebody else holds the work item or nothing can be submitted where it is,
/// [`ErrorKind::NotFound`] where nothing is known of it, [`ErrorKind::Input`] where the profile has no reports.
pub fn report(
    record: &dyn Record,
    work: &str,
    identity: &str,
    body: String,
    submit: bool,
) -> Result<Vec<Draft>, Error> {
    let profile = record.profile();
    let entry = evidence(profile, "execution")?;
    let standing = record.work(work).ok_or_else(|| unknown_work(work))?;
    let first = by(identity, Draft::of(&entry.name, work).says(body));
    if !submit {
        return Ok(vec![first]);
    }
    own(record, &standing, identity)?;
    let step = requiring(profile, &standing, "reports")?;
    let second = by(identity, moving(profile, work)?.acts(&step.action).refers_back("reports", 0));
    Ok(vec![first, second])
}

/// Judges the report that was submitted last, and moves the work item as the judgment asks.
///
/// # Errors
/// [`ErrorKind::Refused`] where nothing waits for a review, or this decision leads nowhere;
/// [`ErrorKind::NotFound`] where nothing is known of it, [`ErrorKind::Input`] where the profile has no reviews.
pub fn review(
    record: &dyn Record,
    work: &str,
    identity: &str,
    decision: &str,
    reason: Option<&str>,
) -> Result<Vec<Draft>, Error> {
    let profile = record.profile();
    let entry = evidence(profile, "review")?;
    let standing = record.work(work).ok_or_else(|| unknown_work(work))?;
    let (step, relation) = deciding(profile, &standing, decision)?;
    let report = latest_target(record, &standing, "reports").ok_or_else(|| {
        Error::new(ErrorKind::Refused, "nothing_submitted", format!("no report of `{work}` was submitted"))
            .hint(format!("`actum report {work} --text TEXT` submits one"))
    })?;
    let body = Object::new()
        .string("decision", decision)
        .maybe(reason, |object, reason| object.string("reason", reason));
    let first = Draft::of(&entry.name, work).says(body.to_json()).refers("reviews", &report);
    let second = moving(profile, work)?.acts(&step.action).refers_back(relation, 0);
    Ok(vec![by(identity, first), by(identity, second)])
}

/// Decides: moves the work item where the profile lets this decision move it, or settles a contradiction in favour of one
/// of its members.
///
/// # Errors
/// [`ErrorKind::Refused`] where this decision leads nowhere and nothing is contradictory,
/// [`ErrorKind::NotFound`] where nothing is known of it, [`ErrorKind::Input`] where the profile has no decisions.
pub fn decide(
    record: &dyn Record,
    work: &str,
    identity: &str,
    decision: &str,
    selects: Option<&str>,
    reason: Option<&str>,
) -> Result<Vec<Draft>, Error> {
    let profile = record.profile();
    let entry = evidence(profile, "decision")?;
    let standing = record.work(work).ok_or_else(|| unknown_work(work))?;
    let body = Object::new()
        .string("decision", decision)
        .maybe(selects, |object, selects| object.string("selects", selects))
        .maybe(reason, |object, reason| object.string("reason", reason));
    let first = by(identity, Draft::of(&entry.name, work).says(body.to_json()));
    if selects.is_none() {
        let (step, relation) = deciding(profile, &standing, decision)?;
        let second = moving(profile, work)?.acts(&step.action).refers_back(relation, 0);
        return Ok(vec![first, by(identity, second)]);
    }
    let members = contradiction(record, &standing, selects.unwrap_or_default());
    if members.is_empty() {
        let message =
            format!("`{}` is no member of a contradiction of `{work}`", selects.unwrap_or_default());
        let disputed = standing.objects.iter().filter(|seen| is_disputed(record.profile(), seen));
        let names: Vec<_> = disputed.map(|seen| format!("`{}`", seen.id)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Error::new(ErrorKind::Refused, "nothing_to_settle", message)
            .hint(format!("members of contradictions there: {names}")));
    }
    Ok(vec![members.iter().fold(first, |draft, id| draft.refers("resolves", id))])
}

/// Whether an object is one of several that contradict each other. A decision is none: it settles.
fn is_disputed(profile: &Outline, seen: &Seen) -> bool {
    let decides =
        profile.types.iter().any(|entry| entry.name == seen.kind && entry.evidence == Some("decision"));
    seen.judgment == Judgment::Undetermined && seen.view == ViewState::Disputed && !decides
}

/// The claims that contradict each other, with the one that shall hold among them: reviews of one report, or transitions
/// from one state.
fn contradiction(record: &dyn Record, standing: &Standing, selects: &str) -> Vec<String> {
    let about = |seen: &Seen| {
        let bytes = record.object(&seen.id)?;
        Some((target(&bytes, "reviews"), source_state(&bytes)))
    };
    let disputed: Vec<&Seen> =
        standing.objects.iter().filter(|seen| is_disputed(record.profile(), seen)).collect();
    let Some(chosen) = disputed.iter().find(|seen| seen.id == selects).and_then(|seen| about(seen)) else {
        return Vec::new();
    };
    let same = disputed.into_iter().filter(|seen| about(seen).as_ref() == Some(&chosen));
    same.map(|seen| seen.id.clone()).collect()
}

/// Hands the work item on: says what is done and what is left, and lets go of it.
///
/// # Errors
/// [`ErrorKind::Refused`] where somebody else holds it or nobody does, [`ErrorKind::NotFound`] where nothing is known of it,
/// [`ErrorKind::Input`] where the profile has no hand-off.
pub fn handoff(record: &dyn Record, work: &str, identity: &str, body: String) -> Result<Vec<Draft>, Error> {
    let profile = record.profile();
    let entry = named(profile, "HANDOFF")?;
    let standing = record.work(work).ok_or_else(|| unknown_work(work))?;
    own(record, &standing, identity)?;
    let step = requiring(profile, &standing, "hands_off")?;
    let first = Draft::of(&entry.name, work).says(body);
    let second = moving(profile, work)?.acts(&step.action).refers_back("hands_off", 0);
    Ok(vec![by(identity, first), by(identity, second)])
}

/// Notes how far the work is, and moves nothing.
///
/// # Errors
/// [`ErrorKind::NotFound`] where nothing is known of it, [`ErrorKind::Input`] where the profile has no notes.
pub fn note(record: &dyn Record, work: &str, identity: &str, body: String) -> Result<Vec<Draft>, Error> {
    let entry = named(record.profile(), "NOTE")?;
    record.work(work).ok_or_else(|| unknown_work(work))?;
    Ok(vec![by(identity, Draft::of(&entry.name, work).says(body))])
}

fn by(identity: &str, mut draft: Draft) -> Draft {
    draft.creator = Some(identity.to_owned());
    draft
}

fn evidence<'p>(profile: &'p Outline, kind: &str) -> Result<&'p OutlineType, Error> {
    profile
        .types
        .iter()
        .find(|entry| entry.evidence == Some(kind))
        .ok_or_else(|| lacks(&format!("evidence of {kind}")))
}

fn named<'p>(profile: &'p Outline, name: &str) -> Result<&'p OutlineType, Error> {
    profile.types.iter().find(|entry| entry.name == name).ok_or_else(|| lacks(&format!("type {name}")))
}

/// A draft of the plain type that records transitions.
fn moving(profile: &Outline, work: &str) -> Result<Draft, Error> {
    let plain = |entry: &&OutlineType| entry.requires_transition && entry.lease.is_none();
    let entry = profile.types.iter().find(plain).ok_or_else(|| lacks("type for transitions"))?;
    Ok(Draft::of(&entry.name, work))
}

/// The step from where the work item is that asks for a reference by this relation.
fn requiring<'p>(
    profile: &'p Outline,
    standing: &Standing,
    relation: &str,
) -> Result<&'p OutlineTransition, Error> {
    let state = state(standing)?;
    let asks = |step: &&OutlineTransition| step.required_relations.iter().any(|one| one == relation);
    let mut all = steps(profile, standing).iter().filter(asks).peekable();
    if all.peek().is_none() {
        return Err(lacks(&format!("step that refers by `{relation}`")));
    }
    all.find(|step| step.from == state).ok_or_else(|| {
        let message = format!("`{}` is `{state}`, from where no step refers by `{relation}`", standing.id);
        Error::new(ErrorKind::Refused, "no_such_step", message)
            .hint(format!("`actum brief {}` says what it waits for", standing.id))
            .hint(format!("`actum claim {}` takes it, where it can be claimed", standing.id))
    })
}

/// The step from where the work item is that this decision opens, and the relation by which it refers to the decision.
fn deciding<'p>(
    profile: &'p Outline,
    standing: &Standing,
    decision: &str,
) -> Result<(&'p OutlineTransition, &'p str), Error> {
    let state = state(standing)?;
    let here = steps(profile, standing).iter().filter(|step| step.from == state);
    let opened = here.flat_map(|step| {
        let word = move |condition: &'p actum_tmpa::profile::OutlinePrecondition| {
            Some((step, condition.relation.as_str(), condition.decision.as_deref()?))
        };
        step.preconditions.iter().filter_map(word)
    });
    let opened: Vec<_> = opened.collect();
    match opened.iter().find(|(.., word)| *word == decision) {
        Some((step, relation, _)) => Ok((step, relation)),
        None => {
            let message = format!("`{}` is `{state}`, where `{decision}` leads nowhere", standing.id);
            let words: Vec<_> = opened.iter().map(|(.., word)| format!("`{word}`")).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            Err(Error::new(ErrorKind::Refused, "no_such_step", message)
                .hint(format!("decisions that lead on from there: {words}"))
                .hint(format!("`actum brief {}` says what it waits for", standing.id)))
        }
    }
}
