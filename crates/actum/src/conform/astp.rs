//! The conformance vectors of ASTP branch, fork and merge: the suite in its folder, and Actum's own tree as its subject.
//!
//! Here: files, and names and JSON in, JSON out. Not here: any verdict (`actum-conform`), any expectation (the suite's
//! folder), any rule (`actum-astp`).

mod check;
mod machine;
mod question;
mod recorded;
mod suite;
mod text;

pub use actum_conform::astp::{
    Answer, CaseResult, Class, RecordResult, Refused, Report, Request, RuleRow, Subject, VectorRow, Verb,
    Verdict,
};
pub use suite::Suite;

use actum_astp::command::Command;
use actum_astp::construct::{self, Stop};
use actum_astp::id::{Instant, Uuid};
use actum_astp::node::Node;
use actum_astp::tree::{Context, Lease, Leases, Refusal, Transition, Tree};
use actum_astp::value::{Json, Stored, Unread};
use actum_canon::json::{Parser, Value};

/// Who acts where a step does not say.
const ACTOR: &str = "ariadne";

/// Milliseconds since 1970 at the first command of a case: 2027-01-01T00:00:00Z. Each further command comes a second later.
const START: u64 = 1_798_761_600_000;

/// The tree of one case.
#[derive(Debug, Default)]
pub struct StateTree {
    tree: Tree,
    /// What was written, in order.
    nodes: Vec<Node>,
    /// Commands so far, refused ones included: the clock, and the source of identifiers.
    asked: u64,
}

impl Subject for StateTree {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn answer(&mut self, request: Request<'_>) -> Answer {
        let mut parser = Parser::new();
        let Ok(document) = parser.parse(request.inputs.as_bytes()) else {
            return Answer::Unable("the inputs are no JSON".to_owned());
        };
        match request.verb {
            Verb::Apply => self.apply(request),
            Verb::Call => call(request.name, document.root()),
            Verb::Ask => question::ask(&self.tree, &self.nodes, request.name, document.root()),
        }
    }
}

/// A construction, a check or a machine.
fn call(name: &str, inputs: Value<'_>) -> Answer {
    match construct::run(name, inputs) {
        Ok(output) => return Answer::Value(String::from_utf8_lossy(&output.json).into_owned()),
        Err(Stop::Refused(refused)) => {
            return Answer::Refused(Refused {
                rule: refused.clause.to_owned(),
                field: refused.field.clone().unwrap_or_default(),
                message: refused.message,
            });
        }
        Err(Stop::Unknown) => {}
    }
    machine::call(name, inputs)
        .or_else(|| check::call(name, inputs))
        .or_else(|| recorded::call(name, inputs))
        .unwrap_or_else(|| Answer::Unable(format!("nothing is known as `{name}`")))
}

impl StateTree {
    fn apply(&mut self, request: Request<'_>) -> Answer {
        self.asked += 1;
        let command = format!("{{{}:{}}}", text::quoted(request.name), request.inputs);
        let read = |text: &str| -> Result<Command, Unread> {
            let mut parser = Parser::new();
            let document = parser.parse(text.as_bytes()).map_err(|_| Unread::new("JSON"))?;
            Command::read(document.root())
        };
        let command = match read(&command) {
            Ok(command) => command,
            Err(unread) if unread.pointer.is_empty() => {
                return Answer::Unable(format!("no command is known as `{}`", request.name));
            }
            Err(unread) => return unreadable(&unread),
        };
        let context = match self.context(request.context) {
            Ok(context) => context,
            Err(unread) => return unreadable(&unread),
        };
        match self.tree.apply(&command, &context) {
            Ok(actum_astp::tree::Answer::Standing(outcome)) => Answer::Value(inner(&outcome.store())),
            Ok(actum_astp::tree::Answer::Write(transition)) => {
                let outcome = inner(&transition.outcome().store());
                self.commit(*transition).map_or_else(Answer::Unable, |()| Answer::Value(outcome))
            }
            Err(mut refusal) => {
                let record = refusal.record.take();
                let committed = record.map_or(Ok(()), |record| self.commit(*record));
                committed.map_or_else(Answer::Unable, |()| refused(&refusal))
            }
        }
    }

    /// Commits what was written as a line and read again, so that every case also shows that a journal gives the same tree.
    fn commit(&mut self, transition: Transition) -> Result<(), String> {
        let mut line = Vec::new();
        transition.write(&mut line);
        let read = Transition::parse(&line).map_err(|error| format!("the line is not read back: {error}"))?;
        self.nodes.extend(read.nodes().iter().cloned());
        self.tree.commit(read).map_err(|fault| format!("the line does not fit: {fault}"))
    }

    fn context(&self, text: &str) -> Result<Context, Unread> {
        let mut parser = Parser::new();
        let document = parser.parse(text.as_bytes()).map_err(|_| Unread::new("JSON"))?;
        let said = document.root();
        let words =
            |name: &str| said.get(name).map(String::read).transpose().map_err(|unread| unread.under(name));
        let at = match said.get("at") {
            Some(at) => Instant::read(at).map_err(|unread| unread.under("at"))?,
            None => Instant::from_milliseconds(START + self.asked * 1000).ok_or(Unread::new("a moment"))?,
        };
        // The version and variant of RFC 9562 5.8; the rest counts.
        let id = Uuid::from_bytes((0x8000_8000_u128 << 48 | u128::from(self.asked)).to_be_bytes());
        let mut context = Context::new(at, id, words("actor")?.unwrap_or_else(|| ACTOR.to_owned()));
        context.human = words("human")?;
        context.session = words("session")?;
        context.request = said.get("request").map(u64::read).transpose()?;
        if let Some(leases) = said.get("leases") {
            context.leases = Leases(Vec::<Lease>::read(leases)?);
        }
        Ok(context)
    }
}

/// A command that says something its fields cannot hold is refused before it is asked.
fn unreadable(unread: &Unread) -> Answer {
    let field = unread.pointer.rsplit('/').next().unwrap_or_default().to_owned();
    Answer::Refused(Refused { rule: "COMMAND".to_owned(), field, message: unread.to_string() })
}

fn refused(refusal: &Refusal) -> Answer {
    Answer::Refused(check::refused(refusal.rule, refusal.field, &refusal.message))
}

/// A result without the name of its kind.
fn inner(json: &Json) -> String {
    let mut bytes = Vec::new();
    match json {
        Json::Map(members) if members.len() == 1 => {
            members.values().for_each(|value| value.write(&mut bytes));
        }
        other => other.write(&mut bytes),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
