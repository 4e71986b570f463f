//! What the writer refuses, with the code of each rule (FCOP 5, error registry).

use super::workspace::{Workspace, registry, weighing};
use super::writer::{MANIFEST, journey, new_task, nth, planned, planned_under, report, review, run, step};
use actum_fcop::Registry;
use actum_fcop::write::{Base, Command, Fresh, Grant, Move, NewReport, NewTask, Tool, Verdict};

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
    assert_eq!(
        code(&authorized, &go(Tool::Approve)),
        Base::AuthorizationInvalid,
        "whoever did it approves it"
    );
    let own = review(&task, "DEV", Verdict::Acceptance);
    assert_eq!(code(&submitted, &own), Base::AuthorizationInvalid, "whoever did it accepts it");
    assert!(planned(&authorized, &Command::Move(step(&task, Tool::Approve, "PM")), &nth(700)).is_ok());
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
    let approve = Command::Move(step(&task, Tool::Approve, "PM"));
    assert_eq!(code(&expired, &approve), Base::AuthorizationExpired, "the only one there is");
    let mut unadopted = authorized.clone();
    unadopted.edit("fcop.json", "local-trust", "other");
    assert_eq!(
        code(&unadopted, &go(Tool::Approve)),
        Base::AuthorizationInvalid,
        "the rejection was authorized by it"
    );
}

#[test]
fn an_authorization_under_a_profile_that_is_not_adopted_is_neither_filed_nor_counted() {
    let (mut workspace, task) = stop(11);
    let grant = |profile: &str| {
        let grant = Grant {
            tool: Tool::Approve,
            profile: profile.to_owned(),
            proof: Some("ok".into()),
            issued_at: None,
            expires_at: None,
        };
        review(&task, "ADMIN", Verdict::Authorization(grant))
    };
    assert_eq!(code(&workspace, &grant("nosuch")), Base::AuthorizationProfileUnavailable);
    let approve = Command::Move(step(&task, Tool::Approve, "PM"));
    // Somebody else's tool filed one all the same.
    let (id, text) = workspace.files.iter().find(|(id, _)| id.contains(&nth(10).ids[0])).cloned().unwrap();
    let (stem, other) = (format!("REVIEW-{}", nth(10).ids[0]), format!("REVIEW-{}", nth(800).ids[0]));
    let copy = String::from_utf8(text).unwrap().replace(&stem, &other);
    let foreign = copy.replace("profile_ref: local-trust", "profile_ref: nosuch");
    workspace.files.push((id.replace(&stem, &other), foreign.into_bytes()));
    assert!(planned(&workspace, &approve, &nth(700)).is_ok());
    workspace.files.last_mut().unwrap().1 = copy.into_bytes();
    let refusal = planned(&workspace, &approve, &nth(700)).unwrap_err();
    assert_eq!(refusal.code, Base::AuthorizationRequired);
    assert!(refusal.message.contains(&stem) && refusal.message.contains(&other), "{refusal}");
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
    // What a reader takes for the stage that was left, a writer does not go on beside.
    let (mut went_on, _) = stop(2);
    let (inbox, _) = stop(1);
    went_on.files.extend(inbox.files.into_iter().filter(|(id, _)| id.contains("/inbox/TASK")));
    assert_eq!(code(&went_on, &Command::Report(report(&task))), Base::StateAmbiguous);
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
    let large = NewTask { body: "x".repeat(8 << 20), ..new_task("op") };
    assert_eq!(code(&workspace, &Command::Create(large)), Base::InvalidEnvelope, "no reader would take it");
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
