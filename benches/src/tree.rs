//! State trees against the hashing that nobody can do without: SHA3-256 of as many bytes in as many calls.
//!
//! Everything here is timed in this process, by turns with its floor, and the best of three counts: the pieces are too
//! short for the kernel's clock.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant as Clock};

use actum::canon::digest::{Sha3, sha3};
use actum::canon::merkle::{ASTP_V2, Accumulator};
use actum::canon::set;
use actum::tree::command::{AppendSegment, Command, CreateBranch, OpenEpisode, SealEpisode};
use actum::tree::construct::LEAF_V2;
use actum::tree::id::{Instant, Uuid};
use actum::tree::node::Segment;
use actum::tree::tree::{Answer, Context, Tree};
use actum::tree::value::{
    BranchDeclarationType, BranchType, CaughtBy, RetentionTier, SegmentType, TriggerType,
};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Bytes of the preimages of a leaf hash, of a leaf and of a node of the tree.
const LEAF: usize = 118;
const TREE_LEAF: usize = 45;
const TREE_NODE: usize = 77;

const ROUNDS: usize = 3;

/// Prints the table.
pub(crate) fn run() -> Outcome {
    println!("{:<34}{:>10}{:>12}{:>12}{:>10}", "tree", "count", "us each", "floor us", "x floor");
    leaves(1_000_000)?;
    spine(1_000_000);
    manifest(10_000);
    for segments in [10, 1_000_000] {
        branches(segments)?;
    }
    episode(100_000)?;
    Ok(())
}

fn row(name: &str, count: usize, taken: Duration, floor: Duration) {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
    let ratio = taken.as_secs_f64() / floor.as_secs_f64();
    println!("{name:<34}{count:>10}{:>12.3}{:>12.3}{ratio:>10.2}", each(taken), each(floor));
}

/// The best of some rounds of two things, taken by turns.
fn by_turns(mut measured: impl FnMut(), mut floor: impl FnMut()) -> (Duration, Duration) {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let start = Clock::now();
        measured();
        best.0 = best.0.min(start.elapsed());
        let start = Clock::now();
        floor();
        best.1 = best.1.min(start.elapsed());
    }
    best
}

/// Hashes so many messages of so many bytes.
fn hash(calls: usize, length: usize) {
    let mut message = vec![0_u8; length];
    for call in 0..calls {
        if let Some(first) = message.first_mut() {
            *first = call as u8;
        }
        black_box(sha3(&message));
    }
}

fn leaves(count: usize) -> Outcome {
    let mut grown = Grown::new()?;
    grown.append()?;
    let segment = grown.segments().next().ok_or("no segment")?.clone();
    let (taken, floor) = by_turns(
        || {
            let mut segment = segment.clone();
            for index in 0..count {
                segment.sequence_index = index as u64;
                let _ = black_box(LEAF_V2.hash(&segment));
            }
        },
        || hash(count, LEAF),
    );
    row("leaf hashes", count, taken, floor);
    Ok(())
}

fn spine(count: usize) {
    let leaves: Vec<Sha3> = (0..count).map(|number| sha3(&number.to_be_bytes())).collect();
    let (taken, floor) = by_turns(
        || {
            let mut spine = Accumulator::new(ASTP_V2);
            spine.extend(leaves.iter().map(Sha3::as_bytes));
            black_box(spine.root());
        },
        || {
            hash(count, TREE_LEAF);
            hash(count - 1, TREE_NODE);
        },
    );
    row("spine root", count, taken, floor);
}

fn manifest(count: usize) {
    let members: Vec<Sha3> = (0..count).map(|number| sha3(&number.to_be_bytes())).collect();
    let (taken, floor) = by_turns(
        || {
            black_box(set::hash(b"STRUCTURAL_MANIFEST:v1:", members.iter().copied()));
        },
        || {
            black_box(sha3(&vec![7; 32 * count + 27]));
        },
    );
    row("structural manifest, members", count, taken, floor);
}

