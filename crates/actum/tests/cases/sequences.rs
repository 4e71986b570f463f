//! Deals of arbitrary messages, read as evidence: the reading says what the engine says, whatever was sent.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use actum::canon::digest::{Sha256, sha256};
use actum::canon::encode::JCS_NEAREST;
use actum::canon::json::Parser;
use actum::deal::{Class, Deal, Deals, Outcome, State, V0_3_EXTENDED};
use actum::tmpa::{InputBundle, Judgment, Reconstruction};
use actum::{Bundle, Evidence, Options, read, reader};
use actum_testkit::deal::random::Random;
use actum_testkit::deal::sequence::{self, Listener, Sent};
use serde_json::{Value, json};

/// Sequences in a usual run; `ACTUM_TEST_EFFORT` multiplies them.
const SEQUENCES: u64 = 1200;

fn seeds(count: u64) -> std::ops::Range<u64> {
    let effort = std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse::<u64>().unwrap());
    0..count * effort
}

/// A message as the host took it.
struct Taken {
    at: u64,
    message: String,
    outcome: Outcome,
}

/// The host of deals, who stamps what comes and keeps it.
struct Host {
    deals: Deals,
    taken: Vec<Taken>,
    random: Random,
}

impl Host {
    /// What a host took of the sequence of a seed, with agreements of the parties between.
    fn of(seed: u64) -> Self {
        let random = Random::new(!seed);
        let mut host = Self { deals: Deals::new(&V0_3_EXTENDED), taken: Vec::new(), random };
        sequence::arbitrary(seed, &mut host);
        host
    }

    fn take_text(&mut self, message: String, at: Option<u64>) {
        let at = at.unwrap_or_else(|| self.deals.now()).min(1 << 50);
        let outcome = self.deals.apply(message.as_bytes(), Some(at));
        self.taken.push(Taken { at, message, outcome });
    }

    /// All parties of a deal send the same proposal, or all but one.
    fn agree(&mut self) {
        let Some(deal) = self.deals.deals().iter().find(|deal| !deal.state().is_closed()) else { return };
        let mut parties: Vec<String> = deal.counterparties().map(str::to_owned).collect();
        parties.push(deal.agent().to_owned());
        let mut message = json!({ "type": "Cancel", "offer_id": deal.id() });
        let offers: Vec<_> = deal.offers().collect();
        if let (true, Some((party, offer))) = (self.random.chance(75), offers.first()) {
            let mut body: Value = serde_json::from_slice(offer.snapshot.body()).unwrap();
            body["consideration"] = json!({ "cash_sim": self.random.below(9) });
            message = json!({ "type": "Amend", "offer_id": deal.id(), "party": party, "offer_body": body });
        }
        for party in parties.into_iter().skip(usize::from(self.random.chance(20))) {
            message["from"] = json!(party);
            self.take_text(message.to_string(), None);
        }
    }

    /// The lines of a journal of it, written by the published form alone.
    fn lines(&self) -> Vec<String> {
        let mut prev = sha256(format!("deal journal, edition {}", V0_3_EXTENDED.name).as_bytes());
        let mut lines = Vec::new();
        for taken in &self.taken {
            let entry = &taken.outcome.entry;
            let mut line = json!({
                "at": taken.at, "n": entry.n, "message": taken.message, "entry": entry.hash.to_string(),
                "prev": prev.to_string(),
            });
            prev = digest(&line);
            line["hash"] = json!(prev.to_string());
            lines.push(canonical(&line));
        }
        lines
    }
}

impl Listener for Host {
    fn take(&mut self, message: &Sent) {
        let own: Option<Value> = serde_json::from_str(&message.text).ok();
        let at = own.and_then(|own| own.get("at")?.as_u64());
        self.take_text(message.text.clone(), at);
        if self.random.chance(8) {
            self.agree();
        }
    }

    fn state(&self, id: &str) -> Option<&str> {
        self.deals.deal(id).map(|deal| deal.state().as_str())
    }
}

