//! Standard input as evidence.

use std::io::{self, Read};

use actum_canon::json::{Kind, Parser};

use super::lines::is_blank;
use super::{Content, Framing, Item, JSON, LARGEST, too_large};
use crate::error::{Error, ErrorKind};

/// What a stream without a name holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StreamForm {
    /// One artifact where the whole stream is one JSON value; else one per line where some line by itself is a JSON
    /// object; else one artifact.
    #[default]
    Auto,
    /// One artifact, id `-`.
    Json,
    /// One artifact per line, ids `-#1`, `-#2`, ….
    Lines,
}

/// Standard input as one item.
pub(super) fn read(form: StreamForm) -> Result<Item, Error> {
    let bytes = bytes()?;
    let framing = match form {
        StreamForm::Json => Framing::Whole,
        StreamForm::Lines => Framing::Lines,
        StreamForm::Auto => recognize(&bytes),
    };
    Ok(Item { id: "-".into(), media_type: JSON.into(), content: Content::Bytes(bytes), framing })
}

/// Everything that standard input holds, up to the largest artifact that is read.
pub(super) fn bytes() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut stream = io::stdin().lock().take(LARGEST as u64 + 1);
    stream.read_to_end(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Storage, "unreadable", "cannot read standard input").because(error)
    })?;
    if bytes.len() > LARGEST {
        return Err(too_large("-"));
    }
    Ok(bytes)
}

fn recognize(bytes: &[u8]) -> Framing {
    let mut parser = Parser::new();
    if parser.parse(bytes).is_ok() {
        return Framing::Whole;
    }
    let mut lines = bytes.split(|byte| *byte == b'\n').filter(|line| !is_blank(line));
    let is_object = |line| parser.parse(line).is_ok_and(|document| document.root().kind() == Kind::Object);
    if lines.any(is_object) { Framing::Lines } else { Framing::Whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_lines_only_where_it_cannot_be_one_artifact() {
        assert_eq!(recognize(b"{\"a\":1}\n"), Framing::Whole);
        assert_eq!(recognize(b"{\n \"a\": 1\n}\n"), Framing::Whole);
        assert_eq!(recognize(b"{\"a\":1}\n{\"a\":2}\n"), Framing::Lines);
        assert_eq!(recognize(b"broken\n{\"a\":2}\n"), Framing::Lines);
        assert_eq!(recognize(b"{\n \"a\": \n"), Framing::Whole);
        assert_eq!(recognize(b""), Framing::Whole);
    }
}
