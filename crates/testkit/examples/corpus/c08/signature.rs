//! Signatures, optional and required.

use super::{SIGNATURES, broken};
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, carrier, note, object, report, start};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};

fn group(draft: Draft, algorithm: &str, key: &str, signature: &str) -> Draft {
    draft
        .set("/integrity/signature_algorithm", json!(algorithm))
        .set("/integrity/key_id", json!(key))
        .set("/integrity/signature", json!(signature))
}

fn signature_of(draft: &Draft, key: &str) -> String {
    let signed = draft.clone().signed(&ExampleKey::named(key)).to_value();
    signed.pointer("/integrity/signature").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Signatures under the Core: they add an assurance and never a judgment.
pub(super) fn signatures() -> Vec<Case> {
    let signed = |key: &str| carrier().signed(&ExampleKey::named(key));
    let real = signature_of(&carrier(), "alice-key");
    let one = |name: &str, title: &str, draft: Draft| {
        case(name, title, &SIGNATURES).with([draft]).orders(Orders::Some)
    };
    let unverified = || {
        all()
            .accepts("c")
            .state("W", "created", "PM")
            .issue("SIGNATURE_UNVERIFIED", "c")
            .authentication("unauthenticated")
    };
    let valid = || all().accepts("c").state("W", "created", "PM");
    let other = carrier().body(json!({ "title": "Build the exporter" }));
    vec![
        one("without-a-signature-nothing-is-authenticated", "no object is signed", carrier())
            .reads(valid().authentication("not_applicable")),
        one("a-signature-of-the-creator-s-key-authenticates", "alice signs her task", signed("alice-key"))
            .reads(valid().authentication("authenticated")),
        case(
            "one-unsigned-object-leaves-the-whole-unauthenticated",
            "alice signs her task and not her note",
            &SIGNATURES,
        )
        .with([signed("alice-key"), note("n", 2)])
        .reads(all().accepts("c n").state("W", "created", "PM").authentication("unauthenticated"))
        .orders(Orders::Some),
        case(
            "objects-that-are-all-signed-are-authenticated",
            "alice and bob sign what they publish",
            &SIGNATURES,
        )
        .with([signed("alice-key"), report().signed(&ExampleKey::named("bob-key"))])
        .reads(all().accepts("c rep").state("W", "created", "PM").authentication("authenticated"))
        .orders(Orders::Some),
        one("an-unknown-key-authenticates-nothing", "the key is not in the registry", signed("nobody-key"))
            .reads(unverified()),
        one(
            "a-revoked-key-authenticates-nothing",
            "the key is revoked in the registry",
            signed("old-alice-key"),
        )
        .reads(unverified()),
        one(
            "somebody-else-s-key-authenticates-nothing",
            "carol's key signs alice's task",
            signed("carol-key"),
        )
        .reads(unverified()),
        one(
            "an-unknown-signature-algorithm-authenticates-nothing",
            "the algorithm is `rsa`",
            group(carrier(), "rsa", "alice-key", &real),
        )
        .reads(unverified()),
        one(
            "a-signature-that-is-no-base64-authenticates-nothing",
            "the signature is `not a signature`",
            group(carrier(), "ed25519", "alice-key", "not a signature"),
        )
        .reads(unverified()),
        one(
            "a-shortened-signature-authenticates-nothing",
            "the signature has three bytes",
            group(carrier(), "ed25519", "alice-key", "AAAA"),
        )
        .reads(unverified()),
        one(
            "a-signature-of-other-content-authenticates-nothing",
            "the signature belongs to another task; the digest is right",
            group(other, "ed25519", "alice-key", &real),
        )
        .reads(unverified()),
        case("a-signed-object-that-was-changed-is-excluded", "the digest no longer holds", &SIGNATURES)
            .with([carrier()])
            .input(Input::altered(
                &aside("n", "alice", "PM").signed(&ExampleKey::named("alice-key")),
                "/content/body/summary",
                json!("otherwise"),
            ))
            .reads(broken().authentication("not_applicable"))
            .orders(Orders::Some),
        case(
            "a-junk-signature-beside-a-right-one-takes-nothing-away",
            "one copy is signed, another carries junk",
            &SIGNATURES,
        )
        .input(Input::seen(&signed("alice-key"), "signed"))
        .input(Input::seen(&group(carrier(), "ed25519", "x", "AAAA"), "junk"))
        .reads(
            all()
                .accepts("signed junk")
                .state("W", "created", "PM")
                .issue("SIGNATURE_UNVERIFIED", "c")
                .free("junk"),
        )
        .orders(Orders::Some),
        one("a-signature-changes-no-digest", "the signature group is not covered", signed("alice-key"))
            .reads(valid().must("no-mismatch", "/issue_codes", "not_includes", json!("INTEGRITY_MISMATCH"))),
    ]
}

/// A profile that requires authentication says what its absence means (TMPA 7.2).
pub(super) fn required() -> Vec<Case> {
    let one = |name: &str, title: &str, profile: &'static str, draft: Draft| {
        case(name, title, &SIGNATURES).with([draft]).profile(profile).orders(Orders::Some)
    };
    let signed = || carrier().signed(&ExampleKey::named("alice-key"));
    let foreign = || carrier().signed(&ExampleKey::named("carol-key"));
    let open = || {
        all().partial("c").unknown("W").issue("SIGNATURE_UNVERIFIED", "c").authentication("unauthenticated")
    };
    let shut = || {
        all()
            .quarantines("c")
            .unknown("W")
            .issue("SIGNATURE_UNVERIFIED", "c")
            .authentication("unauthenticated")
    };
    vec![
        one("a-required-signature-that-verifies-is-accepted", "alice signs", "authenticated", signed())
            .reads(all().accepts("c").state("W", "created", "PM").authentication("authenticated")),
        one(
            "a-required-signature-that-is-absent-is-undetermined",
            "the profile says undetermined",
            "authenticated",
            carrier(),
        )
        .reads(open()),
        one(
            "a-required-signature-of-somebody-else-is-undetermined",
            "the profile says undetermined",
            "authenticated",
            foreign(),
        )
        .reads(open()),
        one(
            "a-required-signature-that-is-absent-is-invalid-where-the-profile-says-so",
            "the profile says invalid",
            "authenticated-strict",
            carrier(),
        )
        .reads(shut()),
        one(
            "a-required-signature-of-somebody-else-is-invalid-where-the-profile-says-so",
            "the profile says invalid",
            "authenticated-strict",
            foreign(),
        )
        .reads(shut()),
        case("an-unauthenticated-transition-moves-nothing", "a signed task, an unsigned start", &SIGNATURES)
            .with([signed(), start("start")])
            .profile("authenticated")
            .reads(
                all()
                    .accepts("c")
                    .partial("start")
                    .state("W", "created", "PM")
                    .issue("SIGNATURE_UNVERIFIED", "start")
                    .also("LIFECYCLE_UNDETERMINED", "start")
                    .authentication("unauthenticated"),
            )
            .orders(Orders::Some),
        case(
            "signed-transitions-move-under-a-profile-that-requires-it",
            "a signed task, a signed start",
            &SIGNATURES,
        )
        .with([signed(), start("start").signed(&ExampleKey::named("alice-key"))])
        .profile("authenticated-strict")
        .reads(all().accepts("c start").state("W", "active", "PM").authentication("authenticated"))
        .orders(Orders::Some),
        case("a-group-of-nulls-is-no-required-signature", "the three members are null", &SIGNATURES)
            .with([object("c", "TASK")
                .body(json!({ "title": "x" }))
                .stream("s-alice", 1)
                .set("/integrity/signature_algorithm", Value::Null)
                .set("/integrity/key_id", Value::Null)
                .set("/integrity/signature", Value::Null)])
            .profile("authenticated")
            .reads(open())
            .orders(Orders::Some),
    ]
}
