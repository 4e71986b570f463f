//! The manifest of a workspace, `fcop.json` (FCOP 3.3).

use crate::finding::Cause;
use actum_canon::json::{Kind, Parser, Value};

/// What a manifest says, as far as anything here rests on it.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// Whether it could be read, and breaks nothing that version 4 demands. Where not, what follows is not to be relied on.
    pub(crate) established: bool,
    /// Version 4: what the manifest of no earlier version has.
    pub(crate) typed: bool,
    /// `urn:uuid:…` of version 4.
    pub(crate) workspace: Option<String>,
    /// The FCoP profiles that the workspace adopted, in order of name.
    pub(crate) profiles: Vec<String>,
    /// Those that only some contents of the manifest name, of which nothing says which is the later one.
    pub(crate) doubtful: Vec<String>,
    /// Role codes of versions 1 to 3, in their order.
    pub(crate) roles: Vec<String>,
    pub(crate) leader: Option<String>,
    pub(crate) created_at: Option<String>,
}

impl Manifest {
    /// Reads a manifest; what it breaks is said beside what it says, since the edition has to be known anyway.
    pub(crate) fn read(bytes: &[u8]) -> (Self, Vec<Cause>) {
        let mut causes = Vec::new();
        let mut parser = Parser::new();
        let document = match parser.parse(bytes) {
            Ok(document) => document,
            Err(error) => {
                let cause =
                    Cause::new("INVALID_ENVELOPE", "FCOP 3.3").at(error.pointer()).found(error.kind().name());
                return (Self::default(), vec![cause]);
            }
        };
        let root = document.root();
        if root.kind() != Kind::Object {
            return (Self::default(), vec![Cause::new("INVALID_ENVELOPE", "FCOP 3.3").expected("an object")]);
        }
        let text = |name: &str| root.get(name).and_then(Value::as_str).map(String::from);
        // A number as `protocol_version` is what an older template wrote (FCOP 8).
        let typed = text("workspace_id").is_some()
            || text("protocol_version").is_some()
            || root.get("encoding").is_some();
        let mut manifest =
            Self { typed, created_at: text("created_at"), leader: text("leader"), ..Self::default() };
        if typed {
            manifest.read_typed(root, &mut causes);
        } else {
            manifest.roles = roles(root);
        }
        manifest.established = causes.is_empty();
        (manifest, causes)
    }

    /// What several contents of one manifest have in common; none where they are not of one workspace of version 4.
    pub(crate) fn common(variants: Vec<Self>) -> Option<Self> {
        let mut variants = variants.into_iter();
        let mut common = variants.next().filter(|first| first.typed && first.established)?;
        for other in variants {
            if !other.established || other.workspace != common.workspace {
                return None;
            }
            let (both, some): (Vec<_>, Vec<_>) =
                common.profiles.into_iter().partition(|name| other.profiles.contains(name));
            let more = other.profiles.into_iter().filter(|name| !both.contains(name));
            common.doubtful.extend(some.into_iter().chain(more));
            common.profiles = both;
        }
        Some(common)
    }

    fn read_typed(&mut self, root: Value<'_>, causes: &mut Vec<Cause>) {
        let said = |value: Option<Value<'_>>| value.and_then(Value::as_str).map(String::from);
        let mut demand = |reason, pointer: &str, expected: &str, found: Option<String>| {
            if found.as_deref() != Some(expected) {
                let cause = Cause::new(reason, "FCOP 3.3").at(pointer).expected(expected);
                causes.push(cause.found(found.unwrap_or_else(|| "absent".to_owned())));
            }
        };
        demand("UNSUPPORTED_PROTOCOL", "/protocol", "fcop", said(root.get("protocol")));
        demand(
            "UNSUPPORTED_WORKSPACE_VERSION",
            "/protocol_version",
            "4.0",
            said(root.get("protocol_version")),
        );
        let encoding = |name| said(root.get("encoding").and_then(|encoding| encoding.get(name)));
        demand("UNSUPPORTED_ENCODING", "/encoding/name", "fcop-filesystem", encoding("name"));
        demand("UNSUPPORTED_ENCODING", "/encoding/version", "4.0", encoding("version"));
        self.workspace = said(root.get("workspace_id"));
        if !self.workspace.as_deref().is_some_and(is_uuid_urn) {
            let cause = Cause::new("INVALID_ENVELOPE", "FCOP 3.3").at("/workspace_id");
            causes.push(cause.expected("`urn:uuid:` and a lower-case UUID"));
        }
        let list = root.get("profiles");
        let profiles: Vec<_> = list.iter().flat_map(|list| list.elements()).collect();
        self.profiles = profiles.iter().filter_map(|value| value.as_str()).map(String::from).collect();
        let all_texts = self.profiles.len() == profiles.len();
        self.profiles.sort_unstable();
        self.profiles.dedup();
        let is_list = list.is_some_and(|list| list.kind() == Kind::Array);
        if !is_list || !all_texts || self.profiles.len() != profiles.len() {
            causes.push(
                Cause::new("INVALID_ENVELOPE", "FCOP 3.3")
                    .at("/profiles")
                    .expected("a list of distinct texts"),
            );
        }
    }
}

