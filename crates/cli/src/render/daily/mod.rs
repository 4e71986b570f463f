//! Daily work in words: what became of a publication, what can be done next, what the next agent has to know.

pub(crate) mod brief;
pub(crate) mod offers;
pub(crate) mod published;

use actum::publish::{Hold, Lease};

use super::escape::short_id;

/// The most that one id takes of a line, in bytes.
pub(crate) const ID: usize = 64;

/// Who holds a work item, and how.
pub(crate) fn holding((lease, hold): &(Lease, Hold)) -> String {
    let mut holder = short_id(&lease.holder, ID);
    if let Some(session) = &lease.session {
        holder.push_str(&format!(" (session {})", short_id(session, ID)));
    }
    let until = short_id(&lease.until, ID);
    match hold {
        Hold::Working => format!("working: {holder} until {until}"),
        Hold::Pending => format!("pending: the lease of {holder} ran out at {until}"),
        Hold::Unknown => format!("claimed by {holder} until {until}; the profile trusts no clock"),
    }
}
