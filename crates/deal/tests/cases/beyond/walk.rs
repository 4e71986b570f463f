//! Random walks through all messages of the extended edition: conservation, refusal without effect, closed for good.

use actum_deal::{Class, State};

use super::session::{Session, body, disclosure, inside, message};

/// A small generator; the walks are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

fn terms(dice: &mut Dice, structure: &str) -> String {
    let cash = [0, 5, 100][dice.roll(3)];
    let deadlines =
        dice.pick(&["", r#","deadlines":{"settle_by":40}"#, r#","deadlines":{"hold_by":9,"settle_by":90}"#]);
    let review = dice.pick(&["", "", r#","review":{"default":"release"}"#]);
    // In a pool these two belong to all.
    let shared = if structure.is_empty() { [deadlines, review].concat() } else { String::new() };
    body(cash, dice.pick(&["a", "b", "claim_cross_referenced"]), &[structure, &shared].concat())
}

fn next(dice: &mut Dice, structure: &str, now: &mut u64) -> String {
    let from = dice.pick(&["C", "C", "A", "A", "D", "X"]);
    let counterparty = dice.pick(&["C", "D"]);
    match dice.roll(16) {
        0 | 1 => {
            let party = dice.pick(&["", r#""party":"C","#, r#""party":"D","#]);
            message("Amend", from, &format!(r#"{party}"offer_body":{}"#, terms(dice, structure)))
        }
        2 => message("Cancel", from, dice.pick(&["", r#""policy":"earned""#])),
        3 => message("Accept", "A", ""),
        4 | 5 => message("EscrowHold", counterparty, ""),
        6 | 7 => message("Settle", counterparty, ""),
        8 | 9 => disclosure(dice.pick(&["a", "b", "c"])),
        10 => message("Disclose", "A", r#""artifact":{"claim":"bare"}"#),
        11 => message("Dispute", from, ""),
        12 => message("Ruling", "R", dice.pick(&[r#""verdict":"pass""#, r#""verdict":"fail""#])),
        13 => {
            *now += dice.roll(12) as u64;
            format!(r#"{{"type":"Tick","from":"host","at":{now}}}"#)
        }
        14 => message("Settle", counterparty, &format!(r#""offer_body":{}"#, terms(dice, structure))),
        _ => message("Disclose", "A", r#""artifact":{"attest":{"a":1,"b":1}},"final":true"#),
    }
}

#[test]
fn value_is_conserved_refusals_leave_no_trace_and_closed_deals_stay_closed() {
    let pool = r#","deal_structure":{"mode":"multi_party_coordinated","parties":["C","D","A"],"settlement_quorum":1,"pool_id":"d"}"#;
    let (mut amended, mut cancelled) = (0, 0);
    for seed in 0..1500 {
        let mut dice = Dice(seed);
        let structure = ["", pool][dice.roll(2)];
        let mut session = Session::new();
        session.send(&message("Offer", "C", inside(&terms(&mut dice, structure))));
        if !structure.is_empty() {
            session.send(&message("Offer", "D", inside(&terms(&mut dice, structure))));
        }
        session.send(&message("Accept", "A", ""));
        let mut now = 0;
        let mut proposed: Option<(&str, String)> = None;
        for _ in 0..25 {
            let before = (session.state(), format!("{:?}", session.deals.deals()));
            let text = match &proposed {
                // Most proposals would never meet their like.
                Some((kind, rest)) if dice.roll(4) > 0 => {
                    let from = dice.pick(&["C", "A", "D"]);
                    format!(r#"{{"type":"{kind}","from":"{from}","offer_id"{rest}"#)
                }
                _ => next(&mut dice, structure, &mut now),
            };
            let outcome = session.send(&text);
            session.check();
            let is_refused = outcome
                .entry
                .errors
                .iter()
                .any(|error| matches!(error.class, Class::State | Class::Validation));
            if is_refused && outcome.entry.events.is_empty() {
                assert_eq!(format!("{:?}", session.deals.deals()), before.1, "{seed}: {text}");
            }
            if before.0.is_closed() {
                assert_eq!(session.state(), before.0, "{seed}: {text}");
            }
            if outcome.entry.events.iter().any(|event| event.name() == "Proposed") {
                let kind = if text.contains(r#""type":"Amend""#) { "Amend" } else { "Cancel" };
                proposed = text.split_once(r#","offer_id""#).map(|(_, rest)| (kind, rest.to_owned()));
            } else if outcome.entry.events.iter().any(|event| event.name() != "Duplicate") {
                proposed = None;
            }
            amended += outcome.entry.events.iter().filter(|event| event.name() == "Amended").count();
        }
        cancelled += usize::from(session.state() == State::Cancelled);
        session.send(r#"{"type":"Tick","from":"host","at":1000}"#);
        session.check();
        let deal = session.deal();
        if deal.state().is_closed() {
            assert!(deal.accounts().all(|(_, account)| account.held == 0), "{seed}");
            assert_eq!(deal.consents().count(), 0, "{seed}");
        }
    }
    assert!(amended > 100 && cancelled > 20, "{amended} {cancelled}");
}
