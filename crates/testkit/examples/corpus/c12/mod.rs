//! C12, conflict preservation (TMPA 4.4, 7.3, 9.9): valid claims that contradict each other all stay, disputed, until
//! somebody who may decide settles them by a new object.

mod resolution;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, by_erin, cancel, carrier, in_review, moves, object, report, review, start, task};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

pub(crate) fn cases() -> Vec<Case> {
    [contradictions(), harmonies(), resolution::resolutions(), resolution::refused(), lifecycles()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 4.4", "TMPA 7.3", "TMPA 7.4", "TMPA 9.9"];

/// A report, and two reviews of it that contradict each other.
fn base() -> Vec<Draft> {
    vec![carrier(), report(), review("v1", "carol", "approve", "rep"), review("v2", "gina", "reject", "rep")]
}

fn disputed(reading: Reading) -> Reading {
    reading
        .accepts("c rep")
        .disputed("v1 v2")
        .labels()
        .state("W", "created", "PM")
        .issue("UNRESOLVED_CONFLICT", "v1")
        .must("both-kept", "/node_ids", "contains_all", json!(["v1", "v2"]))
}

/// Erin settles the two reviews.
fn decision(id: &str, selects: &str) -> Draft {
    by_erin(id, "DECISION", 1, json!({ "selects": selects })).refer("resolves", "v1").refer("resolves", "v2")
}

/// Claims that exclude each other.
fn contradictions() -> Vec<Case> {
    let claims = |name: &str, title: &str, one: Value, two: Value| {
        case(name, title, &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "", "rep").body(json!({ "decision": one })),
                review("v2", "gina", "", "rep").body(json!({ "decision": two })),
            ])
            .reads(disputed(all()))
            .orders(Orders::Some)
    };
    vec![
        case("contradicting-reviews-are-both-kept-and-disputed", "carol approves, gina rejects", &CLAUSES)
            .with(base())
            .reads(disputed(all()))
            .orders(Orders::Some),
        case("a-later-date-does-not-win-a-dispute", "the rejection is months later", &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "approve", "rep"),
                review("v2", "gina", "reject", "rep").created_at("2026-09-01T00:00:00Z"),
            ])
            .reads(disputed(all()))
            .orders(Orders::Some),
        case("a-majority-does-not-win-a-dispute", "two approve, one rejects", &CLAUSES)
            .with(base())
            .with([review("v3", "ines", "approve", "rep")])
            .reads(disputed(all()).disputed("v3"))
            .orders(Orders::Some),
        case(
            "three-different-claims-are-one-dispute",
            "approve, reject, and approve with conditions",
            &CLAUSES,
        )
        .with(base())
        .with([review("v3", "ines", "approve with conditions", "rep")])
        .reads(disputed(all()).disputed("v3"))
        .orders(Orders::Some),
        case("a-reviewer-may-contradict-herself", "carol approves and then rejects", &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "approve", "rep"),
                review("v2", "carol", "reject", "rep").stream("s-carol", 2),
            ])
            .reads(disputed(all()))
            .orders(Orders::Some),
        claims(
            "claims-of-another-kind-contradict-as-well",
            "an object and a text",
            json!({ "verdict": "approve" }),
            json!("approve"),
        ),
        claims(
            "claims-that-differ-in-a-part-contradict",
            "two objects with one difference",
            json!({ "verdict": "approve", "marks": [1, 2] }),
            json!({ "verdict": "approve", "marks": [2, 1] }),
        ),
        case(
            "disputes-about-two-reports-are-two-issues",
            "each of two reports has contradicting reviews",
            &CLAUSES,
        )
        .with(base())
        .with([
            object("rep2", "REPORT").by("bob", "DEV").stream("s-bob", 2),
            review("v3", "carol", "reject", "rep2").stream("s-carol", 2),
            review("v4", "gina", "approve", "rep2").stream("s-gina", 2),
        ])
        .reads(disputed(all()).accepts("rep2").disputed("v3 v4").issue("UNRESOLVED_CONFLICT", "v3"))
        .orders(Orders::Some),
        case(
            "a-second-review-turns-an-accepted-one-into-a-dispute",
            "gina's review arrives after carol's",
            &["TMPA 3.6", "TMPA 9.9"],
        )
        .with(base())
        .reads(reading("before").only("c rep v1").accepts("c rep v1").state("W", "created", "PM"))
        .reads(disputed(reading("after")))
        .orders(Orders::Some),
        case(
            "the-label-of-a-dispute-outranks-a-missing-reference",
            "one of the reviews misses something besides",
            &["TMPA 7.4", "TMPA 9.9"],
        )
        .with([
            carrier(),
            report(),
            review("v1", "carol", "approve", "rep").refer("depends_on", "ghost"),
            review("v2", "gina", "reject", "rep"),
        ])
        .reads(disputed(all()).issue_to("MISSING_REFERENCE", "v1", "depends_on", "ghost"))
        .orders(Orders::Some),
        case(
            "what-rests-on-a-disputed-review-is-undetermined",
            "a note depends on one of the reviews",
            &CLAUSES,
        )
        .with(base())
        .with([aside("n", "gus", "DEV").refer("depends_on", "v1")])
        .reads(disputed(all()).partial("n"))
        .orders(Orders::Some),
    ]
}

