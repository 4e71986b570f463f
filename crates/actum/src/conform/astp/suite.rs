//! The suite as it lies in a folder, and record files beside it.

use std::fs;
use std::path::{Path, PathBuf};

use actum_conform::astp::{CaseFile, CaseFileError, Readings, Report, Subject, judge_records};

use crate::error::{Error, ErrorKind};

/// The folder of the case files.
const CASES: &str = "cases";

/// The declared readings; a suite may be without.
const READINGS: &str = "readings.json";

/// An opened suite.
#[derive(Debug, Clone)]
pub struct Suite {
    files: Vec<CaseFile>,
    readings: Readings,
}

impl Suite {
    /// A suite without cases: only record files are judged, each by its own expectations.
    #[must_use]
    pub fn without_cases() -> Self {
        Self { files: Vec::new(), readings: Readings::default() }
    }

    /// Tells whether there are no cases.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Opens the suite in `folder`: every `cases/*.json`, and `readings.json` where there is one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] where there is no such folder, [`ErrorKind::Input`] for a file that holds no cases,
    /// [`ErrorKind::Storage`] for one that cannot be read.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let mut files = Vec::new();
        for path in listed(&folder.join(CASES))? {
            files.push(CaseFile::parse(&bytes(&path)?).map_err(|error| unusable(&path, error))?);
        }
        let path = folder.join(READINGS);
        let readings = if path.exists() {
            Readings::parse(&bytes(&path)?).map_err(|error| unusable(&path, error))?
        } else {
            Readings::default()
        };
        Ok(Self { files, readings })
    }

    /// The case files, by name.
    #[must_use]
    pub fn files(&self) -> &[CaseFile] {
        &self.files
    }

    /// Runs all cases, then every record of the given files; a folder stands for its `*.json`.
    ///
    /// # Errors
    ///
    /// As [`Self::open`], of the record files.
    pub fn run(&self, records: &[PathBuf], subject: &mut impl Subject) -> Result<Report, Error> {
        let mut report = Report::run(&self.files, subject);
        for path in records {
            let files = if path.is_dir() { listed(path)? } else { vec![path.clone()] };
            for file in files {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let judged = judge_records(&bytes(&file)?, &self.readings, subject);
                report.add_records(&name, judged.map_err(|error| unusable(&file, error))?);
            }
        }
        Ok(report)
    }
}

/// The JSON files of a folder in the order of their names.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(|error| Error::io("list", folder, error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Error::lost("list", folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            // Reading a pipe would wait for its other end.
            if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
                let message = format!("`{}` is no regular file", path.display());
                return Err(Error::new(ErrorKind::Input, "suite_invalid", message));
            }
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    crate::input::read_regular(path)
}

fn unusable(path: &Path, error: CaseFileError) -> Error {
    let message = format!("`{}` cannot be used", path.display());
    Error::new(ErrorKind::Input, "suite_invalid", message).because(error)
}
