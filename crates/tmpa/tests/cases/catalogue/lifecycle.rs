//! G01 to G09: the order of transitions, propagation, and all causes (TMPA 6.2, 6.3, 7.3, 7.4, 9.6, 9.9).

use crate::cases::bundle::compact;
use crate::cases::cast::{
    DISPUTED, PARTIAL, QUARANTINED, REJECTED, VALID, approve, cancel, carrier, in_review, note, object,
    report, review, start, submit, with,
};
use crate::cases::outcome::outcome;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::json;

/// The compact profile with a second way out of `created`.
fn with_cancel() -> Compact {
    Compact::new()
        .transition("created", "cancel", "cancelled", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "cancel"])
}

#[test]
fn g01_competing_transitions_are_disputed_and_neither_is_applied_whatever_they_are_called() {
    for (start_id, cancel_id) in [("a-start", "b-cancel"), ("b-start", "a-cancel"), ("z", "y")] {
        let drafts = [carrier(), start(start_id).stream("s1", 1), cancel(cancel_id).stream("s2", 1)];
        let read = outcome(&compact(&with_cancel()), &drafts);
        assert_eq!((read.state("W"), read.accepted("W")), ("unknown", Vec::new()));
        assert_eq!(read.verdict("c"), VALID);
        for id in [start_id, cancel_id] {
            assert_eq!(read.verdict(id), DISPUTED);
        }
        assert_eq!(read.codes(), ["LIFECYCLE_UNDETERMINED", "UNRESOLVED_CONFLICT"]);
        let least = start_id.min(cancel_id);
        assert_eq!(read.objects("UNRESOLVED_CONFLICT"), [least]);
        let mut both = vec![start_id, cancel_id];
        both.sort_unstable();
        assert_eq!(read.members("UNRESOLVED_CONFLICT", least), both);
        assert_eq!(read.whole(), DISPUTED);
        assert_eq!(read.conclusion("W"), DISPUTED);
        assert!(read.work("W")["responsible"].is_null());
    }
}

#[test]
fn g01_transitions_of_equal_effect_do_not_compete() {
    let drafts = [carrier(), start("one").stream("s1", 1), start("two").stream("s2", 1)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.state("W"), read.whole().as_str()), ("active", VALID));
}

#[test]
fn g01_a_step_that_stays_in_its_state_contradicts_no_other() {
    let profile = Compact::new()
        .transition("created", "remind", "created", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "remind"]);
    for (stays, goes) in [("a", "z"), ("z", "a")] {
        let remind = object(stays, "TRANSITION").stream("s1", 1).transition("created", "remind", "created");
        let drafts = [carrier(), remind, start(goes).stream("s2", 1)];
        let read = outcome(&compact(&profile), &drafts);
        assert_eq!((read.state("W"), read.whole().as_str()), ("active", VALID));
        assert_eq!(read.accepted("W"), [stays, goes]);
    }
}

#[test]
fn g01_competitors_meet_however_long_the_way_to_one_of_them_is() {
    // The cancellation waits for transitions of other work items, one after the other; the start waits for nothing.
    for works in [["A", "B", "C"], ["X", "Y", "Z"], ["Z", "A", "Y"]] {
        let mut drafts = vec![carrier(), start("go").stream("s1", 1)];
        let mut before: Option<String> = None;
        for work in works {
            let (task, step) = (format!("c-{work}"), format!("t-{work}"));
            drafts.push(Draft::new(&task).work(work, &task).stream(work, 1));
            let mut begins = start(&step).work(work, &task).stream(work, 2);
            if let Some(before) = before.replace(step) {
                begins = begins.refer("depends_on", &before);
            }
            drafts.push(begins);
        }
        drafts.push(cancel("stop").stream("s2", 1).refer("depends_on", &before.unwrap()));
        let read = outcome(&compact(&with_cancel()), &drafts);
        assert_eq!((read.state("W"), read.accepted("W")), ("unknown", Vec::new()), "{works:?}");
        assert_eq!(read.members("UNRESOLVED_CONFLICT", "go"), ["go", "stop"], "{works:?}");
        for work in works {
            assert_eq!(read.state(work), "active", "{works:?}");
        }
    }
}

#[test]
fn g02_the_one_legal_order_is_found_under_any_names() {
    for (start_id, submit_id) in [("a-start", "z-submit"), ("z-start", "a-submit")] {
        let drafts = [carrier(), report(), start(start_id), submit(submit_id).refer("reports", "rep")];
        let read = outcome(&compact(&Compact::new()), &drafts);
        assert_eq!(read.state("W"), "review");
        assert_eq!(read.accepted("W"), [start_id, submit_id]);
        assert_eq!((read.whole().as_str(), read.codes()), (VALID, Vec::<&str>::new()));
    }
}

