//! Signed notes: the published example, and every way in which a signature is not one.

use actum_ledger::note::{MAX_SIGNATURES, Note, NoteError, Verifier};

use crate::support::sample::{sign, verifier};

/// The example of C2SP signed-note, whose key is not published.
const PUBLISHED: &str = "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n";

fn signed(names: &[&str]) -> Note {
    let mut note = Note::new("a text\n\nof two parts\n").unwrap();
    for name in names {
        note.sign(&verifier(name), sign(name)).unwrap();
    }
    note
}

#[test]
fn the_published_note_is_read_and_written_back() {
    let note = Note::parse(PUBLISHED).unwrap();
    assert!(note.text().ends_with("\n\ned è subito sera.\n"));
    assert_eq!(note.signatures()[0].name(), "quasimodo.example/salvatore");
    assert_eq!(note.signatures()[0].id(), [0x36, 0x7b, 0xa0, 0x4b]);
    assert_eq!(note.to_string(), PUBLISHED);
    assert_eq!(note.verify(&[verifier("quasimodo.example/salvatore")]), Err(NoteError::Unsigned));
}

#[test]
fn a_published_key_has_its_id_and_its_written_form() {
    // From the package that verifies the checksum database of Go modules.
    let text = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
    let key = Verifier::parse(text).unwrap();
    assert_eq!((key.name(), key.id()), ("sum.golang.org", [0x03, 0x3d, 0xe0, 0xae]));
    assert_eq!(key.to_string(), text);
    for wrong in [
        text.replace("033de0ae", "033de0af"),
        text.replace("033de0ae", "033DE0AE"),
        text.replace("033de0ae", "33de0ae"),
        text.replace("+Ac4z", "+Bc4z"),
        text.replace("sum.", "sun."),
        text.replace("OuAn8", "OuAn"),
        text.replace("sum.golang.org", ""),
        "sum.golang.org".into(),
        String::new(),
    ] {
        assert!(Verifier::parse(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn those_who_signed_are_named_and_unknown_signatures_are_ignored() {
    let note = Note::parse(&signed(&["a", "b", "a", "c"]).to_string()).unwrap();
    assert_eq!(note.signatures().len(), 4);
    let names = |known: &[&str]| {
        let known: Vec<_> = known.iter().map(|name| verifier(name)).collect();
        note.verify(&known)
            .map(|signers| signers.iter().map(|signer| signer.name().to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(names(&["a", "b", "x"]), Ok(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(names(&["c"]), Ok(vec!["c".to_owned()]));
    assert_eq!(names(&["x"]), Err(NoteError::Unsigned));
    assert_eq!(names(&[]), Err(NoteError::Unsigned));
}

#[test]
fn a_signature_of_a_known_key_that_does_not_verify_makes_the_note_refused() {
    let text = signed(&["a", "b"]).to_string();
    let known = [verifier("a"), verifier("b")];
    let refused = |text: &str| Note::parse(text).unwrap().verify(&known).map(drop);
    assert_eq!(refused(&text), Ok(()));
    let name = |name: &str| Err(NoteError::Refused { name: name.to_owned() });
    assert_eq!(refused(&text.replace("a text", "b text")), name("a"));
    // One good signature does not make up for a bad one.
    let other = signed(&["b"]);
    let line = |note: &Note, at: usize| note.signatures()[at].to_string();
    let good = line(&other, 0);
    let bad = line(
        &{
            let mut note = Note::new("another\n").unwrap();
            note.sign(&verifier("b"), sign("b")).unwrap();
            note
        },
        0,
    );
    assert_eq!(refused(&text.replace(&good, &bad)), name("b"));
    // Under the name of one key, the signature of another: an unknown key.
    assert_eq!(
        Note::parse(&text.replace("— b ", "— d ")).unwrap().verify(&[verifier("b")]),
        Err(NoteError::Unsigned)
    );
}

#[test]
fn a_signature_with_its_scalar_moved_by_the_group_order_is_refused() {
    const ORDER: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let signer = |text: &[u8]| {
        let mut bytes = sign("a")(text);
        let mut carry = 0;
        for (byte, order) in bytes[32..].iter_mut().zip(ORDER) {
            let sum = u16::from(*byte) + u16::from(order) + carry;
            (*byte, carry) = (sum.to_le_bytes()[0], sum >> 8);
        }
        bytes
    };
    let mut note = Note::new("a text\n").unwrap();
    assert_eq!(note.sign(&verifier("a"), signer), Err(NoteError::Refused { name: "a".into() }));
    assert_eq!(note.sign(&verifier("a"), sign("b")), Err(NoteError::Refused { name: "a".into() }));
    assert_eq!(note.signatures().len(), 0);
}

#[test]
fn what_is_no_note_is_refused() {
    let text = signed(&["a"]).to_string();
    let refused = |text: &str| Note::parse(text).map(drop).unwrap_err();
    assert_eq!(refused(""), NoteError::Unsigned);
    assert_eq!(refused("a text\n"), NoteError::Unsigned);
    assert_eq!(refused("a text\n\n"), NoteError::Signature);
    assert_eq!(refused(text.trim_end()), NoteError::Signature);
    assert_eq!(refused(&format!("{text}\n")), NoteError::Signature);
    assert_eq!(refused(&format!("{text}more\n")), NoteError::Signature);
    assert_eq!(refused(&text.replace("— ", "- ")), NoteError::Signature);
    assert_eq!(refused(&text.replace("— a ", "— a+b ")), NoteError::Signature);
    assert_eq!(refused(&text.replace("— a ", "—  ")), NoteError::Signature);
    assert_eq!(refused(&text.replace("— a ", "— a\u{a0}b ")), NoteError::Signature);
    assert_eq!(refused(&text.replace("=\n", "\n")), NoteError::Signature);
    assert_eq!(refused(&text.replace('\n', "\r\n")), NoteError::Text);
    assert_eq!(refused(&text.replace("text", "te\txt")), NoteError::Text);
    assert_eq!(refused("a\n\n— a AAAA\n"), NoteError::Signature);
    let line = text.rsplit_once("\n\n").unwrap().1;
    let many = |count: usize| format!("a text\n\n{}", line.repeat(count));
    assert_eq!(Note::parse(&many(MAX_SIGNATURES)).unwrap().signatures().len(), MAX_SIGNATURES);
    assert_eq!(refused(&many(MAX_SIGNATURES + 1)), NoteError::Length);
    assert_eq!(refused(&"a\n".repeat(1 << 20)), NoteError::Length);
    for text in ["", "a", "a\r\n", "\0\n"] {
        assert_eq!(Note::new(text), Err(NoteError::Text), "{text:?}");
    }
}

#[test]
fn a_name_has_no_space_and_no_plus() {
    let key = verifier("a").key().clone();
    for name in ["", "a b", "a+b", "a\u{2003}b", "a\nb", "a\u{7f}"] {
        assert_eq!(Verifier::new(name, key.clone()), None, "{name:?}");
    }
}
