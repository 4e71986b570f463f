//! Holds what a scenario expects beyond state and errors against what can be seen (DEAL 13.6).

use std::collections::BTreeMap;

use actum_canon::json::{Kind, Parser, Value};

use super::compare::{canonical, holds, same, shown};
use super::subject::{Observable, Subject};

/// What the transcript entries of a run say, in order.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The state after each message; `None` before the first deal.
    pub(super) states: Vec<Option<String>>,
    /// The names of all events.
    pub(super) events: Vec<String>,
    /// Each notification as JSON.
    pub(super) notifications: Vec<Vec<u8>>,
}

/// What differs from the members of `expect`, a line each.
pub(super) fn check(expect: &str, subject: &impl Subject, seen: &Seen) -> Vec<String> {
    let mut parser = Parser::new();
    let mut differences = Vec::new();
    if let Ok(document) = parser.parse(expect.as_bytes()) {
        for (name, wanted) in document.root().members() {
            member(&name, wanted, subject, seen, &mut differences);
        }
    }
    differences
}

fn member(name: &str, wanted: Value<'_>, subject: &impl Subject, seen: &Seen, out: &mut Vec<String>) {
    match name {
        "deal_created" => {
            let created = subject.state().is_some();
            if wanted.as_bool() != Some(created) {
                out.push(differs(name, wanted, &created.to_string()));
            }
        }
        "states" => states(wanted, seen, out),
        "events" => {
            for event in wanted.elements() {
                let found = event.as_str().is_some_and(|event| seen.events.iter().any(|seen| *seen == event));
                if !found {
                    out.push(format!("events: no {} among {}", shown(event), list(&seen.events)));
                }
            }
            not_a_list(name, wanted, out);
        }
        "notifications" => {
            for notification in wanted.elements() {
                if !seen.notifications.iter().any(|seen| with(seen, |seen| holds(notification, seen))) {
                    out.push(format!("notifications: no {}", shown(notification)));
                }
            }
            not_a_list(name, wanted, out);
        }
        _ => match Observable::named(name) {
            None => out.push(format!("{name}: no expectation of this name is known")),
            Some(observable) => match subject.observe(observable) {
                None => out.push(differs(name, wanted, "nothing, since there is no deal")),
                Some(found) => {
                    let agrees = with(&found, |found| agrees(observable, wanted, found));
                    if !agrees {
                        out.push(differs(name, wanted, &String::from_utf8_lossy(&found)));
                    }
                }
            },
        },
    }
}

/// An expectation of the wrong kind would look at nothing and always hold.
fn not_a_list(name: &str, wanted: Value<'_>, out: &mut Vec<String>) {
    if wanted.kind() != Kind::Array {
        out.push(format!("{name}: must be an array"));
    }
}

fn states(wanted: Value<'_>, seen: &Seen, out: &mut Vec<String>) {
    let agree = wanted.kind() == Kind::Array
        && wanted.len() == seen.states.len()
        && wanted.elements().zip(&seen.states).all(|(wanted, seen)| match seen {
            Some(state) => wanted.as_str().is_some_and(|wanted| wanted == **state),
            None => wanted.kind() == Kind::Null,
        });
    if !agree {
        let found: Vec<_> =
            seen.states.iter().map(|state| state.clone().unwrap_or_else(|| "none".into())).collect();
        out.push(differs("states", wanted, &list(&found)));
    }
}

fn agrees(observable: Observable, wanted: Value<'_>, found: Value<'_>) -> bool {
    match observable {
        // An expectation names the parties and deals that it speaks of; each of those is compared whole.
        Observable::Accounts | Observable::StageStatus | Observable::Deals => {
            wanted.kind() == Kind::Object
                && wanted
                    .members()
                    .all(|(name, wanted)| found.get(&name).is_some_and(|found| same(wanted, found)))
        }
        Observable::Breaches => {
            wanted.kind() == Kind::Array
                && wanted.len() == found.len()
                && wanted.elements().zip(found.elements()).all(|(wanted, found)| holds(wanted, found))
        }
        Observable::AgentReceived => received(wanted) == received(found),
        _ => same(wanted, found),
    }
}

