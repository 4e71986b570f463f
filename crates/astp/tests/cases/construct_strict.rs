//! What the published program takes and the specification does not (`lax.json`), and what is refused when writing.

use actum_astp::construct::{self, Construction, Input, Stop, run};
use actum_astp::id::Uuid;
use actum_canon::digest::sha3;
use actum_canon::json::Parser;

use super::corpus::{each_record, text};

const ID: &str = "0d7f1b17-1884-4f4d-8b26-66c213f9366d";
const HASH: &str = "abababababababababababababababababababababababababababababababab";

/// Each case of the file, with inputs that show it; the clause that refuses, or none where it is right to take it.
fn cases() -> Vec<(&'static str, &'static str, String, Option<&'static str>)> {
    let branch = |snapshot: &str, kind: &str| {
        format!(
            r#"{{"branch_point_id":"{ID}","episode_id":"{ID}","branch_id":"{ID}","source_segment_id":"{ID}",
                "spine_merkle_snapshot":{snapshot},"branch_type":{kind},"declaration_type":"explicit",
                "created_at":"2026-11-05T01:02:03+00:00","parent_hash":null}}"#
        )
    };
    let hash = format!("\"{HASH}\"");
    let field = |kind: &str, value: &str| format!(r#"{{"kind":"{kind}","value":{value}}}"#);
    let bare = Some("ASTP 5.1.1");
    vec![
        ("lax-01", "compute_branch_point_hash_v2", branch("null", "\"parallel\""), bare),
        ("lax-02", "compute_branch_point_hash_v2", branch(&hash, "null"), bare),
        (
            "lax-03",
            "compute_branch_terminus_hash_v2",
            format!(
                r#"{{"terminus_id":"{ID}","branch_id":"{ID}","terminus_type":"merged","branch_point_hash":null,
                    "final_merkle_root":null,"created_at":"2026-11-05T01:02:03Z"}}"#
            ),
            bare,
        ),
        (
            "lax-05",
            "compute_episode_root_hash_v2",
            format!(
                r#"{{"episode_id":"{ID}","spine_root":null,"signal_manifest_hash":{hash},
                    "structural_manifest_hash":{hash},"exclusion_hash":{hash}}}"#
            ),
            bare,
        ),
        ("lax-06", "encode_field", field("HASH", &hash.replacen("abab", "ab  ", 1)), bare),
        ("lax-07", "encode_field", field("HASH", &hash.to_uppercase()), None),
        (
            "lax-08",
            "encode_field",
            field("HASH", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"),
            bare,
        ),
        ("lax-10", "compute_merkle_root_v2", r#"{"leaves":["ab"]}"#.into(), Some("ASTP 5.4")),
        ("lax-11", "compute_branch_point_hash_v2", branch(&hash, "\"no such type\""), None),
        ("lax-12", "encode_field", field("LIST(HASH)", "[null]"), bare),
    ]
}

#[test]
fn lax_inputs_are_refused_with_their_clause_or_taken_where_that_is_right() {
    let mut parser = Parser::new();
    for (id, construction, inputs, clause) in cases() {
        let document = parser.parse(inputs.as_bytes()).unwrap();
        match (run(construction, document.root()), clause) {
            (Ok(_), None) => {}
            (Err(Stop::Refused(refused)), Some(clause)) => assert_eq!(refused.clause, clause, "{id}"),
            (result, _) => panic!("{id}: {result:?}"),
        }
    }
}

#[test]
fn every_published_lax_case_is_among_them() {
    let cases = cases();
    each_record("lax", |id, record| {
        let (.., clause) = cases.iter().find(|(given, ..)| *given == id).ok_or("is not among them")?;
        let refuses = text(record, "recommended").starts_with("refuse");
        if refuses == clause.is_some() { Ok(()) } else { Err("is judged otherwise".into()) }
    });
}

#[test]
fn a_missing_field_is_named() {
    let refused = construct::HITL_NODE_V2.hash(&[("context_hash", Input::Hash(sha3(b"")))]).unwrap_err();
    assert_eq!(refused.to_string(), "`resolution_hash`: is missing (ASTP 5.7.1)");
}

