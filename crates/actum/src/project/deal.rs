//! Deals: each is a work item whose carrier is its first Offer, with the messages in their parties' streams (DEAL 12).
//!
//! Lines of a journal are put in order by the hashes that chain them, never by place or name, and the engine plays them
//! again. The engine says where a deal stands, so that the transitions are the host's; what it refuses and the breaches
//! that it finds lower the messages that they concern.

mod chain;
mod found;
mod message;

use std::collections::{BTreeMap, BTreeSet};

use actum_canon::digest::Sha256;
use actum_deal::{Deal, Deals, ItemResult, Outcome, State, Verdict};
use actum_tmpa::{Beside, Cause};

use super::code::{self, At};
use super::link::Cited;
use super::object::{Made, date_time, named};
use super::{Claimed, Objects};
use crate::deal::{JOURNAL_EDITION, Line, deal_status};
use chain::Journal;
use message::{Citations, Message, citations, demands};

/// The lifecycle that shipped profiles define for deals.
const LIFECYCLE: &str = "deal-0.3";
/// Who keeps the deals: the engine, which no party is.
const HOST: &str = "deal-host";

/// Adds what is made of the deal lines among the claimed sources.
pub(super) fn project(claimed: &[Claimed], objects: &mut Objects, cited: &Cited<'_>, beside: &mut Beside) {
    let (journals, rest) = chain::journals(claimed, beside);
    let mut values: Vec<(String, String)> = Vec::new();
    for journal in &journals {
        let mut book =
            Book { cited, objects: &mut *objects, claimed, beside: &mut *beside, places: BTreeMap::new() };
        let (deals, unread) = book.play(journal);
        book.goes_on(
            &deals,
            unread.or_else(|| rest.unread.after(journal.shelves(claimed), deals.len())),
            &rest,
        );
        for deal in deals.deals() {
            let status = deal_status(deal).string("journal_head", &deals.head().to_string());
            values.push((deal.id().to_owned(), status.to_json()));
        }
    }
    values.sort_unstable();
    values.dedup();
    let list: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
    // It is JSON by construction, so that it is taken.
    let _taken = beside.value("deals", format!("[{}]", list.join(",")).as_bytes());
}

/// One journal while it is played.
struct Book<'p> {
    cited: &'p Cited<'p>,
    objects: &'p mut Objects,
    claimed: &'p [Claimed],
    beside: &'p mut Beside,
    places: BTreeMap<String, Place>,
}

/// Where a deal stands in its streams.
#[derive(Default)]
struct Place {
    state: Option<State>,
    /// The next position of each stream, by party.
    next: BTreeMap<String, u64>,
    /// The last message of each party that was applied.
    last: BTreeMap<String, String>,
    /// The disclosures that were applied since the last ruling.
    disclosures: Vec<String>,
    /// Items of its Offers that ask for objects that are valid in the reading.
    demanding: BTreeSet<String>,
    /// Of these, the last disclosure that cites an object for it.
    met: BTreeMap<String, String>,
    transitions: u64,
}

impl Place {
    fn position(&mut self, party: &str) -> u64 {
        let next = self.next.entry(party.to_owned()).or_insert(0);
        *next += 1;
        *next
    }

    /// Adds what a passing verdict rests on: of each item that passes and asks for an object that is valid in the reading,
    /// the last disclosure that cites one. Gives the items for which none was cited.
    fn grounds(&self, deal: &Deal, references: &mut Vec<(&'static str, String)>) -> Vec<String> {
        if self.demanding.is_empty() {
            return Vec::new();
        }
        let passes = |result: &ItemResult<'_>| {
            result.result == Verdict::Pass && self.demanding.contains(result.item) && result.party.is_some()
        };
        let passed: BTreeSet<String> = deal
            .items()
            .iter()
            .filter(|result| passes(result))
            .map(|result| result.item.to_owned())
            .collect();
        let (met, unmet): (Vec<_>, Vec<_>) = passed.into_iter().partition(|item| self.met.contains_key(item));
        references.extend(met.iter().filter_map(|item| Some(("rests_on", self.met.get(item)?.clone()))));
        unmet
    }
}

