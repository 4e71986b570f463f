//! Delegations: attenuation, chains and circles (TMPA 3.3, 6.4, 9.4).

use super::bundle::full;
use super::cast::{REJECTED, VALID, in_review, object, review, with};
use super::outcome::{Outcome, outcome};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// `creator` lends the role QA to `identity`.
fn delegation(id: &str, creator: &str, identity: &str) -> Draft {
    object(id, "DELEGATION")
        .by(creator, "QA")
        .stream(&format!("s-{id}"), 1)
        .body(json!({ "identity": identity, "role": "QA" }))
}

/// Hank sends the result back.
fn rework(after: &[&str]) -> Draft {
    let act = object("t", "TRANSITION")
        .by("hank", "QA")
        .stream("s-hank", 1)
        .transition("review", "rework", "active")
        .refer("reviews", "rep");
    after.iter().fold(act, |draft, target| draft.refer("follows", target))
}

fn read(more: impl IntoIterator<Item = Draft>) -> Outcome {
    outcome(&full().bundle(), &with(in_review(), more))
}

#[test]
fn a_delegation_lends_what_its_creator_holds() {
    let lent = read([delegation("dg", "carol", "hank"), rework(&["dg"])]);
    assert_eq!((lent.verdict("t").as_str(), lent.state("W")), (VALID, "active"));
    let unordered = read([delegation("dg", "carol", "hank"), rework(&[])]);
    assert_eq!(unordered.reasons("AUTHORITY_UNDETERMINED", "t"), ["assignment_not_ordered"]);
    assert_eq!(unordered.state("W"), "review");
    let revoked = object("rv", "REVOCATION")
        .by("erin", "ADMIN")
        .stream("s-erin", 1)
        .body(json!({ "assignment": "carol-qa" }))
        .refer("follows", "dg");
    let read = read([delegation("dg", "carol", "hank"), revoked, rework(&["rv"])]);
    assert_eq!(read.reasons("AUTHORITY_DENIED", "t"), ["delegator_without_authority"]);
}

#[test]
fn a_delegate_never_holds_more_than_the_delegator() {
    let entry = json!({ "id": "ivy-qa", "identity": "ivy", "role": "QA", "actions": ["delegate"] });
    let bundle = full().set("roles.json", "/assignments/-", entry).bundle();
    let drafts = with(in_review(), [delegation("dg", "ivy", "hank"), rework(&["dg"])]);
    let read = outcome(&bundle, &drafts);
    assert_eq!(read.verdict("dg"), VALID);
    assert_eq!(read.codes_of("t"), ["AUTHORITY_DENIED"]);
    assert_eq!(read.reasons("AUTHORITY_DENIED", "t"), ["delegator_without_authority"]);
    let reviews = review("v", "hank", "reject", "rep").refer("depends_on", "dg");
    let read = outcome(&bundle, &with(in_review(), [delegation("dg", "ivy", "hank"), reviews]));
    assert_eq!(read.verdict("v"), VALID);
}

#[test]
fn a_role_is_lent_by_those_who_hold_it_and_may_lend() {
    let may_not = read([delegation("dg", "gina", "hank"), rework(&["dg"])]);
    assert_ne!(may_not.verdict("dg"), VALID);
    assert_eq!(may_not.state("W"), "review");
    let other_role = delegation("dg", "carol", "hank").body(json!({ "identity": "hank", "role": "OPS" }));
    let read = read([other_role, rework(&["dg"])]);
    assert_eq!(read.verdict("dg"), REJECTED);
    assert_eq!(read.reasons("AUTHORITY_UNDETERMINED", "t"), ["no_assignment"]);
}

#[test]
fn delegations_in_a_circle_lend_nothing() {
    for ordered in [false, true] {
        let mut back = delegation("d2", "iris", "hank");
        if ordered {
            back = back.refer("follows", "d1");
        }
        let read = read([delegation("d1", "hank", "iris"), back, rework(&["d1", "d2"])]);
        assert_eq!(read.state("W"), "review");
        for id in ["d1", "d2", "t"] {
            assert!(read.verdict(id).starts_with("undetermined/"), "{id}");
        }
    }
    let itself = read([delegation("d1", "hank", "hank"), rework(&["d1"])]);
    assert_ne!(itself.verdict("t"), VALID);
}

/// Carol lends to `p0`, who lends to `p1`, and so on; the last one is hank.
fn chain(length: usize) -> Vec<Draft> {
    let name = |number: usize| {
        if number == length { "hank".to_owned() } else { format!("p{number}") }
    };
    let link = |number: usize| {
        let creator = if number == 0 { "carol".to_owned() } else { name(number) };
        let draft = delegation(&format!("d{number}"), &creator, &name(number + 1));
        match number {
            0 => draft,
            _ => draft.refer("follows", &format!("d{}", number - 1)),
        }
    };
    let last = format!("d{}", length - 1);
    with((0..length).map(link).collect(), [rework(&[&last])])
}

#[test]
fn chains_are_followed_through_sixteen_delegations() {
    for length in [1, 2, 15, 16] {
        let read = read(chain(length));
        assert_eq!((read.verdict("t").as_str(), read.state("W")), (VALID, "active"), "{length}");
    }
    for length in [17, 18, 100] {
        let read = read(chain(length));
        assert!(read.codes_of("t").contains(&"AUTHORITY_UNDETERMINED"), "{length}");
        assert_eq!(read.state("W"), "review", "{length}");
    }
    let read = read(chain(17));
    assert_eq!(read.verdict("d15"), VALID);
}

#[test]
fn many_delegations_side_by_side_are_no_long_chain_whatever_their_ids() {
    let mut folder = full();
    for number in 0..20 {
        let name = format!("p{number}");
        let entry =
            json!({ "id": format!("{name}-qa"), "identity": name, "role": "QA", "actions": ["delegate"] });
        folder = folder.set("roles.json", "/assignments/-", entry);
    }
    let bundle = folder.bundle();
    for good in ["a", "m", "z"] {
        let mut drafts = in_review();
        let mut ids: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
        for (number, id) in ids.iter().enumerate() {
            drafts.push(delegation(id, &format!("p{number}"), "hank"));
        }
        drafts.push(delegation(good, "carol", "hank"));
        ids.push(good.to_owned());
        let after: Vec<&str> = ids.iter().map(String::as_str).collect();
        let read = outcome(&bundle, &with(drafts, [rework(&after)]));
        assert_eq!((read.verdict("t").as_str(), read.state("W")), (VALID, "active"), "{good}");
    }
}