fn fork_point(objective: &str, initiator: &str) -> [(&'static str, Input<'static>); 10] {
    let id = Uuid::parse(ID).unwrap();
    [
        ("fork_point_id", id.into()),
        ("fork_id", id.into()),
        ("episode_id", id.into()),
        ("origin_episode_id", id.into()),
        ("origin_segment_id", id.into()),
        ("fork_objective", objective.to_owned().into()),
        ("initiator", initiator.to_owned().into()),
        ("sibling_index", 0.into()),
        ("timestamp", Input::Micros(1_500_000)),
        ("parent_hash", Input::Null),
    ]
}

#[test]
fn a_joined_list_is_verified_as_it_is_and_written_only_where_it_has_one_reading() {
    let (one, twin) = (fork_point("p:q", "r"), fork_point("p", "q:r"));
    let form: &Construction = &construct::FORK_POINT;
    assert_eq!(form.hash(&one), form.hash(&twin));
    assert_eq!(form.stamp(&one), form.hash(&one));
    let refused = form.stamp(&twin).unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("initiator"));
    assert!(refused.to_string().contains("holds `:`"), "{refused}");
}

#[test]
fn a_list_within_a_joined_list_is_written_only_without_its_separator() {
    let manifest = |segments: &'static [String]| {
        construct::CONFLICT_MANIFEST.stamp(&[
            ("merge_id", "m".into()),
            ("source_episode_id", "s".into()),
            ("target_episode_id", "t".into()),
            ("conflict_segment_ids", Input::Texts(segments)),
        ])
    };
    let leaked =
        |texts: &[&str]| &*Box::leak(texts.iter().map(ToString::to_string).collect::<Box<[String]>>());
    assert!(manifest(leaked(&[])).is_ok());
    assert_eq!(manifest(leaked(&["a", "b"])), manifest(leaked(&["b", "a"])));
    for texts in [["a,b"].as_slice(), &[""], &["a", "b:c"]] {
        let refused = manifest(leaked(texts)).unwrap_err();
        assert_eq!(refused.field.as_deref(), Some("conflict_segment_ids"), "{texts:?}");
    }
}

#[test]
fn times_in_joined_lists_are_written_by_micros_and_read_as_text() {
    let preimage = construct::FORK_POINT.preimage(&fork_point("o", "i")).unwrap();
    let text = String::from_utf8(preimage).unwrap();
    assert!(text.ends_with(":o:i:0:1970-01-01T00:00:01.500000+00:00:"), "{text}");
}

/// FM-003: the construction of our own keeps what the published one drops.
#[test]
fn conflicts_in_another_order_or_decided_otherwise_have_another_hash() {
    let pair = |source: char, decided: &str| {
        let digest = |digit: char| digit.to_string().repeat(64);
        format!(
            r#"{{"segment_id":"{ID}","ancestor_content_hash":"{}","source_content_hash":"{}",
                "target_content_hash":"{}",{decided}}}"#,
            digest('a'),
            digest(source),
            digest('c')
        )
    };
    let open = r#""resolution_type":null,"resolved_content_hash":null"#;
    let decided = format!(r#""resolution_type":"CUSTOM","resolved_content_hash":"{HASH}""#);
    let hash = |pairs: &[String]| {
        let source = format!(
            r#"{{"merge_id":"{ID}","source_episode_id":"{ID}","target_episode_id":"{ID}","pairs":[{}]}}"#,
            pairs.join(",")
        );
        let mut parser = Parser::new();
        run("x_conflict_manifest_v2", parser.parse(source.as_bytes()).unwrap().root()).unwrap().json
    };
    let hashes = [
        hash(&[]),
        hash(&[pair('1', open)]),
        hash(&[pair('1', &decided)]),
        hash(&[pair('1', open), pair('2', open)]),
        hash(&[pair('2', open), pair('1', open)]),
    ];
    for (at, one) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(one), "{at}");
    }
}
