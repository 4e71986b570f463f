//! Deals on the command line: the main journeys, and what goes wrong on the way.

use std::fs;

use crate::support::{Outcome, Place};

/// Runs `deal` with these words at a stamp, and shows what was asked.
fn step(place: &Place, at: u64, arguments: &str) -> String {
    let outcome = place.run(&format!("deal {arguments} --at {at}"));
    let exit = outcome.exit.unwrap();
    format!("$ actum deal {arguments}\n{}{}exit {exit}\n\n", outcome.stdout, outcome.stderr)
}

fn story(place: &Place, steps: &[&str]) -> String {
    let steps = (1..).zip(steps).map(|(at, arguments)| step(place, at, arguments));
    let started = place.run("deal new");
    assert_eq!(started.exit, Some(0), "{started}");
    steps.collect()
}

fn status(place: &Place, arguments: &str) -> Outcome {
    place.run(&format!("deal status {arguments}"))
}

const OFFER: &str =
    "offer xyz --from C --cash 100 --grant non_punishment --item trace --item claim_cross_referenced";

#[test]
fn a_deal_between_two_runs_from_offer_to_settlement() {
    let place = Place::new();
    insta::assert_snapshot!(story(
        &place,
        &[
            OFFER,
            "settle xyz",
            "accept xyz",
            "hold xyz",
            "disclose xyz --claim done --evidence trace=text",
            "settle xyz",
            "settle xyz",
        ]
    ));
    insta::assert_snapshot!(status(&place, "xyz"));
    let checked = place.run("deal verify deals.jsonl");
    assert_eq!(checked.exit, Some(0), "{checked}");
    let transcript = place.run("deal transcript");
    let again = place.run_with("deal verify -", transcript.stdout.as_bytes(), &[]);
    assert_eq!(again.exit, Some(0), "{again}");
    let head =
        |outcome: &Outcome| outcome.stdout.lines().find(|line| line.starts_with("head:")).map(str::to_owned);
    assert_eq!(head(&again), head(&checked));
}

#[test]
fn a_pool_shows_who_may_do_what() {
    let place = Place::new();
    let offer = |party: &str| {
        format!(
            "offer o-{party} --from {party} --cash 10 --item a --party C1 --party C2 --party A --quorum 1 --pool p"
        )
    };
    story(&place, &[&offer("C1")]);
    insta::assert_snapshot!("offered", status(&place, ""));
    for arguments in [&offer("C2"), "accept p", "hold o-C1 --from C1", "hold o-C2 --from C2"] {
        let step = step(&place, 5, arguments);
        assert!(step.contains("exit 0"), "{step}");
    }
    insta::assert_snapshot!("held", status(&place, "o-C2"));
    let open = place.run("deal settle p --at 6");
    assert_eq!(open.exit, Some(64), "{open}");
    assert!(open.stderr.contains("`--from` must say who sends this: C1, C2"), "{open}");
}

#[test]
fn a_file_that_is_attached_needs_the_reviewer_and_shows_why() {
    let place = Place::new();
    place.write("trace.log", b"what happened\n");
    insta::assert_snapshot!(story(
        &place,
        &[
            "offer xyz --from C --cash 100 --item trace --item other",
            "accept xyz",
            "hold xyz",
            "disclose xyz --attach trace=trace.log",
        ]
    ));
    insta::assert_snapshot!("under_review", status(&place, "xyz"));
    let transcript = place.run("deal transcript").stdout;
    let digest = actum::canon::digest::sha256(b"what happened\n").to_string();
    assert!(transcript.contains(&digest) && !transcript.contains("what happened"), "{transcript}");
    let ruled = step(&place, 9, "rule xyz --verdict fail --item trace=fail --breach F2");
    assert!(ruled.contains("BreachDetected: fake_disclosure") && ruled.contains("exit 0"), "{ruled}");
}

#[test]
fn deadlines_take_effect_when_the_time_is_told() {
    let place = Place::new();
    insta::assert_snapshot!(story(
        &place,
        &["offer xyz --from C --cash 100 --item a --accept-by 2 --settle-by 9", "tick", "tick", "accept xyz"]
    ));
}

#[test]
fn what_a_message_did_is_also_json() {
    let place = Place::new();
    place.run("deal new");
    let outcome = place.run(&format!("deal {OFFER} --at 1 --format json"));
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert_eq!(place.run("deal transcript").stdout, outcome.stdout);
    insta::assert_snapshot!(outcome.stdout);
    let status = status(&place, "--format json");
    assert_eq!(status.exit, Some(0), "{status}");
    insta::assert_snapshot!("status_json", status.stdout);
}

