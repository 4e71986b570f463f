//! The writer: bytes that the published package wrote for the same requests, every stop on the way, every refusal.

use super::workspace::{Workspace, registry, weighing};
use actum_canon::digest::sha256;
use actum_fcop::write::{
    Base, Command, Fresh, Grant, Lock, Move, NewReport, NewReview, NewTask, Plan, Refusal, Step, Tool,
    Verdict, plan,
};
use actum_fcop::{File, Registry};

pub(super) const MANIFEST: &str = "{\"encoding\":{\"name\":\"fcop-filesystem\",\"version\":\"4.0\"},\"profiles\":[\"local-trust\"],\"protocol\":\"fcop\",\"protocol_version\":\"4.0\",\"workspace_id\":\"urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0\"}\n";

fn fresh(at: &str, envelope: &str, operation: &str, attempt: &str) -> Fresh {
    let id = |text: &str| if text.is_empty() { "0".repeat(32) } else { text.to_owned() };
    Fresh { at: at.to_owned(), ids: [id(envelope), id(operation), id(attempt)] }
}

/// The n-th fresh ids and moment.
pub(super) fn nth(n: u64) -> Fresh {
    let id = |kind: u64| format!("{kind:016x}{n:016x}");
    let at = format!("2026-11-30T08:{:02}:{:02}.000001+00:00", n / 60, n % 60);
    Fresh { at, ids: [id(1), id(2), id(3)] }
}

pub(super) fn planned(workspace: &Workspace, command: &Command, fresh: &Fresh) -> Result<Plan, Refusal> {
    planned_under(workspace, &registry(), command, fresh)
}

pub(super) fn planned_under(
    workspace: &Workspace,
    registry: &Registry,
    command: &Command,
    fresh: &Fresh,
) -> Result<Plan, Refusal> {
    plan(workspace.files.iter().map(|(id, bytes)| File { id, bytes }), registry, command, fresh)
}

/// Carries out a step as the facade has to, with files that are not there.
fn carry_out(workspace: &mut Workspace, step: &Step) {
    let at = |workspace: &Workspace, path: &str| workspace.files.iter().position(|(id, _)| id == path);
    match step {
        Step::Publish { temporary, path, bytes } => {
            assert!(temporary.contains("/.fcop-") && temporary.ends_with(".tmp"));
            assert_eq!(temporary.rsplit_once('/').unwrap().0, path.rsplit_once('/').unwrap().0, "one folder");
            match at(workspace, path) {
                None => workspace.files.push((path.clone(), bytes.clone())),
                Some(there) => assert_eq!(&workspace.files[there].1, bytes, "never replaced"),
            }
        }
        Step::Advance { path, from, bytes, .. } => {
            let there = at(workspace, path).unwrap();
            assert_eq!(sha256(&workspace.files[there].1), *from);
            workspace.files[there].1.clone_from(bytes);
        }
        Step::Leave { path, digest } => {
            let there = at(workspace, path).unwrap();
            assert_eq!(sha256(&workspace.files[there].1), *digest);
            workspace.files.remove(there);
        }
    }
    workspace.files.sort();
}

pub(super) fn run(workspace: &mut Workspace, command: &Command, fresh: &Fresh) -> Plan {
    let plan = planned(workspace, command, fresh).unwrap_or_else(|refusal| panic!("{refusal}"));
    plan.steps.iter().for_each(|step| carry_out(workspace, step));
    plan
}

pub(super) fn step(task: &str, tool: Tool, actor: &str) -> Move {
    Move { task: task.to_owned(), tool, actor: actor.to_owned(), review: None, authorization: None }
}

pub(super) fn new_task(operation: &str) -> NewTask {
    NewTask {
        sender: "PM".into(),
        recipient: "DEV".into(),
        subject: "Do it".into(),
        body: "body".into(),
        operation_id: operation.into(),
        ..NewTask::default()
    }
}

pub(super) fn review(task: &str, sender: &str, kind: Verdict) -> Command {
    let (sender, recipient) = (sender.to_owned(), "DEV".to_owned());
    Command::Review(NewReview {
        task: task.into(),
        sender,
        recipient,
        kind,
        body: "ok".into(),
        references: Vec::new(),
    })
}

fn grant(tool: Tool) -> Verdict {
    let proof = Some("ok".to_owned());
    Verdict::Authorization(Grant {
        tool,
        profile: "local-trust".into(),
        proof,
        issued_at: None,
        expires_at: None,
    })
}

pub(super) fn report(task: &str) -> NewReport {
    NewReport {
        task: task.into(),
        sender: "DEV".into(),
        recipient: "PM".into(),
        result: "done".into(),
        body: "did it".into(),
        ..NewReport::default()
    }
}

