//! `actum key`: make, show and register keys; and the one way in which commands open a key file.

use std::io;
use std::path::Path;

use actum::key::{Entry, Key, Passphrase, Public, entry, trust};
use actum::{Error, ErrorKind};

use crate::args::{Key as Asked, KeyForm, Opening};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::id;

pub(super) fn run(asked: &Asked, printer: &mut Printer) -> Result<Exit, Stop> {
    let text = match asked {
        Asked::New { out, passphrase, opening } => {
            let passphrase = match &opening.passphrase_file {
                Some(file) => Some(Passphrase::of_file(file)?),
                None => passphrase.then(chosen).transpose()?,
            };
            let key = Key::create(out, passphrase.as_ref())?;
            let shown = id(&out.display().to_string());
            format!(
                "wrote {shown}, which only its owner may read\n{}\n`actum key trust {shown} --identity ID --profile DIR` registers it\n",
                described(key.public())
            )
        }
        Asked::Show { file, opening, format } => {
            let public = public(file, opening)?;
            match format {
                KeyForm::Text => described(public) + "\n",
                KeyForm::Pem => public.to_pem(),
            }
        }
        Asked::Trust { file, identity, role, key_id, profile, opening } => {
            let public = public(file, opening)?;
            let wanted =
                Entry { public, key_id: key_id.clone(), identities: identity.clone(), roles: role.clone() };
            match profile {
                None => entry(&wanted) + "\n",
                Some(profile) => registered(profile, &wanted, printer)?,
            }
        }
    };
    printer.text(&text)?;
    Ok(Exit::Valid)
}

/// Opens a private key file, asking for the passphrase of an encrypted one.
pub(in crate::command) fn open(file: &Path, opening: &Opening) -> Result<Key, Error> {
    Key::open_with(file, &mut || passphrase(file, opening))
}

fn public(file: &Path, opening: &Opening) -> Result<Public, Error> {
    Public::open_with(file, &mut || passphrase(file, opening))
}

fn passphrase(file: &Path, opening: &Opening) -> Result<Passphrase, Error> {
    match &opening.passphrase_file {
        Some(file) => Passphrase::of_file(file),
        None => typed(&format!("passphrase of {}: ", id(&file.display().to_string()))),
    }
}

fn chosen() -> Result<Passphrase, Error> {
    let first = typed("new passphrase: ")?;
    if typed("the same again: ")? != first {
        return Err(Error::new(ErrorKind::Usage, "passphrases_differ", "the two passphrases differ"));
    }
    Ok(first)
}

/// Asks the terminal itself, so that standard input and output stay free for what is asked and answered.
fn typed(prompt: &str) -> Result<Passphrase, Error> {
    let typed = rpassword::prompt_password(prompt).map_err(|error: io::Error| {
        Error::new(ErrorKind::Usage, "passphrase_missing", "there is no terminal to ask for a passphrase")
            .hint("give `--passphrase-file FILE`")
            .because(error)
    })?;
    Passphrase::new(typed)
}

fn described(public: Public) -> String {
    format!("  key id      {public}\n  public key  {}", public.to_base64())
}

fn registered(profile: &Path, wanted: &Entry, printer: &mut Printer) -> Result<String, Stop> {
    let done = trust(profile, wanted)?;
    let registry = id(&done.registry.display().to_string());
    let mut text = format!("`{}` is registered in {registry}\n", id(&done.key_id));
    if let Some(manifest) = &done.manifest {
        let manifest = id(&manifest.display().to_string());
        text += &match done.is_new {
            true => format!("{manifest} names the new registry\n"),
            false => format!("{manifest} pins its new digest\n"),
        };
    }
    printer.note("the profile has another digest now; give it, and the registry, another `version`");
    Ok(text)
}
