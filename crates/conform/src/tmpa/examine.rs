//! Holds a case against what a subject answered (TMPA 10.3, 10.4).

use std::collections::{BTreeMap, BTreeSet};

use actum_canon::digest::Sha256;

use super::assertion::{Checked, check_all};
use super::case::{Case, Reading};
use super::envelope::Envelope;
use super::observation::{self, Orders};
use super::order;
use super::projection;
use super::record::{Answer, Permuted};
use super::report::{CaseReport, Run};

/// Examines a case by what a subject answered.
#[must_use]
pub fn examine(case: &Case, answer: &Answer) -> CaseReport {
    if answer.envelopes.len() != case.readings.len() {
        return CaseReport::not_run(case, Run::Error("the subject did not answer every reading".to_owned()));
    }
    let readings: Vec<(&str, &Envelope)> =
        case.readings.iter().map(|reading| reading.id.as_str()).zip(&answer.envelopes).collect();
    let mut checked = Vec::new();
    for (reading, envelope) in case.readings.iter().zip(&answer.envelopes) {
        checked.push(shape(case, reading, envelope));
    }
    for (at, expectation) in &case.expected {
        if let (Some(reading), Some(envelope)) = (case.readings.get(*at), answer.envelopes.get(*at)) {
            expectation.check(&reading.id, envelope, &mut checked);
        }
    }
    let found = projection::digest(&readings);
    if let Some(expected) = case.expected_result_digest() {
        let difference = (found != expected).then(|| format!("the projection has the digest `{found}`"));
        // A digest over readings of which one is not binding cannot be binding either.
        let mandatory = case.expected.iter().all(|(_, expectation)| expectation.is_mandatory());
        checked.push(Checked { mandatory, ..Checked::of("result-digest", difference) });
    }
    let permuted = permuted(case, answer);
    if let Some(permuted) = permuted {
        checked.push(stable(permuted));
    }
    let observed = match case.published {
        Some(published) => published.context(case.criterion, &answer.envelopes.iter().collect::<Vec<_>>()),
        None => observation::write(&readings, permuted),
    };
    checked.extend(check_all(&case.assertions, &observed, |tokens| match case.published {
        Some(published) => published.unpublished(&answer.envelopes.iter().collect::<Vec<_>>(), tokens),
        None => observation::unpublished(&readings, tokens),
    }));
    CaseReport::completed(case, checked, observed, found)
}

fn shape(case: &Case, reading: &Reading, envelope: &Envelope) -> Checked {
    let mut violations = envelope.violations.clone();
    let sources: BTreeSet<&str> = case.inputs_of(reading).map(|input| input.source_id.as_str()).collect();
    violations.extend(order::violations(envelope, &sources));
    if violations.is_empty() && envelope.profile_digest != Some(case.profile_digest) {
        violations.push("it was made under another profile".to_owned());
    }
    let id = format!("shape:{}", reading.id);
    Checked::of(id, (!violations.is_empty()).then(|| violations.join("; ")))
}

/// Adds up what the plans found; results are compared with that of the listed order, reading by reading.
fn permuted(case: &Case, answer: &Answer) -> Option<Orders> {
    if case.plans.is_empty() {
        return None;
    }
    let mut distinct: BTreeMap<usize, BTreeSet<Sha256>> = BTreeMap::new();
    for Permuted { plan, results } in &answer.permuted {
        let own = answer.envelopes.get(plan.reading).map(Envelope::comparable);
        distinct.entry(plan.reading).or_default().extend(results.iter().copied().chain(own));
    }
    let distinct = distinct.values().map(BTreeSet::len).max().unwrap_or_default();
    let as_asked = answer.permuted.iter().map(|permuted| &permuted.plan).eq(&case.plans);
    let count = answer.permuted.iter().map(|permuted| permuted.plan.count).sum();
    Some(Orders { count: as_asked.then_some(count), distinct: u64::try_from(distinct).unwrap_or_default() })
}