#[test]
fn g02_a_transition_that_waits_long_for_its_state_is_still_applied() {
    // V's start waits for a rival that never comes, W's start for V's, and the submission only for its source state.
    for [cv, tv, stop, go, submission] in [["cv", "tv", "sv", "go", "su"], ["z5", "z4", "z3", "z2", "a1"]] {
        let drafts = [
            carrier(),
            report(),
            Draft::new(cv).work("V", cv).stream("v1", 1),
            start(tv).work("V", cv).stream("v1", 2),
            cancel(stop).work("V", cv).stream("v2", 1).refer("depends_on", submission),
            start(go).refer("depends_on", tv),
            submit(submission).refer("reports", "rep"),
        ];
        let read = outcome(&compact(&with_cancel()), &drafts);
        assert_eq!((read.state("W"), read.accepted("W")), ("review", vec![go, submission]));
        assert_eq!((read.state("V"), read.codes_of(stop)), ("active", vec!["LIFECYCLE_UNDETERMINED"]));
    }
}

#[test]
fn g03_an_overtaken_transition_is_known_by_its_place_not_by_its_stream() {
    let profile = Compact::new()
        .transition("active", "hold", "waiting", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "hold"]);
    let hold = object("hold", "TRANSITION").stream("s-pm", 2).transition("active", "hold", "waiting");
    let drafts = [carrier(), hold, note("n", 3), start("go").stream("s2", 1).refer("depends_on", "n")];
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!((read.state("W"), read.accepted("W")), ("active", vec!["go"]));
}

#[test]
fn g03_the_earlier_position_of_a_stream_comes_first() {
    for (first, second) in [("z-start", "a-cancel"), ("a-start", "z-cancel")] {
        let drafts = [carrier(), start(first).stream("s-pm", 2), cancel(second).stream("s-pm", 3)];
        let read = outcome(&compact(&with_cancel()), &drafts);
        assert_eq!((read.state("W"), read.accepted("W")), ("active", vec![first]));
        assert_eq!(read.verdict(first), VALID);
        assert_eq!(read.verdict(second), PARTIAL);
        assert_eq!(read.codes_of(second), ["LIFECYCLE_UNDETERMINED"]);
        let reasons = read.reasons("LIFECYCLE_UNDETERMINED", second);
        assert!(reasons.len() == 1 && reasons[0].starts_with("source_state_"), "{reasons:?}");
    }
}

#[test]
fn g03_a_transition_that_was_overtaken_is_not_applied_afterwards() {
    let profile = Compact::new()
        .transition("active", "hold", "waiting", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "hold"]);
    for (first, second) in [("z-hold", "a-start"), ("a-hold", "z-start")] {
        let hold = object(first, "TRANSITION").stream("s-pm", 2).transition("active", "hold", "waiting");
        let read = outcome(&compact(&profile), &[carrier(), hold, start(second).stream("s-pm", 3)]);
        assert_eq!((read.state("W"), read.accepted("W")), ("active", vec![second]));
        assert_eq!(
            (read.verdict(first).as_str(), read.codes_of(first)),
            (PARTIAL, vec!["LIFECYCLE_UNDETERMINED"])
        );
    }
}

#[test]
fn g03_every_declared_ordering_relation_orders_transitions() {
    for relation in ["depends_on", "reviews", "archives"] {
        let drafts = [
            carrier(),
            start("z-start").stream("s1", 1),
            cancel("a-cancel").stream("s2", 1).refer(relation, "z-start"),
        ];
        let read = outcome(&compact(&with_cancel()), &drafts);
        assert_eq!(read.state("W"), "active", "{relation}");
        assert_eq!(read.codes_of("a-cancel"), ["LIFECYCLE_UNDETERMINED"], "{relation}");
    }
    let unordered = [
        carrier(),
        start("z-start").stream("s1", 1),
        cancel("a-cancel").stream("s2", 1).refer("mentions", "z-start"),
    ];
    let read = outcome(&compact(&with_cancel()), &unordered);
    assert_eq!(read.state("W"), "unknown");
}

#[test]
fn g04_an_undetermined_transition_is_not_applied() {
    let drafts = [carrier(), start("t").refer("depends_on", "ghost")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("created", PARTIAL));
    assert_eq!(read.codes_of("t"), ["LIFECYCLE_UNDETERMINED", "MISSING_REFERENCE"]);
    assert_eq!((read.whole().as_str(), read.verdict("c").as_str()), (PARTIAL, VALID));
}

