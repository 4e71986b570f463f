//! The trust registry (TMPA 5.2, 6.4, 9.8): keys, what they are bound to and when, and what a missing proof means.

mod validity;

pub(crate) use validity::{Doubt, Moment, Validity};

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
    pub(crate) id: Symbol,
    pub(crate) key: PublicKey,
    /// Creators for whom it signs.
    pub(crate) identities: Vec<Symbol>,
    /// Roles in which it signs; `None`: in any.
    pub(crate) roles: Option<Vec<Symbol>>,
    pub(crate) validity: Validity,
    /// A revocation in the record also reaches what precedes it (TMPA 6.4).
    pub(crate) retroactive: bool,
}

/// What an object without established authentication is, where the profile asks for it (TMPA 7.2, last row).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unauthenticated {
    /// A node whose judgment falls.
    Judged(Judgment),
    /// A source outside the accepted set, as one whose digest does not hold.
    Excluded,
}

/// The registry. A profile without one has no keys and asks for no signature.
#[derive(Debug, Clone)]
pub(crate) struct Trust {
    /// Sorted by id.
    keys: Vec<Key>,
    pub(crate) required: Option<Unauthenticated>,
    pub(crate) declared: bool,
}

impl Trust {
    pub(super) fn none() -> Self {
        Self { keys: Vec::new(), required: None, declared: false }
    }

    pub(crate) fn key(&self, id: Symbol) -> Option<&Key> {
        let position = self.keys.binary_search_by_key(&id, |key| key.id).ok()?;
        self.keys.get(position)
    }

    /// All keys, by id.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter()
    }

    /// Whether the place of a source in a ledger can decide about a key.
    pub(crate) fn asks_for_position(&self) -> bool {
        self.keys.iter().any(|key| key.validity.asks_for_position())
    }

    /// Loads the registry; `roles` are those that it may name.
    pub(super) fn load(root: &Field<'_>, names: &mut Names, roles: &[Symbol]) -> Result<Self, ProfileError> {
        root.object(&["id", "version", "keys", "policy", "on_unauthenticated", "description"])?;
        let mut keys: Vec<Key> = Vec::new();
        for item in root.required("keys")?.items()? {
            keys.push(load_key(&item, names, roles)?);
        }
        no_key_twice(root, names, &keys)?;
        keys.sort_by_key(|key| key.id);
        let required = match root.optional("policy") {
            Some(field) => {
                field.choice(&[("optional", false), ("required", true)], "`optional`, `required`")?
            }
            None => false,
        };
        let unauthenticated = match root.optional("on_unauthenticated") {
            Some(field) => field.choice(
                &[
                    ("undetermined", Unauthenticated::Judged(Judgment::Undetermined)),
                    ("invalid", Unauthenticated::Judged(Judgment::Invalid)),
                    ("excluded", Unauthenticated::Excluded),
                ],
                "`undetermined`, `invalid`, `excluded`",
            )?,
            None => Unauthenticated::Judged(Judgment::Undetermined),
        };
        Ok(Self { keys, required: required.then_some(unauthenticated), declared: true })
    }
}

fn load_key(item: &Field<'_>, names: &mut Names, roles: &[Symbol]) -> Result<Key, ProfileError> {
    item.object(&[
        "key_id",
        "algorithm",
        "public_key",
        "identities",
        "roles",
        "valid_from",
        "valid_to",
        "status",
        "revoked_from",
        "revocation",
        "description",
    ])?;
    item.required("algorithm")?.choice(&[("ed25519", ())], "`ed25519`")?;
    let identities = item.required("identities")?;
    let mut bound = None;
    if let Some(field) = item.optional("roles") {
        for role in field.items()? {
            let symbol = role.symbol(names)?;
            role.defined(symbol, roles, "role", names)?;
        }
        bound = Some(field.symbols(names)?);
    }
    let retroactive = match item.optional("revocation") {
        Some(field) => {
            field.choice(&[("prospective", false), ("retroactive", true)], "`prospective`, `retroactive`")?
        }
        None => false,
    };
    Ok(Key {
        id: item.required("key_id")?.symbol(names)?,
        key: public_key(&item.required("public_key")?)?,
        identities: identities.symbols(names)?,
        roles: bound,
        validity: Validity::load(item)?,
        retroactive,
    })
}

fn public_key(field: &Field<'_>) -> Result<PublicKey, ProfileError> {
    let fault = match STANDARD.decode(field.text()?) {
        Err(_) => "it is not base64",
        Ok(bytes) => match PublicKey::from_bytes(&bytes) {
            Ok(key) => return Ok(key),
            Err(KeyError::Length) => "it is not 32 bytes long",
            Err(KeyError::Malformed) => "it is no point of the curve",
            Err(KeyError::Weak) => "it is weak: anybody can sign for it",
        },
    };
    field.fail(Rule::Key(fault))
}

/// One id, one key; and one key, one id, since a signature does not cover the id under which it is given.
fn no_key_twice(root: &Field<'_>, names: &Names, keys: &[Key]) -> Result<(), ProfileError> {
    let mut ids = std::collections::BTreeSet::new();
    let mut points = std::collections::BTreeSet::new();
    for (item, key) in root.required("keys")?.items()?.iter().zip(keys) {
        if !ids.insert(key.id) {
            return item.required("key_id")?.fail(Rule::Repeated(names.text(key.id).to_owned()));
        }
        if !points.insert(key.key.as_bytes()) {
            let field = item.required("public_key")?;
            return field.fail(Rule::Repeated(field.text()?));
        }
    }
    Ok(())
}
