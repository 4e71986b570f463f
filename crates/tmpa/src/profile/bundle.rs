//! The manifest of a bundle folder, and the order in which its registries load.

use super::error::{ProfileError, Rule};
use super::field::{Field, document};
use super::integrity::Integrity;
use super::lifecycle::{Lifecycle, Lifecycles};
use super::projection::{self, Projection};
use super::relations::{Relations, identity};
use super::roles::Roles;
use super::switches::Switches;
use super::trust::Trust;
use super::types::{Evidence, Types};
use super::{Inputs, Profile, VersionedInput};
use crate::names::{Names, Symbol};
use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::{Kind, Parser};

/// The bytes of a profile by file name, as somebody read them from a folder.
#[derive(Debug, Clone, Default)]
pub struct BundleFiles {
    manifest: String,
    files: Vec<(String, Vec<u8>)>,
}

impl BundleFiles {
    /// `manifest` names the file that is read first.
    pub fn new(manifest: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self { manifest: manifest.to_owned(), files: files.into_iter().collect() }
    }

    fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.as_slice())
    }
}

const REGISTRIES: [&str; 6] = ["types", "lifecycle", "roles", "relations", "integrity", "trust"];

struct Entry {
    file: String,
    digest: Option<Sha256>,
    place: String,
}

/// The names of the files that a manifest refers to, so that a caller can read them; none for a single-file profile.
///
/// # Errors
/// As [`Profile::load`], for the manifest alone.
pub fn registry_files(manifest: &[u8]) -> Result<Vec<String>, ProfileError> {
    let mut parser = Parser::new();
    let document = document(&mut parser, "profile.json", manifest)?;
    let root = Field::root("profile.json", &document);
    if root.optional("registries").is_none() {
        return Ok(Vec::new());
    }
    let registries = entries(&root)?.into_iter().map(|(_, entry)| entry.file);
    let projected = projection::named(&root)?.into_iter().filter_map(|named| Some(named.file?.0));
    Ok(registries.chain(projected).collect())
}

/// Whether a name stays in the bundle folder.
pub(super) fn is_plain(file: &str) -> bool {
    !file.contains(['/', '\\', '\0']) && file != "." && file != ".."
}

fn entries(root: &Field<'_>) -> Result<Vec<(&'static str, Entry)>, ProfileError> {
    let registries = root.required("registries")?;
    registries.object(&REGISTRIES)?;
    let mut list = Vec::new();
    for name in REGISTRIES {
        let field = if name == "trust" {
            match registries.optional(name) {
                Some(field) => field,
                None => continue,
            }
        } else {
            registries.required(name)?
        };
        let place = format!("/registries/{name}");
        if name == "lifecycle" && field.value().kind() == Kind::Array {
            let files = field.items()?;
            if files.is_empty() {
                return field.fail(Rule::Kind { expected: "an array that is not empty" });
            }
            for (position, file) in files.into_iter().enumerate() {
                list.push((name, entry(file, format!("{place}/{position}"))?));
            }
        } else {
            list.push((name, entry(field, place)?));
        }
    }
    Ok(list)
}

/// One registry file with the digest that the manifest may pin.
fn entry(field: Field<'_>, place: String) -> Result<Entry, ProfileError> {
    let (file_field, digest) = match field.value().as_str() {
        Some(_) => (field, None),
        None => {
            field.object(&["file", "digest"])?;
            let digest = match field.optional("digest") {
                None => None,
                Some(field) => match Sha256::parse(&field.text()?) {
                    Some(digest) => Some(digest),
                    None => {
                        return field.fail(Rule::Kind { expected: "`sha256:` and 64 lower-case hex digits" });
                    }
                },
            };
            (field.required("file")?, digest)
        }
    };
    let file = file_field.text()?;
    if !is_plain(&file) {
        return file_field.fail(Rule::FileName(file));
    }
    Ok(Entry { file, digest, place })
}

