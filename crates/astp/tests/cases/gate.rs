//! Gates (ASTP 4.6; G-17, G-18).

use actum_astp::command::{AdvanceEpisode, ConcludeGate, InvokeGate, SealEpisode};
use actum_astp::construct::{HITL_CONTEXT_V2, HITL_NODE_V2};
use actum_astp::id::Uuid;
use actum_astp::rule::Rule;
use actum_astp::tree::{GateResult, Outcome};
use actum_astp::value::{EpisodeStatus, HitlDecision, HitlGateType, HitlNodeStatus};
use actum_canon::digest::sha3;
use actum_testkit::key::ExampleKey;

use super::corpus::hexadecimal;
use super::governance_tree::{AGENT, Asked, HUMAN, OTHER, id, moment, segment};

/// Long after everything else.
const HOUR: u64 = 3_600_000;

pub(crate) fn invoke(episode_id: Uuid, gate_type: HitlGateType) -> InvokeGate {
    InvokeGate {
        episode_id,
        hitl_request_id: "request 7".into(),
        gate_type,
        context_json: r#"{"deploy":"v2"}"#.into(),
        timeout_at: Some(moment(HOUR)),
        invocation_signature: None,
        invocation_key: None,
    }
}

pub(crate) fn conclude(
    hitl_event_id: Uuid,
    status: HitlNodeStatus,
    decision: Option<HitlDecision>,
) -> ConcludeGate {
    ConcludeGate {
        hitl_event_id,
        status,
        decision,
        rationale: Some("looks right".into()),
        resolution_signature: None,
        resolution_key: None,
    }
}

fn approve(gate: Uuid) -> ConcludeGate {
    conclude(gate, HitlNodeStatus::Resolved, Some(HitlDecision::Approved))
}

fn result(outcome: Outcome) -> GateResult {
    match outcome {
        Outcome::Gate(result) => result,
        other => panic!("{other:?}"),
    }
}

const fn seal(episode_id: Uuid) -> SealEpisode {
    SealEpisode { episode_id, spine_algorithm_version: None, capture_posture: None }
}

#[test]
fn a_blocking_gate_holds_the_episode_until_a_human_decides() {
    for gate_type in [HitlGateType::ApprovalRequired, HitlGateType::ComplianceCheckpoint] {
        let mut asked = Asked::registered();
        let (episode, _) = asked.told(1);
        let gate = result(asked.write(AGENT, invoke(episode, gate_type)));
        assert_eq!((gate.status, gate.episode_status), (HitlNodeStatus::Invoked, EpisodeStatus::PendingHitl));
        assert_eq!(asked.refused(AGENT, seal(episode)).0, Rule::G18);
        let decided = result(asked.write(HUMAN, approve(gate.hitl_event_id)));
        assert_eq!(
            (decided.status, decided.episode_status),
            (HitlNodeStatus::Resolved, EpisodeStatus::Active)
        );
        asked.write(AGENT, seal(episode));
    }
}

#[test]
fn the_last_blocking_gate_lets_the_episode_go_on() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let one = result(asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired))).hitl_event_id;
    let two = result(asked.write(AGENT, invoke(episode, HitlGateType::ComplianceCheckpoint))).hitl_event_id;
    asked.write(AGENT, invoke(episode, HitlGateType::ReviewAdvisory));
    assert_eq!(result(asked.write(HUMAN, approve(two))).episode_status, EpisodeStatus::PendingHitl);
    assert_eq!(result(asked.write(HUMAN, approve(one))).episode_status, EpisodeStatus::Active);
}

#[test]
fn an_advisory_gate_blocks_nothing_and_marks_what_is_written_under_it() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    assert_eq!(asked.tree.segment(segments[0]).unwrap().pending_hitl_ref, None);
    let gate = result(asked.write(AGENT, invoke(episode, HitlGateType::ReviewAdvisory)));
    assert_eq!(gate.episode_status, EpisodeStatus::Active);
    let under = asked.segment(episode, "under the gate");
    assert_eq!(asked.tree.segment(under).unwrap().pending_hitl_ref, Some(gate.hitl_event_id));
    for gate_type in [HitlGateType::Escalation, HitlGateType::ModificationRequest] {
        assert_eq!(
            result(asked.write(AGENT, invoke(episode, gate_type))).episode_status,
            EpisodeStatus::Active
        );
    }
    asked.write(AGENT, seal(episode));
}

