//! G26 to G35: authority, separation of duties and the resolution of conflicts (TMPA 6.4, 7.3, 7.4, 9.3, 9.4).

use crate::cases::bundle::compact;
use crate::cases::cast::{
    DISPUTED, PARTIAL, REJECTED, VALID, approve, carrier, in_review, object, report, review, start, submit,
    with,
};
use crate::cases::outcome::outcome;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::{Value, json};

fn decision(id: &str, creator: &str) -> Draft {
    object(id, "DECISION")
        .by(creator, "ADMIN")
        .stream(&format!("s-{creator}"), 1)
        .refer("resolves", "v1")
        .refer("resolves", "v2")
        .body(json!({ "selects": "v1" }))
}

/// Two reviews of the report that contradict each other.
fn contradiction() -> Vec<Draft> {
    vec![carrier(), report(), review("v1", "carol", "approve", "rep"), review("v2", "gina", "reject", "rep")]
}

#[test]
fn g26_an_unauthorised_decision_resolves_nothing() {
    let read = outcome(&compact(&Compact::new()), &with(contradiction(), [decision("d", "mallory")]));
    assert_eq!(read.codes_of("d"), ["AUTHORITY_UNDETERMINED"]);
    assert_eq!(read.objects("UNRESOLVED_CONFLICT"), ["v1"]);
    assert_eq!(read.members("UNRESOLVED_CONFLICT", "v1"), ["v1", "v2"]);
    for id in ["v1", "v2"] {
        assert_eq!(read.verdict(id), DISPUTED);
    }
    assert_eq!(read.whole(), DISPUTED);
}

#[test]
fn g26_an_authorised_decision_resolves_what_it_names_in_full() {
    let read = outcome(&compact(&Compact::new()), &with(contradiction(), [decision("d", "erin")]));
    assert_eq!((read.whole().as_str(), read.codes()), (VALID, Vec::<&str>::new()));
    let half = decision("d", "erin").set("/references", json!([{ "relation": "resolves", "target": "v1" }]));
    let read = outcome(&compact(&Compact::new()), &with(contradiction(), [half]));
    assert_eq!(read.objects("UNRESOLVED_CONFLICT"), ["v1"]);
    assert_eq!(read.verdict("v2"), DISPUTED);
}

#[test]
fn g27_only_a_valid_decision_resolves() {
    let cyclic = decision("d", "erin").refer("depends_on", "d");
    let missing = decision("d", "erin").refer("depends_on", "ghost");
    let late = decision("d", "erin").stream("s-erin", 2);
    let contested = [decision("d", "erin"), object("other", "ISSUE").by("erin", "ADMIN").stream("s-erin", 1)];
    let strict = Compact::new().switch("sequence_base", "one");
    for (profile, more) in [
        (Compact::new(), vec![cyclic]),
        (Compact::new(), vec![missing]),
        (Compact::new(), contested.to_vec()),
        (strict, vec![late]),
    ] {
        let read = outcome(&compact(&profile), &with(contradiction(), more));
        assert_ne!(read.verdict("d"), VALID);
        assert_eq!(read.objects("UNRESOLVED_CONFLICT"), ["v1"]);
        assert_eq!((read.verdict("v1"), read.verdict("v2")), (DISPUTED.into(), DISPUTED.into()));
    }
}

#[test]
fn g28_whoever_reported_or_submitted_does_not_approve_by_any_path() {
    for targets in [vec!["c"], vec!["start", "submit"], vec!["submit"], vec!["rep"]] {
        let approval = approve("t3").by("bob", "QA").refer("depends_on", "submit");
        let approval = targets.iter().fold(approval, |draft, target| draft.refer("reviews", target));
        let read = outcome(&compact(&Compact::new()), &with(in_review(), [approval]));
        assert_eq!(read.codes_of("t3"), ["SOD_VIOLATION"], "{targets:?}");
        assert_eq!((read.verdict("t3").as_str(), read.state("W")), (REJECTED, "review"), "{targets:?}");
    }
}

