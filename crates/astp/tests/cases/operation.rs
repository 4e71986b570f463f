//! What holds for every operation: one request has one result, policies, frozen Episodes, identifiers, and moments
//! (ASTP 19.1; BR-004, BR-006, G-1 to G-3).

use actum_astp::access::Policy;
use actum_astp::audit;
use actum_astp::command::{
    AbandonBranch, AdvanceEpisode, AppendSegment, Command, CreateBranch, CreateFork, ResolveFork,
};
use actum_astp::id::Instant;
use actum_astp::node::Principal;
use actum_astp::rule::Rule;
use actum_astp::tree::{Answer, Context, Lease, Outcome, Transition};
use actum_astp::value::{
    AccessLevel, AccessResourceType, BranchDeclarationType, BranchType, EpisodeStatus, PrincipalKind,
    RetentionTier,
};

use super::branch::{self, branched, on};
use super::departure::{self, origin};
use super::fork::{self, ACTOR};
use super::governance_tree::{AGENT, Asked, HUMAN, OTHER, id, moment, segment};
use super::merge;

// The published writer gives the point's identifier for the branch's, and forgets snapshot and record (catalogue 5).
#[test]
fn the_same_content_gives_the_first_result_verbatim_and_writes_nothing() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let first = asked.write(AGENT, branch::create(episode, source, "look"));
    let made = branch::made(first.clone());
    asked.write(AGENT, AbandonBranch { branch_id: made.branch_id, abandonment_reason: "enough".into() });
    let count = asked.tree.count();
    let again = CreateBranch {
        declaration_type: BranchDeclarationType::Inferred,
        branch_type: BranchType::Parallel,
        ..branch::create(episode, source, "look")
    };
    assert_eq!(asked.write(OTHER, again), first, "type and initiator are not in the key");
    let fork = asked.write(ACTOR, fork::create(episode, source, 2));
    assert_eq!(asked.write(ACTOR, fork::create(episode, source, 2)), fork);
    let departure = asked.write(ACTOR, departure::create(episode, source));
    assert_eq!(asked.write(ACTOR, departure::create(episode, source)), departure);
    assert_eq!(asked.tree.count(), count + 2);
    assert_ne!(
        branch::made(asked.write(AGENT, branch::create(episode, source, "look "))).branch_id,
        made.branch_id
    );
}

#[test]
fn a_request_number_gives_the_first_result_and_takes_no_other_command() {
    let mut asked = Asked::registered();
    let (episode, _) = origin(&mut asked);
    let mut request = |command: Command, number| {
        let mut context = asked.context(AGENT);
        context.request = Some(number);
        asked.apply(&context, command)
    };
    let first = request(segment(episode, "once").into(), 1).unwrap();
    assert_eq!(request(segment(episode, "once").into(), 1), Ok(first.clone()));
    assert_ne!(request(segment(episode, "once").into(), 2), Ok(first));
    let refusal = request(segment(episode, "twice").into(), 1).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::Request, "request"));
    assert_eq!(asked.tree.segments(episode).count(), 3);
    // Another actor's number is another request.
    let mut context = asked.context(OTHER);
    context.request = Some(1);
    assert!(asked.apply(&context, segment(episode, "twice")).is_ok());
}

// The published writer goes on where another is in the middle of the same thing (catalogue 11, 2).
#[test]
fn what_another_session_holds_is_in_progress_until_the_lease_ends() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let command = branch::create(episode, source, "look");
    let context = asked.context(AGENT);
    let Ok(Answer::Write(prepared)) = asked.tree.apply(&command.clone().into(), &context) else { panic!() };
    let key = prepared.intent().unwrap().content_key.unwrap();
    let lease = Lease { key, holder: "elsewhere".into(), until: moment(10_000_000) };
    let with = |at: Instant, session: Option<&str>| {
        let mut context = Context { at, session: session.map(Into::into), ..context.clone() };
        context.leases.0.push(lease.clone());
        asked.tree.apply(&command.clone().into(), &context)
    };
    let refusal = with(moment(9_999_999), None).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::Request, "request"));
    assert!(refusal.message.contains("in progress"), "{refusal}");
    assert!(with(moment(9_999_999), Some("elsewhere")).is_ok(), "the holder itself goes on");
    assert!(with(moment(10_000_000), None).is_ok(), "the lease has ended");
}

