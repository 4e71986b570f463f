//! The text report: limits, single work items, the empty set.

use crate::support::{Object, Place, story};

#[test]
fn an_empty_folder_is_valid_and_says_that_there_is_nothing() {
    let outcome = Place::new().run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.starts_with("valid  nothing here is evidence under this profile"), "{outcome}");
}

#[test]
fn one_work_item_is_reported_alone_with_its_own_verdict() {
    let place = Place::with_story();
    place.write("evidence/broken.json", b"?");
    let outcome = place.run("read evidence --profile profile --work W-1");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.starts_with("valid  work item W-1\n"), "{outcome}");
    assert!(!outcome.stdout.contains("broken.json"), "{outcome}");
}

#[test]
fn an_unknown_work_item_is_undetermined() {
    let outcome = Place::with_story().run("read evidence --profile profile --work W-9");
    assert_eq!(outcome.exit, Some(2), "{outcome}");
    assert!(outcome.stdout.starts_with("undetermined  nothing is known of the work item W-9\n"), "{outcome}");
}

#[test]
fn a_limit_counts_what_it_leaves_out_and_0_is_none() {
    let place = Place::new();
    let mut objects = story();
    objects.truncate(1);
    for number in 2..=31 {
        let issue = Object::new(&format!("issue-{number:02}"), "ISSUE", ("alice", "PM"), number);
        objects.push(issue.refers("depends_on", "absent").body(r#"{"summary":"stuck"}"#));
    }
    place.put(&objects);
    let missing = |arguments: &str| {
        let outcome = place.run(&format!("read evidence --profile profile {arguments}"));
        (outcome.stdout.matches("\n  MISSING_REFERENCE").count(), outcome.stdout)
    };
    assert!(missing("").0 <= 20);
    let (shown, text) = missing("--limit 3");
    assert!(shown <= 3 && text.contains("more, see --limit"), "{text}");
    let (shown, text) = missing("--limit 0");
    assert!(shown == 30 && !text.contains("more, see --limit"), "{text}");
}
