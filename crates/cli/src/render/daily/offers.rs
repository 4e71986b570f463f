//! What can be done next, and what has to be waited for.

use actum::daily::{Chance, Offer, Viewer};
use actum::deal::Object;
use actum::publish::Hold;

use super::{ID, holding};
use crate::render::escape::{cut, plain, short_id};
use crate::render::style::{BOLD, count, label, paint, within};

/// The most that a title takes, in bytes.
const TITLE: usize = 80;

/// The work items for people: one's own first, then what is free.
pub(crate) fn list(offers: &[Offer], viewer: Viewer<'_>, limit: usize, all: bool) -> String {
    let shown = sorted(offers, viewer, all);
    let mut out = String::new();
    if shown.is_empty() {
        out.push_str("nothing to do");
        out.push_str(&match (viewer.identity, viewer.role) {
            (_, Some(role)) => format!(" for the role {}", short_id(role, ID)),
            (Some(identity), None) => format!(" for {}", short_id(identity, ID)),
            (None, None) => String::new(),
        });
        out.push('\n');
    }
    let most = within(limit, shown.len());
    for offer in shown.iter().take(most) {
        one(offer, viewer, &mut out);
    }
    if shown.len() > most {
        out.push_str(&format!("… and {} more; `--limit 0` lists all\n", shown.len() - most));
    }
    let waiting = offers.iter().filter(|offer| !offer.is_open()).count();
    if !all && waiting > 0 {
        out.push_str(&format!("{} more to wait for; `--all` says why\n", count(waiting, "work item")));
    }
    out
}

/// One line of JSON for each.
pub(crate) fn json(offers: &[Offer], limit: usize, all: bool) -> String {
    let shown = sorted(offers, Viewer::default(), all);
    shown.iter().take(within(limit, shown.len())).map(|offer| line(offer) + "\n").collect()
}

fn sorted<'o>(offers: &'o [Offer], viewer: Viewer<'_>, all: bool) -> Vec<&'o Offer> {
    let mut shown: Vec<&Offer> = offers.iter().filter(|offer| all || offer.is_open()).collect();
    let own = |offer: &Offer| viewer.identity.is_some_and(|identity| offer.is_held_by(identity));
    shown.sort_by_key(|offer| (!own(offer), !offer.is_open()));
    shown
}

fn one(offer: &Offer, viewer: Viewer<'_>, out: &mut String) {
    let standing = &offer.standing;
    let state = standing
        .state
        .as_deref()
        .map_or_else(|| "state not established".to_owned(), |state| short_id(state, ID));
    let own = match &offer.lease {
        Some((lease, _)) if viewer.identity == Some(lease.holder.as_str()) => {
            if lease.is_of_another(viewer.session) { ", yours in another session" } else { ", yours" }
        }
        _ => "",
    };
    out.push_str(&format!(
        "{} ({state}{own}, {}) {}\n",
        paint(BOLD, short_id(&standing.id, ID)),
        label(standing.view),
        cut(plain(&offer.title), TITLE)
    ));
    if let Some(lease) = &offer.lease {
        out.push_str(&format!("  {}\n", holding(lease)));
    }
    let may: Vec<String> = offer.chances.iter().filter(|chance| chance.bar.is_none()).map(step).collect();
    if !may.is_empty() {
        out.push_str(&format!("  may: {}\n", may.join(", ")));
    }
    for chance in &offer.chances {
        if let Some(bar) = &chance.bar {
            out.push_str(&format!("  not {}: {}\n", short_id(&chance.action, ID), plain(bar)));
        }
    }
}

/// A step in words: the action, and what it refers to.
pub(crate) fn step(chance: &Chance) -> String {
    let action = short_id(&chance.action, ID);
    if chance.needs.is_empty() {
        return action;
    }
    let needs: Vec<String> = chance.needs.iter().map(|relation| short_id(relation, ID)).collect();
    format!("{action} (by {})", needs.join(", "))
}

fn line(offer: &Offer) -> String {
    let chance = |chance: &Chance| {
        Object::new()
            .string("action", &chance.action)
            .string("to", &chance.to)
            .strings("needs", &chance.needs)
            .maybe(chance.bar.as_deref(), |object, bar| object.string("not", bar))
            .to_json()
    };
    let standing = &offer.standing;
    Object::new()
        .string("work", &standing.id)
        .string("title", &offer.title)
        .maybe(standing.state.as_deref(), |object, state| object.string("state", state))
        .string("judgment", standing.judgment.as_str())
        .string("view", standing.view.as_str())
        .maybe(offer.lease.as_ref(), |object, (lease, hold)| {
            let hold = match hold {
                Hold::Working => "working",
                Hold::Pending => "pending",
                Hold::Unknown => "unknown",
            };
            let lease = Object::new()
                .string("claim", &lease.claim)
                .string("holder", &lease.holder)
                .maybe(lease.session.as_deref(), |object, session| object.string("session", session))
                .string("since", &lease.since)
                .string("until", &lease.until)
                .string("hold", hold);
            object.object("lease", &lease)
        })
        .array("steps", offer.chances.iter().map(chance))
        .to_json()
}
