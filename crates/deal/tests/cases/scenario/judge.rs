//! What a scenario expects against what can be seen (DEAL 13.4, 13.6).

use serde_json::{Map, Value, json};

use super::file::Scenario;
use crate::cases::oracle::record::Subject;

/// All that a run of a scenario showed.
pub(crate) struct Run {
    entries: Vec<Value>,
    deals: Vec<Value>,
    stages_length: usize,
    /// Errors from before the first message.
    refused: Vec<Value>,
}

impl Run {
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut run = Self { entries: Vec::new(), deals: Vec::new(), stages_length: 0, refused: Vec::new() };
        let version = scenario.frame["protocol_version"].as_str().unwrap_or("v0.3");
        let Some(mut subject) = Subject::of_version(version) else {
            run.refused.push(json!(format!("ValidationError: Unsupported protocol version {version}")));
            return run;
        };
        run.entries = scenario.messages.iter().map(|message| subject.apply(message)).collect();
        run.deals = subject.record()["deals"].as_array().unwrap().clone();
        run.stages_length = subject.stages_length();
        run
    }

    fn errors(&self) -> Vec<Value> {
        let of_entry = |entry: &Value| entry["errors"].as_array().unwrap().clone();
        self.refused.iter().cloned().chain(self.entries.iter().flat_map(of_entry)).collect()
    }

    fn state(deal: &Value) -> Value {
        deal["states"].as_array().unwrap().last().unwrap().clone()
    }

    /// Everything of one kind that the entries say.
    fn all(&self, member: &str) -> Vec<&Value> {
        self.entries.iter().flat_map(|entry| entry[member].as_array().unwrap()).collect()
    }
}

/// Why the run is not what the frame of the scenario expects; nothing where it passes.
pub(crate) fn judge(frame: &Value, run: &Run) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut check = |name: &str, wanted: &Value, seen: Value, holds: bool| {
        if !holds {
            reasons.push(format!("{name}: expected {wanted}, seen {seen}"));
        }
    };
    let state = run.deals.first().map_or(Value::Null, Run::state);
    let wanted = &frame["expected_final_state"];
    check("final state", wanted, state.clone(), *wanted == state);
    let (wanted, errors) = (frame["expected_errors"].as_array().unwrap(), run.errors());
    let same = wanted.len() == errors.len()
        && wanted.iter().zip(&errors).all(|(wanted, seen)| is_error(wanted, seen.as_str().unwrap()));
    check("errors", &frame["expected_errors"], json!(errors), same);
    let none = Map::new();
    for (name, wanted) in frame.get("expect").and_then(Value::as_object).unwrap_or(&none) {
        let (seen, holds) = observe(name, wanted, run);
        check(name, wanted, seen, holds);
    }
    reasons
}

/// What can be seen of one kind, and whether it is what is wanted.
fn observe(name: &str, wanted: &Value, run: &Run) -> (Value, bool) {
    let equal = |seen: Value| {
        let holds = seen == *wanted;
        (seen, holds)
    };
    // Of an object only the members that are wanted count.
    let members = |seen: Map<String, Value>| {
        let holds = wanted.as_object().unwrap().iter().all(|(name, value)| seen.get(name) == Some(value));
        (Value::Object(seen), holds)
    };
    match name {
        "deal_created" => return equal(json!(!run.deals.is_empty())),
        "deals" => {
            let id = |deal: &Value| deal["id"].as_str().unwrap().to_owned();
            return members(run.deals.iter().map(|deal| (id(deal), Run::state(deal))).collect());
        }
        "states" => {
            return equal(run.entries.iter().map(|entry| entry["state_after"].clone()).collect());
        }
        "events" => {
            let seen: Vec<&Value> = run.all("events").iter().map(|event| &event["event"]).collect();
            let holds = wanted.as_array().unwrap().iter().all(|name| seen.contains(&name));
            return (json!(seen), holds);
        }
        "notifications" => {
            let seen = run.all("notifications");
            let holds =
                wanted.as_array().unwrap().iter().all(|want| seen.iter().any(|have| covers(want, have)));
            return (json!(seen), holds);
        }
        _ => {}
    }
    let Some(deal) = run.deals.first() else {
        return (Value::Null, false);
    };
    let accounts = || deal["accounts"].as_object().unwrap().iter();
    match name {
        "stages_length" => equal(json!(run.stages_length)),
        "accounts" => {
            let amounts = |account: &Value| {
                let amount = |name: &str| (name.to_owned(), account[name].clone());
                Value::Object(["deposited", "held", "released", "refunded"].map(amount).into_iter().collect())
            };
            members(accounts().map(|(party, account)| (party.clone(), amounts(account))).collect())
        }
        "stage_status" => {
            let statuses = |account: &Value| {
                account["stages"].as_array().unwrap().iter().map(|stage| stage["status"].clone()).collect()
            };
            members(accounts().map(|(party, account)| (party.clone(), statuses(account))).collect())
        }
        "agent_received" => {
            let mut wanted = wanted.clone();
            wanted["object_options"].as_array_mut().unwrap().sort_by(|a, b| a.as_str().cmp(&b.as_str()));
            (deal["received"].clone(), deal["received"] == wanted)
        }
        "union_checklist" => equal(deal["union"].clone()),
        "party_states" => equal(deal["parties"].clone()),
        "verdict" | "under_review" => equal(deal[name].clone()),
        "path" => equal(deal["states"].clone()),
        "version" => equal(deal["terms"]["version"].clone()),
        "breaches" => {
            let (want, have) = (wanted.as_array().unwrap(), deal["breaches"].as_array().unwrap());
            let holds =
                want.len() == have.len() && want.iter().zip(have).all(|(want, have)| covers(want, have));
            (deal["breaches"].clone(), holds)
        }
        other => panic!("no such expectation: {other}"),
    }
}

/// Whether an object has all the members that are wanted.
fn covers(wanted: &Value, seen: &Value) -> bool {
    wanted.as_object().unwrap().iter().all(|(name, value)| seen.get(name) == Some(value))
}

const CLASSES: [&str; 4] = ["StateError", "ValidationError", "ChecklistFailure", "BreachDetected"];

/// Whether an error is the one that is wanted, in whatever form that is written (DEAL 13.4).
fn is_error(wanted: &Value, seen: &str) -> bool {
    let (class, message, reason) = match wanted {
        Value::String(text) => parts(text),
        object => {
            let class = CLASSES.iter().find(|class| object.get(**class).is_some()).copied();
            let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
            (class, class.and_then(text), text("reason"))
        }
    };
    let (seen_class, seen_message, seen_reason) = parts(seen);
    (class.is_none() || class == seen_class)
        && (message.is_none() || message == seen_message)
        && (reason.is_none() || reason == seen_reason)
}

fn parts(text: &str) -> (Option<&'static str>, Option<String>, Option<String>) {
    let found = CLASSES
        .into_iter()
        .find_map(|class| Some((class, text.strip_prefix(class)?.strip_prefix(':')?.trim_start())));
    let (class, rest) = (found.map(|(class, _)| class), found.map_or(text, |(_, rest)| rest));
    let bare = |text: &str| {
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Some(inner.unwrap_or(text).to_owned())
    };
    match rest.split_once(", reason: ") {
        Some((message, reason)) if matches!(class, None | Some("BreachDetected")) => {
            (class, bare(message), bare(reason))
        }
        _ => (class, bare(rest), None),
    }
}
