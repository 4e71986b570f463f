//! Deals and state trees as governance evidence, read together with tasks under the profile `one-record`.

use actum::canon::digest::sha256;
use actum::deal::{Journal, State};
use actum::evidence::{Evidence, Options as Gather};
use actum::tmpa::{Judgment, Reconstruction};
use actum::tree::Folder;
use actum::tree::command::SealEpisode;
use actum::{Bundle, Options, read, reader};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::tree::{open, segment, tick};

pub(super) fn read_folder(folder: &Path) -> Reconstruction {
    let bundle = Bundle::open(Path::new("one-record")).unwrap();
    let evidence = Evidence::gather(&[folder], Gather::default()).unwrap();
    read(&bundle.input(reader()).unwrap(), &evidence, Options::default()).unwrap()
}

fn envelope(view: &Reconstruction) -> Value {
    serde_json::from_slice(&view.to_bytes()).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Writes a journal of these messages; gives the state of each deal by the engine.
pub(super) fn journal(path: &Path, messages: &[Value]) -> Vec<(String, State)> {
    let mut journal = Journal::create(path).unwrap();
    for (number, message) in (1..).zip(messages) {
        let at = message["at"].as_u64().unwrap_or(number);
        journal.submit(message.to_string().as_bytes(), at).unwrap();
    }
    journal.deals().deals().iter().map(|deal| (deal.id().to_owned(), deal.state())).collect()
}

fn scenarios() -> Vec<(String, Vec<Value>)> {
    let folders = ["tests/integration/v0.3", "conformance/deal-v0.3"].map(|folder| root().join(folder));
    let mut scenarios = Vec::new();
    for folder in folders {
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "json")) {
            // A few hold numbers that only our own parser takes.
            let Ok(scenario) = serde_json::from_slice::<Value>(&fs::read(file).unwrap()) else { continue };
            let messages = scenario["messages"].as_array().unwrap().clone();
            scenarios.push((file.display().to_string(), messages));
        }
    }
    scenarios
}

#[test]
fn every_deal_stands_where_the_engine_says_whatever_was_sent() {
    let (mut illegal, mut others) = (BTreeSet::new(), BTreeSet::new());
    for (name, messages) in scenarios() {
        let place = tempfile::tempdir().unwrap();
        let states = journal(&place.path().join("deals.jsonl"), &messages);
        let view = read_folder(place.path());
        let envelope = envelope(&view);
        for issue in envelope["issues"].as_array().unwrap() {
            let message: Value = serde_json::from_str(issue["message"].as_str().unwrap()).unwrap();
            if issue["code"] == "ILLEGAL_TRANSITION" {
                let [from, action, to] = ["from", "action", "to"].map(|name| message[name].as_str().unwrap());
                illegal.insert(format!("{from}\t{action}\t{to}"));
            } else {
                others.insert(format!("{name}: {issue}"));
            }
        }
        if !illegal.is_empty() {
            continue;
        }
        let known = &envelope["extensions"]["summary"]["work_state"];
        for (deal, state) in states {
            assert_eq!(known[format!("deal:{deal}")], state.as_str(), "{name}");
        }
    }
    assert!(illegal.is_empty(), "steps that the lifecycle lacks:\n{}", Vec::from_iter(illegal).join("\n"));
    assert!(others.is_empty(), "{}", Vec::from_iter(others).join("\n"));
}

#[test]
fn a_refused_message_is_a_refused_act_and_changes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let offer = serde_json::json!({
        "type": "Offer", "from": "C", "offer_id": "d", "consideration": {"cash_sim": 1}, "obligation": {"checklist": ["a"]}
    });
    let settle = serde_json::json!({"type": "Settle", "from": "C", "offer_id": "d"});
    journal(&place.path().join("deals.jsonl"), &[offer, settle]);
    let view = read_folder(place.path());
    let finding = view.findings().find(|finding| finding.code == "deal:StateError").unwrap();
    assert_eq!((finding.object_id, finding.source_id), ("deal:d/m2", "deals.jsonl#3"));
    let judged: Vec<_> = view.nodes().map(|node| (node.id.to_owned(), node.judgment)).collect();
    assert_eq!(judged, [("deal:d".to_owned(), Judgment::Valid), ("deal:d/m2".to_owned(), Judgment::Invalid)]);
    let work = view.works().next().unwrap();
    assert_eq!((work.id, work.state, work.judgment), ("deal:d", Some("Offered"), Judgment::Valid));
}

/// A task under a deal, done in an episode, whose report the deal demands to be valid.
pub(super) struct Record {
    place: tempfile::TempDir,
    pub(super) episode: String,
}

impl Record {
    pub(super) fn new(reporter: &str) -> Self {
        Self::with(reporter, |digest| json!([{"id": "e", "predicate": "result", "sha256": digest}]))
    }

