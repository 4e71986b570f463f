//! What settles a dispute, and what does not.

use super::{CLAUSES, base, decision, disputed};
use crate::case::{Case, Orders, case};
use crate::cast::{by_erin, review};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

fn settled(reading: Reading) -> Reading {
    reading.accepts("c rep v1 v2").state("W", "created", "PM").must(
        "both-kept",
        "/node_ids",
        "contains_all",
        json!(["v1", "v2"]),
    )
}

/// A valid decision by somebody who may decide, about every member.
pub(super) fn resolutions() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>| {
        case(name, title, &CLAUSES).with(base()).with(drafts).orders(Orders::Some)
    };
    vec![
        one(
            "an-authorised-decision-settles-the-dispute-and-both-reviews-stay",
            "erin selects the approval",
            vec![decision("d", "v1")],
        )
        .reads(disputed(reading("before").only("c rep v1 v2")))
        .reads(
            settled(reading("after"))
                .accepts("d")
                .edge("d", "resolves", "v1", true)
                .edge("d", "resolves", "v2", true),
        ),
        one("a-decision-may-select-the-rejection", "erin selects the rejection", vec![decision("d", "v2")])
            .reads(settled(all()).accepts("d")),
        one(
            "two-decisions-that-agree-settle-the-dispute",
            "erin decides twice, alike",
            vec![decision("d1", "v1"), decision("d2", "v1").stream("s-erin", 2)],
        )
        .reads(settled(all()).accepts("d1 d2")),
        one(
            "an-assigned-administrator-settles-the-dispute",
            "erin makes hugo ADMIN, hugo decides",
            vec![
                by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "hugo", "role": "ADMIN" })),
                decision("d", "v1").by("hugo", "ADMIN").stream("s-hugo", 1).refer("follows", "as"),
            ],
        )
        .reads(settled(all()).accepts("as d"))
        .orders(Orders::Some),
        case(
            "a-decision-about-three-claims-settles-them-all",
            "two approve, one rejects, erin decides",
            &CLAUSES,
        )
        .with(base())
        .with([review("v3", "ines", "approve", "rep"), decision("d", "v2").refer("resolves", "v3")])
        .reads(settled(all()).accepts("v3 d"))
        .orders(Orders::Some),
        one(
            "a-new-dispute-after-a-decision-is-a-dispute",
            "ines contradicts after the decision was made",
            vec![decision("d", "v1"), review("v3", "ines", "reject", "rep")],
        )
        .reads(reading("before").only("c rep v1 v2 d").accepts("c rep v1 v2 d").state("W", "created", "PM"))
        .reads(
            reading("after")
                .accepts("c rep d")
                .free("d")
                .disputed("v1 v2 v3")
                .state("W", "created", "PM")
                .issue("UNRESOLVED_CONFLICT", "v1"),
        )
        .orders(Orders::Some),
    ]
}

/// What settles nothing.
pub(super) fn refused() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>| {
        case(name, title, &CLAUSES).with(base()).with(drafts).orders(Orders::Some)
    };
    vec![
        one(
            "a-decision-by-a-stranger-settles-nothing",
            "mallory decides",
            vec![decision("d", "v1").by("mallory", "ADMIN").stream("s-mallory", 1)],
        )
        .reads(disputed(all()).partial("d").issue("AUTHORITY_UNDETERMINED", "d")),
        one(
            "a-decision-outside-the-assignment-settles-nothing",
            "judy is ADMIN and may assign only",
            vec![decision("d", "v1").by("judy", "ADMIN").stream("s-judy", 1)],
        )
        .reads(disputed(all()).rejects("d").issue("AUTHORITY_DENIED", "d")),
        one(
            "a-decision-by-another-role-settles-nothing",
            "ines, a QA, decides",
            vec![decision("d", "v1").by("ines", "QA").stream("s-ines", 1)],
        )
        .reads(disputed(all()).rejects("d").issue("AUTHORITY_DENIED", "d")),
        one(
            "a-decision-that-names-one-of-two-settles-nothing",
            "erin refers to the approval only",
            vec![by_erin("d", "DECISION", 1, json!({ "selects": "v1" })).refer("resolves", "v1")],
        )
        .reads(disputed(all()).accepts("d").free("d")),
        one(
            "a-decision-that-names-no-review-settles-nothing",
            "erin decides without a reference",
            vec![by_erin("d", "DECISION", 1, json!({ "selects": "v1" }))],
        )
        .reads(disputed(all()).accepts("d").free("d")),
        one(
            "a-decision-that-merely-cites-the-reviews-settles-nothing",
            "erin cites both",
            vec![
                by_erin("d", "DECISION", 1, json!({ "selects": "v1" }))
                    .refer("cites", "v1")
                    .refer("cites", "v2"),
            ],
        )
        .reads(disputed(all()).accepts("d").free("d")),
        one(
            "a-decision-that-is-itself-undetermined-settles-nothing",
            "the decision depends on something absent",
            vec![decision("d", "v1").refer("depends_on", "ghost")],
        )
        .reads(disputed(all()).partial("d").issue_to(
            "MISSING_REFERENCE",
            "d",
            "depends_on",
            "ghost",
        )),
        one(
            "a-decision-at-a-contested-place-settles-nothing",
            "the decision shares its place with a note",
            vec![decision("d", "v1"), by_erin("n", "ISSUE", 1, json!({ "summary": "x" }))],
        )
        .reads(disputed(all()).disputed("d n").issue("STREAM_DUPLICATE_SEQUENCE", "d")),
        one(
            "a-decision-after-a-gap-settles-nothing",
            "the decision stands at number 2",
            vec![decision("d", "v1").stream("s-erin", 2)],
        )
        .reads(disputed(all()).partial("d").issue("STREAM_GAP", "d")),
        one(
            "a-decision-in-a-cycle-settles-nothing",
            "the decision depends on itself",
            vec![decision("d", "v1").refer("depends_on", "d")],
        )
        .reads(disputed(all()).quarantines("d").issue("PROHIBITED_CYCLE", "d")),
        one(
            "a-decision-that-was-changed-settles-nothing",
            "the decision has lost its digest",
            vec![decision("d", "v1").tampered()],
        )
        .reads(disputed(all()).excludes("d").issue("INTEGRITY_MISMATCH", "d")),
        one(
            "decisions-that-contradict-each-other-settle-nothing",
            "erin selects the approval, hugo the rejection",
            vec![
                by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "hugo", "role": "ADMIN" })),
                decision("d1", "v1").stream("s-erin", 2),
                decision("d2", "v2").by("hugo", "ADMIN").stream("s-hugo", 1).refer("follows", "as"),
            ],
        )
        .reads(disputed(all()).accepts("as").disputed("d1 d2").free("d1 d2"))
        .orders(Orders::Some),
        one(
            "a-review-settles-no-dispute",
            "ines reviews the reviews' report once more and agrees with carol",
            vec![review("v3", "ines", "approve", "rep").refer("follows", "v1").refer("cites", "v2")],
        )
        .reads(disputed(all()).disputed("v3").free("v3")),
    ]
}
