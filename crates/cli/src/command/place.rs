//! Where things are kept: what was named, or the ledger that is found from here.

use std::path::{Path, PathBuf};

use actum::Error;
use actum::journal::Place;
use actum::ledger::{find, within as within_folder};

use crate::args::tree::TreeFolder;
use crate::args::{InLedger, JournalFile};

/// The ledger that was named, or the one in this folder or the nearest above.
pub(super) fn ledger(named: Option<&Path>) -> Result<PathBuf, Error> {
    named.map_or_else(|| find(Path::new(".")), |path| Ok(within_folder(path)))
}

/// The journal of deals.
pub(super) fn deals(asked: &JournalFile) -> Result<Place, Error> {
    within(&asked.within, &asked.journal)
}

/// The tree.
pub(super) fn tree(asked: &TreeFolder) -> Result<Place, Error> {
    within(&asked.within, &asked.tree)
}

fn within(asked: &InLedger, path: &Path) -> Result<Place, Error> {
    match &asked.ledger {
        Some(named) => ledger(named.as_deref()).map(Place::Ledger),
        None => Ok(path.into()),
    }
}
