//! What is judged: anything that answers a reading with an envelope.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use actum_tmpa::{InputBundle, Source};

use crate::bundle::Bundle;

/// One reading to be answered.
#[derive(Debug)]
pub struct Question<'q> {
    /// A name for it, unique in the run.
    pub id: String,
    /// Where the profile lies: a folder or a file.
    pub profile: &'q Path,
    /// The sources, in the order of their arrival.
    pub sources: Vec<Source<'q>>,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The bytes of an envelope, or why there are none.
    pub envelope: Result<Vec<u8>, Failure>,
    /// What was written to standard output during this call.
    pub stdout: Vec<u8>,
    /// What was written to standard error during this call.
    pub stderr: Vec<u8>,
    /// How the program ended, in words; empty where no program ran for this call alone.
    pub status: String,
}

/// Why there is no envelope. None of these says anything about the subject's reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was not there in time.
    TimedOut(String),
    /// The subject ended without one, or could not be started.
    Crashed(String),
    /// What came was no JSON, or no answer to this question.
    Garbage(String),
    /// The subject says itself that it could not read (TMPA 8.4).
    Refused(String),
}

impl Reply {
    /// A reply without anything beside it.
    #[must_use]
    pub fn of(envelope: Result<Vec<u8>, Failure>) -> Self {
        Self { envelope, stdout: Vec::new(), stderr: Vec::new(), status: String::new() }
    }
}

impl Failure {
    /// Why, in a line.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::TimedOut(message)
            | Self::Crashed(message)
            | Self::Garbage(message)
            | Self::Refused(message) => message,
        }
    }
}

/// Anything that reads.
pub trait Subject {
    /// Answers one reading. Never panics for what the sources hold.
    fn ask(&mut self, question: &Question<'_>) -> Reply;

    /// How it is asked, for the record: `builtin`, or the command.
    fn describe(&self) -> String;
}

/// Actum's own reading.
#[derive(Debug, Default)]
pub struct Builtin {
    bundles: BTreeMap<PathBuf, Result<InputBundle, String>>,
}

impl Builtin {
    /// The built-in subject.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Subject for Builtin {
    fn ask(&mut self, question: &Question<'_>) -> Reply {
        let load = || {
            let bundle = Bundle::open(question.profile).and_then(|bundle| bundle.input(crate::reader()));
            bundle.map_err(|error| match std::error::Error::source(&error) {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            })
        };
        let bundle = self.bundles.entry(question.profile.to_path_buf()).or_insert_with(load);
        let envelope = match bundle {
            Ok(bundle) => Ok(crate::read_sources(bundle, question.sources.iter().copied()).to_bytes()),
            Err(message) => Err(Failure::Refused(message.clone())),
        };
        Reply::of(envelope)
    }

    fn describe(&self) -> String {
        "builtin".to_owned()
    }
}
