//! The partial order for Graphviz: a cluster per stream, colour by judgment, earlier to the left.
//!
//! A reference points from an object to an earlier one; its arrow is written the other way round with `dir=back`, so
//! that the layout follows the order and the arrowhead still shows who refers to whom.

use std::io::{self, Write};

use actum::tmpa::{Judgment, Node, Reconstruction};

use super::escape::id;
use super::graph::{Arrow, Graph};
use super::style;

/// Writes the graph of everything, or of one work item.
pub(crate) fn write(view: &Reconstruction, work: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let graph = Graph::new(view, work);
    writeln!(out, "digraph actum {{")?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(out, "  node [shape=box, style=filled, fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
    for (number, (stream, lane)) in graph.lanes.iter().enumerate() {
        writeln!(out, "  subgraph cluster_{number} {{")?;
        writeln!(out, "    label={};", quoted(&[&id(stream)]))?;
        for place in lane {
            let Some(node) = graph.nodes.get(*place) else {
                continue;
            };
            writeln!(out, "    n{place} [label={}, fillcolor=\"{}\"];", label(node), fill(node.judgment))?;
        }
        writeln!(out, "  }}")?;
    }
    for (number, target) in graph.outside.iter().enumerate() {
        let place = graph.nodes.len() + number;
        writeln!(out, "  n{place} [label={}, style=dashed];", quoted(&[&id(target)]))?;
    }
    for arrow in &graph.edges {
        let Arrow { source, target, .. } = *arrow;
        let label = quoted(&[&id(arrow.relation)]);
        if arrow.stream {
            writeln!(out, "  n{source} -> n{target};")?;
        } else if arrow.ordering {
            writeln!(out, "  n{target} -> n{source} [dir=back, label={label}];")?;
        } else {
            writeln!(
                out,
                "  n{target} -> n{source} [dir=back, style=dashed, constraint=false, label={label}];"
            )?;
        }
    }
    writeln!(out, "}}")
}

fn label(node: &Node<'_>) -> String {
    let kind = format!("{} #{}", id(node.kind), node.sequence);
    let who = format!("{} as {}", id(node.creator), id(node.role));
    quoted(&[&id(node.id), &kind, &who, &format!("{}, {}", node.judgment, style::label(node.view))])
}

/// Lines as one DOT string; `\n` between them is DOT's own.
fn quoted(lines: &[&str]) -> String {
    let escaped: Vec<_> = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\"")).collect();
    format!("\"{}\"", escaped.join("\\n"))
}

fn fill(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Valid => "#d5efd5",
        Judgment::Undetermined => "#fdf0c4",
        Judgment::Invalid => "#f8d0d0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_leave_its_string() {
        assert_eq!(quoted(&[&id("a\"]; evil")]), r#""\"a\\\"]; evil\"""#);
        assert_eq!(quoted(&["one", "two"]), "\"one\\ntwo\"");
    }
}
