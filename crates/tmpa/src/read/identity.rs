//! Sources outside the intact set, and ids with several contents (TMPA 4.3 steps 1 to 4, 4.4).

use super::reading::Reading;
use crate::code::Code;
use crate::graph::Outside;
use crate::issue::{Cause, Param, message};
use crate::names::Symbol;

pub(super) fn pass(reading: &mut Reading<'_>) {
    outside(reading);
    contested(reading);
    super::trust::pass(reading);
}

/// One issue per source and code. Several sources of one id would share the issue's tuple, so that their source ids
/// stand in it as the target (G44).
fn outside(reading: &mut Reading<'_>) {
    let mut counted: Vec<(Symbol, Code)> = codes(&reading.graph.outside).collect();
    counted.sort_unstable();
    let outside = core::mem::take(&mut reading.graph.outside);
    for entry in &outside {
        for (code, causes) in &entry.excluded.reasons {
            let key = (entry.object, *code);
            let twins = counted.partition_point(|other| *other <= key)
                - counted.partition_point(|other| *other < key);
            let target = if entry.object == Symbol::EMPTY || twins > 1 {
                let Reading { graph, .. } = reading;
                let source = graph.sources.get(entry.source as usize);
                graph.names.intern(source)
            } else {
                Symbol::EMPTY
            };
            let text = wording(*code, causes);
            reading.raise_source(entry.source, entry.object, target, *code, text, causes.clone());
            if *code == Code::SignatureUnverified && reading.graph.find(entry.object).is_none() {
                super::trust::outside(reading);
            }
        }
    }
    reading.graph.outside = outside;
}

fn codes(outside: &[Outside]) -> impl Iterator<Item = (Symbol, Code)> {
    outside.iter().flat_map(|entry| entry.excluded.reasons.iter().map(|(code, _)| (entry.object, *code)))
}

fn wording(code: Code, causes: &[Cause]) -> String {
    match code {
        Code::SchemaInvalid if causes.iter().any(|cause| cause.reason == "json_parse") => {
            message(&[("reason", Param::Text("json_parse"))])
        }
        Code::SchemaInvalid => {
            let place =
                |cause: &Cause| format!("{}:{}", cause.pointer.as_deref().unwrap_or_default(), cause.reason);
            let mut places: Vec<String> = causes.iter().map(place).collect();
            places.sort_unstable();
            places.dedup();
            message(&[("errors", Param::List(places))])
        }
        Code::UnknownType => {
            let kind = causes.first().and_then(|cause| cause.found.as_deref()).unwrap_or_default();
            message(&[("type", Param::Text(kind))])
        }
        _ => "{}".to_owned(),
    }
}

fn contested(reading: &mut Reading<'_>) {
    let contested = core::mem::take(&mut reading.graph.contested);
    for (object, sources) in &contested {
        let ids: Vec<String> =
            sources.iter().map(|&source| reading.graph.source_id(source).to_owned()).collect();
        let cause = Cause::new("contents_differ", "TMPA 9.2").members(ids.iter().map(String::as_str));
        let text = message(&[("source_ids", Param::List(ids))]);
        let first = sources.first().copied().unwrap_or_default();
        reading.raise_source(first, *object, Symbol::EMPTY, Code::DuplicateIdConflict, text, vec![cause]);
    }
    reading.graph.contested = contested;
}
