//! Keys in time (TMPA 6.4, 9.8): limits of validity by ledger index and by clock, and revocations in the record.

use super::bundle::{Folder, full, refused};
use super::cast::{PARTIAL, QUARANTINED, VALID, carrier, note, object, task};
use super::outcome::{Outcome, as_source, observed, outcome};
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::key::ExampleKey;
use actum_tmpa::{Source, read};
use serde_json::{Value, json};

const CODE: &str = "SIGNATURE_UNVERIFIED";

/// Signatures are required, erin has a key, and ADMIN revokes keys by objects.
pub(crate) fn strict() -> Folder {
    let erin = json!({
        "key_id": "erin-key", "algorithm": "ed25519",
        "public_key": ExampleKey::named("erin-key").public(), "identities": ["erin"]
    });
    let kind = json!({
        "name": "KEY_REVOCATION", "version": "1", "responsibility": "takes a key back",
        "permitted_roles": ["ADMIN", "PM"], "required_fields": [], "lifecycle": "house",
        "relations": [{ "relation": "depends_on" }, { "relation": "follows" }, { "relation": "cites" }],
        "requires_transition": false, "evidence": "key_revocation"
    });
    full()
        .set("trust.json", "/policy", json!("required"))
        .set("trust.json", "/on_unauthenticated", json!("invalid"))
        .set("trust.json", "/keys/-", erin)
        .set("types.json", "/types/-", kind)
        .set("roles.json", "/roles/4/permitted_actions/-", json!("revoke_key"))
}

/// Alice's key with one more member.
fn alice(member: &str, value: Value) -> Folder {
    strict().set("trust.json", &format!("/keys/0/{member}"), value)
}

pub(crate) fn by_alice(draft: Draft) -> Draft {
    draft.signed(&ExampleKey::named("alice-key"))
}

/// Erin revokes a key.
fn revocation(of: &str) -> Draft {
    unsigned_revocation(of).signed(&ExampleKey::named("erin-key"))
}

fn unsigned_revocation(of: &str) -> Draft {
    object("rv", "KEY_REVOCATION").by("erin", "ADMIN").stream("s-erin", 1).body(json!({ "key_id": of }))
}

/// Alice's note, which follows her carrier in her stream.
fn noted() -> Draft {
    by_alice(note("n", 2))
}

fn at(folder: &Folder, positions: &[u64]) -> Outcome {
    let copy = by_alice(carrier()).to_source();
    let sources = positions.iter().map(|&position| Source { position: Some(position), ..as_source(&copy) });
    Outcome::of(read(&folder.bundle(), sources).to_bytes())
}

#[track_caller]
fn assert_label(read: &Outcome, id: &str, label: &str) {
    let node = read.envelope["nodes"].as_array().unwrap().iter().find(|node| node["id"] == id).unwrap();
    assert_eq!(node["authentication_state"], label);
}

#[test]
fn a_key_counts_from_and_to_a_place_in_the_ledger() {
    let rows = [
        ("valid_from", 4, "key_not_yet_valid"),
        ("valid_from", 5, ""),
        ("valid_to", 5, ""),
        ("valid_to", 6, "key_expired"),
        ("revoked_from", 4, ""),
        ("revoked_from", 5, "revoked_key"),
        ("revoked_from", 6, "revoked_key"),
    ];
    for (member, position, reason) in rows {
        let read = at(&alice(member, json!({ "index": 5 })), &[position]);
        if reason.is_empty() {
            assert_eq!((read.whole().as_str(), read.codes()), (VALID, vec![]), "{member} {position}");
            assert_label(&read, "c", "authenticated");
        } else {
            assert_eq!((read.reasons(CODE, "c"), read.verdict("c")), (vec![reason], QUARANTINED.into()));
            assert_label(&read, "c", "unauthenticated");
        }
    }
}

#[test]
fn without_a_place_in_a_ledger_a_limit_by_index_leaves_it_open() {
    for member in ["valid_from", "valid_to", "revoked_from"] {
        let read = outcome(&alice(member, json!({ "index": 5 })).bundle(), &[by_alice(carrier())]);
        assert_eq!((read.reasons(CODE, "c"), read.verdict("c")), (vec!["no_ledger_index"], PARTIAL.into()));
        assert_label(&read, "c", "unauthenticated");
        assert_eq!(read.envelope["authentication_state"], "unauthenticated");
    }
}

#[test]
fn equal_copies_in_a_ledger_count_at_the_first_place() {
    let folder = alice("valid_to", json!({ "index": 5 }));
    for positions in [[3, 9], [9, 3]] {
        assert_eq!(at(&folder, &positions).whole(), VALID);
    }
    assert_eq!(at(&folder, &[9, 8]).verdict("c"), QUARANTINED);
}

