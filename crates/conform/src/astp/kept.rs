//! Answers that a case keeps, and their places in later steps.

use std::collections::BTreeMap;

use actum_canon::json::{Kind, Value};

use super::value::{at, text, with};

/// The member that makes an object a reference: `{"$kept":"name/pointer"}`.
const REFERENCE: &str = "$kept";

/// Kept answers by name.
#[derive(Debug, Default)]
pub(super) struct Kept(BTreeMap<String, String>);

impl Kept {
    pub(super) fn keep(&mut self, name: &str, answer: String) {
        self.0.insert(name.to_owned(), answer);
    }

    /// The text of the value that `name` or `name/pointer` stands for.
    pub(super) fn find(&self, reference: &str) -> Result<String, String> {
        let (name, pointer) = match reference.find('/') {
            Some(slash) => reference.split_at(slash),
            None => (reference, ""),
        };
        let answer = self.0.get(name).ok_or_else(|| format!("no answer is kept as `{name}`"))?;
        with(answer, |value| at(value, pointer).map(text))
            .flatten()
            .ok_or_else(|| format!("the answer kept as `{name}` has no `{pointer}`: {answer}"))
    }

    /// The text of `value` with every reference replaced by what it stands for.
    pub(super) fn fill(&self, value: Value<'_>, source: &str) -> Result<String, String> {
        let mut places = Vec::new();
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            let reference = value.get(REFERENCE).filter(|_| value.kind() == Kind::Object && value.len() == 1);
            match reference.and_then(Value::as_str) {
                Some(reference) => places.push((value.span(), self.find(&reference)?)),
                None => {
                    left.extend(value.elements());
                    left.extend(value.members().map(|(_, value)| value));
                }
            }
        }
        places.sort_by_key(|(span, _)| span.start);
        let whole = value.span();
        let mut filled = String::new();
        let mut done = whole.start;
        for (span, text) in places {
            filled.push_str(source.get(done..span.start).unwrap_or_default());
            filled.push_str(&text);
            done = span.end;
        }
        filled.push_str(source.get(done..whole.end).unwrap_or_default());
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(kept: &Kept, source: &str) -> Result<String, String> {
        with(source, |value| kept.fill(value, source)).unwrap()
    }

    #[test]
    fn references_are_replaced_wherever_they_stand() {
        let mut kept = Kept::default();
        kept.keep("a", r#"{"id":"x","list":[1,2]}"#.to_owned());
        let source =
            r#"{"one":{"$kept":"a/id"},"two":[0,{"$kept":"a/list/1"}],"three":{"$kept":"a"},"four":"$kept"}"#;
        assert_eq!(
            fill(&kept, source).unwrap(),
            r#"{"one":"x","two":[0,2],"three":{"id":"x","list":[1,2]},"four":"$kept"}"#
        );
        assert_eq!(fill(&kept, r#"{"$kept":"a/id"}"#).unwrap(), r#""x""#);
    }

    #[test]
    fn a_reference_to_nothing_is_said() {
        let mut kept = Kept::default();
        assert!(fill(&kept, r#"[{"$kept":"a/id"}]"#).unwrap_err().contains("`a`"));
        kept.keep("a", "{}".to_owned());
        assert!(fill(&kept, r#"[{"$kept":"a/id"}]"#).unwrap_err().contains("`/id`"));
    }
}
