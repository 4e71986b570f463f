//! The operators of assertions (TMPA 10.3), over values compared by their canonical bytes.

use actum_canon::json::{Kind, Value};

use super::field::canonical;

/// How an expected value is held against what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equals,
    Includes,
    NotIncludes,
    ContainsAll,
    AllEqual,
    Count,
    Matches,
    Absent,
}

const NAMES: [(&str, Operator); 8] = [
    ("equals", Operator::Equals),
    ("includes", Operator::Includes),
    ("not_includes", Operator::NotIncludes),
    ("contains_all", Operator::ContainsAll),
    ("all_equal", Operator::AllEqual),
    ("count", Operator::Count),
    ("matches", Operator::Matches),
    ("absent", Operator::Absent),
];

impl Operator {
    pub(super) fn parse(text: &str) -> Option<Self> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, operator)| *operator)
    }

    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, operator)| *operator == self).map_or("", |(name, _)| name)
    }

    /// What is wrong with an expected value, if anything.
    pub(super) fn refuses(self, expected: Value<'_>) -> Option<&'static str> {
        match self {
            Self::ContainsAll if expected.kind() != Kind::Array => Some("`contains_all` expects an array"),
            Self::ContainsAll if expected.is_empty() => Some("`contains_all` of nothing always holds"),
            Self::Count if expected.as_number().and_then(|number| number.as_u64()).is_none() => {
                Some("`count` expects an integer")
            }
            Self::Matches if expected.kind() != Kind::String => Some("`matches` expects a string"),
            Self::Absent if expected.kind() != Kind::Null => Some("`absent` expects null, or nothing"),
            _ => None,
        }
    }

    /// Whether `found` is as expected. A value of a kind that the operator does not know is not.
    pub(super) fn holds(self, found: Value<'_>, expected: Value<'_>) -> bool {
        let is_array = found.kind() == Kind::Array;
        match self {
            Self::Equals => equal(found, expected),
            Self::Includes => is_array && has(found, expected),
            Self::NotIncludes => is_array && !has(found, expected),
            Self::ContainsAll => is_array && expected.elements().all(|each| has(found, each)),
            // Of nothing everything can be said, so that an empty list shows nothing.
            Self::AllEqual => {
                is_array && !found.is_empty() && found.elements().all(|each| equal(each, expected))
            }
            Self::Count => {
                let counted = matches!(found.kind(), Kind::Array | Kind::Object);
                let number = expected.as_number().and_then(|number| number.as_u64());
                counted && number == u64::try_from(found.len()).ok()
            }
            Self::Matches => match (found.as_str(), expected.as_str()) {
                (Some(text), Some(pattern)) => glob(&text, &pattern),
                _ => false,
            },
            Self::Absent => false,
        }
    }
}

pub(super) fn equal(one: Value<'_>, other: Value<'_>) -> bool {
    one.kind() == other.kind() && canonical(one).is_some_and(|bytes| Some(bytes) == canonical(other))
}

/// Whether some element is as expected; an expected object speaks of its own members only.
fn has(list: Value<'_>, expected: Value<'_>) -> bool {
    list.elements().any(|each| {
        if expected.kind() == Kind::Object && each.kind() == Kind::Object {
            covers(each, expected)
        } else {
            equal(each, expected)
        }
    })
}

/// Whether `found` has every member of `expected` with an equal value.
pub(super) fn covers(found: Value<'_>, expected: Value<'_>) -> bool {
    expected.members().all(|(name, wanted)| found.get(&name).is_some_and(|value| equal(value, wanted)))
}

