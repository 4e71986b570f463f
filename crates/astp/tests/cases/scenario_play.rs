//! The operations of a published scenario on a tree of ours.

use actum_astp::command::{
    AbandonBranch, AbandonDepartureFork, Alternative, AppendSegment, AppendSignal, Command,
    CompleteDepartureFork, CreateBranch, CreateDepartureFork, CreateFork, DeclareForkReturn, ExecuteMerge,
    OpenEpisode, ResolveFork,
};
use actum_astp::construct;
use actum_astp::id::{Instant, Uuid};
use actum_astp::node::{Node, Reference};
use actum_astp::operation::verify_merge;
use actum_astp::rule::Rule;
use actum_astp::tree::{Answer, Context, Outcome, Transition, Tree};
use actum_astp::value::{
    BranchDeclarationType, BranchType, CaughtBy, ReferenceType, RetentionTier, SegmentType, SignalPlacement,
    SignalType, TriggerType,
};
use actum_canon::digest::{Sha3, sha3};
use serde_json::Value;

use super::scenario::{hash, list};

/// One scenario on a tree of ours.
pub(crate) struct Play {
    pub(crate) tree: Tree,
    spare: u64,
    pub(crate) refusals: Vec<(String, Rule)>,
    pub(crate) journal: Vec<Vec<u8>>,
}

