//! Small adversarial evidence: few names, so that everything meets everything.

use super::bundle::{compact, full};
use super::cast::{archive, carrier, done, in_review, object as object_of, review, with};
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::key::ExampleKey;
use actum_testkit::profile::Compact;
use actum_tmpa::InputBundle;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};

/// Ids that objects may have; what the generated evidence starts with is among them.
pub(crate) const IDS: [&str; 13] =
    ["c", "rep", "start", "submit", "ok", "approve", "a", "b", "d", "e", "f", "g", "h"];
const PEOPLE: [(&str, &str); 9] = [
    ("alice", "PM"),
    ("alice", "PM"),
    ("bob", "DEV"),
    ("bob", "QA"),
    ("carol", "QA"),
    ("dave", "OPS"),
    ("erin", "ADMIN"),
    ("mallory", "PM"),
    ("frank", "QA"),
];
const KINDS: [&str; 14] = [
    "TRANSITION",
    "TRANSITION",
    "TRANSITION",
    "TRANSITION",
    "TASK",
    "REPORT",
    "REVIEW",
    "REVIEW",
    "DECISION",
    "ISSUE",
    "ASSIGNMENT",
    "REVOCATION",
    "DELEGATION",
    "EXCEPTION",
];
const TUPLES: [(&str, &str, &str); 9] = [
    ("created", "start", "active"),
    ("created", "start", "active"),
    ("created", "cancel", "cancelled"),
    ("active", "cancel", "cancelled"),
    ("active", "submit", "review"),
    ("review", "rework", "active"),
    ("review", "approve", "done"),
    ("done", "archive", "archive"),
    ("created", "archive", "done"),
];
const RELATIONS: [&str; 11] = [
    "depends_on",
    "depends_on",
    "reports",
    "reviews",
    "reviews",
    "rests_on",
    "follows",
    "resolves",
    "under_exception",
    "cites",
    "released_by",
];

/// One source before it has bytes.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Object { draft: Box<Draft>, trouble: Trouble },
    Garbage(&'static [u8]),
}

/// What happens to an object on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    None,
    Tampered,
    /// A member that the shape does not know.
    Misshapen,
    Signed,
    JunkSignature,
}

fn body(kind: &str, word: &str, target: &str) -> Value {
    match kind {
        "REVIEW" => json!({ "decision": word }),
        "DECISION" => json!({ "decision": "release", "selects": target }),
        "ASSIGNMENT" => json!({ "identity": "frank", "role": "QA" }),
        "DELEGATION" => json!({ "identity": if word == "approve" { "frank" } else { "bob" }, "role": "QA" }),
        "REVOCATION" => json!({ "assignment": if word == "approve" { "carol-qa" } else { target } }),
        "EXCEPTION" => json!({ "rule": "executor_must_not_review", "identity": "bob" }),
        _ => json!({}),
    }
}

fn object() -> impl Strategy<Value = Draft> {
    let names = (select(&IDS[..]), select(&KINDS[..]), select(&PEOPLE[..]), select(&TUPLES[..]));
    let place = (prop::bool::weighted(0.85), prop::bool::weighted(0.8), 0..6_u8, 1..5_u64);
    let target = || select([&IDS[..], &["ghost"]].concat());
    let references = prop::collection::vec((select(&RELATIONS[..]), target()), 0..4);
    let words = (select(vec!["approve", "approve", "reject"]), target());
    (names, place, references, words).prop_map(|(names, place, references, (word, target))| {
        let (id, kind, (creator, role), (from, action, to)) = names;
        let (main_work, own_stream, stream, sequence) = place;
        let (work, carrier) = if main_work { ("W", "c") } else { ("V", id) };
        let stream =
            if own_stream { format!("s-{creator}-{}", stream % 3) } else { format!("s{}", stream % 2) };
        let mut draft = Draft::new(id)
            .kind(kind)
            .work(work, if kind == "TASK" && main_work && sequence == 1 { id } else { carrier })
            .stream(&stream, sequence)
            .by(creator, role)
            .body(body(kind, word, target));
        if kind == "TRANSITION" || (kind == "REPORT" && sequence == 2) {
            draft = draft.transition(from, action, to);
        }
        let mut seen = Vec::new();
        for reference in references {
            if !seen.contains(&reference) {
                draft = draft.refer(reference.0, reference.1);
                seen.push(reference);
            }
        }
        draft
    })
}

fn piece() -> impl Strategy<Value = Piece> {
    let trouble = prop_oneof![
        20 => Just(Trouble::None),
        1 => Just(Trouble::Tampered),
        1 => Just(Trouble::Misshapen),
        1 => Just(Trouble::Signed),
        1 => Just(Trouble::JunkSignature),
    ];
    let garbage = select(vec![&b"{"[..], b"null", b"[]", b"\xFF", b"", b"{\"id\":\"a\",\"id\":\"b\"}"]);
    prop_oneof![
        15 => (object(), trouble).prop_map(|(draft, trouble)| Piece::Object { draft: Box::new(draft), trouble }),
        1 => garbage.prop_map(Piece::Garbage),
    ]
}

