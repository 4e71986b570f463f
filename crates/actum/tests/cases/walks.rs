//! Trees after arbitrary operations, read as evidence: the reading says what the tree says, whatever was asked of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use actum::canon::digest::sha256;
use actum::tmpa::{InputBundle, Judgment, Reconstruction};
use actum::tree::id::Uuid;
use actum::tree::node::Node;
use actum::tree::tree::Change;
use actum::tree::value::EpisodeStatus;
use actum::{Bundle, Evidence, Options, read, reader};
use actum_testkit::deal::random::Random;
use serde_json::{Value, json};

use super::walk::Walk;

/// Walks in a usual run; `ACTUM_TEST_EFFORT` multiplies them.
const WALKS: u64 = 60;

fn walks(count: u64) -> impl Iterator<Item = (u64, Walk)> {
    let effort = std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse::<u64>().unwrap());
    (0..count * effort).map(|seed| (seed, Walk::of(seed)))
}

fn input() -> InputBundle {
    Bundle::open(Path::new("one-record")).unwrap().input(reader()).unwrap()
}

fn read_lines(input: &InputBundle, place: &Path, lines: &[(String, String)]) -> Reconstruction {
    let source = |(id, line): &(String, String)| json!({ "source_id": id, "media_type": "application/json", "text": line });
    let listing = place.join("listing.json");
    let sources: Vec<Value> = lines.iter().map(source).collect();
    fs::write(&listing, json!({ "sources": sources }).to_string()).unwrap();
    read(input, &Evidence::listing(&listing).unwrap(), Options::default()).unwrap()
}

#[test]
fn the_lifecycle_of_episodes_has_every_step_that_a_tree_takes_and_no_other() {
    let bytes = include_bytes!("../../../../profiles/one-record/episode.json");
    let profile: Value = serde_json::from_slice(bytes).unwrap();
    let text = |step: &Value, name: &str| step[name].as_str().unwrap().to_owned();
    let allowed: BTreeSet<_> = profile["transitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (text(step, "from"), text(step, "to")))
        .collect();
    let taken: BTreeSet<_> = walks(400).flat_map(|(_, walk)| walk.steps).collect();
    let missing: Vec<_> = taken.difference(&allowed).collect();
    // A sealed Episode is sealed again for what came late (ASTP 5.7.1), which no operation here brings.
    let again = ("SEALED".to_owned(), "SEALED".to_owned());
    let never: Vec<_> = allowed.difference(&taken).filter(|step| **step != again).collect();
    assert!(missing.is_empty() && never.is_empty(), "not allowed: {missing:#?}\nnever taken: {never:#?}");
}

/// The objects of each kind that the transitions must become.
fn expected(walk: &Walk) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut steps: BTreeMap<Uuid, u64> = BTreeMap::new();
    for transition in &walk.written {
        for node in transition.nodes() {
            ids.extend(match node {
                Node::Episode(one) => Some(format!("astp:{}", one.episode_id)),
                Node::Segment(one) => Some(format!("astp:segment/{}", one.segment_id)),
                Node::Seal(one) => Some(format!("astp:seal/{}", one.episode_root_hash)),
                Node::BranchPoint(one) => Some(format!("astp:branch/{}", one.branch_id)),
                Node::BranchTerminus(one) => Some(format!("astp:branch/{}/end", one.branch_id)),
                Node::MergePoint(one) => Some(format!("astp:merge/{}", one.merge_point_id)),
                Node::ForkPoint(one) => Some(format!("astp:fork/{}", one.fork_point_id)),
                Node::HitlEvent(one) => {
                    let end = if one.decision.is_some() { "/decision" } else { "" };
                    Some(format!("astp:gate/{}{end}", one.hitl_event_id))
                }
                _ => None,
            });
        }
        for change in transition.changes() {
            let Change::EpisodeMoved(moved) = change else { continue };
            let step = steps.entry(moved.episode_id).or_default();
            *step += 1;
            ids.insert(format!("astp:{}/s{step}", moved.episode_id));
        }
    }
    ids
}

#[test]
fn whatever_is_asked_of_a_tree_the_reading_says_of_each_episode_what_the_tree_says() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let mut sealed = 0;
    for (seed, walk) in walks(WALKS) {
        let view = read_lines(&input, place.path(), &walk.sources("transitions.jsonl"));
        let envelope: Value = serde_json::from_slice(&view.to_bytes()).unwrap();
        assert_eq!(envelope["issues"], json!([]), "seed {seed}");
        let faults: Vec<_> = view.findings().filter(|one| one.code != "astp:REFUSED").collect();
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        let states = &envelope["extensions"]["summary"]["work_state"];
        for episode in walk.tree.episodes() {
            let state = walk.tree.episode_status(episode.episode_id).unwrap();
            assert_eq!(states[format!("astp:{}", episode.episode_id)], state.to_string(), "seed {seed}");
            sealed += usize::from(state == EpisodeStatus::Sealed);
        }
        let told: BTreeSet<String> = view.nodes().map(|node| node.id.to_owned()).collect();
        let lost: Vec<_> = expected(&walk).into_iter().filter(|id| !told.contains(id)).collect();
        assert!(lost.is_empty(), "seed {seed}: {lost:?}");
        assert!(view.nodes().all(|node| node.judgment == Judgment::Valid), "seed {seed}");
    }
    assert!(sealed > 10, "{sealed} sealed");
}

