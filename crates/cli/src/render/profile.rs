//! A profile for people: who may do what, the lifecycle as lines, the types, relations and switches.

use std::collections::BTreeMap;
use std::fmt::Write;

use actum::tmpa::profile::{
    Outline, OutlineAssignment, OutlineLifecycle, OutlineTransition, OutlineType, Switches,
};

use super::escape::{id, plain};
use super::style::{BOLD, paint};

/// The outline as text.
pub(crate) fn show(outline: &Outline, switches: Switches) -> String {
    let mut out = String::new();
    roles(outline, &mut out);
    outline.lifecycles.iter().for_each(|one| lifecycle(one, &mut out));
    types(outline, &mut out);
    relations(outline, &mut out);
    settings(outline, switches, &mut out);
    keys(outline, &mut out);
    projections(outline, &mut out);
    out
}

fn heading(title: &str, out: &mut String) {
    let _ = writeln!(out, "\n{}", paint(BOLD, title));
}

fn roles(outline: &Outline, out: &mut String) {
    heading("roles", out);
    let mut holders: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for role in &outline.roles {
        holders.entry(&role.id).or_default();
    }
    for assignment in &outline.assignments {
        holders.entry(&assignment.role).or_default().push(holder(assignment));
    }
    let width = holders.keys().map(|role| id(role).chars().count()).max().unwrap_or(0);
    for (name, holders) in &holders {
        let _ = write!(out, "  {:<width$}  ", id(name));
        if let Some(role) = outline.roles.iter().find(|role| role.id == *name) {
            let _ = write!(
                out,
                "may {}; assigned by {}; ",
                list(&role.permitted_actions),
                list(&role.assigned_by)
            );
        }
        let by_projection = outline.roles.iter().any(|role| role.id == *name && role.by_projection);
        let holders = match (holders.as_slice(), by_projection) {
            ([], true) => "whom a projection names".into(),
            ([], false) => "nobody".into(),
            (_, true) => format!("{}, and whom a projection names", holders.join(", ")),
            (_, false) => holders.join(", "),
        };
        let _ = writeln!(out, "held by {holders}");
    }
}

fn holder(assignment: &OutlineAssignment) -> String {
    let mut text = id(&assignment.identity);
    match &assignment.actions {
        None => {}
        Some(actions) if actions.is_empty() => text.push_str(" (no action)"),
        Some(actions) => text.push_str(&format!(" (only {})", list(actions))),
    }
    if assignment.revoked {
        text.push_str(" (revoked)");
    }
    text
}

fn lifecycle(outline: &OutlineLifecycle, out: &mut String) {
    heading(&format!("lifecycle {}", id(&outline.id)), out);
    let arrow =
        |step: &OutlineTransition| format!("{} --{}--> {}", id(&step.from), id(&step.action), id(&step.to));
    let width = outline.transitions.iter().map(|step| arrow(step).chars().count()).max().unwrap_or(0);
    for step in &outline.transitions {
        let _ = write!(out, "  {:<width$}  by {}", arrow(step), list(&step.roles));
        let conditions: Vec<String> =
            step.preconditions.iter().map(|condition| condition.name.clone()).collect();
        for (word, names) in [("refers by", &step.required_relations), ("if", &conditions)] {
            if !names.is_empty() {
                let _ = write!(out, "; {word} {}", list(names));
            }
        }
        if step.executor_must_not_review {
            out.push_str("; never by the executor");
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "  begins in {}, ends in {}",
        id(&outline.initial_state),
        list(&outline.terminal_states)
    );
}

fn types(outline: &Outline, out: &mut String) {
    heading("types", out);
    let width = outline.types.iter().map(|one| id(&one.name).chars().count()).max().unwrap_or(0);
    let mut sorted: Vec<&OutlineType> = outline.types.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    for one in sorted {
        let by = one.roles.as_ref().map_or_else(|| "any role".into(), |roles| list(roles));
        let _ = write!(out, "  {:<width$}  by {by}", id(&one.name));
        if one.carrier {
            out.push_str("; carries a work item");
        }
        if one.requires_transition {
            out.push_str("; moves a work item");
        }
        if let Some(evidence) = one.evidence {
            let _ = write!(out, "; evidence of {evidence}");
        }
        if let Some(member) = &one.lease {
            let _ = write!(out, "; holds it until the moment in {}", id(member));
        }
        out.push('\n');
    }
}

fn relations(outline: &Outline, out: &mut String) {
    heading("relations", out);
    let width = outline.relations.iter().map(|one| id(&one.name).chars().count()).max().unwrap_or(0);
    let mut sorted: Vec<_> = outline.relations.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    for one in sorted {
        let flags =
            [(one.ordering, "orders"), (one.required, "must be satisfied"), (one.acyclic, "forms no cycle")];
        let words: Vec<_> = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
        let words = if words.is_empty() { "a link without effect".into() } else { words.join(", ") };
        let _ = writeln!(out, "  {:<width$}  {words}", id(&one.name));
    }
}

fn settings(outline: &Outline, switches: Switches, out: &mut String) {
    heading("switches", out);
    let Switches { sequence_from_one, role_check_on_every_object, decision_needs_action, closed_relations } =
        switches;
    for (name, strict, value, lax) in [
        ("sequence_base", sequence_from_one, "one", "any"),
        ("role_check", role_check_on_every_object, "every_object", "protected_actions"),
        ("decision_scope", decision_needs_action, "action", "role"),
        ("relation_registry", closed_relations, "closed", "open"),
    ] {
        let (value, how) = if strict { (value, "strict") } else { (lax, "lax") };
        let _ = writeln!(out, "  {name:<17}  {value} ({how})");
    }
    heading("integrity", out);
    for (canonicalization, hash) in &outline.integrity {
        let _ = writeln!(out, "  {} with {}", id(canonicalization), id(hash));
    }
    let signatures = if outline.signatures_required { "required" } else { "optional" };
    let _ = writeln!(out, "  signatures are {signatures}");
    if outline.trusted_clock {
        out.push_str("  date-times of objects count (trusted clock)\n");
    }
}

/// The trust registry: which key signs for whom, and when it counts.
fn keys(outline: &Outline, out: &mut String) {
    if outline.keys.is_empty() {
        return;
    }
    heading("keys", out);
    let width = outline.keys.iter().map(|key| id(&key.id).chars().count()).max().unwrap_or(0);
    for key in &outline.keys {
        let roles = key.roles.as_ref().map_or_else(|| "any role".into(), |roles| list(roles));
        let _ = write!(out, "  {:<width$}  signs for {} in {roles}", id(&key.id), list(&key.identities));
        for limit in &key.validity {
            let _ = write!(out, "; {}", plain(limit));
        }
        if key.retroactive {
            out.push_str("; a revocation reaches back");
        }
        let _ = writeln!(out, "\n  {:<width$}  ed25519 {}", "", key.public_key);
    }
}

/// Which artifacts of other specifications are read, and what tells what they cannot say.
fn projections(outline: &Outline, out: &mut String) {
    if outline.projections.is_empty() {
        return;
    }
    heading("projections", out);
    for name in &outline.projections {
        let registries = outline.registries.iter().filter(|(projection, _)| projection == name);
        let files: Vec<String> = registries.map(|(_, file)| file.clone()).collect();
        let beside =
            if files.is_empty() { String::new() } else { format!(", with the registry {}", list(&files)) };
        let _ = writeln!(out, "  {}{beside}", id(name));
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none".into();
    }
    names.iter().map(|name| id(name)).collect::<Vec<_>>().join(", ")
}
