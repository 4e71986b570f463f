//! Large and hostile evidence: every pass has to be near linear in the evidence, and nothing may overflow (TMPA 8.4).
//!
//! No test measures time. A pass that were quadratic would make its test run for minutes.

use super::bundle::{compact, full};
use super::cast::{DISPUTED, PARTIAL, VALID, carrier, note, object, report, review, start, task};
use super::outcome::{large, observed, outcome};
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::profile::Compact;
use actum_tmpa::{Reconstruction, reconstruct};

fn verdicts(read: &Reconstruction, verdict: &str) -> usize {
    read.nodes().filter(|node| format!("{}/{}", node.judgment, node.view) == verdict).count()
}

fn state<'r>(read: &'r Reconstruction, work: &str) -> Option<&'r str> {
    read.works().find(|item| item.id == work).and_then(|item| item.state)
}

/// Start and cancel are legal; `loop` and `back` go round.
fn looping() -> Compact {
    Compact::new()
        .transition("created", "cancel", "cancelled", "PM")
        .transition("active", "hold", "waiting", "PM")
        .transition("waiting", "resume", "active", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "cancel", "hold", "resume"])
}

fn step(number: usize, stream: &str, sequence: u64, (from, action, to): (&str, &str, &str)) -> Draft {
    object(&format!("t{number}"), "TRANSITION").stream(stream, sequence).transition(from, action, to)
}

const COUNT: usize = 100_000;
const START: (&str, &str, &str) = ("created", "start", "active");
const CANCEL: (&str, &str, &str) = ("created", "cancel", "cancelled");
const HOLD: (&str, &str, &str) = ("active", "hold", "waiting");
const RESUME: (&str, &str, &str) = ("waiting", "resume", "active");

fn with_carrier(steps: impl Iterator<Item = Draft>) -> impl Iterator<Item = Draft> {
    core::iter::once(carrier()).chain(steps)
}

#[test]
fn many_concurrent_transitions_of_equal_effect() {
    let steps = (0..COUNT).map(|number| step(number, &format!("s{number}"), 1, START));
    let read = large(&compact(&looping()), with_carrier(steps));
    assert_eq!((state(&read, "W"), verdicts(&read, VALID)), (Some("active"), COUNT + 1));
}

#[test]
fn many_transitions_in_one_stream() {
    let steps = (0..COUNT).map(|number| {
        step(
            number,
            "s",
            number as u64 + 1,
            if number == 0 {
                START
            } else if number % 2 == 1 {
                HOLD
            } else {
                RESUME
            },
        )
    });
    let read = large(&compact(&looping()), with_carrier(steps));
    assert_eq!(verdicts(&read, VALID), COUNT + 1);
    assert_eq!(state(&read, "W"), Some("waiting"));
}

#[test]
fn many_equal_transitions_in_one_stream_apply_once() {
    let steps = (0..COUNT).map(|number| step(number, "s", number as u64 + 1, START));
    let read = large(&compact(&looping()), with_carrier(steps));
    assert_eq!((state(&read, "W"), verdicts(&read, VALID)), (Some("active"), 2));
    assert_eq!(verdicts(&read, PARTIAL), COUNT - 1);
}

#[test]
fn many_competing_transitions() {
    let steps = (0..COUNT)
        .map(|number| step(number, &format!("s{number}"), 1, if number % 2 == 0 { START } else { CANCEL }));
    let read = large(&compact(&looping()), with_carrier(steps));
    assert_eq!((state(&read, "W"), verdicts(&read, DISPUTED)), (None, COUNT));
}

#[test]
fn a_rework_loop_across_two_streams() {
    let profile = looping().assign("bob", "PM", &["hold", "resume"]);
    let steps = (0..COUNT).map(|number| {
        let (stream, tuple) = if number % 2 == 0 { ("s-bob", HOLD) } else { ("s-alice", RESUME) };
        let draft = step(number, stream, number as u64 / 2 + 1, tuple);
        let draft = if number % 2 == 0 { draft.by("bob", "PM") } else { draft };
        match number {
            0 => draft.refer("depends_on", "go"),
            _ => draft.refer("depends_on", &format!("t{}", number - 1)),
        }
    });
    let read = large(&compact(&profile), [carrier(), start("go")].into_iter().chain(steps));
    assert_eq!((state(&read, "W"), verdicts(&read, VALID)), (Some("active"), COUNT + 2));
}

