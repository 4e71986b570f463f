//! C06: transitions, what they rest on, and the folder beside the events (FCOP 4, TMPA 5.4, 6.2, 9.6).

use super::cast::{TASK, active, done, in_review, inbox, reported};
use super::transition::{Event, family};
use super::workspace::Workspace;
use super::{UNPINNED, typed};
use crate::case::Case;
use crate::reading::Reading;

pub(super) const LAWS: [&str; 4] = ["FCOP 4", "TMPA 6.2", "TMPA 6.3", "TMPA 9.6"];
pub(super) const PATHS: [&str; 4] = ["FCOP 4", "FCOP 7", "TMPA 5.4", "TMPA 9.6"];
pub(super) const EVIDENCE: [&str; 4] = ["FCOP 4", "FCOP 7.4", "TMPA 6.2", "TMPA 9.6"];

fn at(state: &'static str, role: &'static str) -> impl Fn(Reading) -> Reading {
    move |reading| reading.state(TASK, state, role)
}

/// A transition that the lifecycle does not have.
pub(super) fn illegal(reading: Reading, transition: &str) -> Reading {
    reading.rejects(transition).issue("ILLEGAL_TRANSITION", transition)
}

/// A transition whose evidence is not there.
fn unfounded(reading: Reading, transition: &str) -> Reading {
    reading.partial(transition).issue("LIFECYCLE_UNDETERMINED", transition)
}

/// The folder shows another state than the events give.
fn diverges(reading: Reading) -> Reading {
    reading
        .partial(TASK)
        .issue("LIFECYCLE_UNDETERMINED", TASK)
        .finding("fcop:PATH_EVENT_DIVERGENCE", TASK)
        .unknown(TASK)
}

pub(super) fn laws() -> Vec<Case> {
    let illegally =
        |name: &str, title: &str, workspace: Workspace, event: Event<'_>, transition: &'static str| {
            // No tool writes a receipt of what the lifecycle does not have.
            let workspace = workspace.step(TASK, event).without(&transition.replace('/', "-"));
            typed(name, title, &LAWS, workspace, move |reading| {
                illegal(reading, transition).finding("fcop:RECEIPT_MISSING", transition).further()
            })
        };
    let mut again = in_review()
        .review("REVIEW-no", "rejection", TASK, "PM", &["REPORT-1"])
        .authorize("REVIEW-back", TASK, ("review", "active"))
        .step(TASK, Event::reject("PM", &["REPORT-1", "REVIEW-no"], "REVIEW-back"));
    again = again.report("REPORT-2", TASK, "DEV").step(TASK, Event::submit("DEV", "REPORT-2"));
    let reopened = done()
        .review("REVIEW-open", "reopen", TASK, "PM", &["REPORT-1"])
        .authorize("REVIEW-anew", TASK, ("done", "active"))
        .step(TASK, Event::reopen("PM", &["REVIEW-open"], "REVIEW-anew"));
    vec![
        typed("lifecycle-a-task-is-claimed", "DEV claims it", &LAWS, active(), at("active", "executor")),
        typed(
            "lifecycle-a-task-is-submitted",
            "DEV submits a REPORT",
            &LAWS,
            in_review(),
            at("review", "executor"),
        ),
        typed(
            "lifecycle-rejected-work-begins-anew",
            "rejected, reported and submitted again",
            &LAWS,
            again,
            at("review", "executor"),
        ),
        typed(
            "lifecycle-a-finished-task-is-reopened",
            "PM takes it up again",
            &LAWS,
            reopened,
            at("active", "approver"),
        ),
        illegally(
            "lifecycle-no-transition-leads-from-the-inbox-to-done",
            "PM approves what nobody claimed",
            inbox().authorize("REVIEW-may", TASK, ("inbox", "done")),
            Event::new("approve_task", ("inbox", "done"), "PM").under("REVIEW-may"),
            "TASK-login/t2",
        )
        .map(|reading| diverges(reading).leans("REVIEW-may")),
        illegally(
            "lifecycle-finishing-without-review-is-none-of-version-4",
            "DEV finishes the TASK as version 3 had it",
            reported(),
            Event::new("finish_task", ("active", "done"), "DEV"),
            "TASK-login/t3",
        )
        .map(|reading| diverges(reading).leans("TASK-login/t2 REPORT-1").informs(&UNPINNED)),
        illegally(
            "lifecycle-an-unknown-tool-moves-nothing",
            "a tool of nobody's",
            active(),
            Event::new("teleport_task", ("active", "review"), "DEV"),
            "TASK-login/t3",
        )
        .map(|reading| diverges(reading).partial("TASK-login/t2").further()),
        illegally(
            "lifecycle-a-tool-has-its-own-way",
            "a claim that leads to review",
            inbox(),
            Event::new("claim_task", ("inbox", "review"), "DEV"),
            "TASK-login/t2",
        )
        .map(|reading| diverges(reading).further()),
        typed(
            "lifecycle-a-transition-starts-where-the-task-is",
            "a TASK in the inbox is submitted",
            &LAWS,
            inbox()
                .report("REPORT-1", TASK, "DEV")
                .edit("REPORT-1", "attempt_id: ''", "attempt_id: urn:uuid:0")
                .step(TASK, Event::submit("DEV", "REPORT-1"))
                .without("TASK-login-t2"),
            |reading| {
                unfounded(diverges(reading), "TASK-login/t2")
                    .leans("REPORT-1")
                    .finding("fcop:RECEIPT_MISSING", "TASK-login/t2")
            },
        ),
    ]
}