#[test]
fn g28_a_report_alone_makes_an_executor() {
    let profile = Compact::new().assign("gina", "DEV", &["submit"]);
    let drafts = [
        carrier(),
        report(),
        start("start"),
        submit("submit").by("gina", "DEV").stream("s-gina", 1).refer("reports", "rep"),
        approve("t3").by("bob", "QA").refer("reviews", "submit"),
    ];
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!((read.codes_of("t3"), read.state("W")), (vec!["SOD_VIOLATION"], "review"));
}

#[test]
fn g29_nobody_reviews_his_own_report() {
    let drafts = [carrier(), report(), review("v", "bob", "approve", "rep")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.codes_of("v"), read.verdict("v").as_str()), (vec!["SOD_VIOLATION"], REJECTED));
    assert_eq!(read.verdict("rep"), VALID);
    let adverse = [carrier(), report(), review("v", "bob", "reject", "rep")];
    let read = outcome(&compact(&Compact::new()), &adverse);
    assert_eq!(read.whole(), VALID);
}

#[test]
fn g30_an_authorised_exception_is_honoured_and_kept() {
    let exception = |creator: &str| {
        object("x", "DECISION")
            .by(creator, "ADMIN")
            .stream("adm", 1)
            .refer("excepts", "t3")
            .body(json!({ "exception": "executor_must_not_review", "approving_authority": creator }))
    };
    let approval = approve("t3")
        .by("bob", "QA")
        .refer("depends_on", "submit")
        .refer("reviews", "submit")
        .refer("exception", "x");
    let profile = Compact::new().extension("exception_relation", json!("exception"));
    let read = outcome(&compact(&profile), &with(in_review(), [exception("erin"), approval.clone()]));
    assert_eq!((read.state("W"), read.verdict("t3").as_str()), ("done", VALID));
    assert_eq!(read.verdict("x"), VALID);
    assert_eq!(read.found("actum:EXCEPTION_APPLIED"), ["t3"]);
    assert!(read.codes().is_empty());
    let read = outcome(&compact(&Compact::new()), &with(in_review(), [exception("erin"), approval.clone()]));
    assert_eq!((read.state("W"), read.codes_of("t3")), ("review", vec!["SOD_VIOLATION"]));
    let read = outcome(&compact(&profile), &with(in_review(), [exception("mallory"), approval.clone()]));
    assert_eq!(read.state("W"), "review");
    assert_ne!(read.verdict("t3"), VALID);
    // A review is nobody's decision, so that a stranger's lifts nothing.
    let review = exception("mallory").kind("REVIEW");
    let read = outcome(&compact(&profile), &with(in_review(), [review, approval]));
    assert_eq!((read.state("W"), read.codes_of("t3")), ("review", vec!["SOD_VIOLATION"]));
}

#[test]
fn g31_every_role_claim_is_checked_where_the_profile_says_so() {
    let drafts = [carrier().by("nobody", "EMPEROR"), report().by("alice", "QA")];
    let lax = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(lax.whole(), VALID);
    let strict = outcome(&compact(&Compact::new().switch("role_check", "every_object")), &drafts);
    assert_eq!(strict.objects("AUTHORITY_UNDETERMINED"), ["c", "rep"]);
    assert_eq!((strict.verdict("c"), strict.verdict("rep")), (PARTIAL.into(), PARTIAL.into()));
    assert_eq!(strict.state("W"), "unknown");
}

fn alice_is(assignments: &[Value]) -> Compact {
    let mut list = Compact::new().to_value()["extensions"]["assignments"].as_array().unwrap().clone();
    list.retain(|entry| entry["identity"] != "alice");
    list.extend_from_slice(assignments);
    Compact::new().extension("assignments", json!(list))
}

