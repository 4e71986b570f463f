//! Colours and the small pieces that several texts share.

use std::fmt::Display;

use actum::tmpa::{Judgment, Severity, ViewState};
use anstyle::{AnsiColor, Style};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// `text` in `style`, ending in no style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The judgment and, where it says more, the label that explains it (TMPA 7.4).
pub(crate) fn verdict(judgment: Judgment, view: ViewState) -> String {
    let style = match judgment {
        Judgment::Valid => GREEN,
        Judgment::Undetermined => YELLOW,
        Judgment::Invalid => RED,
    };
    let judgment_text = paint(style, judgment);
    if view == ViewState::Authoritative {
        judgment_text
    } else {
        format!("{judgment_text} ({})", label(view))
    }
}

/// A view label in words.
pub(crate) fn label(view: ViewState) -> String {
    view.to_string().replace('_', " ")
}

/// A severity as a heading.
pub(crate) fn severity(severity: Severity) -> String {
    let style = match severity {
        Severity::Critical | Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Info => BOLD,
    };
    paint(style, severity)
}

/// `1 object`, `2 objects`, `2 entries`.
pub(crate) fn count(number: usize, one: &str) -> String {
    match one.strip_suffix("ry") {
        _ if number == 1 => format!("1 {one}"),
        Some(stem) => format!("{number} {stem}ries"),
        None => format!("{number} {one}s"),
    }
}

/// How many of `all` to print under a limit where 0 means all.
pub(crate) fn within(limit: usize, all: usize) -> usize {
    if limit == 0 { all } else { limit.min(all) }
}
