//! Puts the lines of deal journals into their order: by the hashes that chain them.

use std::collections::{BTreeMap, BTreeSet};

use actum_canon::digest::Sha256;
use actum_canon::json::{Limits, Parser};
use actum_tmpa::{Beside, Cause};

use super::super::code::{self, At, finding};
use super::super::shelf::{Shelf, Unread};
use super::super::{Claimed, Kind};
use super::message::Message;
use crate::deal::{Line, LineReader, journal_origin};

/// The lines of one journal in order, each with the sources that hold it.
#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) lines: Vec<(Line, Vec<usize>)>,
    /// A source that holds a line after the last one, where several follow it.
    pub(super) forked: Option<usize>,
}

impl Journal {
    /// Where its lines lie.
    pub(super) fn shelves<'c>(&self, claimed: &'c [Claimed]) -> BTreeSet<Shelf<'c>> {
        let copies = self.lines.iter().flat_map(|(_, copies)| copies);
        copies.filter_map(|&copy| claimed.get(copy)).map(Shelf::of).collect()
    }
}

/// Lines that are in no journal.
#[derive(Debug, Default)]
pub(super) struct Rest<'c> {
    pub(super) unread: Unread<'c>,
    /// Of those that hold in themselves: the number of the furthest one and its source, by the deal that it names.
    pub(super) named: BTreeMap<String, (u64, usize)>,
}

/// How many lines of a fork one finding names; each has a finding of its own.
const NAMED: usize = 16;

struct Link {
    line: Line,
    copies: Vec<usize>,
}

/// The journals among the claimed sources, by the hash of their first line. Where two lines follow one, neither of them
/// is followed: which of them was acknowledged cannot be told from here.
pub(super) fn journals<'c>(claimed: &'c [Claimed], beside: &mut Beside) -> (Vec<Journal>, Rest<'c>) {
    let mut rest = Rest::default();
    let mut links = links(claimed, &mut rest.unread, beside);
    let mut after: BTreeMap<Sha256, Vec<Sha256>> = BTreeMap::new();
    for (hash, link) in &links {
        after.entry(link.line.prev).or_default().push(*hash);
    }
    let mut journals = Vec::new();
    for first in after.get(&journal_origin()).cloned().unwrap_or_default() {
        let mut journal = Journal::default();
        let mut next = Some(first);
        while let Some(hash) = next {
            let Some(link) = links.remove(&hash) else { break };
            journal.lines.push((link.line, link.copies));
            next = match after.get(&hash).map(Vec::as_slice) {
                Some(&[only]) => Some(only),
                Some(rivals) => {
                    journal.forked = fork(claimed, &mut links, rivals, beside);
                    None
                }
                None => None,
            };
        }
        journals.push(journal);
    }
    for link in links.into_values() {
        let cause = || Cause::new("line_before_missing", "DEAL 12.2").expected(link.line.prev.to_string());
        let deal = Message::read(&link.line.message).deal;
        for &copy in &link.copies {
            rest.unread.add(claimed, copy, Some(link.line.n));
            let line = (link.line.n, copy);
            let furthest = rest.named.entry(deal.clone()).or_insert(line);
            if line.0 > furthest.0 {
                *furthest = line;
            }
            let at = At::source(claimed.get(copy).map_or("", |claimed| claimed.id.as_str()));
            beside.find(finding(code::DEAL_LINE_UNREACHABLE, at, code::OPEN, vec![cause()]));
        }
    }
    (journals, rest)
}

/// The lines by their hashes; copies of one line count once.
fn links<'c>(claimed: &'c [Claimed], unread: &mut Unread<'c>, beside: &mut Beside) -> BTreeMap<Sha256, Link> {
    let mut reader = LineReader::new();
    let mut links: BTreeMap<Sha256, Link> = BTreeMap::new();
    for (position, source) in claimed.iter().enumerate().filter(|(_, source)| source.kind == Kind::Deal) {
        match reader.read(&source.bytes) {
            Ok((line, hash)) => {
                links.entry(hash).or_insert_with(|| Link { line, copies: Vec::new() }).copies.push(position);
            }
            Err(fault) => {
                unread.add(claimed, position, number(&source.bytes));
                let cause = Cause::new("line_fault", "DEAL 12.2").found(fault.reason());
                let at = At::source(&source.id);
                beside.find(finding(code::DEAL_LINE_CHANGED, at, code::EXCLUDED, vec![cause]));
            }
        }
    }
    links
}

/// Reports the lines that follow one and the same line, and takes them out; gives a source of one.
fn fork(
    claimed: &[Claimed],
    links: &mut BTreeMap<Sha256, Link>,
    rivals: &[Sha256],
    beside: &mut Beside,
) -> Option<usize> {
    let rivals: Vec<Link> = rivals.iter().filter_map(|hash| links.remove(hash)).collect();
    let id = |copy: usize| claimed.get(copy).map_or("", |claimed| claimed.id.as_str());
    let all: Vec<&str> = rivals.iter().flat_map(|link| link.copies.iter().map(|&copy| id(copy))).collect();
    for &source in &all {
        let cause =
            Cause::new("several_lines_follow_one", "DEAL 12.2").members(all.iter().take(NAMED).copied());
        beside.find(finding(code::DEAL_JOURNAL_FORK, At::source(source), code::EXCLUDED, vec![cause]));
    }
    rivals.iter().flat_map(|link| link.copies.iter().copied()).min()
}

/// The number that a line says it has, if it says any.
fn number(bytes: &[u8]) -> Option<u64> {
    let mut parser = Parser::with_limits(Limits { bytes: usize::MAX, ..Limits::default() });
    let document = parser.parse(bytes).ok()?;
    document.root().get("n")?.as_number()?.as_u64()
}
