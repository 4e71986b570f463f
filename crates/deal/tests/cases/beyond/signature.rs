//! Signatures (DEAL 15.1).

use actum_deal::{State, V0_3, signature};
use ed25519_dalek::{Signer as _, SigningKey};

use super::session::{Session, body, errors, events, inside, message};

fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn public(key: &SigningKey) -> String {
    format!("ed25519:{}", hexadecimal(key.verifying_key().as_bytes()))
}

/// Puts the signature in front of the other members.
fn signed(message: &str, key: &SigningKey) -> String {
    let signature = key.sign(&signature::preimage(message.as_bytes()).unwrap());
    format!(r#"{{"sig":"ed25519:{}",{}}}"#, hexadecimal(&signature.to_bytes()), inside(message))
}

fn offer(keys: &str) -> String {
    let structure = format!(r#","deal_structure":{{"parties":["C","A"],"keys":{keys}}}"#);
    message("Offer", "C", inside(&body(100, "a", &structure)))
}

/// A posted deal in which both parties have keys.
fn posted() -> Session {
    let mut session = Session::new();
    let keys = format!(r#"{{"C":"{}","A":"{}"}}"#, public(&key(1)), public(&key(2)));
    session.apply(&signed(&offer(&keys), &key(1)));
    session
}

#[test]
fn a_deal_of_signed_messages_settles() {
    let mut session = posted();
    session.apply(&signed(&message("Accept", "A", ""), &key(2)));
    session.apply(&signed(&message("EscrowHold", "C", r#""at":5"#), &key(1)));
    session.apply(&signed(&message("Disclose", "A", r#""artifact":{"attest":{"a":1.0}}"#), &key(2)));
    session.apply(&signed(&message("Settle", "C", ""), &key(1)));
    assert_eq!(session.state(), State::Settled);
}

#[test]
fn whoever_has_a_pinned_key_must_sign_with_it() {
    let mut session = posted();
    let accept = message("Accept", "A", "");
    session.refuse(&accept, "ValidationError: sig is required from A, whose key is pinned");
    let wrong = "ValidationError: sig does not verify under the pinned key of A";
    session.refuse(&signed(&accept, &key(1)), wrong);
    let tampered = signed(&accept, &key(2)).replacen(r#""offer_id":"d""#, r#""offer_id":"d","x":1"#, 1);
    session.refuse(&tampered, wrong);
    for sig in [r#""""#, "null", "7", r#""ed25519:00""#] {
        session.refuse(&message("Accept", "A", &format!(r#""sig":{sig}"#)), wrong);
    }
    session.apply(&signed(&accept, &key(2)));
}

#[test]
fn an_offer_is_signed_with_the_key_that_it_pins() {
    let mut session = Session::new();
    let unsigned = offer(&format!(r#"{{"C":"{}"}}"#, public(&key(1))));
    session.refuse(&unsigned, "ValidationError: sig is required from C, whose key is pinned");
    session.refuse(
        &signed(&unsigned, &key(3)),
        "ValidationError: sig does not verify under the pinned key of C",
    );
    session.apply(&signed(&unsigned, &key(1)));
    session.apply(&message("Accept", "A", ""));
}

#[test]
fn keys_that_verify_nothing_or_belong_to_nobody_are_refused() {
    let mut session = Session::new();
    for (keys, error) in [
        ("7".into(), "deal_structure.keys must be an object"),
        (r#"{"A":"x"}"#.into(), "deal_structure.keys.A must be ed25519:<64 lowercase hex> of a usable key"),
        (
            format!(r#"{{"A":"ed25519:01{}"}}"#, "0".repeat(62)),
            "deal_structure.keys.A must be ed25519:<64 lowercase hex> of a usable key",
        ),
        (
            format!(r#"{{"X":"{}"}}"#, public(&key(1))),
            "deal_structure.keys names X, which is neither a party nor the reviewer",
        ),
    ] {
        session.refuse(&offer(&keys), &format!("ValidationError: {error}"));
    }
    session.apply(&offer(&format!(r#"{{"R":"{}"}}"#, public(&key(1)))));
}

#[test]
fn others_cannot_use_up_the_message_ids_of_a_key() {
    let mut session = posted();
    // A deal of a stranger in which an unsigned `A` is a party uses the id first.
    session.apply(r#"{"type":"Offer","from":"X","offer_id":"e","consideration":{"cash_sim":1},"obligation":{"checklist":["a"]}}"#);
    session.apply(r#"{"type":"Accept","from":"A","offer_id":"e","msg_id":"1"}"#);
    let accept = signed(&message("Accept", "A", r#""msg_id":"1""#), &key(2));
    assert_eq!(events(&session.apply(&accept)), [""; 0]);
    assert_eq!(session.state(), State::Accepted);
    assert_eq!(events(&session.apply(&accept)), ["Duplicate"]);
}

#[test]
fn the_published_edition_asks_for_no_signature() {
    let mut session = Session::under(&V0_3);
    session.apply(&offer(r#"{"A":"x","nobody":7}"#));
    assert_eq!(errors(&session.send(&message("Accept", "A", r#""sig":7"#))), [""; 0]);
}