#[test]
fn nothing_crystallizes_while_a_blocking_gate_waits() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    asked.write(AGENT, AdvanceEpisode { episode_id: episode, status: EpisodeStatus::Closing });
    assert_eq!(asked.refused(AGENT, invoke(episode, HitlGateType::ApprovalRequired)).0, Rule::G1);
    let (episode, _) = asked.told(1);
    asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired));
    let crystallize = AdvanceEpisode { episode_id: episode, status: EpisodeStatus::CrystallizationPending };
    let (rule, _) = asked.refused(AGENT, crystallize);
    assert!(matches!(rule, Rule::G18 | Rule::G1), "{rule}");
}

#[test]
fn a_gate_is_concluded_once_by_a_human() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let gate = result(asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired))).hitl_event_id;
    for actor in [AGENT, OTHER, "eve"] {
        assert_eq!(asked.refused(actor, approve(gate)), (Rule::G17, "actor"), "{actor}");
    }
    for (status, decision, field) in [
        (HitlNodeStatus::Invoked, None, "status"),
        (HitlNodeStatus::Resolved, None, "decision"),
        (HitlNodeStatus::Resolved, Some(HitlDecision::Escalated), "status"),
        (HitlNodeStatus::Escalated, Some(HitlDecision::Approved), "decision"),
        (HitlNodeStatus::Escalated, None, "decision"),
        (HitlNodeStatus::TimedOut, Some(HitlDecision::Rejected), "decision"),
        (HitlNodeStatus::TimedOut, None, "status"),
    ] {
        let refused = asked.refused(HUMAN, conclude(gate, status, decision));
        assert_eq!(refused, (Rule::G17, field), "{status} {decision:?}");
    }
    assert_eq!(asked.refused(HUMAN, approve(id(999))), (Rule::Known, "hitl_event_id"));
    let decided = result(asked.write(HUMAN, approve(gate)));
    assert_eq!(asked.refused(HUMAN, approve(gate)), (Rule::G17, "hitl_event_id"));
    let event = asked.tree.gate(gate).unwrap();
    assert_eq!((event.resolved_by.as_deref(), event.decision), (Some(HUMAN), Some(HitlDecision::Approved)));
    let node = [
        ("context_hash", HITL_CONTEXT_V2.hash(event).unwrap().into()),
        ("resolution_hash", event.resolution_hash.into()),
    ];
    assert_eq!(decided.node_hash, HITL_NODE_V2.hash(&node).ok());
    assert_eq!(event.pending_duration_ms, Some(12_000));
}

#[test]
fn an_escalation_is_no_resolution() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let gate = result(asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired))).hitl_event_id;
    let escalate = conclude(gate, HitlNodeStatus::Escalated, Some(HitlDecision::Escalated));
    let escalated = result(asked.write(HUMAN, escalate));
    assert_eq!(
        (escalated.status, escalated.episode_status),
        (HitlNodeStatus::Escalated, EpisodeStatus::Active)
    );
    assert!(
        asked.tree.structure(episode).any(|node| node.id() == Some(gate)),
        "it is a member of the manifest"
    );
}

#[test]
fn what_nobody_decides_in_time_can_only_time_out() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let gate = result(asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired))).hitl_event_id;
    let mut late = asked.context(HUMAN);
    late.at = moment(HOUR);
    let refusal = asked.apply(&late, approve(gate)).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::G17, "status"));
    let mut late = asked.context("clock");
    late.at = moment(HOUR);
    let over = result(asked.apply(&late, conclude(gate, HitlNodeStatus::TimedOut, None)).unwrap());
    assert_eq!((over.status, over.episode_status), (HitlNodeStatus::TimedOut, EpisodeStatus::Active));
    assert!(over.node_hash.is_some());
}

