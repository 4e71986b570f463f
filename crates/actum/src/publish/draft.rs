//! What somebody wants to publish: a governance object with members left out (TMPA 4.1).
//!
//! A draft has the shape of an object; whatever is absent is filled in from the record and the profile. `integrity` has no
//! place in one, since it is computed.

use actum_canon::json::{Kind, Parser, Value};

use crate::error::{Error, ErrorKind};

/// A governance object on its way to publication. `None` and empty lists stand for what is to be filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Object id; by default made from type and content.
    pub id: Option<String>,
    /// Document type; by default the profile's type for transitions, where there is a step.
    pub kind: Option<String>,
    /// The governed work item.
    pub work: Option<String>,
    /// Its primary carrier.
    pub carrier: Option<String>,
    /// The writer stream; by default that of the creator.
    pub stream: Option<String>,
    /// The position in the stream; by default the next one.
    pub sequence: Option<u64>,
    /// Who publishes.
    pub creator: Option<String>,
    /// The role; by default the one that the creator holds and that may do this.
    pub role: Option<String>,
    /// When, as RFC 3339; by default the moment of publication.
    pub created_at: Option<String>,
    /// The lifecycle; by default the profile's.
    pub lifecycle: Option<String>,
    /// The declared state; by default the current one, or the one that the step leads to.
    pub state: Option<String>,
    /// The transition that it records.
    pub step: Option<Step>,
    /// References; those that the profile asks for and the record answers are added.
    pub references: Vec<Reference>,
    /// `content.body` as JSON text; by default an empty object.
    pub body: Option<String>,
    /// `content.media_type`; by default `application/json`.
    pub media_type: Option<String>,
    /// `extensions` as JSON text.
    pub extensions: Option<String>,
}

/// A transition of which only the action has to be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// By default the current state.
    pub from: Option<String>,
    /// The action.
    pub action: String,
    /// By default the state that the profile gives for source state and action.
    pub to: Option<String>,
}

/// A reference of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The relation.
    pub relation: String,
    /// What it reaches.
    pub target: Target,
}

/// What a reference reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The object of this id.
    Object(String),
    /// The draft at this place of the same publication, counted from 0; it has to be an earlier one.
    Earlier(usize),
}

impl Draft {
    /// Adds a member to the extensions. What is no object there stays, and is refused when the draft is completed.
    pub(super) fn mark(&mut self, name: &str, value: &str) {
        let member = crate::deal::Object::new().string(name, value).to_json();
        let inside =
            |text: &str| text.trim().strip_prefix('{')?.strip_suffix('}').map(|text| text.trim().to_owned());
        match self.extensions.as_deref().map(inside) {
            None => self.extensions = Some(member),
            Some(Some(rest)) if rest.is_empty() => self.extensions = Some(member),
            Some(Some(rest)) => {
                self.extensions = inside(&member).map(|member| format!("{{{rest},{member}}}"));
            }
            Some(None) => {}
        }
    }

    /// A draft of this type about this work item.
    pub fn of(kind: &str, work: &str) -> Self {
        Self { kind: Some(kind.to_owned()), work: Some(work.to_owned()), ..Self::default() }
    }

    /// Adds a reference to an object.
    #[must_use]
    pub fn refers(mut self, relation: &str, target: &str) -> Self {
        let target = Target::Object(target.to_owned());
        self.references.push(Reference { relation: relation.to_owned(), target });
        self
    }

    /// Adds a reference to an earlier draft of the same publication.
    #[must_use]
    pub fn refers_back(mut self, relation: &str, place: usize) -> Self {
        self.references.push(Reference { relation: relation.to_owned(), target: Target::Earlier(place) });
        self
    }

    /// Asks for a step by this action from the current state.
    #[must_use]
    pub fn acts(mut self, action: &str) -> Self {
        self.step = Some(Step { from: None, action: action.to_owned(), to: None });
        self
    }

    /// Sets the body, given as JSON text.
    #[must_use]
    pub fn says(mut self, body: String) -> Self {
        self.body = Some(body);
        self
    }

