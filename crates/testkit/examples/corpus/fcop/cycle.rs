//! C10: circles of strong relations are quarantined; weak ones may be circles (FCOP 6, TMPA 9.7).

use super::cast::{TASK, inbox};
use super::old::{CREATED, team};
use super::workspace::Workspace;
use super::{named, typed};
use crate::case::Case;
use crate::reading::Reading;

const CLAUSES: [&str; 3] = ["FCOP 6", "TMPA 9.7", "TMPA 9.9"];

/// TASKs, each with one relation to another.
fn linked(relation: &str, links: &[(&str, &str)]) -> Workspace {
    links
        .iter()
        .fold(inbox(), |workspace, (id, target)| workspace.task_with(id, "PM", "DEV", &[(relation, target)]))
}

fn waits(reading: Reading) -> Reading {
    reading.state(TASK, "inbox", "issuer")
}

/// Each member is quarantined and without a state, and the circle is one issue at the least of them.
fn circle(reading: Reading, members: &str, first: &str) -> Reading {
    let reading = waits(reading).labels().quarantines(members).issue("PROHIBITED_CYCLE", first);
    members.split(' ').fold(reading, Reading::unknown)
}

pub(super) fn cycles() -> Vec<Case> {
    let old = |id: &'static str| format!("TASK-20260302-{id}-PM-to-DEV");
    let (one, two) = (old("001"), old("002"));
    let circular = |workspace: Workspace, id: &str, parent: &str| {
        workspace.old_task("fcop/_lifecycle/inbox", id, ("PM", "DEV"), &[CREATED]).edit(
            id,
            "priority: P2",
            &format!("priority: P2\nparent: {parent}"),
        )
    };
    vec![
        typed(
            "parents-of-each-other-are-quarantined",
            "two TASKs, and one beside them",
            &CLAUSES,
            linked("parent", &[("TASK-a", "TASK-b"), ("TASK-b", "TASK-a")]),
            |reading| circle(reading, "TASK-a TASK-b", "TASK-a"),
        ),
        typed(
            "a-task-that-is-its-own-parent-is-quarantined",
            "one TASK, and one beside it",
            &CLAUSES,
            linked("parent", &[("TASK-a", "TASK-a")]),
            |reading| circle(reading, "TASK-a", "TASK-a"),
        ),
        typed(
            "what-leads-into-a-circle-is-no-member-of-it",
            "a child of a TASK in a circle",
            &CLAUSES,
            linked("parent", &[("TASK-a", "TASK-b"), ("TASK-b", "TASK-a"), ("TASK-c", "TASK-a")]),
            |reading| {
                circle(reading, "TASK-a TASK-b", "TASK-a")
                    .rejects("TASK-c")
                    .free("TASK-c")
                    .unknown("TASK-c")
                    .informs(&["actum:DEPENDENCY_INVALID"])
            },
        ),
        typed(
            "references-may-be-a-circle",
            "two TASKs that refer to each other",
            &CLAUSES,
            linked("references", &[("TASK-a", "TASK-b"), ("TASK-b", "TASK-a")]),
            |reading| waits(reading).state("TASK-a", "inbox", "issuer").state("TASK-b", "inbox", "issuer"),
        ),
        typed(
            "a-chain-of-parents-is-no-circle",
            "grandparent, parent, child",
            &CLAUSES,
            linked("parent", &[("TASK-a", "TASK-login"), ("TASK-b", "TASK-a")]),
            |reading| waits(reading).state("TASK-a", "inbox", "issuer").state("TASK-b", "inbox", "issuer"),
        ),
        named(
            "a-circle-of-version-3-is-quarantined",
            "two TASKs of version 3",
            &CLAUSES,
            circular(circular(team(&["PM", "DEV"]), &one, &two), &two, &one),
            |reading| {
                let members = format!("{one} {two}");
                let reading = reading.labels().quarantines(&members).issue("PROHIBITED_CYCLE", &one);
                reading.unknown(&one).unknown(&two)
            },
        ),
    ]
}
