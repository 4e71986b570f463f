//! Holds a list of expected issues against the issues of an envelope, one to one (TMPA 10.5).

use std::collections::BTreeMap;

use actum_canon::json::Value;

use super::envelope::{Envelope, Issue};
use super::field::{Refusal, as_text, object};

const MEMBERS: [&str; 6] = ["code", "severity", "source_id", "object_id", "relation", "target_id"];

/// An expected issue: the members that the suite fixes, the others are free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ExpectedIssue(BTreeMap<&'static str, String>);

impl ExpectedIssue {
    pub(super) fn parse(value: Value<'_>) -> Result<Self, Refusal> {
        object(value, &MEMBERS)?;
        let mut wanted = BTreeMap::new();
        for name in MEMBERS {
            match value.get(name) {
                // An absent text of an issue is empty (TMPA 8.3), and may be expected as such.
                Some(member) if member.as_str().is_some_and(|text| text.is_empty()) => {
                    wanted.insert(name, String::new());
                }
                Some(member) => {
                    wanted.insert(name, as_text(member)?);
                }
                None => {}
            }
        }
        if wanted.contains_key("code") {
            Ok(Self(wanted))
        } else {
            Err(Refusal::at(value, "the member `code` is missing"))
        }
    }

    fn matches(&self, issue: &Issue) -> bool {
        self.0.iter().all(|(name, wanted)| {
            let found = match *name {
                "code" => &issue.code,
                "severity" => &issue.severity,
                "source_id" => &issue.source,
                "object_id" => &issue.object,
                "relation" => &issue.relation,
                _ => &issue.target,
            };
            found == wanted
        })
    }

    fn shown(&self) -> String {
        self.0.values().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }
}

/// What is expected and not there, and what is there and not expected. The most specific expectation takes its issue
/// first.
pub(super) fn difference(expected: &[ExpectedIssue], envelope: &Envelope) -> Option<String> {
    let mut left: Vec<Option<&Issue>> = envelope.issues.iter().map(Some).collect();
    let mut wanted: Vec<&ExpectedIssue> = expected.iter().collect();
    wanted.sort_by_key(|each| std::cmp::Reverse(each.0.len()));
    let mut differences = Vec::new();
    for each in wanted {
        let place = left.iter_mut().find(|issue| issue.is_some_and(|issue| each.matches(issue)));
        match place {
            Some(place) => *place = None,
            None => differences.push(format!("no issue `{}`", each.shown())),
        }
    }
    let shown = |issue: &Issue| {
        let parts = [&issue.code, &issue.source, &issue.object, &issue.relation, &issue.target];
        let parts: Vec<&str> =
            parts.into_iter().filter(|part| !part.is_empty()).map(String::as_str).collect();
        format!("an issue `{}` beyond the expected ones", parts.join(" "))
    };
    differences.extend(left.into_iter().flatten().map(shown));
    (!differences.is_empty()).then(|| differences.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tmpa::field::{document, elements};

    fn check(expected: &str, issues: &str) -> Option<String> {
        let text = format!("{{\"e\":{expected}}}");
        let expected: Vec<_> = document(text.as_bytes(), |root| {
            elements(root, "e")?.map(ExpectedIssue::parse).collect::<Result<_, _>>()
        })
        .unwrap();
        let envelope = Envelope::read(format!("{{\"issues\":{issues}}}").as_bytes()).unwrap();
        difference(&expected, &envelope)
    }

    const TWO: &str =
        r#"[{"code":"A","object_id":"x","source_id":"s"},{"code":"A","object_id":"y","source_id":"s"}]"#;

    #[test]
    fn each_expected_issue_takes_one_issue() {
        assert_eq!(check(r#"[{"code":"A"},{"code":"A","object_id":"x"}]"#, TWO), None);
        assert_eq!(check("[]", "[]"), None);
        assert_eq!(check(r#"[{"code":"A","relation":""},{"code":"A"}]"#, TWO), None);
    }

    #[test]
    fn one_too_many_and_one_too_few_are_told() {
        assert!(check(r#"[{"code":"A"}]"#, TWO).unwrap().contains("beyond"));
        assert!(check(r#"[{"code":"A"},{"code":"A"},{"code":"A"}]"#, TWO).unwrap().contains("no issue"));
        assert!(check(r#"[{"code":"A"},{"code":"B"}]"#, TWO).unwrap().contains("no issue `B`"));
        assert!(check(r#"[{"code":"A","object_id":"x"},{"code":"A","object_id":"x"}]"#, TWO).is_some());
    }
}