pub(super) fn load(files: &BundleFiles) -> Result<Profile, ProfileError> {
    let manifest = files.manifest.as_str();
    let missing =
        |file: &str| ProfileError { file: file.to_owned(), pointer: String::new(), rule: Rule::FileMissing };
    let bytes = files.get(manifest).ok_or_else(|| missing(manifest))?;
    let mut parser = Parser::new();
    let document = document(&mut parser, manifest, bytes)?;
    let root = Field::root(manifest, &document);
    if root.optional("states").is_some() && root.optional("registries").is_none() {
        return super::compact::load(&root, bytes);
    }
    root.object(&[
        "id",
        "version",
        "core_version",
        "conformance_level",
        "registries",
        "projections",
        "switches",
        "description",
    ])?;
    let edition = root.required("core_version")?;
    if edition.text()? != "S0.4" {
        return edition.fail(Rule::Edition(edition.text()?));
    }
    let level = root.required("conformance_level")?;
    let authenticated = level.choice(
        &[("core", false), ("fcop", false), ("authenticated", true)],
        "`core`, `fcop`, `authenticated`",
    )?;
    let entries = entries(&root)?;
    let mut digests = vec![(manifest.to_owned(), sha256(bytes))];
    let mut found: Vec<(&str, &str, &[u8])> = Vec::new();
    for (name, entry) in &entries {
        let bytes = files.get(&entry.file).ok_or_else(|| missing(&entry.file))?;
        let digest = sha256(bytes);
        if let Some(expected) = entry.digest.filter(|expected| *expected != digest) {
            let rule = Rule::DigestDiffers { expected: expected.to_string(), found: digest.to_string() };
            return Err(ProfileError { file: manifest.to_owned(), pointer: entry.place.clone(), rule });
        }
        digests.push((entry.file.clone(), digest));
        found.push((name, &entry.file, bytes));
    }
    let mut projections = Vec::new();
    for named in projection::named(&root)? {
        let registry = match named.file {
            None => None,
            Some((file, _)) => {
                let bytes = files.get(&file).ok_or_else(|| missing(&file))?;
                digests.push((file.clone(), sha256(bytes)));
                Some((file, bytes.to_vec()))
            }
        };
        projections.push(Projection { name: named.name, registry });
    }
    let conformance_profile = VersionedInput {
        id: root.required("id")?.text()?,
        version: root.required("version")?.text()?,
        digest: joint_digest(digests),
    };
    let switches = Switches::STRICT.load(root.optional("switches"))?;
    let mut profile = registries(&found, conformance_profile, switches)?;
    profile.projections = projections;
    if authenticated && profile.trust.required.is_none() {
        return level.fail(Rule::TrustRequired);
    }
    Ok(profile)
}

fn registries(
    found: &[(&str, &str, &[u8])],
    conformance_profile: VersionedInput,
    switches: Switches,
) -> Result<Profile, ProfileError> {
    let mut names = Names::new(0);
    let with =
        |name: &str| found.iter().find(|(entry, ..)| *entry == name).map(|&(_, file, bytes)| (file, bytes));
    // The order follows what may refer to what: types name roles, relations and the lifecycle.
    let (relations, relation_registry) = each(with("relations"), |root| Relations::load(root, &mut names))?;
    let (roles, role_registry) = each(with("roles"), |root| Roles::load(root, &mut names))?;
    let (lifecycles, lifecycle_registry) = lifecycles(found, &mut names)?;
    let (types, type_registry) = each(with("types"), |root| {
        Types::load(root, &mut names, &roles.names(), &relations.names(), &lifecycles.ids())
    })?;
    for &(_, file, bytes) in found.iter().filter(|(name, ..)| *name == "lifecycle") {
        each(Some((file, bytes)), |root| {
            check_lifecycle(root, &relations.names(), &roles.names(), &types.names(), &names)
        })?;
    }
    each(with("relations"), |root| relations.check(root, &types.names(), &names))?;
    each(with("roles"), |root| check_roles(root, &lifecycles, &relations, &types, &names))?;
    let (integrity, integrity_profile) = each(with("integrity"), Integrity::load)?;
    let trust = match with("trust") {
        Some(file) => each(Some(file), |root| Trust::load(root, &mut names, &roles.names()))?.0,
        None => Trust::none(),
    };
    Ok(Profile {
        names,
        switches,
        types,
        lifecycles,
        roles,
        relations,
        integrity,
        trust,
        inputs: Inputs {
            conformance_profile,
            type_registry,
            lifecycle_registry,
            role_registry,
            relation_registry,
            integrity_profile,
        },
        projections: Vec::new(),
    })
}

