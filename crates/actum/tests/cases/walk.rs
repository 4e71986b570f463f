//! A walk through the operations of a tree that looks random and is the same for the same seed.

use std::collections::BTreeSet;

use actum::canon::digest::sha3;
use actum::tree::command::{
    AbandonBranch, AbandonDepartureFork, AdvanceEpisode, Alternative, AppendSegment, CloseAside, Command,
    CompleteDepartureFork, ConcludeGate, ConcludeSoliloquy, CreateBranch, CreateDepartureFork, CreateFork,
    DeclareForkReturn, ExecuteMerge, InvokeGate, OpenAside, OpenEpisode, OpenSoliloquy, ResolveFork,
    SealEpisode,
};
use actum::tree::id::{Instant, Uuid};
use actum::tree::node::VisibilityPolicy;
use actum::tree::tree::{Answer, Change, Context, Outcome, Transition, Tree};
use actum::tree::value::{
    AccessLevel, BranchDeclarationType, BranchType, CaughtBy, EpisodeStatus, HitlDecision, HitlGateType,
    HitlNodeStatus, RetentionTier, SegmentType, SoliloquyContentHashPolicy, TriggerType,
};
use actum_testkit::deal::random::Random;

/// Operations that are asked for in a walk.
const LENGTH: usize = 120;

const AGENT: &str = "ariadne";
const HUMAN: &str = "ada";

const STATES: [EpisodeStatus; 6] = [
    EpisodeStatus::Closing,
    EpisodeStatus::ClosingPendingSeal,
    EpisodeStatus::Closed,
    EpisodeStatus::CrystallizationPending,
    EpisodeStatus::Crystallized,
    EpisodeStatus::Archived,
];

/// A tree, with all that was written on the way.
pub(super) struct Walk {
    pub(super) tree: Tree,
    pub(super) lines: Vec<String>,
    pub(super) written: Vec<Transition>,
    /// From and to.
    pub(super) steps: BTreeSet<(String, String)>,
    random: Random,
    /// Where its identifiers begin.
    start: u64,
    turn: u64,
    episodes: Vec<Uuid>,
    segments: Vec<(Uuid, Uuid)>,
    branches: Vec<(Uuid, Uuid)>,
    forks: Vec<(Uuid, Vec<Uuid>)>,
    departures: Vec<(Uuid, Uuid, Uuid)>,
    asides: Vec<Uuid>,
    soliloquies: Vec<Uuid>,
    gates: Vec<Uuid>,
}

impl Walk {
    pub(super) fn of(seed: u64) -> Self {
        Self::with(seed, 0)
    }

    /// A walk whose identifiers begin elsewhere.
    pub(super) fn with(seed: u64, start: u64) -> Self {
        let mut walk = Self {
            tree: Tree::new(),
            lines: Vec::new(),
            written: Vec::new(),
            steps: BTreeSet::new(),
            random: Random::new(seed),
            start,
            turn: 0,
            episodes: Vec::new(),
            segments: Vec::new(),
            branches: Vec::new(),
            forks: Vec::new(),
            departures: Vec::new(),
            asides: Vec::new(),
            soliloquies: Vec::new(),
            gates: Vec::new(),
        };
        for _ in 0..LENGTH {
            if let Some(command) = walk.command() {
                walk.ask(&command);
            }
        }
        walk
    }

