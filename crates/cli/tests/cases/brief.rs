//! `actum brief`: small, complete in kind, honest about the rest.

use crate::support::{Object, Place};

#[test]
fn a_brief_says_state_responsibility_and_what_is_open() {
    let outcome = Place::with_story().run("brief W-1 evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_brief_of_an_unknown_work_item_is_undetermined() {
    let outcome = Place::with_story().run("brief W-9 evidence --profile profile");
    assert_eq!(outcome.exit, Some(2), "{outcome}");
    assert_eq!(outcome.stdout, "work item W-9: undetermined, nothing in this evidence is known of it\n");
}

#[test]
fn a_brief_never_takes_more_than_2000_bytes() {
    let place = Place::with_story();
    let mut objects = Vec::new();
    for number in 3..=200 {
        let id = format!("issue-{number}-{}", "\u{1F600}".repeat(30));
        let object = Object::new(&id, "ISSUE", ("alice", "PM"), number + number % 3);
        objects.push(object.refers("depends_on", &format!("absent-{id}")).body(r#"{"summary":"x"}"#));
    }
    place.write("evidence/more.jsonl", objects.iter().map(Object::text).collect::<String>().as_bytes());
    let outcome = place.run("brief W-1 evidence --profile profile");
    assert!(outcome.stdout.len() <= 2000, "{} bytes: {outcome}", outcome.stdout.len());
    assert!(outcome.stdout.contains(" more\n"), "{outcome}");
    for part in [
        "work item W-1",
        "state:",
        "responsible:",
        "open (",
        "issues (",
        "evidence (",
        "transitions (",
        "basis: sha256:",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {outcome}");
    }
}