pub(super) fn folders() -> Vec<Case> {
    let shown = |name: &str, title: &str, workspace: Workspace, stage: &str, leaning: &'static str| {
        let workspace = workspace.moved(TASK, &format!("fcop/_lifecycle/{stage}"));
        typed(name, title, &PATHS, workspace, |reading| diverges(reading).leans(leaning))
    };
    vec![
        shown(
            "a-folder-that-is-ahead-of-the-events-is-no-state",
            "a TASK in review lies in `done`",
            in_review(),
            "done",
            "TASK-login/t2 TASK-login/t3 REPORT-1",
        ),
        shown(
            "a-folder-that-is-behind-the-events-is-no-state",
            "a TASK in review lies in `inbox`",
            in_review(),
            "inbox",
            "TASK-login/t2 TASK-login/t3 REPORT-1",
        ),
        typed(
            "what-is-put-into-done-is-not-done",
            "a TASK that nobody claimed lies in `done`",
            &PATHS,
            inbox().moved(TASK, "fcop/_lifecycle/done"),
            diverges,
        ),
        shown(
            "what-is-put-into-the-archive-is-not-archived",
            "a TASK at work lies in `archive`",
            reported(),
            "archive",
            "TASK-login/t2 REPORT-1",
        )
        .map(|reading| reading.informs(&UNPINNED)),
        typed(
            "one-task-in-two-stages-is-in-none",
            "the same bytes in `active` and in `review`",
            &PATHS,
            in_review().copy(TASK, "fcop/_lifecycle/active/TASK-login.md"),
            |reading| {
                reading
                    .disputed(TASK)
                    .issue("LIFECYCLE_UNDETERMINED", TASK)
                    .finding("fcop:STATE_AMBIGUOUS", TASK)
                    .leans("TASK-login/t2 TASK-login/t3 REPORT-1")
                    .unknown(TASK)
            },
        ),
    ]
}

