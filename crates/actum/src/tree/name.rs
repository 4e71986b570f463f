//! Identifiers as people give them: whole, or the beginning of one as long as it is the only one.

use actum_astp::id::Uuid;
use actum_astp::node::Node;
use actum_astp::tree::Tree;

use crate::error::{Error, ErrorKind};

/// What an identifier stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// An Episode.
    Episode,
    /// A Segment.
    Segment,
    /// A branch.
    Branch,
    /// A fork.
    Fork,
    /// A point of a fork.
    ForkPoint,
    /// A departure.
    Departure,
    /// An aside.
    Aside,
    /// A soliloquy.
    Soliloquy,
    /// A gate.
    Gate,
}

/// Finds what identifiers stand for.
pub trait Named {
    /// Finds the one identifier of a kind that begins with these letters.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] where there is none, [`ErrorKind::Usage`] where there are several.
    fn find(&self, sought: Sought, begins: &str) -> Result<Uuid, Error>;
}

impl Named for Tree {
    fn find(&self, sought: Sought, begins: &str) -> Result<Uuid, Error> {
        let begins = begins.to_ascii_lowercase();
        let mut found: Option<Uuid> = None;
        for id in all(self, sought) {
            let text = id.to_string();
            if text == begins {
                return Ok(id);
            }
            if !begins.is_empty() && text.starts_with(&begins) {
                if let Some(first) = found.filter(|first| *first != id) {
                    let message = format!("`{begins}` begins several {}", sought.plural());
                    return Err(Error::new(ErrorKind::Usage, "id_ambiguous", message)
                        .hint(format!("`{first}` and `{id}`, among others")));
                }
                found = Some(id);
            }
        }
        found.ok_or_else(|| {
            let message = format!("no {} begins with `{begins}`", sought.word());
            Error::new(ErrorKind::NotFound, "id_unknown", message)
                .hint("`actum tree show` lists what there is")
        })
    }
}

impl Sought {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Episode => "episode",
            Self::Segment => "segment",
            Self::Branch => "branch",
            Self::Fork => "fork",
            Self::ForkPoint => "point of a fork",
            Self::Departure => "departure",
            Self::Aside => "aside",
            Self::Soliloquy => "soliloquy",
            Self::Gate => "gate",
        }
    }

    fn plural(self) -> &'static str {
        match self {
            Self::Episode => "episodes",
            Self::Segment => "segments",
            Self::Branch => "branches",
            Self::Fork => "forks",
            Self::ForkPoint => "points of forks",
            Self::Departure => "departures",
            Self::Aside => "asides",
            Self::Soliloquy => "soliloquies",
            Self::Gate => "gates",
        }
    }
}

fn all(tree: &Tree, sought: Sought) -> Box<dyn Iterator<Item = Uuid> + '_> {
    match sought {
        Sought::Episode => Box::new(tree.episodes().map(|episode| episode.episode_id)),
        Sought::Segment => Box::new(
            tree.episodes()
                .flat_map(|episode| tree.segments(episode.episode_id))
                .map(|segment| segment.segment_id),
        ),
        _ => Box::new(tree.nodes().filter_map(move |node| {
            Some(match (sought, node) {
                (Sought::Branch, Node::BranchPoint(point)) => point.branch_id,
                (Sought::Fork, Node::ForkPoint(point)) => point.fork_id,
                (Sought::ForkPoint, Node::ForkPoint(point)) => point.fork_point_id,
                (Sought::Departure, Node::DepartureForkPoint(point)) => point.fork_id,
                (Sought::Aside, Node::Aside(aside)) => aside.aside_id,
                (Sought::Soliloquy, Node::Soliloquy(soliloquy)) => soliloquy.soliloquy_id,
                (Sought::Gate, Node::HitlEvent(gate)) => gate.hitl_event_id,
                _ => return None,
            })
        })),
    }
}
