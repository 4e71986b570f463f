//! Targets that are nowhere, or there under another name, or excluded.

use super::{CLAUSES, created, missing, one};
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, by_erin, carrier, note, review, task};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Something that is nowhere, by relations of every kind.
pub(super) fn absent() -> Vec<Case> {
    let by = |name: &str, title: &str, draft: Draft, relation: &str| {
        let reading = missing(created("c"), draft.id(), relation, "ghost").labels();
        one(name, title, vec![draft.clone()]).reads(reading.edge(
            draft.id(),
            relation,
            "ghost",
            relation != "cites",
        ))
    };
    vec![
        by(
            "a-missing-dependency-is-reported",
            "a note depends on something absent",
            note("n", 2).refer("depends_on", "ghost"),
            "depends_on",
        ),
        by(
            "a-missing-target-of-a-plain-link-is-reported",
            "a note cites something absent",
            note("n", 2).refer("cites", "ghost"),
            "cites",
        ),
        by(
            "a-missing-predecessor-is-reported",
            "a note follows something absent",
            note("n", 2).refer("follows", "ghost"),
            "follows",
        ),
        by(
            "a-missing-target-of-a-review-is-reported",
            "a review of something absent",
            review("v", "carol", "approve", "ghost"),
            "reviews",
        ),
        by(
            "a-missing-target-of-a-correction-is-reported",
            "a correction of something absent",
            note("n", 2).kind("CORRECTION").body(json!({ "correction": "7" })).refer("corrects", "ghost"),
            "corrects",
        ),
        by(
            "a-missing-target-of-a-supersession-is-reported",
            "something absent is superseded",
            note("n", 2).kind("SUPERSESSION").refer("supersedes", "ghost"),
            "supersedes",
        ),
        by(
            "a-missing-target-of-a-decision-is-reported",
            "a decision about something absent",
            by_erin("d", "DECISION", 1, json!({ "selects": "ghost" })).refer("resolves", "ghost"),
            "resolves",
        ),
        by(
            "a-task-with-a-missing-dependency-is-partial",
            "a second task depends on something absent",
            task("n", "W").work("W", "c").refer("depends_on", "ghost"),
            "depends_on",
        ),
        one(
            "every-missing-target-is-an-issue",
            "a note depends on three absent objects",
            vec![
                note("n", 2)
                    .refer("depends_on", "ghost")
                    .refer("depends_on", "ghoul")
                    .refer("depends_on", "wraith"),
            ],
        )
        .reads(missing(
            missing(missing(created("c"), "n", "depends_on", "ghost"), "n", "depends_on", "ghoul"),
            "n",
            "depends_on",
            "wraith",
        )),
        one(
            "a-target-that-is-missing-by-two-relations-is-two-issues",
            "a note depends on and cites the same absent object",
            vec![note("n", 2).refer("depends_on", "ghost").refer("cites", "ghost")],
        )
        .reads(missing(missing(created("c"), "n", "depends_on", "ghost"), "n", "cites", "ghost")),
        one(
            "each-object-reports-the-target-it-misses",
            "two notes depend on the same absent object",
            vec![
                note("n", 2).refer("depends_on", "ghost"),
                aside("m", "bob", "DEV").refer("depends_on", "ghost"),
            ],
        )
        .reads(missing(
            missing(created("c"), "n", "depends_on", "ghost"),
            "m",
            "depends_on",
            "ghost",
        )),
        one(
            "a-missing-reference-beside-a-present-one-is-still-missing",
            "a note depends on the task and on something absent",
            vec![note("n", 2).refer("depends_on", "c").refer("depends_on", "ghost")],
        )
        .reads(missing(created("c"), "n", "depends_on", "ghost").edge("n", "depends_on", "c", true)),
        one(
            "a-reference-that-is-there-is-no-issue",
            "a note depends on the task",
            vec![note("n", 2).refer("depends_on", "c")],
        )
        .reads(created("c n").edge("n", "depends_on", "c", true)),
        case(
            "a-work-item-whose-first-task-misses-something-has-no-state",
            "the carrier depends on something absent",
            &["TMPA 6.3", "TMPA 9.7", "TMPA 9.9"],
        )
        .with([carrier().refer("depends_on", "ghost")])
        .reads(missing(all().unknown("W"), "c", "depends_on", "ghost")),
    ]
}