/// Branches off an episode that has so many segments: the same for a short and a long one.
fn branches(segments: usize) -> Outcome {
    const BRANCHES: usize = 1_000;
    let mut grown = Grown::new()?;
    for _ in 0..segments {
        grown.append()?;
    }
    let source = grown.segments().next().ok_or("no segment")?.segment_id;
    let context = grown.context();
    let command = Command::from(CreateBranch {
        source_episode_id: grown.episode,
        source_segment_id: source,
        branch_intent: "try".to_owned(),
        declaration_type: BranchDeclarationType::Explicit,
        branch_type: BranchType::Exploratory,
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::Human,
        detection_window_open: false,
        override_depth: false,
    });
    let (taken, floor) = by_turns(
        || {
            for _ in 0..BRANCHES {
                let _ = black_box(grown.tree.apply(&command, &context));
            }
        },
        // A branch point, its delta and its audit record.
        || hash(BRANCHES * 3, 400),
    );
    row(&format!("branch off {segments} segments"), BRANCHES, taken, floor);
    Ok(())
}

/// An episode from its first segment to its seal, every transition applied and committed.
fn episode(count: usize) -> Outcome {
    let start = Clock::now();
    let mut grown = Grown::new()?;
    for _ in 0..count {
        grown.append()?;
    }
    grown.seal()?;
    let taken = start.elapsed();
    let start = Clock::now();
    // For each segment: its leaf twice, the spine twice, its audit record and the digest of its node.
    hash(count * 2, LEAF);
    hash(count * 2, TREE_LEAF);
    hash(count * 2, TREE_NODE);
    hash(count * 2, 600);
    row("append and seal, segments", count, taken, start.elapsed());
    Ok(())
}

/// A tree of one episode that grows.
pub(crate) struct Grown {
    tree: Tree,
    pub(crate) episode: Uuid,
    steps: u64,
    /// What its identifiers begin with.
    seed: [u8; 4],
    /// The lines of its journal, where they are kept.
    pub(crate) lines: Option<Vec<Vec<u8>>>,
}

impl Grown {
    fn new() -> Outcome<Self> {
        Self::begin([0x80; 4], None)
    }

    /// One of several trees, with the lines of its journal.
    pub(crate) fn recorded(number: u32) -> Outcome<Self> {
        Self::begin(number.to_be_bytes(), Some(Vec::new()))
    }

    fn begin(seed: [u8; 4], lines: Option<Vec<Vec<u8>>>) -> Outcome<Self> {
        let mut grown = Self { tree: Tree::new(), episode: Uuid::from_bytes([0; 16]), steps: 0, seed, lines };
        let command = OpenEpisode {
            title: None,
            context_note: None,
            participants: Vec::new(),
            fingerprint_required: false,
            detection_thresholds: None,
        };
        grown.write(&command.into())?;
        grown.episode = grown.tree.episodes().next().ok_or("no episode")?.episode_id;
        Ok(grown)
    }

    fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.tree.segments(self.episode)
    }

    fn context(&self) -> Context {
        let mut bytes = [0x80; 16];
        bytes.iter_mut().zip(self.seed).for_each(|(byte, seed)| *byte = seed);
        bytes.iter_mut().rev().zip(self.steps.to_le_bytes()).for_each(|(byte, counted)| *byte = counted);
        let at = Instant::from_micros(1_800_000_000_000_000 + i64::try_from(self.steps).unwrap_or(0) * 1000);
        Context::new(at, Uuid::from_bytes(bytes), "agent")
    }

    pub(crate) fn append(&mut self) -> Outcome {
        let command = AppendSegment {
            episode_id: self.episode,
            branch_id: None,
            segment_type: SegmentType::Conversation,
            sequence_index: None,
            content_hash: sha3(&self.steps.to_be_bytes()),
            content_ref: "content".to_owned(),
            retention_tier: RetentionTier::Persistent,
            supersedes: Vec::new(),
            signal_versions_read: Vec::new(),
            fingerprint: None,
        };
        self.write(&command.into())
    }

    pub(crate) fn seal(&mut self) -> Outcome {
        let command =
            SealEpisode { episode_id: self.episode, spine_algorithm_version: None, capture_posture: None };
        self.write(&command.into())
    }

    fn write(&mut self, command: &Command) -> Outcome {
        let context = self.context();
        self.steps += 1;
        match self.tree.apply(command, &context)? {
            Answer::Write(transition) => {
                if let Some(lines) = &mut self.lines {
                    let mut line = Vec::new();
                    transition.write(&mut line);
                    lines.push(line);
                }
                Ok(self.tree.commit(*transition)?)
            }
            Answer::Standing(outcome) => Err(format!("nothing was written: {outcome:?}").into()),
        }
    }
}
