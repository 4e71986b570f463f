//! A session under the extended edition, driven by JSON texts.

use actum_deal::{Deal, Deals, Edition, Error, Outcome, State, V0_3_EXTENDED};

/// Deals, and how to talk to them.
pub(super) struct Session {
    pub(super) deals: Deals,
}

impl Session {
    pub(super) fn new() -> Self {
        Self::under(&V0_3_EXTENDED)
    }

    pub(super) fn under(edition: &'static Edition) -> Self {
        Self { deals: Deals::new(edition) }
    }

    pub(super) fn send(&mut self, message: &str) -> Outcome {
        self.deals.apply(message.as_bytes(), None)
    }

    /// Sends a message that must be applied without any error.
    pub(super) fn apply(&mut self, message: &str) -> Outcome {
        let outcome = self.send(message);
        assert_eq!(errors(&outcome), [""; 0], "{message}");
        self.check();
        outcome
    }

    /// Sends a message that must be refused with this error and change nothing.
    pub(super) fn refuse(&mut self, message: &str, error: &str) {
        let before = format!("{:?}", self.deals.deals());
        let outcome = self.send(message);
        assert_eq!(errors(&outcome), [error], "{message}");
        assert_eq!(format!("{:?}", self.deals.deals()), before, "{message}");
    }

    pub(super) fn deal(&self) -> &Deal {
        &self.deals.deals()[0]
    }

    pub(super) fn state(&self) -> State {
        self.deal().state()
    }

    /// Deposited, held, released and refunded of a party.
    pub(super) fn balances(&self, party: &str) -> [u64; 4] {
        let account = self.deal().account(party).unwrap();
        [account.deposited, account.held, account.released, account.refunded]
    }

    /// Conservation (DEAL 8.3), amendments included.
    pub(super) fn check(&self) {
        for deal in self.deals.deals() {
            for (party, account) in deal.accounts() {
                assert_eq!(account.deposited, account.held + account.released + account.refunded, "{party}");
                let open: u64 =
                    account.stages.iter().filter(|stage| stage.is_open()).map(|stage| stage.cash).sum();
                assert_eq!(account.held, if account.is_holding { open } else { 0 }, "{party}");
                let moved = |kind: &str| -> u64 {
                    let postings = deal.ledger().iter().map(|posting| &posting.movement);
                    postings
                        .filter(|one| one.party == party && one.kind.as_str() == kind)
                        .map(|one| one.cash)
                        .sum()
                };
                let sums = ["hold", "release", "refund"].map(moved);
                assert_eq!(sums, [account.deposited, account.released, account.refunded], "{party}");
            }
        }
    }
}

pub(super) fn errors(outcome: &Outcome) -> Vec<String> {
    outcome.entry.errors.iter().map(Error::to_string).collect()
}

/// The names of the events of an outcome.
pub(super) fn events(outcome: &Outcome) -> Vec<&'static str> {
    outcome.entry.events.iter().map(|event| event.name()).collect()
}

/// The body of an Offer that pays some cash for one attested item.
pub(super) fn body(cash: u64, item: &str, more: &str) -> String {
    format!(
        r#"{{"consideration":{{"cash_sim":{cash}}},"obligation":{{"checklist":{{"{item}":true}}}}{more}}}"#
    )
}

/// A message with an envelope in front of content members.
pub(super) fn message(kind: &str, from: &str, members: &str) -> String {
    let comma = if members.is_empty() { "" } else { "," };
    format!(r#"{{"type":"{kind}","from":"{from}","offer_id":"d"{comma}{members}}}"#)
}

/// The members inside an object's text.
pub(super) fn inside(object: &str) -> &str {
    object.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap()
}

/// A disclosure of one attested item.
pub(super) fn disclosure(item: &str) -> String {
    message("Disclose", "A", &format!(r#""artifact":{{"attest":{{"{item}":"content"}}}}"#))
}
