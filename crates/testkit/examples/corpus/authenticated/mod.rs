//! The Authenticated level (TMPA 5.7, 6.4, 7.2, 9.8, 10.1): cases of every criterion under profiles that require signatures.
//!
//! Everybody signs with a key that is named after them, unless the case says otherwise. What the criteria demand of a
//! record demands the same of a signed one; what is not authenticated counts for nothing, as the profile says.

mod act;
mod forgery;
mod key;
mod profile;
mod record;
mod revocation;

pub(crate) use profile::profiles;

use crate::case::{Case, case};
use crate::cast::carrier;
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use actum_testkit::key::ExampleKey;

/// The cases of a criterion at this level.
pub(crate) fn cases(criterion: &str) -> Vec<Case> {
    let groups: &[fn() -> Vec<Case>] = match criterion {
        "C01" => &[record::shapes],
        "C02" => &[record::writers],
        "C03" => &[record::variants],
        "C04" => &[record::streams],
        "C05" => &[act::authority],
        "C06" => &[act::lifecycle],
        "C07" => &[act::duties],
        "C08" => &[forgery::forgeries, key::bindings, key::limits, revocation::revocations],
        "C09" => &[record::references],
        "C10" => &[record::cycles],
        "C11" => &[record::orders],
        "C12" => &[act::conflicts],
        "C13" => &[act::recovery],
        "C14" => &[act::history],
        _ => &[],
    };
    groups.iter().flat_map(|cases| cases()).collect()
}

/// What this level adds to the clauses of a criterion.
const CLAUSES: [&str; 4] = ["TMPA 7.2", "TMPA 9.8", "TMPA 10.1", "TMPA 5.7"];

/// A case under the profile that judges what is not authenticated invalid.
fn strict(name: &str, title: &str, clauses: &[&'static str]) -> Case {
    case(name, title, &[CLAUSES.as_slice(), clauses].concat()).profile("authenticated-strict")
}

/// A draft signed by its creator.
fn signed(draft: Draft) -> Draft {
    let key = format!("{}-key", draft.text("/creator"));
    by(draft, &key)
}

fn by(draft: Draft, key: &str) -> Draft {
    draft.signed(&ExampleKey::named(key))
}

fn all_signed(drafts: impl IntoIterator<Item = Draft>) -> Vec<Draft> {
    drafts.into_iter().map(signed).collect()
}

/// Alice's task, signed.
fn task() -> Draft {
    signed(carrier())
}

/// Everything is authenticated.
fn authenticated() -> Reading {
    all().authentication("authenticated")
}

/// Something is not, and the whole is therefore not.
fn unauthenticated() -> Reading {
    all().authentication("unauthenticated")
}

/// `source` is reported, and quarantined as the strict profile says.
fn refuses(reading: Reading, source: &str) -> Reading {
    reading.quarantines(source).issue("SIGNATURE_UNVERIFIED", source)
}

/// `source` is reported, and undetermined: nothing is proven about its key.
fn leaves_open(reading: Reading, source: &str) -> Reading {
    reading.partial(source).issue("SIGNATURE_UNVERIFIED", source)
}
