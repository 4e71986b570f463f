//! The test suite of the deal protocol and its report, as their users run them.

use std::fs;

use crate::support::Place;

const SCENARIO: &str = r#"{"test_id":"SM-01","description":"","protocol_version":"v0.3",
    "messages":[{"type":"Accept","from":"A","offer_id":"x"}],
    "expected_final_state":null,"expected_errors":["StateError: Unknown offer_id x"]}"#;

fn published() -> String {
    actum_testkit::workspace_root().join(actum::deal::SCENARIOS).display().to_string()
}

#[test]
fn the_published_suite_passes_and_the_same_run_gives_the_same_bytes() {
    let place = Place::new();
    let run = |output: &str| {
        let outcome = place.run(&format!(
            "run-test-suite --protocol-version=v0.3 --output={output} --deterministic {}",
            published()
        ));
        assert_eq!(outcome.exit, Some(0), "{outcome}");
        (outcome.stdout.replace(output, "FILE"), fs::read(place.path(output)).unwrap())
    };
    let first = run("results/deep/conformance.json");
    assert_eq!(first, run("again.json"));
    insta::assert_snapshot!(first.0);
    assert_eq!(first.1.last(), Some(&b'\n'));
    assert_eq!(fs::read_dir(place.path("results/deep")).unwrap().count(), 1);
}

#[test]
fn what_differs_is_said_and_is_1() {
    let place = Place::new();
    place.write("s/1.json", SCENARIO.as_bytes());
    place.write("s/2.json", SCENARIO.replace("SM-01", "X").replace("null", "\"Held\"").as_bytes());
    place.write("s/notes.txt", b"no scenario");
    let outcome = place.run("run-test-suite --output=out.json --deterministic s");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    insta::assert_snapshot!(outcome);
    let results = fs::read_to_string(place.path("out.json")).unwrap();
    assert!(results.contains(r#""status":"FAIL","test_id":"X""#), "{results}");
}

#[test]
fn a_suite_that_cannot_be_run_is_3_and_leaves_the_old_results() {
    let place = Place::new();
    place.write("out.json", b"old");
    place.write("s/1.json", SCENARIO.as_bytes());
    place.write("bad/1.json", SCENARIO.as_bytes());
    place.write("bad/2.json", b"{\n\"test_id\":7}");
    place.write("bad/3.json", b"[]");
    for (arguments, said) in [
        ("--protocol-version=v0.2 s", "unsupported protocol version `v0.2`"),
        ("evidence", "no scenario in `evidence`; a run of none is not a pass"),
        ("absent", "`absent` does not exist"),
        ("s absent.json", "`absent.json` does not exist"),
        ("bad", "`bad/2.json`, line 1: `messages` is required; `bad/3.json`, line 1: expected `{`"),
        ("", "`tests/integration/v0.3` does not exist"),
    ] {
        let outcome = place.run(&format!("run-test-suite --output=out.json {arguments}"));
        assert_eq!(outcome.exit, Some(3), "{arguments}: {outcome}");
        assert!(outcome.stdout.is_empty() && outcome.stderr.contains(said), "{arguments}: {outcome}");
        assert_eq!(fs::read(place.path("out.json")).unwrap(), b"old");
    }
}

#[test]
fn a_wrong_command_line_of_the_suite_is_3() {
    let place = Place::new();
    place.write("s/1.json", SCENARIO.as_bytes());
    for arguments in [
        "",
        "s",
        "--output=out.json --frobnicate s",
        "--output out.json --deterministic=maybe s",
        "--output=.. s",
    ] {
        let outcome = place.run(&format!("run-test-suite {arguments}"));
        assert_eq!(outcome.exit, Some(3), "{arguments}: {outcome}");
        assert!(outcome.stdout.is_empty() && !outcome.stderr.is_empty(), "{arguments}: {outcome}");
    }
}

#[test]
fn results_that_cannot_be_written_are_74() {
    let place = Place::new();
    place.write("s/1.json", SCENARIO.as_bytes());
    let outcome = place.run("run-test-suite --output=evidence s");
    assert_eq!(outcome.exit, Some(74), "{outcome}");
    let outcome = place.run("run-test-suite --output=s/1.json/deeper.json s");
    assert_eq!(outcome.exit, Some(74), "{outcome}");
}

#[test]
fn the_report_counts_what_was_run_and_names_who_ran_it() {
    let place = Place::new();
    let outcome = place.run(&format!(
        "conform deal --report report.md --date 2026-01-02 --contact a@example.org --repository https://example.org {}",
        published()
    ));
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    let report = fs::read_to_string(place.path("report.md")).unwrap();
    insta::assert_snapshot!(report.replace(&published(), "tests/integration/v0.3"));
    let again = place.run("conform deal --report again.md --results report.results.json --executed theirs");
    assert_eq!(again.exit, Some(0), "{again}");
    let again = fs::read_to_string(place.path("again.md")).unwrap();
    assert!(again.contains("Execution command: `theirs`"), "{again}");
    let digest = report.lines().find(|line| line.contains("SHA-256")).unwrap();
    assert!(again.contains(digest), "{again}");
}

#[test]
fn a_report_on_less_than_the_published_tests_is_1() {
    let place = Place::new();
    place.write("s/1.json", SCENARIO.as_bytes());
    let outcome = place.run("conform deal --report report.md s");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert!(outcome.stdout.contains("published tests missing: SM-02, SM-03"), "{outcome}");
}

#[test]
fn results_that_contradict_themselves_give_no_report() {
    let place = Place::new();
    place.write("r.json", br#"{"results":[],"summary":{"total":12}}"#);
    for (file, exit, said) in [
        ("r.json", 3, "because the summary says 12 `total`, the results give 0"),
        ("evidence", 3, "`evidence` is a folder"),
        ("absent", 66, "`absent` does not exist"),
    ] {
        let outcome = place.run(&format!("conform deal --report report.md --results {file}"));
        assert_eq!(outcome.exit, Some(exit), "{outcome}");
        assert!(outcome.stderr.contains(said), "{outcome}");
        assert!(!place.path("report.md").exists());
    }
}

#[test]
fn a_report_never_takes_the_place_of_the_results_it_is_on() {
    let place = Place::new();
    let run = place.run(&format!("run-test-suite --output=out.json --deterministic {}", published()));
    assert_eq!(run.exit, Some(0), "{run}");
    let results = fs::read(place.path("out.json")).unwrap();
    let outcome = place.run("conform deal --report ./out.json --results out.json");
    assert_eq!(outcome.exit, Some(73), "{outcome}");
    assert_eq!(fs::read(place.path("out.json")).unwrap(), results);
}

#[cfg(unix)]
#[test]
fn a_socket_among_the_scenarios_is_named_and_not_waited_for() {
    let place = Place::new();
    place.write("s/1.json", SCENARIO.as_bytes());
    let _socket = std::os::unix::net::UnixListener::bind(place.path("s/2.json")).unwrap();
    let outcome = place.run("run-test-suite --output=out.json s");
    assert_eq!(outcome.exit, Some(3), "{outcome}");
    assert!(outcome.stderr.contains("it is no regular file"), "{outcome}");
}
