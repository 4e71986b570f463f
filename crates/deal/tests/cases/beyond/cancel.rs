//! Cancel (DEAL 15.10).

use actum_deal::State;

use super::session::{Session, body, disclosure, events, inside, message};

/// A graduated deal of two stages, the first of which is earned.
fn half_done() -> Session {
    let mut session = Session::new();
    let stage = |item: &str, cash: u64| {
        format!(r#"{{"checklist_subset":["{item}"],"cash_sim":{cash},"object_options":[]}}"#)
    };
    session.apply(&message(
        "Offer",
        "C",
        &format!(
            r#""consideration":{{"mode":"graduated","stages":[{},{},{}]}},"obligation":{{"checklist":["a","b","c"]}}"#,
            stage("a", 1),
            stage("b", 2),
            stage("c", 4)
        ),
    ));
    session.apply(&message("Accept", "A", ""));
    session.apply(&message("EscrowHold", "C", ""));
    session.apply(&disclosure("a"));
    session
}

#[test]
fn a_deal_ends_when_both_say_so_and_what_was_paid_stays_paid() {
    let mut session = half_done();
    let first = session.apply(&message("Cancel", "C", ""));
    assert_eq!((events(&first), session.state()), (vec!["Proposed"], State::Adjudicating));
    session.apply(&message("Cancel", "A", r#""policy":"refund""#));
    assert_eq!((session.state(), session.balances("C")), (State::Cancelled, [7, 0, 1, 6]));
    assert_eq!(session.deal().breaches(), []);
    session.refuse(&message("Cancel", "A", ""), "StateError: Deal already closed");
}

#[test]
fn the_policy_is_part_of_what_is_agreed() {
    let mut session = half_done();
    session.apply(&message("Cancel", "C", r#""policy":"earned""#));
    let other = session.apply(&message("Cancel", "A", ""));
    assert_eq!((events(&other), session.state()), (vec!["Proposed"], State::Adjudicating));
    session.apply(&message("Cancel", "A", r#""policy":"earned""#));
    assert_eq!((session.state(), session.balances("C")), (State::Cancelled, [7, 0, 1, 6]));
    let mut session = half_done();
    session.refuse(
        &message("Cancel", "C", r#""policy":"keep""#),
        "ValidationError: policy must be refund or earned",
    );
}

#[test]
fn a_consent_to_cancel_does_not_survive_a_disclosure() {
    let mut session = Session::new();
    session.apply(&message("Offer", "C", inside(&body(5, "a", ""))));
    session
        .refuse(&message("Cancel", "C", ""), "StateError: Cannot cancel from Offered state; Accept required");
    session.apply(&message("Accept", "A", ""));
    session.apply(&message("EscrowHold", "C", ""));
    session.apply(&message("Cancel", "A", ""));
    session.apply(&disclosure("a"));
    session.apply(&message("Cancel", "C", ""));
    assert_eq!(session.state(), State::Adjudicating);
}
