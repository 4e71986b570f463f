//! What a strict reader says about each probe, by the probe's own `strict` text.

use super::cast::{ABSENT, DISPUTED, PARTIAL, QUARANTINED, REJECTED, VALID};
use super::outcome::Outcome;
use serde_json::json;

type Check = fn(&[Outcome]);

pub(crate) const EXPECTATIONS: &[(&str, Check)] = &[
    ("P01", competing),
    ("P03", |runs| {
        assert_eq!(runs[0].state("W"), "active");
        assert_eq!(runs[0].accepted("W"), ["z-start"]);
        assert_ne!(runs[0].verdict("a-cancel"), VALID);
    }),
    ("P05", |runs| {
        assert_eq!(runs[0].objects("STREAM_GAP"), ["x3", "x6", "x9"]);
    }),
    ("P07", |runs| {
        assert_eq!((runs[0].state("W"), runs[0].verdict("t").as_str()), ("created", PARTIAL));
        assert_eq!(runs[0].codes_of("t"), ["LIFECYCLE_UNDETERMINED", "MISSING_REFERENCE"]);
    }),
    ("P09", |runs| not_submitted(&runs[0])),
    ("P10", |runs| {
        not_submitted(&runs[0]);
        assert_eq!(runs[0].codes_of("t2"), ["LIFECYCLE_UNDETERMINED"]);
    }),
    ("P11", |runs| {
        assert_eq!(runs[0].codes_of("d"), ["AUTHORITY_UNDETERMINED"]);
        assert_eq!(runs[0].objects("UNRESOLVED_CONFLICT"), ["v1"]);
        assert_eq!(runs[0].whole(), DISPUTED);
    }),
    ("P13", |runs| {
        assert_eq!(runs[0].codes_of("t3"), ["SOD_VIOLATION"]);
        assert_eq!((runs[0].state("W"), runs[0].verdict("t3").as_str()), ("review", REJECTED));
    }),
    ("P15", |runs| {
        assert_eq!((runs[0].verdict("t3"), runs[0].verdict("x")), (VALID.into(), VALID.into()));
        assert_eq!((runs[0].state("W"), runs[0].found("actum:EXCEPTION_APPLIED")), ("done", vec!["t3"]));
    }),
    ("P16", |runs| {
        assert_eq!((runs[0].codes(), runs[0].verdict("c").as_str()), (vec!["SIGNATURE_UNVERIFIED"], VALID));
        assert_eq!(runs[0].envelope["authentication_state"], "unauthenticated");
    }),
    ("P18", |runs| excluded(&runs[0], "c", &["INTEGRITY_MISMATCH"])),
    ("P19", |runs| {
        assert!(!runs[0].codes().is_empty());
        assert_ne!(runs[0].verdict("c"), VALID);
        assert_eq!(runs[0].codes(), ["LIFECYCLE_UNDETERMINED"]);
        assert_eq!(runs[0].state("W"), "unknown");
    }),
    ("P21", |runs| excluded(&runs[0], "t", &["SCHEMA_INVALID"])),
    ("P22", |runs| excluded(&runs[0], "c", &["SCHEMA_INVALID"])),
    ("P23", |runs| excluded(&runs[0], "c", &["SCHEMA_INVALID"])),
    ("P24", |runs| excluded(&runs[0], "c", &["SCHEMA_INVALID", "INTEGRITY_MISMATCH"])),
    ("P24b", |runs| excluded(&runs[0], "c", &["SCHEMA_INVALID", "INTEGRITY_MISMATCH"])),
    ("P25", |runs| one_bad_source(&runs[0])),
    ("P25b", |runs| one_bad_source(&runs[0])),
    ("P25c", |runs| {
        assert_eq!(diagnosed(&runs[0]), ["b1", "b2", "b3"]);
        assert_eq!(runs[0].verdict("c"), VALID);
    }),
    ("P26", |runs| {
        assert_eq!(diagnosed(&runs[0]), ["b1", "b2", "b3"]);
        assert!(runs[0].issues().all(|issue| issue["target_id"] == issue["source_id"]));
    }),
    ("P28", |runs| assert_eq!(runs[0].sources("c"), ["a-copy", "m-copy", "z-copy"])),
    ("P29", |runs| assert_eq!(runs[0].bytes, runs[1].bytes)),
    ("P30", |runs| assert_eq!(runs[0].bytes, runs[1].bytes)),
    ("P32", |runs| {
        for id in ["a", "b", "c"] {
            assert_eq!(runs[0].verdict(id), QUARANTINED);
        }
        assert_eq!(runs[0].objects("PROHIBITED_CYCLE"), ["a"]);
    }),
    ("P33", |runs| assert_eq!(runs[0].objects("PROHIBITED_CYCLE"), ["a", "x"])),
    ("P35", |runs| {
        assert_eq!(runs[0].members("PROHIBITED_CYCLE", "x"), ["x", "y"]);
        assert_eq!(runs[0].objects("PROHIBITED_CYCLE"), ["x"]);
        assert_eq!(runs[0].verdict("c"), VALID);
    }),
    ("P35b", |runs| assert_eq!(runs[0].edge("c", "stream:precedes", "x"), Some(true))),
    ("P37", |runs| {
        assert_eq!(runs[0].codes_of("q"), ["PRIMARY_CARRIER_CONFLICT"]);
        assert_eq!(runs[0].state("W2"), "unknown");
        assert!(runs[0].verdict("t").starts_with("undetermined/"));
        assert_eq!((runs[0].verdict("c").as_str(), runs[0].state("W")), (VALID, "created"));
    }),
    ("P38", |runs| no_carrier(&runs[0])),
    ("P39", |runs| no_carrier(&runs[0])),
    ("P40", |runs| excluded(&runs[0], "x", &["SCHEMA_INVALID"])),
    ("P41", |runs| assert_eq!(runs[0].objects("AUTHORITY_UNDETERMINED"), ["c", "rep"])),
    ("P42", |runs| {
        assert_eq!(
            runs[0].codes_of("t"),
            ["AUTHORITY_DENIED", "AUTHORITY_UNDETERMINED", "LIFECYCLE_UNDETERMINED"]
        );
        assert_eq!((runs[0].verdict("t").as_str(), runs[0].state("W")), (REJECTED, "created"));
        let reasons = ["required_relation_absent", "source_state_differs"];
        assert_eq!(runs[0].reasons("LIFECYCLE_UNDETERMINED", "t"), reasons);
    }),
    ("P44", |runs| assert_eq!(runs[0].state("__proto__"), "created")),
    ("P45", |runs| {
        let text = String::from_utf8(runs[0].bytes.clone()).unwrap();
        assert!(text.contains(r#""work_state":{"9":"created","10":"created","01":"created"}"#));
    }),
    ("P48", |runs| {
        assert_eq!((runs[0].state("W"), runs[0].verdict("t1").as_str()), ("created", PARTIAL));
        assert_eq!(runs[0].objects("STREAM_GAP"), ["t1"]);
    }),
    ("P50", |runs| {
        assert_eq!(runs[0].state("W"), "review");
        assert!(runs[0].verdict("t3").starts_with("undetermined/"));
        assert_eq!(runs[0].verdict("v1"), DISPUTED);
    }),
    ("P54", |runs| {
        assert_eq!(runs[0].whole(), VALID);
        assert_eq!(runs[0].envelope["extensions"]["work"], json!([]));
    }),
    ("P56", |runs| {
        let codes = runs[0].codes_of("t");
        assert!(codes == ["AUTHORITY_DENIED"] || codes == ["AUTHORITY_UNDETERMINED"], "{codes:?}");
        assert_eq!(runs[0].state("W"), "created");
        assert_ne!(runs[0].verdict("t"), VALID);
    }),
    ("P63", |runs| assert_eq!(runs[0].verdict("v1"), DISPUTED)),
];

fn competing(runs: &[Outcome]) {
    let mut seen = Vec::new();
    for (run, ids) in runs.iter().zip([["a-start", "b-cancel"], ["b-start", "a-cancel"]]) {
        assert_eq!((run.state("W"), run.accepted("W")), ("unknown", Vec::new()));
        for id in ids {
            assert_eq!(run.verdict(id), DISPUTED);
        }
        assert_eq!(run.codes(), ["LIFECYCLE_UNDETERMINED", "UNRESOLVED_CONFLICT"]);
        assert_eq!(run.whole(), DISPUTED);
        seen.push((run.issues().count(), run.findings().count(), run.open("W").len()));
    }
    assert_eq!(seen[0], seen[1]);
}

fn not_submitted(run: &Outcome) {
    assert_eq!((run.state("W"), run.accepted("W")), ("active", vec!["t1"]));
    assert_ne!(run.verdict("t2"), VALID);
}

fn excluded(run: &Outcome, id: &str, codes: &[&str]) {
    assert_eq!(run.verdict(id), ABSENT);
    let found = run.codes();
    assert!(found.len() == 1 && codes.contains(&found[0]), "{found:?}");
}

fn diagnosed(run: &Outcome) -> Vec<&str> {
    let issues = run.of_code("SCHEMA_INVALID").into_iter();
    issues.map(|issue| issue["source_id"].as_str().unwrap()).collect()
}

fn one_bad_source(run: &Outcome) {
    assert_eq!((run.codes(), diagnosed(run)), (vec!["SCHEMA_INVALID"], vec!["bad"]));
    assert_eq!(run.objects("SCHEMA_INVALID"), [""]);
    assert_eq!((run.verdict("c").as_str(), run.state("W")), (VALID, "created"));
}

fn no_carrier(run: &Outcome) {
    assert_eq!((run.state("W"), run.accepted("W")), ("unknown", Vec::new()));
    assert!(run.verdict("t").starts_with("undetermined/"));
}
