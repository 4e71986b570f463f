//! Checkpoint texts: the published example, and everything that is nearly one.

use actum_canon::digest::sha256;
use actum_ledger::checkpoint::CheckpointError;
use actum_ledger::note::NoteError;
use actum_ledger::{Checkpoint, Head};

use crate::support::sample::{sign, verifier};

/// The example of C2SP tlog-checkpoint.
const PUBLISHED: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n";

#[test]
fn the_published_checkpoint_is_read_and_written_back() {
    let (checkpoint, note) = Checkpoint::open(PUBLISHED).unwrap();
    assert_eq!((checkpoint.origin(), checkpoint.head().size), ("example.com/behind-the-sofa", 20_852_163));
    assert_eq!(checkpoint.head().root.as_bytes()[..3], [0x0a, 0xc5, 0x18]);
    let note = note.unwrap();
    assert_eq!((note.text(), note.to_string().as_str()), (checkpoint.to_string().as_str(), PUBLISHED));
}

#[test]
fn a_head_is_signed_by_several_and_read_back() {
    let head = Head { size: 7, root: sha256(b"root") };
    let checkpoint = Checkpoint::new("example.org/a ledger", head).unwrap();
    assert_eq!(Checkpoint::open(&checkpoint.to_string()), Ok((checkpoint.clone(), None)));
    let mut note = checkpoint.note().unwrap();
    for name in ["log", "witness"] {
        note.sign(&verifier(name), sign(name)).unwrap();
    }
    let (read, kept) = Checkpoint::open(&note.to_string()).unwrap();
    assert_eq!((read, kept.as_ref()), (checkpoint, Some(&note)));
    let known = [verifier("witness"), verifier("log")];
    assert_eq!(kept.unwrap().verify(&known).unwrap().len(), 2);
}

#[test]
fn further_lines_are_kept_and_signed_with_the_rest() {
    let text = PUBLISHED.split("\n\n").next().unwrap().to_owned() + "\nan extension\n";
    let checkpoint = Checkpoint::parse(&text).unwrap();
    assert_eq!(checkpoint.to_string(), text);
    assert_eq!(checkpoint.note().unwrap().text(), text);
}

#[test]
fn what_is_nearly_a_checkpoint_is_refused() {
    let root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
    let refused = |text: &str| Checkpoint::open(text).map(drop).unwrap_err();
    let sizes =
        ["", "07", "00", "+7", "-7", " 7", "7 ", "7.0", "0x7", "9007199254740992", "99999999999999999999999"];
    for size in sizes {
        assert_eq!(Checkpoint::parse(&format!("o\n{size}\n{root}\n")), Err(CheckpointError::Size), "{size}");
    }
    for size in ["0", "7", "9007199254740991"] {
        assert!(Checkpoint::parse(&format!("o\n{size}\n{root}\n")).is_ok(), "{size}");
    }
    let roots = [
        String::new(),
        root.replace('=', ""),
        root.replace("2I=", "2J="),
        root.replace('/', "_"),
        format!("{root} "),
        "AAAA".into(),
    ];
    for root in roots {
        assert_eq!(Checkpoint::parse(&format!("o\n7\n{root}\n")), Err(CheckpointError::Root), "{root}");
    }
    assert_eq!(refused(&format!("\n7\n{root}\n")), CheckpointError::Origin);
    assert_eq!(refused(&format!("o\r\n7\n{root}\n")), CheckpointError::Origin);
    assert_eq!(refused(&format!("o\n7\n{root}")), CheckpointError::Text);
    assert_eq!(refused(&format!("o\n7\n{root}\na\tb\n")), CheckpointError::Text);
    assert_eq!(refused("o\n7\n"), CheckpointError::Root);
    assert_eq!(refused("o\n"), CheckpointError::Size);
    assert_eq!(refused(""), CheckpointError::Text);
    assert_eq!(refused(&format!("o\n7\n{root}\n\n")), CheckpointError::Note(NoteError::Signature));
    for origin in ["", "a\nb", "a\u{1}"] {
        let head = Head::empty();
        assert_eq!(Checkpoint::new(origin, head), Err(CheckpointError::Origin), "{origin:?}");
    }
}
