//! Assignments, revocations, delegations and intervals of validity (TMPA 3.3, 6.4, 9.4).

use super::bundle::{Folder, full};
use super::cast::{PARTIAL, REJECTED, VALID, carrier, object, start, task};
use super::outcome::{Outcome, outcome};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

/// An object by erin, who administers.
fn by_erin(id: &str, kind: &str, body: Value) -> Draft {
    object(id, kind).by("erin", "ADMIN").stream("s-erin", 1).body(body)
}

/// Frank becomes project manager.
fn assignment() -> Draft {
    by_erin("as", "ASSIGNMENT", json!({ "identity": "frank", "role": "PM" }))
}

fn frank_starts() -> Draft {
    start("t").by("frank", "PM").stream("s-frank", 1)
}

fn revocation(of: &str) -> Draft {
    by_erin("rv", "REVOCATION", json!({ "assignment": of }))
}

fn read(drafts: &[Draft]) -> Outcome {
    outcome(&full().bundle(), drafts)
}

#[track_caller]
fn assert_act(read: &Outcome, code: &str, reason: &str) {
    assert!(read.codes_of("t").contains(&code), "{:?}", read.codes_of("t"));
    assert_eq!(read.reasons(code, "t"), [reason]);
    assert_ne!(read.verdict("t"), VALID);
    assert_eq!(read.state("W"), "created");
}

#[test]
fn an_assignment_holds_for_what_follows_it() {
    for relation in ["depends_on", "follows"] {
        let read = read(&[carrier(), assignment(), frank_starts().refer(relation, "as")]);
        assert_eq!((read.whole().as_str(), read.state("W")), (VALID, "active"));
        assert_eq!(read.work("W")["responsible"], json!({ "role": "PM", "identity": "frank" }));
    }
    let same_stream = [
        carrier(),
        assignment(),
        by_erin("note", "ISSUE", json!({})).stream("s-erin", 2),
        frank_starts().refer("follows", "note"),
    ];
    assert_eq!(read(&same_stream).whole(), VALID);
}

#[test]
fn an_assignment_that_is_concurrent_or_later_establishes_nothing() {
    let concurrent = read(&[carrier(), assignment(), frank_starts()]);
    assert_act(&concurrent, "AUTHORITY_UNDETERMINED", "assignment_not_ordered");
    assert_eq!(concurrent.members("AUTHORITY_UNDETERMINED", "t"), ["as"]);
    assert_eq!(concurrent.verdict("t"), PARTIAL);
    let later = read(&[carrier(), assignment().refer("follows", "t"), frank_starts()]);
    assert_act(&later, "AUTHORITY_UNDETERMINED", "no_assignment");
    assert!(later.open("W").contains(&"missing_authority"));
}

#[test]
fn an_assignment_grants_what_it_says_and_no_more() {
    let narrowed = |members: Value| {
        let mut body = json!({ "identity": "frank", "role": "PM" });
        body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        read(&[carrier(), assignment().body(body), frank_starts().refer("follows", "as")])
    };
    assert_act(&narrowed(json!({ "actions": ["cancel"] })), "AUTHORITY_DENIED", "action_out_of_scope");
    assert_act(&narrowed(json!({ "works": ["W2"] })), "AUTHORITY_UNDETERMINED", "no_assignment");
    assert_act(&narrowed(json!({ "identity": "fran" })), "AUTHORITY_UNDETERMINED", "no_assignment");
    assert_act(&narrowed(json!({ "role": "QA" })), "AUTHORITY_UNDETERMINED", "no_assignment");
    assert_act(
        &narrowed(json!({ "not_after": "2030-01-01T00:00:00Z" })),
        "AUTHORITY_UNDETERMINED",
        "no_trusted_clock",
    );
    assert_eq!(narrowed(json!({ "actions": ["start"], "works": ["W"] })).whole(), VALID);
    let unknown = narrowed(json!({ "role": "EMPEROR" }));
    assert_eq!(unknown.reasons("AUTHORITY_UNDETERMINED", "as"), ["unknown_role"]);
}

#[test]
fn a_grant_without_its_fields_is_no_grant() {
    for body in [
        json!({ "role": "PM" }),
        json!({ "identity": "frank" }),
        json!({ "identity": "", "role": "PM" }),
        json!({ "identity": "frank", "role": "PM", "actions": "start" }),
        json!({ "identity": "frank", "role": "PM", "works": [1] }),
        json!({ "identity": "frank", "role": "PM", "not_after": "soon" }),
        json!("frank"),
    ] {
        let read = read(&[carrier(), assignment().body(body)]);
        assert_eq!((read.codes_of("as"), read.verdict("as").as_str()), (vec!["SCHEMA_INVALID"], "absent"));
    }
    let read = read(&[carrier(), revocation("alice-pm").body(json!({}))]);
    assert_eq!(read.codes_of("rv"), ["SCHEMA_INVALID"]);
}

