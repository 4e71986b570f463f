//! Seals rebuilt from what is stored: each part that does not follow is named (ASTP 5.8, 9.2, 9.3).

use actum_astp::command::AppendSegment;
use actum_astp::construct::spine;
use actum_astp::id::Instant;
use actum_astp::node::{Node, Seal, Segment, Signal};
use actum_astp::rule::Rule;
use actum_astp::seal::{Contents, Form, InclusionProof, Unproven};
use actum_astp::value::RetentionTier;
use actum_astp::verify::{self, Fault};
use actum_canon::digest::{Sha3, sha3};
use actum_canon::merkle::{ASTP_4X, ProofError};

use super::branch::{appended, branched};
use super::governance_tree::{Asked, digest, id, segment};
use super::seal::{full, sealed};

fn fields(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.field.as_str()).collect()
}

#[test]
fn each_part_that_was_altered_is_named() {
    let mut asked = Asked::registered();
    let rival = asked.told(2);
    branched(&mut asked, rival.0, rival.1[0], "elsewhere");
    let (episode, _) = full(&mut asked);
    let seal = sealed(&mut asked, episode);
    let whole = Contents::of(&asked.tree, episode).unwrap();
    let check = |contents: &Contents<'_>, expected: &[&str]| {
        assert_eq!(fields(&verify::seal(&seal, contents)), expected);
    };
    check(&whole, &[]);

    // A Segment: its content, its place, its kind; one less, one twice, in another order of storing.
    let first = whole.segments[0].clone();
    for altered in [
        Segment { content_hash: digest("other"), ..first.clone() },
        Segment { schema_version: "1.2.1".into(), ..first.clone() },
        Segment { segment_id: id(1), ..first.clone() },
        Segment { sequence_index: 77, ..first.clone() },
    ] {
        let mut contents = whole.clone();
        contents.segments[0] = &altered;
        check(&contents, &["spine_root"]);
    }
    let mut contents = whole.clone();
    contents.segments.remove(0);
    check(&contents, &["leaf_count", "spine_root"]);
    let mut contents = whole.clone();
    contents.segments.push(whole.segments[0]);
    check(&contents, &["sequence_index"]);
    let mut contents = whole.clone();
    contents.segments.reverse();
    contents.structure.reverse();
    check(&contents, &[]);
    let ephemeral = Segment { retention_tier: RetentionTier::Ephemeral, ..first };
    let mut contents = whole.clone();
    contents.segments[0] = &ephemeral;
    check(&contents, &["leaf_count", "spine_root", "exclusion_hash"]);

    let signal = Signal { content_hash: digest("other"), ..whole.signals[0].clone() };
    let mut contents = whole.clone();
    contents.signals[0] = &signal;
    check(&contents, &["signal_manifest_hash"]);

    for at in 0..whole.structure.len() {
        let mut contents = whole.clone();
        let removed = contents.structure.remove(at);
        let expected =
            if matches!(removed, Node::ForkPoint(_)) { "sibling_count" } else { "structural_manifest_hash" };
        check(&contents, &[expected]);
    }
    // Structure of another Episode.
    let foreign = asked.tree.structure(rival.0).next().unwrap();
    let mut contents = whole.clone();
    contents.structure.push(foreign);
    check(&contents, &["episode_id"]);
    let mut contents = whole.clone();
    contents.entries.push(digest("given"));
    check(&contents, &["context_manifest_hash", "context_entry_count"]);
    let mut contents = whole.clone();
    contents.episode_id = id(5);
    assert!(fields(&verify::seal(&seal, &contents)).contains(&"episode_id"));
}

type Alteration = fn(&mut Seal);

