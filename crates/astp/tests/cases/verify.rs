//! Verification against a tree: every field of every node, every link, and what came after a seal.

use actum_astp::command::{Adopt, CloseAside, ConcludeSoliloquy, OpenAside, OpenSoliloquy, RecoverOrphan};
use actum_astp::id::Uuid;
use actum_astp::node::{DepartureForkPoint, Node, PriorSeal, VisibilityPolicy, WriteAhead};
use actum_astp::rule::Rule;
use actum_astp::tree::Outcome;
use actum_astp::value::{AccessLevel, CaughtBy, SoliloquyContentHashPolicy, Stored};
use actum_astp::verify::Verifier;
use actum_canon::json::Parser;
use serde_json::Value;

use super::governance_tree::{AGENT, Asked, HUMAN, digest, id};
use super::orphan;
use super::seal::{full, sealed};

/// An Episode with everything, side channels too.
fn whole() -> (Asked, Uuid) {
    let mut asked = Asked::registered();
    let (episode, _) = full(&mut asked);
    let segment = asked.tree.segment_at(episode, 1).unwrap().segment_id;
    let Outcome::Aside(aside) = asked.write(
        HUMAN,
        OpenAside {
            parent_episode_id: episode,
            parent_segment_id: segment,
            aside_label: "a word".into(),
            initiated_by_human: HUMAN.into(),
            target_agent_id: AGENT.into(),
            return_obligation: true,
            content_refs: vec![segment],
            caught_by: CaughtBy::Human,
        },
    ) else {
        panic!()
    };
    asked.write(
        HUMAN,
        CloseAside {
            aside_id: aside.aside_id,
            close_reason: "done".into(),
            abandoned: false,
            notification_targets: Vec::new(),
            additional_content_refs: Vec::new(),
        },
    );
    let Outcome::Soliloquy(soliloquy) = asked.write(
        AGENT,
        OpenSoliloquy {
            parent_episode_id: episode,
            parent_segment_id: segment,
            soliloquy_purpose: "think".into(),
            initiated_by_agent: AGENT.into(),
            visibility_policy: VisibilityPolicy {
                human_accessible: true,
                owner_agent_access: "ALWAYS".into(),
                other_agents_access: AccessLevel::EscalationOnly,
                content_hash_policy: SoliloquyContentHashPolicy::FullContent,
                audit_on_access: true,
                deployment_override_permitted: false,
            },
            deliberation_chain: vec![segment],
            caught_by: CaughtBy::Agent,
        },
    ) else {
        panic!()
    };
    asked.write(
        AGENT,
        ConcludeSoliloquy {
            soliloquy_id: soliloquy.soliloquy_id,
            conclusion_summary: "so be it".into(),
            abandoned: false,
            merged_into_segment_id: segment,
            final_deliberation_chain: None,
        },
    );
    (asked, episode)
}

fn nodes(asked: &Asked, episode: Uuid) -> Vec<Node> {
    let segments = asked.tree.segments(episode).cloned().map(Node::Segment);
    let own = asked.tree.episode(episode).cloned().map(Node::Episode);
    asked.tree.nodes().cloned().chain(segments).chain(own).collect()
}

#[test]
fn what_a_tree_wrote_holds() {
    let (mut asked, episode) = whole();
    sealed(&mut asked, episode);
    let verifier = Verifier::of(&asked.tree);
    assert_eq!(verifier.tree(), []);
    let report = verifier.episode(episode).unwrap();
    assert!(report.holds());
    assert_eq!((report.seals.len(), report.seals[0].spine_algorithm_version), (1, 3));
    assert_eq!(report.waiting, []);
    assert_eq!(verifier.episode(id(999_999)), None);
}