    /// The same with other evidence, which is made of the digest of the report.
    pub(super) fn with(reporter: &str, evidence: impl Fn(&str) -> Value) -> Self {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(&place.path().join("tree")).unwrap();
        let episode = open(&mut folder);
        let command = segment(&folder, episode, "the work");
        folder.submit(&command, &tick(1)).unwrap();
        let seal = SealEpisode { episode_id: episode, spine_algorithm_version: None, capture_posture: None };
        folder.submit(&seal.into(), &tick(2)).unwrap();
        let root = folder.tree().seals(episode).next().unwrap().episode_root_hash.to_string();

        let work = |draft: Draft| draft.work("w-1", "w-1").lifecycle("one-record-work");
        let task = work(Draft::new("w-1")).body(json!({"title": "export"})).refer("fulfils", "deal:d");
        let start = work(Draft::new("w-1-start").kind("TRANSITION").stream("s-pm", 2));
        let start = start.transition("created", "start", "active");
        let report = work(Draft::new("w-1-report").kind("REPORT").by(reporter, "DEV").stream("s-dev", 1));
        let report =
            report.body(json!({"summary": "done"})).refer("recorded_in", &format!("astp:seal/{root}"));
        let submit = work(Draft::new("w-1-submit").kind("TRANSITION").by("bob", "DEV").stream("s-bob", 1));
        let submit = submit.transition("active", "submit", "review").refer("reports", "w-1-report");
        for draft in [&task, &start, &report, &submit] {
            fs::write(place.path().join(format!("{}.json", draft.id())), draft.to_bytes()).unwrap();
        }

        let digest = sha256(&report.to_bytes()).to_string();
        let evidence = evidence(&digest);
        let messages = [
            json!({"type": "Offer", "from": "C", "offer_id": "d", "consideration": {"cash_sim": 5},
                "obligation": {"checklist": {"result": {"predicate": "valid_in_reading"}}}}),
            json!({"type": "Accept", "from": "A", "offer_id": "d"}),
            json!({"type": "EscrowHold", "from": "C", "offer_id": "d"}),
            json!({"type": "Disclose", "from": "A", "offer_id": "d", "final": true,
                "artifact": {"claim": {"text": "done", "refs": ["e"]}, "evidence": evidence}}),
            json!({"type": "Ruling", "from": "R", "offer_id": "d", "verdict": "pass"}),
            json!({"type": "Settle", "from": "C", "offer_id": "d"}),
        ];
        journal(&place.path().join("deals.jsonl"), &messages);
        Self { place, episode: episode.to_string() }
    }

    pub(super) fn path(&self) -> &Path {
        self.place.path()
    }

    pub(super) fn change(&self, file: &str, change: impl Fn(String) -> String) {
        let path = self.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        let changed = change(text.clone());
        assert_ne!(changed, text);
        fs::write(path, changed).unwrap();
    }
}

/// Judgment of an object, or `absent`.
pub(super) fn judged(view: &Reconstruction, id: &str) -> String {
    view.nodes().find(|node| node.id == id).map_or("absent".to_owned(), |node| node.judgment.to_string())
}

pub(super) fn states(view: &Reconstruction) -> Vec<(String, Option<String>)> {
    view.works().map(|work| (work.id.to_owned(), work.state.map(str::to_owned))).collect()
}

pub(super) fn codes(view: &Reconstruction) -> BTreeSet<&str> {
    view.findings().map(|finding| finding.code).collect()
}

#[test]
fn a_task_its_deal_and_its_episode_are_one_record() {
    let record = Record::new("bob");
    let view = read_folder(record.path());
    assert_eq!(codes(&view), BTreeSet::new(), "{:#?}", view.findings().collect::<Vec<_>>());
    assert_eq!(view.judgment(), Judgment::Valid);
    let episode = format!("astp:{}", record.episode);
    let expected = [(episode.as_str(), "SEALED"), ("deal:d", "Closed:settled"), ("w-1", "review")];
    let expected = expected.map(|(work, state)| (work.to_owned(), Some(state.to_owned())));
    assert_eq!(states(&view), expected);
    let envelope = envelope(&view);
    let values = &envelope["extensions"];
    assert_eq!(
        (&values["deals"][0]["id"], &values["deals"][0]["state"]),
        (&json!("d"), &json!("Closed:settled"))
    );
    assert_eq!(values["episodes"][0]["state"], "SEALED");
    let demanded = view.edges().find(|edge| edge.relation == "requires").unwrap();
    assert_eq!((demanded.source, demanded.target), ("deal:d/m4", "w-1-report"));
}

#[test]
fn what_a_deal_demands_to_be_valid_and_is_not_falls_with_what_rests_on_it() {
    let record = Record::new("mallory");
    let view = read_folder(record.path());
    assert_eq!(judged(&view, "w-1-report"), "undetermined");
    assert_eq!(judged(&view, "deal:d/m4"), "undetermined");
    assert!(codes(&view).contains("actum:DEPENDENCY_UNDETERMINED"));
    let deal = states(&view).into_iter().find(|(work, _)| work == "deal:d").unwrap();
    assert_eq!(deal.1.as_deref(), Some("Adjudicating"), "the settlement is not established");
    let engine = &envelope(&view)["extensions"]["deals"][0]["state"];
    assert_eq!(engine, "Closed:settled", "what the engine recorded stays");
}

