//! `actum next`: the work that this role may act on now.

use actum::daily::{Viewer, offers};

use super::desk::Open;
use crate::args::daily::Next;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::offers::{json, list};

pub(crate) fn next(asked: &Next, printer: &mut Printer) -> Result<Exit, Stop> {
    let open = Open::new(&asked.desk, false)?;
    let record = open.record()?;
    let viewer = Viewer {
        identity: asked.identity.as_deref(),
        session: asked.session.as_deref(),
        role: asked.role.as_deref(),
    };
    let offers = offers(&*record, viewer, &open.now);
    record.check()?;
    let text = match asked.format {
        crate::args::Form::Text => list(&offers, viewer, asked.limit, asked.all),
        crate::args::Form::Json => json(&offers, asked.limit, asked.all),
    };
    printer.text(&text)?;
    Ok(Exit::Valid)
}
