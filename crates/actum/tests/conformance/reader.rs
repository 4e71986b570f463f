//! A reader that speaks the runner's lines: Actum's own reading, with one rule broken on request.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use actum::Bundle;
use actum::read_sources;
use actum::tmpa::profile::{BundleFiles, Profile};
use actum::tmpa::{InputBundle, Source};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::mutant::{Change, MUTANTS, Mutant};

/// One source as it came.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Vec<u8>,
}

/// The files of a profile by name.
pub(crate) type Files = Vec<(String, Value)>;

/// Answers requests until there are no more.
pub(crate) fn serve(name: &str) -> ExitCode {
    let mutant = MUTANTS.iter().find(|mutant| mutant.name == name);
    if mutant.is_none() && name != "right" {
        return ExitCode::from(64);
    }
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let answer = json!({ "id": request["id"], "envelope": answer(&request, mutant) });
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").unwrap();
        out.flush().unwrap();
    }
    ExitCode::SUCCESS
}

fn answer(request: &Value, mutant: Option<&Mutant>) -> Value {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let item = |source: &Value| Item {
        id: text(&source["source_id"]),
        media_type: text(&source["media_type"]),
        bytes: STANDARD.decode(source["base64"].as_str().unwrap()).unwrap(),
    };
    let items = request["sources"].as_array().unwrap().iter().map(item).collect();
    reading(Path::new(request["profile"].as_str().unwrap()), items, mutant)
}

/// Reads the sources, with one rule broken.
pub(crate) fn reading(profile: &Path, mut items: Vec<Item>, mutant: Option<&Mutant>) -> Value {
    let bundle = Bundle::open(profile).unwrap();
    let right = bundle.input(actum::reader()).unwrap();
    let files = || -> Files {
        let parsed = |(name, bytes): (&str, &[u8])| (name.to_owned(), serde_json::from_slice(bytes).unwrap());
        bundle.files().map(parsed).collect()
    };
    match mutant.map(|mutant| mutant.change) {
        None => envelope(&right, &items),
        Some(Change::Sources(change)) => {
            change(&mut items, &files());
            envelope(&right, &items)
        }
        Some(Change::Evidence(change)) => {
            let found = envelope(&right, &items);
            change(&mut items, &found);
            envelope(&right, &items)
        }
        Some(Change::Envelope(change)) => {
            let mut found = envelope(&right, &items);
            change(&mut found, &items);
            found
        }
        Some(Change::Profile(change)) => {
            let mut files = files();
            change(&mut files, &items);
            let bytes = files.into_iter().map(|(name, value)| (name, value.to_string().into_bytes()));
            let files = BundleFiles::new("profile.json", bytes);
            let wrong = InputBundle::new(Profile::load(&files).unwrap(), actum::reader());
            let mut found = envelope(&wrong, &items);
            // It claims to have read under the profile that it was given.
            found["profile"] = envelope(&right, &[])["profile"].clone();
            found
        }
    }
}

fn envelope(bundle: &InputBundle, items: &[Item]) -> Value {
    let sources = items.iter().map(|item| Source {
        id: &item.id,
        media_type: &item.media_type,
        bytes: &item.bytes,
        position: None,
    });
    serde_json::from_slice(&read_sources(bundle, sources).to_bytes()).unwrap()
}
