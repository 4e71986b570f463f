//! The record of one message, and the chain of hashes through all of them (DEAL 12.2).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::{self, Sha256};
use actum_canon::encode::{JCS_NEAREST, Writer};

use crate::error::{Error, Rule};
use crate::event::{Event, News, Notification};
use crate::movement::{Cause, Movement, Posting};
use crate::state::State;

/// One entry of the transcript, without the message itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the message, from 1.
    pub n: u64,
    /// SHA-256 over the RFC 8785 bytes of the message; `None` where it has none.
    pub digest: Option<Sha256>,
    /// The state of the first deal before the message; `None` where there is no deal.
    pub state_before: Option<State>,
    /// The states that deals entered, with the deal's id, in order.
    pub path: Vec<(String, State)>,
    /// How many states of `path` were entered because deadlines were missed, before the message itself was looked at
    /// (DEAL 11.1). Not hashed: the message and what stands before it say it.
    pub by_time: usize,
    /// The state of the first deal after the message.
    pub state_after: Option<State>,
    /// What the message was refused for, or what it brought to light.
    pub errors: Vec<Error>,
    /// What happened beside.
    pub events: Vec<Event>,
    /// Who is told what.
    pub notifications: Vec<Notification>,
    /// How value moved. Follows from the rest and is not hashed.
    pub movements: Vec<Movement>,
    /// The hash of the entry before; 32 zero bytes for the first.
    pub prev: Sha256,
    /// SHA-256 over the canonical bytes of the entry without message, movements, `by_time` and this hash.
    pub hash: Sha256,
}

/// The hash before the first entry.
pub(crate) const ORIGIN: Sha256 = Sha256::from_bytes([0; 32]);

impl Entry {
    /// Appends the RFC 8785 bytes of the entry without the message: the hashed members and `hash`.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.put(Some(self.hash), out);
    }

    /// Computes the hash that the entry must carry.
    ///
    /// `scratch` is emptied and used for the bytes.
    #[must_use]
    pub fn computed_hash(&self, scratch: &mut Vec<u8>) -> Sha256 {
        scratch.clear();
        self.put(None, scratch);
        digest::sha256(scratch)
    }

    /// Tells whether the message was applied: it brought no error, or only failures and breaches that it revealed.
    #[must_use]
    pub fn is_applied(&self) -> bool {
        use crate::error::Class;
        self.errors.iter().all(|error| matches!(error.class, Class::Checklist | Class::Breach))
    }

    fn put(&self, hash: Option<Sha256>, out: &mut Vec<u8>) {
        let Ok(()) = self.put_all(hash, &mut Writer::new(&JCS_NEAREST, out));
    }

    fn put_all(
        &self,
        hash: Option<Sha256>,
        writer: &mut Writer<'_, Vec<u8>>,
    ) -> Result<(), core::convert::Infallible> {
        writer.begin_object()?;
        writer.name("digest")?;
        match self.digest {
            Some(digest) => put_digest(digest, writer)?,
            None => writer.null()?,
        }
        writer.name("errors")?;
        writer.begin_array()?;
        for error in &self.errors {
            writer.string(&error.to_string())?;
        }
        writer.end_array()?;
        writer.name("events")?;
        writer.begin_array()?;
        for event in &self.events {
            event.write(writer)?;
        }
        writer.end_array()?;
        if let Some(hash) = hash {
            writer.name("hash")?;
            put_digest(hash, writer)?;
        }
        writer.name("n")?;
        writer.integer(self.n)?;
        writer.name("notifications")?;
        writer.begin_array()?;
        for notification in &self.notifications {
            notification.write(writer)?;
        }
        writer.end_array()?;
        writer.name("path")?;
        writer.begin_array()?;
        for (deal, state) in &self.path {
            writer.begin_array()?;
            writer.string(deal)?;
            writer.string(state.as_str())?;
            writer.end_array()?;
        }
        writer.end_array()?;
        writer.name("prev")?;
        put_digest(self.prev, writer)?;
        writer.name("state_after")?;
        put_state(self.state_after, writer)?;
        writer.name("state_before")?;
        put_state(self.state_before, writer)?;
        writer.end_object()
    }
}

fn put_digest(digest: Sha256, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), core::convert::Infallible> {
    writer.string(core::str::from_utf8(&digest.to_ascii()).unwrap_or_default())
}

fn put_state(
    state: Option<State>,
    writer: &mut Writer<'_, Vec<u8>>,
) -> Result<(), core::convert::Infallible> {
    match state {
        Some(state) => writer.string(state.as_str()),
        None => writer.null(),
    }
}

/// What a message does, while it does it.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The number of the message.
    pub(crate) n: u64,
    pub(crate) path: Vec<(String, State)>,
    pub(crate) by_time: usize,
    pub(crate) errors: Vec<Error>,
    pub(crate) events: Vec<Event>,
    pub(crate) notifications: Vec<Notification>,
    pub(crate) movements: Vec<Movement>,
}

impl Log {
    pub(crate) fn error(&mut self, rule: &Rule) {
        self.errors.push(rule.into());
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn notify(&mut self, to: &str, news: News) {
        self.notifications.push(Notification { to: to.into(), news });
    }

    /// Notes a movement, and returns what the deal's ledger keeps of it.
    pub(crate) fn moved(&mut self, movement: Movement, cause: Cause) -> Posting {
        self.movements.push(movement.clone());
        Posting { entry: self.n, movement, cause }
    }
}
