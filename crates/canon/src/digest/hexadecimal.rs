//! 32 bytes as 64 lower-case hexadecimal digits.

/// Reads 64 digits of `0-9a-f`, nothing else.
pub(super) fn read(digits: &[u8]) -> Option<[u8; 32]> {
    let (pairs, rest) = digits.as_chunks::<2>();
    if pairs.len() != 32 || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = nibble(*high)? << 4 | nibble(*low)?;
    }
    Some(bytes)
}

/// Writes the digits into a place of twice the length.
pub(super) fn write(bytes: &[u8; 32], into: &mut [u8]) {
    for (pair, byte) in into.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

const fn digit(nibble: u8) -> u8 {
    // Without a branch: the letters start 39 places after the digit that would follow nine.
    b'0' + nibble + (nibble > 9) as u8 * 39
}
