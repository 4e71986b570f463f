//! C08: what keys are bound to, and when they count (TMPA 6.4, 9.8).

use super::{CLAUSES, authenticated, by, leaves_open, refuses, strict, task, unauthenticated};
use crate::case::{Case, Orders, case};
use crate::cast::{aside, note};
use crate::reading::Reading;
use actum_testkit::evidence::Draft;

/// Somebody's note, signed with a key of this name.
fn noted(creator: &str, role: &str, key: &str) -> Draft {
    by(aside("n", creator, role), key)
}

fn created(reading: Reading) -> Reading {
    reading.accepts("c").state("W", "created", "PM")
}

pub(super) fn bindings() -> Vec<Case> {
    let one = |name: &str, title: &str, draft: Draft| {
        strict(name, title, &["TMPA 5.5"]).with([task(), draft]).orders(Orders::Some)
    };
    let accepted = || created(authenticated()).accepts("n");
    let refused = || refuses(created(unauthenticated()), "n");
    vec![
        one(
            "a-second-key-of-one-identity-authenticates",
            "alice has two keys",
            by(note("n", 2), "alice-second-key"),
        )
        .reads(accepted()),
        one(
            "one-key-may-sign-for-two-identities",
            "gus and gina share a key",
            noted("gina", "QA", "shared-key"),
        )
        .reads(accepted()),
        one(
            "a-key-counts-in-the-role-that-it-is-bound-to",
            "bob's key for DEV signs as DEV",
            noted("bob", "DEV", "bob-dev-key"),
        )
        .reads(accepted()),
        one(
            "a-key-does-not-count-in-another-role",
            "bob's key for DEV signs as QA",
            noted("bob", "QA", "bob-dev-key"),
        )
        .reads(refused()),
        one(
            "a-key-that-the-registry-revokes-is-refused",
            "the key is revoked in the registry",
            by(note("n", 2), "old-alice-key"),
        )
        .reads(refused()),
    ]
}

/// Limits by time, under a profile that trusts the clock of objects; all are written on 2 January 2026.
pub(super) fn limits() -> Vec<Case> {
    let under = |profile: &'static str, name: &str, title: &str, draft: Draft| {
        case(name, title, &[CLAUSES.as_slice(), &["TMPA 6.4"]].concat())
            .profile(profile)
            .with([task(), draft])
            .orders(Orders::Some)
    };
    let clock = |name: &str, title: &str, draft: Draft| under("authenticated-clock", name, title, draft);
    let accepted = || created(authenticated()).accepts("n");
    let refused = || refuses(created(unauthenticated()), "n");
    vec![
        clock(
            "a-key-within-its-time-authenticates",
            "henry's key counts in January 2026",
            noted("henry", "PM", "henry-january-key"),
        )
        .reads(accepted()),
        clock(
            "an-expired-key-is-refused",
            "gus's key ended with the year before",
            noted("gus", "DEV", "gus-past-key"),
        )
        .reads(refused()),
        clock(
            "a-key-that-does-not-count-yet-is-refused",
            "gina's key begins in March",
            noted("gina", "QA", "gina-later-key"),
        )
        .reads(refused()),
        clock(
            "a-key-is-refused-from-the-time-of-its-revocation-on",
            "ines' key was revoked on 2 January, at midnight",
            noted("ines", "QA", "ines-lost-key"),
        )
        .reads(refused()),
        clock(
            "a-key-counts-until-the-time-of-its-revocation",
            "ines wrote the day before",
            by(aside("n", "ines", "QA").created_at("2026-01-01T12:00:00Z"), "ines-lost-key"),
        )
        .reads(accepted()),
        under(
            "authenticated-strict",
            "a-limit-of-time-without-a-trusted-clock-proves-nothing",
            "the profile trusts no clock",
            noted("gus", "DEV", "gus-past-key"),
        )
        .reads(leaves_open(created(unauthenticated()), "n")),
    ]
}
