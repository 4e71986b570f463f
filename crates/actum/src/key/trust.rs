//! Registers a public key in a profile's trust registry (TMPA 5.2, 9.8), and leaves every other byte of the profile as it
//! is.

use std::fs::File;
use std::path::{Path, PathBuf};

use actum_canon::digest::sha256;
use actum_canon::encode::{JCS, Writer};
use actum_canon::json::{Parser, Value};
use actum_tmpa::profile::{BundleFiles, Profile};

use super::Public;
use super::splice::{append, replace};
use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::output::write_whole;

/// A key and what a registry binds it to.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub public: Public,
    /// The name under which objects give it; by default that of the key itself.
    pub key_id: Option<String>,
    /// Creators for whom it signs.
    pub identities: Vec<String>,
    /// Roles in which it signs; none means any.
    pub roles: Vec<String>,
}

/// What [`trust`] wrote.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// The name under which objects give the key.
    pub key_id: String,
    /// The registry.
    pub registry: PathBuf,
    /// Whether the registry was made by this.
    pub is_new: bool,
    /// The manifest, where it was written too: it names the new registry, or pins its new digest.
    pub manifest: Option<PathBuf>,
}

impl Entry {
    fn key_id(&self) -> String {
        self.key_id.clone().unwrap_or_else(|| self.public.to_string())
    }
}

/// The entry as one line of JSON, to be put among `keys`.
pub fn entry(entry: &Entry) -> String {
    let list = |names: &[String]| names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    let roles = if entry.roles.is_empty() {
        String::new()
    } else {
        format!(r#", "roles": [{}]"#, list(&entry.roles))
    };
    format!(
        r#"{{ "key_id": {}, "algorithm": "ed25519", "public_key": {}, "identities": [{}]{roles} }}"#,
        quoted(&entry.key_id()),
        quoted(&entry.public.to_base64()),
        list(&entry.identities),
    )
}

/// Adds a key to the trust registry of the profile at `path`, which makes the registry where the profile has none.
/// What stands in the files otherwise stays byte for byte; a digest that the manifest pins is brought up to date.
///
/// # Errors
/// As [`Bundle::profile`]; [`ErrorKind::Conflict`] where the key or its name is registered already,
/// [`ErrorKind::Refused`] where the profile is a single file, [`ErrorKind::Input`] where the profile would not load any
/// more, [`ErrorKind::Storage`] where the medium fails. Nothing is written in the first four cases.
pub fn trust(path: &Path, wanted: &Entry) -> Result<Trusted, Error> {
    let _alone = alone(path)?;
    let bundle = Bundle::open(path)?;
    bundle.profile()?;
    let mut files: Vec<(String, Vec<u8>)> =
        bundle.files().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    let places: Vec<PathBuf> = bundle.places().collect();
    let (Some((manifest_name, manifest)), Some(manifest_place)) = (files.first().cloned(), places.first())
    else {
        return Err(single(path));
    };
    let named = registry(&manifest, path)?;
    let name = named.clone().unwrap_or_else(|| NEW.to_owned());
    let place = manifest_place.with_file_name(&name);
    let text = match files.iter().find(|(file, _)| *file == name).filter(|_| named.is_some()) {
        Some((_, bytes)) => {
            unknown(bytes, wanted, &place)?;
            with_key(bytes, wanted)
        }
        None if place.symlink_metadata().is_ok() => return Err(in_the_way(&place)),
        None => fresh(&manifest, wanted).into_bytes(),
    };
    let changed = if named.is_some() { pinned(&manifest, &text) } else { naming(&manifest) };
    files.retain(|(file, _)| *file != name && *file != manifest_name);
    files.push((manifest_name.clone(), changed.clone().unwrap_or(manifest)));
    files.push((name, text.clone()));
    Profile::load(&BundleFiles::new(&manifest_name, files)).map_err(|error| {
        let message = "with this key the profile could not be used any more; nothing was written";
        Error::new(ErrorKind::Input, "profile_invalid", message).because(error)
    })?;
    write_whole(&place, &text)?;
    if let Some(changed) = &changed {
        write_whole(manifest_place, changed)?;
    }
    let manifest = changed.map(|_| manifest_place.clone());
    Ok(Trusted { key_id: wanted.key_id(), registry: place, is_new: named.is_none(), manifest })
}

/// The name of a registry that is made here.
const NEW: &str = "trust.json";

/// Two processes that add a key each take turns. Elsewhere than on Unix a folder cannot be locked.
fn alone(path: &Path) -> Result<Option<File>, Error> {
    if !cfg!(unix) {
        return Ok(None);
    }
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = File::open(folder).map_err(|error| Error::io("open", folder, error))?;
    file.lock().map_err(|error| Error::lost("lock", folder, error))?;
    Ok(Some(file))
}

/// The file name of the trust registry that the manifest names.
fn registry(manifest: &[u8], path: &Path) -> Result<Option<String>, Error> {
    let mut parser = Parser::new();
    let root = parser.parse(manifest).ok().map(|document| document.root());
    let registries = root.and_then(|root| root.get("registries")).ok_or_else(|| single(path))?;
    let named = registries.get("trust");
    let file = named.map(|named| named.get("file").unwrap_or(named));
    Ok(file.and_then(Value::as_str).map(|name| name.into_owned()))
}

/// Refuses a key that the registry holds already, by its name or by itself.
fn unknown(registry: &[u8], wanted: &Entry, place: &Path) -> Result<(), Error> {
    let mut parser = Parser::new();
    let keys = parser.parse(registry).ok().and_then(|document| document.root().get("keys"));
    let is = |key: Value<'_>, name: &str, text: &str| {
        key.get(name).and_then(Value::as_str).is_some_and(|found| found == text)
    };
    for key in keys.into_iter().flat_map(Value::elements) {
        let same_id = is(key, "key_id", &wanted.key_id());
        if same_id || is(key, "public_key", &wanted.public.to_base64()) {
            let id = key.get("key_id").and_then(Value::as_str).unwrap_or_default();
            let what = if same_id { "already names a key" } else { "is this key already" };
            let message = format!("`{id}` {what} in `{}`; nothing was written", place.display());
            return Err(Error::new(ErrorKind::Conflict, "key_known", message)
                .hint("edit the entry there to bind the key to more identities or roles"));
        }
    }
    Ok(())
}

