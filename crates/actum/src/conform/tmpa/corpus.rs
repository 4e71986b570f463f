//! A suite as it lies in a folder, opened whole before anything is run (TMPA 10.3).
//!
//! Two forms are understood: a `suite.json` with manifests, fixtures and profiles beside it, and the corpus that the
//! specification's author published, one file for each criterion. What is missing or altered prevents the cases that
//! need it and says nothing about a subject.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};
use actum_conform::tmpa::claim::Level;
use actum_conform::tmpa::{Case, CaseEntry, Criterion, Place, Suite, mismatch, published_case};

use super::process::read_regular;
use super::selection::Selection;
use crate::error::{Error, ErrorKind};

/// The list of a suite.
const LIST: &str = "suite.json";

/// The profile of the published corpus: beside its files, or where it was published with the schemas.
const PUBLISHED_PROFILE: [&str; 2] = ["case-profile.json", "../../spec/tmpa-s0.4/case-profile.json"];

/// An opened suite.
#[derive(Debug)]
pub struct Corpus {
    /// Its name.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The digest of its list.
    pub digest: Sha256,
    /// Its cases, in order; of a suite of which some were chosen, these.
    pub cases: Vec<Loaded>,
    /// The profiles that these cases fix, by path and digest.
    pub profiles: Vec<(String, Sha256)>,
    levels: BTreeMap<String, Level>,
    ids: BTreeSet<String>,
    root: PathBuf,
    /// Where a profile lies that is not below the root.
    elsewhere: Option<PathBuf>,
    files: BTreeMap<String, Vec<u8>>,
}

/// A case with the bytes of its sources.
#[derive(Debug)]
pub struct Loaded {
    /// The case.
    pub case: Case,
    /// The bytes of its inputs, in order; empty where it is prevented.
    pub sources: Vec<Vec<u8>>,
    /// Why it cannot be run, if it cannot.
    pub prevented: Option<String>,
}

impl Corpus {
    /// Opens the suite in `folder`, with the selected cases.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is no such folder, or no case that was chosen by its id or level, [`ErrorKind::Input`] where it holds no suite or
    /// its list cannot be used, [`ErrorKind::Storage`] where the list cannot be read. A broken case is no error.
    pub fn open(folder: &Path, selection: &Selection) -> Result<Self, Error> {
        fs::metadata(folder).map_err(|error| {
            Error::io("open", folder, error)
                .hint("run it in a checkout of Actum, or name the suite's folder with `--suite`")
        })?;
        // A subject may look at the profile from another folder than ours.
        let folder = &std::path::absolute(folder).map_err(|error| Error::io("open", folder, error))?;
        let list = folder.join(LIST);
        let mut corpus = match read_regular(&list) {
            Ok(bytes) => Self::listed(folder, bytes, selection)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::published(folder)?,
            Err(error) => return Err(Error::io("read", &list, error)),
        };
        if let Some(stranger) = selection.ids().iter().find(|id| !corpus.ids.contains(*id)) {
            let message = format!("the suite has no case `{stranger}`");
            return Err(Error::new(ErrorKind::NotFound, "case_unknown", message));
        }
        if let Selection::Cases(ids) = selection {
            corpus.cases.retain(|loaded| ids.contains(&loaded.case.id));
        }
        if let Some(level) = selection.level()
            && !corpus.cases.iter().any(|loaded| corpus.level(&loaded.case) == level)
        {
            let message = format!("the suite has no case under a profile of level `{}`", level.as_str());
            return Err(Error::new(ErrorKind::NotFound, "level_unknown", message));
        }
        Ok(corpus)
    }

    /// The ids of all cases of the suite, chosen or not.
    #[must_use]
    pub fn ids(&self) -> &BTreeSet<String> {
        &self.ids
    }

    /// The level that the profile of a case claims.
    #[must_use]
    pub fn level(&self, case: &Case) -> Level {
        self.levels.get(&case.profile).copied().unwrap_or(Level::Core)
    }

    /// Where the profile of a case lies.
    #[must_use]
    pub fn profile(&self, case: &Case) -> PathBuf {
        self.elsewhere.clone().unwrap_or_else(|| self.root.join(&case.profile))
    }

