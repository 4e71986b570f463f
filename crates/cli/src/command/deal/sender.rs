//! Who a message comes from where the command line does not say: the only party that it can come from.

use actum::deal::Deals;
use actum::{Error, ErrorKind};

use crate::args::Named;
use crate::render::escape::id;

/// Whose message it is (DEAL 3).
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    Agent,
    Counterparty,
    Reviewer,
    Any,
}

/// The sender of a message about `deal`.
pub(super) fn sender(given: Option<&str>, role: Role, named: &Named, deals: &Deals) -> Result<String, Error> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let wanted = named.deal.as_deref().unwrap_or_default();
    let Some(deal) = deals.deal(wanted) else {
        let message = format!("the journal knows no deal `{}`", id(wanted));
        return Err(Error::new(ErrorKind::NotFound, "deal_unknown", message).hint(
            "`actum deal status` lists the deals; with `--from PARTY` the message is sent and refused",
        ));
    };
    let parties: Vec<&str> = match role {
        Role::Agent => vec![deal.agent()],
        Role::Reviewer => vec![deal.reviewer()],
        Role::Counterparty => deal.counterparties().collect(),
        Role::Any => deal.counterparties().chain([deal.agent()]).collect(),
    };
    match parties.as_slice() {
        [only] => Ok((*only).to_owned()),
        all => {
            let shown: Vec<_> = all.iter().map(|party| id(party)).collect();
            let message = format!("`--from` must say who sends this: {}", shown.join(", "));
            Err(Error::new(ErrorKind::Usage, "sender_open", message))
        }
    }
}