/// What a reading says, whatever its sources are called.
fn told(view: &Reconstruction) -> impl PartialEq + std::fmt::Debug {
    let nodes = view.nodes().map(|node| (node.id.to_owned(), node.judgment, node.canonical_digest));
    let works = view.works().map(|work| (work.id.to_owned(), work.state.map(str::to_owned), work.judgment));
    let codes = view.findings().map(|one| (one.code.to_owned(), one.object_id.to_owned()));
    (nodes.collect::<Vec<_>>(), works.collect::<Vec<_>>(), codes.collect::<BTreeSet<_>>())
}

#[test]
fn transitions_in_any_order_in_several_files_in_none_and_twice_give_the_same_objects() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    for (seed, walk) in walks(12) {
        let mut lines = walk.sources("transitions.jsonl");
        let first = read_lines(&input, place.path(), &lines);
        let mut random = Random::new(seed);
        random.shuffle(&mut lines);
        assert_eq!(read_lines(&input, place.path(), &lines).to_bytes(), first.to_bytes(), "seed {seed}");
        let mut copied = lines.clone();
        copied.extend(
            lines
                .iter()
                .filter(|_| random.chance(30))
                .map(|(id, line)| (id.replace("transitions", "part"), line.clone())),
        );
        assert_eq!(told(&read_lines(&input, place.path(), &copied)), told(&first), "seed {seed}");
        let nameless: Vec<_> =
            lines.iter().map(|(_, line)| (sha256(line.as_bytes()).to_string(), line.clone())).collect();
        assert_eq!(told(&read_lines(&input, place.path(), &nameless)), told(&first), "seed {seed}");
        // Two halves that share one line: nothing else says that they are one journal.
        let middle = walk.lines.len() / 2;
        let half = |(number, (id, line)): (usize, (String, String))| {
            let named = |file: &str| (id.replace("transitions", file), line.clone());
            let first = (number <= middle).then(|| named("first"));
            first.into_iter().chain((number >= middle).then(|| named("second")))
        };
        let halves: Vec<_> =
            walk.sources("transitions.jsonl").into_iter().enumerate().flat_map(half).collect();
        assert_eq!(told(&read_lines(&input, place.path(), &halves)), told(&first), "seed {seed}");
    }
}

#[test]
fn trees_in_files_of_their_own_are_trees_of_their_own() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let (one, other) = (Walk::of(1), Walk::with(2, 1 << 32));
    let mut lines = one.sources("one/transitions.jsonl");
    lines.extend(other.sources("other/transitions.jsonl"));
    let view = read_lines(&input, place.path(), &lines);
    assert_eq!(view.findings().find(|one| one.code != "astp:REFUSED"), None);
    let told: BTreeSet<String> = view.nodes().map(|node| node.id.to_owned()).collect();
    assert!(expected(&one).is_subset(&told) && expected(&other).is_subset(&told));
}

#[test]
fn of_two_nameless_trees_nothing_is_invented_and_nobody_is_accused() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let nameless = |walk: &Walk| {
        let name = |line: &String| (sha256(line.as_bytes()).to_string(), line.clone());
        walk.lines.iter().map(name).collect::<Vec<_>>()
    };
    let (one, other) = (Walk::of(1), Walk::with(2, 1 << 32));
    let view = read_lines(&input, place.path(), &[nameless(&one), nameless(&other)].concat());
    let codes: BTreeSet<&str> = view.findings().map(|one| one.code).collect();
    assert!(codes.is_subset(&BTreeSet::from(["astp:REFUSED", "astp:LINE_UNREACHABLE"])), "{codes:?}");
    let told: BTreeSet<String> = view.nodes().map(|node| node.id.to_owned()).collect();
    let all: BTreeSet<String> = expected(&one).union(&expected(&other)).cloned().collect();
    assert!(told.iter().any(|id| all.contains(id)));
    assert!(view.nodes().all(|node| node.judgment == Judgment::Valid));
}

#[test]
fn a_changed_copy_of_a_line_takes_nothing_from_the_one_that_holds() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let walk = Walk::of(3);
    let mut lines = walk.sources("transitions.jsonl");
    let first = read_lines(&input, place.path(), &lines);
    let segment = lines.iter().position(|(_, line)| line.contains("\"memory\"")).unwrap();
    let line = lines[segment].1.clone();
    let changed = line.replacen("\"audit\":{", "\"audit\":{\"x\":1,", 1);
    let other = line.replace("memory", "nowhere");
    lines.push(("copy.jsonl#6".into(), changed));
    lines.push(("copy.jsonl#7".into(), other));
    let view = read_lines(&input, place.path(), &lines);
    let nodes = |view: &Reconstruction| {
        view.nodes().map(|node| (node.id.to_owned(), node.judgment)).collect::<Vec<_>>()
    };
    assert_eq!(nodes(&view), nodes(&first));
    let found = view.findings().filter(|one| one.code != "astp:REFUSED");
    let found: Vec<_> = found.map(|one| (one.code, one.source_id)).collect();
    assert_eq!(found, [("astp:LINE_CHANGED", "copy.jsonl#6"), ("astp:LINE_CHANGED", "copy.jsonl#7")]);
}
