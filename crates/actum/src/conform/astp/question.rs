//! Questions about the tree as it stands. None changes it.

use actum_astp::audit::{self, AuditRecord};
use actum_astp::id::Uuid;
use actum_astp::node::{MergePoint, Node};
use actum_astp::operation;
use actum_astp::tree::{DepartureView, LineName, Tree};
use actum_astp::value::{Json, Stored};
use actum_canon::encode::ASTP;
use actum_canon::json::{Parser, Value};
use actum_conform::astp::Answer;

use super::inner;
use super::text::{boolean, integer, list, object, quoted};

/// Answers a question.
pub(super) fn ask(tree: &Tree, nodes: &[Node], name: &str, inputs: Value<'_>) -> Answer {
    let asked = Asked { tree, nodes, inputs };
    let answer = match name {
        "state" => Some(asked.state()),
        "node" => asked.node(),
        "nodes" => asked.nodes_of(),
        "fingerprint" => asked.fingerprint(),
        "spine_root" => asked.spine_root(),
        "line_root" => asked.line_root(),
        "episode_status" => asked.episode_status(),
        "branch_state" => asked.branch_state(),
        "fork" => asked.fork(),
        "departure" => asked.departure(),
        "departure_registry" => asked.registry(),
        "common_ancestor" => asked.common_ancestor(),
        "verify_merge" => asked.verify_merge(),
        "audit_chain" => asked.audit_chain(),
        "audit_record" => asked.record().map(|record| written(&record.store())),
        "audit_delta" => asked.audit_delta(),
        _ => return Answer::Unable(format!("no question is known as `{name}`")),
    };
    answer.map_or_else(|| Answer::Unable(format!("`{name}` cannot be asked like this")), Answer::Value)
}

struct Asked<'a> {
    tree: &'a Tree,
    nodes: &'a [Node],
    inputs: Value<'a>,
}

