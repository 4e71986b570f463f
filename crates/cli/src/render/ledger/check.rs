//! Whether a ledger, or what left one, holds.

use std::fmt::Write;

use actum::ledger::checkpoint::{Kept, NoteError};
use actum::ledger::damage::Damage;
use actum::ledger::verify::{Kind, Verified};
use actum::ledger::{Comparison, Examined, Finding, Head};

use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, RED, count, paint};

/// Findings that are listed for people before the rest is counted.
const FINDINGS: usize = 50;

/// What came of a check of a document, for people.
pub(crate) fn verified(verified: &Verified) -> String {
    let mut out = String::new();
    let kind = verified.kind.name();
    let holds = if verified.kind == Kind::Receipts { "they hold" } else { "it holds" };
    match &verified.fault {
        Some(fault) => {
            let _ = writeln!(out, "{} {}", paint(RED, format_args!("{kind} broken:")), plain(fault));
        }
        None if verified.shown.is_empty() => {
            let _ = writeln!(out, "{} nothing was shown", paint(BOLD, format_args!("{kind}:")));
        }
        None => {
            let _ = writeln!(out, "{} {holds}", paint(BOLD, format_args!("{kind}:")));
        }
    }
    for shown in &verified.shown {
        let _ = writeln!(out, "  {}", plain(shown));
    }
    for open in &verified.open {
        let _ = writeln!(out, "{} {}", paint(DIM, "not shown:"), plain(open));
    }
    if let Some(head) = &verified.head {
        let _ = writeln!(out, "{}", head_line(head));
    }
    out
}

/// The same as one line of JSON.
pub(crate) fn verified_json(verified: &Verified) -> Vec<u8> {
    super::line(|writer| {
        writer.begin_object()?;
        writer.name("count")?;
        writer.integer(verified.count)?;
        if let Some(fault) = &verified.fault {
            writer.name("fault")?;
            writer.string(fault)?;
        }
        if let Some(head) = &verified.head {
            writer.name("head")?;
            put_head(head, writer)?;
        }
        writer.name("holds")?;
        writer.boolean(verified.fault.is_none())?;
        writer.name("kind")?;
        writer.string(verified.kind.name())?;
        for (name, all) in [("not_shown", &verified.open), ("shown", &verified.shown)] {
            writer.name(name)?;
            writer.begin_array()?;
            for one in all {
                writer.string(one)?;
            }
            writer.end_array()?;
        }
        writer.end_object()
    })
}

/// What a ledger is to a checkpoint, for people.
pub(crate) fn compared(kept: &Kept, compared: &Comparison, signed: Option<&Result<(), NoteError>>) -> String {
    let known = kept.checkpoint.head();
    let entries = |size: u64| count(usize::try_from(size).unwrap_or(usize::MAX), "entry");
    let mut out = String::new();
    let (word, what) = (word(compared), what(compared, known.size, entries));
    let holds = matches!(compared, Comparison::Same | Comparison::Grown { .. });
    let style = if holds { BOLD } else { RED };
    let _ = writeln!(out, "{} {what}", paint(style, format_args!("{}:", word.replace('_', " "))));
    let _ = writeln!(out, "{} {}", paint(DIM, "checkpoint:"), id(kept.checkpoint.origin()));
    let _ = writeln!(out, "  {}", head_line(&known));
    match compared {
        Comparison::Grown { head, .. } | Comparison::Truncated { head } => {
            let _ = writeln!(out, "{}\n  {}", paint(DIM, "ledger:"), head_line(head));
        }
        Comparison::Rewritten { head, found } => {
            let _ = writeln!(out, "{}\n  {}", paint(DIM, "ledger:"), head_line(found));
            if head != found {
                let _ = writeln!(out, "  {}", head_line(head));
            }
        }
        Comparison::Same | Comparison::OtherOrigin => {}
    }
    let names: Vec<String> = kept.names().map(id).collect();
    let signature = match signed {
        Some(Ok(())) => "signed with the key".to_owned(),
        Some(Err(error)) => paint(RED, plain(&error.to_string())),
        None if names.is_empty() => "none".to_owned(),
        None => format!("{}, not checked: `--key PUBLIC`", names.join(", ")),
    };
    let _ = writeln!(out, "{} {signature}", paint(DIM, "signature:"));
    if holds {
        let _ =
            writeln!(out, "{} that the entries lead to that root: `actum fsck`", paint(DIM, "not shown:"));
    }
    out
}

/// The same as one line of JSON.
pub(crate) fn compared_json(
    kept: &Kept,
    compared: &Comparison,
    signed: Option<&Result<(), NoteError>>,
) -> Vec<u8> {
    super::line(|writer| {
        writer.begin_object()?;
        writer.name("checkpoint")?;
        put_head(&kept.checkpoint.head(), writer)?;
        writer.name("comparison")?;
        writer.string(word(compared))?;
        if let Comparison::Rewritten { found, .. } = compared {
            writer.name("found")?;
            put_head(found, writer)?;
        }
        if let Comparison::Grown { head, .. }
        | Comparison::Truncated { head }
        | Comparison::Rewritten { head, .. } = compared
        {
            writer.name("head")?;
            put_head(head, writer)?;
        }
        writer.name("origin")?;
        writer.string(kept.checkpoint.origin())?;
        if let Some(signed) = signed {
            writer.name("signed")?;
            writer.boolean(signed.is_ok())?;
        }
        writer.end_object()
    })
}

