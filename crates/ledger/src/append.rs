//! Appending to a store: planned, tried, planned again where somebody was faster; and idempotency keys answered.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::{Sha256, sha256};

use crate::artifact::Artifact;
use crate::plan::{PlanError, plan};
use crate::proof;
use crate::receipt::Receipt;
use crate::store::{Append, Outcome, Place, Rule, StoreError};

/// Appends a batch, whole or not at all, and returns one receipt for each artifact, in order. They are durable.
///
/// An artifact whose idempotency key the ledger holds is not appended again: it gets the first receipt. So does one
/// whose key stands earlier in the batch.
///
/// Where others append meanwhile, the batch is planned again behind theirs, until it is the first.
///
/// # Errors
///
/// [`AppendError`]. Nothing was appended, unless the store failed while it was appending: then a later read tells.
pub fn append(store: &mut dyn Append, artifacts: &[Artifact<'_>]) -> Result<Vec<Receipt>, AppendError> {
    for (at, artifact) in artifacts.iter().enumerate() {
        artifact.check().map_err(|fault| PlanError::Artifact { at, fault })?;
    }
    loop {
        // Whatever is appended from here on makes the plan stale, so a key that is not found now is free.
        let frontier = store.frontier()?;
        let answers = answers(store, artifacts)?;
        let fresh =
            || (0..).zip(artifacts).zip(&answers).filter(|(_, answer)| matches!(answer, Answer::Fresh));
        let plan = plan(&frontier, fresh().map(|((_, artifact), _)| *artifact))
            .map_err(|error| error.among(&fresh().map(|((at, _), _)| at).collect::<Vec<usize>>()))?;
        if plan.entries().is_empty() || store.append(&plan)? == Outcome::Appended {
            return Ok(collect(&answers, plan.receipts()));
        }
        if store.head()? == frontier.head() {
            // Nobody was faster, and yet it does not fit: asking again would be asking for ever.
            return Err(StoreError::medium("the store refuses what fits behind its head").into());
        }
    }
}

/// What an artifact gets.
#[derive(Clone, Copy)]
enum Answer {
    /// A place of its own.
    Fresh,
    /// What the entry with its key got.
    Kept(Receipt),
    /// What this artifact of the batch gets.
    Same(usize),
}

fn answers(store: &dyn Append, artifacts: &[Artifact<'_>]) -> Result<Vec<Answer>, AppendError> {
    let mut answers = Vec::new();
    let mut keys: BTreeMap<&str, (usize, Sha256)> = BTreeMap::new();
    for (at, artifact) in artifacts.iter().enumerate() {
        let Some(key) = artifact.key else {
            answers.push(Answer::Fresh);
            continue;
        };
        let digest = sha256(artifact.bytes);
        if let Some(&(first, earlier)) = keys.get(key) {
            if earlier != digest {
                return Err(PlanError::RepeatedKey { at, first }.into());
            }
            answers.push(Answer::Same(first));
            continue;
        }
        keys.insert(key, (at, digest));
        answers.push(match store.find_key(key)? {
            None => Answer::Fresh,
            Some(index) => {
                let holder = store.entry(index)?.filter(|entry| entry.key() == Some(key));
                let holder = holder.ok_or(StoreError::corrupt(Place::Entry(index), Rule::Key))?;
                if holder.digest() != digest {
                    return Err(AppendError::KeyTaken { at, index });
                }
                Answer::Kept(proof::receipt(store, &holder)?)
            }
        });
    }
    Ok(answers)
}

fn collect(answers: &[Answer], mut fresh: impl Iterator<Item = Receipt>) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::with_capacity(answers.len());
    for answer in answers {
        receipts.extend(match *answer {
            Answer::Fresh => fresh.next(),
            Answer::Kept(receipt) => Some(receipt),
            Answer::Same(first) => receipts.get(first).copied(),
        });
    }
    receipts
}

/// Why a batch was not appended.
#[derive(Debug)]
pub enum AppendError {
    /// An artifact cannot be kept, or two have one idempotency key and other bytes.
    Plan(PlanError),
    /// The ledger holds other bytes under the idempotency key.
    KeyTaken {
        /// The artifact, counted from 0.
        at: usize,
        /// The entry that has the key.
        index: u64,
    },
    /// The store cannot answer.
    Store(StoreError),
}

impl From<PlanError> for AppendError {
    fn from(error: PlanError) -> Self {
        Self::Plan(error)
    }
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(error) => error.fmt(f),
            Self::KeyTaken { at, index } => {
                write!(f, "artifact {at}: entry {index} has other bytes under the same idempotency key")
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AppendError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::Plan(_) | Self::KeyTaken { .. } => None,
        }
    }
}
