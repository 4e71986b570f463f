//! C13, recovery (TMPA 9.10): whoever comes fresh learns state, responsibility, what is open and what is wrong from the
//! record alone, at whatever point the work was interrupted.

use crate::case::{Case, Input, Orders, case};
use crate::cast::{
    approve, archive, archived, aside, by_erin, cancel, carrier, done, in_review, moves, note, object,
    release, report, review, start, submit, task,
};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    [snapshots(), interruptions(), successors(), losses()].concat()
}

const CLAUSES: [&str; 3] = ["TMPA 3.6", "TMPA 9.9", "TMPA 9.10"];

/// The responsible role binds here: it is what a successor has to know.
fn stands(reading: Reading, state: &str, role: &str) -> Reading {
    reading.state("W", state, role).must("responsible", "/works/W/responsibility", "equals", json!(role))
}

/// One history, read after each of its objects.
fn snapshots() -> Vec<Case> {
    let after = |id: &'static str, sources: &str, state: &str, role: &str| {
        stands(reading(id).only(sources).accepts(sources), state, role)
    };
    let mut rework = in_review();
    rework.extend([
        review("no", "carol", "reject", "rep"),
        moves("back", "review", "rework", "active")
            .by("carol", "QA")
            .stream("s-carol", 2)
            .refer("reviews", "rep")
            .refer("depends_on", "submit"),
        object("rep2", "REPORT").by("bob", "DEV").stream("s-bob", 3),
        moves("again", "active", "submit", "review")
            .by("bob", "DEV")
            .stream("s-bob", 4)
            .refer("reports", "rep2")
            .refer("depends_on", "back"),
    ]);
    vec![
        case(
            "each-snapshot-of-a-history-says-where-the-work-stands",
            "eight snapshots, from the task to the archive",
            &CLAUSES,
        )
        .with(archived())
        .reads(after("s1", "c", "created", "PM"))
        .reads(after("s2", "c start", "active", "PM"))
        .reads(after("s3", "c start rep", "active", "PM"))
        .reads(after("s4", "c start rep submit", "review", "DEV"))
        .reads(after("s5", "c start rep submit ok", "review", "DEV"))
        .reads(after("s6", "c start rep submit ok approve", "done", "QA"))
        .reads(after("s7", "c start rep submit ok approve release", "done", "QA"))
        .reads(after("s8", "c start rep submit ok approve release archive", "archived", "OPS"))
        .orders(Orders::Prefixes(50)),
        case(
            "each-snapshot-of-a-rework-says-where-the-work-stands",
            "the result goes back and comes again",
            &CLAUSES,
        )
        .with(rework)
        .reads(after("s5", "c start rep submit no", "review", "DEV"))
        .reads(after("s6", "c start rep submit no back", "active", "QA"))
        .reads(after("s7", "c start rep submit no back rep2", "active", "QA"))
        .reads(after("s8", "c start rep submit no back rep2 again", "review", "DEV"))
        .orders(Orders::Some),
        case("a-pause-is-a-state-that-is-found-again", "held, and resumed by somebody else", &CLAUSES)
            .with([
                carrier(),
                start("start"),
                moves("hold", "active", "hold", "waiting").stream("s-alice", 3),
                moves("resume", "waiting", "resume", "active")
                    .by("henry", "PM")
                    .stream("s-henry", 1)
                    .refer("depends_on", "hold"),
            ])
            .reads(after("held", "c start hold", "waiting", "PM"))
            .reads(after("resumed", "c start hold resume", "active", "PM"))
            .orders(Orders::Some),
        case("two-work-items-are-found-where-each-stands", "`W` is in review, `W2` is cancelled", &CLAUSES)
            .with(in_review())
            .with([task("c2", "W2"), cancel("x").work("W2", "c2")])
            .reads(stands(all().accepts("c start rep submit c2 x"), "review", "DEV").state(
                "W2",
                "cancelled",
                "PM",
            ))
            .orders(Orders::Some),
    ]
}