#[test]
fn a_rework_loop_that_nothing_but_the_states_orders() {
    let profile = looping().assign("bob", "PM", &["hold", "resume"]);
    let count = 20_000;
    let steps = (0..count).map(|number| {
        let (stream, tuple) = if number % 2 == 0 { ("s-bob", HOLD) } else { ("s-alice", RESUME) };
        let draft = step(number, stream, number as u64 / 2 + 1, tuple);
        if number % 2 == 0 { draft.by("bob", "PM") } else { draft }
    });
    let read = large(&compact(&profile), [carrier(), start("go")].into_iter().chain(steps));
    assert_eq!((state(&read, "W"), verdicts(&read, VALID)), (Some("active"), count + 2));
}

#[test]
fn a_transition_per_work_item() {
    let drafts = (0..50_000).flat_map(|number| {
        let (work, carrier) = (format!("W{number}"), format!("c{number}"));
        [
            Draft::new(&carrier).work(&work, &carrier).stream(&work, 1),
            step(number, &work, 2, START).work(&work, &carrier),
        ]
    });
    let read = large(&compact(&looping()), drafts);
    assert_eq!(read.works().filter(|work| work.state == Some("active")).count(), 50_000);
}

#[test]
fn many_issues() {
    let notes = (0..COUNT)
        .map(|number| note(&format!("n{number}"), 2 * number as u64 + 3).refer("depends_on", "ghost"));
    let read = large(&compact(&Compact::new()), with_carrier(notes));
    assert_eq!(read.issues().count(), 2 * COUNT);
}

#[test]
fn the_widest_gap() {
    let last = (1_u64 << 53) - 1;
    let read = outcome(&compact(&Compact::new()), &[carrier(), note("n", last)]);
    assert_eq!((read.objects("STREAM_GAP"), read.verdict("n").as_str()), (vec!["n"], PARTIAL));
    let pair = [note("m", last - 1), note("n", last), note("o", last)];
    let read = outcome(&full().bundle(), &pair);
    assert_eq!(
        (read.objects("STREAM_GAP"), read.objects("STREAM_DUPLICATE_SEQUENCE")),
        (vec!["m"], vec!["n"])
    );
}

#[test]
fn a_long_chain_of_dependencies() {
    let count = 200_000;
    let chain = (0..count).map(|number| {
        let draft = task(&format!("n{number}"), "X").work("X", "n0");
        match number {
            0 => draft,
            _ => draft.kind("ISSUE").refer("depends_on", &format!("n{}", number - 1)),
        }
    });
    let read = large(&compact(&Compact::new()), chain);
    assert_eq!(verdicts(&read, VALID), count);
    let broken = (0..50_000).map(|number| {
        task(&format!("n{number}"), &format!("n{number}")).refer("depends_on", &format!("n{}", number + 1))
    });
    let read = large(&compact(&Compact::new()), broken);
    assert_eq!(verdicts(&read, PARTIAL), 50_000);
}

#[test]
fn a_long_cycle() {
    let count = 50_000;
    let ring = (0..count).map(|number| {
        task(&format!("n{number}"), &format!("n{number}"))
            .refer("depends_on", &format!("n{}", (number + 1) % count))
    });
    let read = large(&compact(&Compact::new()), ring);
    assert_eq!((read.issues().count(), verdicts(&read, "invalid/quarantined")), (1, count));
}

