//! G40 to G45, G51 to G54 and G56: determinism, robustness and what the result names (TMPA 4.3, 8.1 to 8.4, 9.9).

use crate::cases::bundle::{compact, full, with_reader};
use crate::cases::cast::{ABSENT, VALID, cancel, carrier, in_review, note, report, start, task, with};
use crate::cases::outcome::{Outcome, canonical, observed, outcome};
use actum_canon::digest::sha256;
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::profile::Compact;
use actum_tmpa::{Code, Severity, Source, read};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Evidence that raises many codes, the namespaced ones among them.
fn troubled() -> Vec<Artifact> {
    let drafts = with(
        in_review(),
        [
            note("gap", 9).refer("depends_on", "ghost"),
            note("writer", 10).by("zoe", "PM"),
            task("cyclic", "C").refer("depends_on", "cyclic"),
            report().renamed("tuple").stream("s9", 1).transition("created", "start", "active"),
            note("tampered", 4).tampered(),
        ],
    );
    let mut sources: Vec<Artifact> = drafts.iter().map(Draft::to_source).collect();
    sources.push(Artifact::new("garbage", "{"));
    sources
}

#[test]
fn g40_issues_hold_core_codes_and_findings_hold_every_code() {
    let read = observed(&compact(&Compact::new()), &troubled());
    let findings = read.envelope["extensions"]["findings"].as_object().unwrap();
    for issue in read.issues() {
        let finding = &findings[issue["issue_id"].as_str().unwrap()];
        for member in ["code", "severity", "object_id", "source_id"] {
            assert_eq!(issue[member], finding[member]);
        }
        let code = issue["code"].as_str().unwrap();
        assert!(Code::ALL.iter().any(|known| known.is_core() && known.as_str() == code));
        let message: Value = serde_json::from_str(issue["message"].as_str().unwrap()).unwrap();
        assert!(message.is_object());
    }
    let extra: BTreeSet<&str> = read
        .findings()
        .map(|finding| finding["code"].as_str().unwrap())
        .filter(|code| code.starts_with("actum:"))
        .collect();
    assert!(extra.contains("actum:STREAM_WRITER_CONFLICT") && extra.contains("actum:TUPLE_WITHOUT_EFFECT"));
    assert_eq!(
        findings.len(),
        read.issues().count()
            + read
                .findings()
                .filter(|finding| { finding["code"].as_str().unwrap().starts_with("actum:") })
                .count()
    );
    for finding in read.findings() {
        assert!(!finding["causes"].as_array().unwrap().is_empty());
        assert!(finding["clause"].as_str().unwrap().starts_with("TMPA "));
    }
}

#[test]
fn g41_ties_between_source_ids_are_no_order() {
    let (first, second) = (carrier().to_bytes(), task("d", "W2").to_bytes());
    for (left, right) in [("dup", "dup"), ("caf\u{e9}", "cafe\u{301}"), ("a", "a\u{1}")] {
        let (left, right) = (Artifact::new(left, first.clone()), Artifact::new(right, second.clone()));
        let bundle = compact(&Compact::new());
        let forward = canonical(&bundle, &[left.clone(), right.clone()]);
        assert_eq!(forward, canonical(&bundle, &[right, left]));
    }
}

#[test]
fn g41_the_source_set_digest_is_that_of_the_sorted_pairs() {
    let sources =
        [carrier().seen_at("b"), task("d", "D").seen_at("a\u{10000}"), task("e", "E").seen_at("a\u{e000}")];
    let read = observed(&compact(&Compact::new()), &sources);
    let pair = |artifact: &Artifact| {
        format!("{{\"byte_digest\":\"{}\",\"source_id\":\"{}\"}}", sha256(&artifact.bytes), artifact.id)
    };
    let list = [&sources[2], &sources[1], &sources[0]].map(pair).join(",");
    let expected = sha256(format!("[{list}]\n").as_bytes()).to_string();
    assert_eq!(read.envelope["source_set_digest"], expected);
}

#[test]
fn g42_code_points_order_everything_and_no_locale_does() {
    let ids = ["_", "-", "0", "A", "Z", "a", "b", "ch", "cz", "\u{e9}", "\u{e000}", "\u{10000}"];
    let drafts: Vec<Draft> = ids.iter().map(|id| task(id, id).refer("depends_on", "ghost")).collect();
    let read = outcome(&compact(&Compact::new()), &drafts);
    let mut expected = ids.to_vec();
    expected.sort_by(|left, right| left.chars().cmp(right.chars()));
    assert_eq!(read.nodes(), expected);
    assert_eq!(read.objects("MISSING_REFERENCE"), expected);
    let works: Vec<&str> = read.envelope["extensions"]["work"]
        .as_array()
        .unwrap()
        .iter()
        .map(|work| work["id"].as_str().unwrap())
        .collect();
    assert_eq!(works, expected);
    let profile = Compact::new()
        .transition("created", "cancel", "cancelled", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "cancel"]);
    let drafts = [carrier(), start("ch-start").stream("s1", 1), cancel("cz-cancel").stream("s2", 1)];
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!((read.state("W"), read.objects("UNRESOLVED_CONFLICT")), ("unknown", vec!["ch-start"]));
}

