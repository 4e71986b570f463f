//! Histories of a team: several work items at once, mostly as they should be, appended mostly in their order.

use actum_testkit::evidence::{Artifact, Draft};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What somebody does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// The next step of a work item's ordinary way.
    Next,
    /// Back from review.
    Rework,
    Cancel,
    Note,
    /// The next step once more, by the same person in another stream.
    Twice,
    Review,
    Decide,
    Assign,
    Revoke,
    Except,
    /// The last object once more, with other content.
    Variant,
    /// The last object, tampered with on its way.
    Tampered,
    Garbage,
}

/// One deed, and what is odd about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub(crate) work: u8,
    pub(crate) deed: Deed,
    /// How many appends later it arrives.
    pub(crate) late: u8,
    /// A further reference: relation, and the object that many deeds ago, or ahead.
    pub(crate) cross: Option<(u8, i8)>,
    /// Positions that its stream skips; or takes again, where negative.
    pub(crate) skip: i8,
    pub(crate) who: u8,
}

pub(crate) fn events(most: usize) -> impl Strategy<Value = Vec<Event>> {
    let deed = prop_oneof![
        30 => Just(Deed::Next),
        2 => Just(Deed::Rework),
        1 => Just(Deed::Cancel),
        2 => Just(Deed::Note),
        1 => Just(Deed::Twice),
        2 => Just(Deed::Review),
        1 => Just(Deed::Decide),
        1 => Just(Deed::Assign),
        1 => Just(Deed::Revoke),
        1 => Just(Deed::Except),
        1 => Just(Deed::Variant),
        1 => Just(Deed::Tampered),
        1 => Just(Deed::Garbage),
    ];
    let late = prop_oneof![8 => Just(0_u8), 2 => 1..12_u8];
    let cross = prop::option::weighted(0.3, (0..6_u8, -4..12_i8));
    let skip = prop_oneof![20 => Just(0_i8), 1 => 1..3_i8, 1 => -2..0_i8];
    let event = (0..4_u8, deed, late, cross, skip, 0..8_u8);
    let event =
        event.prop_map(|(work, deed, late, cross, skip, who)| Event { work, deed, late, cross, skip, who });
    prop::collection::vec(event, 1..most)
}

const CROSS: [&str; 6] = ["depends_on", "depends_on", "follows", "cites", "rests_on", "reviews"];

#[derive(Default)]
struct Item {
    stage: usize,
    last: BTreeMap<&'static str, String>,
}

/// The artifacts of a history in the order of their arrival.
pub(crate) fn artifacts(events: &[Event]) -> Vec<Artifact> {
    let mut items: Vec<Item> = (0..4).map(|_| Item::default()).collect();
    let mut streams: BTreeMap<String, u64> = BTreeMap::new();
    let mut drafts: Vec<(usize, Artifact)> = Vec::new();
    let mut last: Option<Draft> = None;
    for (number, event) in events.iter().enumerate() {
        let id = format!("o{number}");
        let draft = match event.deed {
            Deed::Garbage => None,
            Deed::Variant => last.clone().map(|draft| draft.set("/content/body/variant", json!(number))),
            Deed::Tampered => last.clone().map(Draft::tampered),
            _ => Some(draft(&id, event, &mut items[usize::from(event.work)], &mut streams)),
        };
        let draft = draft.map(|draft| match event.cross {
            Some((relation, back)) if !matches!(event.deed, Deed::Variant | Deed::Tampered) => {
                let target = number as i64 - i64::from(back);
                let target = if target == number as i64 { -1 } else { target };
                draft.refer(CROSS[usize::from(relation)], &format!("o{target}"))
            }
            _ => draft,
        });
        let bytes = draft.as_ref().map_or_else(|| b"{".to_vec(), Draft::to_bytes);
        drafts.push((number + usize::from(event.late), Artifact::new(format!("#{number}"), bytes)));
        last = draft.or(last);
    }
    drafts.sort_by_key(|(at, _)| *at);
    drafts.into_iter().map(|(_, artifact)| artifact).collect()
}

