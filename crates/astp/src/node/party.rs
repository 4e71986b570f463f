//! Parties, and the stored form of access policies (ASTP 19.1.3).

use alloc::collections::BTreeMap;
use alloc::string::String;

use actum_canon::json::Value;

use crate::access::Policy;
use crate::value::{Json, Members, PrincipalKind, Stored, Unread, record};

record! {
    /// A party, as the host registered it.
    Principal {
        /// Its identifier.
        principal_id: String,
        /// What it is.
        kind: PrincipalKind,
    }
}

impl Stored for Policy {
    fn store(&self) -> Json {
        let mut members = BTreeMap::from([
            ("resource_type", self.resource_type.store()),
            ("resource_id", self.resource_id.store()),
            ("owner_agent_id", self.owner_agent_id.store()),
            ("other_agents_read", self.other_agents_read.store()),
            ("other_agents_write", self.other_agents_write.store()),
            ("audit_on_access", self.audit_on_access.store()),
        ]);
        if let Some(path) = &self.escalation_path {
            members.insert("escalation_path", path.store());
        }
        Json::Map(members)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let mut members = Members::of(value)?;
        let read = Self {
            resource_type: members.take("resource_type")?,
            resource_id: members.take("resource_id")?,
            owner_agent_id: members.take("owner_agent_id")?,
            other_agents_read: members.take("other_agents_read")?,
            other_agents_write: members.take("other_agents_write")?,
            escalation_path: members.take("escalation_path")?,
            audit_on_access: members.take("audit_on_access")?,
        };
        members.end()?;
        Ok(read)
    }
}
