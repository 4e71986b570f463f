//! What one message did.

use std::fmt::Write;

use actum::canon::json::Parser;
use actum::deal::{Class, Deals, Event, Movement, MovementKind, News, Notification, Outcome};

use super::value;
use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, RED, paint};

/// One line that says what became of the message, and a line for each thing that it caused.
pub(crate) fn render(message: &[u8], outcome: &Outcome, deals: &Deals) -> String {
    let mut out = String::new();
    let entry = &outcome.entry;
    let verdict = if entry.is_applied() { paint(BOLD, "applied") } else { paint(RED, "refused") };
    let _ = write!(out, "{}: {verdict}", named(message));
    if let (Some(deal), Some(state)) = (&outcome.deal, outcome.state) {
        let verb = if entry.is_applied() { "is" } else { "stays" };
        let _ = write!(out, "; deal {} {verb} {}", id(deal), paint(BOLD, state));
    }
    out.push('\n');
    for error in &entry.errors {
        let style = if matches!(error.class, Class::Checklist | Class::Breach) { BOLD } else { RED };
        let clause = paint(DIM, format_args!("({})", error.clause));
        let _ = writeln!(out, "  {} {clause}", paint(style, plain(&error.to_string())));
    }
    for (deal, state) in entry.path.iter().filter(|(deal, _)| Some(deal) != outcome.deal.as_ref()) {
        let _ = writeln!(out, "  deal {} is {state}", id(deal));
    }
    for event in &entry.events {
        let _ = writeln!(out, "  {}", happened(event));
    }
    for movement in &entry.movements {
        let agent = outcome.deal.as_deref().and_then(|deal| deals.deal(deal)).map(|deal| deal.agent());
        let _ = writeln!(out, "  {}", moved(movement, agent));
    }
    if !entry.notifications.is_empty() {
        let told: Vec<_> = entry.notifications.iter().map(told).collect();
        let _ = writeln!(out, "  {} {}", paint(DIM, "told:"), told.join(", "));
    }
    let _ = writeln!(out, "  {} {} {}", paint(DIM, "entry"), entry.n, paint(DIM, entry.hash));
    out
}

/// The message in words: its type and sender, as far as it has them.
fn named(message: &[u8]) -> String {
    let mut parser = Parser::new();
    let text = |name: &str| {
        let document = parser.parse(message).ok()?;
        document.root().get(name)?.as_str().map(std::borrow::Cow::into_owned)
    };
    let (mut text, mut named) = (text, String::new());
    named.push_str(&text("type").map_or("message".into(), |kind| id(&kind)));
    if let Some(from) = text("from") {
        let _ = write!(named, " by {}", id(&from));
    }
    named
}

fn moved(movement: &Movement, agent: Option<&str>) -> String {
    let party = id(&movement.party);
    let value = value(movement.cash, &movement.options);
    let stage = movement.stage.map_or(String::new(), |stage| format!(" (stage {})", stage + 1));
    match movement.kind {
        MovementKind::Hold => format!("held {value} of {party}{stage}"),
        MovementKind::Release => {
            format!("released {value} of {party} to {}{stage}", id(agent.unwrap_or("A")))
        }
        MovementKind::Refund => format!("refunded {value} to {party}{stage}"),
    }
}

fn told(notification: &Notification) -> String {
    let what = match &notification.news {
        News::Applied { message, .. } => message.as_str(),
        News::Closed(state) => state.as_str(),
    };
    format!("{} {what}", id(&notification.to))
}

fn happened(event: &Event) -> String {
    let name = event.name();
    match event {
        Event::DuplicateMessage { msg_id } => {
            format!("{name}: message id {} had its effect before", id(msg_id))
        }
        Event::DuplicateOffer { offer_id } => format!("{name}: offer {} stands already", id(offer_id)),
        Event::DuplicateArtifact { artifact } => format!("{name}: artifact {artifact} was disclosed before"),
        Event::DuplicateVote { vote } => format!("{name}: the vote of {} counts already", id(vote)),
        Event::DuplicateConsent { proposal } => format!("{name}: the consent to {proposal} was given before"),
        Event::PartialSettlement { party, stage, cash_sim } => {
            format!("{name}: stage {stage} of {} is earned, {cash_sim}", id(party))
        }
        Event::Acknowledged { party } => format!("{name}: acknowledged by {}", id(party)),
        Event::FinalPartialSettlement => format!("{name}: what is earned so far is final"),
        Event::ManualReviewRequired { items } => {
            let items: Vec<_> = items.iter().map(|item| id(item)).collect();
            format!("{name}: {}", items.join(", "))
        }
        Event::DisputeLapsed { deal }
        | Event::DisclosureEnded { deal }
        | Event::Expired { deal }
        | Event::ReviewTimedOut { deal }
        | Event::SettledByTimeout { deal } => format!("{name}: deal {}", id(deal)),
        Event::PartyEjected { party } => format!("{name}: {}", id(party)),
        Event::Proposed { party, proposal } => format!("{name}: {} agrees to {proposal}", id(party)),
        Event::Amended { party, snapshot, .. } => {
            format!("{name}: the offer of {} now reads {snapshot}", id(party))
        }
    }
}
