//! Bytes that are no JSON, or that two readers could take for different JSON (TMPA 4.2, 8.4, 9.8).

use super::{bad, refused, refuses_source};
use crate::case::{Case, Input, Orders, case};
use crate::cast::carrier;
use crate::reading::all;
use serde_json::json;

pub(super) fn cases() -> Vec<Case> {
    [broken(), ambiguous(), media_types(), several()].concat()
}

/// The bytes of `bad`, without its object id: nothing can be read from them with certainty.
fn source() -> Input {
    Input { objects: Vec::new(), ..Input::of(&bad()) }
}

/// What no parser takes.
fn broken() -> Vec<Case> {
    let whole = Input::of(&bad()).bytes;
    let half = whole.get(..whole.len() / 2).unwrap_or_default().to_vec();
    let with_mark = [b"\xEF\xBB\xBF".as_slice(), &whole].concat();
    let twice = [whole.as_slice(), &whole].concat();
    let wide: Vec<u8> = String::from_utf8_lossy(&whole).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let rows: [(&str, &str, Input); 13] = [
        ("an-empty-source-is-reported", "the source has no bytes", Input::raw("bad", "")),
        ("a-source-of-blanks-is-reported", "the source holds white space only", Input::raw("bad", " \n")),
        ("a-truncated-source-is-reported", "the source ends in the middle", Input::raw("bad", half)),
        (
            "a-source-with-a-byte-order-mark-is-reported",
            "the source begins with a byte order mark",
            Input::raw("bad", with_mark),
        ),
        (
            "two-documents-in-one-source-are-reported",
            "the source holds two objects, one after the other",
            Input::raw("bad", twice),
        ),
        ("a-source-in-utf-16-is-reported", "the source is UTF-16", Input::raw("bad", wide)),
        (
            "a-byte-that-is-no-utf-8-is-reported",
            "a text holds the byte FF",
            source().spelled("agreed", b"agr\xFFed"),
        ),
        (
            "a-raw-line-feed-in-a-text-is-reported",
            "a text holds an unescaped control character",
            source().spelled("as agreed", "as\nagreed"),
        ),
        (
            "an-unknown-escape-is-reported",
            "a text holds the escape `\\x`",
            source().spelled("as agreed", "\\x61s agreed"),
        ),
        ("a-trailing-comma-is-reported", "a list ends with a comma", source().spelled("]", ",]")),
        ("a-comment-is-reported", "a comment stands before the object", source().spelled("{", "/* bad */ {")),
        ("the-word-nan-is-reported", "a number is `NaN`", source().spelled("\"as agreed\"", "NaN")),
        (
            "a-number-with-a-leading-zero-is-reported",
            "a number is `01`",
            source().spelled("\"as agreed\"", "01"),
        ),
    ];
    rows.into_iter().map(|(name, title, input)| refuses_source(name, title, input)).collect()
}

/// What some parsers take, with another content each. The text wants it not to count; under which code is open.
fn ambiguous() -> Vec<Case> {
    let number = |value: serde_json::Value| Input {
        objects: Vec::new(),
        ..Input::of(&bad().body(json!({ "summary": "n", "n": value })))
    };
    let rows: [(&str, &str, Input); 9] = [
        (
            "a-member-that-stands-twice-in-the-object-does-not-count",
            "`creator` stands twice, once as alice",
            source().spelled("\"creator\"", "\"creator\": \"alice\",\n  \"creator\""),
        ),
        (
            "a-member-that-stands-twice-in-the-content-does-not-count",
            "`summary` stands twice",
            source().spelled("\"summary\"", "\"summary\": \"otherwise\", \"summary\""),
        ),
        (
            "a-member-that-stands-twice-in-two-spellings-does-not-count",
            "`summary` stands twice, once with an escape",
            source().spelled("\"summary\"", "\"\\u0073ummary\": \"otherwise\", \"summary\""),
        ),
        (
            "a-lone-surrogate-does-not-count",
            "a text holds half of a surrogate pair",
            source().spelled("as agreed", "\\ud800"),
        ),
        (
            "a-number-beyond-a-double-does-not-count",
            "`1e400` stands where null was published",
            number(json!(null)).spelled("\"n\": null", "\"n\": 1e400"),
        ),
        (
            "a-number-that-vanishes-in-a-double-does-not-count",
            "`2e-400` stands where zero was published",
            number(json!(0)).spelled("\"n\": 0", "\"n\": 2e-400"),
        ),
        (
            "an-integer-that-a-double-cannot-hold-does-not-count",
            "`9007199254740993` stands where its neighbour was published",
            number(json!(9_007_199_254_740_992_u64)).spelled("9007199254740992", "9007199254740993"),
        ),
        (
            "a-negative-integer-that-a-double-cannot-hold-does-not-count",
            "`-9007199254740993` stands where its neighbour was published",
            number(json!(-9_007_199_254_740_992_i64)).spelled("-9007199254740992", "-9007199254740993"),
        ),
        (
            "a-sequence-number-that-a-double-cannot-hold-does-not-count",
            "the sequence number is `9007199254740993`",
            source().spelled("\"sequence\": 1", "\"sequence\": 9007199254740993"),
        ),
    ];
    rows.into_iter()
        .map(|(name, title, input)| {
            case(name, title, &["TMPA 4.2", "TMPA 9.8", "TMPA 9.9"])
                .with([carrier()])
                .input(Input { objects: vec!["bad".to_owned()], ..input })
                .reads(refused().also_at("SCHEMA_INVALID", "bad").must(
                    "reported",
                    "/issue_source_ids",
                    "includes",
                    json!("bad"),
                ))
                .orders(Orders::Some)
        })
        .collect()
}

