//! Workspaces of the versions before 4 (FCOP 1, 3.1): names that say who writes to whom, and no digest anywhere.

use super::front::Front;
use super::workspace::{Workspace, line};
use serde_json::json;

/// A manifest of version 3 with these roles, which the first of them leads.
pub(super) fn team(roles: &[&str]) -> Workspace {
    let mut objects = vec!["manifest".to_owned()];
    objects.extend(roles.iter().map(|role| format!("manifest/role/{role}")));
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let manifest = json!({
        "mode": "custom", "team": "suite", "lang": "en", "version": 1, "leader": roles.first(), "roles": roles,
        "created_at": "2026-03-01T08:00:00Z",
    });
    Workspace::empty().file("fcop/fcop.json", line(&manifest), &objects)
}

/// An event of version 3: moment, from, to, by, tool; an empty `from` is null.
pub(super) type Moved<'m> = (&'m str, &'m str, &'m str, &'m str, &'m str);

pub(super) const CREATED: Moved<'static> = ("2026-03-02T08:00:00Z", "", "inbox", "PM", "create_task");
pub(super) const CLAIMED: Moved<'static> = ("2026-03-02T08:10:00Z", "inbox", "active", "DEV", "claim_task");
pub(super) const SUBMITTED: Moved<'static> =
    ("2026-03-02T08:30:00Z", "active", "review", "DEV", "submit_task");
pub(super) const APPROVED: Moved<'static> = ("2026-03-02T08:50:00Z", "review", "done", "PM", "approve_task");
pub(super) const FINISHED: Moved<'static> = ("2026-03-02T08:30:00Z", "active", "done", "DEV", "finish_task");
pub(super) const ARCHIVED: Moved<'static> =
    ("2026-03-02T09:10:00Z", "done", "archive", "ADMIN", "archive_task");

impl Workspace {
    /// A TASK of version 1 to 3 in `folder`, from the first role of its name to the second.
    pub(super) fn old_task(
        self,
        folder: &str,
        id: &str,
        parties: (&str, &str),
        events: &[Moved<'_>],
    ) -> Self {
        let mut front = old("TASK", parties);
        front.text("priority", "P2").text("subject", "What it is about");
        if !events.is_empty() {
            front.key("transitions");
        }
        for (at, from, to, by, tool) in events {
            front.item(&[("at", at), ("from", from), ("to", to), ("by", by), ("tool", tool)]);
        }
        let mut objects = vec![id.to_owned()];
        objects.extend((2..=events.len()).map(|place| format!("{id}/t{place}")));
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        self.file(&format!("{folder}/{id}.md"), front.finish("Please see to it."), &objects)
    }

    /// A REPORT, ISSUE or REVIEW of version 1 to 3 with these fields; a name that stands several times is a list.
    pub(super) fn old_envelope(self, path: &str, fields: &[(&str, &str)], objects: &[&str]) -> Self {
        let file = path.rsplit('/').next().unwrap_or_default();
        let mut front = Front::new();
        front.text("protocol", "fcop").bare("version", "1");
        front.text("type", file.split('-').next().unwrap_or_default());
        let mut told: Vec<&str> = Vec::new();
        for (name, text) in fields {
            let same: Vec<&str> =
                fields.iter().filter(|(other, _)| other == name).map(|(_, text)| *text).collect();
            match (told.contains(name), same.len()) {
                (true, _) => continue,
                (false, 1) => drop(front.text(name, text)),
                (false, _) => drop(front.list(name, &same)),
            }
            told.push(name);
        }
        self.file(path, front.finish("What there is to say."), objects)
    }
}

fn old(kind: &str, (sender, recipient): (&str, &str)) -> Front {
    let mut front = Front::new();
    front.text("protocol", "fcop").bare("version", "1").text("type", kind);
    front.text("sender", sender).text("recipient", recipient);
    front
}
