//! Who writes: the sessions, each with its stream, and the two keys.

use crate::governance::{ExampleKey, Session};

const fn session(stream: &'static str, identity: &'static str, role: &'static str) -> Session {
    Session { stream, identity, role }
}

/// The agent that plans the release.
pub(crate) const PILOT: Session = session("pilot", "pilot", "PM");
/// The agent that builds all three pieces of work.
pub(crate) const MASON: Session = session("mason", "mason", "DEV");
/// The session that took over from mason's first one.
pub(crate) const MASON_2: Session = session("mason.2", "mason", "DEV");
/// A second builder; here it reviews what mason built.
pub(crate) const WRIGHT: Session = session("wright", "wright", "QA");
/// The agent that checks.
pub(crate) const VERA: Session = session("vera", "vera", "QA");
/// The agent that packs and ships.
pub(crate) const KEEPER: Session = session("keeper", "keeper", "OPS");
/// The keeper's restore drill.
pub(crate) const KEEPER_DRILL: Session = session("keeper.drill", "keeper", "OPS");
/// The keeper's monitoring.
pub(crate) const KEEPER_WATCH: Session = session("keeper.watch", "keeper", "OPS");
/// The human who owns the product.
pub(crate) const OLGA: Session = session("olga", "olga", "ADMIN");

/// Olga's key.
pub(crate) static OLGA_KEY: ExampleKey =
    ExampleKey { id: "olga-2026", seed: *b"not a secret, example key: olga!" };
/// Vera's key.
pub(crate) static VERA_KEY: ExampleKey =
    ExampleKey { id: "vera-2026", seed: *b"not a secret, example key: vera!" };
