//! `actum session`: what an agent's hooks call. It tells the agent where it stands, and leaves a note where its memory breaks.
//!
//! A hook must never stop an agent, so that nothing here is an error: where there is no ledger, or anything else is in the
//! way, the agent goes on without.

use std::io::{IsTerminal, Read};

use actum::canon::digest::sha256;
use actum::canon::json::{Parser, Value};
use actum::daily::{self, Offer, Viewer, offers};
use actum::deal::Object;
use actum::publish::{About, Request, Setting, publish};

use super::desk::Open;
use crate::args::daily::{Agent, Moment, Session};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::{brief::render, offers::list};
use crate::render::escape::plain;

/// The most that is read of what the program says about the session, in bytes.
const LARGEST: u64 = 1024 * 1024;
/// How many work items that it holds an agent is told of.
const TOLD: usize = 2;
/// How many free ones.
const FREE: usize = 5;

pub(crate) fn session(asked: &Session, printer: &mut Printer) -> Result<Exit, Stop> {
    let session = said(&["session_id", "conversation_id"]);
    let done = match asked.moment {
        Moment::Start => start(asked, printer),
        Moment::Compact | Moment::Stop => leave(asked, session.as_deref()),
    };
    if let Err(stop) = done {
        printer.note(&format!("nothing recorded: {}", plain(&stop.to_string())));
    }
    Ok(Exit::Valid)
}

/// Tells the agent what it holds and what is free, in the form that its program takes.
fn start(asked: &Session, printer: &mut Printer) -> Result<(), Stop> {
    let open = Open::new(&asked.desk, false)?;
    let record = open.record()?;
    let viewer = Viewer { identity: Some(&asked.identity), role: None };
    let offers = offers(&*record, viewer, &open.now);
    let (own, free): (Vec<Offer>, Vec<Offer>) =
        offers.into_iter().partition(|offer| offer.is_held_by(&asked.identity));
    let mut text = format!("The record of this project (actum) knows you as {}.\n", plain(&asked.identity));
    for offer in own.iter().take(TOLD) {
        text.push_str(&format!("\nYou hold:\n{}", render(&*record, offer, viewer)));
    }
    if own.len() > TOLD {
        text.push_str(&format!("\nYou hold {} more; `actum next` lists them.\n", own.len() - TOLD));
    }
    text.push_str(&format!("\nFree for you:\n{}", list(&free, viewer, FREE, false)));
    let text = anstream::adapter::strip_str(&text).to_string();
    let answer = match asked.agent {
        Agent::Claude | Agent::Codex => Object::new().object(
            "hookSpecificOutput",
            &Object::new().string("hookEventName", "SessionStart").string("additionalContext", &text),
        ),
        Agent::Cursor => Object::new().string("additional_context", &text),
    };
    printer.text(&(answer.to_json() + "\n"))?;
    Ok(())
}

/// Notes on every work item that the agent holds that its memory breaks here. Asked twice about one break, it notes once.
fn leave(asked: &Session, session: Option<&str>) -> Result<(), Stop> {
    let mut open = Open::new(&asked.desk, true)?;
    let created_at = open.now.to_string();
    let viewer = Viewer { identity: Some(&asked.identity), role: None };
    let offers = offers(&*open.record()?, viewer, &open.now);
    let (word, moment) = match asked.moment {
        // A session is compacted many times; to the minute, one call is one break.
        Moment::Compact => {
            ("the context of the session is being compacted", created_at.get(..16).unwrap_or_default())
        }
        Moment::Start | Moment::Stop => ("the session stopped", ""),
    };
    for offer in offers.iter().filter(|offer| offer.is_held_by(&asked.identity)) {
        let Some((lease, _)) = &offer.lease else { continue };
        let work = offer.standing.id.as_str();
        let name =
            [asked.identity.as_str(), session.unwrap_or_default(), word, moment, &lease.claim].join("\n");
        let key = format!("session-{}", sha256(name.as_bytes()));
        let body = Object::new()
            .string("summary", word)
            .maybe(session, |object, session| object.string("session", session))
            .to_json();
        let request = Request {
            bundle: &open.bundle,
            setting: Setting { created_at: &created_at, session },
            seal: None,
            key: Some(&key),
            about: About { creator: Some(&asked.identity), work: Some(work), asked: &name },
            as_evidence: false,
            dry_run: false,
        };
        publish(&mut open.ledger, &request, &mut |record| {
            daily::note(record, work, &asked.identity, body.clone())
        })?;
    }
    Ok(())
}

/// What the program says on standard input: the first of these members that is there.
fn said(names: &[&str]) -> Option<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return None;
    }
    let mut bytes = Vec::new();
    stdin.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let mut parser = Parser::new();
    let document = parser.parse(&bytes).ok()?;
    let member = |name: &&str| document.root().get(name).and_then(Value::as_str);
    names.iter().find_map(member).map(|text| text.into_owned()).filter(|text| !text.is_empty())
}
