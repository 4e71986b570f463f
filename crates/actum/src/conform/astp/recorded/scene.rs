//! A scene: a tree that was written so far, and commands for it by the names of the published operations.

use actum_canon::digest::sha3;
use actum_canon::json::Parser;

use super::super::text::quoted;
use super::super::{Answer, Request, StateTree, Subject, Verb};

/// Nobody has this identifier.
pub(super) const NOBODY: &str = "\"00000000-0000-4000-8000-00000000dead\"";

/// A digest that is one only in shape.
pub(super) const DIGEST: &str = "\"5e0c1b57f9cbb9c5b0f6ad3b9de4b1b2a4b0f1c1d2e3f405162738495a6b7c8d\"";

/// A tree with an Episode of three Segments, and what was answered so far.
pub(super) struct Scene {
    pub(super) tree: StateTree,
    pub(super) episode: String,
    pub(super) segments: Vec<String>,
}

impl Scene {
    pub(super) fn set() -> Option<Self> {
        let mut scene = Self { tree: StateTree::default(), episode: String::new(), segments: Vec::new() };
        scene.episode = scene.open()?;
        for at in 0..3 {
            let episode = scene.episode.clone();
            let segment = scene.segment(&episode, "PERSISTENT", at)?;
            scene.segments.push(segment);
        }
        Some(scene)
    }

    pub(super) fn ask(&mut self, name: &str, inputs: &str, context: &str) -> Answer {
        self.tree.answer(Request { verb: Verb::Apply, name, inputs, context })
    }

    pub(super) fn done(&mut self, name: &str, inputs: &str) -> Option<String> {
        match self.ask(name, inputs, "{}") {
            Answer::Value(answer) => Some(answer),
            _ => None,
        }
    }

    pub(super) fn open(&mut self) -> Option<String> {
        part(&self.done("open_episode", r#"{"participants":[],"fingerprint_required":false}"#)?, "episode_id")
    }

    pub(super) fn segment(&mut self, episode: &str, tier: &str, at: u64) -> Option<String> {
        let digest = quoted(&sha3(&at.to_be_bytes()).to_string());
        let inputs = format!(
            r#"{{"episode_id":{episode},"segment_type":"CONVERSATION","content_hash":{digest},"content_ref":"r",
            "retention_tier":"{tier}","supersedes":[],"signal_versions_read":[]}}"#
        );
        part(&self.done("append_segment", &inputs)?, "segment_id")
    }

