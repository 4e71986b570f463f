//! Corrections, supersessions and rollbacks.

use super::WRITER;
use crate::case::{Case, Orders, case};
use crate::cast::{active, cancel, carrier, in_review, note, object, report, start};
use crate::class::Class;
use crate::reading::{all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

fn correction(id: &str, target: &str) -> Draft {
    object(id, "CORRECTION").refer("corrects", target).body(json!({ "correction": "the number is 7" }))
}

/// Corrections, supersessions and rollbacks are new evidence that refers to the old.
pub(super) fn corrections() -> Vec<Case> {
    let wrong = || report();
    let mut cases = vec![
        case("a-correction-is-a-new-object-beside-the-old-one", "bob corrects his report", &WRITER)
            .with([carrier(), wrong(), correction("fix", "rep").by("bob", "DEV").stream("s-bob", 2)])
            .reads(reading("before").only("c rep").accepts("c rep").state("W", "created", "PM").should(
                "digest",
                "/nodes/rep/canonical_digest",
                "equals",
                digest(&report()),
            ))
            .reads(
                reading("after")
                    .accepts("c rep fix")
                    .state("W", "created", "PM")
                    .edge("fix", "corrects", "rep", true)
                    .should("digest", "/nodes/rep/canonical_digest", "equals", digest(&report())),
            )
            .orders(Orders::Some),
        case("somebody-else-may-correct-by-a-new-object", "carol corrects bob's report", &WRITER)
            .with([carrier(), wrong(), correction("fix", "rep").by("carol", "QA").stream("s-carol", 1)])
            .reads(
                all()
                    .accepts("c rep fix")
                    .state("W", "created", "PM")
                    .edge("fix", "corrects", "rep", true)
                    .should("creator", "/nodes/fix/creator", "equals", json!("carol")),
            )
            .orders(Orders::Some),
        case("a-correction-of-the-carrier-leaves-it-the-carrier", "the task's wording is corrected", &WRITER)
            .with([
                carrier(),
                correction("fix", "c").stream("s-alice", 2),
                start("start").stream("s-alice", 3),
            ])
            .reads(all().accepts("c fix start").state("W", "active", "PM").must(
                "one-carrier",
                "/nodes/fix/primary_carrier_id",
                "equals",
                json!("c"),
            ))
            .orders(Orders::Some),
        case(
            "a-correction-that-names-nothing-is-refused",
            "a CORRECTION without a reference to what it corrects",
            &["TMPA 4.4", "TMPA 9.2", "TMPA 9.3"],
        )
        .with([
            carrier(),
            wrong(),
            object("fix", "CORRECTION")
                .by("carol", "QA")
                .stream("s-carol", 1)
                .body(json!({ "correction": "7" })),
        ])
        .reads(
            all().accepts("c rep").excludes("fix").state("W", "created", "PM").issue("SCHEMA_INVALID", "fix"),
        )
        .orders(Orders::Some),
        case(
            "a-superseded-object-stays-in-evidence",
            "a second report takes the place of the first",
            &WRITER,
        )
        .with([
            carrier(),
            wrong(),
            object("rep2", "SUPERSESSION").by("bob", "DEV").stream("s-bob", 2).refer("supersedes", "rep"),
        ])
        .reads(
            all()
                .accepts("c rep rep2")
                .state("W", "created", "PM")
                .edge("rep2", "supersedes", "rep", true)
                .should("digest", "/nodes/rep/canonical_digest", "equals", digest(&report())),
        )
        .orders(Orders::Some),
        case(
            "a-supersession-that-names-nothing-is-refused",
            "a SUPERSESSION without a reference to what it replaces",
            &["TMPA 4.4", "TMPA 9.2", "TMPA 9.3"],
        )
        .with([carrier(), wrong(), object("rep2", "SUPERSESSION").by("bob", "DEV").stream("s-bob", 2)])
        .reads(
            all()
                .accepts("c rep")
                .excludes("rep2")
                .state("W", "created", "PM")
                .issue("SCHEMA_INVALID", "rep2"),
        )
        .orders(Orders::Some),
        case(
            "a-correction-of-something-absent-is-partial",
            "the corrected object is not there",
            &["TMPA 9.2", "TMPA 9.7"],
        )
        .with([carrier(), correction("fix", "ghost").stream("s-alice", 2)])
        .reads(all().accepts("c").partial("fix").state("W", "created", "PM").issue_to(
            "MISSING_REFERENCE",
            "fix",
            "corrects",
            "ghost",
        ))
        .orders(Orders::Some),
        case(
            "a-correction-moves-no-state",
            "a correction of a start in an active work item",
            &["TMPA 9.2", "TMPA 9.6"],
        )
        .with(active())
        .with([note("n", 3), correction("fix", "n").by("henry", "PM").stream("s-henry", 1).state("created")])
        .reads(all().accepts("c start n fix").state("W", "active", "PM"))
        .orders(Orders::Some),
    ];
    let mut rework = in_review();
    rework.push(
        crate::cast::moves("back", "review", "rework", "active")
            .by("carol", "QA")
            .stream("s-carol", 1)
            .refer("reviews", "rep")
            .refer("depends_on", "submit"),
    );
    cases.push(
        case(
            "a-rollback-is-a-new-transition",
            "the result goes back; submission and report stay",
            &["TMPA 9.2", "TMPA 9.6"],
        )
        .with(rework)
        .reads(all().accepts("c start rep submit back").state("W", "active", "QA"))
        .orders(Orders::Some),
    );
    cases.push(
        case("a-changed-object-is-no-correction", "the report was changed in place", &WRITER)
            .with([carrier(), cancel("cancel"), report().tampered()])
            .reads(
                all()
                    .accepts("c cancel")
                    .excludes("rep")
                    .whole(Class::Excluded)
                    .state("W", "cancelled", "PM")
                    .issue("INTEGRITY_MISMATCH", "rep"),
            )
            .orders(Orders::Some),
    );
    cases
}

/// The canonical digest of a finished object, as a node shows it.
fn digest(draft: &Draft) -> serde_json::Value {
    let bytes = actum_testkit::evidence::canonical(&draft.to_value(), &actum_canon::encode::TMPA_S04);
    json!(actum_canon::digest::sha256(&bytes).to_string())
}
