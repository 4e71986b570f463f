//! G18 to G25: carriers and document types (TMPA 4.1, 6.3, 7.2, 9.2, 9.3, 9.7).

use crate::cases::bundle::{compact, full};
use crate::cases::cast::{
    ABSENT, DISPUTED, PARTIAL, QUARANTINED, REJECTED, VALID, carrier, in_review, note, object, report,
    review, start, submit, with,
};
use crate::cases::outcome::outcome;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::json;

#[test]
fn g18_a_carrier_governs_the_work_that_names_it() {
    for (q, t) in [("q", "t"), ("t", "q"), ("a", "b")] {
        let drafts = [
            carrier(),
            Draft::new(q).work("W2", "c").stream("s-pm", 2),
            start(t).work("W2", "c").stream("s-pm", 3),
        ];
        let read = outcome(&compact(&Compact::new()), &drafts);
        assert_eq!(read.objects("PRIMARY_CARRIER_CONFLICT"), [q.min(t)]);
        assert_eq!((read.state("W2"), read.state("W")), ("unknown", "created"));
        assert_eq!((read.verdict(q), read.verdict(t)), (DISPUTED.into(), DISPUTED.into()));
        assert_eq!(read.verdict("c"), VALID);
        assert!(read.work("W2")["responsible"].is_null());
    }
}

#[test]
fn g18_a_carrier_is_of_a_carrier_type() {
    let drafts = [carrier().kind("ISSUE"), start("t")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.codes_of("c"), ["PRIMARY_CARRIER_CONFLICT"]);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("unknown", DISPUTED));
}

#[test]
fn g19_no_state_without_a_valid_carrier() {
    let two = [carrier(), Draft::new("c2").work("W", "c2").stream("s2", 1), start("t")];
    let read = outcome(&compact(&Compact::new()), &two);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("unknown", DISPUTED));
    assert_eq!(read.codes_of("c"), ["PRIMARY_CARRIER_CONFLICT"]);
    assert_eq!(read.members("PRIMARY_CARRIER_CONFLICT", "c"), ["c", "c2"]);
    let contested = [carrier(), note("x", 1), start("t")];
    let read = outcome(&compact(&Compact::new()), &contested);
    assert_eq!((read.state("W"), read.accepted("W")), ("unknown", Vec::new()));
    assert!(read.verdict("t").starts_with("undetermined/"));
    assert!(read.codes_of("t").contains(&"LIFECYCLE_UNDETERMINED"));
    let cyclic = [carrier().refer("depends_on", "c"), start("t").stream("s1", 1)];
    let read = outcome(&compact(&Compact::new()), &cyclic);
    assert_eq!((read.state("W"), read.verdict("c").as_str()), ("unknown", QUARANTINED));
    assert_ne!(read.verdict("t"), VALID);
    assert!(read.codes_of("t").contains(&"LIFECYCLE_UNDETERMINED"));
}

#[test]
fn g20_an_absent_carrier_is_missing_not_disputed() {
    let drafts = [start("t").stream("s-pm", 1), note("x", 2)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.whole().as_str(), read.state("W")), (PARTIAL, "unknown"));
    let missing = read.of_code("MISSING_REFERENCE");
    assert_eq!(missing.len(), 1);
    assert_eq!(
        (&missing[0]["relation"], &missing[0]["target_id"]),
        (&json!("primary_carrier_id"), &json!("c"))
    );
    assert_eq!((read.verdict("t"), read.verdict("x")), (PARTIAL.into(), PARTIAL.into()));
    assert!(read.objects("PRIMARY_CARRIER_CONFLICT").is_empty());
    assert!(read.codes_of("t").contains(&"LIFECYCLE_UNDETERMINED"));
    assert!(read.open("W").contains(&"missing_carrier"));
}

#[test]
fn g21_a_tuple_on_another_type_changes_nothing() {
    let drafts = [carrier(), report().transition("created", "start", "active")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.state("W"), read.accepted("W")), ("created", Vec::new()));
    assert_eq!(read.verdict("rep"), VALID);
    assert_eq!(read.found("actum:TUPLE_WITHOUT_EFFECT"), ["rep"]);
    assert!(read.codes().is_empty());
}

#[test]
fn g22_a_transition_without_tuple_is_no_transition() {
    let drafts = [carrier(), object("t", "TRANSITION").stream("s-pm", 2)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.verdict("t").as_str(), read.codes_of("t")), (ABSENT, vec!["SCHEMA_INVALID"]));
    assert_eq!(read.reasons("SCHEMA_INVALID", "t"), ["transition_required"]);
    assert_eq!((read.state("W"), read.whole().as_str()), ("created", QUARANTINED));
}