// The published writer makes a policy and drops it; nothing calls its check (catalogue 11, 5).
#[test]
fn a_recorded_policy_decides_first_and_each_denial_is_on_record() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let closed = Policy::default_for(AccessResourceType::Branch, episode.to_string(), AGENT.into());
    asked.write(AGENT, closed.clone());
    let context = asked.context(OTHER);
    let before = asked.tree.segments(episode).count();
    // Denied before anything else is looked at, even before what is wrong with the command itself.
    let refusal = asked.apply(&context, branch::create(episode, source, "")).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::Access, "actor"));
    let record = *refusal.record.unwrap();
    assert!(record.nodes().is_empty() && record.changes().is_empty());
    asked.tree.commit(record).unwrap();
    let chain = format!("access:BRANCH:{episode}");
    assert!(audit::verify(&chain, asked.tree.chain(&chain)).is_ok());
    let denial = asked.tree.chain(&chain).next_back().unwrap();
    assert_eq!((denial.agent_id.as_str(), denial.delta_type.as_str()), (OTHER, "X_ACCESS_DENIED"));
    assert!(denial.forward_delta.contains(r#""operation":"create_branch""#), "{}", denial.forward_delta);
    assert_eq!(asked.tree.segments(episode).count(), before);
    assert!(asked.tree.branches(episode).next().is_none());
    branch::made(asked.write(AGENT, branch::create(episode, source, "mine")));
    // Nobody but the owner opens it.
    let open = Policy { other_agents_write: AccessLevel::Open, ..closed };
    assert_eq!(asked.refused(OTHER, open.clone()).0, Rule::Access);
    asked.write(AGENT, open);
    branch::made(asked.write(OTHER, branch::create(episode, source, "theirs")));
}

#[test]
fn policies_protect_every_kind_of_operation() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let branch_id = branched(&mut asked, episode, source, "b");
    let made = fork::made(asked.write(ACTOR, fork::create(episode, source, 2)));
    let resolve = ResolveFork {
        fork_id: made.fork_id,
        selected_fork_point_id: made.fork_point_ids[0],
        resolution_rationale: "x".into(),
    };
    let on_branch = AppendSegment { branch_id: Some(branch_id), ..segment(episode, "x") };
    let abandon = AbandonBranch { branch_id, abandonment_reason: "x".into() };
    let cases: Vec<(AccessResourceType, String, Command)> = vec![
        (AccessResourceType::Branch, episode.to_string(), segment(episode, "x").into()),
        (AccessResourceType::Branch, branch_id.to_string(), on_branch.into()),
        (AccessResourceType::Branch, branch_id.to_string(), abandon.into()),
        (AccessResourceType::Branch, branch_id.to_string(), merge::execute(branch_id, episode).into()),
        (AccessResourceType::Fork, episode.to_string(), departure::create(episode, source).into()),
        (AccessResourceType::Fork, made.fork_id.to_string(), resolve.into()),
    ];
    for (kind, resource, command) in cases {
        let before = asked.tree.clone();
        asked.write(AGENT, Policy::default_for(kind, resource, "owner".into()));
        let name = command.name();
        assert_eq!(asked.refused(ACTOR, command), (Rule::Access, "actor"), "{name}");
        asked.tree = before;
    }
}

