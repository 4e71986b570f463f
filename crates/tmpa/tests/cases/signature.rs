//! Signatures that prove nothing though they look as if they did, and what they may not do to those that hold (TMPA 5.3,
//! 9.8, G47).

use super::bundle::{Folder, full, refused};
use super::cast::{PARTIAL, QUARANTINED, VALID, carrier, note};
use super::outcome::{Outcome, observed, outcome};
use super::trust::{by_alice, strict};
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};

const CODE: &str = "SIGNATURE_UNVERIFIED";

fn alice() -> ExampleKey {
    ExampleKey::named("alice-key")
}

/// The carrier as alice signed it, with another text in place of the signature.
fn with_signature(change: impl FnOnce(&str) -> String) -> Draft {
    let signed = by_alice(carrier()).to_value();
    let integrity = &signed["integrity"];
    let text = change(integrity["signature"].as_str().unwrap());
    let group = ["signature_algorithm", "key_id"].map(|name| (name, integrity[name].clone()));
    let draft = carrier().set("/integrity/signature", json!(text));
    group.into_iter().fold(draft, |draft, (name, value)| draft.set(&format!("/integrity/{name}"), value))
}

#[track_caller]
fn assert_fault(draft: Draft, reason: &str) {
    let read = outcome(&strict().bundle(), &[draft]);
    assert_eq!((read.codes_of("c"), read.reasons(CODE, "c")), (vec![CODE], vec![reason]));
    assert_eq!(read.verdict("c"), QUARANTINED);
    assert_eq!(read.envelope["authentication_state"], "unauthenticated");
}

#[test]
fn a_malleated_signature_does_not_verify() {
    assert_fault(carrier().signed(&alice().malleating()), "signature_does_not_verify");
}

#[test]
fn a_signature_with_a_point_of_small_order_does_not_verify() {
    assert_fault(carrier().signed(&alice().with_small_order()), "signature_does_not_verify");
}

#[test]
fn a_signature_of_another_object_does_not_verify() {
    let other = by_alice(carrier().body(json!({ "other": true }))).to_value();
    let foreign = other["integrity"]["signature"].as_str().unwrap().to_owned();
    assert_fault(with_signature(|_| foreign), "signature_does_not_verify");
}

#[test]
fn two_objects_whose_signatures_are_swapped_are_both_unauthenticated() {
    let (first, second) = (by_alice(carrier()).to_value(), by_alice(note("n", 2)).to_value());
    let swapped = |one: &Value, other: &Value| {
        let mut object = one.clone();
        object["integrity"]["signature"] = other["integrity"]["signature"].clone();
        Artifact::new(one["id"].as_str().unwrap(), object.to_string())
    };
    let read = observed(&strict().bundle(), &[swapped(&first, &second), swapped(&second, &first)]);
    for id in ["c", "n"] {
        assert_eq!(read.reasons(CODE, id), ["signature_does_not_verify"]);
        assert_eq!(read.verdict(id), QUARANTINED);
    }
}

#[test]
fn a_signature_that_verified_once_does_not_verify_for_another_content() {
    let real = by_alice(carrier()).to_value();
    let mut copied = note("n", 2).to_value();
    for name in ["signature_algorithm", "key_id", "signature"] {
        copied["integrity"][name] = real["integrity"][name].clone();
    }
    let sources = [Artifact::new("a", real.to_string()), Artifact::new("b", copied.to_string())];
    for order in [[0, 1], [1, 0]] {
        let read = observed(&strict().bundle(), &order.map(|at| sources[at].clone()));
        assert_eq!((read.verdict("c").as_str(), read.verdict("n").as_str()), (VALID, QUARANTINED));
        assert_eq!(read.reasons(CODE, "n"), ["signature_does_not_verify"]);
    }
}

#[test]
fn a_key_under_another_keys_id_does_not_verify() {
    assert_fault(
        carrier().signed(&ExampleKey::named("carol-key").called("alice-key")),
        "signature_does_not_verify",
    );
    assert_fault(carrier().signed(&alice().called("carol-key")), "key_not_bound_to_creator");
    assert_fault(carrier().signed(&alice().called("Alice-key")), "unknown_key");
}