fn word(compared: &Comparison) -> &'static str {
    match compared {
        Comparison::Same => "same",
        Comparison::Grown { .. } => "grown",
        Comparison::Truncated { .. } => "truncated",
        Comparison::Rewritten { .. } => "rewritten",
        Comparison::OtherOrigin => "other_ledger",
    }
}

fn what(compared: &Comparison, known: u64, entries: impl Fn(u64) -> String) -> String {
    match compared {
        Comparison::Same => format!("the ledger has the {} of the checkpoint, and no more", entries(known)),
        Comparison::Grown { head, .. } => {
            format!(
                "the ledger begins with the {} of the checkpoint and has {} now",
                entries(known),
                head.size
            )
        }
        Comparison::Truncated { head } => {
            format!("the checkpoint has {}, the ledger has {}", entries(known), head.size)
        }
        Comparison::Rewritten { .. } => {
            format!("the first {} of the ledger are not those of the checkpoint", entries(known))
        }
        Comparison::OtherOrigin => {
            "the checkpoint is of another ledger, or the first entry of this one is another".to_owned()
        }
    }
}

/// What an examination found, for people.
pub(crate) fn examined(examined: &Examined, findings: &[Finding]) -> String {
    let mut out = String::new();
    let entries = count(usize::try_from(examined.entries).unwrap_or(usize::MAX), "entry");
    if findings.is_empty() {
        let _ = writeln!(out, "{} {entries}, and every digest, leaf and root holds", paint(BOLD, "ledger:"));
    } else {
        let _ = writeln!(out, "{} {entries} of {} hold", paint(RED, "ledger broken:"), examined.head.size);
        for finding in findings.iter().take(FINDINGS) {
            let _ = writeln!(out, "  {finding}");
        }
        if findings.len() > FINDINGS {
            let _ = writeln!(out, "  … and {} more: `--format json`", findings.len() - FINDINGS);
        }
        let _ = writeln!(
            out,
            "{} nothing was changed; keep a copy of the folder, and compare with an export or a checkpoint",
            paint(DIM, "hint:")
        );
    }
    let _ = writeln!(out, "{}", head_line(&examined.head));
    out
}

/// The same as one line of JSON.
pub(crate) fn examined_json(examined: &Examined, findings: &[Finding]) -> Vec<u8> {
    super::line(|writer| {
        writer.begin_object()?;
        writer.name("entries")?;
        writer.integer(examined.entries)?;
        writer.name("findings")?;
        writer.begin_array()?;
        for finding in findings {
            writer.begin_object()?;
            writer.name("place")?;
            writer.string(&finding.place.to_string())?;
            writer.name("rule")?;
            writer.string(finding.rule.name())?;
            writer.end_object()?;
        }
        writer.end_array()?;
        writer.name("head")?;
        put_head(&examined.head, writer)?;
        writer.name("holds")?;
        writer.boolean(findings.is_empty())?;
        writer.end_object()
    })
}

/// What is left of a file that is damaged itself, for people.
pub(crate) fn damaged(damage: &Damage) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} {}", paint(RED, "ledger broken:"), plain(&damage.reason));
    let entries = count(usize::try_from(damage.holds.size).unwrap_or(usize::MAX), "entry");
    match damage.holds.size.checked_sub(1) {
        None => out.push_str("  no entry can be read\n"),
        Some(last) => {
            let _ = writeln!(out, "  {entries} can be read and hold in themselves, 0 to {last}");
        }
    }
    if let Some(ended) = &damage.ended {
        let _ = writeln!(out, "  from there on: {}", plain(ended));
    }
    for hint in [
        "nothing was changed; keep a copy of the folder as it is",
        "an export or a copy from before can be imported in another place; a checkpoint says whether these entries are those of the ledger",
    ] {
        let _ = writeln!(out, "{} {hint}", paint(DIM, "hint:"));
    }
    let _ = writeln!(out, "{}", head_line(&damage.holds));
    out
}

/// The same as one line of JSON.
pub(crate) fn damaged_json(damage: &Damage) -> Vec<u8> {
    super::line(|writer| {
        writer.begin_object()?;
        writer.name("damage")?;
        writer.string(&damage.reason)?;
        if let Some(ended) = &damage.ended {
            writer.name("ended")?;
            writer.string(ended)?;
        }
        writer.name("entries")?;
        writer.integer(damage.holds.size)?;
        writer.name("head")?;
        put_head(&damage.holds, writer)?;
        writer.name("holds")?;
        writer.boolean(false)?;
        writer.end_object()
    })
}

fn head_line(head: &Head) -> String {
    let entries = count(usize::try_from(head.size).unwrap_or(usize::MAX), "entry");
    format!("{} {entries} {}", paint(DIM, "head:"), head.root)
}

fn put_head(
    head: &Head,
    writer: &mut actum::canon::encode::Writer<'_, Vec<u8>>,
) -> Result<(), std::convert::Infallible> {
    writer.begin_object()?;
    writer.name("root")?;
    writer.string(&head.root.to_string())?;
    writer.name("size")?;
    writer.integer(head.size)?;
    writer.end_object()
}
