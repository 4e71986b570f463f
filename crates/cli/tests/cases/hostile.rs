//! Evidence that attacks whoever looks at it.

use crate::support::{Object, Place, story};

fn place_with(id: &str) -> Place {
    let place = Place::new();
    let mut objects = story();
    objects.truncate(1);
    let hostile = Object {
        work: id.into(),
        carrier: id.into(),
        stream: format!("s{id}"),
        creator: id.into(),
        ..Object::new(id, "ISSUE", ("alice", "PM"), 2)
    };
    let text = hostile.refers("depends_on", &format!("t{id}")).body(r#"{"summary":"x"}"#).text();
    place.put(&objects);
    place.write("evidence/hostile.json", text.as_bytes());
    place
}

#[test]
fn no_control_character_and_no_direction_override_reaches_any_output_for_people() {
    let id = "a\u{1b}[2J\u{1b}]0;owned\u{7}\r\n\u{202e}\u{2066}\u{200b}\u{9b}31m\u{e0041}\"]; x|<script>";
    let place = place_with(id);
    for arguments in [
        "read evidence --profile profile",
        "read evidence --profile profile --color always",
        "read evidence --profile profile --format dot",
        "read evidence --profile profile --format mermaid",
        "why hostile.json evidence --profile profile",
    ] {
        let outcome = place.run(arguments);
        let text = format!("{}{}", outcome.stdout, outcome.stderr);
        let allowed = |part: &str| {
            part.starts_with("[0m")
                || part.starts_with("[1m")
                || part.starts_with("[2m")
                || part.starts_with("[3")
        };
        for part in text.split('\x1b').skip(1) {
            assert!(arguments.contains("always") && allowed(part), "`{arguments}`: {outcome}");
        }
        for forbidden in ['\u{7}', '\r', '\u{202e}', '\u{2066}', '\u{200b}', '\u{9b}', '\u{e0041}'] {
            assert!(!text.contains(forbidden), "`{arguments}` shows {forbidden:?}");
        }
        assert!(
            text.contains("a\\u{1b}") || text.contains("a\\\\u{1b}") || text.contains("a#92;u"),
            "`{arguments}`: {outcome}"
        );
    }
}

#[test]
fn drawings_keep_their_shape_whatever_the_ids() {
    let place = place_with("x\"]; evil -> y; subgraph { \\");
    let dot = place.run("read evidence --profile profile --format dot").stdout;
    for line in dot.lines().filter(|line| line.contains("evil")) {
        let bare = line.replace("\\\\", "").replace("\\\"", "");
        assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
        let outside: String = bare.split('"').step_by(2).collect();
        assert!(!outside.contains("evil"), "{line}");
    }
    let mermaid = place.run("read evidence --profile profile --format mermaid").stdout;
    for line in mermaid.lines().filter(|line| line.contains("evil")) {
        let outside: String = line.split('"').step_by(2).collect();
        assert!(!outside.contains("evil"), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_not_unicode_is_read_and_reported() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::with_story();
    let name = std::ffi::OsStr::from_bytes(b"evidence/bad-\xFF.json");
    std::fs::write(place.path("").join(name), b"broken").unwrap();
    place.write("evidence/bad-%FF.json", b"other");
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert!(outcome.stdout.contains("source   bad-%FF.json"), "{outcome}");
    assert!(outcome.stdout.contains("source   bad-%25FF.json"), "{outcome}");
    let note = "note: 1 file name not Unicode, read under these ids: bad-%FF.json\n";
    assert!(outcome.stdout.ends_with(note), "{outcome}");
}

#[test]
fn deep_nesting_and_odd_bytes_end_in_a_verdict() {
    let place = Place::with_story();
    place.write("evidence/deep.json", "[".repeat(1_000_000).as_bytes());
    place.write("evidence/zero.json", &[0; 512]);
    place.write("evidence/mark.json", b"\xEF\xBB\xBF{}");
    place.write("evidence/empty.json", b"");
    place.write("evidence/null.json", b"null");
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    assert!(outcome.stdout.contains("11 sources, 6 objects"), "{outcome}");
    for name in ["deep", "zero", "mark", "empty", "null"] {
        assert!(outcome.stdout.contains(&format!("source   {name}.json")), "{outcome}");
    }
}
