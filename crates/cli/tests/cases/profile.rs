//! `actum profile`: new, check, show.

use crate::support::Place;

#[test]
fn a_new_profile_is_complete_and_checks() {
    let place = Place::new();
    let outcome = place.run("profile new fresh/rules");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!("new", outcome);
    let outcome = place.run("profile check fresh/rules");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!("check", outcome);
}

#[test]
fn a_profile_shows_who_may_do_what() {
    let outcome = Place::new().run("profile show profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn the_published_single_file_profile_is_a_profile() {
    let Some(published) = actum_testkit::shared("spec/tmpa-s0.4/case-profile.json") else {
        return;
    };
    let place = Place::new();
    std::fs::copy(published, place.path("case.json")).unwrap();
    for verb in ["check", "show"] {
        let outcome = place.run(&format!("profile {verb} case.json"));
        assert_eq!(outcome.exit, Some(0), "{outcome}");
        assert!(
            outcome
                .stdout
                .contains("sha256:e5403755472e28887ceecf7c980ad58c4b5eafc2946f69ace7c2c0280862ac4a"),
            "{outcome}"
        );
    }
}

#[test]
fn a_pinned_digest_is_enforced() {
    let place = Place::new();
    let text = std::fs::read_to_string(place.path("profile/profile.json")).unwrap();
    let pinned = text.replace(
        "\"roles\": \"roles.json\"",
        &format!("\"roles\": {{\"file\": \"roles.json\", \"digest\": \"sha256:{}\"}}", "0".repeat(64)),
    );
    assert_ne!(text, pinned);
    place.write("profile/profile.json", pinned.as_bytes());
    let outcome = place.run("profile check profile");
    assert_eq!(outcome.exit, Some(3), "{outcome}");
    assert!(outcome.stderr.contains("/registries/roles"), "{outcome}");
}

#[test]
fn a_shipped_profile_is_shown_by_name_written_out_and_yields_to_a_path() {
    let place = Place::new();
    let shown = place.run("profile show agent-team");
    assert_eq!(shown.exit, Some(0), "{shown}");
    for line in [
        "claimed --take_over--> claimed    by worker; refers by takes_over; if lease_over",
        "(trusted clock)",
    ] {
        assert!(shown.stdout.contains(line), "{line}: {shown}");
    }
    let written = place.run("profile new --from agent-team agent-team");
    assert_eq!(written.exit, Some(0), "{written}");
    assert_eq!(place.run("profile show agent-team").stdout, shown.stdout);
    place.write("agent-team/profile.json", b"{}");
    assert_eq!(place.run("profile check agent-team").exit, Some(3));
    let unknown = place.run("profile new --from agent-tea x");
    assert_eq!(unknown.exit, Some(66), "{unknown}");
    assert!(unknown.stderr.contains("`agent-team`"), "{unknown}");
}
