//! Media types: what a name says of a file, and which types are evidence of a reading (TMPA 8.1).

/// The media type that the ending of a name stands for; bytes that no ending explains are `application/octet-stream`.
///
/// Of a file of lines it is the type of each line. The case of the ending does not matter, and nothing else does:
/// content is never looked at.
pub fn media_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    known.map_or("application/octet-stream", |(_, media_type)| media_type)
}

const ENDINGS: &[(&str, &str)] = &[
    ("json", "application/json"),
    ("jsonl", "application/json"),
    ("ndjson", "application/json"),
    ("csv", "text/csv"),
    ("diff", "text/x-diff"),
    ("html", "text/html"),
    ("jpg", "image/jpeg"),
    ("log", "text/plain"),
    ("md", "text/markdown"),
    ("patch", "text/x-diff"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("toml", "application/toml"),
    ("txt", "text/plain"),
    ("xml", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zip", "application/zip"),
];

/// Whether an entry of a ledger is evidence of a reading: JSON, unless it is of a kind that Actum keeps for another
/// reading (`application/vnd.actum.…`). Parameters and the case of letters do not matter.
pub fn is_evidence(media_type: &str) -> bool {
    is_json(media_type) && !is_actum(media_type)
}

/// Whether a media type is one of Actum's own, which stand for entries in an order that Actum keeps.
pub(crate) fn is_actum(media_type: &str) -> bool {
    essence(media_type).starts_with("application/vnd.actum.")
}

/// Whether a media type is one of JSON (RFC 8259 11, RFC 6839 3.1).
pub(crate) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json" || essence.ends_with("+json")
}

fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_alone_says_what_a_file_is() {
        assert_eq!(media_type("a/b.JSONL"), "application/json");
        assert_eq!(media_type("a.json/notes.md"), "text/markdown");
        for unknown in ["", ".", "Makefile", "a.json~", "x.", "json"] {
            assert_eq!(media_type(unknown), "application/octet-stream", "{unknown}");
        }
    }

    #[test]
    fn json_of_any_kind_is_evidence_but_for_the_kinds_of_other_readings() {
        for one in ["application/json", "Application/JSON; charset=utf-8", "application/ld+json ", "x/y+json"]
        {
            assert!(is_evidence(one), "{one}");
        }
        for other in
            ["", "text/json", "text/plain", "application/vnd.actum.deal+json", "APPLICATION/VND.ACTUM.X+JSON"]
        {
            assert!(!is_evidence(other), "{other}");
        }
    }
}
