//! Runs a suite against a subject (TMPA 10.3).

use std::collections::BTreeSet;
use std::path::PathBuf;

use actum_conform::tmpa::claim::Level;
use actum_conform::tmpa::{
    Answer, Case, CaseReport, Divergences, Envelope, Method, Permuted, Plan, Reading, Report, Run, examine,
};
use actum_tmpa::Source;

use super::corpus::{Corpus, Loaded};
use super::selection::Selection;
use super::subject::{Failure, Question, Reply, Subject};
use crate::error::{Error, ErrorKind};

/// Calls without an answer in time, one after the other, after which a subject is not asked any more.
const PATIENCE: usize = 3;

/// How to run a suite.
#[derive(Debug, Default)]
pub struct Choices {
    /// The cases that the suite was opened for.
    pub selection: Selection,
    /// How many orders, from which seed, where a case asks for random ones. With 0 none is run at all, complete ones
    /// neither.
    pub permutations: Option<(u64, u64)>,
    /// Failures that are declared beforehand, as the bytes of their file.
    pub divergences: Option<Vec<u8>>,
}

impl Choices {
    /// The levels of which every case is asked as the suite wants it.
    pub(super) fn complete(&self) -> Vec<Level> {
        if self.permutations.is_none() { self.selection.whole() } else { Vec::new() }
    }
}

/// What a subject was asked and what came back, case by case.
#[derive(Debug)]
pub struct Outcome {
    /// What the run established.
    pub report: Report,
    /// What each case of the report left behind, in the same order.
    pub traces: Vec<Trace>,
    /// The subject's name and version as its first envelope says, or as well as they are known.
    pub implementation: (String, String),
    /// How it was asked.
    pub subject: String,
    /// The levels of which every case was asked as the suite wants it.
    pub complete: Vec<Level>,
}

/// What a case left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The canonical results; absent where there are none.
    pub result: Option<Vec<u8>>,
    /// Standard output of the readings, one after the other.
    pub stdout: Vec<u8>,
    /// Standard error of the readings, one after the other.
    pub stderr: Vec<u8>,
    /// For each call: a name, how it ended, and how many bytes of both streams are its own.
    pub calls: Vec<Call>,
}

/// One call of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The question.
    pub id: String,
    /// How the program ended, or `answered`.
    pub status: String,
    /// Bytes of standard output.
    pub stdout: usize,
    /// Bytes of standard error.
    pub stderr: usize,
}

/// Runs the cases of an opened suite. `progress` is called before each with its place and their number.
///
/// # Errors
/// [`ErrorKind::Input`] where the declared divergences cannot be used. Never for what a subject does.
pub fn run(
    corpus: &Corpus,
    subject: &mut dyn Subject,
    choices: &Choices,
    progress: &dyn Fn(usize, usize),
) -> Result<Outcome, Error> {
    let declared = divergences(choices, corpus)?;
    let cases = &corpus.cases;
    let mut asking = Asking { subject, timeouts: 0, reader: None };
    let mut reports = Vec::with_capacity(cases.len());
    let mut traces = Vec::with_capacity(cases.len());
    for (at, loaded) in cases.iter().enumerate() {
        progress(at, cases.len());
        let (mut report, trace) = match &loaded.prevented {
            Some(message) => {
                (CaseReport::not_run(&loaded.case, Run::Prevented(message.clone())), Trace::default())
            }
            None => asking.case(loaded, corpus.profile(&loaded.case), choices.permutations),
        };
        declared.apply(&mut report);
        reports.push(report);
        traces.push(trace);
    }
    let subject = asking.subject.describe();
    let program = subject.split_whitespace().next().unwrap_or("unknown").to_owned();
    let implementation = match asking.reader.take() {
        Some(reader) => reader,
        None if subject == "builtin" => (crate::reader().id, crate::reader().version),
        None => (program, "unknown".to_owned()),
    };
    Ok(Outcome {
        report: Report::new(reports),
        traces,
        implementation,
        subject,
        complete: choices.complete(),
    })
}

/// The declared divergences, each about a case of the suite.
pub(super) fn divergences(choices: &Choices, corpus: &Corpus) -> Result<Divergences, Error> {
    let Some(bytes) = &choices.divergences else {
        return Ok(Divergences::default());
    };
    let refused =
        || Error::new(ErrorKind::Input, "divergences_invalid", "the declared divergences cannot be used");
    let declared = Divergences::parse(bytes).map_err(|refusal| refused().because(refusal))?;
    match declared.stranger(corpus.ids()) {
        Some(case) => Err(refused().hint(format!("the suite has no case `{case}`"))),
        None => Ok(declared),
    }
}

/// A subject being asked.
struct Asking<'s> {
    subject: &'s mut dyn Subject,
    timeouts: usize,
    reader: Option<(String, String)>,
}

