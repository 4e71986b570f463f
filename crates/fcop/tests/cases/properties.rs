//! Laws of the projection: order and copies of the input do not matter, nothing panics, no source is lost.

use super::workspace::{Workspace, registry};
use actum_fcop::{File, Projection, project};
use proptest::prelude::*;
use std::collections::BTreeSet;

const WORKSPACES: [&str; 8] = [
    "peer-v3/02-sequence-reuse-after-claim",
    "peer-v3/04-needs-human-approved",
    "peer-v4/00-happy",
    "peer-v4/01-all-stages-rework-reopen",
    "peer-v4/10-same-task-two-stages",
    "peer-v4/31-crash-target_durable",
    "fcop-live-v1.6.0",
    "tutorial-tetris",
];

fn all() -> Vec<Workspace> {
    WORKSPACES.iter().filter_map(|name| Workspace::corpus(name)).collect()
}

fn shuffled(workspace: &Workspace, order: &[usize]) -> Projection {
    let files: Vec<File<'_>> = order
        .iter()
        .filter_map(|at| workspace.files.get(at % workspace.files.len()))
        .map(|(id, bytes)| File { id, bytes })
        .collect();
    project(files, &registry())
}

/// Pseudo-random numbers without a dependency of their own.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn order_and_copies_of_the_files_do_not_reach_the_result() {
    for workspace in all() {
        let plain = workspace.project(&registry());
        let count = workspace.files.len();
        for seed in 1..4u64 {
            let mut seed = seed;
            let mut order: Vec<usize> = (0..count).collect();
            for at in (1..count).rev() {
                order.swap(at, next(&mut seed) % (at + 1));
            }
            for _ in 0..count {
                order.push(next(&mut seed) % count);
            }
            assert_eq!(shuffled(&workspace, &order), plain);
        }
    }
}

fn check(workspace: &Workspace, projection: &Projection) {
    let given: BTreeSet<&str> = workspace.files.iter().map(|(id, _)| id.as_str()).collect();
    let seen: BTreeSet<&str> = projection.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(given, seen, "a source is lost");
    for object in &projection.objects {
        assert!(seen.contains(object.source.as_str()));
        assert!(serde_json::from_slice::<serde_json::Value>(&object.bytes).is_ok());
    }
    // An envelope yields an object, or says why not.
    for source in projection.sources.iter().filter(|source| source.objects == 0) {
        let what = format!("{:?}", source.what);
        if ["Task", "Report", "Issue", "Review"].contains(&what.as_str()) {
            assert!(
                projection.findings.iter().any(|found| found.source == source.id && found.effect().is_some())
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_happens_to_the_bytes_nothing_panics_and_nothing_is_lost(
        pick in 0..WORKSPACES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), change()), 1..6),
    ) {
        let Some(mut workspace) = Workspace::corpus(WORKSPACES[pick]) else { return Ok(()) };
        for (file, place, change) in changes {
            let (id, bytes) = file.get(&workspace.files).clone();
            let at = if bytes.is_empty() { 0 } else { place.index(bytes.len()) };
            let (id, bytes) = change.apply(id, bytes, at);
            let slot = file.index(workspace.files.len());
            workspace.files[slot] = (id, bytes);
        }
        let projection = workspace.project(&registry());
        check(&workspace, &projection);
        let mut backwards = workspace.clone();
        backwards.files.reverse();
        prop_assert_eq!(backwards.project(&registry()), projection);
    }

    #[test]
    fn any_frontmatter_and_any_path_is_taken(path in "[a-zA-Z_/.-]{0,40}", front in "\\PC{0,200}", tail in ".{0,40}") {
        let path = format!("fcop/_lifecycle/inbox/TASK-{path}.md");
        let text = format!("---\n{front}\n---\n{tail}");
        let workspace = Workspace::of([(path.as_str(), text.as_str()), ("fcop/operations/x.json", front.as_str())]);
        check(&workspace, &workspace.project(&registry()));
    }
}

#[derive(Debug, Clone)]
enum Change {
    Cut,
    Flip(u8),
    Insert(Vec<u8>),
    Repeat,
    Move(String),
    Empty,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        Just(Change::Cut),
        any::<u8>().prop_map(Change::Flip),
        prop_oneof![
            Just(b"\n- at: x\n".to_vec()),
            Just(b"transitions:\n".to_vec()),
            Just(b"---\n".to_vec()),
            Just(b"references:\n- TASK-20261130-001\n".to_vec()),
            Just(b"&a *a !!x [ { : ? |\n".to_vec()),
            Just(b"\r\n".to_vec()),
            prop::collection::vec(any::<u8>(), 0..24),
        ]
        .prop_map(Change::Insert),
        Just(Change::Repeat),
        "(fcop/)?(_lifecycle/(inbox|done|x)/|tasks/|log/|cold/|operations/)?(TASK|REPORT|ISSUE|REVIEW)-[A-Za-z0-9-]{0,20}\\.(md|json|tmp)"
            .prop_map(Change::Move),
        Just(Change::Empty),
    ]
}

impl Change {
    fn apply(self, id: String, mut bytes: Vec<u8>, at: usize) -> (String, Vec<u8>) {
        match self {
            Self::Cut => bytes.truncate(at),
            Self::Flip(mask) => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= mask),
            Self::Insert(more) => drop(bytes.splice(at..at, more)),
            Self::Repeat => bytes.extend_from_slice(&bytes.clone()[at..]),
            Self::Empty => bytes.clear(),
            Self::Move(id) => return (id, bytes),
        }
        (id, bytes)
    }
}
