//! State trees: an episode is a work item, with its segments as reports and its seals (ASTP 19).
//!
//! The lines of a tree are put in order by their logical clock and executed again. The tree says where an episode stands,
//! so that the transitions are its keeper's; what does not follow, and what verification finds, lowers what it concerns.

mod chain;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use actum_astp::audit::AuditRecord;
use actum_astp::id::Uuid;
use actum_astp::tree::{Answer, Change, Outcome, Transition, Tree};
use actum_astp::value::EpisodeStatus;
use actum_astp::verify::Verifier;
use actum_tmpa::{Beside, Cause, WHOLE};

use super::code::{self, At, finding};
use super::link::Names;
use super::object::{Made, named};
use super::shelf::Unread;
use super::{Claimed, Objects};
use crate::deal::Object;
use chain::{Line, Lines};

/// How many lines of a fork one finding names; each has a finding of its own.
const NAMED: usize = 16;
/// The lifecycle that shipped profiles define for episodes.
const LIFECYCLE: &str = "astp-episode";
/// Who keeps the trees: the engine, which no agent is.
const KEEPER: &str = "tree-keeper";

/// Adds what is made of the transitions among the claimed sources.
pub(super) fn project(claimed: &[Claimed], objects: &mut Objects, names: &mut Names, beside: &mut Beside) {
    let mut values: Vec<(String, String)> = Vec::new();
    let mut unread = Unread::default();
    for found in chain::trees(claimed, &mut unread, beside) {
        let mut keeper = Keeper {
            claimed,
            objects: &mut *objects,
            names: &mut *names,
            beside: &mut *beside,
            places: BTreeMap::new(),
            rest: Vec::new(),
        };
        let tree = keeper.execute(found.lines);
        keeper.verify(&tree);
        keeper.goes_on(&tree, unread.after(found.shelves, tree.count()));
        values.extend(tree.episodes().map(|episode| {
            let id = episode.episode_id;
            (id.to_string(), value(&tree, id).to_json())
        }));
    }
    values.sort_unstable();
    values.dedup();
    let list: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
    // It is JSON by construction, so that it is taken.
    let _taken = beside.value("episodes", format!("[{}]", list.join(",")).as_bytes());
}

/// One journal while it is executed.
struct Keeper<'p> {
    claimed: &'p [Claimed],
    objects: &'p mut Objects,
    names: &'p mut Names,
    beside: &'p mut Beside,
    places: BTreeMap<Uuid, Place>,
    /// The lines that could not be executed, each with a source that holds it.
    rest: Vec<(usize, String)>,
}

/// Where an episode stands in its streams.
#[derive(Default)]
struct Place {
    /// The source that holds its carrier.
    source: String,
    steps: u64,
    /// The next position of each stream, by author; the keeper has the empty name.
    next: BTreeMap<String, u64>,
}

impl Place {
    fn position(&mut self, author: &str) -> u64 {
        let next = self.next.entry(author.to_owned()).or_insert(0);
        *next += 1;
        *next
    }
}