fn stable(orders: Orders) -> Checked {
    match orders.distinct {
        0 => Checked::skipped("permutations", "no order of arrival was run"),
        1 => Checked::of("permutations", None),
        distinct => Checked::of("permutations", Some(format!("orders of arrival gave {distinct} results"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tmpa::assertion::Outcome;
    use crate::tmpa::divergence::Divergences;
    use crate::tmpa::report::Report;
    use crate::tmpa::verdict::Verdict;

    const DIGEST: &str = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn manifest(assertions: &str, more: &str) -> String {
        let versioned = format!(r#"{{"id":"x","version":"1","digest":"{DIGEST}"}}"#);
        format!(
            r#"{{"test_case_id":"C05-a","criterion":"C05","title":"t","clauses":["TMPA 9.4"],"polarity":"negative",
            "core_version":"S0.4","versions":{{"object_schema":{versioned},"output_schema":{versioned},
            "profile":{versioned},"registries":[]}},"prerequisites":[],"profile":"profiles/p",
            "inputs":[{{"source_id":"s","path":"fixtures/s.json","media_type":"application/json","byte_digest":"{DIGEST}"}}],
            "readings":[{{"id":"r","inputs":["s"]}}],"assertions":[{assertions}],
            "runner":{{"id":"r","version":"1","command":"c"}},
            "evidence":{{"stdout":"evidence/o","stderr":"evidence/e","result":"evidence/r","exit_status":"evidence/x"}}{more}}}"#
        )
    }

    fn case(assertions: &str, more: &str) -> Case {
        Case::parse(manifest(assertions, more).as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn envelope(change: (&str, &str)) -> Envelope {
        let input = format!(r#"{{"id":"x","version":"1","digest":"{DIGEST}"}}"#);
        let inputs = [
            "conformance_profile",
            "object_schema",
            "type_registry",
            "lifecycle_registry",
            "role_registry",
            "relation_registry",
            "integrity_profile",
            "canonicalization_profile",
        ];
        let profile = inputs.map(|name| format!("\"{name}\":{input}")).join(",");
        let text = format!(
            r#"{{"core_version":"S0.4","output_version":"1","profile":{{{profile}}},"reader":{{"id":"x","version":"1"}},
            "source_set_digest":"{DIGEST}","judgment":"valid","view_state":"authoritative",
            "nodes":[{{"id":"n","source_object_id":"n","judgment":"valid"}}],"edges":[],
            "issues":[{{"issue_id":"i","code":"STREAM_GAP","severity":"warning","source_id":"s","object_id":"n"}}]}}"#
        );
        assert!(text.contains(change.0), "{}", change.0);
        Envelope::read(text.replace(change.0, change.1).as_bytes()).unwrap()
    }

    fn assertion(id: &str, target: &str, expected: &str) -> String {
        format!(
            r#"{{"id":"{id}","target":"{target}","operator":"equals","expected":{expected},"mandatory":true}}"#
        )
    }

    const EMPTY: &str = r#","expected":{}"#;

    fn examined(case: &Case, change: (&str, &str)) -> CaseReport {
        examine(case, &Answer { envelopes: vec![envelope(change)], permuted: Vec::new() })
    }

    const SAME: (&str, &str) = ("\"n\"", "\"n\"");

    #[test]
    fn a_right_answer_passes_and_a_wrong_one_fails() {
        let case = case(&assertion("a", "/r/judgment", "\"valid\""), EMPTY);
        assert_eq!(examined(&case, SAME).verdict(), Verdict::Pass);
        let wrong = examined(&case, (r#""judgment":"valid","view"#, r#""judgment":"invalid","view"#));
        assert_eq!(wrong.verdict(), Verdict::Fail);
        assert_eq!(wrong.failures().map(|failed| failed.id.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn what_a_subject_need_not_publish_makes_the_case_partial() {
        let case = case(&assertion("a", "/r/works/w/state", "\"done\""), EMPTY);
        let report = examined(&case, SAME);
        assert_eq!(report.verdict(), Verdict::Partial);
        assert_eq!(report.checked.last().unwrap().outcome, Outcome::NotExecuted);
    }

    #[test]
    fn an_assertion_that_is_not_mandatory_decides_nothing() {
        let optional = assertion("a", "/r/judgment", "\"invalid\"").replace("true", "false");
        let case = case(&optional, EMPTY);
        assert_eq!(examined(&case, SAME).verdict(), Verdict::Pass);
    }

    #[test]
    fn json_of_another_shape_is_a_wrong_answer() {
        let case = case("", EMPTY);
        for change in [
            ("\"S0.4\"", "\"S1.0\""),
            ("\"view_state\":\"authoritative\",", ""),
            ("STREAM_GAP", "STREAM_HOLE"),
            ("\"source_id\":\"s\"", "\"source_id\":\"t\""),
            ("\"edges\":[]", "\"edges\":[],\"more\":1"),
            ("\"object_id\":\"n\"", "\"object_id\":\"n\",\"more\":1"),
            (
                "[{\"id\":\"n\"",
                "[{\"id\":\"z\",\"source_object_id\":\"n\",\"judgment\":\"valid\"},{\"id\":\"n\"",
            ),
            ("\"object_schema\":", "\"object_scheme\":"),
            ("\"severity\":\"warning\"", "\"severity\":1e400"),
        ] {
            let report = examined(&case, change);
            assert_eq!(report.verdict(), Verdict::Fail, "{change:?}");
            assert_eq!(report.checked[0].id, "shape:r");
        }
    }

    #[test]
    fn an_envelope_under_another_profile_is_no_answer_to_this_case() {
        let case = case("", EMPTY);
        let report = examined(
            &case,
            (
                "\"conformance_profile\":{\"id\":\"x\",\"version\":\"1\",\"digest\":\"sha256:e3",
                "\"conformance_profile\":{\"id\":\"x\",\"version\":\"1\",\"digest\":\"sha256:e4",
            ),
        );
        assert!(report.checked[0].note.contains("another profile"), "{:?}", report.checked);
    }

    #[test]
    fn the_expected_digest_is_held_against_the_projection() {
        let digest = projection::digest(&[("r", &envelope(SAME))]);
        let right = case("", &format!(r#","expected":{{}},"expected_result_digest":"{digest}""#));
        assert_eq!(examined(&right, SAME).verdict(), Verdict::Pass);
        assert_eq!(examined(&right, ("\"object_id\":\"n\"", "\"object_id\":\"\"")).verdict(), Verdict::Pass);
        assert_eq!(examined(&right, ("STREAM_GAP", "SCHEMA_INVALID")).verdict(), Verdict::Fail);
    }

    #[test]
    fn two_results_of_one_set_are_a_failure() {
        let plan = r#","expected":{},"permutations":{"reading":"r","method":"complete"}"#;
        let case = case(&assertion("count", "/permutations/count", "1"), plan);
        let answer = |digests: &[Sha256]| {
            let results = digests.iter().copied().collect();
            let permuted = vec![Permuted { plan: case.plans[0].clone(), results }];
            examine(&case, &Answer { envelopes: vec![envelope(SAME)], permuted })
        };
        let own = envelope(SAME).comparable();
        let other = actum_canon::digest::sha256(b"other");
        assert_eq!(answer(&[own]).verdict(), Verdict::Pass);
        assert_eq!(
            answer(&[other]).verdict(),
            Verdict::Fail,
            "one result that differs from the listed order's"
        );
        assert_eq!(answer(&[own, other]).verdict(), Verdict::Fail);
        let unasked = examine(&case, &Answer { envelopes: vec![envelope(SAME)], permuted: vec![] });
        assert_eq!(unasked.verdict(), Verdict::Partial, "other orders than the case asks for prove less");
    }

    #[test]
    fn a_case_that_was_not_run_has_no_outcome_but_keeps_its_assertions() {
        let case = case(&assertion("a", "/r/judgment", "\"valid\""), EMPTY);
        for run in [Run::Prevented("no fixture".into()), Run::Error("it crashed".into())] {
            let report = CaseReport::not_run(&case, run.clone());
            assert_eq!(report.verdict(), Verdict::NotRun);
            assert!(report.checked.iter().all(|checked| checked.outcome == Outcome::NotExecuted));
            assert_eq!(report.checked.len(), 3);
            let whole = Report::new(vec![report, examined(&case, SAME)]);
            let c05 = &whole.criteria[4];
            let expected = if matches!(run, Run::Error(_)) { Verdict::NotRun } else { Verdict::Partial };
            assert_eq!(c05.verdict, expected, "{run:?}");
            assert_eq!(whole.aggregate, expected);
        }
    }

    #[test]
    fn fourteen_criteria_are_reported_and_one_without_a_case_was_not_run() {
        let report = Report::new(vec![examined(&case("", EMPTY), SAME)]);
        assert_eq!(report.criteria.len(), 14);
        assert_eq!(report.criteria[4].verdict, Verdict::Pass);
        assert_eq!(report.aggregate, Verdict::NotRun);
        assert!(Report::new(Vec::new()).is_empty());
    }

    #[test]
    fn a_declared_failure_is_told_apart_and_a_declared_pass_fails() {
        let declared = Divergences::parse(
            br#"{"divergences":[{"case":"C05-a","reason":"because","assertions":["a"]}]}"#,
        )
        .unwrap();
        let case = case(
            &[
                assertion("a", "/r/judgment", "\"valid\""),
                assertion("b", "/r/view_state", "\"authoritative\""),
            ]
            .join(","),
            EMPTY,
        );
        let run = |change| {
            let mut report = examined(&case, change);
            declared.apply(&mut report);
            report
        };
        let as_declared = run((r#""judgment":"valid","view"#, r#""judgment":"invalid","view"#));
        assert_eq!(as_declared.declared.as_deref(), Some("because"));
        assert_eq!(as_declared.verdict(), Verdict::Fail, "a declaration changes no verdict");
        assert!(Report::new(vec![as_declared]).fails_as_declared());
        let other = run(("\"authoritative\"", "\"partial\""));
        assert_eq!(
            (other.verdict(), other.declared),
            (Verdict::Fail, None),
            "another failure is not declared"
        );
        let passed = run(SAME);
        assert_eq!(passed.verdict(), Verdict::Fail);
        assert!(!Report::new(vec![passed]).fails_as_declared());
    }

    #[test]
    fn a_manifest_that_could_hide_something_is_refused() {
        let refused = |text: String| Case::parse(text.as_bytes()).unwrap_err().to_string();
        let good = manifest(&assertion("a", "/r/judgment", "1"), EMPTY);
        assert!(Case::parse(good.as_bytes()).is_ok());
        for (from, to) in [
            ("\"polarity\"", "\"polarty\""),
            ("\"criterion\":\"C05\"", "\"criterion\":\"C06\""),
            ("\"criterion\":\"C05\"", "\"criterion\":[\"C05\"]"),
            ("\"clauses\":[\"TMPA 9.4\"]", "\"clauses\":[]"),
            ("\"mandatory\":true", "\"mandatory\":\"yes\""),
            ("\"operator\":\"equals\"", "\"operator\":\"is\""),
            ("\"id\":\"a\"", "\"id\":\"shape:r\""),
            ("\"id\":\"a\"", "\"id\":\"result-digest\""),
            ("\"target\":\"/r", "\"target\":\"r"),
            ("\"inputs\":[\"s\"]", "\"inputs\":[\"t\"]"),
            ("\"inputs\":[\"s\"]", "\"inputs\":[\"s\",\"s\"]"),
            ("{\"id\":\"r\",\"inputs\"", "{\"id\":\"permutations\",\"inputs\""),
            ("fixtures/s.json", "../s.json"),
            ("evidence/o", "suite/o"),
            ("evidence/o", "evidence/e"),
            ("\"expected\":{}", "\"expected\":{\"q\":{}}"),
            ("\"readings\":[{\"id\":\"r\",\"inputs\":[\"s\"]}]", "\"readings\":[]"),
        ] {
            assert!(good.contains(from), "{from}");
            refused(good.replacen(from, to, 1));
        }
    }
}
