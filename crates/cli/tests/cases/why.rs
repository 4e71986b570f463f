//! `actum why`: subjects, chains, and what is unknown.

use crate::support::{Object, Place, story};

fn stuck() -> Place {
    let place = Place::new();
    let mut objects = story();
    objects.retain(|object| object.id != "report-1");
    place.put(&objects);
    place
}

#[test]
fn a_valid_object_says_so_and_exits_0() {
    let outcome = Place::with_story().run("why t-approve evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_chain_leads_from_an_object_to_what_is_missing() {
    let place = stuck();
    let outcome = place.run("why t-submit evidence --profile profile");
    assert!(matches!(outcome.exit, Some(1 | 2)), "{outcome}");
    assert!(outcome.stdout.contains("MISSING_REFERENCE  TMPA 9.7"), "{outcome}");
    assert!(outcome.stdout.contains("reports -> report-1"), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_work_item_lists_what_is_open() {
    let place = stuck();
    let outcome = place.run("why W-1 evidence --profile profile");
    let verdict = place.run("read evidence --profile profile --work W-1");
    assert_eq!(outcome.exit, verdict.exit, "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn an_issue_is_found_by_its_first_digits() {
    let place = stuck();
    let report = place.run("read evidence --profile profile").stdout;
    let issue = report.lines().find_map(|line| line.trim().strip_prefix("issue    ")).unwrap();
    for spelled in [issue.to_owned(), format!("sha256:{issue}"), issue.chars().take(8).collect()] {
        let outcome = place.run(&format!("why {spelled} evidence --profile profile"));
        assert!(matches!(outcome.exit, Some(0..=2)), "{outcome}");
        assert!(outcome.stdout.contains(issue), "{outcome}");
    }
    assert_eq!(
        place
            .run(&format!("why {} evidence --profile profile", issue.chars().take(7).collect::<String>()))
            .exit,
        Some(66)
    );
}

#[test]
fn a_source_that_is_no_object_is_explained_by_its_id() {
    let place = Place::with_story();
    place.write("evidence/broken.json", b"{");
    let outcome = place.run("why broken.json evidence --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert!(outcome.stdout.contains("SCHEMA_INVALID"), "{outcome}");
}

#[test]
fn an_unknown_subject_is_66_and_says_what_would_help() {
    let outcome = Place::with_story().run("why nobody evidence --profile profile");
    assert_eq!(outcome.exit, Some(66), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_long_chain_ends_and_is_limited() {
    let place = Place::new();
    let mut objects = story();
    objects.truncate(1);
    for number in 2..=300_u64 {
        let target = if number == 2 { "absent".into() } else { format!("issue-{}", number - 1) };
        let object = Object::new(&format!("issue-{number}"), "ISSUE", ("alice", "PM"), number);
        objects.push(object.refers("depends_on", &target).body(r#"{"summary":"x"}"#));
    }
    place.put(&objects);
    let outcome = place.run("why issue-300 evidence --profile profile --limit 5");
    assert!(outcome.stdout.matches('\n').count() < 80, "{outcome}");
    let whole = place.run("why issue-300 evidence --profile profile --limit 0");
    assert!(!whole.stdout.contains("see --limit"), "{whole}");
}

#[test]
fn what_comes_after_a_gap_is_explained_by_the_gap() {
    let place = Place::with_story();
    let after =
        |id: &str, sequence| Object::new(id, "ISSUE", ("alice", "PM"), sequence).body(r#"{"summary":"x"}"#);
    place.put(&[after("first-after", 5), after("later", 6)]);
    let outcome = place.run("why later evidence --profile profile");
    assert_eq!(outcome.exit, Some(2), "{outcome}");
    assert!(outcome.stdout.contains("STREAM_GAP  TMPA 9.5"), "{outcome}");
    assert!(place.run("why t-start evidence --profile profile").exit == Some(0));
}

#[test]
fn every_member_of_a_cycle_is_explained_by_the_cycle() {
    let place = Place::with_story();
    let issue = |id: &str, sequence, target: &str| {
        Object::new(id, "ISSUE", ("alice", "PM"), sequence)
            .refers("depends_on", target)
            .body(r#"{"summary":"x"}"#)
    };
    place.put(&[issue("a", 3, "b"), issue("b", 4, "a")]);
    for member in ["a", "b"] {
        let outcome = place.run(&format!("why {member} evidence --profile profile"));
        assert_eq!(outcome.exit, Some(1), "{outcome}");
        assert!(outcome.stdout.contains("PROHIBITED_CYCLE  TMPA 9.7"), "{outcome}");
    }
}
