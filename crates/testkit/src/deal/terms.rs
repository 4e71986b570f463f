//! Arbitrary terms: who deals with whom about what, when, and under which checklist (DEAL 3.1 to 3.5).

use super::json::{Json, object, raw, text, texts};
use super::random::Random;

/// What is asked of one checklist item.
#[derive(Clone, Debug)]
pub enum Demand {
    /// `attested` with this expected value.
    Attested(Json),
    /// `digest_equals` with the digest of [`content`].
    DigestEquals,
    /// `field_present` at the path of the item.
    FieldPresent,
    /// `field_equals` with this value.
    FieldEquals(Json),
    /// `min_length` of so many.
    MinLength(usize),
    /// Nothing that a machine decides: `manual`, or a predicate of no registry.
    Reviewed(&'static str),
    /// `claim_cross_referenced`.
    CrossReferenced,
    /// `evidence_digests_valid`.
    DigestsValid,
}

/// A checklist item.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// What is asked of it.
    pub demand: Demand,
}

/// One counterparty's side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Who it is.
    pub party: String,
    /// The id of its Offer.
    pub offer_id: String,
    /// The Offer as a message, without decorations.
    pub offer: Json,
    /// What it asks for.
    pub items: Vec<Item>,
    /// What it pays in all.
    pub cash: u64,
    /// What else it gives.
    pub options: Vec<String>,
}

/// A deal that may come about.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Who discloses.
    pub agent: String,
    /// Who rules.
    pub reviewer: String,
    /// The counterparties.
    pub sides: Vec<Side>,
    /// All ids that name it.
    pub ids: Vec<String>,
}

/// The content that `digest_equals` asks for and that keeps a commitment to this item.
pub fn content(id: &str) -> Json {
    object([("about", text(id)), ("pages", raw(12))])
}

const IDS: [&str; 8] = ["a", "b", "c", "d", "é", "e\u{301}", "\u{1F527} x", "\u{FB33}"];
const OPTIONS: [&str; 3] = ["letter", "pass", "café"];
const PREDICATES: [&str; 9] = [
    "attested",
    "digest_equals",
    "field_present",
    "field_equals",
    "min_length",
    "manual",
    "oracle",
    "claim_cross_referenced",
    "evidence_digests_valid",
];

impl Setting {
    /// Arbitrary terms whose ids end in `suffix`, agreed upon at `now`.
    pub fn arbitrary(random: &mut Random, suffix: &str, now: u64) -> Self {
        let counterparties = match random.below(10) {
            0..=3 => 1,
            4..=5 => 2,
            6..=8 => 3,
            _ => 4,
        };
        let agent = if random.chance(90) { "A" } else { "agent-7" }.to_owned();
        let parties: Vec<String> = (1..=counterparties)
            .map(|number| if counterparties == 1 { "C".to_owned() } else { format!("C{number}") })
            .collect();
        let structure = structure(random, &agent, &parties, suffix);
        let deadlines = random.chance(55).then(|| deadlines(random, now));
        let (review, reviewer) = review(random, &parties);
        let mut ids = Vec::new();
        if let Some(Json::Text(pool)) = structure.as_ref().and_then(|structure| structure.get("pool_id")) {
            ids.push(pool.clone());
        }
        let together = counterparties > 1 && random.chance(15);
        let mut sides: Vec<Side> = Vec::new();
        for party in &parties {
            let offer_id = if together { format!("all-{suffix}") } else { format!("o-{party}-{suffix}") };
            let mut side = side(random, party, &offer_id, sides.first());
            if let Some(structure) = &structure {
                side.offer.set("deal_structure", structure.clone());
            }
            if let Some(review) = &review {
                side.offer.set("review", review.clone());
            }
            if let Some(deadlines) = &deadlines {
                side.offer.set("deadlines", deadlines.clone());
            }
            if !ids.contains(&offer_id) {
                ids.push(offer_id);
            }
            sides.push(side);
        }
        Self { agent, reviewer, sides, ids }
    }
}

fn structure(random: &mut Random, agent: &str, parties: &[String], suffix: &str) -> Option<Json> {
    let mut everybody = parties.to_vec();
    everybody.insert(random.below(parties.len() + 1), agent.to_owned());
    if let [_] = parties {
        let plain = agent == "A" && random.chance(60);
        return (!plain).then(|| object([("parties", texts(&everybody)), ("agent", text(agent))]));
    }
    let mut structure = object([("mode", text("multi_party_coordinated")), ("parties", texts(&everybody))]);
    if random.chance(65) {
        structure.set("settlement_quorum", raw(1 + random.below(parties.len())));
    }
    if agent != "A" {
        structure.set("agent", text(agent));
    }
    // Without a pool id the parties are the key, and a second pool of the same parties would be the first.
    if suffix != "1" || random.chance(50) {
        structure.set("pool_id", text(format!("pool-{suffix}")));
    }
    Some(structure)
}

fn review(random: &mut Random, parties: &[String]) -> (Option<Json>, String) {
    let reviewer = match random.below(10) {
        0 => parties[0].clone(),
        1 => "judge".to_owned(),
        _ => "R".to_owned(),
    };
    let release = random.chance(40);
    if reviewer == "R" && !release && random.chance(80) {
        return (None, reviewer);
    }
    let default = if release { "release" } else { "refund" };
    (Some(object([("by", text(reviewer.as_str())), ("default", text(default))])), reviewer)
}

fn deadlines(random: &mut Random, now: u64) -> Json {
    let mut at = now + 5 + random.below(12) as u64;
    let mut members = Vec::new();
    for name in ["accept_by", "hold_by", "disclose_by", "review_by", "settle_by"] {
        if random.chance(55) {
            members.push((name.to_owned(), raw(at)));
        }
        at += random.below(12) as u64;
    }
    Json::Object(members)
}

