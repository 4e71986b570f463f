//! Episodes for Graphviz: a cluster for each, one node for each row of its story, lanes as chains.

use std::io::{self, Write};

use actum::tree::id::Uuid;
use actum::tree::tree::Tree;

use super::short;
use super::story::{What, arrows, tell};

/// Writes the picture of some episodes.
pub(crate) fn write(tree: &Tree, episodes: &[Uuid], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"sans-serif\"];")?;
    for (number, episode) in episodes.iter().enumerate() {
        writeln!(out, "  subgraph cluster_{number} {{")?;
        writeln!(out, "    label=\"episode {}\";", short(*episode))?;
        let rows = tell(tree, *episode);
        for (place, row) in rows.iter().enumerate() {
            let shape = match row.what {
                What::Segment => "box",
                What::Ephemeral => "box, style=dashed",
                What::Seal => "doubleoctagon",
                What::Mark => "note",
                What::Branch | What::Merge | What::Abandoned => "oval",
            };
            let label = escaped(&format!("{} {}", row.id, row.words));
            writeln!(out, "    e{number}n{place} [shape={shape}, label=\"{label}\"];")?;
        }
        for (from, to) in arrows(&rows) {
            writeln!(out, "    e{number}n{from} -> e{number}n{to};")?;
        }
        writeln!(out, "  }}")?;
    }
    writeln!(out, "}}")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
