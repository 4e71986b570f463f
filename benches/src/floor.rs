//! The floor: what any reader has to do with an object before it can think about it.

use std::error::Error;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

use actum::canon::digest::{Sha256, sha256};
use actum::canon::encode::TMPA_S04;
use actum::canon::json::Parser;

/// Parses every line of a file, or of the files in a folder, writes its canonical form, hashes it and groups by id; gives the
/// number of lines.
pub(crate) fn run(place: &Path) -> Result<usize, Box<dyn Error>> {
    let files: Vec<_> = if place.is_dir() {
        std::fs::read_dir(place)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?
    } else {
        vec![place.to_path_buf()]
    };
    let mut parser = Parser::new();
    let mut canonical = Vec::new();
    let hasher = foldhash::quality::FixedState::with_seed(1);
    let mut groups: hashbrown::HashTable<(Box<str>, Sha256)> = hashbrown::HashTable::new();
    let hash = |id: &str| {
        let mut state = hasher.build_hasher();
        state.write(id.as_bytes());
        state.finish()
    };
    let mut lines = 0;
    for file in files {
        let bytes = std::fs::read(file)?;
        for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            lines += 1;
            let Ok(document) = parser.parse(line) else {
                continue;
            };
            canonical.clear();
            if TMPA_S04.write(document.root(), &mut canonical).is_err() {
                continue;
            }
            let digest = sha256(&canonical);
            let Some(id) = document.root().get("id").and_then(|id| id.as_str()) else {
                continue;
            };
            let number = hash(&id);
            if groups.find(number, |(known, _)| **known == *id).is_none() {
                groups.insert_unique(number, (id.into(), digest), |(known, _)| hash(known));
            }
        }
    }
    Ok(lines)
}
