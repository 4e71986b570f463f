//! `actum conform tmpa|verify|crosswalk`: exit codes, formats, and what a package may and may not say.

use std::path::PathBuf;

use crate::support::{Outcome, Place};

fn suite() -> PathBuf {
    actum_testkit::workspace_root().join("conformance/tmpa-s0.4")
}

/// A case of the suite with the fewest orders of arrival.
fn small(criterion: &str) -> String {
    let corpus = actum::conform::tmpa::Corpus::open(&suite(), &Default::default()).unwrap();
    let cases = corpus.cases.iter().map(|loaded| &loaded.case);
    let fitting = cases.filter(|case| case.criterion.to_string() == criterion);
    let orders = |case: &&actum::conform::tmpa::Case| case.plans.iter().map(|plan| plan.count).sum::<u64>();
    fitting.min_by_key(orders).unwrap().id.clone()
}

fn conform(place: &Place, more: &str) -> Outcome {
    place.run(&format!("conform tmpa --suite {} --deterministic {more}", suite().display()))
}

#[test]
fn a_part_of_the_suite_is_partial_and_its_package_holds_and_supports_no_claim() {
    let place = Place::new();
    let case = small("C05");
    let ran = conform(&place, &format!("--case {case} --out out"));
    assert_eq!(ran.exit, Some(2), "{ran}");
    assert!(ran.stdout.contains("C05  PASS") && ran.stdout.contains("C01  NOT RUN"), "{ran}");
    let verified = place.run("conform verify out");
    assert_eq!(verified.exit, Some(0), "{verified}");
    let claim = place.run("conform verify out --claim core");
    assert_eq!(claim.exit, Some(1), "{claim}");
    assert!(claim.stdout.starts_with("no claim:") && claim.stdout.contains("only a part"), "{claim}");
    std::fs::write(place.path("out/run.json"), b"{}").unwrap();
    assert_eq!(place.run("conform verify out").exit, Some(3));
}

#[test]
fn every_format_says_the_same() {
    let place = Place::new();
    let case = small("C09");
    let format = |name: &str| conform(&place, &format!("--case {case} --out {name} --format {name}"));
    let json = format("json");
    assert_eq!(json.stdout, std::fs::read_to_string(place.path("json/conformance-result.json")).unwrap());
    let html = format("html");
    assert_eq!(html.stdout, std::fs::read_to_string(place.path("html/index.html")).unwrap());
    assert!(html.stdout.starts_with("<!doctype html>") && html.stdout.contains(&case), "{html}");
    let junit = format("junit");
    assert!(junit.stdout.contains(&format!("<testcase classname=\"C09\" name=\"{case}\"/>")), "{junit}");
    assert!([&json, &html, &junit].iter().all(|outcome| outcome.exit == Some(2)));
}