#[test]
fn g43_no_source_ends_the_reading() {
    let bundle = compact(&Compact::new());
    let deep = format!("{}1{}", "[".repeat(3000), "]".repeat(3000));
    for bytes in ["null", r#"{"id":5}"#, "5", "[]", "\"x\"", "true", "", " ", deep.as_str()] {
        let read = observed(&bundle, &[carrier().to_source(), Artifact::new("bad", bytes)]);
        assert_eq!((read.codes(), read.verdict("c").as_str()), (vec!["SCHEMA_INVALID"], VALID));
        let issue = &read.of_code("SCHEMA_INVALID")[0];
        assert_eq!((&issue["object_id"], &issue["source_id"]), (&json!(""), &json!("bad")));
        assert_eq!(read.state("W"), "created");
    }
    let mut chain = vec![task("n0", "n0")];
    chain.extend((1..10_000).map(|number| {
        task(&format!("n{number}"), &format!("n{number}")).refer("depends_on", &format!("n{}", number - 1))
    }));
    let read = outcome(&bundle, &chain);
    assert_eq!((read.whole().as_str(), read.nodes().len()), (VALID, 10_000));
}

#[test]
fn g43_a_source_without_identity_is_refused_alone() {
    let sources = [carrier().to_source(), task("d", "D").seen_at("")];
    let read = observed(&compact(&Compact::new()), &sources);
    assert_eq!((read.verdict("c"), read.verdict("d")), (VALID.into(), ABSENT.into()));
    assert_eq!(read.codes(), ["SCHEMA_INVALID"]);
    assert!(read.issues().all(|issue| issue["source_id"] != ""));
}

