//! What a projection tells of each node that a tree stores (ASTP 4, 19).

use actum_astp::audit::AuditRecord;
use actum_astp::id::Uuid;
use actum_astp::node::Node;

use super::super::object::Text;
use super::work;

/// One node as a governance object, without its place in a stream.
pub(super) struct Facts {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) episode: Uuid,
    pub(super) author: String,
    pub(super) role: &'static str,
    pub(super) references: Vec<(&'static str, String)>,
    pub(super) body: Vec<(&'static str, Text)>,
    /// By what else it may be cited.
    pub(super) names: Vec<String>,
}

/// The facts of a node; `None` for what belongs to no episode of its own, such as policies.
pub(super) fn facts(node: &Node, audit: &AuditRecord) -> Option<Facts> {
    let chain = || Uuid::parse(&audit.chain_key);
    let clock = ("clock", Text::from(audit.episode_time));
    let part = |episode: Uuid| vec![("part_of", work(episode))];
    let of = |kind, id: String, episode, author: &str| Facts {
        id,
        kind,
        episode,
        author: author.to_owned(),
        role: "TREE_AGENT",
        references: part(episode),
        body: vec![clock.clone()],
        names: Vec::new(),
    };
    Some(match node {
        Node::Episode(episode) => {
            let id = episode.episode_id;
            let mut facts = of("EPISODE", work(id), id, &episode.agent_id);
            facts.references = episode
                .provenance
                .as_ref()
                .map(|provenance| ("departs_from", work(provenance.fork_origin_episode_id)))
                .into_iter()
                .collect();
            facts.body.extend(episode.title.as_deref().map(|title| ("title", title.into())));
            facts
        }
        Node::Segment(segment) => {
            let id = format!("astp:segment/{}", segment.segment_id);
            let mut facts = of("SEGMENT", id, segment.episode_id, &segment.author);
            let content = segment.content_hash.to_string();
            facts.names.push(format!("astp:content/{content}"));
            facts.body.push(("content_hash", content.into()));
            facts.body.push(("index", segment.sequence_index.into()));
            if let Some(branch) = segment.branch_id {
                facts.body.push(("branch", branch.to_string().into()));
            }
            facts
        }
        Node::HitlEvent(gate) => {
            let end = gate.decision.as_ref().map(|decision| (decision, gate.resolved_by.as_deref()));
            let (part, kind, author) = match end {
                Some((_, by)) => ("/decision", "GATE_DECISION", by.unwrap_or(&audit.agent_id)),
                None => ("", "GATE", gate.requesting_agent.as_str()),
            };
            let id = format!("astp:gate/{}{part}", gate.hitl_event_id);
            let mut facts = of(kind, id, gate.episode_id, author);
            if let Some((decision, _)) = end {
                facts.role = "TREE_HUMAN";
                facts.references.push(("answers", format!("astp:gate/{}", gate.hitl_event_id)));
                facts.body.push(("decision", decision.to_string().into()));
            }
            facts
        }
        Node::Seal(seal) => {
            let root = seal.episode_root_hash.to_string();
            let mut facts = of("SEAL", format!("astp:seal/{root}"), seal.episode_id, &seal.sealed_by);
            facts.names.push(format!("astp:seal/{}", seal.seal_id));
            facts.body.push(("root", root.into()));
            facts.body.push(("leaves", seal.leaf_count.into()));
            facts
        }
        Node::BranchPoint(point) => {
            let id = format!("astp:branch/{}", point.branch_id);
            let mut facts = of("TREE_RECORD", id, point.episode_id, &point.initiated_by);
            facts.body.push(("record", "branch".into()));
            facts.body.push(("label", point.branch_label.as_str().into()));
            facts
        }
        Node::BranchTerminus(terminus) => {
            let id = format!("astp:branch/{}/end", terminus.branch_id);
            let mut facts = of("TREE_RECORD", id, terminus.episode_id, &audit.agent_id);
            facts.body.push(("record", terminus.terminus_type.to_string().into()));
            facts
        }
        Node::MergePoint(merge) => {
            let id = format!("astp:merge/{}", merge.merge_point_id);
            let mut facts = of("TREE_RECORD", id, chain()?, &merge.initiator);
            facts.body.push(("record", "merge".into()));
            facts.body.push(("summary", merge.merge_summary.as_str().into()));
            facts
        }
        Node::ForkPoint(point) => {
            let id = format!("astp:fork/{}", point.fork_point_id);
            let mut facts = of("TREE_RECORD", id, chain()?, &point.initiator);
            facts.body.push(("record", "fork".into()));
            facts.body.push(("objective", point.fork_objective.as_str().into()));
            facts
        }
        Node::Reference(_)
        | Node::WriteAhead(_)
        | Node::Principal(_)
        | Node::Policy(_)
        | Node::Signal(_)
        | Node::Fingerprint(_)
        | Node::BranchReturn(_) => return None,
        // What else is stored is told by its identifier alone.
        other => {
            let id = format!("astp:node/{}", other.id()?);
            let mut facts = of("TREE_RECORD", id, chain()?, &audit.agent_id);
            facts.body.push(("record", "other".into()));
            facts
        }
    })
}