/// A source says what it is; nobody guesses otherwise.
fn media_types() -> Vec<Case> {
    let typed = |name: &str, title: &str, media_type: &'static str| {
        case(name, title, &["TMPA 8.1", "TMPA 9.9"])
            .with([carrier()])
            .input(Input::of(&bad()).media_type(media_type))
    };
    vec![
        typed(
            "json-under-another-media-type-is-not-taken-for-an-object",
            "the source declares itself as Markdown",
            "text/markdown",
        )
        .reads(refused().free("bad").also_at("SCHEMA_INVALID", "bad")),
        typed(
            "a-structured-suffix-is-json-as-well",
            "the media type is `application/vnd.example+json`",
            "application/vnd.example+json",
        )
        .reads(all().accepts("c bad").state("W", "created", "PM")),
        typed(
            "a-parameter-of-the-media-type-changes-nothing",
            "the media type is `application/json; charset=utf-8`",
            "application/json; charset=utf-8",
        )
        .reads(all().accepts("c bad").state("W", "created", "PM")),
    ]
}

/// One broken source hides no other, and none of them ends the reading (TMPA 8.4).
fn several() -> Vec<Case> {
    let unreadable = |source: &str| Input::raw(source, "{");
    let deep = format!("{{\"summary\": {}{}}}", "[".repeat(3000), "]".repeat(3000));
    vec![
        case(
            "every-unreadable-source-has-an-issue-of-its-own",
            "three sources of equal, broken bytes",
            &["TMPA 4.3", "TMPA 8.4", "TMPA 9.9"],
        )
        .with([carrier()])
        .input(unreadable("b1"))
        .input(unreadable("b2"))
        .input(unreadable("b3"))
        .reads(
            all()
                .accepts("c")
                .excludes("b1 b2 b3")
                .state("W", "created", "PM")
                .issue_at("SCHEMA_INVALID", "b1")
                .issue_at("SCHEMA_INVALID", "b2")
                .issue_at("SCHEMA_INVALID", "b3"),
        )
        .orders(Orders::Some),
        case(
            "broken-variants-of-one-id-have-an-issue-each",
            "two misshapen sources claim one object id",
            &["TMPA 4.3", "TMPA 9.9"],
        )
        .with([carrier()])
        .input(Input::seen(&bad().set("/priority", json!(1)), "b1"))
        .input(Input::seen(&bad().cut("/content"), "b2"))
        .reads(
            all()
                .accepts("c")
                .excludes("b1 b2")
                .state("W", "created", "PM")
                .issue_at("SCHEMA_INVALID", "b1")
                .issue_at("SCHEMA_INVALID", "b2"),
        )
        .orders(Orders::Some),
        case(
            "nothing-but-broken-sources-gives-a-result-without-nodes",
            "no source is an object",
            &["TMPA 8.4", "TMPA 9.9"],
        )
        .input(unreadable("b1"))
        .input(Input::raw("b2", "null\n"))
        .reads(
            all().excludes("b1 b2").issue_at("SCHEMA_INVALID", "b1").issue_at("SCHEMA_INVALID", "b2").must(
                "no-nodes",
                "/node_ids",
                "equals",
                json!([]),
            ),
        )
        .orders(Orders::Some),
        case(
            "a-deeply-nested-source-does-not-end-the-reading",
            "a body of 3,000 nested lists",
            &["TMPA 8.4"],
        )
        .with([carrier()])
        .input(source().spelled("{ \"summary\": \"as agreed\" }", deep))
        .reads(refused().whole(crate::class::Class::Excluded).also_at("SCHEMA_INVALID", "bad")),
    ]
}