#[test]
fn g44_every_unreadable_source_has_a_diagnostic() {
    let garbage = ["{", "}", "nope"];
    let sources: Vec<Artifact> =
        ["b1", "b2", "b3"].iter().zip(garbage).map(|(id, text)| Artifact::new(*id, text)).collect();
    let read = observed(&compact(&Compact::new()), &sources);
    let shown: Vec<(&str, &str)> = read
        .of_code("SCHEMA_INVALID")
        .iter()
        .map(|issue| (issue["source_id"].as_str().unwrap(), issue["target_id"].as_str().unwrap()))
        .collect();
    assert_eq!(shown, [("b1", "b1"), ("b2", "b2"), ("b3", "b3")]);
    let variants =
        [carrier().set("/one", json!(1)).seen_at("first"), carrier().set("/two", json!(2)).seen_at("second")];
    let read = observed(&compact(&Compact::new()), &variants);
    let sources: Vec<&str> =
        read.of_code("SCHEMA_INVALID").iter().map(|issue| issue["source_id"].as_str().unwrap()).collect();
    assert_eq!(sources, ["first", "second"]);
    let ids: BTreeSet<&str> = read.issues().map(|issue| issue["issue_id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2);
}

#[test]
fn g45_every_observation_of_an_object_is_kept() {
    let sources = ["z-copy", "a-copy", "m-copy"].map(|id| carrier().seen_at(id));
    let read = observed(&compact(&Compact::new()), &sources);
    assert_eq!(read.sources("c"), ["a-copy", "m-copy", "z-copy"]);
    assert_eq!(read.whole(), VALID);
    let spelled = Artifact::new("n-copy", format!(" {}", carrier().to_value()));
    let read = observed(&compact(&Compact::new()), &[sources[0].clone(), spelled]);
    assert_eq!(read.sources("c"), ["n-copy", "z-copy"]);
}

#[test]
fn g51_nothing_unbound_influences_the_result() {
    let bundle = compact(&Compact::new());
    let bytes = carrier().to_bytes();
    let source = |media_type| Source { id: "s", media_type, bytes: &bytes, position: None };
    let of_type = |media_type| read(&bundle, [source(media_type)]).to_bytes();
    for json in ["application/json; charset=utf-8", "Application/JSON", "application/vnd.actum+json"] {
        assert_eq!(of_type("application/json"), of_type(json), "{json}");
    }
    let foreign: Value = serde_json::from_slice(&of_type("text/markdown")).unwrap();
    assert_eq!(foreign["nodes"], serde_json::json!([]));
    assert_eq!(foreign["issues"][0]["code"], "SCHEMA_INVALID");
    let both = [source("text/markdown"), source("application/json")];
    let turned = [both[1], both[0], both[1]];
    assert_eq!(read(&bundle, both).to_bytes(), read(&bundle, turned).to_bytes());
    let digest = |folder: super::super::bundle::Folder| -> Value {
        let read = outcome(&folder.bundle(), &[carrier()]);
        read.envelope["profile"]["conformance_profile"]["digest"].clone()
    };
    let before = digest(full());
    assert_eq!(before, digest(full()));
    for file in full().files.keys() {
        let spaced = [full().files[file].as_slice(), b" "].concat();
        assert_ne!(before, digest(full().bytes(file, &spaced)), "{file}");
    }
}

#[test]
fn g52_every_registry_is_a_document_with_its_own_digest() {
    let folder = full();
    let read = outcome(&folder.bundle(), &[carrier()]);
    let profile = read.envelope["profile"].as_object().unwrap();
    let digests: BTreeSet<&str> = profile.values().map(|input| input["digest"].as_str().unwrap()).collect();
    assert_eq!((profile.len(), digests.len()), (8, 8));
    for (input, file) in [
        ("type_registry", "types.json"),
        ("lifecycle_registry", "lifecycle.json"),
        ("role_registry", "roles.json"),
        ("relation_registry", "relations.json"),
        ("integrity_profile", "integrity.json"),
    ] {
        assert_eq!(profile[input]["digest"], sha256(&folder.files[file]).to_string(), "{input}");
    }
    assert_eq!(profile["conformance_profile"]["id"], "full");
    let schema = "sha256:738ef14d6425ddde211ca5a353533b1590a08dd5e783c2b7839ea607f3f3cc9e";
    assert_eq!(profile["object_schema"]["digest"], schema);
}

#[test]
fn g53_a_work_item_may_have_any_name() {
    let names = ["__proto__", "constructor", "10", "9", "01", "\u{0}", "a b", "\u{202e}x"];
    let drafts: Vec<Draft> = names.iter().map(|name| task(&format!("c-{name}"), name)).collect();
    let read = outcome(&compact(&Compact::new()), &drafts);
    for name in names {
        assert_eq!((read.state(name), read.conclusion(name).as_str()), ("created", VALID));
        assert_eq!(read.envelope["extensions"]["summary"]["responsibility"][name], "PM");
    }
}

#[test]
fn g54_no_evidence_is_vacuously_valid_and_concludes_nothing() {
    for bundle in [compact(&Compact::new()), full().bundle(), with_reader(full().load().unwrap())] {
        let read = outcome(&bundle, &[]);
        assert_eq!(read.whole(), VALID);
        for member in ["nodes", "edges", "issues"] {
            assert_eq!(read.envelope[member], json!([]));
        }
        assert_eq!(read.envelope["extensions"]["work"], json!([]));
        assert_eq!(read.envelope["source_set_digest"], sha256(b"[]\n").to_string());
    }
}

#[test]
fn g56_the_table_of_severities() {
    let of = |severity: Severity| -> Vec<&str> {
        let codes = Code::ALL.iter().filter(|code| code.is_core() && code.severity() == severity);
        let mut codes: Vec<&str> = codes.map(|code| code.as_str()).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!(of(Severity::Critical), ["DUPLICATE_ID_CONFLICT", "PROHIBITED_CYCLE"]);
    assert_eq!(
        of(Severity::Error),
        [
            "AUTHORITY_DENIED",
            "ILLEGAL_TRANSITION",
            "INTEGRITY_MISMATCH",
            "SCHEMA_INVALID",
            "SOD_VIOLATION",
            "STREAM_DUPLICATE_SEQUENCE",
            "UNKNOWN_TYPE",
        ]
    );
    assert_eq!(of(Severity::Info), Vec::<&str>::new());
    assert_eq!(of(Severity::Warning).len(), 7);
}

#[test]
fn g56_issues_stand_in_the_published_order() {
    let read: Outcome = observed(&compact(&Compact::new()), &troubled());
    let rank = |word: &str| {
        ["critical", "error", "warning", "info"].iter().position(|known| *known == word).unwrap()
    };
    let key = |issue: &Value| {
        let member = |name: &str| issue[name].as_str().unwrap_or_default().to_owned();
        (rank(&member("severity")), ["code", "object_id", "relation", "target_id", "issue_id"].map(member))
    };
    let keys: Vec<_> = read.issues().map(key).collect();
    assert!(keys.is_sorted() && keys.len() > 6);
}
