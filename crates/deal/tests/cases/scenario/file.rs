//! A scenario file (DEAL 13.1): its messages byte for byte, since some are no JSON that a strict reader takes, and the
//! rest as JSON.

use std::ops::Range;
use std::path::Path;

use serde_json::Value;

#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) messages: Vec<Vec<u8>>,
    /// The file with an empty array of messages.
    pub(crate) frame: Value,
}

impl Scenario {
    pub(crate) fn read(path: &Path) -> Self {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(path).unwrap();
        let (messages, content) = messages(&bytes);
        let frame = [&bytes[..content.start], &bytes[content.end..]].concat();
        let frame = serde_json::from_slice(&frame).unwrap_or_else(|error| panic!("{name}: {error}"));
        let messages = messages.into_iter().map(|range| bytes[range].to_vec()).collect();
        Self { name, messages, frame }
    }

    /// All files of a folder in name order.
    pub(crate) fn folder(folder: &Path) -> Vec<Self> {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }
}

/// Where each message is, and all that stands between the brackets.
fn messages(bytes: &[u8]) -> (Vec<Range<usize>>, Range<usize>) {
    let name: &[u8] = b"\"messages\": [";
    let start = bytes.windows(name.len()).position(|window| window == name).unwrap() + name.len();
    let (mut found, mut from, mut depth, mut at) = (Vec::new(), start, 0, start);
    loop {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'[' | b'{' => depth += 1,
            b']' if depth == 0 => break,
            b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                found.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if !bytes[from..at].trim_ascii().is_empty() {
        found.push(from..at);
    }
    (found, start..at)
}

/// The closing quote of the string that opens here.
fn end_of_string(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}
