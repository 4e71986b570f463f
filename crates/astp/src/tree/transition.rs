//! Transitions: everything that one operation writes, as one value (ASTP 19).

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::json::{Limits, Parser};

use super::{Context, Outcome};
use crate::audit::AuditRecord;
use crate::command::Command;
use crate::id::{Instant, Uuid};
use crate::node::Node;
use crate::value::{
    CaughtBy, DepartureForkStatus, EpisodeStatus, ForkOrphanClass, ForkPointStatus, Json, Stored,
    TriggerType, Unread, record, variants,
};

variants! {
    /// A change of state that is no field of any node.
    Change {
        /// An Episode moves.
        EpisodeMoved(EpisodeMoved) = "episode_moved",
        /// An alternative is promoted or discarded.
        ForkPointSettled(ForkPointSettled) = "fork_point_settled",
        /// A departure moves.
        DepartureMoved(DepartureMoved) = "departure_moved",
        /// A line takes in Segments of another.
        LineTaken(LineTaken) = "line_taken",
        /// A point has no Episode.
        PointOrphaned(PointOrphaned) = "point_orphaned",
        /// An Episode has no origin.
        EpisodeOrphaned(EpisodeOrphaned) = "episode_orphaned",
    }
}

record! {
    /// An Episode moves to another state.
    EpisodeMoved {
        /// The Episode.
        episode_id: Uuid,
        /// Its state from now on.
        status: EpisodeStatus,
    }

    /// An alternative of a fork is settled.
    ForkPointSettled {
        /// The point.
        fork_point_id: Uuid,
        /// Its state from now on.
        status: ForkPointStatus,
    }

    /// A departure moves to another state.
    DepartureMoved {
        /// The departure.
        fork_id: Uuid,
        /// Its state from now on.
        status: DepartureForkStatus,
        /// When the state was corrected by recovery; absent for an ordinary step (ASTP 19.3.7).
        corrected_at: Option<Instant>,
    }

    /// A line takes in Segments of another (ASTP 19.3.2).
    LineTaken {
        /// The Episode.
        episode_id: Uuid,
        /// The line that takes them in; absent: the main line.
        branch_id: Option<Uuid>,
        /// The Segments, in the order in which they enter.
        segments: Vec<Uuid>,
        /// Which of two contradicting Segments holds on the line from now on.
        settled: Vec<Settled>,
    }

    /// Of two Segments that replaced the same one, which holds.
    Settled {
        /// The one that does not.
        replaced: Uuid,
        /// The one that does.
        by: Uuid,
    }

    /// A point is flagged; it stays.
    PointOrphaned {
        /// The departure.
        fork_id: Uuid,
        /// The point.
        fork_point_id: Uuid,
    }

    /// An Episode is flagged; it stays.
    EpisodeOrphaned {
        /// The departure.
        fork_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// Why.
        class: ForkOrphanClass,
    }

    /// Under which keys the result of an operation is found again (ASTP 19.1.4).
    Intent {
        /// The kind of operation.
        intent_type: String,
        /// The published key: Episode, Segment, text.
        content_key: Option<Sha3>,
        /// The key of the caller's request number.
        request_key: Option<Sha3>,
        /// The digest of the command; another one under the same request number is an error.
        payload: Sha3,
    }
}

/// Everything that one operation writes: nodes, changes, delta (inside the audit record), audit record, result.
///
/// It is written whole or not at all, so there is nothing in between to recover from. It also names the command and its context: from
/// them every other field follows, and [`super::Tree::commit`] checks that it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    pub(crate) command: Box<Command>,
    pub(crate) context: Context,
    pub(crate) nodes: Vec<Node>,
    pub(crate) changes: Vec<Change>,
    pub(crate) audit: AuditRecord,
    pub(crate) intent: Option<Intent>,
    pub(crate) outcome: Outcome,
    /// The tree that it was computed on; `None` where it was read.
    pub(crate) basis: Option<Basis>,
}

/// The exact state that a transition was computed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Basis {
    pub(crate) count: u64,
    pub(crate) head: Sha3,
}

impl Transition {
    /// The command.
    #[must_use]
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// The context.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// The nodes, in the order in which they are written.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The changes of state.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The audit record.
    #[must_use]
    pub const fn audit(&self) -> &AuditRecord {
        &self.audit
    }

    /// The keys under which the result is found again.
    #[must_use]
    pub const fn intent(&self) -> Option<&Intent> {
        self.intent.as_ref()
    }

