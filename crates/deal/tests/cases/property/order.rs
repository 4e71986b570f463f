//! What may come in another order, or not at all, without a difference (DEAL 12.4).

use serde_json::{Value, json};

use crate::cases::oracle::record::Subject;
use actum_testkit::deal::artifact;
use actum_testkit::deal::json::{Json, object, raw, text};
use actum_testkit::deal::random::Random;
use actum_testkit::deal::terms::Setting;

const DEALS: u64 = 300;

/// Terms of a deal and the messages of its way, in the order of the parties.
struct Deal {
    offers: Vec<Json>,
    accept: Json,
    holds: Vec<Json>,
    disclosures: Vec<Json>,
    settles: Vec<Json>,
    agent: String,
    parties: Vec<String>,
}

impl Deal {
    /// An arbitrary deal that nothing but its messages ends: no deadlines, no limit of disclosures.
    fn arbitrary(random: &mut Random) -> Self {
        let mut setting = Setting::arbitrary(random, "1", 0);
        for side in &mut setting.sides {
            side.offer.remove("deadlines");
            side.offer.get_mut("obligation").unwrap().remove("max_disclosures");
        }
        let message = |kind: &str, from: &str, id: &str| {
            object([("type", text(kind)), ("from", text(from)), ("offer_id", text(id))])
        };
        let first = setting.sides[0].offer_id.clone();
        let all = |kind: &str| {
            setting.sides.iter().map(|side| message(kind, &side.party, &side.offer_id)).collect::<Vec<_>>()
        };
        let disclosures = (0..=random.below(4))
            .map(|_| {
                let artifact = artifact::arbitrary(random, &setting);
                message("Disclose", &setting.agent, &first).with("artifact", artifact)
            })
            .collect();
        Self {
            offers: setting.sides.iter().map(|side| side.offer.clone()).collect(),
            accept: message("Accept", &setting.agent, &first),
            holds: all("EscrowHold"),
            disclosures,
            settles: all("Settle"),
            agent: setting.agent.clone(),
            parties: setting.sides.iter().map(|side| side.party.clone()).collect(),
        }
    }

    fn held(&self) -> Vec<Json> {
        let mut messages = self.offers.clone();
        messages.push(self.accept.clone());
        messages.extend(self.holds.iter().cloned());
        messages
    }

    fn first_id(&self) -> Json {
        self.offers[0].get("offer_id").unwrap().clone()
    }

    fn dispute(&self, from: &str) -> Json {
        object([("type", text("Dispute")), ("from", text(from)), ("offer_id", self.first_id())])
    }
}

/// The record of the deal after the messages; every one of them has to be taken where `strict`.
fn run(messages: &[Json], strict: bool) -> Value {
    let mut subject = Subject::silent();
    for message in messages {
        let entry = subject.apply(message.to_text().as_bytes());
        let errors = entry["errors"].as_array().unwrap();
        let refused = errors
            .iter()
            .filter_map(Value::as_str)
            .find(|error| error.starts_with("StateError") || error.starts_with("ValidationError"));
        assert!(!strict || refused.is_none(), "{refused:?}: {}", message.to_text());
    }
    subject.record()["deals"][0].clone()
}

/// What 12.4 claims: final state, accounts with their stages, verdict. Accounts are listed by party.
fn outcome(deal: &Value) -> Value {
    json!({
        "state": deal["states"].as_array().unwrap().last(),
        "accounts": deal["accounts"],
        "verdict": deal["verdict"],
        "received": deal["received"],
        "results": results(deal),
    })
}

/// How the items stand. Which of them still count hangs on what was paid, and in which order.
fn results(deal: &Value) -> Vec<Value> {
    let mut results = deal["results"].as_array().unwrap().clone();
    results.iter_mut().for_each(|result| drop(result.as_object_mut().unwrap().remove("scope")));
    results
}

fn shuffled(random: &mut Random, messages: &[Json]) -> Vec<Json> {
    let mut messages = messages.to_vec();
    random.shuffle(&mut messages);
    messages
}

/// Whether some artifact gave an evidence item or a commitment a result that needs a reviewer.
fn is_doubtful(deal: &Value) -> bool {
    deal["results"].as_array().unwrap().iter().any(|result| {
        result["kind"] == "evidence" && (result["machine"] == "fail" || result["machine"] == "inconclusive")
    })
}

#[test]
fn o1_offers_of_a_pool_come_in_any_order() {
    for seed in 0..DEALS {
        let random = &mut Random::new(seed);
        let deal = Deal::arbitrary(random);
        let tail = |mut messages: Vec<Json>| {
            messages.push(deal.accept.clone());
            messages.extend(deal.holds.iter().chain(&deal.disclosures).cloned());
            messages
        };
        let expected = run(&tail(deal.offers.clone()), true);
        let found = run(&tail(shuffled(random, &deal.offers)), true);
        assert_eq!(outcome(&found), outcome(&expected), "seed {seed}");
        assert_eq!(found["union"], expected["union"], "seed {seed}");
    }
}

