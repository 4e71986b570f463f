//! The rules that the document type adds to the shape (TMPA 9.2, 9.3, 4.1).

use super::shape::Parts;
use crate::code::Code;
use crate::issue::Cause;
use crate::names::Symbol;
use crate::profile::Profile;
use crate::profile::types::Type;
use actum_canon::json::Kind;

/// Checks the type rules; `None` when the registry does not know the type.
pub(super) fn check<'p>(
    parts: &Parts<'_>,
    profile: &'p Profile,
    reasons: &mut Vec<(Code, Vec<Cause>)>,
) -> Option<&'p Type> {
    let entry = profile.names.get(&parts.kind).and_then(|symbol| profile.types.get(symbol));
    let Some(entry) = entry else {
        let cause = Cause::new("unknown_type", "TMPA 9.3").at("/type").found(parts.kind.as_ref());
        reasons.push((Code::UnknownType, vec![cause]));
        return None;
    };
    let mut causes = Vec::new();
    lifecycle(parts, profile, entry, &mut causes);
    body(parts, entry, &mut causes);
    relations(parts, profile, entry, &mut causes);
    if !causes.is_empty() {
        reasons.push((Code::SchemaInvalid, causes));
    }
    Some(entry)
}

fn lifecycle(parts: &Parts<'_>, profile: &Profile, entry: &Type, causes: &mut Vec<Cause>) {
    if entry.requires_transition {
        match &parts.transition {
            None => causes.push(
                Cause::new("transition_required", "TMPA 9.2")
                    .at("/lifecycle")
                    .expected("a transition tuple")
                    .found("absent"),
            ),
            Some([_, _, to]) if *to != parts.state => causes.push(
                Cause::new("state_differs_from_transition", "TMPA 9.6")
                    .at("/lifecycle/state")
                    .expected(to.as_ref())
                    .found(parts.state.as_ref()),
            ),
            Some(_) => {}
        }
    }
    let rules = profile.lifecycles.get(entry.lifecycle);
    if !is_foreign(parts, profile) {
        let known = profile.names.get(&parts.state).is_some_and(|state| rules.states.contains(&state));
        if !known {
            causes.push(
                Cause::new("undefined_state", "TMPA 9.6")
                    .at("/lifecycle/state")
                    .expected("a state of the lifecycle")
                    .found(parts.state.as_ref()),
            );
        }
    }
}

/// Whether the object follows another lifecycle than its type.
///
/// Of several lifecycles one is the type's, so that no other defines its states.
pub(super) fn is_foreign(parts: &Parts<'_>, profile: &Profile) -> bool {
    let kind = profile.names.get(&parts.kind).unwrap_or(Symbol::EMPTY);
    profile.names.text(profile.lifecycle_of(kind).id) != parts.lifecycle
}

fn body(parts: &Parts<'_>, entry: &Type, causes: &mut Vec<Cause>) {
    for field in &entry.required_fields {
        if parts.body.get(field).is_none() {
            let found = if parts.body.kind() == Kind::Object { "absent" } else { "the body is no object" };
            causes.push(
                Cause::new("required_field", "TMPA 9.3")
                    .at("/content/body")
                    .expected(field.as_str())
                    .found(found),
            );
        }
    }
    if let Some(schema) = &entry.body_schema {
        for failure in crate::profile::body_failures(schema, parts.body) {
            causes.push(Cause::new("body_schema", "TMPA 9.3").at("/content/body").found(failure));
        }
    }
}

fn relations(parts: &Parts<'_>, profile: &Profile, entry: &Type, causes: &mut Vec<Cause>) {
    for (index, (relation, _)) in parts.references.iter().enumerate() {
        let symbol = profile.names.get(relation);
        let declared = symbol.is_some_and(|symbol| profile.relations.get(symbol).is_some());
        let reason = if profile.switches.closed_relations && !declared {
            "undeclared_relation"
        } else if symbol.map_or(entry.relations.is_some(), |symbol| entry.relation_targets(symbol).is_none())
        {
            "relation_not_permitted"
        } else {
            continue;
        };
        causes.push(
            Cause::new(reason, "TMPA 9.3")
                .at(&format!("/references/{index}/relation"))
                .found(relation.as_ref()),
        );
    }
    for required in entry.relations.iter().flatten().filter(|entry| entry.required) {
        let name = profile.names.text(required.name);
        if !parts.references.iter().any(|(relation, _)| relation == name) {
            causes.push(
                Cause::new("required_relation", "TMPA 9.3").at("/references").expected(name).found("absent"),
            );
        }
    }
}
