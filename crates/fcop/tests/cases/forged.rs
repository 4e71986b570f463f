//! Faults that no workspace of the corpus has, made by changing one that is clean. What else a change breaks, above all
//! digests, is reported too; here the one reason is looked for that the change is about.

use super::workspace::{Workspace, registry};
use actum_fcop::{Code, Registry};

/// Whether some finding of a code has a cause of this reason.
fn has(workspace: &Workspace, code: Code, reason: &str) -> bool {
    has_under(workspace, &registry(), code, reason)
}

fn has_under(workspace: &Workspace, registry: &Registry, code: Code, reason: &str) -> bool {
    let findings = workspace.project(registry).findings;
    findings.iter().any(|found| found.code == code && found.causes.iter().any(|cause| cause.reason == reason))
}

/// Why envelopes contradict each other, and which.
fn contested(workspace: &Workspace) -> Vec<(&'static str, Vec<String>)> {
    let contests = workspace.project(&registry()).contests.into_iter();
    contests.map(|contest| (contest.cause.reason, contest.members)).collect()
}

fn happy() -> Option<Workspace> {
    Workspace::corpus("peer-v4/00-happy")
}

const TO_DONE: &str = "REVIEW-63c2e37b56e54b47ab0fa4bb154c75c7";
const ACCEPTANCE: &str = "REVIEW-28e42f2735b5433881eb397e75d46182";
const REPORT: &str = "REPORT-e65f7df87f3347b3ad7ac1b5a78ca5b6";
const TASK: &str = "archive/TASK-c17fbef092b542b19a9be7181ae0926b";
const ATTEMPT: &str = "urn:uuid:0f691026-e2e4-4cc5-9bcc-a1419d45ff02";
const OTHER: &str = "urn:uuid:0f691026-e2e4-4cc5-9bcc-a1419d45ff03";

#[test]
fn an_authorization_holds_for_one_transition_attempt_and_time() {
    let Some(happy) = happy() else { return };
    assert!(!has(&happy, Code::AuthorityDenied, "AUTHORIZATION_INVALID"));
    for (from, to, reason) in [
        ("expires_at: null", "expires_at: '2026-10-01T00:00:00+00:00'", "AUTHORIZATION_EXPIRED"),
        ("issued_at: '2026-09-01", "issued_at: '2027-09-01", "AUTHORIZATION_EXPIRED"),
        ("  to: done", "  to: active", "AUTHORIZATION_INVALID"),
        (ATTEMPT, OTHER, "AUTHORIZATION_INVALID"),
        ("single_use", "for_ever", "AUTHORIZATION_INVALID"),
        ("operation_kind: lifecycle_transition", "operation_kind: create_task", "AUTHORIZATION_INVALID"),
        ("profile_ref: local-trust", "profile_ref: other", "profile_not_adopted"),
    ] {
        let mut workspace = happy.clone();
        workspace.edit(TO_DONE, from, to);
        assert!(has(&workspace, Code::AuthorityDenied, reason), "{to}");
    }
}

#[test]
fn what_an_evaluator_answers_decides() {
    let Some(happy) = happy() else { return };
    let answer = |answer: &str| {
        let text = format!(
            r#"{{"id":"r","version":"1","evaluations":[{{"profile_ref":"local-trust","sender":"ADMIN","answer":"{answer}"}}]}}"#
        );
        Registry::load("fcop.json", text.as_bytes()).unwrap()
    };
    assert!(has_under(&happy, &answer("DENIED"), Code::AuthorityDenied, "AUTHORIZATION_INVALID"));
    let unavailable = "AUTHORIZATION_PROFILE_UNAVAILABLE";
    assert!(has_under(&happy, &answer("UNKNOWN"), Code::AuthorityUndetermined, unavailable));
    assert!(!has_under(&happy, &answer("AUTHORIZED"), Code::AuthorityUndetermined, unavailable));
}

#[test]
fn an_authorization_that_was_used_is_used_up() {
    let Some(workspace) = Workspace::corpus("peer-v4/27-authorization-reused") else { return };
    assert!(has(&workspace, Code::AuthorityDenied, "AUTHORIZATION_REUSED"));
    let Some(happy) = happy() else { return };
    assert!(!has(&happy, Code::AuthorityDenied, "AUTHORIZATION_REUSED"));
}

