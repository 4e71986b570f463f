//! A workplace on disk with a profile and evidence, and the binary run inside it.

mod object;

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) use object::{Object, story};

/// A folder of its own for one test.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// A folder with the starter profile in `profile` and an empty folder `evidence`.
    pub(crate) fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        actum::write_starter(&place.path("profile")).unwrap();
        fs::create_dir(place.path("evidence")).unwrap();
        place
    }

    /// The same with the objects of a finished work item, one file each.
    pub(crate) fn with_story() -> Self {
        let place = Self::new();
        place.put(&story());
        place
    }

    /// Writes each object to `evidence/ID.json`.
    pub(crate) fn put(&self, objects: &[Object]) {
        for object in objects {
            self.write(&format!("evidence/{}.json", object.id), object.text().as_bytes());
        }
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `actum` with these words, separated by spaces.
    pub(crate) fn run(&self, arguments: &str) -> Outcome {
        self.run_with(arguments, b"", &[])
    }

    pub(crate) fn run_with(&self, arguments: &str, input: &[u8], environment: &[(&str, &str)]) -> Outcome {
        let words: Vec<_> = arguments.split_whitespace().collect();
        let mut child = command(self.folder.path())
            .args(words)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its input closes it early, which is no concern of the test.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Outcome {
            exit: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The binary, away from the settings of whoever runs the tests.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_actum"));
    command.current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "ACTUM_AS", "ACTUM_SESSION"] {
        command.env_remove(name);
    }
    command
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exit = self.exit.unwrap_or(-1);
        write!(out, "exit: {exit}\n----- stdout -----\n{}\n----- stderr -----\n{}", self.stdout, self.stderr)
    }
}
