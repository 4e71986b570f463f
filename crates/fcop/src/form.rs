//! The fields that an envelope has to have (FCOP 3.1, 3.2).

use crate::declared;
use crate::event::Event;
use crate::finding::Cause;
use crate::manifest::{Manifest, is_uuid_urn};
use crate::name::{Kind, Name, is_typed_id};
use crate::yaml::Field;
use actum_canon::instant::is_date_time;

fn invalid(pointer: &str) -> Cause {
    Cause::new("INVALID_ENVELOPE", "FCOP 3").at(pointer)
}

/// What an envelope of version 4 breaks.
pub(crate) fn check_typed(
    kind: Kind,
    stem: &str,
    top: Field<'_>,
    manifest: &Manifest,
    causes: &mut Vec<Cause>,
) {
    let mut demand = |name: &str, holds: bool, expected: &str| {
        if !holds {
            let cause = invalid(name).expected(expected);
            causes.push(match top.get(name) {
                None => cause.found("absent"),
                Some(field) => field.text().map_or(cause.clone(), |text| cause.found(text)),
            });
        }
    };
    let text = |name: &str| top.text_of(name);
    demand("protocol", text("protocol") == Some("fcop"), "`fcop`");
    demand("version", top.get("version").and_then(Field::plain) == Some("4"), "4");
    demand("type", text("type") == Some(kind.word()), kind.word());
    let id = text(kind.id_field());
    demand(kind.id_field(), id == Some(stem) && is_typed_id(kind, stem), "the file name without `.md`");
    demand("workspace_id", text("workspace_id").is_some_and(is_uuid_urn), "a lower-case UUID URN");
    for name in ["sender", "recipient"] {
        demand(name, text(name).is_some_and(|text| !text.is_empty()), "a text");
    }
    demand("created_at", text("created_at").is_some_and(is_date_time), "a date-time with zone");
    let required: &[(&str, &[&str])] = match kind {
        Kind::Task => &[("subject", &[])],
        Kind::Report => &[
            ("subject_ref", &[]),
            ("attempt_id", &[]),
            ("report_kind", &["final", "replacement"]),
            ("result", &[]),
        ],
        Kind::Issue => &[("subject_ref", &[]), ("severity", &[])],
        Kind::Review => &[("review_kind", &REVIEWS), ("subject_ref", &[]), ("decision", &[])],
    };
    for (name, values) in required {
        let value = text(name).filter(|text| !text.is_empty());
        let holds = value.is_some_and(|value| values.is_empty() || values.contains(&value));
        demand(name, holds, &if values.is_empty() { "a text".to_owned() } else { values.join(", ") });
    }
    if kind == Kind::Task {
        let priority = text("priority").is_none_or(|text| matches!(text, "P0" | "P1" | "P2" | "P3"));
        demand("priority", priority, "P0 to P3");
    }
    if kind == Kind::Review {
        let decision = match text("review_kind") {
            Some("acceptance" | "reopen" | "convergence") => Some("approved"),
            Some("rejection") => Some("rejected"),
            Some("authorization") => Some("authorize"),
            _ => None,
        };
        demand(
            "decision",
            decision.is_none_or(|word| text("decision") == Some(word)),
            decision.unwrap_or_default(),
        );
        if text("review_kind") == Some("authorization") {
            for name in ["operation_kind", "authorization_scope", "issued_at", "references", "profile_ref"] {
                demand(name, top.get(name).is_some_and(|field| !field.is_null()), "present");
            }
            let both = top
                .get("transition")
                .is_some_and(|edge| edge.text_of("from").and(edge.text_of("to")).is_some());
            demand("transition", both, "`from` and `to`");
        }
    }
    let list = top.get("references").is_none_or(|field| field.items().is_some());
    demand("references", list, "a list of ids");
    check_stream(top, causes);
    declared::check(top, causes);
    let workspace = text("workspace_id");
    if let (Some(own), Some(found)) = (manifest.workspace.as_deref(), workspace)
        && own != found
    {
        causes.push(
            Cause::new("WORKSPACE_ID_MISMATCH", "FCOP 3.2").at("workspace_id").expected(own).found(found),
        );
    }
    if kind == Kind::Task {
        Event::check(top, true, causes);
    }
}

const REVIEWS: [&str; 7] =
    ["assessment", "acceptance", "rejection", "reopen", "authorization", "convergence", "repair"];

/// What an envelope of versions 1 to 3 breaks. Real writers left much out; only that without which nothing can be said
/// about it is demanded.
pub(crate) fn check_named(kind: Kind, stem: &str, top: Field<'_>, causes: &mut Vec<Cause>) {
    if Name::parse(kind, stem).is_none() {
        causes.push(Cause::new("file_name", "FCOP 2").found(stem).expected("a name of the grammar"));
    }
    let text = |name: &str| top.text_of(name).filter(|text| !text.is_empty());
    let protocol = text("protocol").map(str::to_ascii_lowercase);
    if !protocol.as_deref().is_some_and(|protocol| PROTOCOLS.contains(&protocol)) {
        causes.push(
            invalid("protocol").expected("fcop").found(protocol.unwrap_or_else(|| "absent".to_owned())),
        );
    }
    let version = text("version");
    if !version.is_some_and(is_old_version) {
        causes.push(invalid("version").expected("1 to 3").found(version.unwrap_or("absent")));
    }
    let said = text("type").or_else(|| text("kind")).map(str::to_ascii_uppercase);
    if let Some(other) =
        Kind::ALL.into_iter().find(|other| *other != kind && said.as_deref() == Some(other.word()))
    {
        causes.push(invalid("type").expected(kind.word()).found(other.word()));
    }
    let required: &[&str] =
        if matches!(kind, Kind::Task | Kind::Report) { &["sender", "recipient"] } else { &[] };
    for name in required {
        if text(name).is_none() {
            causes.push(invalid(name).expected("a role").found("absent"));
        }
    }
    check_stream(top, causes);
    declared::check(top, causes);
    if kind == Kind::Task {
        Event::check(top, false, causes);
    }
}

