//! Changed content, and what of a change the canonical form does not see.

use super::{beside, broken, n};
use crate::case::{Case, Input};
use crate::reading::all;
use serde_json::{Value, json};

/// One covered member after another is changed while the integrity record stays.
pub(super) fn tampering() -> Vec<Case> {
    let rows: [(&str, &str, Value); 15] = [
        ("a-changed-body", "/content/body/summary", json!("as never agreed")),
        ("an-added-body-member", "/content/body/amount", json!(7)),
        ("a-changed-content-type", "/content/media_type", json!("text/plain")),
        ("a-changed-creator", "/creator", json!("alice")),
        ("a-changed-role", "/role", json!("ADMIN")),
        ("a-changed-time", "/created_at", json!("2026-01-02T03:04:06Z")),
        ("another-spelling-of-the-time", "/created_at", json!("2026-01-02T03:04:05+00:00")),
        ("a-changed-work-item", "/governed_work/id", json!("W2")),
        ("a-changed-place", "/stream/sequence", json!(2)),
        ("a-changed-stream", "/stream/id", json!("s-alice")),
        ("a-changed-state", "/lifecycle/state", json!("done")),
        ("a-changed-reference", "/references", json!([])),
        ("a-changed-type", "/type", json!("HANDOFF")),
        ("a-changed-extension", "/extensions/ticket", json!("18")),
        ("an-unknown-extension", "/extensions/priority", json!("high")),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, pointer, value)| {
            let title = format!("`{pointer}` was changed to `{value}`");
            beside(&format!("{name}-breaks-the-digest"), &title, Input::altered(&n(), pointer, value))
                .reads(broken())
        })
        .collect();
    cases.push(
        beside(
            "a-removed-extension-breaks-the-digest",
            "`/extensions` was taken out",
            Input::stripped(&n(), "/extensions"),
        )
        .reads(broken()),
    );
    cases.push(
        beside(
            "an-added-null-breaks-the-digest",
            "a null was added to the body",
            Input::altered(&n(), "/content/body/more", Value::Null),
        )
        .reads(broken()),
    );
    cases.push(
        beside(
            "another-unicode-form-breaks-the-digest",
            "a composed letter was decomposed",
            Input::of(&n().body(json!({ "summary": "caf\u{e9}" }))).spelled("\u{e9}", "e\u{301}"),
        )
        .reads(broken()),
    );
    cases.push(
        beside(
            "another-line-ending-in-a-text-breaks-the-digest",
            "a line feed became a carriage return and a line feed",
            Input::of(&n().body(json!({ "summary": "one\ntwo" }))).spelled("\\n", "\\r\\n"),
        )
        .reads(broken()),
    );
    cases.push(
        beside(
            "swapped-references-break-the-digest",
            "two references changed places",
            Input::altered(
                &n().refer("cites", "n0"),
                "/references",
                json!([{ "relation": "cites", "target": "n0" }, { "relation": "cites", "target": "c" }]),
            ),
        )
        .reads(broken()),
    );
    cases
}

/// What the canonical form does not see is no change.
pub(super) fn spellings() -> Vec<Case> {
    let same = |name: &str, title: &str, input: Input| {
        beside(name, title, input).reads(all().accepts("c n").state("W", "created", "PM"))
    };
    let numbers = n().body(json!({ "summary": "n", "n": 100 }));
    vec![
        same("an-untouched-object-verifies", "as it was published", Input::of(&n())),
        same("other-white-space-is-no-change", "the same object on one line", Input { bytes: n().to_value().to_string().into_bytes(), ..Input::of(&n()) }),
        same("another-order-of-members-is-no-change", "`id` stands last", Input::of(&n()).spelled("  \"id\": \"n\",\n", "").spelled("\n}\n", ",\n  \"id\": \"n\"\n}\n")),
        same("an-escaped-letter-is-no-change", "a letter is written as an escape", Input::of(&n()).spelled("as agreed", "\\u0061s agreed")),
        same("another-spelling-of-a-number-is-no-change", "`100` is written as `1.0e2`", Input::of(&numbers).spelled("\"n\": 100", "\"n\": 1.0e2")),
        same("an-integrity-record-covers-any-content", "texts and numbers that canonical forms treat with care", Input::of(&n().body(json!({
            "summary": "\u{e000}\u{10000}\u{2028}\u{7f}\"\\/", "10": 1e21, "9": 1e-7, "a": [-0.5, 0, 333_333_333.333_333_3]
        })))),
    ]
}
