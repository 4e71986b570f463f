//! The partial order for Mermaid: a subgraph per stream, a class per judgment.
//!
//! Every character of an id that Mermaid or HTML could read as syntax is written as a numeric entity.

use std::io::{self, Write};

use actum::tmpa::{Node, Reconstruction};

use super::escape::id;
use super::graph::{Arrow, Graph};
use super::style;

/// Writes the graph of everything, or of one work item.
pub(crate) fn write(view: &Reconstruction, work: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let graph = Graph::new(view, work);
    writeln!(out, "flowchart LR")?;
    for (number, (stream, lane)) in graph.lanes.iter().enumerate() {
        writeln!(out, "  subgraph s{number}[\"{}\"]", entities(&id(stream)))?;
        for place in lane {
            let Some(node) = graph.nodes.get(*place) else {
                continue;
            };
            writeln!(out, "    n{place}[\"{}\"]:::{}", label(node), node.judgment)?;
        }
        writeln!(out, "  end")?;
    }
    for (number, target) in graph.outside.iter().enumerate() {
        let place = graph.nodes.len() + number;
        writeln!(out, "  n{place}[\"{}\"]:::outside", entities(&id(target)))?;
    }
    for arrow in &graph.edges {
        let Arrow { source, target, .. } = *arrow;
        let label = entities(&id(arrow.relation));
        if arrow.stream {
            writeln!(out, "  n{source} --> n{target}")?;
        } else if arrow.ordering {
            writeln!(out, "  n{source} -->|\"{label}\"| n{target}")?;
        } else {
            writeln!(out, "  n{source} -.->|\"{label}\"| n{target}")?;
        }
    }
    writeln!(out, "  classDef valid fill:#d5efd5,stroke:#2e7d32,color:#000")?;
    writeln!(out, "  classDef undetermined fill:#fdf0c4,stroke:#b58900,color:#000")?;
    writeln!(out, "  classDef invalid fill:#f8d0d0,stroke:#b71c1c,color:#000")?;
    writeln!(out, "  classDef outside fill:none,stroke-dasharray:4")
}

fn label(node: &Node<'_>) -> String {
    let kind = format!("{} #{}", id(node.kind), node.sequence);
    let who = format!("{} as {}", id(node.creator), id(node.role));
    let lines = [id(node.id), kind, who, format!("{}, {}", node.judgment, style::label(node.view))];
    lines.map(|line| entities(&line)).join("<br/>")
}

fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || matches!(character, ' ' | '-' | '_' | '.' | ',' | '/') {
            out.push(character);
        } else {
            out.push_str(&format!("#{};", u32::from(character)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_id_is_syntax() {
        assert_eq!(entities("a-1/b_c.json"), "a-1/b_c.json");
        assert_eq!(entities("\"]<b>#"), "#34;#93;#60;b#62;#35;");
    }
}
