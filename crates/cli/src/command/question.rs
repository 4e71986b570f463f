//! The part that all questions about evidence share: open the profile, find the evidence, reconstruct.

use actum::evidence::{self, Evidence, Notes, StreamForm};
use actum::tmpa::Reconstruction;
use actum::{Bundle, Options};

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
    let bundle = Bundle::open(&sources.profile)?;
    let input = bundle.input(actum::reader())?;
    let evidence = match &sources.sources {
        Some(listing) => Evidence::listing(listing)?,
        None => {
            let stream = match sources.stdin {
                Stdin::Auto => StreamForm::Auto,
                Stdin::Json => StreamForm::Json,
                Stdin::Jsonl => StreamForm::Lines,
            };
            Evidence::gather(
                &sources.paths,
                evidence::Options { profile: Some(&bundle), stream, ..Default::default() },
            )?
        }
    };
    let progress = Progress::new();
    let report = |examined| progress.examined(examined);
    let options = Options { threads: sources.threads, progress: Some(&report) };
    let view = actum::read(&input, &evidence, options);
    progress.end();
    Ok(Answer { view: view?, notes: evidence.notes(), profile: profile_name(input.profile()) })
}

/// The profile as `id version`.
pub(super) fn profile_name(profile: &actum::tmpa::profile::Profile) -> String {
    let inputs = profile.inputs();
    let own = inputs.iter().find(|(name, _)| *name == "conformance_profile");
    own.map_or_else(String::new, |(_, input)| format!("{} {}", input.id, input.version))
}
