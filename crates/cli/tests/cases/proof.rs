//! What leaves a ledger and comes back, what it is held against, and what of damage shows.

use std::fs;

use super::ledger::{kept, shown, told};
use crate::support::Place;

const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIO8q4fGX0X4IVcWEJUtPEXEtCEC3HDj0PvrBTKCGzuqt\n-----END PRIVATE KEY-----\n";
const OTHER: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g\n-----END PRIVATE KEY-----\n";

#[test]
fn a_proof_and_receipts_travel_without_the_ledger() {
    let place = kept();
    let receipts = place.run("append evidence/report-1.json");
    place.write("receipts.jsonl", receipts.stdout.as_bytes());
    for arguments in ["prove 0 -o proof.json", "checkpoint -o checkpoint", "export -o ledger.jsonl"] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(0), "{outcome}");
    }
    let with_ledger = place.run("verify receipts.jsonl --ledger .actum");
    assert_eq!(with_ledger.exit, Some(0), "{with_ledger}");
    fs::rename(place.path(".actum"), place.path("elsewhere")).unwrap();
    insta::assert_snapshot!(told(
        &place,
        &[
            "verify proof.json",
            "verify proof.json --artifact evidence/review-1.json",
            "verify proof.json --artifact evidence/report-1.json --against checkpoint",
            "verify receipts.jsonl",
            "verify receipts.jsonl --artifact evidence/report-1.json --against checkpoint",
            "verify receipts.jsonl --artifact evidence/task-1.json",
            "verify ledger.jsonl --artifact evidence/task-1.json",
            "verify ledger.jsonl --against checkpoint --format json",
            "verify evidence/task-1.json",
            "verify absent",
            "verify",
        ]
    ));
}

#[test]
fn nothing_in_a_proof_or_an_export_can_change_unseen() {
    let place = kept();
    place.run("prove 2 -o proof.json");
    place.run("export -o ledger.jsonl");
    for name in ["proof.json", "ledger.jsonl"] {
        let whole = fs::read(place.path(name)).unwrap();
        // No root binds the profile, which is said.
        let bound = whole.windows(9).position(|window| window == b"{\"digest\"").unwrap_or(0);
        for at in (bound..whole.len()).step_by(whole.len() / 16) {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            place.write("changed", &changed);
            let outcome = place.run("verify changed");
            assert!(matches!(outcome.exit, Some(1 | 3)), "byte {at} of {name}: {outcome}");
        }
        place.write("cut", &whole[..whole.len() / 2]);
        assert!(matches!(place.run("verify cut").exit, Some(1 | 3)), "{name}");
    }
}

#[test]
fn truncation_rewriting_and_forks_are_named() {
    let place = kept();
    place.run("checkpoint -o before");
    let copy = |name: &str| {
        let imported = place.run(&format!("import ledger.jsonl --ledger {name}"));
        assert_eq!(imported.exit, Some(0), "{imported}");
    };
    place.run("export -o ledger.jsonl");
    for name in ["grown", "forked"] {
        copy(name);
        place.write("more.json", format!("[\"{name}\"]").as_bytes());
        place.run(&format!("append more.json --ledger {name}"));
    }
    place.run("checkpoint --ledger grown -o after");
    let whole = fs::read_to_string(place.path("evidence/task-1.json")).unwrap();
    place.write("evidence/task-1.json", format!("{whole}\n").as_bytes());
    fs::create_dir(place.path("other")).unwrap();
    place.run("init other");
    place.run("append evidence --ledger other");
    insta::assert_snapshot!(told(
        &place,
        &[
            "verify --against before",
            "verify --against before --ledger grown",
            "verify --against after",
            "verify --against after --ledger forked",
            "verify --against before --ledger other --format json",
            "verify --against ledger.jsonl",
            "verify --against absent",
        ]
    ));
}