pub(super) fn evidence() -> Vec<Case> {
    let approves = |name: &str, title: &str, workspace: Workspace, evidence: &[&str]| {
        let event = Event::approve("PM", evidence, "REVIEW-may");
        let workspace = workspace.authorize("REVIEW-may", TASK, ("review", "done")).step(TASK, event);
        typed(name, title, &EVIDENCE, workspace, |reading| {
            unfounded(reading, "TASK-login/t4").state(TASK, "review", "executor")
        })
    };
    let accepted = || in_review().review("REVIEW-yes", "acceptance", TASK, "PM", &["REPORT-1"]);
    vec![
        typed(
            "evidence-a-submission-needs-a-report",
            "DEV submits nothing",
            &EVIDENCE,
            active()
                .step(TASK, Event::new("submit_task", ("active", "review"), "DEV"))
                .without("TASK-login-t3"),
            |reading| {
                unfounded(reading, "TASK-login/t3")
                    .finding("fcop:RECEIPT_MISSING", "TASK-login/t3")
                    .state(TASK, "active", "executor")
            },
        ),
        approves(
            "evidence-an-approval-needs-the-report",
            "the REPORT is left out",
            accepted(),
            &["REVIEW-yes"],
        ),
        approves("evidence-an-approval-needs-an-acceptance", "no REVIEW at all", in_review(), &["REPORT-1"]),
        approves(
            "evidence-an-assessment-accepts-nothing",
            "a REVIEW that only assesses",
            in_review().review("REVIEW-hm", "assessment", TASK, "PM", &["REPORT-1"]),
            &["REPORT-1", "REVIEW-hm"],
        ),
        approves(
            "evidence-an-acceptance-refers-to-the-report",
            "an acceptance of nothing in particular",
            in_review().review("REVIEW-yes", "acceptance", TASK, "PM", &[]),
            &["REPORT-1", "REVIEW-yes"],
        )
        .map(Reading::further),
        typed(
            "evidence-is-that-of-the-attempt",
            "after a rejection the first REPORT is submitted again",
            &EVIDENCE,
            in_review()
                .review("REVIEW-no", "rejection", TASK, "PM", &["REPORT-1"])
                .authorize("REVIEW-back", TASK, ("review", "active"))
                .step(TASK, Event::reject("PM", &["REPORT-1", "REVIEW-no"], "REVIEW-back"))
                .step(TASK, Event::submit("DEV", "REPORT-1")),
            |reading| illegal(reading, "TASK-login/t5").state(TASK, "active", "approver"),
        ),
        typed(
            "evidence-of-branches-is-a-convergence",
            "the root is archived with the digest of its family",
            &EVIDENCE,
            branched(true, true),
            |reading| reading.state(TASK, "archive", "archiver").state("TASK-part", "done", "approver"),
        ),
        typed(
            "evidence-of-branches-is-not-left-out",
            "the root is archived without a convergence",
            &EVIDENCE,
            branched(true, false),
            |reading| {
                unfounded(reading, "TASK-login/t5").state(TASK, "done", "approver").state(
                    "TASK-part",
                    "done",
                    "approver",
                )
            },
        ),
        typed(
            "a-root-is-not-archived-before-its-branches-end",
            "the branch is at work",
            &EVIDENCE,
            branched(false, true),
            |reading| {
                illegal(reading, "TASK-login/t5").state(TASK, "done", "approver").state(
                    "TASK-part",
                    "active",
                    "executor",
                )
            },
        ),
    ]
}

/// The TASK with a branch, archived: whether the branch has ended, and whether there is a convergence.
fn branched(ended: bool, converges: bool) -> Workspace {
    const PART: &str = "TASK-part";
    let mut workspace = done()
        .task_with(PART, "PM", "DEV", &[("branch_of", TASK)])
        .step(PART, Event::claim("DEV"))
        .report("REPORT-part", PART, "DEV");
    if ended {
        workspace = workspace
            .step(PART, Event::submit("DEV", "REPORT-part"))
            .review("REVIEW-part", "acceptance", PART, "PM", &["REPORT-part"])
            .authorize("REVIEW-may-part", PART, ("review", "done"))
            .step(PART, Event::approve("PM", &["REPORT-part", "REVIEW-part"], "REVIEW-may-part"));
    }
    let digest = family(&workspace, TASK, &[(PART, "REPORT-part")]);
    workspace = workspace.authorize("REVIEW-shelve", TASK, ("done", "archive"));
    let archive = Event::archive("ADMIN", "REVIEW-shelve");
    if !converges {
        return workspace.step(TASK, archive.family(digest));
    }
    let review = [
        ("review_kind", "convergence"),
        ("decision", "approved"),
        ("family_digest", digest.as_str()),
        ("references", "REPORT-part"),
    ];
    let workspace = workspace.review_with("REVIEW-joined", TASK, "PM", &review);
    workspace.step(TASK, archive.evidence(&["REPORT-part", "REVIEW-joined"]).family(digest))
}
