//! The trust registry (TMPA 5.2, 9.8): keys, the identities they are bound to, and what a missing proof means.

use super::error::{ProfileError, Rule};
use super::field::Field;
use crate::judgment::Judgment;
use crate::names::{Names, Symbol};
use actum_canon::signature::{KeyError, PublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A registered key.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) id: String,
    pub(crate) key: PublicKey,
    pub(crate) identities: Vec<Symbol>,
    pub(crate) revoked: bool,
}

/// The registry. A profile without one has no keys and asks for no signature.
#[derive(Debug, Clone)]
pub(crate) struct Trust {
    keys: Vec<Key>,
    /// What an object without a verified signature is judged, if the profile asks for one (TMPA 7.2, last row).
    pub(crate) required: Option<Judgment>,
    pub(crate) declared: bool,
}

impl Trust {
    pub(super) fn none() -> Self {
        Self { keys: Vec::new(), required: None, declared: false }
    }

    pub(crate) fn key(&self, id: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.id == id)
    }

    pub(super) fn load(root: &Field<'_>, names: &mut Names) -> Result<Self, ProfileError> {
        root.object(&["id", "version", "keys", "policy", "on_unauthenticated", "description"])?;
        let mut keys: Vec<Key> = Vec::new();
        for item in root.required("keys")?.items()? {
            item.object(&["key_id", "algorithm", "public_key", "identities", "status", "description"])?;
            item.required("algorithm")?.choice(&[("ed25519", ())], "`ed25519`")?;
            let id_field = item.required("key_id")?;
            let id = id_field.text()?;
            if keys.iter().any(|key| key.id == id) {
                return id_field.fail(Rule::Repeated(id));
            }
            let key_field = item.required("public_key")?;
            let key = match STANDARD.decode(key_field.text()?) {
                Err(_) => return key_field.fail(Rule::Key("it is not base64")),
                Ok(bytes) => match PublicKey::from_bytes(&bytes) {
                    Ok(key) => key,
                    Err(KeyError::Length) => return key_field.fail(Rule::Key("it is not 32 bytes long")),
                    Err(KeyError::Malformed) => {
                        return key_field.fail(Rule::Key("it is no point of the curve"));
                    }
                    Err(KeyError::Weak) => {
                        return key_field.fail(Rule::Key("it is weak: anybody can sign for it"));
                    }
                },
            };
            let revoked = match item.optional("status") {
                Some(field) => {
                    field.choice(&[("active", false), ("revoked", true)], "`active`, `revoked`")?
                }
                None => false,
            };
            keys.push(Key { id, key, identities: item.required("identities")?.symbols(names)?, revoked });
        }
        let required = match root.optional("policy") {
            Some(field) => {
                field.choice(&[("optional", false), ("required", true)], "`optional`, `required`")?
            }
            None => false,
        };
        let judgment = match root.optional("on_unauthenticated") {
            Some(field) => field.choice(
                &[("undetermined", Judgment::Undetermined), ("invalid", Judgment::Invalid)],
                "`undetermined`, `invalid`",
            )?,
            None => Judgment::Undetermined,
        };
        Ok(Self { keys, required: required.then_some(judgment), declared: true })
    }
}
