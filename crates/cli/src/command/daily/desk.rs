//! What every daily command opens: the ledger, its profile, and the present moment.

use std::path::Path;

use actum::canon::instant::Instant;
use actum::ledger::Ledger;
use actum::publish::{About, Draft, Published, Record, Request, Seal, Setting};
use actum::{Bundle, Error, ErrorKind};

use crate::args::daily::{Author, Desk, Signing};
use crate::command::{key, place};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::published;

/// The profile of a ledger that has none of its own.
const DEFAULT: &str = "agent-team";

/// Drafts an act for the record as it stands, at a moment.
pub(super) type Act<'a> = dyn FnMut(&dyn Record, &Instant) -> Result<Vec<Draft>, Error> + 'a;

/// A record and the moment at which it is looked at.
pub(super) struct Open {
    pub(super) ledger: Ledger,
    pub(super) bundle: Bundle,
    pub(super) now: Instant,
}

impl Open {
    pub(super) fn new(desk: &Desk, write: bool) -> Result<Self, Error> {
        let ledger = ledger(desk.ledger.as_deref(), write)?;
        let bundle = match &desk.profile {
            Some(path) => Bundle::open(path)?,
            None => match ledger.profile() {
                Err(error) if error.kind() == ErrorKind::NotFound => Bundle::open(Path::new(DEFAULT))?,
                profile => profile?,
            },
        };
        Ok(Self { ledger, bundle, now: now(desk)? })
    }

    /// The record as it stands.
    pub(super) fn record(&self) -> Result<Box<dyn Record + '_>, Error> {
        actum::publish::look(&self.ledger, &self.bundle).map(|(record, _)| record)
    }
}

/// The ledger that is meant.
fn ledger(named: Option<&Path>, write: bool) -> Result<Ledger, Error> {
    let path = place::ledger(named)?;
    if write { Ledger::open(&path) } else { Ledger::open_to_read(&path) }
}

fn now(desk: &Desk) -> Result<Instant, Error> {
    let Some(text) = &desk.now else {
        let clock = Instant::from_milliseconds(actum::clock());
        return clock.ok_or_else(|| {
            Error::new(
                ErrorKind::Input,
                "clock_unusable",
                "the clock of this machine stands beyond the year 9999",
            )
            .hint("`--now` says the moment")
        });
    };
    Instant::parse(text).ok_or_else(|| {
        let message = format!("`--now {text}` is no date-time of RFC 3339");
        Error::new(ErrorKind::Usage, "moment_invalid", message).hint("write it like 2026-11-30T17:00:00Z")
    })
}

/// Who publishes; nobody else can be meant.
pub(super) fn identity(author: &Author) -> Result<&str, Error> {
    author.identity.as_deref().filter(|identity| !identity.is_empty()).ok_or_else(|| {
        Error::new(ErrorKind::Usage, "identity_missing", "`--as` has to say who publishes")
            .hint("`ACTUM_AS` in the environment says it for all commands")
    })
}

/// What signs, where a key was named.
pub(super) fn seal(signing: &Signing) -> Result<Option<Box<Seal<'static>>>, Error> {
    let Some(file) = &signing.sign else { return Ok(None) };
    let key = key::open(file, &signing.opening)?;
    let name = signing.key_id.clone().unwrap_or_else(|| key.public().to_string());
    Ok(Some(Box::new(move |object: &[u8]| actum::sign_object(object, &name, &key))))
}

/// What is published: who, about which work item, and all that the command line asks for.
pub(super) fn about<'a>(who: &'a str, work: &'a str, asked: &'a str) -> About<'a> {
    About { creator: Some(who), work: Some(work), asked }
}

/// Publishes what `make` drafts, and says what became of it.
pub(super) fn submit(
    author: &Author,
    about: About<'_>,
    printer: &mut Printer,
    make: &mut Act<'_>,
) -> Result<Exit, Stop> {
    let mut open = Open::new(&author.desk, !author.dry_run)?;
    let now = open.now.clone();
    let created_at = now.to_string();
    let sign = seal(&author.signing)?;
    let request = Request {
        bundle: &open.bundle,
        setting: Setting { created_at: &created_at, session: author.session.as_deref() },
        seal: sign.as_deref(),
        key: author.key.as_deref(),
        about,
        as_evidence: author.as_evidence,
        dry_run: author.dry_run,
    };
    let mut make = |record: &dyn Record| {
        let mut drafts = make(record, &now)?;
        for draft in &mut drafts {
            draft.role = draft.role.take().or_else(|| author.role.clone());
        }
        Ok(drafts)
    };
    let published = actum::publish::publish(&mut open.ledger, &request, &mut make)?;
    let answer = published::answer(&published, author.format);
    let told = match &published {
        Published::Kept(..) => printer
            .text(&answer)
            .and_then(|()| printer.finish())
            .map_err(|error| crate::exit::unshown(error, "`actum log` lists what was recorded")),
        _ => printer.text(&answer).map_err(Stop::from),
    };
    told?;
    match published {
        Published::Kept(..) | Published::Known(_) => Ok(Exit::Valid),
        Published::Seen(prepared) => Ok(prepared.forecast.judgment().into()),
        Published::Refused(prepared) => Err(published::refusal(&prepared).into()),
    }
}
