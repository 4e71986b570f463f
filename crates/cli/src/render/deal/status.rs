//! Where a deal stands, why, and what may come next.

use std::fmt::Write;

use actum::deal::{Account, Deadline, Deal, ItemResult, Kind, State, Verdict, moves};

use super::value;
use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, RED, count, paint};

/// A line for each deal.
pub(crate) fn list<'d>(deals: impl Iterator<Item = &'d Deal>) -> String {
    let mut out = String::new();
    for deal in deals {
        let mut parties: Vec<_> = deal.counterparties().map(id).collect();
        parties.push(id(deal.agent()));
        let _ = writeln!(out, "{}  {}  {}", id(deal.id()), state(deal.state()), parties.join(", "));
    }
    out
}

/// All there is to know of a deal at a moment.
pub(crate) fn render(deal: &Deal, now: u64) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "deal {}: {}", paint(BOLD, id(deal.id())), state(deal.state()));
    let states: Vec<_> = deal.states().iter().map(|state| state.as_str()).collect();
    let _ = writeln!(out, "  {} {}", paint(DIM, "states:"), states.join(" → "));
    let _ = writeln!(
        out,
        "  {} agent {}, reviewer {} (silence means {}), protocol {}",
        paint(DIM, "terms:"),
        id(deal.agent()),
        id(deal.reviewer()),
        deal.review_default().as_str(),
        deal.version()
    );
    for (party, offer) in deal.offers() {
        let _ = writeln!(
            out,
            "  {} {} of {}, {}",
            paint(DIM, "offer:"),
            id(&offer.id),
            id(party),
            offer.snapshot.digest()
        );
    }
    let pinned: Vec<_> = [deal.agent(), deal.reviewer()]
        .into_iter()
        .chain(deal.counterparties())
        .filter(|party| deal.key(party).is_some())
        .map(id)
        .collect();
    if !pinned.is_empty() {
        let _ = writeln!(out, "  {} {} must sign", paint(DIM, "keys:"), pinned.join(", "));
    }
    for breach in deal.breaches() {
        let name = format!("{} {} by {}", breach.code, breach.code.name(), id(&breach.at_fault));
        let _ = writeln!(out, "  {} {}: {}", paint(RED, "breach:"), name, plain(&breach.reason));
    }
    checklist(deal, &mut out);
    accounts(deal, &mut out);
    votes(deal, &mut out);
    if !deal.state().is_closed() {
        deadlines(deal, now, &mut out);
        next(deal, &mut out);
    }
    out
}

fn state(state: State) -> String {
    let style = if state == State::Breach { RED } else { BOLD };
    paint(style, state)
}

fn checklist(deal: &Deal, out: &mut String) {
    let verdict =
        deal.verdict().map_or("the deal is closed".to_owned(), |verdict| format!("verdict {verdict}"));
    let _ = writeln!(out, "{}: {verdict}", paint(BOLD, "checklist"));
    let items = deal.items();
    let name = |item: &ItemResult<'_>| match item.party {
        Some(party) => format!("{} of {}", id(item.item), id(party)),
        None => format!("commitment to {}", id(item.item)),
    };
    let width = items.iter().map(|item| name(item).chars().count()).max().unwrap_or(0);
    for item in &items {
        let predicate = item.party.and_then(|party| {
            let offer = deal.offer(party)?;
            Some(offer.items.iter().find(|known| known.id == item.item)?.predicate.name().to_owned())
        });
        let predicate = predicate.map_or(String::new(), |name| format!(" ({})", id(&name)));
        let result = format!("{:<12}", item.result.as_str());
        let style = if item.result == Verdict::Fail { RED } else { BOLD };
        let _ = writeln!(
            out,
            "  {:<width$}  {}  {}{predicate}",
            name(item),
            paint(style, result),
            why(item, deal)
        );
    }
}

