//! G36 to G39 and G55: cycles, stream order in the graph, excluded targets (TMPA 3.6, 4.3, 7.3, 9.7, 9.9).

use crate::cases::bundle::{compact, full};
use crate::cases::cast::{
    PARTIAL, QUARANTINED, REJECTED, VALID, carrier, in_review, note, object, report, start, task, with,
};
use crate::cases::outcome::{observed, outcome};
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::json;

fn linked(edges: &[(&str, &[&str])]) -> Vec<Draft> {
    let node = |(id, targets): &(&str, &[&str])| {
        targets.iter().fold(task(id, id), |draft, target| draft.refer("depends_on", target))
    };
    edges.iter().map(node).collect()
}

#[test]
fn g36_every_member_of_a_component_is_quarantined() {
    for [a, b, c] in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
        let drafts = linked(&[(a, &[b, c]), (b, &[a]), (c, &[b]), ("free", &[])]);
        let read = outcome(&compact(&Compact::new()), &drafts);
        for id in [a, b, c] {
            assert_eq!(read.verdict(id), QUARANTINED);
        }
        assert_eq!(read.objects("PROHIBITED_CYCLE"), ["a"]);
        assert_eq!(read.members("PROHIBITED_CYCLE", "a"), ["a", "b", "c"]);
        assert_eq!(read.verdict("free"), VALID);
    }
}

#[test]
fn g37_each_component_has_an_issue_of_its_own() {
    let drafts = linked(&[("a", &["b"]), ("b", &["a"]), ("x", &["y"]), ("y", &["x"])]);
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.objects("PROHIBITED_CYCLE"), ["a", "x"]);
    assert_eq!(read.members("PROHIBITED_CYCLE", "a"), ["a", "b"]);
    assert_eq!(read.members("PROHIBITED_CYCLE", "x"), ["x", "y"]);
    let joined = linked(&[("a", &["b"]), ("b", &["a"]), ("x", &["y", "a"]), ("y", &["x"])]);
    let read = outcome(&compact(&Compact::new()), &joined);
    assert_eq!(read.objects("PROHIBITED_CYCLE"), ["a", "x"]);
}

#[test]
fn g38_a_dependency_against_the_order_of_a_stream_is_a_cycle() {
    let drafts = [carrier(), note("x", 2).refer("depends_on", "y"), note("y", 3)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.objects("PROHIBITED_CYCLE"), ["x"]);
    assert_eq!(read.members("PROHIBITED_CYCLE", "x"), ["x", "y"]);
    assert_eq!((read.verdict("x"), read.verdict("y")), (QUARANTINED.into(), QUARANTINED.into()));
    assert_eq!(read.verdict("c"), VALID);
}

#[test]
fn g38_relations_that_only_order_may_not_contradict_each_other_either() {
    let drafts =
        [carrier(), note("x", 2).refer("follows", "y"), note("y", 1).stream("s2", 1).refer("follows", "x")];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!(read.found("actum:ORDER_CYCLE"), ["x"]);
    assert_eq!(read.members("actum:ORDER_CYCLE", "x"), ["x", "y"]);
    assert!(read.codes().is_empty());
    assert_ne!(read.verdict("x"), VALID);
}

#[test]
fn g39_the_order_of_a_stream_stands_in_the_graph() {
    let drafts = [carrier(), note("a", 3), note("x", 2), note("other", 1).stream("s2", 1)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.edge("c", "stream:precedes", "x"), Some(true));
    assert_eq!(read.edge("x", "stream:precedes", "a"), Some(true));
    assert_eq!(read.edge("c", "stream:precedes", "a"), None);
    let edges = read.envelope["edges"].as_array().unwrap();
    assert_eq!(edges.len(), 2);
}

