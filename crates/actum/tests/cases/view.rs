//! A view of a ledger says what the reading of everything says, after every append.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use actum::Bundle;
use actum::tmpa::{Conclusion, InputBundle, Reconstruction, Source, read};
use actum::view::View;
use actum_ledger::{Artifact, Memory, append};
use actum_testkit::evidence::Artifact as Seen;
use actum_testkit::profile::Compact;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tempfile::TempDir;

#[path = "../../../tmpa/tests/cases/history.rs"]
mod history;

use history::{Deed, Event, artifacts, events};

/// The profile of the readings' own tests, with every registry; and the kit's, in one file.
fn profiles() -> [InputBundle; 2] {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tmpa/tests/profiles/full");
    let full = Bundle::open(&folder).unwrap().input(actum::reader()).unwrap();
    let home = TempDir::new().unwrap();
    let path = home.path().join("compact.json");
    let compact = Compact::new()
        .transition("created", "cancel", "cancelled", "PM")
        .transition("active", "cancel", "cancelled", "PM")
        .transition("review", "rework", "active", "QA");
    std::fs::write(&path, compact.to_bytes()).unwrap();
    [full, Bundle::open(&path).unwrap().input(actum::reader()).unwrap()]
}

fn keep(ledger: &mut Memory, seen: &Seen) {
    let artifact =
        Artifact { source_id: Some(&seen.id), media_type: "application/json", bytes: &seen.bytes, key: None };
    append(ledger, &[artifact]).unwrap();
}

fn whole(input: &InputBundle, sources: &[Seen]) -> Reconstruction {
    let source = |(position, seen): (usize, &Seen)| (position as u64, seen.clone());
    let sources: Vec<(u64, Seen)> = sources.iter().enumerate().map(source).collect();
    read(
        input,
        sources.iter().map(|(position, seen)| Source {
            id: &seen.id,
            media_type: "application/json",
            bytes: &seen.bytes,
            position: Some(*position),
        }),
    )
}

fn text(conclusion: Option<Conclusion>) -> String {
    conclusion.map_or_else(String::new, |told| String::from_utf8(told.to_bytes().to_vec()).unwrap())
}

/// How many appends were taken in without reading everything, of how many.
#[derive(Default)]
struct Tally {
    parts: Cell<usize>,
    all: Cell<usize>,
}

/// Appends one source after the other and compares all work items each time.
fn follow(input: &InputBundle, sources: &[Seen], tally: &Tally) -> Result<(), TestCaseError> {
    let home = TempDir::new().unwrap();
    let index = home.path().join("index.sqlite");
    let mut ledger = Memory::default();
    for (number, seen) in sources.iter().enumerate() {
        let preview = {
            let mut view = View::over(&ledger, &index, input.clone()).unwrap();
            view.with(&[&seen.bytes]).unwrap()
        };
        keep(&mut ledger, seen);
        let read = whole(input, &sources[..=number]);
        let mut view = View::over(&ledger, &index, input.clone()).unwrap();
        tally.all.set(tally.all.get() + 1);
        tally.parts.set(tally.parts.get() + usize::from(!view.cost().whole));
        prop_assert_eq!(view.differs().unwrap(), None, "after {}", number);
        let listed = view.works(None, 100).unwrap();
        let expected: Vec<(&str, Option<&str>, usize)> =
            read.works().map(|work| (work.id, work.state, work.open.len())).collect();
        let told: Vec<(&str, Option<&str>, usize)> =
            listed.iter().map(|row| (row.id.as_str(), row.state.as_deref(), row.open as usize)).collect();
        prop_assert_eq!(told, expected, "after {}", number);
        for work in read.works() {
            let told = view.work(work.id).unwrap();
            prop_assert_eq!(text(told), text(read.conclusion(work.id)), "{} after {}", work.id, number);
        }
        for conclusion in preview.works {
            // The source has another id there, and nothing else.
            let same = read.conclusion(&conclusion.id).unwrap();
            prop_assert_eq!((conclusion.state, conclusion.judgment), (same.state, same.judgment));
        }
    }
    Ok(())
}

fn effort() -> u32 {
    std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse().unwrap())
}