/// The work was cut off between two steps that belong together.
fn interruptions() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>| {
        case(name, title, &CLAUSES).with(drafts).orders(Orders::Some)
    };
    let bare_archive =
        || archive().set("/references", json!([{ "relation": "archives", "target": "approve" }]));
    vec![
        one(
            "a-report-without-its-submission-leaves-the-work-active",
            "bob was cut off after his report",
            vec![carrier(), start("start"), report()],
        )
        .reads(stands(all().accepts("c start rep"), "active", "PM")),
        one(
            "a-submission-without-its-report-names-what-is-missing",
            "bob's report was never published",
            vec![carrier(), start("start"), submit().stream("s-bob", 1)],
        )
        .reads(
            stands(all().accepts("c start").partial("submit"), "active", "PM")
                .issue_to("MISSING_REFERENCE", "submit", "reports", "rep")
                .issue("LIFECYCLE_UNDETERMINED", "submit"),
        ),
        one(
            "a-review-without-an-approval-leaves-the-result-in-review",
            "carol was cut off after her review",
            {
                let mut drafts = in_review();
                drafts.push(review("ok", "carol", "approve", "rep"));
                drafts
            },
        )
        .reads(stands(all().accepts("c start rep submit ok"), "review", "DEV")),
        one("an-archive-without-a-release-waits-for-a-person", "dave was cut off before the release", {
            let mut drafts = done();
            drafts.push(bare_archive());
            drafts
        })
        .reads(
            stands(all().accepts("c start rep submit ok approve").pending("archive").labels(), "done", "QA")
                .issue("LIFECYCLE_UNDETERMINED", "archive"),
        ),
        one(
            "a-dispute-is-found-as-a-dispute",
            "two reviews contradict each other when the work is taken up",
            {
                let mut drafts = in_review();
                drafts
                    .extend([review("v1", "carol", "approve", "rep"), review("v2", "gina", "reject", "rep")]);
                drafts
            },
        )
        .reads(
            stands(all().accepts("c start rep submit").disputed("v1 v2").labels(), "review", "DEV")
                .issue("UNRESOLVED_CONFLICT", "v1"),
        ),
        one(
            "a-state-that-nobody-can-know-is-said-to-be-unknown",
            "start and cancellation compete when the work is taken up",
            vec![carrier(), start("start"), cancel("cancel")],
        )
        .reads(
            all()
                .accepts("c")
                .disputed("start cancel")
                .unknown("W")
                .must("nobody", "/works/W/responsibility", "equals", json!(null))
                .issue("UNRESOLVED_CONFLICT", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        ),
        one("a-refused-attempt-is-found-with-its-reason", "bob's approval of his own result is on record", {
            let mut drafts = in_review();
            drafts.extend([
                review("ok", "carol", "approve", "rep"),
                approve().by("bob", "QA").stream("s-bob-qa", 1),
            ]);
            drafts
        })
        .reads(
            stands(all().accepts("c start rep submit ok").rejects("approve"), "review", "DEV")
                .issue("SOD_VIOLATION", "approve"),
        ),
    ]
}

