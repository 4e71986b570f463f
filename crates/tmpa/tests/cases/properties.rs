//! What holds for every set of evidence (TMPA 3.6, 7.3, 7.4, 8.3, 8.4, 9.9).

use super::generated::{IDS, Piece, artifacts, bundles, evidence};
use super::outcome::{Outcome, as_source, canonical, observed};
use super::renaming::{Names, essence, rename};
use actum_testkit::evidence::{Artifact, canonical as canonical_form};
use actum_tmpa::{Candidate, Examiner, InputBundle, reconstruct};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Runs a property over generated evidence under every profile in turn.
fn for_all<S: Strategy>(
    cases: u32,
    more: S,
    property: impl Fn(&InputBundle, &[Piece], S::Value) -> Result<(), TestCaseError>,
) where
    S::Value: Clone,
{
    let bundles = bundles();
    let config = ProptestConfig {
        cases: cases * effort(),
        failure_persistence: None,
        max_shrink_iters: 800,
        ..ProptestConfig::default()
    };
    // The same cases every time; a long search by hand draws others.
    let mut runner = if effort() == 1 {
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    } else {
        TestRunner::new(config)
    };
    let inputs = (evidence(), 0..bundles.len(), more);
    let outcome = runner.run(&inputs, |(pieces, bundle, more)| property(&bundles[bundle], &pieces, more));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// How many times more cases than usual, for a long search by hand.
fn effort() -> u32 {
    std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse().unwrap())
}

#[test]
fn order_and_repetition_of_sources_change_no_byte() {
    let shuffle = (any::<prop::sample::Index>(), prop::collection::vec(any::<prop::sample::Index>(), 24));
    for_all(700, shuffle, |bundle, pieces, (again, picks)| {
        let sources = artifacts(pieces);
        let expected = canonical(bundle, &sources);
        let mut shuffled = sources.clone();
        if !sources.is_empty() {
            shuffled.push(again.get(&sources).clone());
            for (place, pick) in picks.iter().enumerate() {
                let (left, right) = (place % shuffled.len(), pick.index(shuffled.len()));
                shuffled.swap(left, right);
            }
        }
        prop_assert!(canonical(bundle, &shuffled) == expected);
        shuffled.reverse();
        prop_assert!(canonical(bundle, &shuffled) == expected);
        Ok(())
    });
}

#[test]
fn every_source_stays_visible() {
    for_all(600, Just(()), |bundle, pieces, ()| {
        let sources = artifacts(pieces);
        let read = observed(bundle, &sources);
        let mut visible: BTreeSet<&str> = BTreeSet::new();
        for node in read.envelope["nodes"].as_array().unwrap() {
            visible.extend(node["source_ids"].as_array().unwrap().iter().filter_map(Value::as_str));
        }
        for finding in read.findings() {
            visible
                .extend([&finding["source_id"], &finding["target_id"]].into_iter().filter_map(Value::as_str));
            let causes = finding["causes"].as_array().unwrap().iter();
            let members = causes.flat_map(|cause| cause["members"].as_array().into_iter().flatten());
            visible.extend(members.filter_map(Value::as_str));
        }
        for source in &sources {
            prop_assert!(visible.contains(source.id.as_str()), "{} has vanished", source.id);
        }
        Ok(())
    });
}

#[test]
fn names_decide_nothing() {
    let fresh = Just(["z9", "y", "x.1", "A", "_", "00", "m", "k", "é", "\u{e000}", "\u{10000}", "n", "j"])
        .prop_shuffle();
    for_all(1600, fresh, |bundle, pieces, fresh| {
        let names: Names =
            IDS.iter().zip(fresh).map(|(old, new)| ((*old).to_owned(), new.to_owned())).collect();
        let translated: Vec<Piece> = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Object { draft, trouble } => {
                    Piece::Object { draft: Box::new(rename(draft, &names)), trouble: *trouble }
                }
                Piece::Garbage(bytes) => Piece::Garbage(bytes),
            })
            .collect();
        let before = essence(&observed(bundle, &artifacts(pieces)), &names);
        let after = essence(&observed(bundle, &artifacts(&translated)), &Names::new());
        prop_assert!(before == after, "{}", before.difference(&after));
        Ok(())
    });
}

