//! What can be seen of a tree, and whether it holds.

use std::path::Path;

use actum::read_input;
use actum::tree::id::Uuid;
use actum::tree::tree::Tree;
use actum::tree::value::{Json, Stored};
use actum::tree::verify::Verifier;
use actum::tree::{Content, Evidence, Folder, Named, Sought};

use crate::args::Form;
use crate::args::tree::{Drawing, Log, Prove, Show, TreeFolder, Verify};
use crate::command::place;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::journal::torn;
use crate::render::tree::check::{self, Contents};
use crate::render::tree::{dot, log, mermaid, text};

fn open(asked: &TreeFolder, printer: &mut Printer) -> Result<Folder, Stop> {
    let folder = Folder::open_to_read(place::tree(asked)?)?;
    if let Some(left) = folder.torn() {
        printer.note(&torn(left));
    }
    Ok(folder)
}

pub(super) fn show(asked: &Show, printer: &mut Printer) -> Result<Exit, Stop> {
    let folder = open(&asked.folder, printer)?;
    let tree = folder.tree();
    let episodes: Vec<Uuid> = match &asked.episode {
        Some(named) => vec![tree.find(Sought::Episode, named)?],
        None => in_order(tree),
    };
    match asked.format {
        Drawing::Text => {
            for (number, episode) in episodes.iter().enumerate() {
                if number > 0 {
                    printer.text("\n")?;
                }
                printer.text(&text::draw(tree, *episode, asked.limit))?;
            }
        }
        Drawing::Dot => dot::write(tree, &episodes, printer.bytes())?,
        Drawing::Mermaid => mermaid::write(tree, &episodes, printer.bytes())?,
        Drawing::Json => {
            let mut bytes = Vec::new();
            let all = episodes.iter().map(|episode| facts(tree, *episode)).collect();
            Json::map([("episodes", Json::List(all))]).write(&mut bytes);
            bytes.push(b'\n');
            printer.bytes().write_all(&bytes)?;
        }
    }
    Ok(Exit::Valid)
}

/// The episodes in the order in which they came to be.
fn in_order(tree: &Tree) -> Vec<Uuid> {
    let mut episodes: Vec<_> =
        tree.episodes().map(|episode| (episode.opened_at.to_micros(), episode.episode_id)).collect();
    episodes.sort_unstable();
    episodes.into_iter().map(|(_, id)| id).collect()
}

/// An episode as it is stored, with what follows from its nodes.
fn facts(tree: &Tree, episode: Uuid) -> Json {
    let mut facts = Json::map([
        ("segments", Json::List(tree.segments(episode).map(Stored::store).collect())),
        ("structure", Json::List(tree.structure(episode).map(Stored::store).collect())),
        ("seals", Json::List(tree.seals(episode).map(Stored::store).collect())),
    ]);
    if let Some(node) = tree.episode(episode) {
        facts.insert("episode", node.store());
    }
    if let Some(status) = tree.episode_status(episode) {
        facts.insert("status", status.store());
    }
    if let Some(root) = tree.spine_root(episode) {
        facts.insert("spine_root", root.store());
    }
    facts
}

pub(super) fn log(asked: &Log, printer: &mut Printer) -> Result<Exit, Stop> {
    let folder = open(&asked.folder, printer)?;
    let mut text = String::new();
    for record in folder.tree().records() {
        match asked.format {
            Form::Text => log::line(record, &mut text),
            Form::Json => {
                let mut line = Vec::new();
                record.store().write(&mut line);
                line.push(b'\n');
                printer.bytes().write_all(&line)?;
            }
        }
    }
    printer.text(&text)?;
    Ok(Exit::Valid)
}

pub(super) fn prove(asked: &Prove, printer: &mut Printer) -> Result<Exit, Stop> {
    let folder = open(&asked.folder, printer)?;
    let segment = folder.tree().find(Sought::Segment, &asked.segment)?;
    let evidence = Evidence::gather(folder.tree(), segment)?;
    if evidence.seal.is_none() {
        printer.note("the episode is not sealed; the proof leads to the root of its spine as it stands");
    }
    let mut line = evidence.to_json();
    line.push(b'\n');
    printer.bytes().write_all(&line)?;
    Ok(Exit::Valid)
}

pub(super) fn verify(asked: &Verify, printer: &mut Printer) -> Result<Exit, Stop> {
    match &asked.proof {
        Some(path) => proof(asked, path, printer),
        None => whole(asked, printer),
    }
}

/// Checks everything that the folder holds. Opening it has executed every transition again.
fn whole(asked: &Verify, printer: &mut Printer) -> Result<Exit, Stop> {
    let folder = match open(&asked.folder, printer) {
        // A line that does not follow is an answer to this question, not a reason to give none.
        Err(Stop::Edge(error)) if error.code() == "journal_changed" => {
            let fault = error.to_string();
            match asked.format {
                Form::Text => printer.text(&check::unreadable(&fault))?,
                Form::Json => {
                    let mut line = Vec::new();
                    check::unreadable_json(&fault).write(&mut line);
                    line.push(b'\n');
                    printer.bytes().write_all(&line)?;
                }
            }
            return Ok(Exit::Invalid);
        }
        folder => folder?,
    };
    let tree = folder.tree();
    let faults = Verifier::of(tree).tree();
    let content = contents(&folder)?;
    match asked.format {
        Form::Text => printer.text(&check::render(tree, &faults, &content))?,
        Form::Json => {
            let mut line = Vec::new();
            check::json(tree, &faults, &content).write(&mut line);
            line.push(b'\n');
            printer.bytes().write_all(&line)?;
        }
    }
    Ok(if faults.is_empty() && content.changed.is_empty() { Exit::Valid } else { Exit::Invalid })
}

/// Compares the contents that are kept with the digests that the segments bind.
fn contents(folder: &Folder) -> Result<Contents, Stop> {
    let mut contents = Contents::default();
    let tree = folder.tree();
    for segment in tree.episodes().flat_map(|episode| tree.segments(episode.episode_id)) {
        if segment.content_ref != Content::reference(segment.content_hash) {
            continue;
        }
        match folder.content().read(segment.content_hash) {
            Ok(Some(_)) => contents.held += 1,
            Ok(None) => contents.absent.push(segment.segment_id),
            Err(error) if error.code() == "content_changed" => contents.changed.push(segment.segment_id),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(contents)
}

fn proof(asked: &Verify, path: &Path, printer: &mut Printer) -> Result<Exit, Stop> {
    let evidence = Evidence::parse(&read_input(path)?)?;
    let anchored = match (&asked.root, &evidence.seal) {
        (Some(root), Some(seal)) => {
            [seal.episode_root_hash, seal.spine_root].iter().any(|known| known.to_string() == *root)
        }
        (Some(root), None) => evidence.proof.spine_root.to_string() == *root,
        (None, _) => true,
    };
    let mut checked = evidence.check();
    if checked.is_ok() && !anchored {
        checked = Err("it leads to another root than the one that was kept".to_owned());
    }
    printer.text(&check::proof(&evidence, &checked, asked.root.is_some()))?;
    Ok(if checked.is_ok() { Exit::Valid } else { Exit::Invalid })
}
