//! C07, separation of duties (TMPA 3.3, 9.3, 9.4): who executed does not review the same result, unless a recorded and
//! authorised exception says so; the exception and whoever authorised it stay in evidence.

use crate::case::{Case, Orders, case};
use crate::cast::{
    approve, archive, by_erin, carrier, done, in_review, moves, object, release, report, review, start, task,
};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

pub(crate) fn cases() -> Vec<Case> {
    [apart(), together(), incompatible(), exceptions(), refused()].concat()
}

const CLAUSES: [&str; 3] = ["TMPA 6.2", "TMPA 9.3", "TMPA 9.4"];
const WAY: &str = "c start rep submit";

/// Bob approves what he made, on carol's review `ok`.
fn bob_approves() -> Draft {
    approve().by("bob", "QA").stream("s-bob-qa", 1)
}

fn on_ok(name: &str, title: &str) -> Case {
    case(name, title, &CLAUSES).with(in_review()).with([review("ok", "carol", "approve", "rep")])
}

/// The result stays in review.
fn stays() -> Reading {
    all().accepts(WAY).state("W", "review", "DEV")
}

fn violates(reading: Reading, source: &str) -> Reading {
    reading.rejects(source).issue("SOD_VIOLATION", source)
}

/// Executor and reviewer are different identities.
fn apart() -> Vec<Case> {
    vec![
        case("somebody-else-reviews-and-approves", "bob executes, carol reviews and approves", &CLAUSES)
            .with(done())
            .reads(all().accepts(WAY).accepts("ok approve").state("W", "done", "QA"))
            .orders(Orders::Some),
        case(
            "one-identity-may-execute-here-and-review-there",
            "bob executes in `W` and reviews in `W2`",
            &CLAUSES,
        )
        .with(in_review())
        .with([
            task("c2", "W2"),
            report().renamed("rep2").work("W2", "c2").by("gus", "DEV").stream("s-gus", 1),
            review("v", "bob", "approve", "rep2").work("W2", "c2").stream("s-bob-qa", 1),
        ])
        .reads(
            all().accepts(WAY).accepts("c2 rep2 v").state("W", "review", "DEV").state("W2", "created", "PM"),
        )
        .orders(Orders::Some),
        case(
            "who-rejects-their-own-result-gains-nothing",
            "bob withholds approval of his own report",
            &CLAUSES,
        )
        .with([carrier(), report(), review("v", "bob", "reject", "rep").stream("s-bob-qa", 1)])
        .reads(all().accepts("c rep v").free("v").state("W", "created", "PM"))
        .orders(Orders::Some),
        case(
            "who-holds-both-roles-and-used-one-may-use-it-again",
            "gus, not bob, executed; bob approves as QA",
            &CLAUSES,
        )
        .with([
            carrier(),
            start("start"),
            report().by("gus", "DEV").stream("s-gus", 1),
            moves("submit", "active", "submit", "review")
                .by("gus", "DEV")
                .stream("s-gus", 2)
                .refer("reports", "rep")
                .refer("depends_on", "start"),
            review("ok", "carol", "approve", "rep"),
            bob_approves(),
        ])
        .reads(all().accepts(WAY).accepts("ok approve").state("W", "done", "QA"))
        .orders(Orders::Some),
    ]
}

