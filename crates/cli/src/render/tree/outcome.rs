//! What an operation came to.

use std::fmt::Write as _;
use std::io;

use actum::canon::json::{Kind, Parser, Value};
use actum::tree::Submitted;
use actum::tree::tree::{Outcome, Refusal};
use actum::tree::value::{Json, Stored};

use crate::args::Form;
use crate::printer::Printer;
use crate::render::escape::plain;
use crate::render::style::{BOLD, DIM, RED, paint};

/// Writes the answer: for programs one line of JSON, for people what was written or why nothing was.
pub(crate) fn write(submitted: &Submitted, form: Form, printer: &mut Printer) -> io::Result<()> {
    match form {
        Form::Json => {
            let mut line = Vec::new();
            json(submitted).write(&mut line);
            line.push(b'\n');
            printer.bytes().write_all(&line)
        }
        Form::Text => printer.text(&text(submitted)),
    }
}

fn json(submitted: &Submitted) -> Json {
    match submitted {
        Submitted::Written(transition) => Json::map([
            ("written", Json::Bool(true)),
            ("outcome", transition.outcome().store()),
            ("audit", transition.audit().store()),
        ]),
        Submitted::Standing(outcome) => {
            Json::map([("written", Json::Bool(false)), ("outcome", outcome.store())])
        }
        Submitted::Refused(refusal) => Json::map([
            ("written", Json::Bool(false)),
            (
                "refused",
                Json::map([
                    ("rule", Json::text(refusal.rule)),
                    ("clause", Json::text(refusal.rule.clause())),
                    ("field", Json::text(refusal.field)),
                    ("message", Json::text(&refusal.message)),
                ]),
            ),
        ]),
    }
}

fn text(submitted: &Submitted) -> String {
    let mut out = String::new();
    match submitted {
        Submitted::Written(transition) => facts(transition.outcome(), &mut out),
        Submitted::Standing(outcome @ Outcome::Conflicts(_)) => {
            let _ = writeln!(out, "{}: nothing was written", paint(RED, "conflicts"));
            facts(outcome, &mut out);
            let _ = writeln!(
                out,
                "settle each: `--take-source SEGMENT`, `--take-target SEGMENT` or `--custom SEGMENT=FILE`"
            );
        }
        Submitted::Standing(outcome) => {
            let _ = writeln!(out, "this was done before; nothing was written");
            facts(outcome, &mut out);
        }
        Submitted::Refused(refusal) => {
            let Refusal { rule, field, message, .. } = refusal;
            let _ = writeln!(out, "{} `{field}`: {}", paint(RED, "refused:"), plain(message));
            let _ = writeln!(out, "  {} {} ({})", paint(DIM, "rule:"), rule.demand(), rule.clause());
            let _ = writeln!(out, "  {} {}", paint(DIM, "hint:"), rule.hint());
        }
    }
    out
}

/// The kind of an outcome and its members, one line each.
fn facts(outcome: &Outcome, out: &mut String) {
    let mut bytes = Vec::new();
    outcome.store().write(&mut bytes);
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(&bytes) else { return };
    for (kind, members) in document.root().members() {
        let _ = writeln!(out, "{}", paint(BOLD, kind));
        for (name, value) in members.members() {
            let _ = writeln!(out, "  {name}: {}", plain(&shown(value)));
        }
    }
}

/// A member in one line.
fn shown(value: Value<'_>) -> String {
    match value.kind() {
        Kind::String => value.as_str().unwrap_or_default().into_owned(),
        Kind::Array if value.elements().all(|element| element.kind() == Kind::String) => {
            let texts: Vec<_> = value.elements().filter_map(Value::as_str).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
        }
        _ => {
            let mut bytes = Vec::new();
            let _ = actum::canon::encode::JCS.write(value, &mut bytes);
            String::from_utf8(bytes).unwrap_or_default()
        }
    }
}
