//! What the files of a workspace cannot say, given with the profile (FCOP 7.1): `fcop.json` beside `profile.json`.
//!
//! Who holds which role is not said here but in the profile's `roles.json`, where TMPA looks for it.

use actum_canon::instant::is_date_time;
use actum_canon::json::{Kind, Parser, Value};
use core::fmt;
use std::collections::BTreeMap;

/// The registry of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    domain: Option<String>,
    evaluations: Vec<Evaluation>,
    dates: BTreeMap<String, String>,
}

/// What the evaluator of an FCoP profile answers about an authorization (FCOP 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Authorized,
    Denied,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Evaluation {
    profile: String,
    review: Option<String>,
    sender: Option<String>,
    proof: Option<String>,
    answer: Answer,
}

/// An authorization, as evaluators are asked about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) profile: &'q str,
    pub(crate) review: &'q str,
    pub(crate) sender: &'q str,
    pub(crate) proof: Option<&'q str>,
}

impl Registry {
    /// A registry that says nothing: no authorization is known to be one.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether nothing is said at all.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::none()
    }

    /// Reads a registry. Members that are not known are refused, so that a misspelt rule is not silently absent.
    ///
    /// # Errors
    /// [`RegistryError`], which names file, place and rule.
    pub fn load(file: &str, bytes: &[u8]) -> Result<Self, RegistryError> {
        let fail = |pointer: &str, rule: Rule| RegistryError {
            file: file.to_owned(),
            pointer: pointer.to_owned(),
            rule,
        };
        let mut parser = Parser::new();
        let document =
            parser.parse(bytes).map_err(|error| fail(error.pointer(), Rule::Json(error.kind().name())))?;
        let mut registry = Self::none();
        let root = document.root();
        members(root, &["id", "version", "description", "domain", "evaluations", "dates"])
            .map_err(|rule| fail(&rule.0, rule.1))?;
        for name in ["id", "version"] {
            text(root, name)
                .map_err(|rule| fail(&format!("/{name}"), rule))?
                .ok_or_else(|| fail(&format!("/{name}"), Rule::Missing))?;
        }
        registry.domain = text(root, "domain").map_err(|rule| fail("/domain", rule))?;
        if let Some(dates) = root.get("dates") {
            if dates.kind() != Kind::Object {
                return Err(fail("/dates", Rule::Kind("an object from ids to date-times")));
            }
            for (id, value) in dates.members() {
                let date = value.as_str().filter(|date| is_date_time(date));
                let date = date.ok_or_else(|| fail(&value.pointer(), Rule::Kind("an RFC 3339 date-time")))?;
                registry.dates.insert(id.into_owned(), date.into_owned());
            }
        }
        if let Some(list) = root.get("evaluations") {
            if list.kind() != Kind::Array {
                return Err(fail("/evaluations", Rule::Kind("an array")));
            }
            for value in list.elements() {
                let evaluation = evaluation(value).map_err(|rule| fail(&value.pointer(), rule))?;
                registry.evaluations.push(evaluation);
            }
        }
        Ok(registry)
    }

    /// The label of the workspace, where its manifest has no id.
    pub(crate) fn domain(&self) -> Option<&str> {
        self.domain.as_deref()
    }

    /// When something was made, as somebody outside the workspace knows it.
    pub(crate) fn date(&self, id: &str) -> Option<&str> {
        self.dates.get(id).map(String::as_str)
    }

    /// The one answer of all entries that fit; none where they contradict each other or nothing fits.
    pub(crate) fn answer(&self, question: Question<'_>) -> Option<Answer> {
        let fits = |entry: &&Evaluation| {
            let same = |said: &Option<String>, asked| said.as_deref().is_none_or(|said| Some(said) == asked);
            entry.profile == question.profile
                && same(&entry.review, Some(question.review))
                && same(&entry.sender, Some(question.sender))
                && same(&entry.proof, question.proof)
        };
        let mut answers = self.evaluations.iter().filter(fits).map(|entry| entry.answer);
        let first = answers.next()?;
        if answers.all(|answer| answer == first) { Some(first) } else { None }
    }
}

