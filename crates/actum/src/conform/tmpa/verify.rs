//! Checks an evidence package without the subject: digests, manifests, and the arithmetic of every verdict (TMPA 10.4).
//!
//! The package is put together anew from its suite and its canonical results; whatever comes out otherwise does not hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use actum_canon::json::{Kind, Parser, Value};
use actum_conform::tmpa::claim::Level;
use actum_conform::tmpa::{Answer, CaseReport, Report, Run, claim, examine};

use super::corpus::{Corpus, Loaded};
use super::package::{self, DIVERGENCES, ENVIRONMENT, LIST, Package, RUN, listing};
use super::run::{Choices, Outcome, divergences};
use super::selection::Selection;
use crate::error::{Error, ErrorKind};

/// What was found out about a package.
#[derive(Debug)]
pub struct Verified {
    /// What does not hold, one line each; nothing where everything does.
    pub broken: Vec<String>,
    /// The verdicts as they follow from the recorded answers.
    pub report: Report,
    /// What a claim would speak of.
    pub subject: claim::Subject,
}

/// Checks the package in `folder`.
///
/// # Errors
/// [`ErrorKind::NotFound`] where there is none, [`ErrorKind::Input`] where it is so broken that nothing can be recomputed,
/// [`ErrorKind::Storage`] where it cannot be read.
pub fn verify(folder: &Path) -> Result<Verified, Error> {
    let files = read_all(folder)?;
    if !files.contains_key(LIST) {
        return Err(refused(folder, &format!("it has no `{LIST}`, so that it was never finished")));
    }
    let mut broken = Vec::new();
    listed(&files, &mut broken);
    let run = files.get(RUN).ok_or_else(|| refused(folder, &format!("it has no `{RUN}`")))?;
    let recorded = Recorded::parse(run).ok_or_else(|| refused(folder, &format!("`{RUN}` cannot be read")))?;
    let choices = Choices {
        selection: recorded.selection,
        permutations: recorded.permutations,
        divergences: files.get(DIVERGENCES).cloned(),
    };
    let corpus = Corpus::open(&folder.join("suite"), &choices.selection)?;
    let declared = divergences(&choices, &corpus)?;
    let mut reports = Vec::new();
    let mut traces = Vec::new();
    for loaded in &corpus.cases {
        let (mut report, result) = again(loaded, &files, &mut broken);
        declared.apply(&mut report);
        reports.push(report);
        traces.push(package::trace(result));
    }
    let outcome = Outcome {
        report: Report::new(reports),
        traces,
        implementation: recorded.implementation,
        subject: recorded.subject,
        complete: choices.complete(),
    };
    let package = Package::without_environment(&corpus, &choices, &outcome);
    compare(&package, &files, &corpus, &mut broken);
    let subject = package::claimed(&corpus, &choices, &outcome, &package);
    Ok(Verified { broken, report: outcome.report, subject })
}

/// Examines a case again from its recorded answers.
fn again(
    loaded: &Loaded,
    files: &BTreeMap<String, Vec<u8>>,
    broken: &mut Vec<String>,
) -> (CaseReport, Option<Vec<u8>>) {
    let case = &loaded.case;
    if let Some(message) = &loaded.prevented {
        return (CaseReport::not_run(case, Run::Prevented(message.clone())), None);
    }
    if let Some(result) = files.get(&case.evidence.result) {
        match Answer::parse(case, result) {
            Ok(answer) => return (examine(case, &answer), Some(result.clone())),
            Err(refusal) => broken.push(format!("`{}` cannot be read: {refusal}", case.evidence.result)),
        }
    }
    let message = files.get(&format!("cases/{}.json", case.id)).and_then(|bytes| {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        Some(document.root().get("message")?.as_str()?.into_owned())
    });
    let message = message.unwrap_or_else(|| "there is no record of an answer".to_owned());
    (CaseReport::not_run(case, Run::Error(message)), None)
}

/// Holds every file against the list.
fn listed(files: &BTreeMap<String, Vec<u8>>, broken: &mut Vec<String>) {
    let found = files.get(LIST).map(Vec::as_slice).unwrap_or_default();
    if listing(files) == found {
        return;
    }
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(found) else {
        broken.push(format!("`{LIST}` cannot be read"));
        return;
    };
    let mut known = BTreeSet::new();
    for entry in document.root().get("files").into_iter().flat_map(Value::elements) {
        let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().into_owned();
        let path = text("path");
        match files.get(&path) {
            None => broken.push(format!("`{path}` is missing")),
            Some(bytes) if actum_canon::digest::sha256(bytes).to_string() != text("digest") => {
                broken.push(format!("`{path}` is altered: its digest is not the listed one"));
            }
            Some(_) => {}
        }
        known.insert(path);
    }
    let strangers = files.keys().filter(|path| path.as_str() != LIST && !known.contains(path.as_str()));
    broken.extend(strangers.map(|path| format!("`{path}` is not listed")));
    if broken.is_empty() {
        broken.push(format!("`{LIST}` is not in its canonical form"));
    }
}

