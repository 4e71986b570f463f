//! The relation registry (TMPA 6.1, 9.7): which references order, bind and may not form a cycle.

use super::VersionedInput;
use super::error::{ProfileError, Rule};
use super::field::Field;
use crate::names::{Names, Symbol};

/// What one relation means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) name: Symbol,
    /// The target comes before the referring object.
    pub(crate) ordering: bool,
    /// The target's judgment bounds the referring object's (TMPA 7.3).
    pub(crate) required: bool,
    pub(crate) acyclic: bool,
    /// `None`: any type, as an absent or empty list says.
    pub(crate) target_types: Option<Vec<Symbol>>,
    pub(crate) same_work: bool,
    /// By this relation a decision names the members of a conflict (TMPA 7.3).
    pub(crate) resolution: bool,
}

impl Relation {
    /// A relation of which nothing is declared: a link without order (TMPA 4.3 step 7).
    pub(crate) fn plain(name: Symbol) -> Self {
        Self {
            name,
            ordering: false,
            required: false,
            acyclic: false,
            target_types: None,
            same_work: false,
            resolution: false,
        }
    }

    /// Whether the target's judgment bounds the referring object's. A decision does not fall with the conflict that
    /// it resolves.
    pub(crate) fn binds(&self) -> bool {
        (self.ordering || self.required) && !self.resolution
    }
}

/// All relations, by symbol.
#[derive(Debug, Clone)]
pub(crate) struct Relations {
    list: Vec<Relation>,
}

impl Relations {
    pub(super) fn new(mut list: Vec<Relation>) -> Self {
        list.sort_by_key(|relation| relation.name);
        Self { list }
    }

    pub(crate) fn get(&self, name: Symbol) -> Option<&Relation> {
        let index = self.list.binary_search_by_key(&name, |relation| relation.name).ok()?;
        self.list.get(index)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Relation> {
        self.list.iter()
    }

    pub(super) fn names(&self) -> Vec<Symbol> {
        self.list.iter().map(|relation| relation.name).collect()
    }

    pub(super) fn load(root: &Field<'_>, names: &mut Names) -> Result<Self, ProfileError> {
        root.object(&["id", "version", "relations", "description"])?;
        let mut list: Vec<Relation> = Vec::new();
        for item in root.required("relations")?.items()? {
            item.object(&[
                "name",
                "ordering",
                "required",
                "acyclic",
                "target_types",
                "same_work",
                "resolution",
                "description",
            ])?;
            let name_field = item.required("name")?;
            let name = name_field.symbol(names)?;
            if list.iter().any(|relation| relation.name == name) {
                return name_field.fail(Rule::Repeated(names.text(name).to_owned()));
            }
            let flag = |member: &str| item.optional(member).map_or(Ok(false), |field| field.boolean());
            list.push(Relation {
                name,
                ordering: item.required("ordering")?.boolean()?,
                required: item.required("required")?.boolean()?,
                acyclic: item.required("acyclic")?.boolean()?,
                target_types: item
                    .optional("target_types")
                    .map(|field| field.symbols(names))
                    .transpose()?
                    .filter(|types| !types.is_empty()),
                same_work: flag("same_work")?,
                resolution: flag("resolution")?,
            });
        }
        Ok(Self::new(list))
    }

    /// Checks that every target type is a type of the registry.
    pub(super) fn check(
        &self,
        root: &Field<'_>,
        types: &[Symbol],
        names: &Names,
    ) -> Result<(), ProfileError> {
        for item in root.required("relations")?.items()? {
            let Some(targets) = item.optional("target_types") else {
                continue;
            };
            for target in targets.items()? {
                let text = target.text()?;
                match names.get(&text) {
                    Some(symbol) => target.defined(symbol, types, "type", names)?,
                    None => {
                        return target.fail(Rule::Undefined { name: text, registry: "type" });
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads the identity that every registry file carries.
pub(super) fn identity(root: &Field<'_>, bytes: &[u8]) -> Result<VersionedInput, ProfileError> {
    Ok(VersionedInput {
        id: root.required("id")?.text()?,
        version: root.required("version")?.text()?,
        digest: actum_canon::digest::sha256(bytes),
    })
}
