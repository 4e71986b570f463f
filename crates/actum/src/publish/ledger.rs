//! Publication to a ledger: read, complete, judge, and append only behind what was judged (TMPA 3.5).
//!
//! Two writers never get one number of a stream: whoever finds that the ledger has moved on reads it again and fills in
//! anew. After a few such rounds the ledger is held, so that a writer among many comes to its turn.

use std::ops::ControlFlow;

use actum_canon::digest::sha256;

use super::draft::Draft;
use super::fill::Setting;
use super::indexed::Indexed;
use super::object::{Prepared, Seal, prepare};
use super::record::{Artifact, Record};
use super::roles::members;
use super::whole::Whole;
use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::evidence::is_evidence;
use crate::ledger::{self, Entry, Head, Ledger, Receipt};

/// What to publish, and how.
pub struct Request<'a> {
    /// The profile that the record is read under.
    pub bundle: &'a Bundle,
    /// Moment and session.
    pub setting: Setting<'a>,
    /// How objects are signed; by default they are not.
    pub seal: Option<&'a Seal<'a>>,
    /// The name of the request: a publication under the same name has no second effect.
    pub key: Option<&'a str>,
    /// What the name stands for. One that stands for something else is refused, so that nothing is taken for published
    /// that is not.
    pub about: About<'a>,
    /// Keeps what the reading would not accept, as evidence.
    pub as_evidence: bool,
    /// Writes nothing.
    pub dry_run: bool,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Request").field("key", &self.key).finish_non_exhaustive()
    }
}

/// What a request is.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// Who publishes, where that is known beforehand.
    pub creator: Option<&'a str>,
    /// The work item, where that is known beforehand.
    pub work: Option<&'a str>,
    /// All that was asked for, in any words that are the same when it is asked again.
    pub asked: &'a str,
}

impl About<'_> {
    fn digest(&self) -> String {
        sha256(self.asked.as_bytes()).to_string()
    }
}

/// Drafts a publication for the record as it stands.
pub type Make<'a> = dyn FnMut(&dyn Record) -> Result<Vec<Draft>, Error> + 'a;

/// What became of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Published {
    /// It is in the ledger, durable: a receipt for each object.
    Kept(Prepared, Vec<Receipt>),
    /// It was there already under the name of the request: the ids and the first receipts.
    Known(Vec<(String, Receipt)>),
    /// The reading would not accept it; nothing was written.
    Refused(Prepared),
    /// Nothing was to be written.
    Seen(Prepared),
}

/// The member of `extensions` that says what was asked for under the name of a request.
pub(super) const REQUEST: &str = "actum:request";

/// How often a publication is prepared anew before the ledger is held for it.
const ROUNDS: usize = 16;

/// Publishes to a ledger what `make` drafts for the record as it stands. It may be asked several times.
///
/// # Errors
/// Of `make`, as [`prepare`], and as [`Ledger::append`]. [`ErrorKind::Conflict`] where the name of the request stands for
/// something else. Never for what the reading would say.
pub fn publish(ledger: &mut Ledger, request: &Request<'_>, make: &mut Make<'_>) -> Result<Published, Error> {
    for _ in 0..ROUNDS {
        if let Some(known) = known(ledger, request)? {
            return Ok(Published::Known(known));
        }
        let (judged, head) = {
            let (record, head) = look(ledger, request.bundle)?;
            (judged(&*record, request, make), head)
        };
        // Where others append meanwhile, the answers of the index may be of two moments. That cannot get anything into
        // the ledger, but it must not refuse anything either.
        if !matches!(judged, Ok(Judged::Go(_))) && ledger.head()? != head {
            continue;
        }
        let prepared = match judged? {
            Judged::Go(prepared) => prepared,
            Judged::Stop(published) => return Ok(published),
        };
        let keys = keys(request.key, prepared.objects.len());
        if let Some(receipts) = ledger.append_at(&head, &artifacts(&prepared, &keys))? {
            return Ok(Published::Kept(prepared, receipts));
        }
    }
    held(ledger, request, make)
}

/// The record of a ledger as it stands, under this profile, and the head that it stands for. It is asked through the index
/// beside the ledger; where that cannot be used, it is read whole.
///
/// # Errors
/// As [`Bundle::input`], and of the ledger.
pub fn look<'l>(ledger: &'l Ledger, bundle: &'l Bundle) -> Result<(Box<dyn Record + 'l>, Head), Error> {
    if let Ok(indexed) = Indexed::open(ledger, bundle) {
        let head = ledger.head_at(indexed.size())?;
        return Ok((Box::new(indexed), head));
    }
    let head = ledger.head()?;
    Ok((Box::new(record(ledger, bundle)?), head))
}

