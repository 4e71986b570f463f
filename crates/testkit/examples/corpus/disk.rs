//! The suite's folder against what it should hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Files by their path below the suite's folder.
pub(crate) type Contents = BTreeMap<String, Vec<u8>>;

/// Folders in which nothing may lie that is not written here.
const OWNED: [&str; 3] = ["cases", "fixtures", "profiles"];

/// Makes the folder hold exactly these files.
pub(crate) fn write(home: &Path, files: &Contents) -> Result<String, String> {
    let (missing, strays) = differences(home, files)?;
    for stray in &strays {
        fs::remove_file(home.join(stray)).map_err(|error| format!("{stray}: {error}"))?;
    }
    for name in &missing {
        let place = home.join(name);
        let folder = place.parent().unwrap_or(home);
        let bytes = files.get(name).map(Vec::as_slice).unwrap_or_default();
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&place, bytes))
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(format!("{} files: {} written, {} removed", files.len(), missing.len(), strays.len()))
}

/// Fails where the folder holds anything else.
pub(crate) fn check(home: &Path, files: &Contents) -> Result<String, String> {
    let (missing, strays) = differences(home, files)?;
    if missing.is_empty() && strays.is_empty() {
        return Ok(format!("{} files are as they should be", files.len()));
    }
    let lines = missing.iter().map(|name| format!("differs: {name}"));
    let lines: Vec<String> =
        lines.chain(strays.iter().map(|name| format!("not written here: {name}"))).collect();
    Err(lines.join("\n"))
}

/// What is absent or other, and what should not be there.
fn differences(home: &Path, files: &Contents) -> Result<(Vec<String>, Vec<String>), String> {
    let wrong = |(name, bytes): (&String, &Vec<u8>)| {
        (fs::read(home.join(name)).ok().as_ref() != Some(bytes)).then(|| name.clone())
    };
    let missing = files.iter().filter_map(wrong).collect();
    let mut found = BTreeSet::new();
    let mut waiting: Vec<String> = OWNED.iter().map(|&name| name.to_owned()).collect();
    while let Some(folder) = waiting.pop() {
        let place = home.join(&folder);
        if !place.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&place).map_err(|error| format!("{folder}: {error}"))? {
            let entry = entry.map_err(|error| format!("{folder}: {error}"))?;
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                waiting.push(name);
            } else {
                found.insert(name);
            }
        }
    }
    let strays = found.into_iter().filter(|name| !files.contains_key(name)).collect();
    Ok((missing, strays))
}