pub(crate) fn uuid(value: &Value) -> Uuid {
    Uuid::parse(value.as_str().unwrap()).unwrap()
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn optional(value: &Value) -> Option<Uuid> {
    value.as_str().and_then(Uuid::parse)
}

pub(crate) fn uuids(value: &Value) -> Vec<Uuid> {
    value.as_array().into_iter().flatten().map(uuid).collect()
}

impl Play {
    pub(crate) fn new() -> Self {
        Self { tree: Tree::new(), spare: 0, refusals: Vec::new(), journal: Vec::new() }
    }

    fn spare(&mut self) -> Uuid {
        self.spare += 1;
        Uuid::from_bytes((0x5A5A_u128 << 112 | u128::from(self.spare)).to_be_bytes())
    }

    pub(crate) fn run(
        &mut self,
        command: impl Into<Command>,
        at: &Value,
        actor: &str,
        mut ids: Vec<Uuid>,
    ) -> Option<Transition> {
        let command = command.into();
        ids.push(self.spare());
        let mut context = Context::new(Instant::parse(at.as_str().unwrap()).unwrap(), ids[0], actor);
        context.ids = ids;
        match self.tree.apply(&command, &context) {
            Ok(Answer::Write(transition)) => {
                let mut line = Vec::new();
                transition.write(&mut line);
                self.journal.push(line);
                self.tree.commit((*transition).clone()).unwrap();
                Some(*transition)
            }
            Ok(Answer::Standing(outcome)) => panic!("{}: {outcome:?}", command.name()),
            Err(refusal) => {
                self.refusals.push((command.name().to_string(), refusal.rule));
                None
            }
        }
    }

    pub(crate) fn operation(&mut self, operation: &Value) {
        let (args, created) = (&operation["args"], &operation["created"]);
        let row = |table: &str| &created[table][0];
        match operation["op"].as_str().unwrap() {
            "create_episode" => {
                let row = row("episodes");
                let command = OpenEpisode {
                    title: row["title"].as_str().map(String::from),
                    context_note: None,
                    participants: Vec::new(),
                    fingerprint_required: false,
                    detection_thresholds: None,
                };
                self.run(
                    command,
                    &row["opened_at"],
                    row["agent_id"].as_str().unwrap(),
                    vec![uuid(&row["episode_id"])],
                );
            }
            "append_segment" => self.segment(row("segments")),
            "append_signal" => self.signal(row("signals")),
            "create_segment_reference" => {
                let command = Reference {
                    source: uuid(&args["source"]),
                    target: uuid(&args["target"]),
                    reference_type: ReferenceType::parse(args["reference_type"].as_str().unwrap()).unwrap(),
                };
                self.run(command, &Value::from("2027-11-26T09:00:00Z"), "host", Vec::new());
            }
            "create_branch" => self.branch(args, created),
            "abandon_branch" => self.abandonment(args, row("branch_termini")),
            "create_fork" => self.fork(args, created),
            "resolve_fork" => {
                let command = ResolveFork {
                    fork_id: uuid(&args["fork_id"]),
                    selected_fork_point_id: uuid(&args["selected_fork_point_id"]),
                    resolution_rationale: text(&args["resolution_rationale"]),
                };
                let at = &row("audit_records")["wall_clock_time"];
                self.run(command, at, args["initiator"].as_str().unwrap(), Vec::new()).unwrap();
            }
            "execute_merge" => self.merge(args, operation),
            "create_departure_fork" => self.departure(args, created),
            "complete_departure_fork" => self.completion(args, row("audit_records")),
            "abandon_departure_fork" => {
                let fork_episode_id = uuid(&args["fork_episode_id"]);
                let command = AbandonDepartureFork { fork_episode_id, reason: Some(text(&args["reason"])) };
                // By the origin's agent, as ASTP 19.3.5 has it.
                let provenance = self.tree.episode(fork_episode_id).unwrap().provenance.clone().unwrap();
                let agent = self.tree.episode(provenance.fork_origin_episode_id).unwrap().agent_id.clone();
                self.run(command, &row("audit_records")["wall_clock_time"], &agent, Vec::new()).unwrap();
            }
            "declare_fork_return" => self.give_back(args, row("fork_returns")),
            "create_aside" => self.aside(row("asides")),
            "close_aside" => self.aside_end(args, row("aside_termini")),
            "create_soliloquy" => self.soliloquy(row("soliloquies")),
            "conclude_soliloquy" => self.conclusion(args, row("soliloquy_conclusions")),
            // Questions, and readings of drift, which have vectors of their own.
            "find_common_ancestor" | "verify_merge_integrity" | "intercept_segment_write" => {}
            other => panic!("{other}"),
        }
    }

    fn segment(&mut self, row: &Value) {
        let content = row["content_text"].as_str().unwrap();
        let command = AppendSegment {
            episode_id: uuid(&row["episode_id"]),
            branch_id: None,
            segment_type: SegmentType::parse(row["segment_type"].as_str().unwrap()).unwrap(),
            sequence_index: row["sequence_index"].as_u64(),
            content_hash: sha3(content.as_bytes()),
            content_ref: text(&row["content_ref"]),
            retention_tier: RetentionTier::parse(row["retention_tier"].as_str().unwrap()).unwrap(),
            supersedes: Vec::new(),
            signal_versions_read: Vec::new(),
            fingerprint: None,
        };
        assert_eq!(command.content_hash.to_string(), row["content_hash"].as_str().unwrap());
        self.run(
            command,
            &row["authored_at"],
            row["author"].as_str().unwrap(),
            vec![uuid(&row["segment_id"])],
        )
        .unwrap();
    }

    fn signal(&mut self, row: &Value) {
        let command = AppendSignal {
            episode_id: uuid(&row["episode_id"]),
            signal_type: SignalType::parse(row["signal_type"].as_str().unwrap()).unwrap(),
            signal_source: text(&row["signal_source"]),
            content_hash: Sha3::parse(row["content_hash"].as_str().unwrap()).unwrap(),
            placement: SignalPlacement::parse(row["placement"].as_str().unwrap()).unwrap(),
        };
        self.run(command, &row["received_at"], "host", vec![uuid(&row["signal_id"])]).unwrap();
    }

    fn branch(&mut self, args: &Value, created: &Value) {
        let row = &created["branch_points"][0];
        let command = CreateBranch {
            source_episode_id: uuid(&args["source_episode_id"]),
            source_segment_id: uuid(&args["source_segment_id"]),
            branch_intent: text(&args["branch_intent"]),
            declaration_type: BranchDeclarationType::parse(args["declaration_type"].as_str().unwrap())
                .unwrap(),
            branch_type: BranchType::parse(args["branch_type"].as_str().unwrap()).unwrap(),
            trigger: TriggerType::parse(args["trigger"].as_str().unwrap()).unwrap(),
            caught_by: CaughtBy::parse(args["caught_by"].as_str().unwrap()).unwrap(),
            detection_window_open: args["detection_window_open"].as_bool().unwrap(),
            override_depth: false,
        };
        let ids = vec![uuid(&row["branch_point_id"]), uuid(&row["branch_id"])];
        let made =
            self.run(command, &row["timestamp_utc"], args["initiator"].as_str().unwrap(), ids).unwrap();
        let Node::BranchPoint(point) = &made.nodes()[0] else { panic!() };
        // The whole hash is the published one: identifiers, time, no parent. Depth is in no preimage, and follows from lineage (BR-005).
        assert_eq!(point.content_hash.to_string(), row["content_hash"].as_str().unwrap());
        assert_eq!(point.spine_merkle_snapshot.to_string(), row["spine_merkle_snapshot"].as_str().unwrap());
        assert_eq!(
            construct::BRANCH_POINT_V2.hash(point).unwrap().to_string(),
            hash(&construct::BRANCH_POINT_V2, row)
        );
        assert_eq!(point.branch_depth, 1);
        intent(&made, created);
    }

    fn abandonment(&mut self, args: &Value, row: &Value) {
        let command = AbandonBranch {
            branch_id: uuid(&args["branch_id"]),
            abandonment_reason: text(&args["abandonment_reason"]),
        };
        let ids = vec![uuid(&row["terminus_id"])];
        let made =
            self.run(command, &row["timestamp_utc"], args["initiator"].as_str().unwrap(), ids).unwrap();
        let Node::BranchTerminus(terminus) = &made.nodes()[0] else { panic!() };
        let member = construct::BRANCH_TERMINUS_V2.hash(terminus).unwrap().to_string();
        assert_eq!(member, hash(&construct::BRANCH_TERMINUS_V2, row));
        assert_eq!(
            terminus.content_hash.to_string(),
            hash(&construct::BRANCH_TERMINUS, row),
            "the published node has none"
        );
    }

    fn fork(&mut self, args: &Value, created: &Value) {
        let rows: Vec<&Value> = list(created, "fork_points").collect();
        let alternative = |given: &Value| Alternative {
            episode_id: None,
            fork_intent: given["fork_intent"].as_str().map(String::from),
            carried_artifacts: None,
            participants: list(given, "participants").map(text).collect(),
        };
        let command = CreateFork {
            origin_episode_id: uuid(&args["origin_episode_id"]),
            origin_segment_id: uuid(&args["origin_segment_id"]),
            fork_objective: text(&args["fork_objective"]),
            fork_intent: text(&args["fork_intent"]),
            alternatives: list(args, "alternatives").map(alternative).collect(),
            carried_artifacts: list(args, "carried_artifacts").map(text).collect(),
            caught_by: CaughtBy::Human,
        };
        let mut ids = vec![uuid(&rows[0]["fork_id"])];
        ids.extend(rows.iter().flat_map(|row| [uuid(&row["fork_point_id"]), uuid(&row["episode_id"])]));
        let made =
            self.run(command, &rows[0]["timestamp_utc"], args["initiator"].as_str().unwrap(), ids).unwrap();
        let points = made
            .nodes()
            .iter()
            .filter_map(|node| if let Node::ForkPoint(point) = node { Some(point) } else { None });
        for (point, row) in points.zip(&rows) {
            // The published writer looks at the clock for each point; here a transition has one moment.
            let mut moved = point.clone();
            moved.timestamp_utc = Instant::parse(row["timestamp_utc"].as_str().unwrap()).unwrap();
            assert_eq!(
                construct::FORK_POINT.hash(&moved).unwrap().to_string(),
                row["content_hash"].as_str().unwrap()
            );
            assert_eq!(construct::FORK_POINT.hash(point).unwrap(), point.content_hash);
        }
        intent(&made, created);
    }

    fn merge(&mut self, args: &Value, operation: &Value) {
        // A manifest of conflicts that the caller declared, about contents that are stored nowhere (FM-007): here conflicts are found in the
        // Segments, and there are none.
        if operation["result"]["type"] == "ConflictManifest" {
            return;
        }
        let row = &operation["created"]["merge_points"][0];
        let command = ExecuteMerge {
            source_branch_id: uuid(&args["source_branch_id"]),
            target_episode_id: uuid(&args["target_episode_id"]),
            target_branch_id: None,
            merge_summary: text(&args["merge_summary"]),
            merge_strategy: text(&args["merge_strategy"]),
            conflict_resolutions: Vec::new(),
            resolution_artifacts: list(args, "resolution_artifacts").map(text).collect(),
            caught_by: CaughtBy::Human,
        };
        let terminus = &operation["created"]["branch_termini"][0];
        let ids = vec![uuid(&row["merge_id"]), uuid(&row["merge_point_id"]), uuid(&terminus["terminus_id"])];
        let made =
            self.run(command, &row["timestamp_utc"], args["initiator"].as_str().unwrap(), ids).unwrap();
        let Outcome::Merge(result) = made.outcome() else { panic!() };
        let point = self.tree.merge(result.merge_id).unwrap().point.clone();
        // Without branches that have Segments of their own, the main line is the spine, and its root the published one.
        assert_eq!(point.target_merkle_root_pre.to_string(), row["target_merkle_root_pre"].as_str().unwrap());
        assert_eq!(point.common_ancestor_id, uuid(&row["common_ancestor_id"]));
        // The published writer repeats the target's root as that of the branch, and derives the one after (catalogue 11, 3): the
        // real ones are that of the spine through the Segment the branch left from, and an unchanged one.
        let source = self.tree.branch(point.source_branch_id).unwrap().point.source_segment_id;
        assert_eq!(Some(point.source_merkle_root), self.tree.spine_root_through(source));
        assert_eq!(point.target_merkle_root_post, point.target_merkle_root_pre);
        let mut moved = point.clone();
        moved.source_merkle_root = Sha3::parse(row["source_merkle_root"].as_str().unwrap()).unwrap();
        moved.target_merkle_root_post =
            Sha3::parse(row["target_merkle_root_post"].as_str().unwrap()).unwrap();
        assert_eq!(
            construct::MERGE_POINT.hash(&moved).unwrap().to_string(),
            row["content_hash"].as_str().unwrap()
        );
        assert!(verify_merge(&self.tree, &point).integrity_holds);
        let ended = self.tree.branch(point.source_branch_id).unwrap().terminus.unwrap();
        assert_eq!(
            ended.final_merkle_root.unwrap().to_string(),
            terminus["final_merkle_root"].as_str().unwrap()
        );
    }

    fn departure(&mut self, args: &Value, created: &Value) {
        let (row, episode) = (&created["departure_fork_points"][0], &created["episodes"][0]);
        let command = CreateDepartureFork {
            origin_episode_id: uuid(&args["origin_episode_id"]),
            origin_segment_id: uuid(&args["origin_segment_id"]),
            fork_objective: text(&args["fork_objective"]),
            fork_creation_trigger: text(&args["fork_creation_trigger"]),
            fork_agent_id: None,
            fork_title: args["fork_title"].as_str().map(String::from),
            participants: Vec::new(),
            fork_trigger_segment_id: optional(&args["fork_trigger_segment_id"]),
            fork_trigger_confidence: args["fork_trigger_confidence"].as_f64(),
            caught_by: CaughtBy::Human,
        };
        let ids = vec![uuid(&row["fork_id"]), uuid(&row["fork_episode_id"]), uuid(&row["fork_point_id"])];
        let made =
            self.run(command, &row["timestamp_utc"], args["initiator"].as_str().unwrap(), ids).unwrap();
        let (Node::Episode(fork), Node::DepartureForkPoint(point)) = (&made.nodes()[0], &made.nodes()[1])
        else {
            panic!()
        };
        assert_eq!(
            fork.provenance.as_ref().unwrap().fork_anchor_index,
            episode["fork_anchor_index"].as_u64()
        );
        // The tip is the live spine root here, and there the head of a 4.x audit chain, or the word GENESIS (DF-003). All else is equal.
        if let Some(tip) = Sha3::parse(row["spine_tip_hash_at_departure"].as_str().unwrap()) {
            let mut moved = point.clone();
            moved.spine_tip_hash_at_departure = tip;
            assert_eq!(
                construct::DEPARTURE_FORK_POINT.hash(&moved).unwrap().to_string(),
                row["content_hash"].as_str().unwrap()
            );
        }
        intent(&made, created);
    }

    fn completion(&mut self, args: &Value, row: &Value) {
        let fork_episode_id = uuid(&args["fork_episode_id"]);
        let command = CompleteDepartureFork { fork_episode_id, note: Some(text(&args["note"])) };
        let at = &row["wall_clock_time"];
        if self.run(command.clone(), at, args["actor"].as_str().unwrap(), Vec::new()).is_none() {
            let agent = self.tree.episode(fork_episode_id).unwrap().agent_id.clone();
            self.run(command, at, &agent, Vec::new()).unwrap();
        }
    }

    fn give_back(&mut self, args: &Value, row: &Value) {
        let origin_episode_id = uuid(&args["origin_episode_id"]);
        let command = DeclareForkReturn {
            fork_id: uuid(&args["fork_id"]),
            origin_episode_id,
            return_type: text(&args["return_type"]),
            synthesis_summary: text(&args["synthesis_summary"]),
        };
        let (at, ids) = (&row["timestamp_utc"], vec![uuid(&row["fork_return_id"])]);
        let returner = args["returned_by"].as_str().unwrap();
        let made = self.run(command.clone(), at, returner, ids.clone()).unwrap_or_else(|| {
            let agent = self.tree.episode(origin_episode_id).unwrap().agent_id.clone();
            self.run(command, at, &agent, ids).unwrap()
        });
        let Node::ForkReturn(returned) = &made.nodes()[0] else { panic!() };
        let mut moved = returned.clone();
        moved.returned_by = returner.into();
        // The tip, as for the departure.
        moved.fork_final_spine_tip_hash =
            Sha3::parse(row["fork_final_spine_tip_hash"].as_str().unwrap()).unwrap();
        assert_eq!(
            construct::FORK_RETURN.hash(&moved).unwrap().to_string(),
            row["content_hash"].as_str().unwrap()
        );
    }
}

/// The key of the content is the published one (BR-004).
fn intent(made: &Transition, created: &Value) {
    let key = created["intents"][0]["idempotency_key"].as_str().unwrap();
    assert_eq!(made.intent().unwrap().content_key.unwrap().to_string(), key);
}
