//! Properties of the constructions: what is bound, what is told apart, what is the same.

use std::collections::BTreeMap;

use actum_astp::construct::{self, Construction, Fields, Input, root, spine};
use actum_astp::id::Uuid;
use actum_canon::digest::{Sha3, sha3};
use actum_canon::normal::nfc;
use proptest::collection::vec;
use proptest::prelude::*;

/// A stored audit record, to be changed field by field.
type Record = BTreeMap<&'static str, Owned>;

#[derive(Clone, Debug, PartialEq)]
enum Owned {
    Null,
    Text(String),
    Uint(u64),
    Uuid(Uuid),
    Micros(i64),
    Hash(Sha3),
    Bool(bool),
    Texts(Vec<String>),
}

struct Of<'r>(&'r Record);

impl Fields for Of<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        self.0.get(name).map(|value| match value {
            Owned::Null => Input::Null,
            Owned::Text(text) => text.into(),
            Owned::Uint(integer) => Input::Uint(*integer),
            Owned::Uuid(id) => Input::Uuid(*id),
            Owned::Micros(micros) => Input::Micros(*micros),
            Owned::Hash(digest) => Input::Hash(*digest),
            Owned::Bool(truth) => Input::Bool(*truth),
            Owned::Texts(texts) => Input::Texts(texts),
        })
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c:|,]{0,4}",
        any::<String>(),
        Just("e\u{301}".into()),
        Just("\u{e9}".into()),
        Just(String::new())
    ]
}

fn optional(text: impl Strategy<Value = String>) -> impl Strategy<Value = Owned> {
    prop_oneof![Just(Owned::Null), text.prop_map(Owned::Text)]
}

fn record() -> impl Strategy<Value = Record> {
    let texts = (text(), text(), text(), text(), text(), text(), text(), text());
    let others = (
        any::<[u8; 16]>(),
        any::<u64>(),
        any::<u64>(),
        0..i64::MAX,
        any::<bool>(),
        any::<Option<[u8; 32]>>(),
    );
    (texts, others, optional(text()), optional(text()), vec(text(), 0..4)).prop_map(
        |(
            (chain, kind, agent, session, forward, reverse, trigger, caught),
            (id, sequence, time, at, open, prior),
            human,
            reason,
            nodes,
        )| {
            BTreeMap::from([
                ("audit_id", Owned::Uuid(Uuid::from_bytes(id))),
                ("chain_key", Owned::Text(chain)),
                ("delta_sequence", Owned::Uint(sequence)),
                ("delta_type", Owned::Text(kind)),
                ("agent_id", Owned::Text(agent)),
                ("session_id", Owned::Text(session)),
                ("human_actor", human),
                ("wall_clock_time", Owned::Micros(at)),
                ("episode_time", Owned::Uint(time)),
                ("forward_delta", Owned::Text(forward)),
                ("reverse_delta", Owned::Text(reverse)),
                ("affected_nodes", Owned::Texts(nodes)),
                ("trigger_context", Owned::Text(trigger)),
                ("explicit_reason", reason),
                ("caught_by", Owned::Text(caught)),
                ("detection_window_open", Owned::Bool(open)),
                ("prior_audit_hash", prior.map_or(Owned::Null, |prior| Owned::Hash(Sha3::from_bytes(prior)))),
            ])
        },
    )
}

/// What the typed list keeps of a value: text in NFC, but for the deltas, and time in milliseconds.
fn kept(name: &str, value: &Owned) -> Owned {
    match value {
        Owned::Text(text) if !name.ends_with("_delta") => Owned::Text(nfc(text).into_owned()),
        Owned::Texts(texts) => Owned::Texts(texts.iter().map(|text| nfc(text).into_owned()).collect()),
        Owned::Micros(micros) => Owned::Micros(micros.div_euclid(1_000)),
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn two_audit_records_have_one_hash_only_if_they_say_the_same(a in record(), b in record(), mixed in any::<u32>()) {
        // Some fields of the one, the rest of the other.
        let both: Record =
            a.iter().enumerate().map(|(at, (name, value))| (*name, if mixed >> at & 1 == 1 { value } else { &b[name] }.clone())).collect();
        let hash = |record: &Record| construct::AUDIT_RECORD_V2.hash(&Of(record)).unwrap();
        let same = a.iter().all(|(name, value)| kept(name, value) == kept(name, &both[name]));
        prop_assert_eq!(hash(&a) == hash(&both), same);
    }

    #[test]
    fn a_joined_list_that_may_be_written_tells_its_fields_apart(a in vec(text(), 9), b in vec(text(), 9)) {
        let names = ["fork_point_id", "fork_id", "episode_id", "origin_episode_id", "origin_segment_id", "fork_objective",
            "initiator", "sibling_index", "parent_hash"];
        let record = |texts: &[String]| {
            let mut record: Record = names.iter().zip(texts).map(|(name, text)| (*name, Owned::Text(text.clone()))).collect();
            record.insert("timestamp", Owned::Micros(0));
            record
        };
        let (one, other) = (record(&a), record(&b));
        let form: &Construction = &construct::FORK_POINT;
        if let (Ok(hash), Ok(other_hash)) = (form.stamp(&Of(&one)), form.stamp(&Of(&other))) {
            prop_assert_eq!(hash == other_hash, a == b);
            prop_assert_eq!(form.hash(&Of(&one)), Ok(hash));
        }
    }

    #[test]
    fn sets_of_an_episode_do_not_know_order(members in vec(any::<u8>(), 0..12)) {
        let digests = || members.iter().map(|member| sha3(&[*member]));
        let reversed = || members.iter().rev().chain(&members).map(|member| sha3(&[*member]));
        prop_assert_eq!(root::signal_manifest(digests()), root::signal_manifest(reversed()));
        prop_assert_eq!(root::structural_manifest(digests()), root::structural_manifest(reversed()));
        prop_assert_eq!(root::exclusion(digests()), root::exclusion(reversed()));
        prop_assert_ne!(root::exclusion(digests()), root::signal_manifest(digests()));
    }

    #[test]
    fn a_spine_knows_its_order_and_every_leaf(leaves in vec(any::<u16>(), 1..20), at in any::<u8>()) {
        let digests: Vec<Sha3> = leaves.iter().map(|leaf| sha3(&leaf.to_be_bytes())).collect();
        let root = spine::root_v2(digests.iter().copied());
        let at = usize::from(at) % digests.len();
        let mut moved = digests.clone();
        moved.rotate_left(at);
        prop_assert_eq!(spine::root_v2(moved.iter().copied()) == root, moved == digests);
        let mut without = digests.clone();
        without.remove(at);
        prop_assert_ne!(spine::root_v2(without), root);
        prop_assert_ne!(spine::root_4x(digests.iter().map(ToString::to_string)), root);
    }
}

#[test]
fn a_time_before_1970_is_refused_and_a_finer_one_rounded_down() {
    let witness = |micros| {
        construct::WITNESS_COMMITMENT_V2.hash(&[
            ("witness_id", "w".into()),
            ("node_id", Uuid::from_bytes([1; 16]).into()),
            ("node_type", "episode".into()),
            ("root", sha3(b"root").into()),
            ("root_version", 2.into()),
            ("sequence_index", 0.into()),
            ("logical_clock", 0.into()),
            ("witnessed_at", Input::Micros(micros)),
            ("role", "SEAL_WITNESS".into()),
            ("role_detail", Input::Null),
        ])
    };
    assert_eq!(witness(-1).unwrap_err().field.as_deref(), Some("witnessed_at"));
    assert_eq!(witness(1_999), witness(1_000));
    assert_ne!(witness(2_000), witness(1_000));
}
