//! One primary carrier per work item (TMPA 4.1, 4.3 step 5, 9.2).

use super::reading::{Raise, Reading};
use crate::code::Code;
use crate::graph::{Index, NONE};
use crate::issue::{Cause, Param, message};
use crate::names::Symbol;

/// Checks every work item; gives the carrier of each, or [`NONE`] where no single carrier can be told.
pub(super) fn pass(reading: &mut Reading<'_>) -> Vec<Index> {
    let relation = reading.graph.names.intern("primary_carrier_id");
    (0..reading.graph.works.len()).map(|work| carrier(reading, work, relation)).collect()
}

fn carrier(reading: &mut Reading<'_>, work: usize, relation: Symbol) -> Index {
    let members = reading.graph.works.members(work).to_vec();
    let graph = &reading.graph;
    let mut named: Vec<Symbol> = members.iter().map(|&index| graph.object(index).carrier).collect();
    named.sort_unstable();
    named.dedup();
    let &[name] = named.as_slice() else {
        let mut carriers: Vec<String> = named.iter().map(|&name| graph.names.text(name).to_owned()).collect();
        carriers.sort_unstable();
        return conflict(reading, work, &members, carriers, "several_carriers");
    };
    let carriers = vec![graph.names.text(name).to_owned()];
    let Some(index) = graph.find(name) else {
        let excluded = graph.claimants(name).next().is_some();
        let reason = if excluded { "carrier_excluded" } else { "carrier_missing" };
        let cause = Cause::new(reason, "TMPA 9.2")
            .at("/governed_work/primary_carrier_id")
            .expected(graph.names.text(name))
            .members(members.iter().map(|&member| graph.id(member)));
        let raise = Raise::new(Code::MissingReference, cause).relation(relation).target(name);
        reading.raise_all(&members, raise);
        return NONE;
    };
    let carrier = graph.object(index);
    let is_carrier = reading.profile.types.get(carrier.kind).is_some_and(|entry| entry.carrier);
    if carrier.work_index as usize != work {
        conflict(reading, work, &members, carriers, "carrier_governs_other_work")
    } else if carrier.carrier != name {
        conflict(reading, work, &members, carriers, "carrier_names_other_carrier")
    } else if !is_carrier {
        conflict(reading, work, &members, carriers, "type_is_no_carrier")
    } else {
        index
    }
}

fn conflict(
    reading: &mut Reading<'_>,
    work: usize,
    members: &[Index],
    carriers: Vec<String>,
    reason: &'static str,
) -> Index {
    let work = reading.graph.works.name(work);
    let cause = Cause::new(reason, "TMPA 9.2")
        .at("/governed_work/primary_carrier_id")
        .members(carriers.iter().map(String::as_str));
    let text = message(&[("carriers", Param::List(carriers)), ("work_id", Param::Text(reading.text(work)))]);
    reading.raise_all(members, Raise::new(Code::PrimaryCarrierConflict, cause).message(text));
    NONE
}
