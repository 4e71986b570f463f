//! `actum setup`: the hooks and the instructions that make an agent publish.
//!
//! Only files that are not there yet are written, and none outside the project; what would have to be merged is printed.

use std::path::{Component, Path};

use actum::{Error, ErrorKind, write_new};

use crate::args::daily::Setup;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::{id, plain};
use crate::render::setup::{File, files, remarks};
use crate::render::style::{BOLD, paint};

pub(crate) fn setup(asked: &Setup, printer: &mut Printer) -> Result<Exit, Stop> {
    // It goes into commands of a shell.
    let plain_word = |letter: char| letter.is_ascii_alphanumeric() || "._:@/-".contains(letter);
    if asked.identity.is_empty() || asked.identity.starts_with('-') || !asked.identity.chars().all(plain_word)
    {
        let message = format!("`--as {}` cannot stand in the command of a hook", asked.identity);
        return Err(Error::new(ErrorKind::Usage, "identity_unusable", message)
            .hint("letters, digits and `._:@/-` can")
            .into());
    }
    if !asked.dir.is_dir() {
        let message = format!("`{}` is no folder", asked.dir.display());
        return Err(Error::new(ErrorKind::NotFound, "path_missing", message).into());
    }
    for file in files(asked.agent, &asked.identity) {
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
    for remark in remarks(asked.agent) {
        printer.text(&format!("note: {remark}\n"))?;
    }
    Ok(Exit::Valid)
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
