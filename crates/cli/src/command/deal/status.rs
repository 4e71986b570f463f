//! Where the deals of a journal stand.

use actum::deal::{Deals, Journal, write_status};
use actum::{Error, ErrorKind};

use crate::args::{Form, Status};
use crate::command::place;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::deal::status;
use crate::render::escape::id;
use crate::render::journal::torn;

pub(super) fn run(asked: &Status, printer: &mut Printer) -> Result<Exit, Stop> {
    let journal = Journal::open_to_read(place::deals(&asked.journal)?, &mut |_| ())?;
    let deals = journal.deals();
    let one = asked.deal.as_deref().map(|wanted| find(deals, wanted)).transpose()?;
    match (asked.format, one) {
        (Form::Json, one) => {
            let mut line = Vec::new();
            write_status(
                deals,
                deals.deals().iter().filter(|deal| one.is_none_or(|one| one.id() == deal.id())),
                &mut line,
            );
            line.push(b'\n');
            printer.bytes().write_all(&line)?;
        }
        (Form::Text, Some(deal)) => printer.text(&status::render(deal, deals.now()))?,
        (Form::Text, None) => {
            let mut all = deals.deals().iter();
            let text = match (all.next(), all.next()) {
                (None, _) => "no deals yet\n".to_owned(),
                (Some(only), None) => status::render(only, deals.now()),
                (Some(_), Some(_)) => status::list(deals.deals().iter()),
            };
            printer.text(&text)?;
        }
    }
    if let Some(left) = journal.torn() {
        printer.note(&torn(left));
    }
    Ok(Exit::Valid)
}

/// The deal with this offer id or pool id.
pub(super) fn find<'d>(deals: &'d Deals, wanted: &str) -> Result<&'d actum::deal::Deal, Error> {
    deals.deal(wanted).ok_or_else(|| {
        let message = format!("the journal knows no deal `{}`", id(wanted));
        Error::new(ErrorKind::NotFound, "deal_unknown", message).hint("`actum deal status` lists the deals")
    })
}