// Five operations of the published writer go on writing into a sealed Episode (catalogue 11, 10).
#[test]
fn a_closed_episode_takes_nothing() {
    for status in [EpisodeStatus::Closed, EpisodeStatus::CrystallizationPending] {
        let mut asked = Asked::registered();
        let (episode, source) = origin(&mut asked);
        let branch_id = branched(&mut asked, episode, source, "b");
        let made = fork::made(asked.write(ACTOR, fork::create(episode, source, 2)));
        let departed = departure::made(asked.write(ACTOR, departure::create(episode, source)));
        asked.write(
            ACTOR,
            actum_astp::command::CompleteDepartureFork {
                fork_episode_id: departed.fork_episode_id,
                note: None,
            },
        );
        asked.write(AGENT, AdvanceEpisode { episode_id: episode, status });
        let back = actum_astp::command::DeclareForkReturn {
            fork_id: departed.fork_id,
            origin_episode_id: episode,
            return_type: "INCORPORATED".into(),
            synthesis_summary: String::new(),
        };
        let resolve = ResolveFork {
            fork_id: made.fork_id,
            selected_fork_point_id: made.fork_point_ids[0],
            resolution_rationale: "x".into(),
        };
        let commands: Vec<Command> = vec![
            segment(episode, "x").into(),
            branch::create(episode, source, "x").into(),
            AbandonBranch { branch_id, abandonment_reason: "x".into() }.into(),
            CreateFork { fork_objective: "y".into(), ..fork::create(episode, source, 2) }.into(),
            resolve.into(),
            merge::execute(branch_id, episode).into(),
            actum_astp::command::CreateDepartureFork {
                fork_objective: "y".into(),
                ..departure::create(episode, source)
            }
            .into(),
            back.into(),
        ];
        for command in commands {
            let name = command.name();
            assert_eq!(asked.refused(ACTOR, command).0, Rule::G1, "{name} on {status}");
        }
    }
}

#[test]
fn a_closing_episode_takes_last_contributions_and_no_new_structure() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let branch_id = branched(&mut asked, episode, source, "b");
    asked.write(AGENT, AdvanceEpisode { episode_id: episode, status: EpisodeStatus::Closing });
    on(&mut asked, episode, branch_id, "a last word");
    assert_eq!(asked.refused(AGENT, branch::create(episode, source, "x")).0, Rule::G1);
    asked.write(AGENT, AbandonBranch { branch_id, abandonment_reason: "closing".into() });
    let back = AdvanceEpisode { episode_id: episode, status: EpisodeStatus::Active };
    assert_eq!(asked.refused(AGENT, back), (Rule::G1, "status"));
}

#[test]
fn indices_increase_across_lines_and_may_leave_gaps() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let branch_id = branched(&mut asked, episode, source, "b");
    let at =
        |index, branch_id| AppendSegment { sequence_index: Some(index), branch_id, ..segment(episode, "x") };
    asked.write(AGENT, at(7, Some(branch_id)));
    for index in [0, 5, 7] {
        assert_eq!(asked.refused(AGENT, at(index, None)), (Rule::G3, "sequence_index"));
    }
    asked.write(AGENT, at(u64::MAX, None));
    assert_eq!(
        asked.refused(AGENT, segment(episode, "x")),
        (Rule::G3, "sequence_index"),
        "nothing comes after the greatest"
    );
}

#[test]
fn a_segment_replaces_only_what_its_line_shows() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let (_, foreign) = asked.told(1);
    let branch_id = branched(&mut asked, episode, source, "b");
    let later = asked.segment(episode, "later");
    let replace =
        |old: Vec<_>, branch_id| AppendSegment { supersedes: old, branch_id, ..segment(episode, "x") };
    assert_eq!(asked.refused(AGENT, replace(vec![foreign[0]], None)), (Rule::G2, "supersedes"));
    assert_eq!(asked.refused(AGENT, replace(vec![id(9_000_001)], None)), (Rule::G2, "supersedes"));
    assert_eq!(asked.refused(AGENT, replace(vec![later], Some(branch_id))), (Rule::Lineage, "supersedes"));
    assert_eq!(asked.refused(AGENT, replace(vec![source, source], None)), (Rule::G2, "supersedes"));
    asked.write(AGENT, replace(vec![source], Some(branch_id)));
}

#[test]
fn a_branch_of_another_episode_is_no_line() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let (other, _) = asked.told(1);
    let branch_id = branched(&mut asked, episode, source, "b");
    let command = AppendSegment { branch_id: Some(branch_id), ..segment(other, "x") };
    assert_eq!(asked.refused(AGENT, command), (Rule::Lineage, "branch_id"));
}