#[test]
fn g39_the_claimants_of_one_position_have_no_order_among_themselves() {
    let drafts = [carrier(), note("x", 2), note("y", 2), note("z", 3)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    for (earlier, later) in [("c", "x"), ("c", "y"), ("x", "z"), ("y", "z")] {
        assert_eq!(read.edge(earlier, "stream:precedes", later), Some(true));
    }
    assert_eq!(read.edge("x", "stream:precedes", "y"), None);
    assert_eq!(read.edge("y", "stream:precedes", "x"), None);
}

#[test]
fn g39_every_work_item_has_one_conclusion() {
    let drafts = with(
        in_review(),
        [task("c2", "W2"), start("t2").work("W2", "c2").stream("s2", 1).refer("depends_on", "ghost")],
    );
    let read = outcome(&compact(&Compact::new()), &drafts);
    let works = read.envelope["extensions"]["work"].as_array().unwrap();
    assert_eq!(works.len(), 2);
    assert_eq!((read.conclusion("W"), read.conclusion("W2")), (VALID.into(), PARTIAL.into()));
    let work = read.work("W");
    assert_eq!(work["responsible"], json!({ "role": "DEV", "identity": "bob" }));
    assert_eq!(work["carrier"], "c");
    assert_eq!(work["objects"], json!(["c", "rep", "start", "submit"]));
    assert_eq!(work["open"], json!([]));
    assert_eq!(read.work("W2")["responsible"], json!({ "role": "PM", "identity": "alice" }));
    assert_eq!(read.open("W2"), ["missing_prerequisite", "missing_reference"]);
    assert_eq!(read.envelope["extensions"]["summary"]["responsibility"], json!({ "W": "DEV", "W2": "PM" }));
}

#[test]
fn g39_a_refused_attempt_does_not_weigh_on_the_work_item() {
    let drafts = with(in_review(), [start("again").by("mallory", "PM").stream("m", 1), note("n", 3)]);
    let read = outcome(&compact(&Compact::new().assign("mallory", "PM", &[])), &drafts);
    assert_eq!(read.verdict("again"), REJECTED);
    assert_eq!((read.state("W"), read.conclusion("W").as_str()), ("review", VALID));
    assert_eq!(read.open("W"), ["refused_attempt"]);
}

#[test]
fn g55_an_excluded_target_is_told_from_an_absent_one() {
    let bundle = compact(&Compact::new());
    let tampered = note("lost", 4).tampered().to_source();
    let misshapen = note("lost", 4).set("/extra", json!(1)).to_source();
    let untyped = note("lost", 4).kind("NOVEL").to_source();
    let variants =
        [note("lost", 4).seen_at("one"), note("lost", 4).body(json!({ "other": 1 })).seen_at("two")];
    let referring = [carrier(), note("x", 2).refer("depends_on", "lost")];
    let base: Vec<_> = referring.iter().map(Draft::to_source).collect();
    for excluded in [vec![tampered], vec![misshapen], vec![untyped], variants.to_vec()] {
        let read = observed(&bundle, &with_artifacts(&base, &excluded));
        assert_eq!(read.codes_of("x"), ["MISSING_REFERENCE"]);
        assert_eq!(read.reasons("MISSING_REFERENCE", "x"), ["target_excluded"]);
        let mut sources: Vec<&str> = excluded.iter().map(|artifact| artifact.id.as_str()).collect();
        sources.sort_unstable();
        assert_eq!(read.members("MISSING_REFERENCE", "x"), sources);
        assert_eq!(read.verdict("x"), REJECTED);
        assert_eq!(read.found("actum:DEPENDENCY_INVALID"), ["x"]);
        assert_eq!(read.edge("x", "depends_on", "lost"), Some(true));
    }
    let read = observed(&bundle, &base);
    assert_eq!(read.reasons("MISSING_REFERENCE", "x"), ["target_missing"]);
    assert_eq!(read.verdict("x"), PARTIAL);
}

#[test]
fn g55_an_intact_copy_outweighs_a_broken_one() {
    let drafts = [carrier(), note("n", 2), note("x", 3).refer("depends_on", "n")];
    let mut sources: Vec<_> = drafts.iter().map(Draft::to_source).collect();
    sources.push(note("n", 2).tampered().seen_at("broken"));
    let read = observed(&compact(&Compact::new()), &sources);
    assert_eq!((read.verdict("x"), read.verdict("n")), (VALID.into(), VALID.into()));
    assert_eq!(read.objects("INTEGRITY_MISMATCH"), ["n"]);
    assert_eq!(read.sources("n"), ["src-n"]);
    assert_eq!((read.conclusion("W").as_str(), read.open("W")), (VALID, vec!["excluded_evidence"]));
    let lost = [carrier(), note("n", 2).tampered()];
    let read = outcome(&compact(&Compact::new()), &lost);
    assert_eq!((read.conclusion("W").as_str(), read.state("W")), ("undetermined/partial", "created"));
}

#[test]
fn g55_a_link_that_does_not_bind_leaves_the_object_undetermined_at_most() {
    let drafts = [carrier(), report(), object("x", "ISSUE").stream("s2", 1).refer("cites", "ghost")];
    let read = outcome(&full().bundle(), &drafts);
    assert_eq!(read.codes_of("x"), ["MISSING_REFERENCE"]);
    assert_eq!(read.verdict("x"), PARTIAL);
}

fn with_artifacts<T: Clone>(base: &[T], more: &[T]) -> Vec<T> {
    base.iter().chain(more).cloned().collect()
}
