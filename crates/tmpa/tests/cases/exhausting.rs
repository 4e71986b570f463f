//! Evidence built to exhaust the reader: authority objects and pools whose pairs outnumber the sources (TMPA 8.4).
//!
//! As in [`super::adversarial`] no test measures time; one that needs memory or time for all pairs fails by size.

use super::bundle::{compact, full};
use super::cast::{carrier, note, object, start};
use super::outcome::large;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use actum_tmpa::Reconstruction;
use serde_json::json;

fn state<'r>(read: &'r Reconstruction, work: &str) -> Option<&'r str> {
    read.works().find(|item| item.id == work).and_then(|item| item.state)
}

/// Bob, who holds a role but may not revoke, publishes a revocation in a stream of its own.
fn futile(number: usize) -> Draft {
    object(&format!("rv{number}"), "REVOCATION")
        .by("bob", "DEV")
        .stream(&format!("s-rv{number}"), 1)
        .body(json!({ "assignment": "alice-pm" }))
}

#[test]
fn many_authority_objects_in_streams_of_their_own() {
    let notes = (0..4_000_u64).map(|number| note(&format!("n{number}"), number + 3));
    let drafts = [carrier(), start("t")].into_iter().chain(notes).chain((0..4_000).map(futile));
    let read = large(&full().bundle(), drafts);
    assert_eq!(state(&read, "W"), Some("active"));
}

#[test]
fn many_open_assignments_of_somebody_who_does_much() {
    let assigns = (0..1_000).map(|number| {
        object(&format!("as{number}"), "ASSIGNMENT")
            .by("erin", "ADMIN")
            .stream("s-erin", number + 1)
            .body(json!({ "identity": "frank", "role": "PM" }))
    });
    let acts = (0..1_000).map(|number| {
        note(&format!("n{number}"), number + 1).by("frank", "PM").stream("s-frank", number + 1)
    });
    let read = large(&full().bundle(), [carrier()].into_iter().chain(assigns).chain(acts));
    let open = read.findings().filter(|finding| finding.code == "AUTHORITY_UNDETERMINED");
    assert_eq!(open.count(), 1_000);
    let causes = read.findings().flat_map(|finding| finding.causes);
    let size: usize = causes.map(|cause| 1 + cause.members.len()).sum();
    assert!(size < 100_000, "the findings name {size} things");
}

#[test]
fn many_revocations_of_somebody_who_does_much() {
    let revokes = (0..5_000).map(|number| {
        object(&format!("rv{number}"), "REVOCATION")
            .by("erin", "ADMIN")
            .stream("s-erin", number + 1)
            .body(json!({ "assignment": "alice-pm" }))
    });
    let acts = (0..5_000).map(|number| note(&format!("n{number}"), number + 2));
    let read = large(&full().bundle(), [carrier()].into_iter().chain(revokes).chain(acts));
    assert_eq!(state(&read, "W"), None);
}

#[test]
fn a_loop_beside_a_pool_that_stays_full() {
    let profile = Compact::new()
        .transition("active", "hold", "waiting", "PM")
        .transition("waiting", "resume", "active", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "hold", "resume"]);
    let hold = |id: &str, stream: &str, sequence: u64| {
        object(id, "TRANSITION").stream(stream, sequence).transition("active", "hold", "waiting")
    };
    let steps = (0..20_000_u64).flat_map(|number| {
        let resume = object(&format!("b{number}"), "TRANSITION").transition("waiting", "resume", "active");
        [
            hold(&format!("a{number}"), "s-loop", 2 * number + 1),
            resume.stream("s-loop", 2 * number + 2),
            hold(&format!("p{number}"), "s-pool", number + 1),
        ]
    });
    let read = large(&compact(&profile), [carrier(), start("go")].into_iter().chain(steps));
    assert!(state(&read, "W").is_some());
}

#[test]
fn decisions_that_name_almost_every_member() {
    let reviews = (0..2_000).map(|number| {
        object(&format!("v{number:04}"), "REVIEW")
            .by(&format!("q{number}"), "QA")
            .stream(&format!("q{number}"), 1)
            .refer("reviews", "c")
            .body(json!({ "decision": if number % 2 == 0 { "approve" } else { "reject" } }))
    });
    let decisions = (0..5_000).map(|number| {
        object(&format!("d{number}"), "DECISION")
            .by("erin", "ADMIN")
            .stream("s-erin", number + 1)
            .refer("resolves", "v0000")
            .refer("resolves", &format!("v{:04}", number % 1_999 + 1))
    });
    let read = large(&compact(&Compact::new()), [carrier()].into_iter().chain(reviews).chain(decisions));
    assert_eq!(read.issues().count(), 1);
}

#[test]
fn cascades_of_assumptions_end() {
    // Each assignment makes the next one's author; nothing but positions in one stream orders them.
    let chain = (0..2_000_u64).map(|number| {
        let author = if number == 0 { "erin".to_owned() } else { format!("p{number}") };
        object(&format!("as{number}"), "ASSIGNMENT")
            .by(&author, "ADMIN")
            .stream(&format!("s-{author}"), 1)
            .body(json!({ "identity": format!("p{}", number + 1), "role": "ADMIN" }))
    });
    let read = large(&full().bundle(), [carrier()].into_iter().chain(chain));
    let valid = read.nodes().filter(|node| node.judgment.as_str() == "valid").count();
    assert_eq!(valid, 2);
}
