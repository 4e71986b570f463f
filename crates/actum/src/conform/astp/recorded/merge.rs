//! Changed fields of a merge (FM-009).

use actum_canon::digest::sha3;
use actum_canon::json::Value;

use super::super::text::{list, object, quoted};
use super::super::{Answer, Request, Subject, Verb};
use super::scene::{DIGEST, NOBODY, Scene, part};

/// A merge with two settled conflicts, of which one stored field is changed.
pub(super) fn integrity(inputs: Value<'_>) -> Option<Answer> {
    let field = inputs.get("mutated_field")?.as_str()?;
    let mut scene = Scene::set()?;
    let branch = {
        let last = scene.segments.get(2)?.clone();
        scene.made("create_branch", &[("source_segment_id", &last)], "branch_id")?
    };
    let (episode, conflicts) =
        (scene.episode.clone(), scene.segments.iter().take(2).cloned().collect::<Vec<_>>());
    let mut resolutions = Vec::new();
    for (at, old) in conflicts.iter().enumerate() {
        let digest = |side: &str| quoted(&sha3(format!("{side}{at}").as_bytes()).to_string());
        let says = |digest: String, branch: &str| {
            format!(
                r#"{{"episode_id":{episode},{branch}"segment_type":"CONVERSATION","content_hash":{digest},"content_ref":"r",
                "retention_tier":"PERSISTENT","supersedes":[{old}],"signal_versions_read":[]}}"#
            )
        };
        scene.done("append_segment", &says(digest("source"), &format!("\"branch_id\":{branch},")))?;
        scene.done("append_segment", &says(digest("target"), ""))?;
        resolutions.push(format!(
            r#"{{"segment_id":{old},"resolution_type":"TAKE_SOURCE","resolved_content_hash":{},"resolver":"ada"}}"#,
            digest("source")
        ));
    }
    let merge = scene.made(
        "execute_merge",
        &[
            ("source_branch_id", &branch),
            ("merge_strategy", "\"MANUAL_REVIEW\""),
            ("conflict_resolutions", &list(resolutions)),
        ],
        "merge_id",
    )?;
    let reversed = list(conflicts.into_iter().rev());
    let (field, value) = match &*field {
        "conflict_segments reversed" => ("conflict_segments", reversed.as_str()),
        "conflict_segments" | "resolution_artifacts" => (&*field, "[]"),
        "merge_coherence_delta" => (&*field, "0.25"),
        "merge_type" => (&*field, "\"CLEAN\""),
        "timestamp_utc" => (&*field, "\"2029-01-01T00:00:00Z\""),
        "merge_summary" | "initiator" | "schema_version" => (&*field, "\"another\""),
        "source_merkle_root"
        | "target_merkle_root_pre"
        | "target_merkle_root_post"
        | "content_hash"
        | "parent_hash" => (&*field, DIGEST),
        "merge_point_id" | "merge_id" | "source_episode_id" | "source_branch_id" | "target_episode_id"
        | "common_ancestor_id" => (&*field, NOBODY),
        _ => return None,
    };
    // Nothing came of the resolutions, so that a change adds something.
    let value = if field == "resolution_artifacts" { "[\"another\"]" } else { value };
    let inputs =
        format!(r#"{{"merge_id":{merge},"tampered":{{"field":{},"value":{value}}}}}"#, quoted(field));
    match scene.tree.answer(Request { verb: Verb::Ask, name: "verify_merge", inputs: &inputs, context: "{}" })
    {
        Answer::Value(answer) => {
            Some(Answer::Value(object([("integrity_holds", part(&answer, "integrity_holds")?)])))
        }
        other => Some(other),
    }
}
