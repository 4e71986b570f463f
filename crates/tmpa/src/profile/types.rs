//! The document-type registry (TMPA 3.2, 6.1, 9.3).

use super::error::{ProfileError, Rule};
use super::field::Field;
use crate::names::{Names, Symbol};
use std::sync::Arc;

/// What an object of a type is evidence of, beyond being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Evidence {
    Plain,
    Execution,
    Review,
    Decision,
    Assignment,
    Revocation,
    Delegation,
    Exception,
    KeyRevocation,
}

/// A relation that a type permits.
#[derive(Debug, Clone)]
pub(crate) struct TypeRelation {
    pub(crate) name: Symbol,
    /// Empty: any type.
    pub(crate) target_types: Vec<Symbol>,
    /// An object of the type has to hold such a reference.
    pub(crate) required: bool,
}

/// One entry of the registry.
#[derive(Clone)]
pub(crate) struct Type {
    pub(crate) name: Symbol,
    /// `None`: any role (only in compact profiles).
    pub(crate) roles: Option<Vec<Symbol>>,
    pub(crate) required_fields: Vec<String>,
    pub(crate) body_schema: Option<Arc<jsonschema::Validator>>,
    /// `None`: any relation (only in compact profiles).
    pub(crate) relations: Option<Vec<TypeRelation>>,
    pub(crate) requires_transition: bool,
    pub(crate) carrier: bool,
    pub(crate) evidence: Evidence,
    pub(crate) executor_must_not_review: bool,
    /// The member of the body that says until when the creator holds the work item.
    pub(crate) lease: Option<String>,
    /// Position of its lifecycle among those of the profile.
    pub(crate) lifecycle: usize,
}

impl core::fmt::Debug for Type {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Type").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Type {
    /// A type without rules of its own, as compact profiles declare them.
    pub(super) fn open(name: Symbol) -> Self {
        Self {
            name,
            roles: None,
            required_fields: Vec::new(),
            body_schema: None,
            relations: None,
            requires_transition: false,
            carrier: false,
            evidence: Evidence::Plain,
            executor_must_not_review: false,
            lease: None,
            lifecycle: 0,
        }
    }

    /// The target types that this type allows for a relation; `None` when it does not allow the relation at all.
    pub(crate) fn relation_targets(&self, relation: Symbol) -> Option<&[Symbol]> {
        match &self.relations {
            None => Some(&[]),
            Some(list) => {
                list.iter().find(|entry| entry.name == relation).map(|entry| entry.target_types.as_slice())
            }
        }
    }
}

/// The registry, by symbol.
#[derive(Debug, Clone)]
pub(crate) struct Types {
    list: Vec<Type>,
    /// Decisions of a review that withhold approval, so that separation of duties does not bind them.
    pub(crate) adverse_decisions: Vec<String>,
}

const EVIDENCE: &[(&str, Evidence)] = &[
    ("execution", Evidence::Execution),
    ("review", Evidence::Review),
    ("decision", Evidence::Decision),
    ("assignment", Evidence::Assignment),
    ("revocation", Evidence::Revocation),
    ("delegation", Evidence::Delegation),
    ("exception", Evidence::Exception),
    ("key_revocation", Evidence::KeyRevocation),
];

impl Types {
    pub(super) fn new(mut list: Vec<Type>, adverse_decisions: Vec<String>) -> Self {
        list.sort_by_key(|entry| entry.name);
        Self { list, adverse_decisions }
    }

