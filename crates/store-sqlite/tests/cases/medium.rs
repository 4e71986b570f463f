//! Media that are full, or cannot be written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use actum_ledger::{Read, append};
use actum_store_sqlite::{FailureKind, Sqlite};

use crate::support::child::Task;
use crate::support::{artifact, holds, whole};

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged_and_takes_more_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let mount = folder.path().join("small");
    fs::create_dir(&mount).unwrap();
    let path = mount.join("l");
    // The small medium is seen by that process alone, and gone with it.
    let shell = format!(
        "set -- unshare -m sh -c 'mount -t tmpfs -o size=6m small {} && exec \"$@\"' sh \"$@\";",
        mount.display()
    );
    let mut task = Task::new(&path, "f", "full", 500);
    task.shell = &shell;
    let said = task.start().said(usize::MAX);
    if said.words.is_empty() && !said.done {
        eprintln!("skipped: no medium can be mounted here");
        return;
    }
    assert!(said.done, "{said:?}");
    assert!(said.words[0].starts_with("Full no room is left"), "{said:?}");
    let refused: usize = said.words[1].parse().unwrap();
    assert!(refused >= 5 && said.receipts.len() == 500 - refused, "{refused}");
    // Some before the room ran out, and some after there was room again.
    assert!(refused < 10, "{refused}");
}

#[test]
fn where_files_may_not_grow_nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    for limit in [20, 40, 80, 120] {
        let path = folder.path().join(format!("l{limit}"));
        let shell = format!("trap '' XFSZ; ulimit -f {limit};");
        let mut task = Task::new(&path, "f", "batches", 60);
        task.shell = &shell;
        let said = task.start().said(usize::MAX);
        assert!(!said.done);
        let more = Task::new(&path, "g", "batches", 3).run();
        let ledger = whole(&path);
        assert!(said.receipts.iter().chain(&more.receipts).all(|receipt| holds(&ledger, receipt)));
    }
}

