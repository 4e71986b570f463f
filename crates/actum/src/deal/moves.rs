//! What each party may do next: the cells of the state table that lead somewhere (DEAL 5).
//!
//! Not here: whether a message would be applied; its content decides that too, and the engine knows it.

use actum_deal::{Deal, MessageType, Mode, State, Verdict};

/// Something that a party may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub party: String,
    /// What it would send.
    pub message: MessageType,
    /// What there is to know about it.
    pub note: Option<String>,
}

/// All moves, in the order of the lifecycle; none once the deal is closed.
pub fn moves(deal: &Deal) -> Vec<Move> {
    let mut moves = Moves { deal, found: Vec::new() };
    match deal.state() {
        State::Offered => moves.offered(),
        State::Accepted => moves.hold(),
        State::Held => moves.add(deal.agent(), MessageType::Disclose, None),
        State::Adjudicating => moves.adjudicating(),
        State::Settling => {
            moves.settle();
            moves.dispute();
        }
        _ => {}
    }
    if !deal.state().is_closed() && deal.state() != State::Offered {
        moves.agree();
    }
    moves.found
}

struct Moves<'d> {
    deal: &'d Deal,
    found: Vec<Move>,
}

impl Moves<'_> {
    fn add(&mut self, party: &str, message: MessageType, note: Option<String>) {
        self.found.push(Move { party: party.to_owned(), message, note });
    }

    fn offered(&mut self) {
        let deal = self.deal;
        let missing: Vec<_> = deal.counterparties().filter(|party| deal.offer(party).is_none()).collect();
        for party in &missing {
            self.add(party, MessageType::Offer, Some("joins the pool".into()));
        }
        // A pool takes escrow before acceptance (DEAL 9.4).
        if deal.mode() == Mode::MultiParty {
            self.hold();
        }
        if missing.is_empty() {
            self.add(deal.agent(), MessageType::Accept, None);
        }
        self.add(deal.agent(), MessageType::Reject, None);
        for party in deal.counterparties().filter(|party| deal.offer(party).is_some()) {
            self.add(party, MessageType::Withdraw, None);
        }
    }

    fn hold(&mut self) {
        for (party, account) in self.deal.accounts().filter(|(_, account)| !account.is_holding) {
            self.add(party, MessageType::EscrowHold, Some(format!("deposits {}", account.required)));
        }
    }

    fn adjudicating(&mut self) {
        let deal = self.deal;
        if !deal.is_final() {
            self.add(deal.agent(), MessageType::Disclose, None);
        }
        if deal.verdict() == Some(Verdict::Pass) {
            self.settle();
        }
        let reviewed = deal.under_review();
        if !reviewed.is_empty() {
            self.add(deal.reviewer(), MessageType::Ruling, Some(format!("on {}", reviewed.join(", "))));
        }
        self.dispute();
    }

    fn settle(&mut self) {
        let deal = self.deal;
        for party in active(deal).filter(|party| !deal.votes().any(|voted| voted == *party)) {
            self.add(party, MessageType::Settle, None);
        }
    }

    /// Other terms, or the end, if all want it (DEAL 15.10).
    fn agree(&mut self) {
        for message in [MessageType::Amend, MessageType::Cancel] {
            for party in active(self.deal).chain([self.deal.agent()]) {
                self.add(party, message, Some("takes effect when all have sent the same".into()));
            }
        }
    }

    /// Counterparties dispute their own items that are not pending, the agent those that fail (DEAL 10.2).
    fn dispute(&mut self) {
        let deal = self.deal;
        let items = deal.items();
        let open: Vec<_> = items.iter().filter(|item| item.is_in_scope && item.ruling.is_none()).collect();
        for party in deal.counterparties().filter(|party| !deal.has_disputed(party)) {
            let own = open.iter().any(|item| item.party == Some(party) && item.result != Verdict::Pending);
            if own {
                self.add(party, MessageType::Dispute, Some("once".into()));
            }
        }
        let failed = open.iter().any(|item| item.result == Verdict::Fail);
        if failed && !deal.has_disputed(deal.agent()) {
            self.add(deal.agent(), MessageType::Dispute, Some("once".into()));
        }
    }
}

/// The counterparties that are still parties.
fn active(deal: &Deal) -> impl Iterator<Item = &str> {
    deal.counterparties().filter(|party| !deal.ejected().any(|ejected| ejected == *party))
}
