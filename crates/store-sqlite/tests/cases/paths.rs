//! One file by several names, and names that come to mean another file.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

use actum_ledger::{Append, Read, append, plan};
use actum_store_sqlite::{FailureKind, Sqlite};

use crate::support::{all, artifact, failure, quick, whole};

#[test]
fn a_link_to_the_file_or_to_its_folder_is_the_same_ledger() {
    let folder = quick();
    let real = folder.path().join("real");
    fs::create_dir(&real).unwrap();
    fs::create_dir(real.join("inner")).unwrap();
    drop(Sqlite::create(&real.join("l")).unwrap());
    symlink(&real, folder.path().join("link")).unwrap();
    symlink(real.join("l"), folder.path().join("file")).unwrap();
    let names = ["real/l", "link/l", "file", "real/inner/../l"];
    let mut stores: Vec<Sqlite> =
        names.iter().map(|name| Sqlite::open(&folder.path().join(name)).unwrap()).collect();
    for number in 0..12_u8 {
        append(&mut stores[usize::from(number) % 4], &[artifact(&[number], None)]).unwrap();
    }
    let heads: Vec<_> = stores.iter().map(|store| store.head().unwrap()).collect();
    assert!(heads.iter().all(|head| *head == heads[0] && head.size == 12));
    drop(stores);
    assert_eq!(all(&whole(&real.join("l")), 0).unwrap().len(), 12);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn a_second_name_of_the_file_itself_is_refused_for_appending() {
    let folder = quick();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let mut store = Sqlite::create(&one).unwrap();
    fs::hard_link(&one, &two).unwrap();
    assert_eq!(Sqlite::open(&two).unwrap_err().kind(), FailureKind::Linked);
    assert_eq!(Sqlite::create(&two).unwrap_err().kind(), FailureKind::Linked);
    let planned = plan(&store.frontier().unwrap(), [artifact(b"a", None)]).unwrap();
    assert_eq!(failure(store.append(&planned).unwrap_err()), FailureKind::Linked);
    fs::remove_file(&two).unwrap();
    store.append(&planned).unwrap();
    assert_eq!(store.head().unwrap().size, 1);
}

#[test]
fn a_file_that_was_moved_away_or_replaced_takes_nothing_more() {
    let folder = quick();
    let path = folder.path().join("l");
    let mut store = Sqlite::create(&path).unwrap();
    let planned = plan(&store.frontier().unwrap(), [artifact(b"a", None)]).unwrap();
    fs::rename(&path, folder.path().join("old")).unwrap();
    assert_eq!(failure(store.append(&planned).unwrap_err()), FailureKind::Absent);
    fs::write(&path, b"another file").unwrap();
    assert_eq!(failure(store.append(&planned).unwrap_err()), FailureKind::Moved);
    fs::rename(folder.path().join("old"), &path).unwrap();
    store.append(&planned).unwrap();
}

/// Nothing that is kept depends on a moment: the same appends are the same bytes, whenever they were made.
#[test]
fn no_clock_is_read() {
    let folder = quick();
    let made = |name: &str, moment: Option<SystemTime>| {
        let path = folder.path().join(name);
        for number in 0..3_u8 {
            let mut store = Sqlite::create(&path).unwrap();
            append(&mut store, &[artifact(&[number], Some(&number.to_string()))]).unwrap();
            drop(store);
            if let Some(moment) = moment {
                fs::File::options().write(true).open(&path).unwrap().set_modified(moment).unwrap();
            }
        }
        fs::read(&path).unwrap()
    };
    let ten_years = Duration::from_secs(10 * 365 * 24 * 3600);
    let now = made("now", None);
    assert!(now == made("past", Some(SystemTime::now() - ten_years)));
    assert!(now == made("future", Some(SystemTime::now() + ten_years)));
}
