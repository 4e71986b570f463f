//! Daily work on a ledger: publishing, leases, recovery, and what is refused.

use std::io::Write;
use std::process::{Child, Stdio};

use actum::Bundle;
use actum::ledger::Ledger;
use actum::publish::{Record, Whole};
use actum::tmpa::Judgment;

use crate::support::{Outcome, Place, command};

/// A place with an empty ledger under the profile `agent-team`.
fn team() -> Place {
    let place = Place::new();
    Ledger::init(&place.path("")).unwrap();
    place
}

/// Runs a command at a minute of the first day of 2027.
fn at(place: &Place, minute: u32, arguments: &str) -> Outcome {
    place.run(&format!("{arguments} --now {}", moment(minute)))
}

fn moment(minute: u32) -> String {
    format!("2027-01-01T{:02}:{:02}:00Z", minute / 60, minute % 60)
}

#[track_caller]
fn done(place: &Place, minute: u32, arguments: &str) -> Outcome {
    let outcome = at(place, minute, arguments);
    assert_eq!(outcome.exit, Some(0), "`{arguments}`: {outcome}");
    outcome
}

#[track_caller]
fn refused(place: &Place, minute: u32, arguments: &str, said: &str) {
    let entries = size(place);
    let outcome = at(place, minute, arguments);
    assert_eq!(outcome.exit, Some(73), "`{arguments}`: {outcome}");
    assert!(
        format!("{}{}", outcome.stdout, outcome.stderr).contains(said),
        "`{arguments}`: {said}: {outcome}"
    );
    assert_eq!(size(place), entries, "something was written");
}

fn record(place: &Place) -> Whole {
    let ledger = Ledger::open_to_read(&place.path("")).unwrap();
    actum::publish::record(&ledger, &Bundle::open("agent-team".as_ref()).unwrap()).unwrap()
}

fn size(place: &Place) -> u64 {
    Ledger::open_to_read(&place.path("")).unwrap().head().unwrap().size
}

fn state(place: &Place, work: &str) -> String {
    record(place).work(work).unwrap().state.unwrap()
}

#[test]
fn a_task_is_planned_claimed_reported_reviewed_by_another_decided_and_closed() {
    let place = team();
    done(&place, 0, "assign bob worker --as lead");
    done(&place, 1, "assign bob reviewer --as lead");
    done(&place, 2, "task w-1 --title Login --must tests --as planner");
    let next = done(&place, 3, "next --as bob");
    assert!(next.stdout.contains("w-1 (open, authoritative) Login\n  may: claim\n"), "{next}");
    assert!(!next.stdout.contains("team"), "{next}");
    let claimed = done(&place, 4, "claim w-1 --as bob --lease 30m");
    assert!(claimed.stdout.contains("CLAIM: valid\n  entry 4, leaf sha256:"), "{claimed}");
    assert!(claimed.stdout.ends_with("w-1: claimed, valid, authoritative\n"), "{claimed}");
    place.write("login.rs", b"fn login() {}");
    let reported = done(&place, 10, "report w-1 --as bob --text finished --result login.rs=@login.rs");
    assert!(
        reported.stdout.contains("REPORT: valid") && reported.stdout.contains("TRANSITION: valid"),
        "{reported}"
    );
    assert_eq!(state(&place, "w-1"), "in_review");

    refused(&place, 11, "review w-1 --accept --as bob", "SOD_VIOLATION (TMPA 9.4): executor must not review");
    let waits = done(&place, 11, "next --as bob --all");
    assert!(waits.stdout.contains("not accept: `bob` reported the result"), "{waits}");
    done(&place, 12, "review w-1 --accept --as reviewer --text fine");
    let decided = done(&place, 13, "decide w-1 --close --as lead");
    assert!(decided.stdout.contains("w-1: closed, valid, authoritative\n"), "{decided}");
    let record = record(&place);
    assert_eq!(record.view().judgment(), Judgment::Valid);
    assert_eq!(record.view().issues().count(), 0);
    let read = place.run("read --profile agent-team");
    assert_eq!(read.exit, Some(0), "{read}");
    let nothing = done(&place, 14, "next");
    assert_eq!(nothing.stdout, "nothing to do\n");
}

