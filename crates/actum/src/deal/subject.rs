//! The engine as the judge of the suite sees it (DEAL 13.6).

use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::Parser;
use actum_conform::deal::{Implementation, Observable, Subject};
use actum_deal::{Deal, Deals, V0_3};

/// The engine under the published edition.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

impl Implementation for Engine {
    type Subject = Session;

    fn start(&self, version: &str) -> Option<Session> {
        V0_3.version(version).map(|_| Session(Deals::new(&V0_3)))
    }
}

/// One engine.
#[derive(Debug)]
pub struct Session(Deals);

impl Subject for Session {
    fn submit(&mut self, message: &[u8], entry: &mut Vec<u8>) {
        self.0.apply(message, None).entry.write(entry);
    }

    fn state(&self) -> Option<String> {
        self.0.deals().first().map(|deal| deal.state().as_str().to_owned())
    }

    fn observe(&self, observable: Observable) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&JCS_NEAREST, &mut bytes);
        let Ok(seen) = if observable == Observable::Deals {
            let states = self.0.deals().iter().map(|deal| (deal.id(), deal.state().as_str()));
            object(states.collect(), &mut writer, |state, writer| writer.string(state)).map(|()| true)
        } else {
            match self.0.deals().first() {
                Some(deal) => write(deal, observable, &mut writer).map(|()| true),
                None => Ok(false),
            }
        };
        seen.then_some(bytes)
    }
}

type Out<'w, 's> = &'w mut Writer<'s, Vec<u8>>;
type Written = Result<(), std::convert::Infallible>;

/// Writes what an expectation looks at.
fn write(deal: &Deal, observable: Observable, out: Out<'_, '_>) -> Written {
    match observable {
        Observable::StagesLength => out.integer(stages(deal)),
        Observable::Accounts => object(deal.accounts().collect(), out, |account, out| {
            out.begin_object()?;
            for (name, amount) in [
                ("deposited", account.deposited),
                ("held", account.held),
                ("refunded", account.refunded),
                ("released", account.released),
            ] {
                out.name(name)?;
                out.integer(amount)?;
            }
            out.end_object()
        }),
        Observable::AgentReceived => {
            let received = deal.received();
            out.begin_object()?;
            out.name("cash_sim")?;
            out.integer(received.cash_sim)?;
            out.name("object_options")?;
            strings(received.object_options, out)?;
            out.end_object()
        }
        Observable::UnionChecklist => strings(deal.union(), out),
        Observable::PartyStates => {
            object(deal.party_states().collect(), out, |state, out| out.string(state.as_str()))
        }
        Observable::Verdict => match deal.verdict() {
            Some(verdict) => out.string(verdict.as_str()),
            None => out.null(),
        },
        Observable::UnderReview => strings(deal.under_review(), out),
        Observable::Breaches => {
            out.begin_array()?;
            for breach in deal.breaches() {
                out.begin_object()?;
                for (name, text) in [
                    ("at_fault", breach.at_fault.as_str()),
                    ("code", breach.code.as_str()),
                    ("name", breach.code.name()),
                    ("reason", breach.reason.as_str()),
                ] {
                    out.name(name)?;
                    out.string(text)?;
                }
                out.end_object()?;
            }
            out.end_array()
        }
        Observable::Path => strings(deal.states().iter().map(|state| state.as_str()), out),
        Observable::StageStatus => object(deal.accounts().collect(), out, |account, out| {
            strings(account.stages.iter().map(|stage| stage.status.as_str()), out)
        }),
        Observable::Version => out.string(deal.version()),
        // Seen without a deal.
        Observable::Deals => out.null(),
    }
}

/// The stages of the first Offer as it was sent.
fn stages(deal: &Deal) -> u64 {
    let Some(consideration) =
        deal.offers().next().and_then(|(_, offer)| offer.snapshot.part("consideration"))
    else {
        return 0;
    };
    let mut parser = Parser::new();
    let stages =
        parser.parse(consideration).ok().and_then(|document| Some(document.root().get("stages")?.len()));
    stages.unwrap_or_default() as u64
}

fn object<'s, T>(
    mut members: Vec<(&str, T)>,
    out: Out<'_, 's>,
    mut value: impl FnMut(T, Out<'_, 's>) -> Written,
) -> Written {
    members.sort_by(|(a, _), (b, _)| JCS_NEAREST.compare_names(a, b));
    out.begin_object()?;
    for (name, member) in members {
        out.name(name)?;
        value(member, out)?;
    }
    out.end_object()
}

fn strings<S: AsRef<str>>(values: impl IntoIterator<Item = S>, out: Out<'_, '_>) -> Written {
    out.begin_array()?;
    for value in values {
        out.string(value.as_ref())?;
    }
    out.end_array()
}
