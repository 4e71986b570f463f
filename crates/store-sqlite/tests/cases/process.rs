//! Processes that append side by side, and that are killed at any moment.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use actum_ledger::{Entry, Memory, Read, Receipt};
use actum_store_sqlite::Sqlite;

use crate::support::child::{Said, Task};
use crate::support::{all, effort, holds, quick, whole};

/// Holds what processes were told against what the ledger has: no acknowledgement is lost, no batch is torn.
fn check(path: &Path, receipts: &[Receipt]) -> Memory {
    let ledger = whole(path);
    for receipt in receipts {
        assert!(holds(&ledger, receipt), "{receipt:?}");
    }
    let names: BTreeSet<String> =
        all(&ledger, 0).unwrap().iter().map(|entry| entry.source_id().to_owned()).collect();
    for name in &names {
        let (batch, _) = name.rsplit_once('/').unwrap();
        let number: usize = batch.rsplit_once('/').unwrap().1.parse().unwrap();
        assert!((0..=number % 3).all(|part| names.contains(&format!("{batch}/{part}"))), "{name}");
    }
    ledger
}

#[test]
fn eight_processes_append_to_one_ledger_and_none_loses_or_forks_anything() {
    let folder = quick();
    let path = folder.path().join("l");
    drop(Sqlite::create(&path).unwrap());
    let watch = Task::new(&path, "w", "watch", 8000).start();
    let running: Vec<_> =
        (0..8).map(|n| Task::new(&path, &format!("p{n}"), "batches", 500).start()).collect();
    let said: Vec<Said> = running.into_iter().map(|running| running.said(usize::MAX)).collect();
    assert!(said.iter().all(|said| said.done && said.receipts.len() == 999));
    let receipts: Vec<Receipt> = said.into_iter().flat_map(|said| said.receipts).collect();
    let ledger = check(&path, &receipts);
    assert_eq!(ledger.head().unwrap().size, 8 * 999);
    drop(watch.said(0));
}

#[test]
fn eight_processes_continue_one_stream_and_each_number_is_given_once() {
    let folder = quick();
    let path = folder.path().join("l");
    drop(Sqlite::create(&path).unwrap());
    let watch = Task::new(&path, "w", "watch", 4000).start();
    let running: Vec<_> = (0..8).map(|n| Task::new(&path, &format!("p{n}"), "stream", 500).start()).collect();
    let said: Vec<Said> = running.into_iter().map(|running| running.said(usize::MAX)).collect();
    assert!(said.iter().all(|said| said.done && said.receipts.len() == 500));
    let ledger = whole(&path);
    assert!(said.iter().flat_map(|said| &said.receipts).all(|receipt| holds(&ledger, receipt)));
    for (place, entry) in all(&ledger, 0).unwrap().iter().enumerate() {
        assert!(entry.bytes().starts_with(format!("{} p", place + 1).as_bytes()));
    }
    assert_eq!(ledger.head().unwrap().size, 4000);
    assert!(watch.said(usize::MAX).done, "the reader saw a ledger that was never there");
}

#[test]
fn a_process_killed_at_random_loses_nothing_that_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l");
    let mut receipts = Vec::new();
    let mut random = 7_u64;
    for round in 0..10 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = Task::new(&path, &format!("o{round}"), "batches", 1000).start();
        let said = Task::new(&path, &format!("r{round}"), "batches", 1000)
            .start()
            .said((random >> 33) as usize % 40);
        receipts.extend(said.receipts);
        receipts.extend(other.said(3).receipts);
        check(&path, &receipts);
    }
    assert!(receipts.len() > 50);
}

/// The system kills a process that writes beyond a limit, in the middle of its write: at every half kibibyte that a file
/// of the ledger grows by, from its first one on.
#[test]
fn a_process_killed_at_any_growth_of_a_file_leaves_a_whole_ledger() {
    let mut reached = 0;
    for limit in (1..=400).step_by(5) {
        let folder = quick();
        let path = folder.path().join("l");
        let shell = format!("ulimit -f {limit};");
        let mut task = Task::new(&path, "a", "batches", 12);
        task.shell = &shell;
        let first = task.start().said(usize::MAX);
        let second = Task::new(&path, "b", "batches", 3).run();
        let receipts = [first.receipts, second.receipts].concat();
        reached += usize::from(!first.done && receipts.len() > 6);
        check(&path, &receipts);
    }
    assert!(reached > 10, "the limit kills while something is acknowledged");
}

/// Kills a process at its n-th call of those that change files, for every n.
#[test]
fn a_process_killed_at_any_call_to_the_system_leaves_a_whole_ledger() {
    const CALLS: &str = "pwrite64,write,fdatasync,fsync,ftruncate,unlink,openat,rename,fcntl,mmap,close";
    let folder = quick();
    let traced = std::process::Command::new("strace")
        .args(["-o", "/dev/null", "-e", "trace=none", "true"])
        .stderr(std::process::Stdio::null())
        .status();
    if !traced.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no `strace` that may trace a process");
        return;
    }
    let mut killed = 0;
    for number in (1..).step_by(3_usize.div_ceil(effort())) {
        let place = folder.path().join(number.to_string());
        fs::create_dir(&place).unwrap();
        let path = place.join("l");
        // Counted are calls on files in this folder.
        let shell = format!(
            "set -- strace -f -o /dev/null -P {0}/l -P {0}/l-wal -P {0}/l-shm -P {0}/l-journal -P {0} \
             -e trace={CALLS} -e inject={CALLS}:signal=KILL:when={number} \"$@\";",
            place.display()
        );
        let mut task = Task::new(&path, "a", "batches", 5);
        task.shell = &shell;
        let first = task.start().said(usize::MAX);
        let second = Task::new(&path, "b", "batches", 2).run();
        killed += usize::from(!first.done);
        check(&path, &[&first.receipts[..], &second.receipts].concat());
        if first.done {
            break;
        }
    }
    assert!(killed > 20, "{killed} kills");
}

/// As a loss of power leaves it that keeps what was written in order: the log cut at any place.
#[test]
fn a_log_cut_at_any_place_is_a_beginning_of_the_ledger() {
    let folder = quick();
    let path = folder.path().join("l");
    let said = Task::new(&path, "a", "batches", 10_000).start().said(12);
    let (file, log) = (fs::read(&path).unwrap(), fs::read(beside(&path, "-wal")).unwrap());
    let before = all(&whole(&path), 0).unwrap();
    let mut sizes = BTreeSet::new();
    for length in (0..=log.len()).step_by(log.len() / 256 + 1) {
        let cut = folder.path().join("cut");
        fs::write(&cut, &file).unwrap();
        fs::write(beside(&cut, "-wal"), &log[..length]).unwrap();
        // Before the first page of it there is no ledger yet.
        if let Ok(store) = Sqlite::open_to_read(&cut) {
            let entries: Vec<Entry> = all(&store, 0).unwrap();
            assert!(before.starts_with(&entries));
            sizes.insert(entries.len());
            drop(store);
            assert!(whole(&cut).head().unwrap().size >= entries.len() as u64);
        }
        for name in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(beside(&cut, name));
        }
    }
    assert!(sizes.len() > 5 && said.receipts.len() >= 12);
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
