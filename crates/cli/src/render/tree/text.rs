//! The lines of an episode in a terminal, oldest first, like the graph of a version control system.

use std::fmt::Write;

use actum::tree::id::Uuid;
use actum::tree::tree::Tree;

use super::short;
use super::story::{Row, What, tell};
use crate::render::escape::plain;
use crate::render::style::{BOLD, DIM, count, paint, within};

/// Draws one episode.
pub(crate) fn draw(tree: &Tree, episode: Uuid, limit: usize) -> String {
    let mut out = String::new();
    head(tree, episode, &mut out);
    let rows = tell(tree, episode);
    let skipped = rows.len() - within(limit, rows.len());
    if skipped > 0 {
        let _ = writeln!(out, "{}", paint(DIM, format_args!("… {} before", count(skipped, "row"))));
    }
    for row in rows.iter().skip(skipped) {
        let _ = writeln!(out, "{} {} {}", lanes(row), paint(BOLD, &row.id), row.words);
    }
    out
}

fn head(tree: &Tree, episode: Uuid, out: &mut String) {
    let Some(node) = tree.episode(episode) else { return };
    let title = node.title.as_deref().map(|title| format!(" `{}`", plain(title))).unwrap_or_default();
    let status = tree.episode_status(episode).map(|status| status.to_string()).unwrap_or_default();
    let leaves = usize::try_from(tree.spine_leaves(episode)).unwrap_or(usize::MAX);
    let _ = writeln!(
        out,
        "{}{title} {status}, agent {}, {} on the spine",
        paint(BOLD, format_args!("episode {}", short(episode))),
        plain(&node.agent_id),
        count(leaves, "segment"),
    );
}

/// The lanes of one row: a mark in its own, lines in the others, an arc to the lane that it opens or takes in.
fn lanes(row: &Row) -> String {
    let arc = row.other.map(|other| (row.lane.min(other), row.lane.max(other)));
    let width = row.open.len().max(row.lane + 1).max(arc.map_or(0, |(_, right)| right + 1));
    let mut drawn = String::new();
    for lane in 0..width {
        let inside = arc.is_some_and(|(left, right)| lane > left && lane < right);
        let symbol = if lane == row.lane {
            own(row)
        } else if row.other == Some(lane) {
            end(row, lane)
        } else if inside {
            '─'
        } else if row.open.get(lane).copied().unwrap_or(false) {
            '│'
        } else {
            ' '
        };
        drawn.push(symbol);
        let joined = arc.is_some_and(|(left, right)| lane >= left && lane < right);
        drawn.push(if joined { '─' } else { ' ' });
    }
    drawn.trim_end().to_owned()
}

/// The mark of a row in its own lane.
fn own(row: &Row) -> char {
    match (row.what, row.other) {
        (What::Segment, _) => '●',
        (What::Ephemeral, _) => '○',
        (What::Abandoned, _) => '✗',
        (What::Seal, _) => '■',
        (What::Mark, _) => '◆',
        (What::Branch | What::Merge, Some(other)) if other < row.lane => '┤',
        (What::Branch | What::Merge, _) => '├',
    }
}

/// The end of the arc in the other lane.
fn end(row: &Row, other: usize) -> char {
    match (row.what, other > row.lane) {
        (What::Branch, true) => '╮',
        (What::Branch, false) => '╭',
        (_, true) => '╯',
        (_, false) => '╰',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(what: What, lane: usize, other: Option<usize>, open: &[bool]) -> String {
        lanes(&Row { what, lane, other, open: open.to_vec(), id: String::new(), words: String::new() })
    }

    #[test]
    fn arcs_lead_from_lane_to_lane() {
        assert_eq!(row(What::Segment, 0, None, &[true]), "●");
        assert_eq!(row(What::Branch, 0, Some(2), &[true, true, true]), "├───╮");
        assert_eq!(row(What::Segment, 2, None, &[true, false, true]), "│   ●");
        assert_eq!(row(What::Merge, 0, Some(1), &[true, true, true]), "├─╯ │");
        assert_eq!(row(What::Merge, 2, Some(1), &[true, true, true]), "│ ╰─┤");
        assert_eq!(row(What::Abandoned, 1, None, &[true, true]), "│ ✗");
    }
}