fn canonical(value: &Value) -> String {
    let (text, mut bytes) = (value.to_string(), Vec::new());
    JCS_NEAREST.write(Parser::new().parse(text.as_bytes()).unwrap().root(), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn digest(value: &Value) -> Sha256 {
    sha256(canonical(value).as_bytes())
}

/// The type of a message, where it has one.
fn kind(message: &str) -> String {
    let message: Option<Value> = serde_json::from_str(message).ok();
    let kind = message.as_ref().and_then(|message| message.get("type")?.as_str());
    kind.unwrap_or_default().to_owned()
}

fn is_breach(state: State) -> bool {
    state == State::Breach
}

fn breaches(deal: &Deal) -> Vec<String> {
    deal.breaches().iter().map(|breach| format!("deal:{}", breach.code.as_str())).collect()
}

/// The steps that deals took: from, action, to.
fn steps(host: &Host) -> BTreeSet<(String, String, String)> {
    let mut states: BTreeMap<String, State> = BTreeMap::new();
    let mut steps = BTreeSet::new();
    for taken in &host.taken {
        let entry = &taken.outcome.entry;
        for (number, (deal, to)) in entry.path.iter().enumerate() {
            let action = match to {
                State::Breach => "breach".to_owned(),
                _ if number < entry.by_time => "time".to_owned(),
                _ => kind(&taken.message).to_ascii_lowercase(),
            };
            if let Some(from) = states.insert(deal.clone(), *to) {
                steps.insert((from.to_string(), action, to.to_string()));
            }
        }
    }
    steps
}

/// Ways that arbitrary sequences hardly ever take.
fn rare() -> Vec<Host> {
    let play = |messages: &[Value]| {
        let mut host = Host { deals: Deals::new(&V0_3_EXTENDED), taken: Vec::new(), random: Random::new(0) };
        for message in messages {
            host.take_text(message.to_string(), message["at"].as_u64());
            let entry = &host.taken.last().unwrap().outcome.entry;
            assert!(entry.is_applied(), "{message}: {:?}", entry.errors);
        }
        host
    };
    let message = |kind: &str, from: &str| json!({ "type": kind, "from": from, "offer_id": "d" });
    let tick = |at: u64| json!({ "type": "Tick", "from": "host", "at": at });
    // A first stage that asks for nothing is earned before anything is disclosed.
    let offer = json!({
        "type": "Offer", "from": "C", "offer_id": "d", "deadlines": { "disclose_by": 10 },
        "obligation": { "checklist": { "a": false, "b": true } },
        "consideration": { "mode": "graduated", "stages": [
            { "checklist_subset": ["a"], "cash_sim": 1, "object_options": [] }, { "checklist_subset": ["b"], "cash_sim": 1, "object_options": [] }
        ] }
    });
    let mut hosts = vec![play(&[offer, message("Accept", "A"), message("EscrowHold", "C"), tick(11)])];
    // One of several counterparties changes the terms, by either of the messages that invoke them.
    let pool = |quorum: u64, parties: &[(&str, Value, Value)]| {
        let mut names: Vec<&str> = parties.iter().map(|(party, ..)| *party).collect();
        let mut messages = Vec::new();
        names.push("A");
        for (party, checklist, consideration) in parties {
            messages.push(json!({
                "type": "Offer", "from": party, "offer_id": "d", "consideration": consideration,
                "obligation": { "checklist": checklist }, "deadlines": { "disclose_by": 10, "review_by": 20 },
                "deal_structure": { "mode": "multi_party_coordinated", "parties": names, "pool_id": "d",
                    "settlement_quorum": quorum }
            }));
        }
        messages.push(message("Accept", "A"));
        messages.extend(parties.iter().map(|(party, ..)| message("EscrowHold", party)));
        messages
    };
    let cash = json!({ "cash_sim": 1 });
    let stages = json!({ "mode": "graduated", "stages": [
        { "checklist_subset": ["b"], "cash_sim": 1, "object_options": [] }, { "checklist_subset": ["c"], "cash_sim": 1, "object_options": [] }
    ] });
    for kind in ["EscrowHold", "Settle"] {
        let mut mutated = message(kind, "C");
        mutated["offer_digest"] = json!(format!("sha256:{}", "0".repeat(64)));
        let show = |items: Value| {
            let mut disclose = message("Disclose", "A");
            disclose["artifact"] = json!({ "attest": items });
            disclose
        };
        let doubtful = {
            let mut disclose = show(json!({}));
            disclose["artifact"] = json!({ "evidence": [{ "id": "e", "predicate": "m" }] });
            disclose
        };
        let one = |party, item: &str| (party, json!([item]), cash.clone());
        let asks = json!({ "m": { "predicate": "manual" } });
        let in_doubt = ("C", asks, cash.clone());
        // The only vote goes, and the deal with it back to where it was judged.
        let mut messages = pool(2, &[one("C", "a"), one("D", "a"), one("E", "a")]);
        messages.extend([show(json!({ "a": 1 })), message("Settle", "C"), mutated.clone()]);
        hosts.push(play(&messages));
        // What was disputed goes, and the votes count again.
        let mut messages = pool(2, &[one("C", "a"), one("D", "b"), one("E", "b")]);
        messages.extend([show(json!({ "a": 1, "b": 1 })), message("Settle", "D"), message("Dispute", "C")]);
        messages.push(mutated.clone());
        hosts.push(play(&messages));
        // The dispute lapses, so that the vote counts again, at the moment at which somebody says something else.
        let mut messages = pool(2, &[one("C", "a"), one("D", "b"), one("E", "b")]);
        messages.extend([show(json!({ "a": 1, "b": 1 })), message("Settle", "D"), message("Dispute", "C")]);
        messages.push(message("Cancel", "E"));
        messages.last_mut().unwrap()["at"] = json!(21);
        hosts.push(play(&messages));
        // What only a reviewer could decide goes, after the time to disclose: what is left has begun, or has not.
        for (item, consideration) in [("b", stages.clone()), ("z", cash.clone())] {
            let asks = if item == "b" { json!(["b", "c"]) } else { json!(["b"]) };
            let mut messages = pool(1, &[in_doubt.clone(), ("D", asks, consideration)]);
            messages.extend([doubtful.clone(), show(json!({ item: 1 })), tick(11), mutated.clone()]);
            hosts.push(play(&messages));
        }
    }
    hosts
}

#[test]
fn the_lifecycle_of_deals_has_every_step_that_the_engine_takes_and_no_other() {
    let bytes = include_bytes!("../../../../profiles/one-record/deal.json");
    let profile: Value = serde_json::from_slice(bytes).unwrap();
    let text = |step: &Value, name: &str| step[name].as_str().unwrap().to_owned();
    let steps_of = |step: &Value| (text(step, "from"), text(step, "action"), text(step, "to"));
    let allowed: BTreeSet<_> = profile["transitions"].as_array().unwrap().iter().map(steps_of).collect();
    let hosts = seeds(3000).map(Host::of).chain(rare());
    let taken: BTreeSet<_> = hosts.flat_map(|host| steps(&host)).collect();
    let missing: Vec<_> = taken.difference(&allowed).collect();
    let never: Vec<_> = allowed.difference(&taken).collect();
    assert!(missing.is_empty() && never.is_empty(), "not allowed: {missing:#?}\nnever taken: {never:#?}");
}

fn input() -> InputBundle {
    Bundle::open(Path::new("one-record")).unwrap().input(reader()).unwrap()
}

/// Reads lines as sources of these ids.
fn read_lines(input: &InputBundle, place: &Path, lines: &[(String, String)]) -> Reconstruction {
    let sources = lines
        .iter()
        .map(|(id, line)| json!({ "source_id": id, "media_type": "application/json", "text": line }));
    let listing = place.join("listing.json");
    fs::write(&listing, json!({ "sources": sources.collect::<Vec<_>>() }).to_string()).unwrap();
    read(input, &Evidence::listing(&listing).unwrap(), Options::default()).unwrap()
}

fn sources(host: &Host) -> Vec<(String, String)> {
    (1..).zip(host.lines()).map(|(number, line)| (format!("deals.jsonl#{number}"), line)).collect()
}

/// What has to be told of each object, by the outcomes alone: a refused message is invalid, and so is that of a party at
/// fault for a breach, the last one where it sent none now.
fn expected(host: &Host) -> BTreeMap<String, Judgment> {
    let mut judged = BTreeMap::new();
    let mut last: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    for taken in &host.taken {
        let (entry, deal) = (&taken.outcome.entry, taken.outcome.deal.as_deref());
        let message: Value = serde_json::from_str(&taken.message).unwrap_or_default();
        let from = message["from"].as_str().unwrap_or_default().to_owned();
        let opens = deal.filter(|deal| !known.contains_key(*deal));
        let object = deal.filter(|_| message["type"] != "Tick").map(|deal| match opens {
            Some(_) => format!("deal:{deal}"),
            None => format!("deal:{deal}/m{}", entry.n),
        });
        if let (Some(deal), Some(object)) = (deal, &object) {
            judged
                .insert(object.clone(), if entry.is_applied() { Judgment::Valid } else { Judgment::Invalid });
            if entry.is_applied() {
                last.insert((deal.to_owned(), from), object.clone());
            }
        }
        for (deal, _) in &entry.path {
            match known.get_mut(deal) {
                Some(steps) => {
                    *steps += 1;
                    judged.insert(format!("deal:{deal}/s{steps}"), Judgment::Valid);
                }
                None => drop(known.insert(deal.clone(), 0)),
            }
        }
        let mut by_time = entry.path.iter().take(entry.by_time).filter(|(_, state)| is_breach(*state));
        for error in entry.errors.iter().filter(|error| error.class == Class::Breach) {
            let of = by_time.next().map(|(deal, _)| deal.as_str()).or(deal).unwrap();
            let agent = host.deals.deal(of).unwrap().agent().to_owned();
            let object = match error.message.as_str() {
                "term_mutation" => object.as_ref(),
                _ => last.get(&(of.to_owned(), agent)),
            };
            judged.insert(object.unwrap().clone(), Judgment::Invalid);
        }
    }
    judged
}

#[test]
fn whatever_is_sent_the_reading_says_of_each_deal_and_message_what_the_engine_says() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let (mut rulings, mut closed) = (0, 0);
    for (seed, host) in (0..).zip(seeds(SEQUENCES).map(Host::of).chain(rare())) {
        let view = read_lines(&input, place.path(), &sources(&host));
        let envelope: Value = serde_json::from_slice(&view.to_bytes()).unwrap();
        assert_eq!(envelope["issues"], json!([]), "seed {seed}");
        let states = &envelope["extensions"]["summary"]["work_state"];
        for (number, deal) in host.deals.deals().iter().enumerate() {
            assert_eq!(states[format!("deal:{}", deal.id())], deal.state().as_str(), "seed {seed}");
            closed += usize::from(deal.state().is_closed());
            let mut ids: Vec<&str> = host.deals.deals().iter().map(Deal::id).collect();
            ids.sort_unstable();
            assert_eq!(envelope["extensions"]["deals"][number]["id"], ids[number], "seed {seed}");
        }
        let judged: BTreeMap<String, Judgment> =
            view.nodes().map(|node| (node.id.to_owned(), node.judgment)).collect();
        assert_eq!(judged, expected(&host), "seed {seed}");
        let breaches: BTreeSet<String> = host.deals.deals().iter().flat_map(breaches).collect();
        let told = view.findings().filter(|one| one.code.starts_with("deal:F"));
        assert_eq!(told.map(|one| one.code.to_owned()).collect::<BTreeSet<_>>(), breaches, "seed {seed}");
        let ruled = host.taken.iter().filter(|taken| {
            kind(&taken.message) == "Ruling"
                && taken.outcome.entry.is_applied()
                && taken.outcome.deal.is_some()
        });
        let ruled: BTreeSet<String> = ruled
            .map(|taken| format!("deal:{}/m{}", taken.outcome.deal.as_ref().unwrap(), taken.outcome.entry.n))
            .collect();
        let told = view.nodes().filter(|node| node.kind == "DEAL_RULING").map(|node| node.id.to_owned());
        assert_eq!(told.collect::<BTreeSet<_>>(), ruled, "seed {seed}");
        rulings += ruled.len();
    }
    assert!(rulings > 5 && closed > 100, "{rulings} rulings, {closed} deals closed");
}

#[test]
fn lines_in_any_order_under_any_name_and_twice_give_the_same_objects() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let told = |view: &Reconstruction| {
        let nodes = view.nodes().map(|node| (node.id.to_owned(), node.judgment, node.canonical_digest));
        let works =
            view.works().map(|work| (work.id.to_owned(), work.state.map(str::to_owned), work.judgment));
        let codes: BTreeSet<_> =
            view.findings().map(|one| (one.code.to_owned(), one.object_id.to_owned())).collect();
        (nodes.collect::<Vec<_>>(), works.collect::<Vec<_>>(), codes)
    };
    for seed in seeds(60) {
        let host = Host::of(seed);
        let mut lines = sources(&host);
        let first = read_lines(&input, place.path(), &lines);
        let mut random = Random::new(seed);
        random.shuffle(&mut lines);
        let same = read_lines(&input, place.path(), &lines);
        assert_eq!(same.to_bytes(), first.to_bytes(), "seed {seed}");
        let mut copies = Vec::new();
        for (number, (_, line)) in (0..).zip(&lines) {
            for copy in 0..1 + usize::from(random.chance(30)) {
                copies.push((format!("{}/{number}-{copy}", random.below(3)), line.clone()));
            }
        }
        let again = read_lines(&input, place.path(), &copies);
        assert_eq!(told(&again), told(&first), "seed {seed}");
    }
}

#[test]
fn a_step_that_a_journal_established_stays_established_when_the_journal_grows() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let steps = |view: &Reconstruction| -> BTreeMap<String, (Judgment, Sha256)> {
        let steps = view.nodes().filter(|node| node.kind == "DEAL_TRANSITION");
        steps.map(|node| (node.id.to_owned(), (node.judgment, node.canonical_digest))).collect()
    };
    for seed in seeds(60) {
        let lines = sources(&Host::of(seed));
        let whole = steps(&read_lines(&input, place.path(), &lines));
        let cut = Random::new(seed).below(lines.len());
        for (id, step) in steps(&read_lines(&input, place.path(), &lines[..cut])) {
            assert_eq!(whole.get(&id), Some(&step), "seed {seed} {id}");
        }
    }
}
