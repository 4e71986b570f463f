//! Runs cargo and, through it, the program.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// `cargo metadata` of the workspace, without resolving what lies outside it.
pub(crate) fn metadata(root: &Path) -> Result<String, Failure> {
    let run = cargo(root, &["metadata", "--format-version", "1", "--no-deps"])?;
    if run.code == Some(0) {
        Ok(run.stdout)
    } else {
        Err(Failure::new(format!("`cargo metadata`: {}", run.stderr.trim())))
    }
}

/// Builds the program, then runs it in the checkout's folder with `arguments`.
///
/// The program's exit code is an answer, not a failure; that it cannot be built is one.
pub(crate) fn actum(root: &Path, arguments: &[&str]) -> Result<Run, Failure> {
    let build = cargo(root, &["build", "--quiet", "--package", "actum-cli"])?;
    if build.code != Some(0) {
        return Err(Failure::new(format!("`actum` does not build: {}", build.stderr.trim())));
    }
    let mut words = vec!["run", "--quiet", "--package", "actum-cli", "--"];
    words.extend_from_slice(arguments);
    cargo(root, &words)
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<Run, Failure> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|error| Failure::new(format!("`cargo` does not start: {error}")))?;
    Ok(Run {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    })
}
