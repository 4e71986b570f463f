//! C08, integrity tampering (TMPA 3.7, 4.2, 5.7, 9.8): changed content loses its digest and is kept apart as evidence;
//! a signature adds authentication, and its absence or failure is never taken for it.

mod signature;
mod tampering;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, carrier, in_review, report, start, submit};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

pub(crate) fn cases() -> Vec<Case> {
    [
        tampering::tampering(),
        digests(),
        tampering::spellings(),
        consequences(),
        signature::signatures(),
        signature::required(),
    ]
    .concat()
}

const CLAUSES: [&str; 3] = ["TMPA 4.4", "TMPA 9.8", "TMPA 9.9"];

const SIGNATURES: [&str; 4] = ["TMPA 3.7", "TMPA 4.4", "TMPA 7.2", "TMPA 9.8"];

/// Henry's note: something for every part of an object.
fn n() -> Draft {
    aside("n", "henry", "PM").refer("cites", "c").set("/extensions", json!({ "ticket": "17" }))
}

fn broken() -> Reading {
    all().accepts("c").excludes("n").state("W", "created", "PM").issue("INTEGRITY_MISMATCH", "n").must(
        "kept",
        "/issue_source_ids",
        "includes",
        json!("n"),
    )
}

fn beside(name: &str, title: &str, input: Input) -> Case {
    case(name, title, &CLAUSES).with([carrier()]).input(input).orders(Orders::Some)
}

/// The digest is compared as text, under a declared procedure.
fn digests() -> Vec<Case> {
    let value = n().to_value();
    let digest = value.pointer("/integrity/digest").and_then(Value::as_str).unwrap_or_default().to_owned();
    let bare = digest.trim_start_matches("sha256:").to_owned();
    let rows = [
        ("a-digest-of-something-else-does-not-verify", format!("sha256:{}", "0".repeat(64))),
        ("a-digest-without-its-algorithm-does-not-verify", bare.clone()),
        ("a-digest-in-capitals-does-not-verify", digest.to_uppercase()),
        ("a-shortened-digest-does-not-verify", digest.chars().take(39).collect()),
        ("a-digest-with-a-blank-does-not-verify", format!("{digest} ")),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, text)| {
            beside(
                name,
                &format!("the digest is `{text}`"),
                Input::altered(&n(), "/integrity/digest", json!(text)),
            )
            .reads(broken())
        })
        .collect();
    let declared = [
        ("an-undeclared-hash-verifies-nothing", "/integrity/hash_algorithm", "md5"),
        ("another-spelling-of-the-hash-verifies-nothing", "/integrity/hash_algorithm", "SHA-256"),
        ("an-undeclared-canonical-form-verifies-nothing", "/integrity/canonicalization", "made-up-9"),
    ];
    cases.extend(declared.map(|(name, pointer, text)| {
        beside(name, &format!("`{pointer}` is `{text}`"), Input::of(&n().set(pointer, json!(text))))
            .reads(broken())
    }));
    cases.push(
        beside(
            "the-digest-of-one-form-does-not-verify-another",
            "the object declares RFC 8785 and carries the digest of the other form",
            Input::altered(&n(), "/integrity/canonicalization", json!("rfc8785")),
        )
        .reads(broken()),
    );
    cases.push(
        beside(
            "a-second-declared-form-verifies-as-well",
            "the object declares RFC 8785 and has its digest",
            Input::of(
                &n().set("/integrity/canonicalization", json!("rfc8785"))
                    .body(json!({ "summary": "s", "10": 1, "9": 2 })),
            ),
        )
        .reads(all().accepts("c n").state("W", "created", "PM")),
    );
    cases
}

/// A changed object counts for nothing, and what rests on it is not applied.
fn consequences() -> Vec<Case> {
    let one = |name: &str, title: &str| case(name, title, &["TMPA 7.3", "TMPA 9.6", "TMPA 9.8", "TMPA 9.9"]);
    vec![
        one("a-changed-transition-moves-nothing", "a start was changed")
            .with([carrier(), start("start").tampered()])
            .reads(
                all()
                    .accepts("c")
                    .excludes("start")
                    .state("W", "created", "PM")
                    .issue("INTEGRITY_MISMATCH", "start"),
            )
            .orders(Orders::Some),
        one(
            "what-rests-on-a-changed-report-is-not-applied",
            "the submission reports something that was changed",
        )
        .with([
            carrier(),
            start("start"),
            report().by("gus", "DEV").stream("s-gus", 1).tampered(),
            submit().stream("s-bob", 1),
        ])
        .reads(
            all()
                .accepts("c start")
                .excludes("rep")
                .rejects("submit")
                .free("submit")
                .state("W", "active", "PM")
                .issue("INTEGRITY_MISMATCH", "rep")
                .issue_to("MISSING_REFERENCE", "submit", "reports", "rep")
                .also("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        one("a-changed-object-leaves-unrelated-objects-alone", "a note beside a whole history was changed")
            .with(in_review())
            .with([n().tampered()])
            .reads(
                all()
                    .accepts("c start rep submit")
                    .excludes("n")
                    .state("W", "review", "DEV")
                    .issue("INTEGRITY_MISMATCH", "n"),
            )
            .orders(Orders::Some),
        one("the-object-as-it-was-published-outweighs-a-changed-copy", "one copy is intact, one was changed")
            .with([carrier(), start("start").refer("depends_on", "n").by("henry", "PM").stream("s-start", 1)])
            .input(Input::seen(&n(), "intact"))
            .input(Input::seen(&n().tampered(), "changed"))
            .reads(
                all()
                    .accepts("c start intact")
                    .excludes("changed")
                    .state("W", "active", "PM")
                    .issue("INTEGRITY_MISMATCH", "n")
                    .must(
                        "source",
                        "/issues",
                        "includes",
                        json!({ "code": "INTEGRITY_MISMATCH", "source_id": "changed" }),
                    ),
            )
            .orders(Orders::Some),
        one("every-changed-copy-is-reported", "two copies, both changed")
            .with([carrier()])
            .input(Input::seen(&n().tampered(), "one"))
            .input(Input::altered(&n(), "/creator", json!("alice")).file("two.json"))
            .reads(
                all()
                    .accepts("c")
                    .excludes("one n")
                    .state("W", "created", "PM")
                    .issue_at("INTEGRITY_MISMATCH", "one")
                    .issue_at("INTEGRITY_MISMATCH", "n"),
            )
            .orders(Orders::Some),
        one(
            "a-wrong-digest-and-an-unknown-type-are-both-reported",
            "a changed object of a type that nobody knows",
        )
        .with([carrier(), n().kind("MEMO").tampered()])
        .reads(
            all()
                .accepts("c")
                .excludes("n")
                .state("W", "created", "PM")
                .issue("INTEGRITY_MISMATCH", "n")
                .issue("UNKNOWN_TYPE", "n"),
        )
        .orders(Orders::Some),
        case(
            "an-object-that-was-rewritten-with-its-digest-is-intact-and-not-authenticated",
            "content and digest were changed together: Core cannot tell, and claims no authentication",
            &["TMPA 5.4", "TMPA 5.7", "TMPA 9.8"],
        )
        .with([carrier(), n().body(json!({ "summary": "as never agreed" }))])
        .reads(all().accepts("c n").state("W", "created", "PM").authentication("not_applicable"))
        .orders(Orders::Some),
    ]
}
