//! Separation of duties, exceptions, incompatible roles, and the switches about authority (TMPA 6.2, 7.3, 9.3, 9.4).

use super::bundle::{Folder, full};
use super::cast::{
    PARTIAL, REJECTED, VALID, approve, archive, carrier, done, in_review, object, report, review, task, with,
};
use super::outcome::{Outcome, outcome};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

fn exception(creator: &str, body: Value) -> Draft {
    object("x", "EXCEPTION").by(creator, "ADMIN").stream("s-x", 1).body(body)
}

fn for_bob() -> Value {
    json!({ "rule": "executor_must_not_review", "identity": "bob" })
}

/// Bob approves what he did, under whatever is recorded as `x`.
fn bob_approves(folder: &Folder, more: impl IntoIterator<Item = Draft>) -> Outcome {
    let drafts = with(
        in_review(),
        [
            review("ok", "carol", "approve", "rep"),
            approve("t")
                .by("bob", "QA")
                .refer("reviews", "rep")
                .refer("rests_on", "ok")
                .refer("depends_on", "submit")
                .refer("under_exception", "x"),
        ],
    );
    outcome(&folder.bundle(), &with(drafts, more))
}

#[test]
fn a_recorded_and_authorised_exception_lifts_the_duty() {
    let read = bob_approves(&full(), [exception("erin", for_bob())]);
    assert_eq!((read.state("W"), read.whole().as_str()), ("done", VALID));
    assert_eq!(read.found("actum:EXCEPTION_APPLIED"), ["t"]);
    assert_eq!(read.members("actum:EXCEPTION_APPLIED", "t"), ["x"]);
    assert_eq!(read.nodes(), ["c", "ok", "rep", "start", "submit", "t", "x"]);
}

#[test]
fn an_exception_lifts_a_review_s_duty_as_well() {
    let own = review("v", "bob", "approve", "rep").refer("under_exception", "x");
    let drafts = [carrier(), report(), exception("erin", for_bob()), own];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!((read.verdict("v").as_str(), read.found("actum:EXCEPTION_APPLIED")), (VALID, vec!["v"]));
}

#[test]
fn an_exception_that_is_unsettled_leaves_the_act_unsettled() {
    let unsettled = exception("erin", for_bob()).refer("depends_on", "ghost");
    let unknown = exception("mallory", for_bob());
    for x in [unsettled, unknown] {
        let read = bob_approves(&full(), [x]);
        assert_eq!(read.state("W"), "review");
        assert!(read.verdict("t").starts_with("undetermined/"), "{}", read.verdict("t"));
        assert!(read.found("actum:EXCEPTION_APPLIED").is_empty());
    }
}

#[test]
fn an_exception_that_does_not_fit_lifts_nothing() {
    let self_made = full().assign("bob-admin", "bob", "ADMIN");
    let other_identity = json!({ "rule": "executor_must_not_review", "identity": "carol" });
    let other_rule = json!({ "rule": "four_eyes", "identity": "bob" });
    let denied = exception("alice", for_bob()).by("alice", "PM");
    let rows = [
        (self_made, exception("bob", for_bob())),
        (full(), exception("erin", other_identity)),
        (full(), exception("erin", other_rule)),
        (full(), denied),
    ];
    for (folder, x) in rows {
        let read = bob_approves(&folder, [x]);
        assert_eq!((read.verdict("t").as_str(), read.state("W")), (REJECTED, "review"));
        assert!(read.codes_of("t").contains(&"SOD_VIOLATION"));
    }
    let elsewhere = exception("erin", for_bob()).work("W2", "c2");
    let read = bob_approves(&full(), [task("c2", "W2"), elsewhere]);
    assert!(read.codes_of("t").contains(&"SOD_VIOLATION"));
    assert_eq!(read.found("actum:REFERENCE_TARGET"), ["t"]);
    let absent = bob_approves(&full(), []);
    assert_eq!((absent.verdict("t").as_str(), absent.state("W")), (REJECTED, "review"));
}

#[test]
fn an_exception_without_its_fields_is_none() {
    for body in [json!({ "rule": "executor_must_not_review" }), json!({ "identity": "bob" }), json!(null)] {
        let read = bob_approves(&full(), [exception("erin", body)]);
        assert_eq!((read.codes_of("x"), read.state("W")), (vec!["SCHEMA_INVALID"], "review"));
    }
}

fn released(archivist: &str) -> Outcome {
    let release = object("release", "DECISION")
        .by("erin", "ADMIN")
        .stream("s-erin", 1)
        .body(json!({ "decision": "release" }));
    let archives =
        archive("t").by(archivist, "OPS").refer("archives", "approve").refer("released_by", "release");
    outcome(&full().bundle(), &with(done(), [release, archives]))
}

#[test]
fn who_acted_in_one_role_does_not_act_in_an_incompatible_one() {
    let dave = released("dave");
    assert_eq!((dave.state("W"), dave.whole().as_str()), ("archive", VALID));
    let bob = released("bob");
    assert_eq!((bob.state("W"), bob.verdict("t").as_str()), ("done", REJECTED));
    assert_eq!(bob.codes_of("t"), ["SOD_VIOLATION"]);
    assert_eq!(bob.reasons("SOD_VIOLATION", "t"), ["incompatible_roles"]);
}

