//! Access policies against the recorded checks (BR-006).

use actum_astp::access::{Access, Policy, Principals};
use actum_astp::value::{AccessLevel, AccessResourceType};
use serde_json::Value;

/// The owner is denied what is neither reading nor writing; the published program allows it (BR-006).
const STRICTER: &str = "owner";

fn records() -> Vec<Value> {
    let Some(path) = actum_testkit::shared("cases/astp/governance_checks.json") else { return Vec::new() };
    let all: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    all.into_iter().filter(|record| record["construction"] == "enforce_access_policy").collect()
}

fn policy(value: &Value) -> Policy {
    let text = |name: &str| value[name].as_str().unwrap();
    let level = |name: &str| AccessLevel::parse(text(name)).unwrap();
    Policy {
        resource_type: AccessResourceType::parse(text("resource_type")).unwrap(),
        resource_id: text("resource_id").into(),
        owner_agent_id: text("owner_agent_id").into(),
        other_agents_read: level("other_agents_read"),
        other_agents_write: level("other_agents_write"),
        escalation_path: value["escalation_path"].as_str().map(Into::into),
        audit_on_access: value["audit_on_access"].as_bool().unwrap(),
    }
}

#[test]
fn every_recorded_decision_is_made_alike_and_an_unknown_access_is_denied_to_everybody() {
    for record in records() {
        let arguments = &record["inputs"]["args"];
        let requester = arguments[1].as_str().unwrap();
        let access = Access::parse(arguments[2].as_str().unwrap());
        let allowed = policy(&arguments[0]).allows(requester, access, &Principals::default());
        if access.is_none() && requester == STRICTER {
            assert!(!allowed, "{}", record["id"]);
        } else {
            assert_eq!(allowed, record["expected"]["result"].as_bool().unwrap(), "{}", record["id"]);
        }
    }
}
