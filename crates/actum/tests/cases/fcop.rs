//! FCoP workspaces that nobody prepared, read under the shipped profiles.

use actum::evidence::{Evidence, Options as Gather};
use actum::tmpa::Reconstruction;
use actum::{Bundle, Options, read, reader};
use actum_testkit::shared;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn read_workspace(folder: &Path, profile: &str) -> Reconstruction {
    let bundle = Bundle::open(Path::new(profile)).unwrap();
    let options = Gather { profile: Some(&bundle), ..Gather::default() };
    let evidence = Evidence::gather(&[folder], options).unwrap();
    read(&bundle.input(reader()).unwrap(), &evidence, Options::default()).unwrap()
}

/// The workspaces of a family of the corpus, or none where the corpus is not there.
fn workspaces(family: &str) -> Vec<PathBuf> {
    let Some(folder) = shared(&format!("cases/fcop/{family}")) else { return Vec::new() };
    let mut list: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    list.retain(|path| path.is_dir());
    list.sort();
    list
}

fn codes(view: &Reconstruction) -> BTreeSet<&str> {
    view.findings().map(|finding| finding.code).collect()
}

#[test]
fn a_workspace_is_read_as_it_lies_there() {
    for workspace in workspaces("peer-v4") {
        let name = workspace.file_name().unwrap().to_string_lossy().into_owned();
        let view = read_workspace(&workspace, "fcop-4.0");
        eprintln!(
            "{name}: {} {} nodes {} {:?}",
            view.judgment(),
            view.view_state(),
            view.nodes().count(),
            codes(&view)
        );
    }
}