/// `peer-v4/00-happy` again: its REPORT and REVIEWs as they are, everything else written here from the same requests.
#[test]
fn task_and_receipts_are_byte_for_byte_those_of_the_published_package() {
    let Some(peer) = Workspace::corpus("peer-v4/00-happy") else { return };
    let given = |id: &str| id.contains("/reports/") || id.contains("/reviews/") || id.ends_with("fcop.json");
    let mut ours = Workspace { files: peer.files.iter().filter(|(id, _)| given(id)).cloned().collect() };
    let (task, attempt) = ("c17fbef092b542b19a9be7181ae0926b", "0f691026e2e44cc59bccaecbed3d0000");
    let id = format!("TASK-{task}");
    run(
        &mut ours,
        &Command::Create(new_task("op-1")),
        &fresh("2026-11-30T07:24:01.477334+00:00", task, "", ""),
    );
    let attempt = &attempt.replace("aecbed3d0000", "a1419d45ff02");
    let with = |tool, actor, review: &str, authorization: &str| {
        let name = |text: &str| (!text.is_empty()).then(|| format!("REVIEW-{text}"));
        Command::Move(Move {
            review: name(review),
            authorization: name(authorization),
            ..step(&id, tool, actor)
        })
    };
    for (command, at, operation) in [
        (with(Tool::Claim, "DEV", "", ""), "07:24:01.500062", "f4bb196ba66c4f6ebe1a59cdf85143f7"),
        (with(Tool::Submit, "DEV", "", ""), "07:24:01.551301", "6c402c821a6e42cf827171d5e869eb71"),
        (
            with(Tool::Approve, "PM", "28e42f2735b5433881eb397e75d46182", "63c2e37b56e54b47ab0fa4bb154c75c7"),
            "07:24:01.615980",
            "239cfc8284a44d2ebe513e0949d83096",
        ),
        (with(Tool::Archive, "ADMIN", "", ""), "07:24:01.684346", "be6af0a181324022a2e22750bd7e3f0e"),
    ] {
        run(&mut ours, &command, &fresh(&format!("2026-11-30T{at}+00:00"), "", operation, attempt));
    }
    let peer: Vec<_> = peer.files.into_iter().filter(|(id, _)| !id.ends_with(".lock")).collect();
    assert_eq!(ours.files.len(), peer.len());
    for ((id, bytes), (peer_id, peer_bytes)) in ours.files.iter().zip(&peer) {
        assert_eq!(id, peer_id);
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(peer_bytes), "{id}");
    }
}

/// A TASK from its creation to the archive, with one rejection on the way; gives the workspace before each command, the
/// command and its fresh ids.
pub(super) fn journey() -> Vec<(Workspace, Command, Fresh)> {
    let mut workspace = Workspace::of([("fcop/fcop.json", MANIFEST)]);
    let mut stops = Vec::new();
    let task = format!("TASK-{}", nth(0).ids[0]);
    let go = |tool, actor: &str| Command::Move(step(&task, tool, actor));
    let commands = [
        Command::Create(new_task("op-1")),
        go(Tool::Claim, "DEV"),
        Command::Report(report(&task)),
        go(Tool::Submit, "DEV"),
        review(&task, "PM", Verdict::Rejection),
        review(&task, "ADMIN", grant(Tool::Reject)),
        go(Tool::Reject, "PM"),
        Command::Report(report(&task)),
        go(Tool::Submit, "DEV"),
        review(&task, "PM", Verdict::Acceptance),
        review(&task, "ADMIN", grant(Tool::Approve)),
        go(Tool::Approve, "PM"),
        review(&task, "ADMIN", Verdict::Reopen),
        review(&task, "ADMIN", grant(Tool::Reopen)),
        go(Tool::Reopen, "ADMIN"),
        Command::Report(report(&task)),
        go(Tool::Submit, "DEV"),
        review(&task, "PM", Verdict::Acceptance),
        review(&task, "ADMIN", grant(Tool::Approve)),
        go(Tool::Approve, "PM"),
        review(&task, "ADMIN", grant(Tool::Archive)),
        go(Tool::Archive, "ADMIN"),
    ];
    for (n, command) in (0..).zip(commands) {
        let before = workspace.clone();
        run(&mut workspace, &command, &nth(n));
        stops.push((before, command, nth(n)));
    }
    let archived = workspace.files.iter().any(|(id, _)| id == &format!("fcop/_lifecycle/archive/{task}.md"));
    assert!(archived);
    stops
}

#[test]
fn whatever_is_written_is_read_as_clean_at_every_stop() {
    for (mut workspace, command, fresh) in journey() {
        run(&mut workspace, &command, &fresh);
        assert_eq!(weighing(&workspace.project(&registry())), [], "{command:?}");
    }
}

#[test]
fn a_writer_that_dies_between_any_two_steps_loses_nothing_and_can_be_ended() {
    for (before, command, fresh) in journey() {
        let whole = planned(&before, &command, &fresh).unwrap();
        let mut after = before.clone();
        whole.steps.iter().for_each(|step| carry_out(&mut after, step));
        for stop in 0..whole.steps.len() {
            let mut dead = before.clone();
            whole.steps.iter().take(stop).for_each(|step| carry_out(&mut dead, step));
            // What is there is read without a panic, and the TASK is somewhere.
            let seen = dead.project(&registry());
            assert_eq!(seen.sources.len(), dead.files.len());
            // The same command ends what it began, under other fresh ids and at another time.
            let mut again = dead.clone();
            let retried = run(&mut again, &command, &nth(500));
            let ended = retried.outcome;
            assert!(
                !ended.id.is_empty()
                    && again.project(&registry()).findings.iter().all(|found| found.effect().is_none())
            );
            let Command::Move(step) = &command else { continue };
            // So does recovering, and it gives the very bytes that would have been.
            let mut recovered = dead.clone();
            run(&mut recovered, &Command::Recover { task: step.task.clone() }, &nth(501));
            let expected = if stop == 0 { &before } else { &after };
            assert_eq!(recovered.files, expected.files, "stop {stop} of {command:?}");
        }
    }
}

