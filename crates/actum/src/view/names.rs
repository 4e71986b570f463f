//! By what an entry is found: what it says about itself, whatever the profile makes of it.

use actum_canon::json::{Kind, Parser, Value};
use actum_ledger::Entry;
use actum_store_sqlite::index::Keys;

use crate::evidence::is_evidence;

/// The name of this function from entries to keys; another function has another name.
pub(super) const EDITION: &str = "tmpa 1";

/// The relation under which the carrier of an object is found.
pub(super) const CARRIER: &str = "primary_carrier_id";

/// The names in a governance object.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) object: String,
    pub(super) kind: String,
    pub(super) work: Option<String>,
    pub(super) stream: Option<(String, u64)>,
    /// Creator and role, as one key.
    pub(super) by: String,
    /// With the carrier among them.
    pub(super) references: Vec<(String, String)>,
}

impl Names {
    /// The names in some bytes, or `None` where they are no JSON object with an id.
    pub(super) fn of(parser: &mut Parser, bytes: &[u8]) -> Option<Self> {
        let document = parser.parse(bytes).ok()?;
        let root = document.root();
        if root.kind() != Kind::Object {
            return None;
        }
        let object = text(root.get("id"))?;
        let governed = root.get("governed_work");
        let part = |name| text(governed.and_then(|value| value.get(name)));
        let stream = root.get("stream").and_then(|stream| {
            let sequence = stream.get("sequence")?.as_number()?.as_u64()?;
            Some((text(stream.get("id"))?, sequence))
        });
        let listed = root.get("references").filter(|value| value.kind() == Kind::Array);
        let listed = listed.into_iter().flat_map(Value::elements);
        let mut references: Vec<(String, String)> = listed
            .filter_map(|item| Some((text(item.get("relation"))?, text(item.get("target"))?)))
            .collect();
        references.extend(part("primary_carrier_id").map(|carrier| (CARRIER.to_owned(), carrier)));
        let kind = text(root.get("type")).unwrap_or_default();
        let name = |member| text(root.get(member)).unwrap_or_default();
        let by = by(&name("creator"), &name("role"));
        Some(Self { object, kind, work: part("id"), stream, by, references })
    }
}

fn text(value: Option<Value<'_>>) -> Option<String> {
    value?.as_str().map(std::borrow::Cow::into_owned)
}

/// Gives the keys of an entry to the index.
pub(super) fn keys(parser: &mut Parser, entry: &Entry, emit: &mut dyn FnMut(Keys<'_>)) {
    if !is_evidence(entry.media_type()) {
        return;
    }
    let Some(names) = Names::of(parser, entry.bytes()) else { return };
    let references: Vec<(&str, &str)> =
        names.references.iter().map(|(relation, target)| (relation.as_str(), target.as_str())).collect();
    emit(Keys {
        object: &names.object,
        kind: &names.kind,
        work: names.work.as_deref(),
        stream: names.stream.as_ref().map(|(id, sequence)| (id.as_str(), *sequence)),
        references: &references,
    });
    emit(Keys { object: &names.object, kind: &names.by, work: None, stream: None, references: &[] });
}

/// The key, among those of types, under which the acts of an identity in a role are found. A type of such a name would
/// be found with them, and passed over.
pub(super) fn by(creator: &str, role: &str) -> String {
    format!("\u{1}{creator}\u{1}{role}")
}
