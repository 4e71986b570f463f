//! Readers that are wrong about FCoP workspaces: they believe what a file or a folder only says, smooth what is in them, or do
//! not look.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::profile::registry;
use crate::reader::{Files, Item};

/// Changes the text of every file whose name begins like that.
fn edit(items: &mut [Item], kind: &str, change: impl Fn(&str, String) -> String) {
    for item in items {
        let name = item.id.rsplit('/').next().unwrap_or_default().to_owned();
        if let Some(stem) = name.strip_suffix(".md").filter(|stem| stem.starts_with(kind))
            && let Ok(text) = String::from_utf8(item.bytes.clone())
        {
            item.bytes = change(stem, text).into_bytes();
        }
    }
}

fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// The folder is moved to where the last event leads.
pub(super) fn folders_follow_the_events(items: &mut [Item], _: &Files) {
    for item in items {
        let text = String::from_utf8_lossy(&item.bytes).into_owned();
        let last = text.lines().filter_map(|line| line.strip_prefix("  to: ")).next_back();
        if let (Some(stage), Some((folders, name))) = (last, item.id.rsplit_once('/'))
            && let Some((above, "inbox" | "active" | "review" | "done" | "archive")) =
                folders.rsplit_once('/')
        {
            item.id = format!("{above}/{stage}/{name}");
        }
    }
}

/// Of several files of one name only one is read: the one that `takes` prefers to another.
fn one_of_each_name(items: &mut Vec<Item>, takes: impl Fn(&Item, &Item) -> bool) {
    let mut kept: BTreeMap<String, Item> = BTreeMap::new();
    for item in items.drain(..) {
        let name = item.id.rsplit('/').next().unwrap_or_default().to_owned();
        match kept.get(&name) {
            Some(other) if !takes(&item, other) => {}
            _ => drop(kept.insert(name, item)),
        }
    }
    items.extend(kept.into_values());
}

pub(super) fn first_file_of_a_name_wins(items: &mut Vec<Item>, _: &Value) {
    one_of_each_name(items, |_, _| false);
}

pub(super) fn longest_file_of_a_name_wins(items: &mut Vec<Item>, _: &Value) {
    one_of_each_name(items, |item, other| item.bytes.len() > other.bytes.len());
}

/// A REPORT that names no TASK answers the first one that it refers to.
pub(super) fn first_reference_binds(items: &mut [Item], _: &Files) {
    edit(items, "REPORT", |_, text| {
        let first = text.lines().skip_while(|line| !line.starts_with("references:")).nth(1);
        match first.and_then(|line| line.strip_prefix("- TASK-")) {
            Some(task) if field(&text, "ref_task").is_none() => {
                text.replacen("\n---\n", &format!("\nref_task: TASK-{task}\n---\n"), 1)
            }
            _ => text,
        }
    });
}

/// Of a key that stands twice the first one is dropped.
pub(super) fn last_key_wins(items: &mut [Item], _: &Files) {
    edit(items, "", |_, text| {
        let keys: Vec<&str> =
            text.lines().filter_map(|line| line.split_once(": ").map(|(key, _)| key)).collect();
        let plain = |key: &str| !key.starts_with(['-', ' ', '#']);
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        keys.iter().filter(|key| plain(key)).for_each(|key| *left.entry(key).or_default() += 1);
        let mut kept = String::new();
        for line in text.split_inclusive('\n') {
            let count = line.split_once(": ").and_then(|(key, _)| left.get_mut(key));
            match count {
                Some(count) if *count > 1 => *count -= 1,
                _ => kept.push_str(line),
            }
        }
        kept
    });
}