#[test]
fn a_line_that_was_changed_is_found_and_what_rests_on_it_falls() {
    let record = Record::new("bob");
    record.change("tree/transitions.jsonl", |text| text.replace("elsewhere", "nowhere"));
    let view = read_folder(record.path());
    assert!(codes(&view).is_superset(&BTreeSet::from(["astp:LINE_CHANGED", "astp:LINE_UNREACHABLE"])));
    assert_eq!(judged(&view, "w-1-report"), "undetermined", "its seal is not established any more");
    assert_eq!(view.judgment(), Judgment::Invalid);

    let record = Record::new("bob");
    record.change("deals.jsonl", |text| text.replace("\\\"Accept\\\"", "\\\"Reject\\\""));
    let view = read_folder(record.path());
    assert!(codes(&view).is_superset(&BTreeSet::from(["deal:LINE_CHANGED", "deal:LINE_UNREACHABLE"])));
    let deal = states(&view).into_iter().find(|(work, _)| work == "deal:d").unwrap();
    assert_eq!(deal.1.as_deref(), Some("Offered"), "the lines before it hold");
}

#[test]
fn two_lines_that_follow_one_are_both_kept_and_neither_is_followed() {
    let record = Record::new("bob");
    let path = record.path().join("deals.jsonl");
    let lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    let fork = record.path().join("fork.jsonl");
    fs::write(&fork, format!("{}\n{}\n", lines[0], lines[1])).unwrap();
    let mut journal = Journal::open(&fork).unwrap();
    journal.submit(br#"{"type":"Reject","from":"A","offer_id":"d"}"#, 9).unwrap();
    let view = read_folder(record.path());
    let forked: Vec<_> = view
        .findings()
        .filter(|finding| finding.code == "deal:JOURNAL_FORK")
        .map(|one| one.source_id)
        .collect();
    assert_eq!(forked, ["deals.jsonl#3", "fork.jsonl#3"]);
    assert!(states(&view).contains(&("deal:d".to_owned(), Some("Offered".to_owned()))));
    assert_eq!(judged(&view, "deal:d"), "valid", "both journals hold it, as one object");
}

#[test]
fn order_copies_and_threads_do_not_matter() {
    let record = Record::new("bob");
    let first = read_folder(record.path());
    let bundle = Bundle::open(Path::new("one-record")).unwrap();
    let input = bundle.input(reader()).unwrap();
    let evidence = Evidence::gather(&[record.path()], Gather::default()).unwrap();
    for threads in 1..4 {
        let options = Options { threads: std::num::NonZeroUsize::new(threads), ..Options::default() };
        assert_eq!(read(&input, &evidence, options).unwrap().to_bytes(), first.to_bytes());
    }
    let told = |view: &Reconstruction| {
        view.nodes()
            .map(|node| (node.id.to_owned(), node.judgment, node.canonical_digest))
            .collect::<Vec<_>>()
    };
    for file in ["deals.jsonl", "tree/transitions.jsonl"] {
        record.change(file, |text| text.lines().rev().map(|line| format!("{line}\n")).collect());
        let text = fs::read(record.path().join(file)).unwrap();
        fs::write(record.path().join(file.replace(".jsonl", "-copy.jsonl")), text).unwrap();
    }
    let again = read_folder(record.path());
    assert_eq!((told(&again), states(&again)), (told(&first), states(&first)));
    let twice = again.nodes().find(|node| node.id == "deal:d/m2").unwrap();
    assert_eq!(twice.source_ids, ["deals-copy.jsonl#5", "deals.jsonl#5"]);
}

#[test]
fn nobody_publishes_what_only_an_engine_records() {
    let place = tempfile::tempdir().unwrap();
    let offer = json!({
        "type": "Offer", "from": "C", "offer_id": "d", "consideration": {"cash_sim": 1}, "obligation": {"checklist": ["a"]}
    });
    journal(&place.path().join("deals.jsonl"), &[offer]);
    let forged =
        Draft::new("forged").kind("DEAL_TRANSITION").by("deal-host", "DEAL_HOST").work("deal:d", "deal:d");
    let forged =
        forged.stream("elsewhere", 1).lifecycle("deal-0.3").transition("Offered", "accept", "Accepted");
    fs::write(place.path().join("forged.json"), forged.to_bytes()).unwrap();
    let view = read_folder(place.path());
    assert_eq!(judged(&view, "forged"), "undetermined");
    assert_eq!(view.works().next().unwrap().state, Some("Offered"));
    assert!(codes(&view).contains("AUTHORITY_UNDETERMINED"));
}