/// Somebody else goes on.
fn successors() -> Vec<Case> {
    let assigned = || by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "hank", "role": "DEV" }));
    let taken_over = vec![
        carrier(),
        start("start"),
        report(),
        by_erin("rv", "REVOCATION", 1, json!({ "assignment": "bob-dev" })).refer("follows", "rep"),
        by_erin("as", "ASSIGNMENT", 2, json!({ "identity": "hank", "role": "DEV" })),
        object("takes", "RECOVERY")
            .by("hank", "DEV")
            .stream("s-hank", 1)
            .refer("follows", "as")
            .refer("cites", "rep"),
        moves("submit", "active", "submit", "review")
            .by("hank", "DEV")
            .stream("s-hank", 2)
            .refer("reports", "rep")
            .refer("depends_on", "start"),
    ];
    vec![
        case(
            "a-successor-goes-on-in-a-stream-of-their-own",
            "bob reported and was replaced; hank submits",
            &CLAUSES,
        )
        .with(taken_over)
        .reads(stands(all().accepts("c start rep rv as takes submit"), "review", "DEV"))
        .orders(Orders::Some),
        case("a-handoff-moves-no-state", "alice passes the work on, henry takes it up", &CLAUSES)
            .with([
                carrier(),
                start("start"),
                object("off", "HANDOFF").stream("s-alice", 3),
                object("on", "RECOVERY").by("henry", "PM").stream("s-henry", 1).refer("follows", "off"),
            ])
            .reads(stands(all().accepts("c start off on"), "active", "PM"))
            .orders(Orders::Some),
        case(
            "a-successor-without-an-assignment-is-not-established",
            "hank submits without being assigned",
            &CLAUSES,
        )
        .with([
            carrier(),
            start("start"),
            report(),
            moves("submit", "active", "submit", "review")
                .by("hank", "DEV")
                .stream("s-hank", 1)
                .refer("reports", "rep")
                .refer("depends_on", "start"),
        ])
        .reads(
            stands(all().accepts("c start rep").partial("submit"), "active", "PM")
                .issue("AUTHORITY_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        case("who-was-replaced-no-longer-acts", "bob submits after his revocation", &CLAUSES)
            .with([
                carrier(),
                start("start"),
                report(),
                by_erin("rv", "REVOCATION", 1, json!({ "assignment": "bob-dev" })).refer("follows", "rep"),
                submit().refer("follows", "rv"),
            ])
            .reads(
                stands(all().accepts("c start rep rv").rejects("submit"), "active", "PM")
                    .issue("AUTHORITY_DENIED", "submit"),
            )
            .orders(Orders::Some),
        case(
            "a-successor-in-the-predecessor-s-stream-settles-nothing",
            "hank writes on in bob's stream",
            &["TMPA 9.2", "TMPA 9.5", "TMPA 9.10"],
        )
        .with([
            carrier(),
            start("start"),
            assigned(),
            report(),
            object("n", "ISSUE").by("hank", "DEV").stream("s-bob", 2).refer("follows", "as"),
        ])
        .reads(stands(all().accepts("c start as").disputed("rep n"), "active", "PM"))
        .orders(Orders::Some),
    ]
}

/// What was lost is reported, and nothing is guessed in its place.
fn losses() -> Vec<Case> {
    let one = |name: &str, title: &str| case(name, title, &CLAUSES);
    vec![
        one("a-lost-task-leaves-the-work-without-a-state", "the carrier is lost; report and note remain")
            .with([report(), note("n", 1)])
            .reads(
                all()
                    .partial("rep n")
                    .unknown("W")
                    .must("nobody", "/works/W/responsibility", "equals", json!(null))
                    .also_to("MISSING_REFERENCE", "n", "primary_carrier_id", "c"),
            )
            .orders(Orders::Some),
        one("a-lost-start-leaves-the-work-where-it-was", "the start is lost; report and submission remain")
            .with([carrier(), report(), submit()])
            .reads(
                stands(all().accepts("c rep").partial("submit"), "created", "PM")
                    .issue_to("MISSING_REFERENCE", "submit", "depends_on", "start")
                    .issue("LIFECYCLE_UNDETERMINED", "submit")
                    .also_by("LIFECYCLE_UNDETERMINED", "submit", "depends_on"),
            )
            .orders(Orders::Some),
        one("a-lost-place-of-a-stream-is-named", "number 2 of alice's stream is lost")
            .with([carrier(), start("start").stream("s-alice", 3)])
            .reads(
                stands(all().accepts("c").partial("start"), "created", "PM")
                    .issue("STREAM_GAP", "start")
                    .also("LIFECYCLE_UNDETERMINED", "start"),
            )
            .orders(Orders::Some),
        one("context-that-was-never-recorded-is-missing", "a note depends on a session that is no object")
            .with([carrier(), start("start"), note("n", 3).refer("depends_on", "session-0451")])
            .reads(stands(all().accepts("c start").partial("n"), "active", "PM").issue_to(
                "MISSING_REFERENCE",
                "n",
                "depends_on",
                "session-0451",
            ))
            .orders(Orders::Some),
        one("damage-is-found-and-the-rest-recovered", "the report was changed, a note is cut short")
            .with([carrier(), start("start"), report().tampered()])
            .input(Input::raw("half", "{ \"tmpa_version\": \"S0.4\", \"id\": \"n"))
            .reads(
                stands(all().accepts("c start").excludes("rep half"), "active", "PM")
                    .issue("INTEGRITY_MISMATCH", "rep")
                    .issue_at("SCHEMA_INVALID", "half"),
            )
            .orders(Orders::Some),
        one("copies-from-a-restored-backup-change-nothing", "every object twice")
            .with(in_review())
            .input(Input::seen(&carrier(), "old-c"))
            .input(Input::seen(&start("start"), "old-start"))
            .input(Input::seen(&report(), "old-rep"))
            .input(Input::seen(&submit(), "old-submit"))
            .reads(stands(
                all().accepts("c start rep submit old-c old-start old-rep old-submit"),
                "review",
                "DEV",
            ))
            .orders(Orders::Some),
        one(
            "an-old-backup-beside-an-edited-record-is-a-conflict",
            "the backup's report differs from the record's",
        )
        .with([carrier(), start("start"), report()])
        .input(Input::seen(&report().body(json!({ "summary": "as it was" })), "old-rep"))
        .reads(
            stands(all().accepts("c start").excludes("rep old-rep"), "active", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "rep"),
        )
        .orders(Orders::Some),
        one("what-was-lost-and-is-found-again-restores-the-state", "the snapshot lacks the submission")
            .with(in_review())
            .with([review("ok", "carol", "approve", "rep"), approve(), release(), aside("n", "henry", "PM")])
            .reads(
                stands(
                    reading("before")
                        .only("c start rep ok approve release n")
                        .accepts("c start rep ok release n")
                        .partial("approve"),
                    "active",
                    "PM",
                )
                .issue_to("MISSING_REFERENCE", "approve", "depends_on", "submit")
                .issue("LIFECYCLE_UNDETERMINED", "approve")
                .also_by("LIFECYCLE_UNDETERMINED", "approve", "depends_on"),
            )
            .reads(stands(reading("after").accepts("c start rep submit ok approve release n"), "done", "QA"))
            .orders(Orders::Some),
    ]
}
