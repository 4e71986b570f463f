//! What an Offer leaves open, or tilts to one side, seen before anybody accepts it (DEAL 15.3).
//!
//! A finding is no error: the Offer may be posted as it is, and may be meant so.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::json::Parser;

use crate::canonical::Object;
use crate::deal::Deal;
use crate::deals::Deals;
use crate::edition::V0_3;
use crate::error::Error;
use crate::offer::{Deadline, Mode, Offer, ReviewDefault};
use crate::predicate::Predicate;
use crate::signature;
use crate::verdict::Kind;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Value can be lost or locked up by it.
    Warning,
    /// Worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// One thing that an Offer leaves open or tilts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable word for it.
    pub code: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// The member concerned, as the error messages write paths.
    pub path: String,
    /// What follows from it, with the clause.
    pub message: String,
}

/// Looks at an Offer as it would be posted now. Findings stand in the order of the Offer's members.
///
/// # Errors
///
/// What the engine would refuse it for; nothing where the message is no Offer.
pub fn offer(message: &[u8]) -> Result<Vec<Finding>, Vec<Error>> {
    // The published edition does not ask a draft to be signed.
    let mut deals = Deals::new(&V0_3);
    let outcome = deals.apply(message, None);
    match deals.deals().first() {
        Some(deal) if outcome.entry.errors.is_empty() => {
            let mut findings = Findings(Vec::new());
            for (party, offer) in deal.offers() {
                findings.consideration(deal, party, offer);
                findings.checklist(offer);
            }
            let keys = deal.offers().map(|(_, offer)| keys(offer)).collect::<Result<Vec<_>, _>>()?;
            findings.structure(deal, &keys.concat());
            findings.review(deal);
            findings.deadlines(deal);
            Ok(findings.0)
        }
        _ => Err(outcome.entry.errors),
    }
}

/// The parties whose keys are pinned (DEAL 15.1).
fn keys(offer: &Offer) -> Result<Vec<String>, Vec<Error>> {
    let mut parser = Parser::new();
    // The body was written as canonical bytes: it parses.
    let Ok(document) = parser.parse(offer.snapshot.body()) else { return Ok(Vec::new()) };
    let read = Object::new(document.root(), Vec::new()).and_then(|body| signature::read_keys(&body));
    match read {
        Ok(keys) => Ok(keys.into_iter().map(|(party, _)| party).collect()),
        Err(rule) => Err(Vec::from([Error::from(&rule)])),
    }
}

struct Findings(Vec<Finding>);

impl Findings {
    fn warn(&mut self, code: &'static str, path: impl Into<String>, message: impl Into<String>) {
        self.add(code, Severity::Warning, path.into(), message.into());
    }

    fn note(&mut self, code: &'static str, path: impl Into<String>, message: impl Into<String>) {
        self.add(code, Severity::Note, path.into(), message.into());
    }

    fn add(&mut self, code: &'static str, severity: Severity, path: String, message: String) {
        self.0.push(Finding { code, severity, path, message });
    }

    fn consideration(&mut self, deal: &Deal, party: &str, offer: &Offer) {
        let Some(account) = deal.account(party) else { return };
        let is_empty = |cash: u64, options: &[String]| cash == 0 && options.is_empty();
        if account.stages.iter().all(|stage| is_empty(stage.cash, &stage.options)) {
            self.warn(
                "nothing_offered",
                "consideration",
                "the agent gets nothing for its performance (DEAL 3.1)",
            );
            return;
        }
        for (number, stage) in account.stages.iter().enumerate().filter(|_| account.stages.len() > 1) {
            let path = format!("consideration.stages[{number}]");
            if is_empty(stage.cash, &stage.options) {
                self.note("stage_without_value", path, "passing this stage releases nothing (DEAL 8.5)");
            } else if stage.items.is_empty() {
                self.warn(
                    "stage_without_items",
                    path,
                    "this stage is passed by no performance at all (DEAL 8.4)",
                );
            }
        }
        if account.stages.len() == 1 && offer.items.len() > 1 {
            self.note(
                "all_or_nothing",
                "consideration.mode",
                "one pending item leaves the agent without any pay, whatever it disclosed (DEAL 7.6)",
            );
        }
    }

    fn checklist(&mut self, offer: &Offer) {
        let path = |id: &str| format!("obligation.checklist.{id}");
        let mut duties = 0_usize;
        let mut by_word = 0_usize;
        let mut has_evidence_check = false;
        for item in &offer.items {
            match &item.predicate {
                Predicate::Attested(_) => {
                    duties += 1;
                    by_word += 1;
                    if !offer.allow_attested {
                        self.warn(
                            "attested_refused",
                            path(&item.id),
                            "`allow_attested` is false, so only a ruling can pass this item (DEAL 6.4)",
                        );
                    }
                }
                Predicate::Manual => {
                    duties += 1;
                    self.note("manual_item", path(&item.id), "only a ruling can pass this item (DEAL 6.4)");
                }
                Predicate::Unregistered(name) => {
                    duties += 1;
                    let what = format!(
                        "no predicate `{name}` is registered, so only a ruling can pass this item (DEAL 6.4)"
                    );
                    self.warn("predicate_unknown", path(&item.id), what);
                }
                other if other.kind() == Kind::Evidence => has_evidence_check = true,
                _ => duties += 1,
            }
        }
        if by_word == duties && by_word > 0 && offer.allow_attested {
            self.warn(
                "attested_only",
                "obligation.checklist",
                "every duty is met by the agent's own word (DEAL 6.4); a typed predicate or `allow_attested: false` asks for more",
            );
        }
        if duties == 0 {
            self.warn(
                "no_duty",
                "obligation.checklist",
                "it only asks how evidence is presented, not for what (DEAL 6.4)",
            );
        }
        if !has_evidence_check {
            self.note(
                "evidence_unchecked",
                "obligation.checklist",
                "neither references nor digests of the evidence are checked (DEAL 6.5)",
            );
        }
        if offer.max_disclosures.is_none() {
            self.note(
                "tries_unlimited",
                "obligation.max_disclosures",
                "the agent may try as often as it likes before `disclose_by` (DEAL 7.6)",
            );
        }
    }

