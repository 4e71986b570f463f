//! Trees after arbitrary operations, read as evidence: the reading says what the tree says, whatever was asked of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use actum::canon::digest::sha3;
use actum::tmpa::{InputBundle, Judgment, Reconstruction};
use actum::tree::command::{
    AbandonBranch, AbandonDepartureFork, AdvanceEpisode, Alternative, AppendSegment, CloseAside, Command,
    CompleteDepartureFork, ConcludeGate, ConcludeSoliloquy, CreateBranch, CreateDepartureFork, CreateFork,
    DeclareForkReturn, ExecuteMerge, InvokeGate, OpenAside, OpenEpisode, OpenSoliloquy, ResolveFork,
    SealEpisode,
};
use actum::tree::id::{Instant, Uuid};
use actum::tree::node::{Node, VisibilityPolicy};
use actum::tree::tree::{Answer, Change, Context, Outcome, Transition, Tree};
use actum::tree::value::{
    AccessLevel, BranchDeclarationType, BranchType, CaughtBy, EpisodeStatus, HitlDecision, HitlGateType,
    HitlNodeStatus, RetentionTier, SegmentType, SoliloquyContentHashPolicy, TriggerType,
};
use actum::{Bundle, Evidence, Options, read, reader};
use actum_testkit::deal::random::Random;
use serde_json::{Value, json};

/// Walks in a usual run; `ACTUM_TEST_EFFORT` multiplies them.
const WALKS: u64 = 60;
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

fn walks(count: u64) -> impl Iterator<Item = (u64, Walk)> {
    let effort = std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse::<u64>().unwrap());
    (0..count * effort).map(|seed| (seed, Walk::of(seed)))
}

