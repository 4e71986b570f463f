//! C01: what is an envelope, by its name, its bytes and its fields (FCOP 2, 3, 7.1).

use super::cast::{CREATION, TASK, accepted, inbox, reported};
use super::old::{CREATED, team};
use super::workspace::Workspace;
use super::{named, typed};
use crate::case::Case;
use crate::class::Class;
use crate::reading::Reading;

const NAMES: [&str; 4] = ["FCOP 2", "TMPA 4.1", "TMPA 9.2", "TMPA 9.3"];
const FORM: [&str; 3] = ["FCOP 3.2", "TMPA 4.1", "TMPA 9.2"];

/// DEV is at work, and what there is of a REPORT is none.
fn refused(reading: Reading) -> Reading {
    active(reading).excludes("REPORT-1").issue("SCHEMA_INVALID", "REPORT-1")
}

fn active(reading: Reading) -> Reading {
    reading.state(TASK, "active", "executor")
}

fn waits(reading: Reading) -> Reading {
    reading.state(TASK, "inbox", "issuer")
}

pub(super) fn names() -> Vec<Case> {
    let stray = "fcop/_lifecycle/active/notes.md";
    let beside = inbox()
        .file("fcop/_lifecycle/README.md", "# Stages\n", &[])
        .file("fcop/alerts/ALERT-20260302-001.md", "# Nothing found\n", &[])
        .file("fcop/operations/create.lock", "", &[])
        .file("fcop/cold/TASK-login.md", "an old copy\n", &[])
        .file("notes.md", "# Notes\n", &[]);
    vec![
        typed("naming-typed-ids-are-taken", "a TASK in the inbox with its receipt", &NAMES, inbox(), waits),
        typed(
            "naming-an-id-is-the-name-of-its-file",
            "the REPORT says that it is another one",
            &NAMES,
            reported().edit("REPORT-1", "report_id: REPORT-1", "report_id: REPORT-2"),
            refused,
        ),
        typed(
            "naming-an-id-begins-with-a-letter-or-digit",
            "the REPORT is called `REPORT--1`",
            &NAMES,
            super::cast::active().report("REPORT--1", TASK, "DEV"),
            |reading| active(reading).excludes("REPORT--1").issue("SCHEMA_INVALID", "REPORT--1"),
        ),
        typed(
            "naming-a-kind-is-that-of-the-name",
            "a file that is called a REPORT says that it is an ISSUE",
            &NAMES,
            reported().edit("REPORT-1", "type: REPORT", "type: ISSUE"),
            refused,
        ),
        typed(
            "naming-a-file-among-the-envelopes-that-is-none-is-told",
            "notes lie in a stage",
            &NAMES,
            inbox().file(stray, "# Notes\n", &[]),
            |reading| waits(reading).puts(Class::Excluded, [stray]).issue_at("UNKNOWN_TYPE", stray),
        ),
        typed(
            "naming-what-lies-beside-the-envelopes-is-no-evidence",
            "a README, an alert, a lock, a cold copy, a note at the root",
            &NAMES,
            beside,
            waits,
        ),
    ]
}

pub(super) fn bytes() -> Vec<Case> {
    let spoiled = |name: &str, title: &str, change: fn(Vec<u8>) -> Vec<u8>| {
        typed(name, title, &["FCOP 3", "FCOP 7", "TMPA 9.2"], reported().bytes("REPORT-1", change), refused)
    };
    let replaced = |name: &str, title: &str, from: &str, to: &str| {
        let workspace = reported().edit("REPORT-1", from, to);
        typed(name, title, &["FCOP 3", "FCOP 7", "TMPA 9.2"], workspace, refused)
    };
    vec![
        spoiled("a-byte-order-mark-is-refused-in-version-4", "before the REPORT", |bytes| {
            [b"\xef\xbb\xbf".to_vec(), bytes].concat()
        }),
        spoiled("carriage-returns-are-refused-in-version-4", "the REPORT has CRLF", |bytes| {
            String::from_utf8_lossy(&bytes).replace('\n', "\r\n").into_bytes()
        }),
        spoiled("bytes-that-are-no-utf-8-are-refused", "a broken character in the text", |bytes| {
            [bytes, b"\xe4\xb8\n".to_vec()].concat()
        }),
        spoiled("an-envelope-without-frontmatter-is-refused", "Markdown alone", |_| b"# Done\n".to_vec()),
        spoiled("frontmatter-that-never-ends-is-refused", "no second fence", |_| {
            b"---\nprotocol: fcop\nversion: 4\n".to_vec()
        }),
        spoiled("an-empty-file-is-refused", "no byte at all", |_| Vec::new()),
        replaced(
            "a-key-that-stands-twice-is-refused",
            "two results",
            "result: done",
            "result: done\nresult: failed",
        ),
        replaced("an-anchor-is-refused", "a result by reference", "result: done", "result: &r done"),
        replaced("a-tag-is-refused", "a tagged result", "result: done", "result: !!str done"),
    ]
}

