//! What a replacement participant needs to go on with a work item (TMPA 9.10), in at most [`LARGEST`] bytes.
//!
//! State, responsibility, open requirements, issues, results and accepted transitions, in this order of weight: what
//! does not fit is counted, never cut silently. Everything comes from the evidence; what nobody published is absent.

use std::collections::BTreeMap;

use actum::tmpa::{Judgment, Reconstruction, Work};

use super::escape::{cut, plain, short_id};
use super::linked::Linked;
use super::report::of_work;
use super::style::label;

/// The most that a brief takes, in bytes.
const LARGEST: usize = 2000;
/// The most that one id takes of it, in bytes.
const ID: usize = 64;

/// The brief of a work item.
pub(crate) fn render(view: &Reconstruction, work: &Work<'_>, profile: &str) -> String {
    let mut out = head(work);
    let foot = format!(
        "basis: {}, profile {}\nNot in evidence: whatever the participants did not publish.\n",
        view.source_set_digest(),
        cut(plain(profile), 2 * ID),
    );
    let room = LARGEST - foot.len();
    // Each section may use all that is left but what the later ones are owed, so that none of them vanishes.
    section("open", &open(work), room - 480, &mut out);
    let linked = Linked::of(view).lines(work.id);
    if !linked.is_empty() {
        section("with", &linked, room - 480, &mut out);
    }
    section("issues", &issues(view, work), room - 320, &mut out);
    section("evidence", &evidence(view, work), room - 160, &mut out);
    section("transitions", &transitions(work), room, &mut out);
    out.push_str(&foot);
    out
}

/// The brief of a work item that nothing is known of (TMPA 7.1).
pub(crate) fn unknown(work: &str) -> String {
    format!("work item {}: undetermined, nothing in this evidence is known of it\n", short_id(work, ID))
}

fn head(work: &Work<'_>) -> String {
    let short =
        |text: Option<&str>, absent: &str| text.map_or_else(|| absent.to_owned(), |text| short_id(text, ID));
    format!(
        "work item {}: {}, {}\nstate: {}\nresponsible: {} as {}\ncarrier: {}\n",
        short_id(work.id, ID),
        work.judgment,
        label(work.view),
        short(work.state, "not established"),
        short(work.responsible_identity, "nobody known"),
        short(work.responsible_role, "no role known"),
        short(work.carrier, "not established"),
    )
}

fn open(work: &Work<'_>) -> Vec<String> {
    let line = |open: &actum::tmpa::Open<'_>| {
        let parts = [open.object_id, open.relation, open.target_id];
        let shown: Vec<_> =
            parts.iter().filter(|part| !part.is_empty()).map(|part| short_id(part, ID)).collect();
        format!("{}: {}", open.kind.replace('_', " "), shown.join(" "))
    };
    work.open.iter().map(line).collect()
}

fn issues(view: &Reconstruction, work: &Work<'_>) -> Vec<String> {
    let mut by_code: BTreeMap<_, (usize, &str, &str)> = BTreeMap::new();
    for finding in of_work(view, work) {
        let first = (0, finding.object_id, finding.remedy);
        by_code.entry((finding.severity, finding.code, finding.clause)).or_insert(first).0 += 1;
    }
    let line = |((severity, code, clause), (number, object, remedy))| {
        let times = if number == 1 { String::new() } else { format!(" and {} more", number - 1) };
        format!("{severity} {code} ({clause}) {}{times}; {remedy}", short_id(object, ID))
    };
    by_code.into_iter().map(line).collect()
}

fn evidence(view: &Reconstruction, work: &Work<'_>) -> Vec<String> {
    let mut by_kind: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for node in view.nodes().filter(|node| node.work == work.id) {
        let judgment =
            if node.judgment == Judgment::Valid { String::new() } else { format!(" ({})", node.judgment) };
        by_kind.entry(node.kind).or_default().push((node.id, judgment));
    }
    let line = |(kind, ids): (&str, Vec<(&str, String)>)| {
        let shown: Vec<_> = ids.iter().take(3).map(|(id, judgment)| short_id(id, ID) + judgment).collect();
        let more = ids.len() - shown.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("{} {}{more}", short_id(kind, ID), shown.join(", "))
    };
    by_kind.into_iter().map(line).collect()
}

/// The latest first, since they matter most where not all fit.
fn transitions(work: &Work<'_>) -> Vec<String> {
    let numbered = work.transitions.iter().enumerate().rev();
    numbered.map(|(at, id)| format!("{}. {}", at + 1, short_id(id, ID))).collect()
}

/// Adds a section as far as `out` stays within `room` bytes, and counts the rest.
pub(crate) fn section(name: &str, lines: &[String], room: usize, out: &mut String) {
    const REST: usize = 32;
    let title = format!("{name} ({}):\n", lines.len());
    if lines.is_empty() || out.len() + title.len() + REST > room {
        let short =
            if lines.is_empty() { format!("{name}: none\n") } else { format!("{name}: {}\n", lines.len()) };
        out.push_str(&short);
        return;
    }
    out.push_str(&title);
    for (at, line) in lines.iter().enumerate() {
        if out.len() + line.len() + 3 + REST > room {
            out.push_str(&format!("- … and {} more\n", lines.len() - at));
            return;
        }
        out.push_str(&format!("- {line}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum::tmpa::{Open, ViewState};

    #[test]
    fn a_section_never_leaves_its_room_and_counts_what_it_leaves_out() {
        let lines: Vec<_> = (0..100).map(|at| format!("line {at} {}", "x".repeat(at))).collect();
        for room in 64..600 {
            let mut out = String::new();
            section("open", &lines, room, &mut out);
            assert!(out.len() <= room, "{} of {room}", out.len());
            assert!(out.contains("more") || out == "open: 100\n");
        }
    }

    #[test]
    fn the_head_is_bounded_whatever_the_ids() {
        let long = "\u{202e}".repeat(1000);
        let work = Work {
            id: &long,
            carrier: Some(&long),
            state: Some(&long),
            responsible_role: Some(&long),
            responsible_identity: Some(&long),
            judgment: Judgment::Undetermined,
            view: ViewState::PendingHuman,
            authenticated: false,
            open: Vec::<Open<'_>>::new(),
            transitions: vec![],
            objects: vec![],
        };
        assert!(head(&work).len() < 520);
    }
}