#[test]
fn only_those_who_may_assign_assign() {
    let acts = frank_starts().refer("follows", "as");
    let by = |creator: &str, role: &str| {
        let assigns = assignment().by(creator, role).stream("s-x", 1);
        read(&[carrier(), assigns, acts.clone()])
    };
    let denied = by("carol", "QA");
    assert_act(&denied, "AUTHORITY_UNDETERMINED", "no_assignment");
    assert_eq!(denied.reasons("AUTHORITY_DENIED", "as").first(), Some(&"action_out_of_scope"));
    assert_eq!(denied.verdict("as"), REJECTED);
    let unknown = by("mallory", "ADMIN");
    assert_act(&unknown, "AUTHORITY_UNDETERMINED", "no_assignment");
    assert_eq!(unknown.codes_of("as"), ["AUTHORITY_UNDETERMINED"]);
}

#[test]
fn an_assigned_administrator_assigns_in_turn() {
    let drafts = [
        carrier(),
        by_erin("root", "ASSIGNMENT", json!({ "identity": "hugo", "role": "ADMIN" })),
        assignment().by("hugo", "ADMIN").stream("s-hugo", 1).refer("follows", "root"),
        frank_starts().refer("follows", "as"),
    ];
    assert_eq!(read(&drafts).state("W"), "active");
    let unordered = [
        drafts[0].clone(),
        drafts[1].clone(),
        assignment().by("hugo", "ADMIN").stream("s-hugo", 1),
        drafts[3].clone(),
    ];
    let read = read(&unordered);
    assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "as"), ["assignment_not_ordered"]);
    assert_act(&read, "AUTHORITY_UNDETERMINED", "assignment_undetermined");
}

#[test]
fn two_administrators_who_appoint_each_other_hold_nothing() {
    let appoints = |id: &str, creator: &str, identity: &str| {
        object(id, "ASSIGNMENT")
            .by(creator, "ADMIN")
            .stream(&format!("s-{creator}"), 1)
            .body(json!({ "identity": identity, "role": "ADMIN" }))
    };
    for extra in [None, Some("one")] {
        let mut second = appoints("two", "y", "x");
        if let Some(target) = extra {
            second = second.refer("follows", target);
        }
        let drafts = [
            carrier(),
            appoints("one", "x", "y"),
            second,
            assignment().by("x", "ADMIN").stream("s-x", 2).refer("follows", "two"),
            frank_starts().refer("follows", "as"),
        ];
        let read = read(&drafts);
        assert_eq!(read.state("W"), "created");
        for id in ["one", "two", "as", "t"] {
            assert_ne!(read.verdict(id), VALID, "{id}");
        }
    }
}

#[test]
fn a_revocation_denies_what_follows_and_not_what_came_before() {
    let after_carrier = revocation("alice-pm").refer("follows", "c");
    let before = read(&[carrier(), after_carrier.clone(), start("t").refer("follows", "rv")]);
    assert_act(&before, "AUTHORITY_DENIED", "assignment_revoked");
    assert_eq!((before.verdict("t"), before.members("AUTHORITY_DENIED", "t")), (REJECTED.into(), vec!["rv"]));
    let after = read(&[carrier(), revocation("alice-pm").refer("follows", "t"), start("t")]);
    assert_eq!((after.whole().as_str(), after.state("W")), (VALID, "active"));
    let concurrent = read(&[carrier(), after_carrier, start("t")]);
    assert_act(&concurrent, "AUTHORITY_UNDETERMINED", "revocation_not_ordered");
}

fn retroactive() -> Folder {
    full().set("roles.json", "/roles/0/revocation", json!("retroactive"))
}

#[test]
fn a_retroactive_revocation_denies_what_came_before_too() {
    let erin_sees = by_erin("seen", "ISSUE", json!({})).refer("follows", "t");
    for drafts in [
        vec![carrier(), start("t"), erin_sees, revocation("alice-pm").stream("s-erin", 2)],
        vec![carrier(), start("t"), revocation("alice-pm")],
    ] {
        let read = outcome(&retroactive().bundle(), &drafts);
        assert_eq!(read.verdict("rv"), VALID);
        for id in ["c", "t"] {
            assert!(read.codes_of(id).contains(&"AUTHORITY_DENIED"), "{id}");
            assert_eq!(read.verdict(id), REJECTED);
        }
        assert_eq!(read.state("W"), "unknown");
    }
}

#[test]
fn a_retroactive_revocation_that_rests_on_the_act_it_voids_settles_neither() {
    // Valid, it would void the act, and with it itself; void, it would leave the act, and with it itself, standing.
    let drafts = [carrier(), revocation("alice-pm").refer("follows", "t"), start("t")];
    let read = outcome(&retroactive().bundle(), &drafts);
    for id in ["t", "rv"] {
        assert!(read.verdict(id).starts_with("undetermined/"), "{id}: {}", read.verdict(id));
    }
    assert_ne!(read.state("W"), "active");
}

#[test]
fn an_assignment_object_is_revoked_by_its_id() {
    let drafts = [
        carrier(),
        assignment(),
        revocation("as").stream("s-erin", 2),
        frank_starts().refer("follows", "rv"),
    ];
    assert_act(&read(&drafts), "AUTHORITY_DENIED", "assignment_revoked");
}

