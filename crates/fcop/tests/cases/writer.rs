//! The writer: bytes that the published package wrote for the same requests, every stop on the way, every refusal.

use super::workspace::{Workspace, registry, weighing};
use actum_canon::digest::sha256;
use actum_fcop::write::{
    Base, Command, Fresh, Grant, Lock, Move, NewReport, NewReview, NewTask, Plan, Refusal, Step, Tool,
    Verdict, plan,
};
use actum_fcop::{File, Registry};

const MANIFEST: &str = "{\"encoding\":{\"name\":\"fcop-filesystem\",\"version\":\"4.0\"},\"profiles\":[\"local-trust\"],\"protocol\":\"fcop\",\"protocol_version\":\"4.0\",\"workspace_id\":\"urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0\"}\n";

fn fresh(at: &str, envelope: &str, operation: &str, attempt: &str) -> Fresh {
    let id = |text: &str| if text.is_empty() { "0".repeat(32) } else { text.to_owned() };
    Fresh { at: at.to_owned(), ids: [id(envelope), id(operation), id(attempt)] }
}

/// The n-th fresh ids and moment.
fn nth(n: u64) -> Fresh {
    let id = |kind: u64| format!("{kind:016x}{n:016x}");
    let at = format!("2026-11-30T08:{:02}:{:02}.000001+00:00", n / 60, n % 60);
    Fresh { at, ids: [id(1), id(2), id(3)] }
}

fn planned(workspace: &Workspace, command: &Command, fresh: &Fresh) -> Result<Plan, Refusal> {
    planned_under(workspace, &registry(), command, fresh)
}

