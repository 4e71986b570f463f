//! The role registry with the static assignments, which are trust roots (TMPA 3.3, 5.2, 6.1, 9.4).

use super::error::{ProfileError, Rule};
use super::field::Field;
use crate::names::{Names, Symbol};
use actum_canon::instant::Instant;

/// One role.
#[derive(Debug, Clone)]
pub(crate) struct Role {
    pub(crate) id: Symbol,
    pub(crate) permitted_actions: Vec<Symbol>,
    /// Roles whose holders may assign and revoke this one.
    pub(crate) assigned_by: Vec<Symbol>,
    /// A revocation also reaches actions that precede it (TMPA 6.4).
    pub(crate) retroactive: bool,
    /// Its holders are established by the specification that an object is projected from: no assignment is asked for.
    pub(crate) by_projection: bool,
}

/// What one assignment grants, whether it stands in the profile or in an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) identity: Symbol,
    pub(crate) role: Symbol,
    /// `None`: everything that the role permits.
    pub(crate) actions: Option<Vec<Symbol>>,
    /// `None`: every work item.
    pub(crate) works: Option<Vec<Symbol>>,
    pub(crate) not_before: Option<Instant>,
    pub(crate) not_after: Option<Instant>,
}

impl Grant {
    pub(crate) fn covers_work(&self, work: Symbol) -> bool {
        self.works.as_ref().is_none_or(|works| works.contains(&work))
    }

    pub(crate) fn has_interval(&self) -> bool {
        self.not_before.is_some() || self.not_after.is_some()
    }
}

/// An assignment that the profile itself makes.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub(crate) id: Symbol,
    pub(crate) grant: Grant,
    pub(crate) revoked: bool,
}

/// The registry.
#[derive(Debug, Clone)]
pub(crate) struct Roles {
    roles: Vec<Role>,
    /// Sorted by identity and role.
    assignments: Vec<Assignment>,
    pub(crate) incompatible: Vec<(Symbol, Symbol)>,
    pub(crate) exception_relation: Option<Symbol>,
    /// `created_at` decides about intervals of validity (TMPA 6.4).
    pub(crate) trusted_clock: bool,
}

impl Roles {
    pub(super) fn new(roles: Vec<Role>, mut assignments: Vec<Assignment>) -> Self {
        assignments.sort_by_key(|assignment| (assignment.grant.identity, assignment.grant.role));
        Self { roles, assignments, incompatible: Vec::new(), exception_relation: None, trusted_clock: false }
    }

    pub(crate) fn role(&self, id: Symbol) -> Option<&Role> {
        self.roles.iter().find(|role| role.id == id)
    }

    pub(crate) fn roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.iter()
    }

    pub(crate) fn assignments(&self) -> &[Assignment] {
        &self.assignments
    }

    /// The static assignments of an identity to a role.
    pub(crate) fn assigned(&self, identity: Symbol, role: Symbol) -> &[Assignment] {
        let key = |assignment: &Assignment| (assignment.grant.identity, assignment.grant.role);
        let start = self.assignments.partition_point(|assignment| key(assignment) < (identity, role));
        let end = self.assignments.partition_point(|assignment| key(assignment) <= (identity, role));
        self.assignments.get(start..end).unwrap_or_default()
    }

    pub(super) fn names(&self) -> Vec<Symbol> {
        self.roles.iter().map(|role| role.id).collect()
    }

    pub(super) fn load(root: &Field<'_>, names: &mut Names) -> Result<Self, ProfileError> {
        root.object(&[
            "id",
            "version",
            "roles",
            "assignments",
            "incompatible",
            "exception_relation",
            "trusted_clock",
            "description",
        ])?;
        let roles = load_roles(root, names)?;
        let ids: Vec<Symbol> = roles.iter().map(|role| role.id).collect();
        let assignments = load_assignments(root, names, &roles, &ids)?;
        let mut registry = Self::new(roles, assignments);
        for pair in root.optional("incompatible").map_or(Ok(Vec::new()), |field| field.items())? {
            match pair.items()?.as_slice() {
                [first, second] => {
                    let pair = (first.symbol(names)?, second.symbol(names)?);
                    first.defined(pair.0, &ids, "role", names)?;
                    second.defined(pair.1, &ids, "role", names)?;
                    registry.incompatible.push(pair);
                }
                _ => {
                    return pair.fail(Rule::Kind { expected: "a pair of roles" });
                }
            }
        }
        registry.exception_relation =
            root.optional("exception_relation").map(|field| field.symbol(names)).transpose()?;
        if let Some(clock) = root.optional("trusted_clock") {
            clock.choice(&[("created_at", ())], "`created_at`")?;
            registry.trusted_clock = true;
        }
        Ok(registry)
    }
}