    fn structure(&mut self, deal: &Deal, keys: &[String]) {
        let counterparties = deal.counterparties().count();
        if deal.mode() == Mode::MultiParty && deal.quorum() < counterparties {
            let what = format!(
                "{} of {counterparties} counterparties settle the accounts of all (DEAL 9.7)",
                deal.quorum()
            );
            self.note("quorum_below_all", "deal_structure.settlement_quorum", what);
        }
        if deal.counterparties().chain([deal.agent()]).any(|party| !keys.iter().any(|owner| owner == party)) {
            self.note(
                "unsigned",
                "deal_structure.keys",
                "without a key for each party anybody who reaches the host can speak for it (DEAL 1.7, 15.1)",
            );
        }
    }

    fn review(&mut self, deal: &Deal) {
        let is_counterparty = deal.counterparties().any(|party| party == deal.reviewer());
        if is_counterparty {
            let what = format!("`{}` rules in its own cause (DEAL 1.4)", deal.reviewer());
            self.warn("reviewer_is_counterparty", "review.by", what);
        }
        match deal.review_default() {
            ReviewDefault::Refund if is_counterparty => self.warn(
                "silence_pays_reviewer",
                "review.default",
                "the reviewer gets its money back by saying nothing (DEAL 11.4)",
            ),
            ReviewDefault::Refund => {}
            ReviewDefault::Release => self.note(
                "silence_pays_agent",
                "review.default",
                "what nobody rules upon passes, suspected fakes too (DEAL 11.4)",
            ),
        }
    }

    fn deadlines(&mut self, deal: &Deal) {
        let deadlines = deal.deadlines();
        if deadlines.own(Deadline::Settle).is_none() {
            let until = Deadline::ALL.iter().rev().find(|deadline| deadlines.own(**deadline).is_some());
            let what = match until {
                None => "the deal may stay open, and the escrow held, for ever (DEAL 11.5)".into(),
                Some(last) => format!("nothing ends the deal once it is past `{last}` (DEAL 11.5)"),
            };
            self.warn("no_settle_by", "deadlines.settle_by", what);
        }
        for (earlier, later) in Deadline::ALL.iter().zip(Deadline::ALL.iter().skip(1)) {
            if let (Some(at), Some(own)) = (deadlines.own(*earlier), deadlines.own(*later))
                && at == own
            {
                let what = format!("no time is left for it after `{earlier}` (DEAL 11.1)");
                self.note("no_time_left", format!("deadlines.{later}"), what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn codes(terms: &str) -> Vec<&'static str> {
        let message = format!(r#"{{"type":"Offer","from":"C","offer_id":"d",{terms}}}"#);
        offer(message.as_bytes()).unwrap().into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn an_offer_with_ends_checks_and_keys_has_nothing_to_find() {
        let key = "11".repeat(32);
        let found = codes(&format!(
            r#""consideration":{{"cash_sim":1}},"obligation":{{"checklist":{{"report":{{"predicate":"field_present","path":"/report"}},"evidence_digests_valid":true}},"max_disclosures":3}},"deal_structure":{{"keys":{{"C":"ed25519:{key}","A":"ed25519:{key}"}}}},"deadlines":{{"accept_by":1,"hold_by":2,"disclose_by":3,"review_by":4,"settle_by":5}}"#
        ));
        assert_eq!(found, ["all_or_nothing"]);
    }

    #[test]
    fn a_bare_offer_leaves_much_open() {
        assert_eq!(
            codes(r#""consideration":{"cash_sim":1},"obligation":{"checklist":["a"]}"#),
            ["attested_only", "evidence_unchecked", "tries_unlimited", "unsigned", "no_settle_by"]
        );
    }

    #[test]
    fn one_sided_terms_are_warned_of() {
        let found = codes(
            r#""consideration":{"cash_sim":0},"obligation":{"checklist":{"a":true,"b":{"predicate":"magic"},"manual":true,"evidence_digests_valid":true},"allow_attested":false},"review":{"by":"C"},"deadlines":{"hold_by":5,"disclose_by":5}"#,
        );
        for code in [
            "nothing_offered",
            "attested_refused",
            "predicate_unknown",
            "manual_item",
            "reviewer_is_counterparty",
            "silence_pays_reviewer",
            "no_settle_by",
            "no_time_left",
        ] {
            assert!(found.contains(&code), "{code} in {found:?}");
        }
    }

    #[test]
    fn what_the_engine_refuses_is_told_in_its_own_words() {
        let errors = offer(br#"{"type":"Offer","from":"C","offer_id":"d","consideration":{"cash_sim":1}}"#)
            .unwrap_err();
        assert_eq!(errors[0].to_string(), "ValidationError: obligation.checklist is required");
        assert_eq!(offer(br#"{"type":"Tick","from":"h","at":1}"#).unwrap_err(), []);
    }
}
