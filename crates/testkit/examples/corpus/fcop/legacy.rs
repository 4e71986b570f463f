//! C06: lifecycles before version 4 (FCOP 4, 7.1): no authorizations, transitions of their own, and often no event at all.

use super::lifecycle::{EVIDENCE, LAWS, PATHS, illegal};
use super::old::{APPROVED, ARCHIVED, CLAIMED, CREATED, FINISHED, Moved, SUBMITTED, team};
use super::workspace::Workspace;
use super::{flat, named};
use crate::case::Case;
use crate::reading::Reading;

const REPORT: &str = "REPORT-20260302-001-DEV-to-PM";
const OLD: &str = "TASK-20260302-001-PM-to-DEV";

/// A TASK of version 3 in a stage, with a REPORT where there is one.
fn old(stage: &str, events: &[Moved<'_>], reported: bool) -> Workspace {
    let folder = format!("fcop/_lifecycle/{stage}");
    let workspace = team(&["PM", "DEV"]).old_task(&folder, OLD, ("PM", "DEV"), events);
    let fields =
        [("sender", "DEV"), ("recipient", "PM"), ("created_at", "2026-03-02T08:20:00Z"), ("ref_task", OLD)];
    match reported {
        true => workspace.old_envelope(&format!("fcop/reports/{REPORT}.md"), &fields, &[REPORT]),
        false => workspace,
    }
}

pub(super) fn older() -> Vec<Case> {
    let is =
        |state: &'static str, role: &'static str| move |reading: Reading| reading.state(OLD, state, role);
    let migrated = ("2026-03-02T08:00:00Z", "", "done", "migration", "fcop_migrate_v3");
    let verdict = |decision: &str, more: &[(&str, &str)]| {
        let mut fields = vec![
            ("sender", "QA"),
            ("reviewer_role", "QA"),
            ("subject_type", "task"),
            ("subject_ref", OLD),
            ("decision", decision),
            ("decided_at", "2026-03-02T08:40:00Z"),
        ];
        fields.extend(more);
        let id = "REVIEW-20260302-001-QA-on-login";
        old("done", &[CREATED, CLAIMED, SUBMITTED, APPROVED], true).old_envelope(
            &format!("fcop/reviews/{id}.md"),
            &fields,
            &[id],
        )
    };
    let last = format!("{OLD}/t4");
    let flat_task =
        |folder: &str| Workspace::empty().old_task(folder, "TASK-20260302-001-PM-to-DEV", ("PM", "DEV"), &[]);
    vec![
        named(
            "version-3-finishes-without-review",
            "DEV finishes what DEV reported",
            &LAWS,
            old("done", &[CREATED, CLAIMED, FINISHED], true),
            is("done", "executor"),
        ),
        named(
            "version-3-approves-without-an-authorization",
            "PM approves",
            &LAWS,
            old("done", &[CREATED, CLAIMED, SUBMITTED, APPROVED], true),
            is("done", "approver"),
        ),
        named(
            "version-3-reopens-nothing",
            "PM takes a finished TASK up again",
            &LAWS,
            old(
                "active",
                &[
                    CREATED,
                    CLAIMED,
                    FINISHED,
                    ("2026-03-02T09:00:00Z", "done", "active", "PM", "reopen_task"),
                ],
                true,
            ),
            |reading| {
                illegal(reading, &format!("{OLD}/t4"))
                    .partial(OLD)
                    .issue("LIFECYCLE_UNDETERMINED", OLD)
                    .finding("fcop:PATH_EVENT_DIVERGENCE", OLD)
                    .leans(&format!("{OLD}/t2 {OLD}/t3 {REPORT}"))
                    .unknown(OLD)
            },
        ),
        named(
            "a-task-of-version-3-is-not-closed-without-a-report",
            "DEV finishes and reports nothing",
            &EVIDENCE,
            old("done", &[CREATED, CLAIMED, FINISHED], false),
            |reading| {
                reading
                    .partial(&format!("{OLD}/t3"))
                    .finding("fcop:REPORT_MISSING", &format!("{OLD}/t3"))
                    .issue("LIFECYCLE_UNDETERMINED", &format!("{OLD}/t3"))
                    .state(OLD, "active", "executor")
            },
        ),
        named(
            "a-verdict-that-waits-for-a-person-holds-the-approval-up",
            "QA asks for a person",
            &EVIDENCE,
            verdict("needs_human", &[]),
            |reading| {
                reading
                    .pending(&format!("REVIEW-20260302-001-QA-on-login {last}"))
                    .finding("fcop:HUMAN_PENDING", &last)
                    .finding("fcop:HUMAN_PENDING", "REVIEW-20260302-001-QA-on-login")
                    .issue("LIFECYCLE_UNDETERMINED", &last)
                    .state(OLD, "review", "executor")
            },
        ),
        named(
            "a-verdict-that-approves-holds-nothing-up",
            "QA approves",
            &EVIDENCE,
            verdict("approved", &[]),
            is("done", "approver"),
        ),
        named(
            "an-event-that-a-migration-made-up-is-no-history",
            "the first event is that of a migration",
            &PATHS,
            old("done", &[migrated], true),
            |reading| {
                reading
                    .partial(OLD)
                    .issue("LIFECYCLE_UNDETERMINED", OLD)
                    .finding("fcop:BASELINE_EVENT", OLD)
                    .leans(REPORT)
                    .unknown(OLD)
            },
        ),
        named(
            "a-task-of-version-3-without-events-is-where-it-began",
            "a TASK in the inbox, and no event",
            &PATHS,
            old("inbox", &[], false),
            |reading| reading.state(OLD, "inbox", "issuer").finding("fcop:CREATED_AT_DAY_ONLY", OLD),
        ),
        named(
            "a-task-of-version-3-without-events-is-nowhere-else",
            "a TASK in `done`, and no event",
            &PATHS,
            old("done", &[], true),
            |reading| {
                reading
                    .partial(OLD)
                    .issue("LIFECYCLE_UNDETERMINED", OLD)
                    .finding("fcop:CREATED_AT_DAY_ONLY", OLD)
                    .leans(REPORT)
                    .unknown(OLD)
            },
        ),
        named(
            "version-3-archives-what-is-done",
            "ADMIN archives",
            &LAWS,
            old("archive", &[CREATED, CLAIMED, FINISHED, ARCHIVED], true),
            is("archive", "archiver"),
        ),
        flat("version-2-has-open-tasks", "a TASK in `tasks`", &PATHS, flat_task("fcop/tasks"), |reading| {
            reading.state(OLD, "open", "issuer").finding("fcop:CREATED_AT_DAY_ONLY", OLD)
        }),
        flat(
            "an-archived-task-of-version-2-shows-no-history",
            "a TASK in `log`",
            &PATHS,
            flat_task("fcop/log/tasks"),
            |reading| {
                reading
                    .partial(OLD)
                    .issue("LIFECYCLE_UNDETERMINED", OLD)
                    .finding("fcop:CREATED_AT_DAY_ONLY", OLD)
                    .finding("fcop:REPORT_MISSING", OLD)
                    .unknown(OLD)
            },
        ),
    ]
}