#[test]
fn a_message_is_sent_as_it_is_from_a_file_or_standard_input() {
    let place = Place::new();
    place.run("deal new");
    place.write("m.json", br#"{"type":"Accept","from":"A","offer_id":"x","offer_id":"y"}"#);
    let refused = place.run("deal accept --message m.json --at 1");
    assert_eq!(refused.exit, Some(73), "{refused}");
    assert!(refused.stdout.contains("ValidationError: duplicate member offer_id"), "{refused}");
    let refused = place.run_with("deal accept --message - --at 1", b"\xff", &[]);
    assert_eq!(refused.exit, Some(73), "{refused}");
    let checked = place.run("deal verify deals.jsonl");
    assert!(checked.stdout.starts_with("journal: 2 messages"), "{checked}");
}

/// The private key of RFC 8410 10.3, and another one.
const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
const OTHER: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\n-----END PRIVATE KEY-----\n";

#[test]
fn whoever_has_a_pinned_key_must_sign() {
    let place = Place::new();
    place.write("a.pem", KEY.as_bytes());
    place.write("b.pem", OTHER.as_bytes());
    let story = story(
        &place,
        &[
            "offer xyz --from C --cash 1 --item a --pin A=a.pem",
            "accept xyz",
            "accept xyz --sign b.pem",
            "accept xyz --sign a.pem",
        ],
    );
    let exits: Vec<_> = story.lines().filter(|line| line.starts_with("exit ")).collect();
    assert_eq!(exits, ["exit 0", "exit 73", "exit 73", "exit 0"], "{story}");
    assert_eq!(place.run("deal verify deals.jsonl").exit, Some(0));
    assert!(!place.run("deal transcript").stdout.contains("PRIVATE"));
}

#[test]
fn wrong_input_has_its_exit_code_and_changes_nothing() {
    let place = Place::new();
    let unknown = status(&place, "");
    assert_eq!(unknown.exit, Some(66), "{unknown}");
    insta::assert_snapshot!("no_journal", unknown);
    place.run("deal new");
    let again = place.run("deal new");
    assert_eq!(again.exit, Some(73), "{again}");
    insta::assert_snapshot!("second_journal", again);
    place.write("not.jsonl", b"something else\n");
    let before = fs::read(place.path("deals.jsonl")).unwrap();
    for (arguments, exit, said) in [
        ("accept", 64, "required"),
        ("accept x --message m.json", 64, "cannot be used with"),
        ("accept x --frobnicate", 64, "unexpected argument"),
        ("offer x --from C --cash many --item a", 64, "invalid value 'many'"),
        ("offer x --cash 1 --item a", 64, "`--from` must say who offers"),
        ("offer x --from C --cash 1 --item a={", 64, "`{` begins like JSON and is none"),
        ("disclose x --from A --evidence text", 64, "`--evidence text` lacks the `=`"),
        ("rule x --from R --verdict maybe", 64, "invalid value 'maybe'"),
        ("rule x --from R --verdict pass --item a", 64, "`--item a` lacks the `=`"),
        ("accept x --from A --at 9007199254740992", 64, "a stamp is at most 9007199254740991"),
        ("accept x", 66, "the journal knows no deal `x`"),
        ("status x", 66, "the journal knows no deal `x`"),
        ("accept --message absent.json", 66, "`absent.json` does not exist"),
        ("disclose x --from A --attach a=absent.log", 66, "`absent.log` does not exist"),
        ("disclose x --from A --attach a=evidence", 3, "`evidence` is not a file"),
        ("accept x --from A --sign absent.pem", 66, "`absent.pem` does not exist"),
        ("accept x --from A --sign not.jsonl", 3, "holds no Ed25519 private key"),
        ("accept x --from A --journal absent.jsonl", 66, "`absent.jsonl` does not exist"),
        ("accept x --from A --journal not.jsonl", 3, "is no deal journal"),
        ("status --journal evidence", 3, "is no regular file"),
        ("new --journal no/such/folder", 66, "does not exist"),
        ("verify absent", 66, "`absent` does not exist"),
        ("verify not.jsonl", 3, "is neither a deal journal nor a transcript"),
    ] {
        let outcome = place.run(&format!("deal {arguments}"));
        assert_eq!(outcome.exit, Some(exit), "{arguments}: {outcome}");
        assert!(outcome.stdout.is_empty() && outcome.stderr.contains(said), "{arguments}: {outcome}");
        assert_eq!(fs::read(place.path("deals.jsonl")).unwrap(), before, "{arguments}");
    }
    let refused = place.run("deal accept x --from A --at 1");
    assert_eq!(refused.exit, Some(73), "{refused}");
    insta::assert_snapshot!("unknown_offer", refused);
}

#[test]
fn a_changed_journal_is_3_and_to_verify_it_is_1() {
    let place = Place::new();
    story(&place, &[OFFER, "accept xyz", "hold xyz"]);
    let text = fs::read_to_string(place.path("deals.jsonl")).unwrap();
    place.write("deals.jsonl", text.replace("\\\"cash_sim\\\":100", "\\\"cash_sim\\\":900").as_bytes());
    for arguments in ["status", "transcript", "settle xyz"] {
        let outcome = place.run(&format!("deal {arguments}"));
        assert_eq!(outcome.exit, Some(3), "{outcome}");
        assert!(outcome.stderr.contains("line 2 of `deals.jsonl`: its `hash` is not"), "{outcome}");
    }
    let checked = place.run("deal verify deals.jsonl");
    assert_eq!(checked.exit, Some(1), "{checked}");
    insta::assert_snapshot!(checked);
}

#[test]
fn a_torn_end_is_told_and_kept() {
    let place = Place::new();
    story(&place, &[OFFER]);
    let mut bytes = fs::read(place.path("deals.jsonl")).unwrap();
    bytes.extend_from_slice(b"{\"at\":3,\"ent");
    place.write("deals.jsonl", &bytes);
    let seen = status(&place, "");
    assert_eq!(seen.exit, Some(0), "{seen}");
    assert!(
        seen.stderr.contains(
            "12 bytes behind the last line; they were never acknowledged, and the next writer moves them"
        ),
        "{seen}"
    );
    let sent = place.run("deal accept xyz --at 3");
    assert_eq!(sent.exit, Some(0), "{sent}");
    let kept = sent.stderr.trim_end().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(fs::read(place.path(&kept)).unwrap(), b"{\"at\":3,\"ent", "{sent}");
    assert_eq!(place.run("deal verify deals.jsonl").exit, Some(0));
}

#[test]
fn an_offer_is_looked_at_before_it_is_posted() {
    let place = Place::new();
    let offer = br#"{"type":"Offer","from":"C","offer_id":"x","consideration":{"cash_sim":5},"obligation":{"checklist":["a"]}}"#;
    place.write("offer.json", offer);
    place.write("bad.json", br#"{"type":"Offer","from":"C","offer_id":"x","consideration":{"cash_sim":5}}"#);
    place.write("other.json", br#"{"type":"Tick","from":"host","at":1}"#);
    let linted = place.run("deal lint offer.json");
    assert_eq!(linted.exit, Some(1), "{linted}");
    insta::assert_snapshot!("lint", linted);
    let simulated = place.run("deal simulate offer.json");
    assert_eq!(simulated.exit, Some(0), "{simulated}");
    insta::assert_snapshot!("simulate", simulated);
    let short = place.run_with("deal simulate - --positions 3", offer, &[]);
    assert_eq!(short.exit, Some(2), "{short}");
    for command in ["lint", "simulate"] {
        let json = place.run(&format!("deal {command} offer.json --format json"));
        assert!(json.stdout.starts_with('{') && json.stdout.ends_with("}\n"), "{json}");
        let refused = place.run(&format!("deal {command} bad.json"));
        assert_eq!(refused.exit, Some(73), "{refused}");
        assert!(refused.stdout.contains("ValidationError: obligation.checklist is required"), "{refused}");
        let other = place.run(&format!("deal {command} other.json"));
        assert_eq!(other.exit, Some(3), "{other}");
    }
}

#[test]
fn balances_are_explained_and_receipts_prove_their_entry() {
    let place = Place::new();
    story(&place, &[OFFER, "settle xyz", "accept xyz", "hold xyz", "reject xyz"]);
    insta::assert_snapshot!("explain", place.run("deal explain xyz"));
    place.write("a.pem", KEY.as_bytes());
    let receipt = place.run("deal receipt 4 --sign a.pem");
    assert_eq!(receipt.exit, Some(0), "{receipt}");
    insta::assert_snapshot!("receipt", receipt.stdout);
    let refused = place.run("deal receipt 2");
    assert_eq!(refused.exit, Some(73), "{refused}");
    let absent = place.run("deal receipt 6");
    assert_eq!(absent.exit, Some(66), "{absent}");
}

#[test]
fn other_terms_and_the_end_need_everybody() {
    let place = Place::new();
    place.write(
        "terms.json",
        br#"{"offer_id":"xyz","consideration":{"mode":"fixed","cash_sim":80,"object_options":[]},"obligation":{"checklist":{"a":true}}}"#,
    );
    insta::assert_snapshot!(story(
        &place,
        &[
            "offer xyz --from C --cash 100 --item a",
            "accept xyz",
            "hold xyz",
            "amend xyz --from A --terms terms.json",
            "amend xyz --from C --terms terms.json",
            "cancel xyz --from C",
            "cancel xyz --from A --policy refund",
        ]
    ));
}

#[cfg(target_os = "linux")]
#[test]
fn a_message_whose_answer_cannot_be_shown_is_said_to_be_recorded() {
    let place = Place::new();
    assert_eq!(place.run("deal new").exit, Some(0));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = crate::support::command(&place.path(""))
        .args(["deal", "offer", "x", "--from", "C", "--cash", "1", "--item", "a", "--at", "1"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(74));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("done and recorded"), "{stderr}");
    assert_eq!(place.run("deal status x").exit, Some(0));
}
