//! Wrong types and values, the tuple, the group of a signature, and date-times.

use super::{bad, bad_start, refuses, refuses_input, refuses_source};
use crate::case::{Case, Input};
use serde_json::{Value, json};

pub(super) fn cases() -> Vec<Case> {
    [values(), tuples(), signatures(), date_times(), roots()].concat()
}

/// A member of the wrong type or an impossible value.
fn values() -> Vec<Case> {
    let rows: [(&str, &str, Value); 26] = [
        ("an-earlier-core-version-is-refused", "/tmpa_version", json!("S0.3")),
        ("a-later-core-version-is-not-downgraded", "/tmpa_version", json!("S1.0")),
        ("a-core-version-that-is-a-number-is-refused", "/tmpa_version", json!(0.4)),
        ("an-empty-type-is-refused", "/type", json!("")),
        ("a-type-that-is-a-list-is-refused", "/type", json!(["ISSUE"])),
        ("two-creators-are-refused", "/creator", json!(["bob", "alice"])),
        ("an-empty-creator-is-refused", "/creator", json!("")),
        ("two-roles-are-refused", "/role", json!(["DEV", "QA"])),
        ("an-empty-role-is-refused", "/role", json!("")),
        ("a-stream-that-is-a-text-is-refused", "/stream", json!("s-bob")),
        ("an-empty-stream-id-is-refused", "/stream/id", json!("")),
        ("the-sequence-number-zero-is-refused", "/stream/sequence", json!(0)),
        ("a-negative-sequence-number-is-refused", "/stream/sequence", json!(-1)),
        ("a-fractional-sequence-number-is-refused", "/stream/sequence", json!(1.5)),
        ("a-sequence-number-that-is-a-text-is-refused", "/stream/sequence", json!("1")),
        ("a-governed-work-that-is-a-text-is-refused", "/governed_work", json!("W")),
        ("two-primary-carriers-are-refused", "/governed_work/primary_carrier_id", json!(["c", "d"])),
        ("an-empty-primary-carrier-is-refused", "/governed_work/primary_carrier_id", json!("")),
        ("references-that-are-no-list-are-refused", "/references", json!({})),
        ("a-reference-that-is-a-text-is-refused", "/references", json!(["c"])),
        (
            "the-same-reference-twice-is-refused",
            "/references",
            json!([{ "relation": "cites", "target": "c" }, { "target": "c", "relation": "cites" }]),
        ),
        ("a-reference-to-the-empty-id-is-refused", "/references/0/target", json!("")),
        ("a-content-that-is-a-text-is-refused", "/content", json!("as agreed")),
        ("an-empty-content-media-type-is-refused", "/content/media_type", json!("")),
        ("extensions-that-are-a-list-are-refused", "/extensions", json!([])),
        ("an-empty-hash-algorithm-is-refused", "/integrity/hash_algorithm", json!("")),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, pointer, value)| {
            refuses(name, &format!("`{pointer}` is `{value}`"), &bad().set(pointer, value.clone()))
        })
        .collect();
    cases.push(refuses_input(
        "a-digest-that-is-a-number-is-refused",
        "`/integrity/digest` is `5`",
        Input::altered(&bad(), "/integrity/digest", json!(5)),
    ));
    cases.push(refuses_input(
        "an-integrity-record-that-is-null-is-refused",
        "`/integrity` is `null`",
        Input::altered(&bad(), "/integrity", Value::Null),
    ));
    for (name, value) in
        [("an-empty-id-is-refused", json!("")), ("an-id-that-is-a-number-is-refused", json!(5))]
    {
        let title = format!("`/id` is `{value}`, so that only the source can be named");
        let draft = bad().set("/id", value);
        cases.push(refuses_source(name, &title, Input { objects: Vec::new(), ..Input::seen(&draft, "bad") }));
    }
    cases
}

/// The tuple of a transition is whole or it is none.
fn tuples() -> Vec<Case> {
    let rows: [(&str, &str, Value); 7] = [
        ("a-tuple-that-is-null-is-refused", "/lifecycle/transition", Value::Null),
        ("a-tuple-that-is-a-list-is-refused", "/lifecycle/transition", json!(["created", "start", "active"])),
        ("an-empty-tuple-is-refused", "/lifecycle/transition", json!({})),
        ("an-empty-source-state-is-refused", "/lifecycle/transition/from", json!("")),
        ("an-action-that-is-null-is-refused", "/lifecycle/transition/action", Value::Null),
        ("a-target-state-that-is-a-list-is-refused", "/lifecycle/transition/to", json!(["active"])),
        ("a-lifecycle-that-is-a-text-is-refused", "/lifecycle", json!("active")),
    ];
    rows.into_iter()
        .map(|(name, pointer, value)| {
            refuses(name, &format!("`{pointer}` is `{value}`"), &bad_start().set(pointer, value.clone()))
        })
        .collect()
}

