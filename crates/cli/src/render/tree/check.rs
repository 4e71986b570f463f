//! Whether a tree, or a proof from one, holds.

use std::fmt::Write;

use actum::tree::Evidence;
use actum::tree::id::Uuid;
use actum::tree::tree::Tree;
use actum::tree::value::Json;
use actum::tree::verify::Fault;

use super::short;
use crate::render::escape::plain;
use crate::render::style::{BOLD, DIM, RED, count, paint};

/// How the contents beside a journal compare with the digests in it.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// Segments whose content is here and is what it says.
    pub(crate) held: usize,
    /// Segments whose content is not here.
    pub(crate) absent: Vec<Uuid>,
    /// Segments whose content is something else.
    pub(crate) changed: Vec<Uuid>,
}

/// What a check of a tree found, for people.
pub(crate) fn render(tree: &Tree, faults: &[Fault], contents: &Contents) -> String {
    let mut out = String::new();
    let transitions = count(number(tree.count()), "transition");
    let seals: usize = tree.episodes().map(|episode| tree.seals(episode.episode_id).count()).sum();
    if faults.is_empty() && contents.changed.is_empty() {
        let all = format!("{transitions}, {} and every hash hold", count(seals, "seal"));
        let _ = writeln!(out, "{} {all}", paint(BOLD, "tree:"));
    } else {
        let _ = writeln!(out, "{} {transitions} were read", paint(RED, "tree broken:"));
        for fault in faults {
            let _ = writeln!(out, "  {}", plain(&fault.to_string()));
        }
        for segment in &contents.changed {
            let _ =
                writeln!(out, "  `{segment}`: `content`: the file is not what the segment binds (ASTP 4.5)");
        }
    }
    let _ = writeln!(out, "{} {}", paint(DIM, "content:"), count(contents.held, "segment"));
    if !contents.absent.is_empty() {
        let absent: Vec<String> = contents.absent.iter().map(|id| short(*id)).collect();
        let _ = writeln!(out, "{} {}", paint(DIM, "content not here:"), absent.join(", "));
    }
    if let Some(head) = tree.head() {
        let _ = writeln!(out, "{} {head}", paint(DIM, "head:"));
    }
    out
}

/// What a check of a tree found whose journal has a line that does not follow from the ones before it, for people.
pub(crate) fn unreadable(fault: &str) -> String {
    format!(
        "{} {}\n{} the lines before it hold; compare the file with a copy from before the change\n",
        paint(RED, "tree broken:"),
        plain(fault),
        paint(DIM, "hint:")
    )
}

/// The same for programs.
pub(crate) fn unreadable_json(fault: &str) -> Json {
    let fault = Json::map([("message", Json::text(fault))]);
    Json::map([("holds", Json::Bool(false)), ("faults", Json::List(vec![fault]))])
}

/// What a check of a tree found, for programs.
pub(crate) fn json(tree: &Tree, faults: &[Fault], contents: &Contents) -> Json {
    let shown = |fault: &Fault| {
        let mut json = Json::map([
            ("rule", Json::text(fault.rule)),
            ("clause", Json::text(fault.rule.clause())),
            ("field", Json::text(&fault.field)),
            ("message", Json::text(&fault.message)),
        ]);
        if let Some(node) = fault.node {
            json.insert("node", Json::text(node));
        }
        json
    };
    let mut json = Json::map([
        ("holds", Json::Bool(faults.is_empty() && contents.changed.is_empty())),
        ("transitions", Json::Integer(tree.count())),
        ("faults", Json::List(faults.iter().map(shown).collect())),
        ("content_absent", Json::texts(&contents.absent)),
        ("content_changed", Json::texts(&contents.changed)),
    ]);
    if let Some(head) = tree.head() {
        json.insert("head", Json::text(head));
    }
    json
}

/// What a check of a proof found.
pub(crate) fn proof(evidence: &Evidence, checked: &Result<(), String>, anchored: bool) -> String {
    let mut out = String::new();
    let segment = evidence.segment.segment_id;
    match checked {
        Ok(()) => {
            let proof = &evidence.proof;
            let place = format!("leaf {} of {}", proof.leaf_index + 1, proof.leaf_count);
            let _ = writeln!(out, "{} segment {segment} is {place}", paint(BOLD, "proof:"));
            let _ = writeln!(
                out,
                "{} {}, index {}",
                paint(DIM, "content:"),
                evidence.segment.content_hash,
                evidence.segment.sequence_index
            );
            match &evidence.seal {
                Some(seal) => {
                    let _ = writeln!(out, "{} {}", paint(DIM, "sealed under root:"), seal.episode_root_hash);
                }
                None => {
                    let _ = writeln!(out, "{} {}", paint(DIM, "not sealed; spine root:"), proof.spine_root);
                }
            }
            if !anchored {
                let _ = writeln!(out, "compare the root with one that was kept elsewhere: `--root DIGEST`");
            }
        }
        Err(why) => {
            let _ = writeln!(out, "{} segment {segment}: {}", paint(RED, "proof broken:"), plain(why));
        }
    }
    out
}

fn number(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
