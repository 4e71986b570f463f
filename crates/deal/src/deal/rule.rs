//! Ruling (DEAL 10.3, 10.4).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::scope::Key;
use super::{Deal, Sender};
use crate::breach::Code;
use crate::content::Ruling;
use crate::error::{Missing, Rule};
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::{Kind, Verdict};

impl Deal {
    pub(super) fn rule(&mut self, sender: Sender<'_>, ruling: &Ruling, log: &mut Log) -> Result<(), Rule> {
        let reviewed = if self.state == State::Adjudicating { self.reviewed() } else { Vec::new() };
        if reviewed.is_empty() {
            return Err(self.cannot(sender, Missing::PendingReview));
        }
        Self::only(sender, &self.reviewer)?;
        let decided: BTreeMap<&str, Verdict> =
            ruling.items.iter().map(|(item, verdict)| (item.as_str(), *verdict)).collect();
        let named: BTreeSet<String> = if decided.is_empty() {
            BTreeSet::new()
        } else {
            reviewed.iter().flat_map(|key| [self.name(*key), self.item(*key).into()]).collect()
        };
        if let Some((item, _)) = ruling.items.iter().find(|(item, _)| !named.contains(item)) {
            return Err(Rule::NotUnderReview { item: item.clone() });
        }
        let decisions = reviewed
            .into_iter()
            .map(|key| {
                let exact = decided.get(self.name(key).as_str());
                let verdict = exact.or_else(|| decided.get(self.item(key)));
                (key, verdict.copied().unwrap_or(ruling.verdict))
            })
            .collect();
        self.decide(decisions, ruling.breach, log);
        Ok(())
    }

    /// Applies decisions upon everything under review.
    pub(super) fn decide(&mut self, decisions: Vec<(Key, Verdict)>, code: Option<Code>, log: &mut Log) {
        let artifacts = self.pool.len();
        for (key, verdict) in &decisions {
            if let Some(standing) = self.standing_mut(*key) {
                standing.decide(*verdict, artifacts);
            }
        }
        let failed: Vec<Key> =
            decisions.iter().filter(|(_, verdict)| *verdict == Verdict::Fail).map(|(key, _)| *key).collect();
        if failed.is_empty() {
            self.look_again(log);
            return;
        }
        let is_fake = failed.iter().any(|key| self.kind(*key) == Kind::Evidence);
        let code = code.unwrap_or(if is_fake { Code::F2 } else { Code::F3 });
        self.breach_by_agent(code, &failed, log);
    }
}