#[test]
fn g05_undetermined_propagates_along_ordering_relations_transitively() {
    let direct = [
        carrier(),
        report().refer("depends_on", "ghost"),
        start("start"),
        submit("submit").refer("reports", "rep"),
    ];
    let distant = [
        carrier(),
        note("origin", 3).refer("depends_on", "ghost"),
        note("between", 4).refer("reviews", "origin"),
        report().refer("depends_on", "between"),
        start("start"),
        submit("submit").refer("reports", "rep"),
    ];
    for drafts in [direct.as_slice(), &distant] {
        let read = outcome(&compact(&Compact::new()), drafts);
        assert_eq!((read.state("W"), read.accepted("W")), ("active", vec!["start"]));
        for id in ["rep", "submit"] {
            assert_eq!(read.verdict(id), PARTIAL);
        }
    }
    let read = outcome(&compact(&Compact::new()), &distant);
    assert_eq!(read.found("actum:DEPENDENCY_UNDETERMINED"), ["between", "rep"]);
}

#[test]
fn g06_a_quarantined_dependency_makes_its_dependents_invalid() {
    let drafts = [
        carrier(),
        note("a", 3).refer("depends_on", "b").stream("s1", 1),
        note("b", 4).refer("depends_on", "a").stream("s2", 1),
        note("z", 5).refer("depends_on", "a").stream("s3", 1),
        note("next", 6).refer("depends_on", "z").stream("s4", 1),
    ];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.verdict("a"), read.verdict("b")), (QUARANTINED.into(), QUARANTINED.into()));
    assert_eq!((read.verdict("z"), read.verdict("next")), (REJECTED.into(), REJECTED.into()));
    assert_eq!(read.found("actum:DEPENDENCY_INVALID"), ["next", "z"]);
    assert_eq!(read.verdict("c"), VALID);
}

#[test]
fn g06_a_transition_on_a_report_that_is_not_valid_is_not_applied() {
    let contested = [
        carrier(),
        report(),
        report().renamed("rep2"),
        start("start"),
        submit("submit").refer("reports", "rep").refer("depends_on", "start"),
    ];
    let read = outcome(&compact(&Compact::new()), &contested);
    assert_eq!((read.state("W"), read.accepted("W")), ("active", vec!["start"]));
    assert!(read.verdict("submit").starts_with("undetermined/"));
    let cyclic = [
        carrier(),
        report().refer("depends_on", "rep"),
        start("start"),
        submit("submit").stream("s-dev2", 1).refer("reports", "rep"),
    ];
    let read = outcome(&compact(&Compact::new()), &cyclic);
    assert_eq!(read.state("W"), "active");
    assert_eq!((read.verdict("rep"), read.verdict("submit")), (QUARANTINED.into(), REJECTED.into()));
}

#[test]
fn g07_an_approval_on_a_disputed_review_is_not_applied() {
    let profile = Compact::new().assign("gina", "QA", &["approve"]);
    let drafts = with(
        in_review(),
        [
            review("v1", "carol", "approve", "submit"),
            review("v2", "gina", "reject", "submit"),
            approve("t3").refer("reviews", "submit").refer("depends_on", "v1"),
        ],
    );
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!(read.state("W"), "review");
    assert_eq!(read.objects("UNRESOLVED_CONFLICT"), ["v1"]);
    assert_eq!((read.verdict("v1"), read.verdict("v2")), (DISPUTED.into(), DISPUTED.into()));
    assert_eq!(read.codes_of("t3"), ["LIFECYCLE_UNDETERMINED"]);
    assert!(read.verdict("t3").starts_with("undetermined/"));
}

#[test]
fn g08_a_missing_piece_does_not_hide_a_proven_denial() {
    let drafts =
        [carrier(), object("t", "TRANSITION").stream("s-pm", 2).transition("active", "submit", "review")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("created", REJECTED));
    assert_eq!(read.codes_of("t"), ["AUTHORITY_DENIED", "LIFECYCLE_UNDETERMINED"]);
    assert_eq!(read.reasons("AUTHORITY_DENIED", "t"), ["action_out_of_scope", "role_not_allowed"]);
    assert_eq!(
        read.reasons("LIFECYCLE_UNDETERMINED", "t"),
        ["required_relation_absent", "source_state_differs"]
    );
}

#[test]
fn g08_type_and_digest_are_both_checked_but_nothing_after_a_broken_shape() {
    let unknown = Draft::new("u").kind("NOVEL").tampered();
    let broken = Draft::new("b").kind("NOVEL").set("/extra", json!(1)).tampered();
    let read = outcome(&compact(&Compact::new()), &[unknown, broken]);
    assert_eq!(read.codes_of("u"), ["INTEGRITY_MISMATCH", "UNKNOWN_TYPE"]);
    assert_eq!(read.codes_of("b"), ["SCHEMA_INVALID"]);
    assert!(read.nodes().is_empty());
}

#[test]
fn g09_every_step_of_the_evaluation_is_made() {
    let drafts =
        with(in_review(), [approve("t").by("bob", "DEV").stream("s-bob", 1).refer("depends_on", "start")]);
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.codes_of("t"), ["AUTHORITY_DENIED", "LIFECYCLE_UNDETERMINED", "SOD_VIOLATION"]);
    assert_eq!((read.verdict("t").as_str(), read.state("W")), (REJECTED, "review"));
}
