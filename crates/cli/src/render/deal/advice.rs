//! What an Offer leaves open, how it can end, and why the balances of a deal are what they are.

use std::fmt::Write;

use actum::deal::explain::Line;
use actum::deal::lint::{Finding, Severity};
use actum::deal::simulate::{End, Ends};
use actum::deal::{Deal, Error, MovementKind, Object, canonical};

use super::value;
use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, RED, count, paint};

pub(crate) fn refusal(errors: &[Error]) -> String {
    let mut out = format!("{}\n", paint(RED, "the Offer would be refused"));
    for error in errors {
        let clause = paint(DIM, format_args!("({})", error.clause));
        let _ = writeln!(out, "  {} {clause}", plain(&error.to_string()));
    }
    out
}

pub(crate) fn findings(findings: &[Finding]) -> String {
    if findings.is_empty() {
        return "nothing is left open\n".to_owned();
    }
    let mut out = String::new();
    for finding in findings {
        let style = if finding.severity == Severity::Warning { RED } else { BOLD };
        let path =
            if finding.path.is_empty() { String::new() } else { format!(" {}:", plain(&finding.path)) };
        let severity = paint(style, finding.severity);
        let code = paint(DIM, format_args!("[{}]", finding.code));
        let _ = writeln!(out, "{severity}:{path} {} {code}", plain(&finding.message));
    }
    out
}

pub(crate) fn findings_json(findings: &[Finding]) -> Vec<u8> {
    let one = |finding: &Finding| {
        Object::new()
            .string("code", finding.code)
            .string("severity", &finding.severity.to_string())
            .string("path", &finding.path)
            .string("message", &finding.message)
            .to_json()
    };
    line(&Object::new().array("findings", findings.iter().map(one)))
}

pub(crate) fn ends(ends: &Ends) -> String {
    let mut out = String::new();
    for end in &ends.ends {
        let _ = writeln!(out, "{}: the agent gets {}", paint(BOLD, end.state), value(end.cash, &end.options));
        for (code, party) in &end.breaches {
            let _ = writeln!(out, "  {} {code} by {}", paint(RED, "breach:"), id(party));
        }
        for balance in &end.balances {
            let _ = writeln!(
                out,
                "  {} pays {}, gets {} back",
                id(&balance.party),
                balance.paid,
                balance.refunded
            );
        }
        let way: Vec<_> = end.path.iter().map(|one| plain(&one.to_string())).collect();
        let _ = writeln!(out, "  {} {}", paint(DIM, "way:"), way.join("; "));
    }
    for party in &ends.assumed {
        let _ = writeln!(
            out,
            "the Offer of {} was not given; terms equal to the first one's are assumed",
            id(party)
        );
    }
    let number = count(ends.ends.len(), "end");
    if ends.is_complete {
        let _ = writeln!(out, "{number}, and no others");
    } else {
        let _ = writeln!(out, "{number}; the search stopped at its limits, there may be others");
    }
    out
}

pub(crate) fn ends_json(ends: &Ends) -> Vec<u8> {
    let one = |end: &End| {
        let breach = |(code, party): &(actum::deal::Code, String)| {
            Object::new().string("code", code.as_str()).string("at_fault", party).to_json()
        };
        let balance = |balance: &actum::deal::simulate::Balance| {
            let party = Object::new().string("party", &balance.party);
            party.number("paid", balance.paid).number("refunded", balance.refunded).to_json()
        };
        let way: Vec<_> = end.path.iter().map(ToString::to_string).collect();
        Object::new()
            .string("state", end.state.as_str())
            .number("cash_sim", end.cash)
            .strings("object_options", &end.options)
            .array("breaches", end.breaches.iter().map(breach))
            .array("balances", end.balances.iter().map(balance))
            .strings("path", &way)
            .to_json()
    };
    line(
        &Object::new()
            .array("ends", ends.ends.iter().map(one))
            .boolean("complete", ends.is_complete)
            .strings("assumed", &ends.assumed),
    )
}

pub(crate) fn explanation(deal: &Deal, lines: &[Line<'_>]) -> String {
    let mut out = format!("deal {}: {}\n", paint(BOLD, id(deal.id())), paint(BOLD, deal.state()));
    if lines.is_empty() {
        out.push_str("nothing has moved yet\n");
    }
    for line in lines {
        let stage = line.stage.map_or(String::new(), |stage| format!(" (stage {stage})"));
        let (party, value) = (id(line.party), value(line.cash, line.options));
        let moved = match line.kind {
            MovementKind::Hold => format!("{party} deposited {value}"),
            MovementKind::Release => format!("{value} of {party} went to {}", id(deal.agent())),
            MovementKind::Refund => format!("{value} went back to {party}"),
        };
        let clause = paint(DIM, format_args!("({})", line.clause));
        let _ = writeln!(out, "entry {}: {moved}{stage}, since {} {clause}", line.entry, line.cause);
    }
    for (party, account) in deal.accounts() {
        let _ = writeln!(
            out,
            "{}: deposited {} = held {} + released {} + refunded {}",
            id(party),
            account.deposited,
            account.held,
            account.released,
            account.refunded
        );
    }
    out
}

pub(crate) fn explanation_json(lines: &[Line<'_>]) -> Vec<u8> {
    let one = |line: &Line<'_>| {
        Object::new()
            .string("party", line.party)
            .maybe(line.stage, |one, stage| one.number("stage", stage as u64))
            .string("kind", line.kind.as_str())
            .number("cash_sim", line.cash)
            .strings("object_options", line.options)
            .number("entry", line.entry)
            .string("clause", line.clause)
            .string("cause", &line.cause.to_string())
            .to_json()
    };
    line(&Object::new().array("movements", lines.iter().map(one)))
}

fn line(object: &Object) -> Vec<u8> {
    let mut bytes = canonical(&object.to_json());
    bytes.push(b'\n');
    bytes
}
