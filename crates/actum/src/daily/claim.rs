//! Claiming: taking what is free, going on with what is one's own, and taking over what its holder let run out.

use actum_canon::instant::Instant;
use actum_tmpa::profile::{Outline, OutlineTransition, OutlineType};

use crate::deal::Object;
use crate::error::{Error, ErrorKind};
use crate::publish::{Draft, Hold, Lease, Record, Standing, is_held, steps, unknown_work};

/// For how long somebody claims, as of when.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The present moment, against which a lease is held.
    pub now: &'a Instant,
    /// The moment until which the claim shall hold.
    pub until: &'a Instant,
}

/// The draft of a claim on a work item.
///
/// # Errors
/// [`ErrorKind::Refused`] where somebody else holds it, or it cannot be claimed where it is; the hints name the next safe
/// step. [`ErrorKind::NotFound`] where nothing is known of it, [`ErrorKind::Input`] where the profile knows no leases.
pub fn claim(
    record: &dyn Record,
    work: &str,
    identity: &str,
    terms: Terms<'_>,
    plan: Option<&str>,
) -> Result<Draft, Error> {
    let profile = record.profile();
    let entry = leased(profile)?;
    let standing = record.work(work).ok_or_else(|| unknown_work(work))?;
    let state = state(&standing)?;
    let lifecycle = steps(profile, &standing);
    let steps = || {
        let may = |role: &String| entry.roles.as_ref().is_none_or(|roles| roles.contains(role));
        let here = lifecycle.iter().filter(|step| step.from == state && is_held(lifecycle, &step.to));
        here.filter(move |step| step.roles.iter().any(may))
    };
    let step = if is_held(lifecycle, state) {
        let chosen =
            |by: fn(&OutlineTransition) -> bool| steps().find(|step| step.from == step.to && by(step));
        match Lease::of(record, &standing) {
            Some(lease) if lease.holder == identity => chosen(is_own),
            Some(lease) => match lease.at(terms.now, profile) {
                Hold::Pending => chosen(is_takeover),
                Hold::Working => return Err(running(work, &lease)),
                Hold::Unknown => return Err(endless(work, Some(&lease.holder))),
            },
            None => return Err(endless(work, standing.identity.as_deref())),
        }
    } else {
        steps().find(|step| !is_own(step) && !is_takeover(step))
    };
    let step = step.ok_or_else(|| {
        let message = format!("`{work}` is `{state}`, where nobody claims it");
        Error::new(ErrorKind::Refused, "not_claimable", message)
            .hint(format!("`actum brief {work}` says what it waits for"))
            .hint("`actum next` lists what is free")
    })?;
    let member = entry.lease.as_deref().unwrap_or_default();
    let body = Object::new()
        .string(member, &terms.until.to_string())
        .maybe(plan, |object, plan| object.string("plan", plan));
    let mut draft = Draft::of(&entry.name, work).acts(&step.action).says(body.to_json());
    draft.creator = Some(identity.to_owned());
    Ok(draft)
}

/// The established state of a work item.
pub(super) fn state(standing: &Standing) -> Result<&str, Error> {
    standing.state.as_deref().ok_or_else(|| {
        let message =
            format!("the state of `{}` is not established, so that nobody can go on from it", standing.id);
        Error::new(ErrorKind::Refused, "state_unknown", message)
            .hint(format!("`actum brief {}` says what is missing", standing.id))
    })
}

/// Refuses where somebody else holds the work item.
pub(super) fn own(record: &dyn Record, standing: &Standing, identity: &str) -> Result<(), Error> {
    let state = state(standing)?;
    if !is_held(steps(record.profile(), standing), state) {
        return Ok(());
    }
    match Lease::of(record, standing) {
        Some(lease) if lease.holder != identity => Err(running(&standing.id, &lease)),
        _ => Ok(()),
    }
}

fn leased(profile: &Outline) -> Result<&OutlineType, Error> {
    profile.types.iter().find(|entry| entry.lease.is_some()).ok_or_else(|| lacks("claims with a lease"))
}

/// The profile has no word for an act.
pub(super) fn lacks(what: &str) -> Error {
    Error::new(ErrorKind::Input, "profile_lacks", format!("the profile of this record knows no {what}"))
        .hint("`actum publish` works with any profile; the shipped `agent-team` knows all acts")
}

fn is_own(step: &OutlineTransition) -> bool {
    step.preconditions.iter().any(|condition| condition.same_creator)
}

fn is_takeover(step: &OutlineTransition) -> bool {
    step.preconditions.iter().any(|condition| condition.lease_over)
}

fn running(work: &str, lease: &Lease) -> Error {
    let message = format!("`{work}` is held by `{}` until {}", lease.holder, lease.until);
    Error::new(ErrorKind::Refused, "held", message)
        .hint("`actum next --role worker` lists what is free")
        .hint("once that moment has passed, `actum claim` takes it over; a planner or lead can let it go before")
}

fn endless(work: &str, holder: Option<&str>) -> Error {
    let message = match holder {
        Some(holder) => format!("`{work}` is held by `{holder}`, and nothing tells until when"),
        None => format!("`{work}` is held, and nothing tells by whom and until when"),
    };
    Error::new(ErrorKind::Refused, "held", message)
        .hint(format!("a planner or lead can let it go: `actum publish --work {work} --action release`"))
        .hint("`actum next --role worker` lists what is free")
}