#[test]
fn a_reader_without_an_answer_is_3_and_a_wrong_answer_is_1() {
    let place = Place::new();
    let case = small("C09");
    let subject = |name: &str, command: &str| {
        let more = ["--case", &case, "--out", name, "--subject", command];
        let mut words = vec!["conform", "tmpa", "--deterministic", "--suite"];
        let suite = suite();
        words.push(suite.to_str().unwrap());
        words.extend(more);
        let output = crate::support::command(&place.path("")).args(words).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (exit, text) = subject("none", "/nowhere/reader {sources} {profile} {out}");
    assert_eq!(exit, Some(3), "{text}");
    assert!(text.contains("cannot be started"), "{text}");
    let (exit, text) = subject("wrong", "echo {}");
    assert_eq!(exit, Some(1), "{text}");
    assert!(text.contains("shape:"), "{text}");
    assert_eq!(place.run("conform verify none").exit, Some(0));
    let own = format!(
        "{} read --sources {{sources}}/listing.json --profile {{profile}} --format json",
        env!("CARGO_BIN_EXE_actum")
    );
    let (exit, text) = subject("own", &own);
    assert_eq!(exit, Some(2), "{text}");
    assert!(text.contains("C09  PASS"), "{text}");
}

#[test]
fn a_declared_failure_is_2_and_a_declaration_that_does_not_show_is_1() {
    let place = Place::new();
    let case = small("C09");
    let declared = format!(r#"{{"divergences":[{{"case":"{case}","reason":"not yet"}}]}}"#);
    place.write("declared.json", declared.as_bytes());
    let passed = conform(&place, &format!("--case {case} --out one --divergences declared.json"));
    assert_eq!(passed.exit, Some(1), "{passed}");
    assert!(passed.stdout.contains("does not show: not yet"), "{passed}");
    place.write("wrong.json", br#"{"divergences":[{"case":"C09-nothing","reason":"x"}]}"#);
    let wrong = conform(&place, &format!("--case {case} --out two --divergences wrong.json"));
    assert_eq!(wrong.exit, Some(3), "{wrong}");
    place.write("reader", b"");
    let failed =
        conform(&place, &format!("--case {case} --out three --divergences declared.json --jsonl cat"));
    assert_eq!(failed.exit, Some(3), "{failed}");
}

#[test]
fn what_cannot_be_asked_says_why() {
    let place = Place::new();
    for (arguments, exit, text) in [
        ("conform tmpa --suite absent --out out", 66, "does not exist"),
        ("conform tmpa --suite evidence --out out", 3, "holds no `suite.json`"),
        ("conform tmpa --out out", 66, "--suite"),
        ("conform tmpa --suite evidence", 64, "--out"),
        ("conform tmpa --suite evidence --out out --seed 1", 64, "--permutations"),
        ("conform tmpa --suite evidence --out out --timeout 0", 64, "--timeout"),
        ("conform verify absent", 66, "does not exist"),
        ("conform verify evidence", 3, "never finished"),
        ("conform crosswalk --dir absent", 66, "--dir"),
        ("conform crosswalk --dir evidence", 3, "holds no crosswalk"),
    ] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(exit), "`{arguments}`: {outcome}");
        assert!(outcome.stderr.contains(text), "`{arguments}`: {outcome}");
    }
    let unknown = conform(&place, "--case C05-nothing --out out");
    assert_eq!(unknown.exit, Some(66), "{unknown}");
    let occupied = conform(&place, &format!("--case {} --out profile", small("C05")));
    assert_eq!(occupied.exit, Some(73), "{occupied}");
}

#[test]
fn crosswalks_are_shown_in_every_format_and_certify_nothing() {
    let place = Place::new();
    let folder = actum_testkit::workspace_root().join("conformance/crosswalks");
    let show = |format: &str| {
        let outcome = place.run(&format!("conform crosswalk --dir {} --format {format}", folder.display()));
        assert_eq!(outcome.exit, Some(0), "{outcome}");
        outcome.stdout
    };
    for text in [show("text"), show("markdown")] {
        for word in ["EU AI Act", "ISO/IEC 42001", "Separation of duties", "It is no certificate"] {
            assert!(text.contains(word), "{word}");
        }
        for word in ["compliant", "certified", "guarantees"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    assert!(show("json").contains(r#""name":"eu-ai-act""#));
}

#[test]
fn a_level_is_run_with_core_and_other_orders_than_the_cases_ask_for_support_no_claim() {
    let place = Place::new();
    let ran = conform(&place, "--level authenticated --permutations 1 --seed 1 --out out");
    assert_eq!(ran.exit, Some(0), "{ran}");
    assert!((1..=14).all(|number| ran.stdout.contains(&format!("C{number:02}  PASS"))), "{ran}");
    let claim = place.run("conform verify out --claim authenticated");
    assert_eq!(claim.exit, Some(1), "{claim}");
    assert!(
        claim.stdout.contains("only a part of the cases that the level `authenticated` rests on"),
        "{claim}"
    );
    assert!(ran.stdout.contains("\n  core ") && ran.stdout.contains("\n  authenticated "), "{ran}");
}