/// A tree, with all that was written on the way.
struct Walk {
    tree: Tree,
    lines: Vec<String>,
    written: Vec<Transition>,
    /// From and to.
    steps: BTreeSet<(String, String)>,
    random: Random,
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
    fn of(seed: u64) -> Self {
        let mut walk = Self {
            tree: Tree::new(),
            lines: Vec::new(),
            written: Vec::new(),
            steps: BTreeSet::new(),
            random: Random::new(seed),
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
        let id = Uuid::from_bytes((0x8000_8000_u128 << 48 | u128::from(self.turn)).to_be_bytes());
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

    fn sources(&self, file: &str) -> Vec<(String, String)> {
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

fn input() -> InputBundle {
    Bundle::open(Path::new("one-record")).unwrap().input(reader()).unwrap()
}

fn read_lines(input: &InputBundle, place: &Path, lines: &[(String, String)]) -> Reconstruction {
    let source = |(id, line): &(String, String)| json!({ "source_id": id, "media_type": "application/json", "text": line });
    let listing = place.join("listing.json");
    let sources: Vec<Value> = lines.iter().map(source).collect();
    fs::write(&listing, json!({ "sources": sources }).to_string()).unwrap();
    read(input, &Evidence::listing(&listing).unwrap(), Options::default()).unwrap()
}

#[test]
fn the_lifecycle_of_episodes_has_every_step_that_a_tree_takes_and_no_other() {
    let bytes = include_bytes!("../../../../profiles/one-record/episode.json");
    let profile: Value = serde_json::from_slice(bytes).unwrap();
    let text = |step: &Value, name: &str| step[name].as_str().unwrap().to_owned();
    let allowed: BTreeSet<_> = profile["transitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (text(step, "from"), text(step, "to")))
        .collect();
    let taken: BTreeSet<_> = walks(400).flat_map(|(_, walk)| walk.steps).collect();
    let missing: Vec<_> = taken.difference(&allowed).collect();
    // A sealed Episode is sealed again for what came late (ASTP 5.7.1), which no operation here brings.
    let again = ("SEALED".to_owned(), "SEALED".to_owned());
    let never: Vec<_> = allowed.difference(&taken).filter(|step| **step != again).collect();
    assert!(missing.is_empty() && never.is_empty(), "not allowed: {missing:#?}\nnever taken: {never:#?}");
}

/// The objects of each kind that the transitions must become.
fn expected(walk: &Walk) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut steps: BTreeMap<Uuid, u64> = BTreeMap::new();
    for transition in &walk.written {
        for node in transition.nodes() {
            ids.extend(match node {
                Node::Episode(one) => Some(format!("astp:{}", one.episode_id)),
                Node::Segment(one) => Some(format!("astp:segment/{}", one.segment_id)),
                Node::Seal(one) => Some(format!("astp:seal/{}", one.episode_root_hash)),
                Node::BranchPoint(one) => Some(format!("astp:branch/{}", one.branch_id)),
                Node::BranchTerminus(one) => Some(format!("astp:branch/{}/end", one.branch_id)),
                Node::MergePoint(one) => Some(format!("astp:merge/{}", one.merge_point_id)),
                Node::ForkPoint(one) => Some(format!("astp:fork/{}", one.fork_point_id)),
                Node::HitlEvent(one) => {
                    let end = if one.decision.is_some() { "/decision" } else { "" };
                    Some(format!("astp:gate/{}{end}", one.hitl_event_id))
                }
                _ => None,
            });
        }
        for change in transition.changes() {
            let Change::EpisodeMoved(moved) = change else { continue };
            let step = steps.entry(moved.episode_id).or_default();
            *step += 1;
            ids.insert(format!("astp:{}/s{step}", moved.episode_id));
        }
    }
    ids
}

#[test]
fn whatever_is_asked_of_a_tree_the_reading_says_of_each_episode_what_the_tree_says() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let mut sealed = 0;
    for (seed, walk) in walks(WALKS) {
        let view = read_lines(&input, place.path(), &walk.sources("transitions.jsonl"));
        let envelope: Value = serde_json::from_slice(&view.to_bytes()).unwrap();
        assert_eq!(envelope["issues"], json!([]), "seed {seed}");
        let faults: Vec<_> = view.findings().filter(|one| one.code != "astp:REFUSED").collect();
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        let states = &envelope["extensions"]["summary"]["work_state"];
        for episode in walk.tree.episodes() {
            let state = walk.tree.episode_status(episode.episode_id).unwrap();
            assert_eq!(states[format!("astp:{}", episode.episode_id)], state.to_string(), "seed {seed}");
            sealed += usize::from(state == EpisodeStatus::Sealed);
        }
        let told: BTreeSet<String> = view.nodes().map(|node| node.id.to_owned()).collect();
        let lost: Vec<_> = expected(&walk).into_iter().filter(|id| !told.contains(id)).collect();
        assert!(lost.is_empty(), "seed {seed}: {lost:?}");
        assert!(view.nodes().all(|node| node.judgment == Judgment::Valid), "seed {seed}");
    }
    assert!(sealed > 10, "{sealed} sealed");
}

#[test]
fn transitions_in_any_order_and_twice_give_the_same_objects() {
    let (input, place) = (input(), tempfile::tempdir().unwrap());
    let told = |view: &Reconstruction| {
        let nodes = view.nodes().map(|node| (node.id.to_owned(), node.judgment, node.canonical_digest));
        let works =
            view.works().map(|work| (work.id.to_owned(), work.state.map(str::to_owned), work.judgment));
        (nodes.collect::<Vec<_>>(), works.collect::<Vec<_>>())
    };
    for (seed, walk) in walks(12) {
        let mut lines = walk.sources("transitions.jsonl");
        let first = read_lines(&input, place.path(), &lines);
        let mut random = Random::new(seed);
        random.shuffle(&mut lines);
        assert_eq!(read_lines(&input, place.path(), &lines).to_bytes(), first.to_bytes(), "seed {seed}");
        let mut copies: Vec<_> = lines.iter().filter(|_| random.chance(30)).cloned().collect();
        copies.iter_mut().for_each(|(id, _)| *id = id.replace("transitions", "a-part"));
        lines.append(&mut copies);
        assert_eq!(told(&read_lines(&input, place.path(), &lines)), told(&first), "seed {seed}");
    }
}
