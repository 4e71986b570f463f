//! Receipts: what a message did, bound to the transcript by a Merkle root (DEAL 15.2).
//!
//! The tree is that of RFC 6962 2.1 over the canonical bytes of the entries (with `hash`, without message). A receipt of
//! entry n names the root over the first n entries; an inclusion proof shows one entry under a root without the others.
//! Who signs receipts, and with which key, is the caller's: [`Receipt::sign`] takes the signer.
//!
//! Not here: keeping entries. [`Receipts`] keeps 64 bytes for each.

mod proof;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::merkle::{RFC_6962, Tree};

use crate::deal::Deal;
use crate::deals::{Deals, Outcome};
use crate::state::State;
use crate::transcript::Entry;

pub use proof::Proof;

/// What the signed bytes of a receipt start with.
const DOMAIN: &[u8] = b"deal protocol v0.3 receipt\0";

/// The Merkle tree over a transcript, as it grows.
#[derive(Clone, Debug)]
pub struct Receipts {
    tree: Tree<Sha256>,
    buffer: Vec<u8>,
}

/// The balance of one counterparty's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The counterparty.
    pub party: String,
    /// What it has deposited in all.
    pub deposited: u64,
    /// What is in escrow.
    pub held: u64,
    /// What went to the agent.
    pub released: u64,
    /// What came back.
    pub refunded: u64,
}

/// What one message did to its deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the transcript entry.
    pub n: u64,
    /// The digest of the message.
    pub digest: Sha256,
    /// The deal; `None` where the message named none.
    pub deal: Option<String>,
    /// The state of that deal after the message.
    pub state_after: Option<State>,
    /// Its accounts after the message, in the order in which the Offers were posted.
    pub balances: Vec<Balance>,
    /// The Merkle root over the entries 1 to n.
    pub root: Sha256,
}

impl Receipts {
    /// Starts with an empty transcript.
    #[must_use]
    pub fn new() -> Self {
        Self { tree: Tree::new(RFC_6962), buffer: Vec::new() }
    }

    /// Adds the entry of a message, and returns the receipt where the message was applied.
    ///
    /// Every outcome has to be given, refused ones too, in the order in which they came, and before the next message.
    pub fn issue(&mut self, outcome: &Outcome, deals: &Deals) -> Option<Receipt> {
        let entry = &outcome.entry;
        self.append(entry);
        let digest = entry.digest.filter(|_| entry.is_applied())?;
        let deal = outcome.deal.as_deref().and_then(|id| deals.deal(id));
        Some(Receipt {
            n: entry.n,
            digest,
            deal: outcome.deal.clone(),
            state_after: outcome.state,
            balances: deal.map(balances).unwrap_or_default(),
            root: self.root(),
        })
    }

    /// Adds an entry without a receipt, as when a transcript is read again.
    pub fn append(&mut self, entry: &Entry) {
        self.buffer.clear();
        entry.write(&mut self.buffer);
        self.tree.push(&self.buffer);
    }

    /// Returns the Merkle root over all entries added; that of no entries is the digest of no bytes (RFC 6962 2.1).
    #[must_use]
    pub fn root(&self) -> Sha256 {
        // The tree of RFC 6962 has a root at every size.
        self.tree.root().unwrap_or_else(|| sha256(b""))
    }

    /// Returns the proof that entry `n` stands among the first `size`; `None` where there are not so many.
    #[must_use]
    pub fn prove(&self, n: u64, size: u64) -> Option<Proof> {
        self.tree.prove(n.checked_sub(1)?, size).map(|proof| Proof::new(n, proof))
    }
}

impl Default for Receipts {
    fn default() -> Self {
        Self::new()
    }
}

impl Receipt {
    /// Appends the canonical bytes (RFC 8785).
    pub fn write(&self, out: &mut Vec<u8>) {
        let Ok(()) = self.put(&mut Writer::new(&JCS_NEAREST, out));
    }

    /// Has the receipt signed: `signer` gets a domain text and the canonical bytes behind it, and returns the signature.
    pub fn sign<S>(&self, signer: impl FnOnce(&[u8]) -> S) -> S {
        let mut bytes = DOMAIN.to_vec();
        self.write(&mut bytes);
        signer(&bytes)
    }

    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("balances")?;
        writer.begin_object()?;
        let mut balances: Vec<&Balance> = self.balances.iter().collect();
        balances.sort_unstable_by(|a, b| a.party.cmp(&b.party));
        for balance in balances {
            writer.name(&balance.party)?;
            balance.put(writer)?;
        }
        writer.end_object()?;
        writer.name("deal")?;
        put_text(self.deal.as_deref(), writer)?;
        writer.name("digest")?;
        put_text(Some(&self.digest.to_string()), writer)?;
        writer.name("n")?;
        writer.integer(self.n)?;
        writer.name("root")?;
        put_text(Some(&self.root.to_string()), writer)?;
        writer.name("state_after")?;
        put_text(self.state_after.map(State::as_str), writer)?;
        writer.end_object()
    }
}

impl Balance {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        for (name, amount) in [
            ("deposited", self.deposited),
            ("held", self.held),
            ("refunded", self.refunded),
            ("released", self.released),
        ] {
            writer.name(name)?;
            writer.integer(amount)?;
        }
        writer.end_object()
    }
}

fn put_text(text: Option<&str>, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
    match text {
        Some(text) => writer.string(text),
        None => writer.null(),
    }
}

fn balances(deal: &Deal) -> Vec<Balance> {
    let balance = |(party, account): (&str, &crate::deal::Account)| Balance {
        party: party.into(),
        deposited: account.deposited,
        held: account.held,
        released: account.released,
        refunded: account.refunded,
    };
    deal.accounts().map(balance).collect()
}
