//! C08: keys that the record itself takes back, placed by the partial order (TMPA 6.4, 9.8).

use super::{CLAUSES, authenticated, by, leaves_open, refuses, signed, strict, task, unauthenticated};
use crate::case::{Case, Orders, case};
use crate::cast::{aside, by_erin, carrier, note};
use crate::reading::Reading;
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Erin takes a key back.
fn revokes(key: &str) -> Draft {
    by_erin("rv", "KEY_REVOCATION", 1, json!({ "key_id": key }))
}

/// Henry's note, signed.
fn henry() -> Draft {
    signed(aside("n", "henry", "PM"))
}

fn created(reading: Reading) -> Reading {
    reading.accepts("c rv").state("W", "created", "PM")
}

pub(super) fn revocations() -> Vec<Case> {
    let one = |name: &str, title: &str, revocation: Draft, act: Draft| {
        strict(name, title, &["TMPA 6.4"]).with([task(), revocation, act]).orders(Orders::Some)
    };
    let accepted = || created(authenticated()).accepts("n");
    let refused = || refuses(created(unauthenticated()), "n");
    let retroactive = |name: &str, title: &str, act: Draft| {
        one(name, title, signed(revokes("gina-key").refer("cites", "n")), act)
    };
    let stranger = || revokes("henry-key").by("mallory", "ADMIN").stream("s-mallory", 1);
    vec![
        one(
            "a-key-is-refused-after-its-revocation",
            "henry's note follows it",
            signed(revokes("henry-key")),
            signed(aside("n", "henry", "PM").refer("follows", "rv")),
        )
        .reads(refused()),
        one(
            "a-key-counts-before-its-revocation",
            "the revocation follows henry's note",
            signed(revokes("henry-key").refer("follows", "n")),
            henry(),
        )
        .reads(accepted()),
        one(
            "a-revocation-of-a-key-that-is-concurrent-leaves-it-open",
            "nothing orders the two",
            signed(revokes("henry-key")),
            henry(),
        )
        .reads(leaves_open(created(unauthenticated()), "n")),
        one(
            "an-earlier-time-does-not-put-the-revocation-of-a-key-first",
            "the revocation carries an earlier time",
            signed(revokes("henry-key").created_at("2025-01-01T00:00:00Z")),
            henry(),
        )
        .reads(leaves_open(created(unauthenticated()), "n")),
        one(
            "another-key-of-the-same-identity-still-counts",
            "alice's first key is revoked, her second signs",
            signed(revokes("alice-key").refer("follows", "c")),
            by(note("n", 2).refer("follows", "rv"), "alice-second-key"),
        )
        .reads(accepted()),
        retroactive(
            "a-retroactive-revocation-refuses-what-came-before",
            "the registry lets gina's key be taken back for all time",
            signed(aside("n", "gina", "QA")),
        )
        .reads(refused()),
        one(
            "an-unsigned-revocation-revokes-no-key",
            "the revocation is not signed",
            revokes("henry-key"),
            henry(),
        )
        .reads(refuses(unauthenticated().accepts("c n").state("W", "created", "PM"), "rv")),
        one(
            "a-stranger-s-revocation-revokes-no-key",
            "mallory, who holds no role, revokes",
            by(stranger(), "mallory-key"),
            henry(),
        )
        .reads(
            authenticated()
                .accepts("c n")
                .partial("rv")
                .state("W", "created", "PM")
                .issue("AUTHORITY_UNDETERMINED", "rv"),
        ),
        one(
            "who-may-not-revoke-keys-revokes-none",
            "carol, a QA, revokes",
            signed(revokes("henry-key").by("carol", "QA").stream("s-carol", 1)),
            henry(),
        )
        .reads(
            authenticated()
                .accepts("c n")
                .rejects("rv")
                .state("W", "created", "PM")
                .issue("AUTHORITY_DENIED", "rv"),
        ),
        case(
            "where-signatures-are-optional-a-revocation-takes-the-assurance-alone",
            "the same under a profile that asks for none",
            &CLAUSES,
        )
        .profile("trusting")
        .with([
            signed(carrier()),
            signed(revokes("henry-key")),
            signed(aside("n", "henry", "PM").refer("follows", "rv")),
        ])
        .reads(created(unauthenticated()).accepts("n").issue("SIGNATURE_UNVERIFIED", "n"))
        .orders(Orders::Some),
    ]
}
