//! C05: who may, which no file of a workspace says (FCOP 4, 7.1, TMPA 6.2, 9.4): the profile's registry assigns roles and knows
//! what evaluators answered about authorizations.

use super::cast::{CREATION, FIFTH, FOURTH, SECOND, TASK, THIRD, accepted, archived, authorized, done};
use super::old::{APPROVED, CLAIMED, CREATED, SUBMITTED, team};
use super::transition::Event;
use super::workspace::Workspace;
use super::{named, typed, under};
use crate::case::Case;
use crate::reading::Reading;

const ROLES: [&str; 4] = ["FCOP 7.1", "TMPA 6.2", "TMPA 9.4", "TMPA 9.9"];
const AUTHORIZED: [&str; 4] = ["FCOP 4", "FCOP 7.4", "TMPA 6.2", "TMPA 9.4"];

fn reviewed(reading: Reading) -> Reading {
    reading.state(TASK, "review", "executor")
}

fn undetermined(reading: Reading, objects: &str) -> Reading {
    let reading = reading.partial(objects);
    objects.split(' ').fold(reading, |reading, object| reading.issue("AUTHORITY_UNDETERMINED", object))
}

pub(super) fn roles() -> Vec<Case> {
    let acts = |name: &str, title: &str, event: Event<'_>, says: fn(Reading) -> Reading| {
        typed(name, title, &ROLES, authorized().step(TASK, event), says)
    };
    let bare = "TASK-login TASK-login/t2 TASK-login/t3 TASK-login/t4 TASK-login/t5 REPORT-1 REVIEW-yes REVIEW-may \
                REVIEW-shelve";
    let task = "TASK-20260302-001-PM-to-DEV";
    let by_mallory = ("2026-03-02T08:50:00Z", "review", "done", "MALLORY", "approve_task");
    let report =
        [("sender", "DEV"), ("recipient", "PM"), ("created_at", "2026-03-02T08:20:00Z"), ("ref_task", task)];
    let old = |roles: &[&str], last| {
        let events = [CREATED, CLAIMED, SUBMITTED, last];
        team(roles).old_task("fcop/_lifecycle/done", task, ("PM", "DEV"), &events).old_envelope(
            "fcop/reports/REPORT-20260302-001-DEV-to-PM.md",
            &report,
            &["REPORT-20260302-001-DEV-to-PM"],
        )
    };
    vec![
        typed(
            "everybody-acts-in-a-role-of-theirs",
            "a TASK up to the archive",
            &ROLES,
            archived(),
            |reading| reading.state(TASK, "archive", "archiver"),
        ),
        under(
            "fcop-4.0-bare",
            "without-a-registry-nothing-is-authoritative",
            "the same TASK under the profile as it ships",
            &ROLES,
            archived(),
            |reading| {
                let receipts = [CREATION, SECOND, THIRD, FOURTH, FIFTH];
                let reading = receipts.into_iter().fold(undetermined(reading, bare), undetermined);
                let reading = reading.further().informs(&["actum:DEPENDENCY_UNDETERMINED"]);
                reading.finding("fcop:REGISTRY_ABSENT", "").unknown(TASK)
            },
        ),
        typed(
            "a-stranger-files-no-task",
            "MALLORY files it",
            &ROLES,
            Workspace::new().task(TASK, "MALLORY", "DEV"),
            |reading| undetermined(undetermined(reading, TASK), CREATION).unknown(TASK),
        ),
        typed(
            "an-identity-that-is-no-role-is-not-that-role",
            "PM's TASK names a session",
            &ROLES,
            Workspace::new().task_with(TASK, "PM", "DEV", &[("session_id", "s-17")]),
            |reading| {
                undetermined(reading.says_nothing().informs(&["fcop:STREAM_ORDER_UNKNOWN"]), TASK)
                    .unknown(TASK)
            },
        ),
        acts(
            "who-holds-another-role-may-not-approve",
            "OPS, an executor, approves",
            Event::approve("OPS", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"),
            |reading| reviewed(undetermined(reading, "TASK-login/t4")),
        ),
        acts(
            "a-stranger-may-not-approve",
            "MALLORY approves",
            Event::approve("MALLORY", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"),
            |reading| reviewed(undetermined(undetermined(reading, "TASK-login/t4"), FOURTH)),
        ),
        acts(
            "another-approver-may-approve",
            "QA approves what PM accepted",
            Event::approve("QA", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"),
            |reading| reading.state(TASK, "done", "approver"),
        ),
        named(
            "a-manifest-gives-nobody-authority",
            "MALLORY leads the team by the manifest and approves",
            &ROLES,
            old(&["MALLORY", "PM", "DEV"], by_mallory),
            |reading| {
                undetermined(reading, "TASK-20260302-001-PM-to-DEV/t4").state(
                    "TASK-20260302-001-PM-to-DEV",
                    "review",
                    "executor",
                )
            },
        ),
        named(
            "who-is-not-in-the-manifest-may-act-where-the-registry-says-so",
            "the manifest names OPS and QA alone",
            &ROLES,
            old(&["OPS", "QA"], APPROVED),
            |reading| reading.state("TASK-20260302-001-PM-to-DEV", "done", "approver"),
        ),
    ]
}

/// The approval of what PM accepted, under an authorization with other fields.
fn approved(other: &[(&str, &str)]) -> Workspace {
    accepted()
        .authorize_with("REVIEW-may", TASK, ("review", "done"), other)
        .step(TASK, Event::approve("PM", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"))
}

pub(super) fn authorizations() -> Vec<Case> {
    let denied = |name: &str, title: &str, other: &[(&str, &str)]| {
        typed(name, title, &AUTHORIZED, approved(other), |reading| {
            reviewed(reading).rejects("TASK-login/t4").issue("AUTHORITY_DENIED", "TASK-login/t4")
        })
    };
    let open = |name: &str, title: &str, other: &[(&str, &str)]| {
        typed(name, title, &AUTHORIZED, approved(other), |reading| {
            reviewed(undetermined(reading, "TASK-login/t4")).also("LIFECYCLE_UNDETERMINED", "TASK-login/t4")
        })
    };
    let second = done().step(TASK, Event::archive("ADMIN", "REVIEW-may"));
    let other = accepted()
        .task("TASK-other", "PM", "DEV")
        .authorize("REVIEW-may", "TASK-other", ("review", "done"))
        .step(TASK, Event::approve("PM", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"));
    vec![
        typed(
            "an-authorization-that-fits-is-enough",
            "in time, once, by an adopted profile",
            &AUTHORIZED,
            done(),
            |reading| reading.state(TASK, "done", "approver"),
        ),
        denied(
            "an-expired-authorization-is-refused",
            "it ended the day before",
            &[("expires_at", "2026-03-01T12:00:00+00:00")],
        ),
        denied(
            "an-authorization-does-not-reach-back",
            "it is issued the day after",
            &[("issued_at", "2026-03-03T00:00:00+00:00")],
        ),
        denied(
            "an-authorization-of-another-transition-is-refused",
            "for review to active",
            &[("to", "active")],
        ),
        denied(
            "an-authorization-by-a-profile-that-is-not-adopted-is-refused",
            "by `their-trust`",
            &[("profile_ref", "their-trust")],
        ),
        denied(
            "an-authorization-that-its-evaluator-denies-is-refused",
            "its proof is revoked",
            &[("issuer_proof", "revoked")],
        ),
        denied(
            "an-authorization-for-ever-is-none",
            "its scope is not single use",
            &[("authorization_scope", "unlimited")],
        ),
        open(
            "an-authorization-that-its-evaluator-does-not-know-leaves-it-open",
            "the answer is UNKNOWN",
            &[("issuer_proof", "unsure")],
        ),
        open(
            "an-authorization-without-an-answer-leaves-it-open",
            "no evaluator was asked about its proof",
            &[("issuer_proof", "none")],
        ),
        typed(
            "an-authorization-holds-once",
            "the approval's authorization is used for the archive",
            &AUTHORIZED,
            second,
            |reading| {
                reading
                    .state(TASK, "done", "approver")
                    .rejects("TASK-login/t5")
                    .issue("AUTHORITY_DENIED", "TASK-login/t5")
            },
        ),
        typed(
            "an-authorization-of-another-task-is-refused",
            "it is about another TASK",
            &AUTHORIZED,
            other,
            |reading| {
                let reading =
                    reviewed(reading).rejects("TASK-login/t4").issue("AUTHORITY_DENIED", "TASK-login/t4");
                reading.further().state("TASK-other", "inbox", "issuer")
            },
        ),
    ]
}