/// The same identity does both, by whatever objects and references.
fn together() -> Vec<Case> {
    let by_path = |name: &str, title: &str, references: &[(&str, &str)]| {
        let references: Vec<Value> = references
            .iter()
            .map(|(relation, target)| json!({ "relation": relation, "target": target }))
            .collect();
        on_ok(name, title)
            .with([bob_approves().set("/references", json!(references))])
            .reads(violates(stays().accepts("ok"), "approve"))
            .orders(Orders::Some)
    };
    let own = |id: &str, target: &str| review(id, "bob", "approve", target).stream("s-bob-qa", 1);
    vec![
        by_path(
            "the-executor-does-not-approve-the-report",
            "bob approves, referring to his report",
            &[("reviews", "rep"), ("rests_on", "ok"), ("depends_on", "submit")],
        ),
        by_path(
            "the-executor-does-not-approve-the-submission",
            "bob approves, referring to his submission",
            &[("reviews", "submit"), ("rests_on", "ok")],
        ),
        by_path(
            "the-executor-does-not-approve-by-way-of-somebody-else-s-object",
            "bob approves, referring to alice's start first",
            &[("reviews", "start"), ("reviews", "submit"), ("rests_on", "ok")],
        ),
        case("the-executor-s-review-is-no-review", "bob reviews his own report", &CLAUSES)
            .with([carrier(), report(), own("v", "rep")])
            .reads(violates(all().accepts("c rep").state("W", "created", "PM"), "v"))
            .orders(Orders::Some),
        case("a-review-of-one-s-own-submission-is-no-review", "bob reviews his submission", &CLAUSES)
            .with(in_review())
            .with([own("v", "submit")])
            .reads(violates(stays(), "v"))
            .orders(Orders::Some),
        case(
            "an-approval-that-rests-on-the-executor-s-review-is-not-applied",
            "carol approves on bob's review of his own report",
            &CLAUSES,
        )
        .with(in_review())
        .with([own("ok", "rep"), approve().stream("s-carol", 1)])
        .reads(
            violates(stays(), "ok")
                .rejects("approve")
                .free("approve")
                .also("LIFECYCLE_UNDETERMINED", "approve"),
        )
        .orders(Orders::Some),
        case("a-report-alone-makes-an-executor", "bob reports, gus submits, bob approves", &CLAUSES)
            .with([
                carrier(),
                start("start"),
                report(),
                moves("submit", "active", "submit", "review")
                    .by("gus", "DEV")
                    .stream("s-gus", 1)
                    .refer("reports", "rep")
                    .refer("depends_on", "start"),
                review("ok", "carol", "approve", "rep"),
                bob_approves(),
            ])
            .reads(violates(stays().accepts("ok"), "approve"))
            .orders(Orders::Some),
        case("a-submission-alone-makes-an-executor", "gus reports, bob submits and approves", &CLAUSES)
            .with([
                carrier(),
                start("start"),
                report().by("gus", "DEV").stream("s-gus", 1),
                moves("submit", "active", "submit", "review")
                    .by("bob", "DEV")
                    .stream("s-bob", 1)
                    .refer("reports", "rep")
                    .refer("depends_on", "start"),
                review("ok", "carol", "approve", "rep"),
                bob_approves(),
            ])
            .reads(violates(stays().accepts("ok"), "approve"))
            .orders(Orders::Some),
        on_ok(
            "the-right-approval-stands-beside-the-executor-s",
            "bob's approval is refused, carol's applied",
        )
        .with([approve(), bob_approves().renamed("own")])
        .reads(violates(all().accepts(WAY).accepts("ok approve").state("W", "done", "QA"), "own"))
        .orders(Orders::Some),
    ]
}

/// Roles that exclude each other within one work item (TMPA 6.1, 9.4).
fn incompatible() -> Vec<Case> {
    let way = "c start rep submit ok approve release";
    let base = |name: &str, title: &str| case(name, title, &CLAUSES).with(done()).with([release()]);
    vec![
        base("incompatible-roles-are-not-joined-in-one-work-item", "bob executes as DEV and archives as OPS")
            .with([archive().by("bob", "OPS").stream("s-bob-ops", 1)])
            .reads(violates(all().accepts(way).state("W", "done", "QA"), "archive"))
            .orders(Orders::Some),
        base("another-identity-archives", "dave, who did nothing else, archives")
            .with([archive()])
            .reads(all().accepts(way).accepts("archive").state("W", "archived", "OPS"))
            .orders(Orders::Some),
        case(
            "no-exception-joins-incompatible-roles",
            "bob archives under an exception to the duty of review",
            &CLAUSES,
        )
        .with(done())
        .with([
            release(),
            exception("x", "erin"),
            archive().by("bob", "OPS").stream("s-bob-ops", 1).refer("under_exception", "x"),
        ])
        .reads(violates(all().accepts(way).accepts("x").state("W", "done", "QA"), "archive"))
        .orders(Orders::Some),
    ]
}

/// Leave for bob to review what he executed, by somebody.
fn exception(id: &str, creator: &str) -> Draft {
    object(id, "EXCEPTION")
        .by(creator, "ADMIN")
        .stream(&format!("s-{id}"), 1)
        .body(json!({ "rule": "executor_must_not_review", "identity": "bob" }))
}

fn excepted(name: &str, title: &str, exception: Draft) -> Case {
    on_ok(name, title).with([exception, bob_approves().refer("under_exception", "x")]).orders(Orders::Some)
}

/// What lifts the duty, and what of it remains visible.
fn exceptions() -> Vec<Case> {
    let lifted = || {
        all()
            .accepts(WAY)
            .accepts("ok x approve")
            .state("W", "done", "QA")
            .edge("approve", "under_exception", "x", true)
            .must("exception-kept", "/node_ids", "includes", json!("x"))
    };
    vec![
        excepted(
            "an-authorised-exception-lifts-the-duty-and-stays-in-evidence",
            "erin permits bob to approve",
            exception("x", "erin"),
        )
        .reads(lifted().should("authority-kept", "/nodes/x/creator", "equals", json!("erin"))),
        case(
            "an-authorised-exception-lifts-the-duty-of-a-review-too",
            "erin permits bob to review",
            &CLAUSES,
        )
        .with([
            carrier(),
            report(),
            exception("x", "erin"),
            review("v", "bob", "approve", "rep").stream("s-bob-qa", 1).refer("under_exception", "x"),
        ])
        .reads(all().accepts("c rep x v").state("W", "created", "PM").edge("v", "under_exception", "x", true))
        .orders(Orders::Some),
        excepted(
            "an-exception-by-an-assigned-administrator-counts",
            "erin makes hugo ADMIN, hugo permits",
            exception("x", "hugo").refer("follows", "as"),
        )
        .with([by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "hugo", "role": "ADMIN" }))])
        .reads(lifted().accepts("as").should(
            "authority-kept",
            "/nodes/x/creator",
            "equals",
            json!("hugo"),
        )),
        excepted(
            "the-exception-that-was-missing-settles-the-approval",
            "bob's approval is read before and after the exception",
            exception("x", "erin"),
        )
        .reads(
            reading("before")
                .only("c start rep submit ok approve")
                .accepts("c start rep submit ok")
                .rejects("approve")
                .free("approve")
                .state("W", "review", "DEV")
                .issue_to("MISSING_REFERENCE", "approve", "under_exception", "x")
                .also("SOD_VIOLATION", "approve")
                .also_by("LIFECYCLE_UNDETERMINED", "approve", "under_exception"),
        )
        .reads(reading("after").accepts(WAY).accepts("ok x approve").state("W", "done", "QA")),
    ]
}

