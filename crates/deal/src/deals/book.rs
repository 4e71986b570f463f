//! The order in which a message is checked (DEAL 2.9, 2.11).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::json::{Kind, Value};

use super::agenda::Agenda;
use super::name;
use super::seen::{MessageId, Seen};
use crate::canonical;
use crate::content::{self, Content};
use crate::deal::{Deal, Sender};
use crate::edition::{Edition, MessageType};
use crate::error::Rule;
use crate::event::Event;
use crate::form::{self, MAX_AMOUNT};
use crate::message::Message;
use crate::offer::{Deadline, Terms};
use crate::signature;
use crate::state::State;
use crate::transcript::Log;

/// The deals and all that is known across them.
#[derive(Clone, Debug)]
pub(super) struct Book {
    edition: &'static Edition,
    /// In the order of creation.
    deals: Vec<Deal>,
    /// The deal that each offer id or pool id names, for ever (DEAL 4.2).
    ///
    /// Ids are kept as digests.
    index: BTreeMap<Sha256, usize>,
    agenda: Agenda,
    seen: Seen,
    now: u64,
}

impl Book {
    pub(super) fn new(edition: &'static Edition) -> Self {
        Self {
            edition,
            deals: Vec::new(),
            index: BTreeMap::new(),
            agenda: Agenda::default(),
            seen: Seen::default(),
            now: 0,
        }
    }

    pub(super) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    pub(super) fn deals(&self) -> &[Deal] {
        &self.deals
    }

    /// The deal that an offer id or pool id names.
    pub(super) fn deal(&self, id: &str) -> Option<&Deal> {
        self.deals.get(self.place(id)?)
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.index.get(&name::digest(&[id.as_bytes()])).copied()
    }

    fn name(&mut self, id: &str, place: usize) {
        self.index.insert(name::digest(&[id.as_bytes()]), place);
    }

    pub(super) fn first_state(&self) -> Option<State> {
        self.deals.first().map(Deal::state)
    }

    /// The place of the deal that a message names.
    pub(super) fn named_by(&self, message: &Message<'_>) -> Option<usize> {
        self.place(&message.get("offer_id")?.as_str()?)
    }

    /// Takes a message that names the deal at this place, if any (DEAL 2.11, steps 2 to 13).
    pub(super) fn take(
        &mut self,
        message: &Message<'_>,
        named: Option<usize>,
        at: Option<u64>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        let kind = self.message_type(form::present(message.get("type"), "type")?)?;
        let from = form::present(message.get("from"), "from")?
            .as_str()
            .filter(|from| form::is_id(from))
            .ok_or_else(|| Rule::NotAParty { path: "from".into() })?;
        let own = match message.get("at") {
            None => None,
            // Null counts as missing only where the member is required.
            Some(value) if kind == MessageType::Tick && value.kind() == Kind::Null => None,
            Some(value) => Some(form::amount(value, "at")?),
        };
        let at = at.map(|at| at.min(MAX_AMOUNT)).or(own);
        if kind == MessageType::Tick && at.is_none() {
            return Err(Rule::Required { path: "at".into() });
        }
        self.now = self.now.max(at.unwrap_or(0));
        self.pass_time(log);
        log.by_time = log.path.len();
        if kind == MessageType::Tick {
            return Ok(());
        }
        let signer = self.signer(kind, &from, named, message)?;
        let Some(id) = message.get("msg_id") else {
            return self.apply(kind, &from, named, message, log);
        };
        let id = id.as_str().ok_or_else(|| Rule::NotAString { path: "msg_id".into() })?;
        let content = message.content_digest();
        let key = MessageId::new(&from, signer, &id);
        match self.seen.get(key) {
            Some(before) if before == content => {
                log.event(Event::DuplicateMessage { msg_id: id.into_owned() });
                Ok(())
            }
            Some(_) => Err(Rule::IdReused { id: id.into_owned() }),
            None => {
                self.apply(kind, &from, named, message, log)?;
                self.seen.insert(key, content);
                Ok(())
            }
        }
    }

    /// Checks the signature where a key is pinned for the sender, and returns the key's bytes (DEAL 15.1).
    fn signer(
        &self,
        kind: MessageType,
        from: &str,
        named: Option<usize>,
        message: &Message<'_>,
    ) -> Result<Option<[u8; 32]>, Rule> {
        if !self.edition.signatures {
            return Ok(None);
        }
        let deal = named.and_then(|place| self.deals.get(place));
        let own;
        let key = match deal.and_then(|deal| deal.key(from)) {
            Some(key) => key,
            None if kind == MessageType::Offer => {
                own = signature::own_key(message, from);
                match &own {
                    Some(key) => key,
                    None => return Ok(None),
                }
            }
            None => return Ok(None),
        };
        signature::check(message, key, from)?;
        Ok(Some(*key.as_bytes()))
    }

    fn message_type(&self, value: Value<'_>) -> Result<MessageType, Rule> {
        let name = match value.as_str() {
            Some(name) => name,
            None if value.kind() == Kind::Number => {
                value.as_number().map_or("", |number| number.as_str()).into()
            }
            None => Cow::Owned(String::from_utf8_lossy(&canonical::bytes(value)?).into_owned()),
        };
        self.edition.message_type(&name).ok_or_else(|| Rule::UnknownType { name: name.to_string() })
    }

