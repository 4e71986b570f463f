//! Acceptance against an independent reader, over documents that are generated and then broken.

use crate::checks;

/// A small generator of numbers with a fixed start: every run sees the same documents.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }
}

const NAMES: [&str; 14] = [
    "a",
    "b",
    "id",
    "\\u0061",
    "9",
    "10",
    "01",
    "__proto__",
    "",
    "created_at",
    "é",
    "\\ud83d\\ude00",
    "\u{FB33}",
    "a\\/b",
];
const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "1",
    "1.0",
    "1e0",
    "-12.50",
    "1E+2",
    "9007199254740991",
    "9007199254740993",
    "1e20",
    "5e-324",
    "1e-7",
    "0.1",
    "123456789012345678901234567890",
    "2e308",
    "1e-400",
];
const STRINGS: [&str; 10] = [
    "",
    "text",
    "a longer text without escapes",
    "\\n\\u000a",
    "\\\"quoted\\\"",
    "\\ud83d\\ude00",
    "\u{2028}\u{7f}",
    "café",
    "\\u00e9\\u0000",
    "2026-03-14T09:26:53Z",
];
/// Pieces that break documents, or almost do.
const PIECES: [&[u8]; 30] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b" ",
    b"\n",
    b"\0",
    b"\x1f",
    b"\\u",
    b"\\ud83d",
    b"\\ude00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"0",
    b"-",
    b".",
    b"e",
    b"1e5",
    b"true",
    b"nul",
    b"\"a\":",
    b",\"a\":1",
    b"\\u0061",
    b"/",
    b"\t",
];

fn space(random: &mut Random, out: &mut String) {
    if random.below(8) == 0 {
        out.push_str(random.pick(&[" ", "\n", "\r\n", "\t ", "  "]));
    }
}

fn generate(random: &mut Random, depth: usize, out: &mut String) {
    space(random, out);
    match random.below(if depth > 4 { 6 } else { 10 }) {
        0 => out.push_str(random.pick(&["null", "true", "false"])),
        1 | 2 => out.push_str(random.pick(&NUMBERS)),
        3..=5 => {
            out.push('"');
            out.push_str(random.pick(&STRINGS));
            out.push('"');
        }
        6 => {
            out.push('[');
            for index in 0..random.below(4) {
                if index > 0 {
                    out.push(',');
                }
                generate(random, depth + 1, out);
            }
            space(random, out);
            out.push(']');
        }
        _ => {
            out.push('{');
            for index in 0..random.below(5) {
                if index > 0 {
                    out.push(',');
                }
                space(random, out);
                out.push('"');
                out.push_str(random.pick(&NAMES));
                out.push('"');
                space(random, out);
                out.push(':');
                generate(random, depth + 1, out);
            }
            space(random, out);
            out.push('}');
        }
    }
    space(random, out);
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => {
                let end = (at + random.below(12)).min(bytes.len());
                let copied = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copied);
            }
            _ => {
                let piece = random.pick(&PIECES);
                let end = (at + random.below(2)).min(bytes.len());
                bytes.splice(at..end, piece.iter().copied());
            }
        }
    }
}

#[test]
fn generated_and_broken_documents_are_accepted_by_both_or_by_neither() {
    let mut random = Random(0x5EED_0FAC_7112_3457);
    let (mut accepted, mut refused, mut encoded) = (0, 0, 0);
    for round in 0..40_000 {
        let mut source = String::new();
        generate(&mut random, 0, &mut source);
        let mut bytes = source.into_bytes();
        if round % 4 != 0 {
            mutate(&mut random, &mut bytes);
        }
        if checks::json::check(&bytes) {
            accepted += 1;
            encoded += usize::from(checks::encode::check(&bytes));
        } else {
            refused += 1;
        }
    }
    println!("accepted {accepted}, of these encoded {encoded}; refused {refused}");
    assert!(accepted > 8_000 && refused > 8_000 && encoded > 4_000);
}
