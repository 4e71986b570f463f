//! A subject's answers as a package keeps them, so that anybody can examine them again (TMPA 10.3).

use std::collections::BTreeSet;

use actum_canon::digest::Sha256;
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::Value;

use super::case::Case;
use super::envelope::Envelope;
use super::field::{Refusal, as_digest, as_integer, canonical, document, elements, member, object, text};
use super::permutation::{Method, Plan};

/// Everything that a subject answered to a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// One envelope for each reading, in order.
    pub envelopes: Vec<Envelope>,
    /// What each plan found.
    pub permuted: Vec<Permuted>,
}

/// The results of one plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permuted {
    /// The plan as it was run, which is the case's own unless the run was told otherwise.
    pub plan: Plan,
    /// The distinct results ([`Envelope::comparable`]).
    pub results: BTreeSet<Sha256>,
}

impl Answer {
    /// The canonical results of a case: the envelope of each reading in canonical form, and for each plan the digests of
    /// the distinct results.
    #[must_use]
    pub fn to_bytes(&self, case: &Case) -> Vec<u8> {
        let mut readings: Vec<_> = case.readings.iter().zip(&self.envelopes).collect();
        readings.sort_by(|one, other| TMPA_S04.compare_names(&one.0.id, &other.0.id));
        let mut bytes = Vec::new();
        let mut out = Writer::new(&TMPA_S04, &mut bytes);
        let Ok(()) = out.begin_object();
        let Ok(()) = out.name("permutations");
        let Ok(()) = out.begin_array();
        for Permuted { plan, results } in &self.permuted {
            let Ok(()) = out.begin_object();
            let Ok(()) = out.name("count");
            let Ok(()) = out.integer(plan.count);
            let Ok(()) = out.name("method");
            let Ok(()) = out.string(plan.method.name());
            let Ok(()) = out.name("reading");
            let Ok(()) = out.string(case.readings.get(plan.reading).map_or("", |reading| &reading.id));
            let Ok(()) = out.name("results");
            let Ok(()) = out.begin_array();
            for digest in results {
                let Ok(()) = out.string(&digest.to_string());
            }
            let Ok(()) = out.end_array();
            let Ok(()) = out.name("seed");
            let Ok(()) = out.integer(plan.seed);
            let Ok(()) = out.end_object();
        }
        let Ok(()) = out.end_array();
        let Ok(()) = out.name("readings");
        let Ok(()) = out.begin_object();
        for (reading, envelope) in readings {
            let Ok(()) = out.name(&reading.id);
            let Ok(()) = out.raw(envelope.bytes());
        }
        let Ok(()) = out.end_object();
        let Ok(()) = out.end_object();
        let Ok(()) = out.finish();
        bytes
    }

    /// Reads the recorded answers to a case.
    ///
    /// # Errors
    /// [`Refusal`] names what is not as [`Answer::to_bytes`] writes it.
    pub fn parse(case: &Case, bytes: &[u8]) -> Result<Self, Refusal> {
        document(bytes, |root| {
            object(root, &["permutations", "readings"])?;
            let results = member(root, "readings")?;
            let mut envelopes = Vec::new();
            for reading in &case.readings {
                let envelope = canonical(member(results, &reading.id)?).unwrap_or_default();
                let envelope = Envelope::read(&envelope)
                    .map_err(|error| Refusal::at(results, format!("`{}` is {error}", reading.id)))?;
                envelopes.push(envelope);
            }
            let permuted = elements(root, "permutations")?.map(|value| permuted(case, value));
            Ok(Self { envelopes, permuted: permuted.collect::<Result<_, _>>()? })
        })
    }
}

fn permuted(case: &Case, value: Value<'_>) -> Result<Permuted, Refusal> {
    object(value, &["count", "method", "reading", "results", "seed"])?;
    let id = text(value, "reading")?;
    let reading = case.readings.iter().position(|reading| reading.id == id);
    let reading = reading.ok_or_else(|| Refusal::at(value, format!("there is no reading `{id}`")))?;
    let method =
        Method::parse(&text(value, "method")?).ok_or_else(|| Refusal::at(value, "the method is unknown"))?;
    let plan = Plan {
        reading,
        method,
        count: as_integer(member(value, "count")?)?,
        seed: as_integer(member(value, "seed")?)?,
    };
    let results = elements(value, "results")?.map(as_digest).collect::<Result<_, _>>()?;
    Ok(Permuted { plan, results })
}
