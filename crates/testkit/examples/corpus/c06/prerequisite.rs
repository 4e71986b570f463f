//! What a transition needs besides its source state.

use super::{WAY, in_state, one};
use crate::case::{Case, Orders, case};
use crate::cast::{
    active, approve, archive, done, in_review, moves, note, release, report, review, submit, task,
};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// References, preconditions and evidence that a transition needs (TMPA 6.2, step 8).
pub(super) fn prerequisites() -> Vec<Case> {
    let base = || {
        let mut drafts = active();
        drafts.push(report());
        drafts
    };
    let submits = |name: &str, title: &str, draft: Draft, more: Vec<Draft>| {
        one(name, title, base()).with(more).with([draft]).orders(Orders::Some)
    };
    let bare = || {
        moves("submit", "active", "submit", "review")
            .by("bob", "DEV")
            .stream("s-bob", 2)
            .refer("depends_on", "start")
    };
    let waits = || in_state("active", "PM").accepts("c start rep");
    let lacking = |reading: Reading| reading.partial("submit").issue("LIFECYCLE_UNDETERMINED", "submit");
    let approves = |name: &str, title: &str, ok: Draft| {
        one(name, title, in_review()).with([ok, approve()]).orders(Orders::Some)
    };
    let in_hand = || in_state("review", "DEV").accepts(WAY);
    vec![
        submits(
            "a-transition-without-its-required-reference-is-undetermined",
            "a submission without a report",
            bare(),
            vec![],
        )
        .reads(lacking(waits())),
        submits(
            "a-required-reference-to-another-type-is-no-evidence",
            "a submission reports a note",
            bare().refer("reports", "n"),
            vec![note("n", 3)],
        )
        .reads(
            waits().accepts("n").partial("submit").free("submit").also("LIFECYCLE_UNDETERMINED", "submit"),
        ),
        submits(
            "a-required-reference-to-another-work-item-is-no-evidence",
            "a submission reports a report of `W2`",
            bare().refer("reports", "rep2"),
            vec![
                task("c2", "W2"),
                report().renamed("rep2").work("W2", "c2").by("gus", "DEV").stream("s-gus", 1),
            ],
        )
        .reads(
            waits()
                .accepts("c2 rep2")
                .partial("submit")
                .state("W2", "created", "PM")
                .free("submit")
                .also("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        submits(
            "a-required-reference-to-nothing-is-undetermined",
            "a submission reports something absent",
            bare().refer("reports", "ghost"),
            vec![],
        )
        .reads(lacking(waits()).issue_to("MISSING_REFERENCE", "submit", "reports", "ghost")),
        submits(
            "a-required-reference-to-an-undetermined-object-is-undetermined",
            "the report depends on something absent",
            bare().refer("reports", "rep2"),
            vec![report().renamed("rep2").by("gus", "DEV").stream("s-gus", 1).refer("depends_on", "ghost")],
        )
        .reads(lacking(waits()).partial("rep2").issue_to(
            "MISSING_REFERENCE",
            "rep2",
            "depends_on",
            "ghost",
        )),
        submits(
            "a-required-reference-to-an-invalid-object-is-not-applied",
            "the report was created by a PM",
            bare().refer("reports", "rep2"),
            vec![report().renamed("rep2").by("henry", "PM").stream("s-henry", 1)],
        )
        .reads(
            waits()
                .rejects("rep2 submit")
                .free("submit")
                .issue("AUTHORITY_DENIED", "rep2")
                .also("LIFECYCLE_UNDETERMINED", "submit"),
        ),
        submits(
            "an-undetermined-predecessor-leaves-a-transition-undetermined",
            "the submission depends on something absent",
            bare().refer("reports", "rep").refer("depends_on", "ghost"),
            vec![],
        )
        .reads(waits().partial("submit").issue("LIFECYCLE_UNDETERMINED", "submit").issue_to(
            "MISSING_REFERENCE",
            "submit",
            "depends_on",
            "ghost",
        )),
        approves(
            "an-approval-without-its-precondition-is-undetermined",
            "no review is rested on",
            review("other", "carol", "approve", "rep"),
        )
        .reads(
            in_hand()
                .accepts("other")
                .partial("approve")
                .issue("LIFECYCLE_UNDETERMINED", "approve")
                .issue_to("MISSING_REFERENCE", "approve", "rests_on", "ok"),
        ),
        approves(
            "an-adverse-review-is-no-precondition-of-an-approval",
            "the review that is rested on rejects",
            review("ok", "carol", "reject", "rep"),
        )
        .reads(in_hand().accepts("ok").partial("approve").issue("LIFECYCLE_UNDETERMINED", "approve")),
        approves(
            "a-review-of-another-work-item-is-no-precondition",
            "the review that is rested on belongs to `W2`",
            review("ok", "carol", "approve", "rep2").work("W2", "c2"),
        )
        .with([
            task("c2", "W2"),
            report().renamed("rep2").work("W2", "c2").by("gus", "DEV").stream("s-gus", 1),
        ])
        .reads(
            in_hand()
                .accepts("c2 rep2 ok")
                .partial("approve")
                .free("approve")
                .state("W2", "created", "PM")
                .also("LIFECYCLE_UNDETERMINED", "approve"),
        ),
        one(
            "the-missing-evidence-settles-the-transition",
            "the submission is read before and after its report",
            active(),
        )
        .with([report().by("gus", "DEV").stream("s-gus", 1), submit().stream("s-bob", 1)])
        .reads(
            reading("before")
                .only("c start submit")
                .accepts("c start")
                .partial("submit")
                .state("W", "active", "PM")
                .issue("LIFECYCLE_UNDETERMINED", "submit")
                .issue_to("MISSING_REFERENCE", "submit", "reports", "rep"),
        )
        .reads(reading("after").accepts("c start rep submit").state("W", "review", "DEV"))
        .orders(Orders::Some),
    ]
}

/// A precondition that waits for a person has its own label (TMPA 7.2).
pub(super) fn humans() -> Vec<Case> {
    let way = "c start rep submit ok approve";
    let bare = || archive().set("/references", json!([{ "relation": "archives", "target": "approve" }]));
    let waits = |reading: Reading| reading.accepts(way).state("W", "done", "QA");
    let clauses = ["TMPA 6.2", "TMPA 7.2", "TMPA 7.4", "TMPA 9.6"];
    vec![
        case("what-only-waits-for-a-person-is-pending", "an archive that nobody has released", &clauses)
            .with(done())
            .with([bare()])
            .reads(waits(all()).pending("archive").labels().issue("LIFECYCLE_UNDETERMINED", "archive"))
            .orders(Orders::Some),
        case(
            "what-lacks-more-than-a-person-is-partial",
            "an archive that nobody has released, of nothing",
            &clauses,
        )
        .with(done())
        .with([archive().set("/references", json!([{ "relation": "depends_on", "target": "approve" }]))])
        .reads(waits(all()).partial("archive").issue("LIFECYCLE_UNDETERMINED", "archive")),
        case("another-decision-is-no-release", "the decision says `keep`", &clauses)
            .with(done())
            .with([release().body(json!({ "decision": "keep" })), archive()])
            .reads(
                waits(all()).accepts("release").pending("archive").issue("LIFECYCLE_UNDETERMINED", "archive"),
            ),
        case("a-release-by-a-stranger-is-no-release", "mallory decides", &clauses)
            .with(done())
            .with([release().by("mallory", "ADMIN").stream("s-mallory", 1), archive()])
            .reads(
                waits(all())
                    .partial("release archive")
                    .issue("AUTHORITY_UNDETERMINED", "release")
                    .issue("LIFECYCLE_UNDETERMINED", "archive"),
            ),
        case(
            "a-release-settles-what-was-pending",
            "the release arrives after the archive that refers to it",
            &clauses,
        )
        .with(done())
        .with([release(), archive()])
        .reads(
            waits(reading("before").only("c start rep submit ok approve archive"))
                .partial("archive")
                .issue("LIFECYCLE_UNDETERMINED", "archive")
                .issue_to("MISSING_REFERENCE", "archive", "released_by", "release"),
        )
        .reads(reading("after").accepts(way).accepts("release archive").state("W", "archived", "OPS"))
        .orders(Orders::Some),
    ]
}
