//! The evidence entries of an artifact, and finding them by id and by predicate (DEAL 3.6, 15.8).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::OnceCell;

use actum_canon::digest::Sha256;
use actum_canon::json::{Kind, Value};

use crate::canonical;
use crate::edition::Edition;
use crate::error::Rule;
use crate::form;

/// One entry.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    /// The item whose own entry it is.
    pub(crate) predicate: Option<Cow<'a, str>>,
    pub(crate) value: Option<Value<'a>>,
    /// The digest that the entry says its value has.
    pub(crate) declared: Option<Sha256>,
    computed: OnceCell<Option<Sha256>>,
}

impl Entry<'_> {
    /// The digest of the value; computed once, when somebody asks.
    pub(crate) fn digest(&self) -> Option<Sha256> {
        *self.computed.get_or_init(|| canonical::digest(self.value?).ok())
    }

    /// Tells whether it has a value that does not fit its digest.
    pub(crate) fn is_contradictory(&self) -> bool {
        self.value.is_some() && self.declared.is_some_and(|declared| self.digest() != Some(declared))
    }
}

/// All entries.
#[derive(Debug, Default)]
pub(crate) struct Evidence<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
    by_id: BTreeMap<Cow<'a, str>, usize>,
    /// The places of the entries that name a predicate, sorted by it.
    by_predicate: Vec<usize>,
}

impl<'a> Evidence<'a> {
    pub(crate) fn read(value: Option<Value<'a>>, edition: &Edition) -> Result<Self, Rule> {
        let mut evidence = Self::default();
        let Some(value) = value else {
            return Ok(evidence);
        };
        if value.kind() != Kind::Array {
            return Err(Rule::NotAnArray { path: "artifact.evidence".into() });
        }
        form::at_most(edition.limits.evidence, value.len(), "artifact.evidence")?;
        for entry in value.elements() {
            evidence.add(entry, edition)?;
        }
        let predicate =
            |place: &usize| evidence.entries.get(*place).and_then(|entry| entry.predicate.as_deref());
        let mut places: Vec<usize> =
            (0..evidence.entries.len()).filter(|place| predicate(place).is_some()).collect();
        places.sort_by(|a, b| predicate(a).cmp(&predicate(b)));
        evidence.by_predicate = places;
        Ok(evidence)
    }

    fn add(&mut self, entry: Value<'a>, edition: &Edition) -> Result<(), Rule> {
        form::object(entry, "artifact.evidence entry")?;
        let id = entry
            .get("id")
            .and_then(Value::as_str)
            .filter(|id| !id.is_empty())
            .ok_or_else(|| Rule::Required { path: "artifact.evidence.id".into() })?;
        if self.by_id.contains_key(&id) {
            return Err(Rule::EvidenceRepeated { id: id.into_owned() });
        }
        self.by_id.insert(id, self.entries.len());
        let declared = match entry.get("sha256") {
            None => None,
            Some(declared) => Some(form::digest(declared, "artifact.evidence.sha256")?),
        };
        let predicate = text(entry, "predicate")?;
        text(entry, "uri")?;
        if edition.described_evidence {
            describe(entry)?;
        }
        self.entries.push(Entry {
            predicate,
            value: entry.get("value"),
            declared,
            computed: OnceCell::new(),
        });
        Ok(())
    }

    /// The entry with this id.
    pub(crate) fn get(&self, id: &str) -> Option<&Entry<'a>> {
        self.by_id.get(id).and_then(|place| self.entries.get(*place))
    }

    /// The entries whose predicate is this item, in order.
    pub(crate) fn own<'e>(&'e self, item: &'e str) -> impl Iterator<Item = &'e Entry<'a>> + Clone + 'e {
        let predicate = |place: &usize| self.entries.get(*place).and_then(|entry| entry.predicate.as_deref());
        let from = self.by_predicate.partition_point(|place| predicate(place) < Some(item));
        self.by_predicate
            .iter()
            .skip(from)
            .filter_map(|place| self.entries.get(*place))
            .take_while(move |entry| entry.predicate.as_deref() == Some(item))
    }
}

fn text<'a>(entry: Value<'a>, name: &str) -> Result<Option<Cow<'a, str>>, Rule> {
    match entry.get(name) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) => Ok(Some(text)),
            None => Err(Rule::NotAString { path: ["artifact.evidence.", name].concat() }),
        },
    }
}

/// Checks what an entry says about content that lies elsewhere (DEAL 15.8).
fn describe(entry: Value<'_>) -> Result<(), Rule> {
    if let Some(size) = entry.get("size") {
        form::amount(size, "artifact.evidence.size")?;
    }
    text(entry, "media_type")?;
    Ok(())
}
