//! A reader that is started anew for every reading, and ways in which such a program fails.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::reader::{Item, reading};

/// `NAME SOURCES PROFILE [OUT]`.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let [name, sources, profile, out @ ..] = words else {
        return ExitCode::from(64);
    };
    eprintln!("reading {name}");
    let right = || envelope(Path::new(sources), Path::new(profile)).to_string();
    let write = |text: &str| match out {
        [path, ..] => std::fs::write(path, text).unwrap(),
        [] => std::io::stdout().write_all(text.as_bytes()).unwrap(),
    };
    match name.as_str() {
        "right" => write(&right()),
        // As a verdict on the evidence, not as a failure.
        "invalid" => {
            write(&right());
            return ExitCode::from(1);
        }
        "garbage" => write("this is no JSON"),
        "half" => write(right().split_at(20).0),
        "other" => write("{\"verdict\":\"all is well\"}"),
        "silent" => {}
        "endless" => {
            // What it leaves behind is no file that ever ends.
            let made = std::process::Command::new("mkfifo").arg(&out[0]).status().unwrap();
            assert!(made.success());
        }
        "hanging" => thread::sleep(Duration::from_secs(600)),
        "crashing" => {
            write(&right());
            std::process::abort();
        }
        "refusing" => return ExitCode::from(3),
        _ => return ExitCode::from(64),
    }
    ExitCode::SUCCESS
}

fn envelope(sources: &Path, profile: &Path) -> Value {
    let listing: Value =
        serde_json::from_slice(&std::fs::read(sources.join("listing.json")).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let item = |(at, source): (usize, &Value)| {
        let bytes = STANDARD.decode(source["base64"].as_str().unwrap()).unwrap();
        assert_eq!(std::fs::read(sources.join(format!("{:04}", at + 1))).unwrap(), bytes);
        Item { id: text(&source["source_id"]), media_type: text(&source["media_type"]), bytes }
    };
    let items = listing["sources"].as_array().unwrap().iter().enumerate().map(item).collect();
    reading(profile, items, None)
}