    fn one<T: Copy>(random: &mut Random, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| *random.pick(list))
    }

    fn command(&mut self) -> Option<Command> {
        let random = &mut self.random;
        let text = format!("text {}", random.below(50));
        let (episode_id, source) = match Self::one(random, &self.segments) {
            Some(found) => found,
            None if self.episodes.is_empty() => return Some(open(text)),
            None => return Some(segment(self.episodes[0], &text).into()),
        };
        Some(match random.below(34) {
            0 => open(text),
            1..=6 => segment(*random.pick(&self.episodes), &text).into(),
            7..=9 => {
                let (episode, branch) = Self::one(random, &self.branches)?;
                let supersedes = if random.chance(50) { vec![source] } else { Vec::new() };
                AppendSegment { branch_id: Some(branch), supersedes, ..segment(episode, &text) }.into()
            }
            10..=11 => CreateBranch {
                source_episode_id: episode_id,
                source_segment_id: source,
                branch_intent: text,
                declaration_type: BranchDeclarationType::Explicit,
                branch_type: BranchType::Exploratory,
                trigger: TriggerType::HumanExplicit,
                caught_by: CaughtBy::Human,
                detection_window_open: false,
                override_depth: random.chance(10),
            }
            .into(),
            12 => {
                let (_, branch_id) = Self::one(random, &self.branches)?;
                AbandonBranch { branch_id, abandonment_reason: text }.into()
            }
            13 => CreateFork {
                origin_episode_id: episode_id,
                origin_segment_id: source,
                fork_objective: text,
                fork_intent: "try".into(),
                alternatives: vec![ALTERNATIVE; 1 + random.below(3)],
                carried_artifacts: Vec::new(),
                caught_by: CaughtBy::Human,
            }
            .into(),
            14 => {
                let place = (!self.forks.is_empty()).then(|| random.below(self.forks.len()))?;
                let (fork_id, points) = self.forks[place].clone();
                let selected_fork_point_id = Self::one(random, &points)?;
                ResolveFork { fork_id, selected_fork_point_id, resolution_rationale: text }.into()
            }
            15..=17 => {
                let (home, source_branch_id) = Self::one(random, &self.branches)?;
                let elsewhere = random.chance(30);
                let target = if elsewhere { *random.pick(&self.episodes) } else { home };
                let strategy = *random.pick(&["AUTO", "MANUAL_REVIEW", "CONCLUSION_ONLY"]);
                ExecuteMerge {
                    source_branch_id,
                    target_episode_id: target,
                    target_branch_id: None,
                    merge_summary: text,
                    merge_strategy: strategy.into(),
                    conflict_resolutions: Vec::new(),
                    resolution_artifacts: Vec::new(),
                    caught_by: CaughtBy::Human,
                }
                .into()
            }
            18 => CreateDepartureFork {
                origin_episode_id: episode_id,
                origin_segment_id: source,
                fork_objective: text,
                fork_creation_trigger: "TOPIC_SHIFT".into(),
                fork_agent_id: None,
                fork_title: None,
                participants: Vec::new(),
                fork_trigger_segment_id: None,
                fork_trigger_confidence: None,
                caught_by: CaughtBy::Human,
            }
            .into(),
            19 => {
                let (_, fork_episode_id, _) = Self::one(random, &self.departures)?;
                match random.chance(60) {
                    true => CompleteDepartureFork { fork_episode_id, note: None }.into(),
                    false => AbandonDepartureFork { fork_episode_id, reason: Some(text) }.into(),
                }
            }
            20 => {
                let (fork_id, _, origin_episode_id) = Self::one(random, &self.departures)?;
                DeclareForkReturn {
                    fork_id,
                    origin_episode_id,
                    return_type: "INCORPORATED".into(),
                    synthesis_summary: text,
                }
                .into()
            }
            21 => OpenAside {
                parent_episode_id: episode_id,
                parent_segment_id: source,
                aside_label: text,
                initiated_by_human: HUMAN.into(),
                target_agent_id: AGENT.into(),
                return_obligation: random.chance(30),
                content_refs: Vec::new(),
                caught_by: CaughtBy::Human,
            }
            .into(),
            22 => CloseAside {
                aside_id: Self::one(random, &self.asides)?,
                close_reason: text,
                abandoned: random.chance(20),
                notification_targets: Vec::new(),
                additional_content_refs: Vec::new(),
            }
            .into(),
            23 => OpenSoliloquy {
                parent_episode_id: episode_id,
                parent_segment_id: source,
                soliloquy_purpose: text,
                initiated_by_agent: AGENT.into(),
                visibility_policy: VisibilityPolicy {
                    human_accessible: true,
                    owner_agent_access: "ALWAYS".into(),
                    other_agents_access: AccessLevel::EscalationOnly,
                    content_hash_policy: SoliloquyContentHashPolicy::FullContent,
                    audit_on_access: true,
                    deployment_override_permitted: false,
                },
                deliberation_chain: Vec::new(),
                caught_by: CaughtBy::Agent,
            }
            .into(),
            24 => ConcludeSoliloquy {
                soliloquy_id: Self::one(random, &self.soliloquies)?,
                conclusion_summary: text,
                abandoned: random.chance(20),
                merged_into_segment_id: source,
                final_deliberation_chain: None,
            }
            .into(),
            25 => InvokeGate {
                episode_id,
                hitl_request_id: text,
                gate_type: *random.pick(&[HitlGateType::ApprovalRequired, HitlGateType::ReviewAdvisory]),
                context_json: "{}".into(),
                timeout_at: Some(moment(1_000_000)),
                invocation_signature: None,
                invocation_key: None,
            }
            .into(),
            26..=27 => {
                let ends = [HitlNodeStatus::Resolved, HitlNodeStatus::TimedOut, HitlNodeStatus::Escalated];
                let status = *random.pick(&ends);
                ConcludeGate {
                    hitl_event_id: Self::one(random, &self.gates)?,
                    status,
                    decision: (status == HitlNodeStatus::Resolved).then_some(HitlDecision::Approved),
                    rationale: Some(text),
                    resolution_signature: None,
                    resolution_key: None,
                }
                .into()
            }
            28..=31 => AdvanceEpisode { episode_id, status: *random.pick(&STATES) }.into(),
            32 => SealEpisode { episode_id, spine_algorithm_version: None, capture_posture: None }.into(),
            _ => return None,
        })
    }

    fn ask(&mut self, command: &Command) {
        self.turn += 1;
        let at = moment(self.turn * 7);
        let id =
            Uuid::from_bytes((0x8000_8000_u128 << 48 | u128::from(self.start + self.turn)).to_be_bytes());
        let by_human = matches!(command, Command::ConcludeGate(_) | Command::OpenAside(_));
        let actor = if by_human && self.random.chance(90) { HUMAN } else { AGENT };
        let mut context = Context::new(at, id, actor);
        context.human = Some(HUMAN.into());
        match self.tree.apply(command, &context) {
            Ok(Answer::Write(transition)) => self.write(*transition),
            Ok(Answer::Standing(_)) => {}
            Err(refusal) => {
                if let Some(record) = refusal.record {
                    self.write(*record);
                }
            }
        }
    }

    fn write(&mut self, transition: Transition) {
        for change in transition.changes() {
            let Change::EpisodeMoved(moved) = change else { continue };
            let from = self.tree.episode_status(moved.episode_id).unwrap();
            self.steps.insert((from.to_string(), moved.status.to_string()));
        }
        let mut line = Vec::new();
        transition.write(&mut line);
        self.lines.push(String::from_utf8(line).unwrap());
        match transition.outcome().clone() {
            Outcome::Episode(one) if !self.episodes.contains(&one.episode_id) => {
                self.episodes.push(one.episode_id);
            }
            Outcome::Segment(one) => self.segments.push((one.episode_id, one.segment_id)),
            Outcome::Branch(one) => self.branches.push((one.branch_episode_id, one.branch_id)),
            Outcome::Fork(one) => {
                self.episodes.extend(&one.fork_episode_ids);
                self.forks.push((one.fork_id, one.fork_point_ids));
            }
            Outcome::Departure(one) => {
                self.episodes.push(one.fork_episode_id);
                self.departures.push((one.fork_id, one.fork_episode_id, one.origin_episode_id));
            }
            Outcome::Aside(one) => self.asides.push(one.aside_id),
            Outcome::Soliloquy(one) => self.soliloquies.push(one.soliloquy_id),
            Outcome::Gate(one) => self.gates.push(one.hitl_event_id),
            _ => {}
        }
        self.written.push(transition.clone());
        self.tree.commit(transition).unwrap();
    }

    pub(super) fn sources(&self, file: &str) -> Vec<(String, String)> {
        (2..).zip(&self.lines).map(|(number, line)| (format!("{file}#{number}"), line.clone())).collect()
    }
}

const ALTERNATIVE: Alternative =
    Alternative { episode_id: None, fork_intent: None, carried_artifacts: None, participants: Vec::new() };

fn moment(milliseconds: u64) -> Instant {
    Instant::from_milliseconds(1_798_761_600_000 + milliseconds).unwrap()
}

fn open(title: String) -> Command {
    OpenEpisode {
        title: Some(title),
        context_note: None,
        participants: Vec::new(),
        fingerprint_required: false,
        detection_thresholds: None,
    }
    .into()
}

fn segment(episode_id: Uuid, text: &str) -> AppendSegment {
    AppendSegment {
        episode_id,
        branch_id: None,
        segment_type: SegmentType::Conversation,
        sequence_index: None,
        content_hash: sha3(text.as_bytes()),
        content_ref: "memory".into(),
        retention_tier: RetentionTier::Persistent,
        supersedes: Vec::new(),
        signal_versions_read: Vec::new(),
        fingerprint: None,
    }
}
