//! Loads the scenarios of the integration test suite and runs them (DEAL 13.3).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use actum_conform::deal::{Implementation, Results, Scenario, VERSION, judge};

use super::subject::Engine;
use crate::error::{Error, ErrorKind};

/// Where the suite demands its scenarios to be.
pub const SCENARIOS: &str = "tests/integration/v0.3";

/// The scenarios of a run, in name order within each folder, folders as they were named.
#[derive(Debug)]
pub struct Suite {
    scenarios: Vec<Scenario>,
}

impl Suite {
    /// Reads every `*.json` in the folders; a path may name a scenario file itself.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where the version is not supported, where there is no scenario, and where a file is none,
    /// with all such files named, or cannot be read.
    pub fn load(version: &str, paths: &[impl AsRef<Path>]) -> Result<Self, Error> {
        if version != VERSION || Engine.start(version).is_none() {
            return Err(Error::new(
                ErrorKind::Input,
                "version",
                format!("unsupported protocol version `{version}`"),
            )
            .hint(format!("the suite is for `{VERSION}`")));
        }
        let mut files = Vec::new();
        for path in paths {
            files.extend(scenario_files(path.as_ref())?);
        }
        if files.is_empty() {
            let shown: Vec<_> = paths.iter().map(|path| format!("`{}`", path.as_ref().display())).collect();
            let message = format!("no scenario in {}; a run of none is not a pass", shown.join(", "));
            return Err(Error::new(ErrorKind::Input, "no_scenario", message)
                .hint("scenarios are the `*.json` of a folder"));
        }
        let mut scenarios = Vec::new();
        let mut refused = Vec::new();
        for file in files {
            let bytes = fs::read(&file).map_err(|error| unreadable(&file, error))?;
            match Scenario::parse(&bytes) {
                Ok(scenario) => scenarios.push(scenario),
                Err(error) => refused.push(format!("`{}`, {error}", file.display())),
            }
        }
        if refused.is_empty() {
            return Ok(Self { scenarios });
        }
        let message = format!("not a scenario: {}", refused.join("; "));
        Err(Error::new(ErrorKind::Input, "scenario_invalid", message).hint("no scenario was run"))
    }

    /// Runs each scenario in an engine of its own. `timed` says whether the results hold how long each took, which is
    /// the only part of them that differs from run to run (DEAL 13.5).
    pub fn run(&self, timed: bool) -> Results {
        let one = |scenario| {
            let start = Instant::now();
            let mut verdict = judge(scenario, &Engine);
            if timed {
                verdict.execution_time_ms = start.elapsed().as_millis().try_into().unwrap_or(u64::MAX >> 11);
            }
            verdict
        };
        Results { verdicts: self.scenarios.iter().map(one).collect() }
    }
}

/// The scenario files that a path names, in name order.
fn scenario_files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, error))?;
    if !metadata.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| unreadable(path, error))? {
        let file = entry.map_err(|error| unreadable(path, error))?.path();
        if file.extension().is_some_and(|extension| extension == "json") && !file.is_dir() {
            // Reading a pipe would wait for its other end.
            if fs::metadata(&file).is_ok_and(|metadata| !metadata.is_file()) {
                return Err(unreadable(&file, io::Error::other("it is no regular file")));
            }
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// What cannot be read is no scenario, whatever the reason: all of these have one exit code (DEAL 13.3).
fn unreadable(path: &Path, error: io::Error) -> Error {
    let what = if error.kind() == io::ErrorKind::NotFound { "does not exist" } else { "cannot be read" };
    let message = format!("`{}` {what}", path.display());
    Error::new(ErrorKind::Input, "scenario_unreadable", message).because(error)
}
