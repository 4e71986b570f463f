//! `actum deal`: messages over a journal, and what can be seen of it.

mod advice;
mod compose;
mod record;
mod send;
mod sender;
mod status;

use actum::deal::simulate::Bounds;

use self::sender::Role;
use crate::args::Deal;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

pub(super) fn run(asked: &Deal, printer: &mut Printer) -> Result<Exit, Stop> {
    match asked {
        Deal::New { journal } => record::new(journal, printer),
        Deal::Offer(offer) => send::run(&offer.sending, |deals| compose::offer(offer, deals), printer),
        Deal::Accept(accept) => send::run(&accept.sending, |deals| compose::accept(accept, deals), printer),
        Deal::Hold(hold) => send::run(&hold.sending, |deals| compose::hold(hold, deals), printer),
        Deal::Disclose(disclose) => {
            send::run(&disclose.sending, |deals| compose::disclose(disclose, deals), printer)
        }
        Deal::Settle(settle) => send::run(&settle.sending, |deals| compose::settle(settle, deals), printer),
        Deal::Reject(reason) => {
            send::run(&reason.sending, |deals| compose::reason("Reject", Role::Agent, reason, deals), printer)
        }
        Deal::Withdraw(reason) => {
            let compose = |deals: &_| compose::reason("Withdraw", Role::Counterparty, reason, deals);
            send::run(&reason.sending, compose, printer)
        }
        Deal::Dispute(dispute) => {
            send::run(&dispute.sending, |deals| compose::dispute(dispute, deals), printer)
        }
        Deal::Rule(rule) => send::run(&rule.sending, |deals| compose::rule(rule, deals), printer),
        Deal::Amend(amend) => send::run(&amend.sending, |deals| compose::amend(amend, deals), printer),
        Deal::Cancel(cancel) => send::run(&cancel.sending, |deals| compose::cancel(cancel, deals), printer),
        Deal::Tick(tick) => send::tick(tick, printer),
        Deal::Status(status) => status::run(status, printer),
        Deal::Transcript { journal } => record::transcript(journal, printer),
        Deal::Receipt { message, journal, sign, opening } => {
            record::receipt(*message, journal, sign.as_deref(), opening, printer)
        }
        Deal::Verify { file, ledger } => record::verify(file.as_deref(), ledger, printer),
        Deal::Lint { offer, format } => advice::lint(offer, *format, printer),
        Deal::Explain(explain) => advice::explain(explain, printer),
        Deal::Simulate { offers, ends, positions, format } => {
            let bounds = Bounds { positions: *positions, ends: *ends };
            advice::simulate(offers, bounds, *format, printer)
        }
    }
}
