//! The evidence package of a run: everything that its verdicts rest on, file by file (TMPA 10.3, 10.4).
//!
//! | path | what |
//! |---|---|
//! | `suite/…` | the suite's list, manifests, fixtures and profiles, as they were read |
//! | `evidence/…` | for each case, where its manifest says: canonical results, standard output and error, how calls ended |
//! | `cases/ID.json` | every assertion of the case with its outcome |
//! | `observations/ID.json` | what they were held against |
//! | `run.json` | what was asked of whom |
//! | `divergences.json` | the failures that were declared beforehand, if any |
//! | `environment.json` | where and when it ran |
//! | `conformance-result.json` | the verdicts in the published form |
//! | `index.html` | the same for people |
//! | `package.json` | the digest of every other file |
//!
//! Everything but `environment.json` follows from the suite and the answers.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};
use actum_conform::tmpa::{Criterion, claim};

use super::corpus::Corpus;
use super::page::page;
use super::run::{Call, Choices, Outcome, Trace};
use crate::error::{Error, ErrorKind};

/// Names of files that the package itself needs.
pub(super) const LIST: &str = "package.json";
pub(super) const RUN: &str = "run.json";
pub(super) const RESULT: &str = "conformance-result.json";
pub(super) const ENVIRONMENT: &str = "environment.json";
pub(super) const DIVERGENCES: &str = "divergences.json";

/// Where and when a run took place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Seconds since 1970 at which it began; `None` where the package is to be the same on every run.
    pub started: Option<u64>,
    /// How long it took; `None` as above.
    pub elapsed: Option<Duration>,
}

/// The files of a package, by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    files: BTreeMap<String, Vec<u8>>,
    input_bundle: Sha256,
}

type Out<'b> = Writer<'b, Vec<u8>>;

impl Package {
    /// Puts a package together.
    #[must_use]
    pub fn new(corpus: &Corpus, choices: &Choices, outcome: &Outcome, environment: &Environment) -> Self {
        let mut package = Self::without_environment(corpus, choices, outcome);
        package.files.insert(ENVIRONMENT.to_owned(), environment_bytes(environment));
        package.close();
        package
    }

    /// Everything that follows from the suite and the answers.
    pub(super) fn without_environment(corpus: &Corpus, choices: &Choices, outcome: &Outcome) -> Self {
        let mut files = BTreeMap::new();
        for (path, bytes) in corpus.files() {
            files.insert(format!("suite/{path}"), bytes.to_vec());
        }
        let cases = corpus.cases.iter().map(|loaded| (loaded.case.id.as_str(), &loaded.case));
        let cases: BTreeMap<&str, _> = cases.collect();
        for (report, trace) in outcome.report.cases.iter().zip(&outcome.traces) {
            files.insert(format!("cases/{}.json", report.id), report.to_bytes());
            if !report.observation.is_empty() {
                files.insert(format!("observations/{}.json", report.id), report.observation.clone());
            }
            let Some(case) = cases.get(report.id.as_str()) else {
                continue;
            };
            if let Some(result) = &trace.result {
                files.insert(case.evidence.result.clone(), result.clone());
            }
            if !trace.calls.is_empty() {
                files.insert(case.evidence.stdout.clone(), trace.stdout.clone());
                files.insert(case.evidence.stderr.clone(), trace.stderr.clone());
                files.insert(case.evidence.exit_status.clone(), calls(&trace.calls));
            }
        }
        if let Some(bytes) = &choices.divergences {
            files.insert(DIVERGENCES.to_owned(), bytes.clone());
        }
        let input_bundle = sha256(&inputs(corpus, choices, outcome));
        files.insert(RUN.to_owned(), run_bytes(corpus, choices, outcome, input_bundle));
        let (id, version) = &outcome.implementation;
        files.insert(RESULT.to_owned(), outcome.report.to_result((id, version), input_bundle));
        files.insert("index.html".to_owned(), page(corpus, outcome, input_bundle).into_bytes());
        Self { files, input_bundle }
    }

    /// Adds the list of all files.
    fn close(&mut self) {
        let list = listing(&self.files);
        self.files.insert(LIST.to_owned(), list);
    }

