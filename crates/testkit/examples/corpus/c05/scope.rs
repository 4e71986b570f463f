//! What role and assignment prove, and what nothing establishes.

use super::{DENIED, TIME, denied, open, starts, unmoved};
use crate::case::{Case, Orders, case};
use crate::cast::{active, aside, carrier, moves, note, object, report, review, task};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

/// What role and assignment prove about an action.
pub(super) fn scope() -> Vec<Case> {
    let act = |name: &str, title: &str, act: Draft| {
        case(name, title, &DENIED).with([carrier(), act]).orders(Orders::Some)
    };
    let submits = moves("t", "active", "submit", "review").refer("reports", "rep");
    vec![
        act("an-action-within-the-role-is-applied", "henry starts as PM", starts("henry"))
            .reads(all().accepts("c t").state("W", "active", "PM")),
        act("an-action-outside-the-assignment-is-denied", "olga may cancel as PM and starts", starts("olga"))
            .reads(denied(unmoved(), "t")),
        case("an-action-outside-the-role-is-denied", "alice submits as PM", &DENIED)
            .with(active())
            .with([report(), submits.clone().stream("s-alice", 3)])
            .reads(denied(all().accepts("c start rep").state("W", "active", "PM"), "t"))
            .orders(Orders::Some),
        case(
            "an-action-in-another-of-one-s-roles-is-denied",
            "bob holds OPS too, and submits in that role",
            &DENIED,
        )
        .with(active())
        .with([report(), submits.clone().by("bob", "OPS").stream("s-bob", 2)])
        .reads(
            all()
                .accepts("c start rep")
                .rejects("t")
                .state("W", "active", "PM")
                .issue("AUTHORITY_DENIED", "t")
                .also("SOD_VIOLATION", "t"),
        )
        .orders(Orders::Some),
        act(
            "a-role-that-the-transition-does-not-admit-is-denied",
            "dave's role may cancel, but the lifecycle lets a PM cancel from `created`",
            moves("t", "created", "cancel", "cancelled").by("dave", "OPS").stream("s-dave", 1),
        )
        .reads(denied(unmoved(), "t")),
        act("a-revoked-assignment-is-denied", "rita's assignment is revoked in the registry", starts("rita"))
            .reads(denied(unmoved(), "t")),
        case(
            "a-denial-is-not-hidden-by-what-is-missing-besides",
            "alice submits as PM, from a state that the work item is not in, without a report",
            &["TMPA 7.3", "TMPA 7.4", "TMPA 9.4", "TMPA 9.9"],
        )
        .with([carrier(), moves("t", "active", "submit", "review").stream("s-alice", 2)])
        .reads(
            unmoved()
                .rejects("t")
                .issue("AUTHORITY_DENIED", "t")
                .issue("LIFECYCLE_UNDETERMINED", "t")
                .also_by("LIFECYCLE_UNDETERMINED", "t", "reports"),
        )
        .orders(Orders::Some),
        act(
            "a-denied-action-does-not-stop-the-right-one",
            "olga's start is denied, henry's stands",
            starts("olga"),
        )
        .with([moves("u", "created", "start", "active").by("henry", "PM").stream("s-henry", 1)])
        .reads(denied(all().accepts("c u").state("W", "active", "PM"), "t")),
        case(
            "a-denied-action-does-not-taint-what-its-writer-does-next",
            "olga's start is denied, her cancellation stands",
            &DENIED,
        )
        .with([
            carrier(),
            starts("olga"),
            moves("u", "created", "cancel", "cancelled").by("olga", "PM").stream("s-olga", 2),
        ])
        .reads(denied(all().accepts("c u").state("W", "cancelled", "PM"), "t"))
        .orders(Orders::Some),
    ]
}

