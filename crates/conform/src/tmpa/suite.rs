//! The list of a suite: what it is, and its cases by digest (TMPA 10.3, 11.2).

use std::collections::BTreeSet;

use actum_canon::digest::Sha256;
use actum_canon::json::Value;

use super::claim::Level;
use super::criterion::Criterion;
use super::field::{Refusal, as_text, digest, document, elements, member, object, path, text, word};

/// A suite as its `suite.json` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name of the suite.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The runner that it was written for: name and version.
    pub runner: (String, String),
    /// The profile folders that cases name.
    pub profiles: Vec<ProfileEntry>,
    /// The criteria that it has cases for.
    pub criteria: Vec<Criterion>,
    /// Its cases, in order.
    pub cases: Vec<CaseEntry>,
}

/// A profile of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileEntry {
    /// The profile's own id.
    pub id: String,
    /// Its folder, relative to the suite.
    pub path: String,
    /// Digest over the names and digests of its files.
    pub digest: Sha256,
    /// The level that it claims (TMPA 11.1); where the list does not say, Core.
    pub level: Level,
}

/// A case of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseEntry {
    /// The case's id.
    pub id: String,
    /// The manifest, relative to the suite.
    pub path: String,
    /// The digest of the manifest's bytes.
    pub digest: Sha256,
    /// The folder of its profile, one of the list.
    pub profile: String,
    /// The level that this profile claims.
    pub level: Level,
}

impl Suite {
    /// Reads a `suite.json`.
    ///
    /// # Errors
    /// [`Refusal`] names the first member that cannot stand.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        document(bytes, Self::read)
    }

    fn read(root: Value<'_>) -> Result<Self, Refusal> {
        let known = [
            "suite",
            "version",
            "core_version",
            "runner",
            "schemas",
            "profiles",
            "criteria",
            "cases",
            "description",
        ];
        object(root, &known)?;
        word(root, "core_version", "S0.4")?;
        for schema in elements(root, "schemas")? {
            object(schema, &["name", "id", "version", "digest"])?;
            for name in ["name", "id", "version"] {
                text(schema, name)?;
            }
            digest(schema, "digest")?;
        }
        let runner = member(root, "runner")?;
        object(runner, &["id", "version"])?;
        let profiles: Vec<ProfileEntry> =
            elements(root, "profiles")?.map(profile).collect::<Result<_, _>>()?;
        let suite = Self {
            id: text(root, "suite")?,
            version: text(root, "version")?,
            runner: (text(runner, "id")?, text(runner, "version")?),
            criteria: elements(root, "criteria")?.map(criterion).collect::<Result<_, _>>()?,
            cases: elements(root, "cases")?.map(|entry| case(entry, &profiles)).collect::<Result<_, _>>()?,
            profiles,
        };
        let mut seen = BTreeSet::new();
        let paths =
            suite.cases.iter().map(|case| &case.path).chain(suite.profiles.iter().map(|each| &each.path));
        let names = paths.chain(suite.cases.iter().map(|case| &case.id));
        match names.into_iter().find(|name| !seen.insert(name.as_str())) {
            Some(twice) => Err(Refusal::new("", format!("`{twice}` is listed twice"))),
            None => Ok(suite),
        }
    }
}

fn profile(value: Value<'_>) -> Result<ProfileEntry, Refusal> {
    object(value, &["id", "version", "path", "digest", "files", "conformance_level"])?;
    // The digest is over names and digests of all files, so that the list of them is for people.
    for file in value.get("files").into_iter().flat_map(Value::elements) {
        object(file, &["path", "digest"])?;
        path(file, "path")?;
        digest(file, "digest")?;
    }
    let level = match value.get("conformance_level") {
        None => Level::Core,
        Some(level) => {
            let text = as_text(level)?;
            Level::parse(&text).ok_or_else(|| {
                Refusal::at(level, format!("`{text}` is none of `core`, `fcop`, `authenticated`"))
            })?
        }
    };
    let (id, path) = (text(value, "id")?, path(value, "path")?);
    Ok(ProfileEntry { id, path, digest: digest(value, "digest")?, level })
}

fn criterion(value: Value<'_>) -> Result<Criterion, Refusal> {
    let text = as_text(value)?;
    Criterion::parse(&text).ok_or_else(|| Refusal::at(value, format!("`{text}` is none of C01 to C14")))
}

fn case(value: Value<'_>, profiles: &[ProfileEntry]) -> Result<CaseEntry, Refusal> {
    object(value, &["test_case_id", "path", "digest", "profile"])?;
    let profile = path(value, "profile")?;
    let level = profiles.iter().find(|entry| entry.path == profile).map(|entry| entry.level);
    let level =
        level.ok_or_else(|| Refusal::at(value, format!("the profile `{profile}` is not in the list")))?;
    let id = text(value, "test_case_id")?;
    Ok(CaseEntry { id, path: path(value, "path")?, digest: digest(value, "digest")?, profile, level })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: &str = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn text_of(case: &str) -> String {
        format!(
            r#"{{"suite":"s","version":"1","core_version":"S0.4","runner":{{"id":"r","version":"1"}},
            "schemas":[{{"name":"o","id":"urn:o","version":"S0.4","digest":"{DIGEST}"}}],
            "profiles":[{{"id":"p","path":"profiles/p","digest":"{DIGEST}"}}],
            "criteria":["C01"],"cases":[{case}]}}"#
        )
    }

    #[test]
    fn a_list_is_read_whole_or_refused() {
        let case = format!(
            r#"{{"test_case_id":"C01-a","path":"cases/C01/a.json","digest":"{DIGEST}","profile":"profiles/p"}}"#
        );
        let suite = Suite::parse(text_of(&case).as_bytes()).unwrap();
        assert_eq!((suite.cases.len(), suite.profiles[0].path.as_str()), (1, "profiles/p"));
        let refused = |text: &str| Suite::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(refused(&text_of(&format!("{case},{case}"))).contains("listed twice"));
        assert!(
            refused(&text_of(
                r#"{"test_case_id":"C01-a","path":"../a.json","digest":"","profile":"profiles/p"}"#
            ))
            .contains("/cases/0/path")
        );
        assert!(
            refused(&text_of(&case.replace("profiles/p", "profiles/q")))
                .contains("`profiles/q` is not in the list")
        );
        assert_eq!((suite.profiles[0].level, suite.cases[0].level), (Level::Core, Level::Core));
        let leveled = |level: &str| {
            text_of(&case).replace(r#""id":"p","#, &format!(r#""id":"p","conformance_level":"{level}","#))
        };
        assert_eq!(Suite::parse(leveled("fcop").as_bytes()).unwrap().cases[0].level, Level::Fcop);
        assert!(refused(&leveled("best")).contains("/profiles/0/conformance_level"));
        assert!(refused(&text_of(&case).replace("\"C01\"", "\"C15\"")).contains("/criteria/0"));
        assert!(refused(&text_of(&case).replace("S0.4\",\"runner", "S1.0\",\"runner")).contains("`S0.4`"));
    }
}