/// What was received, by member; the options are a multiset (DEAL 2.5).
fn received(value: Value<'_>) -> BTreeMap<String, Vec<Vec<u8>>> {
    let member = |(name, value): (std::borrow::Cow<'_, str>, Value<'_>)| {
        let mut parts: Vec<_> = match value.kind() {
            Kind::Array => value.elements().map(canonical).collect(),
            _ => vec![canonical(value)],
        };
        parts.sort();
        (name.into_owned(), parts)
    };
    value.members().map(member).collect()
}

fn differs(name: &str, wanted: Value<'_>, found: &str) -> String {
    format!("{name}: expected {}, found {found}", shown(wanted))
}

/// Asks something of JSON bytes; of anything else the answer is no.
fn with(bytes: &[u8], ask: impl FnOnce(Value<'_>) -> bool) -> bool {
    Parser::new().parse(bytes).is_ok_and(|document| ask(document.root()))
}

fn list(names: &[String]) -> String {
    format!("[{}]", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed;

    impl Subject for Fixed {
        fn submit(&mut self, _: &[u8], _: &mut Vec<u8>) {}
        fn state(&self) -> Option<String> {
            Some("Held".into())
        }
        fn observe(&self, observable: Observable) -> Option<Vec<u8>> {
            let json = match observable {
                Observable::Accounts => r#"{"C":{"deposited":1,"held":1},"D":{"deposited":2,"held":2}}"#,
                Observable::AgentReceived => r#"{"cash_sim":1,"object_options":["a","a","b"]}"#,
                Observable::Breaches => r#"[{"code":"F4","at_fault":"C","name":"term_mutation"}]"#,
                Observable::Verdict => "null",
                Observable::Deals => r#"{"x":"Held","y":"Offered"}"#,
                _ => return None,
            };
            Some(json.as_bytes().to_vec())
        }
    }

    fn differences(expect: &str) -> usize {
        let seen = Seen {
            states: vec![None, Some("Offered".into())],
            events: vec!["Expired".into()],
            notifications: vec![br#"{"to":"C","event":"Accept","offer_id":"x"}"#.to_vec()],
        };
        check(expect, &Fixed, &seen).len()
    }

    #[test]
    fn what_is_seen_as_expected_leaves_no_difference() {
        assert_eq!(
            differences(
                r#"{"accounts":{"C":{"held":1.0,"deposited":1}},
                "agent_received":{"cash_sim":1,"object_options":["b","a","a"]},
                "breaches":[{"code":"F4"}],"verdict":null,"deals":{"y":"Offered"},"deal_created":true,
                "states":[null,"Offered"],"events":["Expired"],"notifications":[{"to":"C","event":"Accept"}]}"#
            ),
            0
        );
    }

    #[test]
    fn every_member_can_differ() {
        for expect in [
            r#"{"accounts":{"C":{"deposited":1}}}"#,
            r#"{"accounts":{"E":{"deposited":1,"held":1}}}"#,
            r#"{"accounts":[]}"#,
            r#"{"agent_received":{"cash_sim":1,"object_options":["a","b"]}}"#,
            r#"{"agent_received":{"cash_sim":1}}"#,
            r#"{"breaches":[]}"#,
            r#"{"breaches":[{"code":"F1"}]}"#,
            r#"{"breaches":{}}"#,
            r#"{"verdict":"pass"}"#,
            r#"{"deals":{"z":"Held"}}"#,
            r#"{"deal_created":false}"#,
            r#"{"states":["Offered","Offered"]}"#,
            r#"{"states":[null]}"#,
            r#"{"events":["Duplicate"]}"#,
            r#"{"events":"Expired"}"#,
            r#"{"notifications":[{"to":"C","event":"Offer"}]}"#,
            r#"{"path":["Offered"]}"#,
            r#"{"acounts":{}}"#,
        ] {
            assert_eq!(differences(expect), 1, "{expect}");
        }
    }
}
