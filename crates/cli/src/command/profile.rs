//! `actum profile`: check, show or start a profile.

use std::fmt::Write;

use actum::Bundle;
use actum::canon::digest::sha256;

use super::question::profile_name;
use crate::args::Profile;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::{id, plain};
use crate::render::profile;
use crate::render::style::{BOLD, paint};

pub(super) fn run(asked: &Profile, printer: &mut Printer) -> Result<Exit, Stop> {
    let text = match asked {
        Profile::Check { path } => {
            let bundle = Bundle::open(path)?;
            let loaded = bundle.profile()?;
            format!(
                "{} can be used\n{}",
                paint(BOLD, plain(&profile_name(&loaded))),
                digests(&bundle, &loaded)
            )
        }
        Profile::Show { path } => {
            let bundle = Bundle::open(path)?;
            let loaded = bundle.profile()?;
            let name = paint(BOLD, plain(&profile_name(&loaded)));
            let outline = profile::show(&loaded.outline(), loaded.switches());
            format!("{name}\n{outline}{}", digests(&bundle, &loaded))
        }
        Profile::New { from, folder } => {
            let names = actum::profiles::write(from, folder)?;
            let shown = folder.display().to_string();
            format!("wrote {} to {}\nREADME.md says what to change first\n", names.join(", "), id(&shown))
        }
    };
    printer.text(&text)?;
    Ok(Exit::Valid)
}

/// What fixes a reading: the digest of each file to pin in `profile.json`, then each input as results name it.
fn digests(bundle: &Bundle, loaded: &actum::tmpa::profile::Profile) -> String {
    let mut out = format!("\n{}\n", paint(BOLD, "files"));
    let width = bundle.files().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, bytes) in bundle.files() {
        let _ = writeln!(out, "  {:<width$}  {}", id(name), sha256(bytes));
    }
    let _ = writeln!(out, "\n{}", paint(BOLD, "inputs of a reading"));
    let inputs = loaded.inputs();
    let width = inputs.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, input) in &inputs {
        let _ = writeln!(
            out,
            "  {name:<width$}  {} {}\n  {:<width$}  {}",
            id(&input.id),
            id(&input.version),
            "",
            input.digest
        );
    }
    out
}
