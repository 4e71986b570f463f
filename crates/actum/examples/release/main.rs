//! Writes the objects of `examples/release`: `cargo run -p actum --example release`.
//!
//! Here: who wrote what, and which faults are in it. Not here: the profile and the explanation, which are written
//! by hand beside the objects. Running it twice writes the same bytes; it never removes a file.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

mod export;
mod governance;
mod import;
mod json;
mod login;
mod sessions;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = folder();
    let drafts = objects();
    for draft in &drafts {
        let path = folder.join(draft.path());
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, draft.file())?;
    }
    writeln!(io::stdout(), "{} objects in {}", drafts.len(), folder.display())?;
    Ok(())
}

fn objects() -> Vec<governance::Draft> {
    [export::objects(), login::objects(), import::objects()].into_iter().flatten().collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/release")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_committed_objects_are_the_generated_ones() {
        let generated: BTreeMap<_, _> = objects().iter().map(|draft| (draft.path(), draft.file())).collect();
        assert_eq!(generated.len(), objects().len(), "two objects share a path");
        for (path, text) in &generated {
            let committed = fs::read_to_string(folder().join(path)).unwrap_or_default();
            assert_eq!(&committed, text, "`{path}`: run `cargo run -p actum --example release`");
        }
        let committed: BTreeSet<_> = streams().iter().flat_map(|stream| names(stream)).collect();
        assert_eq!(
            committed,
            generated.into_keys().collect(),
            "a file that no longer belongs to the example"
        );
    }

    #[test]
    fn the_profile_trusts_the_example_keys() {
        let trust = fs::read_to_string(folder().join("profile/trust.json")).unwrap();
        for key in [&sessions::OLGA_KEY, &sessions::VERA_KEY] {
            assert!(trust.contains(&key.public()), "`{}` should be {}", key.id, key.public());
        }
    }

    /// Holds every row of the tables in the README against the reading: place, writer, judgment.
    #[test]
    fn the_reading_finds_what_the_readme_says() {
        let view = actum::read_folder(&folder(), &folder().join("profile")).unwrap();
        let found = view.nodes().map(|node| {
            let place = format!("{} #{}", node.stream, node.sequence);
            (
                node.id.to_owned(),
                [place, format!("{}/{}", node.creator, node.role), node.judgment.to_string()],
            )
        });
        let found: BTreeMap<_, _> = found.collect();
        let readme = fs::read_to_string(folder().join("README.md")).unwrap();
        let mut rows = 0;
        for line in readme.lines().filter(|line| line.starts_with("| `") && line.contains(" #")) {
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            let id = cells[1].trim_matches('`');
            let judgment = cells[5].trim_start_matches('*').split(['*', ';', ' ']).next().unwrap();
            rows += 1;
            match found.get(id) {
                Some(node) => assert_eq!(*node, [cells[2], cells[3], judgment], "`{id}`"),
                None => assert_eq!((id, judgment), ("login-drill", "invalid")),
            }
        }
        assert_eq!(rows, objects().len());
        let export = view.works().find(|work| work.id == "export").unwrap();
        assert_eq!((export.state, export.judgment), (Some("shipped"), actum::tmpa::Judgment::Valid));
        assert!(export.open.is_empty());
    }

    fn streams() -> Vec<PathBuf> {
        let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.is_dir() && !path.ends_with("profile")).collect()
    }

    fn names(stream: &Path) -> Vec<String> {
        let stream_name = stream.file_name().unwrap().to_str().unwrap();
        let entries = fs::read_dir(stream).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| format!("{stream_name}/{}", name.to_str().unwrap())).collect()
    }
}
