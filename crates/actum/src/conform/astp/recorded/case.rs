//! Commands with one field as a record has it, and cases that records describe in words.

use actum_canon::json::Value;

use super::super::text::{list, quoted};
use super::super::{Answer, Refused, Request, Subject, Verb};
use super::scene::{DIGEST, NOBODY, Scene, element, part, with_members};

/// A command with one field as the record has it, or a case in the record's words.
pub(super) fn operation(inputs: Value<'_>) -> Option<Answer> {
    if let Some(case) = inputs.get("case") {
        return self::case(&case.as_str()?);
    }
    let value = inputs.get("value")?;
    // What was nothing there is an empty text in a command that has to have one.
    let spelled = value.as_str().map_or_else(|| "\"\"".to_owned(), |text| quoted(&text));
    let mut scene = Scene::set()?;
    let (operation, field) = (inputs.get("op")?.as_str()?, inputs.get("field")?.as_str()?);
    let set = |name: &str| [(name.to_owned(), spelled.clone())];
    let (operation, mut changed) = match (&*operation, &*field) {
        ("create_branch", "branch_intent") => ("create_branch", set("branch_intent").to_vec()),
        ("abandon_branch", "reason") => (
            "abandon_branch",
            vec![
                ("branch_id".to_owned(), scene.branch()?),
                ("abandonment_reason".to_owned(), spelled.clone()),
            ],
        ),
        ("create_fork", "objective") => ("create_fork", set("fork_objective").to_vec()),
        ("create_fork", "intent") => ("create_fork", set("fork_intent").to_vec()),
        ("resolve_fork", "rationale") => ("resolve_fork", set("resolution_rationale").to_vec()),
        ("execute_merge", "summary") => (
            "execute_merge",
            vec![
                ("source_branch_id".to_owned(), scene.grown()?),
                ("merge_summary".to_owned(), spelled.clone()),
            ],
        ),
        ("create_departure_fork", "objective") => ("create_departure_fork", set("fork_objective").to_vec()),
        ("AGENT_ESCALATION", "fork_trigger_segment_id") => {
            let trigger = ("fork_creation_trigger".to_owned(), "\"AGENT_ESCALATION\"".to_owned());
            let segment = if value.as_str().is_some() { spelled.clone() } else { "null".to_owned() };
            ("create_departure_fork", vec![trigger, ("fork_trigger_segment_id".to_owned(), segment)])
        }
        ("create_aside", "initiated_by_human") => ("create_aside", set("initiated_by_human").to_vec()),
        ("create_aside", "target_agent_id") => ("create_aside", set("target_agent_id").to_vec()),
        ("create_aside", "label") => ("create_aside", set("aside_label").to_vec()),
        ("close_aside", "reason") => ("close_aside", set("close_reason").to_vec()),
        ("create_soliloquy", "purpose") => ("create_soliloquy", set("soliloquy_purpose").to_vec()),
        ("create_soliloquy", "agent") => ("create_soliloquy", set("initiated_by_agent").to_vec()),
        ("conclude_soliloquy", "summary") => ("conclude_soliloquy", set("conclusion_summary").to_vec()),
        ("conclude_soliloquy", "merged_into_segment_id") => {
            ("conclude_soliloquy", set("merged_into_segment_id").to_vec())
        }
        _ => return None,
    };
    match operation {
        "resolve_fork" => changed.extend(scene.fork()?),
        "close_aside" => changed.push(("aside_id".to_owned(), scene.made("create_aside", &[], "aside_id")?)),
        "conclude_soliloquy" => {
            changed.push(("soliloquy_id".to_owned(), scene.made("create_soliloquy", &[], "soliloquy_id")?));
        }
        _ => {}
    }
    let changed: Vec<(&str, &str)> =
        changed.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    scene.run(operation, &changed)
}