fn evaluation(value: Value<'_>) -> Result<Evaluation, Rule> {
    members(value, &["profile_ref", "review", "sender", "issuer_proof", "answer", "description"])
        .map_err(|rule| rule.1)?;
    let answer = match text(value, "answer")?.as_deref() {
        Some("AUTHORIZED") => Answer::Authorized,
        Some("DENIED") => Answer::Denied,
        Some("UNKNOWN") => Answer::Unknown,
        _ => return Err(Rule::Kind("`answer`: AUTHORIZED, DENIED or UNKNOWN")),
    };
    Ok(Evaluation {
        profile: text(value, "profile_ref")?.ok_or(Rule::Kind("`profile_ref`"))?,
        review: text(value, "review")?,
        sender: text(value, "sender")?,
        proof: text(value, "issuer_proof")?,
        answer,
    })
}

fn members(value: Value<'_>, known: &[&str]) -> Result<(), (String, Rule)> {
    if value.kind() != Kind::Object {
        return Err((value.pointer(), Rule::Kind("an object")));
    }
    match value.members().find(|(name, _)| !known.contains(&name.as_ref())) {
        Some((name, unknown)) => Err((unknown.pointer(), Rule::Unknown(name.into_owned()))),
        None => Ok(()),
    }
}

fn text(value: Value<'_>, name: &str) -> Result<Option<String>, Rule> {
    match value.get(name) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) if !text.is_empty() => Ok(Some(text.into_owned())),
            _ => Err(Rule::Kind("a text that is not empty")),
        },
    }
}

/// Why a registry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryError {
    file: String,
    pointer: String,
    rule: Rule,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    Json(&'static str),
    Kind(&'static str),
    Missing,
    Unknown(String),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.file)?;
        if !self.pointer.is_empty() {
            write!(f, " at `{}`", self.pointer)?;
        }
        match &self.rule {
            Rule::Json(kind) => write!(f, ": not strict JSON ({kind})"),
            Rule::Kind(expected) => write!(f, ": expected {expected}"),
            Rule::Missing => f.write_str(": a required member is missing"),
            Rule::Unknown(name) => write!(f, ": unknown member `{name}`"),
        }
    }
}

impl core::error::Error for RegistryError {}

#[cfg(test)]
mod tests {
    use super::{Answer, Question, Registry};

    const ASKED: Question<'_> =
        Question { profile: "p", review: "REVIEW-1", sender: "ADMIN", proof: Some("ok") };

    fn load(text: &str) -> Result<Registry, String> {
        Registry::load("fcop.json", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn an_answer_counts_where_all_entries_that_fit_agree() {
        let registry = load(
            r#"{"id":"r","version":"1","evaluations":[
                {"profile_ref":"p","issuer_proof":"ok","answer":"AUTHORIZED"},
                {"profile_ref":"p","sender":"DEV","answer":"DENIED"}]}"#,
        )
        .unwrap();
        assert_eq!(registry.answer(ASKED), Some(Answer::Authorized));
        assert_eq!(registry.answer(Question { sender: "DEV", ..ASKED }), None, "they contradict each other");
        assert_eq!(registry.answer(Question { profile: "q", ..ASKED }), None);
        assert_eq!(registry.answer(Question { proof: None, ..ASKED }), None);
    }

    #[test]
    fn a_bad_registry_names_its_place() {
        for (text, said) in [
            ("{", "not strict JSON"),
            ("[]", "expected an object"),
            (r#"{"version":"1"}"#, "`/id`"),
            (r#"{"id":"r","version":"1","domains":"x"}"#, "unknown member `domains`"),
            (r#"{"id":"r","version":"1","dates":{"TASK-1":"today"}}"#, "`/dates/TASK-1`"),
            (
                r#"{"id":"r","version":"1","evaluations":[{"profile_ref":"p","answer":"YES"}]}"#,
                "`/evaluations/0`",
            ),
        ] {
            let error = load(text).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