/// What nothing establishes.
pub(super) fn unknown() -> Vec<Case> {
    let act = |name: &str, title: &str, act: Draft| {
        case(name, title, &DENIED).with([carrier(), act]).orders(Orders::Some)
    };
    vec![
        act("an-action-without-an-assignment-is-undetermined", "mallory starts", starts("mallory"))
            .reads(open(unmoved(), "t")),
        act(
            "a-role-that-its-creator-does-not-hold-is-undetermined",
            "carol, a QA, starts as PM",
            starts("carol"),
        )
        .reads(open(unmoved(), "t")),
        act(
            "a-role-that-the-registry-lacks-is-undetermined-or-denied",
            "mallory notes as EMPEROR",
            aside("t", "mallory", "EMPEROR"),
        )
        .reads(
            unmoved()
                .rejects("t")
                .free("t")
                .issue("AUTHORITY_UNDETERMINED", "t")
                .also("AUTHORITY_DENIED", "t"),
        ),
        act("a-name-in-other-letters-is-somebody-else", "`Alice` starts", starts("Alice"))
            .reads(open(unmoved(), "t")),
        act(
            "contradicting-assignments-decide-nothing",
            "of amy's assignments one grants and one denies a start of `W`",
            starts("amy"),
        )
        .reads(open(unmoved(), "t")),
        case(
            "contradicting-assignments-hurt-only-where-both-apply",
            "amy starts `W2`, for which there is one",
            &DENIED,
        )
        .with([task("c2", "W2"), starts("amy").work("W2", "c2")])
        .reads(all().accepts("c2 t").state("W2", "active", "PM"))
        .orders(Orders::Some),
        act(
            "an-assignment-for-another-work-item-establishes-nothing-here",
            "ivan is QA of `W2` and notes in `W`",
            aside("t", "ivan", "QA"),
        )
        .reads(unmoved().partial("t").free("t").also("AUTHORITY_UNDETERMINED", "t").must(
            "not-accepted",
            "/issues",
            "includes",
            json!({ "object_id": "t" }),
        )),
        case("an-assignment-for-a-work-item-holds-there", "ivan is QA of `W2` and notes in it", &DENIED)
            .with([task("c2", "W2"), aside("t", "ivan", "QA").work("W2", "c2")])
            .reads(all().accepts("c2 t").state("W2", "created", "PM"))
            .orders(Orders::Some),
        act("a-note-needs-its-role-as-well", "mallory notes as DEV", aside("t", "mallory", "DEV"))
            .reads(open(unmoved(), "t")),
    ]
}

/// An interval of validity needs a trusted clock; the time in the object alone is none.
pub(super) fn clocks() -> Vec<Case> {
    let act = |name: &str, title: &str, time: &str| {
        case(name, title, &TIME).with([carrier(), starts("tina").created_at(time)]).orders(Orders::Some)
    };
    let clock = |name: &str, title: &str, time: &str| act(name, title, time).profile("clock");
    let active = || all().accepts("c t").state("W", "active", "PM");
    vec![
        act(
            "an-interval-without-a-trusted-clock-is-undetermined",
            "tina starts within her interval, as she says",
            "2026-01-15T00:00:00Z",
        )
        .reads(open(unmoved(), "t")),
        act(
            "an-interval-that-is-over-is-undetermined-without-a-trusted-clock",
            "tina starts after her interval, as she says",
            "2026-09-01T00:00:00Z",
        )
        .reads(open(unmoved(), "t")),
        clock(
            "within-its-interval-an-assignment-holds",
            "the profile trusts the time in objects",
            "2026-01-15T00:00:00Z",
        )
        .reads(active()),
        clock(
            "at-its-first-instant-an-assignment-holds",
            "the profile trusts the time in objects",
            "2026-01-01T00:00:00Z",
        )
        .reads(active()),
        clock(
            "another-zone-is-the-same-instant",
            "half an hour before the end, in another zone",
            "2026-01-31T23:00:00-00:30",
        )
        .reads(active()),
        clock(
            "before-its-interval-an-assignment-is-proven-inactive",
            "a millisecond before the beginning",
            "2025-12-31T23:59:59.999Z",
        )
        .reads(denied(unmoved(), "t")),
        clock(
            "after-its-interval-an-assignment-is-proven-inactive",
            "a millisecond after the end",
            "2026-02-01T00:00:00.001Z",
        )
        .reads(denied(unmoved(), "t")),
        clock(
            "after-its-interval-in-another-zone-it-is-inactive-too",
            "a minute after the end, in another zone",
            "2026-02-01T00:00:00-00:01",
        )
        .reads(denied(unmoved(), "t")),
    ]
}

/// Who may create what (TMPA 9.3).
pub(super) fn types() -> Vec<Case> {
    let one = |name: &str, title: &str, draft: Draft| {
        case(name, title, &["TMPA 9.3", "TMPA 9.4", "TMPA 9.9"]).with([carrier(), draft]).orders(Orders::Some)
    };
    vec![
        one("a-type-that-the-role-may-not-create-is-denied", "a report by a PM", note("t", 2).kind("REPORT"))
            .reads(denied(unmoved(), "t")),
        one(
            "a-decision-by-a-role-that-may-not-decide-is-denied",
            "a decision by a QA",
            object("t", "DECISION").by("carol", "QA").stream("s-carol", 1),
        )
        .reads(denied(unmoved(), "t")),
        case(
            "a-review-by-a-role-that-may-not-review-is-denied",
            "a review by a PM",
            &["TMPA 9.3", "TMPA 9.4", "TMPA 9.9"],
        )
        .with([carrier(), report(), review("t", "henry", "approve", "rep").by("henry", "PM")])
        .reads(denied(all().accepts("c rep").state("W", "created", "PM"), "t"))
        .orders(Orders::Some),
    ]
}