#[test]
fn places_in_a_ledger_reach_a_result_only_where_a_key_is_limited_by_them() {
    let (plain, limited) = (strict(), alice("valid_from", json!({ "index": 0 })));
    assert_eq!(at(&plain, &[1]).bytes, at(&plain, &[2]).bytes);
    let (first, second) = (at(&limited, &[1]), at(&limited, &[2]));
    let digest =
        |read: &Outcome| read.envelope["extensions"]["positions_digest"].as_str().unwrap().to_owned();
    assert_ne!(digest(&first), digest(&second));
    assert_eq!(first.envelope["source_set_digest"], second.envelope["source_set_digest"]);
    assert!(at(&plain, &[1]).envelope["extensions"].get("positions_digest").is_none());
}

#[test]
fn a_key_counts_from_and_to_a_time_where_the_profile_trusts_the_clock() {
    let rows = [
        ("valid_from", "2026-01-02T03:04:05Z", ""),
        ("valid_from", "2026-01-02T03:04:06Z", "key_not_yet_valid"),
        ("valid_to", "2026-01-02T04:04:05+01:00", ""),
        ("valid_to", "2026-01-02T03:04:04.9Z", "key_expired"),
        ("revoked_from", "2026-01-02T03:04:06Z", ""),
        ("revoked_from", "2026-01-02T03:04:05Z", "revoked_key"),
    ];
    for (member, time, reason) in rows {
        let folder = alice(member, json!({ "time": time }));
        let trusting = folder.clone().set("roles.json", "/trusted_clock", json!("created_at"));
        let read = outcome(&trusting.bundle(), &[by_alice(carrier())]);
        let expected: Vec<&str> = Some(reason).filter(|reason| !reason.is_empty()).into_iter().collect();
        assert_eq!(read.reasons(CODE, "c"), expected, "{member} {time}");
        let read = outcome(&folder.bundle(), &[by_alice(carrier())]);
        assert_eq!((read.reasons(CODE, "c"), read.verdict("c")), (vec!["no_trusted_clock"], PARTIAL.into()));
    }
}

#[test]
fn a_proven_end_is_not_hidden_by_an_unknown_beginning() {
    let folder = alice("valid_from", json!({ "time": "2020-01-01T00:00:00Z" })).set(
        "trust.json",
        "/keys/0/valid_to",
        json!({ "index": 5 }),
    );
    assert_eq!(at(&folder, &[4]).reasons(CODE, "c"), ["no_trusted_clock"]);
    assert_eq!(at(&folder, &[6]).reasons(CODE, "c"), ["key_expired"]);
}

#[test]
fn limits_that_say_nothing_do_not_load() {
    let place = |member: &str| format!("`trust.json` at `/keys/0/{member}`: ");
    for value in [json!({}), json!({ "index": 1, "time": "2026-01-01T00:00:00Z" })] {
        refused(&alice("valid_to", value), &(place("valid_to") + "expected either `index` or `time`"));
    }
    for index in [json!(-1), json!(0.5), json!("1"), json!(9_007_199_254_740_992_u64)] {
        let message = place("valid_to/index") + "expected an integer from 0 to 9007199254740991";
        refused(&alice("valid_to", json!({ "index": index })), &message);
    }
    let unknown = place("valid_to") + "member `checkpoint` is not known here";
    refused(&alice("valid_to", json!({ "checkpoint": 1 })), &unknown);
    let backwards = alice("valid_from", json!({ "index": 6 })).set(
        "trust.json",
        "/keys/0/valid_to",
        json!({ "index": 5 }),
    );
    refused(&backwards, &(place("valid_to") + "the interval ends before it begins"));
    let both =
        alice("revoked_from", json!({ "index": 6 })).set("trust.json", "/keys/0/status", json!("active"));
    let message = place("revoked_from") + "a key of status `active` is not revoked; leave one of the two out";
    refused(&both, &message);
}

#[test]
fn a_revocation_in_the_record_denies_what_follows_it() {
    let by_reference = noted().refer("follows", "rv");
    let read = outcome(&strict().bundle(), &[by_alice(carrier()), revocation("alice-key"), by_reference]);
    assert_eq!(read.reasons(CODE, "n"), ["key_revoked"]);
    assert_eq!(read.members(CODE, "n"), ["rv"]);
    assert_eq!(read.verdict("n"), QUARANTINED);
    assert_label(&read, "n", "unauthenticated");
    assert_label(&read, "rv", "authenticated");
    assert_eq!(read.envelope["authentication_state"], "unauthenticated");
    assert_eq!(read.work("W")["authentication_state"], "unauthenticated");
}

#[test]
fn a_revocation_in_the_record_leaves_what_precedes_it_as_it_is() {
    let last = revocation("alice-key").refer("follows", "n");
    let read = outcome(&strict().bundle(), &[by_alice(carrier()), noted(), last]);
    assert_eq!((read.whole().as_str(), read.codes()), (VALID, vec![]));
    assert_eq!(read.envelope["authentication_state"], "authenticated");
    assert_eq!(read.work("W")["authentication_state"], "authenticated");
}

