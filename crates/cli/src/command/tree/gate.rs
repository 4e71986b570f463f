//! Signatures at a gate: over the hash that the step comes to (ASTP 4.6).

use actum::Error;
use actum::key::Key;
use actum::tree::command::Command;
use actum::tree::node::{HitlEvent, Node};
use actum::tree::tree::{Answer, Context, Tree};

use crate::args::tree::GateKey;
use crate::command::key::open;

/// The key that signs, where one was named.
pub(super) fn key(asked: &GateKey) -> Result<Option<Key>, Error> {
    asked.sign.as_deref().map(|file| open(file, &asked.opening)).transpose()
}

/// The command with its signature. What the hash is, only the step itself tells: it is computed once without a signature.
/// A command that is refused stays as it is, and is refused again when it is submitted.
pub(super) fn signed(mut command: Command, tree: &Tree, context: &Context, key: &Key) -> Command {
    let Ok(Answer::Write(step)) = tree.apply(&command, context) else { return command };
    let Some(event) = step.nodes().iter().find_map(event) else { return command };
    let public = digits(key.public().as_bytes());
    match &mut command {
        Command::InvokeGate(invoke) => {
            invoke.invocation_signature = Some(digits(&key.sign(event.context_hash.as_bytes())));
            invoke.invocation_key = Some(public);
        }
        Command::ConcludeGate(conclude) => {
            let hash = event.resolution_hash.unwrap_or(event.context_hash);
            conclude.resolution_signature = Some(digits(&key.sign(hash.as_bytes())));
            conclude.resolution_key = Some(public);
        }
        _ => {}
    }
    command
}

fn event(node: &Node) -> Option<&HitlEvent> {
    match node {
        Node::HitlEvent(event) => Some(event),
        _ => None,
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