    pub(crate) fn get(&self, name: Symbol) -> Option<&Type> {
        let index = self.list.binary_search_by_key(&name, |entry| entry.name).ok()?;
        self.list.get(index)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Type> {
        self.list.iter()
    }

    pub(super) fn names(&self) -> Vec<Symbol> {
        self.list.iter().map(|entry| entry.name).collect()
    }

    /// Loads the registry; `roles`, `relations` and `lifecycles` are what its names may refer to.
    pub(super) fn load(
        root: &Field<'_>,
        names: &mut Names,
        roles: &[Symbol],
        relations: &[Symbol],
        lifecycles: &[Symbol],
    ) -> Result<Self, ProfileError> {
        root.object(&["id", "version", "types", "adverse_decisions", "description"])?;
        let items = root.required("types")?.items()?;
        let mut all = Vec::new();
        for item in &items {
            all.push(item.required("name")?.symbol(names)?);
        }
        let mut list: Vec<Type> = Vec::new();
        for item in &items {
            let entry = load_type(item, names, &Known { roles, relations, types: &all, lifecycles })?;
            if list.iter().any(|other| other.name == entry.name) {
                return item.required("name")?.fail(Rule::Repeated(names.text(entry.name).to_owned()));
            }
            list.push(entry);
        }
        let adverse = match root.optional("adverse_decisions") {
            Some(field) => field.texts()?,
            None => vec!["reject".to_owned()],
        };
        Ok(Self::new(list, adverse))
    }
}

struct Known<'k> {
    roles: &'k [Symbol],
    relations: &'k [Symbol],
    types: &'k [Symbol],
    lifecycles: &'k [Symbol],
}

fn load_type(item: &Field<'_>, names: &mut Names, known: &Known<'_>) -> Result<Type, ProfileError> {
    item.object(&[
        "name",
        "version",
        "responsibility",
        "permitted_roles",
        "required_fields",
        "body_schema",
        "relations",
        "lifecycle",
        "requires_transition",
        "carrier",
        "evidence",
        "separation_of_duties",
        "lease",
    ])?;
    item.required("version")?.text()?;
    item.required("responsibility")?.text()?;
    let mut entry = Type::open(item.required("name")?.symbol(names)?);
    let mut roles = Vec::new();
    for field in item.required("permitted_roles")?.items()? {
        let role = field.symbol(names)?;
        field.defined(role, known.roles, "role", names)?;
        roles.push(role);
    }
    entry.roles = Some(roles);
    entry.required_fields = item.required("required_fields")?.texts()?;
    if let Some(field) = item.optional("body_schema") {
        entry.body_schema = Some(Arc::new(super::body_schema::compile(&field)?));
    }
    let mut relations = Vec::new();
    for field in item.required("relations")?.items()? {
        field.object(&["relation", "target_types", "required"])?;
        let name = field.required("relation")?;
        let relation = name.symbol(names)?;
        name.defined(relation, known.relations, "relation", names)?;
        let mut target_types = Vec::new();
        for target in field.optional("target_types").map_or(Ok(Vec::new()), |field| field.items())? {
            let symbol = target.symbol(names)?;
            target.defined(symbol, known.types, "type", names)?;
            target_types.push(symbol);
        }
        let required = field.optional("required").map_or(Ok(false), |field| field.boolean())?;
        relations.push(TypeRelation { name: relation, target_types, required });
    }
    entry.relations = Some(relations);
    let lifecycle = item.required("lifecycle")?;
    let id = lifecycle.symbol(names)?;
    lifecycle.defined(id, known.lifecycles, "lifecycle", names)?;
    entry.lifecycle = known.lifecycles.iter().position(|&other| other == id).unwrap_or_default();
    entry.requires_transition = item.required("requires_transition")?.boolean()?;
    entry.carrier = item.optional("carrier").map_or(Ok(false), |field| field.boolean())?;
    if let Some(field) = item.optional("evidence") {
        entry.evidence = field.choice(
            EVIDENCE,
            "`execution`, `review`, `decision`, `assignment`, `revocation`, `delegation`, `exception`, `key_revocation`",
        )?;
    }
    if let Some(field) = item.optional("separation_of_duties") {
        for rule in field.items()? {
            rule.choice(&[("executor_must_not_review", ())], "`executor_must_not_review`")?;
            entry.executor_must_not_review = true;
        }
    }
    if let Some(field) = item.optional("lease") {
        // Such a body is read for what its evidence says; one member cannot be two things.
        if !entry.requires_transition || entry.evidence != Evidence::Plain {
            return field
                .fail(Rule::Kind { expected: "no lease but on a transition type without `evidence`" });
        }
        entry.lease = Some(field.text()?);
    }
    Ok(entry)
}
