//! The manifest of one case (TMPA 10.3).

use std::collections::BTreeSet;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::{Kind, Value};

use super::assertion::Assertion;
use super::criterion::Criterion;
use super::expectation::Expectation;
use super::field::{Refusal, as_text, digest, document, elements, member, object, path, text, texts, word};
use super::input::Input;
use super::observation::PERMUTATIONS;
use super::permutation::Plan;
use super::published::Published;

/// A case: what a subject is given, and what is asserted of its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Stable id.
    pub id: String,
    /// The one criterion that it belongs to.
    pub criterion: Criterion,
    /// What it shows, in one line.
    pub title: String,
    /// Where the rules stand.
    pub clauses: Vec<String>,
    /// Whether it shows what must be taken or what must be refused.
    pub polarity: Polarity,
    /// What has to hold before it can be run, for people.
    pub prerequisites: Vec<String>,
    /// The profile's folder or file, relative to the suite.
    pub profile: String,
    /// The digest that a result names as that of its profile.
    pub profile_digest: Sha256,
    /// The sources.
    pub inputs: Vec<Input>,
    /// What is read, at least one.
    pub readings: Vec<Reading>,
    /// The orders of arrival in which a reading is repeated.
    pub plans: Vec<Plan>,
    /// What is asserted of the observation, apart from what is asserted of every case.
    pub assertions: Vec<Assertion>,
    /// Where its evidence lies inside a package.
    pub evidence: Evidence,
    /// The digest of the manifest's bytes.
    pub manifest_digest: Sha256,
    pub(super) expected: Vec<(usize, Expectation)>,
    pub(super) expected_result_digest: Option<Sha256>,
    pub(super) published: Option<Published>,
}

/// What kind of thing a case shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// Something legal, which must be taken.
    Positive,
    /// Something wrong, which must be found.
    Negative,
}

/// One reading of a case: some of its sources, in the listed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name under which the observation holds it.
    pub id: String,
    /// Places among the case's inputs.
    pub inputs: Vec<usize>,
}

/// Paths inside a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What the subject wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// The canonical results.
    pub result: String,
    /// How it ended.
    pub exit_status: String,
}

/// Something with a version and a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The digest of its bytes.
    pub digest: Sha256,
}

impl Evidence {
    /// All four paths.
    #[must_use]
    pub fn paths(&self) -> [&str; 4] {
        [&self.stdout, &self.stderr, &self.result, &self.exit_status]
    }

    /// The paths of a case without a manifest of this form.
    #[must_use]
    pub(super) fn of(id: &str) -> Self {
        let path = |name: &str| format!("evidence/{id}/{name}");
        Self {
            stdout: path("stdout"),
            stderr: path("stderr"),
            result: path("result.json"),
            exit_status: path("exit_status.json"),
        }
    }
}

impl Case {
    /// Reads a manifest.
    ///
    /// # Errors
    /// [`Refusal`] names the first member that cannot stand.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        document(bytes, |root| read(root, sha256(bytes)))
    }

    /// What stands for a manifest that cannot be used, so that the case is reported as not run.
    #[must_use]
    pub fn unreadable(id: &str, criterion: Criterion, manifest_digest: Sha256) -> Self {
        Self {
            id: id.to_owned(),
            criterion,
            title: "a case whose manifest cannot be used".to_owned(),
            clauses: Vec::new(),
            polarity: Polarity::Negative,
            prerequisites: Vec::new(),
            profile: String::new(),
            profile_digest: manifest_digest,
            inputs: Vec::new(),
            readings: Vec::new(),
            plans: Vec::new(),
            assertions: Vec::new(),
            evidence: Evidence::of(id),
            manifest_digest,
            expected: Vec::new(),
            expected_result_digest: None,
            published: None,
        }
    }

    /// The canonical result that the suite expects, as a digest over the comparable projection.
    #[must_use]
    pub fn expected_result_digest(&self) -> Option<Sha256> {
        self.expected_result_digest
    }

    /// The inputs of a reading, in the listed order.
    pub fn inputs_of(&self, reading: &Reading) -> impl Iterator<Item = &Input> {
        reading.inputs.iter().filter_map(|at| self.inputs.get(*at))
    }
}

const MEMBERS: [&str; 19] = [
    "test_case_id",
    "criterion",
    "title",
    "clauses",
    "polarity",
    "core_version",
    "versions",
    "prerequisites",
    "profile",
    "inputs",
    "readings",
    "permutations",
    "assertions",
    "expected",
    "expected_result_digest",
    "runner",
    "evidence",
    "description",
    "notes",
];

fn read(root: Value<'_>, manifest_digest: Sha256) -> Result<Case, Refusal> {
    object(root, &MEMBERS)?;
    word(root, "core_version", "S0.4")?;
    let (id, criterion) = identity(root)?;
    let profile_digest = versions(member(root, "versions")?)?;
    let inputs = inputs(root)?;
    let readings = readings(root, &inputs)?;
    let sizes: Vec<_> = readings.iter().map(|reading| (reading.id.as_str(), reading.inputs.len())).collect();
    let plans = plans(root, &sizes)?;
    let expected = expected(root, &readings, &inputs)?;
    let runner = member(root, "runner")?;
    object(runner, &["id", "version", "command", "environment"])?;
    for name in ["id", "version", "command"] {
        text(runner, name)?;
    }
    let polarity = match text(root, "polarity")?.as_str() {
        "positive" => Polarity::Positive,
        "negative" => Polarity::Negative,
        _ => return Err(Refusal::at(root, "`polarity` must be `positive` or `negative`")),
    };
    let expected_result_digest =
        root.get("expected_result_digest").map(|_| digest(root, "expected_result_digest")).transpose()?;
    let case = Case {
        id,
        criterion,
        title: text(root, "title")?,
        clauses: texts(root, "clauses")?,
        polarity,
        prerequisites: texts(root, "prerequisites")?,
        profile: path(root, "profile")?,
        profile_digest,
        inputs,
        plans,
        assertions: Assertion::parse_all(root)?,
        evidence: evidence(member(root, "evidence")?)?,
        manifest_digest,
        expected,
        expected_result_digest,
        published: None,
        readings,
    };
    if case.clauses.is_empty() {
        return Err(Refusal::at(root, "a case names at least one clause"));
    }
    Ok(case)
}

