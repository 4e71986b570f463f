//! What holds after every message of any sequence (DEAL 2.12, 7.5, 7.7, 8.3, 11.7, 12.3).

use serde_json::Value;

use crate::cases::oracle::record::Subject;
use actum_testkit::deal::sequence;

const SEQUENCES: u64 = 250;

/// What is before and after one message.
struct Step<'s> {
    entry: &'s Value,
    before: &'s Value,
    after: &'s Value,
}

impl Step<'_> {
    /// Deals that were there before, with what became of them.
    fn deals(&self) -> impl Iterator<Item = (&Value, &Value)> {
        list(self.before, "deals").iter().zip(list(self.after, "deals"))
    }
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().unwrap()
}

fn accounts(deal: &Value) -> impl Iterator<Item = (&String, &Value)> {
    deal["accounts"].as_object().unwrap().iter()
}

fn amount(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap()
}

fn is_closed(deal: &Value) -> bool {
    list(deal, "states").last().unwrap().as_str().unwrap().starts_with("Closed")
}

fn for_every_message(law: impl Fn(&Step<'_>)) {
    let effort = std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse().unwrap());
    for seed in 0..SEQUENCES * effort {
        let sequence = sequence::arbitrary(seed, &mut Subject::silent());
        let mut subject = Subject::silent();
        let mut before = subject.record();
        for (n, message) in sequence.iter().enumerate() {
            let entry = subject.apply(message.text.as_bytes());
            let after = subject.record();
            let step = Step { entry: &entry, before: &before, after: &after };
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| law(&step)));
            if let Err(panic) = outcome {
                let lines: Vec<&str> = sequence[..=n].iter().map(|message| message.text.as_str()).collect();
                eprintln!("seed {seed}, message {}:\n{}", n + 1, lines.join("\n"));
                std::panic::resume_unwind(panic);
            }
            before = after;
        }
    }
}

#[test]
fn every_account_adds_up_after_every_message() {
    for_every_message(|step| {
        for deal in list(step.after, "deals") {
            for (party, account) in accounts(deal) {
                let [deposited, held, released, refunded] =
                    ["deposited", "held", "released", "refunded"].map(|name| amount(account, name));
                assert_eq!(deposited, held + released + refunded, "{party}");
                let stages = list(account, "stages");
                let of = |status: &str| -> u64 {
                    let those = stages.iter().filter(|stage| stage["status"] == status);
                    those.map(|stage| amount(stage, "cash_sim")).sum()
                };
                assert_eq!(
                    of("open") + of("released") + of("refunded"),
                    amount(account, "required"),
                    "{party}"
                );
                let moved = |kind: &str| -> u64 {
                    let those = list(deal, "ledger").iter();
                    let those =
                        those.filter(|posting| posting["kind"] == kind && posting["party"] == **party);
                    those.map(|posting| amount(posting, "cash_sim")).sum()
                };
                assert_eq!(
                    (moved("hold"), moved("release"), moved("refund")),
                    (deposited, released, refunded)
                );
                let has_held = list(deal, "ledger").iter().any(|posting| posting["party"] == **party);
                if has_held {
                    assert_eq!(
                        (of("open"), of("released"), of("refunded")),
                        (held, released, refunded),
                        "{party}"
                    );
                } else {
                    assert_eq!((deposited, of("released")), (0, 0), "{party}: no release without hold");
                }
                assert!(
                    !is_closed(deal) || (held == 0 && of("open") == 0),
                    "{party}: closed with something held"
                );
            }
        }
    });
}

#[test]
fn object_options_are_neither_made_nor_lost() {
    for_every_message(|step| {
        for deal in list(step.after, "deals") {
            let mut released: Vec<&Value> = accounts(deal)
                .flat_map(|(_, account)| list(account, "stages"))
                .filter(|stage| stage["status"] == "released")
                .flat_map(|stage| list(stage, "object_options"))
                .collect();
            released.sort_by_key(|option| option.as_str());
            let received: Vec<&Value> = list(&deal["received"], "object_options").iter().collect();
            assert_eq!(released, received);
        }
    });
}

