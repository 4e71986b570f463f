//! G46 to G50: signatures, canonical forms, strict JSON and date-times (TMPA 4.2, 9.2, 9.8).

use crate::cases::bundle::{compact, full};
use crate::cases::cast::{ABSENT, PARTIAL, QUARANTINED, VALID, archive, carrier, done, object, task, with};
use crate::cases::outcome::{Outcome, observed, outcome};
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::key::ExampleKey;
use actum_testkit::profile::Compact;
use serde_json::{Value, json};

fn signature_group(draft: Draft, algorithm: &str, key: &str, signature: &str) -> Draft {
    draft
        .set("/integrity/signature_algorithm", json!(algorithm))
        .set("/integrity/key_id", json!(key))
        .set("/integrity/signature", json!(signature))
}

#[test]
fn g46_a_junk_signature_is_reported_and_authenticates_nothing() {
    let junk = signature_group(carrier(), "ed25519", "key-1", "not-a-signature");
    let read = outcome(&compact(&Compact::new()), &[junk]);
    assert_eq!(read.codes(), ["SIGNATURE_UNVERIFIED"]);
    assert_eq!(read.verdict("c"), VALID);
    assert_eq!(read.envelope["authentication_state"], "unauthenticated");
    assert_eq!(read.whole(), VALID);
}

#[test]
fn g46_every_way_in_which_a_signature_fails_has_its_reason() {
    let signed = |key: &str| carrier().signed(&ExampleKey::named(key));
    let real = signed("alice-key").to_value();
    let signature = real["integrity"]["signature"].as_str().unwrap();
    let foreign = carrier().body(json!({ "other": 1 }));
    let rows = [
        (signed("nobody-key"), "unknown_key"),
        (signed("old-alice-key"), "revoked_key"),
        (signed("carol-key"), "key_not_bound_to_creator"),
        (signature_group(carrier(), "rsa", "alice-key", signature), "unknown_signature_algorithm"),
        (signature_group(carrier(), "ed25519", "alice-key", "?"), "signature_not_base64"),
        (signature_group(foreign, "ed25519", "alice-key", signature), "signature_does_not_verify"),
    ];
    for (draft, reason) in rows {
        let read = outcome(&full().bundle(), &[draft]);
        assert_eq!(read.reasons("SIGNATURE_UNVERIFIED", "c"), [reason]);
        assert_eq!(read.verdict("c"), VALID, "{reason}");
        assert_eq!(read.envelope["authentication_state"], "unauthenticated");
    }
    let read = outcome(&full().bundle(), &[signed("alice-key")]);
    assert_eq!((read.whole().as_str(), read.codes()), (VALID, Vec::<&str>::new()));
    assert_eq!(read.envelope["authentication_state"], "authenticated");
    assert_eq!(read.envelope["nodes"][0]["authentication_state"], "authenticated");
}

#[test]
fn g46_the_unverifiable_signature_of_any_copy_is_reported() {
    for number in 0..8 {
        let draft = carrier().body(json!({ "number": number }));
        let junk = signature_group(draft.clone(), "ed25519", "unknown", "AAAA").seen_at("junk");
        let bare = draft.seen_at("bare");
        let signed = draft.signed(&ExampleKey::named("alice-key")).seen_at("signed");
        for others in [vec![bare.clone()], vec![signed.clone()], vec![bare, signed]] {
            let read = observed(&full().bundle(), &[others, vec![junk.clone()]].concat());
            assert_eq!(read.codes(), ["SIGNATURE_UNVERIFIED"]);
            assert_eq!(read.reasons("SIGNATURE_UNVERIFIED", "c"), ["unknown_key"]);
            assert_eq!(read.verdict("c"), VALID);
        }
    }
}

#[test]
fn g46_the_keys_of_the_full_profile_are_the_example_keys() {
    let trust: Value = serde_json::from_slice(&full().files["trust.json"]).unwrap();
    for key in trust["keys"].as_array().unwrap() {
        let name = key["key_id"].as_str().unwrap();
        assert_eq!(key["public_key"], ExampleKey::named(name).public());
    }
}