/// A case that the records describe in words.
fn case(case: &str) -> Option<Answer> {
    let mut scene = Scene::set()?;
    if let Some(count) =
        case.strip_prefix("create_fork with ").and_then(|rest| rest.strip_suffix(" alternatives"))
    {
        let alternatives = vec![r#"{"participants":[]}"#.to_owned(); count.parse().ok()?];
        return scene.run("create_fork", &[("alternatives", &list(alternatives))]);
    }
    if let Some(rest) = case.strip_prefix("create_departure_fork trigger ") {
        let trigger = rest.strip_suffix(" (no trigger segment)")?;
        return scene.run("create_departure_fork", &[("fork_creation_trigger", &word(trigger))]);
    }
    if let Some(strategy) = case.strip_prefix("execute_merge strategy ") {
        let branch = scene.grown()?;
        return scene
            .run("execute_merge", &[("source_branch_id", &branch), ("merge_strategy", &word(strategy))]);
    }
    if let Some(operation) = case.strip_suffix(" on an unknown id") {
        return unknown(&mut scene, operation);
    }
    if let Some(status) =
        case.strip_prefix("create_branch on ").and_then(|rest| rest.strip_suffix(" Episode"))
    {
        scene.reach(status)?;
        return scene.run("create_branch", &[]);
    }
    let unknown = ("parent_segment_id", NOBODY);
    match case {
        "abandon an abandoned branch" | "abandon a merged branch" => {
            let branch = scene.grown()?;
            if case.contains("merged") {
                scene.made("execute_merge", &[("source_branch_id", &branch)], "merge_id")?;
            } else {
                scene.made("abandon_branch", &[("branch_id", &branch)], "terminus_id")?;
            }
            scene.run("abandon_branch", &[("branch_id", &branch)])
        }
        "resolve a resolved fork" | "resolve a resolved fork to the discarded sibling" => {
            let Answer::Value(fork) = scene.run("create_fork", &[])? else { return None };
            let (fork_id, points) = (part(&fork, "fork_id")?, part(&fork, "fork_point_ids")?);
            let (first, second) = (element(&points, 0)?, element(&points, 1)?);
            scene.made(
                "resolve_fork",
                &[("fork_id", &fork_id), ("selected_fork_point_id", &first)],
                "fork_id",
            )?;
            let again = if case.contains("sibling") { second } else { first };
            scene.run("resolve_fork", &[("fork_id", &fork_id), ("selected_fork_point_id", &again)])
        }
        "close a closed aside" => {
            let aside = scene.made("create_aside", &[], "aside_id")?;
            scene.made("close_aside", &[("aside_id", &aside)], "aside_id")?;
            scene.run("close_aside", &[("aside_id", &aside)])
        }
        "conclude a concluded soliloquy" => {
            let soliloquy = scene.made("create_soliloquy", &[], "soliloquy_id")?;
            scene.made("conclude_soliloquy", &[("soliloquy_id", &soliloquy)], "soliloquy_id")?;
            scene.run("conclude_soliloquy", &[("soliloquy_id", &soliloquy)])
        }
        "create_aside parent segment not a UUID" => {
            scene.run("create_aside", &[("parent_segment_id", "\"s\"")])
        }
        "create_aside parent segment unknown" => scene.run("create_aside", &[unknown]),
        "create_soliloquy parent segment not a UUID" => {
            scene.run("create_soliloquy", &[("parent_segment_id", "\"s\"")])
        }
        "create_soliloquy parent segment unknown" => scene.run("create_soliloquy", &[unknown]),
        "conclude_soliloquy merge target not a UUID" | "conclude_soliloquy merge target unknown UUID" => {
            let soliloquy = scene.made("create_soliloquy", &[], "soliloquy_id")?;
            let target = if case.contains("unknown") { NOBODY } else { "\"s\"" };
            scene.run(
                "conclude_soliloquy",
                &[("soliloquy_id", &soliloquy), ("merged_into_segment_id", target)],
            )
        }
        "visibility human_accessible=False" => scene.visible("human_accessible", "false"),
        "visibility content_hash_policy bogus" => scene.visible("content_hash_policy", "\"bogus\""),
        "create_branch source segment unknown" => {
            scene.run("create_branch", &[("source_segment_id", NOBODY)])
        }
        "create_branch source segment not a UUID" => {
            scene.run("create_branch", &[("source_segment_id", "\"s\"")])
        }
        "execute_merge into another Episode" => {
            let branch = scene.grown()?;
            let other = scene.open()?;
            scene.segment(&other, "PERSISTENT", 20)?;
            scene.run("execute_merge", &[("source_branch_id", &branch), ("target_episode_id", &other)])
        }
        "execute_merge when every Segment is EPHEMERAL (no live root)" => {
            let other = scene.open()?;
            let segment = scene.segment(&other, "EPHEMERAL", 0)?;
            // No branch leaves from where there is no root, so that the merge has nothing to merge.
            scene.run("create_branch", &[("source_episode_id", &other), ("source_segment_id", &segment)])
        }
        "complete_departure_fork on a SEALED fork Episode" => {
            let fork = scene.made("create_departure_fork", &[], "fork_episode_id")?;
            scene.segment(&fork, "PERSISTENT", 30)?;
            scene.done("seal_episode", &format!(r#"{{"episode_id":{fork}}}"#))?;
            scene.run("complete_departure_fork", &[("fork_episode_id", &fork)])
        }
        "create_branch branch_depth=3 (resulting depth 4)" => scene.nested(3),
        "create_branch branch_depth=4 (resulting depth 5)" => scene.nested(4),
        _ => None,
    }
}

/// A word in Python's quotes, or nothing.
fn word(python: &str) -> String {
    quoted(python.trim_matches('\'').strip_prefix("None").unwrap_or_else(|| python.trim_matches('\'')))
}

fn unknown(scene: &mut Scene, operation: &str) -> Option<Answer> {
    match operation {
        "create_branch" => scene.run(operation, &[("source_episode_id", NOBODY)]),
        "create_fork" | "create_departure_fork" => scene.run(operation, &[("origin_episode_id", NOBODY)]),
        "create_aside" | "create_soliloquy" => scene.run(operation, &[("parent_episode_id", NOBODY)]),
        "verify_merge_integrity" => {
            let asked = Request {
                verb: Verb::Ask,
                name: "verify_merge",
                inputs: &format!(r#"{{"merge_id":{NOBODY}}}"#),
                context: "{}",
            };
            Some(match scene.tree.answer(asked) {
                Answer::Value(answer) if answer == "null" => Answer::Refused(Refused::default()),
                other => other,
            })
        }
        other => scene.run(other, &[]),
    }
}

impl Scene {
    /// Brings the Episode into a state, where a tree has a way there.
    fn reach(&mut self, status: &str) -> Option<()> {
        let way: &[&str] = match status {
            "ACTIVE" => &[],
            "PENDING_HITL" => {
                let gate = format!(
                    r#"{{"episode_id":{},"hitl_request_id":"r","gate_type":"approval_required","context_json":"{{}}","timeout_at":"2030-01-01T00:00:00Z"}}"#,
                    self.episode
                );
                self.done("invoke_gate", &gate)?;
                &[]
            }
            "SEALED" => {
                let inputs = format!(r#"{{"episode_id":{}}}"#, self.episode);
                self.done("seal_episode", &inputs)?;
                &[]
            }
            "CLOSING" => &["CLOSING"],
            "CLOSING_PENDING_SEAL" => &["CLOSING", "CLOSING_PENDING_SEAL"],
            "CLOSED" => &["CLOSED"],
            "CRYSTALLIZATION_PENDING" => &["CRYSTALLIZATION_PENDING"],
            "CRYSTALLIZED" => &["CRYSTALLIZATION_PENDING", "CRYSTALLIZED"],
            "ARCHIVED" => &["CLOSED", "ARCHIVED"],
            _ => return None,
        };
        way.iter().try_for_each(|status| self.advance(status).map(drop))
    }

    fn visible(&mut self, member: &str, value: &str) -> Option<Answer> {
        let policy = part(&self.command("create_soliloquy", &[])?, "visibility_policy")?;
        self.run("create_soliloquy", &[("visibility_policy", &with_members(&policy, &[(member, value)]))])
    }

    /// A branch below so many others.
    fn nested(&mut self, above: usize) -> Option<Answer> {
        let episode = self.episode.clone();
        let mut source = self.segments.first()?.clone();
        for level in 0..above {
            let intent = quoted(&format!("level {level}"));
            let branch = self.made(
                "create_branch",
                &[("source_segment_id", &source), ("branch_intent", &intent)],
                "branch_id",
            )?;
            let inputs = format!(
                r#"{{"episode_id":{episode},"branch_id":{branch},"segment_type":"CONVERSATION","content_hash":{DIGEST},"content_ref":"r",
                "retention_tier":"PERSISTENT","supersedes":[],"signal_versions_read":[]}}"#
            );
            source = part(&self.done("append_segment", &inputs)?, "segment_id")?;
        }
        self.run("create_branch", &[("source_segment_id", &source), ("branch_intent", "\"deepest\"")])
    }
}
