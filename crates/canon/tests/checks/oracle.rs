//! An independent reading of JSON: `serde_json`'s, with repeated names refused.

use std::collections::BTreeMap;
use std::fmt;

use actum_canon::json::{Kind, Value};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// A value as the independent reader sees it. Numbers are doubles there.
#[derive(Debug)]
pub(crate) enum Tree {
    Null,
    Boolean(bool),
    Number(f64),
    String(String),
    Array(Vec<Tree>),
    Object(BTreeMap<String, Tree>),
}

/// What the independent reader says about some bytes.
#[derive(Debug)]
pub(crate) enum Verdict {
    Accepted(Tree),
    Refused,
    /// It stops for a reason of its own: a number that is no double, more nesting than it takes.
    Silent,
}

pub(crate) fn read(bytes: &[u8]) -> Verdict {
    match serde_json::from_slice::<Tree>(bytes) {
        Ok(tree) => Verdict::Accepted(tree),
        Err(error) => {
            let message = error.to_string();
            let own = message.contains("number out of range") || message.contains("recursion limit");
            if own { Verdict::Silent } else { Verdict::Refused }
        }
    }
}

/// Asserts that a value holds exactly what the independent reader saw.
pub(crate) fn assert_same(value: Value<'_>, tree: &Tree) {
    match tree {
        Tree::Null => assert_eq!(value.kind(), Kind::Null),
        Tree::Boolean(truth) => assert_eq!(value.as_bool(), Some(*truth)),
        Tree::Number(double) => {
            assert_eq!(value.as_number().map(|number| number.to_f64().to_bits()), Some(double.to_bits()));
        }
        Tree::String(text) => assert_eq!(value.as_str().as_deref(), Some(text.as_str())),
        Tree::Array(elements) => {
            assert_eq!((value.kind(), value.len()), (Kind::Array, elements.len()));
            assert_eq!(value.elements().count(), elements.len());
            value.elements().zip(elements).for_each(|(value, tree)| assert_same(value, tree));
        }
        Tree::Object(members) => {
            assert_eq!((value.kind(), value.len()), (Kind::Object, members.len()));
            assert_eq!(value.members().count(), members.len());
            for (name, member) in value.members() {
                assert_same(member, members.get(&*name).unwrap());
                assert_eq!(value.get(&name).unwrap().span(), member.span());
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Tree, E> {
        Ok(Tree::Boolean(truth))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Tree, E> {
        Ok(Tree::Number(integer as f64))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Tree, E> {
        Ok(Tree::Number(integer as f64))
    }

    fn visit_f64<E>(self, double: f64) -> Result<Tree, E> {
        Ok(Tree::Number(double))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::String(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Tree, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = sequence.next_element()? {
            elements.push(element);
        }
        Ok(Tree::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut members = BTreeMap::new();
        while let Some((name, member)) = map.next_entry::<String, Tree>()? {
            if members.insert(name, member).is_some() {
                return Err(A::Error::custom("repeated name"));
            }
        }
        Ok(Tree::Object(members))
    }
}
