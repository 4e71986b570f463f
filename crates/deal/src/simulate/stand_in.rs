//! Offers whose items can be made to pass, fail or stay open at will.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::Parser;

use crate::offer::Offer;
use crate::predicate::Predicate;
use crate::verdict::Kind;

/// The predicate that stands in for an item's own, by its published name.
fn stand_in(offer: &Offer, predicate: &Predicate) -> &'static str {
    match predicate {
        _ if predicate.kind() == Kind::Evidence => "evidence_digests_valid",
        Predicate::Manual | Predicate::Unregistered(_) => "manual",
        Predicate::Attested(_) if !offer.allow_attested => "manual",
        _ => "attested",
    }
}

/// Writes the Offer of a party with stand-ins for its items. Keys are left out: nobody signs here.
pub(super) fn write(offer: &Offer, party: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(offer.snapshot.body()) else { return out };
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, value) in document.root().members() {
        let bytes = match &*name {
            "obligation" => obligation(offer),
            "deal_structure" => {
                let mut kept = Vec::new();
                let mut writer = Writer::new(&JCS_NEAREST, &mut kept);
                let Ok(()) = writer.begin_object();
                for (name, value) in value.members().filter(|(name, _)| name != "keys") {
                    let mut bytes = Vec::new();
                    // It was written in this form before: nothing in it can be refused.
                    let _ = JCS_NEAREST.write(value, &mut bytes);
                    let (Ok(()), Ok(())) = (writer.name(&name), writer.raw(&bytes));
                }
                let (Ok(()), Ok(())) = (writer.end_object(), writer.finish());
                kept
            }
            _ => {
                let mut bytes = Vec::new();
                let _ = JCS_NEAREST.write(value, &mut bytes);
                bytes
            }
        };
        members.push((name.into_owned(), bytes));
    }
    for (name, text) in [("from", party), ("type", "Offer")] {
        let mut bytes = Vec::new();
        let Ok(()) = Writer::new(&JCS_NEAREST, &mut bytes).string(text);
        members.push((name.into(), bytes));
    }
    members.sort_unstable_by(|a, b| JCS_NEAREST.compare_names(&a.0, &b.0));
    let mut writer = Writer::new(&JCS_NEAREST, &mut out);
    let Ok(()) = writer.begin_object();
    for (name, bytes) in &members {
        let (Ok(()), Ok(())) = (writer.name(name), writer.raw(bytes));
    }
    let (Ok(()), Ok(())) = (writer.end_object(), writer.finish());
    out
}

fn obligation(offer: &Offer) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut out);
    let Ok(()) = writer.begin_object();
    let (Ok(()), Ok(())) = (writer.name("checklist"), writer.begin_array());
    for item in &offer.items {
        let Ok(()) = writer.begin_object();
        let (Ok(()), Ok(())) = (writer.name("id"), writer.string(&item.id));
        let (Ok(()), Ok(())) = (writer.name("predicate"), writer.string(stand_in(offer, &item.predicate)));
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_array();
    if let Some(most) = offer.max_disclosures {
        let (Ok(()), Ok(())) = (writer.name("max_disclosures"), writer.integer(most));
    }
    let (Ok(()), Ok(())) = (writer.end_object(), writer.finish());
    out
}
