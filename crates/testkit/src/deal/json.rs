//! JSON that keeps the order of members and the spelling of numbers, and can be spelled in other ways.

use super::random::Random;
use actum_canon::digest::sha256;
use actum_canon::encode::JCS_NEAREST;
use actum_canon::json::Parser;

/// A JSON value as it is spelled.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Written as it is: a number, a literal, or something that is no JSON that a profile would take.
    Raw(String),
    /// A string, escaped when it is written.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, its members in this order.
    Object(Vec<(String, Json)>),
}

/// A string.
pub fn text(text: impl Into<String>) -> Json {
    Json::Text(text.into())
}

/// What is written as it is.
pub fn raw(text: impl ToString) -> Json {
    Json::Raw(text.to_string())
}

/// An array of strings.
pub fn texts<T: AsRef<str>>(list: &[T]) -> Json {
    Json::List(list.iter().map(|item| text(item.as_ref())).collect())
}

/// An object with its members in this order.
pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

impl Json {
    /// A member; nothing but an object has any.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Self::Object(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// A member to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        match self {
            Self::Object(members) => {
                members.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Sets a member; nothing but an object has any.
    pub fn set(&mut self, name: &str, value: Json) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => members.push((name.to_owned(), value)),
        }
    }

    /// Takes a member out; nothing but an object has any.
    pub fn remove(&mut self, name: &str) {
        if let Self::Object(members) = self {
            members.retain(|(known, _)| known != name);
        }
    }

    /// The same with a member set.
    #[must_use]
    pub fn with(mut self, name: &str, value: Json) -> Self {
        self.set(name, value);
        self
    }

    /// Without the members that are transport (DEAL 2.2).
    pub fn body(&self) -> Json {
        const ENVELOPE: [&str; 7] = ["type", "from", "to", "at", "msg_id", "seq", "sig"];
        match self {
            Self::Object(members) => Self::Object(
                members.iter().filter(|(name, _)| !ENVELOPE.contains(&name.as_str())).cloned().collect(),
            ),
            other => other.clone(),
        }
    }

    /// The text that is sent.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        let list = |out: &mut String,
                    open: char,
                    close: char,
                    count: usize,
                    each: &mut dyn FnMut(&mut String, usize)| {
            out.push(open);
            for index in 0..count {
                if index > 0 {
                    out.push(',');
                }
                each(out, index);
            }
            out.push(close);
        };
        match self {
            Self::Raw(raw) => out.push_str(raw),
            Self::Text(text) => out.push_str(&quoted(text)),
            Self::List(items) => list(out, '[', ']', items.len(), &mut |out, index| items[index].write(out)),
            Self::Object(members) => list(out, '{', '}', members.len(), &mut |out, index| {
                let (name, value) = &members[index];
                out.push_str(&quoted(name));
                out.push(':');
                value.write(out);
            }),
        }
    }

    /// SHA-256 of the canonical form in its written form, as the specification defines digests (DEAL 2.3).
    pub fn digest(&self) -> String {
        let (source, mut bytes) = (self.to_text(), Vec::new());
        match Parser::new().parse(source.as_bytes()) {
            Ok(document) if JCS_NEAREST.write(document.root(), &mut bytes).is_ok() => {
                sha256(&bytes).to_string()
            }
            _ => sha256(source.as_bytes()).to_string(),
        }
    }

    /// The same value in another spelling: members in another order, letters escaped, numbers with an exponent.
    pub fn respell(&mut self, random: &mut Random) {
        match self {
            Self::Raw(raw) => {
                if let (Ok(number), true) = (raw.parse::<u64>(), random.chance(50)) {
                    *raw = match random.below(4) {
                        0 => format!("{number}.0"),
                        1 => format!("{number}e0"),
                        2 if number > 0 => format!("{number}0E-1"),
                        _ => format!("{number}.00e+0"),
                    };
                }
            }
            Self::Text(text) => {
                if random.chance(30) && !text.is_empty() {
                    let quoted = quoted(text);
                    let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
                    *self = Self::Raw(if random.chance(50) { quoted } else { format!("\"{escaped}\"") });
                }
            }
            Self::List(items) => items.iter_mut().for_each(|item| item.respell(random)),
            Self::Object(members) => {
                members.iter_mut().for_each(|(_, value)| value.respell(random));
                random.shuffle(members);
            }
        }
    }

    /// Every place in the value, the root first, as the indices that lead there.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        let mut next = 0;
        while next < all.len() {
            let count = match self.at(&all[next]) {
                Self::List(items) => items.len(),
                Self::Object(members) => members.len(),
                _ => 0,
            };
            for index in 0..count {
                let mut place: Vec<usize> = all[next].clone();
                place.push(index);
                all.push(place);
            }
            next += 1;
        }
        all
    }

    /// The value at a place.
    pub fn at(&self, place: &[usize]) -> &Json {
        place.iter().fold(self, |value, index| match value {
            Self::List(items) => &items[*index],
            Self::Object(members) => &members[*index].1,
            leaf => leaf,
        })
    }

    /// The value at a place, to be changed.
    pub fn at_mut(&mut self, place: &[usize]) -> &mut Json {
        place.iter().fold(self, |value, index| match value {
            Self::List(items) => &mut items[*index],
            Self::Object(members) => &mut members[*index].1,
            leaf => leaf,
        })
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}
