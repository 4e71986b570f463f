//! C01 to C04 and C09 to C11: signed objects are held to the same rules, and unsigned ones contest nothing that is signed.

use super::{CLAUSES, all_signed, authenticated, by, refuses, signed, strict, task, unauthenticated};
use crate::case::{Case, Input, Orders, case};
use crate::cast::{archived, aside, by_erin, carrier, in_review, note, object, report, start, submit};
use crate::class::Class;
use actum_testkit::evidence::Draft;
use serde_json::json;

fn created(reading: crate::reading::Reading) -> crate::reading::Reading {
    reading.accepts("c").state("W", "created", "PM")
}

/// A case under the profile that keeps outside what is not authenticated.
fn excluding(name: &str, title: &str, clauses: &[&'static str]) -> Case {
    case(name, title, &[CLAUSES.as_slice(), clauses].concat()).profile("authenticated-excluding")
}

pub(super) fn shapes() -> Vec<Case> {
    let broken = |name: &str, title: &str, input: Input| {
        strict(name, title, &["TMPA 4.1", "TMPA 9.2"])
            .with([task()])
            .input(input)
            .reads(created(authenticated()).excludes("n").issue("SCHEMA_INVALID", "n"))
            .orders(Orders::Some)
    };
    let n = || signed(note("n", 2));
    vec![
        broken(
            "a-signature-without-its-key-id-is-refused",
            "the group is incomplete",
            Input::stripped(&n(), "/integrity/key_id"),
        ),
        broken(
            "a-signature-does-not-mend-a-missing-member",
            "a required body member is missing",
            Input::of(&signed(note("n", 2).body(json!({})))),
        ),
        strict("signed-objects-of-every-kind-are-accepted", "a task and all that follows it", &["TMPA 9.2"])
            .with(all_signed(in_review()))
            .reads(authenticated().accepts("c start rep submit").state("W", "review", "DEV"))
            .orders(Orders::Some),
    ]
}

pub(super) fn writers() -> Vec<Case> {
    let corrects =
        object("fix", "CORRECTION").body(json!({ "correction": "as agreed" })).refer("corrects", "c");
    let corrects = corrects.by("henry", "PM").stream("s-henry", 1);
    vec![
        strict(
            "a-signed-correction-leaves-the-carrier-as-it-is",
            "henry corrects alice's task",
            &["TMPA 9.2"],
        )
        .with([task(), signed(corrects)])
        .reads(created(authenticated()).accepts("fix"))
        .orders(Orders::Some),
        strict(
            "who-signs-for-another-writer-is-refused",
            "henry signs what names alice as its creator",
            &["TMPA 9.2"],
        )
        .with([task(), by(note("n", 2), "henry-key")])
        .reads(refuses(created(unauthenticated()), "n"))
        .orders(Orders::Some),
    ]
}

pub(super) fn variants() -> Vec<Case> {
    let n = || note("n", 2);
    let other = || n().body(json!({ "summary": "otherwise" }));
    let copies = |name: &str, title: &str, clauses: &[&'static str]| {
        strict(name, title, clauses)
            .with([task()])
            .input(Input::seen(&signed(n()), "signed"))
            .input(Input::seen(&n(), "bare"))
            .input(Input::altered(&signed(n()), "/integrity/signature", json!("AAAA")).seen_at("junk"))
            .input(Input::seen(&by(n(), "carol-key"), "foreign"))
            .orders(Orders::Some)
    };
    vec![
        strict("two-signed-contents-under-one-id-are-a-conflict", "alice signs both", &["TMPA 9.9"])
            .with([task()])
            .input(Input::seen(&signed(n()), "one"))
            .input(Input::seen(&signed(other()), "two"))
            .reads(created(authenticated()).excludes("one two").issue("DUPLICATE_ID_CONFLICT", "n"))
            .orders(Orders::Some),
        strict("equal-signed-copies-are-one-object", "the note is seen twice", &["TMPA 4.3"])
            .with([task()])
            .input(Input::seen(&signed(n()), "one"))
            .input(Input::seen(&signed(n()), "two"))
            .reads(created(authenticated()).accepts("one two"))
            .orders(Orders::Some),
        copies(
            "copies-that-prove-nothing-do-no-harm-to-one-that-is-signed",
            "copies of one content: signed, bare, junk, by carol",
            &["TMPA 4.3"],
        )
        .reads(
            created(authenticated())
                .accepts("signed bare junk foreign")
                .issue("SIGNATURE_UNVERIFIED", "n")
                .free("junk foreign"),
        ),
        copies(
            "where-a-signature-belongs-to-the-content-such-copies-are-a-conflict",
            "the same under a profile that says so",
            &["TMPA 9.8"],
        )
        .profile("authenticated-variants")
        .reads(
            created(authenticated()).excludes("signed bare junk foreign").issue("DUPLICATE_ID_CONFLICT", "n"),
        ),
        excluding(
            "a-forged-content-contests-nothing-where-it-is-kept-outside",
            "mallory signs another content under the id",
            &["TMPA 4.3"],
        )
        .with([task()])
        .input(Input::seen(&signed(n()), "signed"))
        .input(Input::seen(&by(other(), "mallory-key-of-her-own"), "forged"))
        .reads(
            created(authenticated())
                .accepts("signed")
                .excludes("forged")
                .issue("SIGNATURE_UNVERIFIED", "n")
                .whole(Class::Accepted)
                .free("forged"),
        )
        .orders(Orders::Some),
    ]
}

pub(super) fn streams() -> Vec<Case> {
    vec![
        strict(
            "signed-streams-progress-apart",
            "alice, bob and erin sign in streams of theirs",
            &["TMPA 9.5"],
        )
        .with([
            task(),
            signed(note("n", 2)),
            signed(report()),
            signed(by_erin("e", "ISSUE", 1, json!({ "summary": "seen" }))),
        ])
        .reads(created(authenticated()).accepts("n rep e"))
        .orders(Orders::Complete),
        strict("a-gap-in-a-signed-stream-is-a-gap", "alice's second note is missing", &["TMPA 9.5"])
            .with([task(), signed(note("n", 3))])
            .reads(created(authenticated()).partial("n").labels().issue("STREAM_GAP", "n"))
            .orders(Orders::Some),
        excluding(
            "what-is-kept-outside-takes-no-place-in-a-stream",
            "an unsigned note claims the place of a signed one",
            &["TMPA 4.3", "TMPA 9.5"],
        )
        .with([task(), signed(note("n", 2)), note("squatter", 2)])
        .reads(
            created(authenticated())
                .accepts("n")
                .excludes("squatter")
                .issue("SIGNATURE_UNVERIFIED", "squatter"),
        )
        .orders(Orders::Some),
    ]
}

pub(super) fn references() -> Vec<Case> {
    let way = || [task(), signed(start("start"))];
    vec![
        strict("a-signed-reference-to-nothing-is-missing", "the report is not there", &["TMPA 9.7"])
            .with(way())
            .with([signed(submit().stream("s-bob", 1))])
            .reads(
                authenticated()
                    .accepts("c start")
                    .partial("submit")
                    .labels()
                    .state("W", "active", "PM")
                    .issue_to("MISSING_REFERENCE", "submit", "reports", "rep")
                    .also_by("LIFECYCLE_UNDETERMINED", "submit", "reports"),
            )
            .orders(Orders::Some),
        strict(
            "what-rests-on-an-unauthenticated-report-is-not-applied",
            "the report is not signed",
            &["TMPA 7.3", "TMPA 9.7"],
        )
        .with(way())
        .with([report(), signed(submit())])
        .reads(
            refuses(unauthenticated().accepts("c start"), "rep")
                .rejects("submit")
                .free("submit")
                .state("W", "active", "PM")
                .also_by("LIFECYCLE_UNDETERMINED", "submit", "reports"),
        )
        .orders(Orders::Some),
    ]
}

pub(super) fn cycles() -> Vec<Case> {
    let node = |id: &str, target: &str| signed(aside(id, "gus", "DEV").refer("depends_on", target));
    vec![
        strict(
            "a-signed-cycle-is-quarantined",
            "two signed notes depend on each other, a third stands apart",
            &["TMPA 9.7"],
        )
        .with([task(), node("a", "b"), node("b", "a"), signed(aside("d", "gina", "QA"))])
        .reads(
            created(authenticated()).accepts("d").quarantines("a b").labels().issue("PROHIBITED_CYCLE", "a"),
        )
        .orders(Orders::Some),
    ]
}

pub(super) fn orders() -> Vec<Case> {
    let revokes = |key: &str| signed(by_erin("rv", "KEY_REVOCATION", 1, json!({ "key_id": key })));
    let late = |draft: Draft| signed(draft.refer("follows", "rv"));
    vec![
        strict("a-signed-record-reads-the-same-in-every-order", "a task up to the archive", &["TMPA 9.9"])
            .with(all_signed(archived()))
            .reads(
                authenticated()
                    .accepts("c start rep submit ok approve release archive")
                    .state("W", "archived", "OPS"),
            )
            .orders(Orders::Prefixes(6)),
        strict(
            "revocations-of-keys-read-the-same-in-every-order",
            "one note before, one after, one beside",
            &["TMPA 6.4", "TMPA 9.9"],
        )
        .with([task(), revokes("henry-key").refer("follows", "before"), late(aside("after", "henry", "PM"))])
        .with(all_signed([aside("before", "henry", "PM"), aside("beside", "henry", "PM")]))
        .reads({
            let reading =
                refuses(unauthenticated().accepts("c rv before").state("W", "created", "PM"), "after");
            super::leaves_open(reading, "beside")
        })
        .orders(Orders::Complete),
        strict("copies-read-the-same-in-every-order", "a bare copy, a signed one and junk", &["TMPA 9.9"])
            .input(Input::seen(&carrier(), "bare"))
            .input(Input::seen(&task(), "signed"))
            .input(Input::altered(&task(), "/integrity/signature", json!("AAAA")).seen_at("junk"))
            .reads(
                authenticated()
                    .accepts("bare signed junk")
                    .state("W", "created", "PM")
                    .issue("SIGNATURE_UNVERIFIED", "c")
                    .free("junk"),
            )
            .orders(Orders::Complete),
    ]
}
