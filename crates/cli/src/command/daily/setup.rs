//! `actum setup`: the hooks and the instructions that make an agent publish.
//!
//! Only files that are not there yet are written, and none outside the project; what would have to be merged is printed.

use std::path::{Component, Path};

use actum::ledger::{Ledger, find};
use actum::{Error, ErrorKind, write_new};

use crate::args::daily::Setup;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::{id, plain};
use crate::render::setup::{Author, File, apart, files, remarks};
use crate::render::style::{BOLD, paint};

pub(crate) fn setup(asked: &Setup, printer: &mut Printer) -> Result<Exit, Stop> {
    let key = asked.sign.as_ref().map(|key| key.to_string_lossy());
    for (flag, word) in [("--as", Some(asked.identity.as_str())), ("--sign", key.as_deref())] {
        if let Some(word) = word.filter(|word| !is_plain_word(word)) {
            let message = format!("`{flag} {word}` cannot stand in the command of a hook");
            return Err(Error::new(ErrorKind::Usage, "identity_unusable", message)
                .hint("letters, digits and `._:@/-` can")
                .into());
        }
    }
    let author = Author { identity: &asked.identity, key: key.as_deref() };
    if !asked.dir.is_dir() {
        let message = format!("`{}` is no folder", asked.dir.display());
        return Err(Error::new(ErrorKind::NotFound, "path_missing", message).into());
    }
    for file in files(asked.agent, author) {
        let path = asked.dir.join(file.path);
        let free = stays_inside(&asked.dir, file.path);
        if asked.dry_run && free && path.symlink_metadata().is_err() {
            show(printer, "would write", &file)?;
        } else if !asked.dry_run && free && write_new(&path, file.text.as_bytes())? {
            printer.text(&format!("wrote {}\n", id(file.path)))?;
        } else {
            show(printer, "is there already; merge this into", &file)?;
        }
    }
    let mut remarks = remarks(asked.agent);
    remarks.extend(apart(&asked.identity));
    if key.is_none() && asks_for_signatures(&asked.dir) {
        remarks.push("the profile of the ledger asks for signatures: without `--sign KEYFILE` the hooks record nothing".to_owned());
    }
    for remark in remarks {
        printer.text(&format!("note: {remark}\n"))?;
    }
    Ok(Exit::Valid)
}

/// Whether a word can stand in the command of a shell as it is.
pub(super) fn is_plain_word(word: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._:@/-".contains(letter);
    !word.is_empty() && !word.starts_with('-') && word.chars().all(plain)
}

/// Whether there is a ledger already whose own profile takes nothing that is not signed.
fn asks_for_signatures(dir: &Path) -> bool {
    let profile = find(dir).and_then(|ledger| Ledger::open_to_read(&ledger)?.profile()?.profile());
    profile.is_ok_and(|profile| profile.outline().signatures_required)
}

fn show(printer: &mut Printer, what: &str, file: &File) -> Result<(), Stop> {
    printer.text(&format!("{} {}:\n", what, paint(BOLD, id(file.path))))?;
    for line in file.text.lines() {
        printer.text(&format!("  {}\n", plain(line)))?;
    }
    Ok(())
}

/// Whether no symbolic link on the way could lead out of the project.
fn stays_inside(dir: &Path, path: &str) -> bool {
    let mut place = dir.to_path_buf();
    Path::new(path).components().all(|component| {
        let Component::Normal(name) = component else { return false };
        place.push(name);
        !place.symlink_metadata().is_ok_and(|data| data.file_type().is_symlink())
    })
}
