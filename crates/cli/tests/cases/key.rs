//! `actum key`: new, show, trust; and that `openssl` and this program read each other's files.

use std::process::Command;

use crate::support::{Object, Outcome, Place, story};

/// Runs `openssl` in the place; `None` where it is not installed.
fn openssl(place: &Place, arguments: &str) -> Option<(bool, Vec<u8>)> {
    let mut command = Command::new("openssl");
    let run = command.current_dir(place.path("")).args(arguments.split_whitespace()).output();
    match run {
        Ok(output) => Some((output.status.success(), output.stdout)),
        Err(error) => {
            eprintln!("skipped: openssl cannot be run: {error}");
            None
        }
    }
}

fn expect(outcome: Outcome, exit: i32) -> String {
    assert_eq!(outcome.exit, Some(exit), "{outcome}");
    outcome.stdout
}

#[test]
fn a_new_key_is_shown_by_its_public_part_alone() {
    let place = Place::new();
    let made = expect(place.run("key new --out alice.pem"), 0);
    let private = std::fs::read_to_string(place.path("alice.pem")).unwrap();
    let shown = expect(place.run("key show alice.pem"), 0);
    assert!(made.contains(&shown) && shown.contains("key id      ed25519:"), "{made}{shown}");
    let secret = private.lines().nth(1).unwrap();
    assert!(!made.contains(secret) && !shown.contains(secret));
    let again = place.run("key new --out alice.pem");
    assert_eq!(again.exit, Some(73), "{again}");
    assert_eq!(std::fs::read_to_string(place.path("alice.pem")).unwrap(), private);
    let pem = expect(place.run("key show alice.pem --format pem"), 0);
    place.write("alice.pub", pem.as_bytes());
    assert_eq!(expect(place.run("key show alice.pub"), 0), shown);
}

#[test]
fn openssl_reads_what_is_written_here_and_the_other_way_round() {
    let place = Place::new();
    expect(place.run("key new --out ours.pem"), 0);
    place.write("secret", b"open me\n");
    expect(place.run("key new --out sealed.pem --passphrase-file secret"), 0);
    let Some((true, public)) = openssl(&place, "pkey -in ours.pem -pubout") else { return };
    assert_eq!(expect(place.run("key show ours.pem --format pem"), 0).into_bytes(), public);
    let (opened, public) = openssl(&place, "pkey -in sealed.pem -passin file:secret -pubout").unwrap();
    assert!(opened);
    let shown = expect(place.run("key show sealed.pem --passphrase-file secret --format pem"), 0);
    assert_eq!(shown.into_bytes(), public);

    for arguments in [
        "genpkey -algorithm ed25519 -out theirs.pem",
        "pkey -in theirs.pem -aes256 -passout file:secret -out cbc.pem",
        "pkcs8 -topk8 -in theirs.pem -scrypt -passout file:secret -out scrypt.pem",
        "pkey -in theirs.pem -outform DER -out theirs.der",
        "pkcs8 -topk8 -in theirs.pem -passout file:secret -outform DER -out sealed.der",
    ] {
        assert!(openssl(&place, arguments).unwrap().0, "{arguments}");
    }
    let shown = expect(place.run("key show theirs.pem"), 0);
    assert_eq!(expect(place.run("key show theirs.der"), 0), shown);
    for name in ["cbc.pem", "scrypt.pem", "sealed.der"] {
        let opened = place.run(&format!("key show {name} --passphrase-file secret"));
        assert_eq!(expect(opened, 0), shown, "{name}");
    }
    place.write("wrong", b"open");
    let refused = place.run("key show cbc.pem --passphrase-file wrong");
    assert_eq!(refused.exit, Some(3), "{refused}");
    assert!(refused.stderr.contains("the passphrase does not open `cbc.pem`"), "{refused}");
}

#[test]
fn what_cannot_be_made_or_read_says_why() {
    let place = Place::new();
    place.write("empty", b"\n");
    place.write("text", b"not a key");
    let rows = [
        ("key new --out no/such/folder/key.pem", 66, "does not exist"),
        ("key new --out k.pem --passphrase-file empty", 3, "holds no passphrase"),
        ("key new --out k.pem --passphrase --passphrase-file empty", 64, "cannot be used with"),
        ("key show text", 3, "holds no Ed25519 key"),
        ("key show absent", 66, "does not exist"),
        ("key trust text", 64, "--identity"),
        ("key trust absent --identity ann", 66, "does not exist"),
    ];
    for (arguments, exit, message) in rows {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(exit), "{arguments}: {outcome}");
        assert!(outcome.stderr.contains(message), "{arguments}: {outcome}");
    }
    assert!(!place.path("k.pem").exists());
}

#[test]
fn a_registered_key_signs_what_a_reading_authenticates() {
    let place = Place::new();
    expect(place.run("key new --out key.pem"), 0);
    let printed = expect(place.run("key trust key.pem --identity ann --role PM --key-id ann-1"), 0);
    assert!(
        printed.starts_with(r#"{ "key_id": "ann-1", "algorithm": "ed25519", "public_key": ""#),
        "{printed}"
    );
    assert!(printed.ends_with("\"identities\": [\"ann\"], \"roles\": [\"PM\"] }\n"), "{printed}");

    let carrier: Object = story().remove(0);
    let identity = carrier.creator.clone();
    let trusted =
        place.run(&format!("key trust key.pem --identity {identity} --key-id first --profile profile"));
    let text = expect(trusted, 0);
    assert!(text.contains("`first` is registered in profile/trust.json"), "{text}");
    assert!(text.contains("profile/profile.json names the new registry"), "{text}");
    let known = place.run(&format!("key trust key.pem --identity {identity} --profile profile"));
    assert_eq!(known.exit, Some(73), "{known}");

    let key = actum::key::Key::open(&place.path("key.pem")).unwrap();
    let signed = actum::sign_object(carrier.text().as_bytes(), "first", &key).unwrap();
    place.write("evidence/carrier.json", &signed);
    let read = place.run("read evidence --profile profile --format json");
    assert_eq!(read.exit, Some(0), "{read}");
    assert!(read.stdout.starts_with(r#"{"authentication_state":"authenticated","#), "{read}");
}
