//! Finding where a string, number, literal or run of white space ends (RFC 8259 2, 3, 6, 7).

use super::error::ErrorKind;
use super::frame::{Fault, Place};
use super::tape::{ESCAPED, VERBATIM};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

/// An integer of so many digits is its own canonical spelling: the next power of ten is below 2^53.
const PLAIN_DIGITS: usize = 15;

/// Returns the offset of the first byte at or after `at` that is no white space.
#[inline]
pub(super) fn space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(byte) if *byte > b' ' => at,
        _ => space_from(bytes, at),
    }
}

/// Goes on where white space starts: a line end, say, and an indentation, which is taken by eights.
#[inline(never)]
fn space_from(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.first_chunk() == Some(b"        ") {
            at += 8;
        } else if let Some(b' ' | b'\n' | b'\r' | b'\t') = rest.first() {
            at += 1;
        } else {
            return at;
        }
    }
}

/// Returns the offset past a string whose opening quote stands at `open`, and the facts about its spelling.
#[inline(always)]
pub(super) fn string(bytes: &[u8], open: usize) -> Result<(usize, u32), Fault> {
    let at = plain(bytes, open + 1);
    if bytes.get(at) == Some(&b'"') { Ok((at + 1, VERBATIM)) } else { string_from(bytes, at) }
}

/// Goes on where a string stops being plain.
#[inline(never)]
fn string_from(bytes: &[u8], mut at: usize) -> Result<(usize, u32), Fault> {
    let mut facts = ESCAPED | VERBATIM;
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok((at + 1, facts)),
            Some(b'\\') => {
                let (end, verbatim) = escape(bytes, at)?;
                if !verbatim {
                    facts &= !VERBATIM;
                }
                at = plain(bytes, end);
            }
            Some(_) => return Err(Fault::new(ErrorKind::ControlCharacter, at, Place::Child)),
            None => return Err(Fault::new(ErrorKind::UnexpectedEnd, bytes.len(), Place::Child)),
        }
    }
}

/// Returns the offset of the first quote, backslash or control character at or after `at`, else the length.
///
/// Eight bytes at a time: where the byte sought stands, subtracting borrows into the high bit. Borrows spread only
/// upwards, so the lowest mark is always a true one.
#[inline(always)]
fn plain(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let (chunks, tail) = rest.as_chunks::<8>();
    let mut past = at;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
        let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
        let control = word.wrapping_sub(ONES * b' ' as u64);
        let marks = (quote | backslash | control) & !word & HIGH_BITS;
        if marks != 0 {
            return past + (marks.trailing_zeros() / 8) as usize;
        }
        past += 8;
    }
    past + tail.iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | ..b' ')).count()
}

/// Returns the offset past an escape, and whether it is the one canonical spelling of its character.
fn escape(bytes: &[u8], at: usize) -> Result<(usize, bool), Fault> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't') => Ok((at + 2, true)),
        Some(b'/') => Ok((at + 2, false)),
        Some(b'u') => {
            let first = unit(bytes, at)?;
            match first {
                0xD800..=0xDBFF => {
                    let lone = Fault::new(ErrorKind::LoneSurrogate, at, Place::Child);
                    match (bytes.get(at + 6), bytes.get(at + 7)) {
                        (Some(b'\\'), Some(b'u')) => {}
                        (None, _) | (Some(b'\\'), None) => {
                            return Err(Fault::new(ErrorKind::UnexpectedEnd, bytes.len(), Place::Child));
                        }
                        _ => return Err(lone),
                    }
                    let second = unit(bytes, at + 6)?;
                    if matches!(second, 0xDC00..=0xDFFF) { Ok((at + 12, false)) } else { Err(lone) }
                }
                0xDC00..=0xDFFF => Err(Fault::new(ErrorKind::LoneSurrogate, at, Place::Child)),
                0x08 | 0x09 | 0x0A | 0x0C | 0x0D => Ok((at + 6, false)),
                0x00..=0x1F => Ok((at + 6, !bytes.get(at + 5).is_some_and(u8::is_ascii_uppercase))),
                _ => Ok((at + 6, false)),
            }
        }
        Some(_) => Err(Fault::new(ErrorKind::InvalidEscape, at, Place::Child)),
        None => Err(Fault::new(ErrorKind::UnexpectedEnd, bytes.len(), Place::Child)),
    }
}

/// Reads the four digits of the `\u` escape at `at`.
fn unit(bytes: &[u8], at: usize) -> Result<u32, Fault> {
    let mut unit = 0;
    for offset in at + 2..at + 6 {
        let Some(byte) = bytes.get(offset) else {
            return Err(Fault::new(ErrorKind::UnexpectedEnd, bytes.len(), Place::Child));
        };
        let Some(digit) = char::from(*byte).to_digit(16) else {
            return Err(Fault::new(ErrorKind::InvalidEscape, at, Place::Child));
        };
        unit = unit << 4 | digit;
    }
    Ok(unit)
}

/// Returns the offset past a number that starts at `start`, and the facts about its spelling.
pub(super) fn number(bytes: &[u8], start: usize) -> Result<(usize, u32), Fault> {
    let broken = |at: usize| {
        let (kind, offset) = match bytes.get(at) {
            Some(_) => (ErrorKind::InvalidNumber, start),
            None => (ErrorKind::UnexpectedEnd, bytes.len()),
        };
        Err(Fault::new(kind, offset, Place::Child))
    };
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let mut at = match bytes.get(first) {
        Some(b'0') => first + 1,
        Some(b'1'..=b'9') => digits(bytes, first + 1),
        _ => return broken(first),
    };
    let verbatim = at - first <= PLAIN_DIGITS && !(negative && bytes.get(first) == Some(&b'0'));
    let whole = at;
    if bytes.get(at) == Some(&b'.') {
        let end = digits(bytes, at + 1);
        if end == at + 1 {
            return broken(end);
        }
        at = end;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let end = digits(bytes, at + 1 + sign);
        if end == at + 1 + sign {
            return broken(end);
        }
        at = end;
    }
    // What runs on without a break was meant as one number and is not one.
    if matches!(bytes.get(at), Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.' | b'+' | b'-' | b'_')) {
        return Err(Fault::new(ErrorKind::InvalidNumber, start, Place::Child));
    }
    Ok((at, if verbatim && at == whole { VERBATIM } else { 0 }))
}

fn digits(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Returns the offset past a literal name that must stand at `start`.
pub(super) fn literal(bytes: &[u8], start: usize, word: &[u8]) -> Result<usize, Fault> {
    for (at, expected) in (start..).zip(word) {
        let byte = bytes.get(at);
        if byte != Some(expected) {
            return Err(Fault::unexpected(byte, at, Place::Child));
        }
    }
    Ok(start + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_stop_is_found_at_every_distance() {
        for length in 0..40 {
            for stop in (0..0x20).chain([b'"', b'\\']) {
                for filler in [b'a', b' ', b'!', b'#', b'[', b']', 0x7F, 0x80, 0xFF] {
                    let mut bytes = vec![filler; length];
                    bytes.push(stop);
                    bytes.extend_from_slice(b"\"\\\x01 padding padding");
                    assert_eq!(plain(&bytes, 0), length, "{filler} {stop}");
                    bytes.truncate(length);
                    assert_eq!(plain(&bytes, 0), length, "{filler}");
                }
            }
        }
    }
}
