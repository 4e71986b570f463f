//! A reading depends on the sources and the profile alone.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use actum::evidence;
use actum::{Bundle, Evidence, Options};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

/// Lines that are no objects, so that each becomes an issue with its own source id.
fn lines(count: usize) -> String {
    (0..count)
        .map(|number| format!("{{\"number\":{number},\"filler\":\"{}\"}}\n", "x".repeat(100 * (number % 97))))
        .collect()
}

fn canonical(folder: &Path, profile: &Path, threads: usize) -> (Vec<u8>, usize) {
    let bundle = Bundle::open(profile).unwrap();
    let input = bundle.input(actum::reader()).unwrap();
    let found = Evidence::gather(&[folder], evidence::Options::default()).unwrap();
    let most = AtomicUsize::new(0);
    let progress = |examined| {
        most.fetch_max(examined, Ordering::Relaxed);
    };
    let options = Options { threads: NonZeroUsize::new(threads), progress: Some(&progress) };
    let view = actum::read(&input, &found, options).unwrap();
    let mut bytes = Vec::new();
    actum::write_canonical_on(&view, &mut bytes, options.threads).unwrap();
    (bytes, most.into_inner())
}

#[test]
fn the_number_of_threads_does_not_show_in_the_result() {
    let home = tempfile::tempdir().unwrap();
    let (folder, profile) = (home.path().join("evidence"), home.path().join("profile"));
    actum::write_starter(&profile).unwrap();
    fs::create_dir_all(folder.join("small")).unwrap();
    for number in 0..150 {
        fs::write(folder.join(format!("small/{number}.json")), format!("[{number}]")).unwrap();
    }
    // Large enough to be shared between threads.
    let large = lines(1_500);
    assert!(large.len() > 4 * 1024 * 1024);
    fs::write(folder.join("large.jsonl"), &large).unwrap();
    fs::write(folder.join("medium.ndjson"), lines(500)).unwrap();
    let (first, examined) = canonical(&folder, &profile, 1);
    assert!(examined >= 1024 && examined % 1024 == 0);
    for threads in [2, 3, 8] {
        assert!(canonical(&folder, &profile, threads).0 == first, "{threads} threads");
    }
    let text = String::from_utf8(first).unwrap();
    for id in ["large.jsonl#1", "large.jsonl#1500", "medium.ndjson#500", "small/149.json"] {
        assert!(text.contains(&format!("\"{id}\"")), "{id}");
    }
    assert!(!text.contains("large.jsonl#1501"));
}

/// More objects, work items and neighbours in streams than are written in one piece.
#[test]
fn what_is_written_in_pieces_is_whole_and_the_same_on_every_number_of_threads() {
    const COUNT: usize = 2_500;
    let home = tempfile::tempdir().unwrap();
    let (folder, profile) = (home.path().join("evidence"), home.path().join("profile"));
    actum::write_starter(&profile).unwrap();
    fs::create_dir(&folder).unwrap();
    let mut text = String::new();
    for number in 0..COUNT {
        let id = format!("task-{number}");
        let task = Draft::new(&id)
            .work(&format!("work-{number}"), &id)
            .stream(&format!("stream-{}", number / 10), number as u64 % 10 + 1)
            .body(json!({ "title": "t" }));
        let task = if number > 0 { task.refer("depends_on", &format!("task-{}", number - 1)) } else { task };
        text.push_str(&format!("{}\n", task.to_value()));
    }
    fs::write(folder.join("tasks.jsonl"), text).unwrap();
    let (first, _) = canonical(&folder, &profile, 1);
    for threads in [2, 3, 8] {
        assert!(canonical(&folder, &profile, threads).0 == first, "{threads} threads");
    }
    let whole: Value = serde_json::from_slice(&first).unwrap();
    let count = |pointer| whole.pointer(pointer).and_then(Value::as_array).unwrap().len();
    assert_eq!((count("/nodes"), count("/extensions/work")), (COUNT, COUNT));
    // References to the one before, and neighbours in streams of ten.
    assert_eq!(count("/edges"), COUNT - 1 + COUNT / 10 * 9);
}

#[test]
fn a_file_that_goes_away_after_it_was_found_is_an_error_and_no_smaller_set() {
    let home = tempfile::tempdir().unwrap();
    let (folder, profile) = (home.path().join("evidence"), home.path().join("profile"));
    actum::write_starter(&profile).unwrap();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.json"), "{}").unwrap();
    fs::write(folder.join("b.jsonl"), "{}\n").unwrap();
    let input = Bundle::open(&profile).unwrap().input(actum::reader()).unwrap();
    let found = Evidence::gather(&[&folder], evidence::Options::default()).unwrap();
    fs::remove_file(folder.join("b.jsonl")).unwrap();
    let error = actum::read(&input, &found, Options::default()).unwrap_err();
    assert_eq!(error.kind(), actum::ErrorKind::Storage);
}