/// Targets are object ids, compared letter by letter.
pub(super) fn names() -> Vec<Case> {
    let near = |name: &str, title: &str, target: &str| {
        one(name, title, vec![note("caf\u{e9}", 2), note("n", 3).refer("cites", target)]).reads(missing(
            created("c caf\u{e9}"),
            "n",
            "cites",
            target,
        ))
    };
    let file = |case: Case| Case {
        inputs: case
            .inputs
            .into_iter()
            .map(|input| if input.source.is_ascii() { input } else { input.file("cafe.json") })
            .collect(),
        ..case
    };
    let mut cases = vec![
        near("a-target-in-other-letters-is-missing", "the task is called `c`, the target `C`", "C"),
        near("a-target-with-a-blank-is-missing", "the task is called `c`, the target `c `", "c "),
        near("a-target-in-another-unicode-form-is-missing", "composed and decomposed", "cafe\u{301}"),
    ];
    cases.push(
        case("a-source-id-is-no-object-id", "a note cites the place where the task was found", &CLAUSES)
            .input(Input::seen(&carrier(), "inbox/17"))
            .with([note("n", 2).refer("cites", "inbox/17")])
            .reads(missing(created("inbox/17"), "n", "cites", "inbox/17"))
            .orders(Orders::Some),
    );
    cases.push(
        case("a-stream-is-no-object", "a note cites a stream", &CLAUSES)
            .with([carrier(), note("n", 2).refer("cites", "s-alice")])
            .reads(missing(created("c"), "n", "cites", "s-alice"))
            .orders(Orders::Some),
    );
    cases.into_iter().map(file).map(flat).collect()
}

/// Files lie in one folder, whatever the source is called.
fn flat(case: Case) -> Case {
    let inputs = case.inputs.into_iter().map(|input| {
        let file = input.file.replace('/', "-");
        input.file(&file)
    });
    Case { inputs: inputs.collect(), ..case }
}

/// A target that is there and does not count: reported as well, and no better than invalid (TMPA 7.3).
pub(super) fn excluded() -> Vec<Case> {
    let lost = || note("lost", 1).by("bob", "DEV").stream("s-bob", 1);
    let on = |name: &str, title: &str, relation: &str, code: &str, input: Input| {
        let reading = created("c").excludes("lost").issue(code, "lost");
        let reading = reading.issue_to("MISSING_REFERENCE", "n", relation, "lost");
        let reading = if relation == "cites" { reading.partial("n") } else { reading.rejects("n") };
        one(name, title, vec![note("n", 2).refer(relation, "lost")]).input(input).reads(
            reading.free("n").must(
                "not-valid",
                "/issues",
                "includes",
                json!({ "code": "MISSING_REFERENCE", "object_id": "n" }),
            ),
        )
    };
    let rows = [
        (
            "a-changed-target-is-no-target",
            "the target has lost its digest",
            "INTEGRITY_MISMATCH",
            Input::of(&lost().tampered()),
        ),
        (
            "a-misshapen-target-is-no-target",
            "the target has a member too many",
            "SCHEMA_INVALID",
            Input::of(&lost().set("/priority", json!(1))),
        ),
        (
            "a-target-of-an-unknown-type-is-no-target",
            "nobody knows the target's type",
            "UNKNOWN_TYPE",
            Input::of(&lost().kind("MEMO")),
        ),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, title, code, input)| on(name, title, "depends_on", code, input))
        .collect();
    cases.push(on(
        "a-changed-target-of-a-plain-link-is-reported",
        "a note cites something that has lost its digest",
        "cites",
        "INTEGRITY_MISMATCH",
        Input::of(&lost().tampered()),
    ));
    cases.push(
        one(
            "a-target-with-two-contents-is-no-target",
            "the target's id has two contents",
            vec![note("n", 2).refer("depends_on", "lost")],
        )
        .input(Input::seen(&lost(), "one"))
        .input(Input::seen(&lost().body(json!({ "summary": "otherwise" })), "two"))
        .reads(
            created("c")
                .excludes("one two")
                .rejects("n")
                .free("n")
                .issue("DUPLICATE_ID_CONFLICT", "lost")
                .issue_to("MISSING_REFERENCE", "n", "depends_on", "lost"),
        ),
    );
    cases.push(
        one(
            "a-target-with-one-intact-copy-is-there",
            "another copy of the target has lost its digest",
            vec![note("n", 2).refer("depends_on", "lost")],
        )
        .input(Input::seen(&lost(), "one"))
        .input(Input::seen(&lost().tampered(), "two"))
        .reads(created("c n one").excludes("two").issue("INTEGRITY_MISMATCH", "lost")),
    );
    cases
}