#[test]
fn what_is_held_is_left_alone_until_its_lease_is_over() {
    let place = team();
    done(&place, 0, "assign bob worker --as lead");
    done(&place, 1, "task w-1 --title Login --as planner");
    done(&place, 2, "claim w-1 --as worker --lease 30m");
    refused(&place, 3, "claim w-1 --as bob", "`w-1` is held by `worker` until 2027-01-01T00:32:00Z");
    refused(&place, 3, "report w-1 --as bob --text x", "held by `worker`");
    refused(&place, 3, "handoff w-1 --as bob --text x", "held by `worker`");
    let early = "publish --as bob --type CLAIM --work w-1 --action take_over --body {\"until\":\"2027-01-01T09:00:00Z\"}";
    refused(&place, 3, early, "LIFECYCLE_UNDETERMINED (TMPA 9.6): precondition unsettled");
    let working = done(&place, 3, "next --as bob --all");
    assert!(working.stdout.contains("working: worker until 2027-01-01T00:32:00Z"), "{working}");
    assert!(working.stdout.contains("not take_over: held by `worker`"), "{working}");

    let pending = done(&place, 40, "next --as bob");
    assert!(pending.stdout.contains("pending: the lease of worker ran out"), "{pending}");
    assert!(pending.stdout.contains("may: take_over"), "{pending}");
    done(&place, 40, "claim w-1 --as bob");
    refused(&place, 41, "report w-1 --as worker --text late", "held by `bob`");
    done(&place, 41, "report w-1 --as bob --text done");
    assert_eq!(record(&place).view().judgment(), Judgment::Valid);
}

#[test]
fn a_key_publishes_once_and_stands_for_nothing_else() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner --key open-w-1");
    let again = done(&place, 5, "task w-1 --title Login --as planner --key open-w-1");
    assert!(again.stdout.starts_with("nothing new"), "{again}");
    assert_eq!(size(&place), 1);
    refused(&place, 6, "task w-2 --title Logout --as planner --key open-w-1", "another publication");
    // Neither another text nor another act is swallowed for the sake of a name.
    refused(&place, 6, "task w-1 --title Logout --as planner --key open-w-1", "another publication");
    refused(&place, 6, "note w-1 --text x --as planner --key open-w-1", "another publication");
    done(&place, 7, "claim w-1 --as worker --key c");
    let reported = done(&place, 8, "report w-1 --as worker --text x --key r --format json");
    refused(&place, 9, "report w-1 --as worker --text y --key r", "another publication");
    let known = done(&place, 9, "report w-1 --as worker --text x --key r --format json");
    let receipts = |outcome: &Outcome| -> Vec<String> {
        let receipt =
            |line: &str| line.split_once("\"receipt\":").unwrap().1.split_once('}').unwrap().0.to_owned();
        outcome.stdout.lines().map(receipt).collect()
    };
    assert_eq!(receipts(&known), receipts(&reported));
    assert_eq!((receipts(&known).len(), size(&place)), (2, 4));
}

#[test]
fn a_dry_run_shows_object_and_verdict_and_writes_nothing() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    let seen = done(&place, 1, "claim w-1 --as worker --dry-run");
    assert!(seen.stdout.starts_with("{\"content\":") && seen.stdout.contains("CLAIM: valid"), "{seen}");
    let worse =
        at(&place, 1, "publish --dry-run --as nobody --type NOTE --work w-1 --text hello --role worker");
    assert_eq!(worse.exit, Some(2), "{worse}");
    assert!(worse.stdout.contains("AUTHORITY_UNDETERMINED (TMPA 9.4): no assignment at /role"), "{worse}");
    assert_eq!(size(&place), 1);
}

#[test]
fn what_the_reading_would_not_accept_is_kept_only_as_evidence() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    let publish = "publish --as nobody --type NOTE --work w-1 --text hello --role worker";
    refused(&place, 1, publish, "--as-evidence");
    done(&place, 1, &format!("{publish} --as-evidence"));
    assert_eq!(size(&place), 2);
    assert_eq!(record(&place).view().judgment(), Judgment::Undetermined);
}

#[test]
fn a_draft_is_completed_and_flags_do_not_overrule_it() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    place.write("draft.json", br#"{"type":"ISSUE","creator":"worker","governed_work":{"id":"w-1"},"content":{"body":{"summary":"slow"}}}"#);
    let carrier = record(&place).work("w-1").unwrap().carrier.unwrap();
    let published = done(&place, 1, &format!("publish draft.json --ref concerns={carrier}"));
    assert!(published.stdout.contains("ISSUE: valid"), "{published}");
    let differs = at(&place, 2, "publish draft.json --type NOTE");
    assert_eq!(differs.exit, Some(64), "{differs}");
    let random = done(&place, 3, "publish draft.json --random-id");
    assert!(random.stdout.starts_with("issue-"), "{random}");
    let input = place.run_with("publish -", b"{\"type\":1}", &[]);
    assert_eq!(input.exit, Some(3), "{input}");
    assert!(input.stderr.contains("`/type` of the draft"), "{input}");
}

