//! The published package beside the writer, in one folder, in turns: each goes on with what the other wrote.
//!
//! `ACTUM_FCOP_PYTHON` names a Python in which `fcop` 4.0.5 is installed; `.ci/run` makes one. Without it the test says
//! that it is skipped.

use super::workspace::{Workspace, registry, weighing};
use actum_fcop::File;
use actum_fcop::write::{
    Command, FOLDERS, Fresh, Grant, Move, NewReport, NewReview, NewTask, Plan, Step, Tool, Verdict, manifest,
    plan,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process;

/// A folder that both write to.
struct Shared {
    folder: tempfile::TempDir,
    python: String,
    moment: u64,
}

impl Shared {
    fn new() -> Option<Self> {
        let Ok(python) = std::env::var("ACTUM_FCOP_PYTHON") else {
            eprintln!("skipped: `ACTUM_FCOP_PYTHON` names no Python with `fcop` 4.0.5; `.ci/run` makes one");
            return None;
        };
        Some(Self { folder: tempfile::tempdir().unwrap(), python, moment: 0 })
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A workspace as the writer makes one, with what the package demands of it.
    fn make(&self) -> String {
        for folder in FOLDERS {
            fs::create_dir_all(self.root().join("fcop").join(folder)).unwrap();
        }
        let id = "e5959862-9e9a-45b9-91d6-66343ebec1b0";
        let bytes = manifest(&id.replace('-', ""), &["local-trust".to_owned()]).unwrap();
        fs::write(self.root().join("fcop/fcop.json"), bytes).unwrap();
        format!("urn:uuid:{id}")
    }

    fn files(&self) -> Workspace {
        Workspace::folder(self.root())
    }

    fn peer(&self, call: &str, arguments: Value) -> Value {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peer/act.py");
        let call = json!({"call": call, "arguments": arguments}).to_string();
        let run =
            process::Command::new(&self.python).arg(script).arg(self.root()).arg(call).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        serde_json::from_slice(&run.stdout).unwrap()
    }

    fn ours(&mut self, command: &Command) -> Plan {
        self.moment += 1;
        let id = |kind: u64| format!("{kind:08x}{:08x}{:016x}", process::id(), self.moment);
        // Later than anything that the other one has written.
        let at = format!("2099-11-30T08:{:02}:{:02}.000001+00:00", self.moment / 60, self.moment % 60);
        let fresh = Fresh { at, ids: [id(1), id(2), id(3)] };
        let files = self.files();
        let plan =
            plan(files.files.iter().map(|(id, bytes)| File { id, bytes }), &registry(), command, &fresh);
        let plan = plan.unwrap_or_else(|refusal| panic!("{refusal}"));
        for step in &plan.steps {
            match step {
                Step::Publish { path, bytes, .. } => {
                    let path = self.root().join(path);
                    assert!(!path.exists());
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, bytes).unwrap();
                }
                Step::Advance { path, bytes, .. } => fs::write(self.root().join(path), bytes).unwrap(),
                Step::Leave { path, .. } => fs::remove_file(self.root().join(path)).unwrap(),
            }
        }
        plan
    }
}

/// Who does a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Package,
    Writer,
}

/// One TASK from creation to archive, with a rejection; `turns` says who does each of the eighteen steps.
fn journey(shared: &mut Shared, turns: impl Fn(usize) -> Who) {
    let workspace = match turns(0) {
        Who::Package => {
            let made = shared.peer("create_workspace", json!({"profiles": ["local-trust"]}));
            made["workspace_id"].as_str().unwrap().to_owned()
        }
        Who::Writer => shared.make(),
    };
    let mut turn = 0;
    let mut next = || {
        turn += 1;
        turns(turn)
    };
    let subject = "A long subject with ünïcode 中文 that goes beyond eighty columns, so that folding would show: yes? # no";
    let task = match next() {
        Who::Package => {
            let made = shared.peer(
                "create_task",
                json!({"workspace_id": workspace, "operation_id": "op-1", "sender": "PM", "recipient": "DEV", "subject": subject, "body": "body"}),
            );
            made["task_id"].as_str().unwrap().to_owned()
        }
        Who::Writer => {
            let new = NewTask {
                sender: "PM".into(),
                recipient: "DEV".into(),
                subject: subject.into(),
                body: "body".into(),
                operation_id: "op-1".into(),
                // A further key, which the package keeps and takes for one of a Profile.
                declared: vec![("fulfils".into(), "deal:export-deal".into())],
                ..NewTask::default()
            };
            shared.ours(&Command::Create(new)).outcome.id
        }
    };
    // The same request is the same TASK for both.
    let again = shared.peer(
        "create_task",
        json!({"workspace_id": workspace, "operation_id": "op-1", "sender": "PM", "recipient": "DEV", "subject": subject, "body": "body"}),
    );
    assert_eq!((&again["task_id"], &again["existing"]), (&json!(task), &json!(true)), "{again}");
    transition(shared, next(), &task, Tool::Claim, "DEV", &[]);
    for (verdict, kind, tool) in
        [(Verdict::Rejection, "rejection", Tool::Reject), (Verdict::Acceptance, "acceptance", Tool::Approve)]
    {
        let report = report(shared, next(), &workspace, &task);
        transition(shared, next(), &task, Tool::Submit, "DEV", &[]);
        let judged = review(shared, next(), &workspace, &task, "PM", verdict, kind, &[&report]);
        let granted = grant(shared, next(), &workspace, &task, tool, &[&judged]);
        transition(shared, next(), &task, tool, "PM", &[&judged, &granted]);
    }
    let granted = grant(shared, next(), &workspace, &task, Tool::Archive, &[]);
    transition(shared, next(), &task, Tool::Archive, "ADMIN", &["", &granted]);
    let state = shared.peer("inspect_state", json!({"task_id": task}));
    assert_eq!(state["stage"], "archive", "{state}");
    let projection = shared.files().project(&registry());
    assert_eq!(weighing(&projection), []);
}

