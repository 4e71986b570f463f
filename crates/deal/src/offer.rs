//! An Offer: checked in the published order, reduced to terms, and snapshotted (DEAL 3.1 to 3.7, 2.3).

mod checklist;
mod consideration;
mod deadline;
mod snapshot;
mod structure;

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::signature::PublicKey;

use crate::canonical::Object;
use crate::edition::Edition;
use crate::error::Rule;
use crate::form;
use crate::signature;
use crate::stage::{Stage, StageStatus};

pub use checklist::Item;
pub(crate) use consideration::is_same_multiset;
pub use deadline::{Deadline, Deadlines};
pub use snapshot::Snapshot;
pub use structure::{Mode, ReviewDefault};
pub(crate) use structure::{Review, Structure};

/// The terms that one counterparty has posted.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The id under which they were posted.
    pub id: String,
    /// The terms as they were sent.
    pub snapshot: Snapshot,
    /// The terms that held before each amendment, oldest first (DEAL 15.10).
    pub earlier: Vec<Snapshot>,
    /// The active items of the checklist, in the order of the Offer.
    pub items: Vec<Item>,
    /// Whether an item may pass by the agent's own word (DEAL 3.2).
    pub allow_attested: bool,
    /// After so many different artifacts disclosure ends (DEAL 7.6).
    pub max_disclosures: Option<u64>,
}

/// An Offer with what it says about the deal as a whole.
#[derive(Debug)]
pub(crate) struct Terms {
    pub(crate) offer: Offer,
    pub(crate) stages: Vec<Stage>,
    pub(crate) structure: Structure,
    pub(crate) review: Review,
    pub(crate) deadlines: Deadlines,
    /// The keys that are pinned (DEAL 15.1).
    pub(crate) keys: Vec<(String, PublicKey)>,
    pub(crate) version: &'static str,
    /// The id of the deal: the offer's own, or the pool's (DEAL 9.2).
    pub(crate) key: String,
}

impl Terms {
    /// Reads the body of an Offer of `from`; the checks are those of DEAL 3.7 from `consideration is required` on.
    ///
    /// # Errors
    ///
    /// The first rule that the Offer breaks.
    pub(crate) fn read(
        body: &Object<'_>,
        from: &str,
        id: &str,
        version: &'static str,
        edition: &Edition,
    ) -> Result<Self, Rule> {
        let parts = consideration::read(
            form::present(body.get("consideration"), "consideration")?,
            edition.limits.stages,
        )?;
        let obligation = checklist::read(body.get("obligation"), edition.limits.checklist)?;
        let stages = stages(parts, &obligation)?;
        let structure = Structure::read(body.get("deal_structure"), from, edition)?;
        let review = Review::read(body.get("review"), &structure.agent, edition.reviewer)?;
        let deadlines = Deadlines::read(body.get("deadlines"))?;
        if from == structure.agent {
            return Err(Rule::OfferByAgent);
        }
        if !structure.counterparties.iter().any(|party| party == from) {
            return Err(Rule::NoParty { party: from.into() });
        }
        let keys = if edition.signatures { signature::read_keys(body)? } else { Vec::new() };
        let is_known = |party: &String| structure.is_party(party) || *party == review.by;
        if let Some((party, _)) = keys.iter().find(|(party, _)| !is_known(party)) {
            return Err(Rule::KeyOfNobody { party: party.clone() });
        }
        let key = structure.pool_key(id);
        let offer = Offer {
            id: id.into(),
            snapshot: Snapshot::take(body, edition),
            earlier: Vec::new(),
            items: obligation.items,
            allow_attested: obligation.allow_attested,
            max_disclosures: obligation.max_disclosures,
        };
        Ok(Self { offer, stages, structure, review, deadlines, keys, version, key })
    }
}

/// Ties the stages to the items (DEAL 6.2): items that no stage names belong to the last one.
fn stages(parts: Vec<consideration::Part>, obligation: &checklist::Obligation) -> Result<Vec<Stage>, Rule> {
    let mut named = alloc::vec![false; obligation.items.len()];
    let mut stages = Vec::with_capacity(parts.len());
    for (number, part) in parts.into_iter().enumerate() {
        let mut items = Vec::new();
        match part.subset {
            None => items.extend(0..named.len()),
            Some(subset) => {
                for item in subset {
                    match obligation.place(&item) {
                        Some(place) => items.push(place),
                        None if obligation.is_dropped(&item) => {}
                        None => return Err(Rule::UnknownStageItem { stage: number, item }),
                    }
                }
                items.sort_unstable();
                items.dedup();
            }
        }
        for place in &items {
            if let Some(named) = named.get_mut(*place) {
                *named = true;
            }
        }
        stages.push(Stage { cash: part.cash, options: part.options, items, status: StageStatus::Open });
    }
    if let Some(last) = stages.last_mut() {
        last.items.extend(named.iter().enumerate().filter(|(_, named)| !**named).map(|(place, _)| place));
        last.items.sort_unstable();
    }
    Ok(stages)
}
