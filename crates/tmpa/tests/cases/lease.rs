//! Leases: preconditions that hold a transition against a claim it refers to (TMPA 6.2 step 8, 6.4).

use super::bundle::{Folder, full, refused};
use super::cast::{PARTIAL, VALID, carrier, object, start};
use super::outcome::{Outcome, outcome};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

/// The full profile, in which `start` is a claim with a lease and `submit` needs one that holds `rule`.
fn leased(rule: &str, clock: bool) -> Folder {
    let claim = json!({
        "name": "CLAIM", "version": "1", "responsibility": "takes the work", "permitted_roles": ["PM", "DEV"],
        "required_fields": [], "relations": [{ "relation": "depends_on" }],
        "lifecycle": "house", "requires_transition": true, "lease": "until"
    });
    let mut precondition = json!({ "relation": "depends_on", "target_types": ["CLAIM"] });
    precondition[rule] = json!(true);
    let folder = full()
        .set("types.json", "/types/-", claim)
        .set("lifecycle.json", "/extensions/preconditions/held", precondition)
        .set("lifecycle.json", "/transitions/1/preconditions", json!(["held"]))
        .set("lifecycle.json", "/transitions/1/required_relations", json!([]));
    if clock { folder.set("roles.json", "/trusted_clock", json!("created_at")) } else { folder }
}

fn claim(until: &str) -> Draft {
    start("claim").kind("CLAIM").body(json!({ "until": until }))
}

fn submit(creator: &str, at: &str) -> Draft {
    object("t", "TRANSITION")
        .by(creator, "DEV")
        .stream("s-dev", 1)
        .transition("active", "submit", "review")
        .refer("depends_on", "claim")
        .created_at(at)
}

fn read(folder: &Folder, drafts: &[Draft]) -> Outcome {
    outcome(&folder.bundle(), drafts)
}

#[test]
fn a_lease_is_over_from_its_moment_on_and_not_before() {
    let folder = leased("lease_over", true);
    for (written, verdict) in [
        ("2026-01-01T09:59:59.999Z", PARTIAL),
        ("2026-01-01T10:00:00Z", VALID),
        ("2026-01-01T12:00:00+02:00", VALID),
        ("2030-01-01T00:00:00Z", VALID),
    ] {
        let read = read(&folder, &[carrier(), claim("2026-01-01T10:00:00Z"), submit("bob", written)]);
        assert_eq!(read.verdict("t"), verdict, "{written}");
        assert_eq!(read.state("W"), if verdict == VALID { "review" } else { "active" });
    }
}

#[test]
fn without_a_trusted_clock_no_lease_is_ever_over() {
    let folder = leased("lease_over", false);
    let drafts = [carrier(), claim("2026-01-01T10:00:00Z"), submit("bob", "2030-01-01T00:00:00Z")];
    let read = read(&folder, &drafts);
    assert_eq!(read.reasons("LIFECYCLE_UNDETERMINED", "t"), ["precondition_unsettled"]);
}

#[test]
fn a_claim_that_does_not_say_until_when_breaks_its_type() {
    let folder = leased("lease_over", true);
    for body in [json!({}), json!({ "until": "tomorrow" }), json!({ "until": 7 }), json!([])] {
        let read = read(&folder, &[carrier(), claim("x").body(body)]);
        assert_eq!(read.codes_of("claim"), ["SCHEMA_INVALID"]);
        assert_eq!(read.state("W"), "created");
    }
}

#[test]
fn only_the_creator_of_a_claim_acts_under_it() {
    let folder = leased("same_creator", false)
        .set("lifecycle.json", "/transitions/1/allowed_roles", json!(["PM", "DEV"]))
        .set("roles.json", "/roles/0/permitted_actions/-", json!("submit"));
    let claim = || claim("2026-01-01T10:00:00Z");
    let own = submit("alice", "2026-01-01T10:00:00Z").by("alice", "PM").stream("s-pm", 3);
    assert_eq!(read(&folder, &[carrier(), claim(), own]).verdict("t"), VALID);
    let foreign = read(&folder, &[carrier(), claim(), submit("bob", "2026-01-01T10:00:00Z")]);
    assert_eq!(foreign.reasons("LIFECYCLE_UNDETERMINED", "t"), ["precondition_unsettled"]);
}

#[test]
fn a_lease_belongs_to_a_transition_type_that_is_no_other_evidence() {
    let rule = "expected no lease but on a transition type without `evidence`";
    for (name, value) in [("requires_transition", json!(false)), ("evidence", json!("review"))] {
        let folder = leased("lease_over", true);
        let types: Value = serde_json::from_slice(&folder.files["types.json"]).unwrap();
        let last = types["types"].as_array().unwrap().len() - 1;
        let folder = folder.set("types.json", &format!("/types/{last}/{name}"), value);
        refused(&folder, &format!("`types.json` at `/types/{last}/lease`: {rule}"));
    }
}