#[test]
fn a_revocation_that_is_not_valid_revokes_nothing() {
    let acts = |revokes: Draft| read(&[carrier(), revokes, start("t")]);
    for (creator, role) in [("carol", "QA"), ("mallory", "ADMIN"), ("alice", "PM")] {
        let read = acts(revocation("alice-pm").by(creator, role).stream("s-x", 1));
        assert_ne!(read.verdict("rv"), VALID);
        assert_eq!((read.verdict("t").as_str(), read.state("W")), (VALID, "active"), "{creator}");
    }
    let unknown = acts(revocation("nobody-knows"));
    assert_eq!(unknown.reasons("AUTHORITY_UNDETERMINED", "rv"), ["unknown_assignment"]);
    assert_eq!(unknown.verdict("t"), VALID);
    let unsettled = revocation("alice-pm").refer("follows", "c").refer("depends_on", "ghost");
    let unsettled = read(&[carrier(), unsettled, start("t").refer("follows", "rv")]);
    assert_act(&unsettled, "AUTHORITY_UNDETERMINED", "revocation_undetermined");
}

#[test]
fn what_a_stranger_grants_himself_weighs_on_nobody() {
    let grab = object("grab", "ASSIGNMENT")
        .by("mallory", "ADMIN")
        .stream("s-mallory", 1)
        .body(json!({ "identity": "mallory", "role": "ADMIN" }));
    let revokes = revocation("alice-pm").by("mallory", "ADMIN").stream("s-mallory", 2);
    let read = read(&[carrier(), grab, revokes, start("t")]);
    assert_eq!((read.verdict("t").as_str(), read.state("W")), (VALID, "active"));
    for id in ["grab", "rv"] {
        assert_eq!(read.codes_of(id), ["AUTHORITY_UNDETERMINED"], "{id}");
    }
}

#[test]
fn what_follows_one_claimant_of_a_position_need_not_follow_the_other() {
    // Both claim position 1; the act refers to one of them only.
    let twin = by_erin("twin", "ASSIGNMENT", json!({ "identity": "frank", "role": "PM" }));
    let read = read(&[carrier(), assignment(), twin, frank_starts().refer("follows", "as")]);
    assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["assignment_not_ordered"]);
    assert_eq!(read.members("AUTHORITY_UNDETERMINED", "t"), ["as", "twin"]);
}

fn interval(folder: Folder, not_before: &str, not_after: &str) -> Folder {
    folder.set("roles.json", "/assignments/0/not_before", json!(not_before)).set(
        "roles.json",
        "/assignments/0/not_after",
        json!(not_after),
    )
}

#[test]
fn an_interval_needs_a_trusted_clock() {
    let folder = interval(full(), "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
    let read = outcome(&folder.bundle(), &[carrier(), start("t")]);
    assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["no_trusted_clock"]);
    assert_eq!(read.state("W"), "unknown");
    let trusted = folder.set("roles.json", "/trusted_clock", json!("created_at"));
    for (at, code) in [
        ("2026-01-01T00:00:00Z", None),
        ("2026-01-31T23:30:00-00:30", None),
        ("2025-12-31T23:59:59.999Z", Some("AUTHORITY_DENIED")),
        ("2026-02-01T00:00:00.001Z", Some("AUTHORITY_DENIED")),
        ("2026-02-01T00:00:00-00:01", Some("AUTHORITY_DENIED")),
    ] {
        let drafts = [carrier(), start("t").created_at(at)];
        let read = outcome(&trusted.bundle(), &drafts);
        assert_eq!(read.codes_of("t").first().copied(), code, "{at}");
        assert_eq!(read.state("W"), if code.is_none() { "active" } else { "created" }, "{at}");
    }
}

#[test]
fn overlapping_static_assignments_that_disagree_are_ambiguous() {
    let narrower =
        json!({ "id": "narrow", "identity": "alice", "role": "PM", "works": ["W"], "actions": ["cancel"] });
    let folder = full().set("roles.json", "/assignments/-", narrower);
    let other = task("c2", "W2").stream("s-pm2", 1);
    let acts = start("t2").work("W2", "c2").stream("s-pm2", 2);
    let read = outcome(&folder.bundle(), &[carrier(), start("t"), other, acts]);
    assert_act(&read, "AUTHORITY_UNDETERMINED", "contradictory_assignments");
    assert_eq!(read.state("W2"), "active");
    let revoked = json!({ "id": "old", "identity": "alice", "role": "PM", "works": ["W"], "revoked": true });
    let folder = full().set("roles.json", "/assignments/-", revoked);
    let read = outcome(&folder.bundle(), &[carrier(), start("t")]);
    assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["contradictory_assignments"]);
}

#[test]
fn a_revoked_static_assignment_denies() {
    let folder = full().set("roles.json", "/assignments/0/revoked", json!(true));
    let read = outcome(&folder.bundle(), &[carrier(), start("t")]);
    assert!(read.codes_of("t").contains(&"AUTHORITY_DENIED"));
    assert_eq!((read.verdict("c").as_str(), read.state("W")), (REJECTED, "unknown"));
    let again = folder.assign("again", "alice", "PM");
    assert!(again.load().is_err());
}
