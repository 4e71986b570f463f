//! Principals: which identifier is a human, and which an agent (ASTP G-25, G-27).

use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;

use crate::value::{self, PrincipalKind};

/// The principals that the host has registered.
///
/// A list that names anybody is a *registry*: whom it does not name is nobody. An empty list says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Principals {
    known: BTreeMap<String, PrincipalKind>,
}

impl Principals {
    /// Enters a principal. What it was before, if anything, is returned; that a principal stays what it is must be seen to by
    /// the caller.
    pub fn register(&mut self, id: String, kind: PrincipalKind) -> Option<PrincipalKind> {
        self.known.insert(id, kind)
    }

    /// Returns what the identifier is registered as.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<PrincipalKind> {
        self.known.get(id).copied()
    }

    /// Tells whether nobody is registered, so that there is no registry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the principals in the order of their identifiers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, PrincipalKind)> {
        self.known.iter().map(|(id, kind)| (id.as_str(), *kind))
    }

    /// Demands that `id` stands for a human: that the registry names it as one, where there is a registry (ASTP G-25).
    ///
    /// # Errors
    ///
    /// [`NotAHuman`] says what is wrong.
    pub fn demand_human(&self, id: &str) -> Result<(), NotAHuman> {
        match self.kind(id) {
            _ if value::is_blank(id) => Err(NotAHuman::Missing),
            Some(PrincipalKind::Human) => Ok(()),
            Some(PrincipalKind::Agent) => Err(NotAHuman::Agent),
            None if self.is_empty() => Ok(()),
            None => Err(NotAHuman::Unknown),
        }
    }

    /// Tells whether there can be a human who sees a conclusion (ASTP G-27): false only for a registry without any.
    #[must_use]
    pub fn any_human(&self) -> bool {
        self.is_empty() || self.known.values().any(|kind| *kind == PrincipalKind::Human)
    }
}

impl Extend<(String, PrincipalKind)> for Principals {
    fn extend<I: IntoIterator<Item = (String, PrincipalKind)>>(&mut self, principals: I) {
        self.known.extend(principals);
    }
}

impl FromIterator<(String, PrincipalKind)> for Principals {
    fn from_iter<I: IntoIterator<Item = (String, PrincipalKind)>>(principals: I) -> Self {
        Self { known: principals.into_iter().collect() }
    }
}

/// Why an identifier does not stand for a human.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAHuman {
    /// It is absent or white space.
    Missing,
    /// It is an agent's.
    Agent,
    /// The registry of principals does not name it.
    Unknown,
}

impl fmt::Display for NotAHuman {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "no human is named",
            Self::Agent => "the identifier is an agent's",
            Self::Unknown => "the registry of principals does not name the identifier",
        })
    }
}

impl core::error::Error for NotAHuman {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn registry() -> Principals {
        [("ada".to_string(), PrincipalKind::Human), ("agent-7".to_string(), PrincipalKind::Agent)]
            .into_iter()
            .collect()
    }

    #[test]
    fn a_registry_turns_away_whom_it_does_not_name() {
        let registry = registry();
        assert_eq!(registry.demand_human("ada"), Ok(()));
        assert_eq!(registry.demand_human("agent-7"), Err(NotAHuman::Agent));
        assert_eq!(registry.demand_human("bob"), Err(NotAHuman::Unknown));
        assert_eq!(registry.demand_human("Ada"), Err(NotAHuman::Unknown));
        assert_eq!(registry.demand_human("\u{3000}"), Err(NotAHuman::Missing));
    }

    #[test]
    fn an_empty_list_is_no_registry() {
        let nobody = Principals::default();
        assert_eq!(nobody.demand_human("bob"), Ok(()));
        assert_eq!(nobody.demand_human(""), Err(NotAHuman::Missing));
        assert!(nobody.any_human());
    }

    #[test]
    fn a_registry_of_agents_alone_leaves_no_human_to_see_anything() {
        let agents: Principals = [("agent-7".to_string(), PrincipalKind::Agent)].into_iter().collect();
        assert!(!agents.any_human());
        assert_eq!(agents.demand_human("bob"), Err(NotAHuman::Unknown));
        assert!(registry().any_human());
    }
}
