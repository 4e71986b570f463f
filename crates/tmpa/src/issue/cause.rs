//! Why an issue is there: the parameters that TMPA 8.2 asks for, kept apart from the closed issue shape.

use actum_canon::encode::{TMPA_S04, Writer};

/// One reason behind an issue. Every text is deterministic; none is meant for translation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// What failed, as one stable word.
    pub reason: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// RFC 6901 pointer into the object, where one place is meant.
    pub pointer: Option<String>,
    /// What the rule asks for.
    pub expected: Option<String>,
    /// What is there.
    pub found: Option<String>,
    /// Ids of the objects, sources or assignments that this reason names, in code-point order.
    pub members: Vec<String>,
}

impl Cause {
    /// A reason with the clause that asks for it.
    #[must_use]
    pub const fn new(reason: &'static str, clause: &'static str) -> Self {
        Self { reason, clause, pointer: None, expected: None, found: None, members: Vec::new() }
    }

    /// With the place in the object, as an RFC 6901 pointer.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        self.pointer = Some(pointer.to_owned());
        self
    }

    /// With what the rule asks for.
    #[must_use]
    pub fn expected(mut self, text: impl Into<String>) -> Self {
        self.expected = Some(text.into());
        self
    }

    /// With what is there.
    #[must_use]
    pub fn found(mut self, text: impl Into<String>) -> Self {
        self.found = Some(text.into());
        self
    }

    /// With ids that it names; they are put in order, and each counts once.
    #[must_use]
    pub fn members<'m>(mut self, ids: impl IntoIterator<Item = &'m str>) -> Self {
        self.members.extend(ids.into_iter().map(str::to_owned));
        self.members.sort_unstable();
        self.members.dedup();
        self
    }
}

/// A parameter of an issue's message.
#[derive(Debug, Clone)]
pub(crate) enum Param<'p> {
    Text(&'p str),
    Number(u64),
    List(Vec<String>),
}

/// The message of an issue: its parameters as canonical JSON, without a line feed. `params` come in order of name.
pub(crate) fn message(params: &[(&str, Param<'_>)]) -> String {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let written = (|| {
        writer.begin_object()?;
        for (name, param) in params {
            writer.name(name)?;
            match param {
                Param::Text(text) => writer.string(text)?,
                Param::Number(number) => writer.integer(*number)?,
                Param::List(list) => {
                    writer.begin_array()?;
                    list.iter().try_for_each(|text| writer.string(text))?;
                    writer.end_array()?;
                }
            }
        }
        writer.end_object()
    })();
    match written {
        Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::{Param, message};

    #[test]
    fn a_message_is_canonical_json_without_line_feed() {
        let text = message(&[
            ("members", Param::List(vec!["a".into(), "b\"".into()])),
            ("sequence", Param::Number(2)),
        ]);
        assert_eq!(text, r#"{"members":["a","b\""],"sequence":2}"#);
    }
}