#[test]
fn o2_escrow_of_a_pool_is_held_in_any_order_before_or_after_the_accept() {
    for seed in 0..DEALS {
        let random = &mut Random::new(seed);
        let deal = Deal::arbitrary(random);
        let expected = run(&deal.held(), true);
        let mut messages: Vec<Json> = Vec::new();
        if deal.parties.len() > 1 {
            for (offer, hold) in deal.offers.iter().zip(&deal.holds) {
                messages.push(offer.clone());
                if random.chance(50) {
                    messages.push(hold.clone());
                }
            }
        } else {
            messages.extend(deal.offers.iter().cloned());
        }
        let late: Vec<Json> = deal.holds.iter().filter(|hold| !messages.contains(hold)).cloned().collect();
        messages.push(deal.accept.clone());
        messages.extend(shuffled(random, &late));
        assert_eq!(outcome(&run(&messages, true)), outcome(&expected), "seed {seed}");
        assert_eq!(expected["states"].as_array().unwrap().last().unwrap(), "Held");
    }
}

#[test]
fn o3_settlements_of_distinct_parties_come_in_any_order() {
    let mut settled = 0;
    for seed in 0..DEALS {
        let random = &mut Random::new(seed);
        let deal = Deal::arbitrary(random);
        let mut prefix = deal.held();
        prefix.extend(deal.disclosures.iter().cloned());
        let with = |settles: &[Json]| run(&[prefix.as_slice(), settles].concat(), false);
        let expected = with(&deal.settles);
        let found = with(&shuffled(random, &deal.settles));
        assert_eq!(outcome(&found), outcome(&expected), "seed {seed}");
        settled += usize::from(expected["states"].as_array().unwrap().contains(&json!("Closed:settled")));
    }
    assert!(settled > 30, "only {settled} deals were settled at all");
}

#[test]
fn o4_and_o5_disclosures_come_in_any_order() {
    let (mut compared, mut paid) = (0, 0);
    for seed in 0..DEALS {
        let random = &mut Random::new(seed);
        let deal = Deal::arbitrary(random);
        let with = |disclosures: &[Json]| run(&[deal.held().as_slice(), disclosures].concat(), true);
        let expected = with(&deal.disclosures);
        let found = with(&shuffled(random, &deal.disclosures));
        assert_eq!(results(&found), results(&expected), "seed {seed}");
        assert_eq!(found["pool"], expected["pool"], "seed {seed}");
        if !is_doubtful(&expected) {
            assert_eq!(outcome(&found), outcome(&expected), "seed {seed}");
            compared += 1;
            paid += usize::from(expected["received"]["cash_sim"] != 0);
        }
    }
    assert!(compared > 100 && paid > 10, "{compared} compared, {paid} paid");
}

#[test]
fn o6_leaving_out_every_dispute_changes_no_balance_in_the_end() {
    let (mut compared, mut disputed) = (0, 0);
    for seed in 0..DEALS * 2 {
        let random = &mut Random::new(seed);
        let mut deal = Deal::arbitrary(random);
        let deadlines = object([("disclose_by", raw(10)), ("review_by", raw(20)), ("settle_by", raw(30))]);
        deal.offers.iter_mut().for_each(|offer| offer.set("deadlines", deadlines.clone()));
        let mut everybody = deal.parties.clone();
        everybody.push(deal.agent.clone());
        // Disclosures, then settlements, with disputes anywhere between; then the deadlines pass, one at a time.
        let mut way: Vec<(bool, Json)> = Vec::new();
        for message in deal.disclosures.iter().chain(&deal.settles) {
            way.push((false, message.clone()));
            if random.chance(40) {
                let party = random.pick(&everybody).clone();
                way.push((true, deal.dispute(&party)));
            }
        }
        for at in [5, 11, 21, 31] {
            way.push((false, object([("type", text("Tick")), ("from", text("host")), ("at", raw(at))])));
        }
        let with = |disputes: bool| {
            let kept =
                way.iter().filter(|(dispute, _)| disputes || !dispute).map(|(_, message)| message.clone());
            run(&deal.held().into_iter().chain(kept).collect::<Vec<_>>(), false)
        };
        let (without, with) = (with(false), with(true));
        if is_doubtful(&without) {
            continue;
        }
        assert_eq!(with["accounts"], without["accounts"], "seed {seed}");
        compared += 1;
        disputed += usize::from(with["states"] != without["states"] || with["ledger"] != without["ledger"]);
    }
    assert!(compared > 200 && disputed > 5, "{compared} compared, {disputed} went another way");
}
