//! `actum conform tmpa`: a suite against a reader, and the evidence of it.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use actum::conform::tmpa::{
    Builtin, Choices, Corpus, Environment, Lines, Outcome, Package, Program, Selection, Subject, Verdict,
    page, run as run_suite,
};
use actum::{Error, read_regular};

use crate::args::{ConformFormat, ConformTmpa};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::{conform, conform_junit};

pub(super) fn run(asked: &ConformTmpa, printer: &mut Printer) -> Result<Exit, Stop> {
    let selection = match asked.level {
        Some(level) => Selection::Level(level.into()),
        None if asked.case.is_empty() => Selection::All,
        None => Selection::Cases(asked.case.clone()),
    };
    let corpus = Corpus::open(&asked.suite, &selection)?;
    let choices = Choices {
        selection,
        permutations: asked.permutations.zip(asked.seed),
        divergences: asked.divergences.as_deref().map(read_regular).transpose()?,
    };
    let mut subject = subject(asked)?;
    Package::reserve(&asked.out)?;
    let clock = Instant::now();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let outcome = run_suite(&corpus, subject.as_mut(), &choices, &|_, _| {})?;
    let environment = Environment {
        started: (!asked.deterministic).then_some(started),
        elapsed: (!asked.deterministic).then(|| clock.elapsed()),
    };
    let package = Package::new(&corpus, &choices, &outcome, &environment);
    package.write(&asked.out)?;
    match asked.format {
        ConformFormat::Text => printer.text(&conform::report(&corpus, &outcome, &package, &asked.out))?,
        ConformFormat::Json => printer.bytes().write_all(package.result())?,
        ConformFormat::Html => {
            let html = page(&corpus, &outcome, package.input_bundle());
            printer.bytes().write_all(html.as_bytes())?;
        }
        ConformFormat::Junit => {
            printer.bytes().write_all(conform_junit::write(&corpus.id, &outcome.report).as_bytes())?
        }
    }
    Ok(exit(&outcome))
}

fn subject(asked: &ConformTmpa) -> Result<Box<dyn Subject>, Error> {
    let limit = Duration::from_secs(asked.timeout);
    Ok(match (&asked.subject, &asked.jsonl) {
        (Some(line), _) => Box::new(Program::new(line, limit)?),
        (None, Some(line)) => Box::new(Lines::new(line, limit)?),
        (None, None) => Box::new(Builtin::new()),
    })
}

fn exit(outcome: &Outcome) -> Exit {
    let report = &outcome.report;
    match report.aggregate {
        Verdict::Pass => Exit::Valid,
        Verdict::Fail if report.fails_as_declared() => Exit::Undetermined,
        Verdict::Fail => Exit::Invalid,
        _ if report.is_empty() => Exit::CouldNotAsk,
        Verdict::Partial | Verdict::NotRun => Exit::Undetermined,
    }
}