fn planned_under(
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

fn run(workspace: &mut Workspace, command: &Command, fresh: &Fresh) -> Plan {
    let plan = planned(workspace, command, fresh).unwrap_or_else(|refusal| panic!("{refusal}"));
    plan.steps.iter().for_each(|step| carry_out(workspace, step));
    plan
}

fn step(task: &str, tool: Tool, actor: &str) -> Move {
    Move { task: task.to_owned(), tool, actor: actor.to_owned(), review: None, authorization: None }
}

fn new_task(operation: &str) -> NewTask {
    NewTask {
        sender: "PM".into(),
        recipient: "DEV".into(),
        subject: "Do it".into(),
        body: "body".into(),
        operation_id: operation.into(),
        ..NewTask::default()
    }
}

fn review(task: &str, sender: &str, kind: Verdict) -> Command {
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

fn report(task: &str) -> NewReport {
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
fn journey() -> Vec<(Workspace, Command, Fresh)> {
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

/// The n-th stop of the journey, before its command.
fn stop(n: usize) -> (Workspace, String) {
    let (workspace, ..) = journey().swap_remove(n);
    (workspace, format!("TASK-{}", nth(0).ids[0]))
}

fn code(workspace: &Workspace, command: &Command) -> Base {
    planned(workspace, command, &nth(700)).expect_err("refused").code
}

#[test]
fn what_the_lifecycle_and_the_evidence_do_not_allow_is_refused_with_its_code() {
    let (inbox, task) = stop(1);
    let go = |tool| Command::Move(step(&task, tool, "DEV"));
    assert_eq!(code(&inbox, &go(Tool::Submit)), Base::InvalidTransition);
    assert_eq!(code(&inbox, &Command::Report(report(&task))), Base::AttemptMismatch);
    assert_eq!(code(&inbox, &Command::Move(step("TASK-none", Tool::Claim, "DEV"))), Base::RelationInvalid);
    let (active, _) = stop(2);
    assert_eq!(code(&active, &go(Tool::Claim)), Base::InvalidTransition);
    assert_eq!(code(&active, &go(Tool::Submit)), Base::ReportRequired);
    let (reported, _) = stop(3);
    assert_eq!(code(&reported, &Command::Report(report(&task))), Base::ReportHeadAmbiguous);
    let replaces = Some("REPORT-none".to_owned());
    assert_eq!(
        code(&reported, &Command::Report(NewReport { replaces, ..report(&task) })),
        Base::ReportHeadAmbiguous
    );
    let (submitted, _) = stop(4);
    assert_eq!(code(&submitted, &go(Tool::Approve)), Base::ReviewRequired);
    let (accepted, _) = stop(10);
    assert_eq!(code(&accepted, &go(Tool::Approve)), Base::AuthorizationRequired);
    let (authorized, _) = stop(11);
    let none = planned_under(&authorized, &Registry::none(), &go(Tool::Approve), &nth(700)).unwrap_err();
    assert_eq!(none.code, Base::AuthorizationProfileUnavailable);
    assert!(planned(&authorized, &go(Tool::Approve), &nth(700)).is_ok());
    let named = |authorization: &str| {
        Command::Move(Move {
            authorization: Some(authorization.to_owned()),
            ..step(&task, Tool::Approve, "PM")
        })
    };
    // The authorization of the rejection, which was used, and for another transition besides.
    assert_eq!(code(&authorized, &named(&format!("REVIEW-{}", nth(5).ids[0]))), Base::AuthorizationReused);
    assert_eq!(code(&authorized, &named("REVIEW-none")), Base::AuthorizationRequired);
    assert_eq!(code(&authorized, &named(&format!("REVIEW-{}", nth(9).ids[0]))), Base::AuthorizationInvalid);
    let mut expired = authorized.clone();
    expired.edit(
        &format!("REVIEW-{}", nth(10).ids[0]),
        "expires_at: null",
        "expires_at: '2026-11-30T08:00:00Z'",
    );
    assert_eq!(code(&expired, &named(&format!("REVIEW-{}", nth(10).ids[0]))), Base::AuthorizationExpired);
    let mut unadopted = authorized.clone();
    unadopted.edit("fcop.json", "local-trust", "other");
    assert_eq!(
        code(&unadopted, &go(Tool::Approve)),
        Base::AuthorizationInvalid,
        "the rejection was authorized by it"
    );
}

#[test]
fn a_workspace_that_does_not_add_up_is_not_written_to() {
    let (submitted, task) = stop(5);
    let accept = review(&task, "PM", Verdict::Acceptance);
    assert!(planned(&submitted, &accept, &nth(700)).is_ok());
    let mut changed = submitted.clone();
    changed.edit("/reports/", "did it", "did nothing");
    assert_eq!(code(&changed, &accept), Base::EvidenceDigestMismatch);
    let mut moved = submitted.clone();
    for (id, _) in moved.files.iter_mut().filter(|(id, _)| id.contains("/review/TASK")) {
        *id = id.replace("/review/", "/done/");
    }
    assert_eq!(code(&moved, &accept), Base::RecoveryRequired);
    let mut twice = submitted.clone();
    let (id, bytes) = twice.files.iter().find(|(id, _)| id.contains("/review/TASK")).cloned().unwrap();
    twice.files.push((id.replace("/review/", "/done/"), bytes));
    assert_eq!(code(&twice, &accept), Base::StateAmbiguous);
    let create = Command::Create(new_task("op-2"));
    let mut manifest = submitted.clone();
    manifest.edit("fcop.json", "\"4.0\",\"w", "\"5.0\",\"w");
    assert_eq!(code(&manifest, &create), Base::UnsupportedWorkspaceVersion);
    manifest.files.retain(|(id, _)| !id.ends_with("fcop.json"));
    assert_eq!(code(&manifest, &create), Base::UnsupportedProtocol);
    let old = Workspace::of([("fcop/fcop.json", r#"{"roles":["PM"]}"#)]);
    assert_eq!(code(&old, &create), Base::UnsupportedWorkspaceVersion);
}

#[test]
fn what_cannot_be_written_as_one_line_or_id_is_refused() {
    let workspace = Workspace::of([("fcop/fcop.json", MANIFEST)]);
    for task in [
        NewTask { sender: String::new(), ..new_task("op") },
        NewTask { subject: "two\nlines".into(), ..new_task("op") },
        NewTask { subject: "a\u{7}bell".into(), ..new_task("op") },
        NewTask { priority: Some("P9".into()), ..new_task("op") },
        NewTask { references: vec!["a note".into()], ..new_task("op") },
        new_task("bad id"),
        new_task(""),
        new_task(&"a".repeat(129)),
    ] {
        assert_eq!(code(&workspace, &Command::Create(task.clone())), Base::InvalidEnvelope, "{task:?}");
    }
    let parent = |id: &str| NewTask { parent: Some(id.into()), ..new_task("op") };
    assert_eq!(code(&workspace, &Command::Create(parent("TASK-none"))), Base::RelationInvalid);
    let bad = Fresh { at: "now".into(), ..nth(1) };
    assert_eq!(
        planned(&workspace, &Command::Create(new_task("op")), &bad).unwrap_err().code,
        Base::InvalidEnvelope
    );
    let weak = NewTask { references: vec!["TASK-none".into()], ..new_task("op") };
    assert_eq!(
        planned(&workspace, &Command::Create(weak), &nth(1)).unwrap().outcome.unresolved,
        ["TASK-none"]
    );
}

#[test]
fn branches_begin_at_an_active_root_and_have_none_of_their_own() {
    let (inbox, task) = stop(1);
    let branch = |of: &str, operation: &str| {
        Command::Create(NewTask { branch_of: Some(of.into()), ..new_task(operation) })
    };
    assert_eq!(code(&inbox, &branch(&task, "op-b")), Base::RootNotActive);
    let (mut active, _) = stop(2);
    let made = run(&mut active, &branch(&task, "op-b"), &nth(800)).outcome;
    assert_eq!(code(&active, &branch(&made.id, "op-c")), Base::BranchDepthExceeded);
    // A branch is locked with its family.
    let claim = planned(&active, &Command::Move(step(&made.id, Tool::Claim, "DEV")), &nth(801)).unwrap();
    let root = planned(&active, &Command::Report(report(&task)), &nth(802)).unwrap();
    assert_eq!(claim.locks, root.locks);
}

#[test]
fn texts_that_need_care_survive_the_way_to_the_file_and_back() {
    let subject =
        "yes: 'no' # 中文 — a subject that is so long that it has to be broken at column eighty, at a space";
    let task = NewTask {
        subject: subject.into(),
        body: "a\r\nb\n\n\n".into(),
        sender: "1".into(),
        ..new_task("op")
    };
    let mut workspace = Workspace::of([("fcop/fcop.json", MANIFEST)]);
    let made = run(&mut workspace, &Command::Create(task), &nth(1)).outcome;
    let projection = workspace.project(&registry());
    assert_eq!(weighing(&projection), []);
    let object = projection.objects.iter().find(|object| object.id == made.id).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&object.bytes).unwrap();
    assert_eq!(value["content"]["body"]["fields"]["subject"], subject);
    assert_eq!(value["content"]["body"]["fields"]["sender"], "1");
    assert_eq!(value["content"]["body"]["text"], "\na\nb\n");
}