fn side(random: &mut Random, party: &str, offer_id: &str, first: Option<&Side>) -> Side {
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..=random.below(4) {
        // The same item as the first party's, the same id with another meaning, or another one.
        let item = match first {
            Some(first) if random.chance(35) => random.pick(&first.items).clone(),
            _ => item(random),
        };
        if items.iter().all(|known| known.id != item.id) {
            items.push(item);
        }
    }
    let (consideration, cash, options) = consideration(random, &items);
    let mut obligation = object([("checklist", checklist(random, &items))]);
    if random.chance(15) {
        obligation.set("allow_attested", raw(random.chance(20)));
    }
    if random.chance(15) {
        obligation.set("max_disclosures", raw(1 + random.below(4)));
    }
    let offer = object([
        ("type", text("Offer")),
        ("from", text(party)),
        ("offer_id", text(offer_id)),
        ("consideration", consideration),
        ("obligation", obligation),
    ]);
    Side { party: party.to_owned(), offer_id: offer_id.to_owned(), offer, items, cash, options }
}

fn item(random: &mut Random) -> Item {
    let predicate = PREDICATES[random.weighted(&[30, 8, 6, 6, 6, 6, 4, 12, 6])];
    let id = (*random.pick(&IDS)).to_owned();
    let demand = match predicate {
        "digest_equals" => Demand::DigestEquals,
        "field_present" => Demand::FieldPresent,
        "field_equals" => Demand::FieldEquals(value(random)),
        "min_length" => Demand::MinLength(random.below(4)),
        "manual" | "oracle" => Demand::Reviewed(predicate),
        "claim_cross_referenced" => {
            return Item { id: predicate.to_owned(), demand: Demand::CrossReferenced };
        }
        "evidence_digests_valid" => return Item { id: predicate.to_owned(), demand: Demand::DigestsValid },
        _ => Demand::Attested(if random.chance(60) { raw(true) } else { value(random) }),
    };
    Item { id, demand }
}

fn value(random: &mut Random) -> Json {
    match random.below(4) {
        0 => raw(random.below(3)),
        1 => text("e\u{301}"),
        2 => Json::List(vec![raw(1), text("b")]),
        _ => object([("k", raw(1)), ("j", text("x"))]),
    }
}

/// The checklist as an object or an array, now and then with an item that is dropped (DEAL 6.1).
fn checklist(random: &mut Random, items: &[Item]) -> Json {
    let value = |item: &Item| match &item.demand {
        Demand::Attested(expected) => expected.clone(),
        Demand::DigestEquals => {
            object([("predicate", text("digest_equals")), ("sha256", text(content(&item.id).digest()))])
        }
        Demand::FieldPresent => {
            object([("predicate", text("field_present")), ("path", text(path(&item.id)))])
        }
        Demand::FieldEquals(value) => object([
            ("predicate", text("field_equals")),
            ("path", text(path(&item.id))),
            ("value", value.clone()),
        ]),
        Demand::MinLength(least) => {
            object([("predicate", text("min_length")), ("path", text(path(&item.id))), ("n", raw(least))])
        }
        Demand::Reviewed(predicate) => object([("predicate", text(*predicate)), ("curve", text("p256"))]),
        Demand::CrossReferenced | Demand::DigestsValid => raw(true),
    };
    if random.chance(60) {
        let mut members: Vec<(String, Json)> =
            items.iter().map(|item| (item.id.clone(), value(item))).collect();
        if random.chance(10) {
            members.push(("dropped".to_owned(), raw(false)));
        }
        return Json::Object(members);
    }
    let entry = |item: &Item| match value(item) {
        Json::Raw(literal) if literal == "true" => text(item.id.as_str()),
        Json::Object(members) if members.iter().any(|(name, _)| name == "predicate") => {
            Json::Object(members).with("id", text(item.id.as_str()))
        }
        expected => {
            object([("id", text(item.id.as_str())), ("predicate", text("attested")), ("value", expected)])
        }
    };
    Json::List(items.iter().map(entry).collect())
}

/// Where the artifact has the field that belongs to an item.
fn path(id: &str) -> String {
    format!("/fields/{id}")
}

fn consideration(random: &mut Random, items: &[Item]) -> (Json, u64, Vec<String>) {
    let options = |random: &mut Random| -> Vec<String> {
        (0..random.below(3)).map(|_| (*random.pick(&OPTIONS)).to_owned()).collect()
    };
    if random.chance(50) {
        let (cash, options) = (random.below(50) as u64, options(random));
        let mut consideration = object([("cash_sim", raw(cash))]);
        if !options.is_empty() || random.chance(50) {
            consideration.set("object_options", texts(&options));
        }
        return (consideration, cash, options);
    }
    let (mut total, mut all, mut stages) = (0, Vec::new(), Vec::new());
    for _ in 0..=random.below(3) {
        let subset: Vec<&str> = (0..=random.below(2)).map(|_| random.pick(items).id.as_str()).collect();
        let (cash, options) = (random.below(20) as u64, options(random));
        stages.push(object([
            ("checklist_subset", texts(&subset)),
            ("cash_sim", raw(cash)),
            ("object_options", texts(&options)),
        ]));
        total += cash;
        all.extend(options);
    }
    let mut consideration = object([("mode", text("graduated")), ("stages", Json::List(stages))]);
    if random.chance(20) {
        consideration.set("cash_sim", raw(total));
        random.shuffle(&mut all);
        consideration.set("object_options", texts(&all));
    }
    (consideration, total, all)
}
