//! Cuts the messages out of a scenario file, byte for byte, without reading them.
//!
//! A scenario may hold a message that no strict parser accepts: a repeated member, half a surrogate pair, a number
//! beyond all doubles (DEAL 2.1). Such a message is the engine's to judge, so that only its end is looked for here:
//! strings and brackets are followed, nothing else. What stays of the file, with an empty array in place of the
//! messages, is read strictly.

use std::ops::Range;

use super::scenario::ScenarioError;

/// The member that holds the messages.
const MEMBER: &str = "messages";

/// A scenario file in two parts.
#[derive(Debug)]
pub(super) struct Cut {
    /// The file with the content of `messages` taken out.
    pub(super) frame: String,
    /// Where in the file each message is.
    pub(super) messages: Vec<Range<usize>>,
    /// What was taken out of the file.
    taken: Range<usize>,
}

impl Cut {
    /// The place in the file of a place in the frame.
    pub(super) fn in_file(&self, offset: usize) -> usize {
        if offset < self.taken.start { offset } else { offset + self.taken.len() }
    }
}

/// Cuts the file.
pub(super) fn cut(file: &str) -> Result<Cut, ScenarioError> {
    let mut scan = Scan { bytes: file.as_bytes(), at: 0 };
    let mut found = None;
    scan.blank();
    scan.take(b'{')?;
    scan.blank();
    if scan.next() != Some(b'}') {
        loop {
            scan.blank();
            let name = scan.string()?;
            scan.blank();
            scan.take(b':')?;
            scan.blank();
            if file.get(name) == Some(MEMBER) && scan.next() == Some(b'[') {
                if found.is_some() {
                    return Err(scan.refuse("a second member `messages`"));
                }
                found = Some(scan.array()?);
            } else {
                scan.value()?;
            }
            scan.blank();
            if scan.next() != Some(b',') {
                break;
            }
            scan.at += 1;
        }
    }
    // All that follows is left to the strict parser, which sees it in the frame.
    let (messages, taken) = found.unwrap_or((Vec::new(), 0..0));
    let mut frame = String::with_capacity(file.len() - taken.len());
    frame.push_str(file.get(..taken.start).unwrap_or_default());
    frame.push_str(file.get(taken.end..).unwrap_or_default());
    Ok(Cut { frame, messages, taken })
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn next(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blank(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Result<(), ScenarioError> {
        if self.next() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.refuse(&format!("expected `{}`", char::from(byte))))
    }

    /// The content of the string that starts here.
    fn string(&mut self) -> Result<Range<usize>, ScenarioError> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.next() {
                None => return Err(self.refuse("a string that does not end")),
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(start..self.at - 1)
    }

    /// The elements of the array that starts here, and what is between its brackets.
    fn array(&mut self) -> Result<(Vec<Range<usize>>, Range<usize>), ScenarioError> {
        self.take(b'[')?;
        let start = self.at;
        let mut elements = Vec::new();
        self.blank();
        while self.next() != Some(b']') || !elements.is_empty() {
            self.blank();
            elements.push(self.value()?);
            self.blank();
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.refuse("expected `,` or `]` after a message")),
            }
        }
        let taken = start..self.at;
        self.take(b']')?;
        Ok((elements, taken))
    }

    /// Whatever stands here, up to the comma or bracket that does not belong to it; without white space at its end.
    fn value(&mut self) -> Result<Range<usize>, ScenarioError> {
        let start = self.at;
        let mut end = start;
        let mut open = Vec::new();
        loop {
            match self.next() {
                None => return Err(self.refuse("the file ends inside a value")),
                Some(b'"') => {
                    self.string()?;
                    end = self.at;
                    continue;
                }
                Some(b'{') => open.push(b'}'),
                Some(b'[') => open.push(b']'),
                Some(byte @ (b'}' | b']')) => match open.pop() {
                    None => break,
                    Some(expected) if expected == byte => {}
                    Some(_) => return Err(self.refuse("a bracket closes what another one opened")),
                },
                Some(b',') if open.is_empty() => break,
                Some(_) => {}
            }
            let blank = matches!(self.next(), Some(b' ' | b'\t' | b'\r' | b'\n'));
            self.at += 1;
            if !blank {
                end = self.at;
            }
        }
        if end == start { Err(self.refuse("a value is missing")) } else { Ok(start..end) }
    }

    fn refuse(&self, what: &str) -> ScenarioError {
        ScenarioError::at(self.bytes, self.at, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(file: &str) -> Vec<&str> {
        cut(file).unwrap().messages.into_iter().map(|range| file.get(range).unwrap()).collect()
    }

    #[test]
    fn each_message_keeps_its_bytes_whatever_it_holds() {
        let file =
            r#" { "a" : [1], "messages":[ {"x":1,"x":2} , "\ud800]", [1e999,{"k":"}"}],NaN ,7], "b":{} } "#;
        assert_eq!(messages(file), [r#"{"x":1,"x":2}"#, r#""\ud800]""#, r#"[1e999,{"k":"}"}]"#, "NaN", "7"]);
        assert_eq!(cut(file).unwrap().frame, r#" { "a" : [1], "messages":[], "b":{} } "#);
    }

    #[test]
    fn a_place_in_the_frame_is_found_again_in_the_file() {
        let file = r#"{"messages":[1,2,3],"b":!}"#;
        let cut = cut(file).unwrap();
        assert_eq!(cut.in_file(cut.frame.find('!').unwrap()), file.find('!').unwrap());
        assert_eq!(cut.in_file(3), 3);
    }

    #[test]
    fn no_messages_and_no_members_are_no_fault_of_the_cut() {
        assert!(messages("{}").is_empty());
        assert!(messages(r#"{"messages":[ ]}"#).is_empty());
        assert_eq!(cut(r#"{"messages":7}"#).unwrap().frame, r#"{"messages":7}"#);
        assert!(messages(r#"{"nested":{"messages":[1]},"messages":[]}"#).is_empty());
    }

    #[test]
    fn what_has_no_end_is_refused_with_its_line() {
        for (file, line) in [
            ("", 1),
            ("[]", 1),
            ("{\"messages\":[\n{]", 2),
            ("{\"messages\":[\n\n{\"a\":", 3),
            ("{\"messages\":[1,]}", 1),
            ("{\"messages\":[,1]}", 1),
            ("{\"messages\":[1}", 1),
            ("{\"messages\":[\"\\", 1),
            ("{\"messages\":[],\n\"messages\":[]}", 2),
            ("{\"a\" 1}", 1),
            ("{\"a\":}", 1),
        ] {
            assert_eq!(cut(file).unwrap_err().line(), line, "{file:?}");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        let file = format!("{{\"messages\":[{deep}]}}");
        assert_eq!(messages(&file), [deep.as_str()]);
    }
}
