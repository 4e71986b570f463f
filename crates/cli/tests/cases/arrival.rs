//! Imports that fail, are killed, or come to a place that is taken.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::ledger::kept;
use crate::support::{Place, command};

/// What lies in the place, hidden names too, by name.
fn listed(place: &Place) -> Vec<String> {
    let names = fs::read_dir(place.path("")).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_import_that_fails_leaves_nothing() {
    let place = kept();
    place.run("export -o whole");
    let text = fs::read_to_string(place.path("whole")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    place.write("cut", lines[..lines.len() - 1].concat().as_bytes());
    let before = listed(&place);
    for into in ["copy", "deep/er/copy", "single.sqlite", "copy/.actum"] {
        let outcome = place.run(&format!("import cut --ledger {into}"));
        assert_eq!(outcome.exit, Some(3), "{into}: {outcome}");
        assert_eq!(listed(&place), before, "{into}");
    }
    fs::create_dir(place.path("there")).unwrap();
    place.write("there/notes", b"mine");
    assert_eq!(place.run("import cut --ledger there").exit, Some(3));
    assert_eq!(fs::read_dir(place.path("there")).unwrap().count(), 1);
    for into in ["copy", "deep/er/copy", "single.sqlite", "there"] {
        let outcome = place.run(&format!("import whole --ledger {into}"));
        assert_eq!(outcome.exit, Some(0), "{into}: {outcome}");
        assert_eq!(place.run(&format!("fsck --ledger {into}")).exit, Some(0), "{into}");
        assert_eq!(place.run(&format!("read --ledger {into}")).exit, Some(0), "{into}");
    }
    assert_eq!(fs::read(place.path("there/notes")).unwrap(), b"mine");
    let hidden: Vec<_> =
        listed(&place).into_iter().filter(|name| name.starts_with(".actum-import")).collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}

#[test]
fn an_import_that_is_killed_does_not_stand_in_the_way_of_the_next() {
    let place = Place::new();
    place.run("init --profile profile");
    let lines: String = (0..4000).map(|number| format!("{{\"number\":{number}}}\n")).collect();
    place.write("evidence/lines.jsonl", lines.as_bytes());
    place.run("append evidence");
    place.run("export -o whole");
    for wait in [0, 3, 9, 20, 40, 80, 160] {
        let mut child = command(&place.path(""))
            .args(["import", "whole", "--ledger", "copy"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        if place.path("copy").exists() {
            // Then all of it is there.
            assert_eq!(place.run("fsck --ledger copy").exit, Some(0));
            assert!(place.run("log --ledger copy").stdout.lines().count() == 4000);
        }
    }
    let outcome = place.run("import whole --ledger copy");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert_eq!(place.run("log --ledger copy").stdout.lines().count(), 4000);
}

#[test]
fn a_ledger_that_is_there_stays_as_it_is_where_an_import_fails() {
    let place = kept();
    place.run("export -o whole");
    let text = fs::read_to_string(place.path("whole")).unwrap();
    place.write("cut", &text.as_bytes()[..text.len() - 40]);
    let before = place.run("log").stdout;
    assert_eq!(place.run("import cut --ledger .actum").exit, Some(3));
    assert_eq!(place.run("log").stdout, before);
    assert_eq!(place.run("fsck").exit, Some(0));
}

#[test]
fn a_profile_that_no_reading_could_use_neither_leaves_nor_arrives() {
    let place = kept();
    place.run("export -o whole");
    let text = fs::read_to_string(place.path("whole")).unwrap();
    assert!(text.contains("\"types.json\""));
    place.write("renamed", text.replace("\"types.json\"", "\"typos.json\"").as_bytes());
    let verified = place.run("verify renamed");
    assert_eq!(verified.exit, Some(1), "{verified}");
    assert!(verified.stdout.contains("its profile cannot be used"), "{verified}");
    let imported = place.run("import renamed --ledger copy");
    assert_eq!(imported.exit, Some(3), "{imported}");
    assert!(
        imported.stderr.contains("its profile cannot be used") && !place.path("copy").exists(),
        "{imported}"
    );
    fs::rename(place.path(".actum/profile/types.json"), place.path(".actum/profile/typos.json")).unwrap();
    let exported = place.run("export -o other");
    assert_eq!(exported.exit, Some(3), "{exported}");
    assert!(!place.path("other").exists());
}

#[test]
fn a_database_that_was_cut_tells_up_to_where_it_holds() {
    let place = Place::new();
    place.run("init --profile profile");
    let lines: String = (0..2000).map(|number| format!("{{\"number\":{number}}}\n")).collect();
    place.write("evidence/lines.jsonl", lines.as_bytes());
    place.run("append evidence");
    let database = place.path(".actum/ledger.sqlite");
    let whole = fs::read(&database).unwrap();
    for (length, some) in [(whole.len() / 2, true), (whole.len() / 4 * 3, true), (8192, false), (100, false)]
    {
        fs::write(&database, &whole[..length]).unwrap();
        let outcome = place.run("fsck");
        assert_eq!(outcome.exit, Some(1), "{length}: {outcome}");
        assert!(outcome.stdout.contains("ledger broken:"), "{outcome}");
        assert_eq!(
            outcome.stdout.contains("can be read and hold in themselves, 0 to"),
            some,
            "{length}: {outcome}"
        );
        let json = place.run("fsck --format json");
        assert_eq!(json.exit, Some(1), "{json}");
        assert!(json.stdout.starts_with("{\"damage\":") && json.stdout.contains("\"holds\":false"), "{json}");
        assert_eq!(fs::read(&database).unwrap().len(), length, "nothing is mended");
    }
    fs::write(&database, b"").unwrap();
    fs::write(place.path(".actum/index.sqlite"), b"").unwrap();
    let emptied = place.run("fsck");
    assert_eq!(emptied.exit, Some(1), "{emptied}");
    assert!(emptied.stdout.contains("no entry can be read"), "{emptied}");
}
