//! The two parts of an envelope: frontmatter between `---` lines, and Markdown (FCOP 3).

use crate::finding::Cause;
use crate::yaml::Yaml;
use std::borrow::Cow;

/// An envelope's text, divided.
#[derive(Debug)]
pub(crate) struct Front<'a> {
    pub(crate) yaml: Yaml,
    /// The Markdown behind the frontmatter; line ends are LF.
    pub(crate) text: Cow<'a, str>,
    /// What had to be normalized to read it: `byte_order_mark`, `crlf`.
    pub(crate) normalized: Vec<&'static str>,
    /// Where the frontmatter stands in the bytes, fences left out.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Bytes of one envelope.
pub(crate) const MAX_BYTES: usize = 8 << 20;

/// Divides the bytes of an envelope. `exact`: neither byte order mark nor CR is tolerated (version 4).
pub(crate) fn divide(bytes: &[u8], exact: bool) -> Result<Front<'_>, Box<Cause>> {
    let refuse = |reason| Err(Box::new(Cause::new(reason, "FCOP 3")));
    if bytes.len() > MAX_BYTES {
        return refuse("envelope_too_large");
    }
    let whole = match str::from_utf8(bytes) {
        Ok(whole) => whole,
        Err(error) => {
            let found = format!("byte {}", error.valid_up_to());
            return Err(Box::new(Cause::new("not_utf8", "FCOP 3").found(found)));
        }
    };
    let mut normalized = Vec::new();
    let mut start = 0;
    if whole.starts_with('\u{FEFF}') {
        normalized.push("byte_order_mark");
        start = '\u{FEFF}'.len_utf8();
    }
    if whole.contains('\r') {
        normalized.push("crlf");
    }
    if let (true, Some(&found)) = (exact, normalized.first()) {
        return refuse(if found == "crlf" { "carriage_return" } else { found });
    }
    let Some((_, first)) = lines(whole, start).next().filter(|(_, line)| is_fence(line)) else {
        return refuse("no_frontmatter");
    };
    start += first.len();
    let Some((end, fence)) = lines(whole, start).find(|(_, line)| is_fence(line)) else {
        return refuse("frontmatter_not_closed");
    };
    let inner = whole.get(start..end).unwrap_or_default();
    let yaml = Yaml::parse(inner).map_err(|refused| {
        let place = format!("line {}", refused.line + 1);
        let cause = Cause::new(refused.reason, "FCOP 7").at(place);
        Box::new(if refused.found.is_empty() { cause } else { cause.found(refused.found) })
    })?;
    let rest = whole.get(end + fence.len()..).unwrap_or_default();
    let text = if rest.contains('\r') {
        Cow::Owned(rest.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(rest)
    };
    Ok(Front { yaml, text, normalized, start, end })
}

/// Lines with their ends, and where they start.
fn lines(whole: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = start;
    whole.get(start..).unwrap_or_default().split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

/// Whether the frontmatter has the plain line of version 4, whatever else is wrong with the envelope.
pub(crate) fn says_four(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).skip(1);
    lines.find(|line| matches!(*line, b"---" | b"version: 4")).is_some_and(|line| line != b"---")
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

#[cfg(test)]
mod tests {
    use super::{divide, says_four};

    fn reason(bytes: &[u8], exact: bool) -> &'static str {
        divide(bytes, exact).map_or_else(|cause| cause.reason, |_| "")
    }

    #[test]
    fn an_envelope_is_divided_at_its_fences() {
        let front = divide(b"---\na: 1\n---\n\nbody\n---\n", true).unwrap();
        assert_eq!(front.text, "\nbody\n---\n");
        assert_eq!((front.start, front.end), (4, 9));
        assert_eq!(divide(b"---\na: 1\n---", true).unwrap().text, "");
    }

    #[test]
    fn what_old_writers_left_is_normalized_for_the_old_editions_alone() {
        let bytes = "\u{FEFF}---\r\na: 1\r\n---\r\nbody\r\n".as_bytes();
        let front = divide(bytes, false).unwrap();
        assert_eq!(front.normalized, ["byte_order_mark", "crlf"]);
        assert_eq!(front.text, "body\n");
        assert_eq!(reason(bytes, true), "byte_order_mark");
        assert_eq!(reason(b"---\r\na: 1\r\n---\r\n", true), "carriage_return");
    }

    #[test]
    fn an_envelope_of_version_four_says_so_though_it_is_broken() {
        assert!(says_four(b"---\na: 1\na: 2\nversion: 4\r\n---\n"));
        for bytes in
            [&b"---\nversion: '4'\n---\nversion: 4\n"[..], b"---\nversion: 44\n---\n", b"version: 4", b""]
        {
            assert!(!says_four(bytes));
        }
    }

    #[test]
    fn what_is_no_envelope_says_why() {
        assert_eq!(reason(b"", true), "no_frontmatter");
        assert_eq!(reason(b"# note\n", false), "no_frontmatter");
        assert_eq!(reason(b"---\na: 1\n", false), "frontmatter_not_closed");
        assert_eq!(reason(b"---\na: \xFF\n---\n", false), "not_utf8");
        assert_eq!(reason(b"---\na: 1\na: 2\n---\n", false), "duplicate_key");
        assert_eq!(reason(&vec![b'a'; (8 << 20) + 1], false), "envelope_too_large");
    }
}
