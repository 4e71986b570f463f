//! Arbitrary messages: mostly what the state of a deal asks for, sometimes what it must refuse (DEAL 3, 5).

use super::artifact;
use super::json::{Json, object, raw, text, texts};
use super::random::Random;
use super::terms::{Setting, Side, content};

const KINDS: [&str; 10] = [
    "Offer",
    "Accept",
    "EscrowHold",
    "Disclose",
    "Settle",
    "Reject",
    "Withdraw",
    "Dispute",
    "Ruling",
    "Tick",
];

/// How often each kind is sent in a state; most of all what leads on.
fn weights(state: Option<&str>) -> [usize; 10] {
    match state {
        None => [180, 4, 3, 2, 2, 1, 1, 1, 1, 2],
        Some("Offered") => [100, 60, 30, 2, 2, 1, 1, 1, 1, 2],
        Some("Accepted") => [4, 4, 170, 4, 4, 1, 1, 1, 1, 5],
        Some("Held") => [4, 2, 6, 165, 8, 1, 1, 2, 1, 6],
        Some("Adjudicating") => [2, 1, 1, 60, 50, 1, 1, 26, 30, 28],
        Some("Settling") => [2, 1, 1, 8, 115, 1, 1, 45, 4, 24],
        Some(_) => [10; 10],
    }
}

/// A message for a deal in this state, before anything is done to it on its way.
///
/// `turn` is how often a kind was sent before: mostly the counterparties take turns, so that a pool fills.
pub fn arbitrary(
    random: &mut Random,
    setting: &Setting,
    state: Option<&str>,
    now: u64,
    turn: impl Fn(&str) -> usize,
) -> Json {
    let mut weights = if random.chance(95) { weights(state) } else { [10; 10] };
    if turn("Offer") >= setting.sides.len() && random.chance(80) {
        weights[0] = weights[0].min(15);
    }
    let kind = KINDS[random.weighted(&weights)];
    let in_turn = &setting.sides[turn(kind) % setting.sides.len()];
    let side = if random.chance(80) { in_turn } else { random.pick(&setting.sides) };
    if kind == "Tick" {
        let waiting = matches!(state, Some("Adjudicating" | "Settling"));
        let most = if random.chance(if waiting { 45 } else { 10 }) { 30 } else { 5 };
        let ahead = random.below(most) as u64;
        return object([("type", text("Tick")), ("from", text("host")), ("at", raw(now + ahead))]);
    }
    let mut message = match kind {
        "Offer" => return offer(random, side),
        _ => object([("type", text(kind)), ("from", text(sender(random, setting, side, kind)))]),
    };
    // The agent and the reviewer may use any id of the deal, a counterparty its own or the pool's.
    let id = match kind {
        "EscrowHold" | "Settle" | "Withdraw" if random.chance(90) => side.offer_id.clone(),
        _ if random.chance(98) => random.pick(&setting.ids).clone(),
        _ => "nowhere".to_owned(),
    };
    message.set("offer_id", text(id));
    match kind {
        "Accept" => accept(random, setting, &mut message),
        "EscrowHold" => hold(random, side, &mut message),
        "Settle" => settle(random, side, &mut message),
        "Disclose" => {
            message.set("artifact", artifact::arbitrary(random, setting));
            if random.chance(12) {
                message.set("final", raw(random.chance(80)));
            }
        }
        "Dispute" if random.chance(40) => message.set("items", some_items(random, setting)),
        "Ruling" => ruling(random, setting, &mut message),
        _ => {}
    }
    message
}

fn sender(random: &mut Random, setting: &Setting, side: &Side, kind: &str) -> String {
    if random.chance(3) {
        let anybody = ["A", "C", "C1", "C2", "R", "stranger"];
        return (*random.pick(&anybody)).to_owned();
    }
    match kind {
        "Accept" | "Disclose" | "Reject" => setting.agent.clone(),
        "Dispute" if random.chance(35) => setting.agent.clone(),
        "Ruling" => setting.reviewer.clone(),
        _ => side.party.clone(),
    }
}

fn offer(random: &mut Random, side: &Side) -> Json {
    let mut offer = side.offer.clone();
    match random.below(50) {
        0 => offer.set("from", text("stranger")),
        1 => offer.set("consideration", object([("cash_sim", raw(1))])),
        2 => offer.set("offer_id", text(format!("{}-again", side.offer_id))),
        3 => offer.set("protocol_version", text("v0.2")),
        4 => {
            offer.set("protocol_version", text("v9"));
            offer.set("accept_versions", texts(&["v1", "v0.3"]));
        }
        5 => offer.set("protocol_version", text("v0.3")),
        _ => {}
    }
    offer
}

