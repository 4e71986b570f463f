//! What a deal demands to be valid in the reading, and what becomes of the deal where that is not established.

use std::fs;
use std::path::Path;

use actum::canon::digest::sha256;
use actum::deal::Journal;
use actum::evidence::Options;
use actum::ledger::{Artifact, Ledger};
use actum::tmpa::{Judgment, Reconstruction};
use actum::{Bundle, Evidence};
use serde_json::{Value, json};

use super::project::{Record, codes, judged, read_folder};

/// State and judgment of a work item.
fn work(view: &Reconstruction, id: &str) -> (String, Judgment) {
    let work = view.works().find(|work| work.id == id).unwrap();
    (work.state.unwrap_or_default().to_owned(), work.judgment)
}

#[test]
fn a_settlement_over_evidence_that_cites_nothing_is_not_established() {
    for entry in [
        json!({"text": "trust me"}),
        json!({"uri": "https://example.org/report"}),
        json!({"uri": " tmpa:w-1-report"}),
        json!({"uri": "TMPA:w-1-report"}),
        json!({"uri": "tmpa:"}),
    ] {
        let record = Record::with("bob", |_| {
            let mut entry = entry.clone();
            entry["id"] = json!("e");
            entry["predicate"] = json!("result");
            json!([entry])
        });
        let view = read_folder(record.path());
        assert_eq!(work(&view, "deal:d"), ("Adjudicating".to_owned(), Judgment::Undetermined), "{entry}");
        let unmet = view.findings().filter(|one| one.code == "deal:NOT_CITED");
        let unmet: Vec<_> = unmet.map(|one| (one.object_id, one.target_id)).collect();
        assert_eq!(unmet, [("deal:d/m5", "result"), ("deal:d/s4", "result")], "{entry}");
        assert_eq!(judged(&view, "deal:d/m4"), "valid", "what was disclosed was disclosed");
    }
}

#[test]
fn a_settlement_falls_with_evidence_that_is_refuted_as_with_evidence_that_is_missing() {
    let refuted = Record::new("bob");
    refuted.change("w-1-report.json", |text| {
        text.replace("\"role\": \"DEV\"", "\"role\": \"QA\"").replace("\"DEV\"", "\"QA\"")
    });
    let missing = Record::new("bob");
    fs::remove_file(missing.path().join("w-1-report.json")).unwrap();
    let differs = Record::with("bob", |_| {
        let other = format!("sha256:{}", "1".repeat(64));
        json!([{"id": "e", "predicate": "result", "uri": "tmpa:w-1-report", "sha256": other}])
    });
    let unestablished = Record::new("mallory");
    for (what, record) in
        [("refuted", refuted), ("missing", missing), ("differs", differs), ("unestablished", unestablished)]
    {
        let view = read_folder(record.path());
        assert_eq!(work(&view, "deal:d"), ("Adjudicating".to_owned(), Judgment::Undetermined), "{what}");
        for object in ["deal:d/m4", "deal:d/m5", "deal:d/s4"] {
            assert_ne!(judged(&view, object), "valid", "{what} {object}");
        }
    }
}

#[test]
fn evidence_that_comes_later_is_what_a_settlement_rests_on() {
    let record = Record::new("bob");
    let report = format!("{}", sha256(&fs::read(record.path().join("w-1-report.json")).unwrap()));
    let path = record.path().join("deals.jsonl");
    fs::remove_file(&path).unwrap();
    let mut journal = Journal::create(&path).unwrap();
    let disclose = |entry| {
        json!({"type": "Disclose", "from": "A", "offer_id": "d",
            "artifact": {"claim": {"text": "done", "refs": ["e"]}, "evidence": [entry]}})
    };
    let messages = [
        json!({"type": "Offer", "from": "C", "offer_id": "d", "consideration": {"cash_sim": 5},
            "obligation": {"checklist": {"result": {"predicate": "valid_in_reading"}}}}),
        json!({"type": "Accept", "from": "A", "offer_id": "d"}),
        json!({"type": "EscrowHold", "from": "C", "offer_id": "d"}),
        disclose(json!({"id": "e", "predicate": "result", "text": "trust me"})),
        disclose(json!({"id": "e", "predicate": "result", "sha256": report})),
        json!({"type": "Ruling", "from": "R", "offer_id": "d", "verdict": "pass"}),
        json!({"type": "Settle", "from": "C", "offer_id": "d"}),
    ];
    for (at, message) in (1..).zip(&messages) {
        journal.submit(message.to_string().as_bytes(), at).unwrap();
    }
    let view = read_folder(record.path());
    assert_eq!(work(&view, "deal:d"), ("Closed:settled".to_owned(), Judgment::Valid));
    let rests: Vec<_> = view.edges().filter(|edge| edge.relation == "rests_on").collect();
    assert!(rests.iter().all(|edge| edge.target == "deal:d/m5") && rests.len() == 2, "{rests:?}");
}

