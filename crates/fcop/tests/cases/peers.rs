//! Every situation that the published package 4.0.5 left on disk: what its name promises is reported, and nothing else
//! that weighs (FCOP 7.4).

use super::workspace::{Workspace, registry, weighing};

/// Which object of a workspace a finding is about.
#[derive(Debug, Clone, Copy)]
enum On {
    /// A TASK: its id.
    Task,
    /// The n-th event of a TASK.
    Event(#[expect(dead_code, reason = "read by `Debug`, by which objects are compared")] usize),
    Report,
    Review,
    /// A receipt, by operation id.
    Operation,
    /// A file that yields no object.
    File,
}

use On::{Event, File, Operation, Report, Review, Task};

const PENDING: &str = "fcop:HUMAN_PENDING";
const INCOMPLETE: &str = "fcop:OPERATION_INCOMPLETE";
const DIVERGENCE: &str = "fcop:PATH_EVENT_DIVERGENCE";
const AMBIGUOUS: &str = "fcop:STATE_AMBIGUOUS";
const OPEN: &str = "LIFECYCLE_UNDETERMINED";

/// Workspace, and all that weighs in it, in order of code.
const CASES: &[(&str, &[(&str, On)])] = &[
    ("peer-v3/01-happy", &[]),
    (
        "peer-v3/02-sequence-reuse-after-claim",
        &[("DUPLICATE_ID_CONFLICT", Task), (OPEN, Task), (AMBIGUOUS, Task)],
    ),
    ("peer-v3/04-needs-human-approved", &[]),
    ("peer-v3/05-needs-human-pending-but-done", &[(PENDING, Review), (PENDING, Event(4))]),
    (
        "peer-v3/07-fast-archive-from-inbox",
        &[("fcop:REPORT_MISSING", Event(3)), ("fcop:REPORT_MISSING", Event(4))],
    ),
    ("peer-v3/08-reject-rework", &[]),
    ("peer-v3/10-moved-by-hand", &[(OPEN, Task), (DIVERGENCE, Task)]),
    ("peer-v3/11-two-stages", &[(OPEN, Task), (AMBIGUOUS, Task)]),
    ("peer-v3/13-executor-approves", &[("SOD_VIOLATION", Event(4))]),
    ("peer-v3/14-illegal-jump", &[(OPEN, Task), ("ILLEGAL_TRANSITION", Event(2)), (DIVERGENCE, Task)]),
    ("peer-v3/16-event-deleted", &[(OPEN, Task), (OPEN, Event(3)), (OPEN, Event(4)), (DIVERGENCE, Task)]),
    // A temporary was never published; it is worth knowing and weighs on nothing.
    ("peer-v3/17-leftover-tmp", &[]),
    // The library refuses the published example of its own specification; a reader takes it.
    ("peer-v3/19-spec-example-version3", &[]),
    ("peer-v4/00-happy", &[]),
    ("peer-v4/01-all-stages-rework-reopen", &[]),
    ("peer-v4/03-report-bytes-changed-after-approval", &[("INTEGRITY_MISMATCH", Report)]),
    ("peer-v4/04-acceptance-review-changed", &[("INTEGRITY_MISMATCH", Review)]),
    (
        "peer-v4/06-report-deleted-after-approval",
        &[(OPEN, Event(3)), (OPEN, Event(4)), ("MISSING_REFERENCE", Review)],
    ),
    ("peer-v4/07-task-body-changed", &[("INTEGRITY_MISMATCH", Task)]),
    (
        "peer-v4/09-inserted-into-done-illegal-edge",
        &[
            (OPEN, Task),
            ("ILLEGAL_TRANSITION", Event(2)),
            (DIVERGENCE, Task),
            ("fcop:RECEIPT_MISSING", Event(2)),
        ],
    ),
    ("peer-v4/10-same-task-two-stages", &[(OPEN, Task), (AMBIGUOUS, Task)]),
    (
        "peer-v4/12-crlf-report",
        &[("SCHEMA_INVALID", Report), (OPEN, Event(3)), (OPEN, Event(4)), ("MISSING_REFERENCE", Review)],
    ),
    // Without the TASK nothing else has a subject.
    (
        "peer-v4/13-bom-task",
        &[
            ("SCHEMA_INVALID", Task),
            ("MISSING_REFERENCE", Report),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("fcop:TIME_UNKNOWN", Operation),
        ],
    ),
    // In these two the TASK was edited to make the situation, which the receipt of its creation shows as well.
    ("peer-v4/15-dangling-reference", &[("INTEGRITY_MISMATCH", Task), ("MISSING_REFERENCE", Task)]),
    ("peer-v4/16-dangling-parent", &[("INTEGRITY_MISMATCH", Task), ("MISSING_REFERENCE", Task)]),
    ("peer-v4/18-create-op-digest-changed", &[("INTEGRITY_MISMATCH", Operation)]),
    ("peer-v4/19-create-op-missing", &[("fcop:RECEIPT_MISSING", Task)]),
    ("peer-v4/21-receipt-stage-rolled-back", &[(INCOMPLETE, Event(2))]),
    ("peer-v4/22-unadopted-profile", &[("AUTHORITY_DENIED", Event(4)), ("AUTHORITY_DENIED", Event(5))]),
    ("peer-v4/24-extra-file-in-bucket", &[("UNKNOWN_TYPE", File)]),
    ("peer-v4/25-executor-approves-own-work", &[("SOD_VIOLATION", Review), ("SOD_VIOLATION", Event(4))]),
    // The event was rewritten to name the used authorization: its pin, the chain and the authorization all say so.
    (
        "peer-v4/27-authorization-reused",
        &[("INTEGRITY_MISMATCH", Review), ("INTEGRITY_MISMATCH", Event(5)), ("AUTHORITY_DENIED", Event(5))],
    ),
    ("peer-v4/28-event-by-changed", &[("INTEGRITY_MISMATCH", Event(2))]),
    (
        "peer-v4/30-duplicate-yaml-key",
        &[
            ("SCHEMA_INVALID", Task),
            ("MISSING_REFERENCE", Report),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Review),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("MISSING_REFERENCE", Operation),
            ("fcop:TIME_UNKNOWN", Operation),
        ],
    ),
    ("peer-v4/31-crash-committed", &[]),
    ("peer-v4/31-crash-response_lost", &[]),
    ("peer-v4/31-crash-target_durable", &[(OPEN, Task), (AMBIGUOUS, Task), (INCOMPLETE, Event(2))]),
];