#[test]
fn a_signed_checkpoint_binds_whoever_has_the_key() {
    let place = kept();
    place.write("key", KEY.as_bytes());
    place.write("other", OTHER.as_bytes());
    place.run("checkpoint --sign key --origin example.org/work -o signed");
    place.run("append evidence/task-1.json");
    let signed = fs::read_to_string(place.path("signed")).unwrap();
    assert!(signed.contains("\n\n\u{2014} example.org/work "), "{signed}");
    place.write("forged", signed.replace("\n6\n", "\n5\n").as_bytes());
    insta::assert_snapshot!(told(
        &place,
        &[
            "verify --against signed",
            "verify --against signed --key key",
            "verify --against signed --key other",
            "verify --against forged --key key",
            "verify --against signed --origin example.org/other",
            "checkpoint --sign key --origin two+words",
            "checkpoint --sign absent",
        ]
    ));
    // A signed checkpoint travels with a proof and an export too.
    for (arguments, document) in [("prove 0 --at 4 --sign key", "proof"), ("export --sign key", "export")] {
        let made = place.run(&format!("{arguments} -o {document}"));
        assert_eq!(made.exit, Some(0), "{arguments}");
        let verified = place.run(&format!("verify {document} --key key"));
        assert_eq!(verified.exit, Some(0), "{arguments}: {verified}");
        assert!(verified.stdout.contains("the checkpoint is signed with the key"), "{verified}");
        let other = place.run(&format!("verify {document} --key other"));
        assert_eq!(other.exit, Some(1), "{arguments}: {other}");
        // What was kept is not replaced by what is made later.
        assert_eq!(place.run(&format!("{arguments} -o {document}")).exit, Some(73), "{arguments}");
    }
    assert_eq!(place.run("checkpoint -o signed").exit, Some(73));
    assert_eq!(fs::read_to_string(place.path("signed")).unwrap(), signed);
    assert_eq!(place.run("prove 0 -o unsigned").exit, Some(0));
    let unsigned = place.run("verify unsigned --key key");
    assert_eq!(unsigned.exit, Some(1), "{unsigned}");
    let empty = Place::new();
    empty.run("init");
    assert_eq!(empty.run("checkpoint").exit, Some(64));
    assert_eq!(empty.run("checkpoint --origin a").stdout.lines().nth(1), Some("0"));
}

#[test]
fn an_export_comes_back_byte_for_byte_and_is_never_changed() {
    let place = kept();
    place.write("blob", &[0, 1, 2, 255]);
    place.run("append blob --key k");
    let fixed =
        |number| format!("--at 2026-01-31T12:00:0{number}Z --id 00000000-0000-4000-8000-00000000000{number}");
    place.run(&format!("tree init --ledger --as agent-7 {}", fixed(1)));
    place.run(&format!("tree segment --ledger --text plan {}", fixed(2)));
    place.run("export -o first");
    let first = fs::read(place.path("first")).unwrap();
    insta::assert_snapshot!(told(
        &place,
        &["import first --ledger copy", "import first --ledger copy", "verify first"]
    ));
    place.run("export --ledger copy -o second");
    assert_eq!(fs::read(place.path("second")).unwrap(), first);
    assert_eq!(fs::read(place.path("first")).unwrap(), first);
    assert_eq!(place.run("export").stdout.as_bytes(), first);
    assert_eq!(place.run("read --ledger copy --format json").stdout, place.run("read --format json").stdout);
    assert_eq!(place.run("tree show --ledger copy").stdout, place.run("tree show --ledger").stdout);
}

