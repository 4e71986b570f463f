//! Deals against a floor: many that run side by side, and pools as large as the protocol allows.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use actum::canon::digest::sha256;
use actum::canon::encode::JCS_NEAREST;
use actum::canon::json::Parser;
use actum::deal::{Deals, V0_3};

type Shape = (&'static str, fn(&mut Messages) -> io::Result<()>);

pub(crate) const ALL: [Shape; 4] = [
    ("10k deals in parallel", parallel),
    ("10k deals in sequence", consecutive),
    ("10k deals, deadlines", timed),
    ("4 pools of 64 x 1,000", pools),
];

/// Writes messages as lines.
pub(crate) struct Messages {
    out: BufWriter<File>,
    count: usize,
}

impl Messages {
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.count += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")
    }
}

/// Writes the messages of a shape and returns their number.
pub(crate) fn write(file: &Path, shape: fn(&mut Messages) -> io::Result<()>) -> io::Result<usize> {
    let mut messages = Messages { out: BufWriter::new(File::create(file)?), count: 0 };
    shape(&mut messages)?;
    messages.out.flush()?;
    Ok(messages.count)
}

/// How often the messages of a file are gone through, so that the kernel's clock ticks often enough.
const ROUNDS: usize = 5;

/// What any engine has to do with a message: parse it, write its canonical form, hash that.
pub(crate) fn floor(file: &Path) -> Result<usize, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let (mut parser, mut canonical, mut count) = (Parser::new(), Vec::new(), 0);
    let mut mixed = 0u8;
    for _ in 0..ROUNDS {
        for line in lines(&bytes) {
            canonical.clear();
            JCS_NEAREST.write(parser.parse(line)?.root(), &mut canonical)?;
            mixed ^= sha256(&canonical).as_bytes().first().copied().unwrap_or_default();
            count += 1;
        }
    }
    std::hint::black_box(mixed);
    Ok(count)
}

/// A fresh engine over the same messages in each round; every one of them has to be applied.
pub(crate) fn run(file: &Path) -> Result<usize, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    // All rounds are kept, so that memory per message is that of a round.
    let (mut kept, mut count) = (Vec::with_capacity(ROUNDS), 0);
    for _ in 0..ROUNDS {
        let mut deals = Deals::new(&V0_3);
        for line in lines(&bytes) {
            let outcome = deals.apply(line, None);
            if let Some(error) = outcome.entry.errors.first() {
                return Err(format!("message {}: {error}", outcome.entry.n).into());
            }
            count += 1;
        }
        if let Some(open) = deals.deals().iter().find(|deal| !deal.state().is_closed()) {
            return Err(format!("`{}` is {}", open.id(), open.state()).into());
        }
        kept.push(deals);
    }
    std::hint::black_box(kept);
    Ok(count)
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

const DEALS: usize = 10_000;
pub(crate) const KINDS: [&str; 5] = ["Offer", "Accept", "EscrowHold", "Disclose", "Settle"];

/// One step of a deal between two, by its number.
pub(crate) fn message(kind: &str, deal: usize, extra: &str) -> String {
    let from = if ["Accept", "Disclose"].contains(&kind) { "A" } else { "C" };
    let content = match kind {
        "Offer" => {
            r#","consideration":{"mode":"fixed","cash_sim":100,"object_options":["reference"]},"obligation":{"checklist":{"incident_summary":true,"fix_commit":true,"claim_cross_referenced":true}}"#
        }
        "Disclose" => {
            r#","artifact":{"claim":{"text":"the fix and why it was needed","refs":["s","f"]},"evidence":[{"id":"s","predicate":"incident_summary","value":"a queue without a bound"},{"id":"f","predicate":"fix_commit","value":{"commit":"4f11f05","files":3}}]}"#
        }
        _ => "",
    };
    format!(r#"{{"type":"{kind}","from":"{from}","offer_id":"deal-{deal:06}"{content}{extra}}}"#)
}

fn parallel(messages: &mut Messages) -> io::Result<()> {
    for kind in KINDS {
        for deal in 0..DEALS {
            messages.line(&message(kind, deal, ""))?;
        }
    }
    Ok(())
}

fn consecutive(messages: &mut Messages) -> io::Result<()> {
    for deal in 0..DEALS {
        for kind in KINDS {
            messages.line(&message(kind, deal, ""))?;
        }
    }
    Ok(())
}

/// Every message has its own instant and every deal its own deadlines, which close half of them.
fn timed(messages: &mut Messages) -> io::Result<()> {
    let mut now = 0;
    for kind in KINDS {
        for deal in 0..DEALS {
            now += 1;
            if kind == "Settle" && deal % 2 == 1 {
                let last = DEALS * 6 + deal;
                messages.line(&format!(r#"{{"type":"Tick","from":"host","at":{}}}"#, last + 1))?;
                continue;
            }
            let mut extra = format!(r#","at":{now}"#);
            if kind == "Offer" {
                let _ = write!(extra, r#","deadlines":{{"settle_by":{}}}"#, DEALS * 6 + deal);
            }
            messages.line(&message(kind, deal, &extra))?;
        }
    }
    Ok(())
}

/// Sixty-three counterparties with a thousand items each, settled by the last vote.
fn pools(messages: &mut Messages) -> io::Result<()> {
    const PARTIES: usize = 63;
    let items: Vec<String> = (0..1000).map(|item| format!("item-{item:04}")).collect();
    let checklist = items.iter().map(|item| format!(r#""{item}":true"#)).collect::<Vec<_>>().join(",");
    let attest = items.iter().map(|item| format!(r#""{item}":1"#)).collect::<Vec<_>>().join(",");
    let parties: Vec<String> = (0..PARTIES).map(|party| format!(r#""C{party:02}""#)).collect();
    for pool in 0..4 {
        let structure = format!(
            r#"{{"mode":"multi_party_coordinated","pool_id":"pool-{pool}","parties":[{},"A"]}}"#,
            parties.join(",")
        );
        for party in 0..PARTIES {
            messages.line(&format!(
                r#"{{"type":"Offer","from":"C{party:02}","offer_id":"o-{pool}-{party:02}","consideration":{{"cash_sim":7}},"obligation":{{"checklist":{{{checklist}}}}},"deal_structure":{structure}}}"#
            ))?;
        }
        messages.line(&format!(r#"{{"type":"Accept","from":"A","offer_id":"pool-{pool}"}}"#))?;
        let all = |messages: &mut Messages, kind: &str| -> io::Result<()> {
            for party in 0..PARTIES {
                messages
                    .line(&format!(r#"{{"type":"{kind}","from":"C{party:02}","offer_id":"pool-{pool}"}}"#))?;
            }
            Ok(())
        };
        all(messages, "EscrowHold")?;
        messages.line(&format!(
            r#"{{"type":"Disclose","from":"A","offer_id":"pool-{pool}","artifact":{{"attest":{{{attest}}}}}}}"#
        ))?;
        all(messages, "Settle")?;
    }
    Ok(())
}
