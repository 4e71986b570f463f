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
