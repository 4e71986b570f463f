//! Access policies of single resources (ASTP 19.1.3).

use alloc::string::String;

use super::principal::Principals;
use crate::value::{AccessLevel, AccessResourceType, PrincipalKind};

/// What is asked for. There is no third kind: whatever else is asked for is denied, to the owner too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To see the resource.
    Read,
    /// To change what is recorded about it.
    Write,
}

impl Access {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// Reads the published spelling; `None` for anything else, and that is denied.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Read, Self::Write].into_iter().find(|access| access.as_str() == text)
    }
}

/// The policy of one resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// What the resource is.
    pub resource_type: AccessResourceType,
    /// Its identifier.
    pub resource_id: String,
    /// Whose it is. The owner may read and write.
    pub owner_agent_id: String,
    /// Who else may read.
    pub other_agents_read: AccessLevel,
    /// Who else may write.
    pub other_agents_write: AccessLevel,
    /// Whom to ask where the level is `ESCALATION_ONLY`. Asking is outside the record; here such access is denied.
    pub escalation_path: Option<String>,
    /// Whether the host has to audit reading as well.
    pub audit_on_access: bool,
}

impl Policy {
    /// The policy of a resource for which none was given (ASTP 19.1.3).
    #[must_use]
    pub const fn default_for(resource_type: AccessResourceType, resource_id: String, owner: String) -> Self {
        let private = matches!(resource_type, AccessResourceType::Soliloquy);
        Self {
            resource_type,
            resource_id,
            owner_agent_id: owner,
            other_agents_read: if private { AccessLevel::EscalationOnly } else { AccessLevel::Open },
            other_agents_write: AccessLevel::Blocked,
            escalation_path: None,
            audit_on_access: private,
        }
    }

    /// Tells whether `requester` may. `access` is `None` for a word that is neither `read` nor `write`.
    ///
    /// A human may always read (ASTP G-27), and is one where `principals` says so.
    #[must_use]
    pub fn allows(&self, requester: &str, access: Option<Access>, principals: &Principals) -> bool {
        let Some(access) = access else { return false };
        if requester == self.owner_agent_id {
            return true;
        }
        let level = match access {
            Access::Read if principals.kind(requester) == Some(PrincipalKind::Human) => return true,
            Access::Read => self.other_agents_read,
            Access::Write => self.other_agents_write,
        };
        matches!(level, AccessLevel::Always | AccessLevel::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn policy(read: AccessLevel, write: AccessLevel) -> Policy {
        let policy = Policy::default_for(AccessResourceType::Branch, "b".to_string(), "owner".to_string());
        Policy { other_agents_read: read, other_agents_write: write, ..policy }
    }

    #[test]
    fn only_always_and_open_let_others_in() {
        for (level, allowed) in [
            (AccessLevel::Always, true),
            (AccessLevel::Open, true),
            (AccessLevel::EscalationOnly, false),
            (AccessLevel::Blocked, false),
        ] {
            let nobody = Principals::default();
            let read = policy(level, AccessLevel::Blocked);
            assert_eq!(read.allows("other", Some(Access::Read), &nobody), allowed);
            assert!(!read.allows("other", Some(Access::Write), &nobody));
            let write = policy(AccessLevel::Blocked, level);
            assert_eq!(write.allows("other", Some(Access::Write), &nobody), allowed);
            assert!(!write.allows("other", Some(Access::Read), &nobody));
            assert!(write.allows("owner", Some(Access::Write), &nobody));
        }
    }

    #[test]
    fn an_unknown_kind_of_access_is_denied_to_the_owner_too() {
        let open = policy(AccessLevel::Always, AccessLevel::Always);
        for word in ["", "execute", "READ", "write "] {
            assert!(!open.allows("owner", Access::parse(word), &Principals::default()), "{word}");
        }
    }

    #[test]
    fn a_human_may_read_what_is_closed_to_agents() {
        let closed = policy(AccessLevel::Blocked, AccessLevel::Blocked);
        let principals = [("ada", PrincipalKind::Human), ("agent-7", PrincipalKind::Agent)];
        let principals = principals.map(|(id, kind)| (id.to_string(), kind)).into_iter().collect();
        assert!(closed.allows("ada", Some(Access::Read), &principals));
        assert!(!closed.allows("ada", Some(Access::Write), &principals));
        assert!(!closed.allows("agent-7", Some(Access::Read), &principals));
    }

    #[test]
    fn a_soliloquy_is_closed_by_default_and_audited() {
        let default = |kind| Policy::default_for(kind, "r".to_string(), "owner".to_string());
        let soliloquy = default(AccessResourceType::Soliloquy);
        assert_eq!(soliloquy.other_agents_read, AccessLevel::EscalationOnly);
        assert!(soliloquy.audit_on_access);
        for kind in [AccessResourceType::Branch, AccessResourceType::Fork, AccessResourceType::Aside] {
            assert_eq!(default(kind).other_agents_read, AccessLevel::Open);
            assert!(!default(kind).audit_on_access);
        }
    }
}
