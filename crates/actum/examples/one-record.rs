//! Writes the sources of `examples/one-record`: `cargo run -p actum --example one-record`.
//!
//! Bob exports payments under a deal with a buyer: he works in an episode, tries an idea on a branch and merges it, reports
//! what the seal holds, carol reviews and rules, the buyer pays. Under the same deal the team loads the files at the
//! buyer's, as a TASK of its FCoP workspace. A broker, in a deal of its own, invokes other terms than it offered. Running it
//! twice writes the same bytes; it never removes a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use actum::canon::digest::sha256;
use actum::deal::Journal;
use actum::fcop::{
    Command as Request, Fresh, Grant, Move, NewReport, NewReview, NewTask, Registry, Tool, Verdict,
};
use actum::tree::command::{AppendSegment, Command, CreateBranch, ExecuteMerge, OpenEpisode, SealEpisode};
use actum::tree::id::{Instant, Uuid};
use actum::tree::tree::{Context, Outcome};
use actum::tree::value::{
    BranchDeclarationType, BranchType, CaughtBy, RetentionTier, SegmentType, TriggerType,
};
use actum::tree::{Folder, Submitted};
use actum_fcop::File;
use actum_fcop::write::{Step, manifest, plan};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

type Done<T> = Result<T, Box<dyn Error>>;

/// 2026-01-02T03:04:05Z, when the drafts of the test kit are made.
const START: u64 = 1_767_323_045_000;

fn main() -> Done<()> {
    let place = tempfile::tempdir()?;
    make(place.path())?;
    let mut count = 0;
    for (name, bytes) in files(place.path())? {
        let path = folder().join(name);
        fs::create_dir_all(path.parent().ok_or("a file without a folder")?)?;
        fs::write(path, bytes)?;
        count += 1;
    }
    writeln!(io::stdout(), "{count} files in {}", folder().display())?;
    Ok(())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/one-record")
}