/// The record of a ledger as it stands, read whole under this profile.
///
/// # Errors
/// As [`Bundle::input`], and of the ledger.
pub fn record(ledger: &Ledger, bundle: &Bundle) -> Result<Whole, Error> {
    let mut sources = Vec::new();
    ledger.entries(0, |entry| {
        sources.extend(artifact(entry));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Whole::read(bundle.input(crate::reading::reader())?, sources))
}

enum Judged {
    Go(Prepared),
    Stop(Published),
}

fn judged(record: &dyn Record, request: &Request<'_>, make: &mut Make<'_>) -> Result<Judged, Error> {
    let drafts = make(record);
    // What could not be read looks like what is not there, so that this comes first.
    record.check()?;
    let mut drafts = drafts?;
    if request.key.is_some() {
        drafts.iter_mut().for_each(|draft| draft.mark(REQUEST, &request.about.digest()));
    }
    let prepared = prepare(&drafts, record, request.setting, request.seal);
    record.check()?;
    let prepared = prepared?;
    let accepted = prepared.forecast.is_valid() && prepared.forecast.lowered.is_empty();
    Ok(if request.dry_run {
        Judged::Stop(Published::Seen(prepared))
    } else if accepted || request.as_evidence {
        Judged::Go(prepared)
    } else {
        Judged::Stop(Published::Refused(prepared))
    })
}

/// The same with the ledger held from the reading to the last word.
fn held(ledger: &mut Ledger, request: &Request<'_>, make: &mut Make<'_>) -> Result<Published, Error> {
    let mut held = ledger.hold()?;
    let mut sources = Vec::new();
    let mut taken = false;
    held.entries(0, |entry| {
        taken |= request.key.is_some() && entry.key() == request.key;
        sources.extend(artifact(entry));
        Ok(ControlFlow::Continue(()))
    })?;
    if taken {
        drop(held);
        return Ok(Published::Known(known(ledger, request)?.unwrap_or_default()));
    }
    let record = Whole::read(request.bundle.input(crate::reading::reader())?, sources);
    let prepared = match judged(&record, request, make)? {
        Judged::Go(prepared) => prepared,
        Judged::Stop(published) => return Ok(published),
    };
    let keys = keys(request.key, prepared.objects.len());
    let receipts = held.append(&artifacts(&prepared, &keys))?;
    held.commit()?;
    Ok(Published::Kept(prepared, receipts))
}

/// What is in the ledger under the name of the request.
fn known(ledger: &Ledger, request: &Request<'_>) -> Result<Option<Vec<(String, Receipt)>>, Error> {
    let Some(key) = request.key else { return Ok(None) };
    let mut known = Vec::new();
    for name in names(key) {
        let Some(entry) = ledger.find_key(&name)? else { break };
        let [id, creator, work, asked] = members(entry.bytes()).unwrap_or_default();
        let same = |given: Option<&str>, found: &str| given.is_none_or(|given| given == found);
        let about = &request.about;
        if !same(about.creator, &creator) || !same(about.work, &work) || asked != about.digest() {
            let message =
                format!("the key `{key}` stands for entry {}, which is another publication", entry.index());
            return Err(Error::new(ErrorKind::Conflict, "key_taken", message)
                .hint("nothing was written; another key, or none, publishes this"));
        }
        known.push((id, ledger.receipt(&entry)?));
    }
    Ok((!known.is_empty()).then_some(known))
}

/// The idempotency keys of the objects of one request, as `actum append` counts them.
fn names(key: &str) -> impl Iterator<Item = String> {
    (1_u64..).map(move |number| if number == 1 { key.to_owned() } else { format!("{key}#{number}") })
}

fn keys(key: Option<&str>, objects: usize) -> Vec<Option<String>> {
    match key {
        Some(key) => names(key).take(objects).map(Some).collect(),
        None => vec![None; objects],
    }
}

fn artifacts<'a>(prepared: &'a Prepared, keys: &'a [Option<String>]) -> Vec<ledger::Artifact<'a>> {
    let with = |(bytes, key): (&'a Vec<u8>, &'a Option<String>)| ledger::Artifact {
        source_id: None,
        media_type: super::MEDIA_TYPE,
        bytes,
        key: key.as_deref(),
    };
    prepared.objects.iter().zip(keys).map(with).collect()
}

fn artifact(entry: Entry) -> Option<Artifact> {
    is_evidence(entry.media_type()).then(|| Artifact {
        id: entry.source_id().to_owned(),
        media_type: entry.media_type().to_owned(),
        position: Some(entry.index()),
        bytes: entry.into_bytes(),
    })
}
