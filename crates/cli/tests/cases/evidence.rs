//! What is evidence: folders, lines, listings, links, names, and the profile among them.

use crate::support::{Place, story};

/// The member of the canonical result that binds ids and bytes of all sources.
fn set_digest(json: &str) -> String {
    let mut parser = actum::canon::json::Parser::new();
    let document = parser.parse(json.as_bytes()).unwrap();
    document.root().get("source_set_digest").unwrap().as_str().unwrap().into_owned()
}

#[test]
fn nested_folders_are_read_and_the_rest_is_counted() {
    let place = Place::new();
    let objects = story();
    for (object, folder) in objects.iter().zip(["", "a/", "a/b/", "a/b/c/", "d/", "d/"]) {
        place.write(&format!("evidence/{folder}{}.json", object.id), object.text().as_bytes());
    }
    place.write("evidence/README.md", b"# not evidence");
    place.write("evidence/a/notes.txt", b"neither");
    place.write("evidence/.git/config.json", b"hidden");
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains("6 sources"), "{outcome}");
    assert!(
        outcome.stdout.ends_with("\nnote: 2 other files not read\nnote: 1 hidden name not read\n"),
        "{outcome}"
    );
}

#[test]
fn lines_give_the_same_reading_as_files_and_name_their_line() {
    let place = Place::new();
    let mut text = String::from("\n");
    for object in story() {
        text.push_str(&object.text());
        text.push_str("\r\n\n");
    }
    text.push_str("broken");
    place.write("evidence/all.jsonl", text.as_bytes());
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert!(outcome.stdout.contains("7 sources, 6 objects"), "{outcome}");
    // One blank line first, then each object takes its own line, the rest of its CRLF and a blank one.
    assert!(outcome.stdout.contains("all.jsonl#20"), "{outcome}");
}

#[test]
fn a_listing_replays_a_set_byte_for_byte() {
    let place = Place::new();
    place.write("evidence/a.json", b"\xFF\x00");
    place.write("evidence/b.json", "\u{e9}".as_bytes());
    place.write(
        "list.json",
        br#"{"sources":[{"source_id":"b.json","media_type":"application/json","text":"\u00e9"},
            {"source_id":"a.json","media_type":"application/json","base64":"/wA="}]}"#,
    );
    let folder = place.run("read evidence --profile profile --format json");
    let listing = place.run("read --sources list.json --profile profile --format json");
    assert_eq!(folder, listing);
    let list = std::fs::read(place.path("list.json")).unwrap();
    assert_eq!(place.run_with("read --sources - --profile profile --format json", &list, &[]), listing);
}

#[cfg(unix)]
#[test]
fn links_are_reported_and_never_followed() {
    let place = Place::with_story();
    place.write("outside/secret.json", b"broken");
    let link =
        |target: &str, name: &str| std::os::unix::fs::symlink(place.path(target), place.path(name)).unwrap();
    link("outside/secret.json", "evidence/file.json");
    link("outside", "evidence/folder");
    link("evidence", "evidence/loop");
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    let note = "note: 3 symbolic links not followed: file.json, folder, loop\n";
    assert!(outcome.stdout.ends_with(note), "{outcome}");
    let json = place.run("read evidence --profile profile --format json");
    assert_eq!(json.stderr, note);
    assert!(!json.stdout.contains("file.json"));
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_evidence_is_not_opened() {
    let place = Place::with_story();
    let made = std::process::Command::new("mkfifo").arg(place.path("evidence/pipe.json")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains("not opened: pipe.json"), "{outcome}");
}

#[test]
fn the_profile_inside_the_folder_is_left_out() {
    let place = Place::with_story();
    let apart = place.run("read evidence --profile profile --format json");
    std::fs::rename(place.path("profile"), place.path("evidence/rules")).unwrap();
    let inside = place.run("read evidence --profile evidence/rules --format json");
    assert_eq!(inside.stdout, apart.stdout);
    let text = place.run("read evidence --profile ./evidence/../evidence/rules");
    let note = "note: 1 profile file or folder left out of the evidence: rules\n";
    assert!(text.stdout.ends_with(note), "{text}");
    assert_eq!(text.stdout.matches("left out").count(), 1, "{text}");
}

#[test]
fn a_profile_in_the_same_folder_is_left_out_file_by_file() {
    let place = Place::with_story();
    let apart = place.run("read evidence --profile profile --format json");
    for name in ["profile", "types", "lifecycle", "roles", "relations", "integrity"] {
        let from = place.path(&format!("profile/{name}.json"));
        std::fs::copy(from, place.path(&format!("evidence/{name}.json"))).unwrap();
    }
    let mixed = place.run("read evidence --profile evidence --format json");
    assert_eq!(mixed.stdout, apart.stdout);
    let named = place.run("read evidence --profile evidence/profile.json --format json");
    assert_eq!(named.stdout, apart.stdout);
}

#[test]
fn several_paths_prefix_their_ids() {
    let place = Place::new();
    place.write("one/x.json", b"1");
    place.write("two/x.json", b"2");
    let outcome = place.run("read ./one two/x.json one/x.json --profile profile");
    assert!(outcome.stdout.contains("read     2 sources"), "{outcome}");
    assert!(outcome.stdout.contains("one/x.json") && outcome.stdout.contains("two/x.json"), "{outcome}");
    assert!(outcome.stdout.contains("note: 1 source named more than once, read once"), "{outcome}");
    let single = place.run("read two/x.json --profile profile");
    assert!(single.stdout.contains("x.json") && !single.stdout.contains("two/x.json"), "{single}");
}

#[test]
fn an_artifact_larger_than_any_object_is_still_a_source() {
    let place = Place::new();
    place.write("evidence/large.json", &vec![b' '; 16 * 1024 * 1024 + 1]);
    let outcome = place.run("read evidence --profile profile --format json");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert_eq!(
        outcome.stdout.matches("\"code\":\"SCHEMA_INVALID\"").count(),
        outcome.stdout.matches("\"large.json\"").count().min(2)
    );
}

#[test]
fn order_and_names_of_folders_do_not_matter_to_the_same_ids() {
    let place = Place::with_story();
    let first = place.run("read evidence --profile profile --format json");
    std::fs::create_dir(place.path("copy")).unwrap();
    for object in story().iter().rev() {
        place.write(&format!("copy/{}.json", object.id), object.text().as_bytes());
    }
    let second = place.run("read copy --profile profile --format json");
    assert_eq!(first, second);
    assert!(set_digest(&first.stdout).starts_with("sha256:"));
}

#[test]
fn a_recorded_invocation_of_the_published_corpus_can_be_replayed_as_it_is() {
    let (Some(case), Some(profile)) = (
        actum_testkit::shared("cases/tmpa/C14.json"),
        actum_testkit::shared("spec/tmpa-s0.4/case-profile.json"),
    ) else {
        return;
    };
    let place = Place::new();
    std::fs::copy(profile, place.path("case-profile.json")).unwrap();
    let bytes = std::fs::read(case).unwrap();
    let mut parser = actum::canon::json::Parser::new();
    let document = parser.parse(&bytes).unwrap();
    let invocation = document.root().get("invocations").unwrap().elements().next().unwrap();
    place.write("invocation.json", &bytes[invocation.span()]);
    let outcome = place.run("read --sources invocation.json --profile case-profile.json --work work-c14");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains("archive"), "{outcome}");
}
