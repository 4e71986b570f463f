//! `actum fcop`: commands to a workspace, and what came of them.

use std::path::Path;

use actum::fcop::{
    Command, Grant, Move, NewReport, NewReview, NewTask, Outcome, Tool, Verdict, Workspace, permitted,
    registry,
};
use actum::{Bundle, Error, ErrorKind};

use crate::args::{
    Fcop as Asked, FcopAuthorize, FcopCreate, FcopLetter, FcopPlace, FcopReport, FcopReview, FcopStep,
    FcopTransition, FcopVerdict, Form,
};
use crate::exit::{Exit, Stop, unshown};
use crate::printer::Printer;
use crate::render::escape::{id, plain};

pub(super) fn run(asked: &Asked, printer: &mut Printer) -> Result<Exit, Stop> {
    let (place, command) = match asked {
        Asked::Init { path, adopt } => return init(path, adopt, printer),
        Asked::Create(asked) => (&asked.letter.place, create(asked)?),
        Asked::Claim(step) => (&step.place, transition(step, Tool::Claim)),
        Asked::Submit(step) => (&step.place, transition(step, Tool::Submit)),
        Asked::Approve(step) => (&step.place, transition(step, Tool::Approve)),
        Asked::Reject(step) => (&step.place, transition(step, Tool::Reject)),
        Asked::Reopen(step) => (&step.place, transition(step, Tool::Reopen)),
        Asked::Archive(step) => (&step.place, transition(step, Tool::Archive)),
        Asked::Report(asked) => (&asked.letter.place, report(asked)?),
        Asked::Review(asked) => (&asked.letter.place, review(asked)?),
        Asked::Authorize(asked) => (&asked.letter.place, authorize(asked)?),
        Asked::Recover { task, place } => (place, Command::Recover { task: task.clone() }),
    };
    let workspace = Workspace::find(&place.workspace)?;
    let bundle = Bundle::open(&place.profile)?;
    let registry = registry(&bundle)?;
    permitted(&bundle, &command)?;
    let outcome = workspace.run(&registry, &command)?;
    show(place, &outcome, printer)
        .map_err(|error| unshown(error, "the workspace holds it; `actum read` shows it"))?;
    Ok(Exit::Valid)
}

fn init(path: &Path, adopt: &[String], printer: &mut Printer) -> Result<Exit, Stop> {
    let workspace = Workspace::make(path, adopt)?;
    let folder = id(&workspace.root().display().to_string());
    printer.text(&format!("made an FCoP workspace in {folder}\n"))?;
    Ok(Exit::Valid)
}

fn transition(step: &FcopStep, tool: Tool) -> Command {
    Command::Move(Move {
        task: step.task.clone(),
        tool,
        actor: step.actor.clone(),
        review: step.review.clone(),
        authorization: step.authorization.clone(),
    })
}

fn body(letter: &FcopLetter) -> Result<String, Error> {
    let Some(file) = &letter.body_file else { return Ok(letter.body.clone()) };
    String::from_utf8(actum::read_input(file)?)
        .map_err(|_| Error::new(ErrorKind::Input, "not_utf8", "the text is not UTF-8"))
}

fn create(asked: &FcopCreate) -> Result<Command, Error> {
    let operation_id = match &asked.operation {
        Some(name) => name.clone(),
        None => actum::tree::fresh_id()?.to_string(),
    };
    Ok(Command::Create(NewTask {
        sender: asked.letter.sender.clone(),
        recipient: asked.letter.to.clone(),
        subject: asked.subject.clone(),
        body: body(&asked.letter)?,
        priority: asked.priority.clone(),
        parent: asked.parent.clone(),
        branch_of: asked.branch_of.clone(),
        references: asked.letter.cites.clone(),
        declared: asked.declared.clone(),
        operation_id,
    }))
}

fn report(asked: &FcopReport) -> Result<Command, Error> {
    Ok(Command::Report(NewReport {
        task: asked.task.clone(),
        sender: asked.letter.sender.clone(),
        recipient: asked.letter.to.clone(),
        result: asked.result.clone(),
        body: body(&asked.letter)?,
        replaces: asked.replaces.clone(),
        references: asked.letter.cites.clone(),
        declared: asked.declared.clone(),
    }))
}

fn reviewed(task: &str, letter: &FcopLetter, kind: Verdict) -> Result<Command, Error> {
    Ok(Command::Review(NewReview {
        task: task.to_owned(),
        sender: letter.sender.clone(),
        recipient: letter.to.clone(),
        kind,
        body: body(letter)?,
        references: letter.cites.clone(),
    }))
}

fn review(asked: &FcopReview) -> Result<Command, Error> {
    let kind = match asked.verdict {
        FcopVerdict::Accept => Verdict::Acceptance,
        FcopVerdict::Reject => Verdict::Rejection,
        FcopVerdict::Reopen => Verdict::Reopen,
        FcopVerdict::Note => Verdict::Assessment { decision: "noted".to_owned() },
    };
    reviewed(&asked.task, &asked.letter, kind)
}

fn authorize(asked: &FcopAuthorize) -> Result<Command, Error> {
    let tool = match asked.tool {
        FcopTransition::Approve => Tool::Approve,
        FcopTransition::Reject => Tool::Reject,
        FcopTransition::Reopen => Tool::Reopen,
        FcopTransition::Archive => Tool::Archive,
    };
    let grant = Grant {
        tool,
        profile: asked.under.clone(),
        proof: asked.proof.clone(),
        issued_at: None,
        expires_at: asked.expires.clone(),
    };
    reviewed(&asked.task, &asked.letter, Verdict::Authorization(grant))
}

fn show(place: &FcopPlace, outcome: &Outcome, printer: &mut Printer) -> std::io::Result<()> {
    if matches!(place.format, Form::Json) {
        let mut line = json(outcome);
        line.push(b'\n');
        return printer.bytes().write_all(&line);
    }
    let mut text = String::new();
    if outcome.existing {
        text.push_str("already done: ");
    }
    text.push_str(&id(&outcome.id));
    if let Some(stage) = &outcome.stage {
        text.push_str(&format!(" is in {}", plain(stage)));
    }
    text.push_str(&format!("\n  {}\n", plain(&outcome.path)));
    if let Some(attempt) = &outcome.attempt {
        text.push_str(&format!("  attempt {}\n", plain(attempt)));
    }
    for reference in &outcome.unresolved {
        text.push_str(&format!("  nothing is there that it cites: {}\n", id(reference)));
    }
    printer.text(&text)
}

fn json(outcome: &Outcome) -> Vec<u8> {
    use actum::canon::encode::{JCS, Writer};
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&JCS, &mut bytes);
    let written = (|| {
        writer.begin_object()?;
        let maybe = [("attempt", &outcome.attempt)];
        for (name, text) in maybe {
            if let Some(text) = text {
                writer.name(name)?;
                writer.string(text)?;
            }
        }
        writer.name("existing")?;
        writer.boolean(outcome.existing)?;
        writer.name("id")?;
        writer.string(&outcome.id)?;
        writer.name("path")?;
        writer.string(&outcome.path)?;
        for (name, text) in [("receipt", &outcome.receipt), ("stage", &outcome.stage)] {
            if let Some(text) = text {
                writer.name(name)?;
                writer.string(text)?;
            }
        }
        writer.name("unresolved")?;
        writer.begin_array()?;
        outcome.unresolved.iter().try_for_each(|id| writer.string(id))?;
        writer.end_array()?;
        writer.end_object()
    })();
    match written {
        Ok(()) => bytes,
        Err(never) => match never {},
    }
}
