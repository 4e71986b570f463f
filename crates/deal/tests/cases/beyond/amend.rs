//! Amend (DEAL 15.10).

use actum_deal::{Event, State, V0_3};

use super::session::{Session, body, disclosure, errors, events, inside, message};

fn amend(from: &str, body: &str) -> String {
    message("Amend", from, &format!(r#""offer_body":{body}"#))
}

/// A bilateral deal over 100 for item `a`, accepted.
fn accepted() -> Session {
    let mut session = Session::new();
    session.apply(&message("Offer", "C", inside(&body(100, "a", ""))));
    session.apply(&message("Accept", "A", ""));
    session
}

fn held() -> Session {
    let mut session = accepted();
    session.apply(&message("EscrowHold", "C", ""));
    session
}

#[test]
fn other_terms_hold_once_both_have_sent_them() {
    let mut session = accepted();
    let old = session.deal().offer("C").unwrap().snapshot.digest();
    let new = body(80, "b", "");
    let first = session.apply(&amend("C", &new));
    assert_eq!((events(&first), session.deal().account("C").unwrap().required), (vec!["Proposed"], 100));
    let second = session.apply(&amend("A", &new));
    let offer = session.deal().offer("C").unwrap();
    let amended = Event::Amended { party: "C".into(), previous: old, snapshot: offer.snapshot.digest() };
    assert_eq!(second.entry.events, [amended]);
    assert_eq!(offer.earlier.iter().map(|earlier| earlier.digest()).collect::<Vec<_>>(), [old]);
    assert_eq!(session.deal().consents().count(), 0);

    session.apply(&message("EscrowHold", "C", r#""cash_sim":80"#));
    session.apply(&disclosure("b"));
    session.apply(&message("Settle", "C", ""));
    assert_eq!((session.state(), session.balances("C")), (State::Settled, [80, 0, 80, 0]));
}

#[test]
fn what_is_held_goes_back_when_the_consideration_changes_and_stays_when_it_does_not() {
    let mut session = held();
    for from in ["A", "C"] {
        session.apply(&amend(from, &body(100, "b", "")));
    }
    assert_eq!((session.state(), session.balances("C")), (State::Held, [100, 100, 0, 0]));
    for from in ["A", "C"] {
        session.apply(&amend(from, &body(70, "b", "")));
    }
    assert_eq!((session.state(), session.balances("C")), (State::Accepted, [100, 0, 0, 100]));
    session.apply(&message("EscrowHold", "C", ""));
    assert_eq!((session.state(), session.balances("C")), (State::Held, [170, 70, 0, 100]));
    session.apply(&disclosure("b"));
    session.apply(&message("Settle", "C", ""));
    assert_eq!((session.state(), session.balances("C")), (State::Settled, [170, 0, 70, 100]));
}

#[test]
fn different_proposals_change_nothing_and_the_last_one_of_a_party_counts() {
    let mut session = accepted();
    session.apply(&amend("C", &body(80, "a", "")));
    let other = session.apply(&amend("A", &body(90, "a", "")));
    assert_eq!(events(&other), ["Proposed"]);
    let again = session.apply(&amend("A", &body(90, "a", "")));
    assert_eq!(events(&again), ["Duplicate"]);
    let agreed = session.apply(&amend("C", &body(90, "a", "")));
    assert_eq!(events(&agreed), ["Amended"]);
    assert_eq!(session.deal().account("C").unwrap().required, 90);
}

#[test]
fn a_consent_lapses_with_the_next_message_of_another_type_and_with_a_timeout() {
    let mut session = accepted();
    session.apply(&amend("A", &body(1, "a", "")));
    session.apply(&message("EscrowHold", "C", ""));
    let alone = session.apply(&amend("C", &body(1, "a", "")));
    assert_eq!((events(&alone), session.deal().account("C").unwrap().required), (vec!["Proposed"], 100));
}

#[test]
fn terms_that_were_amended_are_refused_and_others_are_still_a_breach() {
    let mut session = accepted();
    let old = session.deal().offer("C").unwrap().snapshot.digest();
    for from in ["A", "C"] {
        session.apply(&amend(from, &body(80, "a", "")));
    }
    let stale = message("EscrowHold", "C", &format!(r#""offer_digest":"{old}""#));
    session.refuse(&stale, "StateError: Offer d was amended; the terms named no longer hold");
    let mutated = message("EscrowHold", "C", &format!(r#""offer_body":{}"#, body(79, "a", "")));
    let outcome = session.send(&mutated);
    assert_eq!(errors(&outcome), ["BreachDetected: term_mutation, reason: Offer snapshot mismatch"]);
    assert_eq!(session.state(), State::Breach);
}

#[test]
fn only_what_need_not_be_judged_again_may_change_after_a_disclosure() {
    let mut session = held();
    session.apply(&message("Disclose", "A", r#""artifact":{}"#));
    for (new, member) in [
        (body(99, "a", ""), "consideration"),
        (body(100, "b", ""), "obligation"),
        (body(100, "a", r#","deal_structure":{"agent":"A"}"#), "deal_structure"),
        (body(100, "a", r#","protocol_version":"v0.4""#), "protocol_version"),
    ] {
        let error = format!("ValidationError: offer_body must not change {member}");
        session.refuse(&amend("C", &new), &error);
    }
    let longer = body(100, "a", r#","deadlines":{"settle_by":50},"review":{"default":"release"}"#);
    session.apply(&amend("C", &longer));
    session.apply(&amend("A", &longer));
    session.apply(r#"{"type":"Tick","from":"host","at":51}"#);
    assert_eq!((session.state(), session.balances("C")), (State::Expired, [100, 0, 0, 100]));
}

#[test]
fn states_and_senders_that_can_agree_to_nothing_are_refused() {
    let mut session = Session::new();
    session.apply(&message("Offer", "C", inside(&body(100, "a", ""))));
    let early = "StateError: Cannot amend from Offered state; Accept required";
    session.refuse(&amend("C", &body(1, "a", "")), early);
    session.apply(&message("Accept", "A", ""));
    session.refuse(&amend("X", &body(1, "a", "")), "ValidationError: Amend must be sent by a party");
    session.refuse(&message("Amend", "C", ""), "ValidationError: offer_body is required");
    session.refuse(&amend("C", "7"), "ValidationError: offer_body must be an object");
    session.refuse(&amend("C", "{}"), "ValidationError: consideration is required");
    let unknown = message("Amend", "C", r#""party":"D","offer_body":{}"#);
    session.refuse(&unknown, "ValidationError: party must be a counterparty whose Offer is amended");
}

#[test]
fn a_commitment_keeps_its_item() {
    let mut session = Session::new();
    session.apply(&message("Offer", "C", inside(&body(100, "a", ""))));
    let digest = format!("sha256:{}", "0".repeat(64));
    session.apply(&message("Accept", "A", &format!(r#""commitments":{{"a":"{digest}"}}"#)));
    session.refuse(&amend("C", &body(100, "b", "")), "ValidationError: commitments names unknown item a");
}

#[test]
fn deposits_stay_exact_integers_however_often_terms_change() {
    let mut session = Session::new();
    let most = (1_u64 << 53) - 1;
    session.apply(&message("Offer", "C", inside(&body(most, "a", ""))));
    session.apply(&message("Accept", "A", ""));
    session.apply(&message("EscrowHold", "C", ""));
    session.refuse(
        &amend("C", &body(1, "a", "")),
        "ValidationError: consideration total exceeds 9007199254740991",
    );
    session.apply(&amend("C", &body(most, "b", "")));
}

#[test]
fn in_a_pool_all_must_agree_and_the_message_says_whose_offer_it_is() {
    let structure =
        r#","deal_structure":{"mode":"multi_party_coordinated","parties":["C1","C2","A"],"pool_id":"d"}"#;
    let mut session = Session::new();
    for party in ["C1", "C2"] {
        session.apply(&message("Offer", party, inside(&body(10, "a", structure))));
    }
    session.apply(&message("Accept", "A", ""));
    let new = body(20, "b", structure);
    let ask = |from: &str| message("Amend", from, &format!(r#""party":"C2","offer_body":{new}"#));
    let unclear = message("Amend", "A", &format!(r#""offer_body":{new}"#));
    session.refuse(&unclear, "ValidationError: party must be a counterparty whose Offer is amended");
    session.apply(&ask("A"));
    session.apply(&ask("C1"));
    assert_eq!(session.deal().account("C2").unwrap().required, 10);
    session.apply(&amend("C2", &new));
    assert_eq!(session.deal().account("C2").unwrap().required, 20);
    assert_eq!(session.deal().account("C1").unwrap().required, 10);
}

#[test]
fn the_published_edition_knows_no_amendment() {
    let mut session = Session::under(&V0_3);
    session.refuse(&amend("C", "{}"), "ValidationError: Unknown message type Amend");
    session.refuse(&message("Cancel", "C", ""), "ValidationError: Unknown message type Cancel");
}
