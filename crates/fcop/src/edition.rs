//! The editions of FCoP (FCOP 1, 4): a value chosen once for a workspace, which carries everything that differs.

use crate::place::Layout;

/// What a transition has to rest on (FCOP 4, T1 to T7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// T2: begins an attempt.
    Claim,
    /// T3: one head REPORT of the attempt.
    Submit,
    /// 3.x alone: closes without review.
    Finish,
    /// T4: the REPORT of T3 and an acceptance.
    Approve,
    /// T5: the REPORT of T3 and a rejection; begins an attempt.
    Reject,
    /// T6: begins an attempt.
    Reopen,
    /// T7: with branches, their convergence.
    Archive,
}

/// One transition of a lifecycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: &'static str,
    pub(crate) tool: &'static str,
    pub(crate) to: &'static str,
    pub(crate) gate: Gate,
}

/// One edition.
#[derive(Debug)]
pub(crate) struct Edition {
    /// The lifecycle profile that objects name.
    pub(crate) lifecycle: &'static str,
    /// The state that begins a TASK.
    pub(crate) initial: &'static str,
    pub(crate) edges: &'static [Edge],
    /// The layout whose folders are states of this lifecycle.
    pub(crate) layout: Layout,
    /// Version 4: ids are typed, attempts and digests are recorded, operations leave receipts.
    pub(crate) typed: bool,
}

const fn edge(from: &'static str, tool: &'static str, to: &'static str, gate: Gate) -> Edge {
    Edge { from, tool, to, gate }
}

const CLAIM: Edge = edge("inbox", "claim_task", "active", Gate::Claim);
const SUBMIT: Edge = edge("active", "submit_task", "review", Gate::Submit);
const FINISH: Edge = edge("active", "finish_task", "done", Gate::Finish);
const APPROVE: Edge = edge("review", "approve_task", "done", Gate::Approve);
const REJECT: Edge = edge("review", "reject_task", "active", Gate::Reject);
const REOPEN: Edge = edge("done", "reopen_task", "active", Gate::Reopen);
const ARCHIVE: Edge = edge("done", "archive_task", "archive", Gate::Archive);

/// 4.0.
pub(crate) static V4: Edition = Edition {
    lifecycle: "fcop-task-4.0",
    initial: "inbox",
    edges: &[CLAIM, SUBMIT, APPROVE, REJECT, REOPEN, ARCHIVE],
    layout: Layout::Staged,
    typed: true,
};

/// 3.0 to 3.2.
pub(crate) static V3: Edition = Edition {
    lifecycle: "fcop-task-3.2",
    initial: "inbox",
    edges: &[CLAIM, SUBMIT, FINISH, APPROVE, REJECT, ARCHIVE],
    layout: Layout::Staged,
    typed: false,
};

/// 0.5 to 2.x, and what came before: folders alone tell a state.
pub(crate) static V2: Edition =
    Edition { lifecycle: "fcop-task-2.x", initial: "open", edges: &[], layout: Layout::Flat, typed: false };

impl Edition {
    pub(crate) fn edge(&self, from: &str, tool: &str, to: &str) -> Option<&'static Edge> {
        self.edges.iter().find(|edge| edge.from == from && edge.tool == tool && edge.to == to)
    }

    /// Whether another edition knows the transition, so that its refusal can say so.
    pub(crate) fn is_legacy(&self, from: &str, tool: &str, to: &str) -> bool {
        self.edge(from, tool, to).is_none()
            && [&V4, &V3].iter().any(|other| other.edge(from, tool, to).is_some())
    }
}

/// The protocol role in which a tool acts, which the shipped profiles give authority to (docs/fcop.md).
pub(crate) fn role_of(tool: &str) -> &'static str {
    match tool {
        "create_task" => "issuer",
        "claim_task" | "submit_task" | "finish_task" => "executor",
        "approve_task" | "reject_task" | "reopen_task" => "approver",
        "archive_task" | "archive_to_history" => "archiver",
        _ => "participant",
    }
}

#[cfg(test)]
mod tests {
    use super::{V2, V3, V4};

    #[test]
    fn an_edition_knows_its_own_transitions_and_those_of_the_others() {
        assert!(V3.edge("active", "finish_task", "done").is_some());
        assert!(
            V4.edge("active", "finish_task", "done").is_none()
                && V4.is_legacy("active", "finish_task", "done")
        );
        assert!(
            V3.is_legacy("done", "reopen_task", "active")
                && !V4.is_legacy("inbox", "archive_task", "archive")
        );
        assert!(V2.edges.is_empty());
    }
}