#[test]
fn nothing_is_released_before_a_disclosure() {
    for_every_message(|step| {
        for deal in list(step.after, "deals").iter().filter(|deal| list(deal, "pool").is_empty()) {
            assert!(list(deal, "ledger").iter().all(|posting| posting["kind"] != "release"));
        }
    });
}

#[test]
fn a_stage_leaves_open_once_and_money_never_comes_back() {
    for_every_message(|step| {
        for (before, after) in step.deals() {
            for (party, old) in accounts(before) {
                let new = &after["accounts"][party];
                for (old, new) in list(old, "stages").iter().zip(list(new, "stages")) {
                    assert!(old["status"] == "open" || old == new, "{party}");
                }
                for name in ["deposited", "released", "refunded"] {
                    assert!(amount(old, name) <= amount(new, name), "{party}: {name}");
                }
            }
            assert!(list(after, "ledger").starts_with(list(before, "ledger")));
            assert!(list(after, "states").starts_with(list(before, "states")));
        }
    });
}

#[test]
fn a_closed_deal_changes_no_more() {
    for_every_message(|step| {
        for (before, after) in step.deals().filter(|(before, _)| is_closed(before)) {
            assert_eq!(before, after);
        }
    });
}

#[test]
fn a_refused_message_changes_nothing_but_transcript_and_clock() {
    for_every_message(|step| {
        let errors = list(step.entry, "errors");
        let refused = errors.iter().any(|error| {
            let error = error.as_str().unwrap();
            error.starts_with("StateError") || error.starts_with("ValidationError")
        });
        if refused {
            let last = errors.last().unwrap().as_str().unwrap();
            assert!(
                last.starts_with("StateError") || last.starts_with("ValidationError"),
                "applied after a refusal"
            );
        }
        // A timeout leaves its event, and the breach that it reveals its error.
        if refused && list(step.entry, "events").is_empty() {
            assert_eq!(errors.len(), 1);
            assert_eq!(step.before["deals"], step.after["deals"]);
            assert!(list(step.entry, "path").is_empty() && list(step.entry, "notifications").is_empty());
        }
    });
}

#[test]
fn the_clock_never_goes_back() {
    for_every_message(|step| assert!(amount(step.before, "clock") <= amount(step.after, "clock")));
}

#[test]
fn a_breach_has_one_at_fault_who_gains_nothing_by_it() {
    for_every_message(|step| {
        for (before, after) in step.deals() {
            let new = &list(after, "breaches")[list(before, "breaches").len()..];
            let agent = &after["terms"]["agent"];
            let by_agent = |breach: &Value| breach["at_fault"] == *agent;
            for breach in new {
                assert_eq!(breach["code"] == "F4", !by_agent(breach), "{breach}");
                if !by_agent(breach) {
                    forfeited(before, after, breach["at_fault"].as_str().unwrap());
                }
            }
            if list(after, "breaches").iter().any(by_agent) {
                assert_eq!(list(after, "states").last().unwrap(), "Closed:breach");
                // Its last stage goes by Settle alone, so that no account is paid out by the breach.
                for (party, account) in accounts(after) {
                    let paid = |account: &Value| {
                        list(account, "stages").last().is_some_and(|stage| stage["status"] == "released")
                    };
                    let forfeit = list(after, "ejected").iter().any(|ejected| ejected == party.as_str());
                    assert!(forfeit || !paid(account), "{party}");
                }
            }
            if list(after, "states").last().unwrap() == "Closed:breach" {
                assert!(!list(after, "breaches").is_empty());
            }
        }
    });
}

/// After a disclosure nothing goes back to the mutating party but stages with a failed item (DEAL 7.5).
fn forfeited(before: &Value, after: &Value, party: &str) {
    let early = ["Offered", "Accepted"].map(Value::from);
    if list(before, "pool").is_empty() || early.contains(list(before, "states").last().unwrap()) {
        return;
    }
    let failed = |item: &Value| {
        list(before, "results").iter().any(|result| {
            let commitment = format!("commitment:{}", item.as_str().unwrap());
            let named = result["item"] == *item || result["item"] == *commitment;
            result["party"] == *party && named && is_failed(result)
        })
    };
    let stages =
        list(&before["accounts"][party], "stages").iter().zip(list(&after["accounts"][party], "stages"));
    for (old, new) in stages.filter(|(old, _)| old["status"] == "open") {
        let wanted = if list(old, "items").iter().any(failed) { "refunded" } else { "released" };
        assert_eq!(new["status"], wanted, "{party}");
    }
}

