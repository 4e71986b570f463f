//! The part that all questions about evidence share: open the profile, find the evidence, reconstruct.

use std::path::{Path, PathBuf};

use actum::evidence::{self, Evidence, Notes, StreamForm};
use actum::ledger::{Ledger, is_ledger, within};
use actum::profiles::{SHIPPED, Shipped};
use actum::tmpa::Reconstruction;
use actum::{Bundle, Error, ErrorKind, Options};

use super::place;
use crate::args::{Sources, Stdin};
use crate::exit::Stop;
use crate::printer::Progress;

/// A reconstruction and what people want to know beside it.
pub(super) struct Answer {
    pub(super) view: Reconstruction,
    pub(super) notes: Notes,
    /// The profile as `id version`.
    pub(super) profile: String,
}

pub(super) fn ask(sources: &Sources) -> Result<Answer, Stop> {
    let paths = paths(sources)?;
    let bundle = profile(sources, &paths)?;
    let input = bundle.input(actum::reader())?;
    let evidence = match &sources.sources {
        Some(listing) => Evidence::listing(listing)?,
        None => {
            let stream = form(sources.stdin);
            let options = evidence::Options { profile: Some(&bundle), stream, ..Default::default() };
            Evidence::gather(&paths, options)?
        }
    };
    // A gate must not pass because a record was looked for beside itself.
    if evidence.is_empty()
        && let Some(path) = paths.iter().find(|path| within(path) != **path)
    {
        return Err(beside(path).into());
    }
    let progress = Progress::new();
    let report = |examined| progress.examined(examined);
    let options = Options { threads: sources.threads, progress: Some(&report) };
    let view = actum::read(&input, &evidence, options);
    progress.end();
    Ok(Answer { view: view?, notes: evidence.notes(), profile: profile_name(input.profile()) })
}

/// The shipped profiles under which the same paths hold objects.
pub(super) fn recognised_by(sources: &Sources) -> Vec<&'static str> {
    let Ok(paths) = paths(sources) else { return Vec::new() };
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Vec::new();
    }
    let finds = |shipped: &&Shipped| -> Result<bool, Error> {
        let bundle = shipped.bundle();
        let options = evidence::Options { profile: Some(&bundle), ..Default::default() };
        let evidence = Evidence::gather(&paths, options)?;
        let view = actum::read(&bundle.input(actum::reader())?, &evidence, Options::default())?;
        Ok(view.nodes().next().is_some())
    };
    SHIPPED.iter().filter(|shipped| finds(shipped).unwrap_or(false)).map(|shipped| shipped.name).collect()
}

/// A folder without evidence of its own was named, and a ledger lies in it.
fn beside(path: &Path) -> Error {
    let ledger = within(path);
    let message = format!("`{}` holds no evidence, but the ledger `{}`", path.display(), ledger.display());
    Error::new(ErrorKind::Usage, "ledger_beside", message).hint(format!("name `{}`", ledger.display()))
}

/// What is read: the paths, or the ledger where there is none.
fn paths(sources: &Sources) -> Result<Vec<PathBuf>, Error> {
    if !sources.paths.is_empty() || sources.sources.is_some() {
        return Ok(sources.paths.clone());
    }
    let ledger = Ledger::open_to_read(&place::ledger(sources.ledger.as_deref())?)?;
    Ok(vec![ledger.database().to_path_buf()])
}

/// The profile that was named, or that of the first ledger among the paths.
fn profile(sources: &Sources, paths: &[PathBuf]) -> Result<Bundle, Error> {
    if let Some(named) = &sources.profile {
        return Bundle::open(named);
    }
    match paths.iter().find(|path| is_ledger(path)) {
        Some(path) => Ledger::open_to_read(path)?.profile(),
        None => Err(Error::new(ErrorKind::Usage, "profile_open", "`--profile` must say under which profile")
            .hint("only a ledger has one of its own; `actum profile new DIR` writes one to begin with")),
    }
}

/// What standard input holds.
pub(super) fn form(stdin: Stdin) -> StreamForm {
    match stdin {
        Stdin::Auto => StreamForm::Auto,
        Stdin::Json => StreamForm::Json,
        Stdin::Jsonl => StreamForm::Lines,
    }
}

/// The profile as `id version`.
pub(super) fn profile_name(profile: &actum::tmpa::profile::Profile) -> String {
    let inputs = profile.inputs();
    let own = inputs.iter().find(|(name, _)| *name == "conformance_profile");
    own.map_or_else(String::new, |(_, input)| format!("{} {}", input.id, input.version))
}