/// Who writes to whom is what the name says.
pub(super) fn names_route(items: &mut [Item], _: &Files) {
    edit(items, "", |stem, text| {
        let parties = stem.split_once("-to-").map(|(before, to)| (before.splitn(4, '-').last(), to));
        let Some((Some(sender), recipient)) = parties else { return text };
        let line = |line: &str| match line.split_once(": ") {
            Some(("sender", _)) => format!("sender: {sender}\n"),
            Some(("recipient", _)) => {
                format!("recipient: {}\n", recipient.split('.').next().unwrap_or_default())
            }
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    });
}

/// Marks, line ends and broken characters are mended before anything is looked at.
pub(super) fn bytes_are_mended(items: &mut [Item], _: &Files) {
    for item in items.iter_mut().filter(|item| item.id.ends_with(".md")) {
        let text = String::from_utf8_lossy(&item.bytes).into_owned();
        item.bytes = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").into_bytes();
    }
}

/// Whatever an envelope is called inside, it is what its file is called.
pub(super) fn ids_follow_the_names(items: &mut [Item], _: &Files) {
    edit(items, "REPORT", |stem, text| {
        let line = |line: &str| match line.split_once(": ") {
            Some(("report_id", _)) => format!("report_id: {stem}\n"),
            Some(("type", _)) => "type: REPORT\n".to_owned(),
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    });
}

pub(super) fn any_version_is_the_newest(items: &mut [Item], _: &Files) {
    edit(items, "REPORT-1", |_, text| {
        let line = |line: &str| match line.strip_prefix("version: ") {
            Some(_) => "version: 4\n".to_owned(),
            None => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    });
}

/// What names another workspace is read as if it named this one.
pub(super) fn workspaces_are_all_one(items: &mut [Item], _: &Files) {
    edit(items, "REPORT", |_, text| text.replace("urn:uuid:6e0f3c1e-7a42", "urn:uuid:5d0f3c1e-7a42"));
}

/// Files that no kind is known of are passed over.
pub(super) fn strangers_are_passed_over(items: &mut Vec<Item>, found: &Value) {
    forget(items, found, "UNKNOWN_TYPE");
}

/// Envelopes that break their form are passed over.
pub(super) fn broken_envelopes_are_passed_over(items: &mut Vec<Item>, found: &Value) {
    forget(items, found, "SCHEMA_INVALID");
}

fn forget(items: &mut Vec<Item>, found: &Value, code: &str) {
    let issues = found["issues"].as_array().unwrap().iter().filter(|issue| issue["code"] == code);
    let sources: BTreeSet<&str> = issues.filter_map(|issue| issue["source_id"].as_str()).collect();
    items.retain(|item| !sources.contains(item.id.as_str()));
}

/// Copies that are kept for the record are read as the record.
pub(super) fn cold_copies_are_read(items: &mut [Item], _: &Files) {
    for item in items {
        item.id = item.id.replace("/cold/", "/_lifecycle/archive/");
    }
}

/// Numbers of names are the places of a stream.
pub(super) fn numbers_of_names_are_a_stream(items: &mut [Item], _: &Files) {
    edit(items, "TASK-2", |stem, text| {
        let number = stem.split('-').nth(2).unwrap_or_default().trim_start_matches('0').to_owned();
        let more = format!("\ntmpa_stream: names\ntmpa_sequence: {number}\npriority");
        text.replacen("\npriority", &more, 1)
    });
}

/// A short id means the first file that begins with it.
pub(super) fn short_ids_mean_the_first(items: &mut [Item], _: &Files) {
    let mut stems: Vec<String> = items
        .iter()
        .filter_map(|item| Some(item.id.rsplit('/').next()?.strip_suffix(".md")?.to_owned()))
        .collect();
    stems.sort();
    edit(items, "REPORT", |_, text| {
        let line = |line: &str| match line.rsplit_once(' ') {
            Some((before, short))
                if short.starts_with("TASK-") && short.len() == "TASK-YYYYMMDD-NNN".len() =>
            {
                let first =
                    stems.iter().find(|stem| stem.starts_with(short)).map_or(short, |stem| stem.as_str());
                format!("{before} {first}\n")
            }
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    });
}

/// A verdict that asks for a person is one that approves.
pub(super) fn nobody_waits_for_a_person(items: &mut [Item], _: &Files) {
    edit(items, "REVIEW", |_, text| text.replace("decision: needs_human", "decision: approved"));
}

/// What a migration made up is how it was.
pub(super) fn migrations_tell_history(items: &mut [Item], _: &Files) {
    edit(items, "TASK", |_, text| {
        let stage = if text.contains("fcop_migrate_v3") { "inbox" } else { return text };
        text.replace("to: done", &format!("to: {stage}")).replace("fcop_migrate_v3", "create_task")
    });
    for item in items {
        if String::from_utf8_lossy(&item.bytes).contains("by: migration") {
            item.id = item.id.replace("/done/", "/inbox/");
        }
    }
}

/// Whom the manifest of a workspace names holds every role.
pub(super) fn manifests_give_authority(files: &mut Files, items: &[Item]) {
    let manifest = items.iter().find(|item| item.id.ends_with("fcop.json"));
    let manifest: Value =
        manifest.and_then(|item| serde_json::from_slice(&item.bytes).ok()).unwrap_or_default();
    let roles = registry(files, "roles");
    let list = roles["assignments"].as_array_mut().unwrap();
    for (place, code) in manifest["roles"].as_array().into_iter().flatten().enumerate() {
        let identity = format!("role:{}", code.as_str().unwrap());
        for role in ["issuer", "executor", "approver", "archiver"] {
            if !list.iter().any(|known| known["identity"] == identity && known["role"] == role) {
                list.push(
                    json!({ "id": format!("manifest-{place}-{role}"), "identity": identity, "role": role }),
                );
            }
        }
    }
}

/// Every evaluator says yes to everything.
pub(super) fn evaluators_are_not_asked(files: &mut Files, _: &[Item]) {
    let names = files.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>();
    if names.contains("fcop.json") {
        registry(files, "fcop")["evaluations"] =
            json!([{ "profile_ref": "local-trust", "answer": "AUTHORIZED" }]);
    }
}

/// Takes back what a code says: issues, findings, and what they do to their objects.
fn overlook(found: &mut Value, code: &str) {
    let mut objects = BTreeSet::new();
    let findings = found["extensions"]["findings"].as_object_mut().unwrap();
    findings.retain(|_, finding| {
        if finding["code"] == code {
            objects.insert(finding["object_id"].as_str().unwrap_or_default().to_owned());
        }
        finding["code"] != code
    });
    found["issues"].as_array_mut().unwrap().retain(|issue| issue["code"] != code);
    for node in found["nodes"].as_array_mut().unwrap() {
        if node["id"].as_str().is_some_and(|id| objects.contains(id)) {
            node["judgment"] = json!("valid");
            node["view_state"] = json!("authoritative");
        }
    }
}

macro_rules! overlooks {
    ($($(#[$doc:meta])* $name:ident: $code:literal;)*) => {
        $($(#[$doc])* pub(super) fn $name(found: &mut Value, _: &[Item]) {
            overlook(found, $code);
        })*
    };
}

overlooks! {
    /// Digests that somebody else holds are not compared.
    pins_are_not_compared: "INTEGRITY_MISMATCH";
    /// An event is believed without its receipt.
    receipts_are_not_missed: "fcop:RECEIPT_MISSING";
    /// A receipt counts at whatever stage it is.
    receipts_need_not_be_committed: "fcop:OPERATION_INCOMPLETE";
    /// Two stages are as good as one.
    stages_may_be_several: "fcop:STATE_AMBIGUOUS";
    /// An authorization counts whatever it says.
    authorizations_are_not_read: "AUTHORITY_DENIED";
    /// No REPORT is asked for.
    reports_are_not_missed: "fcop:REPORT_MISSING";
    /// Who works may judge.
    one_may_judge_oneself: "SOD_VIOLATION";
    /// Parents may be a circle.
    circles_are_taken: "PROHIBITED_CYCLE";
    /// Acceptance and rejection stand side by side.
    contradictions_stand: "UNRESOLVED_CONFLICT";
    /// What was written into an envelope later was always there.
    later_edits_are_not_told: "fcop:POST_PUBLICATION_EDIT";
    /// Any tool may lead anywhere.
    tools_lead_anywhere: "ILLEGAL_TRANSITION";
    /// What a strong relation leads to does not matter.
    relations_lead_anywhere: "fcop:RELATION_INVALID";
    /// Without a registry everybody may do everything.
    no_registry_is_every_right: "AUTHORITY_UNDETERMINED";
    /// What is not there is not missed.
    lost_evidence_is_not_missed: "MISSING_REFERENCE";
}