/// Lets a folder and what is in it be read by everybody and written by nobody.
fn shut(folder: &Path) {
    for file in fs::read_dir(folder).unwrap() {
        fs::set_permissions(file.unwrap().path(), fs::Permissions::from_mode(0o444)).unwrap();
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
}

fn open_again(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

fn told(path: &Path, act: &str) -> String {
    let mut task = Task::new(path, "n", act, 0);
    task.nobody = true;
    task.run().words.concat()
}

#[test]
fn a_ledger_that_nobody_can_write_is_read_and_not_appended_to() {
    let outer = tempfile::tempdir().unwrap();
    open_again(outer.path());
    let folder = outer.path().join("f");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("a ledger?100%#");
    let mut store = Sqlite::create(&path).unwrap();
    append(&mut store, &[artifact(b"a", None), artifact(b"b", None)]).unwrap();
    drop(store);
    shut(&folder);
    assert_eq!(told(&path, "read"), "2");
    assert_eq!(told(&path, "open"), format!("`{}` cannot be written", path.display()));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    // A file that cannot be written, in a folder that can.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(told(&path, "read"), "2");
    assert!(told(&path, "open").contains("cannot be written"));
    // A file that can, in a folder that cannot. What the reader before could not take away is gone.
    for end in ["-wal", "-shm"] {
        let _ = fs::remove_file(folder.join(format!("a ledger?100%#{end}")));
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    assert_eq!(told(&path, "read"), "2");
    assert!(told(&path, "open").contains("cannot be written"));
    open_again(&folder);
}

#[test]
fn what_was_begun_and_not_undone_is_not_read_where_nobody_can_undo_it() {
    let outer = tempfile::tempdir().unwrap();
    open_again(outer.path());
    let folder = outer.path().join("f");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("l");
    drop(Sqlite::create(&path).unwrap());
    fs::write(folder.join("l-journal"), b"the pages as they were").unwrap();
    shut(&folder);
    assert!(told(&path, "read").contains("can only be undone where it can be written"));
    open_again(&folder);
}

#[test]
fn what_a_killed_process_left_in_the_log_is_read_where_nobody_can_write() {
    let outer = tempfile::tempdir().unwrap();
    open_again(outer.path());
    for kept in [["", "-wal", "-shm"].as_slice(), &["", "-wal"], &[""]] {
        let [from, folder] = ["from", "to"].map(|name| outer.path().join(format!("{name}{}", kept.len())));
        fs::create_dir(&from).unwrap();
        fs::create_dir(&folder).unwrap();
        let said = Task::new(&from.join("l"), "k", "batches", 100).start().said(7);
        for end in kept {
            fs::copy(from.join(format!("l{end}")), folder.join(format!("l{end}"))).unwrap();
        }
        let size = whole(&from.join("l")).head().unwrap().size;
        assert!(size >= said.receipts.len() as u64);
        let path = folder.join("l");
        shut(&folder);
        if kept.len() > 1 {
            assert_eq!(told(&path, "read"), size.to_string(), "{kept:?}");
        } else {
            // What was copied is a ledger without what stood in the log, which was all of it.
            assert!(told(&path, "read").contains("its making was cut short"));
        }
        open_again(&folder);
    }
}

#[test]
fn a_file_copied_without_its_log_is_the_ledger_as_far_as_it_was_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l");
    let first = Task::new(&path, "a", "batches", 9).run();
    // This one dies with the log not taken in.
    let second = Task::new(&path, "b", "batches", 100).start().said(5);
    let copy = folder.path().join("copy");
    fs::copy(&path, &copy).unwrap();
    let ledger = whole(&copy);
    assert_eq!(ledger.head().unwrap().size, first.receipts.len() as u64);
    assert!(first.receipts.iter().all(|receipt| holds(&ledger, receipt)));
    assert!(second.receipts.iter().all(|receipt| !holds(&ledger, receipt)));
    let mut store = Sqlite::open(&copy).unwrap();
    append(&mut store, &[artifact(b"c", None)]).unwrap();
}

#[test]
fn nothing_is_made_where_no_ledger_is() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("none");
    assert_eq!(Sqlite::open(&absent).unwrap_err().kind(), FailureKind::Absent);
    assert_eq!(Sqlite::open_to_read(&absent).unwrap_err().kind(), FailureKind::Absent);
    assert_eq!(Sqlite::create(&absent.join("deeper")).unwrap_err().kind(), FailureKind::Absent);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(Sqlite::open(folder.path()).unwrap_err().kind(), FailureKind::NotSqlite);
    for content in
        [b"some text that is no database, and longer than a header, so that it could be one".as_slice(), b""]
    {
        let path = folder.path().join("other");
        fs::write(&path, content).unwrap();
        let kind = if content.is_empty() { FailureKind::Unfinished } else { FailureKind::NotSqlite };
        assert_eq!(Sqlite::open(&path).unwrap_err().kind(), kind);
        assert_eq!(Sqlite::open_to_read(&path).unwrap_err().kind(), kind);
        if !content.is_empty() {
            assert_eq!(Sqlite::create(&path).unwrap_err().kind(), kind);
        }
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    assert!(Sqlite::create(&folder.path().join("other")).unwrap().is_new());
}

#[test]
fn a_ledger_of_a_newer_program_and_another_applications_file_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for (version, application, kind) in [
        (9, 0x4163_746D, FailureKind::Newer(9)),
        (1, 7, FailureKind::Foreign("it belongs to another application")),
    ] {
        let path = folder.path().join(format!("l{version}"));
        drop(Sqlite::create(&path).unwrap());
        let change = rusqlite::Connection::open(&path).unwrap();
        change.pragma_update(None, "user_version", version).unwrap();
        change.pragma_update(None, "application_id", application).unwrap();
        drop(change);
        let before = fs::read(&path).unwrap();
        for open in [Sqlite::open, Sqlite::open_to_read, Sqlite::create] {
            assert_eq!(open(&path).unwrap_err().kind(), kind);
        }
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
    }
}
