//! What a projection takes from a message of a deal: who sent it, of what type, and what it cites (DEAL 3).

use std::collections::BTreeSet;

use actum_canon::digest::Sha256;
use actum_canon::json::{Limits, Parser, Value};

use super::super::link::Cited;
use super::Said;

/// The predicate of an item that asks for an object which is valid in the reading. The engine does not know it, so that
/// in the deal only a ruling passes it (DEAL 6.4).
pub(super) const VALID: &str = "valid_in_reading";

/// A message as far as it is told here. What is absent or malformed is empty; the engine has judged it.
#[derive(Debug, Default)]
pub(super) struct Message {
    pub(super) kind: String,
    pub(super) from: String,
    /// By what it names its deal.
    pub(super) deal: String,
    /// Of a Ruling, its verdict.
    pub(super) verdict: Option<String>,
    /// Of an Offer, the items that ask for an object which is valid in the reading.
    pub(super) demanding: Vec<String>,
    /// Of a Disclose, what its evidence cites.
    entries: Vec<Entry>,
    /// Objects that the evidence names together with a digest.
    pub(super) digests: Vec<Said>,
}

#[derive(Debug)]
struct Entry {
    item: String,
    digest: Option<Sha256>,
    name: Option<String>,
}

impl Message {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let mut parser = Parser::with_limits(Limits { bytes: usize::MAX, ..Limits::default() });
        parser.parse(bytes).map(|document| Self::of(document.root())).unwrap_or_default()
    }

    fn of(root: Value<'_>) -> Self {
        let text = |value: Option<Value<'_>>| value.and_then(Value::as_str).map(std::borrow::Cow::into_owned);
        let mut message = Self {
            kind: text(root.get("type")).unwrap_or_default(),
            from: text(root.get("from")).unwrap_or_default(),
            deal: text(root.get("offer_id")).unwrap_or_default(),
            ..Self::default()
        };
        match message.kind.as_str() {
            "Ruling" => message.verdict = text(root.get("verdict")),
            "Offer" => message.demanding = demanding(root),
            "Disclose" => {
                let evidence = root.get("artifact").and_then(|artifact| artifact.get("evidence"));
                for entry in evidence.into_iter().flat_map(Value::elements) {
                    let digest = text(entry.get("sha256")).and_then(|text| Sha256::parse(&text));
                    let uri = text(entry.get("uri"));
                    let name = uri.and_then(|uri| named(&uri).map(str::to_owned));
                    if let (Some(name), Some(digest)) = (&name, digest) {
                        message.digests.push((name.clone(), digest));
                    }
                    message.entries.push(Entry {
                        item: text(entry.get("predicate")).unwrap_or_default(),
                        digest,
                        name,
                    });
                }
            }
            _ => {}
        }
        message
    }
}

/// The object that a `uri` of evidence names: an object of the record by `tmpa:`, what a state tree holds by `astp:`.
fn named(uri: &str) -> Option<&str> {
    match uri.strip_prefix("tmpa:") {
        Some(id) => Some(id),
        None => Some(uri).filter(|uri| uri.starts_with("astp:") || uri.starts_with("deal:")),
    }
    .filter(|id| !id.is_empty())
}

/// The items of an Offer's body that ask for validity in the reading.
pub(super) fn demands(body: &[u8]) -> Vec<String> {
    let mut parser = Parser::with_limits(Limits { bytes: usize::MAX, ..Limits::default() });
    parser.parse(body).map(|document| demanding(document.root())).unwrap_or_default()
}

/// The items of a checklist that ask for validity in the reading.
fn demanding(root: Value<'_>) -> Vec<String> {
    let checklist = root.get("obligation").and_then(|obligation| obligation.get("checklist"));
    let Some(checklist) = checklist else { return Vec::new() };
    let asks = |item: Value<'_>| {
        let predicate = item.get("predicate").and_then(Value::as_str);
        predicate.is_some_and(|predicate| predicate == VALID)
    };
    let members = checklist.members().filter(|(_, item)| asks(*item)).map(|(name, _)| name.into_owned());
    let elements = checklist.elements().filter(|item| asks(*item));
    let elements = elements.filter_map(|item| Some(item.get("id")?.as_str()?.into_owned()));
    members.chain(elements).collect()
}

/// What a disclosure cites.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Citations {
    /// Relation and target.
    pub(super) references: Vec<(&'static str, String)>,
    /// The items that ask for an object which is valid in the reading, and for which one is cited.
    pub(super) met: Vec<String>,
}

/// What the evidence of a disclosure cites. What an item demands to be valid binds, so that the disclosure falls with it;
/// the rest is cited. What is demanded and cannot be found is a reference to what is missing.
/// `own` is the deal's work item: a deal that names itself shows nothing that it did not have.
pub(super) fn citations(
    message: &Message,
    own: &str,
    demanding: &BTreeSet<String>,
    cited: &Cited<'_>,
) -> Citations {
    let mut citations = Citations::default();
    for entry in &message.entries {
        let demanded = demanding.contains(&entry.item);
        let relation = if demanded { "requires" } else { "cites" };
        let by_digest = entry.digest.and_then(|digest| cited.by_digest(digest));
        let target = match (&entry.name, by_digest, entry.digest) {
            (Some(name), ..) => Some(cited.resolve(name).to_owned()),
            (None, Some(id), _) => Some(id.to_owned()),
            (None, None, Some(digest)) => demanded.then(|| digest.to_string()),
            (None, None, None) => None,
        };
        let Some(target) = target else { continue };
        let itself = target.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if demanded && !itself {
            citations.met.push(entry.item.clone());
        }
        citations.references.push((if itself { "cites" } else { relation }, target));
    }
    citations
}

#[cfg(test)]
mod tests {
    use super::super::super::link::Names;
    use super::*;

    #[test]
    fn what_an_item_demands_binds_and_the_rest_is_cited() {
        let offer = Message::read(
            br#"{"type":"Offer","obligation":{"checklist":{"a":{"predicate":"valid_in_reading"},"b":true}}}"#,
        );
        assert_eq!(offer.demanding, ["a"]);
        let digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let disclose = format!(
            r#"{{"type":"Disclose","artifact":{{"evidence":[
                {{"id":"1","predicate":"a","sha256":"{digest}"}},
                {{"id":"2","predicate":"b","sha256":"{digest}"}},
                {{"id":"3","predicate":"b","uri":"tmpa:report"}},
                {{"id":"4","uri":"https://example.org"}}]}}}}"#
        );
        let demanding = offer.demanding.into_iter().collect();
        let cited = Cited::of(&[], Names::default());
        let citations = citations(&Message::read(disclose.as_bytes()), "deal:d", &demanding, &cited);
        assert_eq!(citations.references, [("requires", digest.to_owned()), ("cites", "report".to_owned())]);
        assert_eq!(citations.met, ["a"]);
        for itself in ["deal:d", "deal:d/m1"] {
            let disclose = format!(
                r#"{{"type":"Disclose","artifact":{{"evidence":[{{"id":"1","predicate":"a","uri":"{itself}"}}]}}}}"#
            );
            let citations =
                super::citations(&Message::read(disclose.as_bytes()), "deal:d", &demanding, &cited);
            assert_eq!(citations.met, Vec::<String>::new(), "{itself}");
        }
    }

    #[test]
    fn bytes_that_are_no_message_say_nothing() {
        for bytes in [&b"\xff"[..], b"[]", b"7", b"{\"type\":1}"] {
            let message = Message::read(bytes);
            assert!(message.kind.is_empty() && message.from.is_empty());
        }
    }
}
