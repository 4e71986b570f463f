//! Required members one by one, and members that the schema does not know at each level.

use super::{bad, bad_start, refuses, refuses_input, refuses_source};
use crate::case::{Case, Input};
use serde_json::json;

/// What may not be missing, by the name of the case and the pointer.
const REQUIRED: [(&str, &str); 26] = [
    ("tmpa-version", "/tmpa_version"),
    ("type", "/type"),
    ("governed-work", "/governed_work"),
    ("governed-work-id", "/governed_work/id"),
    ("primary-carrier-id", "/governed_work/primary_carrier_id"),
    ("stream", "/stream"),
    ("stream-id", "/stream/id"),
    ("sequence", "/stream/sequence"),
    ("creator", "/creator"),
    ("role", "/role"),
    ("created-at", "/created_at"),
    ("lifecycle", "/lifecycle"),
    ("lifecycle-profile", "/lifecycle/profile"),
    ("lifecycle-state", "/lifecycle/state"),
    ("transition-from", "/lifecycle/transition/from"),
    ("transition-action", "/lifecycle/transition/action"),
    ("transition-to", "/lifecycle/transition/to"),
    ("references", "/references"),
    ("content", "/content"),
    ("content-media-type", "/content/media_type"),
    ("content-body", "/content/body"),
    ("integrity", "/integrity"),
    ("canonicalization", "/integrity/canonicalization"),
    ("hash-algorithm", "/integrity/hash_algorithm"),
    ("reference-relation", "/references/0/relation"),
    ("reference-target", "/references/0/target"),
];

/// What the schema does not know, by the name of the case and the pointer.
const PROHIBITED: [(&str, &str); 8] = [
    ("the-object", "/priority"),
    ("governed-work", "/governed_work/owner"),
    ("the-stream", "/stream/offset"),
    ("the-lifecycle", "/lifecycle/history"),
    ("the-transition", "/lifecycle/transition/reason"),
    ("a-reference", "/references/0/note"),
    ("the-content", "/content/encoding"),
    ("the-integrity-record", "/integrity/salt"),
];

pub(super) fn cases() -> Vec<Case> {
    let missing = REQUIRED.map(|(name, pointer)| {
        let draft = if pointer.contains("/transition/") { bad_start() } else { bad() };
        refuses(
            &format!("an-object-without-{name}-is-no-object"),
            &format!("the required member `{pointer}` is missing"),
            &draft.cut(pointer),
        )
    });
    let known = PROHIBITED.map(|(name, pointer)| {
        let draft = if pointer.contains("/transition/") { bad_start() } else { bad() };
        refuses(
            &format!("a-member-that-is-not-in-the-schema-of-{name}-is-refused"),
            &format!("the prohibited member `{pointer}` is there"),
            &draft.set(pointer, json!("x")),
        )
    });
    let unnamed = refuses_source(
        "an-object-without-id-is-reported-by-its-source",
        "the required member `/id` is missing, so that only the source can be named",
        Input::seen(&bad().cut("/id"), "bad"),
    );
    let undigested = refuses_input(
        "an-object-without-digest-is-no-object",
        "the required member `/integrity/digest` is missing",
        Input::stripped(&bad(), "/integrity/digest"),
    );
    missing.into_iter().chain(known).chain([unnamed, undigested]).collect()
}