/// The files below a folder with their bytes, by name.
fn files(root: &Path) -> Done<Vec<(PathBuf, Vec<u8>)>> {
    let (mut pending, mut found) = (vec![root.to_path_buf()], Vec::new());
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.push((path.strip_prefix(root)?.to_path_buf(), fs::read(&path)?));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Makes the record: the tree first, since the reports name its seal, then the work, then the deals that cite it.
fn make(place: &Path) -> Done<()> {
    let root = tree(&place.join("tree"))?;
    let task = workspace(place, &root)?;
    let report = work(&place.join("work"), &root, &task)?;
    let mut journal = Journal::create(place.join("deals.jsonl").as_path())?;
    for (number, message) in (0..).zip(messages(&report)) {
        journal.submit(message.to_string().as_bytes(), START + number * 60_000)?;
    }
    Ok(())
}

/// Bob's episode; gives the root of its seal.
fn tree(place: &Path) -> Done<String> {
    let mut agent = Agent { folder: Folder::create(place)?, steps: 0 };
    let open = OpenEpisode {
        title: Some("payment export".into()),
        context_note: None,
        participants: Vec::new(),
        fingerprint_required: false,
        detection_thresholds: None,
    };
    agent.act(open.into())?;
    let episode = agent.folder.tree().episodes().next().ok_or("no episode")?.episode_id;
    let plan = agent.write(episode, None, "the plan: one file a day, checked against the ledger")?;
    let branch = CreateBranch {
        source_episode_id: episode,
        source_segment_id: plan,
        branch_intent: "try the batch interface".into(),
        declaration_type: BranchDeclarationType::Explicit,
        branch_type: BranchType::Exploratory,
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::Human,
        detection_window_open: false,
        override_depth: false,
    };
    let Outcome::Branch(branch) = agent.act(branch.into())? else { return Err("no branch".into()) };
    let branch = branch.branch_id;
    agent.write(episode, Some(branch), "it takes 400 rows at once")?;
    let merge = ExecuteMerge {
        source_branch_id: branch,
        target_episode_id: episode,
        target_branch_id: None,
        merge_summary: "batches of 400 work".into(),
        merge_strategy: "MANUAL_REVIEW".into(),
        conflict_resolutions: Vec::new(),
        resolution_artifacts: Vec::new(),
        caught_by: CaughtBy::Human,
    };
    agent.act(merge.into())?;
    agent.write(episode, None, "the export runs: 31 files, all checked")?;
    let seal = SealEpisode { episode_id: episode, spine_algorithm_version: None, capture_posture: None };
    agent.act(seal.into())?;
    let seal = agent.folder.tree().seals(episode).next().ok_or("no seal")?;
    Ok(seal.episode_root_hash.to_string())
}

struct Agent {
    folder: Folder,
    steps: u64,
}

impl Agent {
    fn act(&mut self, command: Command) -> Done<Outcome> {
        self.steps += 1;
        let at = Instant::from_milliseconds(START + self.steps * 1000).ok_or("no such moment")?;
        let id = Uuid::from_bytes(
            (0x1000_0000_0000_4000_8000_0000_0000_0000 + u128::from(self.steps)).to_be_bytes(),
        );
        match self.folder.submit(&command, &Context::new(at, id, "bob"))? {
            Submitted::Written(transition) => Ok(transition.outcome().clone()),
            other => Err(format!("{other:?}").into()),
        }
    }

    fn write(&mut self, episode_id: Uuid, branch_id: Option<Uuid>, text: &str) -> Done<Uuid> {
        let content_hash = self.folder.content().keep(text.as_bytes())?;
        let segment = AppendSegment {
            episode_id,
            branch_id,
            segment_type: SegmentType::Artifact,
            sequence_index: None,
            content_hash,
            content_ref: format!("content/{content_hash}"),
            retention_tier: RetentionTier::Persistent,
            supersedes: Vec::new(),
            signal_versions_read: Vec::new(),
            fingerprint: None,
        };
        match self.act(segment.into())? {
            Outcome::Segment(segment) => Ok(segment.segment_id),
            other => Err(format!("{other:?}").into()),
        }
    }
}

/// The team's FCoP workspace: a TASK from the inbox to done; gives its id.
fn workspace(place: &Path, root: &str) -> Done<String> {
    let profiles = ["payments-desk".to_owned()];
    let made = manifest(&digits(0), &profiles)?;
    let registry = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../profiles/one-record/fcop.json");
    let registry = Registry::load("fcop.json", &fs::read(registry)?)?;
    let files = BTreeMap::from([("fcop/fcop.json".to_owned(), made)]);
    let mut team = Team { files, registry, steps: 0 };
    let text = |text: &str| text.to_owned();
    let task = team.act(Request::Create(NewTask {
        sender: text("alice"),
        recipient: text("bob"),
        subject: text("Load the exported files at the buyer's"),
        body: text("All files of the month, each checked after it was loaded."),
        operation_id: text("load-export"),
        declared: vec![(text("fulfils"), text("deal:export-deal")), (text("depends_on"), text("export"))],
        ..NewTask::default()
    }))?;
    let step = |tool, actor: &str| {
        let (task, actor) = (task.clone(), actor.to_owned());
        Request::Move(Move { task, tool, actor, review: None, authorization: None })
    };
    let review = |kind, body: &str, references: &[&String]| {
        let references = references.iter().map(|id| (*id).clone()).collect();
        let (sender, recipient) = (text("carol"), text("bob"));
        Request::Review(NewReview {
            task: task.clone(),
            sender,
            recipient,
            kind,
            body: text(body),
            references,
        })
    };
    team.act(step(Tool::Claim, "bob"))?;
    team.act(Request::Report(NewReport {
        task: task.clone(),
        sender: text("bob"),
        recipient: text("alice"),
        result: text("31 files loaded and checked"),
        body: text("How they were made is in the episode."),
        declared: vec![(text("recorded_in"), format!("astp:seal/{root}"))],
        ..NewReport::default()
    }))?;
    team.act(step(Tool::Submit, "bob"))?;
    let accepted = team.act(review(Verdict::Acceptance, "The counts agree.", &[]))?;
    let (profile, tool) = (text("payments-desk"), Tool::Approve);
    let grant = Grant { tool, profile, proof: None, issued_at: None, expires_at: None };
    team.act(review(Verdict::Authorization(grant), "Approve it.", &[&accepted]))?;
    team.act(step(Tool::Approve, "carol"))?;
    for (name, bytes) in team.files {
        let path = place.join(name);
        fs::create_dir_all(path.parent().ok_or("a file without a folder")?)?;
        fs::write(path, bytes)?;
    }
    Ok(task)
}

struct Team {
    files: BTreeMap<String, Vec<u8>>,
    registry: Registry,
    steps: u64,
}

impl Team {
    fn act(&mut self, request: Request) -> Done<String> {
        self.steps += 1;
        let at = Instant::from_milliseconds(START + self.steps * 1000).ok_or("no such moment")?;
        let ids = [1, 2, 3].map(|kind| digits(self.steps * 4 + kind));
        let files = self.files.iter().map(|(id, bytes)| File { id, bytes });
        let plan = plan(files, &self.registry, &request, &Fresh { at: at.to_string(), ids })?;
        for step in plan.steps {
            match step {
                Step::Publish { path, bytes, .. } | Step::Advance { path, bytes, .. } => {
                    self.files.insert(path, bytes);
                }
                Step::Leave { path, .. } => {
                    self.files.remove(&path);
                }
            }
        }
        Ok(plan.outcome.id)
    }
}

/// A UUID of version 4 as 32 hexadecimal digits, the same for the same number.
fn digits(number: u64) -> String {
    format!("0000000000004000800000000000{number:04x}")
}

/// The task and what came of it; gives the digest of the report's file.
fn work(place: &Path, root: &str, loaded: &str) -> Done<String> {
    let draft = |id: &str, kind: &str, by: &str, role: &str, sequence: u64| {
        let draft = Draft::new(id).kind(kind).by(by, role).stream(by, sequence).work("export", "export");
        draft.lifecycle("one-record-work")
    };
    let (pm, dev, qa) = (("alice", "PM"), ("bob", "DEV"), ("carol", "QA"));
    let drafts = [
        draft("export", "TASK", pm.0, pm.1, 1)
            .body(json!({"title": "payment export, a file a day"}))
            .refer("fulfils", "deal:export-deal"),
        draft("export-start", "TRANSITION", pm.0, pm.1, 2).transition("created", "start", "active"),
        draft("export-report", "REPORT", dev.0, dev.1, 1)
            .body(json!({"summary": "31 files, all checked"}))
            .refer("recorded_in", &format!("astp:seal/{root}")),
        draft("export-submit", "TRANSITION", dev.0, dev.1, 2)
            .transition("active", "submit", "review")
            .refer("reports", "export-report"),
        draft("export-review", "REVIEW", qa.0, qa.1, 1)
            .body(json!({"decision": "approve", "reason": "the files agree with the ledger"}))
            .refer("reviews", "export-report")
            .refer("cites", loaded),
        draft("export-approve", "TRANSITION", qa.0, qa.1, 2)
            .transition("review", "approve", "done")
            .refer("reviews", "export-review"),
    ];
    fs::create_dir_all(place)?;
    let mut report = String::new();
    for draft in &drafts {
        let text = serde_json::to_string_pretty(&draft.to_value())? + "\n";
        if draft.id() == "export-report" {
            report = sha256(text.as_bytes()).to_string();
        }
        fs::write(place.join(format!("{}.json", draft.id())), text)?;
    }
    Ok(report)
}

/// The messages of both deals, in the order in which the host took them.
fn messages(report: &str) -> Vec<Value> {
    let offer = |from: &str, id: &str, cash: u64| {
        json!({
            "type": "Offer", "from": from, "offer_id": id,
            "consideration": {"cash_sim": cash},
            "obligation": {"checklist": {"report": {"predicate": "valid_in_reading"}}},
            "deal_structure": {"mode": "bilateral", "parties": [from, "bob"], "agent": "bob"},
            "review": {"by": "carol"}
        })
    };
    let mutated = json!({
        "type": "EscrowHold", "from": "broker", "offer_id": "resale",
        "offer_body": {"offer_id": "resale", "consideration": {"cash_sim": 40}}
    });
    vec![
        offer("buyer", "export-deal", 900),
        json!({"type": "Accept", "from": "bob", "offer_id": "export-deal"}),
        json!({"type": "EscrowHold", "from": "buyer", "offer_id": "export-deal"}),
        offer("broker", "resale", 400),
        json!({"type": "Accept", "from": "bob", "offer_id": "resale"}),
        mutated,
        json!({
            "type": "Disclose", "from": "bob", "offer_id": "export-deal", "final": true,
            "artifact": {
                "claim": {"text": "the export runs", "refs": ["report"]},
                "evidence": [{"id": "report", "predicate": "report", "sha256": report, "uri": "tmpa:export-report"}]
            }
        }),
        json!({"type": "Ruling", "from": "carol", "offer_id": "export-deal", "verdict": "pass"}),
        json!({"type": "Settle", "from": "buyer", "offer_id": "export-deal"}),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum::evidence::{Evidence, Options as Gather};
    use actum::tmpa::Judgment;
    use actum::{Bundle, Options, read, reader};

    #[test]
    fn the_committed_files_are_the_generated_ones() {
        let place = tempfile::tempdir().unwrap();
        make(place.path()).unwrap();
        for (name, bytes) in files(place.path()).unwrap() {
            let committed = fs::read(folder().join(&name)).unwrap_or_default();
            assert!(
                committed == bytes,
                "`{}`: run `cargo run -p actum --example one-record`",
                name.display()
            );
        }
    }

    #[test]
    fn the_reading_finds_what_the_readme_says() {
        let bundle = Bundle::open(Path::new("one-record")).unwrap();
        let gather = Gather { profile: Some(&bundle), ..Gather::default() };
        let evidence = Evidence::gather(&[folder()], gather).unwrap();
        let view = read(&bundle.input(reader()).unwrap(), &evidence, Options::default()).unwrap();
        let works: Vec<_> =
            view.works().map(|work| (work.id, work.state.unwrap_or("?"), work.judgment)).collect();
        let episode = works[1].0;
        assert_eq!(
            works,
            [
                ("TASK-00000000000040008000000000000005", "done", Judgment::Valid),
                (episode, "SEALED", Judgment::Valid),
                ("deal:export-deal", "Closed:settled", Judgment::Valid),
                ("deal:resale", "Closed:breach", Judgment::Valid),
                ("export", "done", Judgment::Valid),
            ]
        );
        let found: Vec<_> = view.findings().map(|finding| (finding.code, finding.object_id)).collect();
        let told = ["fcop:IDENTITY_ROLE_LEVEL", "fcop:STREAM_ORDER_UNKNOWN"].map(|code| (code, ""));
        assert_eq!(found, [&[("deal:F4", "deal:resale/m6")][..], &told].concat());
    }
}
