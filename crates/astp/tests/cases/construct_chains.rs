//! Chains of audit records, as published and tampered with (ASTP 8.2, 8.3).

use actum_astp::construct::chain::{Broken, Head, verify_4x, verify_v2};
use actum_astp::construct::{AUDIT_RECORD_V2, Fields, Input};
use actum_canon::digest::Sha3;
use actum_canon::encode::ASTP;
use actum_canon::instant::Instant;
use actum_canon::json::{Parser, Value};

use super::corpus::{each_record, text};

fn verify(form: &str, records: Value<'_>) -> Result<Head, Broken> {
    let records: Vec<Value<'_>> = records.elements().collect();
    let records = records.iter().map(|record| record as &dyn Fields);
    if form == "4.x" { verify_4x(records) } else { verify_v2(records) }
}

/// Compares a verdict with the published one: `None`, or `record 2: delta_sequence 4 != 3`.
fn agree(verdict: &Result<Head, Broken>, published: Option<&str>) -> Result<(), String> {
    match (verdict, published) {
        (Ok(_), None) => Ok(()),
        (Err(broken), Some(published))
            if published.starts_with(&format!("record {}: {} ", broken.record, broken.field)) =>
        {
            Ok(())
        }
        _ => Err(format!("got {verdict:?}, published {published:?}")),
    }
}

#[test]
fn published_chains_verify_and_tampered_ones_break_where_published() {
    let mut finer = 0;
    let records = each_record("audit_chains", |_, record| {
        let form = text(record, "form");
        let expected = record.get("expected").ok_or("no result")?;
        let records = expected.get("records").ok_or("no records")?;
        let head = verify(&form, records).map_err(|broken| broken.to_string())?;
        assert_eq!(head.length, records.len() as u64);
        for tampered in expected.get("tampered").into_iter().flat_map(Value::elements) {
            let label = text(tampered, "label");
            let verdict = verify(&form, tampered.get("records").ok_or("no records")?);
            let published = tampered.get("verify").and_then(Value::as_str);
            // ASTP 8.1: a time is stored at the precision that was hashed. The published program hashes a finer one.
            if let Err(broken) = &verdict
                && published.is_none()
                && label.contains("wall_clock_time")
                && (broken.record, broken.field) == (1, "wall_clock_time")
            {
                finer += 1;
                continue;
            }
            agree(&verdict, published.as_deref()).map_err(|failure| format!("{label}: {failure}"))?;
        }
        Ok(())
    });
    assert!(records == 0 || finer == 3, "{finer} chains with a finer time");
}

/// What was asked for becomes what is stored: deltas in canonical form, times cut to milliseconds, each hash.
#[test]
fn a_chain_of_requests_gets_the_published_hashes() {
    each_record("audit_chains", |_, record| {
        let Some(requests) = record.get("inputs").and_then(|inputs| inputs.get("records")) else {
            return Ok(());
        };
        let stored =
            record.get("expected").and_then(|expected| expected.get("records")).ok_or("no records")?;
        let mut prior = None;
        for (request, stored) in requests.elements().zip(stored.elements()) {
            let hash =
                AUDIT_RECORD_V2.hash(&Request { request, prior }).map_err(|refused| refused.to_string())?;
            let published = Sha3::parse(&text(stored, "record_hash")).ok_or("no hash")?;
            if hash != published {
                return Err(format!("got {hash}, published {published}"));
            }
            prior = Some(hash);
        }
        Ok(())
    });
}

struct Request<'a> {
    request: Value<'a>,
    prior: Option<Sha3>,
}

impl Fields for Request<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        let value = self.request.get(name);
        Some(match name {
            "prior_audit_hash" => self.prior.into(),
            "forward_delta" | "reverse_delta" => {
                let mut bytes = Vec::new();
                ASTP.write(value?, &mut bytes).ok()?;
                String::from_utf8(bytes).ok()?.into()
            }
            "wall_clock_time" => Input::Micros(Instant::parse(&value?.as_str()?)?.to_micros()?),
            _ => Input::Json(value?),
        })
    }
}

#[test]
fn a_delta_that_is_not_its_own_canonical_form_breaks_the_chain() {
    let record = |delta: &str| {
        let record = |hash: &str| {
            format!(
                r#"{{"audit_id":"0d7f1b17-1884-4f4d-8b26-66c213f9366d","chain_key":"k","delta_sequence":1,
                    "delta_type":"t","agent_id":"a","session_id":"s","human_actor":null,
                    "wall_clock_time":"2027-01-01T00:00:00Z","episode_time":0,"forward_delta":{delta:?},
                    "reverse_delta":"{{}}","affected_nodes":[],"trigger_context":"c","explicit_reason":null,
                    "caught_by":"SYSTEM","detection_window_open":false,"prior_audit_hash":null,
                    "record_hash":"{hash}"}}"#
            )
        };
        let mut parser = Parser::new();
        let hash = AUDIT_RECORD_V2.hash(&parser.parse(record("").as_bytes()).unwrap().root()).unwrap();
        record(&hash.to_string())
    };
    for (delta, sound) in
        [("{}", true), (r#"{"a":1}"#, true), ("{ }", false), (r#"{"a":1.0}"#, false), ("", false)]
    {
        let source = record(delta);
        let mut parser = Parser::new();
        let root = parser.parse(source.as_bytes()).unwrap().root();
        let verdict = verify_v2([&root as &dyn Fields]);
        assert_eq!(verdict.is_ok(), sound, "{delta}: {verdict:?}");
        if let Err(broken) = verdict {
            assert_eq!(broken.field, "forward_delta");
        }
    }
}
