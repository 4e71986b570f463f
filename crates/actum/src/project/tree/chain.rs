//! Puts lines together to trees.
//!
//! No line says which tree it belongs to. It belongs with the lines of its file, with its copies wherever they lie, and
//! with those that its audit chain leads to. What a ledger took from its own tree is one journal; what came without a name
//! is one tree as long as it has one beginning. Where several trees begin among lines that nothing else tells apart, each
//! has the lines whose chains lead to its beginning, and of the others it is unknown.

use std::collections::{BTreeMap, BTreeSet};

use actum_astp::node::Node;
use actum_astp::tree::Transition;
use actum_canon::digest::Sha3;
use actum_canon::json::Parser;
use actum_tmpa::{Beside, Cause};

use super::super::code::{self, At, finding};
use super::super::shelf::{Shelf, Unread};
use super::super::{Claimed, Kind};

/// A line, with the sources that hold it.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) transition: Transition,
    pub(super) copies: Vec<usize>,
}

/// The lines of one tree by their logical clock; several of one moment are a fork.
pub(super) type Lines = BTreeMap<u64, Vec<Line>>;

/// A tree as it lies among the sources.
#[derive(Debug, Default)]
pub(super) struct Found<'c> {
    pub(super) lines: Lines,
    /// Where its lines lie.
    pub(super) shelves: BTreeSet<Shelf<'c>>,
}

/// The trees among the claimed sources, in an order that hangs on their lines alone.
pub(super) fn trees<'c>(
    claimed: &'c [Claimed],
    unread: &mut Unread<'c>,
    beside: &mut Beside,
) -> Vec<Found<'c>> {
    let lines = read(claimed, unread, beside);
    let mut chains = chains(&lines);
    let mut together = together(claimed, &lines, chains.clone());
    // Of the lines that belong together: in which chains a tree begins.
    let mut beginnings: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        if line.transition.audit().episode_time == 1 {
            beginnings.entry(together.name(number)).or_default().insert(chains.name(number));
        }
    }
    let mut trees: BTreeMap<(usize, usize), Found<'c>> = BTreeMap::new();
    for (number, line) in lines.into_iter().enumerate() {
        let (all, chain) = (together.name(number), chains.name(number));
        let tree = match beginnings.get(&all) {
            Some(several) if several.len() > 1 => {
                if !several.contains(&chain) {
                    unknown(claimed, &line, several.len(), beside);
                    let clock = line.transition.audit().episode_time;
                    line.copies.iter().for_each(|&copy| unread.add(claimed, copy, Some(clock)));
                    continue;
                }
                chain
            }
            _ => all,
        };
        let clock = line.transition.audit().episode_time;
        let found = trees.entry((all, tree)).or_default();
        found.shelves.extend(line.copies.iter().filter_map(|&copy| claimed.get(copy)).map(Shelf::of));
        found.lines.entry(clock).or_default().push(line);
    }
    trees.into_values().collect()
}

/// The lines, copies of one being one, in the order of their bytes.
fn read<'c>(claimed: &'c [Claimed], unread: &mut Unread<'c>, beside: &mut Beside) -> Vec<Line> {
    // A line is canonical, so that equal transitions are equal bytes.
    let mut copies: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (position, source) in claimed.iter().enumerate().filter(|(_, source)| source.kind == Kind::Tree) {
        copies.entry(&source.bytes).or_default().push(position);
    }
    let mut lines = Vec::new();
    for (bytes, copies) in copies {
        match Transition::parse(bytes) {
            Ok(transition) => lines.push(Line { transition, copies }),
            Err(unreadable) => {
                let clock = clock(bytes);
                copies.iter().for_each(|&copy| unread.add(claimed, copy, clock));
                for id in copies.iter().filter_map(|&copy| Some(claimed.get(copy)?.id.as_str())) {
                    let cause = Cause::new("line_fault", "ASTP 19").found(unreadable.to_string());
                    beside.find(finding(
                        code::TREE_LINE_CHANGED,
                        At::source(id),
                        code::EXCLUDED,
                        vec![cause],
                    ));
                }
            }
        }
    }
    lines
}

/// The moment that a line says it is of, if it says any.
fn clock(bytes: &[u8]) -> Option<u64> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    document.root().get("audit")?.get("episode_time")?.as_number()?.as_u64()
}

/// Joins lines that audit chains lead to one another: by the record before, or by the Episode that a chain is of.
fn chains(lines: &[Line]) -> Sets {
    let mut sets = Sets::new(lines.len());
    let mut records: BTreeMap<Sha3, usize> = BTreeMap::new();
    let mut episodes: BTreeMap<String, usize> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        let record = line.transition.audit().record_hash;
        sets.join(number, *records.entry(record).or_insert(number));
        for node in line.transition.nodes() {
            if let Node::Episode(episode) = node {
                sets.join(number, *episodes.entry(episode.episode_id.to_string()).or_insert(number));
            }
        }
    }
    for (number, line) in lines.iter().enumerate() {
        let audit = line.transition.audit();
        let before = audit.prior_audit_hash.and_then(|hash| records.get(&hash));
        for &other in before.into_iter().chain(episodes.get(&audit.chain_key)) {
            sets.join(number, other);
        }
    }
    sets
}

/// Joins lines that lie together as well.
fn together(claimed: &[Claimed], lines: &[Line], mut sets: Sets) -> Sets {
    let mut shelves: BTreeMap<Shelf<'_>, usize> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        for source in line.copies.iter().filter_map(|&copy| claimed.get(copy)) {
            sets.join(number, *shelves.entry(Shelf::of(source)).or_insert(number));
        }
    }
    sets
}

/// Reports a line of which nothing says to which of several trees it belongs.
fn unknown(claimed: &[Claimed], line: &Line, trees: usize, beside: &mut Beside) {
    for source in line.copies.iter().filter_map(|&copy| claimed.get(copy)) {
        let cause = Cause::new("tree_unknown", "ASTP G-4").found(trees.to_string());
        let at = At::source(&source.id);
        beside.find(finding(code::TREE_LINE_UNREACHABLE, at, code::OPEN, vec![cause]));
    }
}

/// Numbers in disjoint sets, each set named by its least number.
#[derive(Clone, Debug)]
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn name(&mut self, mut number: usize) -> usize {
        while let Some(&above) = self.0.get(number).filter(|above| **above != number) {
            let higher = self.0.get(above).copied().unwrap_or(above);
            if let Some(slot) = self.0.get_mut(number) {
                *slot = higher;
            }
            number = higher;
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.name(one), self.name(other));
        if let Some(slot) = self.0.get_mut(one.max(other)) {
            *slot = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sets;

    #[test]
    fn numbers_that_are_joined_by_whatever_way_have_one_name() {
        let mut sets = Sets::new(7);
        for (one, other) in [(6, 5), (5, 3), (1, 4), (3, 6), (2, 2)] {
            sets.join(one, other);
        }
        let names: Vec<usize> = (0..7).map(|number| sets.name(number)).collect();
        assert_eq!(names, [0, 1, 2, 3, 1, 3, 3]);
    }
}