#[test]
fn after_every_append_a_view_says_what_the_whole_reading_says() {
    let profiles = profiles();
    let tally = Tally::default();
    let config = ProptestConfig {
        cases: 24 * effort(),
        failure_persistence: None,
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    };
    let mut runner = if effort() == 1 {
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    } else {
        TestRunner::new(config)
    };
    let strategy = (events(24), 0..profiles.len());
    let outcome = runner.run(&strategy, |(events, profile): (Vec<Event>, usize)| {
        follow(&profiles[profile], &artifacts(&events), &tally)
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let (parts, all) = (tally.parts.get(), tally.all.get());
    assert!(parts * 2 > all, "only {parts} of {all} appends were taken in by parts");
}

fn ordinary(count: usize) -> Vec<Seen> {
    let event = |number: usize| Event {
        work: (number % 4) as u8,
        deed: Deed::Next,
        late: 0,
        cross: None,
        skip: 0,
        who: 4,
    };
    artifacts(&(0..count).map(event).collect::<Vec<_>>())
}

/// What a view says about one work item, and whether it read everything for it.
fn ask(ledger: &Memory, index: &Path, input: &InputBundle) -> (String, bool) {
    let mut view = View::over(ledger, index, input.clone()).unwrap();
    let whole = view.cost().whole;
    (text(view.work("W1").unwrap()), whole)
}

#[test]
fn an_index_that_is_gone_or_foreign_or_behind_changes_no_answer() {
    let [input, _] = profiles();
    let sources = ordinary(24);
    let home = TempDir::new().unwrap();
    let index = home.path().join("index.sqlite");
    let mut ledger = Memory::default();
    sources[..12].iter().for_each(|seen| keep(&mut ledger, seen));
    let half = text(whole(&input, &sources[..12]).conclusion("W1"));
    let full = text(whole(&input, &sources).conclusion("W1"));
    assert_eq!(ask(&ledger, &index, &input), (half.clone(), true));
    assert_eq!(ask(&ledger, &index, &input), (half.clone(), false));
    let kept = home.path().join("kept.sqlite");
    std::fs::copy(&index, &kept).unwrap();

    let mut longer = Memory::default();
    sources.iter().for_each(|seen| keep(&mut longer, seen));
    // Behind the ledger: only what was appended is taken in.
    assert_eq!(ask(&longer, &index, &input), (full.clone(), false));
    // Ahead of the ledger, and then of another one.
    assert_eq!(ask(&ledger, &index, &input).0, half);
    let mut other = Memory::default();
    sources[1..13].iter().for_each(|seen| keep(&mut other, seen));
    let told = text(whole(&input, &sources[1..13]).conclusion("W1"));
    assert_eq!(ask(&other, &kept, &input).0, told);
    // Gone, and no database at all.
    std::fs::remove_file(&index).unwrap();
    assert_eq!(ask(&longer, &index, &input).0, full);
    std::fs::write(home.path().join("junk.sqlite"), b"junk").unwrap();
    assert_eq!(ask(&longer, &home.path().join("junk.sqlite"), &input).0, full);
}

#[test]
fn a_preview_tells_what_would_be_said_and_changes_nothing() {
    let [input, _] = profiles();
    let sources = ordinary(24);
    let home = TempDir::new().unwrap();
    let index = home.path().join("index.sqlite");
    let mut ledger = Memory::default();
    sources[..20].iter().for_each(|seen| keep(&mut ledger, seen));
    let mut view = View::over(&ledger, &index, input.clone()).unwrap();
    let before = text(view.work("W0").unwrap());
    // The approval of the first work item.
    let preview = view.with(&[&sources[20].bytes]).unwrap();
    assert!(!view.cost().whole);
    let said = &preview.objects[0];
    assert_eq!((said.id.as_str(), said.judgment.map(|judgment| judgment.as_str())), ("o20", Some("valid")));
    assert_eq!(preview.works[0].state.as_deref(), Some("done"));
    assert_eq!(preview.others, [""; 0]);
    // The approval of the second one comes too early: its stream has a gap before it.
    let early = view.with(&[&sources[21].bytes]).unwrap();
    assert_eq!(early.objects[0].judgment.map(|judgment| judgment.as_str()), Some("undetermined"));
    assert!(early.objects[0].findings.iter().any(|finding| finding.code == "STREAM_GAP"));
    assert_eq!(text(view.work("W0").unwrap()), before);
    assert_eq!(view.last("s-carol").unwrap(), 4);
    assert_eq!(view.object("o3").unwrap().as_deref(), Some(sources[3].bytes.as_slice()));
    assert_eq!(view.object("o21").unwrap(), None);
    assert_eq!(view.of_kind("REVIEW").unwrap(), ["o16", "o17", "o18", "o19"]);
}
