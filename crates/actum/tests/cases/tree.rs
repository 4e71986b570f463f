//! The folder of a tree: what survives which accident.

use std::fs;
use std::path::Path;
use std::thread;

use actum::ErrorKind;
use actum::tree::command::{AppendSegment, Command, OpenEpisode};
use actum::tree::id::{Instant, Uuid};
use actum::tree::tree::Context;
use actum::tree::value::{RetentionTier, SegmentType};
use actum::tree::{Folder, Submitted};

pub(super) fn tick(number: u64) -> Context {
    let at = Instant::from_milliseconds(1_800_000_000_000 + number).unwrap();
    let mut bytes = [0x80; 16];
    bytes[8..].copy_from_slice(&number.to_be_bytes());
    bytes[8] = 0x80;
    Context::new(at, Uuid::from_bytes(bytes), "agent")
}

pub(super) fn open(folder: &mut Folder) -> Uuid {
    let command = OpenEpisode {
        title: None,
        context_note: None,
        participants: Vec::new(),
        fingerprint_required: false,
        detection_thresholds: None,
    };
    let written = folder.submit(&command.into(), &tick(0)).unwrap();
    assert!(matches!(written, Submitted::Written(_)), "{written:?}");
    folder.tree().episodes().next().unwrap().episode_id
}

pub(super) fn segment(folder: &Folder, episode_id: Uuid, text: &str) -> Command {
    AppendSegment {
        episode_id,
        branch_id: None,
        segment_type: SegmentType::Conversation,
        sequence_index: None,
        content_hash: folder.content().keep(text.as_bytes()).unwrap(),
        content_ref: "elsewhere".to_owned(),
        retention_tier: RetentionTier::Persistent,
        supersedes: Vec::new(),
        signal_versions_read: Vec::new(),
        fingerprint: None,
    }
    .into()
}

fn journal(path: &Path) -> Vec<u8> {
    fs::read(path.join("transitions.jsonl")).unwrap()
}

#[test]
fn a_tree_read_again_is_the_same_and_grows_from_there() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::create(place.path()).unwrap();
    let episode = open(&mut folder);
    for number in 1..6 {
        let command = segment(&folder, episode, "text");
        folder.submit(&command, &tick(number)).unwrap();
    }
    let mut again = Folder::open(place.path()).unwrap();
    assert_eq!(again.tree().head(), folder.tree().head());
    let command = segment(&again, episode, "more");
    again.submit(&command, &tick(9)).unwrap();
    assert_ne!(again.tree().head(), folder.tree().head());
    let command = segment(&folder, episode, "and more");
    folder.submit(&command, &tick(10)).unwrap();
    assert_eq!(folder.tree().count(), 8, "the older handle read what the other wrote first");
}

#[test]
fn a_journal_cut_anywhere_keeps_every_whole_transition_and_takes_the_next() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::create(place.path()).unwrap();
    let episode = open(&mut folder);
    let command = segment(&folder, episode, "text");
    folder.submit(&command, &tick(1)).unwrap();
    let whole = journal(place.path());
    let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
    for cut in ends[0]..=whole.len() {
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("transitions.jsonl"), &whole[..cut]).unwrap();
        let mut folder = Folder::open(other.path()).unwrap();
        // A line that lacks nothing but its end is whole.
        let kept = ends.iter().skip(1).filter(|end| cut >= **end).count() as u64;
        assert_eq!(folder.tree().count(), kept, "cut at {cut}");
        match kept {
            0 => {
                open(&mut folder);
            }
            _ => {
                let command = segment(&folder, episode, "next");
                folder.submit(&command, &tick(7)).unwrap();
            }
        }
        assert_eq!(Folder::open(other.path()).unwrap().tree().count(), kept + 1);
    }
}

#[test]
fn a_changed_byte_is_named_by_its_line_and_nothing_is_written() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::create(place.path()).unwrap();
    let episode = open(&mut folder);
    for number in 1..4 {
        let command = segment(&folder, episode, "text");
        folder.submit(&command, &tick(number)).unwrap();
    }
    let whole = journal(place.path());
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for at in (second..whole.len()).step_by(41) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        fs::write(place.path().join("transitions.jsonl"), &changed).unwrap();
        match Folder::open(place.path()) {
            Err(error) => assert_eq!(error.kind(), ErrorKind::Input, "byte {at}: {error}"),
            // The end of the last line became part of an unfinished one.
            Ok(folder) => assert!(folder.torn().is_some(), "byte {at} of {}", whole.len()),
        }
        assert_eq!(journal(place.path()), changed);
    }
}

#[test]
fn several_writers_make_one_line() {
    let place = tempfile::tempdir().unwrap();
    let episode = open(&mut Folder::create(place.path()).unwrap());
    let path = place.path();
    thread::scope(|scope| {
        for writer in 1..=4 {
            scope.spawn(move || {
                let mut folder = Folder::open(path).unwrap();
                for number in 0..25 {
                    let command = segment(&folder, episode, "text");
                    let written = folder.submit(&command, &tick(writer * 1000 + number)).unwrap();
                    assert!(!matches!(written, Submitted::Standing(_)), "{written:?}");
                }
            });
        }
    });
    let folder = Folder::open(path).unwrap();
    let chain: Vec<_> =
        folder.tree().chain(&episode.to_string()).map(|record| record.delta_sequence).collect();
    assert_eq!(chain, (1..=chain.len() as u64).collect::<Vec<_>>());
    assert_eq!(folder.tree().count(), chain.len() as u64);
}