fn accept(random: &mut Random, setting: &Setting, message: &mut Json) {
    let digests = Json::Object(
        setting.sides.iter().map(|side| (side.party.clone(), text(side.offer.body().digest()))).collect(),
    );
    match (random.below(20), setting.sides.as_slice()) {
        (0..=2, [side]) => message.set("offer_digest", text(side.offer.body().digest())),
        (0..=2, _) => message.set("offer_digest", text(digests.digest())),
        (3..=4, _) => message.set("offer_digest", digests),
        (5, _) => message.set("offer_digest", text(raw(1).digest())),
        _ => {}
    }
    if random.chance(25) {
        let mut commitments = Vec::new();
        for item in setting.sides.iter().flat_map(|side| &side.items) {
            let substance = !item.id.contains('_');
            if random.chance(40) && (substance || random.chance(10)) {
                let kept = random.chance(70);
                let digest = if kept { content(&item.id).digest() } else { raw(0).digest() };
                if commitments.iter().all(|(known, _)| *known != item.id) {
                    commitments.push((item.id.clone(), text(digest)));
                }
            }
        }
        message.set("commitments", Json::Object(commitments));
    }
}

fn hold(random: &mut Random, side: &Side, message: &mut Json) {
    match random.below(20) {
        0 => message.set("cash_sim", raw(side.cash + 1)),
        1..=4 => message.set("cash_sim", raw(side.cash)),
        5 => message.set("object_options", texts(&["letter"])),
        6 => {
            let mut options = side.options.clone();
            random.shuffle(&mut options);
            message.set("object_options", texts(&options));
        }
        7..=9 => echo(random, side, message),
        _ => {}
    }
}

fn settle(random: &mut Random, side: &Side, message: &mut Json) {
    match random.below(40) {
        0..=5 => echo(random, side, message),
        6..=8 => {
            for name in ["consideration", "obligation", "deal_structure"] {
                if let (Some(value), true) = (side.offer.get(name), random.chance(60)) {
                    let mut value = value.clone();
                    value.respell(random);
                    message.set(name, value);
                }
            }
        }
        9 => message.set("consideration", object([("cash_sim", raw(side.cash + 1))])),
        10 => message.set("deal_structure", object([("mode", text("bilateral"))])),
        _ => {}
    }
}

/// The terms once more: the digest or the body, true or with one thing changed (DEAL 7.4).
fn echo(random: &mut Random, side: &Side, message: &mut Json) {
    let mut body = side.offer.body();
    let changed = random.chance(18);
    if changed {
        match random.below(3) {
            0 => body.set("note", raw("null")),
            1 => body.set("consideration", object([("cash_sim", text(side.cash.to_string()))])),
            _ => body.set("obligation", object([("checklist", texts(&["z"]))])),
        }
    }
    if random.chance(50) {
        message.set("offer_digest", text(body.digest()));
    } else {
        if random.chance(50) {
            body.set("from", text("somebody"));
            body.set("at", raw(-1));
        }
        body.respell(random);
        message.set("offer_body", body);
    }
}

fn some_items(random: &mut Random, setting: &Setting) -> Json {
    let items: Vec<&str> = setting
        .sides
        .iter()
        .flat_map(|side| &side.items)
        .map(|item| item.id.as_str())
        .filter(|_| random.chance(50))
        .collect();
    texts(&items)
}

fn ruling(random: &mut Random, setting: &Setting, message: &mut Json) {
    let word = |random: &mut Random| text(if random.chance(70) { "pass" } else { "fail" });
    let verdict = word(random);
    message.set("verdict", verdict);
    if random.chance(25) {
        let mut items: Vec<(String, Json)> = Vec::new();
        for item in setting.sides.iter().flat_map(|side| &side.items) {
            let name = if random.chance(15) { format!("commitment:{}", item.id) } else { item.id.clone() };
            if random.chance(30) && items.iter().all(|(known, _)| *known != name) {
                items.push((name, word(random)));
            }
        }
        message.set("items", Json::Object(items));
    }
    if random.chance(20) {
        message.set("breach", text(*random.pick(&["F2", "F3"])));
    }
}
