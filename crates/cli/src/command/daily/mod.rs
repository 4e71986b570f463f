//! `actum publish` and the daily acts: who does what, as the record stands.

mod act;
mod brief;
mod desk;
mod next;
mod publish;
mod session;
mod setup;

pub(super) use act::{assign, claim, decide, handoff, note, report, review, task};
pub(super) use brief::brief;
pub(super) use next::next;
pub(super) use publish::publish;
pub(super) use session::session;
pub(super) use setup::setup;