/// Why an item stands as it does (DEAL 6.3, 6.7, 10.2, 10.3).
fn why(item: &ItemResult<'_>, deal: &Deal) -> String {
    let mut why = match (item.is_disputed, item.ruling) {
        (true, _) => format!("disputed; the evidence alone says {}", item.machine),
        (false, Some(ruling)) if ruling == item.result => format!("ruled {ruling}"),
        (false, Some(ruling)) => format!("ruled {ruling} before later evidence came"),
        (false, None) => match (item.result, item.kind) {
            (Verdict::Pending, _) => "no evidence yet".to_owned(),
            (Verdict::Pass, _) if item.party.is_none() => "nothing contradicts it".to_owned(),
            (Verdict::Pass, _) => "what was disclosed proves it".to_owned(),
            (Verdict::Fail, Kind::Substance) => "what was disclosed does not meet it".to_owned(),
            (Verdict::Fail, Kind::Evidence) => {
                format!("what was disclosed cannot be relied on; {} rules", id(deal.reviewer()))
            }
            (Verdict::Inconclusive, _) => format!("cannot be decided here; {} rules", id(deal.reviewer())),
        },
    };
    if !item.is_in_scope && !deal.state().is_closed() {
        why.push_str("; no longer counts, its stages are decided");
    }
    why
}

fn accounts(deal: &Deal, out: &mut String) {
    let _ = writeln!(out, "{}", paint(BOLD, "accounts"));
    for (party, account) in deal.accounts() {
        let Account { required, deposited, held, released, refunded, is_holding, .. } = account;
        let deposit = if *is_holding {
            format!("deposited {deposited}")
        } else {
            format!("owes a deposit of {required}")
        };
        let deposit =
            if deal.state().is_closed() && !is_holding { "deposited nothing".to_owned() } else { deposit };
        let _ = writeln!(
            out,
            "  {}: {deposit}, held {held}, released {released}, refunded {refunded}",
            id(party)
        );
        for (number, stage) in account.stages.iter().enumerate() {
            let items = deal.offer(party).map(|offer| &offer.items);
            let named = stage.items.iter().filter_map(|place| items?.get(*place)).map(|item| id(&item.id));
            let _ = writeln!(
                out,
                "    stage {}: {}, {} for {}",
                number + 1,
                stage.status,
                value(stage.cash, &stage.options),
                named.collect::<Vec<_>>().join(", ")
            );
        }
    }
    let received = deal.received();
    let _ = writeln!(
        out,
        "  {} received {}",
        id(deal.agent()),
        value(received.cash_sim, &received.object_options)
    );
}

fn votes(deal: &Deal, out: &mut String) {
    let voted: Vec<_> = deal.votes().map(id).collect();
    let by = if voted.is_empty() { String::new() } else { format!(" ({})", voted.join(", ")) };
    let votes = count(voted.len(), "vote");
    let _ = writeln!(out, "{}: {votes}{by}, quorum {}", paint(BOLD, "settlement"), deal.quorum());
    for party in deal.ejected() {
        let _ = writeln!(out, "  {} is no longer a party", id(party));
    }
    for (party, proposal) in deal.consents() {
        let _ = writeln!(out, "  {} agrees to {proposal}; others do not yet", id(party));
    }
}

fn deadlines(deal: &Deal, now: u64, out: &mut String) {
    let _ = writeln!(out, "{}: it is {now}", paint(BOLD, "deadlines"));
    let mut any = false;
    for deadline in Deadline::ALL {
        let Some(at) = deal.deadlines().effective(deadline) else {
            continue;
        };
        any = true;
        let inherited = if deal.deadlines().own(deadline).is_none() { " (of a later one)" } else { "" };
        let passed = if now > at { ", passed" } else { "" };
        let _ = writeln!(out, "  {deadline} {at}{inherited}{passed}");
    }
    if !any {
        let _ = writeln!(out, "  none: the deal may wait for ever (DEAL 11.5)");
    }
}

/// The moves, a line for each kind of message with all that may send it.
fn next(deal: &Deal, out: &mut String) {
    let _ = writeln!(out, "{}", paint(BOLD, "next"));
    let moves = moves(deal);
    for same in moves.chunk_by(|a, b| (a.message, &a.note) == (b.message, &b.note)) {
        let parties: Vec<_> = same.iter().map(|one| id(&one.party)).collect();
        for first in same.iter().take(1) {
            let note = first.note.as_ref().map_or(String::new(), |note| format!(" ({})", plain(note)));
            let _ = writeln!(out, "  {:<10}  {}{note}", first.message.as_str(), parties.join(", "));
        }
    }
}