fn load_roles(root: &Field<'_>, names: &mut Names) -> Result<Vec<Role>, ProfileError> {
    let items = root.required("roles")?.items()?;
    let mut ids = Vec::new();
    for item in &items {
        item.object(&[
            "id",
            "permitted_actions",
            "assigned_by",
            "revocation",
            "established_by",
            "description",
        ])?;
        let field = item.required("id")?;
        let id = field.symbol(names)?;
        if ids.contains(&id) {
            return field.fail(Rule::Repeated(names.text(id).to_owned()));
        }
        ids.push(id);
    }
    let mut roles = Vec::new();
    for (item, &id) in items.iter().zip(&ids) {
        let assigned_by = item.required("assigned_by")?;
        for field in assigned_by.items()? {
            let role = field.symbol(names)?;
            field.defined(role, &ids, "role", names)?;
        }
        let retroactive = match item.optional("revocation") {
            Some(field) => field
                .choice(&[("prospective", false), ("retroactive", true)], "`prospective`, `retroactive`")?,
            None => false,
        };
        let by_projection = match item.optional("established_by") {
            Some(field) => {
                field.choice(&[("assignment", false), ("projection", true)], "`assignment`, `projection`")?
            }
            None => false,
        };
        roles.push(Role {
            id,
            permitted_actions: item.required("permitted_actions")?.symbols(names)?,
            assigned_by: assigned_by.symbols(names)?,
            retroactive,
            by_projection,
        });
    }
    Ok(roles)
}

fn load_assignments(
    root: &Field<'_>,
    names: &mut Names,
    roles: &[Role],
    ids: &[Symbol],
) -> Result<Vec<Assignment>, ProfileError> {
    let mut list: Vec<Assignment> = Vec::new();
    for item in root.required("assignments")?.items()? {
        item.object(&[
            "id",
            "identity",
            "role",
            "actions",
            "works",
            "not_before",
            "not_after",
            "revoked",
            "description",
        ])?;
        let id_field = item.required("id")?;
        let id = id_field.symbol(names)?;
        let role_field = item.required("role")?;
        let role = role_field.symbol(names)?;
        role_field.defined(role, ids, "role", names)?;
        let permitted =
            roles.iter().find(|entry| entry.id == role).map(|entry| entry.permitted_actions.as_slice());
        if let Some(actions) = item.optional("actions") {
            for field in actions.items()? {
                let action = field.symbol(names)?;
                field.defined(action, permitted.unwrap_or_default(), "role (permitted actions)", names)?;
            }
        }
        let grant = load_grant(&item, role, names)?;
        if list.iter().any(|other| other.id == id) {
            return id_field.fail(Rule::Repeated(names.text(id).to_owned()));
        }
        // Two assignments of one identity to one role over the same work items would leave open which one holds (G33).
        let same = |other: &Assignment| {
            (other.grant.identity, other.grant.role, &other.grant.works)
                == (grant.identity, role, &grant.works)
        };
        if list.iter().any(same) {
            return item.fail(Rule::Repeated(names.text(grant.identity).to_owned()));
        }
        let revoked = item.optional("revoked").map_or(Ok(false), |field| field.boolean())?;
        list.push(Assignment { id, grant, revoked });
    }
    Ok(list)
}

/// Reads the members that static assignments of a bundle and of a compact profile share.
pub(super) fn load_grant(item: &Field<'_>, role: Symbol, names: &mut Names) -> Result<Grant, ProfileError> {
    let set =
        |member: &str, names: &mut Names| item.optional(member).map(|field| field.symbols(names)).transpose();
    Ok(Grant {
        identity: item.required("identity")?.symbol(names)?,
        role,
        actions: set("actions", names)?,
        works: set("works", names)?,
        not_before: item.optional("not_before").map(|field| field.instant()).transpose()?,
        not_after: item.optional("not_after").map(|field| field.instant()).transpose()?,
    })
}