impl Asking<'_> {
    fn case(&mut self, loaded: &Loaded, profile: PathBuf, told: Option<(u64, u64)>) -> (CaseReport, Trace) {
        let mut trace = Trace::default();
        let answered = self.answers(loaded, &profile, told, &mut trace);
        let report = match answered {
            Ok(answer) => {
                trace.result = Some(answer.to_bytes(&loaded.case));
                examine(&loaded.case, &answer)
            }
            Err(message) => CaseReport::not_run(&loaded.case, Run::Error(message)),
        };
        (report, trace)
    }

    fn answers(
        &mut self,
        loaded: &Loaded,
        profile: &PathBuf,
        told: Option<(u64, u64)>,
        trace: &mut Trace,
    ) -> Result<Answer, String> {
        let case = &loaded.case;
        let mut answer = Answer::default();
        for reading in &case.readings {
            let question = Question {
                id: format!("{}/{}", case.id, reading.id),
                profile,
                sources: sources(loaded, &reading.inputs),
            };
            let envelope = self.ask(&question, Some(trace))?;
            if self.reader.is_none() {
                self.reader = envelope.reader.clone();
            }
            answer.envelopes.push(envelope);
        }
        let plans = if matches!(told, Some((0, _))) { &[][..] } else { &case.plans };
        for plan in plans {
            let plan = as_told(plan, told);
            if let Some(reading) = case.readings.get(plan.reading) {
                answer.permuted.push(self.permute(loaded, profile, plan, reading, trace)?);
            }
        }
        Ok(answer)
    }

    fn permute(
        &mut self,
        loaded: &Loaded,
        profile: &PathBuf,
        plan: Plan,
        reading: &Reading,
        trace: &mut Trace,
    ) -> Result<Permuted, String> {
        let mut results = BTreeSet::new();
        let case: &Case = &loaded.case;
        for (at, order) in plan.orders(reading.inputs.len()).enumerate() {
            let arrival: Vec<usize> =
                order.iter().filter_map(|place| reading.inputs.get(*place)).copied().collect();
            let first = if plan.method == Method::Prefixes { 1 } else { arrival.len() };
            let mut last = None;
            for arrived in first.min(arrival.len())..=arrival.len() {
                let question = Question {
                    id: format!("{}/{}/{}/{}/{arrived}", case.id, reading.id, plan.method.name(), at + 1),
                    profile,
                    sources: sources(loaded, arrival.get(..arrived).unwrap_or_default()),
                };
                // One call of thousands leaves a trace only where it failed.
                let envelope = self.ask(&question, None).map_err(|message| {
                    let failed = format!("{}: {message}", question.id);
                    trace.calls.push(Call { id: question.id.clone(), status: message, stdout: 0, stderr: 0 });
                    failed
                })?;
                last = Some(envelope);
            }
            results.extend(last.map(|envelope| envelope.comparable()));
        }
        Ok(Permuted { plan, results })
    }

    fn ask(&mut self, question: &Question<'_>, trace: Option<&mut Trace>) -> Result<Envelope, String> {
        if self.timeouts >= PATIENCE {
            return Err(format!("it was not asked: {PATIENCE} calls in a row had no answer in time"));
        }
        let Reply { envelope, stdout, stderr, status } = self.subject.ask(question);
        let read = envelope.and_then(|bytes| {
            Envelope::read(&bytes).map_err(|error| Failure::Garbage(format!("its answer is {error}")))
        });
        let timed_out = matches!(read, Err(Failure::TimedOut(_)));
        self.timeouts = if timed_out { self.timeouts + 1 } else { 0 };
        if let Some(trace) = trace {
            let status = if status.is_empty() { "answered".to_owned() } else { status };
            let (out, err) = (stdout.len(), stderr.len());
            trace.calls.push(Call { id: question.id.clone(), status, stdout: out, stderr: err });
            trace.stdout.extend(stdout);
            trace.stderr.extend(stderr);
        }
        read.map_err(|failure| failure.message().to_owned())
    }
}

fn sources<'l>(loaded: &'l Loaded, places: &[usize]) -> Vec<Source<'l>> {
    let source = |at: &usize| {
        let input = loaded.case.inputs.get(*at)?;
        Some(Source {
            id: &input.source_id,
            media_type: &input.media_type,
            bytes: loaded.sources.get(*at)?,
            position: None,
        })
    };
    places.iter().filter_map(source).collect()
}

/// A plan as it is run: complete ones always whole, the others as the run was told.
fn as_told(plan: &Plan, told: Option<(u64, u64)>) -> Plan {
    match (plan.method, told) {
        (Method::Random | Method::Prefixes, Some((count, seed))) => Plan { count, seed, ..plan.clone() },
        _ => plan.clone(),
    }
}