#[test]
fn a_concurrent_revocation_leaves_it_open() {
    let read = outcome(&strict().bundle(), &[by_alice(carrier()), noted(), revocation("alice-key")]);
    for id in ["c", "n"] {
        assert_eq!(read.reasons(CODE, id), ["key_revocation_not_ordered"]);
        assert_eq!(read.verdict(id), PARTIAL);
        assert_label(&read, id, "unauthenticated");
    }
    assert_eq!(read.verdict("rv"), VALID);
}

#[test]
fn a_retroactive_revocation_reaches_what_precedes_it() {
    let folder = strict().set("trust.json", "/keys/0/revocation", json!("retroactive"));
    let apart = revocation("alice-key").work("X", "x").stream("s-erin", 2).refer("cites", "n");
    let carrier_of_x =
        task("x", "X").by("erin", "ADMIN").stream("s-erin", 1).signed(&ExampleKey::named("erin-key"));
    let types = folder.set("types.json", "/types/0/permitted_roles/-", json!("ADMIN"));
    let read = outcome(&types.bundle(), &[by_alice(carrier()), noted(), carrier_of_x, apart]);
    assert_eq!(read.verdict("rv"), VALID);
    for id in ["c", "n"] {
        assert_eq!((read.reasons(CODE, id), read.verdict(id)), (vec!["key_revoked"], QUARANTINED.into()));
    }
}

#[test]
fn a_revocation_weighs_only_where_it_is_authorised() {
    let unauthorised = [
        revocation("alice-key").by("carol", "QA").stream("s-qa", 1).signed(&ExampleKey::named("carol-key")),
        revocation("alice-key").by("mallory", "ADMIN").stream("s-m", 1),
        unsigned_revocation("alice-key"),
        unsigned_revocation("alice-key").signed(&ExampleKey::named("carol-key")),
    ];
    for revocation in unauthorised {
        let read = outcome(&strict().bundle(), &[by_alice(carrier()), revocation.refer("cites", "c")]);
        assert_eq!((read.verdict("c").as_str(), read.codes_of("c")), (VALID, vec![]));
        assert_ne!(read.verdict("rv"), VALID);
    }
    let unknown = outcome(&strict().bundle(), &[by_alice(carrier()), revocation("nobody-key")]);
    assert_eq!(unknown.reasons("AUTHORITY_UNDETERMINED", "rv"), ["unknown_key"]);
    assert_eq!(unknown.verdict("c"), VALID);
}

#[test]
fn whoever_revokes_an_own_key_signs_with_it_for_the_last_time() {
    let folder = strict().set("roles.json", "/roles/0/permitted_actions/-", json!("revoke_key")).set(
        "roles.json",
        "/roles/0/assigned_by/-",
        json!("PM"),
    );
    let own = revocation("alice-key").by("alice", "PM").stream("s-pm", 2);
    let sources = [by_alice(carrier()), by_alice(own), by_alice(note("n", 3))];
    let read = outcome(&folder.bundle(), &sources);
    assert_eq!((read.verdict("c").as_str(), read.verdict("rv").as_str()), (VALID, VALID));
    assert_eq!((read.reasons(CODE, "n"), read.verdict("n")), (vec!["key_revoked"], QUARANTINED.into()));
}

#[test]
fn where_signatures_are_optional_a_revocation_takes_the_label_and_nothing_else() {
    let folder = strict().set("trust.json", "/policy", json!("optional"));
    let sources = [by_alice(carrier()), revocation("alice-key"), noted().refer("follows", "rv")];
    let read = outcome(&folder.bundle(), &sources);
    assert_eq!((read.reasons(CODE, "n"), read.verdict("n")), (vec!["key_revoked"], VALID.into()));
    assert_label(&read, "n", "unauthenticated");
}

#[test]
fn another_key_on_another_copy_stands_when_the_first_is_revoked() {
    let second = json!({
        "key_id": "alice-2", "algorithm": "ed25519",
        "public_key": ExampleKey::named("alice-2").public(), "identities": ["alice"]
    });
    let folder = strict().set("trust.json", "/keys/-", second);
    let late = |key: &str, place: &str| {
        note("n", 2).refer("follows", "rv").signed(&ExampleKey::named(key)).seen_at(place)
    };
    let sources: Vec<Artifact> = vec![
        by_alice(carrier()).to_source(),
        revocation("alice-key").to_source(),
        late("alice-key", "one"),
        late("alice-2", "two"),
    ];
    let read = observed(&folder.bundle(), &sources);
    assert_eq!((read.reasons(CODE, "n"), read.verdict("n")), (vec!["key_revoked"], VALID.into()));
    assert_label(&read, "n", "authenticated");
}

#[test]
fn objects_in_a_cycle_are_held_against_revocations_too() {
    let cyclic = |id: &str, other: &str, sequence| by_alice(note(id, sequence).refer("follows", other));
    let sources = [by_alice(carrier()), cyclic("n", "m", 2), cyclic("m", "n", 3), revocation("alice-key")];
    let read = outcome(&strict().bundle(), &sources);
    for id in ["m", "n"] {
        assert_eq!(read.reasons(CODE, id), ["key_revocation_not_ordered"]);
        assert_label(&read, id, "unauthenticated");
    }
}