    /// The files, by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// One file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The verdicts in the published form.
    #[must_use]
    pub fn result(&self) -> &[u8] {
        self.file(RESULT).unwrap_or_default()
    }

    /// The digest of everything that fixed the run besides the subject's answers.
    #[must_use]
    pub fn input_bundle(&self) -> Sha256 {
        self.input_bundle
    }

    /// The digest of the list of files, which names the package.
    #[must_use]
    pub fn digest(&self) -> Sha256 {
        sha256(self.file(LIST).unwrap_or_default())
    }

    /// Writes the package into `folder`, which must be empty or absent; the list of files comes last, so that a package
    /// that was not finished can be told.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where something is in the folder already, [`ErrorKind::Storage`] where it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        Self::reserve(folder)?;
        let last = |path: &&String| path.as_str() == LIST;
        let paths = self.files.keys().filter(|path| !last(path)).chain(self.files.keys().filter(last));
        for path in paths {
            let place = folder.join(path);
            let parent = place.parent().unwrap_or(folder);
            fs::create_dir_all(parent).map_err(|error| Error::lost("make", parent, error))?;
            let bytes = self.file(path).unwrap_or_default();
            fs::write(&place, bytes).map_err(|error| Error::lost("write", &place, error))?;
        }
        Ok(())
    }

    /// Makes the folder of a package, or finds it empty.
    ///
    /// # Errors
    /// As [`Package::write`].
    pub fn reserve(folder: &Path) -> Result<(), Error> {
        match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
            Ok(true) => Ok(()),
            Ok(false) => {
                let message = format!("`{}` is not empty", folder.display());
                Err(Error::new(ErrorKind::Conflict, "package_exists", message)
                    .hint("a package is written once; name another folder"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(|error| Error::lost("make", folder, error))
            }
            Err(error) => Err(Error::lost("list", folder, error)),
        }
    }
}

/// The facts of a claim about a run.
pub(super) fn claimed(
    corpus: &Corpus,
    choices: &Choices,
    outcome: &Outcome,
    package: &Package,
) -> claim::Subject {
    claim::Subject {
        implementation: outcome.implementation.clone(),
        suite: (corpus.id.clone(), corpus.version.clone(), corpus.digest),
        profiles: corpus.profiles.clone(),
        input_bundle: package.input_bundle(),
        result: sha256(package.result()),
        covered: covered(corpus),
        complete: outcome.complete.clone(),
        divergences: choices.divergences.is_some(),
    }
}

/// Which criteria have a case under a profile of which level above Core.
fn covered(corpus: &Corpus) -> Vec<(claim::Level, Criterion)> {
    let mut covered: Vec<_> = Vec::new();
    for loaded in &corpus.cases {
        let entry = (corpus.level(&loaded.case), loaded.case.criterion);
        if entry.0 != claim::Level::Core && !covered.contains(&entry) {
            covered.push(entry);
        }
    }
    covered
}

/// What fixes a run: the suite with its profiles, how it was to be run, and who read (TMPA 8.1, 10.4).
fn inputs(corpus: &Corpus, choices: &Choices, outcome: &Outcome) -> Vec<u8> {
    document(|out| {
        array(out, "cases", choices.selection.ids(), |out, id| {
            let Ok(()) = out.string(id);
        });
        member(out, "core_version", "S0.4");
        named(out, "implementation", &outcome.implementation);
        level(out, choices);
        told(out, choices);
        array(out, "profiles", &corpus.profiles, |out, (path, digest)| {
            let Ok(()) = out.begin_object();
            member(out, "digest", &digest.to_string());
            member(out, "path", path);
            let Ok(()) = out.end_object();
        });
        member(out, "suite", &corpus.digest.to_string());
    })
}

