//! Revocations as governance objects.

use super::{OBJECTS, assigns, denied, frank, open, starts, unmoved};
use crate::case::{Case, Orders, case};
use crate::cast::{by_erin, carrier};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

fn revokes(assignment: &str) -> Draft {
    by_erin("rv", "REVOCATION", 1, json!({ "assignment": assignment }))
}

/// Revocations: before, after and beside the act; prospective unless the registry says otherwise (TMPA 6.4).
pub(super) fn revocations() -> Vec<Case> {
    let acts = |name: &str, title: &str, revocation: Draft, act: Draft| {
        case(name, title, &OBJECTS).with([carrier(), revocation, act]).orders(Orders::Some)
    };
    let revoked = || unmoved().accepts("rv");
    vec![
        acts(
            "a-revocation-denies-what-follows-it",
            "henry starts after his revocation",
            revokes("henry-pm"),
            starts("henry").refer("follows", "rv"),
        )
        .reads(denied(revoked(), "t")),
        acts(
            "a-revocation-leaves-what-came-before",
            "the revocation follows henry's start",
            revokes("henry-pm").refer("follows", "t"),
            starts("henry"),
        )
        .reads(all().accepts("c rv t").state("W", "active", "PM")),
        acts(
            "a-revocation-that-is-concurrent-leaves-the-act-undetermined",
            "nothing orders the two",
            revokes("henry-pm"),
            starts("henry"),
        )
        .reads(open(revoked(), "t")),
        acts(
            "an-earlier-time-does-not-put-a-revocation-first",
            "the revocation carries an earlier time, and nothing orders the two",
            revokes("henry-pm").created_at("2025-01-01T00:00:00Z"),
            starts("henry"),
        )
        .reads(open(revoked(), "t")),
        acts(
            "an-assignment-object-is-revoked-by-its-id",
            "frank starts after his assignment was revoked",
            revokes("as").stream("s-erin", 2),
            starts("frank").refer("follows", "rv"),
        )
        .with([assigns(frank())])
        .reads(denied(revoked().accepts("as"), "t")),
        acts(
            "a-retroactive-revocation-denies-what-came-before",
            "the registry lets revocations reach back",
            revokes("henry-pm"),
            starts("henry"),
        )
        .with([by_erin("seen", "ISSUE", 2, json!({ "summary": "seen" })).refer("cites", "t")])
        .profile("retroactive")
        .reads(denied(revoked().accepts("seen"), "t")),
        acts(
            "an-unauthorised-revocation-revokes-nothing",
            "carol, a QA, revokes",
            revokes("henry-pm").by("carol", "QA").stream("s-carol", 1),
            starts("henry"),
        )
        .reads(denied(all().accepts("c t").state("W", "active", "PM"), "rv")),
        acts(
            "a-stranger-s-revocation-revokes-nothing",
            "mallory revokes",
            revokes("henry-pm").by("mallory", "ADMIN").stream("s-mallory", 1),
            starts("henry"),
        )
        .reads(open(all().accepts("c t").state("W", "active", "PM"), "rv")),
        acts(
            "a-revocation-of-something-unknown-revokes-nothing",
            "no assignment has that id",
            revokes("henry"),
            starts("henry"),
        )
        .reads(open(all().accepts("c t").state("W", "active", "PM"), "rv").free("rv")),
        acts(
            "a-revocation-that-is-unsettled-leaves-the-act-undetermined",
            "the revocation depends on something absent",
            revokes("henry-pm").refer("depends_on", "ghost"),
            starts("henry").refer("follows", "rv"),
        )
        .reads(
            unmoved()
                .partial("rv t")
                .issue_to("MISSING_REFERENCE", "rv", "depends_on", "ghost")
                .issue("AUTHORITY_UNDETERMINED", "t")
                .also_by("LIFECYCLE_UNDETERMINED", "t", "follows"),
        ),
        acts(
            "a-revocation-that-lost-its-digest-revokes-nothing",
            "the revocation was changed",
            revokes("henry-pm").tampered(),
            starts("henry"),
        )
        .reads(
            all().accepts("c t").excludes("rv").state("W", "active", "PM").issue("INTEGRITY_MISMATCH", "rv"),
        ),
        acts(
            "a-new-assignment-after-the-revocation-holds",
            "henry is revoked and assigned again",
            revokes("henry-pm"),
            starts("henry").refer("follows", "as"),
        )
        .with([by_erin("as", "ASSIGNMENT", 2, json!({ "identity": "henry", "role": "PM" }))])
        .reads(all().accepts("c rv as t").free("t").state("W", "active", "PM")),
    ]
}