impl Keeper<'_> {
    fn id(&self, source: usize) -> &str {
        self.claimed.get(source).map_or("", |claimed| claimed.id.as_str())
    }

    fn find(&mut self, code: actum_tmpa::ForeignCode, at: At, effect: code::Effect, cause: Cause) {
        self.beside.find(finding(code, at, effect, vec![cause]));
    }

    fn execute(&mut self, lines: Lines) -> Tree {
        let mut tree = Tree::new();
        let mut follows = true;
        for (clock, mut rivals) in lines {
            let next = tree.count() + 1;
            follows &= clock == next;
            if !follows {
                self.leave(&rivals);
                for copy in rivals.iter().flat_map(|line| &line.copies) {
                    let cause = Cause::new("line_before_missing", "ASTP G-4").expected(next.to_string());
                    let at = At::source(self.id(*copy));
                    self.find(code::TREE_LINE_UNREACHABLE, at, code::OPEN, cause);
                }
                continue;
            }
            if rivals.len() > 1 {
                let (rest, others) =
                    rivals.into_iter().partition(|line| follows_from(&tree, &line.transition));
                rivals = rest;
                self.changed(&others, "another line than the tree writes");
                follows = rivals.len() == 1;
                self.forked(clock, &rivals);
                if !follows {
                    self.leave(if rivals.is_empty() { &others } else { &rivals });
                }
            }
            let Some(Line { transition, copies }) = rivals.pop().filter(|_| follows) else { continue };
            let before: Vec<(Uuid, Option<EpisodeStatus>)> = transition
                .changes()
                .iter()
                .filter_map(|change| match change {
                    Change::EpisodeMoved(moved) => {
                        Some((moved.episode_id, tree.episode_status(moved.episode_id)))
                    }
                    _ => None,
                })
                .collect();
            if let Err(fault) = tree.commit(transition.clone()) {
                follows = false;
                let line = [Line { transition, copies }];
                self.leave(&line);
                self.changed(&line, &fault.to_string());
                continue;
            }
            let made = self.step(&transition, &before, copies.first().copied().unwrap_or_default());
            for copy in copies {
                if let Some(slot) = self.objects.get_mut(copy) {
                    slot.extend(made.iter().cloned());
                }
            }
        }
        tree
    }

    /// Notes lines that are not executed.
    fn leave(&mut self, lines: &[Line]) {
        let one = |line: &Line| Some((*line.copies.first()?, line.transition.audit().chain_key.clone()));
        self.rest.extend(lines.iter().filter_map(one));
    }

    /// Reports that the journal goes on where it could not be followed: of an Episode that has not ended, or that a line
    /// names, nobody knows where it stands now. What is told of it holds all the same.
    fn goes_on(&mut self, tree: &Tree, elsewhere: Option<usize>) {
        let rest = std::mem::take(&mut self.rest);
        let Some(source) = rest.iter().map(|(source, _)| *source).min().or(elsewhere) else { return };
        let named: BTreeSet<&str> = rest.iter().map(|(_, key)| key.as_str()).collect();
        for episode in tree.episodes().map(|episode| episode.episode_id) {
            let ended =
                matches!(tree.episode_status(episode), Some(EpisodeStatus::Sealed | EpisodeStatus::Archived));
            if ended && !named.contains(episode.to_string().as_str()) {
                continue;
            }
            let cause =
                Cause::new("journal_goes_on_unread", "ASTP G-4").expected((tree.count() + 1).to_string());
            let target = self.id(source).to_owned();
            let at = At { relation: WHOLE, ..At::object(&target, &work(episode)) };
            self.find(code::TREE_LINE_UNREACHABLE, At { target, ..at }, code::OPEN, cause);
        }
    }

    /// Reports lines that do not follow from the ones before.
    fn changed(&mut self, lines: &[Line], fault: &str) {
        for copy in lines.iter().flat_map(|line| &line.copies) {
            let cause = Cause::new("does_not_follow", "ASTP 19").found(fault.to_owned());
            let at = At::source(self.id(*copy));
            self.find(code::TREE_LINE_CHANGED, at, code::EXCLUDED, cause);
        }
    }

    /// Reports lines of which each would follow, where there are several: which was acknowledged cannot be told.
    fn forked(&mut self, clock: u64, rivals: &[Line]) {
        if rivals.len() < 2 {
            return;
        }
        let mut all: Vec<usize> = rivals.iter().flat_map(|line| line.copies.iter().copied()).collect();
        all.sort_unstable();
        let ids: Vec<String> = all.iter().map(|&source| self.id(source).to_owned()).collect();
        for id in &ids {
            let cause = Cause::new("several_lines_of_one_moment", "ASTP G-4")
                .found(clock.to_string())
                .members(ids.iter().take(NAMED).map(String::as_str));
            self.find(code::TREE_JOURNAL_FORK, At::source(id), code::EXCLUDED, cause);
        }
    }

    /// The objects of one transition: its nodes in their authors' streams, then the steps of episodes.
    fn step(
        &mut self,
        transition: &Transition,
        before: &[(Uuid, Option<EpisodeStatus>)],
        source: usize,
    ) -> Vec<Made> {
        let audit = transition.audit();
        let mut made = Vec::new();
        if let Outcome::Refused(refused) = transition.outcome() {
            let cause = Cause::new("refused", "ASTP 19.1.3").expected(&refused.rule).found(&refused.reason);
            self.find(code::TREE_REFUSED, At::source(self.id(source)), code::NO_EFFECT, cause);
        }
        for node in transition.nodes() {
            let Some(facts) = node::facts(node, audit) else { continue };
            for name in facts.names {
                self.names.add(name, &facts.id);
            }
            let place = self.places.entry(facts.episode).or_default();
            if facts.kind == "EPISODE" {
                place.source =
                    self.claimed.get(source).map_or_else(String::new, |claimed| claimed.id.clone());
            }
            let author = named(&facts.author);
            let work = work(facts.episode);
            made.push(Made {
                stream: format!("{work}/{author}"),
                sequence: place.position(&author),
                id: facts.id,
                kind: facts.kind,
                creator: author,
                role: facts.role,
                work,
                created_at: audit.wall_clock_time.to_string(),
                lifecycle: LIFECYCLE,
                state: EpisodeStatus::Active.to_string(),
                step: None,
                references: facts.references,
                body: facts.body,
            });
        }
        for change in transition.changes() {
            let Change::EpisodeMoved(moved) = change else { continue };
            let from = before.iter().find(|(episode, _)| *episode == moved.episode_id);
            let from = from.and_then(|(_, status)| *status).unwrap_or(EpisodeStatus::Active);
            made.push(self.moved(moved.episode_id, from, moved.status, audit));
        }
        made
    }

    /// A step of an episode, which the keeper records.
    fn moved(&mut self, episode: Uuid, from: EpisodeStatus, to: EpisodeStatus, audit: &AuditRecord) -> Made {
        let place = self.places.entry(episode).or_default();
        place.steps += 1;
        let work = work(episode);
        Made {
            id: format!("{work}/s{}", place.steps),
            kind: "EPISODE_TRANSITION",
            // No author has an empty name, so that the keeper's stream is nobody else's.
            stream: format!("{work}/"),
            sequence: place.position(""),
            creator: KEEPER.to_owned(),
            role: "TREE_KEEPER",
            work,
            created_at: audit.wall_clock_time.to_string(),
            lifecycle: LIFECYCLE,
            state: to.to_string(),
            step: Some((from.to_string(), action(to).to_owned())),
            references: Vec::new(),
            body: vec![("by", named(&audit.agent_id).into()), ("clock", audit.episode_time.into())],
        }
    }

    /// What does not hold of the nodes, chains and seals of a tree lowers the episode.
    fn verify(&mut self, tree: &Tree) {
        let verifier = Verifier::of(tree);
        let episodes: Vec<Uuid> = tree.episodes().map(|episode| episode.episode_id).collect();
        for episode in episodes {
            let Some(report) = verifier.episode(episode) else { continue };
            let seals = report.seals.iter().flat_map(|seal| &seal.faults);
            let source = self.places.get(&episode).map(|place| place.source.clone()).unwrap_or_default();
            for fault in report.faults.iter().chain(seals) {
                let cause = Cause::new("fault", fault.rule.clause()).found(fault.to_string());
                self.find(code::TREE_FAULT, At::object(&source, &work(episode)), code::EXCLUDED, cause);
            }
        }
    }
}

