//! A walk through the operations that looks random and is the same every time.

use actum_astp::command::{
    AbandonBranch, AbandonDepartureFork, AppendSegment, Command, CompleteDepartureFork, CreateBranch,
    CreateDepartureFork, CreateFork, DeclareForkReturn, ExecuteMerge, OpenAside, OpenEpisode, OpenSoliloquy,
    ResolveFork,
};
use actum_astp::id::Uuid;
use actum_astp::tree::{Answer, Context, Outcome, Tree};
use actum_astp::value::{
    AsideStatus, HitlDecision, HitlGateType, HitlNodeStatus, ResolutionType, RetentionTier, SoliloquyStatus,
};

use super::aside;
use super::branch;
use super::departure;
use super::fork::{self, ACTOR};
use super::gate;
use super::governance_tree::{HUMAN, digest, id, moment, segment};
use super::merge;
use super::soliloquy;

/// Numbers that look random and are the same every time (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % below.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.next(from.len())).copied()
    }
}

/// A random walk through the operations.
pub(crate) struct Walk {
    pub(crate) tree: Tree,
    pub(crate) journal: Vec<Vec<u8>>,
    numbers: Numbers,
    turn: u64,
    pub(crate) episodes: Vec<Uuid>,
    segments: Vec<(Uuid, Uuid)>,
    branches: Vec<(Uuid, Uuid)>,
    forks: Vec<(Uuid, Vec<Uuid>)>,
    departures: Vec<(Uuid, Uuid, Uuid)>,
    asides: Vec<Uuid>,
    soliloquies: Vec<Uuid>,
    gates: Vec<Uuid>,
    pub(crate) refused: usize,
}

