//! Several sessions of one identity, and what hooks say and sign.

use actum::ledger::Ledger;

use crate::support::{Outcome, Place};

/// A place with an empty ledger and one task in it.
fn team() -> Place {
    let place = Place::new();
    Ledger::init(&place.path("")).unwrap();
    done(&place, 0, "task w-1 --title Login --as planner");
    place
}

fn at(place: &Place, minute: u32, arguments: &str) -> Outcome {
    place.run(&format!("{arguments} --now 2027-01-01T00:{minute:02}:00Z"))
}

#[track_caller]
fn done(place: &Place, minute: u32, arguments: &str) -> Outcome {
    let outcome = at(place, minute, arguments);
    assert_eq!(outcome.exit, Some(0), "`{arguments}`: {outcome}");
    outcome
}

fn size(place: &Place) -> u64 {
    Ledger::open_to_read(&place.path("")).unwrap().head().unwrap().size
}

#[test]
fn a_claim_on_what_is_held_says_since_when_by_which_session_and_until_when() {
    let place = team();
    let first = done(&place, 1, "claim w-1 --as worker --session one --lease 20m");
    assert!(!first.stderr.contains("yours"), "{first}");
    let own = done(&place, 2, "claim w-1 --as worker --session one --lease 20m");
    assert!(own.stderr.contains("already yours since 2027-01-01T00:01:00Z, by this session, one"), "{own}");
    assert!(own.stderr.contains("renewed until 2027-01-01T00:22:00Z"), "{own}");
    let other = done(&place, 3, "claim w-1 --as worker --session two --lease 20m");
    assert!(
        other.stderr.contains("held by another session of worker, one, since 2027-01-01T00:02:00Z"),
        "{other}"
    );
    assert!(other.stderr.contains("renewed until 2027-01-01T00:23:00Z by two"), "{other}");
    let unnamed = done(&place, 4, "claim w-1 --as worker --lease 20m");
    assert!(
        unnamed.stderr.contains("by session two") && unnamed.stderr.contains("names no session"),
        "{unnamed}"
    );
    let named = done(&place, 5, "claim w-1 --as worker --session two --lease 20m");
    assert!(named.stderr.contains("by a session that gave no name"), "{named}");
}

#[test]
fn what_another_session_of_the_same_identity_holds_is_not_offered() {
    let place = team();
    done(&place, 1, "claim w-1 --as worker --session one --lease 20m");
    let own = done(&place, 2, "next --as worker --session one");
    assert!(own.stdout.contains("w-1 (claimed, yours, ") && own.stdout.contains("may: renew"), "{own}");
    let other = done(&place, 2, "next --as worker --session two");
    assert!(other.stdout.starts_with("nothing to do for worker"), "{other}");
    let all = done(&place, 2, "next --as worker --session two --all");
    assert!(all.stdout.contains("yours in another session"), "{all}");
    assert!(all.stdout.contains("held by your session `one` until 2027-01-01T00:21:00Z"), "{all}");
    // Who gives no name may be the same session; and what ran out is anybody's.
    let unnamed = done(&place, 2, "next --as worker");
    assert!(unnamed.stdout.contains("may: renew") && unnamed.stdout.contains("(session one)"), "{unnamed}");
    let over = done(&place, 30, "next --as worker --session two");
    assert!(over.stdout.contains("pending"), "{over}");
}

#[test]
fn hooks_name_the_session_and_leave_others_alone() {
    let place = team();
    done(&place, 1, "claim w-1 --as worker --session s-77 --lease 20m");
    let hook = |moment: &str, session: &str| {
        let words = format!("session {moment} --for claude --as worker --now 2027-01-01T00:02:00Z");
        place.run_with(&words, format!("{{\"session_id\":\"{session}\"}}").as_bytes(), &[])
    };
    let start = hook("start", "s-77");
    assert!(start.stdout.contains("--session s-77"), "{start}");
    let before = size(&place);
    hook("stop", "s-78");
    assert_eq!(size(&place), before, "it is not the one that holds it");
    hook("stop", "s-77");
    assert_eq!(size(&place), before + 1);
    // What could not stand in a command is not told to an agent.
    let odd = hook("start", "a; rm -rf .");
    assert!(!odd.stdout.contains("--session"), "{odd}");
    let setup = place.run("setup claude");
    assert!(setup.stdout.contains("every session that these files set up publishes as `worker`"), "{setup}");
    assert!(setup.stdout.contains("actum assign NAME ROLE --as lead"), "{setup}");
}

/// A place whose ledger takes only what is signed, and the key of `worker`.
fn signing() -> Place {
    let place = Place::new();
    place.run("key new --out key");
    place.run("profile new --from agent-team own");
    let mut arguments = "key trust key --profile own --key-id k".to_owned();
    for identity in ["planner", "worker"] {
        arguments.push_str(&format!(" --identity {identity}"));
    }
    let trusted = place.run(&arguments);
    assert_eq!(trusted.exit, Some(0), "{trusted}");
    let trust = std::fs::read_to_string(place.path("own/trust.json")).unwrap();
    let required = trust.replace("\"optional\"", "\"required\"");
    assert_ne!(required, trust);
    place.write("own/trust.json", required.as_bytes());
    let manifest = std::fs::read_to_string(place.path("own/profile.json")).unwrap();
    let digest = |text: &str| actum::canon::digest::sha256(text.as_bytes()).to_string();
    place.write("own/profile.json", manifest.replace(&digest(&trust), &digest(&required)).as_bytes());
    let made = place.run("init --profile own");
    assert_eq!(made.exit, Some(0), "{made}");
    done(&place, 0, "task w-1 --title Login --as planner --sign key --key-id k");
    done(&place, 1, "claim w-1 --as worker --sign key --key-id k --lease 20m");
    place
}

