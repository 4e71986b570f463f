//! Writer streams: one writer, each position once, no position missing (TMPA 3.5, 4.3 step 6, 9.5).

use super::reading::{Raise, Reading};
use crate::code::Code;
use crate::graph::{Graph, Index, Outside, positions};
use crate::issue::{Cause, Param, message};
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;

pub(super) fn pass(reading: &mut Reading<'_>) {
    let claims = claims(&reading.graph);
    for stream in 0..reading.graph.streams.len() {
        let members = reading.graph.streams.members(stream).to_vec();
        writers(reading, &members);
        duplicates(reading, stream, &members);
        gaps(reading, stream, &members, &claims);
    }
}

/// A position of a stream that a source outside the intact set claims to take.
type Claim = (Symbol, u64, u32);

fn claims(graph: &Graph) -> Vec<Claim> {
    let claim = |entry: &Outside| {
        let (stream, sequence) = entry.excluded.stream.as_ref()?;
        Some((graph.names.get(stream)?, *sequence, entry.source))
    };
    let mut claims: Vec<Claim> = graph.outside.iter().filter_map(claim).collect();
    claims.sort_unstable();
    claims
}

fn writers(reading: &mut Reading<'_>, members: &[Index]) {
    let graph = &reading.graph;
    let creator = |&index: &Index| graph.object(index).creator;
    let mixed =
        members.first().map(creator).is_some_and(|first| members.iter().any(|index| creator(index) != first));
    if mixed {
        let names = members.iter().map(|index| graph.names.text(creator(index)));
        let cause = Cause::new("several_writers", "TMPA 9.5").at("/stream/id").members(names);
        reading.raise_all(&sorted(members), Raise::new(Code::StreamWriterConflict, cause));
    }
}

fn duplicates(reading: &mut Reading<'_>, stream: usize, members: &[Index]) {
    let graph = &reading.graph;
    let taken: Vec<Vec<Index>> =
        positions(graph, members).filter(|run| run.len() > 1).map(<[Index]>::to_vec).collect();
    for run in taken {
        let graph = &reading.graph;
        let sequence = run.first().map_or(0, |&index| graph.object(index).sequence);
        let cause = Cause::new("position_taken", "TMPA 9.5")
            .at("/stream/sequence")
            .found(sequence.to_string())
            .members(run.iter().map(|&index| graph.id(index)));
        let text = message(&[
            ("sequence", Param::Number(sequence)),
            ("stream_id", Param::Text(graph.names.text(graph.streams.name(stream)))),
        ]);
        reading.raise_all(&run, Raise::new(Code::StreamDuplicateSequence, cause).message(text));
    }
}

/// One issue per run of missing positions, at the first object after it; everything after it waits for them (G14).
fn gaps(reading: &mut Reading<'_>, stream: usize, members: &[Index], claims: &[Claim]) {
    let name = reading.graph.streams.name(stream);
    let there = reading.graph.runs(stream);
    let taken: Vec<Vec<Index>> = positions(&reading.graph, members).map(<[Index]>::to_vec).collect();
    let mut expected = if reading.profile.switches.sequence_from_one {
        1
    } else {
        there.first().map_or(1, |&(first, _)| first)
    };
    let mut incomplete = false;
    let mut there = there.into_iter().peekable();
    let mut run = (0_u64, 0_u64);
    for taking in taken {
        let Some(&first) = taking.first() else { continue };
        let graph = &reading.graph;
        let sequence = graph.object(first).sequence;
        while let Some((start, end)) = there.next_if(|&(start, _)| start <= sequence) {
            if run != (0, 0) {
                expected = run.1.saturating_add(1);
            }
            incomplete |= start > expected;
            run = (start, end);
        }
        if sequence == run.0 && sequence > expected {
            let start = claims.partition_point(|claim| (claim.0, claim.1) < (name, expected));
            let end = claims.partition_point(|claim| (claim.0, claim.1) < (name, sequence));
            let claimed = claims.get(start..end).unwrap_or_default().iter();
            let cause = Cause::new("positions_missing", "TMPA 9.5")
                .at("/stream/sequence")
                .expected(expected.to_string())
                .found(sequence.to_string())
                .members(claimed.map(|&(_, _, source)| graph.source_id(source)));
            let text = message(&[
                ("sequence", Param::Number(expected)),
                ("stream_id", Param::Text(graph.names.text(name))),
            ]);
            reading.raise_all(&taking, Raise::new(Code::StreamGap, cause).message(text));
        }
        if incomplete {
            for index in taking {
                reading.lower(index, Judgment::Undetermined, ViewState::Partial);
            }
        }
    }
}

fn sorted(members: &[Index]) -> Vec<Index> {
    let mut members = members.to_vec();
    members.sort_unstable();
    members
}