/// Holds what follows from suite and answers against what the package says.
fn compare(package: &Package, files: &BTreeMap<String, Vec<u8>>, corpus: &Corpus, broken: &mut Vec<String>) {
    for (path, expected) in package.files() {
        match files.get(path) {
            Some(found) if found == expected => {}
            Some(found) => {
                let (before, after) = (word(found), word(expected));
                let verdicts = if before == after {
                    String::new()
                } else {
                    format!(": it says {before}, they give {after}")
                };
                broken.push(format!("`{path}` does not follow from the recorded answers{verdicts}"));
            }
            None => broken.push(format!("`{path}` is missing")),
        }
    }
    let kept: BTreeSet<&str> = corpus.cases.iter().flat_map(|loaded| loaded.case.evidence.paths()).collect();
    let expected = |path: &str| package.file(path).is_some() || kept.contains(path);
    for path in files.keys().filter(|path| ![LIST, ENVIRONMENT].contains(&path.as_str()) && !expected(path)) {
        broken.push(format!("`{path}` belongs to no case"));
    }
    if !files.contains_key(ENVIRONMENT) {
        broken.push(format!("`{ENVIRONMENT}` is missing"));
    }
}

/// The verdict that a document of a package states, or how it differs at all.
fn word(bytes: &[u8]) -> String {
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(bytes) else {
        return String::new();
    };
    let verdict = ["verdict", "aggregate_verdict"].into_iter().find_map(|name| document.root().get(name));
    verdict.and_then(Value::as_str).unwrap_or_default().into_owned()
}

/// What `run.json` says.
struct Recorded {
    selection: Selection,
    permutations: Option<(u64, u64)>,
    implementation: (String, String),
    subject: String,
}

impl Recorded {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        let root = document.root();
        let text = |value: Value<'_>, name: &str| Some(value.get(name)?.as_str()?.into_owned());
        let number = |value: Value<'_>, name: &str| value.get(name)?.as_number()?.as_u64();
        let told = root.get("permutations")?;
        let permutations = match told.kind() {
            Kind::Null => None,
            _ => Some((number(told, "count")?, number(told, "seed")?)),
        };
        let implementation = root.get("implementation")?;
        let ids = root.get("cases")?.elements().map(|id| Some(id.as_str()?.into_owned()));
        let ids: Vec<String> = ids.collect::<Option<_>>()?;
        let level = root.get("level")?;
        let selection = match (level.kind(), ids.is_empty()) {
            (Kind::Null, true) => Selection::All,
            (Kind::Null, false) => Selection::Cases(ids),
            (_, true) => Selection::Level(Level::parse(&level.as_str()?)?),
            (_, false) => return None,
        };
        Some(Self {
            selection,
            permutations,
            implementation: (text(implementation, "id")?, text(implementation, "version")?),
            subject: text(root, "subject")?,
        })
    }
}

/// Every file below a folder, by its path with `/`. Links and special files are no part of a package.
fn read_all(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    fs::metadata(folder).map_err(|error| Error::io("open", folder, error))?;
    let mut files = BTreeMap::new();
    let mut pending: Vec<(PathBuf, String)> = vec![(folder.to_path_buf(), String::new())];
    while let Some((path, prefix)) = pending.pop() {
        let entries = fs::read_dir(&path).map_err(|error| Error::lost("list", &path, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| Error::lost("list", &path, error))?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(|error| Error::lost("look at", &entry.path(), error))?;
            if kind.is_dir() {
                pending.push((entry.path(), format!("{name}/")));
            } else if kind.is_file() {
                let bytes =
                    fs::read(entry.path()).map_err(|error| Error::lost("read", &entry.path(), error))?;
                files.insert(name, bytes);
            } else {
                return Err(refused(folder, &format!("`{name}` is a link or no file")));
            }
        }
    }
    Ok(files)
}

fn refused(folder: &Path, why: &str) -> Error {
    let message = format!("`{}` is no evidence package that can be checked: {why}", folder.display());
    Error::new(ErrorKind::Input, "package_invalid", message)
}
