//! Strings as canonical bytes (RFC 8785 3.2.2.2).

use super::sink::Sink;

/// Puts a string with its quotes. Only `"`, `\` and control characters below U+0020 are escaped.
pub(super) fn put<S: Sink>(text: &str, sink: &mut S) -> Result<(), S::Error> {
    sink.put(b"\"")?;
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or_default();
        if !plain.is_empty() {
            sink.put(plain)?;
        }
        let Some((byte, behind)) = special.split_first() else {
            break;
        };
        match byte {
            b'"' => sink.put(b"\\\"")?,
            b'\\' => sink.put(b"\\\\")?,
            0x08 => sink.put(b"\\b")?,
            0x09 => sink.put(b"\\t")?,
            0x0A => sink.put(b"\\n")?,
            0x0C => sink.put(b"\\f")?,
            0x0D => sink.put(b"\\r")?,
            _ => sink.put(&[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), hexadecimal(byte & 15)])?,
        }
        rest = behind;
    }
    sink.put(rest)?;
    sink.put(b"\"")
}

const fn hexadecimal(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + (nibble - 10) }
}