impl Asked<'_> {
    fn id(&self, name: &str) -> Option<Uuid> {
        Uuid::parse(&self.inputs.get(name)?.as_str()?)
    }

    fn line(&self) -> Option<LineName> {
        Some(LineName { episode_id: self.id("episode_id")?, branch_id: self.id("branch_id") })
    }

    /// Everything that was ever written is behind the head.
    fn state(&self) -> String {
        let head = self.tree.head().map_or_else(|| "null".to_owned(), |head| quoted(&head.to_string()));
        object([("count", integer(self.tree.count())), ("head", head)])
    }

    fn node(&self) -> Option<String> {
        let id = self.id("id")?;
        let newest = self.nodes.iter().rev().find(|node| node.id() == Some(id));
        Some(newest.map_or_else(|| "null".to_owned(), |node| inner(&node.store())))
    }

    fn nodes_of(&self) -> Option<String> {
        let kind = self.inputs.get("kind")?.as_str()?;
        let of_kind = self.nodes.iter().filter(|node| node.name() == kind);
        Some(list(of_kind.map(|node| inner(&node.store()))))
    }

    fn fingerprint(&self) -> Option<String> {
        let found = self.tree.fingerprint(self.id("segment_id")?);
        Some(found.map_or_else(|| "null".to_owned(), |fingerprint| written(&fingerprint.store())))
    }

    fn spine_root(&self) -> Option<String> {
        Some(digest(self.tree.spine_root(self.id("episode_id")?)))
    }

    fn line_root(&self) -> Option<String> {
        Some(digest(self.tree.line_root(self.line()?)))
    }

    fn episode_status(&self) -> Option<String> {
        Some(quoted(self.tree.episode_status(self.id("episode_id")?)?.as_str()))
    }

    fn branch_state(&self) -> Option<String> {
        let branch = self.tree.branch(self.id("branch_id")?)?;
        Some(object([
            ("state", quoted(branch.state.as_str())),
            ("depth", integer(branch.point.branch_depth)),
            ("branch_point_id", quoted(&branch.point.branch_point_id.to_string())),
            (
                "terminus_id",
                branch.terminus.map_or_else(|| "null".to_owned(), |end| quoted(&end.terminus_id.to_string())),
            ),
        ]))
    }

    fn fork(&self) -> Option<String> {
        let fork = self.tree.fork(self.id("fork_id")?)?;
        Some(list(fork.points.iter().map(|(point, state)| {
            object([
                ("fork_point_id", quoted(&point.fork_point_id.to_string())),
                ("sibling_index", integer(point.sibling_index)),
                ("sibling_count", integer(point.sibling_count)),
                ("state", quoted(state.as_str())),
            ])
        })))
    }

    fn departure(&self) -> Option<String> {
        Some(self.tree.departure(self.id("fork_id")?).map_or_else(|| "null".to_owned(), described))
    }

    /// The departures of an origin that have a point or a return. Markers are none (FO-004).
    fn registry(&self) -> Option<String> {
        let origin = self.id("origin_episode_id")?;
        let of_origin = self.tree.departures().filter(|(_, departure)| {
            let left = departure.point.map(|point| point.origin_episode_id);
            left.or(departure.returned.map(|returned| returned.origin_episode_id)) == Some(origin)
        });
        Some(list(of_origin.map(|(fork, _)| quoted(&fork.to_string()))))
    }

    fn common_ancestor(&self) -> Option<String> {
        let branch_id = self.id("branch_id")?;
        let branch = self.tree.branch(branch_id)?;
        let source = LineName { episode_id: branch.point.episode_id, branch_id: Some(branch_id) };
        let target =
            LineName { episode_id: self.id("target_episode_id")?, branch_id: self.id("target_branch_id") };
        let found = self.tree.common_ancestor(source, target);
        Some(found.map_or_else(
            || "null".to_owned(),
            |found| {
                object([
                    ("common_ancestor_node_id", quoted(&found.common_ancestor_node_id.to_string())),
                    ("episode_id", quoted(&found.line.episode_id.to_string())),
                ])
            },
        ))
    }

    /// Verifies a merge as it is stored, or as it would be with one field changed: `{"tampered":{"field","value"}}`.
    fn verify_merge(&self) -> Option<String> {
        let Some(merge) = self.tree.merge(self.id("merge_id")?) else { return Some("null".to_owned()) };
        let stored = match self.inputs.get("tampered") {
            None => merge.point.clone(),
            Some(tampered) => {
                let field = tampered.get("field")?.as_str()?;
                let text = changed(&written(&merge.point.store()), &field, spelled(tampered.get("value")?))?;
                let mut parser = Parser::new();
                MergePoint::read(parser.parse(text.as_bytes()).ok()?.root()).ok()?
            }
        };
        let found = operation::verify_merge(self.tree, &stored);
        Some(object([
            ("source_valid", boolean(found.source_valid)),
            ("target_pre_valid", boolean(found.target_pre_valid)),
            ("target_post_valid", boolean(found.target_post_valid)),
            ("integrity_holds", boolean(found.integrity_holds)),
            ("faults", list(found.faults.iter().map(|(field, _)| quoted(field)))),
        ]))
    }

    fn chain_key(&self) -> Option<String> {
        self.inputs.get("chain").and_then(|chain| Some(chain.as_str()?.into_owned()))
    }

    fn audit_chain(&self) -> Option<String> {
        let key = self.chain_key()?;
        let records: Vec<&AuditRecord> = self.tree.chain(&key).collect();
        let head =
            records.last().map_or_else(|| "null".to_owned(), |last| quoted(&last.record_hash.to_string()));
        Some(object([
            ("length", integer(records.len() as u64)),
            ("head", head),
            ("verifies", boolean(audit::verify(&key, records).is_ok())),
        ]))
    }

    fn record(&self) -> Option<&AuditRecord> {
        let wanted = self.inputs.get("audit_id").map(|_| self.id("audit_id"));
        match wanted {
            Some(id) => self.tree.records().iter().find(|record| Some(record.audit_id) == id),
            None => self.tree.chain(&self.chain_key()?).next_back(),
        }
    }

    /// The deltas of a record, as what they say instead of as text.
    fn audit_delta(&self) -> Option<String> {
        let record = self.record()?;
        let reason = record.explicit_reason.as_deref().map_or_else(|| "null".to_owned(), quoted);
        Some(object([
            ("delta_type", quoted(&record.delta_type)),
            ("forward", record.forward_delta.clone()),
            ("reverse", record.reverse_delta.clone()),
            ("explicit_reason", reason),
        ]))
    }
}

fn described(departure: DepartureView<'_>) -> String {
    let id = |id: Option<Uuid>| id.map_or_else(|| "null".to_owned(), |id| quoted(&id.to_string()));
    object([
        ("fork_point_id", id(departure.point.map(|point| point.fork_point_id))),
        ("fork_episode_id", id(departure.episode.map(|episode| episode.episode_id))),
        ("fork_status", departure.status.map_or_else(|| "null".to_owned(), |status| quoted(status.as_str()))),
        (
            "return_type",
            departure
                .returned
                .map_or_else(|| "null".to_owned(), |returned| quoted(returned.return_type.as_str())),
        ),
        ("marker", boolean(departure.marker.is_some())),
        ("point_orphaned", boolean(departure.point_orphaned)),
        ("episode_orphaned", boolean(departure.episode_orphaned)),
        ("status_corrected", boolean(departure.corrected)),
    ])
}

fn digest(digest: Option<impl ToString>) -> String {
    digest.map_or_else(|| "null".to_owned(), |digest| quoted(&digest.to_string()))
}

/// An object with one member put in place of the one of that name, or added.
fn changed(object: &str, field: &str, value: String) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(object.as_bytes()).ok()?;
    let kept = document.root().members().filter(|(name, _)| name != field);
    let mut members: Vec<String> =
        kept.map(|(name, value)| format!("{}:{}", quoted(&name), spelled(value))).collect();
    members.push(format!("{}:{value}", quoted(field)));
    Some(format!("{{{}}}", members.join(",")))
}

fn spelled(value: Value<'_>) -> String {
    let mut bytes = Vec::new();
    match ASTP.write(value, &mut bytes) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => "null".to_owned(),
    }
}

fn written(json: &Json) -> String {
    let mut bytes = Vec::new();
    json.write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
