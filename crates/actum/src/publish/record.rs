//! The record as a writer needs it: what is concluded, what was said, and what would be if something were added.

use actum_tmpa::profile::Outline;
use actum_tmpa::{Judgment, ViewState};

use super::forecast::{Forecast, Remark};
use crate::error::Error;

/// What is concluded about one work item (TMPA 9.10), owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Work item id.
    pub id: String,
    /// The one carrier that all its objects name.
    pub carrier: Option<String>,
    /// The current state, or `None` where it is undetermined.
    pub state: Option<String>,
    /// The role of the last accepted step.
    pub role: Option<String>,
    /// The identity of the last accepted step, if it was one.
    pub identity: Option<String>,
    /// What is established about the work item.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
    /// What is unresolved: the kind, and the ids that it is about.
    pub open: Vec<(String, Vec<String>)>,
    /// Accepted transitions, in order.
    pub transitions: Vec<String>,
    /// Its accepted objects, by id.
    pub objects: Vec<Seen>,
    /// What is found about them.
    pub remarks: Vec<Remark>,
}

/// An accepted object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Object id.
    pub id: String,
    /// Document type.
    pub kind: String,
    /// Creator.
    pub creator: String,
    /// Role.
    pub role: String,
    /// Writer stream.
    pub stream: String,
    /// Position in the stream.
    pub sequence: u64,
    /// What is established about it.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
}

/// What a writer asks the record.
pub trait Record {
    /// The profile that it is read under.
    fn profile(&self) -> &Outline;
    /// What is concluded about a work item; `None` where nothing is known of it.
    fn work(&self, id: &str) -> Option<Standing>;
    /// The work items after this one, by id, at most so many: each with its state, where that is established.
    fn works(&self, after: Option<&str>, most: usize) -> Vec<(String, Option<String>)>;
    /// The bytes of an accepted object.
    fn object(&self, id: &str) -> Option<Vec<u8>>;
    /// The highest position of a stream that any source claims; 0 for none.
    fn last(&self, stream: &str) -> u64;
    /// The accepted objects of a type, by id.
    fn of_kind(&self, kind: &str) -> Vec<Seen>;
    /// What the reading would say if these objects were in the record.
    fn with(&self, objects: &[Vec<u8>]) -> Forecast;
    /// Whether every answer so far could be read; one that could not be was that nothing is there.
    ///
    /// # Errors
    /// Why the record could not be read.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// One artifact of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// The id under which it is read.
    pub id: String,
    /// Its media type.
    pub media_type: String,
    /// Its place in the ledger.
    pub position: Option<u64>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The id under which an entry without a source id is read: the digest of its bytes.
pub(crate) fn source_id(bytes: &[u8]) -> String {
    actum_canon::digest::sha256(bytes).to_string()
}