/// How an object id shows what it is.
fn kind(id: &str) -> String {
    match id.split_once("/t") {
        Some((_, place)) => format!("Event({place})"),
        None if id.is_empty() => "File".to_owned(),
        None => match id.split('-').next() {
            Some("TASK") => "Task",
            Some("REPORT") => "Report",
            Some("REVIEW") => "Review",
            _ => "Operation",
        }
        .to_owned(),
    }
}

#[test]
fn each_situation_is_reported_as_its_name_promises_and_happy_ones_are_clean() {
    for (name, expected) in CASES {
        let Some(workspace) = Workspace::corpus(name) else { return };
        let mut found: Vec<(&str, String)> = weighing(&workspace.project(&registry()))
            .into_iter()
            .map(|(code, id)| (code, kind(&id)))
            .collect();
        let mut expected: Vec<(&str, String)> =
            expected.iter().map(|(code, on)| (*code, format!("{on:?}"))).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn no_situation_of_the_corpus_is_left_out() {
    for peer in ["peer-v3", "peer-v4"] {
        let Some(root) = actum_testkit::shared(&format!("cases/fcop/{peer}")) else { return };
        let mut names: Vec<String> = std::fs::read_dir(root)
            .unwrap()
            .map(|entry| format!("{peer}/{}", entry.unwrap().file_name().to_str().unwrap()))
            .collect();
        names.retain(|name| !CASES.iter().any(|(case, _)| case == name));
        assert!(names.is_empty(), "{names:?}");
    }
}

#[test]
fn without_a_registry_authority_is_undetermined_and_nothing_else_changes() {
    let Some(workspace) = Workspace::corpus("peer-v4/00-happy") else { return };
    let found = weighing(&workspace.project(&actum_fcop::Registry::none()));
    let codes: Vec<&str> = found.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["AUTHORITY_UNDETERMINED", "AUTHORITY_UNDETERMINED"]);
}

#[test]
fn a_leftover_temporary_and_an_edit_by_a_person_are_said_though_they_do_not_weigh() {
    for (name, code) in [
        ("peer-v3/17-leftover-tmp", "fcop:UNCOMMITTED_TEMPORARY"),
        ("peer-v3/04-needs-human-approved", "fcop:POST_PUBLICATION_EDIT"),
    ] {
        let Some(workspace) = Workspace::corpus(name) else { return };
        assert_eq!(super::workspace::counts(&workspace.project(&registry()))[code], 1, "{name}");
    }
}