/// The node with one of its members changed, removed or emptied; as many as can be read.
fn altered(node: &Node) -> Vec<(String, Node)> {
    let mut bytes = Vec::new();
    node.store().write(&mut bytes);
    let stored: Value = serde_json::from_slice(&bytes).unwrap();
    let (kind, members) = stored.as_object().unwrap().iter().next().unwrap();
    let mut changed = Vec::new();
    for (name, value) in members.as_object().unwrap() {
        let mut variants = vec![None, Some(Value::from(1)), Some(Value::from("x")), Some(Value::Bool(false))];
        match value {
            Value::String(text) => {
                variants.push(Some(Value::from(format!("{text}!"))));
                // Another identifier or digest of the same form; another time.
                variants.push(Some(Value::from(text.replace('1', "2"))));
                variants.push(Some(Value::from(text.replace('a', "b"))));
                variants.push(Some(Value::from(text.replace("2027", "2028"))));
            }
            Value::Number(number) => variants.push(Some(Value::from(number.as_u64().unwrap_or(0) + 1))),
            Value::Bool(truth) => variants.push(Some(Value::Bool(!truth))),
            Value::Array(items) => {
                variants.push(Some(Value::Array(Vec::new())));
                variants.push(Some(Value::Array([items.clone(), items.clone()].concat())));
                variants.push(Some(Value::from(vec!["x"])));
            }
            _ => {}
        }
        for variant in variants {
            let mut members = members.clone();
            match variant {
                Some(value) => members[name] = value,
                None => drop(members.as_object_mut().unwrap().remove(name)),
            }
            let source = serde_json::json!({ kind: members }).to_string();
            let mut parser = Parser::new();
            let read = Node::read(parser.parse(source.as_bytes()).unwrap().root());
            changed.extend(read.ok().filter(|read| read != node).map(|read| (name.clone(), read)));
        }
    }
    changed
}

