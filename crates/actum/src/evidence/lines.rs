//! JSON lines: one artifact per line, read in windows so that a large file never has to fit into memory.
//!
//! A line ends at LF and nowhere else; a CR before it stays with the line, where it is JSON whitespace. Lines of
//! nothing but JSON whitespace hold no artifact. Line numbers count from 1 and count every line.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

/// How much is read before the complete lines in it are handed on, in bytes.
const WINDOW: usize = 2 * 1024 * 1024;

/// Complete lines of a stream.
#[derive(Debug)]
pub(crate) struct Windows<R> {
    stream: R,
    window: usize,
    longest: usize,
    buffer: Vec<u8>,
    consumed: usize,
    next_line: u64,
    ended: bool,
}

/// Some complete lines, and the number of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) first_line: u64,
}

impl<R: Read> Windows<R> {
    /// Reads from `stream`; a line of more than `longest` bytes is an error of kind `FileTooLarge`.
    pub(crate) fn new(stream: R, longest: usize) -> Self {
        Self { stream, window: WINDOW, longest, buffer: Vec::new(), consumed: 0, next_line: 1, ended: false }
    }

    /// The next lines, or `None` at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Option<Window<'_>>> {
        self.buffer.drain(..self.consumed.min(self.buffer.len()));
        self.consumed = 0;
        let mut searched = 0;
        let end = loop {
            let fresh = self.buffer.get(searched..).unwrap_or_default();
            if let Some(at) = memrchr(b'\n', fresh) {
                break searched + at + 1;
            }
            if self.ended {
                break self.buffer.len();
            }
            if self.buffer.len() > self.longest {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            searched = self.buffer.len();
            let read = (&mut self.stream).take(self.window as u64).read_to_end(&mut self.buffer)?;
            self.ended = read < self.window;
        };
        if end == 0 {
            return Ok(None);
        }
        self.consumed = end;
        let first_line = self.next_line;
        let bytes = self.buffer.get(..end).unwrap_or_default();
        self.next_line += count(bytes);
        Ok(Some(Window { bytes, first_line }))
    }
}

impl<'a> Window<'a> {
    /// The lines that hold an artifact, each with its number and without its LF.
    pub(crate) fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let mut rest = self.bytes;
        let lines = std::iter::from_fn(move || {
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            let (line, after) = rest.split_at_checked(end).filter(|_| !rest.is_empty())?;
            rest = after.get(1..).unwrap_or_default();
            Some(line)
        });
        lines.zip(self.first_line..).filter(|(line, _)| !is_blank(line)).map(|(line, number)| (number, line))
    }

    /// Cuts the window at line ends into pieces of about `size` bytes.
    pub(crate) fn pieces(self, size: usize) -> Vec<Window<'a>> {
        let mut pieces = Vec::new();
        let mut rest = self.bytes;
        let mut first_line = self.first_line;
        while !rest.is_empty() {
            let tail = rest.get(size..).unwrap_or_default();
            let end = memchr(b'\n', tail).map_or(rest.len(), |at| size + at + 1);
            let Some((bytes, after)) = rest.split_at_checked(end) else {
                break;
            };
            pieces.push(Window { bytes, first_line });
            first_line += count(bytes);
            rest = after;
        }
        pieces
    }
}

fn count(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// Whether a line is nothing but JSON whitespace.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windowed(text: &[u8], window: usize) -> Vec<(u64, Vec<u8>)> {
        let mut windows = Windows::new(text, 1 << 20);
        windows.window = window;
        let mut found = Vec::new();
        while let Some(window) = windows.next().unwrap() {
            for piece in window.pieces(3) {
                found.extend(piece.lines().map(|(number, line)| (number, line.to_vec())));
            }
        }
        found
    }

    #[test]
    fn lines_are_the_same_whatever_the_window() {
        let text = b"one\n\ntwo\r\n \t\r\nthree and more\n\nlast";
        let expected: Vec<(u64, Vec<u8>)> = vec![
            (1, b"one".into()),
            (3, b"two\r".into()),
            (5, b"three and more".into()),
            (7, b"last".into()),
        ];
        for window in 1..=text.len() + 1 {
            assert_eq!(windowed(text, window), expected, "window of {window}");
        }
    }

    #[test]
    fn an_empty_stream_and_a_stream_of_blank_lines_hold_nothing() {
        assert!(windowed(b"", 4).is_empty());
        assert!(windowed(b"\n\n \n", 4).is_empty());
    }

    #[test]
    fn a_line_beyond_the_longest_is_an_error() {
        let mut windows = Windows::new(&b"0123456789"[..], 4);
        windows.window = 4;
        assert_eq!(windows.next().unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
