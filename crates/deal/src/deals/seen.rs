//! The ids of applied messages, per sender, for ever (DEAL 2.9).

use alloc::collections::BTreeMap;

use actum_canon::digest::Sha256;

use super::name;

/// Which content each sender's message ids stand for.
///
/// Sender and id are kept as one digest: an id may be as long as a message.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    contents: BTreeMap<Sha256, Sha256>,
}

/// A sender's message id.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageId(Sha256);

impl MessageId {
    /// The id of a sender, or of the key that the sender must sign with: nobody else can use up its ids.
    pub(super) fn new(from: &str, key: Option<[u8; 32]>, id: &str) -> Self {
        Self(match key {
            None => name::digest(&[b"sender", from.as_bytes(), id.as_bytes()]),
            Some(key) => name::digest(&[b"key", from.as_bytes(), &key, id.as_bytes()]),
        })
    }
}

impl Seen {
    /// The content digest that an id stands for.
    pub(super) fn get(&self, id: MessageId) -> Option<Sha256> {
        self.contents.get(&id.0).copied()
    }

    /// Notes an applied message.
    pub(super) fn insert(&mut self, id: MessageId, content: Sha256) {
        self.contents.insert(id.0, content);
    }
}
