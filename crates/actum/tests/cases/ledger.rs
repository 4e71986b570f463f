//! The ledger as a user of the library has it: what is read from it, and what journals in it survive.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use actum::deal;
use actum::evidence::{Options, Scope};
use actum::journal::Place;
use actum::ledger::{Artifact, Ledger, find, profile_of};
use actum::tree::Folder;
use actum::{Bundle, ErrorKind, Evidence};

use super::tree::{open, segment, tick};

fn artifact<'a>(source_id: &'a str, bytes: &'a [u8]) -> Artifact<'a> {
    Artifact { source_id: Some(source_id), media_type: "application/json", bytes, key: None }
}

fn canonical(evidence: &Evidence, profile: &Path) -> Vec<u8> {
    let input = Bundle::open(profile).unwrap().input(actum::reader()).unwrap();
    let view = actum::read(&input, evidence, actum::Options::default()).unwrap();
    let mut bytes = Vec::new();
    actum::write_canonical(&view, &mut bytes).unwrap();
    bytes
}

/// Evidence of every unpleasant kind, and files that are none.
fn hostile(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    write("empty.json", b"");
    write("broken.json", b"{\"id\":");
    write("deep.json", "[".repeat(100_000).as_bytes());
    write("zero.json", &[0; 512]);
    write("mark.json", b"\xEF\xBB\xBF{}");
    write("a/b/lines.jsonl", b"{}\n\n  \r\n{\"id\":\"x\"}\r\nbroken\n[1]");
    write("a/b/more.NDJSON", b"\xFF\n\xFF\n");
    write("twice/one.json", b"{\"id\":\"same\"}");
    write("twice/two.json", b"{\"id\":\"same\"}");
    write("README.md", b"# not evidence");
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        fs::write(folder.join(std::ffi::OsStr::from_bytes(b"bad-\xFF.json")), b"odd").unwrap();
        write("bad-%FF.json", b"other");
    }
}

#[test]
fn a_reading_of_a_ledger_equals_that_of_the_folder_whatever_the_order_of_entries() {
    let place = tempfile::tempdir().unwrap();
    let (folder, profile) = (place.path().join("evidence"), place.path().join("profile"));
    hostile(&folder);
    actum::write_starter(&profile).unwrap();
    let evidence = Evidence::gather(&[&folder], Options::default()).unwrap();
    let expected = canonical(&evidence, &profile);
    let mut kept = Vec::new();
    let files = Evidence::gather(&[&folder], Options { scope: Scope::Files, ..Options::default() }).unwrap();
    files
        .each(|source| {
            kept.push((source.id.to_owned(), source.media_type.to_owned(), source.bytes.to_vec()));
            Ok(())
        })
        .unwrap();
    assert!(kept.len() > 12, "{}", kept.len());
    for (number, turned) in [0, 5, 9].into_iter().enumerate() {
        let mut ledger = Ledger::init(&place.path().join(number.to_string())).unwrap();
        kept.rotate_left(turned);
        kept.reverse();
        // Some are appended twice.
        for (id, media_type, bytes) in kept.iter().chain(&kept[..3]) {
            let artifact = Artifact { source_id: Some(id), media_type, bytes, key: None };
            ledger.append(&[artifact]).unwrap();
        }
        let evidence = ledger.evidence().unwrap();
        assert_eq!(String::from_utf8(canonical(&evidence, &profile)), String::from_utf8(expected.clone()));
        assert!((1..=2).contains(&evidence.notes().entries), "the text file is noted and not read");
        let named = Evidence::gather(&[ledger.folder()], Options::default()).unwrap();
        assert_eq!(canonical(&named, &profile), expected);
    }
}

#[test]
fn every_published_case_reads_the_same_from_a_ledger() {
    let Some(profile) = actum_testkit::shared("spec/tmpa-s0.4/case-profile.json") else { return };
    let Some(cases) = actum_testkit::shared("cases/tmpa") else { return };
    let place = tempfile::tempdir().unwrap();
    let mut count = 0;
    let mut files: Vec<_> = fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
        let case: serde_json::Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        for invocation in case["invocations"].as_array().into_iter().flatten() {
            let listing = place.path().join("listing.json");
            fs::write(&listing, invocation.to_string()).unwrap();
            let Ok(listed) = Evidence::listing(&listing) else { continue };
            let mut ledger = Ledger::init(&place.path().join(format!("{count}"))).unwrap();
            let mut is_json = true;
            listed
                .each(|source| {
                    is_json &= source.media_type == "application/json";
                    let (id, media_type) = (source.id, source.media_type);
                    let artifact =
                        Artifact { source_id: Some(id), media_type, bytes: source.bytes, key: None };
                    ledger.append(&[artifact]).map(drop)
                })
                .unwrap();
            if is_json {
                let evidence = ledger.evidence().unwrap();
                assert_eq!(
                    canonical(&evidence, &profile),
                    canonical(&listed, &profile),
                    "{}",
                    file.display()
                );
                count += 1;
            }
        }
    }
    assert!(count >= 14, "{count} invocations");
}

