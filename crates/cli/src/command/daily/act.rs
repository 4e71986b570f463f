//! The thin forms of a publication: task, assign, claim, report, review, decide, handoff, note.

use std::path::Path;

use actum::canon::digest::sha256;
use actum::canon::instant::Instant;
use actum::daily::{self, Terms};
use actum::deal::Object;
use actum::publish::Lease;
use actum::{Error, ErrorKind, read_input};

use super::desk::{about, identity, submit};
use crate::args::daily::{Assign, Claim, Decide, Handoff, Note, Report, Review, Task};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::published::renewed;

pub(crate) fn task(asked: &Task, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let body = Object::new()
        .string("title", &asked.title)
        .maybe(asked.text.as_deref(), |object, text| object.string("description", text))
        .maybe(some(&asked.must), |object, must| object.strings("acceptance", must))
        .to_json();
    let request = format!("task {body}");
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::task(record, &asked.work, who, body.clone())
    })
}

pub(crate) fn assign(asked: &Assign, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let request = format!("assign {} {}", asked.who, asked.gets);
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::assign(record, &asked.work, who, (&asked.who, &asked.gets))
    })
}

pub(crate) fn claim(asked: &Claim, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let lease = span(&asked.lease)?;
    let request = format!("claim {} {:?}", asked.lease, asked.text);
    let mut held = None;
    let done = submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, now| {
        let before = record.work(&asked.work).and_then(|standing| Lease::of(record, &standing));
        let until = now.to_milliseconds().and_then(|now| Instant::from_milliseconds(now.checked_add(lease)?));
        let until = until.ok_or_else(|| {
            let message = format!("`--lease {}` ends beyond the year 9999", asked.lease);
            Error::new(ErrorKind::Usage, "lease_invalid", message)
        })?;
        held = before.filter(|lease| lease.holder == who).map(|lease| (lease, until.to_string()));
        let terms = Terms { now, until: &until };
        daily::claim(record, &asked.work, who, terms, asked.text.as_deref()).map(|draft| vec![draft])
    })?;
    if let (Some((before, until)), false, Exit::Valid) = (&held, asked.author.dry_run, done) {
        printer.note(&renewed(before, until, asked.author.session.as_deref()));
    }
    Ok(done)
}

pub(crate) fn report(asked: &Report, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let results = asked.result.iter().map(|result| self::result(result)).collect::<Result<Vec<_>, _>>()?;
    let body = Object::new()
        .string("summary", &asked.text)
        .maybe(some(&results), |object, results| object.array("results", results.iter().cloned()))
        .to_json();
    let request = format!("report {body} {}", asked.no_submit);
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::report(record, &asked.work, who, body.clone(), !asked.no_submit)
    })
}

pub(crate) fn review(asked: &Review, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let decision = match (&asked.decision, asked.accept) {
        (Some(word), _) => word,
        (None, true) => "accept",
        (None, false) => "reject",
    };
    let request = format!("review {decision} {:?}", asked.text);
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::review(record, &asked.work, who, decision, asked.text.as_deref())
    })
}

pub(crate) fn decide(asked: &Decide, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let decision = match (&asked.word, &asked.settle, asked.close) {
        (Some(word), ..) => word,
        (None, Some(_), _) => "settle",
        (None, None, true) => "close",
        (None, None, false) => "send_back",
    };
    let request = format!("decide {decision} {:?} {:?}", asked.settle, asked.text);
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::decide(record, &asked.work, who, decision, asked.settle.as_deref(), asked.text.as_deref())
    })
}

pub(crate) fn handoff(asked: &Handoff, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let body = Object::new()
        .string("summary", &asked.text)
        .maybe(some(&asked.left), |object, left| object.strings("remaining", left))
        .maybe(asked.to.as_deref(), |object, to| object.string("to", to))
        .to_json();
    let request = format!("handoff {body}");
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::handoff(record, &asked.work, who, body.clone())
    })
}

pub(crate) fn note(asked: &Note, printer: &mut Printer) -> Result<Exit, Stop> {
    let who = identity(&asked.author)?;
    let body = Object::new()
        .string("summary", &asked.text)
        .maybe(asked.author.session.as_deref(), |object, session| object.string("session", session))
        .to_json();
    let request = format!("note {body}");
    submit(&asked.author, about(who, &asked.work, &request), printer, &mut |record, _| {
        daily::note(record, &asked.work, who, body.clone())
    })
}

fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

/// Milliseconds of a time such as `90m`.
fn span(text: &str) -> Result<u64, Error> {
    let units = [('s', 1_000), ('m', 60_000), ('h', 3_600_000), ('d', 86_400_000)];
    let unit = |(letter, unit): (char, u64)| Some((text.strip_suffix(letter)?, unit));
    let span = units.into_iter().find_map(unit).and_then(|(number, unit)| {
        let number = number.parse::<u64>().ok().filter(|&number| number > 0 && !text.starts_with('+'))?;
        number.checked_mul(unit)
    });
    span.ok_or_else(|| {
        let message = format!("`--lease {text}` is no time");
        Error::new(ErrorKind::Usage, "lease_invalid", message).hint("write it like 90s, 30m, 2h or 1d")
    })
}

/// One result of a report: a name, with a digest where one is given.
fn result(text: &str) -> Result<String, Error> {
    let Some((name, digest)) = text.split_once('=') else {
        return Ok(Object::new().string("name", text).to_json());
    };
    let digest = match digest.strip_prefix('@') {
        Some(path) => sha256(&read_input(Path::new(path))?).to_string(),
        None => digest.to_owned(),
    };
    Ok(Object::new().string("name", name).string("digest", &digest).to_json())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_a_number_with_a_unit() {
        for (text, milliseconds) in
            [("90s", 90_000), ("30m", 1_800_000), ("2h", 7_200_000), ("1d", 86_400_000)]
        {
            assert_eq!(span(text).unwrap(), milliseconds);
        }
        for text in ["", "h", "0h", "-1h", "+1h", "1", "1.5h", "1w", "99999999999999999999s", "1 h"] {
            assert_eq!(span(text).unwrap_err().kind(), ErrorKind::Usage, "{text}");
        }
    }
}
