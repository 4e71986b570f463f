//! The results of a run of the suite, read back from their file.

use std::path::Path;

use actum_conform::deal::Tally;

use crate::error::{Error, ErrorKind};
use crate::input::{LARGEST, read_at_most};

/// Reads a results file of the suite and counts it.
///
/// # Errors
/// As [`crate::read_input`], and [`ErrorKind::Input`] where it is no results file.
pub fn read_results(path: &Path) -> Result<Tally, Error> {
    // Transcripts make it long; the parser takes less than 128 MiB.
    let bytes = read_at_most(path, 2 * LARGEST)?;
    Tally::read(&bytes).map_err(|error| {
        let message = format!("`{}` is no results file", path.display());
        Error::new(ErrorKind::Input, "results_invalid", message).because(error)
    })
}
