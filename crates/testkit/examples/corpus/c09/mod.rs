//! C09, missing reference (TMPA 9.7, 9.9): a target that is not there is reported, and nothing takes it for satisfied.

mod target;
use crate::case::{Case, Orders, case};
use crate::cast::{
    active, aside, carrier, in_review, moves, note, object, report, review, start, submit, task,
};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;

pub(crate) fn cases() -> Vec<Case> {
    [target::absent(), target::names(), transitions(), target::excluded(), propagation(), arrivals()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 4.4", "TMPA 7.2", "TMPA 9.7", "TMPA 9.9"];

fn missing(reading: Reading, object: &str, relation: &str, target: &str) -> Reading {
    reading.partial(object).issue_to("MISSING_REFERENCE", object, relation, target)
}

fn created(sources: &str) -> Reading {
    all().accepts(sources).state("W", "created", "PM")
}

fn one(name: &str, title: &str, drafts: Vec<Draft>) -> Case {
    case(name, title, &CLAUSES).with([carrier()]).with(drafts).orders(Orders::Some)
}

/// A transition that misses something is not applied.
fn transitions() -> Vec<Case> {
    let clauses = ["TMPA 6.2", "TMPA 7.3", "TMPA 9.6", "TMPA 9.7"];
    vec![
        case(
            "a-transition-with-a-missing-dependency-is-not-applied",
            "a start depends on something absent",
            &clauses,
        )
        .with([carrier(), start("start").refer("depends_on", "ghost")])
        .reads(missing(created("c"), "start", "depends_on", "ghost").issue("LIFECYCLE_UNDETERMINED", "start"))
        .orders(Orders::Some),
        case(
            "a-transition-with-a-missing-link-is-not-satisfied-either",
            "a start cites something absent",
            &clauses,
        )
        .with([carrier(), start("start").refer("cites", "ghost")])
        .reads(
            missing(created("c"), "start", "cites", "ghost")
                .free("start")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
        case(
            "a-transition-with-a-missing-required-target-is-not-applied",
            "a submission without its report",
            &clauses,
        )
        .with(active())
        .with([submit().stream("s-bob", 1)])
        .reads(
            missing(all().accepts("c start").state("W", "active", "PM"), "submit", "reports", "rep")
                .issue("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        case(
            "what-its-writer-does-next-is-not-drawn-in",
            "the start misses something, the note after it does not",
            &clauses,
        )
        .with([carrier(), start("start").refer("depends_on", "ghost"), note("n", 3)])
        .reads(
            missing(created("c n"), "start", "depends_on", "ghost").issue("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
    ]
}

/// What rests on something undetermined is undetermined, through any number of steps (TMPA 7.3, 9.9).
fn propagation() -> Vec<Case> {
    let clauses = ["TMPA 7.3", "TMPA 9.7", "TMPA 9.9"];
    let chain = || {
        vec![
            carrier(),
            aside("n1", "bob", "DEV").refer("depends_on", "ghost"),
            aside("n2", "carol", "QA").refer("depends_on", "n1"),
            aside("n3", "gus", "DEV").refer("depends_on", "n2"),
        ]
    };
    vec![
        case(
            "what-rests-on-a-missing-target-is-undetermined",
            "a chain of three notes, the first misses something",
            &clauses,
        )
        .with(chain())
        .reads(missing(created("c").partial("n2 n3"), "n1", "depends_on", "ghost"))
        .orders(Orders::Some),
        case("a-plain-link-carries-no-judgment", "a note cites one that misses something", &clauses)
            .with([
                carrier(),
                aside("n1", "bob", "DEV").refer("depends_on", "ghost"),
                aside("n2", "carol", "QA").refer("cites", "n1"),
            ])
            .reads(missing(created("c n2"), "n1", "depends_on", "ghost"))
            .orders(Orders::Some),
        case("a-place-in-a-stream-carries-no-judgment", "the note after one that misses something", &clauses)
            .with([carrier(), note("n1", 2).refer("depends_on", "ghost"), note("n2", 3)])
            .reads(missing(created("c n2"), "n1", "depends_on", "ghost"))
            .orders(Orders::Some),
        case(
            "a-transition-on-an-undetermined-report-is-not-applied",
            "the report misses something",
            &clauses,
        )
        .with([carrier(), start("start"), report().refer("depends_on", "ghost"), submit()])
        .reads(
            missing(
                all().accepts("c start").partial("submit").state("W", "active", "PM"),
                "rep",
                "depends_on",
                "ghost",
            )
            .issue("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        case(
            "a-missing-target-in-one-work-item-leaves-another-alone",
            "`W2` misses something, `W` does not",
            &clauses,
        )
        .with(in_review())
        .with([
            task("c2", "W2"),
            object("n", "ISSUE")
                .work("W2", "c2")
                .by("henry", "PM")
                .stream("s-c2", 2)
                .refer("depends_on", "ghost"),
        ])
        .reads(
            missing(all().accepts("c start rep submit c2"), "n", "depends_on", "ghost")
                .state("W", "review", "DEV")
                .state("W2", "created", "PM"),
        )
        .orders(Orders::Some),
        case(
            "two-broken-ways-are-one-undetermined-object",
            "a note rests on two notes that miss something",
            &clauses,
        )
        .with([
            carrier(),
            aside("n1", "bob", "DEV").refer("depends_on", "ghost"),
            aside("n2", "carol", "QA").refer("depends_on", "ghoul"),
            aside("n3", "gus", "DEV").refer("depends_on", "n1").refer("depends_on", "n2"),
        ])
        .reads(missing(
            missing(created("c").partial("n3"), "n1", "depends_on", "ghost"),
            "n2",
            "depends_on",
            "ghoul",
        ))
        .orders(Orders::Some),
    ]
}

/// The target arrives, and the issue goes.
fn arrivals() -> Vec<Case> {
    vec![
        case(
            "a-target-that-arrives-late-settles-the-reference",
            "a chain of two is read before and after its beginning",
            &["TMPA 3.6", "TMPA 9.7"],
        )
        .with([
            carrier(),
            aside("n2", "bob", "DEV").refer("depends_on", "n1"),
            aside("n3", "carol", "QA").refer("depends_on", "n2"),
            note("n1", 2),
        ])
        .reads(
            missing(reading("before").only("c n2 n3").accepts("c").partial("n3"), "n2", "depends_on", "n1")
                .state("W", "created", "PM"),
        )
        .reads(reading("after").accepts("c n2 n3 n1").state("W", "created", "PM"))
        .orders(Orders::Some),
        case(
            "another-arrival-settles-nothing",
            "what arrives is not what was missing",
            &["TMPA 3.6", "TMPA 9.7"],
        )
        .with([carrier(), aside("n2", "bob", "DEV").refer("depends_on", "n1"), note("n0", 2)])
        .reads(
            missing(reading("before").only("c n2").accepts("c"), "n2", "depends_on", "n1")
                .state("W", "created", "PM"),
        )
        .reads(
            missing(reading("after").accepts("c n0"), "n2", "depends_on", "n1").state("W", "created", "PM"),
        )
        .orders(Orders::Some),
        case(
            "a-missing-target-is-no-leave-to-skip-a-step",
            "an approval of a submission that never arrived",
            &["TMPA 6.2", "TMPA 9.6", "TMPA 9.7"],
        )
        .with([
            carrier(),
            start("start"),
            report(),
            review("ok", "carol", "approve", "rep"),
            moves("approve", "review", "approve", "done")
                .by("carol", "QA")
                .stream("s-carol", 2)
                .refer("reviews", "rep")
                .refer("rests_on", "ok")
                .refer("depends_on", "submit"),
        ])
        .reads(
            missing(
                all().accepts("c start rep ok").state("W", "active", "PM"),
                "approve",
                "depends_on",
                "submit",
            )
            .issue("LIFECYCLE_UNDETERMINED", "approve")
            .also_by("LIFECYCLE_UNDETERMINED", "approve", "depends_on"),
        )
        .orders(Orders::Some),
    ]
}