    /// Reads a draft: JSON in the shape of an object, any member of which may be absent.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with the place, where it is not strict JSON, has a member that objects have not, a value of
    /// the wrong kind, or an `integrity`.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|error| {
            Error::new(ErrorKind::Input, "draft_invalid", "the draft is not strict JSON").because(error)
        })?;
        let mut draft = Self::default();
        for (name, value) in members(document.root(), "")? {
            match name.as_str() {
                "tmpa_version" if value.as_str().as_deref() == Some("S0.4") => {}
                "id" => draft.id = Some(text(value)?),
                "type" => draft.kind = Some(text(value)?),
                "governed_work" => {
                    [draft.work, draft.carrier] = texts(value, ["id", "primary_carrier_id"])?;
                }
                "stream" => draft.stream(value)?,
                "creator" => draft.creator = Some(text(value)?),
                "role" => draft.role = Some(text(value)?),
                "created_at" => draft.created_at = Some(text(value)?),
                "lifecycle" => draft.lifecycle(value)?,
                "references" => draft.references(value)?,
                "content" => draft.content(value, document.source())?,
                "extensions" => draft.extensions = Some(raw(value, document.source())),
                "integrity" => {
                    let message = "the draft has an `integrity`, which is computed";
                    return Err(Error::new(ErrorKind::Input, "draft_invalid", message)
                        .hint("leave it out; `actum append` keeps an object that is finished"));
                }
                _ => return Err(wrong(value, "is no member of an object of TMPA S0.4")),
            }
        }
        Ok(draft)
    }

    fn stream(&mut self, value: Value<'_>) -> Result<(), Error> {
        for (name, value) in members(value, "/stream")? {
            match name.as_str() {
                "id" => self.stream = Some(text(value)?),
                "sequence" => {
                    let number = value.as_number().and_then(|number| number.as_u64());
                    let positive = number.filter(|&number| number > 0);
                    self.sequence = Some(positive.ok_or_else(|| wrong(value, "is no positive integer"))?);
                }
                _ => return Err(wrong(value, "is no member of a stream")),
            }
        }
        Ok(())
    }

    fn lifecycle(&mut self, value: Value<'_>) -> Result<(), Error> {
        for (name, value) in members(value, "/lifecycle")? {
            match name.as_str() {
                "profile" => self.lifecycle = Some(text(value)?),
                "state" => self.state = Some(text(value)?),
                "transition" => {
                    let [from, action, to] = texts(value, ["from", "action", "to"])?;
                    let action = action.ok_or_else(|| wrong(value, "names no action"))?;
                    self.step = Some(Step { from, action, to });
                }
                _ => return Err(wrong(value, "is no member of a lifecycle")),
            }
        }
        Ok(())
    }

    fn references(&mut self, value: Value<'_>) -> Result<(), Error> {
        if value.kind() != Kind::Array {
            return Err(wrong(value, "is no array"));
        }
        for item in value.elements() {
            let [relation, target] = texts(item, ["relation", "target"])?;
            let (Some(relation), Some(target)) = (relation, target) else {
                return Err(wrong(item, "lacks `relation` or `target`"));
            };
            self.references.push(Reference { relation, target: Target::Object(target) });
        }
        Ok(())
    }

    fn content(&mut self, value: Value<'_>, source: &[u8]) -> Result<(), Error> {
        for (name, value) in members(value, "/content")? {
            match name.as_str() {
                "media_type" => self.media_type = Some(text(value)?),
                "body" => self.body = Some(raw(value, source)),
                _ => return Err(wrong(value, "is no member of a content")),
            }
        }
        Ok(())
    }
}

fn members<'a>(value: Value<'a>, place: &str) -> Result<Vec<(String, Value<'a>)>, Error> {
    if value.kind() != Kind::Object {
        let place = if place.is_empty() { "the draft".to_owned() } else { format!("`{place}`") };
        return Err(Error::new(ErrorKind::Input, "draft_invalid", format!("{place} is no object")));
    }
    Ok(value.members().map(|(name, value)| (name.into_owned(), value)).collect())
}

fn texts<const N: usize>(value: Value<'_>, names: [&str; N]) -> Result<[Option<String>; N], Error> {
    let mut found = [const { None }; N];
    for (name, member) in members(value, &value.pointer())? {
        let slot = names.iter().position(|known| *known == name).and_then(|at| found.get_mut(at));
        *slot.ok_or_else(|| wrong(member, "is not known here"))? = Some(text(member)?);
    }
    Ok(found)
}

fn text(value: Value<'_>) -> Result<String, Error> {
    let text = value.as_str().filter(|text| !text.is_empty());
    text.map(|text| text.into_owned()).ok_or_else(|| wrong(value, "is no text, or an empty one"))
}

fn raw(value: Value<'_>, source: &[u8]) -> String {
    String::from_utf8_lossy(source.get(value.span()).unwrap_or_default()).into_owned()
}

fn wrong(value: Value<'_>, what: &str) -> Error {
    Error::new(ErrorKind::Input, "draft_invalid", format!("`{}` of the draft {what}", value.pointer()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_member_may_be_absent_and_what_is_there_is_kept() {
        assert_eq!(Draft::parse(b"{}").unwrap(), Draft::default());
        let draft = Draft::parse(
            br#"{"type":"REPORT","governed_work":{"id":"w"},"stream":{"sequence":7},
                "lifecycle":{"transition":{"action":"submit"}},
                "references":[{"relation":"concerns","target":"x"}],"content":{"body":{"a": 1.0}}}"#,
        )
        .unwrap();
        let mut expected =
            Draft::of("REPORT", "w").acts("submit").refers("concerns", "x").says("{\"a\": 1.0}".into());
        expected.sequence = Some(7);
        assert_eq!(draft, expected);
    }

    #[test]
    fn what_no_object_has_is_refused_with_its_place() {
        for (text, said) in [
            ("", "not strict JSON"),
            ("[]", "the draft is no object"),
            (r#"{"typ":"REPORT"}"#, "`/typ` of the draft is no member"),
            (r#"{"tmpa_version":"S0.5"}"#, "`/tmpa_version`"),
            (r#"{"id":""}"#, "`/id` of the draft is no text"),
            (r#"{"type":7}"#, "`/type`"),
            (r#"{"stream":{"sequence":0}}"#, "`/stream/sequence` of the draft is no positive integer"),
            (r#"{"stream":{"sequence":1.5}}"#, "`/stream/sequence`"),
            (r#"{"stream":"s"}"#, "`/stream` is no object"),
            (r#"{"lifecycle":{"transition":{"from":"a"}}}"#, "names no action"),
            (r#"{"references":{}}"#, "`/references` of the draft is no array"),
            (r#"{"references":[{"relation":"r"}]}"#, "lacks"),
            (r#"{"references":[{"relation":"r","target":"t","x":"y"}]}"#, "`/references/0/x`"),
            (r#"{"integrity":{}}"#, "which is computed"),
            (r#"{"id":"a","id":"b"}"#, "not strict JSON"),
        ] {
            let error = Draft::parse(text.as_bytes()).unwrap_err();
            assert_eq!((error.kind(), error.code()), (ErrorKind::Input, "draft_invalid"), "{text}");
            assert!(error.to_string().contains(said), "{text}: {error}");
        }
    }
}
