//! The file beneath deals and trees: what survives which accident.

use std::fs;

use actum::ErrorKind;
use actum::journal::{Journal, Kind, Place, Spot, Torn};
use actum::ledger::{Artifact, Ledger};

const KIND: Kind = Kind { name: "test", media_type: "application/vnd.actum.test+json", command: "make one" };

fn lines(journal: &mut Journal) -> (Vec<String>, Option<Torn>) {
    let mut seen = Vec::new();
    let torn = journal.read(|line| {
        let Spot::Line(_, number) = line.spot else { panic!("{}", line.spot) };
        seen.push(format!("{number} {}", str::from_utf8(line.bytes).unwrap()));
        Ok(())
    });
    (seen, torn.unwrap())
}

#[test]
fn what_one_handle_appends_another_reads_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut writer = Journal::create(&path, KIND).unwrap();
    let mut reader = Journal::open_to_read(&path, KIND).unwrap();
    assert_eq!(lines(&mut reader), (vec![], None));
    writer.hold(|_| Ok(())).unwrap().append(b"[1]").unwrap();
    assert_eq!(lines(&mut reader), (vec!["2 [1]".to_owned()], None));
    assert_eq!(lines(&mut reader), (vec![], None));
    assert_eq!(Journal::create(&path, KIND).unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(reader.hold(|_| Ok(())).unwrap().append(b"[2]").unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn every_truncation_keeps_the_whole_lines_and_sets_the_rest_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut journal = Journal::create(&path, KIND).unwrap();
    let header = fs::metadata(&path).unwrap().len() as usize;
    for line in [r#"{"first":1}"#, r#"{"second":2}"#] {
        journal.hold(|_| Ok(())).unwrap().append(line.as_bytes()).unwrap();
    }
    let whole = fs::read(&path).unwrap();
    for cut in 0..=whole.len() {
        let path = folder.path().join(format!("cut-{cut}"));
        fs::write(&path, &whole[..cut]).unwrap();
        // A line that lacks nothing but its end is a line.
        let unended = cut >= header && whole.get(cut) == Some(&b'\n');
        let kept = match whole[..cut].iter().rposition(|byte| *byte == b'\n') {
            _ if unended => cut + 1,
            last => last.map_or(0, |at| at + 1),
        };
        let mut journal = Journal::open(&path, KIND).unwrap();
        let mut count = 0;
        let held = journal
            .hold(|_| {
                count += 1;
                Ok(())
            })
            .unwrap();
        let torn = held.torn().cloned();
        held.append(b"{}").unwrap();
        assert_eq!(count, whole[header..kept.max(header)].iter().filter(|byte| **byte == b'\n').count());
        assert_eq!(fs::read(&path).unwrap(), [&whole[..kept.max(header)], b"{}\n"].concat());
        match torn {
            None => assert!(kept == cut || cut < header || unended),
            Some(torn) => assert_eq!(fs::read(torn.kept.unwrap()).unwrap(), &whole[kept..cut]),
        }
    }
}

#[test]
fn a_reader_goes_on_behind_a_line_that_is_ended_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    Journal::create(&path, KIND).unwrap().hold(|_| Ok(())).unwrap().append(b"{}").unwrap();
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let mut reader = Journal::open_to_read(&path, KIND).unwrap();
    assert_eq!(lines(&mut reader), (vec!["2 {}".to_owned()], None));
    assert_eq!(lines(&mut reader), (vec![], None));
    let mut writer = Journal::open(&path, KIND).unwrap();
    writer.hold(|_| Ok(())).unwrap().append(b"[]").unwrap();
    assert_eq!(lines(&mut reader), (vec!["3 []".to_owned()], None));
    assert_eq!(fs::read(&path).unwrap(), [&whole[..], b"[]\n"].concat());
}

#[test]
fn other_files_are_no_journals_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for content in ["x", "{}", "{}\n", "{\"journal\":\"other\",\"version\":1}\n{}\n"] {
        let path = folder.path().join("j");
        fs::write(&path, content).unwrap();
        let mut journal = Journal::open(&path, KIND).unwrap();
        assert_eq!(journal.hold(|_| Ok(())).unwrap_err().code(), "journal_invalid", "{content}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[cfg(unix)]
#[test]
fn a_journal_that_was_moved_away_takes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut journal = Journal::create(&path, KIND).unwrap();
    fs::rename(&path, folder.path().join("old")).unwrap();
    assert_eq!(journal.hold(|_| Ok(())).unwrap_err().kind(), ErrorKind::NotFound);
    Journal::create(&path, KIND).unwrap();
    assert_eq!(journal.hold(|_| Ok(())).unwrap_err().code(), "journal_replaced");
    assert_eq!(Journal::open(folder.path(), KIND).unwrap_err().code(), "journal_invalid");
}

#[test]
fn a_line_feed_inside_a_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(&folder.path().join("j"), KIND).unwrap();
    assert_eq!(journal.hold(|_| Ok(())).unwrap().append(b"a\nb").unwrap_err().code(), "line_broken");
}

#[test]
fn a_reader_of_a_large_ledger_finds_the_same_lines_with_an_index_without_one_and_beside_a_broken_one() {
    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    let home = || Place::Ledger(place.path().to_path_buf());
    let fill = |ledger: &mut Ledger| {
        let one = Artifact { source_id: None, media_type: "text/plain", bytes: b"x", key: None };
        ledger.append(&vec![one; 5_000]).unwrap();
    };
    let mut expected = Vec::new();
    let entries = |journal: &mut Journal| {
        let mut seen = Vec::new();
        let read = journal.read(|line| {
            let Spot::Entry(_, index) = line.spot else { panic!("{}", line.spot) };
            seen.push((index, line.bytes.to_vec()));
            Ok(())
        });
        read.unwrap();
        seen
    };
    let index = ledger.folder().join("index.sqlite");
    let mut reader: Option<Journal> = None;
    let mut told = Vec::new();
    for round in 0..3_u8 {
        let mut writer = Journal::open(home(), KIND).unwrap();
        for number in 0..4 {
            let line = format!("{{\"line\":{}}}", round * 4 + number);
            writer.hold(|_| Ok(())).unwrap().append(line.as_bytes()).unwrap();
        }
        fill(&mut ledger);
        expected = entries(&mut Journal::open(home(), KIND).unwrap());
        assert_eq!(expected.len(), 4 * usize::from(round + 1));
        assert_eq!(entries(&mut Journal::open_to_read(home(), KIND).unwrap()), expected);
        assert!(index.exists(), "it was asked");
        let reader = reader.get_or_insert_with(|| Journal::open_to_read(home(), KIND).unwrap());
        told.extend(entries(reader));
    }
    assert_eq!(told, expected, "one that stays open is shown each line once");
    for name in ["index.sqlite-wal", "index.sqlite-shm"] {
        let _ = fs::remove_file(ledger.folder().join(name));
    }
    fs::write(&index, b"no index at all").unwrap();
    assert_eq!(entries(&mut Journal::open_to_read(home(), KIND).unwrap()), expected);
}
