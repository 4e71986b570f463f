//! How deals and the suite of their protocol look.

pub(crate) mod advice;
pub(crate) mod outcome;
pub(crate) mod status;
pub(crate) mod suite;

use std::fmt::Write;

use actum::deal::Checked;

use super::escape::{id, plain};
use super::journal::bytes;
use super::style::{BOLD, DIM, RED, count, paint};

/// What a check of a journal or transcript found.
pub(crate) fn verified(checked: &Checked) -> String {
    let mut out = String::new();
    let messages = count(usize::try_from(checked.messages).unwrap_or(usize::MAX), "message");
    match &checked.fault {
        None => {
            let _ =
                writeln!(out, "{}: {messages}, every hash and every state holds", paint(BOLD, checked.kind));
        }
        Some(fault) => {
            let _ =
                writeln!(out, "{}: {}", paint(RED, format_args!("{} broken", checked.kind)), plain(fault));
            let _ = writeln!(out, "what holds before it: {messages}");
        }
    }
    if checked.torn > 0 {
        let _ = writeln!(out, "{} behind the last line were never acknowledged", bytes(checked.torn));
    }
    let _ = writeln!(out, "{} {}", paint(DIM, "head:"), checked.head);
    out
}

/// An amount of cash and the options that go with it.
pub(super) fn value<S: AsRef<str>>(cash: u64, options: &[S]) -> String {
    if options.is_empty() {
        return cash.to_string();
    }
    let options: Vec<_> = options.iter().map(|option| id(option.as_ref())).collect();
    format!("{cash} and {}", options.join(", "))
}