/// Where evidence starts: nowhere, or at one of the situations that chance alone rarely makes.
fn beginnings() -> Vec<Vec<Draft>> {
    let erin = |id: &str, kind: &str, body: Value| {
        object_of(id, kind).by("erin", "ADMIN").stream("s-erin-0", 1).body(body)
    };
    let excepted = vec![
        erin("a", "EXCEPTION", json!({ "rule": "executor_must_not_review", "identity": "bob" })),
        review("b", "bob", "approve", "rep").refer("under_exception", "a"),
    ];
    let assigned = vec![
        erin("a", "ASSIGNMENT", json!({ "identity": "frank", "role": "QA" })),
        review("b", "frank", "approve", "rep").refer("depends_on", "a"),
    ];
    let disputed = vec![review("a", "carol", "approve", "rep"), review("b", "bob", "reject", "rep")];
    let competing = vec![
        carrier(),
        object_of("a", "TRANSITION").stream("s1", 1).transition("created", "start", "active"),
        object_of("b", "TRANSITION").stream("s2", 1).transition("created", "cancel", "cancelled"),
    ];
    let overtaken = vec![
        carrier(),
        object_of("a", "TRANSITION").stream("s-pm", 2).transition("active", "cancel", "cancelled"),
        object_of("b", "TRANSITION").stream("s-pm", 3).transition("created", "start", "active"),
    ];
    vec![
        vec![],
        overtaken,
        vec![carrier()],
        in_review(),
        done(),
        competing,
        with(done(), [archive("a").refer("archives", "approve")]),
        with(in_review(), excepted),
        with(in_review(), assigned),
        with(in_review(), disputed),
    ]
}

/// Evidence: a sound beginning, and then anything.
pub(crate) fn evidence() -> impl Strategy<Value = Vec<Piece>> {
    let plain = |drafts: Vec<Draft>| -> Vec<Piece> {
        let piece = |draft| Piece::Object { draft: Box::new(draft), trouble: Trouble::None };
        drafts.into_iter().map(piece).collect()
    };
    let beginning = select(beginnings());
    (beginning, prop::collection::vec(piece(), 0..9), prop::collection::vec(0..9_usize, 0..3)).prop_map(
        move |(beginning, more, twins)| {
            let mut pieces = plain(beginning);
            pieces.extend(more);
            for twin in twins {
                if let Some(Piece::Object { draft, .. }) = pieces.get(twin).cloned() {
                    pieces.push(Piece::Object { draft, trouble: Trouble::Signed });
                }
            }
            pieces
        },
    )
}

impl Piece {
    pub(crate) fn draft(&self) -> Option<Draft> {
        let Piece::Object { draft, trouble } = self else { return None };
        let key = ExampleKey::named("alice-key");
        let draft = draft.as_ref().clone();
        Some(match trouble {
            Trouble::None => draft,
            Trouble::Tampered => draft.tampered(),
            Trouble::Misshapen => draft.set("/novel", json!(true)),
            Trouble::Signed => draft.signed(&key),
            Trouble::JunkSignature => draft
                .set("/integrity/signature_algorithm", json!("ed25519"))
                .set("/integrity/key_id", json!("unknown"))
                .set("/integrity/signature", json!("AAAA")),
        })
    }

    fn bytes(&self) -> Vec<u8> {
        match (self, self.draft()) {
            (Piece::Garbage(bytes), _) => bytes.to_vec(),
            (_, draft) => draft.map(|draft| draft.to_bytes()).unwrap_or_default(),
        }
    }
}

/// Artifacts whose source ids say nothing about the objects.
pub(crate) fn artifacts(pieces: &[Piece]) -> Vec<Artifact> {
    let artifact = |(number, piece): (usize, &Piece)| Artifact::new(format!("#{number}"), piece.bytes());
    pieces.iter().enumerate().map(artifact).collect()
}

/// Profiles under which evidence is read: lax, strict, strict with every kind of authority object, and one that asks for
/// signatures.
pub(crate) fn bundles() -> Vec<InputBundle> {
    let lax = Compact::new()
        .transition("created", "cancel", "cancelled", "PM")
        .transition("active", "cancel", "cancelled", "PM")
        .transition("review", "rework", "active", "QA")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "cancel"]);
    let open = full().switch("relation_registry", "open").switch("sequence_base", "any");
    let mut everything = open.clone();
    let types: Value = serde_json::from_slice(&open.files["types.json"]).unwrap();
    for (number, entry) in types["types"].as_array().unwrap().iter().enumerate() {
        if entry["name"] != "TASK" {
            let relations: Vec<Value> = RELATIONS.iter().map(|name| json!({ "relation": name })).collect();
            everything =
                everything.set("types.json", &format!("/types/{number}/relations"), json!(relations));
        }
    }
    let retroactive = everything.clone().set("roles.json", "/roles/2/revocation", json!("retroactive"));
    vec![
        compact(&lax),
        compact(&lax.strict()),
        full().bundle(),
        everything.bundle(),
        retroactive.bundle(),
        everything.set("trust.json", "/policy", json!("required")).bundle(),
    ]
}

#[test]
fn every_code_every_state_and_every_label_is_reached() {
    use std::collections::BTreeSet;
    let bundles = bundles();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut codes, mut states, mut labels) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for round in 0..4000 {
        let pieces = evidence().new_tree(&mut runner).unwrap().current();
        let read = super::outcome::observed(&bundles[round % bundles.len()], &artifacts(&pieces));
        codes.extend(read.findings().map(|finding| finding["code"].as_str().unwrap().to_owned()));
        labels.extend(read.nodes().iter().map(|id| read.verdict(id)));
        let works = read.envelope["extensions"]["work"].as_array().unwrap();
        states.extend(works.iter().map(|work| work["state"].as_str().unwrap_or("unknown").to_owned()));
    }
    for code in actum_tmpa::Code::ALL {
        assert!(codes.contains(code.as_str()), "{code} is never reached");
    }
    for state in ["created", "active", "review", "done", "cancelled", "unknown"] {
        assert!(states.contains(state), "{state} is never reached: {states:?}");
    }
    assert_eq!(labels.len(), 6, "{labels:?}");
}
