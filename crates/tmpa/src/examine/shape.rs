//! The shape of one governance object, exactly as the published object schema has it (TMPA 4.1, C01).
//!
//! One walk over the members finds every violation and, when there is none, the parts that later steps need. Causes
//! carry the JSON Schema keyword as their reason and the place as their pointer.

use crate::issue::Cause;
use actum_canon::instant::is_date_time;
use actum_canon::json::{Kind, Value};
use std::borrow::Cow;

/// The parts of an object whose shape is right.
pub(super) struct Parts<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) kind: Cow<'a, str>,
    pub(super) work: Cow<'a, str>,
    pub(super) carrier: Cow<'a, str>,
    pub(super) stream: Cow<'a, str>,
    pub(super) sequence: u64,
    pub(super) creator: Cow<'a, str>,
    pub(super) role: Cow<'a, str>,
    pub(super) created_at: Cow<'a, str>,
    pub(super) lifecycle: Cow<'a, str>,
    pub(super) state: Cow<'a, str>,
    pub(super) transition: Option<[Cow<'a, str>; 3]>,
    pub(super) references: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub(super) body: Value<'a>,
    pub(super) canonicalization: Cow<'a, str>,
    pub(super) hash_algorithm: Cow<'a, str>,
    pub(super) digest: Cow<'a, str>,
    /// Algorithm, key id and signature, when the group is there.
    pub(super) signature: Option<[Cow<'a, str>; 3]>,
}

/// An object whose shape is wrong.
pub(super) struct Refused {
    pub(super) object_id: Option<String>,
    pub(super) causes: Vec<Cause>,
}

pub(super) fn check(root: Value<'_>) -> Result<Parts<'_>, Refused> {
    let mut check = Check { causes: Vec::new() };
    let parts = check.object(root);
    match parts {
        Some(parts) if check.causes.is_empty() => Ok(parts),
        _ => {
            check.causes.sort();
            check.causes.dedup();
            let object_id = root.get("id").and_then(Value::as_str).map(Cow::into_owned);
            Err(Refused { object_id, causes: check.causes })
        }
    }
}

struct Check {
    causes: Vec<Cause>,
}

const OBJECT: [&str; 13] = [
    "tmpa_version",
    "id",
    "type",
    "governed_work",
    "stream",
    "creator",
    "role",
    "created_at",
    "lifecycle",
    "references",
    "content",
    "integrity",
    "extensions",
];

/// How many violations of one object are told apart. More of them say nothing new, and an object of a million wrong
/// members must not cost a million texts.
const TOLD: usize = 64;

impl Check {
    fn fail(&mut self, pointer: &str, keyword: &'static str, expected: impl Into<String>, found: String) {
        if self.causes.len() < TOLD {
            self.causes.push(Cause::new(keyword, "TMPA 4.1").at(pointer).expected(expected).found(found));
        }
    }

    /// The members of an object, in the order of `names`; the first `required` of them have to be there.
    fn members<'a, const N: usize>(
        &mut self,
        value: Value<'a>,
        pointer: &str,
        names: [&str; N],
        required: usize,
    ) -> Option<[Option<Value<'a>>; N]> {
        if value.kind() != Kind::Object {
            self.fail(pointer, "type", "object", kind_name(value).to_owned());
            return None;
        }
        let mut found = [None; N];
        let mut guess = 0;
        for (name, member) in value.members() {
            // Most objects list their members in the order of the schema.
            let position = match names.get(guess) {
                Some(expected) if **expected == name => Some(guess),
                _ => names.iter().position(|known| **known == name),
            };
            match position.and_then(|position| found.get_mut(position).map(|slot| (position, slot))) {
                Some((position, slot)) => {
                    *slot = Some(member);
                    guess = position + 1;
                }
                None => self.fail(
                    pointer,
                    "additionalProperties",
                    format!("only {}", names.join(", ")),
                    name.into_owned(),
                ),
            }
        }
        for (name, slot) in names.iter().zip(&found).take(required) {
            if slot.is_none() {
                self.fail(pointer, "required", *name, "absent".to_owned());
            }
        }
        Some(found)
    }

    fn object<'a>(&mut self, root: Value<'a>) -> Option<Parts<'a>> {
        let members = self.members(root, "", OBJECT, 12)?;
        let [
            version,
            id,
            kind,
            work,
            stream,
            creator,
            role,
            created_at,
            lifecycle,
            references,
            content,
            integrity,
            extensions,
        ] = members;
        if let Some(version) = version.filter(|version| version.as_str().as_deref() != Some("S0.4")) {
            self.fail("/tmpa_version", "const", "S0.4", brief(version));
        }
        if let Some(extensions) = extensions.filter(|value| value.kind() != Kind::Object) {
            self.fail("/extensions", "type", "object", kind_name(extensions).to_owned());
        }
        let id = self.text(id, "/id");
        let kind = self.text(kind, "/type");
        let work =
            work.and_then(|value| self.members(value, "/governed_work", ["id", "primary_carrier_id"], 2));
        let [work, carrier] = work.unwrap_or_default();
        let work = self.text(work, "/governed_work/id");
        let carrier = self.text(carrier, "/governed_work/primary_carrier_id");
        let stream = stream.and_then(|value| self.members(value, "/stream", ["id", "sequence"], 2));
        let [stream, sequence] = stream.unwrap_or_default();
        let stream = self.text(stream, "/stream/id");
        let sequence = sequence.and_then(|value| self.sequence(value));
        let creator = self.text(creator, "/creator");
        let role = self.text(role, "/role");
        let created_at = self.date_time(created_at);
        let lifecycle = lifecycle.and_then(|value| self.lifecycle(value));
        let references = references.and_then(|value| self.references(value));
        let body = content.and_then(|value| self.content(value));
        let integrity = integrity.and_then(|value| self.integrity(value));
        let (lifecycle, state, transition) = lifecycle?;
        let (canonicalization, hash_algorithm, digest, signature) = integrity?;
        Some(Parts {
            id: id?,
            kind: kind?,
            work: work?,
            carrier: carrier?,
            stream: stream?,
            sequence: sequence?,
            creator: creator?,
            role: role?,
            created_at: created_at?,
            lifecycle,
            state,
            transition,
            references: references?,
            body: body?,
            canonicalization,
            hash_algorithm,
            digest,
            signature,
        })
    }

    fn string<'a>(&mut self, value: Value<'a>, pointer: &str) -> Option<Cow<'a, str>> {
        let text = value.as_str();
        if text.is_none() {
            self.fail(pointer, "type", "string", kind_name(value).to_owned());
        }
        text
    }

    fn text<'a>(&mut self, value: Option<Value<'a>>, pointer: &str) -> Option<Cow<'a, str>> {
        let text = self.string(value?, pointer)?;
        if text.is_empty() {
            self.fail(pointer, "minLength", "at least one character", "an empty string".to_owned());
        }
        Some(text)
    }

    fn date_time<'a>(&mut self, value: Option<Value<'a>>) -> Option<Cow<'a, str>> {
        let text = self.string(value?, "/created_at")?;
        if !is_date_time(&text) {
            self.fail("/created_at", "format", "an RFC 3339 date-time", text.clone().into_owned());
        }
        Some(text)
    }

    fn sequence(&mut self, value: Value<'_>) -> Option<u64> {
        const POINTER: &str = "/stream/sequence";
        let Some(number) = value.as_number() else {
            self.fail(POINTER, "type", "integer", kind_name(value).to_owned());
            return None;
        };
        if !number.is_integer() {
            self.fail(POINTER, "type", "integer", number.as_str().to_owned());
        }
        if number.to_f64() < 1.0 {
            self.fail(POINTER, "minimum", "1 or more", number.as_str().to_owned());
        }
        let sequence = number.as_u64();
        if sequence.is_none() && self.causes.is_empty() {
            // RFC 8259 6: beyond 2^53-1 two readers may see different positions.
            self.fail(POINTER, "number_out_of_range", "at most 9007199254740991", number.as_str().to_owned());
        }
        sequence
    }

    #[expect(clippy::type_complexity, reason = "profile, state and tuple, taken apart by the one caller")]
    fn lifecycle<'a>(
        &mut self,
        value: Value<'a>,
    ) -> Option<(Cow<'a, str>, Cow<'a, str>, Option<[Cow<'a, str>; 3]>)> {
        let [profile, state, tuple] =
            self.members(value, "/lifecycle", ["profile", "state", "transition"], 2)?;
        let profile = self.text(profile, "/lifecycle/profile");
        let state = self.text(state, "/lifecycle/state");
        let tuple = match tuple {
            None => None,
            Some(tuple) => {
                let [from, action, to] =
                    self.members(tuple, "/lifecycle/transition", ["from", "action", "to"], 3)?;
                let from = self.text(from, "/lifecycle/transition/from");
                let action = self.text(action, "/lifecycle/transition/action");
                let to = self.text(to, "/lifecycle/transition/to");
                Some([from?, action?, to?])
            }
        };
        Some((profile?, state?, tuple))
    }

    fn references<'a>(&mut self, value: Value<'a>) -> Option<Vec<(Cow<'a, str>, Cow<'a, str>)>> {
        if value.kind() != Kind::Array {
            self.fail("/references", "type", "array", kind_name(value).to_owned());
            return None;
        }
        let mut list = Vec::with_capacity(value.len());
        for (index, item) in value.elements().enumerate() {
            // The pointer text is needed on failure only; a well-formed item takes the short way.
            if let Some(pair) = well_formed(item) {
                list.push(pair);
                continue;
            }
            let pointer = format!("/references/{index}");
            if let Some([relation, target]) = self.members(item, &pointer, ["relation", "target"], 2) {
                self.text(relation, &format!("{pointer}/relation"));
                self.text(target, &format!("{pointer}/target"));
            }
        }
        if list.len() == value.len() && repeats(&list) {
            self.fail("/references", "uniqueItems", "no reference twice", "a repeated reference".to_owned());
        }
        Some(list)
    }

    fn content<'a>(&mut self, value: Value<'a>) -> Option<Value<'a>> {
        let [media_type, body] = self.members(value, "/content", ["media_type", "body"], 2)?;
        self.text(media_type, "/content/media_type");
        body
    }

    #[expect(
        clippy::type_complexity,
        reason = "three names and the signature group, taken apart by the one caller"
    )]
    fn integrity<'a>(
        &mut self,
        value: Value<'a>,
    ) -> Option<(Cow<'a, str>, Cow<'a, str>, Cow<'a, str>, Option<[Cow<'a, str>; 3]>)> {
        const POINTER: &str = "/integrity";
        const GROUP: [&str; 3] = ["signature_algorithm", "key_id", "signature"];
        let [canonicalization, hash, digest, group @ ..] = self.members(
            value,
            POINTER,
            ["canonicalization", "hash_algorithm", "digest", "signature_algorithm", "key_id", "signature"],
            3,
        )?;
        let canonicalization = self.text(canonicalization, "/integrity/canonicalization");
        let hash = self.text(hash, "/integrity/hash_algorithm");
        let digest = self.text(digest, "/integrity/digest");
        let present = group.iter().flatten().count();
        if present != 0 && present != GROUP.len() {
            let absent: Vec<&str> =
                GROUP.iter().zip(&group).filter(|(_, slot)| slot.is_none()).map(|(name, _)| *name).collect();
            self.fail(
                POINTER,
                "dependentRequired",
                GROUP.join(", "),
                format!("without {}", absent.join(", ")),
            );
        }
        for (name, value) in GROUP.iter().zip(&group) {
            if let Some(value) = value.filter(|value| !matches!(value.kind(), Kind::String | Kind::Null)) {
                self.fail(
                    &format!("{POINTER}/{name}"),
                    "type",
                    "string or null",
                    kind_name(value).to_owned(),
                );
            }
        }
        let texts = group.map(|value| value.and_then(Value::as_str));
        let signature = match texts {
            [Some(algorithm), Some(key), Some(signature)]
                if !algorithm.is_empty() && !key.is_empty() && !signature.is_empty() =>
            {
                Some([algorithm, key, signature])
            }
            _ => {
                if group.iter().flatten().any(|value| value.kind() != Kind::Null) {
                    self.fail(
                        POINTER,
                        "oneOf",
                        "all of the signature group or none",
                        "a part of it".to_owned(),
                    );
                }
                None
            }
        };
        Some((canonicalization?, hash?, digest?, signature))
    }
}

fn well_formed<'a>(item: Value<'a>) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
    if item.len() != 2 || item.kind() != Kind::Object {
        return None;
    }
    let relation = item.get("relation")?.as_str()?;
    let target = item.get("target")?.as_str()?;
    (!relation.is_empty() && !target.is_empty()).then_some((relation, target))
}

fn repeats(list: &[(Cow<'_, str>, Cow<'_, str>)]) -> bool {
    if list.len() < 2 {
        return false;
    }
    let mut sorted: Vec<_> = list.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| matches!(pair, [left, right] if left == right))
}

fn kind_name(value: Value<'_>) -> &'static str {
    match value.kind() {
        Kind::Null => "null",
        Kind::Boolean => "boolean",
        Kind::Number => "number",
        Kind::String => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    }
}

/// A short rendering for a cause: the string, or the kind of anything else.
fn brief(value: Value<'_>) -> String {
    value.as_str().map_or_else(|| kind_name(value).to_owned(), Cow::into_owned)
}