/// Whether a tree would write this very transition.
fn follows_from(tree: &Tree, transition: &Transition) -> bool {
    let own = match tree.apply(transition.command(), transition.context()) {
        Ok(Answer::Write(own)) => Some(own),
        Ok(Answer::Standing(_)) => None,
        Err(refusal) => refusal.record,
    };
    let written = |transition: &Transition| {
        let mut line = Vec::new();
        transition.write(&mut line);
        line
    };
    own.is_some_and(|own| written(&own) == written(transition))
}

/// The id of an episode's work item and carrier.
fn work(episode: Uuid) -> String {
    format!("astp:{episode}")
}

/// The name of a step by what it leads to, as the shipped lifecycle has it.
fn action(to: EpisodeStatus) -> &'static str {
    match to {
        EpisodeStatus::Created => "create",
        EpisodeStatus::Active => "resume",
        EpisodeStatus::PendingHitl => "ask",
        EpisodeStatus::Closing | EpisodeStatus::ClosingPendingSeal => "begin_closing",
        EpisodeStatus::Closed => "close",
        EpisodeStatus::CrystallizationPending => "lock",
        EpisodeStatus::Crystallized => "crystallize",
        EpisodeStatus::Sealing | EpisodeStatus::Sealed => "seal",
        EpisodeStatus::Archived => "archive",
    }
}

/// Where an episode stands, as a value of the result.
fn value(tree: &Tree, id: Uuid) -> Object {
    let seal = tree.seals(id).next_back();
    let status = tree.episode_status(id).unwrap_or(EpisodeStatus::Active);
    let (agent, title) =
        tree.episode(id).map_or(("", None), |episode| (episode.agent_id.as_str(), episode.title.as_deref()));
    Object::new()
        .string("id", &id.to_string())
        .string("state", &status.to_string())
        .string("agent", agent)
        .maybe(title, |one, title| one.string("title", title))
        .number("segments", tree.segments(id).count() as u64)
        .number("branches", tree.branches(id).count() as u64)
        .number("open_branches", tree.open_branches(id).count() as u64)
        .number("waiting_gates", tree.waiting_gates(id).count() as u64)
        .maybe(seal, |one, seal| {
            one.object(
                "seal",
                &Object::new()
                    .string("root", &seal.episode_root_hash.to_string())
                    .number("leaves", seal.leaf_count)
                    .number("version", seal.spine_algorithm_version)
                    .string("at", &seal.sealed_at.to_string()),
            )
        })
        .maybe(tree.head(), |one, head| one.string("journal_head", &head.to_string()))
}
