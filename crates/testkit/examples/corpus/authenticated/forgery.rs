//! C08: signatures that look right and prove nothing (TMPA 5.3, 9.8; RFC 8032 5.1.7).

use super::{all_signed, authenticated, by, refuses, signed, strict, task, unauthenticated};
use crate::case::{Case, Input, Orders};
use crate::cast::{carrier, note, report};
use actum_testkit::evidence::Draft;
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};

fn alice() -> ExampleKey {
    ExampleKey::named("alice-key")
}

fn signature(draft: &Draft) -> String {
    let value = draft.to_value();
    value.pointer("/integrity/signature").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Alice's note beside her task; its signature is the case's.
fn beside(name: &str, title: &str, input: Input) -> Case {
    strict(name, title, &["TMPA 4.4"])
        .with([task()])
        .input(input)
        .reads(refuses(unauthenticated().accepts("c").state("W", "created", "PM"), "n"))
        .orders(Orders::Some)
}

fn n() -> Draft {
    note("n", 2)
}

/// The note with its signature spelled otherwise, in an object whose digest holds.
fn spelled(name: &str, title: &str, text: &str) -> Case {
    beside(name, title, Input::altered(&signed(n()), "/integrity/signature", json!(text)))
}

pub(super) fn forgeries() -> Vec<Case> {
    let real = signature(&signed(n()));
    let other = signature(&signed(n().body(json!({ "summary": "otherwise" }))));
    let bare = real.trim_end_matches('=').to_owned();
    let with = |draft: Draft| Input::of(&draft);
    let mut cases = vec![
        strict(
            "what-everybody-signs-is-authenticated",
            "alice and bob sign with keys of theirs",
            &["TMPA 4.4"],
        )
        .with(all_signed([carrier(), n(), report()]))
        .reads(authenticated().accepts("c n rep").state("W", "created", "PM"))
        .orders(Orders::Some),
        beside(
            "an-unsigned-object-is-refused-where-signatures-are-required",
            "the note is not signed",
            with(n()),
        ),
        beside(
            "a-malleated-signature-is-refused",
            "`S` is beyond the order of the group",
            with(n().signed(&alice().malleating())),
        ),
        beside(
            "a-signature-with-a-small-order-point-is-refused",
            "`R` is the neutral point; the equation holds without cofactor",
            with(n().signed(&alice().with_small_order())),
        ),
        beside(
            "a-stranger-s-key-is-refused",
            "mallory signs with a key of her own",
            with(by(n(), "mallory-key-of-her-own")),
        ),
        beside(
            "a-key-of-another-identity-is-refused",
            "the signature is right, and the key carol's",
            with(by(n(), "carol-key")),
        ),
        beside(
            "a-key-under-the-id-of-another-is-refused",
            "carol signs and gives alice's key id",
            with(n().signed(&ExampleKey::named("carol-key").called("alice-key"))),
        ),
        spelled(
            "a-signature-of-another-object-is-refused",
            "the signature is alice's over another note",
            &other,
        ),
        spelled(
            "junk-in-place-of-a-signature-is-refused",
            "64 bytes that are no signature",
            &format!("{}==", "A".repeat(86)),
        ),
        spelled("an-unpadded-signature-is-refused", "the padding is missing", &bare),
        spelled("a-signature-with-a-blank-is-refused", "a blank follows", &format!("{real} ")),
        spelled(
            "a-signature-in-the-url-alphabet-is-refused",
            "`-` and `_` stand in it",
            &(real.replace('+', "-").replace('/', "_").trim_end_matches('=').to_owned() + "-_"),
        ),
        spelled("a-shortened-signature-is-refused", "the signature ends in the middle", real.split_at(44).0),
        spelled(
            "an-overlong-signature-is-refused",
            "the signature stands there a hundred times",
            &real.repeat(100),
        ),
        beside(
            "an-algorithm-in-capitals-is-refused",
            "the algorithm is `Ed25519`",
            Input::altered(&signed(n()), "/integrity/signature_algorithm", json!("Ed25519")),
        ),
        beside(
            "a-key-id-in-capitals-is-refused",
            "the key id is `ALICE-KEY`",
            Input::altered(&signed(n()), "/integrity/key_id", json!("ALICE-KEY")),
        ),
    ];
    cases.push(swapped());
    cases
}

fn swapped() -> Case {
    let (one, two) = (signed(n()), signed(note("m", 3)));
    let carrying = |draft: &Draft, text: String| Input::altered(draft, "/integrity/signature", json!(text));
    let reading = refuses(unauthenticated().accepts("c").state("W", "created", "PM"), "n");
    strict(
        "signatures-that-are-swapped-are-both-refused",
        "two notes carry each other's signature",
        &["TMPA 4.4"],
    )
    .with([task()])
    .input(carrying(&one, signature(&two)))
    .input(carrying(&two, signature(&one)))
    .reads(refuses(reading, "m"))
    .orders(Orders::Some)
}