#[test]
fn ephemeral_segments_move_no_root() {
    let mut asked = Asked::registered();
    let (episode, _) = origin(&mut asked);
    let root = asked.tree.spine_root(episode);
    let command = AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "x") };
    let Outcome::Segment(appended) = asked.write(AGENT, command) else { panic!() };
    assert_eq!((appended.spine_root, asked.tree.spine_root(episode)), (root, root));
    assert_eq!(asked.tree.spine_root_through(appended.segment_id), root);
}

#[test]
fn identifiers_are_fresh_and_one_is_enough() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let mut context = asked.context(AGENT);
    for taken in [source, episode] {
        context.ids = vec![taken];
        let refusal = asked.apply(&context, segment(episode, "x")).unwrap_err();
        assert_eq!((refusal.rule, refusal.field), (Rule::Fresh, "ids"));
    }
    context.ids = vec![id(9_000_001), id(9_000_001)];
    assert_eq!(asked.apply(&context, segment(episode, "x")).unwrap_err().rule, Rule::Fresh);
    context.ids = Vec::new();
    assert_eq!(asked.apply(&context, segment(episode, "x")).unwrap_err().rule, Rule::Fresh);
    context.ids = vec![id(9_000_001)];
    let one = asked.tree.apply(&segment(episode, "x").into(), &context);
    assert_eq!(
        asked.tree.apply(&segment(episode, "x").into(), &context),
        one,
        "the rest follows from the first"
    );
    assert!(one.is_ok());
}

#[test]
fn a_moment_that_no_hash_can_take_is_refused() {
    let mut asked = Asked::registered();
    let (episode, _) = origin(&mut asked);
    for at in ["1969-12-31T23:59:59Z", "2027-01-01T00:00:00.0000001Z", "2016-12-31T23:59:60Z"] {
        let context = Context { at: Instant::parse(at).unwrap(), ..asked.context(AGENT) };
        let refusal = asked.apply(&context, segment(episode, "x")).unwrap_err();
        assert_eq!((refusal.rule, refusal.field), (Rule::Moment, "at"), "{at}");
    }
    let context = Context { actor: "\u{a0}".into(), ..asked.context(AGENT) };
    assert_eq!(asked.apply(&context, segment(episode, "x")).unwrap_err().field, "actor");
}

#[test]
fn a_principal_stays_what_it_is() {
    let mut asked = Asked::registered();
    let change = Principal { principal_id: HUMAN.into(), kind: PrincipalKind::Agent };
    assert_eq!(asked.refused(AGENT, change), (Rule::Principal, "kind"));
}

#[test]
fn every_transition_is_one_record_that_names_its_nodes() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let context = asked.context(AGENT);
    let Ok(Answer::Write(made)) =
        asked.tree.apply(&branch::create(episode, source, "caf\u{e9} e\u{301}").into(), &context)
    else {
        panic!()
    };
    let record = made.audit().clone();
    let digest = actum_astp::tree::node_digest(&made.nodes()[0]);
    assert!(record.forward_delta.contains(&digest.to_string()));
    assert_eq!(record.computed_hash().unwrap(), record.record_hash);
    assert_eq!(record.episode_time, asked.tree.count() + 1);
    let mut line = Vec::new();
    made.write(&mut line);
    assert!(!line.contains(&b'\n'));
    assert_eq!(
        Transition::parse(&line).unwrap().nodes(),
        made.nodes(),
        "letter by letter, decomposed ones too"
    );
    asked.tree.commit(*made).unwrap();
    assert_eq!(asked.tree.records().last(), Some(&record));
}

/// BR-006, ASTP 19.1.3.
#[test]
fn the_first_policy_of_a_resource_is_recorded_by_whoever_acts_for_its_episode() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    let stolen = Policy::default_for(AccessResourceType::Branch, episode.to_string(), OTHER.into());
    assert_eq!(asked.refused(OTHER, stolen), (Rule::Access, "actor"));
    let nothing = Policy::default_for(AccessResourceType::Aside, id(999).to_string(), AGENT.into());
    assert_eq!(asked.refused(AGENT, nothing), (Rule::Known, "resource_id"));
    let given = Policy::default_for(AccessResourceType::Branch, episode.to_string(), OTHER.into());
    asked.write(AGENT, given.clone());
    let back = Policy { owner_agent_id: AGENT.into(), ..given };
    asked.write(OTHER, back);
}