#[test]
fn each_field_of_a_seal_record_that_was_altered_is_named() {
    let mut asked = Asked::registered();
    let (episode, _) = full(&mut asked);
    let seal = sealed(&mut asked, episode);
    let contents = Contents::of(&asked.tree, episode).unwrap();
    let cases: &[(&str, Alteration)] = &[
        ("spine_root", |seal| seal.spine_root = digest("x")),
        ("signal_manifest_hash", |seal| seal.signal_manifest_hash = digest("x")),
        ("structural_manifest_hash", |seal| seal.structural_manifest_hash = Some(digest("x"))),
        ("structural_manifest_hash", |seal| seal.structural_manifest_hash = None),
        ("exclusion_hash", |seal| seal.exclusion_hash = digest("x")),
        ("context_manifest_hash", |seal| seal.context_manifest_hash = Some(digest("x"))),
        ("context_manifest_hash", |seal| seal.context_manifest_hash = None),
        ("context_manifest_hash", |seal| seal.capture_posture = Some("all_external".into())),
        ("context_entry_count", |seal| seal.context_entry_count = Some(1)),
        ("capture_posture", |seal| seal.capture_posture = None),
        ("episode_root_hash", |seal| seal.episode_root_hash = digest("x")),
        ("leaf_count", |seal| seal.leaf_count += 1),
        ("spine_algorithm_version", |seal| seal.spine_algorithm_version = 4),
        ("spine_algorithm_version", |seal| seal.ordering_version = 1),
        ("hash_version", |seal| seal.hash_version = 1),
        ("episode_id", |seal| seal.episode_id = id(5)),
    ];
    for (field, alter) in cases {
        let mut altered = seal.clone();
        alter(&mut altered);
        let faults = verify::seal(&altered, &contents);
        assert!(fields(&faults).contains(field), "{field}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.rule == Rule::G40));
    }
    // A genuine root fails under another construction, and a false one passes under none (ASTP 5.8).
    for version in 0..=2 {
        let altered = Seal { spine_algorithm_version: version, ..seal.clone() };
        assert!(!verify::seal(&altered, &contents).is_empty());
    }
}

#[test]
fn one_segment_is_proven_in_a_sealed_spine_without_the_others() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(7);
    appended(&mut asked, AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "x") });
    let last = asked.segment(episode, "last");
    let seal = sealed(&mut asked, episode);
    let contents = Contents::of(&asked.tree, episode).unwrap();
    for (place, segment) in segments.iter().chain([&last]).enumerate() {
        let proof = InclusionProof::of(&contents, *segment).unwrap();
        assert_eq!((proof.leaf_index, proof.leaf_count), (place as u64, 8));
        let stored = asked.tree.segment(*segment).unwrap();
        assert_eq!(proof.verify_segment(stored, &seal), Ok(()));
        let altered = Segment { author: "somebody else".into(), ..stored.clone() };
        assert_eq!(proof.verify_segment(&altered, &seal), Ok(()), "the author is in no leaf hash (ASTP 5.2)");
        let altered = Segment { content_hash: digest("x"), ..stored.clone() };
        assert_eq!(proof.verify_segment(&altered, &seal), Err(Unproven::Leaf));
        let moved = InclusionProof { leaf_index: (place as u64 + 1) % 8, ..proof.clone() };
        assert_eq!(moved.verify_segment(stored, &seal), Err(Unproven::Way(ProofError::Root)));
        let short = InclusionProof { siblings: Vec::new(), ..proof.clone() };
        assert_eq!(short.verify_segment(stored, &seal), Err(Unproven::Way(ProofError::Siblings)));
        // A count of the same way verifies; the seal record says which it is (ASTP 9.2).
        let smaller = InclusionProof { leaf_count: 7, ..proof.clone() };
        assert_eq!(smaller.verify_segment(stored, &seal), Err(Unproven::Count));
        let other = Seal { spine_root: digest("x"), ..seal.clone() };
        assert_eq!(proof.verify_segment(stored, &other), Err(Unproven::Root));
        let other = Seal { episode_id: id(5), ..seal.clone() };
        assert_eq!(proof.verify_segment(stored, &other), Err(Unproven::Episode));
        let other = Seal { spine_algorithm_version: 1, ..seal.clone() };
        assert_eq!(proof.verify_segment(stored, &other), Err(Unproven::Version));
    }
    assert_eq!(InclusionProof::of(&contents, episode), None);
}

/// Stored nodes of 4.x: what they sealed is rebuilt by its own construction.
#[test]
fn seals_of_versions_0_and_1_are_rebuilt_from_content_hashes() {
    let mut asked = Asked::registered();
    let (episode, _) = full(&mut asked);
    let contents = Contents::of(&asked.tree, episode).unwrap();
    let texts: Vec<String> = contents.leaves().iter().map(|leaf| leaf.content_hash.to_string()).collect();
    let naive = |leaves: &[String]| {
        let mut level: Vec<Sha3> = leaves.iter().map(|leaf| ASTP_4X.leaf(leaf.as_bytes())).collect();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| if let [left, right] = pair { ASTP_4X.node(*left, *right) } else { pair[0] })
                .collect();
        }
        level[0]
    };
    let with_signal = [texts.clone(), vec![digest("spine").to_string()]].concat();
    let first = spine::episode_leaf(&episode.to_string()).to_string();
    assert_eq!(first, sha3(episode.to_string().as_bytes()).to_string());
    for (version, ordering, leaves) in [
        (0, 1, with_signal.clone()),
        (0, 2, texts.clone()),
        (1, 1, [vec![first.clone()], with_signal].concat()),
        (1, 2, [vec![first], texts].concat()),
    ] {
        let form = Form::of(version, ordering).unwrap();
        let roots = form.roots(&contents, None).unwrap();
        assert_eq!(roots.spine_root, naive(&leaves), "{version} {ordering}");
        assert_eq!((roots.structural_manifest_hash, roots.context), (None, None));
        let seal = Seal {
            seal_id: id(1),
            episode_id: episode,
            sealed_at: Instant::parse("2026-01-01T00:00:00Z").unwrap(),
            sealed_by: "4.x".into(),
            spine_root: roots.spine_root,
            signal_manifest_hash: roots.signal_manifest_hash,
            structural_manifest_hash: None,
            exclusion_hash: roots.exclusion_hash,
            context_manifest_hash: None,
            capture_posture: None,
            context_entry_count: None,
            episode_root_hash: roots.episode_root_hash,
            leaf_count: roots.leaf_count,
            spine_algorithm_version: version,
            ordering_version: ordering,
            hash_version: 1,
            prior_seal_id: None,
        };
        assert_eq!(verify::seal(&seal, &contents), []);
        let altered = Seal { spine_root: digest("x"), ..seal };
        assert!(fields(&verify::seal(&altered, &contents)).contains(&"spine_root"));
    }
    for (version, ordering) in [(2, 1), (3, 1), (4, 2), (0, 3), (1, 0)] {
        assert_eq!(Form::of(version, ordering), None);
    }
}
