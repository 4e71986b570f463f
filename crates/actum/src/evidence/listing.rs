//! A listing of sources: a recorded set, to be read again byte for byte.

use actum_canon::digest::sha256;
use actum_canon::json::{Kind, Limits, Parser, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{Content, Evidence, Framing, Item, LARGEST};
use crate::error::{Error, ErrorKind};

/// The sources that `bytes` lists; `name` is the listing's own name, for messages.
pub(super) fn parse(bytes: &[u8], name: &str) -> Result<Evidence, Error> {
    let mut parser = Parser::with_limits(Limits { depth: 128, bytes: LARGEST });
    let document = parser.parse(bytes).map_err(|error| {
        refuse(name, error.pointer(), format!("{} at byte {}", error.kind().name(), error.offset()))
    })?;
    let sources = document.root().get("sources").filter(|sources| sources.kind() == Kind::Array);
    let sources = sources.ok_or_else(|| refuse(name, "", "the member `sources` must be an array"))?;
    let mut items = Vec::with_capacity(sources.len());
    for (at, source) in sources.elements().enumerate() {
        let pointer = format!("/sources/{at}");
        items.push(item(source).map_err(|message| refuse(name, &pointer, message))?);
    }
    Ok(Evidence { items, ..Evidence::default() })
}

fn item(source: Value<'_>) -> Result<Item, String> {
    if source.kind() != Kind::Object {
        return Err("a source must be an object".into());
    }
    let known = ["source_id", "media_type", "text", "base64", "byte_digest"];
    if let Some((unknown, _)) = source.members().find(|(member, _)| !known.contains(&member.as_ref())) {
        return Err(format!("the member `{unknown}` is unknown"));
    }
    let id = required(source, "source_id")?;
    let media_type = required(source, "media_type")?;
    let bytes = match (text(source, "text")?, text(source, "base64")?) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(encoded)) => {
            STANDARD.decode(encoded).map_err(|error| format!("the member `base64` is none: {error}"))?
        }
        _ => return Err("a source holds either `text` or `base64`".into()),
    };
    if let Some(stated) = text(source, "byte_digest")? {
        let found = sha256(&bytes).to_string();
        if stated != found {
            return Err(format!("the bytes have the digest `{found}`, not `{stated}`"));
        }
    }
    Ok(Item { id, media_type: media_type.into(), content: Content::Bytes(bytes), framing: Framing::Whole })
}

fn required(source: Value<'_>, member: &str) -> Result<String, String> {
    text(source, member)?.ok_or_else(|| format!("the member `{member}` is missing"))
}

fn text(source: Value<'_>, member: &str) -> Result<Option<String>, String> {
    let Some(value) = source.get(member) else {
        return Ok(None);
    };
    let text = value.as_str().ok_or_else(|| format!("the member `{member}` must be a string"))?;
    Ok(Some(text.into_owned()))
}

fn refuse(name: &str, pointer: &str, message: impl AsRef<str>) -> Error {
    let place = if pointer.is_empty() { String::new() } else { format!(" at `{pointer}`") };
    Error::new(ErrorKind::Input, "listing_invalid", format!("`{name}`{place}: {}", message.as_ref()))
        .hint("a listing is {\"sources\":[{\"source_id\",\"media_type\",\"text\" or \"base64\"}]}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_base64_give_exactly_their_bytes_in_the_order_listed() {
        let listing = br#"{"name":"x","sources":[
            {"source_id":"b","media_type":"application/json","base64":"/w=="},
            {"source_id":"a","media_type":"text/plain","text":"\u00e9\n"},
            {"source_id":"a","media_type":"text/plain","text":""}]}"#;
        let evidence = parse(listing, "list").unwrap();
        let found: Vec<_> = evidence.items.iter().map(|item| (item.id.as_str(), &item.content)).collect();
        assert!(matches!(found[0], ("b", Content::Bytes(bytes)) if bytes == b"\xFF"));
        assert!(matches!(found[1], ("a", Content::Bytes(bytes)) if bytes == "é\n".as_bytes()));
        assert!(matches!(found[2], ("a", Content::Bytes(bytes)) if bytes.is_empty()));
    }

    #[test]
    fn another_shape_is_refused_with_its_place() {
        let message = |listing: &str| parse(listing.as_bytes(), "list").unwrap_err().to_string();
        assert!(message("{").starts_with("`list`"));
        assert_eq!(message("[]"), "`list`: the member `sources` must be an array");
        let of = |source: &str| message(&format!("{{\"sources\":[{source}]}}"));
        assert_eq!(of("1"), "`list` at `/sources/0`: a source must be an object");
        assert!(of(r#"{"source_id":"a","media_type":"b"}"#).ends_with("either `text` or `base64`"));
        assert!(of(r#"{"source_id":"a","media_type":"b","text":"","base64":""}"#).ends_with("`base64`"));
        assert!(of(r#"{"source_id":1,"media_type":"b","text":""}"#).ends_with("must be a string"));
        assert!(of(r#"{"source_id":"a","media_type":"b","text":"","more":1}"#).ends_with("is unknown"));
        let digest = r#"{"source_id":"a","media_type":"b","text":"","byte_digest":"sha256:00"}"#;
        assert!(of(digest).contains("sha256:e3b0c442"));
    }
}