fn attempt(shared: &Shared, task: &str) -> String {
    let files = shared.files();
    let text = files.text(&format!("/{task}.md"));
    text.rsplit_once("attempt_id: ").unwrap().1.lines().next().unwrap().to_owned()
}

fn edge(tool: Tool) -> (&'static str, &'static str) {
    match tool {
        Tool::Claim => ("inbox", "active"),
        Tool::Submit => ("active", "review"),
        Tool::Approve => ("review", "done"),
        Tool::Reject => ("review", "active"),
        Tool::Reopen => ("done", "active"),
        Tool::Archive => ("done", "archive"),
    }
}

fn transition(shared: &mut Shared, who: Who, task: &str, tool: Tool, actor: &str, rests: &[&str]) {
    let named = |place: usize| rests.get(place).filter(|id| !id.is_empty()).map(|id| (*id).to_owned());
    let (review, authorization) = (named(0), named(1));
    match who {
        Who::Writer => {
            let step = Move { task: task.into(), tool, actor: actor.into(), review, authorization };
            shared.ours(&Command::Move(step));
        }
        Who::Package => {
            let (from, to) = edge(tool);
            let mut arguments = json!({"task_id": task, "from_stage": from, "to_stage": to, "tool": tool.as_str(), "actor": actor});
            for (name, id) in [("review_ref", review), ("authorization_ref", authorization)] {
                if let Some(id) = id {
                    arguments[name] = json!(id);
                }
            }
            let done = shared.peer("transition", arguments);
            assert_eq!(done["status"], "COMMITTED", "{tool:?}: {done}");
        }
    }
}

fn report(shared: &mut Shared, who: Who, workspace: &str, task: &str) -> String {
    match who {
        Who::Writer => {
            let new = NewReport {
                task: task.into(),
                sender: "DEV".into(),
                recipient: "PM".into(),
                result: "done: yes".into(),
                body: "did it".into(),
                declared: vec![("recorded_in".into(), "astp:seal/5f1c".into())],
                ..NewReport::default()
            };
            shared.ours(&Command::Report(new)).outcome.id
        }
        Who::Package => {
            let attempt = attempt(shared, task);
            let made = shared.peer(
                "write_report",
                json!({"workspace_id": workspace, "subject_ref": task, "attempt_id": attempt, "sender": "DEV", "recipient": "PM", "report_kind": "final", "result": "done", "body": "did it"}),
            );
            made["report_id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "what a review is made of, once for each writer")]
fn review(
    shared: &mut Shared,
    who: Who,
    workspace: &str,
    task: &str,
    sender: &str,
    verdict: Verdict,
    kind: &str,
    cites: &[&str],
) -> String {
    let references: Vec<String> = cites.iter().map(|id| (*id).to_owned()).collect();
    match who {
        Who::Writer => {
            let (sender, recipient) = (sender.to_owned(), "DEV".to_owned());
            let new = NewReview {
                task: task.into(),
                sender,
                recipient,
                kind: verdict,
                body: "ok".into(),
                references,
            };
            shared.ours(&Command::Review(new)).outcome.id
        }
        Who::Package => {
            let attempt = attempt(shared, task);
            let decision = if kind == "rejection" { "rejected" } else { "approved" };
            let made = shared.peer(
                "write_review",
                json!({"workspace_id": workspace, "subject_ref": task, "attempt_id": attempt, "sender": sender, "recipient": "DEV", "review_kind": kind, "decision": decision, "body": "ok", "references": references}),
            );
            made["review_id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
        }
    }
}

fn grant(shared: &mut Shared, who: Who, workspace: &str, task: &str, tool: Tool, cites: &[&str]) -> String {
    match who {
        Who::Writer => {
            let grant = Grant {
                tool,
                profile: "local-trust".into(),
                proof: Some("ok".into()),
                issued_at: Some("2026-09-01T00:00:00+00:00".into()),
                expires_at: None,
            };
            review(
                shared,
                who,
                workspace,
                task,
                "ADMIN",
                Verdict::Authorization(grant),
                "authorization",
                cites,
            )
        }
        Who::Package => {
            let (from, to) = edge(tool);
            let attempt = attempt(shared, task);
            let made = shared.peer(
                "write_review",
                json!({"workspace_id": workspace, "subject_ref": task, "attempt_id": attempt, "sender": "ADMIN", "recipient": "DEV", "review_kind": "authorization", "decision": "authorize", "body": "ok", "references": cites, "operation_kind": "lifecycle_transition", "transition": {"from": from, "to": to}, "authorization_scope": "single_use", "issued_at": "2026-09-01T00:00:00+00:00", "expires_at": null, "family_digest": null, "profile_ref": "local-trust", "issuer_proof": "ok"}),
            );
            made["review_id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
        }
    }
}

#[test]
fn the_package_goes_on_with_what_is_written_here_and_the_other_way_round() {
    let alternating =
        |first: Who, second: Who| move |turn: usize| if turn.is_multiple_of(2) { second } else { first };
    for turns in [
        alternating(Who::Writer, Who::Package),
        alternating(Who::Package, Who::Writer),
        alternating(Who::Writer, Who::Writer),
    ] {
        let Some(mut shared) = Shared::new() else { return };
        journey(&mut shared, turns);
    }
}