#[test]
fn an_import_takes_all_or_nothing() {
    let place = kept();
    place.run("export -o first");
    place.run("append evidence/task-1.json");
    place.run("export -o second");
    let text = fs::read_to_string(place.path("second")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    place.write("cut", lines[..lines.len() - 1].concat().as_bytes());
    place.write("changed", text.replace("alice", "alicf").as_bytes());
    place.write("empty", b"");
    place.run("init other --profile profile");
    place.run("append evidence/t-start.json --ledger other");
    insta::assert_snapshot!(told(
        &place,
        &[
            "import cut --ledger copy",
            "import changed --ledger copy",
            "log --ledger copy",
            "import empty --ledger none",
            "import absent --ledger none",
            "import first --ledger copy",
            "import second --ledger copy",
            "import first --ledger copy",
            "import first --ledger other/.actum",
        ]
    ));
    assert!(!place.path("none").exists(), "nothing is made for what is no export");
}

#[test]
fn damage_is_named_by_entry_and_never_served() {
    let place = kept();
    let database = place.path(".actum/ledger.sqlite");
    let mut bytes = fs::read(&database).unwrap();
    let needle = b"\"type\":\"REPORT\"";
    let at = bytes.windows(needle.len()).position(|window| window == needle).unwrap();
    bytes[at + 9] = b'X';
    fs::write(&database, &bytes).unwrap();
    insta::assert_snapshot!(shown(
        &place,
        &told(&place, &["fsck", "fsck --format json", "show 1", "show 0 --format raw", "read"])
    ));
    let whole = kept();
    insta::assert_snapshot!("whole", told(&whole, &["fsck", "fsck --format json"]));
}

#[test]
fn what_is_asked_and_cannot_be_told_is_not_said_to_hold() {
    let place = kept();
    place.run("checkpoint -o before");
    place.run("checkpoint --origin example.org/other -o elsewhere");
    place.run("append evidence/task-1.json");
    place.run("prove 0 -o proof");
    let exit = |arguments: &str| place.run(arguments).exit;
    // The checkpoint is of fewer entries than the proof: nothing leads from one to the other.
    assert_eq!(exit("verify proof --against before"), Some(2));
    assert_eq!(exit("verify proof --ledger .actum"), Some(0));
    fs::create_dir(place.path("other")).unwrap();
    place.run("init other");
    assert_eq!(exit("verify proof --ledger other"), Some(1));
    // A receipt is anybody's word until it is held against the ledger or a checkpoint.
    let zeros = "0".repeat(64);
    let digest = actum::canon::digest::sha256(&fs::read(place.path("evidence/task-1.json")).unwrap());
    let receipt =
        format!(r#"{{"digest":"{digest}","index":0,"leaf":"sha256:{zeros}","root":"sha256:{zeros}"}}"#);
    place.write("receipt", receipt.as_bytes());
    for against in ["", " --against before", " --against elsewhere"] {
        assert_eq!(
            exit(&format!("verify receipt --artifact evidence/task-1.json{against}")),
            Some(2),
            "{against}"
        );
    }
    assert_eq!(exit("verify receipt --ledger .actum"), Some(1));
}

#[test]
fn a_record_is_not_overlooked_because_of_where_it_lies() {
    let place = kept();
    fs::create_dir(place.path("home")).unwrap();
    place.run("init home");
    // Its folder holds no evidence but the ledger: an empty record would be valid, and this is not what was meant.
    let beside = place.run("read home --profile profile");
    assert_eq!(beside.exit, Some(64), "{beside}");
    assert!(beside.stderr.contains("home/.actum"), "{beside}");
    assert_eq!(place.run("read home/.actum").exit, Some(0));
    // A record that was emptied is not begun again in its place.
    place.run("next --as worker --ledger home");
    assert!(place.path("home/.actum/index.sqlite").exists());
    fs::File::create(place.path("home/.actum/ledger.sqlite")).unwrap();
    let again = place.run("init home");
    assert_eq!(again.exit, Some(74), "{again}");
    assert_eq!(fs::metadata(place.path("home/.actum/ledger.sqlite")).unwrap().len(), 0);
}

#[test]
fn a_folder_that_holds_the_profile_too_is_appended_as_it_is_read() {
    let place = Place::new();
    place.run("profile new team/profile");
    place.write("team/note.json", b"{}");
    place.run("init ledger --profile team/profile");
    let appended = place.run("append team --ledger ledger");
    assert_eq!(appended.stdout.lines().count(), 1, "{appended}");
    let folder = place.run("read team --profile team/profile --format json");
    let ledger = place.run("read ledger/.actum --format json");
    assert_eq!((folder.exit, folder.stdout), (ledger.exit, ledger.stdout));
}
