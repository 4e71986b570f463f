//! Many deals, one clock, one transcript (DEAL 2, 12).

mod agenda;
mod book;
mod name;
mod seen;

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha256;

use crate::deal::Deal;
use crate::edition::Edition;
use crate::message::Reader;
use crate::state::State;
use crate::transcript::{Entry, Log, ORIGIN};

use book::Book;

/// All deals of a session, stepped by messages.
///
/// The same messages with the same stamps give the same outcomes, byte for byte, on any machine (DEAL 12.3).
#[derive(Clone, Debug)]
pub struct Deals {
    reader: Reader,
    /// The canonical bytes of a message, then those of its entry; kept to be used again.
    buffer: Vec<u8>,
    head: Sha256,
    len: u64,
    book: Book,
}

/// What a message did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The record of it.
    pub entry: Entry,
    /// The state of the deal that the message names; `None` where it names none.
    pub state: Option<State>,
    /// The id of that deal.
    pub deal: Option<String>,
}

impl Deals {
    /// Starts without deals, at time 0.
    #[must_use]
    pub fn new(edition: &'static Edition) -> Self {
        Self {
            reader: Reader::new(edition),
            buffer: Vec::new(),
            head: ORIGIN,
            len: 0,
            book: Book::new(edition),
        }
    }

    /// Takes one message: `message` is its JSON text as sent.
    ///
    /// `at` is the host's stamp, 0 to 2^53 − 1 in a unit of its choice; a greater one counts as that greatest one. With
    /// `None` the message's own member `at` is the stamp; with a stamp only the form of that member counts (DEAL 2.6).
    ///
    /// There are no errors: what is refused, bytes that are no JSON included, is an outcome, too. A refused message
    /// changes nothing but transcript and clock, and the clock's timeouts (DEAL 2.12).
    pub fn apply(&mut self, message: &[u8], at: Option<u64>) -> Outcome {
        let mut log = Log { n: self.len + 1, ..Log::default() };
        let state_before = self.book.first_state();
        let mut deal = None;
        let (digest, buffer) = match self.reader.read(message, core::mem::take(&mut self.buffer)) {
            Ok(message) => {
                let named = self.book.named_by(&message);
                if let Err(rule) = self.book.take(&message, named, at, &mut log) {
                    log.error(&rule);
                }
                deal = named.or_else(|| self.book.named_by(&message));
                (Some(message.digest), message.into_bytes())
            }
            Err(refused) => {
                log.error(&refused.rule);
                (refused.digest, Vec::new())
            }
        };
        self.buffer = buffer;
        let entry = self.record(digest, state_before, log);
        let deal = deal.and_then(|place| self.book.deals().get(place));
        Outcome { entry, state: deal.map(Deal::state), deal: deal.map(|deal| deal.id().into()) }
    }

    fn record(&mut self, digest: Option<Sha256>, state_before: Option<State>, log: Log) -> Entry {
        let mut entry = Entry {
            n: log.n,
            digest,
            state_before,
            path: log.path,
            by_time: log.by_time,
            state_after: self.book.first_state(),
            errors: log.errors,
            events: log.events,
            notifications: log.notifications,
            movements: log.movements,
            prev: self.head,
            hash: ORIGIN,
        };
        entry.hash = entry.computed_hash(&mut self.buffer);
        self.head = entry.hash;
        self.len = entry.n;
        entry
    }