#[test]
fn g32_an_assignment_that_is_proven_inactive_denies_and_an_unknown_interval_decides_nothing() {
    let drafts = [carrier(), start("t")];
    let base = json!({ "identity": "alice", "role": "PM", "actions": ["start"] });
    let with = |members: Value| {
        let mut entry = base.clone();
        let entry_members = entry.as_object_mut().unwrap();
        entry_members.extend(members.as_object().unwrap().clone());
        outcome(&compact(&alice_is(&[entry])), &drafts)
    };
    for members in
        [json!({ "revoked": true }), json!({ "revoked": true, "valid_to": "2020-01-01T00:00:00Z" })]
    {
        let read = with(members);
        assert_eq!((read.codes_of("t"), read.verdict("t").as_str()), (vec!["AUTHORITY_DENIED"], REJECTED));
        assert_eq!(read.state("W"), "created");
    }
    for members in [
        json!({ "valid_to": "2020-01-01T00:00:00Z" }),
        json!({ "not_after": "2020-01-01T00:00:00Z" }),
        json!({ "not_before": "2020-01-01T00:00:00Z" }),
    ] {
        let read = with(members);
        assert_eq!(
            (read.codes_of("t"), read.verdict("t").as_str()),
            (vec!["AUTHORITY_UNDETERMINED"], PARTIAL)
        );
        assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["no_trusted_clock"]);
        assert_eq!(read.state("W"), "created");
    }
}

#[test]
fn g33_contradictory_assignments_are_ambiguous() {
    let entry = |members: Value| {
        let mut entry = json!({ "identity": "alice", "role": "PM" });
        let entry_members = entry.as_object_mut().unwrap();
        entry_members.extend(members.as_object().unwrap().clone());
        entry
    };
    for other in [json!({ "actions": [] }), json!({ "actions": ["start"], "revoked": true })] {
        let granting = entry(json!({ "actions": ["start"] }));
        for order in [[granting.clone(), entry(other.clone())], [entry(other.clone()), granting.clone()]] {
            let read = outcome(&compact(&alice_is(&order)), &[carrier(), start("t")]);
            assert_eq!((read.codes_of("t"), read.state("W")), (vec!["AUTHORITY_UNDETERMINED"], "created"));
            assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["contradictory_assignments"]);
        }
    }
}

#[test]
fn g34_equal_decisions_of_any_kind_are_no_conflict() {
    let decided = |first: Value, second: Value| {
        let mut drafts = vec![carrier(), report()];
        for (id, creator, decision) in [("v1", "carol", first), ("v2", "gina", second)] {
            drafts.push(review(id, creator, "", "rep").body(json!({ "decision": decision })));
        }
        outcome(&compact(&Compact::new()), &drafts)
    };
    let object = json!({ "verdict": "approve", "marks": [1, 2] });
    assert_eq!(decided(object.clone(), object.clone()).whole(), VALID);
    assert_eq!(decided(json!(1), json!(1.0)).whole(), VALID);
    assert_eq!(decided(json!(null), json!(null)).whole(), VALID);
    assert_eq!(decided(object, json!({ "verdict": "approve", "marks": [2, 1] })).whole(), DISPUTED);
    assert_eq!(decided(json!("1"), json!(1)).whole(), DISPUTED);
}

#[test]
fn g35_the_label_with_the_highest_precedence_stands() {
    let drafts = [
        carrier(),
        report(),
        review("v1", "carol", "approve", "rep").refer("depends_on", "ghost"),
        review("v2", "gina", "reject", "rep"),
    ];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.verdict("v1"), DISPUTED);
    assert_eq!(read.codes(), ["MISSING_REFERENCE", "UNRESOLVED_CONFLICT"]);
    let rejected = [carrier(), report(), review("v1", "bob", "approve", "rep").refer("depends_on", "ghost")];
    let read = outcome(&compact(&Compact::new()), &rejected);
    assert_eq!(read.codes_of("v1"), ["MISSING_REFERENCE", "SOD_VIOLATION"]);
    assert_eq!(read.verdict("v1"), REJECTED);
}