fn run_bytes(corpus: &Corpus, choices: &Choices, outcome: &Outcome, input_bundle: Sha256) -> Vec<u8> {
    document(|out| {
        array(out, "cases", choices.selection.ids(), |out, id| {
            let Ok(()) = out.string(id);
        });
        member(out, "format", "actum-conformance-run-1");
        named(out, "implementation", &outcome.implementation);
        member(out, "input_bundle_digest", &input_bundle.to_string());
        level(out, choices);
        told(out, choices);
        member(out, "subject", &outcome.subject);
        let Ok(()) = out.name("suite");
        let Ok(()) = out.begin_object();
        member(out, "digest", &corpus.digest.to_string());
        member(out, "id", &corpus.id);
        member(out, "version", &corpus.version);
        let Ok(()) = out.end_object();
    })
}

fn level(out: &mut Out<'_>, choices: &Choices) {
    let Ok(()) = out.name("level");
    let Ok(()) = match choices.selection.level() {
        Some(level) => out.string(level.as_str()),
        None => out.null(),
    };
}

fn told(out: &mut Out<'_>, choices: &Choices) {
    let Ok(()) = out.name("permutations");
    let Some((count, seed)) = choices.permutations else {
        let Ok(()) = out.null();
        return;
    };
    let Ok(()) = out.begin_object();
    let Ok(()) = out.name("count");
    let Ok(()) = out.integer(count);
    let Ok(()) = out.name("seed");
    let Ok(()) = out.integer(seed);
    let Ok(()) = out.end_object();
}

fn calls(calls: &[Call]) -> Vec<u8> {
    document(|out| {
        array(out, "calls", calls, |out, call| {
            let Ok(()) = out.begin_object();
            member(out, "id", &call.id);
            member(out, "status", &call.status);
            for (name, bytes) in [("stderr_bytes", call.stderr), ("stdout_bytes", call.stdout)] {
                let Ok(()) = out.name(name);
                let Ok(()) = out.integer(u64::try_from(bytes).unwrap_or_default());
            }
            let Ok(()) = out.end_object();
        });
    })
}

fn environment_bytes(environment: &Environment) -> Vec<u8> {
    let pinned = environment.started.is_none();
    let own = |value: &'static str| if pinned { "pinned" } else { value };
    document(|out| {
        member(out, "arch", own(std::env::consts::ARCH));
        let Ok(()) = out.name("elapsed_ms");
        let elapsed = environment.elapsed.map_or(0, |elapsed| elapsed.as_millis());
        let Ok(()) = out.integer(u64::try_from(elapsed).unwrap_or_default());
        member(out, "os", own(std::env::consts::OS));
        named(out, "runner", &("actum-conform".to_owned(), env!("CARGO_PKG_VERSION").to_owned()));
        let Ok(()) = out.name("started_unix_s");
        let Ok(()) = out.integer(environment.started.unwrap_or_default());
    })
}

/// The list of files with their digests.
pub(super) fn listing(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let files: Vec<_> = files.iter().filter(|(path, _)| path.as_str() != LIST).collect();
    document(|out| {
        array(out, "files", &files, |out, (path, bytes)| {
            let Ok(()) = out.begin_object();
            let Ok(()) = out.name("bytes");
            let Ok(()) = out.integer(u64::try_from(bytes.len()).unwrap_or_default());
            member(out, "digest", &sha256(bytes).to_string());
            member(out, "path", path);
            let Ok(()) = out.end_object();
        });
        member(out, "format", "actum-conformance-package-1");
    })
}

fn document(members: impl FnOnce(&mut Out<'_>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = out.begin_object();
    members(&mut out);
    let Ok(()) = out.end_object();
    let Ok(()) = out.finish();
    bytes
}

fn member(out: &mut Out<'_>, name: &str, text: &str) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.string(text);
}

fn named(out: &mut Out<'_>, name: &str, (id, version): &(String, String)) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.begin_object();
    member(out, "id", id);
    member(out, "version", version);
    let Ok(()) = out.end_object();
}

fn array<T>(out: &mut Out<'_>, name: &str, items: &[T], each: impl Fn(&mut Out<'_>, &T)) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.begin_array();
    for item in items {
        each(out, item);
    }
    let Ok(()) = out.end_array();
}

/// The trace of a case as it lies in a package; what each call was is kept as it stands.
pub(super) fn trace(result: Option<Vec<u8>>) -> Trace {
    Trace { result, ..Trace::default() }
}
