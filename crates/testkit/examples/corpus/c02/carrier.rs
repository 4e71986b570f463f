//! Carriers: one for each work item, there, valid and its own.

use super::CARRIER;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, carrier, note, report, start, task};
use crate::reading::{all, reading};
use serde_json::json;

pub(super) fn carriers() -> Vec<Case> {
    vec![
        case(
            "what-several-writers-add-resolves-to-one-carrier",
            "report, note and start name the task they belong to",
            &CARRIER,
        )
        .with([carrier(), report(), aside("n", "carol", "QA"), start("start")])
        .reads(
            all()
                .accepts("c rep n start")
                .state("W", "active", "PM")
                .must("one-carrier", "/nodes/rep/primary_carrier_id", "equals", json!("c"))
                .must("one-work", "/nodes/n/governed_work_id", "equals", json!("W")),
        )
        .orders(Orders::Some),
        case(
            "two-work-items-keep-their-carriers-apart",
            "each of two tasks is a carrier of its own",
            &CARRIER,
        )
        .with([carrier(), task("c2", "W2"), start("start")])
        .reads(
            all()
                .accepts("c c2 start")
                .state("W", "active", "PM")
                .state("W2", "created", "PM")
                .incomparable("c", "c2"),
        )
        .orders(Orders::Some),
        case(
            "a-further-task-that-names-the-carrier-is-no-second-carrier",
            "a TASK of the same work item repeats the carrier",
            &CARRIER,
        )
        .with([carrier(), task("part", "W").work("W", "c"), start("start")])
        .reads(all().accepts("c part start").state("W", "active", "PM"))
        .orders(Orders::Some),
        case(
            "two-carriers-of-one-work-item-are-a-conflict",
            "two tasks each claim to carry `W`; a start follows one",
            &CARRIER,
        )
        .with([carrier(), task("rival", "W"), start("start")])
        .reads(
            all()
                .disputed("c rival start")
                .unknown("W")
                .issue("PRIMARY_CARRIER_CONFLICT", "c")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
        case(
            "a-follower-that-names-another-carrier-is-a-conflict",
            "a note of `W` names the carrier of `W2`",
            &CARRIER,
        )
        .with([carrier(), task("c2", "W2"), note("n", 2).work("W", "c2")])
        .reads(
            all()
                .disputed("c n")
                .accepts("c2")
                .unknown("W")
                .state("W2", "created", "PM")
                .issue("PRIMARY_CARRIER_CONFLICT", "c"),
        )
        .orders(Orders::Some),
        case("a-borrowed-carrier-carries-nothing", "objects of `W2` name the carrier of `W`", &CARRIER)
            .with([
                carrier(),
                note("n", 2).work("W2", "c"),
                start("start").work("W2", "c").stream("s-alice", 3),
            ])
            .reads(
                all()
                    .accepts("c")
                    .disputed("n start")
                    .state("W", "created", "PM")
                    .unknown("W2")
                    .issue("PRIMARY_CARRIER_CONFLICT", "n")
                    .also("LIFECYCLE_UNDETERMINED", "start"),
            )
            .orders(Orders::Some),
        case("an-object-that-is-no-task-carries-nothing", "an ISSUE names itself as the carrier", &CARRIER)
            .with([carrier().kind("ISSUE").body(json!({ "summary": "x" })), start("start")])
            .reads(
                all()
                    .disputed("c start")
                    .unknown("W")
                    .issue("PRIMARY_CARRIER_CONFLICT", "c")
                    .also("LIFECYCLE_UNDETERMINED", "start"),
            )
            .orders(Orders::Some),
        case(
            "a-carrier-that-is-not-valid-starts-no-lifecycle",
            "the task was created by a stranger",
            &["TMPA 6.3", "TMPA 9.2", "TMPA 9.6"],
        )
        .with([carrier().by("mallory", "PM").stream("s-mallory", 1), start("start").stream("s-alice", 1)])
        .reads(
            all()
                .partial("c start")
                .unknown("W")
                .issue("AUTHORITY_UNDETERMINED", "c")
                .issue("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
    ]
}

/// Without its carrier a work item is partial: what is missing is reported, not guessed (TMPA 7.2, 9.10).
pub(super) fn missing() -> Vec<Case> {
    let absent = |reading: crate::reading::Reading| {
        reading
            .partial("start n")
            .unknown("W")
            .also_to("MISSING_REFERENCE", "n", "primary_carrier_id", "c")
            .also("LIFECYCLE_UNDETERMINED", "start")
    };
    let followers = || [start("start").stream("s-alice", 1), note("n", 2)];
    vec![
        case(
            "a-carrier-that-is-absent-is-missing",
            "a start and a note without their task",
            &["TMPA 6.3", "TMPA 7.2", "TMPA 9.2", "TMPA 9.7"],
        )
        .with(followers())
        .reads(absent(all()))
        .orders(Orders::Some),
        case(
            "a-carrier-that-arrives-late-settles-the-work-item",
            "the followers are read before and after their task",
            &["TMPA 3.6", "TMPA 9.2", "TMPA 9.7"],
        )
        .with(followers())
        .with([carrier().by("henry", "PM").stream("s-henry", 1)])
        .reads(absent(reading("before").only("start n")))
        .reads(reading("after").accepts("start n c").state("W", "active", "PM"))
        .orders(Orders::Some),
        case(
            "a-carrier-that-was-changed-carries-nothing",
            "the task no longer has its digest",
            &["TMPA 6.3", "TMPA 9.2", "TMPA 9.8"],
        )
        .with([
            carrier().by("henry", "PM").stream("s-henry", 1).tampered(),
            start("start").stream("s-alice", 1),
            note("n", 2),
        ])
        .reads(
            all()
                .excludes("c")
                .partial("start n")
                .unknown("W")
                .issue("INTEGRITY_MISMATCH", "c")
                .also_to("MISSING_REFERENCE", "n", "primary_carrier_id", "c")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
        case(
            "a-carrier-with-two-contents-carries-nothing",
            "two different tasks under the carrier's id",
            &["TMPA 6.3", "TMPA 9.2", "TMPA 9.9"],
        )
        .input(Input::seen(&carrier().by("henry", "PM").stream("s-henry", 1), "one"))
        .input(Input::seen(
            &carrier().by("henry", "PM").stream("s-henry", 1).body(json!({ "title": "Build the exporter" })),
            "two",
        ))
        .with([start("start").stream("s-alice", 1), note("n", 2)])
        .reads(
            all()
                .excludes("one two")
                .partial("start n")
                .unknown("W")
                .issue("DUPLICATE_ID_CONFLICT", "c")
                .also_to("MISSING_REFERENCE", "n", "primary_carrier_id", "c")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
    ]
}
