//! The published exit codes, and the one `match` from each kind of answer to them.

use std::fmt;
use std::io;
use std::process::ExitCode;

use actum::tmpa::Judgment;
use actum::{Error, ErrorKind};

/// What a run says in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Valid = 0,
    Invalid = 1,
    Undetermined = 2,
    CouldNotAsk = 3,
    Usage = 64,
    NotFound = 66,
    Refused = 73,
    Storage = 74,
}

/// The exit codes for the help text.
pub(crate) const TABLE: &str = "\
Exit codes:
   0  valid, passed, or done
   1  invalid, or failed
   2  undetermined, partial, or crashed (run-test-suite)
   3  the question could not be asked: a profile or listing that cannot be used
  64  the command line is wrong
  66  what was named does not exist
  73  refused: a rule forbids it, or something is already there
  74  storage: something cannot be read or written";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<Judgment> for Exit {
    fn from(judgment: Judgment) -> Self {
        match judgment {
            Judgment::Valid => Self::Valid,
            Judgment::Undetermined => Self::Undetermined,
            Judgment::Invalid => Self::Invalid,
        }
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Usage => Self::Usage,
            ErrorKind::Input => Self::CouldNotAsk,
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::Conflict | ErrorKind::Refused => Self::Refused,
            ErrorKind::Storage => Self::Storage,
        }
    }
}

/// Why a run ended without an answer.
#[derive(Debug)]
pub(crate) enum Stop {
    Edge(Error),
    Output(io::Error),
}

impl Stop {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Edge(error) => error.kind().into(),
            Self::Output(_) => Exit::Storage,
        }
    }
}

/// Why there is no answer to something that was done all the same: whoever asks again would do it twice.
pub(crate) fn unshown(error: io::Error, hint: &str) -> Stop {
    let message = "what was asked is done and recorded, but the answer cannot be written";
    Error::new(ErrorKind::Storage, "answer_lost", message).because(error).hint(hint).into()
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Edge(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge(error) => write!(out, "{error}"),
            Self::Output(_) => out.write_str("cannot write the output"),
        }
    }
}

impl std::error::Error for Stop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Edge(error) => std::error::Error::source(error),
            Self::Output(error) => Some(error),
        }
    }
}