/// The registry with one more key behind the others, spaced as they are.
fn with_key(registry: &[u8], wanted: &Entry) -> Vec<u8> {
    let mut parser = Parser::new();
    let keys = parser.parse(registry).ok().and_then(|document| document.root().get("keys"));
    keys.map_or_else(|| registry.to_vec(), |keys| append(registry, keys, &entry(wanted)))
}

/// A registry of this key alone. Signatures stay optional: asking for them is a decision of its own.
fn fresh(manifest: &[u8], wanted: &Entry) -> String {
    let mut parser = Parser::new();
    let root = parser.parse(manifest).ok().map(|document| document.root());
    let id = root.and_then(|root| root.get("id")).and_then(Value::as_str).unwrap_or_default();
    format!(
        "{{\n  \"id\": {},\n  \"version\": \"1\",\n  \"keys\": [\n    {}\n  ],\n  \"policy\": \"optional\"\n}}\n",
        quoted(&format!("{id}-trust")),
        entry(wanted)
    )
}

/// The manifest with the registry's new digest, where it pins one.
fn pinned(manifest: &[u8], registry: &[u8]) -> Option<Vec<u8>> {
    let mut parser = Parser::new();
    let root = parser.parse(manifest).ok()?.root();
    let digest = root.get("registries")?.get("trust")?.get("digest")?;
    Some(replace(manifest, digest, &quoted(&sha256(registry).to_string())))
}

/// The manifest with a registry that it did not name.
fn naming(manifest: &[u8]) -> Option<Vec<u8>> {
    let mut parser = Parser::new();
    let registries = parser.parse(manifest).ok()?.root().get("registries")?;
    Some(append(manifest, registries, &format!("\"trust\": {}", quoted(NEW))))
}

fn quoted(text: &str) -> String {
    let mut bytes = Vec::new();
    match Writer::new(&JCS, &mut bytes).string(text) {
        Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
        Err(never) => match never {},
    }
}

fn single(path: &Path) -> Error {
    let message = format!("`{}` is a profile in a single file, which has no trust registry", path.display());
    Error::new(ErrorKind::Refused, "profile_single_file", message)
        .hint("`actum profile new DIR` writes a profile in a folder")
}