/// The lifecycles in the order of the manifest. Several of them are one input: the first names it, and its digest hangs
/// on all files (TMPA 6.1).
fn lifecycles(
    found: &[(&str, &str, &[u8])],
    names: &mut Names,
) -> Result<(Lifecycles, VersionedInput), ProfileError> {
    let mut files =
        found.iter().filter(|(name, ..)| *name == "lifecycle").map(|&(_, file, bytes)| (file, bytes));
    let load = |root: &Field<'_>, names: &mut Names| {
        Lifecycle::load(root, names, &["preconditions", "executing_actions", "description"], true)
    };
    let first = files.next();
    let mut digests: Vec<(String, Sha256)> =
        first.iter().map(|(file, bytes)| ((*file).to_owned(), sha256(bytes))).collect();
    let (lifecycle, mut input) = each(first, |root| load(root, names))?;
    let mut lifecycles = Lifecycles::one(lifecycle);
    for (file, bytes) in files {
        each(Some((file, bytes)), |root| {
            let lifecycle = load(root, names)?;
            let id = root.required("id")?;
            if lifecycles.add(lifecycle) { Ok(()) } else { id.fail(Rule::Repeated(id.text()?)) }
        })?;
        digests.push((file.to_owned(), sha256(bytes)));
        input.digest = joint_digest(digests.clone());
    }
    Ok((lifecycles, input))
}

/// Parses one registry file and loads it, keeping its identity and digest.
fn each<T>(
    file: Option<(&str, &[u8])>,
    load: impl FnOnce(&Field<'_>) -> Result<T, ProfileError>,
) -> Result<(T, VersionedInput), ProfileError> {
    let (name, bytes) = file.unwrap_or(("profile.json", b""));
    let mut parser = Parser::new();
    let document = document(&mut parser, name, bytes)?;
    let root = Field::root(name, &document);
    let loaded = load(&root)?;
    let identity = identity(&root, bytes)?;
    Ok((loaded, identity))
}

fn check_lifecycle(
    root: &Field<'_>,
    relations: &[Symbol],
    roles: &[Symbol],
    types: &[Symbol],
    names: &Names,
) -> Result<(), ProfileError> {
    let check = |fields: Vec<Field<'_>>, defined: &[_], registry| {
        fields.iter().try_for_each(|field| match names.get(&field.text()?) {
            Some(symbol) => field.defined(symbol, defined, registry, names),
            None => field.fail(Rule::Undefined { name: field.text()?, registry }),
        })
    };
    for item in root.required("transitions")?.items()? {
        check(item.required("allowed_roles")?.items()?, roles, "role")?;
        check(item.required("required_relations")?.items()?, relations, "relation")?;
    }
    let named = root.optional("extensions").and_then(|field| field.optional("preconditions"));
    for (_, item) in named.map_or(Ok(Vec::new()), |field| field.entries())? {
        check(vec![item.required("relation")?], relations, "relation")?;
        check(item.optional("creator_roles").map_or(Ok(Vec::new()), |field| field.items())?, roles, "role")?;
        check(item.optional("target_types").map_or(Ok(Vec::new()), |field| field.items())?, types, "type")?;
    }
    Ok(())
}

/// Actions of a role are those of the lifecycle and those that change authority or resolve conflicts.
fn check_roles(
    root: &Field<'_>,
    lifecycles: &Lifecycles,
    relations: &Relations,
    types: &Types,
    names: &Names,
) -> Result<(), ProfileError> {
    for role in root.required("roles")?.items()? {
        for field in role.required("permitted_actions")?.items()? {
            let action = field.text()?;
            let in_lifecycle = names
                .get(&action)
                .is_some_and(|symbol| lifecycles.iter().any(|lifecycle| lifecycle.actions.contains(&symbol)));
            if !in_lifecycle
                && !["assign", "revoke", "delegate", "except", "resolve", "revoke_key"]
                    .contains(&action.as_str())
            {
                return field.fail(Rule::Undefined { name: action, registry: "lifecycle action" });
            }
        }
    }
    if let Some(field) = root.optional("exception_relation") {
        let name = field.text()?;
        if names.get(&name).is_none_or(|symbol| relations.get(symbol).is_none()) {
            return field.fail(Rule::Undefined { name, registry: "relation" });
        }
        if !types.iter().any(|entry| entry.evidence == Evidence::Exception) {
            return field.fail(Rule::Undefined { name: "exception".to_owned(), registry: "type (evidence)" });
        }
    }
    Ok(())
}

/// Changing any file of a bundle changes this digest, so that no two rule sets share one (TMPA 6.1).
fn joint_digest(mut digests: Vec<(String, Sha256)>) -> Sha256 {
    digests.sort_by(|left, right| TMPA_S04.compare_names(&left.0, &right.0));
    digests.dedup();
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let written = (|| {
        writer.begin_object()?;
        for (name, digest) in &digests {
            writer.name(name)?;
            writer.string(&digest.to_string())?;
        }
        writer.end_object()?;
        writer.finish()
    })();
    match written {
        Ok(()) => sha256(&bytes),
        Err(never) => match never {},
    }
}