#[test]
fn a_transition_without_its_authorization_is_not_settled() {
    let Some(mut workspace) = happy() else { return };
    workspace.edit(TASK, "  authorization_ref: REVIEW-63c2", "  authorization_ref: REVIEW-73c2");
    assert!(has(&workspace, Code::LifecycleUndetermined, "AUTHORIZATION_REQUIRED"));
}

#[test]
fn evidence_belongs_to_the_attempt_and_the_task() {
    let Some(happy) = happy() else { return };
    let mut other_attempt = happy.clone();
    other_attempt.edit(REPORT, ATTEMPT, OTHER);
    assert!(has(&other_attempt, Code::IllegalTransition, "ATTEMPT_MISMATCH"));
    let mut other_kind = happy.clone();
    other_kind.edit(ACCEPTANCE, "acceptance", "assessment");
    assert!(has(&other_kind, Code::LifecycleUndetermined, "REVIEW_REQUIRED"));
    let mut other_report = happy.clone();
    other_report.edit(ACCEPTANCE, "- REPORT-e65f", "- REPORT-f65f");
    assert!(has(&other_report, Code::LifecycleUndetermined, "REVIEW_REQUIRED"));
    let mut no_report = happy.clone();
    no_report.edit(
        TASK,
        &format!("  evidence_ref:\n  - {REPORT}\n  from: active"),
        "  evidence_ref: []\n  from: active",
    );
    no_report.edit(TASK, "  evidence_digest:\n  - fe71eabde2f4a54765b0bcacae2a0db42439de7a6024a0fcd69d548559f04ee1\n  evidence_ref: []", "  evidence_digest: []\n  evidence_ref: []");
    assert!(has(&no_report, Code::LifecycleUndetermined, "REPORT_REQUIRED"));
}

#[test]
fn two_reports_of_one_attempt_contradict_each_other_unless_one_replaces_the_other() {
    let Some(happy) = happy() else { return };
    let second = |kind: &str, references: &str| {
        let mut workspace = happy.clone();
        let text =
            workspace.text(REPORT).replace(REPORT, "REPORT-second").replace("report_kind: final", kind);
        let text = text.replace("references: []", references);
        workspace.files.push(("fcop/reports/REPORT-second.md".to_owned(), text.into_bytes()));
        workspace
    };
    let ambiguous = second("report_kind: final", "references: []");
    assert_eq!(
        contested(&ambiguous),
        [("REPORT_HEAD_AMBIGUOUS", vec![REPORT.into(), "REPORT-second".into()])]
    );
    let replacing = second("report_kind: replacement", &format!("references:\n- {REPORT}"));
    assert_eq!(contested(&replacing), []);
}

#[test]
fn an_acceptance_and_a_rejection_of_one_attempt_contradict_each_other() {
    let Some(mut workspace) = happy() else { return };
    let text = workspace.text(ACCEPTANCE).replace(ACCEPTANCE, "REVIEW-no");
    let text = text.replace("acceptance", "rejection").replace("approved", "rejected");
    workspace.files.push(("fcop/reviews/REVIEW-no.md".to_owned(), text.into_bytes()));
    assert_eq!(
        contested(&workspace),
        [("approved_and_rejected", vec![ACCEPTANCE.into(), "REVIEW-no".into()])]
    );
}

#[test]
fn branches_have_one_level_and_converge_before_their_root_is_archived() {
    let Some(happy) = happy() else { return };
    let root = "TASK-c17fbef092b542b19a9be7181ae0926b";
    let branch = |id: &str, of: &str| {
        let text = happy.text(TASK).replace(root, id).replace("branch_of: null", &format!("branch_of: {of}"));
        let events = text.find("- at: '2026-11-30T07:24:01.500062").unwrap();
        let end = text.find("---\n\nbody").unwrap();
        (
            format!("fcop/_lifecycle/inbox/{id}.md"),
            format!("{}{}", text.get(..events).unwrap(), text.get(end..).unwrap()).into_bytes(),
        )
    };
    let mut family = happy.clone();
    family.files.push(branch("TASK-b1", root));
    assert!(has(&family, Code::LifecycleUndetermined, "FAMILY_CONVERGENCE_REQUIRED"));
    assert!(has(&family, Code::IllegalTransition, "BRANCH_NOT_TERMINAL"));
    family.files.push(branch("TASK-b2", "TASK-b1"));
    assert!(has(&family, Code::RelationInvalid, "BRANCH_DEPTH_EXCEEDED"));
    let mut alone = happy.clone();
    alone.edit(TASK, "  from: done\n  to: archive", "  family_digest: 00\n  from: done\n  to: archive");
    assert!(has(&alone, Code::IllegalTransition, "FAMILY_CONVERGENCE_MISMATCH"));
}