    /// The edition.
    #[must_use]
    pub const fn edition(&self) -> &'static Edition {
        self.book.edition()
    }

    /// The clock: the greatest stamp so far.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.book.now()
    }

    /// The deals, in the order in which they were created.
    #[must_use]
    pub fn deals(&self) -> &[Deal] {
        self.book.deals()
    }

    /// The deal that an offer id or pool id names.
    #[must_use]
    pub fn deal(&self, id: &str) -> Option<&Deal> {
        self.book.deal(id)
    }

    /// The hash of the last entry; 32 zero bytes before the first.
    #[must_use]
    pub const fn head(&self) -> Sha256 {
        self.head
    }

    /// The number of messages taken so far, refused ones included.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether no message was taken yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::V0_3;
    use alloc::string::ToString;

    const OFFER: &str = r#"{"type":"Offer","from":"C","offer_id":"d","consideration":{"cash_sim":1},"obligation":{"checklist":["a"]},"deadlines":{"accept_by":10}}"#;

    fn errors(outcome: &Outcome) -> Vec<String> {
        outcome.entry.errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_stamp_of_the_host_counts_instead_of_the_own_one_whose_form_still_counts() {
        let mut deals = Deals::new(&V0_3);
        deals.apply(OFFER.as_bytes(), Some(3));
        deals.apply(br#"{"type":"Reject","from":"X","offer_id":"d","at":99}"#, Some(7));
        assert_eq!((deals.now(), deals.deals()[0].state()), (7, State::Offered));
        let malformed = deals.apply(br#"{"type":"Reject","from":"X","offer_id":"d","at":1.5}"#, Some(8));
        assert_eq!(errors(&malformed), ["ValidationError: at must be a non-negative integer"]);
        assert_eq!(deals.now(), 7);
        for at in
            [br#"{"type":"Tick","from":"host"}"#.as_slice(), br#"{"type":"Tick","from":"host","at":null}"#]
        {
            assert_eq!(errors(&deals.apply(at, None)), ["ValidationError: at is required"]);
        }
        deals.apply(br#"{"type":"Tick","from":"host"}"#, Some(u64::MAX));
        assert_eq!((deals.now(), deals.deals()[0].state()), ((1 << 53) - 1, State::Expired));
    }

    #[test]
    fn the_clock_never_goes_back_and_a_deadline_itself_is_in_time() {
        let mut deals = Deals::new(&V0_3);
        deals.apply(OFFER.as_bytes(), Some(10));
        assert_eq!(deals.deals()[0].state(), State::Offered);
        deals.apply(br#"{"type":"Tick","from":"host","at":2}"#, None);
        assert_eq!(deals.now(), 10);
        let late = deals.apply(br#"{"type":"Accept","from":"A","offer_id":"d"}"#, Some(11));
        assert_eq!(errors(&late), ["StateError: Deal already closed"]);
        assert_eq!((late.state, late.deal.as_deref()), (Some(State::Expired), Some("d")));
    }

    #[test]
    fn bytes_that_are_no_message_are_an_entry_and_nothing_else() {
        let mut deals = Deals::new(&V0_3);
        for bytes in [&b""[..], b"\xff", b"[]", b"{", b"\xef\xbb\xbf{}", b"{}"] {
            let outcome = deals.apply(bytes, Some(50));
            assert_eq!(outcome.entry.errors.len(), 1, "{bytes:?}");
            assert_eq!(outcome.entry.prev == ORIGIN, outcome.entry.n == 1);
        }
        assert_eq!((deals.len(), deals.now(), deals.deals().len()), (6, 0, 0));
    }

    #[test]
    fn an_id_is_used_up_by_an_applied_message_only_and_per_sender() {
        let mut deals = Deals::new(&V0_3);
        deals.apply(OFFER.as_bytes(), None);
        let mut send = |text: &str| {
            let outcome = deals.apply(text.as_bytes(), None);
            (errors(&outcome).join(""), outcome.entry.events.len())
        };
        let early = r#"{"type":"EscrowHold","from":"C","offer_id":"d","msg_id":"1"}"#;
        let refused = "StateError: Cannot hold escrow from Offered state; Accept required";
        assert_eq!(send(early), (refused.into(), 0));
        assert_eq!(send(r#"{"type":"Accept","from":"A","offer_id":"d","msg_id":"1"}"#), ("".into(), 0));
        assert_eq!(send(early), ("".into(), 0));
        assert_eq!(
            send(r#"{"at":9,"type":"EscrowHold","from":"C","offer_id":"d","msg_id":"1","sig":"x"}"#),
            ("".into(), 1)
        );
        let reused = "ValidationError: msg_id 1 reused with different content";
        assert_eq!(
            send(r#"{"type":"EscrowHold","from":"C","offer_id":"d","msg_id":"1","x":1}"#),
            (reused.into(), 0)
        );
        let no_string = "ValidationError: msg_id must be a string";
        assert_eq!(
            send(r#"{"type":"Settle","from":"C","offer_id":"d","msg_id":null}"#),
            (no_string.into(), 0)
        );
    }
}
