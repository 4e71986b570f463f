//! In which roles an identity may speak, and what its roles rest on (TMPA 3.3, 6.4).
//!
//! This looks things up for a writer and decides nothing: whether a role counts, the reading says.

use std::collections::{BTreeMap, BTreeSet};

use actum_canon::json::{Parser, Value};
use actum_tmpa::Judgment;
use actum_tmpa::profile::{Outline, OutlineTransition, OutlineType};

use super::record::{Record, Standing};
use crate::error::{Error, ErrorKind};

/// The roles of an identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Those that the profile gives.
    pub fixed: BTreeSet<String>,
    /// Those that objects of the record give, with the ids of these objects.
    pub granted: BTreeMap<String, Vec<String>>,
}

impl Held {
    /// Whether the identity has this role from anywhere.
    #[must_use]
    pub fn has(&self, role: &str) -> bool {
        self.fixed.contains(role) || self.granted.contains_key(role)
    }
}

/// How many assignments of one role an object refers to.
const MOST: usize = 4;

/// The roles that an identity holds by the profile and by valid assignments of the record.
pub fn held(record: &dyn Record, identity: &str) -> Held {
    let profile = record.profile();
    let fixed = profile.assignments.iter().filter(|one| one.identity == identity && !one.revoked);
    let mut held = Held { fixed: fixed.map(|one| one.role.clone()).collect(), ..Held::default() };
    let giving = |entry: &&OutlineType| matches!(entry.evidence, Some("assignment" | "delegation"));
    for entry in profile.types.iter().filter(giving) {
        for seen in record.of_kind(&entry.name).into_iter().filter(|seen| seen.judgment == Judgment::Valid) {
            let Some([given, role]) =
                record.object(&seen.id).and_then(|bytes| body(&bytes, ["identity", "role"]))
            else {
                continue;
            };
            if given == identity {
                let granted = held.granted.entry(role).or_default();
                if granted.len() < MOST {
                    granted.push(seen.id);
                }
            }
        }
    }
    held
}

/// The role in which this can be done: the one that the identity holds, or else the only one that may.
pub(super) fn choose(
    profile: &Outline,
    entry: Option<&OutlineType>,
    rules: Option<&OutlineTransition>,
    held: &Held,
    identity: &str,
) -> Result<String, Error> {
    let by_type = entry.and_then(|entry| entry.roles.clone());
    let all = || profile.roles.iter().map(|role| role.id.clone()).collect();
    let mut allowed: Vec<String> = by_type.unwrap_or_else(all);
    if let Some(rules) = rules {
        allowed.retain(|role| rules.roles.contains(role));
    }
    let own: Vec<&String> = allowed.iter().filter(|role| held.has(role)).collect();
    match (own.as_slice(), allowed.as_slice()) {
        ([role], _) => Ok((*role).clone()),
        // Nobody gave it to the identity; the reading says so, and what would help.
        ([], [role]) => Ok(role.clone()),
        _ => {
            let message = format!("`{identity}` has to say in which role");
            let names: Vec<_> = allowed.iter().map(|role| format!("`{role}`")).collect();
            Err(Error::new(ErrorKind::Usage, "role_missing", message)
                .hint(format!("`--role` takes one of {}", names.join(", "))))
        }
    }
}

/// Whose assignment the body of a revocation names.
pub(super) fn assigned(record: &dyn Record, json: Option<&str>) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(json?.as_bytes()).ok()?;
    let name = document.root().get("assignment").and_then(Value::as_str)?;
    let fixed = record.profile().assignments.iter().find(|one| one.id == *name);
    if let Some(one) = fixed {
        return Some(one.identity.clone());
    }
    let [identity] = body(&record.object(&name)?, ["identity"])?;
    Some(identity)
}

/// The last valid object of each stream of an identity.
pub(super) fn last_words(record: &dyn Record, identity: &str) -> Vec<String> {
    let mut last: BTreeMap<String, (u64, String)> = BTreeMap::new();
    each_work(record, &|_| true, &mut |standing| {
        let own = standing
            .objects
            .iter()
            .filter(|seen| seen.creator == identity && seen.judgment == Judgment::Valid);
        for seen in own {
            let entry = last.entry(seen.stream.clone()).or_default();
            if entry.0 < seen.sequence {
                *entry = (seen.sequence, seen.id.clone());
            }
        }
    });
    last.into_values().map(|(_, id)| id).collect()
}

/// Shows every work item whose state is wanted, in the order of their ids.
pub(crate) fn each_work(
    record: &dyn Record,
    wanted: &dyn Fn(Option<&str>) -> bool,
    visit: &mut dyn FnMut(&Standing),
) {
    const PAGE: usize = 256;
    let mut after: Option<String> = None;
    loop {
        let page = record.works(after.as_deref(), PAGE);
        let wanted = page.iter().filter(|(_, state)| wanted(state.as_deref()));
        wanted.filter_map(|(id, _)| record.work(id)).for_each(|standing| visit(&standing));
        match page.last() {
            Some((last, _)) if page.len() == PAGE => after = Some(last.clone()),
            _ => return,
        }
    }
}

/// Texts of the body of an object.
pub(crate) fn body<const N: usize>(bytes: &[u8], names: [&str; N]) -> Option<[String; N]> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    let body = document.root().get("content")?.get("body")?;
    let mut found = [const { String::new() }; N];
    for (slot, name) in found.iter_mut().zip(names) {
        *slot = body.get(name).and_then(Value::as_str)?.into_owned();
    }
    Some(found)
}

/// Id, creator, work item and request that an object names; empty where it does not.
pub(crate) fn members(bytes: &[u8]) -> Option<[String; 4]> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    let root = document.root();
    let text = |value: Option<Value<'_>>| value.and_then(Value::as_str).unwrap_or_default().into_owned();
    let work = root.get("governed_work").and_then(|work| work.get("id"));
    let asked = root.get("extensions").and_then(|extensions| extensions.get(super::ledger::REQUEST));
    Some([text(root.get("id")), text(root.get("creator")), text(work), text(asked)])
}
