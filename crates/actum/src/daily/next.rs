//! What can be done now, by whom, and why not (TMPA 9.10).
//!
//! For each step of the lifecycle from where a work item is: whether this viewer may take it, as far as roles, leases and
//! duties tell. What a step needs besides, such as a report, is named and not asked for. The reading has the last word.

use actum_canon::instant::Instant;
use actum_tmpa::profile::{Outline, OutlineTransition};

use super::act::CHARTER;
use super::evidence::words;
use crate::publish::{Hold, Lease, Record, Standing, each_work, held, steps};

/// Who asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer<'a> {
    /// The identity; without one, nothing is held against who somebody is.
    pub identity: Option<&'a str>,
    /// The session, which may leave to another session of the same identity what that one holds.
    pub session: Option<&'a str>,
    /// The role; by default those that the identity holds, or all.
    pub role: Option<&'a str>,
}

/// A work item with what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is concluded about it.
    pub standing: Standing,
    /// What its carrier says that it is about.
    pub title: String,
    /// The lease under which it is held, and how it stands.
    pub lease: Option<(Lease, Hold)>,
    /// Each step from where it is that some role of the viewer may take.
    pub chances: Vec<Chance>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The action.
    pub action: String,
    /// Where it leads.
    pub to: String,
    /// The relations by which it refers to what it rests on.
    pub needs: Vec<String>,
    /// Why the viewer may not take it; `None` where nothing is known against it.
    pub bar: Option<String>,
}

impl Offer {
    /// Whether the viewer may do something about it.
    pub fn is_open(&self) -> bool {
        self.chances.iter().any(|chance| chance.bar.is_none())
    }

    /// Whether this identity holds it.
    pub fn is_held_by(&self, identity: &str) -> bool {
        self.lease.as_ref().is_some_and(|(lease, _)| lease.holder == identity)
    }
}

/// The work items that are not at an end and that concern the viewer, by id: those with a step for one of its roles, and
/// those whose state is not established.
pub fn offers(record: &dyn Record, viewer: Viewer<'_>, now: &Instant) -> Vec<Offer> {
    let mut offers = Vec::new();
    let roles = roles(record, viewer);
    let lifecycles = &record.profile().lifecycles;
    let ends = |state: &str| lifecycles.iter().all(|one| one.terminal_states.iter().any(|end| end == state));
    each_work(record, &|state| !state.is_some_and(ends), &mut |standing| {
        let carrier = standing.objects.iter().find(|seen| Some(&seen.id) == standing.carrier.as_ref());
        let kind = carrier.map_or("", |seen| seen.kind.as_str());
        let lifecycle = record.profile().lifecycle_of(kind);
        let ended = |state: &String| lifecycle.is_some_and(|one| one.terminal_states.contains(state));
        if kind == CHARTER || standing.state.as_ref().is_some_and(ended) {
            return;
        }
        let offer = made(record, standing, viewer, roles.as_deref(), now);
        if offer.standing.state.is_none() || !offer.chances.is_empty() {
            offers.push(offer);
        }
    });
    offers
}

/// What the viewer can do about one work item.
pub fn offer(record: &dyn Record, standing: &Standing, viewer: Viewer<'_>, now: &Instant) -> Offer {
    made(record, standing, viewer, roles(record, viewer).as_deref(), now)
}

/// The roles in which the viewer asks; `None` for any.
fn roles(record: &dyn Record, viewer: Viewer<'_>) -> Option<Vec<String>> {
    match (viewer.role, viewer.identity) {
        (Some(role), _) => Some(vec![role.to_owned()]),
        (None, Some(identity)) => {
            let held = held(record, identity);
            Some(held.fixed.into_iter().chain(held.granted.into_keys()).collect())
        }
        (None, None) => None,
    }
}

fn made(
    record: &dyn Record,
    standing: &Standing,
    viewer: Viewer<'_>,
    roles: Option<&[String]>,
    now: &Instant,
) -> Offer {
    let profile = record.profile();
    let lease = Lease::of(record, standing).map(|lease| {
        let hold = lease.at(now, profile);
        (lease, hold)
    });
    let mine = |step: &&OutlineTransition| {
        Some(&step.from) == standing.state.as_ref()
            && roles.is_none_or(|roles| step.roles.iter().any(|role| roles.contains(role)))
    };
    let chance = |step: &OutlineTransition| Chance {
        action: step.action.clone(),
        to: step.to.clone(),
        needs: step.required_relations.clone(),
        bar: bar(profile, standing, step, viewer, lease.as_ref()),
    };
    let chances = steps(profile, standing).iter().filter(mine).map(chance).collect();
    let carrier = standing.carrier.as_ref().and_then(|id| words(record, id));
    Offer { title: carrier.unwrap_or_default().text, standing: standing.clone(), chances, lease }
}

fn bar(
    profile: &Outline,
    standing: &Standing,
    step: &OutlineTransition,
    viewer: Viewer<'_>,
    lease: Option<&(Lease, Hold)>,
) -> Option<String> {
    let asks = |by: fn(&actum_tmpa::profile::OutlinePrecondition) -> bool| step.preconditions.iter().any(by);
    let owner = lease.map(|(lease, _)| lease.holder.as_str()).or(standing.identity.as_deref());
    let is_owner = viewer.identity.is_some() && viewer.identity == owner;
    if let Some((lease, Hold::Working)) = lease
        && is_owner
        && lease.is_of_another(viewer.session)
    {
        let session = lease.session.as_deref().unwrap_or_default();
        return Some(format!("held by your session `{session}` until {}", lease.until));
    }
    if asks(|condition| condition.same_creator) && !is_owner {
        return Some(format!("only for `{}`, who holds it", owner.unwrap_or("its holder")));
    }
    if asks(|condition| condition.lease_over) {
        match lease {
            Some(_) if is_owner => return Some("it is your own claim; `renew` it".to_owned()),
            Some((_, Hold::Pending)) => {}
            Some((lease, Hold::Working)) => {
                return Some(format!("held by `{}` until {}", lease.holder, lease.until));
            }
            Some((lease, Hold::Unknown)) => {
                return Some(format!("held by `{}`; the profile trusts no clock", lease.holder));
            }
            None => return Some("held without a lease".to_owned()),
        }
    }
    let identity = viewer.identity?;
    let executes = |kind: &str| {
        profile.types.iter().any(|entry| entry.name == kind && entry.evidence == Some("execution"))
    };
    let own = || standing.objects.iter().filter(|seen| seen.creator == identity);
    if step.executor_must_not_review && own().any(|seen| executes(&seen.kind)) {
        return Some(format!("`{identity}` reported the result"));
    }
    let barred = profile.incompatible.iter().find(|(first, second)| {
        step.roles.contains(second) && step.roles.len() == 1 && own().any(|seen| seen.role == *first)
    });
    barred.map(|(first, second)| format!("`{identity}` acted as {first} here, and does not act as {second}"))
}