/// By the machine or by a ruling; a dispute does not count.
fn is_failed(result: &Value) -> bool {
    let verdict = if result["disputed"] == true { &result["machine"] } else { &result["result"] };
    verdict == "fail"
}

#[test]
fn states_past_held_keep_what_they_promise() {
    for_every_message(|step| {
        for deal in list(step.after, "deals") {
            let state = list(deal, "states").last().unwrap().as_str().unwrap();
            let votes = list(deal, "votes").len() as u64;
            if state == "Settling" {
                assert_eq!(deal["verdict"], "pass");
                assert!(1 <= votes && votes < amount(&deal["terms"], "quorum"));
            }
            if ["Held", "Adjudicating", "Settling"].contains(&state) {
                let held = list(deal, "ledger").iter().filter(|posting| posting["kind"] == "hold").count();
                assert_eq!(held, list(&deal["terms"], "counterparties").len());
            }
            let ejected = list(deal, "ejected");
            assert!(list(deal, "votes").iter().all(|party| !ejected.contains(party)));
        }
    });
}

#[test]
fn the_same_messages_give_the_same_head_with_the_stamp_in_the_message_or_beside_it() {
    for seed in 0..SEQUENCES {
        let sequence = sequence::arbitrary(seed, &mut Subject::silent());
        let (mut inside, mut beside) = (Subject::silent(), Subject::silent());
        for message in &sequence {
            let bytes = message.text.as_bytes();
            let at = serde_json::from_str::<Value>(&message.text).ok().and_then(|message| {
                let at = message.get("at")?.as_f64()?;
                (0.0..9e15).contains(&at).then_some(at as u64).filter(|whole| *whole as f64 == at)
            });
            let one = inside.apply(bytes);
            let two = beside.apply_at(bytes, at);
            assert_eq!(one, two, "seed {seed}: {}", message.text);
        }
        assert_eq!(inside.record(), beside.record());
    }
}

/// What a message did, without its place in the chain.
fn effect(entry: &Value) -> [Value; 4] {
    ["errors", "events", "notifications", "path"].map(|name| entry[name].clone())
}

#[test]
fn without_its_refused_messages_a_sequence_goes_the_same_way() {
    for seed in 0..SEQUENCES {
        let sequence = sequence::arbitrary(seed, &mut Subject::silent());
        let (mut whole, mut rest) = (Subject::silent(), Subject::silent());
        for message in &sequence {
            let clock = whole.record()["clock"].clone();
            let entry = whole.apply(message.text.as_bytes());
            let refused = list(&entry, "errors")
                .last()
                .and_then(Value::as_str)
                .is_some_and(|error| error.starts_with("StateError") || error.starts_with("ValidationError"));
            if !refused {
                let again = rest.apply(message.text.as_bytes());
                assert_eq!(effect(&again), effect(&entry), "seed {seed}: {}", message.text);
                continue;
            }
            // What stays of a refused message is the time that it brought.
            let now = whole.record()["clock"].clone();
            if now != clock {
                let tick = rest.apply(format!(r#"{{"type":"Tick","from":"host","at":{now}}}"#).as_bytes());
                assert_eq!(tick["events"], entry["events"], "seed {seed}: {}", message.text);
            }
        }
        assert_eq!(whole.record(), rest.record(), "seed {seed}");
    }
}

#[test]
fn with_settle_by_every_deal_is_closed_after_it() {
    for seed in 0..SEQUENCES {
        let mut subject = Subject::silent();
        sequence::arbitrary(seed, &mut subject);
        subject.apply(br#"{"type":"Tick","from":"host","at":1000000}"#);
        for deal in list(&subject.record(), "deals") {
            assert!(deal["terms"]["deadlines"]["settle_by"].is_null() || is_closed(deal), "seed {seed}");
        }
    }
}