#[test]
fn no_field_of_any_node_is_changed_unseen() {
    let (mut asked, episode) = whole();
    sealed(&mut asked, episode);
    let verifier = Verifier::of(&asked.tree);
    let mut kinds = std::collections::BTreeSet::new();
    for node in nodes(&asked, episode) {
        assert_eq!(verifier.node(&node), [], "{node:?}");
        kinds.insert(node.name());
        let altered = altered(&node);
        assert!(altered.len() > 3, "{node:?}");
        for (field, node) in altered {
            let faults = verifier.node(&node);
            assert!(faults.iter().any(|fault| fault.rule == Rule::Audit), "{field}: {node:?}");
            if field == "content_hash" && !matches!(node, Node::Segment(_) | Node::Signal(_)) {
                assert!(faults.iter().any(|fault| fault.field == field), "{faults:?}");
            }
        }
    }
    let expected = [
        "aside",
        "aside_terminus",
        "branch_point",
        "branch_return",
        "branch_terminus",
        "departure_fork_point",
        "episode",
        "fork_point",
        "fork_return",
        "hitl_event",
        "merge_point",
        "seal",
        "segment",
        "signal",
        "soliloquy",
        "soliloquy_conclusion",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

/// The field of a link is named, not only that something is wrong.
#[test]
fn a_link_that_was_bent_is_named() {
    let (asked, episode) = whole();
    let verifier = Verifier::of(&asked.tree);
    let other = asked.tree.segment_at(episode, 0).unwrap().segment_id;
    let mut seen = 0;
    for node in nodes(&asked, episode) {
        let mut bent = node.clone();
        let fields: &[&str] = match &mut bent {
            Node::BranchPoint(point) => {
                point.source_segment_id = other;
                &["spine_merkle_snapshot", "content_hash"]
            }
            Node::BranchTerminus(terminus) => {
                terminus.branch_point_hash = digest("x");
                &["branch_point_hash", "content_hash"]
            }
            Node::ForkPoint(point) => {
                point.sibling_count = 3;
                &["fork_id"]
            }
            Node::DepartureForkPoint(point) => {
                point.spine_tip_hash_at_departure = digest("x");
                &["spine_tip_hash_at_departure", "content_hash"]
            }
            Node::ForkReturn(returned) => {
                returned.fork_episode_id = episode;
                &["fork_episode_id", "content_hash"]
            }
            Node::MergePoint(point) => {
                point.source_merkle_root = digest("x");
                &["source_merkle_root", "content_hash"]
            }
            Node::Aside(aside) => {
                aside.parent_segment_id = other;
                &["parent_hash", "content_hash"]
            }
            Node::AsideTerminus(terminus) => {
                terminus.close_reason.push('!');
                &["final_content_hash"]
            }
            Node::Soliloquy(soliloquy) => {
                soliloquy.parent_hash = digest("x");
                &["parent_hash", "content_hash"]
            }
            Node::SoliloquyConclusion(conclusion) => {
                conclusion.deliberation_chain = vec![other];
                &["deliberation_chain_hash"]
            }
            Node::HitlEvent(event) => {
                event.context_json.push(' ');
                &["context_hash"]
            }
            Node::Segment(segment) => {
                segment.sequence_index += 1;
                &["sequence_index"]
            }
            _ => continue,
        };
        seen += 1;
        let faults = verifier.node(&bent);
        for field in fields {
            assert!(
                faults.iter().any(|fault| fault.field == *field),
                "{field} of {}: {faults:?}",
                node.name()
            );
        }
    }
    assert!(seen > 15);
}

#[test]
fn a_seal_of_another_place_or_time_is_named() {
    let (mut asked, episode) = whole();
    let seal = sealed(&mut asked, episode);
    let verifier = Verifier::of(&asked.tree);
    assert_eq!(verifier.seal(&seal), []);
    let mut other = seal.clone();
    other.prior_seal_id = Some(id(7));
    assert!(verifier.seal(&other).iter().any(|fault| fault.field == "prior_seal_id"));
    let mut other = seal.clone();
    other.seal_id = id(7);
    assert_eq!(verifier.seal(&other)[0].field, "seal_id");
    let mut other = seal.clone();
    other.sealed_by.push('!');
    assert_eq!(verifier.seal(&other)[0].rule, Rule::Audit);
    let mut other = seal;
    other.episode_id = id(7);
    assert_eq!(verifier.seal(&other)[0].field, "episode_id");
}

/// ASTP 5.7.1: what comes after a seal names it, and the next one holds it.
#[test]
fn structure_after_a_seal_waits_for_the_next_and_is_no_member_of_the_first() {
    let (mut asked, origin, parts) = orphan::scene();
    let ahead = WriteAhead { fork_id: parts.point.fork_id, point: parts.point.clone() };
    let fork_id = ahead.fork_id;
    let nodes = vec![parts.episode.into(), ahead.into()];
    asked.write(AGENT, Adopt { nodes, states: Vec::new() });
    let first = sealed(&mut asked, origin);
    let recover = RecoverOrphan { fork_id, detection_run_id: id(9_000_900), stale_after_ms: None };
    asked.write(AGENT, recover);

    let point = asked.tree.departure(fork_id).unwrap().point.unwrap().clone();
    let named = PriorSeal { episode_root_hash: first.episode_root_hash, sealed_at: first.sealed_at.clone() };
    assert_eq!(point.prior_seal, Some(named));
    let report = Verifier::of(&asked.tree).episode(origin).unwrap();
    assert!(report.holds(), "{report:?}");
    assert_eq!(report.waiting, [point.fork_point_id]);

    let second = sealed(&mut asked, origin);
    assert_eq!(second.prior_seal_id, Some(first.seal_id));
    assert_eq!(second.spine_root, first.spine_root);
    assert_ne!(second.structural_manifest_hash, first.structural_manifest_hash);
    assert_ne!(second.episode_root_hash, first.episode_root_hash);
    let verifier = Verifier::of(&asked.tree);
    let report = verifier.episode(origin).unwrap();
    assert!(report.holds(), "{report:?}");
    assert_eq!((report.seals.len(), report.waiting.len()), (2, 0));
    for prior_seal in [
        None,
        Some(PriorSeal { episode_root_hash: digest("x"), sealed_at: first.sealed_at.clone() }),
        Some(PriorSeal {
            episode_root_hash: first.episode_root_hash,
            sealed_at: point.timestamp_utc.clone(),
        }),
    ] {
        let other = Node::DepartureForkPoint(DepartureForkPoint { prior_seal, ..point.clone() });
        let faults = verifier.node(&other);
        let named: Vec<_> = faults.iter().map(|fault| (fault.rule, fault.field.as_str())).collect();
        assert_eq!(named, [(Rule::Audit, "stored"), (Rule::G40, "prior_seal")]);
    }
}