fn draft(id: &str, event: &Event, item: &mut Item, streams: &mut BTreeMap<String, u64>) -> Draft {
    let work = format!("W{}", event.work);
    let carrier = item.last.get("carrier").cloned().unwrap_or_else(|| id.to_owned());
    let known = |name: &str| item.last.get(name).cloned().unwrap_or_else(|| "ghost".to_owned());
    let mut stream = None;
    let object = |kind: &str, creator: &str, role: &str| {
        Draft::new(id).kind(kind).work(&work, &carrier).by(creator, role)
    };
    let reviewer =
        [("carol", "QA"), ("bob", "QA"), ("carol", "QA"), ("frank", "QA")][usize::from(event.who) % 4];
    let step = |stage: usize| match stage {
        0 => (object("TASK", "alice", "PM"), "carrier"),
        1 => (object("TRANSITION", "alice", "PM").transition("created", "start", "active"), "start"),
        2 => (object("REPORT", "bob", "DEV"), "report"),
        3 => {
            let submit = object("TRANSITION", "bob", "DEV").transition("active", "submit", "review");
            (submit.refer("reports", &known("report")), "submit")
        }
        4 => {
            let review = object("REVIEW", reviewer.0, reviewer.1).body(json!({ "decision": "approve" }));
            (review.refer("reviews", &known("report")), "review")
        }
        5 => {
            let approve =
                object("TRANSITION", reviewer.0, reviewer.1).transition("review", "approve", "done");
            let approve = approve.refer("reviews", &known("report")).refer("rests_on", &known("review"));
            let after = event.who < 4;
            (if after { approve.refer("depends_on", &known("submit")) } else { approve }, "approve")
        }
        _ => (object("ISSUE", "dave", "OPS"), "note"),
    };
    let role = |number: u8| {
        [("alice", "PM"), ("bob", "DEV"), ("carol", "QA"), ("mallory", "PM")][usize::from(number) % 4]
    };
    let (draft, name) = match event.deed {
        Deed::Next => {
            item.stage += 1;
            step(item.stage - 1)
        }
        Deed::Twice => {
            stream = Some("second");
            step(item.stage.max(1))
        }
        Deed::Rework => {
            item.stage = 2;
            let rework =
                object("TRANSITION", reviewer.0, reviewer.1).transition("review", "rework", "active");
            (rework.refer("reviews", &known("report")), "rework")
        }
        Deed::Cancel => {
            let from = if item.stage < 2 { "created" } else { "active" };
            (object("TRANSITION", "alice", "PM").transition(from, "cancel", "cancelled"), "cancel")
        }
        Deed::Note => {
            let (creator, as_role) = role(event.who);
            (object("ISSUE", creator, as_role), "note")
        }
        Deed::Review => {
            let decision = if event.who.is_multiple_of(2) { "reject" } else { "approve" };
            let review = object("REVIEW", reviewer.0, reviewer.1).body(json!({ "decision": decision }));
            (review.refer("reviews", &known("report")), "review")
        }
        Deed::Decide => {
            let decision = object("DECISION", "erin", "ADMIN")
                .body(json!({ "decision": "release", "selects": known("review") }))
                .refer("resolves", &known("review"));
            let other = known("start");
            (if other == "ghost" { decision } else { decision.refer("resolves", &other) }, "decision")
        }
        Deed::Assign => (authority(object("ASSIGNMENT", "erin", "ADMIN"), "frank"), "assignment"),
        Deed::Revoke => {
            let assignment =
                if event.who.is_multiple_of(2) { "carol-qa".to_owned() } else { known("assignment") };
            let body = json!({ "assignment": assignment });
            (object("REVOCATION", "erin", "ADMIN").body(body), "revocation")
        }
        _ => {
            let body = json!({ "rule": "executor_must_not_review", "identity": "bob" });
            (object("EXCEPTION", "erin", "ADMIN").body(body), "exception")
        }
    };
    item.last.insert(name, id.to_owned());
    let creator = draft.text("/creator").to_owned();
    let name = match (stream, event.skip) {
        // Now and then somebody writes into a stream that is not his.
        (_, -2) if event.who == 0 => "s-alice".to_owned(),
        (Some(part), _) => format!("s-{creator}-{part}"),
        _ => format!("s-{creator}"),
    };
    let next = streams.entry(name.clone()).or_insert(0);
    let sequence = (*next as i64 + 1 + i64::from(event.skip)).max(1) as u64;
    *next = (*next).max(sequence);
    draft.stream(&name, sequence)
}

fn authority(draft: Draft, identity: &str) -> Draft {
    let body: Value = json!({ "identity": identity, "role": "QA" });
    draft.body(body)
}
