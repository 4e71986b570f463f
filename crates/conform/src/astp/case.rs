//! Case files: one for each vector, with its cases.

use std::fmt;

use actum_canon::json::{Kind, Parser, Value};

use super::expect;
use super::subject::Verb;
use super::table::{Class, Vector};

/// The cases of one vector, read and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile {
    /// The vector: `BR-001`. An id that starts with `X-` is no vector of the suite; it counts for no level.
    pub vector: String,
    /// How much the vector binds.
    pub class: Class,
    /// The clauses that it tests.
    pub clauses: Vec<String>,
    /// The governance rules that it enforces.
    pub rules: Vec<String>,
    /// What must hold.
    pub description: String,
    /// What would show that it does not.
    pub failure_condition: String,
    /// Steps that come before those of each case.
    pub setup: Vec<Step>,
    /// The cases, one at least.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its id: the vector's, a colon, and words.
    pub id: String,
    /// Whether it shows what is right or what is refused.
    pub polarity: Polarity,
    /// What it shows, in a sentence.
    pub title: String,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Whether a case shows what is right or what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarity {
    /// Something right comes out.
    Positive,
    /// Something wrong is refused or found out.
    Negative,
}

/// One step of a case: a question, and what must come out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub(super) verb: Verb,
    pub(super) name: String,
    pub(super) inputs: String,
    pub(super) context: String,
    pub(super) expect: String,
    pub(super) writes: bool,
    pub(super) keep: Option<String>,
}

impl CaseFile {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What the file does not say, or says otherwise than the table of vectors.
    pub fn parse(bytes: &[u8]) -> Result<Self, CaseFileError> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|error| CaseFileError(error.to_string()))?;
        let source =
            std::str::from_utf8(document.source()).map_err(|error| CaseFileError(error.to_string()))?;
        Reader { source }.file(document.root())
    }
}

struct Reader<'a> {
    source: &'a str,
}

impl Reader<'_> {
    fn file(&self, root: Value<'_>) -> Result<CaseFile, CaseFileError> {
        known(
            root,
            &["vector", "class", "clauses", "rules", "description", "failure_condition", "setup", "cases"],
        )?;
        let vector = string(root, "vector")?;
        let class = string(root, "class")?;
        let class = Class::parse(&class).ok_or_else(|| wrong(root, "class"))?;
        let file = CaseFile {
            class,
            clauses: strings(root, "clauses")?,
            rules: strings(root, "rules")?,
            description: string(root, "description")?,
            failure_condition: string(root, "failure_condition")?,
            setup: self.steps(root, "setup")?,
            cases: self.cases(root, &vector)?,
            vector,
        };
        file.agrees_with_the_table()?;
        Ok(file)
    }

    fn cases(&self, root: Value<'_>, vector: &str) -> Result<Vec<Case>, CaseFileError> {
        let mut cases: Vec<Case> = Vec::new();
        for case in list(root, "cases")?.elements() {
            known(case, &["id", "polarity", "title", "steps"])?;
            let id = string(case, "id")?;
            let named =
                id.split_once(':').is_some_and(|(before, words)| before == vector && !words.is_empty());
            if !named || cases.iter().any(|case| case.id == id) {
                return Err(wrong(case, "id"));
            }
            let polarity = match &*string(case, "polarity")? {
                "positive" => Polarity::Positive,
                "negative" => Polarity::Negative,
                _ => return Err(wrong(case, "polarity")),
            };
            let steps = self.steps(case, "steps")?;
            if steps.is_empty() {
                return Err(wrong(case, "steps"));
            }
            cases.push(Case { id, polarity, title: string(case, "title")?, steps });
        }
        if cases.is_empty() { Err(wrong(root, "cases")) } else { Ok(cases) }
    }

    fn steps(&self, value: Value<'_>, name: &str) -> Result<Vec<Step>, CaseFileError> {
        let Some(steps) = value.get(name) else {
            return if name == "setup" { Ok(Vec::new()) } else { Err(wrong(value, name)) };
        };
        steps.elements().map(|step| self.step(step)).collect()
    }

    fn step(&self, step: Value<'_>) -> Result<Step, CaseFileError> {
        known(step, &["apply", "call", "ask", "inputs", "context", "expect", "keep", "note"])?;
        let verbs = [Verb::Apply, Verb::Call, Verb::Ask];
        let mut asked = verbs.into_iter().filter_map(|verb| Some((verb, step.get(verb.as_str())?)));
        let (Some((verb, name)), None) = (asked.next(), asked.next()) else {
            return Err(at(step, "a step has one of `apply`, `call` and `ask`"));
        };
        let name = name.as_str().ok_or_else(|| wrong(step, verb.as_str()))?.into_owned();
        let inputs = self.optional_object(step, "inputs")?;
        let context = self.optional_object(step, "context")?;
        if step.get("context").is_some() && verb != Verb::Apply {
            return Err(at(step, "only a command has a context"));
        }
        let expect = step.get("expect").ok_or_else(|| wrong(step, "expect"))?;
        expect::examine(expect).map_err(|message| at(step, &message))?;
        let writes = expect.get("writes").and_then(Value::as_bool).unwrap_or(false);
        let keep = match step.get("keep") {
            None => None,
            Some(name) => Some(name.as_str().ok_or_else(|| wrong(step, "keep"))?.into_owned()),
        };
        Ok(Step { verb, name, inputs, context, expect: self.spelled(expect), writes, keep })
    }

    fn optional_object(&self, step: Value<'_>, name: &str) -> Result<String, CaseFileError> {
        match step.get(name) {
            Some(object) if object.kind() == Kind::Object => Ok(self.spelled(object)),
            None => Ok("{}".to_owned()),
            Some(_) => Err(wrong(step, name)),
        }
    }

    fn spelled(&self, value: Value<'_>) -> String {
        self.source.get(value.span()).unwrap_or_default().to_owned()
    }
}