pub(super) fn fields() -> Vec<Case> {
    let report = |name: &str, title: &str, from: &str, to: &str| {
        typed(name, title, &FORM, reported().edit("REPORT-1", from, to), refused)
    };
    let task = |name: &str, title: &str, from: &str, to: &str| {
        let workspace = inbox().edit(TASK, from, to);
        typed(name, title, &FORM, workspace, |reading| {
            reading
                .says_nothing()
                .excludes(TASK)
                .excludes(CREATION)
                .issue("SCHEMA_INVALID", TASK)
                .also_to("MISSING_REFERENCE", CREATION, "pins", TASK)
                .finding("fcop:TIME_UNKNOWN", CREATION)
        })
    };
    let review = |name: &str, title: &str, workspace: Workspace, id: &'static str| {
        typed(name, title, &FORM, workspace, move |reading| {
            reading.state(TASK, "review", "executor").excludes(id).issue("SCHEMA_INVALID", id)
        })
    };
    vec![
        report("a-version-is-a-number", "version `'4'`", "version: 4", "version: '4'"),
        report("an-envelope-of-version-1-is-none-of-version-4", "version 1", "version: 4", "version: 1"),
        report("a-sender-is-required", "nobody sends the REPORT", "sender: DEV\n", ""),
        report("a-time-has-a-zone", "a time without one", ":03:00+00:00", ":03:00"),
        report("an-attempt-is-required", "no attempt", "attempt_id: urn", "attempt: urn"),
        report(
            "a-report-is-final-or-replaces",
            "a REPORT of another kind",
            "report_kind: final",
            "report_kind: interim",
        ),
        report(
            "an-envelope-of-another-workspace-is-refused",
            "the REPORT names another workspace",
            "urn:uuid:5d0f3c1e",
            "urn:uuid:6e0f3c1e",
        ),
        task("a-task-has-events", "the TASK has none", "transitions:\n", "was:\n"),
        task(
            "an-event-has-no-unknown-member",
            "an event with a note",
            "  tool: create_task",
            "  tool: create_task\n  note: x",
        ),
        review(
            "an-acceptance-approves",
            "an acceptance that rejects",
            accepted().edit("REVIEW-yes", "decision: approved", "decision: rejected"),
            "REVIEW-yes",
        ),
        review(
            "an-authorization-names-its-profile",
            "an authorization by nobody",
            super::cast::in_review().authorize_with(
                "REVIEW-may",
                TASK,
                ("review", "done"),
                &[("profile_ref", "absent")],
            ),
            "REVIEW-may",
        ),
    ]
}

/// A TASK of version 3 in the inbox.
fn filed(id: &str, parties: (&str, &str)) -> Workspace {
    team(&["PM", "DEV"]).old_task("fcop/_lifecycle/inbox", id, parties, &[CREATED])
}

pub(super) fn older() -> Vec<Case> {
    let taken = |name: &str, title: &str, id: &'static str, to: &str| {
        named(name, title, &NAMES, filed(id, ("PM", to)), move |reading| reading.state(id, "inbox", "issuer"))
    };
    let refused = |name: &str, title: &str, id: &'static str| {
        named(name, title, &NAMES, filed(id, ("PM", "DEV")), move |reading| {
            reading.says_nothing().excludes(id).issue("SCHEMA_INVALID", id)
        })
    };
    let plain = "TASK-20260302-001-PM-to-DEV";
    let spelled = |name: &str, title: &str, from: &str, to: &str| {
        let workspace = filed(plain, ("PM", "DEV")).edit(plain, from, to);
        named(name, title, &["FCOP 3.1", "TMPA 9.2"], workspace, |reading| {
            reading.state(plain, "inbox", "issuer")
        })
    };
    vec![
        taken("naming-the-grammar-of-version-3", "a plain name", plain, "DEV"),
        taken("naming-slot-and-slug", "a slot and a slug", "TASK-20260302-002-PM-to-DEV.D2-fix-v2", "DEV"),
        taken(
            "naming-roles-with-hyphens-and-digits",
            "to `AUTO-TESTER`",
            "TASK-20260302-003-PM-to-AUTO-TESTER",
            "AUTO-TESTER",
        ),
        refused("naming-a-number-is-three-digits", "`Z01`", "TASK-20260302-Z01-PM-to-DEV"),
        refused("naming-numbers-begin-with-one", "`000`", "TASK-20260302-000-PM-to-DEV"),
        refused("naming-a-day-is-one-of-the-calendar", "31 February", "TASK-20260231-001-PM-to-DEV"),
        refused("naming-roles-are-upper-case", "`dev`", "TASK-20260302-001-PM-to-dev"),
        refused("naming-letters-are-ascii", "Chinese words", "TASK-20260302-001-PM-与-DEV"),
        spelled(
            "an-alias-of-the-protocol-is-taken",
            "`agent_bridge`",
            "protocol: fcop",
            "protocol: agent_bridge",
        ),
        spelled("a-version-of-old-writers-is-taken", "version `'1.0'`", "version: 1", "version: '1.0'"),
        named(
            "encoding-of-old-writers-is-normalized-and-told",
            "a byte order mark and CRLF before version 4",
            &["FCOP 3", "FCOP 7.1"],
            filed(plain, ("PM", "DEV")).bytes(plain, |bytes| {
                let text = String::from_utf8_lossy(&bytes).replace('\n', "\r\n");
                [b"\xef\xbb\xbf".to_vec(), text.into_bytes()].concat()
            }),
            |reading| reading.state(plain, "inbox", "issuer").finding("fcop:ENCODING_NORMALIZED", plain),
        ),
    ]
}