#[test]
fn g46_where_signatures_are_required_their_absence_is_judged_as_the_profile_says() {
    let folder = full().set("trust.json", "/policy", json!("required"));
    for (word, verdict) in [("undetermined", PARTIAL), ("invalid", QUARANTINED)] {
        let bundle = folder.clone().set("trust.json", "/on_unauthenticated", json!(word)).bundle();
        for draft in [carrier(), signature_group(carrier(), "ed25519", "alice-key", "AAAA")] {
            let read = outcome(&bundle, &[draft]);
            assert_eq!((read.codes(), read.verdict("c").as_str()), (vec!["SIGNATURE_UNVERIFIED"], verdict));
            assert_eq!(read.state("W"), "unknown");
        }
        let signed = carrier().signed(&ExampleKey::named("alice-key"));
        assert_eq!(outcome(&bundle, &[signed]).whole(), VALID);
    }
}

#[test]
fn g46_a_person_s_pending_decision_has_its_own_label() {
    let pending = archive("archive").refer("archives", "approve");
    let read = outcome(&full().bundle(), &with(done(), [pending.clone()]));
    assert_eq!(read.verdict("archive"), "undetermined/pending_human");
    assert_eq!((read.state("W"), read.whole().as_str()), ("done", "undetermined/pending_human"));
    assert_eq!(read.open("W"), ["pending_human_decision"]);
    let also_missing = archive("archive");
    let read = outcome(&full().bundle(), &with(done(), [also_missing]));
    assert_eq!(read.verdict("archive"), PARTIAL);
    let decision = object("release", "DECISION")
        .by("erin", "ADMIN")
        .stream("s-erin", 1)
        .body(json!({ "decision": "release" }));
    let released = pending.refer("released_by", "release");
    let read = outcome(&full().bundle(), &with(done(), [decision, released]));
    assert_eq!((read.state("W"), read.whole().as_str()), ("archive", VALID));
}

#[test]
fn g47_what_a_signature_adds_is_for_the_profile_to_say() {
    let sources = [
        carrier().seen_at("bare"),
        carrier().signed(&ExampleKey::named("alice-key")).seen_at("signed"),
        signature_group(carrier(), "ed25519", "x", "junk").seen_at("junk"),
    ];
    let read = observed(&full().bundle(), &sources);
    assert_eq!(read.sources("c"), ["bare", "junk", "signed"]);
    assert_eq!((read.verdict("c"), read.nodes().len()), (VALID.into(), 1));
    assert!(read.objects("DUPLICATE_ID_CONFLICT").is_empty());
    assert_eq!(read.envelope["nodes"][0]["authentication_state"], "authenticated");
    let canonical = full().set("integrity.json", "/variant_identity", json!("canonical"));
    for bundle in [canonical.bundle(), compact(&Compact::new())] {
        let read = observed(&bundle, &sources);
        assert_eq!((read.codes_of("c"), read.verdict("c").as_str()), (vec!["DUPLICATE_ID_CONFLICT"], ABSENT));
    }
}

#[test]
fn g48_a_digest_under_an_undeclared_procedure_verifies_nothing() {
    for (member, value) in [
        ("hash_algorithm", "md5"),
        ("hash_algorithm", "SHA256"),
        ("canonicalization", "made-up-9"),
        ("canonicalization", "rfc8785"),
    ] {
        let draft = carrier().set(&format!("/integrity/{member}"), json!(value));
        let read = outcome(&compact(&Compact::new()), &[draft]);
        assert_eq!(
            (read.codes(), read.verdict("c").as_str()),
            (vec!["INTEGRITY_MISMATCH"], ABSENT),
            "{value}"
        );
        assert_eq!(read.reasons("INTEGRITY_MISMATCH", "c"), ["undeclared_integrity_profile"]);
    }
    let jcs = carrier().set("/integrity/canonicalization", json!("rfc8785"));
    assert_eq!(outcome(&full().bundle(), &[jcs]).whole(), VALID);
}

