//! Receipts and inclusion proofs (DEAL 15.2).

use actum_deal::State;
use actum_deal::receipt::Receipts;

use super::session::{Session, body, disclosure, inside, message};

#[test]
fn every_applied_message_has_a_receipt_and_every_entry_a_proof() {
    let mut session = Session::new();
    let mut receipts = Receipts::new();
    let mut entries = Vec::new();
    let mut issued = Vec::new();
    for text in [
        message("Accept", "A", ""),
        message("Offer", "C", inside(&body(100, "a", ""))),
        message("Accept", "A", ""),
        message("EscrowHold", "C", ""),
        "nonsense".into(),
        disclosure("a"),
        message("Settle", "C", ""),
    ] {
        let outcome = session.send(&text);
        issued.push(receipts.issue(&outcome, &session.deals));
        let mut bytes = Vec::new();
        outcome.entry.write(&mut bytes);
        entries.push(bytes);
    }
    assert_eq!(
        issued.iter().map(Option::is_some).collect::<Vec<_>>(),
        [false, true, true, true, false, true, true]
    );
    let last = issued.last().unwrap().as_ref().unwrap();
    assert_eq!((last.n, last.state_after, last.root), (7, Some(State::Settled), receipts.root()));
    assert_eq!(last.balances[0].released, 100);

    for (n, entry) in (1..).zip(&entries) {
        let proof = receipts.prove(n, 7).unwrap();
        assert!(proof.holds(entry, last.root), "{n}");
        assert!(!proof.holds(&entries[(n as usize) % 7], last.root), "{n}");
    }
    // An earlier receipt is proven within the transcript as it was.
    let early = issued[2].as_ref().unwrap();
    assert!(receipts.prove(2, 3).unwrap().holds(&entries[1], early.root));
}

#[test]
fn a_receipt_is_signed_over_canonical_bytes_behind_a_domain() {
    let mut session = Session::new();
    let mut receipts = Receipts::new();
    let outcome = session.send(&message("Offer", "C", inside(&body(7, "a", ""))));
    let receipt = receipts.issue(&outcome, &session.deals).unwrap();
    let mut bytes = Vec::new();
    receipt.write(&mut bytes);
    let text = String::from_utf8(bytes.clone()).unwrap();
    let root = receipts.root();
    let digest = outcome.entry.digest.unwrap();
    assert_eq!(
        text,
        format!(
            r#"{{"balances":{{"C":{{"deposited":0,"held":0,"refunded":0,"released":0}}}},"deal":"d","digest":"{digest}","n":1,"root":"{root}","state_after":"Offered"}}"#
        )
    );
    let signed = receipt.sign(<[u8]>::to_vec);
    assert!(signed.ends_with(&bytes) && signed.starts_with(b"deal protocol v0.3 receipt\0"));
}
