//! The profiles that tests read with: the kit's compact one, and a folder with every registry, which can be changed.

use actum_testkit::profile::Compact;
use actum_tmpa::profile::{BundleFiles, Profile, ProfileError};
use actum_tmpa::{InputBundle, ReaderIdentity};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const FILES: [(&str, &str); 7] = [
    ("profile.json", include_str!("../profiles/full/profile.json")),
    ("types.json", include_str!("../profiles/full/types.json")),
    ("lifecycle.json", include_str!("../profiles/full/lifecycle.json")),
    ("roles.json", include_str!("../profiles/full/roles.json")),
    ("relations.json", include_str!("../profiles/full/relations.json")),
    ("integrity.json", include_str!("../profiles/full/integrity.json")),
    ("trust.json", include_str!("../profiles/full/trust.json")),
];

/// A profile folder whose files a test may change before it loads them.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// The folder under `tests/profiles/full`.
pub(crate) fn full() -> Folder {
    let file = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
    Folder { files: FILES.into_iter().map(file).collect() }
}

impl Folder {
    fn parsed(&self, file: &str) -> Value {
        serde_json::from_slice(&self.files[file]).unwrap()
    }

    /// Sets the member or element at `pointer`; `-` as the last step appends to an array.
    pub(crate) fn set(mut self, file: &str, pointer: &str, value: Value) -> Self {
        let mut document = self.parsed(file);
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap();
        match parent {
            Value::Array(items) if name == "-" => items.push(value),
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = value,
            Value::Object(members) => {
                members.insert(name.replace("~1", "/").replace("~0", "~"), value);
            }
            other => panic!("nothing can be set in {other}"),
        }
        self.files.insert(file.to_owned(), document.to_string().into_bytes());
        self
    }

    /// Takes a member out.
    pub(crate) fn cut(mut self, file: &str, pointer: &str) -> Self {
        let mut document = self.parsed(file);
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        assert!(parent.remove(name).is_some(), "{file}{pointer} is not there");
        self.files.insert(file.to_owned(), document.to_string().into_bytes());
        self
    }

    /// Other bytes for a file.
    pub(crate) fn bytes(mut self, file: &str, bytes: &[u8]) -> Self {
        self.files.insert(file.to_owned(), bytes.to_vec());
        self
    }

    /// Without a file.
    pub(crate) fn without(mut self, file: &str) -> Self {
        assert!(self.files.remove(file).is_some(), "{file} is not there");
        self
    }

    /// One switch of the manifest.
    pub(crate) fn switch(self, name: &str, value: &str) -> Self {
        let known = self.parsed("profile.json").get("switches").is_some();
        let folder = if known { self } else { self.set("profile.json", "/switches", json!({})) };
        folder.set("profile.json", &format!("/switches/{name}"), json!(value))
    }

    /// One more static assignment.
    pub(crate) fn assign(self, id: &str, identity: &str, role: &str) -> Self {
        let entry = json!({ "id": id, "identity": identity, "role": role });
        self.set("roles.json", "/assignments/-", entry)
    }

    pub(crate) fn load(&self) -> Result<Profile, ProfileError> {
        Profile::load(&BundleFiles::new("profile.json", self.files.clone()))
    }

    pub(crate) fn bundle(&self) -> InputBundle {
        with_reader(self.load().unwrap_or_else(|error| panic!("{error}")))
    }
}

/// The bundle of a compact profile.
pub(crate) fn compact(profile: &Compact) -> InputBundle {
    super::subject::bundle(&profile.to_bytes())
}

pub(crate) fn with_reader(profile: Profile) -> InputBundle {
    InputBundle::new(profile, ReaderIdentity { id: "actum-test".to_owned(), version: "0".to_owned() })
}

/// The whole message of the error under which a folder does not load.
#[track_caller]
pub(crate) fn refused(folder: &Folder, expected: &str) {
    match folder.load() {
        Ok(_) => panic!("loads, though: {expected}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}