    /// The result.
    #[must_use]
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Appends the transition as one canonical line, without the line feed.
    ///
    /// RFC 8785, and every string letter by letter as it is: the 4.x hashes are over the very letters.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        self.store().write(bytes);
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] where the bytes are not what [`Self::write`] gives for some transition.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut parser = Parser::with_limits(Limits { depth: DEPTH, ..Limits::default() });
        let document = parser.parse(bytes).map_err(|error| Unreadable::Json(error.to_string()))?;
        let transition = Self::read(document.root()).map_err(Unreadable::Shape)?;
        let mut again = Vec::with_capacity(bytes.len());
        transition.write(&mut again);
        if again == bytes { Ok(transition) } else { Err(Unreadable::NotCanonical) }
    }
}

/// Deeper than any transition.
const DEPTH: usize = 24;

impl Stored for Transition {
    fn store(&self) -> Json {
        let mut json = Json::map([
            ("command", self.command.store()),
            ("context", self.context.store()),
            ("nodes", self.nodes.store()),
            ("changes", self.changes.store()),
            ("audit", self.audit.store()),
            ("outcome", self.outcome.store()),
        ]);
        if let Some(intent) = &self.intent {
            json.insert("intent", intent.store());
        }
        json
    }

    fn read(value: actum_canon::json::Value<'_>) -> Result<Self, Unread> {
        let mut members = crate::value::Members::of(value)?;
        let read = Self {
            command: members.take("command")?,
            context: members.take("context")?,
            nodes: members.take("nodes")?,
            changes: members.take("changes")?,
            audit: members.take("audit")?,
            intent: members.take("intent")?,
            outcome: members.take("outcome")?,
            basis: None,
        };
        members.end()?;
        Ok(read)
    }
}

/// Why bytes are no transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// They are no strict JSON.
    Json(String),
    /// A member does not fit.
    Shape(Unread),
    /// They say the same as some transition, in another spelling.
    NotCanonical,
}

impl core::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Json(error) => f.write_str(error),
            Self::Shape(unread) => unread.fmt(f),
            Self::NotCanonical => f.write_str("not the canonical form (RFC 8785)"),
        }
    }
}

impl core::error::Error for Unreadable {}

/// What an operation wants to write, before the tree makes a transition of it.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The audit chain.
    pub chain_key: String,
    /// What is done.
    pub delta_type: &'static str,
    /// Who does it.
    pub agent_id: String,
    /// For which human.
    pub human_actor: Option<String>,
    /// The session, where the context names none.
    pub session: String,
    /// What set it off.
    pub trigger: TriggerType,
    /// Who caught it.
    pub caught_by: CaughtBy,
    /// Whether detection is still going on.
    pub detection_window_open: bool,
    /// What changes.
    pub forward: Json,
    /// What would undo it.
    pub reverse: Json,
    /// What is touched.
    pub affected: Vec<String>,
    /// Why.
    pub reason: Option<String>,
    /// The audit record's identifier.
    pub audit_id: Uuid,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The changes.
    pub changes: Vec<Change>,
    /// The result.
    pub outcome: Outcome,
}

impl Draft {
    /// The stored digest of each node, and of the changes if there are any: what the forward delta binds beside its published members.
    pub(crate) fn digests(&self) -> Json {
        let mut digests: Vec<Json> = self.nodes.iter().map(|node| Json::text(node_digest(node))).collect();
        if !self.changes.is_empty() {
            digests.push(Json::text(digest(b"X-ACTUM-CHANGES:v1:", &self.changes.store())));
        }
        Json::List(digests)
    }
}

/// The digest under which an audit record's forward delta binds a stored node, in its member `stored`.
#[must_use]
pub fn node_digest(node: &Node) -> Sha3 {
    digest(b"X-ACTUM-NODE:v1:", &node.store())
}

pub(crate) fn digest(prefix: &[u8], json: &Json) -> Sha3 {
    let mut bytes = Vec::new();
    json.write(&mut bytes);
    let mut hasher = Sha3Hasher::new();
    hasher.update(prefix);
    hasher.update(&bytes);
    hasher.finish()
}

/// What a tree answers to a command.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one is made for each operation and read at once")]
pub enum Answer {
    /// Something is to be written: commit it.
    Write(Box<Transition>),
    /// Nothing is to be written: this is the result. Of a request that was made before it is the first result, verbatim; of a
    /// merge with open conflicts it is their manifest.
    Standing(Outcome),
}

/// What an operation comes to.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one is made for each operation and read at once")]
pub enum Step {
    /// It writes.
    Write(Box<Draft>),
    /// It writes nothing, and this is its result.
    Standing(Outcome),
}