#[test]
fn what_a_tree_holds_is_cited_by_its_name_or_by_the_digest_that_the_reading_shows() {
    let record = Record::new("bob");
    let view = read_folder(record.path());
    let seal = view.nodes().find(|node| node.id.starts_with("astp:seal/")).unwrap();
    let (id, digest) = (seal.id.to_owned(), seal.canonical_digest.to_string());
    let other = format!("sha256:{}", "1".repeat(64));
    for (evidence, expected) in [
        (json!({"uri": id}), Judgment::Valid),
        (json!({"sha256": digest}), Judgment::Valid),
        (json!({"uri": id, "sha256": digest}), Judgment::Valid),
        (json!({"uri": id, "sha256": other}), Judgment::Undetermined),
    ] {
        let record = Record::with("bob", |_| {
            let mut entry = evidence.clone();
            entry["id"] = json!("e");
            entry["predicate"] = json!("result");
            json!([entry])
        });
        let view = read_folder(record.path());
        assert_eq!(work(&view, "deal:d").1, expected, "{evidence}");
        let unknown = codes(&view).contains("deal:CITED_DIGEST_UNKNOWN");
        assert_eq!(unknown, expected != Judgment::Valid, "{evidence}");
    }
}

#[test]
fn a_work_item_whose_journal_goes_on_unread_is_not_valid_at_an_earlier_state() {
    let changed = |file: &str, line: usize, from: &str, to: &str| {
        let record = Record::new("bob");
        record.change(file, |text| {
            let lines = text.lines().enumerate();
            lines
                .map(
                    |(number, one)| {
                        if number == line { one.replace(from, to) + "\n" } else { format!("{one}\n") }
                    },
                )
                .collect()
        });
        read_folder(record.path())
    };
    // The third message of the deal: two before it hold.
    let view = changed("deals.jsonl", 3, "EscrowHold", "EscrowHeld");
    assert_eq!(work(&view, "deal:d"), ("Accepted".to_owned(), Judgment::Undetermined));
    assert_eq!(judged(&view, "deal:d"), "valid", "what came before holds");
    // The last one: nothing follows that could tell.
    let view = changed("deals.jsonl", 6, "Settle", "Settled");
    assert_eq!(work(&view, "deal:d"), ("Adjudicating".to_owned(), Judgment::Undetermined));
    let episode = |view: &Reconstruction| {
        let work = view.works().find(|work| work.id.starts_with("astp:")).unwrap();
        (work.state.unwrap_or_default().to_owned(), work.judgment)
    };
    let view = changed("tree/transitions.jsonl", 3, "seal", "seol");
    assert_eq!(episode(&view), ("ACTIVE".to_owned(), Judgment::Undetermined));

    let record = Record::new("bob");
    let path = record.path().join("deals.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let fork = record.path().join("fork.jsonl");
    fs::write(&fork, text.lines().take(6).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    Journal::open(&fork).unwrap().submit(br#"{"type":"Tick","from":"host","at":9}"#, 9).unwrap();
    let view = read_folder(record.path());
    assert!(codes(&view).contains("deal:JOURNAL_FORK"));
    assert_eq!(work(&view, "deal:d"), ("Adjudicating".to_owned(), Judgment::Undetermined));
}

#[test]
fn a_line_that_holds_in_itself_and_says_another_outcome_does_nothing() {
    let record = Record::new("bob");
    let path = record.path().join("deals.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    let mut line: Value = serde_json::from_str(last).unwrap();
    line["entry"] = json!(sha256(b"another outcome").to_string());
    line.as_object_mut().unwrap().remove("hash");
    line["hash"] = json!(sha256(line.to_string().as_bytes()).to_string());
    fs::write(&path, format!("{before}\n{line}\n")).unwrap();
    let view = read_folder(record.path());
    assert!(String::from_utf8_lossy(&view.to_bytes()).contains("entry_differs"));
    assert_eq!(work(&view, "deal:d"), ("Adjudicating".to_owned(), Judgment::Undetermined));
    let envelope: Value = serde_json::from_slice(&view.to_bytes()).unwrap();
    assert_eq!(envelope["extensions"]["deals"][0]["state"], "Adjudicating");
}

#[test]
fn a_changed_copy_of_a_whole_journal_takes_nothing_from_it() {
    let record = Record::new("bob");
    let text = fs::read_to_string(record.path().join("deals.jsonl")).unwrap();
    fs::write(record.path().join("backup.jsonl"), text.replacen("EscrowHold", "EscrowHeld", 1)).unwrap();
    let view = read_folder(record.path());
    assert_eq!(work(&view, "deal:d"), ("Closed:settled".to_owned(), Judgment::Valid));
    assert!(codes(&view).contains("deal:LINE_CHANGED"));
}

#[test]
fn a_file_of_a_workspace_is_cited_by_its_digest_or_by_its_id() {
    let Some(case) = actum_testkit::shared("cases/fcop/peer-v4/00-happy/fcop/reports") else { return };
    let report = fs::read_dir(case).unwrap().next().unwrap().unwrap().path();
    let name = report.file_stem().unwrap().to_str().unwrap().to_owned();
    let digest = sha256(&fs::read(&report).unwrap()).to_string();
    let other = format!("sha256:{}", "1".repeat(64));
    let workspace = actum_testkit::shared("cases/fcop/peer-v4/00-happy").unwrap();
    let place = tempfile::tempdir().unwrap();
    let profile = Bundle::open(Path::new("one-record")).unwrap();
    for (number, (evidence, found)) in [
        (json!({"sha256": digest}), None),
        (json!({"uri": format!("tmpa:{name}")}), None),
        (json!({"uri": format!("tmpa:{name}"), "sha256": digest}), None),
        (json!({"uri": format!("tmpa:{name}"), "sha256": other}), Some("deal:CITED_DIGEST_DIFFERS")),
        (json!({"sha256": other}), Some("MISSING_REFERENCE")),
    ]
    .into_iter()
    .enumerate()
    {
        let mut entry = evidence.clone();
        entry["id"] = json!("e");
        entry["predicate"] = json!("result");
        let deal = Record::with("bob", |_| json!([entry]));
        let mut ledger = Ledger::init(&place.path().join(number.to_string())).unwrap();
        let options = Options { profile: Some(&profile), ..Options::default() };
        let lines = Evidence::gather(&[deal.path().join("deals.jsonl")], Options::default()).unwrap();
        for evidence in [lines, Evidence::gather(&[&workspace], options).unwrap()] {
            evidence
                .each(|source| {
                    let (id, media_type) = (Some(source.id), source.media_type);
                    let one = Artifact { source_id: id, media_type, bytes: source.bytes, key: None };
                    ledger.append(&[one]).map(drop)
                })
                .unwrap();
        }
        let input = profile.input(actum::reader()).unwrap();
        let view = actum::read(&input, &ledger.evidence().unwrap(), actum::Options::default()).unwrap();
        let disclosure =
            view.edges().find(|edge| edge.relation == "requires").map(|edge| edge.target.to_owned());
        let at = |code: &str| {
            view.findings().any(|one| one.code == code && one.object_id == "deal:d/m4")
                || view.issues().any(|one| one.code.to_string() == code && one.object_id == "deal:d/m4")
        };
        for code in ["deal:CITED_DIGEST_DIFFERS", "MISSING_REFERENCE"] {
            assert_eq!(at(code), found == Some(code), "{evidence}: {code}");
        }
        if found != Some("MISSING_REFERENCE") {
            assert_eq!(disclosure.as_deref(), Some(name.as_str()), "{evidence}");
        }
    }
}