impl CaseFile {
    fn agrees_with_the_table(&self) -> Result<(), CaseFileError> {
        let says = |what: &str| Err(CaseFileError(format!("`{}`: {what}", self.vector)));
        let Some(vector) = Vector::named(&self.vector) else {
            return if self.vector.starts_with("X-") && self.class == Class::Extension {
                Ok(())
            } else {
                says(
                    "the suite has no such vector; one of its own starts with `X-` and has the class EXTENSION",
                )
            };
        };
        if self.class != vector.class {
            return says("the class is not the published one");
        }
        if !self.rules.iter().map(String::as_str).eq(vector.rules.iter().copied()) {
            return says("the rules are not those of the published matrix");
        }
        if self.clauses.is_empty() {
            return says("no clause is named");
        }
        Ok(())
    }
}

fn known(value: Value<'_>, names: &[&str]) -> Result<(), CaseFileError> {
    if value.kind() != Kind::Object {
        return Err(at(value, "an object is expected"));
    }
    match value.members().find(|(name, _)| !names.contains(&&**name)) {
        Some((name, _)) => Err(at(value, &format!("`{name}` is not known here"))),
        None => Ok(()),
    }
}

fn string(value: Value<'_>, name: &str) -> Result<String, CaseFileError> {
    let text = value.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    text.map(std::borrow::Cow::into_owned).ok_or_else(|| wrong(value, name))
}

fn list<'a>(value: Value<'a>, name: &str) -> Result<Value<'a>, CaseFileError> {
    value.get(name).filter(|list| list.kind() == Kind::Array).ok_or_else(|| wrong(value, name))
}

fn strings(value: Value<'_>, name: &str) -> Result<Vec<String>, CaseFileError> {
    let texts = list(value, name)?.elements().map(|text| text.as_str().map(std::borrow::Cow::into_owned));
    texts.collect::<Option<_>>().ok_or_else(|| wrong(value, name))
}

fn wrong(value: Value<'_>, name: &str) -> CaseFileError {
    at(value, &format!("`{name}` is missing or is not what it should be"))
}

fn at(value: Value<'_>, message: &str) -> CaseFileError {
    CaseFileError(format!("at `{}`: {message}", value.pointer()))
}

/// Why a file holds no cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFileError(String);

impl CaseFileError {
    pub(super) const fn new(message: String) -> Self {
        Self(message)
    }
}

impl fmt::Display for CaseFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CaseFileError {}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = r#"{"ask":"root","expect":{"value":null}}"#;

    fn parse(vector: &str, class: &str, rules: &str, case: &str) -> Result<CaseFile, CaseFileError> {
        CaseFile::parse(
            format!(
                r#"{{"vector":"{vector}","class":"{class}","clauses":["ASTP 19"],"rules":{rules},"description":"d",
                "failure_condition":"f","cases":[{case}]}}"#
            )
            .as_bytes(),
        )
    }

    fn case(id: &str, step: &str) -> String {
        format!(r#"{{"id":"{id}","polarity":"negative","title":"t","steps":[{step}]}}"#)
    }

    #[test]
    fn a_file_has_the_class_and_the_rules_of_its_vector() {
        let good = case("FM-004:empty", STEP);
        assert!(parse("FM-004", "REQUIRED", r#"["G-19"]"#, &good).is_ok());
        assert!(parse("FM-004", "RECOMMENDED", r#"["G-19"]"#, &good).is_err());
        assert!(parse("FM-004", "REQUIRED", "[]", &good).is_err());
        assert!(parse("FM-099", "REQUIRED", "[]", &case("FM-099:a", STEP)).is_err());
        assert!(parse("X-1", "EXTENSION", r#"["G-21"]"#, &case("X-1:a", STEP)).is_ok());
        assert!(parse("X-1", "REQUIRED", "[]", &case("X-1:a", STEP)).is_err());
    }

    #[test]
    fn an_id_is_used_once_and_starts_with_its_vector() {
        let parse = |cases: &str| parse("FM-004", "REQUIRED", r#"["G-19"]"#, cases);
        assert!(parse(&case("FM-005:a", STEP)).is_err());
        assert!(parse(&case("FM-004:", STEP)).is_err());
        let twice = format!("{},{}", case("FM-004:a", STEP), case("FM-004:a", STEP));
        assert!(parse(&twice).is_err());
        assert!(parse("").is_err());
    }

    #[test]
    fn a_step_that_expects_nothing_or_nonsense_is_no_step() {
        for step in [
            "",
            r#"{"ask":"root"}"#,
            r#"{"ask":"root","expect":{}}"#,
            r#"{"ask":"root","call":"x","expect":{"value":1}}"#,
            r#"{"expect":{"value":1}}"#,
            r#"{"ask":"root","expect":{"value":1,"refused":{}}}"#,
            r#"{"ask":"root","expect":{"refused":{"rul":"G-1"}}}"#,
            r#"{"ask":"root","expect":{"writes":true}}"#,
            r#"{"ask":"root","expect":{"members":{}}}"#,
            r#"{"ask":"root","expect":{"has":[]}}"#,
            r#"{"ask":"root","expect":{"has":[1]}}"#,
            r#"{"ask":"root","expect":{"equals":1}}"#,
            r#"{"ask":"root","inputs":[],"expect":{"value":1}}"#,
            r#"{"ask":"root","context":{"actor":"a"},"expect":{"value":1}}"#,
            r#"{"ask":"root","exepct":1,"expect":{"value":1}}"#,
        ] {
            assert!(parse("FM-004", "REQUIRED", r#"["G-19"]"#, &case("FM-004:a", step)).is_err(), "{step}");
        }
    }
}