#[test]
fn strong_relations_reach_a_task_of_this_workspace_and_form_no_circle() {
    let Some(mut workspace) = happy() else { return };
    let root = "TASK-c17fbef092b542b19a9be7181ae0926b";
    let mut own = workspace.clone();
    own.edit(TASK, "parent: null", &format!("parent: {root}"));
    assert!(has(&own, Code::ProhibitedCycle, "RELATION_INVALID"));
    let mut report = workspace.clone();
    report.edit(TASK, "parent: null", &format!("parent: {REPORT}"));
    assert!(has(&report, Code::RelationInvalid, "RELATION_INVALID"));
    workspace.edit(REPORT, &format!("subject_ref: {root}"), "subject_ref: somewhere");
    assert!(has(&workspace, Code::RelationInvalid, "RELATION_INVALID"));
}

#[test]
fn an_event_that_its_receipt_knows_and_the_file_does_not_is_missed() {
    let Some(mut workspace) = happy() else { return };
    let text = workspace.text(TASK);
    let start = text.find("- at: '2026-11-30T07:24:01.551301").unwrap();
    let end = text.find("- at: '2026-11-30T07:24:01.615980").unwrap();
    let event = text.get(start..end).unwrap().to_owned();
    workspace.edit(TASK, &event, "");
    assert!(has(&workspace, Code::IntegrityMismatch, "event_of_receipt_is_missing"));
    assert!(has(&workspace, Code::LifecycleUndetermined, "from_another_state"));
}

#[test]
fn a_moment_that_was_changed_is_found_by_the_chain() {
    let Some(mut workspace) = happy() else { return };
    workspace.edit(
        TASK,
        "- at: '2026-11-30T07:24:01.615980+00:00'",
        "- at: '2026-11-30T07:24:01.615981+00:00'",
    );
    assert!(has(&workspace, Code::IntegrityMismatch, "event_and_receipt_differ"));
}

#[test]
fn a_foreign_workspace_id_and_two_operations_of_one_id_are_refused() {
    let Some(happy) = happy() else { return };
    let mut foreign = happy.clone();
    foreign.edit(REPORT, "urn:uuid:e5959862", "urn:uuid:f5959862");
    assert!(has(&foreign, Code::SchemaInvalid, "WORKSPACE_ID_MISMATCH"));
    let mut twice = happy.clone();
    let text = twice.text("operations/transition-6c40").replace("COMMITTED", "PREPARED");
    twice.files.push(("fcop/operations/copy.json".to_owned(), text.into_bytes()));
    assert!(has(&twice, Code::DuplicateIdConflict, "OPERATION_ID_CONFLICT"));
    let mut manifest = happy;
    manifest.edit("fcop.json", "\"protocol\":\"fcop\"", "\"protocol\":\"other\"");
    assert!(has(&manifest, Code::SchemaInvalid, "UNSUPPORTED_PROTOCOL"));
}

const V3: &str = r#"{"leader":"PM","roles":["PM","DEV"],"created_at":"2026-11-30T07:00:00Z"}"#;

fn task(events: &str) -> String {
    format!("---\nprotocol: fcop\nversion: 1\nsender: PM\nrecipient: DEV\n{events}---\n\nbody\n")
}

#[test]
fn an_invented_first_event_and_short_ids_of_several_are_no_evidence() {
    let migrated = task(
        "transitions:\n- at: '2026-11-30T07:00:00Z'\n  from: null\n  to: done\n  by: migration\n  tool: fcop_migrate_v3\n",
    );
    let report = "---\nprotocol: fcop\nversion: 1\nsender: DEV\nrecipient: PM\nreferences:\n- TASK-20261130-001\n---\n";
    let workspace = Workspace::of([
        ("fcop/fcop.json", V3),
        ("fcop/_lifecycle/done/TASK-20261130-001-PM-to-DEV.md", migrated.as_str()),
        ("fcop/_lifecycle/inbox/TASK-20261130-001-PM-to-DEV-again.md", task("").as_str()),
        ("fcop/reports/REPORT-20261130-001-DEV-to-PM.md", report),
    ]);
    assert!(has(&workspace, Code::BaselineEvent, "made_by_migration"));
    assert!(has(&workspace, Code::LifecycleUndetermined, "history_before_the_first_event"));
    assert!(has(&workspace, Code::ReferenceAmbiguous, "short_id_of_several"));
    assert!(has(&workspace, Code::SubjectUndetermined, "no_reciprocal_task"));
}

