//! G10 to G17: streams, terminal states, foreign lifecycles, required relations (TMPA 3.5, 4.4, 6.2, 6.3, 9.5).

use crate::cases::bundle::{compact, full};
use crate::cases::cast::{
    ABSENT, DISPUTED, PARTIAL, REJECTED, VALID, approve, archive, carrier, done, in_review, note, object,
    review, start, submit, task, with,
};
use crate::cases::outcome::outcome;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::json;

#[test]
fn g10_what_follows_a_gap_is_undetermined_and_moves_nothing() {
    let drafts = [carrier(), start("t").stream("s-pm", 3), note("later", 4)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.state("W"), "created");
    assert_eq!((read.verdict("t"), read.verdict("later")), (PARTIAL.into(), PARTIAL.into()));
    assert_eq!(read.verdict("c"), VALID);
    assert_eq!(read.objects("STREAM_GAP"), ["t"]);
    assert!(read.codes_of("t").contains(&"LIFECYCLE_UNDETERMINED"));
    assert_eq!((read.whole(), read.conclusion("W")), (PARTIAL.into(), PARTIAL.into()));
}

#[test]
fn g10_a_gap_in_one_stream_leaves_other_streams_alone() {
    let drafts = with(in_review(), [note("late", 9)]);
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.state("W"), read.verdict("submit").as_str()), ("review", VALID));
}

#[test]
fn g11_holders_of_one_position_are_disputed_and_kept() {
    let drafts = [carrier(), note("x", 2), note("y", 2)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!((read.verdict("x"), read.verdict("y")), (DISPUTED.into(), DISPUTED.into()));
    assert_eq!(read.objects("STREAM_DUPLICATE_SEQUENCE"), ["x"]);
    assert_eq!(read.members("STREAM_DUPLICATE_SEQUENCE", "x"), ["x", "y"]);
    assert_eq!((read.whole(), read.verdict("c")), (DISPUTED.into(), VALID.into()));
    assert_eq!(read.state("W"), "created");
}

fn reopening(rules: &[&str]) -> (Compact, Vec<Draft>) {
    let profile = Compact::new()
        .transition("archive", "reopen", "active", "PM")
        .without_assignment("alice", "PM")
        .assign("alice", "PM", &["start", "reopen"])
        .member("recovery_rules", json!(rules));
    let drafts = with(
        done(),
        [
            archive("archive").refer("archives", "approve"),
            object("reopen", "TRANSITION")
                .stream("s-pm", 3)
                .transition("archive", "reopen", "active")
                .refer("depends_on", "archive"),
        ],
    );
    (profile, drafts)
}

#[test]
fn g12_a_stable_terminal_state_is_not_left() {
    let (profile, drafts) = reopening(&["terminal_state_is_stable"]);
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!((read.state("W"), read.verdict("reopen").as_str()), ("archive", REJECTED));
    assert_eq!(read.codes_of("reopen"), ["ILLEGAL_TRANSITION"]);
    let (profile, drafts) = reopening(&[]);
    let read = outcome(&compact(&profile), &drafts);
    assert_eq!((read.state("W"), read.whole().as_str()), ("active", VALID));
}

#[test]
fn g12_preconditions_and_duties_of_the_lifecycle_bind() {
    let without = |relation: &str| -> Vec<Draft> {
        let mut drafts = done();
        let approval = drafts.pop().unwrap();
        let kept = approval.to_value()["references"].as_array().unwrap().clone();
        let kept: Vec<_> = kept.into_iter().filter(|item| item["relation"] != relation).collect();
        with(drafts, [approval.set("/references", json!(kept))])
    };
    let read = outcome(&full().bundle(), &done());
    assert_eq!((read.state("W"), read.whole().as_str()), ("done", VALID));
    let read = outcome(&full().bundle(), &without("rests_on"));
    assert_eq!((read.state("W"), read.verdict("approve").as_str()), ("review", PARTIAL));
    assert_eq!(read.reasons("LIFECYCLE_UNDETERMINED", "approve"), ["precondition_unsettled"]);
    let bob = with(
        in_review(),
        [
            review("ok", "carol", "approve", "rep"),
            approve("approve")
                .by("bob", "QA")
                .refer("reviews", "rep")
                .refer("rests_on", "ok")
                .refer("depends_on", "submit"),
        ],
    );
    let read = outcome(&full().bundle(), &bob);
    assert_eq!((read.state("W"), read.verdict("approve").as_str()), ("review", REJECTED));
    assert_eq!(read.codes_of("approve"), ["SOD_VIOLATION"]);
}

#[test]
fn g12_a_precondition_that_nothing_explains_is_never_met() {
    let mut profile = Compact::new().to_value();
    profile["transitions"][0]["preconditions"] = json!(["stars_align"]);
    let bundle = crate::cases::subject::bundle(profile.to_string().as_bytes());
    let read = outcome(&bundle, &[carrier(), start("t")]);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("created", PARTIAL));
    assert_eq!(read.reasons("LIFECYCLE_UNDETERMINED", "t"), ["rule_not_defined"]);
}

