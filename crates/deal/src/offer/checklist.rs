//! What the agent owes (DEAL 3.2, 6.1).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::json::{Kind as JsonKind, Value};

use crate::canonical::Object;
use crate::error::Rule;
use crate::form;
use crate::predicate::{Parameters, Predicate};
use crate::verdict::Kind;

/// One active item of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// What it asks.
    pub predicate: Predicate,
    /// The canonical bytes of the parameters. Two items of one id are the same where predicate and these are (DEAL 6.9).
    pub parameters: Vec<u8>,
}

impl Item {
    /// What it asks about.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.predicate.kind()
    }
}

/// An obligation, with a way to find its items.
#[derive(Debug)]
pub(super) struct Obligation {
    pub(super) items: Vec<Item>,
    pub(super) allow_attested: bool,
    pub(super) max_disclosures: Option<u64>,
    /// The place of every id; `None` for a dropped one.
    places: BTreeMap<String, Option<usize>>,
}

impl Obligation {
    pub(super) fn place(&self, item: &str) -> Option<usize> {
        self.places.get(item).copied().flatten()
    }

    pub(super) fn is_dropped(&self, item: &str) -> bool {
        self.places.get(item) == Some(&None)
    }
}

/// Reads an obligation.
pub(super) fn read(value: Option<Value<'_>>, limit: usize) -> Result<Obligation, Rule> {
    let path = "obligation.checklist";
    let obligation = form::object(form::present(value, path)?, "obligation")?;
    let checklist = form::required(obligation, "checklist", path)?;
    let is_object = match checklist.kind() {
        JsonKind::Object => true,
        JsonKind::Array => false,
        _ => return Err(Rule::ChecklistShape),
    };
    if !is_object && !checklist.elements().all(is_entry) {
        return Err(Rule::ChecklistEntry);
    }
    form::at_most(limit, checklist.len(), path)?;
    let mut items = Items::default();
    if is_object {
        for (id, value) in checklist.members() {
            items.add_member(id.into_owned(), value)?;
        }
    } else {
        for entry in checklist.elements() {
            items.add_entry(entry)?;
        }
    }
    if items.items.is_empty() {
        return Err(Rule::Empty { path: path.into() });
    }
    let allow_attested = match obligation.get("allow_attested") {
        None => true,
        Some(value) => form::boolean(value, "obligation.allow_attested")?,
    };
    let max_disclosures = match obligation.get("max_disclosures") {
        None => None,
        Some(value) => Some(form::integer(value).filter(|limit| *limit > 0).ok_or(Rule::MaxDisclosures)?),
    };
    Ok(Obligation { items: items.items, allow_attested, max_disclosures, places: items.places })
}

fn is_entry(entry: Value<'_>) -> bool {
    entry.kind() == JsonKind::String || entry.get("id").is_some()
}

#[derive(Default)]
struct Items {
    items: Vec<Item>,
    places: BTreeMap<String, Option<usize>>,
}

impl Items {
    /// Adds a member of a checklist that is an object: `false` drops it.
    fn add_member(&mut self, id: String, value: Value<'_>) -> Result<(), Rule> {
        self.check_id(&id)?;
        if value.as_bool() == Some(false) {
            self.places.insert(id, None);
            return Ok(());
        }
        match value.get("predicate") {
            Some(predicate) => self.add_explicit(id, predicate, value, &["predicate"]),
            None => self.add_implicit(id, &Parameters::Value(value)),
        }
    }

    /// Adds an entry of a checklist that is an array: an id, or an object that has one.
    fn add_entry(&mut self, entry: Value<'_>) -> Result<(), Rule> {
        let id = entry.get("id").unwrap_or(entry);
        let name = id.as_str().ok_or(Rule::ItemId)?.into_owned();
        self.check_id(&name)?;
        if entry.kind() == JsonKind::String {
            return self.add_implicit(name, &Parameters::None);
        }
        let predicate = entry.get("predicate").unwrap_or(id);
        self.add_explicit(name, predicate, entry, &["id", "predicate"])
    }

    fn check_id(&self, id: &str) -> Result<(), Rule> {
        if !form::is_item_id(id) {
            return Err(Rule::ItemId);
        }
        if self.places.contains_key(id) {
            return Err(Rule::ItemRepeated { item: id.into() });
        }
        Ok(())
    }