/// Codes of `roles`: texts, or objects with `code`.
fn roles(root: Value<'_>) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for role in root.get("roles").iter().flat_map(|list| list.elements()) {
        let code = role.as_str().or_else(|| role.get("code").and_then(Value::as_str));
        codes.extend(code.filter(|code| !code.is_empty()).map(String::from));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Whether a text is `urn:uuid:` and a UUID in lower case.
pub(crate) fn is_uuid_urn(text: &str) -> bool {
    text.strip_prefix("urn:uuid:").is_some_and(|uuid| {
        uuid.len() == 36
            && uuid.bytes().enumerate().all(|(at, byte)| match at {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    const V4: &str = r#"{"encoding":{"name":"fcop-filesystem","version":"4.0"},"profiles":["b","a"],"protocol":"fcop","protocol_version":"4.0","workspace_id":"urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0"}"#;

    #[test]
    fn a_manifest_of_version_four_is_held_to_its_form() {
        let (manifest, causes) = Manifest::read(V4.as_bytes());
        assert!(causes.is_empty() && manifest.typed && manifest.established);
        assert_eq!(manifest.profiles, ["a", "b"]);
        for (from, to, reason) in [
            ("\"fcop\"", "\"FCOP\"", "UNSUPPORTED_PROTOCOL"),
            ("\"4.0\",\"w", "\"4.1\",\"w", "UNSUPPORTED_WORKSPACE_VERSION"),
            ("fcop-filesystem", "other", "UNSUPPORTED_ENCODING"),
            ("e5959862", "E5959862", "INVALID_ENVELOPE"),
            ("\"b\",\"a\"", "\"a\",\"a\"", "INVALID_ENVELOPE"),
            ("\"b\",\"a\"", "1", "INVALID_ENVELOPE"),
        ] {
            let (manifest, causes) = Manifest::read(V4.replace(from, to).as_bytes());
            assert!(manifest.typed && !manifest.established);
            assert_eq!(causes.iter().map(|cause| cause.reason).collect::<Vec<_>>(), [reason], "{to}");
        }
    }

    #[test]
    fn contents_of_one_workspace_have_in_common_what_all_of_them_adopted() {
        let read = |text: &str| Manifest::read(text.as_bytes()).0;
        let more = V4.replace("[\"b\",\"a\"]", "[\"c\",\"a\"]");
        let common = Manifest::common(vec![read(V4), read(&more), read(V4)]).unwrap();
        assert_eq!(common.profiles, ["a"]);
        assert!(["b", "c"].iter().all(|name| common.doubtful.iter().any(|found| found == name)));
        let other = V4.replace("e5959862", "e5959863");
        assert!(Manifest::common(vec![read(V4), read(&other)]).is_none());
        assert!(Manifest::common(vec![read(V4), read("{")]).is_none());
    }

    #[test]
    fn older_manifests_name_roles_in_two_ways() {
        let (manifest, causes) = Manifest::read(
            br#"{"leader":"PM","roles":["PM",{"code":"DEV","label":"x"},{},"PM"],"protocol_version":3}"#,
        );
        assert!(causes.is_empty() && !manifest.typed && manifest.established);
        assert_eq!(manifest.roles, ["DEV", "PM"]);
        assert_eq!(manifest.leader.as_deref(), Some("PM"));
    }

    #[test]
    fn what_is_no_manifest_says_so() {
        assert_eq!(Manifest::read(b"[]").1.len(), 1);
        assert_eq!(Manifest::read(b"{\"a\":1,\"a\":2}").1[0].found.as_deref(), Some("duplicate_name"));
    }
}
