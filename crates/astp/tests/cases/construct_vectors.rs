//! Every published vector of the constructions, file by file.

use actum_astp::construct::{Stop, run};
use actum_canon::json::Value;

use super::corpus::{canonical, each_record, hexadecimal, text};

/// Records whose published result is laxer than the specification, and the clause that refuses them here.
const STRICTER: [(&str, &str); 1] = [
    // A leaf input of one byte.
    ("compute_merkle_root_v2#037", "ASTP 5.4"),
];

fn check(id: &str, record: Value<'_>) -> Result<(), String> {
    let inputs = record.get("inputs").ok_or("no inputs")?;
    let result = run(&text(record, "construction"), inputs);
    if let Some((_, clause)) = STRICTER.iter().find(|(stricter, _)| *stricter == id) {
        return match result {
            Err(Stop::Refused(refused)) if refused.clause == *clause => Ok(()),
            other => Err(format!("{clause} should refuse, got {other:?}")),
        };
    }
    match (record.get("expected"), result) {
        (None, Err(Stop::Refused(_))) => Ok(()),
        (None, other) => Err(format!("should be refused, got {other:?}")),
        (Some(_), Err(stop)) => Err(format!("{stop}")),
        (Some(expected), Ok(output)) => {
            if output.json != canonical(expected).as_bytes() {
                let got = String::from_utf8_lossy(&output.json).into_owned();
                return Err(format!("got {got}, expected {}", canonical(expected)));
            }
            let preimage = record.get("preimage_hex").and_then(Value::as_str);
            if preimage
                .is_some_and(|hex| output.preimage.as_deref().map(hexadecimal).as_deref() != Some(&*hex))
            {
                return Err("another preimage".into());
            }
            Ok(())
        }
    }
}

macro_rules! files {
    ($($file:ident)*) => {
        $(
            #[test]
            fn $file() {
                each_record(stringify!($file), check);
            }
        )*
    };
}

files! {
    audit_v2 canonical_json context_v1 episode_roots field_encoding hash_4x inclusion_proofs layer3 leaf_hashes linking
    members_v2 merkle_trees schema_4x seals sets sidechannel_v2 spines_4x trust
}

/// Two lists of fields with one 4.x hash: both are verified, and a node is not written with both.
#[test]
fn collisions_4x() {
    each_record("collisions_4x", |_, record| {
        let inputs = record.get("inputs").ok_or("no inputs")?;
        for twin in ["a", "b"] {
            let output = run(&text(record, "construction"), inputs.get(twin).ok_or("no twin")?)
                .map_err(|stop| format!("{twin}: {stop}"))?;
            if output.json != canonical(record.get("expected").ok_or("no result")?).as_bytes() {
                return Err(format!("{twin} has another hash"));
            }
        }
        Ok(())
    });
}

#[test]
fn a_name_that_is_none_is_unknown() {
    let mut parser = actum_canon::json::Parser::new();
    let inputs = parser.parse(b"{}").unwrap();
    assert_eq!(run("compute_nothing", inputs.root()), Err(Stop::Unknown));
}
