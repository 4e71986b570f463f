//! Publishing that helps the honest writer (TMPA 3.5, 9.2): drafts are completed, judged beforehand, and refused where the
//! reading would not accept them.
//!
//! - [`Draft`]: what somebody wants to say; [`fill()`]: the rest, from record and profile.
//! - [`Record`]: what a writer asks the record, the verdict on something that is not in it yet included ([`Forecast`]).
//! - [`Lease`]: who holds a work item until when.
//!
//! - [`publish()`]: all of it on a ledger, appended only behind what was judged.
//!
//! All but the last is a pure function of the record, the profile and what is handed in: the moment, a session, a key. Not
//! here: the clock, and the ledger itself.

mod draft;
mod fill;
mod forecast;
mod indexed;
mod lease;
mod ledger;
mod object;
mod record;
mod roles;
mod whole;

pub use draft::{Draft, Reference, Step, Target};
pub use fill::{Filled, Setting, fill};
pub use forecast::{Forecast, Outlook, Remark};
pub use indexed::Indexed;
pub use lease::{Hold, Lease, is_held, steps};
pub use ledger::{About, Make, Published, Request, look, publish, record};
pub use object::{Prepared, Seal, prepare};
pub use record::{Artifact, Record, Seen, Standing};
pub use roles::{Held, held};
pub use whole::Whole;

pub(crate) use fill::unknown_work;
pub(crate) use roles::each_work;

/// The media type under which governance objects are published.
pub const MEDIA_TYPE: &str = "application/json";