/// Reviews that do not contradict each other.
fn harmonies() -> Vec<Case> {
    let equal = |name: &str, title: &str, one: Value, two: Value| {
        case(name, title, &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "", "rep").body(json!({ "decision": one })),
                review("v2", "gina", "", "rep").body(json!({ "decision": two })),
            ])
            .reads(all().accepts("c rep v1 v2").state("W", "created", "PM"))
            .orders(Orders::Some)
    };
    vec![
        equal("agreeing-reviews-are-no-dispute", "both approve", json!("approve"), json!("approve")),
        equal(
            "equal-claims-of-any-kind-are-no-dispute",
            "the same object, its members in another order",
            json!({ "a": 1, "b": [true] }),
            json!({ "b": [true], "a": 1 }),
        ),
        case(
            "reviews-of-different-reports-are-no-dispute",
            "one report is approved, the other rejected",
            &CLAUSES,
        )
        .with([
            carrier(),
            report(),
            object("rep2", "REPORT").by("bob", "DEV").stream("s-bob", 2),
            review("v1", "carol", "approve", "rep"),
            review("v2", "gina", "reject", "rep2"),
        ])
        .reads(all().accepts("c rep rep2 v1 v2").state("W", "created", "PM"))
        .orders(Orders::Some),
        case("a-review-that-is-invalid-disputes-nothing", "bob's own review contradicts carol's", &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "reject", "rep"),
                review("v2", "bob", "approve", "rep").stream("s-bob-qa", 1),
            ])
            .reads(
                all()
                    .accepts("c rep v1")
                    .rejects("v2")
                    .state("W", "created", "PM")
                    .issue("SOD_VIOLATION", "v2"),
            )
            .orders(Orders::Some),
        case("a-stranger-s-review-disputes-nothing", "mallory's review contradicts carol's", &CLAUSES)
            .with([
                carrier(),
                report(),
                review("v1", "carol", "approve", "rep"),
                review("v2", "mallory", "reject", "rep"),
            ])
            .reads(
                all()
                    .accepts("c rep v1")
                    .free("v1")
                    .partial("v2")
                    .state("W", "created", "PM")
                    .issue("AUTHORITY_UNDETERMINED", "v2"),
            )
            .orders(Orders::Some),
        case("a-changed-review-disputes-nothing", "one of the reviews has lost its digest", &CLAUSES)
            .with([carrier(), report(), review("v1", "carol", "approve", "rep")])
            .input(Input::of(&review("v2", "gina", "reject", "rep").tampered()))
            .reads(
                all()
                    .accepts("c rep v1")
                    .excludes("v2")
                    .state("W", "created", "PM")
                    .issue("INTEGRITY_MISMATCH", "v2"),
            )
            .orders(Orders::Some),
    ]
}

/// A dispute and the state of the work item.
fn lifecycles() -> Vec<Case> {
    let clauses = ["TMPA 6.2", "TMPA 7.3", "TMPA 9.6", "TMPA 9.9"];
    let approves = || {
        moves("approve", "review", "approve", "done")
            .by("ines", "QA")
            .stream("s-ines", 1)
            .refer("reviews", "rep")
            .refer("rests_on", "v1")
            .refer("depends_on", "submit")
    };
    let reviews = || [review("v1", "carol", "approve", "rep"), review("v2", "gina", "reject", "rep")];
    let way = "c start rep submit";
    let open = |reading: Reading| {
        reading
            .accepts(way)
            .disputed("v1 v2")
            .partial("approve")
            .state("W", "review", "DEV")
            .issue("UNRESOLVED_CONFLICT", "v1")
            .issue("LIFECYCLE_UNDETERMINED", "approve")
    };
    vec![
        case(
            "an-approval-on-a-disputed-review-is-not-applied",
            "ines approves on carol's review, which gina contradicts",
            &clauses,
        )
        .with(in_review())
        .with(reviews())
        .with([approves()])
        .reads(open(all()))
        .orders(Orders::Some),
        case(
            "a-decision-applies-what-rested-on-the-dispute",
            "the approval is read before and after erin's decision",
            &clauses,
        )
        .with(in_review())
        .with(reviews())
        .with([approves(), decision("d", "v1")])
        .reads(open(reading("before").only("c start rep submit v1 v2 approve")))
        .reads(reading("after").accepts(way).accepts("v1 v2 approve d").state("W", "done", "QA"))
        .orders(Orders::Some),
        case(
            "a-dispute-does-not-undo-an-accepted-state",
            "the result stays in review while its reviews contradict",
            &clauses,
        )
        .with(in_review())
        .with(reviews())
        .reads(
            all()
                .accepts(way)
                .disputed("v1 v2")
                .state("W", "review", "DEV")
                .issue("UNRESOLVED_CONFLICT", "v1"),
        )
        .orders(Orders::Some),
        case("a-dispute-in-one-work-item-leaves-another-alone", "`W2` is started meanwhile", &CLAUSES)
            .with(base())
            .with([task("c2", "W2"), start("start").work("W2", "c2").by("henry", "PM").stream("s-c2", 2)])
            .reads(disputed(all()).accepts("c2 start").state("W2", "active", "PM"))
            .orders(Orders::Some),
        case(
            "competing-transitions-are-both-kept",
            "alice starts, henry cancels",
            &["TMPA 6.3", "TMPA 9.6", "TMPA 9.9"],
        )
        .with([carrier(), start("start"), cancel("cancel")])
        .reads(
            all()
                .accepts("c")
                .disputed("start cancel")
                .labels()
                .unknown("W")
                .issue("UNRESOLVED_CONFLICT", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "start")
                .must("both-kept", "/node_ids", "contains_all", json!(["start", "cancel"])),
        )
        .orders(Orders::Some),
    ]
}