fn identity(root: Value<'_>) -> Result<(String, Criterion), Refusal> {
    let found = member(root, "test_case_id")?;
    let id = as_text(found)?;
    let name = text(root, "criterion")?;
    let criterion = Criterion::parse(&name)
        .ok_or_else(|| Refusal::at(root, format!("`{name}` is none of C01 to C14")))?;
    // Ids become names of folders, on every system.
    let plain = id.chars().all(|each| each.is_ascii_alphanumeric() || matches!(each, '-' | '_' | '.'));
    if plain && id.starts_with(&name) && !id.ends_with('.') {
        Ok((id, criterion))
    } else {
        Err(Refusal::at(found, "must begin with the criterion and hold only letters, digits, `-`, `_`, `.`"))
    }
}

fn versioned(value: Value<'_>) -> Result<Versioned, Refusal> {
    object(value, &["id", "version", "digest", "name"])?;
    Ok(Versioned {
        id: text(value, "id")?,
        version: text(value, "version")?,
        digest: digest(value, "digest")?,
    })
}

fn versions(value: Value<'_>) -> Result<Sha256, Refusal> {
    object(value, &["object_schema", "output_schema", "profile", "registries"])?;
    versioned(member(value, "object_schema")?)?;
    versioned(member(value, "output_schema")?)?;
    for registry in elements(value, "registries")? {
        versioned(registry)?;
        text(registry, "name")?;
    }
    Ok(versioned(member(value, "profile")?)?.digest)
}

fn inputs(root: Value<'_>) -> Result<Vec<Input>, Refusal> {
    elements(root, "inputs")?.map(Input::parse).collect()
}

fn readings(root: Value<'_>, inputs: &[Input]) -> Result<Vec<Reading>, Refusal> {
    let mut readings: Vec<Reading> = Vec::new();
    for value in elements(root, "readings")? {
        object(value, &["id", "inputs"])?;
        let id = text(value, "id")?;
        if id == PERMUTATIONS || readings.iter().any(|reading| reading.id == id) {
            return Err(Refusal::at(value, format!("the reading's id `{id}` is taken")));
        }
        let mut places: Vec<usize> = Vec::new();
        for source in texts(value, "inputs")? {
            // One id may stand for several sources; a reading that names it gets them in turn.
            let named = inputs.iter().enumerate().filter(|(_, input)| input.source_id == source);
            let next = named.map(|(at, _)| at).find(|at| !places.contains(at));
            places
                .push(next.ok_or_else(|| Refusal::at(value, format!("there is no source `{source}` left")))?);
        }
        readings.push(Reading { id, inputs: places });
    }
    if readings.is_empty() {
        return Err(Refusal::at(root, "a case has at least one reading"));
    }
    Ok(readings)
}

fn plans(root: Value<'_>, readings: &[(&str, usize)]) -> Result<Vec<Plan>, Refusal> {
    let Some(value) = root.get("permutations") else {
        return Ok(Vec::new());
    };
    let plans: Vec<Option<Plan>> = match value.kind() {
        Kind::Array => value.elements().map(|plan| Plan::parse(plan, readings)).collect::<Result<_, _>>()?,
        _ => vec![Plan::parse(value, readings)?],
    };
    Ok(plans.into_iter().flatten().collect())
}

fn expected(
    root: Value<'_>,
    readings: &[Reading],
    inputs: &[Input],
) -> Result<Vec<(usize, Expectation)>, Refusal> {
    let value = member(root, "expected")?;
    if value.kind() != Kind::Object {
        return Err(Refusal::at(value, "must be an object"));
    }
    let mut expected = Vec::new();
    for (id, expectation) in value.members() {
        let place = readings.iter().enumerate().find(|(_, reading)| reading.id == id);
        let Some((at, reading)) = place else {
            return Err(Refusal::at(expectation, format!("there is no reading `{id}`")));
        };
        let sources: BTreeSet<&str> = reading
            .inputs
            .iter()
            .filter_map(|place| inputs.get(*place))
            .map(|input| input.source_id.as_str())
            .collect();
        expected.push((at, Expectation::parse(expectation, &sources)?));
    }
    Ok(expected)
}

fn evidence(value: Value<'_>) -> Result<Evidence, Refusal> {
    object(value, &["stdout", "stderr", "result", "exit_status", "environment"])?;
    let evidence = Evidence {
        stdout: path(value, "stdout")?,
        stderr: path(value, "stderr")?,
        result: path(value, "result")?,
        exit_status: path(value, "exit_status")?,
    };
    let distinct: BTreeSet<&str> = evidence.paths().into_iter().collect();
    if distinct.len() == 4 && distinct.iter().all(|path| path.starts_with("evidence/")) {
        Ok(evidence)
    } else {
        Err(Refusal::at(value, "the four paths must differ and begin with `evidence/`"))
    }
}