#[test]
fn the_envelope_is_what_the_published_schema_asks_for() {
    let Some(path) = actum_testkit::shared("spec/tmpa-s0.4/reader-result.schema.json") else {
        return;
    };
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let validator = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .unwrap();
    for_all(400, Just(()), |bundle, pieces, ()| {
        let read = observed(bundle, &artifacts(pieces));
        let failures: Vec<String> =
            validator.iter_errors(&read.envelope).map(|error| error.to_string()).collect();
        prop_assert!(failures.is_empty(), "{failures:?}");
        let rewritten = canonical_form(&read.envelope, &actum_canon::encode::TMPA_S04);
        prop_assert_eq!(rewritten, read.bytes, "the envelope is not in canonical form");
        Ok(())
    });
}

fn rank(words: &[&str], value: &Value) -> usize {
    words.iter().position(|word| value == word).unwrap()
}

const JUDGMENTS: [&str; 3] = ["valid", "undetermined", "invalid"];
const VIEWS: [&str; 6] = ["authoritative", "pending_human", "partial", "disputed", "rejected", "quarantined"];

#[test]
fn labels_follow_judgments_and_the_whole_is_the_worst_part() {
    for_all(600, Just(()), |bundle, pieces, ()| {
        let read = observed(bundle, &artifacts(pieces));
        let envelope = &read.envelope;
        let mut worst = (0, 0);
        let nodes = envelope["nodes"].as_array().unwrap().iter();
        let works = envelope["extensions"]["work"].as_array().unwrap().iter();
        for part in nodes.clone().chain(works).chain([envelope]) {
            let judgment = part["judgment"].as_str().unwrap();
            let allowed: &[&str] = match judgment {
                "valid" => &["authoritative"],
                "invalid" => &["rejected", "quarantined"],
                _ => &["disputed", "partial", "pending_human"],
            };
            let view = part["view_state"].as_str().unwrap();
            prop_assert!(allowed.contains(&view), "{judgment} and {view}: {part}");
        }
        let effects = read.findings().filter(|finding| finding.get("judgment").is_some());
        for part in nodes.chain(effects) {
            worst.0 = worst.0.max(rank(&JUDGMENTS, &part["judgment"]));
            worst.1 = worst.1.max(rank(&VIEWS, &part["view_state"]));
        }
        prop_assert_eq!(
            worst,
            (rank(&JUDGMENTS, &envelope["judgment"]), rank(&VIEWS, &envelope["view_state"]))
        );
        Ok(())
    });
}

/// The tuples of all pieces by the canonical digest of the object that holds them.
fn tuples(pieces: &[Piece]) -> BTreeMap<String, [String; 2]> {
    let tuple = |piece: &Piece| {
        let value = piece.draft()?.to_value();
        let bytes = canonical_form(&value, &actum_canon::encode::TMPA_S04);
        let step = &value["lifecycle"]["transition"];
        let state = |name: &str| step[name].as_str().map(str::to_owned);
        Some((actum_canon::digest::sha256(&bytes).to_string(), [state("from")?, state("to")?]))
    };
    pieces.iter().filter_map(tuple).collect()
}

#[test]
fn states_come_from_accepted_transitions_alone() {
    for_all(900, Just(()), |bundle, pieces, ()| {
        let read = observed(bundle, &artifacts(pieces));
        let tuples = tuples(pieces);
        let nodes = read.envelope["nodes"].as_array().unwrap();
        for work in read.envelope["extensions"]["work"].as_array().unwrap() {
            let mut state = "created".to_owned();
            let mut before = None;
            for id in read.accepted(work["id"].as_str().unwrap()) {
                prop_assert_eq!(read.verdict(id), "valid/authoritative");
                let node = nodes.iter().find(|node| node["id"] == id).unwrap();
                prop_assert_eq!(&node["governed_work_id"], &work["id"]);
                let [from, to] = &tuples[node["canonical_digest"].as_str().unwrap()];
                if *from == state {
                    before = Some(core::mem::replace(&mut state, to.clone()));
                } else {
                    // One of several that had the same effect at once.
                    prop_assert_eq!((before.as_ref(), to), (Some(from), &state), "{}", id);
                }
            }
            let accepted = !read.accepted(work["id"].as_str().unwrap()).is_empty();
            match work["state"].as_str() {
                Some(found) => prop_assert_eq!(found, state),
                None => prop_assert!(work["judgment"] == "undetermined" || accepted),
            }
        }
        Ok(())
    });
}