#[test]
fn many_references_in_one_object() {
    let mut drafts: Vec<Draft> = (0..10_000).map(|number| note(&format!("n{number}"), number + 2)).collect();
    let targets: Vec<serde_json::Value> = (0..10_000)
        .flat_map(|number| [("depends_on", format!("n{number}")), ("depends_on", format!("ghost{number}"))])
        .map(|(relation, target)| serde_json::json!({ "relation": relation, "target": target }))
        .collect();
    drafts.extend([carrier(), note("all", 10_002).set("/references", serde_json::Value::Array(targets))]);
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.verdict("all").as_str(), read.of_code("MISSING_REFERENCE").len()), (PARTIAL, 10_000));
}

#[test]
fn many_claims_of_two_neighbouring_positions() {
    let notes = (0..20_000).map(|number| note(&format!("n{number}"), 2 + number % 2));
    let after = note("after", 4);
    let read = large(&compact(&Compact::new()), with_carrier(notes.chain([after])));
    assert_eq!((verdicts(&read, DISPUTED), read.issues().count()), (20_000, 2));
    assert!(read.edges().count() < 100_000);
}

#[test]
fn many_writers_of_one_stream() {
    let notes =
        (0..20_000_u64).map(|number| note(&format!("n{number}"), number + 2).by(&format!("w{number}"), "PM"));
    let read = large(&compact(&Compact::new()), with_carrier(notes));
    assert_eq!(verdicts(&read, DISPUTED), 20_001);
}

#[test]
fn many_broken_copies_that_many_refer_to() {
    let bundle = compact(&Compact::new());
    let broken = note("lost", 1).tampered().to_bytes();
    let mut sources: Vec<Artifact> =
        (0..50_000).map(|number| Artifact::new(format!("#{number}"), broken.clone())).collect();
    sources.push(carrier().to_source());
    sources.extend(
        (0..1_000)
            .map(|number| note(&format!("n{number}"), number + 2).refer("depends_on", "lost").to_source()),
    );
    let read = observed(&bundle, &sources);
    assert_eq!(read.of_code("INTEGRITY_MISMATCH").len(), 50_000);
    assert_eq!(read.of_code("MISSING_REFERENCE").len(), 1_000);
    assert_eq!(read.verdict("n0"), "invalid/rejected");
}

#[test]
fn many_contradictory_reviews() {
    let reviews = |targets: usize| {
        (0..10_000).map(move |number| {
            let decision = if number % 2 == 0 { "approve" } else { "reject" };
            review(
                &format!("v{number}"),
                &format!("q{number}"),
                decision,
                &format!("rep{}", number / 2 % targets),
            )
        })
    };
    let reports = |targets: usize| {
        (0..targets)
            .map(|number| report().renamed(&format!("rep{number}")).stream("s-dev", number as u64 + 1))
    };
    for targets in [1, 5_000] {
        let drafts = with_carrier(reports(targets).chain(reviews(targets)));
        let read = large(&compact(&Compact::new()), drafts);
        assert_eq!((verdicts(&read, DISPUTED), read.issues().count()), (10_000, targets));
    }
}

#[test]
fn hostile_names() {
    let long = "x".repeat(1 << 20);
    let names = [
        "__proto__",
        "constructor",
        "\u{0}",
        "\u{1}\u{1f}",
        "\u{202e}evil",
        "a\u{0}b",
        " ",
        "\"\\",
        "\u{10ffff}",
        long.as_str(),
    ];
    let drafts: Vec<Draft> = names
        .iter()
        .map(|name| {
            Draft::new(name).work(name, name).stream(name, 1).refer("depends_on", &format!("{name}?"))
        })
        .collect();
    let read = outcome(&compact(&Compact::new()), &drafts);
    let mut expected = names.to_vec();
    expected.sort_unstable();
    assert_eq!(read.nodes(), expected);
    for name in names {
        assert_eq!(
            (read.sources(name), read.verdict(name).as_str()),
            (vec![format!("src-{name}").as_str()], PARTIAL)
        );
    }
    assert_eq!(read.of_code("MISSING_REFERENCE").len(), names.len());
}

#[test]
fn nothing_at_all() {
    let read = reconstruct(&compact(&Compact::new()), Vec::new());
    assert_eq!((read.source_count(), read.nodes().count(), read.works().count()), (0, 0, 0));
}
