//! Objects of a manifest before version 4 (FCOP 7): the manifest itself, and each role that it assigns.
//!
//! A manifest has no history, so that these assignments are concurrent with every act. They show who was meant; what
//! holds is what the profile's `roles.json` says.

use super::Maker;
use super::draft::{Draft, FACT, PUBLISHED};
use crate::digest::member;
use actum_canon::digest::sha256;
use std::collections::BTreeSet;

pub(super) fn all(out: &mut Maker<'_, '_, '_>) {
    let workspace = out.scene.workspace;
    let manifest = &workspace.manifest;
    let Some(source) = workspace.manifest_at.filter(|_| !manifest.typed && !manifest.roles.is_empty()) else {
        return;
    };
    let written = manifest.created_at.as_deref().map(|text| ("created_at", text));
    let Some(made) = out.choose(source, MANIFEST, written, None, None) else { return };
    let bytes = workspace.bytes(source);
    let mut push = |id: String, kind: &str, body: String| {
        let carrier = id == MANIFEST;
        let mut extension = String::new();
        member(&mut extension, "created_at_basis", Some(made.basis));
        let label = workspace.label(out.scene.registry);
        let draft = Draft {
            kind: kind.to_owned(),
            work: MANIFEST.to_owned(),
            stream: format!("{label}/{id}"),
            sequence: 1,
            creator: "role:ADMIN".to_owned(),
            role: "admin",
            created_at: made.at.clone(),
            lifecycle: FACT,
            state: PUBLISHED.to_owned(),
            transition: None,
            references: if carrier {
                BTreeSet::new()
            } else {
                BTreeSet::from([("carrier", MANIFEST.to_owned())])
            },
            media_type: "application/vnd.fcop.manifest+json",
            body,
            covered: sha256(bytes),
            extension,
            id,
        };
        out.push(source, draft);
    };
    push(MANIFEST.to_owned(), "fcop.manifest", String::from_utf8_lossy(bytes).into_owned());
    for code in &manifest.roles {
        let leads = manifest.leader.as_ref() == Some(code);
        let mut body = String::new();
        member(&mut body, "identity", Some(&format!("role:{code}")));
        member(&mut body, "role", Some(if leads { "approver" } else { "executor" }));
        body.push('}');
        push(format!("{MANIFEST}/role/{code}"), "fcop.role-assignment", body);
    }
}

const MANIFEST: &str = "manifest";