#[test]
fn incompatibility_is_per_work_item_and_in_one_direction() {
    let folder = full().set("roles.json", "/incompatible", json!([["QA", "DEV"]]));
    let elsewhere =
        [task("c2", "W2"), review("v", "bob", "reject", "c2").work("W2", "c2").set("/references", json!([]))];
    let read = outcome(&folder.bundle(), &with(in_review(), elsewhere));
    assert_eq!((read.state("W"), read.verdict("submit").as_str()), ("review", VALID));
    let here = review("v", "bob", "reject", "rep");
    let read = outcome(&folder.bundle(), &with(in_review(), [here]));
    assert_eq!(read.reasons("SOD_VIOLATION", "submit"), ["incompatible_roles"]);
    let reversed = full().set("roles.json", "/incompatible", json!([["DEV", "QA"]]));
    let read = outcome(&reversed.bundle(), &with(in_review(), [review("v", "bob", "reject", "rep")]));
    assert_eq!((read.codes_of("v"), read.state("W")), (vec!["SOD_VIOLATION"], "review"));
}

fn decided(folder: &Folder, decider: &str) -> Outcome {
    let decision = object("d", "DECISION")
        .by(decider, "ADMIN")
        .stream("s-d", 1)
        .refer("resolves", "v1")
        .refer("resolves", "v2")
        .body(json!({ "selects": "v2" }));
    let drafts = [
        carrier(),
        report(),
        review("v1", "carol", "approve", "rep"),
        review("v2", "hugo", "reject", "rep"),
        decision,
    ];
    outcome(&folder.clone().assign("hugo-qa", "hugo", "QA").bundle(), &drafts)
}

#[test]
fn whether_a_decision_needs_the_action_is_a_switch() {
    let narrow = json!({ "id": "judy-admin", "identity": "judy", "role": "ADMIN", "actions": ["assign"] });
    let folder = full().set("roles.json", "/assignments/-", narrow);
    let action = decided(&folder, "judy");
    assert_eq!(action.reasons("AUTHORITY_DENIED", "d"), ["action_out_of_scope"]);
    assert_eq!(action.objects("UNRESOLVED_CONFLICT"), ["v1"]);
    let role = decided(&folder.clone().switch("decision_scope", "role"), "judy");
    assert_eq!((role.whole().as_str(), role.codes()), (VALID, Vec::<&str>::new()));
    assert_eq!(decided(&folder, "erin").whole(), VALID);
    let unassigned = decided(&folder.switch("decision_scope", "role"), "mallory");
    assert_eq!(unassigned.codes_of("d"), ["AUTHORITY_UNDETERMINED"]);
    assert_eq!(unassigned.objects("UNRESOLVED_CONFLICT"), ["v1"]);
}

#[test]
fn decisions_that_prefer_different_claims_resolve_nothing() {
    let decision = |id: &str, selects: &str| {
        object(id, "DECISION")
            .by("erin", "ADMIN")
            .stream(&format!("s-{id}"), 1)
            .refer("resolves", "v1")
            .refer("resolves", "v2")
            .body(json!({ "selects": selects }))
    };
    for (second, whole) in [("v1", VALID), ("v2", "undetermined/disputed")] {
        let drafts = [
            carrier(),
            report(),
            review("v1", "carol", "approve", "rep"),
            review("v2", "hugo", "reject", "rep"),
            decision("d1", "v1"),
            decision("d2", second),
        ];
        let read = outcome(&full().assign("hugo-qa", "hugo", "QA").bundle(), &drafts);
        assert_eq!(read.whole(), whole);
    }
}

#[test]
fn a_decision_settles_competing_transitions() {
    let start = object("s", "TRANSITION").stream("s1", 1).transition("created", "start", "active");
    let cancel = object("x", "TRANSITION").stream("s2", 1).transition("created", "cancel", "cancelled");
    let decision = |selects: &str| {
        object("d", "DECISION")
            .by("erin", "ADMIN")
            .stream("s-erin", 1)
            .refer("resolves", "s")
            .refer("resolves", "x")
            .body(json!({ "selects": selects }))
    };
    for (selects, state) in [("s", "active"), ("x", "cancelled")] {
        let drafts = [carrier(), start.clone(), cancel.clone(), decision(selects)];
        let read = outcome(&full().bundle(), &drafts);
        assert_eq!((read.state("W"), read.accepted("W")), (state, vec![selects]));
        assert!(read.objects("UNRESOLVED_CONFLICT").is_empty());
    }
    let read = outcome(&full().bundle(), &[carrier(), start, cancel, decision("neither")]);
    assert_eq!(read.state("W"), "unknown");
}

#[test]
fn which_role_claims_are_checked_is_a_switch() {
    let drafts = [carrier(), object("n", "ISSUE").by("nobody", "DEV").stream("s-n", 1)];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!((read.codes_of("n"), read.verdict("n").as_str()), (vec!["AUTHORITY_UNDETERMINED"], PARTIAL));
    let lax = full().switch("role_check", "protected_actions");
    assert_eq!(outcome(&lax.bundle(), &drafts).whole(), VALID);
    let protected = [
        carrier(),
        object("t", "TRANSITION")
            .by("nobody", "PM")
            .stream("s-n", 1)
            .transition("created", "start", "active"),
    ];
    assert_eq!(outcome(&lax.bundle(), &protected).codes_of("t"), ["AUTHORITY_UNDETERMINED"]);
}