#[test]
fn two_layouts_two_manifests_and_old_encodings_are_said() {
    let windows = task("").replace('\n', "\r\n");
    let windows = format!("\u{FEFF}{windows}");
    let workspace = Workspace::of([
        ("a/fcop.json", V3),
        ("a/tasks/fcop.json", V3),
        ("a/_lifecycle/inbox/TASK-20261130-001-PM-to-DEV.md", windows.as_str()),
        ("a/tasks/TASK-20261130-002-PM-to-DEV.md", task("").as_str()),
    ]);
    assert!(has(&workspace, Code::TopologyMixed, "two_layouts"));
    assert!(has(&workspace, Code::ManifestAmbiguous, "several_manifests"));
    assert!(has(&workspace, Code::EncodingNormalized, "byte_order_mark"));
    assert!(has(&workspace, Code::EncodingNormalized, "crlf"));
}

#[test]
fn a_person_who_rejects_leaves_the_transition_open() {
    let Some(mut workspace) = Workspace::corpus("peer-v3/05-needs-human-pending-but-done") else { return };
    workspace.edit("REVIEW-", "decision: needs_human\n", "decision: needs_human\nhuman_approval:\n  approver: ADMIN\n  decision: reject\n  approved_at: '2026-11-30T07:32:55Z'\n");
    assert!(!has(&workspace, Code::HumanPending, "needs_human"));
    assert!(has(&workspace, Code::LifecycleUndetermined, "human_rejected"));
}

#[test]
fn references_and_places_in_streams_are_told_whole_or_refused() {
    let Some(happy) = happy() else { return };
    for (from, to, refused) in [
        ("references: []", "references: null", true),
        ("references: []", "references: REPORT-x", true),
        ("references: []", "references: []\ntmpa_stream: s\ntmpa_sequence: 1", false),
        ("references: []", "references: []\ntmpa_stream: null\ntmpa_sequence: null", false),
        ("references: []", "references: []\ntmpa_stream: s", true),
        ("references: []", "references: []\ntmpa_sequence: 1", true),
        ("references: []", "references: []\ntmpa_stream: s\ntmpa_sequence: 0", true),
        ("references: []", "references: []\ntmpa_stream: s\ntmpa_sequence: 01", true),
        ("references: []", "references: []\ntmpa_stream: s\ntmpa_sequence: 9007199254740992", true),
    ] {
        let mut workspace = happy.clone();
        workspace.edit(REPORT, from, to);
        assert_eq!(has(&workspace, Code::SchemaInvalid, "INVALID_ENVELOPE"), refused, "{to}");
    }
}

#[test]
fn an_operation_that_was_prepared_and_overtaken_is_said_and_weighs_nothing() {
    let Some(happy) = happy() else { return };
    let (id, bytes) = happy.files.iter().find(|(id, _)| id.contains("transition-f4bb")).cloned().unwrap();
    let other = "00000000000040008000000000000001";
    let text = String::from_utf8(bytes).unwrap().replace("COMMITTED", "PREPARED");
    let text = text.replace(
        "urn:uuid:f4bb196b-a66c-4f6e-be1a-59cdf85143f7",
        "urn:uuid:00000000-0000-4000-8000-000000000001",
    );
    let text = text.replace(ATTEMPT, OTHER).replace("07:24:01.500062", "07:24:01.500063");
    let lost = (id.replace("f4bb196ba66c4f6ebe1a59cdf85143f7", other), text.into_bytes());
    let overtaken = Workspace { files: [happy.files.clone(), vec![lost]].concat() };
    assert!(has(&overtaken, Code::OperationAbandoned, "NOT_COMMITTED"));
    assert!(!has(&overtaken, Code::OperationIncomplete, "RECOVERY_REQUIRED"));
}