/// Exceptions that lift nothing.
fn refused() -> Vec<Case> {
    let kept = || violates(stays().accepts("ok x"), "approve");
    let x = || exception("x", "erin");
    vec![
        on_ok(
            "an-exception-that-the-act-does-not-name-lifts-nothing",
            "erin permits, but bob's approval does not refer to it",
        )
        .with([x(), bob_approves()])
        .reads(kept())
        .orders(Orders::Some),
        excepted(
            "an-exception-for-somebody-else-lifts-nothing",
            "erin permits gus",
            x().body(json!({ "rule": "executor_must_not_review", "identity": "gus" })),
        )
        .reads(kept()),
        excepted(
            "an-exception-to-another-rule-lifts-nothing",
            "erin lifts a rule that nobody has",
            x().body(json!({ "rule": "four_eyes", "identity": "bob" })),
        )
        .reads(kept().free("x")),
        excepted(
            "an-exception-of-another-work-item-lifts-nothing",
            "erin permits bob in `W2`",
            x().work("W2", "c2"),
        )
        .with([task("c2", "W2")])
        .reads(kept().accepts("c2").state("W2", "created", "PM").also("LIFECYCLE_UNDETERMINED", "approve")),
        excepted(
            "an-exception-by-a-role-that-may-not-except-lifts-nothing",
            "carol, a QA, permits",
            x().by("carol", "QA"),
        )
        .reads(
            stays()
                .accepts("ok")
                .rejects("x approve")
                .issue("AUTHORITY_DENIED", "x")
                .issue("SOD_VIOLATION", "approve"),
        ),
        excepted("an-exception-by-a-stranger-lifts-nothing", "mallory permits", exception("x", "mallory"))
            .reads(
                stays()
                    .accepts("ok")
                    .partial("x approve")
                    .issue("AUTHORITY_UNDETERMINED", "x")
                    .also("AUTHORITY_UNDETERMINED", "approve")
                    .also_by("LIFECYCLE_UNDETERMINED", "approve", "under_exception"),
            ),
        excepted(
            "nobody-excepts-himself",
            "bob was made ADMIN and permits himself",
            exception("x", "bob").refer("follows", "as"),
        )
        .with([by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "bob", "role": "ADMIN" }))])
        .reads(kept().accepts("as")),
        excepted(
            "an-exception-that-was-changed-lifts-nothing",
            "the exception has lost its digest",
            x().tampered(),
        )
        .reads(
            stays()
                .accepts("ok")
                .excludes("x")
                .rejects("approve")
                .issue("INTEGRITY_MISMATCH", "x")
                .issue("SOD_VIOLATION", "approve")
                .issue_to("MISSING_REFERENCE", "approve", "under_exception", "x"),
        ),
        excepted(
            "an-exception-that-is-unsettled-leaves-the-approval-undetermined",
            "the exception depends on something absent",
            x().refer("depends_on", "ghost"),
        )
        .reads(
            stays()
                .accepts("ok")
                .partial("x approve")
                .issue_to("MISSING_REFERENCE", "x", "depends_on", "ghost")
                .also("AUTHORITY_UNDETERMINED", "approve")
                .also_by("LIFECYCLE_UNDETERMINED", "approve", "under_exception"),
        ),
        on_ok("a-profile-without-exceptions-permits-none", "no relation of the profile refers to exceptions")
            .with([x(), bob_approves().refer("under_exception", "x")])
            .profile("no-exceptions")
            .reads(kept())
            .orders(Orders::Some),
        case(
            "an-exception-without-its-rule-is-no-object",
            "the body does not say which rule",
            &["TMPA 9.3", "TMPA 9.4"],
        )
        .with([carrier(), report(), x().body(json!({ "identity": "bob" }))])
        .reads(all().accepts("c rep").excludes("x").state("W", "created", "PM").issue("SCHEMA_INVALID", "x"))
        .orders(Orders::Some),
    ]
}