    /// Every file of the suite that was read, by its path in the suite.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    fn listed(folder: &Path, list: Vec<u8>, selection: &Selection) -> Result<Self, Error> {
        let suite = Suite::parse(&list).map_err(|refusal| {
            let message = format!("the suite `{}` cannot be used", folder.join(LIST).display());
            Error::new(ErrorKind::Input, "suite_invalid", message).because(refusal)
        })?;
        let chosen: Vec<&CaseEntry> = suite.cases.iter().filter(|entry| selection.takes(entry)).collect();
        let named: BTreeSet<&str> = chosen.iter().map(|entry| entry.profile.as_str()).collect();
        let profiles = || suite.profiles.iter().filter(|entry| named.contains(entry.path.as_str()));
        let mut corpus = Self {
            id: suite.id.clone(),
            version: suite.version.clone(),
            digest: sha256(&list),
            cases: Vec::new(),
            profiles: profiles().map(|entry| (entry.path.clone(), entry.digest)).collect(),
            levels: profiles().map(|entry| (entry.path.clone(), entry.level)).collect(),
            ids: suite.cases.iter().map(|entry| entry.id.clone()).collect(),
            root: folder.to_path_buf(),
            elsewhere: None,
            files: BTreeMap::from([(LIST.to_owned(), list)]),
        };
        let mut altered = BTreeMap::new();
        for entry in profiles() {
            if let Err(message) = corpus.read_profile(&entry.path, entry.digest) {
                altered.insert(entry.path.clone(), message);
            }
        }
        let mut seen = BTreeSet::new();
        for entry in chosen {
            let mut loaded = corpus.load(entry);
            if loaded.prevented.is_none() {
                loaded.prevented = altered.get(&entry.profile).cloned();
            }
            let mut names = vec![format!("test case {}", loaded.case.id)];
            names.extend(loaded.case.evidence.paths().map(str::to_owned));
            for name in names {
                if !seen.insert(name.clone()) {
                    let message =
                        format!("`{}` holds two cases with one `{name}`", folder.join(LIST).display());
                    return Err(Error::new(ErrorKind::Input, "suite_invalid", message));
                }
            }
            corpus.cases.push(loaded);
        }
        Ok(corpus)
    }

    fn load(&mut self, entry: &CaseEntry) -> Loaded {
        self.load_case(entry).unwrap_or_else(|message| {
            // A case that cannot be told apart still has to stand somewhere, and counts against that criterion.
            let named = Criterion::all().find(|each| entry.id.starts_with(&each.to_string()));
            let case = Case::unreadable(&entry.id, named.unwrap_or(Criterion::FIRST), entry.digest);
            Loaded { case, sources: Vec::new(), prevented: Some(message) }
        })
    }

    fn load_case(&mut self, entry: &CaseEntry) -> Result<Loaded, String> {
        let bytes = self.read(&entry.path)?;
        if let Some(message) = mismatch(entry.digest, &bytes) {
            return Err(format!("the manifest `{}` is altered: {message}", entry.path));
        }
        let case = Case::parse(&bytes)
            .map_err(|refusal| format!("the manifest `{}` cannot be used: {refusal}", entry.path))?;
        if case.id != entry.id {
            return Err(format!(
                "the manifest `{}` is that of `{}`, not of `{}`",
                entry.path, case.id, entry.id
            ));
        }
        if case.profile != entry.profile {
            return Err(format!(
                "the manifest `{}` is under `{}`, not under `{}`",
                entry.path, case.profile, entry.profile
            ));
        }
        let mut sources = Vec::new();
        for input in &case.inputs {
            let Place::File(path) = &input.place else {
                continue;
            };
            let read = self.read(path).and_then(|bytes| match input.mismatch(&bytes) {
                Some(message) => Err(format!("the fixture `{path}` is altered: {message}")),
                None => Ok(bytes),
            });
            match read {
                Ok(bytes) => sources.push(bytes),
                Err(message) => return Ok(Loaded { case, sources: Vec::new(), prevented: Some(message) }),
            }
        }
        Ok(Loaded { case, sources, prevented: None })
    }

    /// Reads a file of the suite and keeps its bytes.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let bytes = read_regular(&self.root.join(path)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("`{path}` is missing"),
            _ => format!("`{path}` cannot be read: {error}"),
        })?;
        self.files.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }

    /// Reads the files of a profile's folder and holds them against the digest in the list.
    fn read_profile(&mut self, path: &str, expected: Sha256) -> Result<(), String> {
        let folder = self.root.join(path);
        let unreadable = |error: io::Error| format!("the profile `{path}` cannot be read: {error}");
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            if entry.file_type().map_err(unreadable)?.is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        let mut digests = Vec::new();
        for name in names {
            let bytes = self.read(&format!("{path}/{name}"))?;
            digests.push((name, sha256(&bytes)));
        }
        let found = over_names(digests);
        if found == expected {
            Ok(())
        } else {
            Err(format!("the profile `{path}` is altered: its digest is `{found}`, not `{expected}`"))
        }
    }

    fn published(folder: &Path) -> Result<Self, Error> {
        let profile = PUBLISHED_PROFILE.into_iter().find(|place| folder.join(place).is_file());
        let first = folder.join(format!("{}.json", Criterion::FIRST));
        let (Some(place), true) = (profile, first.is_file()) else {
            let message = format!("`{}` holds no `{LIST}` and no published corpus", folder.display());
            return Err(Error::new(ErrorKind::Input, "suite_missing", message).hint(
                "a suite's folder holds `suite.json`; the published corpus holds `C01.json` to `C14.json`",
            ));
        };
        let [name, _] = PUBLISHED_PROFILE;
        let path = folder.join(place);
        let bytes = read_regular(&path).map_err(|error| Error::io("read", &path, error))?;
        let profile_digest = sha256(&bytes);
        let mut corpus = Self {
            id: "tmpa-s0.4-published".to_owned(),
            version: "0.1.0".to_owned(),
            digest: profile_digest,
            cases: Vec::new(),
            profiles: vec![(name.to_owned(), profile_digest)],
            levels: BTreeMap::new(),
            ids: Criterion::all().map(|criterion| criterion.to_string()).collect(),
            root: folder.to_path_buf(),
            elsewhere: Some(path),
            files: BTreeMap::from([(name.to_owned(), bytes)]),
        };
        for criterion in Criterion::all() {
            corpus.push_published(criterion, name, profile_digest);
        }
        corpus.digest =
            over_names(corpus.files().map(|(name, bytes)| (name.to_owned(), sha256(bytes))).collect());
        Ok(corpus)
    }

    fn push_published(&mut self, criterion: Criterion, profile: &str, profile_digest: Sha256) {
        let path = format!("{criterion}.json");
        let read = self.read(&path).and_then(|bytes| {
            published_case(&bytes, profile).map_err(|refusal| format!("`{path}` cannot be used: {refusal}"))
        });
        self.cases.push(match read {
            Ok(case) => {
                let altered = case.profile_digest != profile_digest;
                let message = format!("the profile is altered: its digest is `{profile_digest}`");
                Loaded { sources: inline(&case), case, prevented: altered.then_some(message) }
            }
            Err(message) => Loaded {
                case: Case::unreadable(&criterion.to_string(), criterion, self.digest),
                sources: Vec::new(),
                prevented: Some(message),
            },
        });
    }
}

fn inline(case: &Case) -> Vec<Vec<u8>> {
    let bytes = case.inputs.iter().map(|input| match &input.place {
        Place::Inline(bytes) => bytes.clone(),
        Place::File(_) => Vec::new(),
    });
    bytes.collect()
}

/// A digest over the names and digests of files, as that of a folder profile.
pub(super) fn over_names(mut digests: Vec<(String, Sha256)>) -> Sha256 {
    digests.sort_by(|one, other| TMPA_S04.compare_names(&one.0, &other.0));
    let mut bytes = Vec::new();
    let mut out = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = out.begin_object();
    for (name, digest) in digests {
        let Ok(()) = out.name(&name);
        let Ok(()) = out.string(&digest.to_string());
    }
    let Ok(()) = out.end_object();
    let Ok(()) = out.finish();
    sha256(&bytes)
}