#[test]
fn g23_roles_and_fields_and_bodies_follow_the_type_registry() {
    let wrong_role = report().by("alice", "PM").stream("s1", 1);
    let no_field = object("no-field", "CORRECTION").stream("s2", 1);
    let no_object = object("no-object", "CORRECTION").stream("s3", 1).body(json!("correction"));
    let other_word = review("other-word", "carol", "perhaps", "rep");
    let extra =
        review("extra", "carol", "approve", "rep").body(json!({ "decision": "approve", "mood": "good" }));
    let late =
        review("late", "carol", "approve", "rep").body(json!({ "decision": "approve", "due": "tomorrow" }));
    let drafts = [carrier(), wrong_role, no_field, no_object, other_word, extra, late];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!(read.reasons("AUTHORITY_DENIED", "rep"), ["role_not_permitted_for_type"]);
    assert_eq!(read.verdict("rep"), REJECTED);
    for (id, reasons) in [
        ("no-field", vec!["required_field"]),
        ("no-object", vec!["required_field"]),
        ("other-word", vec!["body_schema"]),
        ("extra", vec!["body_schema"]),
        ("late", vec!["body_schema"]),
    ] {
        assert_eq!(read.reasons("SCHEMA_INVALID", id), reasons, "{id}");
        assert_eq!(read.verdict(id), ABSENT, "{id}");
    }
}

#[test]
fn g23_relations_and_targets_follow_the_type_registry() {
    let drafts = [
        carrier(),
        note("reports", 2).refer("reports", "c"),
        object("d", "DECISION").by("erin", "ADMIN").stream("s-erin", 1).refer("resolves", "c"),
        report(),
        review("v", "carol", "approve", "c"),
    ];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!(read.reasons("SCHEMA_INVALID", "reports"), ["relation_not_permitted"]);
    assert_eq!(read.found("actum:REFERENCE_TARGET"), ["d", "v"]);
    assert_eq!((read.verdict("d"), read.verdict("v")), (PARTIAL.into(), PARTIAL.into()));
    let issue_as_carrier = [carrier().kind("ISSUE")];
    let read = outcome(&full().bundle(), &issue_as_carrier);
    assert_eq!(read.codes(), ["PRIMARY_CARRIER_CONFLICT"]);
    let version = read.envelope["profile"]["type_registry"]["version"].clone();
    assert_eq!(version, "1");
}

#[test]
fn g24_an_undeclared_relation_is_reported_where_the_registry_is_closed() {
    let drafts = [carrier(), note("x", 2).refer("frobnicates", "c")];
    let closed = compact(&Compact::new().switch("relation_registry", "closed"));
    let read = outcome(&closed, &drafts);
    assert_eq!(read.reasons("SCHEMA_INVALID", "x"), ["undeclared_relation"]);
    assert_eq!(read.verdict("x"), ABSENT);
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!(read.reasons("SCHEMA_INVALID", "x"), ["undeclared_relation"]);
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.verdict("x").as_str(), read.edge("x", "frobnicates", "c")), (VALID, Some(false)));
}

#[test]
fn g25_a_type_may_require_a_reference() {
    let position = |kind: &str, relation: &str| {
        let types: serde_json::Value = serde_json::from_slice(&full().files["types.json"]).unwrap();
        let types = types["types"].as_array().unwrap().clone();
        let kind = types.iter().position(|entry| entry["name"] == kind).unwrap();
        let relations = types[kind]["relations"].as_array().unwrap();
        let relation = relations.iter().position(|entry| entry["relation"] == relation).unwrap();
        format!("/types/{kind}/relations/{relation}/required")
    };
    let folder = full().set("types.json", &position("CORRECTION", "corrects"), json!(true)).set(
        "types.json",
        &position("REVIEW", "reviews"),
        json!(true),
    );
    let body = json!({ "correction": "the number is 7" });
    let drafts = with(
        in_review(),
        [
            object("loose", "CORRECTION").stream("s-pm", 3).body(body.clone()),
            object("bound", "CORRECTION").stream("s-pm", 4).body(body).refer("corrects", "rep"),
            review("bare", "carol", "approve", "rep").set("/references", json!([])),
            submit("again").stream("s-dev", 3).refer("reports", "rep"),
        ],
    );
    let read = outcome(&folder.bundle(), &drafts);
    for id in ["loose", "bare"] {
        assert_eq!(read.codes_of(id), ["SCHEMA_INVALID"]);
    }
    assert_eq!(read.edge("bound", "corrects", "rep"), Some(true));
    assert_ne!(read.verdict("bound"), ABSENT);
}