impl Walk {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            tree: Tree::new(),
            journal: Vec::new(),
            numbers: Numbers(seed),
            turn: 0,
            episodes: Vec::new(),
            segments: Vec::new(),
            branches: Vec::new(),
            forks: Vec::new(),
            departures: Vec::new(),
            asides: Vec::new(),
            soliloquies: Vec::new(),
            gates: Vec::new(),
            refused: 0,
        }
    }

    pub(crate) fn context(&mut self) -> Context {
        self.turn += 1;
        let mut context = Context::new(moment(self.turn * 7), id(self.turn), ACTOR);
        context.human = Some(HUMAN.into());
        context
    }

    fn command(&mut self) -> Option<Command> {
        let text = format!("text {}", self.numbers.next(50));
        let (episode, source) = match self.numbers.pick(&self.segments) {
            Some(found) => found,
            None if self.episodes.is_empty() => return Some(open()),
            None => (self.episodes[0], id(1)),
        };
        Some(match self.numbers.next(28) {
            0 => open(),
            1..=6 => {
                let episode = self.numbers.pick(&self.episodes)?;
                AppendSegment {
                    retention_tier: if self.numbers.next(5) == 0 {
                        RetentionTier::Ephemeral
                    } else {
                        RetentionTier::Persistent
                    },
                    supersedes: if self.numbers.next(3) == 0 { vec![source] } else { Vec::new() },
                    ..segment(episode, &text)
                }
                .into()
            }
            7..=9 => {
                let (episode, branch) = self.numbers.pick(&self.branches)?;
                AppendSegment {
                    branch_id: Some(branch),
                    supersedes: if self.numbers.next(2) == 0 { vec![source] } else { Vec::new() },
                    ..segment(episode, &text)
                }
                .into()
            }
            10..=11 => CreateBranch {
                override_depth: self.numbers.next(9) == 0,
                ..branch::create(episode, source, &text)
            }
            .into(),
            12 => {
                let (_, branch_id) = self.numbers.pick(&self.branches)?;
                AbandonBranch { branch_id, abandonment_reason: text }.into()
            }
            13 => CreateFork { fork_objective: text, ..fork::create(episode, source, self.numbers.next(4)) }
                .into(),
            14 => {
                let at = self.numbers.next(self.forks.len());
                let (fork_id, points) = self.forks.get(at)?.clone();
                let selected_fork_point_id = self.numbers.pick(&points)?;
                ResolveFork { fork_id, selected_fork_point_id, resolution_rationale: text }.into()
            }
            15..=16 => self.merge()?,
            17 => CreateDepartureFork { fork_objective: text, ..departure::create(episode, source) }.into(),
            18 => {
                let (_, fork_episode_id, _) = self.numbers.pick(&self.departures)?;
                if self.numbers.next(2) == 0 {
                    CompleteDepartureFork { fork_episode_id, note: None }.into()
                } else {
                    AbandonDepartureFork { fork_episode_id, reason: Some(text) }.into()
                }
            }
            19 => OpenAside { target_agent_id: ACTOR.into(), ..aside::open(episode, source) }.into(),
            20..=21 => aside::close(self.numbers.pick(&self.asides)?).into(),
            22 => {
                OpenSoliloquy { initiated_by_agent: ACTOR.into(), ..soliloquy::open(episode, source) }.into()
            }
            23 => soliloquy::conclude(self.numbers.pick(&self.soliloquies)?, source).into(),
            24 => gate::invoke(episode, GATES[self.numbers.next(GATES.len())]).into(),
            25 => {
                let status = ENDS[self.numbers.next(ENDS.len())];
                let decision = (status == HitlNodeStatus::Resolved).then_some(HitlDecision::Approved);
                gate::conclude(self.numbers.pick(&self.gates)?, status, decision).into()
            }
            26 if self.numbers.next(4) == 0 => aside::seal(episode).into(),
            _ => {
                let (fork_id, _, origin_episode_id) = self.numbers.pick(&self.departures)?;
                DeclareForkReturn {
                    fork_id,
                    origin_episode_id,
                    return_type: "INCORPORATED".into(),
                    synthesis_summary: text,
                }
                .into()
            }
        })
    }

    /// A merge into any Episode, with the resolutions that its manifest asks for.
    fn merge(&mut self) -> Option<Command> {
        let (home, branch) = self.numbers.pick(&self.branches)?;
        let target = if self.numbers.next(3) == 0 { self.numbers.pick(&self.episodes)? } else { home };
        let strategy = ["AUTO", "MANUAL_REVIEW", "AGENT_RESOLVED", "CONCLUSION_ONLY"][self.numbers.next(4)];
        let mut command = ExecuteMerge { merge_strategy: strategy.into(), ..merge::execute(branch, target) };
        if target == home && self.numbers.next(3) == 0 {
            command.target_branch_id =
                self.numbers.pick(&self.branches).filter(|other| other.0 == home).map(|other| other.1);
        }
        let context = Context::new(moment(0), id(9_000_000), ACTOR);
        if let Ok(Answer::Standing(Outcome::Conflicts(manifest))) =
            self.tree.apply(&command.clone().into(), &context)
        {
            for conflict in manifest.conflicts {
                let (kind, hash) = match self.numbers.next(3) {
                    0 => (ResolutionType::TakeSource, conflict.source_content_hash),
                    1 => (ResolutionType::TakeTarget, conflict.target_content_hash),
                    _ => (ResolutionType::Custom, digest("custom")),
                };
                let mut resolution = merge::resolution(conflict.segment_id, kind, "");
                resolution.resolved_content_hash = hash;
                command.conflict_resolutions.push(resolution);
            }
        }
        Some(command.into())
    }

    /// One step that looks random.
    pub(crate) fn step(&mut self) {
        if let Some(command) = self.command() {
            self.ask(command);
        }
    }

    /// Ends what is open and seals every Episode that can be sealed.
    pub(crate) fn seal_all(&mut self) {
        for gate in self.gates.clone() {
            let approved = Some(HitlDecision::Approved);
            self.ask(gate::conclude(gate, HitlNodeStatus::Resolved, approved).into());
        }
        for aside in self.asides.clone() {
            self.ask(aside::close(aside).into());
        }
        for soliloquy in self.soliloquies.clone() {
            let of = self.tree.soliloquy(soliloquy).map(|node| node.parent_segment_id);
            self.ask(soliloquy::conclude(soliloquy, of.unwrap_or(id(1))).into());
        }
        for episode in self.episodes.clone() {
            self.ask(aside::seal(episode).into());
        }
    }

    fn ask(&mut self, command: Command) {
        let context = self.context();
        let before = (self.tree.count(), self.tree.head(), self.tree.records().len());
        let line = match self.tree.apply(&command, &context) {
            Ok(Answer::Write(transition)) => {
                let mut line = Vec::new();
                transition.write(&mut line);
                self.note(transition.outcome().clone());
                self.tree.commit(*transition).unwrap();
                line
            }
            Ok(Answer::Standing(_)) => Vec::new(),
            Err(refusal) => {
                self.refused += 1;
                let mut line = Vec::new();
                if let Some(record) = refusal.record {
                    record.write(&mut line);
                    self.tree.commit(*record).unwrap();
                }
                line
            }
        };
        let written = u64::from(!line.is_empty());
        assert_eq!(self.tree.count(), before.0 + written);
        assert_eq!(
            self.tree.records().len(),
            before.2 + written as usize,
            "one transition is one audit record"
        );
        assert_eq!(self.tree.head() == before.1, line.is_empty(), "what is refused changes nothing");
        if !line.is_empty() {
            self.journal.push(line);
        }
    }

    fn note(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Episode(opened) => self.episodes.push(opened.episode_id),
            Outcome::Segment(appended) => self.segments.push((appended.episode_id, appended.segment_id)),
            Outcome::Branch(made) => self.branches.push((made.branch_episode_id, made.branch_id)),
            Outcome::Fork(made) => {
                self.episodes.extend(&made.fork_episode_ids);
                self.forks.push((made.fork_id, made.fork_point_ids));
            }
            Outcome::Departure(made) => {
                self.episodes.push(made.fork_episode_id);
                self.departures.push((made.fork_id, made.fork_episode_id, made.origin_episode_id));
            }
            Outcome::Aside(one) if one.status == AsideStatus::Open => self.asides.push(one.aside_id),
            Outcome::Soliloquy(one) if one.status == SoliloquyStatus::Active => {
                self.soliloquies.push(one.soliloquy_id);
            }
            Outcome::Gate(one) if one.status == HitlNodeStatus::Invoked => self.gates.push(one.hitl_event_id),
            _ => {}
        }
    }
}

const GATES: [HitlGateType; 2] = [HitlGateType::ApprovalRequired, HitlGateType::ReviewAdvisory];
const ENDS: [HitlNodeStatus; 3] =
    [HitlNodeStatus::Resolved, HitlNodeStatus::TimedOut, HitlNodeStatus::Escalated];

fn open() -> Command {
    OpenEpisode {
        title: Some("e\u{301}pisode".into()),
        context_note: None,
        participants: Vec::new(),
        fingerprint_required: false,
        detection_thresholds: None,
    }
    .into()
}
