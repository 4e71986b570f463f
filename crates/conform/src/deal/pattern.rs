//! What an expected error says of an actual one, in all the forms of DEAL 13.4.

use std::fmt;

use actum_canon::json::{Kind, Value};

/// The classes of errors (DEAL 2.15).
const CLASSES: [&str; 4] = ["StateError", "ValidationError", "ChecklistFailure", "BreachDetected"];

/// What stands between the message of a breach and its reason.
const REASON: &str = ", reason: ";

/// An expected error. A part that it does not name may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    class: Option<String>,
    message: Option<String>,
    reason: Option<String>,
    /// A bare message as a whole, since a comma in it need not be the start of a reason.
    bare: Option<String>,
}

impl Pattern {
    /// Reads one of the forms: `Class: message[, reason: text]`, with or without quotes round the texts, the bare
    /// message, `{"Class": message[, "reason": text]}`, `{"class" or "type", "message"[, "reason"]}`.
    ///
    /// `None` where the value has none of these forms. A member that means nothing here is no form: an expectation
    /// that is never looked at would be a vacuous one.
    pub(super) fn read(value: Value<'_>) -> Option<Self> {
        match value.kind() {
            Kind::String => Some(Self::text(&value.as_str()?)),
            Kind::Object => Self::object(value),
            _ => None,
        }
    }

    /// Reads the written form of an error.
    pub fn text(text: &str) -> Self {
        let class = CLASSES.iter().find(|class| strip_class(text, class).is_some());
        let rest = class.and_then(|class| strip_class(text, class)).unwrap_or(text);
        // Only a breach has a reason; the text of a bare message does not say whether it is one.
        let may_have_reason = class.is_none_or(|class| *class == "BreachDetected");
        let split = rest.split_once(REASON).filter(|_| may_have_reason);
        let (message, reason) = split.map_or((rest, None), |(message, reason)| (message, Some(reason)));
        Self {
            class: class.map(|class| (*class).to_owned()),
            message: Some(unquoted(message).to_owned()),
            reason: reason.map(|reason| unquoted(reason).to_owned()),
            bare: class.is_none().then(|| unquoted(rest).to_owned()),
        }
    }

    fn object(value: Value<'_>) -> Option<Self> {
        let mut pattern = Self::default();
        for (name, part) in value.members() {
            let text = part.as_str()?.into_owned();
            let place = match &*name {
                "class" | "type" => &mut pattern.class,
                "message" => &mut pattern.message,
                "reason" => &mut pattern.reason,
                class if CLASSES.contains(&class) && pattern.class.is_none() => {
                    pattern.class = Some(class.to_owned());
                    &mut pattern.message
                }
                _ => return None,
            };
            if place.replace(text).is_some() {
                return None;
            }
        }
        (pattern != Self::default()).then_some(pattern)
    }

    /// Whether an error, in its written form, is what this expects.
    pub fn matches(&self, error: &str) -> bool {
        let found = Self::text(error);
        if let Some(bare) = &self.bare {
            let class = found.class.as_deref().unwrap_or_default();
            let whole = strip_class(error, class).unwrap_or(error);
            if whole == bare {
                return true;
            }
        }
        let part = |wanted: &Option<String>, found: &Option<String>| wanted.is_none() || wanted == found;
        part(&self.class, &found.class)
            && part(&self.message, &found.message)
            && part(&self.reason, &found.reason)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = &self.class {
            write!(out, "{class}: ")?;
        }
        out.write_str(self.message.as_deref().unwrap_or("…"))?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(out, "{REASON}{reason}"))
    }
}

fn strip_class<'t>(text: &'t str, class: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(class)?.strip_prefix(':')?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    fn read(form: &str) -> Option<Pattern> {
        Pattern::read(Parser::new().parse(form.as_bytes()).unwrap().root())
    }

    const BREACH: &str = "BreachDetected: term_mutation, reason: Offer snapshot mismatch";
    const STATE: &str = "StateError: Cannot settle from Accepted state; EscrowHold required";

    #[test]
    fn every_form_of_the_published_texts_matches_its_error() {
        for (form, error) in [
            (r#""BreachDetected: \"term_mutation\", reason: \"Offer snapshot mismatch\"""#, BREACH),
            (r#""BreachDetected: term_mutation, reason: Offer snapshot mismatch""#, BREACH),
            (r#""BreachDetected: term_mutation""#, BREACH),
            (r#""term_mutation""#, BREACH),
            (r#""term_mutation, reason: Offer snapshot mismatch""#, BREACH),
            (r#"{"BreachDetected":"term_mutation","reason":"Offer snapshot mismatch"}"#, BREACH),
            (r#"{"reason":"Offer snapshot mismatch"}"#, BREACH),
            (r#"{"class":"BreachDetected","message":"term_mutation"}"#, BREACH),
            (r#""StateError: \"Cannot settle from Accepted state; EscrowHold required\"""#, STATE),
            (r#""Cannot settle from Accepted state; EscrowHold required""#, STATE),
            (r#"{"StateError":"Cannot settle from Accepted state; EscrowHold required"}"#, STATE),
            (r#"{"type":"StateError"}"#, STATE),
        ] {
            assert!(read(form).unwrap().matches(error), "{form}");
        }
    }

    #[test]
    fn a_part_that_differs_is_no_match() {
        for form in [
            r#""BreachDetected: fake_disclosure""#,
            r#""BreachDetected: term_mutation, reason: another""#,
            r#""StateError: term_mutation""#,
            r#""term""#,
            r#""""#,
            r#"{"StateError":"term_mutation"}"#,
            r#"{"reason":"another"}"#,
        ] {
            assert!(!read(form).unwrap().matches(BREACH), "{form}");
        }
        assert!(!Pattern::text("StateError: Cannot settle").matches(STATE));
    }

    #[test]
    fn a_comma_in_a_message_is_no_reason_unless_it_is_a_breach() {
        let error = "ValidationError: a, reason: b";
        assert!(Pattern::text("a, reason: b").matches(error));
        assert!(Pattern::text(error).matches(error));
        assert!(!Pattern::text("ValidationError: a").matches(error));
    }

    #[test]
    fn what_says_nothing_or_something_else_is_no_form() {
        for form in [
            "7",
            "null",
            "[]",
            "{}",
            r#"{"StateError":7}"#,
            r#"{"StateError":"x","resaon":"y"}"#,
            r#"{"Error":"x"}"#,
        ] {
            assert_eq!(read(form), None, "{form}");
        }
    }
}
