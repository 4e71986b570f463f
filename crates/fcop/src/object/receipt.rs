//! Objects of receipts (FCOP 7): evidence of an operation, without effect on any state.

use super::Maker;
use super::draft::{Draft, FACT, PUBLISHED, raw};
use crate::digest::member;
use crate::receipt::{Operation, Receipt};
use actum_canon::digest::sha256;
use std::collections::BTreeSet;

pub(super) fn all(out: &mut Maker<'_, '_, '_>) {
    for receipt in &out.scene.workspace.receipts {
        one(out, receipt);
    }
}

fn one(out: &mut Maker<'_, '_, '_>, receipt: &Receipt) {
    let scene = out.scene;
    let task = scene.tasks.get(receipt.task.as_str());
    let creation = task.and_then(|task| task.events.first());
    let merged = scene.workspace.find(&receipt.review).filter(|_| receipt.operation == Operation::Merge);
    let (at, actor) = match receipt.operation {
        Operation::Transition => (Some(receipt.at.as_str()), receipt.actor.as_str()),
        Operation::Create => {
            (creation.map(|event| event.at), creation.map(|event| event.by).unwrap_or_default())
        }
        Operation::Merge => (
            merged.and_then(|review| review.text("created_at")),
            merged.map(|review| review.sender()).unwrap_or_default(),
        ),
    };
    let work = match (receipt.task.as_str(), merged) {
        ("", Some(review)) => review.text("subject_ref").unwrap_or(review.id),
        ("", None) => return,
        (task, _) => task,
    };
    let Some(made) = out.choose(receipt.source, &receipt.id, at.map(|at| ("at", at)), None, None) else {
        return;
    };
    let targets = receipt
        .pins
        .iter()
        .map(|(id, _)| id.as_str())
        .chain([receipt.task.as_str(), receipt.review.as_str()]);
    let references: BTreeSet<_> =
        targets.filter(|id| !id.is_empty()).map(|id| ("pins", id.to_owned())).collect();
    let mut extension = String::new();
    member(&mut extension, "created_at_basis", Some(made.basis));
    raw(&mut extension, "pinned", "false", "");
    let label = scene.workspace.label(scene.registry);
    let draft = Draft {
        id: receipt.id.clone(),
        kind: "fcop.operation-receipt".to_owned(),
        work: work.to_owned(),
        stream: format!("{label}/{}", receipt.operation_id),
        sequence: 1,
        creator: format!("role:{}", if actor.is_empty() { "unknown" } else { actor }),
        role: "participant",
        created_at: made.at,
        lifecycle: FACT,
        state: PUBLISHED.to_owned(),
        transition: None,
        references,
        media_type: "application/vnd.fcop.receipt+json",
        body: receipt.json.clone(),
        covered: sha256(scene.workspace.bytes(receipt.source)),
        extension,
    };
    out.push(receipt.source, draft);
}