#[test]
fn what_is_appended_later_is_no_part_of_evidence_gathered_before() {
    let place = tempfile::tempdir().unwrap();
    actum::write_starter(&place.path().join("profile")).unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    ledger.append(&[artifact("a", b"{}")]).unwrap();
    let before = ledger.evidence().unwrap();
    let expected = canonical(&before, &place.path().join("profile"));
    ledger.append(&[artifact("b", b"[]")]).unwrap();
    assert_eq!(canonical(&before, &place.path().join("profile")), expected);
    assert_ne!(canonical(&ledger.evidence().unwrap(), &place.path().join("profile")), expected);
}

#[test]
fn a_ledger_is_made_once_and_found_from_below() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("project");
    let deep = home.join("a/b");
    fs::create_dir_all(&deep).unwrap();
    assert_eq!(find(&deep).unwrap_err().kind(), ErrorKind::NotFound);
    assert!(Ledger::init(&home).unwrap().is_new());
    let mut again = Ledger::init(&home).unwrap();
    assert!(!again.is_new());
    again.append(&[artifact("a", b"1")]).unwrap();
    let found = Ledger::open_to_read(&find(&deep).unwrap()).unwrap();
    assert_eq!(found.head().unwrap(), again.head().unwrap());
    for path in [home.clone(), home.join(".actum"), home.join(".actum/ledger.sqlite")] {
        assert_eq!(Ledger::open(&path).unwrap().head().unwrap().size, 1, "{}", path.display());
    }
    assert_eq!(Ledger::open(&deep).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(Ledger::open(&home).unwrap().entry(1).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_profile_is_adopted_once_and_no_other_takes_its_place() {
    let place = tempfile::tempdir().unwrap();
    let ledger = Ledger::init(place.path()).unwrap();
    assert_eq!(ledger.profile().unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(profile_of(ledger.folder()), None);
    let own = place.path().join("own");
    actum::write_starter(&own).unwrap();
    assert!(ledger.adopt(&Bundle::open(&own).unwrap()).unwrap());
    assert!(!ledger.adopt(&Bundle::open(&own).unwrap()).unwrap());
    ledger.profile().unwrap().profile().unwrap();
    let roles = fs::read_to_string(own.join("roles.json")).unwrap();
    fs::write(own.join("roles.json"), roles + "\n").unwrap();
    let other = ledger.adopt(&Bundle::open(&own).unwrap()).unwrap_err();
    assert_eq!(other.kind(), ErrorKind::Conflict);
    let left: Vec<_> = fs::read_dir(ledger.folder()).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn an_append_behind_another_head_writes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    let head = ledger.head().unwrap();
    assert!(ledger.append_at(&head, &[artifact("a", b"1")]).unwrap().is_some());
    assert_eq!(ledger.append_at(&head, &[artifact("b", b"2")]).unwrap(), None);
    assert_eq!(ledger.head().unwrap().size, 1);
    let mut held = ledger.hold().unwrap();
    held.append(&[artifact("c", b"3")]).unwrap();
    drop(held);
    assert_eq!(ledger.head().unwrap().size, 1, "what was not committed is gone");
}

fn lines(ledger: &Path, media_type: &str) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    Ledger::open_to_read(ledger)
        .unwrap()
        .entries(0, |entry| {
            if entry.media_type() == media_type {
                lines.push(entry.into_bytes());
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    lines
}

const DEAL: &str = "application/vnd.actum.deal+json";
const TREE: &str = "application/vnd.actum.transition+json";

#[test]
fn deals_in_a_ledger_are_the_lines_that_a_file_would_hold() {
    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    let file = place.path().join("deals.jsonl");
    let mut beside = deal::Journal::create(&file).unwrap();
    let mut within = deal::Journal::create(Place::Ledger(ledger.folder().to_path_buf())).unwrap();
    for at in 0..6_u64 {
        let message = format!(r#"{{"type":"Tick","from":"host","at":{at}}}"#);
        assert_eq!(
            beside.submit(message.as_bytes(), at).unwrap().entry.hash,
            within.submit(message.as_bytes(), at).unwrap().entry.hash
        );
        // Entries of other kinds between them do not matter.
        ledger.append(&[artifact("x", message.as_bytes())]).unwrap();
    }
    let text = fs::read(&file).unwrap();
    let written: Vec<_> = text.split(|byte| *byte == b'\n').skip(1).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines(ledger.folder(), DEAL), written);
    let again = deal::Journal::open(Place::Ledger(ledger.folder().to_path_buf())).unwrap();
    assert_eq!(again.head(), beside.head());
    let twice = deal::Journal::create(Place::Ledger(ledger.folder().to_path_buf())).unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::Conflict);
}

#[test]
fn a_tree_in_a_ledger_is_the_lines_that_a_folder_would_hold_and_its_content_beside_them() {
    let place = tempfile::tempdir().unwrap();
    let ledger = Ledger::init(place.path()).unwrap();
    let within = Place::Ledger(ledger.folder().to_path_buf());
    let beside = place.path().join("tree");
    let mut trees = [Folder::create(within.clone()).unwrap(), Folder::create(&beside).unwrap()];
    for tree in &mut trees {
        let episode = open(tree);
        for number in 1..5 {
            let command = segment(tree, episode, "text");
            tree.submit(&command, &tick(number)).unwrap();
        }
    }
    let text = fs::read(beside.join("transitions.jsonl")).unwrap();
    let written: Vec<_> = text.split(|byte| *byte == b'\n').skip(1).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines(ledger.folder(), TREE), written);
    let again = Folder::open_to_read(within).unwrap();
    assert_eq!(again.tree().head(), trees[0].tree().head());
    let content = again.tree().episodes().next().unwrap().episode_id;
    let segment = again.tree().segments(content).next().unwrap();
    assert_eq!(again.content().read(segment.content_hash).unwrap().as_deref(), Some(&b"text"[..]));
    assert!(fs::read_dir(ledger.folder()).unwrap().all(|one| one.unwrap().file_name() != "content"));
}

#[test]
fn several_writers_of_deals_trees_and_artifacts_make_one_log() {
    let place = tempfile::tempdir().unwrap();
    let folder = Ledger::init(place.path()).unwrap().folder().to_path_buf();
    let at = Place::Ledger(folder.clone());
    let episode = open(&mut Folder::create(at.clone()).unwrap());
    deal::Journal::create(at.clone()).unwrap();
    thread::scope(|scope| {
        for writer in 1..=3_u64 {
            let (at, folder) = (at.clone(), &folder);
            scope.spawn(move || {
                let mut deals = deal::Journal::open(at.clone()).unwrap();
                let mut tree = Folder::open(at).unwrap();
                let mut ledger = Ledger::open(folder).unwrap();
                for number in 0..8 {
                    deals.submit(b"{}", number).unwrap();
                    let command = segment(&tree, episode, &format!("{writer} {number}"));
                    tree.submit(&command, &tick(writer * 1000 + number)).unwrap();
                    ledger.append(&[artifact("x", b"{}")]).unwrap();
                }
            });
        }
    });
    assert_eq!(deal::Journal::open(at.clone()).unwrap().deals().len(), 24);
    assert_eq!(Folder::open(at).unwrap().tree().count(), 25);
    assert_eq!(Ledger::open(&folder).unwrap().head().unwrap().size, 73);
}

#[test]
fn a_line_that_does_not_follow_ends_the_journal_and_names_the_entry() {
    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    ledger.append(&[artifact("x", b"{}")]).unwrap();
    ledger.append(&[Artifact { source_id: None, media_type: DEAL, bytes: b"{}", key: None }]).unwrap();
    let error = deal::Journal::open(Place::Ledger(ledger.folder().to_path_buf())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
    assert!(error.to_string().starts_with("entry 1 of `"), "{error}");
    // Whoever appends for somebody else is kept from making such an entry.
    let mut nothing = |_: &_| Ok(());
    let refused = ledger.intake(&mut nothing).take(None, TREE, b"{}").unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Refused, "media_type_reserved"));
}

#[test]
fn content_that_was_changed_in_a_ledger_is_not_served() {
    let place = tempfile::tempdir().unwrap();
    let ledger = Ledger::init(place.path()).unwrap();
    let tree = Folder::create(Place::Ledger(ledger.folder().to_path_buf())).unwrap();
    let digest = tree.content().keep(b"some content that is long enough to be found").unwrap();
    assert!(tree.content().read(digest).unwrap().is_some());
    assert_eq!(tree.content().read(actum::canon::digest::sha3(b"other")).unwrap(), None);
}