/// A place in a stream is told whole or not at all (FCOP 7).
fn check_stream(top: Field<'_>, causes: &mut Vec<Cause>) {
    let told = |name| top.get(name).filter(|field| !field.is_null());
    let (stream, sequence) = (told("tmpa_stream"), told("tmpa_sequence"));
    if stream.is_none() && sequence.is_none() {
        return;
    }
    if stream.and_then(Field::text).is_none_or(str::is_empty) {
        causes.push(invalid("tmpa_stream").expected("the name of a stream"));
    }
    let found = sequence.and_then(Field::text);
    if found.and_then(sequence_number).is_none() {
        let cause = invalid("tmpa_sequence").expected("a number from 1 to 9007199254740991");
        causes.push(found.map_or(cause.clone(), |text| cause.found(text)));
    }
}

/// A place in a stream, spelled as JSON spells it.
pub(crate) fn sequence_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| (1..1 << 53).contains(number) && number.to_string() == text)
}

const PROTOCOLS: [&str; 5] =
    ["fcop", "agent_bridge", "agent-bridge", "file-coordination", "file_coordination"];

/// `1`, `1.0`, `1.4.0`, up to 3: real files and the published example of 3.0 have all of these (FCOP 3.1, 8).
fn is_old_version(text: &str) -> bool {
    let mut parts = text.split('.');
    matches!(parts.next(), Some("1" | "2" | "3"))
        && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{check_named, check_typed};
    use crate::front::divide;
    use crate::manifest::Manifest;
    use crate::name::Kind;

    const REVIEW: &str = "protocol: fcop\nversion: 4\ntype: REVIEW\nreview_id: REVIEW-1\nworkspace_id: urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0\nsender: A\nrecipient: B\ncreated_at: '2026-11-30T07:24:01Z'\nsubject_ref: TASK-1\nreview_kind: acceptance\ndecision: approved\n";

    fn typed(text: &str) -> Vec<String> {
        let bytes = format!("---\n{text}---\n").into_bytes();
        let mut causes = Vec::new();
        let front = divide(&bytes, true).unwrap();
        check_typed(Kind::Review, "REVIEW-1", front.yaml.top(), &Manifest::default(), &mut causes);
        causes.into_iter().filter_map(|cause| cause.pointer).collect()
    }

    #[test]
    fn a_typed_envelope_has_every_field_of_its_kind() {
        assert!(typed(REVIEW).is_empty());
        for (from, to, field) in [
            ("version: 4", "version: '4'", "version"),
            ("version: 4", "version: 1", "version"),
            ("REVIEW-1", "REVIEW-2", "review_id"),
            ("sender: A\n", "", "sender"),
            ("24:01Z", "24:01", "created_at"),
            ("approved", "rejected", "decision"),
            ("acceptance", "applause", "review_kind"),
            ("e5959862", "E5959862", "workspace_id"),
        ] {
            assert_eq!(typed(&REVIEW.replace(from, to)), [field], "{to}");
        }
        let authorization = REVIEW.replace("acceptance", "authorization").replace("approved", "authorize");
        assert_eq!(typed(&authorization).len(), 6);
    }

    #[test]
    fn an_old_envelope_needs_name_protocol_version_and_parties() {
        let named = |kind, stem: &str, text: &str| {
            let bytes = format!("---\n{text}---\n").into_bytes();
            let mut causes = Vec::new();
            check_named(kind, stem, divide(&bytes, false).unwrap().yaml.top(), &mut causes);
            causes.len()
        };
        let task = "TASK-20260421-001-PM-to-DEV";
        let text = "protocol: FCoP\nversion: '1.0'\nsender: PM\nrecipient: DEV\n";
        assert_eq!(named(Kind::Task, task, text), 0);
        assert_eq!(named(Kind::Task, task, &text.replace("'1.0'", "4")), 1);
        assert_eq!(named(Kind::Task, task, "title: x\n"), 4);
        assert_eq!(named(Kind::Task, "TASK-20260421-Z01-PM-to-DEV", text), 1);
        assert_eq!(named(Kind::Task, task, &format!("{text}kind: report\n")), 1);
        assert_eq!(
            named(Kind::Task, task, &format!("{text}type: receipt\n")),
            0,
            "free words of old writers"
        );
        assert_eq!(named(Kind::Issue, "ISSUE-20260421-001-ME", "protocol: fcop\nversion: 1\n"), 0);
    }
}