fn in_the_way(place: &Path) -> Error {
    let message = format!("`{}` is there, though the profile does not name it", place.display());
    Error::new(ErrorKind::Conflict, "registry_in_the_way", message)
        .hint("name it under `registries` in `profile.json` if it is the profile's, or give it another name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::write_starter;
    use std::fs;

    struct Place {
        folder: tempfile::TempDir,
    }

    impl Place {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            write_starter(&folder.path().join("profile")).unwrap();
            Self { folder }
        }

        fn profile(&self) -> PathBuf {
            self.folder.path().join("profile")
        }

        fn text(&self, name: &str) -> String {
            fs::read_to_string(self.profile().join(name)).unwrap()
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.profile().join(name), text).unwrap();
        }

        fn entry(&self, name: &str) -> Entry {
            let key = Key::create(&self.folder.path().join(name), None).unwrap();
            let identities = vec![name.to_owned()];
            Entry { public: key.public(), key_id: Some(format!("{name}-key")), identities, roles: Vec::new() }
        }

        fn trust(&self, entry: &Entry) -> Result<Trusted, Error> {
            trust(&self.profile(), entry)
        }
    }

    #[test]
    fn the_first_key_makes_the_registry_and_names_it() {
        let place = Place::new();
        let (manifest, entry) = (place.text("profile.json"), place.entry("ann"));
        let trusted = place.trust(&entry).unwrap();
        assert!(trusted.is_new && trusted.manifest.is_some());
        Bundle::open(&place.profile()).unwrap().profile().unwrap();
        assert!(place.text("trust.json").contains(&super::entry(&entry)));
        let now = place.text("profile.json");
        assert_eq!(now.replace(",\n    \"trust\": \"trust.json\"", ""), manifest);
    }

    #[test]
    fn another_key_leaves_every_other_byte_and_brings_the_pin_up_to_date() {
        let place = Place::new();
        place.trust(&place.entry("ann")).unwrap();
        let old = place.text("trust.json").replace("optional", "required");
        place.write("trust.json", &old);
        let pin = format!(r#"{{"file":"trust.json" , "digest":"{}"}}"#, sha256(old.as_bytes()));
        let manifest = place.text("profile.json").replace("\"trust.json\"", &pin);
        place.write("profile.json", &manifest);
        let entry = place.entry("bob");
        let trusted = place.trust(&entry).unwrap();
        assert!(!trusted.is_new && trusted.manifest.is_some());
        let now = place.text("trust.json");
        assert_eq!(now.replace(&format!(",\n    {}", super::entry(&entry)), ""), old);
        let pinned = place.text("profile.json");
        assert_eq!(
            pinned.replace(&sha256(now.as_bytes()).to_string(), &sha256(old.as_bytes()).to_string()),
            manifest
        );
        Bundle::open(&place.profile()).unwrap().profile().unwrap();
    }

    #[test]
    fn what_cannot_be_added_changes_nothing() {
        let place = Place::new();
        let ann = place.entry("ann");
        place.trust(&ann).unwrap();
        let before = (place.text("trust.json"), place.text("profile.json"));
        let renamed = Entry { key_id: None, ..ann.clone() };
        let rebound = Entry { key_id: ann.key_id.clone(), ..place.entry("cy") };
        let unknown = Entry { roles: vec!["EMPEROR".to_owned()], ..place.entry("dan") };
        let rows = [
            (ann, ErrorKind::Conflict),
            (renamed, ErrorKind::Conflict),
            (rebound, ErrorKind::Conflict),
            (unknown, ErrorKind::Input),
        ];
        for (entry, kind) in rows {
            assert_eq!(place.trust(&entry).unwrap_err().kind(), kind);
            assert_eq!((place.text("trust.json"), place.text("profile.json")), before);
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let place = Place::new();
        place.write("trust.json", "mine");
        assert_eq!(place.trust(&place.entry("ann")).unwrap_err().code(), "registry_in_the_way");
        assert_eq!(place.text("trust.json"), "mine");
    }

    #[test]
    fn keys_that_are_added_at_once_are_all_there() {
        let place = Place::new();
        let entries: Vec<Entry> = (0..8).map(|number| place.entry(&format!("agent-{number}"))).collect();
        std::thread::scope(|scope| {
            for entry in &entries {
                scope.spawn(|| place.trust(entry).unwrap());
            }
        });
        let text = place.text("trust.json");
        assert!(entries.iter().all(|entry| text.contains(&super::entry(entry))));
    }
}