/// Every object with those that come right after it.
fn successors(read: &Outcome) -> BTreeMap<&str, Vec<&str>> {
    let mut after: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let edges = read.envelope["edges"].as_array().unwrap().iter();
    for edge in edges.filter(|edge| edge["ordering"] == true) {
        let (source, target) = (edge["source_id"].as_str().unwrap(), edge["target_id"].as_str().unwrap());
        let (earlier, later) =
            if edge["relation"] == "stream:precedes" { (source, target) } else { (target, source) };
        after.entry(earlier).or_default().push(later);
    }
    after
}

#[test]
fn transitions_are_accepted_in_an_order_that_the_evidence_allows() {
    for_all(1600, Just(()), |bundle, pieces, ()| {
        let read = observed(bundle, &artifacts(pieces));
        let after = successors(&read);
        for work in read.envelope["extensions"]["work"].as_array().unwrap() {
            let accepted = read.accepted(work["id"].as_str().unwrap());
            for (position, &later) in accepted.iter().enumerate() {
                let mut reached = BTreeSet::new();
                let mut open = vec![later];
                while let Some(id) = open.pop() {
                    if reached.insert(id) {
                        open.extend(after.get(id).into_iter().flatten());
                    }
                }
                for earlier in &accepted[..position] {
                    prop_assert!(!reached.contains(earlier), "{} is before {}", later, earlier);
                }
            }
        }
        Ok(())
    });
}

#[test]
fn nothing_is_better_than_what_it_rests_on() {
    const BINDING: [&str; 8] = [
        "depends_on",
        "reports",
        "reviews",
        "archives",
        "rests_on",
        "released_by",
        "under_exception",
        "follows",
    ];
    for_all(900, Just(()), |bundle, pieces, ()| {
        let read = observed(bundle, &artifacts(pieces));
        let nodes = read.envelope["nodes"].as_array().unwrap();
        let judgments: BTreeMap<&str, usize> = nodes
            .iter()
            .map(|node| (node["id"].as_str().unwrap(), rank(&JUDGMENTS, &node["judgment"])))
            .collect();
        for edge in read.envelope["edges"].as_array().unwrap() {
            let (source, target) = (edge["source_id"].as_str().unwrap(), edge["target_id"].as_str().unwrap());
            let binds = BINDING.contains(&edge["relation"].as_str().unwrap()) && edge["ordering"] == true;
            if let Some(rested_on) = judgments.get(target).filter(|_| binds) {
                prop_assert!(judgments[source] >= *rested_on, "{edge}");
            }
        }
        Ok(())
    });
}

#[test]
fn unrelated_evidence_changes_nothing_else() {
    for_all(400, Just(()), |bundle, pieces, ()| {
        let sources = artifacts(pieces);
        let unrelated = super::cast::task("elsewhere", "E").seen_at("#elsewhere");
        let before = observed(bundle, &sources);
        let after = observed(bundle, &[sources, vec![unrelated]].concat());
        for id in before.nodes() {
            prop_assert_eq!(before.verdict(id), after.verdict(id), "{}", id);
        }
        let codes =
            |read: &Outcome| read.findings().map(|finding| finding["code"].clone()).collect::<Vec<_>>().len();
        let added = usize::from(after.verdict("elsewhere") != "valid/authoritative");
        prop_assert_eq!(codes(&before) + added, codes(&after));
        Ok(())
    });
}

#[test]
fn several_examiners_on_threads_say_what_one_says() {
    for_all(150, Just(()), |bundle, pieces, ()| {
        let sources = artifacts(pieces);
        let examine = |part: &[Artifact]| -> Vec<Candidate> {
            let mut examiner = Examiner::new(bundle);
            part.iter().map(|artifact| examiner.examine(as_source(artifact))).collect()
        };
        let candidates = std::thread::scope(|scope| {
            let parts = sources.chunks(3).rev();
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || examine(part))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        prop_assert_eq!(reconstruct(bundle, candidates).to_bytes(), canonical(bundle, &sources));
        Ok(())
    });
}