#[test]
fn a_key_signs_for_its_identities_and_roles_alone() {
    let role = |name: &str| strict().set("trust.json", "/keys/0/roles", json!([name]));
    assert_eq!(outcome(&role("PM").bundle(), &[by_alice(carrier())]).whole(), VALID);
    let read = outcome(&role("QA").bundle(), &[by_alice(carrier())]);
    assert_eq!(read.reasons(CODE, "c"), ["key_not_bound_to_role"]);
    let unknown = "`trust.json` at `/keys/0/roles/0`: `EMPEROR` is not defined in the role registry";
    refused(&role("EMPEROR"), unknown);
    let other = outcome(&strict().bundle(), &[by_alice(carrier().by("alicE", "PM"))]);
    assert_eq!(other.reasons(CODE, "c"), ["key_not_bound_to_creator"]);
}

#[test]
fn there_is_one_spelling_of_a_signature() {
    type Change = fn(&str) -> String;
    let rows: [(&str, Change); 9] = [
        ("signature_not_base64", |text| text.trim_end_matches('=').to_owned()),
        ("signature_not_base64", |text| format!(" {}", text.trim_end_matches('='))),
        ("signature_not_64_bytes", |text| format!("{text}\n")),
        ("signature_not_64_bytes", |text| format!("{text}===")),
        ("signature_not_base64", |text| {
            let (head, _) = text.split_at(text.len() - 4);
            format!("{head} ===")
        }),
        ("signature_not_64_bytes", |text| text.split_at(44).0.to_owned()),
        ("signature_not_64_bytes", |text| text.repeat(40_000)),
        ("signature_not_base64", |_| "-_".repeat(42) + "-w=="),
        // The last letter carries bits that no byte holds.
        ("signature_not_base64", |_| "A".repeat(85) + "B=="),
    ];
    for (reason, change) in rows {
        assert_fault(with_signature(change), reason);
    }
    assert_eq!(outcome(&strict().bundle(), &[with_signature(str::to_owned)]).whole(), VALID);
}

#[test]
fn an_algorithm_is_compared_letter_by_letter() {
    for name in ["Ed25519", "ED25519", "ed25519ph", "EdDSA", "none"] {
        let draft = with_signature(str::to_owned).set("/integrity/signature_algorithm", json!(name));
        assert_fault(draft, "unknown_signature_algorithm");
    }
}

#[test]
fn one_key_is_registered_once() {
    let again = json!({
        "key_id": "alice-again", "algorithm": "ed25519",
        "public_key": alice().public(), "identities": ["bob"]
    });
    let message =
        format!("`trust.json` at `/keys/4/public_key`: `{}` appears more than once", alice().public());
    refused(&strict().set("trust.json", "/keys/-", again), &message);
}

#[test]
fn a_profile_may_give_signatures_no_meaning_under_a_canonicalization() {
    let none = strict().set("integrity.json", "/accepted/0/signature_coverage", json!("none"));
    let read = outcome(&none.bundle(), &[by_alice(carrier())]);
    assert_eq!(read.reasons(CODE, "c"), ["signature_covers_nothing"]);
    let jcs = by_alice(carrier().set("/integrity/canonicalization", json!("rfc8785")));
    assert_eq!(outcome(&none.bundle(), &[jcs]).whole(), VALID);
}

/// The carrier well signed, and copies of the same content whose signatures show nothing.
fn variants() -> Vec<Artifact> {
    vec![
        by_alice(carrier()).seen_at("signed"),
        carrier().seen_at("bare"),
        with_signature(|_| "AAAA".to_owned()).seen_at("junk"),
        carrier().signed(&alice().malleating()).seen_at("malleated"),
        carrier().signed(&ExampleKey::named("mallory")).seen_at("stranger"),
    ]
}

