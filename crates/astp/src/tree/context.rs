//! Who asks, when, and under which identifiers.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::json::Value;

use super::{Refusal, Tree};
use crate::id::{Instant, Uuid};
use crate::rule::Rule;
use crate::value::{Json, Stored, Unread, record};

record! {
    /// What an operation needs besides its command. A core has neither clock nor chance: both come in here.
    Context {
        /// When.
        at: Instant,
        /// Identifiers that were never used, one at least. Where an operation draws more than there are, the rest follow
        /// from the first.
        ids: Vec<Uuid>,
        /// Who acts: the agent, or the human where a human acts alone.
        actor: String,
        /// The human for whom an agent acts.
        human: Option<String>,
        /// The session; absent: named after the operation.
        session: Option<String>,
        /// The caller's number for this request; the same number again gives the first result again (BR-004).
        request: Option<u64>,
        /// The operations that others hold at the moment; never stored.
        leases: Leases,
    }

    /// That somebody is about to execute an operation.
    Lease {
        /// The key of the operation: [`super::Intent::content_key`] or [`super::Intent::request_key`].
        key: Sha3,
        /// The session that holds it.
        holder: String,
        /// Until when.
        until: Instant,
    }
}

impl Context {
    /// A context of one actor, one moment and one identifier.
    #[must_use]
    pub fn new(at: Instant, id: Uuid, actor: impl Into<String>) -> Self {
        Self {
            at,
            ids: Vec::from([id]),
            actor: actor.into(),
            human: None,
            session: None,
            request: None,
            leases: Leases::default(),
        }
    }
}

/// The leases that a host knows of.
///
/// A transition is written at once or not at all, so a tree has no pending intents of its own (ASTP 19.1.4). A host that lets several
/// writers prepare the same operation keeps leases, and gives them here: while one of another session lasts, the operation is refused.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Leases(pub Vec<Lease>);

impl Stored for Leases {
    fn store(&self) -> Json {
        Json::Null
    }

    fn read(_: Value<'_>) -> Result<Self, Unread> {
        Err(Unread::new("no such member"))
    }

    fn is_absent(&self) -> bool {
        true
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

/// Draws identifiers for one operation, each fresh.
#[derive(Debug)]
pub struct Ids<'a> {
    tree: &'a Tree,
    given: &'a [Uuid],
    count: usize,
    taken: BTreeSet<Uuid>,
}

impl<'a> Ids<'a> {
    /// Starts before the first.
    #[must_use]
    pub const fn new(tree: &'a Tree, context: &'a Context) -> Self {
        Self { tree, given: context.ids.as_slice(), count: 0, taken: BTreeSet::new() }
    }

    /// Draws the next.
    ///
    /// # Errors
    ///
    /// [`Rule::Fresh`] where there is none, or it was used before.
    pub fn draw(&mut self) -> Result<Uuid, Refusal> {
        let at = self.count;
        self.count += 1;
        let next = match (self.given.get(at), self.given.first()) {
            (Some(given), _) => *given,
            (None, Some(first)) => derived(*first, at as u64),
            (None, None) => return Err(Refusal::new(Rule::Fresh, "ids", "no identifier was given")),
        };
        self.take(next, "ids")?;
        Ok(next)
    }

    /// Takes an identifier that the command names for something new.
    ///
    /// # Errors
    ///
    /// [`Rule::Fresh`] where it was used before.
    pub fn take(&mut self, id: Uuid, field: &'static str) -> Result<(), Refusal> {
        if self.tree.is_used(id) || !self.taken.insert(id) {
            return Err(Refusal::new(Rule::Fresh, field, alloc::format!("`{id}` is taken")));
        }
        Ok(())
    }
}

/// The identifier at a place of the list that starts with `first`: a UUID of version 8 (RFC 9562 5.8).
fn derived(first: Uuid, at: u64) -> Uuid {
    let mut hasher = Sha3Hasher::new();
    hasher.update(b"X-ACTUM-ID:v1:");
    hasher.update(first.as_bytes());
    hasher.update(&at.to_be_bytes());
    let mut bytes = [0; 16];
    for (byte, digest) in bytes.iter_mut().zip(hasher.finish().as_bytes()) {
        *byte = *digest;
    }
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
    *version = *version & 0x0f | 0x80;
    *variant = *variant & 0x3f | 0x80;
    Uuid::from_bytes(bytes)
}