#[test]
fn g13_a_foreign_lifecycle_is_undetermined_and_an_undefined_state_is_no_object() {
    let foreign = task("f", "F").lifecycle("someone-elses-profile");
    let banana = task("b", "B").state("banana");
    let differs = start("differs").state("review");
    let read = outcome(&compact(&Compact::new()), &[carrier(), foreign, banana, differs]);
    assert_eq!(read.verdict("f"), PARTIAL);
    assert_eq!(read.codes_of("f"), ["LIFECYCLE_UNDETERMINED"]);
    assert_eq!(read.state("F"), "unknown");
    assert_eq!((read.verdict("b"), read.verdict("differs")), (ABSENT.into(), ABSENT.into()));
    assert_eq!(read.reasons("SCHEMA_INVALID", "b"), ["undefined_state"]);
    assert_eq!(read.reasons("SCHEMA_INVALID", "differs"), ["state_differs_from_transition"]);
    let read = outcome(&compact(&Compact::new()), &[carrier(), start("t").lifecycle("other")]);
    assert_eq!((read.state("W"), read.verdict("t").as_str()), ("created", PARTIAL));
}

#[test]
fn g14_every_run_of_missing_positions_is_an_issue_at_the_first_object_after_it() {
    for names in [["x3", "x6", "x9"], ["z", "m", "a"]] {
        let drafts: Vec<Draft> =
            with(vec![carrier()], [3, 6, 9].into_iter().zip(names).map(|(sequence, id)| note(id, sequence)));
        let read = outcome(&compact(&Compact::new()), &drafts);
        let mut expected = names.to_vec();
        expected.sort_unstable();
        assert_eq!(read.objects("STREAM_GAP"), expected);
        let missing: Vec<(String, String)> = [(3, "2"), (6, "4"), (9, "7")]
            .into_iter()
            .zip(names)
            .map(|((_, first), id)| (id.to_owned(), first.to_owned()))
            .collect();
        for (id, first) in missing {
            let issue =
                read.of_code("STREAM_GAP").into_iter().find(|issue| issue["object_id"] == id.as_str());
            let text = format!("{{\"sequence\":{first},\"stream_id\":\"s-pm\"}}");
            assert_eq!(issue.unwrap()["message"], text);
        }
    }
}

#[test]
fn g15_where_a_stream_may_begin_is_a_switch() {
    let drafts = [carrier().stream("s-pm", 7), note("x", 8)];
    let lax = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(lax.whole(), VALID);
    let strict = outcome(&compact(&Compact::new().switch("sequence_base", "one")), &drafts);
    assert_eq!(strict.objects("STREAM_GAP"), ["c"]);
    assert_eq!((strict.verdict("c"), strict.verdict("x")), (PARTIAL.into(), PARTIAL.into()));
    assert_eq!(strict.state("W"), "unknown");
}

#[test]
fn g16_one_writer_per_stream() {
    let drafts = [carrier(), note("x", 2).by("bob", "DEV"), note("elsewhere", 1).stream("s2", 1)];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(read.found("actum:STREAM_WRITER_CONFLICT"), ["c"]);
    assert_eq!(read.members("actum:STREAM_WRITER_CONFLICT", "c"), ["alice", "bob"]);
    assert_eq!((read.verdict("c"), read.verdict("x")), (DISPUTED.into(), DISPUTED.into()));
    assert!(read.codes().iter().all(|code| !code.contains(':')));
    assert_eq!(read.whole(), DISPUTED);
}

#[test]
fn g17_a_required_relation_reaches_a_valid_object_of_the_right_type_in_the_same_work() {
    let other = [
        task("c2", "W2"),
        Draft::new("rep2").kind("REPORT").work("W2", "c2").by("bob", "DEV").stream("s-dev2", 1),
    ];
    for target in ["c", "rep2", "start", "submit"] {
        let drafts =
            with(vec![carrier(), start("start"), submit("submit").refer("reports", target)], other.clone());
        let read = outcome(&compact(&Compact::new()), &drafts);
        assert_eq!(read.state("W"), "active", "{target}");
        assert_ne!(read.verdict("submit"), VALID, "{target}");
    }
    let drafts = [carrier(), start("start"), submit("submit").refer("reports", "c")];
    let read = outcome(&compact(&Compact::new()), &drafts);
    assert_eq!(
        (read.verdict("submit").as_str(), read.codes_of("submit")),
        (PARTIAL, vec!["LIFECYCLE_UNDETERMINED"])
    );
    assert_eq!(read.found("actum:REFERENCE_TARGET"), ["submit"]);
}

#[test]
fn g17_the_target_has_to_be_valid_even_where_the_relation_itself_does_not_bind() {
    let relations: serde_json::Value = serde_json::from_slice(&full().files["relations.json"]).unwrap();
    for relation in ["reports", "rests_on"] {
        let list = relations["relations"].as_array().unwrap();
        let place = list.iter().position(|entry| entry["name"] == relation).unwrap();
        let mut folder = full();
        for member in ["ordering", "required", "acyclic"] {
            folder = folder.set("relations.json", &format!("/relations/{place}/{member}"), json!(false));
        }
        let mut drafts = done();
        assert_eq!(outcome(&folder.bundle(), &drafts).state("W"), "done", "{relation}");
        let (target, state) = if relation == "reports" { ("rep", "active") } else { ("ok", "review") };
        for draft in drafts.iter_mut().filter(|draft| draft.id() == target) {
            *draft = draft.clone().refer("cites", "ghost");
        }
        let read = outcome(&folder.bundle(), &drafts);
        assert_eq!((read.verdict(target).as_str(), read.state("W")), (PARTIAL, state), "{relation}");
    }
}
