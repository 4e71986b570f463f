//! Intents: one request, one result (ASTP 19.1.4; BR-004).

use alloc::format;
use alloc::string::{String, ToString};

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::field::Field;

use crate::command::Command;
use crate::construct;
use crate::id::Uuid;
use crate::rule::Rule;
use crate::tree::{Context, Intent, Outcome, Refusal, Tree, digest};
use crate::value::{Stored, is_blank};

/// The keys of a command: that of its content where it is published, and that of the caller's request number.
pub(super) fn of(command: &Command, context: &Context) -> Result<Option<Intent>, Refusal> {
    let content_key = content_key(command)?;
    let request_key = context.request.map(|request| request_key(command, context, request)).transpose()?;
    if content_key.is_none() && request_key.is_none() {
        return Ok(None);
    }
    let payload = digest(b"X-ACTUM-COMMAND:v1:", &command.store());
    Ok(Some(Intent { intent_type: command.name().to_string(), content_key, request_key, payload }))
}

/// The result that a request had before, if it was made.
pub(super) fn standing(
    tree: &Tree,
    intent: Option<&Intent>,
    context: &Context,
) -> Result<Option<Outcome>, Refusal> {
    let Some(intent) = intent else { return Ok(None) };
    if let Some((payload, outcome)) = intent.request_key.and_then(|key| tree.intent(key)) {
        if *payload != intent.payload {
            let number = context.request.unwrap_or_default();
            return Err(Refusal::new(
                Rule::Request,
                "request",
                format!("request {number} was made with another command"),
            ));
        }
        return Ok(Some(outcome.clone()));
    }
    if let Some((_, outcome)) = intent.content_key.and_then(|key| tree.intent(key)) {
        return Ok(Some(outcome.clone()));
    }
    let own = context.session.as_deref();
    let held = context.leases.0.iter().find(|lease| {
        [intent.content_key, intent.request_key].contains(&Some(lease.key))
            && own != Some(lease.holder.as_str())
            && context.at < lease.until
    });
    match held {
        Some(lease) => {
            let message = format!("in progress in session `{}` until {}", lease.holder, lease.until);
            Err(Refusal::new(Rule::Request, "request", message))
        }
        None => Ok(None),
    }
}

/// The published key: Episode, Segment, text.
fn content_key(command: &Command) -> Result<Option<Sha3>, Refusal> {
    let (episode, segment, text): (Uuid, Uuid, String) = match command {
        Command::CreateBranch(branch) if !is_blank(&branch.branch_intent) => {
            (branch.source_episode_id, branch.source_segment_id, branch.branch_intent.clone())
        }
        Command::CreateFork(fork) if !is_blank(&fork.fork_objective) => {
            let text = format!("FORK:{}:{}", fork.fork_objective, fork.alternatives.len());
            (fork.origin_episode_id, fork.origin_segment_id, text)
        }
        Command::CreateDepartureFork(fork) if !is_blank(&fork.fork_objective) => {
            let text = format!("DEPARTURE_FORK:{}", fork.fork_objective);
            (fork.origin_episode_id, fork.origin_segment_id, text)
        }
        _ => return Ok(None),
    };
    let fields = [
        ("source_episode_id", episode.into()),
        ("source_segment_id", segment.into()),
        ("intent_hash", text.into()),
    ];
    construct::INTENT.hash(&fields).map(Some).map_err(|refused| Refusal::construction(&refused))
}

/// The key of a request number: typed, so that no two requests share one.
fn request_key(command: &Command, context: &Context, request: u64) -> Result<Sha3, Refusal> {
    let resource = resource(command).map(|id| id.to_string()).unwrap_or_default();
    let mut hasher = Sha3Hasher::new();
    hasher.update(b"X-ACTUM-REQUEST:v1:");
    for field in [
        Field::String(&context.actor),
        Field::String(command.name()),
        Field::String(&resource),
        Field::Uint(request),
    ] {
        field
            .write(&mut hasher)
            .map_err(|error| Refusal::new(Rule::Request, "request", format!("{error}")))?;
    }
    Ok(hasher.finish())
}

/// What a request is about.
fn resource(command: &Command) -> Option<Uuid> {
    Some(match command {
        Command::AdvanceEpisode(command) => command.episode_id,
        Command::AppendSegment(command) => command.episode_id,
        Command::AppendSignal(command) => command.episode_id,
        Command::Refer(command) => command.source,
        Command::CreateBranch(command) => command.source_episode_id,
        Command::AbandonBranch(command) => command.branch_id,
        Command::CreateFork(command) => command.origin_episode_id,
        Command::ResolveFork(command) => command.fork_id,
        Command::ExecuteMerge(command) => command.source_branch_id,
        Command::CreateDepartureFork(command) => command.origin_episode_id,
        Command::CompleteDepartureFork(command) => command.fork_episode_id,
        Command::AbandonDepartureFork(command) => command.fork_episode_id,
        Command::DeclareForkReturn(command) => command.fork_id,
        Command::RecoverOrphan(command) => command.fork_id,
        Command::OpenAside(command) => command.parent_episode_id,
        Command::CloseAside(command) => command.aside_id,
        Command::OpenSoliloquy(command) => command.parent_episode_id,
        Command::ConcludeSoliloquy(command) => command.soliloquy_id,
        Command::InvokeGate(command) => command.episode_id,
        Command::ConcludeGate(command) => command.hitl_event_id,
        Command::Intercept(command) => command.episode_id,
        Command::SealEpisode(command) => command.episode_id,
        Command::OpenEpisode(_) | Command::Adopt(_) | Command::Register(_) | Command::Govern(_) => {
            return None;
        }
    })
}
