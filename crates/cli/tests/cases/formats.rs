//! The four formats, and what never changes them.

use crate::support::{Place, story};

#[test]
fn json_is_the_canonical_result_and_nothing_else() {
    let place = Place::with_story();
    let outcome = place.run("read evidence --profile profile --format json");
    assert_eq!((outcome.exit, outcome.stderr.as_str()), (Some(0), ""));
    let view = actum::read_folder(&place.path("evidence"), &place.path("profile")).unwrap();
    let mut expected = Vec::new();
    actum::write_canonical(&view, &mut expected).unwrap();
    assert_eq!(outcome.stdout.as_bytes(), expected);
    let mut parser = actum::canon::json::Parser::new();
    let document = parser.parse(&expected).unwrap();
    let judgment = document.root().get("judgment").and_then(|value| value.as_str());
    assert_eq!(judgment.as_deref(), Some("valid"));
}

#[test]
fn json_does_not_depend_on_threads_limit_color_or_framing() {
    let place = Place::with_story();
    let first = place.run("read evidence --profile profile --format json");
    for more in ["--threads 1", "--threads 7", "--limit 1", "--color always", "--work W-1"] {
        let other = place.run(&format!("read evidence --profile profile --format json {more}"));
        assert_eq!(first, other, "{more}");
    }
}

#[test]
fn json_stays_the_whole_result_under_a_work_item_that_is_unknown() {
    let place = Place::with_story();
    let whole = place.run("read evidence --profile profile --format json");
    let outcome = place.run("read evidence --profile profile --format json --work W-9");
    assert_eq!(outcome.stdout, whole.stdout);
    assert_eq!(outcome.exit, Some(2));
    assert_eq!(outcome.stderr, "note: nothing is known of the work item W-9\n");
}

#[test]
fn dot_draws_a_lane_for_each_stream() {
    let place = Place::with_story();
    let outcome = place.run("read evidence --profile profile --format dot");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn mermaid_draws_a_lane_for_each_stream() {
    let place = Place::with_story();
    let outcome = place.run("read evidence --profile profile --format mermaid");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn drawings_show_a_target_that_is_not_there() {
    let place = Place::new();
    place.put(&story()[..1]);
    place.put(&story()[3..4]);
    let outcome = place.run("read evidence --profile profile --format dot --work W-1");
    assert!(outcome.stdout.contains("[label=\"report-1\", style=dashed]"), "{outcome}");
    let outcome = place.run("read evidence --profile profile --format mermaid --work W-1");
    assert!(outcome.stdout.contains("[\"report-1\"]:::outside"), "{outcome}");
}

#[test]
fn text_is_colored_only_where_it_is_wanted() {
    let place = Place::with_story();
    let colored = |arguments: &str, environment: &[(&str, &str)]| {
        let arguments = format!("read evidence --profile profile {arguments}");
        place.run_with(&arguments, b"", environment).stdout.contains('\x1b')
    };
    assert!(!colored("", &[]), "a pipe is no terminal");
    assert!(colored("--color always", &[]));
    assert!(colored("", &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!colored("--color never", &[("CLICOLOR_FORCE", "1")]));
}