    /// An item object that names its predicate, or the predicate that its id names.
    fn add_explicit(
        &mut self,
        id: String,
        predicate: Value<'_>,
        object: Value<'_>,
        names: &'static [&'static str],
    ) -> Result<(), Rule> {
        let Some(predicate) = predicate.as_str() else {
            return Err(Rule::ItemParameters { item: id });
        };
        let others = object.members().filter(|(name, _)| !names.contains(&name.as_ref())).count();
        let parameters = match (&*predicate, object.get("value")) {
            ("attested", Some(value)) => Parameters::Value(value),
            ("attested", None) => Parameters::None,
            _ if others == 0 => Parameters::None,
            _ => Parameters::Members(Object::new(object, Vec::new())?, names),
        };
        self.add(id, &predicate, &parameters)
    }

    /// An item that names no predicate: its id does, or it is attested.
    fn add_implicit(&mut self, id: String, parameters: &Parameters<'_>) -> Result<(), Rule> {
        if Predicate::is_registered(&id) {
            let name = id.clone();
            return self.add(id, &name, parameters);
        }
        self.add(id, "attested", parameters)
    }

    fn add(&mut self, id: String, predicate: &str, parameters: &Parameters<'_>) -> Result<(), Rule> {
        let Some(predicate) = Predicate::read(predicate, parameters)? else {
            return Err(Rule::ItemParameters { item: id });
        };
        self.places.insert(id.clone(), Some(self.items.len()));
        self.items.push(Item { id, predicate, parameters: parameters.bytes()? });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;
    use alloc::format;
    use alloc::string::ToString;

    fn read_from(checklist: &str) -> Result<Vec<(String, String)>, String> {
        let source = format!(r#"{{"checklist":{checklist}}}"#);
        let mut parser = Parser::new();
        let root = parser.parse(source.as_bytes()).unwrap().root();
        let shown = |item: &Item| (item.id.clone(), item.predicate.to_string());
        read(Some(root), 1000)
            .map(|obligation| obligation.items.iter().map(shown).collect())
            .map_err(|rule| rule.to_string())
    }

    #[test]
    fn items_are_read_from_objects_and_arrays_alike() {
        for (checklist, item, predicate) in [
            (r#"{"x":true}"#, "x", "attested"),
            (r#"["x"]"#, "x", "attested"),
            (r#"{"x":null}"#, "x", "attested"),
            (r#"{"x":{"predicate":"manual"}}"#, "x", "manual"),
            (r#"[{"id":"x","predicate":"manual","why":1}]"#, "x", "manual"),
            (r#"["manual"]"#, "manual", "manual"),
            (r#"[{"id":"manual"}]"#, "manual", "manual"),
            (r#"[{"id":"mystery"}]"#, "mystery", "mystery"),
            (r#"{"mystery":{}}"#, "mystery", "attested"),
            (r#"{"x":{"predicate":"commitment"}}"#, "x", "commitment"),
            (r#"{"x":{"predicate":"claim_cross_referenced"}}"#, "x", "claim_cross_referenced"),
            (r#"{"x":{"predicate":"min_length","path":"","n":1e1}}"#, "x", "min_length"),
        ] {
            let expected = [(item.into(), predicate.into())].into();
            assert_eq!(read_from(checklist), Ok(expected), "{checklist}");
        }
        let source = br#"{"checklist":{"x":{"predicate":"attested","why":1}}}"#;
        let mut parser = Parser::new();
        let obligation = read(Some(parser.parse(source).unwrap().root()), 1000).unwrap();
        assert_eq!(obligation.items[0].parameters, b"true", "only `value` is a parameter of `attested`");
        let kept = read_from(r#"{"b":true,"a":false,"c":1}"#).unwrap();
        assert_eq!(kept.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn what_is_no_checklist_is_refused_in_the_published_words() {
        for (checklist, rule) in [
            ("null", "obligation.checklist is required"),
            ("7", "obligation.checklist must be an object or array"),
            ("{}", "obligation.checklist must not be empty"),
            (r#"{"a":false}"#, "obligation.checklist must not be empty"),
            (r#"["a","b","a"]"#, "obligation.checklist repeats item a"),
            (r#"["",7]"#, "obligation.checklist has an invalid entry"),
            (r#"[{"predicate":"manual"}]"#, "obligation.checklist has an invalid entry"),
            (r#"[{"id":7}]"#, "obligation.checklist has an invalid item id"),
            (r#"{"":true}"#, "obligation.checklist has an invalid item id"),
            (r#"{"a\u0000":true}"#, "obligation.checklist has an invalid item id"),
            (r#"{"x":{"predicate":7}}"#, "obligation.checklist.x has invalid parameters"),
            (
                r#"{"claim_cross_referenced":1}"#,
                "obligation.checklist.claim_cross_referenced has invalid parameters",
            ),
            (r#"["digest_equals"]"#, "obligation.checklist.digest_equals has invalid parameters"),
            (
                r#"{"x":{"predicate":"field_present","path":"y"}}"#,
                "obligation.checklist.x has invalid parameters",
            ),
            (
                r#"{"x":{"predicate":"field_equals","path":"/y"}}"#,
                "obligation.checklist.x has invalid parameters",
            ),
            (
                r#"{"x":{"predicate":"min_length","path":"/y","n":0.5}}"#,
                "obligation.checklist.x has invalid parameters",
            ),
        ] {
            assert_eq!(read_from(checklist), Err(rule.into()), "{checklist}");
        }
        let many = format!("[{}]", ["7"; 1001].join(","));
        assert_eq!(read_from(&many), Err("obligation.checklist has an invalid entry".into()));
        let many: Vec<String> = (0..1001).map(|n| format!(r#""{n}":false"#)).collect();
        let refused = "obligation.checklist has 1001 items; limit is 1000";
        assert_eq!(read_from(&format!("{{{}}}", many.join(","))), Err(refused.into()));
    }
}
