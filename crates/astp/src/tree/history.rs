//! Audit records, requests, and who may do what.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{Outcome, Tree};
use crate::access::{Policy, Principals};
use crate::audit::AuditRecord;
use crate::value::AccessResourceType;

impl Tree {
    /// The audit records in the order of their transitions.
    #[must_use]
    pub fn records(&self) -> &[AuditRecord] {
        &self.records
    }

    /// The keys of the audit chains.
    pub fn chain_keys(&self) -> impl Iterator<Item = &str> {
        self.chains.keys().map(String::as_str)
    }

    /// The audit records of a chain.
    pub fn chain(&self, key: &str) -> impl DoubleEndedIterator<Item = &AuditRecord> {
        let places = self.chains.get(key).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|at| self.records.get(*at))
    }

    /// What was requested under a key, and its result.
    pub(crate) fn intent(&self, key: Sha3) -> Option<&(Sha3, Outcome)> {
        self.intents.get(&key)
    }

    /// The principals that are registered.
    #[must_use]
    pub const fn principals(&self) -> &Principals {
        &self.principals
    }

    /// Tells whether Episodes belong to this agent.
    #[must_use]
    pub fn is_agent(&self, id: &str) -> bool {
        self.agents.contains(id)
    }

    /// The policy that is recorded for a resource.
    #[must_use]
    pub fn policy(&self, resource_type: AccessResourceType, resource_id: &str) -> Option<&Policy> {
        self.policies.get(&(resource_type, resource_id.into()))
    }
}