#[test]
fn a_gate_does_not_wait_for_ever_and_shows_what_it_asks() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let command = invoke(episode, HitlGateType::ApprovalRequired);
    for timeout_at in [None, Some(moment(0))] {
        let command = InvokeGate { timeout_at, ..command.clone() };
        assert_eq!(asked.refused(AGENT, command), (Rule::G17, "timeout_at"));
    }
    for context_json in ["", "{", r#"{"a":1,"a":2}"#] {
        let command = InvokeGate { context_json: context_json.into(), ..command.clone() };
        assert_eq!(asked.refused(AGENT, command), (Rule::Text, "context_json"));
    }
    let unasked = InvokeGate { hitl_request_id: " ".into(), ..command.clone() };
    assert_eq!(asked.refused(AGENT, unasked), (Rule::Text, "hitl_request_id"));
    let nowhere = InvokeGate { episode_id: id(999), ..command };
    assert_eq!(asked.refused(AGENT, nowhere), (Rule::Known, "episode_id"));
}

#[test]
fn a_signature_is_verified_over_the_bytes_of_the_hash() {
    let key = ExampleKey::named("ada");
    let public = hexadecimal(&bytes(&key.public()));
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let gate = result(asked.write(AGENT, invoke(episode, HitlGateType::ApprovalRequired))).hitl_event_id;
    let mut context = asked.context(HUMAN);
    // What is signed is known before the command is sent: a dry run tells it.
    let hash = {
        let mut dry = Asked::unregistered();
        dry.tree = asked.tree.clone();
        dry.apply(&context, approve(gate)).unwrap();
        dry.tree.gate(gate).unwrap().resolution_hash.unwrap()
    };
    let signed = |message: &[u8], public: &str| ConcludeGate {
        resolution_signature: Some(hexadecimal(&bytes(&key.sign(message)))),
        resolution_key: Some(public.into()),
        ..approve(gate)
    };
    let text = hash.to_string();
    let other = hexadecimal(&bytes(&ExampleKey::named("eve").public()));
    for (command, field) in [
        (signed(text.as_bytes(), &public), "resolution_signature"),
        (signed(hash.as_bytes(), &other), "resolution_signature"),
        (signed(hash.as_bytes(), &public.to_uppercase()), "resolution_key"),
        (signed(hash.as_bytes(), "00"), "resolution_key"),
        (ConcludeGate { resolution_key: None, ..signed(hash.as_bytes(), &public) }, "resolution_key"),
        (
            ConcludeGate { resolution_signature: None, ..signed(hash.as_bytes(), &public) },
            "resolution_signature",
        ),
    ] {
        let refusal = asked.apply(&context, command).unwrap_err();
        assert_eq!((refusal.rule, refusal.field), (Rule::Signature, field));
    }
    context.session = Some("signed".into());
    asked.apply(&context, signed(hash.as_bytes(), &public)).unwrap();
    let event = asked.tree.gate(gate).unwrap();
    assert_eq!(event.resolution_key_fingerprint, Some(sha3(&bytes(&key.public())).to_string()));
    assert_eq!(event.invocation_signature, None);
}

#[test]
fn a_gate_that_waits_when_the_episode_is_closed_can_still_be_concluded_until_the_seal() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let one = result(asked.write(AGENT, invoke(episode, HitlGateType::ReviewAdvisory))).hitl_event_id;
    let two = result(asked.write(AGENT, invoke(episode, HitlGateType::ReviewAdvisory))).hitl_event_id;
    asked.write(AGENT, AdvanceEpisode { episode_id: episode, status: EpisodeStatus::Closed });
    assert_eq!(result(asked.write(HUMAN, approve(one))).episode_status, EpisodeStatus::Closed);
    asked.write(AGENT, seal(episode));
    assert_eq!(asked.refused(HUMAN, approve(two)), (Rule::G1, "hitl_event_id"));
}

#[test]
fn a_closed_episode_raises_no_gate() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    asked.write(AGENT, seal(episode));
    assert_eq!(asked.refused(AGENT, invoke(episode, HitlGateType::ReviewAdvisory)), (Rule::G1, "episode_id"));
    assert_eq!(asked.refused(AGENT, segment(episode, "late")).0, Rule::G1);
}

/// The bytes of a text in base64.
fn bytes(base64: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.bytes().filter(|letter| *letter != b'=');
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for digit in digits {
        let value = LETTERS.iter().position(|letter| *letter == digit).unwrap();
        held = held << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