#[test]
fn g48_the_digest_is_compared_letter_by_letter() {
    let value = carrier().to_value();
    let digest = value["integrity"]["digest"].as_str().unwrap().to_owned();
    let (_, hex) = digest.split_once(':').unwrap();
    for wrong in
        [hex.to_owned(), digest.to_uppercase(), format!("{digest} "), format!("sha256:{}", "0".repeat(64))]
    {
        let mut value = value.clone();
        value["integrity"]["digest"] = json!(wrong);
        let read = observed(&compact(&Compact::new()), &[Artifact::new("s", value.to_string())]);
        assert_eq!(read.codes(), ["INTEGRITY_MISMATCH"], "{wrong}");
    }
}

fn with_body(draft: &Draft, from: &str, to: &[u8]) -> Outcome {
    let bytes = draft.to_bytes();
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
    let changed = [&bytes[..at], to, &bytes[at + from.len()..]].concat();
    let sources = [Artifact::new("changed", changed), task("free", "F").to_source()];
    observed(&compact(&Compact::new()), &sources)
}

#[test]
fn g49_what_two_parsers_may_read_differently_is_refused() {
    let text = |value: Value| carrier().body(json!({ "a": value }));
    let rows: [(Draft, &str, &[u8]); 7] = [
        (text(json!(1)), r#""a":1"#, br#""a":0,"a":1"#),
        (text(json!(1)), r#""a":1"#, br#""\u0061":0,"a":1"#),
        (text(json!("\u{FFFD}")), "\u{FFFD}", b"\xFF"),
        (text(Value::Null), r#""a":null"#, br#""a":1e400"#),
        (text(json!(0)), r#""a":0"#, br#""a":2e-400"#),
        (text(json!(9_007_199_254_740_992_u64)), "9007199254740992", b"9007199254740993"),
        (text(json!("x")), r#""a":"x""#, br#""a":"\ud800""#),
    ];
    for (draft, from, to) in rows {
        let read = with_body(&draft, from, to);
        let shown = String::from_utf8_lossy(to).into_owned();
        assert_eq!(read.verdict("c"), ABSENT, "{shown}");
        let code = read.codes()[0].to_owned();
        assert!(["SCHEMA_INVALID", "INTEGRITY_MISMATCH"].contains(&code.as_str()), "{shown}: {code}");
        assert_eq!(read.verdict("free"), VALID);
    }
}

#[test]
fn g49_another_spelling_of_one_value_keeps_its_digest() {
    let draft = carrier().body(json!({ "a": 1, "b": "é" }));
    for (from, to) in [(r#""a":1"#, r#""a":1.0"#), (r#""a":1"#, " \n\"a\" : 1e0"), ("é", "\\u00e9")] {
        let read = with_body(&draft, from, to.as_bytes());
        assert_eq!(read.verdict("c"), VALID, "{to}");
    }
}

#[test]
fn g50_created_at_is_a_date_time_of_rfc_3339() {
    let refused = [
        "2026-08-03 20:00:00Z",
        "2026-08-03\u{A0}20:00:00Z",
        "2026-08-03T20:00:00+08",
        "2026-08-03T20:00:00+0800",
        "2026-08-03T20:00:00",
        "2026-08-03T24:00:00Z",
        "2026-08-03T20:00:00+25:00",
        "2026-02-29T00:00:00Z",
        "2026-08-03",
        "",
    ];
    let accepted = [
        "2026-08-03t20:00:00z",
        "2026-08-03T23:59:60Z",
        "2026-08-03T20:00:00-00:00",
        "2026-08-03T20:00:00.123456789Z",
        "2024-02-29T00:00:00+05:30",
    ];
    for text in refused {
        let read = outcome(&compact(&Compact::new()), &[carrier().created_at(text)]);
        assert_eq!((read.codes(), read.verdict("c").as_str()), (vec!["SCHEMA_INVALID"], ABSENT), "{text}");
        assert_eq!(read.reasons("SCHEMA_INVALID", "c"), ["format"]);
    }
    for text in accepted {
        let read = outcome(&compact(&Compact::new()), &[carrier().created_at(text)]);
        assert_eq!(read.whole(), VALID, "{text}");
    }
}
