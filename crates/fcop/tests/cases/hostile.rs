//! What a stranger may send: inputs that are large where it hurts. Nothing here is timed; a pass that is worse than
//! linear does not end within a day on these.

use super::workspace::{Workspace, counts, registry};

const HEAD: &str = "---\nprotocol: fcop\nversion: 1\nsender: PM\nrecipient: DEV\n";

fn project(files: &[(String, String)]) -> actum_fcop::Projection {
    let files = files.iter().map(|(id, text)| (id.as_str(), text.as_str()));
    Workspace::of(files).project(&registry())
}

#[test]
fn a_task_with_a_hundred_thousand_events_is_read() {
    let mut text =
        format!("{HEAD}transitions:\n- {{at: x, from: null, to: inbox, by: PM, tool: create_task}}\n");
    for _ in 0..50_000 {
        text.push_str("- {at: x, from: inbox, to: active, by: DEV, tool: claim_task}\n");
    }
    text.push_str("---\n");
    let id = "fcop/_lifecycle/inbox/TASK-20261130-001-PM-to-DEV.md".to_owned();
    let other = "fcop/_lifecycle/done/TASK-20261130-001-PM-to-DEV.md".to_owned();
    let projection = project(&[(id, text.clone()), (other, text)]);
    assert_eq!(counts(&projection)["fcop:STATE_AMBIGUOUS"], 1);
    assert_eq!(
        counts(&projection)["LIFECYCLE_UNDETERMINED"],
        50_000,
        "one for the TASK, one for each event but one"
    );
}

#[test]
fn many_tasks_of_one_number_and_many_references_to_it_are_read() {
    let mut files = Vec::new();
    for slug in 0..4_000 {
        let id = format!("tasks/TASK-20261130-001-PM-to-DEV-s{slug}.md");
        files.push((id, format!("{HEAD}---\n")));
    }
    let mut report = HEAD.replace("PM", "X").replace("DEV", "PM").replace("sender: X", "sender: DEV");
    report.push_str("references:\n");
    for slug in 0..20_000 {
        report
            .push_str(&format!("- TASK-20261130-001-PM-to-DEV{}\n", if slug % 2 == 0 { "" } else { "-s1" }));
    }
    report.push_str("---\n");
    files.push(("reports/REPORT-20261130-001-DEV-to-PM.md".to_owned(), report));
    let projection = project(&files);
    assert_eq!(counts(&projection)["fcop:REFERENCE_AMBIGUOUS"], 1);
    assert_eq!(projection.objects.len(), 4_001);
}

#[test]
fn a_chain_of_parents_and_a_ring_of_them_cost_no_stack() {
    let mut files = Vec::new();
    for number in 0..5_000u32 {
        let id = |number: u32| format!("TASK-20261130-001-PM-to-DEV-n{number}");
        let text = format!("{HEAD}parent: {}\n---\n", id((number + 1) % 5_000));
        files.push((format!("tasks/{}.md", id(number)), text));
    }
    let projection = project(&files);
    assert_eq!(counts(&projection)["PROHIBITED_CYCLE"], 1);
}

#[test]
fn deep_wide_and_endless_frontmatter_is_refused_or_taken_without_harm() {
    let open = "[".repeat(100_000);
    let keys: String = (0..100_000).map(|at| format!("k{at}: v\n")).collect();
    let marks = "- ".repeat(100_000);
    let question = "? ".repeat(50_000);
    let flow = format!("a: [{}]\n", "x, ".repeat(100_000));
    let quoted = format!("a: \"{}\"\n", "\\x41".repeat(100_000));
    let block = format!("a: |\n{}", " x\n".repeat(100_000));
    let mut colons = "a: ".repeat(50_000);
    colons.push('\n');
    let braces = format!("a: {}\n", "{a: ".repeat(50_000));
    let files: Vec<(String, String)> = [open, keys, marks, question, flow, quoted, block, colons, braces]
        .into_iter()
        .enumerate()
        .map(|(at, front)| {
            (format!("tasks/TASK-20261130-{:03}-PM-to-DEV.md", at + 1), format!("{HEAD}{front}\n---\n"))
        })
        .collect();
    let projection = project(&files);
    assert_eq!(projection.sources.len(), files.len());
    let refused: Vec<&str> = projection
        .findings
        .iter()
        .filter(|found| found.code == actum_fcop::Code::SchemaInvalid)
        .flat_map(|found| found.causes.iter().map(|cause| cause.reason))
        .collect();
    assert!(refused.contains(&"too_many_keys"), "{refused:?}");
    assert_eq!(refused.len(), 6, "{refused:?}");
}

#[test]
fn a_receipt_for_each_of_many_copies_is_read() {
    let receipt = |at: usize| {
        format!(
            r#"{{"contract":"fcop-create-task-v1","key":"{0:064}","workspace_id":"urn:uuid:1","operation_kind":"create_task","operation_id":"o","task_id":"TASK-1","path":"fcop/_lifecycle/inbox/TASK-1.md","digest":"{0:064}","content_digest":"{at:064}"}}"#,
            0
        )
    };
    let manifest = r#"{"encoding":{"name":"fcop-filesystem","version":"4.0"},"profiles":[],"protocol":"fcop","protocol_version":"4.0","workspace_id":"urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0"}"#;
    let mut files = vec![("fcop/fcop.json".to_owned(), manifest.to_owned())];
    for at in 0..5_000 {
        files.push((format!("fcop/operations/transition-{at}.json"), receipt(at)));
    }
    let projection = project(&files);
    assert_eq!(counts(&projection)["DUPLICATE_ID_CONFLICT"], 1);
    assert_eq!(projection.sources.len(), 5_001);
}
