//! Work, deal and episode in one report: the worked example as people see it.

use crate::support::{Outcome, Place};

fn ask(question: &str) -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/one-record");
    Place::new().run(&format!("{question} {folder} --profile one-record"))
}

#[test]
fn a_report_shows_a_task_with_its_deal_and_its_episode() {
    let outcome = ask("read");
    assert_eq!(outcome.exit, Some(1), "a broker broke its deal: {outcome}");
    for line in [
        "fulfils deal:export-deal: Closed:settled, valid",
        "export fulfils it: done, valid",
        "TASK-00000000000040008000000000000005 fulfils it: done, valid",
        "recorded_in astp:",
        "deal:F4  DEAL 7.1",
    ] {
        assert!(outcome.stdout.contains(line), "{line}: {outcome}");
    }
}

#[test]
fn why_and_brief_show_what_a_work_item_hangs_together_with() {
    let why = ask("why export");
    assert_eq!(why.exit, Some(0), "{why}");
    assert!(why.stdout.contains("with  fulfils deal:export-deal: Closed:settled, valid"), "{why}");
    let why = ask("why deal:resale/m6");
    assert!(why.stdout.contains("term_mutation"), "{why}");
    let brief = ask("brief export");
    assert!(brief.stdout.contains("fulfils deal:export-deal: Closed:settled, valid"), "{brief}");
    assert!(brief.stdout.len() <= 2000, "{brief}");
}

#[test]
fn a_task_of_a_workspace_shows_its_deal_its_episode_and_the_task_that_it_depends_on() {
    let task = "TASK-00000000000040008000000000000005";
    for question in ["why", "brief"] {
        let shown = ask(&format!("{question} {task}"));
        assert_eq!(shown.exit, Some(0), "{shown}");
        for line in [
            "fulfils deal:export-deal: Closed:settled, valid",
            "depends_on export: done, valid",
            "recorded_in astp:",
            "export cites it: done, valid",
        ] {
            assert!(shown.stdout.contains(line), "{line}: {shown}");
        }
    }
}

#[test]
fn a_ledger_of_everything_reads_as_the_folder_that_was_appended() {
    let place = Place::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/one-record");
    let set = |outcome: &Outcome| {
        let lines: Vec<&str> = outcome
            .stdout
            .lines()
            .filter(|line| line.starts_with("set") || line.starts_with("read"))
            .collect();
        lines.join("\n")
    };
    for (number, everything) in ["", "--everything "].into_iter().enumerate() {
        let made = place.run(&format!("init at{number} --profile one-record"));
        assert_eq!(made.exit, Some(0), "{made}");
        let kept = place.run(&format!("append {everything}{folder} --ledger at{number}/.actum"));
        assert_eq!(kept.exit, Some(0), "{kept}");
        let read = place.run(&format!("read at{number}/.actum --profile one-record"));
        assert_eq!(set(&read), set(&ask("read")), "{everything}");
    }
}