#[test]
fn a_creation_that_is_asked_for_again_is_the_first_one() {
    let mut workspace = Workspace::of([("fcop/fcop.json", MANIFEST)]);
    let first = run(&mut workspace, &Command::Create(new_task("op-1")), &nth(1)).outcome;
    let again = planned(&workspace, &Command::Create(new_task("op-1")), &nth(2)).unwrap();
    assert!(again.steps.is_empty() && again.outcome.existing);
    assert_eq!((again.outcome.id, again.outcome.path), (first.id, first.path));
    let other = NewTask { subject: "Do that".into(), ..new_task("op-1") };
    let refused = planned(&workspace, &Command::Create(other), &nth(3)).unwrap_err();
    assert_eq!(refused.code, Base::OperationIdConflict);
    let key = "738377f065dea440ab4d417cb2d1014262ae04e1e357db7446d9a6789e04ea74";
    assert_eq!(again.locks, [Lock::File(format!("fcop/operations/create-{key}.lock"))]);
}

#[test]
fn what_is_declared_beyond_fcop_stays_with_the_task_and_is_part_of_the_request() {
    let pair = |relation: &str, target: &str| (relation.to_owned(), target.to_owned());
    let declared = vec![pair("fulfils", "deal:d"), pair("cites", "w-1"), pair("fulfils", "deal:d")];
    let mut workspace = journey().remove(0).0;
    let create = Command::Create(NewTask { declared: declared.clone(), ..new_task("op-9") });
    let task = run(&mut workspace, &create, &nth(60)).outcome.id;
    let list = "tmpa_references:\n- relation: cites\n  target: w-1\n- relation: fulfils\n  target: deal:d\ntransitions:\n";
    assert!(workspace.text(&format!("/{task}.md")).contains(list));
    assert!(planned(&workspace, &create, &nth(61)).unwrap().outcome.existing);
    let fewer = Command::Create(new_task("op-9"));
    assert_eq!(planned(&workspace, &fewer, &nth(61)).unwrap_err().code, Base::OperationIdConflict);

    run(&mut workspace, &Command::Move(step(&task, Tool::Claim, "DEV")), &nth(62));
    let declared = vec![pair("recorded_in", "astp:seal/1")];
    let new = NewReport { declared, ..report(&task) };
    let filed = run(&mut workspace, &Command::Report(new), &nth(63)).outcome.id;
    let projection = workspace.project(&registry());
    let references = |id: &str| {
        let found = projection.objects.iter().find(|object| object.id == id).unwrap();
        let object: serde_json::Value = serde_json::from_slice(&found.bytes).unwrap();
        let list = object["references"].as_array().unwrap().clone();
        list.iter()
            .map(|one| format!("{} {}", one["relation"], one["target"]).replace('"', ""))
            .collect::<Vec<_>>()
    };
    assert_eq!(references(&task), ["cites w-1", "fulfils deal:d"]);
    assert_eq!(references(&filed), ["recorded_in astp:seal/1".to_owned(), format!("subject {task}")]);

    for (relation, target) in
        [("", "deal:d"), ("fulfils", ""), ("fulfils", "two\nlines"), ("subject", "TASK-1")]
    {
        let declared = vec![pair(relation, target)];
        let new = Command::Create(NewTask { declared, ..new_task("op-10") });
        assert_eq!(
            planned(&workspace, &new, &nth(64)).unwrap_err().code,
            Base::InvalidEnvelope,
            "{relation}"
        );
    }
}

#[test]
fn an_interrupted_operation_stops_other_ones_until_it_is_ended() {
    let (before, command, fresh) = journey().swap_remove(3);
    let whole = planned(&before, &command, &fresh).unwrap();
    let mut dead = before;
    whole.steps.iter().take(2).for_each(|step| carry_out(&mut dead, step));
    let Command::Move(step) = command else { panic!("a transition") };
    let other = Command::Move(Move { actor: "SOMEBODY".into(), ..step.clone() });
    assert_eq!(planned(&dead, &other, &nth(600)).unwrap_err().code, Base::RecoveryRequired);
    // A file that somebody changed meanwhile is for a person.
    let mut doubtful = dead.clone();
    doubtful.edit("/review/TASK-", "body", "BODY");
    let recover = Command::Recover { task: step.task };
    assert_eq!(planned(&doubtful, &recover, &nth(601)).unwrap_err().code, Base::RecoveryRequired);
    assert!(planned(&dead, &recover, &nth(601)).is_ok());
}