impl Book<'_> {
    /// The deals of a journal, and a source that holds a line of it that could not be played.
    fn play(&mut self, journal: &Journal) -> (Deals, Option<usize>) {
        let mut unread = journal.forked;
        let mut deals = Deals::new(JOURNAL_EDITION);
        for (position, (line, copies)) in journal.lines.iter().enumerate() {
            let outcome = deals.apply(&line.message, Some(line.at));
            let source = copies.first().copied().unwrap_or_default();
            if outcome.entry.hash != line.entry || line.n != position as u64 + 1 {
                unread = Some(source);
                for &copy in copies {
                    let cause = Cause::new("entry_differs", "DEAL 12.2")
                        .expected(outcome.entry.hash.to_string())
                        .found(line.entry.to_string());
                    self.find(
                        code::DEAL_LINE_CHANGED,
                        At::source(self.id(copy)),
                        code::EXCLUDED,
                        vec![cause],
                    );
                }
                for (_, copies) in journal.lines.iter().skip(position + 1) {
                    for &copy in copies {
                        let cause = Cause::new("after_a_changed_line", "DEAL 12.2");
                        self.find(
                            code::DEAL_LINE_UNREACHABLE,
                            At::source(self.id(copy)),
                            code::OPEN,
                            vec![cause],
                        );
                    }
                }
                // What the line would have done is not established.
                deals = Deals::new(JOURNAL_EDITION);
                for (line, _) in journal.lines.iter().take(position) {
                    deals.apply(&line.message, Some(line.at));
                }
                break;
            }
            let mut made = Vec::new();
            self.step(&deals, line, &outcome, source, &mut made);
            for &copy in copies {
                if let Some(slot) = self.objects.get_mut(copy) {
                    slot.extend(made.iter().cloned());
                }
            }
        }
        (deals, unread)
    }

    fn id(&self, source: usize) -> &str {
        self.claimed.get(source).map_or("", |claimed| claimed.id.as_str())
    }

    /// Makes the objects of one message.
    fn step(&mut self, deals: &Deals, line: &Line, outcome: &Outcome, source: usize, made: &mut Vec<Made>) {
        let message = Message::read(&line.message);
        let applied = outcome.entry.is_applied();
        let deal = outcome.deal.as_deref().and_then(|id| deals.deal(id));
        // The message first, then the steps that it made or that time made meanwhile.
        let object = match deal {
            Some(deal) if message.kind != "Tick" => {
                let object = self.message(deal, line, &message, outcome, source);
                let id = object.id.clone();
                made.push(object);
                Some(id)
            }
            _ => None,
        };
        self.errors(deals, outcome, &message, object.as_deref(), source);
        for (number, (id, state)) in outcome.entry.path.iter().enumerate() {
            let is_own = applied && number >= outcome.entry.by_time;
            let by = object.as_deref().filter(|_| is_own && deal.is_some_and(|deal| deal.id() == id));
            made.extend(
                deals.deal(id).and_then(|deal| self.transition(deal, *state, (line, source), &message, by)),
            );
        }
    }

    fn message(
        &mut self,
        deal: &Deal,
        line: &Line,
        message: &Message,
        outcome: &Outcome,
        source: usize,
    ) -> Made {
        let applied = outcome.entry.is_applied();
        let work = work(deal.id());
        let opens = outcome.entry.path.iter().any(|(id, state)| id == deal.id() && *state == State::Offered);
        let place = self.places.entry(deal.id().to_owned()).or_default();
        let opens = opens && place.state.is_none();
        let party = named(&message.from);
        let id = if opens { work.clone() } else { format!("{work}/m{}", line.n) };
        let kind = match message.kind.as_str() {
            _ if opens => "DEAL_OFFER",
            "Disclose" if applied => "DEAL_DISCLOSURE",
            "Ruling" if applied => "DEAL_RULING",
            _ => "DEAL_MESSAGE",
        };
        let mut references = Vec::new();
        if !opens {
            references.push(("answers", work.clone()));
        }
        match message.kind.as_str() {
            "Offer" if applied => place.demanding.extend(message.demanding.iter().cloned()),
            // The terms may be others now, of whichever party.
            "Amend" if applied => {
                place.demanding =
                    deal.offers().flat_map(|(_, offer)| demands(offer.snapshot.body())).collect();
            }
            _ => {}
        }
        let mut unmet = Vec::new();
        if kind == "DEAL_DISCLOSURE" {
            let Citations { references: cited, met } =
                citations(message, &work, &place.demanding, self.cited);
            references.extend(cited);
            place.met.extend(met.into_iter().map(|item| (item, id.clone())));
            place.disclosures.push(id.clone());
        }
        if kind == "DEAL_RULING" {
            references.extend(place.disclosures.drain(..).map(|disclosure| ("rules", disclosure)));
            unmet = place.grounds(deal, &mut references);
        }
        self.not_cited(source, &id, unmet);
        let place = self.places.entry(deal.id().to_owned()).or_default();
        if applied {
            place.last.insert(party.clone(), id.clone());
        }
        let mut body: Vec<(&'static str, super::object::Text)> =
            vec![("at", line.at.into()), ("message", message.kind.as_str().into()), ("n", line.n.into())];
        if let Some(digest) = outcome.entry.digest {
            body.push(("digest", digest.to_string().into()));
        }
        if let Some(verdict) = &message.verdict {
            body.push(("decision", verdict.as_str().into()));
        }
        Made {
            id,
            kind,
            stream: format!("{work}/{party}"),
            sequence: place.position(&party),
            role: match kind {
                // A counterparty may be the reviewer too: the act says as what it is done.
                "DEAL_RULING" => "DEAL_REVIEWER",
                _ => role(deal, &message.from),
            },
            creator: party,
            work,
            created_at: date_time(line.at),
            lifecycle: LIFECYCLE,
            state: State::Offered.as_str().to_owned(),
            step: None,
            references,
            body,
        }
    }

    /// A step of a deal, which the host records.
    fn transition(
        &mut self,
        deal: &Deal,
        to: State,
        (line, source): (&Line, usize),
        message: &Message,
        by: Option<&str>,
    ) -> Option<Made> {
        let place = self.places.entry(deal.id().to_owned()).or_default();
        let from = place.state.replace(to)?;
        place.transitions += 1;
        let number = place.transitions;
        let sequence = place.position("");
        let action = match (to, by) {
            (State::Breach, _) => "breach".to_owned(),
            (_, Some(_)) => message.kind.to_ascii_lowercase(),
            (_, None) => "time".to_owned(),
        };
        let work = work(deal.id());
        let mut references: Vec<(&'static str, String)> =
            by.filter(|id| *id != work).map(|id| ("by", id.to_owned())).into_iter().collect();
        let id = format!("{work}/s{number}");
        if to == State::Settling {
            // Every settlement passes through here.
            let unmet = place.grounds(deal, &mut references);
            self.not_cited(source, &id, unmet);
        }
        Some(Made {
            id,
            kind: "DEAL_TRANSITION",
            // No party has an empty name, so that the host's stream is nobody else's.
            stream: format!("{work}/"),
            sequence,
            creator: HOST.to_owned(),
            role: "DEAL_HOST",
            work,
            created_at: date_time(line.at),
            lifecycle: LIFECYCLE,
            state: to.as_str().to_owned(),
            step: Some((from.as_str().to_owned(), action)),
            references,
            body: vec![("at", line.at.into()), ("n", line.n.into())],
        })
    }
}

/// The id of a deal's work item and carrier.
fn work(deal: &str) -> String {
    format!("deal:{}", named(deal))
}

/// What a sender is in a deal. The deal says it, so that no assignment has to.
fn role(deal: &Deal, party: &str) -> &'static str {
    if party == deal.agent() {
        "DEAL_AGENT"
    } else if deal.counterparties().any(|one| one == party) {
        "DEAL_COUNTERPARTY"
    } else if party == deal.reviewer() {
        "DEAL_REVIEWER"
    } else {
        "DEAL_STRANGER"
    }
}

/// What an evidence entry says about an object that is named: its id and the digest it is said to have.
type Said = (String, Sha256);