#[test]
fn where_signatures_are_asked_for_hooks_sign_or_say_that_they_record_nothing() {
    let place = signing();
    let hook =
        |words: &str| place.run_with(&format!("session {words} --now 2027-01-01T00:02:00Z"), b"{}", &[]);
    let before = size(&place);
    let unsigned = hook("stop --for claude --as worker");
    assert_eq!((unsigned.exit, size(&place)), (Some(0), before), "{unsigned}");
    assert!(unsigned.stderr.contains("no note on w-1"), "{unsigned}");
    assert!(unsigned.stderr.contains("asks for signatures, and this hook has no key"), "{unsigned}");
    let told = hook("start --for claude --as worker");
    assert!(told.stdout.contains("asks for signatures, and this hook has no key"), "{told}");
    let signed = hook("stop --for claude --as worker --sign key --key-id k");
    assert_eq!((signed.exit, size(&place)), (Some(0), before + 1), "{signed}");
    assert!(!hook("start --for claude --as worker --sign key").stdout.contains("has no key"));
    let setup = place.run("setup claude --dry-run");
    assert!(setup.stdout.contains("without `--sign KEYFILE` the hooks record nothing"), "{setup}");
    let with = place.run("setup claude --dry-run --sign key");
    assert!(with.stdout.contains("--as worker --sign key 2>/dev/null"), "{with}");
    assert!(!with.stdout.contains("record nothing"), "{with}");
}

#[test]
fn a_profile_shows_its_keys_and_what_its_projections_go_by() {
    let place = signing();
    let shown = place.run("profile show own");
    assert!(
        shown.stdout.contains("keys\n  k  signs for planner, worker in any role\n     ed25519 "),
        "{shown}"
    );
    assert!(shown.stdout.contains("signatures are required"), "{shown}");
    let fcop = place.run("profile show fcop-4.0");
    assert!(fcop.stdout.contains("fcop, with the registry fcop.json"), "{fcop}");
}

#[test]
fn what_is_empty_is_refused_with_field_and_rule() {
    let place = team();
    let before = size(&place);
    for (arguments, field) in [
        (&["task", "w-2", "--title", ""][..], "/content/body/title"),
        (&["task", "w-2", "--title", "x", "--must", ""], "/content/body/acceptance/0"),
        (&["task", "", "--title", "x"], "/governed_work/id"),
        (&["publish", "--type", "NOTE", "--work", "w-1", "--body", "{}"], "summary"),
    ] {
        let run = |format: &str| {
            let mut command = crate::support::command(&place.path(""));
            let output =
                command.args(arguments).args(["--as", "planner", "--format", format]).output().unwrap();
            assert_eq!(output.status.code(), Some(73), "{arguments:?}");
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
        };
        let (stdout, stderr) = run("text");
        assert!(stdout.contains("SCHEMA_INVALID") && stdout.contains(field), "{arguments:?}: {stdout}");
        assert!(stderr.contains("SCHEMA_INVALID") && stderr.contains(field), "{arguments:?}: {stderr}");
        let (stdout, _) = run("json");
        assert!(stdout.contains("\"causes\":[{") && stdout.contains(field), "{arguments:?}: {stdout}");
    }
    assert_eq!(size(&place), before);
}

#[test]
fn nobody_works_on_a_charter_and_a_lead_ends_it() {
    let place = team();
    done(&place, 1, "assign bob worker --as lead");
    let claimed = at(&place, 2, "claim team --as worker");
    assert_eq!(claimed.exit, Some(73), "{claimed}");
    assert!(claimed.stderr.contains("where nobody claims it"), "{claimed}");
    done(&place, 3, "claim w-1 --as bob --lease 20m");
    let ended = done(&place, 4, "publish --type CHARTER_END --work team --action close --as lead");
    assert!(ended.stdout.contains("team: closed, valid"), "{ended}");
    let read = place.run("read .actum --profile agent-team");
    assert_eq!(read.exit, Some(0), "{read}");
}

#[test]
fn the_log_of_one_work_item_is_what_was_done_about_it_in_order() {
    let place = team();
    done(&place, 1, "task w-2 --title Other --as planner");
    done(&place, 2, "claim w-1 --as worker --lease 20m");
    place.write("broken.json", b"{");
    place.run("append broken.json");
    done(&place, 3, "note w-1 --as worker --text halfway");
    let log = place.run("log --work w-1");
    let lines: Vec<&str> = log.stdout.lines().collect();
    assert_eq!((log.exit, lines.len()), (Some(0), 3), "{log}");
    assert!(lines[0].contains("  TASK task-") && lines[0].contains("by planner as planner"), "{log}");
    assert!(lines[1].contains("  CLAIM claim-") && lines[1].ends_with("open --claim--> claimed"), "{log}");
    assert!(lines[2].trim_start().starts_with("4  2027-01-01T00:03:00Z  NOTE note-"), "{log}");
    let one = place.run("log --work w-1 --from 1 --limit 1 --format json");
    assert!(one.stdout.starts_with("{\"digest\"") && one.stdout.contains("\"index\":2"), "{one}");
    assert_eq!(place.run("log --work w-9").exit, Some(66));
}
