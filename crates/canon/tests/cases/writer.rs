//! The streaming writer.

use actum_canon::digest::{Sha256Hasher, sha256};
use actum_canon::encode::{Encoding, JCS, Sink, TMPA_S04, Writer};
use std::convert::Infallible;

fn written(
    encoding: &'static Encoding,
    write: impl FnOnce(&mut Writer<'_, Vec<u8>>) -> Result<(), Infallible>,
) -> String {
    let mut out = Vec::new();
    let mut writer = Writer::new(encoding, &mut out);
    let Ok(()) = write(&mut writer);
    let Ok(()) = writer.finish();
    String::from_utf8(out).unwrap()
}

fn sample<S: Sink>(writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
    writer.begin_object()?;
    writer.name("9")?;
    writer.begin_array()?;
    writer.integer(0)?;
    writer.integer(9_007_199_254_740_991)?;
    writer.string("a\"\\\u{1}\n\u{7f}\u{2028}")?;
    writer.begin_array()?;
    writer.end_array()?;
    writer.begin_object()?;
    writer.end_object()?;
    writer.end_array()?;
    writer.name("a")?;
    writer.boolean(true)?;
    writer.name("b")?;
    writer.null()?;
    writer.name("c\n")?;
    writer.raw(br#"{"x":[1]}"#)?;
    writer.end_object()
}

const SAMPLE: &str = "{\"9\":[0,9007199254740991,\"a\\\"\\\\\\u0001\\n\u{7f}\u{2028}\",[],{}],\"a\":true,\"b\":null,\"c\\n\":{\"x\":[1]}}";

#[test]
fn values_are_separated_and_ended() {
    assert_eq!(written(&JCS, sample), SAMPLE);
    assert_eq!(written(&TMPA_S04, sample), format!("{SAMPLE}\n"));
    assert_eq!(written(&TMPA_S04, |writer| writer.integer(10)), "10\n");
}

#[test]
fn a_digest_is_a_sink() {
    let mut hasher = Sha256Hasher::new();
    let mut writer = Writer::new(&TMPA_S04, &mut hasher);
    let Ok(()) = sample(&mut writer);
    let Ok(()) = writer.finish();
    assert_eq!(hasher.finish(), sha256(format!("{SAMPLE}\n").as_bytes()));
}

#[test]
fn the_error_of_a_sink_comes_back() {
    struct Full(usize);
    impl Sink for Full {
        type Error = &'static str;
        fn put(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or("full")?;
            Ok(())
        }
    }
    for room in 0..SAMPLE.len() {
        let mut full = Full(room);
        assert_eq!(sample(&mut Writer::new(&JCS, &mut full)), Err("full"));
    }
    let mut fits = Full(SAMPLE.len());
    assert_eq!(sample(&mut Writer::new(&JCS, &mut fits)), Ok(()));
}

#[cfg(debug_assertions)]
mod promises {
    use super::*;

    #[test]
    #[should_panic(expected = "`9` follows `a`")]
    fn names_come_in_order() {
        written(&TMPA_S04, |writer| {
            writer.begin_object()?;
            writer.name("a")?;
            writer.null()?;
            writer.name("9")
        });
    }

    #[test]
    #[should_panic(expected = "`a` follows `a`")]
    fn names_come_once() {
        written(&JCS, |writer| {
            writer.begin_object()?;
            writer.name("a")?;
            writer.null()?;
            writer.name("a")
        });
    }

    #[test]
    #[should_panic(expected = "a member has no name")]
    fn members_have_names() {
        written(&JCS, |writer| {
            writer.begin_object()?;
            writer.null()
        });
    }

    #[test]
    #[should_panic(expected = "no array ends here")]
    fn brackets_match() {
        written(&JCS, |writer| {
            writer.begin_object()?;
            writer.end_array()
        });
    }

    #[test]
    #[should_panic(expected = "not complete")]
    fn what_is_open_is_closed() {
        written(&JCS, |writer| writer.begin_array());
    }
}