#[test]
fn a_copy_whose_signature_shows_nothing_does_no_harm_to_one_that_holds() {
    for (policy, word) in [
        ("optional", "undetermined"),
        ("required", "undetermined"),
        ("required", "invalid"),
        ("required", "excluded"),
    ] {
        let folder = strict().set("trust.json", "/policy", json!(policy)).set(
            "trust.json",
            "/on_unauthenticated",
            json!(word),
        );
        let read = observed(&folder.bundle(), &variants());
        assert_eq!((read.whole().as_str(), read.verdict("c").as_str()), (VALID, VALID), "{policy} {word}");
        assert_eq!((read.codes(), read.conclusion("W")), (vec![CODE], VALID.to_owned()));
        assert_eq!(read.envelope["nodes"][0]["authentication_state"], "authenticated");
        assert_eq!(read.envelope["authentication_state"], "authenticated");
    }
}

#[test]
fn where_the_signature_belongs_to_the_content_its_variants_are_two_contents() {
    let folder = strict().set("integrity.json", "/variant_identity", json!("canonical"));
    let read = observed(&folder.bundle(), &variants());
    assert_eq!(read.codes_of("c"), ["DUPLICATE_ID_CONFLICT"]);
    assert_eq!((read.verdict("c").as_str(), read.nodes().len()), ("absent", 0));
    assert_eq!(read.envelope["authentication_state"], "unauthenticated");
    let excluding = folder.set("trust.json", "/on_unauthenticated", json!("excluded"));
    let read = observed(&excluding.bundle(), &variants());
    assert_eq!((read.verdict("c").as_str(), read.sources("c")), (VALID, vec!["signed"]));
}

fn excluding() -> Folder {
    strict().set("trust.json", "/on_unauthenticated", json!("excluded"))
}

#[test]
fn where_only_authenticated_objects_are_accepted_a_stranger_contests_nothing() {
    let forged = carrier().body(json!({ "forged": true })).signed(&ExampleKey::named("mallory"));
    let squatter = note("squat", 2);
    let writer = note("alien", 7).by("mallory", "PM");
    let sources = vec![
        by_alice(carrier()).seen_at("signed"),
        by_alice(note("n", 2)).to_source(),
        forged.seen_at("forged"),
        squatter.to_source(),
        writer.to_source(),
    ];
    let read = observed(&excluding().bundle(), &sources);
    assert_eq!(read.nodes(), ["c", "n"]);
    assert_eq!((read.verdict("c").as_str(), read.verdict("n").as_str()), (VALID, VALID));
    assert_eq!(read.codes(), [CODE]);
    assert_eq!(read.objects(CODE), ["alien", "c", "squat"]);
    assert_eq!(read.reasons(CODE, "c"), ["unknown_key"]);
    assert_eq!(read.reasons(CODE, "squat"), ["signature_required"]);
    assert_eq!(read.whole(), QUARANTINED, "two sources stay outside whose ids nothing else has");
    let judging = observed(&strict().bundle(), &sources);
    assert!(judging.codes().contains(&"DUPLICATE_ID_CONFLICT"));
}

#[test]
fn an_object_whose_key_may_count_is_not_kept_outside() {
    let folder = excluding().set("trust.json", "/keys/0/valid_to", json!({ "index": 5 }));
    let read = outcome(&folder.bundle(), &[by_alice(carrier())]);
    assert_eq!((read.verdict("c"), read.reasons(CODE, "c")), (PARTIAL.into(), vec!["no_ledger_index"]));
}

#[test]
fn a_view_with_one_object_that_is_not_authenticated_is_not() {
    let label = |read: &Outcome| read.envelope["authentication_state"].as_str().unwrap().to_owned();
    let bundle = full().bundle();
    let signed = [by_alice(carrier()), by_alice(note("n", 2))];
    let read = outcome(&bundle, &signed);
    assert_eq!(
        (label(&read), read.work("W")["authentication_state"].as_str()),
        ("authenticated".into(), Some("authenticated"))
    );
    let read = outcome(&bundle, &[by_alice(carrier()), note("n", 2)]);
    assert_eq!(
        (label(&read), read.whole().as_str(), read.codes()),
        ("unauthenticated".into(), VALID, vec![])
    );
    assert_eq!(read.work("W")["authentication_state"], "unauthenticated");
    assert_eq!(label(&outcome(&bundle, &[carrier()])), "not_applicable");
    let junk = with_signature(|_| "AAAA".to_owned()).seen_at("junk");
    assert_eq!(label(&observed(&bundle, &[carrier().seen_at("bare"), junk])), "unauthenticated");
}
