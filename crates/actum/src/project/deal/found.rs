//! What the engine and the journal say of messages and deals, as findings of the reading.

use actum_deal::{Deal, Deals, Outcome, State};
use actum_tmpa::{Cause, WHOLE};

use super::super::code::{self, At, finding};
use super::super::object::named;
use super::chain::Rest;
use super::message::{Message, VALID};
use super::{Book, work};

impl Book<'_> {
    pub(super) fn find(
        &mut self,
        code: actum_tmpa::ForeignCode,
        at: At,
        effect: code::Effect,
        causes: Vec<Cause>,
    ) {
        self.beside.find(finding(code, at, effect, causes));
    }

    /// Reports that the journal goes on where it could not be followed: of a deal that is not closed nobody knows where it
    /// stands now. What is told of it holds all the same.
    pub(super) fn goes_on(&mut self, deals: &Deals, unread: Option<usize>, rest: &Rest<'_>) {
        for deal in deals.deals().iter().filter(|deal| !deal.state().is_closed()) {
            let ids = deal.offers().map(|(_, offer)| offer.id.as_str()).chain([deal.id()]);
            let mut named =
                ids.filter_map(|id| rest.named.get(id)).filter(|(number, _)| *number > deals.len());
            let Some(source) = unread.or_else(|| named.next().map(|&(_, source)| source)) else { continue };
            let cause =
                Cause::new("journal_goes_on_unread", "DEAL 12.2").expected((deals.len() + 1).to_string());
            let target = self.id(source).to_owned();
            let at = At { relation: WHOLE, ..At::object(&target, &work(deal.id())) };
            self.find(code::DEAL_LINE_UNREACHABLE, At { target, ..at }, code::OPEN, vec![cause]);
        }
    }

    /// What the engine found: refusals lower the message, breaches the last message of the party at fault.
    pub(super) fn errors(
        &mut self,
        deals: &Deals,
        outcome: &Outcome,
        message: &Message,
        object: Option<&str>,
        source: usize,
    ) {
        use actum_deal::Class;
        let deal = outcome.deal.as_deref().and_then(|id| deals.deal(id));
        let at = |this: &Self, object: Option<&str>| match object {
            Some(object) => At::object(this.id(source), object),
            None => At::source(this.id(source)),
        };
        // Each deal that a missed deadline ends by a breach has one error of it, before those of the message.
        let by_time = outcome.entry.path.iter().take(outcome.entry.by_time);
        let mut ended = by_time.filter(|(_, state)| *state == State::Breach).map(|(id, _)| id.as_str());
        for error in &outcome.entry.errors {
            let reason = match error.class {
                Class::Breach => "breach",
                Class::Checklist => "item_failed",
                Class::State | Class::Validation => "refused",
            };
            let cause = Cause::new(reason, error.clause).found(error.to_string());
            match error.class {
                Class::State => {
                    self.find(code::DEAL_STATE_ERROR, at(self, object), code::REFUSED, vec![cause]);
                }
                Class::Validation => {
                    self.find(code::DEAL_VALIDATION_ERROR, at(self, object), code::REFUSED, vec![cause]);
                }
                Class::Checklist => {
                    self.find(code::DEAL_CHECKLIST_FAILURE, at(self, object), code::NO_EFFECT, vec![cause]);
                }
                Class::Breach => {
                    let (deal, object) = match ended.next() {
                        Some(id) => (deals.deal(id), None),
                        None => (deal, object),
                    };
                    let breach = deal.and_then(|deal| {
                        deal.breaches().iter().rev().find(|breach| breach.code.name() == error.message)
                    });
                    let (code, subject) = match (breach, deal) {
                        (Some(breach), Some(deal)) => {
                            (breach_code(breach.code), self.at_fault(deal, &breach.at_fault, message, object))
                        }
                        _ => (code::DEAL_F3, object.map(str::to_owned)),
                    };
                    self.find(code, at(self, subject.as_deref()), code::REFUSED, vec![cause]);
                }
            }
        }
        if let Some(object) = object {
            for (id, digest) in &message.digests {
                let id = self.cited.resolve(id).to_owned();
                // What segments hold is not looked at, and a deal's own messages are not made yet.
                let opaque = id.starts_with("astp:") || id.starts_with("deal:");
                let (code, effect, reason) = match self.cited.has(&id, *digest) {
                    Some(true) => continue,
                    _ if opaque => (code::DEAL_DIGEST_UNKNOWN, code::OPEN, "digest_not_comparable"),
                    Some(false) => (code::DEAL_CITED_DIGEST, code::REFUSED, "digest_differs"),
                    None => continue,
                };
                let cause = Cause::new(reason, "DEAL 3.6").found(digest.to_string());
                let place = At { target: id, ..at(self, Some(object)) };
                self.find(code, place, effect, vec![cause]);
            }
        }
    }

    /// Reports items that pass and ask for an object that is valid in the reading, and for which nothing was cited.
    pub(super) fn not_cited(&mut self, source: usize, object: &str, items: Vec<String>) {
        for item in items {
            let cause = Cause::new("nothing_cited", "DEAL 6.4").expected(VALID);
            let at = At { target: item, ..At::object(self.id(source), object) };
            self.find(code::DEAL_NOT_CITED, at, code::OPEN, vec![cause]);
        }
    }

    /// The object that a breach lowers: the message that made it where its sender is at fault, else the party's last one.
    fn at_fault(&self, deal: &Deal, party: &str, message: &Message, object: Option<&str>) -> Option<String> {
        if message.from == party && object.is_some() {
            return object.map(str::to_owned);
        }
        let last = self.places.get(deal.id()).and_then(|place| place.last.get(&named(party)));
        last.cloned().or_else(|| object.map(str::to_owned))
    }
}

fn breach_code(code: actum_deal::Code) -> actum_tmpa::ForeignCode {
    match code {
        actum_deal::Code::F1 => code::DEAL_F1,
        actum_deal::Code::F2 => code::DEAL_F2,
        actum_deal::Code::F3 => code::DEAL_F3,
        actum_deal::Code::F4 => code::DEAL_F4,
    }
}
