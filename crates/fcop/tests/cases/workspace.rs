//! Workspaces as tests read, change and project them.

use actum_fcop::{File, Finding, Projection, Registry, project};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files by path.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace {
    pub(super) files: Vec<(String, Vec<u8>)>,
}

impl Workspace {
    /// A workspace of the corpus; none where the corpus is absent, which is printed.
    pub(super) fn corpus(name: &str) -> Option<Self> {
        let workspace = Self::folder(&actum_testkit::shared(&format!("cases/fcop/{name}"))?);
        assert!(!workspace.files.is_empty(), "{name}");
        Some(workspace)
    }

    /// All files below a folder.
    pub(super) fn folder(root: &Path) -> Self {
        let mut workspace = Self::default();
        workspace.walk(root, root);
        workspace.files.sort();
        workspace
    }

    fn walk(&mut self, root: &Path, at: &Path) {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.walk(root, &path);
            } else {
                let id = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                self.files.push((id, fs::read(&path).unwrap()));
            }
        }
    }

    pub(super) fn of<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        Self {
            files: files.into_iter().map(|(id, text)| (id.to_owned(), text.as_bytes().to_vec())).collect(),
        }
    }

    pub(super) fn project(&self, registry: &Registry) -> Projection {
        project(self.files.iter().map(|(id, bytes)| File { id, bytes }), registry)
    }

    /// Replaces text in the one file whose path contains `name`.
    pub(super) fn edit(&mut self, name: &str, from: &str, to: &str) {
        let mut found = self.files.iter_mut().filter(|(id, _)| id.contains(name));
        let (_, bytes) = found.next().unwrap_or_else(|| panic!("no file `{name}`"));
        assert!(found.next().is_none(), "several files `{name}`");
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(from), "`{name}` has no `{from}`");
        *bytes = text.replacen(from, to, 1).into_bytes();
    }

    pub(super) fn text(&self, name: &str) -> String {
        let (_, bytes) = self.files.iter().find(|(id, _)| id.contains(name)).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    }
}

/// The answers that the evaluator of the corpus gave: `issuer_proof: ok` authorizes.
pub(super) fn registry() -> Registry {
    let text = br#"{"id":"corpus","version":"1","domain":"corpus","evaluations":[{"profile_ref":"local-trust","issuer_proof":"ok","answer":"AUTHORIZED"}]}"#;
    Registry::load("fcop.json", text).unwrap()
}

/// The findings that lower a judgment: code and object, sorted.
pub(super) fn weighing(projection: &Projection) -> Vec<(&'static str, String)> {
    let weighs = |finding: &&Finding| finding.effect().is_some();
    projection
        .findings
        .iter()
        .filter(weighs)
        .map(|found| (found.code.as_str(), found.object.clone()))
        .collect()
}

/// How many findings each code has.
pub(super) fn counts(projection: &Projection) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in &projection.findings {
        *counts.entry(finding.code.as_str()).or_default() += 1;
    }
    counts
}

/// The type of each object, with how many there are.
pub(super) fn types(projection: &Projection) -> BTreeMap<String, usize> {
    let mut types = BTreeMap::new();
    for object in &projection.objects {
        let value: serde_json::Value = serde_json::from_slice(&object.bytes).unwrap();
        *types.entry(value["type"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    types
}