#[test]
fn writers_at_the_same_time_get_numbers_of_their_own() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    let loops: Vec<Child> = (0..4)
        .map(|one| {
            let script =
                format!("for n in 1 2 3; do \"$ACTUM\" note w-1 --as worker --text {one}-$n || exit 1; done");
            std::process::Command::new("sh")
                .current_dir(place.path(""))
                .env("ACTUM", env!("CARGO_BIN_EXE_actum"))
                .args(["-c", &script])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in loops {
        assert!(child.wait().unwrap().success());
    }
    let record = record(&place);
    assert_eq!((record.view().judgment(), record.last("worker")), (Judgment::Valid, 12));
}

#[test]
fn a_session_that_dies_leaves_the_record_from_which_the_next_one_goes_on() {
    let place = team();
    done(&place, 0, "assign bob worker --as lead");
    done(&place, 1, "task w-1 --title Login --as planner");
    done(&place, 2, "claim w-1 --as worker --lease 30m");
    done(&place, 3, "note w-1 --as worker --text half-way");
    // The first session is killed while it publishes, at whatever step.
    let mut acknowledged = size(&place);
    for pause in [0, 5, 10, 20, 40, 80] {
        let mut child = command(&place.path(""))
            .args([
                "note",
                "w-1",
                "--as",
                "worker",
                "--text",
                "more",
                "--format",
                "json",
                "--now",
                &moment(4),
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let told =
            String::from_utf8(output.stdout).unwrap().lines().filter(|line| line.ends_with('}')).count()
                as u64;
        assert!(size(&place) >= acknowledged + told, "an acknowledged entry is lost");
        acknowledged = size(&place);
    }
    let brief = at(&place, 40, "brief w-1 --for-agent --as bob");
    assert_eq!(brief.exit, Some(0), "{brief}");
    for said in [
        "w-1: Login",
        "state: claimed (valid, authoritative)",
        "responsible: worker as worker",
        "lease: pending: the lease of worker ran out at 2027-01-01T00:32:00Z",
        "bob may take_over",
        "half-way",
    ] {
        assert!(brief.stdout.contains(said), "{said}: {brief}");
    }
    assert!(brief.stdout.len() <= 2000, "{} bytes", brief.stdout.len());
    done(&place, 40, "claim w-1 --as bob --session s2");
    done(&place, 41, "handoff w-1 --as bob --session s2 --text looked --left tests --left docs");
    let brief = at(&place, 42, "brief w-1 --for-agent --as worker");
    assert!(
        brief.stdout.contains("worker may claim") && brief.stdout.contains("HANDOFF of bob: \"looked\""),
        "{brief}"
    );
    done(&place, 42, "claim w-1 --as worker --session s3");
    done(&place, 43, "report w-1 --as worker --session s3 --text done");
    done(&place, 44, "review w-1 --reject --as reviewer --text more-tests");
    let brief = at(&place, 45, "brief w-1 --for-agent --as worker");
    assert!(brief.stdout.contains("REVIEW of reviewer: \"reject: more-tests\""), "{brief}");
    assert_eq!(record(&place).view().judgment(), Judgment::Valid);
}

#[test]
fn a_brief_never_takes_more_than_2000_bytes_whatever_was_written() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    for number in 0..12 {
        let text = format!("{number}{}", "\u{1F600}".repeat(300));
        let outcome = command(&place.path(""))
            .args(["note", "w-1", "--as", "worker", "--text", &text, "--now", &moment(number)])
            .output()
            .unwrap();
        assert!(outcome.status.success());
    }
    let brief = at(&place, 20, "brief w-1 --for-agent");
    assert!(brief.stdout.len() <= 2000, "{} bytes", brief.stdout.len());
    assert!(brief.stdout.contains("unknown: whatever nobody published"), "{brief}");
    let unknown = at(&place, 20, "brief w-9 --for-agent");
    assert_eq!(unknown.exit, Some(2), "{unknown}");
}

#[test]
fn hooks_tell_an_agent_where_it_stands_and_never_stop_it() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    done(&place, 1, "claim w-1 --as worker --lease 30m");
    let input = br#"{"session_id":"s-77","hook_event_name":"PreCompact"}"#;
    let start =
        place.run_with(&format!("session start --for claude --as worker --now {}", moment(2)), input, &[]);
    assert!(
        start.stdout.starts_with("{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\""),
        "{start}"
    );
    assert!(start.stdout.contains("You hold:\\nw-1: Login"), "{start}");
    let cursor =
        place.run_with(&format!("session start --for cursor --as bob --now {}", moment(2)), b"", &[]);
    assert!(cursor.stdout.starts_with("{\"additional_context\":"), "{cursor}");
    for (moment_word, minute, entries) in
        [("compact", 3, 3), ("compact", 3, 3), ("compact", 4, 4), ("stop", 5, 5), ("stop", 6, 5)]
    {
        let words = format!("session {moment_word} --for codex --as worker --now {}", moment(minute));
        let outcome = place.run_with(&words, input, &[]);
        assert_eq!((outcome.exit, outcome.stdout.as_str()), (Some(0), ""), "{outcome}");
        assert_eq!(size(&place), entries, "{words}");
    }
    assert_eq!(record(&place).view().judgment(), Judgment::Valid);
    assert_eq!(record(&place).last("worker/s-77"), 3);
    let elsewhere = tempfile::tempdir().unwrap();
    let output = command(elsewhere.path())
        .args(["session", "stop", "--for", "claude", "--as", "worker"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
}

#[test]
fn setup_writes_what_is_not_there_and_prints_the_rest() {
    let place = Place::new();
    for (agent, hooks, rules) in [
        ("claude", ".claude/settings.json", "CLAUDE.md"),
        ("codex", ".codex/hooks.json", "AGENTS.md"),
        ("cursor", ".cursor/hooks.json", ".cursor/rules/actum.mdc"),
    ] {
        let dry = place.run(&format!("setup {agent} --dry-run --as bob"));
        assert_eq!(dry.exit, Some(0), "{dry}");
        assert!(
            dry.stdout.contains(&format!("would write {hooks}")) && dry.stdout.contains("--as bob"),
            "{dry}"
        );
        assert!(!place.path(hooks).exists() && !place.path(rules).exists());
        let wrote = place.run(&format!("setup {agent}"));
        assert!(wrote.stdout.contains(&format!("wrote {hooks}\nwrote {rules}\n")), "{wrote}");
        std::fs::File::options().append(true).open(place.path(rules)).unwrap().write_all(b"mine\n").unwrap();
        let kept = place.run(&format!("setup {agent}"));
        assert!(kept.stdout.contains("is there already; merge this into"), "{kept}");
        assert!(std::fs::read_to_string(place.path(rules)).unwrap().ends_with("mine\n"));
    }
    let quoted = command(&place.path("")).args(["setup", "claude", "--as", "a; rm -rf ."]).output().unwrap();
    assert_eq!(quoted.status.code(), Some(64));
}

#[cfg(unix)]
#[test]
fn setup_follows_no_link_out_of_the_project() {
    let place = Place::new();
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), place.path(".claude")).unwrap();
    let outcome = place.run("setup claude");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains("merge this into .claude/settings.json"), "{outcome}");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_asked_says_why() {
    let place = team();
    done(&place, 0, "task w-1 --title Login --as planner");
    for (arguments, exit, said) in [
        ("claim w-1", 64, "`--as` has to say who publishes"),
        ("claim w-1 --as worker --lease soon", 64, "`--lease soon` is no time"),
        ("claim w-9 --as worker", 66, "nothing is known of the work item `w-9`"),
        ("review w-1 --as reviewer", 64, "--accept"),
        ("review w-1 --accept --reject --as reviewer", 64, "cannot be used with"),
        ("decide w-1 --as lead", 64, "--close"),
        ("publish --as worker --work w-1", 64, "what it is"),
        ("publish --as worker --type NOTE", 64, "which work item"),
        ("publish --as stranger --type NOTE --work w-1 --text x", 64, "has to say in which role"),
        ("publish --as worker --work w-1 --action fly", 73, "steps from there: "),
        ("publish --as worker --work w-1 --transition a,b", 64, "is no FROM,ACTION,TO"),
        ("publish --as worker --type NOTE --work w-1 --ref x", 64, "is no RELATION=TARGET"),
        ("publish absent.json", 66, "does not exist"),
        ("next --profile absent", 66, "`agent-team`"),
        ("next --ledger absent", 66, "absent"),
    ] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(exit), "`{arguments}`: {outcome}");
        assert!(outcome.stderr.contains(said), "`{arguments}`: {said}: {outcome}");
    }
    let moment = place.run("next --now yesterday");
    assert_eq!(moment.exit, Some(64), "{moment}");
    assert_eq!(size(&place), 1);
}