/// Matches a whole text: `*` is any run of characters, `?` any one, `\` takes the next literally. Linear but for the
/// last `*`.
fn glob(text: &str, pattern: &str) -> bool {
    let mut rest = text.chars();
    let mut wanted = pattern.chars();
    let mut last_run = None;
    loop {
        let before = wanted.clone();
        let fits = match wanted.next() {
            None => rest.clone().next().is_none(),
            Some('*') => {
                last_run = Some((wanted.clone(), rest.clone()));
                true
            }
            Some('?') => rest.next().is_some(),
            Some('\\') => wanted.next().is_some_and(|literal| rest.next() == Some(literal)),
            Some(literal) => rest.next() == Some(literal),
        };
        if fits {
            if before.as_str().is_empty() {
                return true;
            }
            continue;
        }
        // Let the last run take one character more, and go on behind it.
        let Some((after_run, at)) = last_run.as_mut() else {
            return false;
        };
        if at.next().is_none() {
            return false;
        }
        wanted = after_run.clone();
        rest = at.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    fn holds(name: &str, found: &str, expected: &str) -> bool {
        let (mut one, mut two) = (Parser::new(), Parser::new());
        let found = one.parse(found.as_bytes()).unwrap();
        let expected = two.parse(expected.as_bytes()).unwrap();
        let operator = Operator::parse(name).unwrap();
        assert_eq!(operator.name(), name);
        assert_eq!(operator.refuses(expected.root()), None, "{name}");
        operator.holds(found.root(), expected.root())
    }

    #[test]
    fn equality_is_of_values() {
        assert!(holds("equals", r#"{"b":1.0,"a":"é"}"#, r#"{"a":"\u00e9","b":1}"#));
        assert!(!holds("equals", r#"["a","b"]"#, r#"["b","a"]"#));
        assert!(!holds("equals", "1", r#""1""#));
        assert!(!holds("equals", "null", "false"));
    }

    #[test]
    fn an_expected_object_speaks_of_its_own_members() {
        let list = r#"[{"code":"A","object_id":"x"},{"code":"B","object_id":"y"}]"#;
        assert!(holds("includes", list, r#"{"code":"A"}"#));
        assert!(!holds("includes", list, r#"{"code":"A","object_id":"y"}"#));
        assert!(holds("not_includes", list, r#"{"code":"C"}"#));
        assert!(!holds("not_includes", list, r#"{"object_id":"y"}"#));
        assert!(holds("contains_all", list, r#"[{"code":"A"},{"code":"B"}]"#));
        assert!(!holds("contains_all", list, r#"[{"code":"A"},{"code":"C"}]"#));
        assert!(!holds("equals", r#"{"a":1,"b":2}"#, r#"{"a":1}"#));
    }

    #[test]
    fn what_is_no_list_includes_nothing_and_excludes_nothing() {
        assert!(!holds("includes", r#""abc""#, r#""a""#));
        assert!(!holds("not_includes", r#""abc""#, r#""x""#));
        assert!(!holds("all_equal", r#"{"a":1}"#, "1"));
    }

    #[test]
    fn nothing_is_not_all_equal() {
        assert!(holds("all_equal", r#"["a","a"]"#, r#""a""#));
        assert!(!holds("all_equal", r#"["a","b"]"#, r#""a""#));
        assert!(!holds("all_equal", "[]", r#""a""#));
    }

    #[test]
    fn a_count_is_of_elements_or_members() {
        assert!(holds("count", "[1,2]", "2"));
        assert!(holds("count", r#"{"a":1}"#, "1"));
        assert!(!holds("count", "[1,2]", "1"));
        assert!(!holds("count", r#""ab""#, "2"));
    }

    #[test]
    fn a_pattern_covers_the_whole_text() {
        for (pattern, yes) in [
            ("sha256:*", true),
            ("sha256", false),
            ("*:ab*ba", true),
            ("*ab", false),
            ("??????:*", true),
            ("*", true),
            ("***b*a", true),
            ("", false),
            ("sha256:abcabba*", true),
            ("\\*", false),
        ] {
            assert_eq!(holds("matches", r#""sha256:abcabba""#, &format!("{pattern:?}")), yes, "{pattern}");
        }
        assert!(holds("matches", r#""*""#, r#""\\*""#));
        assert!(!holds("matches", "1", r#""*""#));
        assert!(holds("matches", r#""""#, r#""*""#));
    }

    #[test]
    fn an_expected_value_that_shows_nothing_is_refused() {
        for (name, expected) in [
            ("contains_all", "1"),
            ("contains_all", "[]"),
            ("count", "-1"),
            ("matches", "1"),
            ("absent", "1"),
        ] {
            let mut parser = Parser::new();
            let document = parser.parse(expected.as_bytes()).unwrap();
            assert!(Operator::parse(name).unwrap().refuses(document.root()).is_some(), "{name} {expected}");
        }
    }
}
