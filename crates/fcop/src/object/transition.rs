//! Objects of events (FCOP 7): each item of `transitions` after the first, which is the TASK itself.

use super::Maker;
use super::draft::{Draft, raw};
use crate::digest::member;
use crate::edition::role_of;
use crate::envelope::Envelope;
use crate::event::Event;
use crate::task::items;
use actum_canon::digest::sha256;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn all(out: &mut Maker<'_, '_, '_>) {
    for task in out.scene.tasks.values() {
        for copy in task.copies {
            let items = items(out.scene.workspace, copy);
            let mut ordinals: BTreeMap<&str, u64> = BTreeMap::new();
            for (place, event) in copy.events().iter().enumerate().skip(1) {
                let ordinal = ordinals.entry(event.by).or_default();
                *ordinal += 1;
                let covered = sha256(items.get(place).map(AsRef::as_ref).unwrap_or_default());
                one(out, copy, place, event, *ordinal, covered);
            }
        }
    }
}

fn one(
    out: &mut Maker<'_, '_, '_>,
    copy: &Envelope<'_>,
    place: usize,
    event: &Event<'_>,
    ordinal: u64,
    covered: actum_canon::digest::Sha256,
) {
    let id = format!("{}/t{}", copy.id, place + 1);
    let Some(made) = out.choose(copy.source, &id, Some(("at", event.at)), None, None) else { return };
    let mut references: BTreeSet<(&'static str, String)> = BTreeSet::from([("carrier", copy.id.to_owned())]);
    if place > 1 {
        references.insert(("follows", format!("{}/t{place}", copy.id)));
    }
    references.extend(event.evidence.iter().map(|(id, _)| ("evidence", (*id).to_owned())));
    references.extend(event.authorization.map(|(id, _)| ("authorized_by", id.to_owned())));
    references.retain(|(_, target)| !target.is_empty());
    let mut body = String::new();
    event.field.write_json(&[], &mut body);
    let mut extension = String::new();
    member(&mut extension, "created_at_basis", Some(made.basis));
    raw(&mut extension, "event_index", &(place + 1).to_string(), "");
    let label = out.scene.workspace.label(out.scene.registry);
    let draft = Draft {
        kind: "fcop.transition".to_owned(),
        work: copy.id.to_owned(),
        stream: format!("{label}/{}/by/{}", copy.id, event.by),
        sequence: ordinal,
        creator: format!("role:{}", event.by),
        role: role_of(event.tool),
        created_at: made.at,
        lifecycle: out.scene.workspace.edition.lifecycle,
        state: event.to.to_owned(),
        transition: Some((event.from.unwrap_or_default().to_owned(), event.tool.to_owned())),
        references,
        media_type: "application/vnd.fcop.transition+json",
        body,
        covered,
        extension,
        id,
    };
    out.push(copy.source, draft);
}