/// The three members of a signature come together, as texts, or not at all (TMPA 9.8).
fn signatures() -> Vec<Case> {
    let rows: [(&str, &[(&str, Value)]); 9] = [
        ("only-the-algorithm-of-a-signature-is-refused", &[("signature_algorithm", json!("ed25519"))]),
        ("only-the-key-of-a-signature-is-refused", &[("key_id", json!("bob-key"))]),
        ("a-signature-alone-is-refused", &[("signature", json!("AAAA"))]),
        (
            "a-signature-group-without-the-signature-is-refused",
            &[("signature_algorithm", json!("ed25519")), ("key_id", json!("bob-key"))],
        ),
        (
            "a-signature-group-without-the-key-is-refused",
            &[("signature_algorithm", json!("ed25519")), ("signature", json!("AAAA"))],
        ),
        (
            "a-signature-group-without-the-algorithm-is-refused",
            &[("key_id", json!("bob-key")), ("signature", json!("AAAA"))],
        ),
        (
            "a-signature-group-that-is-half-null-is-refused",
            &[("signature_algorithm", json!("ed25519")), ("key_id", Value::Null), ("signature", Value::Null)],
        ),
        (
            "a-signature-group-with-an-empty-text-is-refused",
            &[("signature_algorithm", json!("ed25519")), ("key_id", json!("")), ("signature", json!("AAAA"))],
        ),
        ("a-lone-null-of-a-signature-group-is-refused", &[("signature", Value::Null)]),
    ];
    rows.into_iter()
        .map(|(name, members)| {
            let draft = members.iter().fold(bad(), |draft, (member, value)| {
                draft.set(&format!("/integrity/{member}"), value.clone())
            });
            let listed: Vec<String> =
                members.iter().map(|(member, value)| format!("`{member}`: `{value}`")).collect();
            refuses(name, &format!("the signature group is {}", listed.join(", ")), &draft)
        })
        .collect()
}

/// `created_at` is asserted as a date-time of RFC 3339, not merely annotated.
fn date_times() -> Vec<Case> {
    let rows = [
        ("a-date-time-with-a-space-is-refused", "2026-08-03 20:00:00Z"),
        ("a-date-time-without-a-zone-is-refused", "2026-08-03T20:00:00"),
        ("a-zone-without-a-colon-is-refused", "2026-08-03T20:00:00+0800"),
        ("a-zone-without-minutes-is-refused", "2026-08-03T20:00:00+08"),
        ("a-zone-beyond-a-day-is-refused", "2026-08-03T20:00:00+25:00"),
        ("the-hour-24-is-refused", "2026-08-03T24:00:00Z"),
        ("the-minute-60-is-refused", "2026-08-03T20:60:00Z"),
        ("the-month-13-is-refused", "2026-13-03T20:00:00Z"),
        ("a-day-that-the-year-lacks-is-refused", "2026-02-29T20:00:00Z"),
        ("a-date-without-time-is-refused", "2026-08-03"),
        ("an-empty-date-time-is-refused", ""),
        ("a-word-for-a-date-time-is-refused", "yesterday"),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, text)| refuses(name, &format!("`/created_at` is `{text}`"), &bad().created_at(text)))
        .collect();
    cases.push(refuses(
        "a-date-time-that-is-a-number-is-refused",
        "`/created_at` is a count of seconds",
        &bad().set("/created_at", json!(1_785_780_000)),
    ));
    cases
}

/// A document that is no object at all.
fn roots() -> Vec<Case> {
    [("null", "null"), ("a-list", "[]"), ("a-text", "\"bad\""), ("a-number", "5"), ("an-empty-object", "{}")]
        .into_iter()
        .map(|(name, text)| {
            refuses_source(
                &format!("a-source-that-is-{name}-is-reported"),
                &format!("the source is `{text}`"),
                Input::raw("bad", format!("{text}\n")),
            )
        })
        .collect()
}