    /// Lets every missed deadline take effect, over all deals in the order of their creation (DEAL 11.1).
    fn pass_time(&mut self, log: &mut Log) {
        for place in self.agenda.take_missed(self.now) {
            if let Some(deal) = self.deals.get_mut(place) {
                deal.pass_time(self.now, log);
                self.agenda.set(place, deal.due());
            }
        }
    }

    /// Takes a message that was not applied before (DEAL 2.11, steps 5 to 13).
    fn apply(
        &mut self,
        kind: MessageType,
        from: &str,
        named: Option<usize>,
        message: &Message<'_>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        let version = self.version(kind, message)?;
        let offer = form::present(message.get("offer_id"), "offer_id")?
            .as_str()
            .filter(|id| form::is_id(id))
            .ok_or_else(|| Rule::NotAnId { path: "offer_id".into() })?;
        let sender = Sender { party: from, offer: &offer, message: kind };
        let deal = named.and_then(|place| self.deals.get(place));
        if deal.is_some_and(|deal| deal.state().is_closed()) {
            return Err(Rule::Closed);
        }
        if kind == MessageType::Offer {
            return self.post(sender, named, version, message, log);
        }
        let Some(place) = named else {
            return Err(Rule::UnknownOffer { offer: offer.into_owned() });
        };
        self.step(sender, place, message, log)
    }

    /// Chooses the protocol version (DEAL 2.7, 2.8).
    fn version(&self, kind: MessageType, message: &Message<'_>) -> Result<&'static str, Rule> {
        let named = match message.get("protocol_version") {
            None => None,
            Some(version) => {
                Some(version.as_str().ok_or_else(|| Rule::NotAString { path: "protocol_version".into() })?)
            }
        };
        let default = self.edition.versions.first().copied().unwrap_or_default();
        let wanted = match message.get("accept_versions") {
            Some(versions) if kind == MessageType::Offer => form::strings(versions, "accept_versions")?,
            _ => Vec::new(),
        };
        let named = named.as_deref().unwrap_or(default);
        core::iter::once(named)
            .chain(wanted.iter().map(String::as_str))
            .find_map(|version| self.edition.version(version))
            .ok_or_else(|| Rule::UnsupportedVersion { version: named.into() })
    }

    /// Takes an Offer: it opens a deal, joins a pool, or stands already (DEAL 5, 9.2).
    fn post(
        &mut self,
        sender: Sender<'_>,
        named: Option<usize>,
        version: &'static str,
        message: &Message<'_>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        let terms = Terms::read(message.object(), sender.party, sender.offer, version, self.edition)?;
        if let Some(deal) = named.and_then(|place| self.deals.get(place)) {
            let own = deal.offer(sender.party);
            if let Some(own) = own.filter(|own| own.id == sender.offer) {
                if own.snapshot.digest() != terms.offer.snapshot.digest() {
                    return Err(Rule::OtherTerms { offer: sender.offer.into() });
                }
                log.event(Event::DuplicateOffer { offer_id: sender.offer.into() });
                return Ok(());
            }
            if terms.key != deal.id() {
                let offer = sender.offer.into();
                return Err(match own {
                    Some(_) => Rule::OtherTerms { offer },
                    None => Rule::OtherParty { offer },
                });
            }
        }
        if terms.deadlines.effective(Deadline::Accept).is_some_and(|at| at < self.now) {
            return Err(Rule::AcceptByPassed);
        }
        let key = terms.key.clone();
        let is_further_id = named.is_none() && sender.offer != key;
        let place = match self.place(&key) {
            None => {
                self.deals.push(Deal::open(terms, sender.party, log));
                self.name(&key, self.deals.len() - 1);
                self.deals.len() - 1
            }
            Some(place) => {
                let deal = self.deals.get_mut(place).filter(|deal| deal.id() == key);
                deal.ok_or(Rule::PoolIdTaken)?.join(terms, sender.party)?;
                place
            }
        };
        if is_further_id {
            self.name(sender.offer, place);
        }
        if let Some(deal) = self.deals.get(place) {
            deal.notify(sender, log);
            self.agenda.set(place, deal.due());
        }
        Ok(())
    }

    /// Takes any other message (DEAL 2.11, steps 9 to 13).
    fn step(
        &mut self,
        sender: Sender<'_>,
        place: usize,
        message: &Message<'_>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        let Some(content) = Content::read(sender.message, message, self.edition)? else {
            return Ok(());
        };
        let Some(deal) = self.deals.get_mut(place) else {
            return Ok(());
        };
        if matches!(sender.message, MessageType::EscrowHold | MessageType::Settle)
            && let Some(own) = deal.active_offer(sender.party)
        {
            if sender.offer != own.id && sender.offer != deal.id() {
                return Err(Rule::NotOwnOffer { offer: sender.offer.into(), party: sender.party.into() });
            }
            let invokes_other =
                |snapshot| content::is_mutated(sender.message, message, snapshot, self.edition);
            if invokes_other(&own.snapshot)? {
                for earlier in &own.earlier {
                    if !invokes_other(earlier)? {
                        return Err(Rule::AmendedTerms { offer: own.id.clone() });
                    }
                }
                deal.eject(sender, log);
                self.agenda.set(place, deal.due());
                return Ok(());
            }
        }
        deal.take(sender, &content, log)?;
        self.agenda.set(place, deal.due());
        Ok(())
    }
}
