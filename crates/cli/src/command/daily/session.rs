//! `actum session`: what an agent's hooks call. It tells the agent where it stands, and leaves a note where its memory breaks.
//!
//! A hook must never stop an agent, so that nothing here is an error: where there is no ledger, or anything else is in the
//! way, the agent goes on without.

use std::io::{IsTerminal, Read};

use actum::canon::digest::sha256;
use actum::canon::json::{Parser, Value};
use actum::daily::{self, Offer, Viewer, offers};
use actum::deal::Object;
use actum::publish::{About, Published, Request, Setting, publish};

use super::desk::{Open, seal};
use super::setup::is_plain_word;
use crate::args::daily::{Agent, Moment, Session};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::{brief::render, offers::list, published::refusal};
use crate::render::escape::{id, plain};

/// The most that is read of what the program says about the session, in bytes.
const LARGEST: u64 = 1024 * 1024;
/// How many work items that it holds an agent is told of.
const TOLD: usize = 2;
/// What an agent has to know whose notes nobody would accept.
const UNSIGNED: &str = "The profile of this record asks for signatures, and this hook has no key: it records nothing at compaction and stop. \
    `actum setup AGENT --sign KEYFILE` gives it one; your own commands take `--sign KEYFILE` too.\n";
/// How many free ones.
const FREE: usize = 5;

pub(crate) fn session(asked: &Session, printer: &mut Printer) -> Result<Exit, Stop> {
    let session = said(&["session_id", "conversation_id"]).filter(|session| is_plain_word(session));
    let done = match asked.moment {
        Moment::Start => start(asked, session.as_deref(), printer),
        Moment::Compact | Moment::Stop => leave(asked, session.as_deref(), printer),
    };
    if let Err(stop) = done {
        printer.note(&format!("nothing recorded: {}", plain(&stop.to_string())));
    }
    Ok(Exit::Valid)
}

/// Tells the agent what it holds and what is free, in the form that its program takes.
fn start(asked: &Session, session: Option<&str>, printer: &mut Printer) -> Result<(), Stop> {
    let open = Open::new(&asked.desk, false)?;
    let record = open.record()?;
    let viewer = Viewer { identity: Some(&asked.identity), session, role: None };
    let offers = offers(&*record, viewer, &open.now);
    let (own, free): (Vec<Offer>, Vec<Offer>) =
        offers.into_iter().partition(|offer| offer.is_held_by(&asked.identity));
    let mut text = format!("The record of this project (actum) knows you as {}.\n", plain(&asked.identity));
    if let Some(session) = session {
        text.push_str(&format!(
            "Other sessions may have that name too: give every actum command `--session {session}`, by which the record tells yours from theirs.\n"
        ));
    }
    if asked.signing.sign.is_none() && open.bundle.profile()?.outline().signatures_required {
        text.push_str(UNSIGNED);
    }
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
fn leave(asked: &Session, session: Option<&str>, printer: &mut Printer) -> Result<(), Stop> {
    let sign = seal(&asked.signing)?;
    let mut open = Open::new(&asked.desk, true)?;
    let created_at = open.now.to_string();
    let viewer = Viewer { identity: Some(&asked.identity), session, role: None };
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
        // What another session holds goes on there.
        if lease.is_of_another(session) {
            continue;
        }
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
            seal: sign.as_deref(),
            key: Some(&key),
            about: About { creator: Some(&asked.identity), work: Some(work), asked: &name },
            as_evidence: false,
            dry_run: false,
        };
        let published = publish(&mut open.ledger, &request, &mut |record| {
            daily::note(record, work, &asked.identity, body.clone())
        })?;
        if let Published::Refused(prepared) = published {
            let why = refusal(&prepared).to_string();
            printer.note(&format!("no note on {}: {}", id(work), plain(&why)));
            if sign.is_none() && open.bundle.profile()?.outline().signatures_required {
                printer.note(UNSIGNED.trim_end());
            }
        }
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