    /// The command of an operation, with members put in the place of its own.
    pub(super) fn command(&self, operation: &str, changed: &[(&str, &str)]) -> Option<String> {
        let episode = &self.episode;
        let segment = self.segments.get(1)?;
        let own = match operation {
            "create_branch" => format!(
                r#"{{"source_episode_id":{episode},"source_segment_id":{segment},"branch_intent":"try","declaration_type":"explicit",
                "branch_type":"exploratory","trigger":"human_explicit","caught_by":"HUMAN","detection_window_open":false,"override_depth":false}}"#
            ),
            "abandon_branch" => format!(r#"{{"branch_id":{NOBODY},"abandonment_reason":"enough"}}"#),
            "create_fork" => format!(
                r#"{{"origin_episode_id":{episode},"origin_segment_id":{segment},"fork_objective":"which","fork_intent":"compare",
                "alternatives":[{{"participants":[]}},{{"participants":[]}}],"carried_artifacts":[],"caught_by":"HUMAN"}}"#
            ),
            "resolve_fork" => format!(
                r#"{{"fork_id":{NOBODY},"selected_fork_point_id":{NOBODY},"resolution_rationale":"better"}}"#
            ),
            "execute_merge" => format!(
                r#"{{"source_branch_id":{NOBODY},"target_episode_id":{episode},"merge_summary":"agree","merge_strategy":"AUTO",
                "conflict_resolutions":[],"resolution_artifacts":[],"caught_by":"HUMAN"}}"#
            ),
            "create_departure_fork" => format!(
                r#"{{"origin_episode_id":{episode},"origin_segment_id":{segment},"fork_objective":"follow",
                "fork_creation_trigger":"TOPIC_SHIFT","participants":[],"caught_by":"HUMAN"}}"#
            ),
            "complete_departure_fork" => format!(r#"{{"fork_episode_id":{NOBODY}}}"#),
            "abandon_departure_fork" => format!(r#"{{"fork_episode_id":{NOBODY},"reason":"no time"}}"#),
            "declare_fork_return" => format!(
                r#"{{"fork_id":{NOBODY},"origin_episode_id":{episode},"return_type":"INCORPORATED","synthesis_summary":"it holds"}}"#
            ),
            "create_aside" => format!(
                r#"{{"parent_episode_id":{episode},"parent_segment_id":{segment},"aside_label":"names","initiated_by_human":"ada",
                "target_agent_id":"theseus","return_obligation":true,"content_refs":[],"caught_by":"HUMAN"}}"#
            ),
            "close_aside" => format!(
                r#"{{"aside_id":{NOBODY},"close_reason":"done","abandoned":false,"notification_targets":[],"additional_content_refs":[]}}"#
            ),
            "create_soliloquy" => format!(
                r#"{{"parent_episode_id":{episode},"parent_segment_id":{segment},"soliloquy_purpose":"weigh","initiated_by_agent":"ariadne",
                "visibility_policy":{{"human_accessible":true,"owner_agent_access":"ALWAYS","other_agents_access":"ESCALATION_ONLY",
                "content_hash_policy":"HASH_PLACEHOLDER","audit_on_access":true,"deployment_override_permitted":false}},
                "deliberation_chain":[],"caught_by":"AGENT"}}"#
            ),
            "conclude_soliloquy" => format!(
                r#"{{"soliloquy_id":{NOBODY},"conclusion_summary":"so","abandoned":false,"merged_into_segment_id":{segment}}}"#
            ),
            _ => return None,
        };
        Some(with_members(&own, changed))
    }

    /// Carries an operation out, and answers what it comes to.
    pub(super) fn run(&mut self, operation: &str, changed: &[(&str, &str)]) -> Option<Answer> {
        let command = self.command(operation, changed)?;
        let member = |name: &str| part(&command, name);
        // Who opens a side channel is who acts (ASTP G-25, 19.4.2).
        let actor = match operation {
            "create_aside" => member("initiated_by_human"),
            "create_soliloquy" => member("initiated_by_agent"),
            _ => None,
        };
        let actor =
            actor.filter(|actor| !actor.trim_matches('"').trim().is_empty() && actor.starts_with('"'));
        let context = actor.map_or_else(|| "{}".to_owned(), |actor| format!(r#"{{"actor":{actor}}}"#));
        Some(self.ask(ours(operation), &command, &context))
    }

    /// The same where it has to go through.
    pub(super) fn made(&mut self, operation: &str, changed: &[(&str, &str)], member: &str) -> Option<String> {
        match self.run(operation, changed)? {
            Answer::Value(answer) => part(&answer, member),
            _ => None,
        }
    }

    pub(super) fn branch(&mut self) -> Option<String> {
        self.made("create_branch", &[], "branch_id")
    }

    /// A branch with a Segment, and a Segment on the main line after it.
    pub(super) fn grown(&mut self) -> Option<String> {
        let branch = self.branch()?;
        let (episode, digest) = (self.episode.clone(), DIGEST);
        let on_branch = format!(
            r#"{{"episode_id":{episode},"branch_id":{branch},"segment_type":"CONVERSATION","content_hash":{digest},"content_ref":"r",
            "retention_tier":"PERSISTENT","supersedes":[],"signal_versions_read":[]}}"#
        );
        self.done("append_segment", &on_branch)?;
        self.segment(&episode, "PERSISTENT", 9)?;
        Some(branch)
    }

    pub(super) fn advance(&mut self, status: &str) -> Option<String> {
        let inputs = format!(r#"{{"episode_id":{},"status":"{status}"}}"#, self.episode);
        self.done("advance_episode", &inputs)
    }
}

impl Scene {
    /// A fork, as members of its resolution to the first point.
    pub(super) fn fork(&mut self) -> Option<Vec<(String, String)>> {
        let Answer::Value(fork) = self.run("create_fork", &[])? else { return None };
        let points = part(&fork, "fork_point_ids")?;
        Some(vec![
            ("fork_id".to_owned(), part(&fork, "fork_id")?),
            ("selected_fork_point_id".to_owned(), element(&points, 0)?),
        ])
    }
}

/// The name of a published operation among our commands.
fn ours(operation: &str) -> &str {
    match operation {
        "create_aside" => "open_aside",
        "create_soliloquy" => "open_soliloquy",
        other => other,
    }
}

/// A member of an object, as it is spelled.
pub(super) fn part(object: &str, name: &str) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(object.as_bytes()).ok()?;
    let value = document.root().get(name)?;
    object.get(value.span()).map(str::to_owned)
}

/// An object with members in the place of those of the same name, or added; one that is to be `null` is left out.
pub(super) fn with_members(object: &str, changed: &[(&str, &str)]) -> String {
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(object.as_bytes()) else { return object.to_owned() };
    let kept = document.root().members().filter(|(name, _)| changed.iter().all(|(other, _)| name != other));
    let kept = kept
        .map(|(name, value)| format!("{}:{}", quoted(&name), object.get(value.span()).unwrap_or_default()));
    let put = changed.iter().filter(|(_, value)| *value != "null");
    let put = put.map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", kept.chain(put).collect::<Vec<_>>().join(","))
}

pub(super) fn element(array: &str, at: usize) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(array.as_bytes()).ok()?;
    let value = document.root().elements().nth(at)?;
    array.get(value.span()).map(str::to_owned)
}
