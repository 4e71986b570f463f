//! Episodes for Mermaid: a subgraph for each, one node for each row of its story.

use std::io::{self, Write};

use actum::tree::id::Uuid;
use actum::tree::tree::Tree;

use super::short;
use super::story::{What, arrows, tell};

/// Writes the picture of some episodes.
pub(crate) fn write(tree: &Tree, episodes: &[Uuid], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "flowchart LR")?;
    for (number, episode) in episodes.iter().enumerate() {
        writeln!(out, "  subgraph e{number} [\"episode {}\"]", short(*episode))?;
        let rows = tell(tree, *episode);
        for (place, row) in rows.iter().enumerate() {
            let (left, right) = match row.what {
                What::Segment | What::Ephemeral => ("[", "]"),
                What::Seal => ("[[", "]]"),
                What::Mark => (">", "]"),
                What::Branch | What::Merge | What::Abandoned => ("(", ")"),
            };
            writeln!(out, "    e{number}n{place}{left}\"{} {}\"{right}", row.id, entities(&row.words))?;
        }
        for (from, to) in arrows(&rows) {
            writeln!(out, "    e{number}n{from} --> e{number}n{to}")?;
        }
        writeln!(out, "  end")?;
    }
    Ok(())
}

/// Letters that Mermaid would take for its own.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '\\' => {
                out.push_str(&format!("#{};", u32::from(letter)))
            }
            _ => out.push(letter),
        }
    }
    out
}
