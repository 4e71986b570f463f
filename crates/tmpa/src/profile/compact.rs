//! The published single-file form: a lifecycle profile whose registries live in its `extensions`.
//!
//! Such a file says little about its types. What it leaves open is read the way the published corpus uses the names:
//! `TRANSITION` records transitions, `TASK` is the carrier, `REPORT` shows execution, `REVIEW` and `DECISION` are what
//! they say, `reports` has to reach a `REPORT`, `resolves` names the members of a conflict.

use super::error::ProfileError;
use super::field::Field;
use super::integrity::{Accepted, Integrity};
use super::lifecycle::{Lifecycle, Lifecycles};
use super::relations::{Relation, Relations};
use super::roles::{Assignment, Roles, load_grant};
use super::switches::Switches;
use super::trust::Trust;
use super::types::{Evidence, Type, Types};
use super::{Inputs, Profile, VersionedInput};
use crate::names::{Names, Symbol};
use actum_canon::encode::TMPA_S04;

const EXTENSIONS: &[&str] = &[
    "document_types",
    "assignments",
    "ordering_relations",
    "acyclic_relations",
    "switches",
    "exception_relation",
    "preconditions",
    "executing_actions",
];

pub(super) fn load(root: &Field<'_>, bytes: &[u8]) -> Result<Profile, ProfileError> {
    let mut names = Names::new(0);
    let lifecycle = Lifecycle::load(root, &mut names, EXTENSIONS, false)?;
    let extensions = root.required("extensions")?;
    let types = types(&extensions.required("document_types")?, &mut names)?;
    let relations = relations(&extensions, &mut names)?;
    let roles = roles(&extensions, &mut names)?;
    let switches = Switches::COMPACT.load(extensions.optional("switches"))?;
    let itself = super::relations::identity(root, bytes)?;
    let integrity = Integrity {
        accepted: vec![Accepted {
            canonicalization: "tmpa-s0.4-stable-json-1".to_owned(),
            hash_algorithm: "sha256".to_owned(),
            encoding: &TMPA_S04,
            signatures: true,
            by_projection: false,
        }],
        identity_by_covered_bytes: false,
    };
    Ok(Profile {
        names,
        switches,
        types,
        lifecycles: Lifecycles::one(lifecycle),
        roles,
        relations,
        integrity,
        trust: Trust::none(),
        inputs: Inputs {
            conformance_profile: itself.clone(),
            type_registry: itself.clone(),
            lifecycle_registry: itself.clone(),
            role_registry: itself.clone(),
            relation_registry: itself,
            integrity_profile: VersionedInput::built_in_integrity(),
        },
        projections: Vec::new(),
    })
}

fn types(field: &Field<'_>, names: &mut Names) -> Result<Types, ProfileError> {
    let mut list = Vec::new();
    for symbol in field.symbols(names)? {
        let mut entry = Type::open(symbol);
        match names.text(symbol) {
            "TRANSITION" => entry.requires_transition = true,
            "TASK" => entry.carrier = true,
            "REPORT" => entry.evidence = Evidence::Execution,
            "REVIEW" => {
                entry.evidence = Evidence::Review;
                entry.executor_must_not_review = true;
            }
            "DECISION" => entry.evidence = Evidence::Decision,
            _ => {}
        }
        list.push(entry);
    }
    Ok(Types::new(list, vec!["reject".to_owned()]))
}

fn relations(extensions: &Field<'_>, names: &mut Names) -> Result<Relations, ProfileError> {
    let set = |member, names: &mut Names| {
        extensions.optional(member).map_or(Ok(Vec::new()), |field: Field<'_>| field.symbols(names))
    };
    let ordering = set("ordering_relations", names)?;
    let acyclic = set("acyclic_relations", names)?;
    let (reports, report, resolves) =
        (names.intern("reports"), names.intern("REPORT"), names.intern("resolves"));
    let mut declared: Vec<Symbol> = ordering.iter().chain(&acyclic).copied().collect();
    declared.push(resolves);
    declared.sort_unstable();
    declared.dedup();
    let list = declared.into_iter().map(|name| Relation {
        ordering: ordering.contains(&name),
        acyclic: acyclic.contains(&name),
        target_types: (name == reports).then(|| vec![report]),
        resolution: name == resolves,
        ..Relation::plain(name)
    });
    Ok(Relations::new(list.collect()))
}

fn roles(extensions: &Field<'_>, names: &mut Names) -> Result<Roles, ProfileError> {
    let mut assignments = Vec::new();
    for item in extensions.optional("assignments").map_or(Ok(Vec::new()), |field| field.items())? {
        item.object(&[
            "identity",
            "role",
            "actions",
            "works",
            "revoked",
            "not_before",
            "not_after",
            "valid_from",
            "valid_to",
        ])?;
        let role = item.required("role")?.symbol(names)?;
        let mut grant = load_grant(&item, role, names)?;
        for (member, end) in [("valid_from", &mut grant.not_before), ("valid_to", &mut grant.not_after)] {
            if let Some(field) = item.optional(member) {
                *end = Some(field.instant()?);
            }
        }
        let revoked = item.optional("revoked").map_or(Ok(false), |field| field.boolean())?;
        assignments.push(Assignment { id: Symbol::EMPTY, grant, revoked });
    }
    let mut registry = Roles::new(Vec::new(), assignments);
    registry.exception_relation =
        extensions.optional("exception_relation").map(|field| field.symbol(names)).transpose()?;
    Ok(registry)
}
