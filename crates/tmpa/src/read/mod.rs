//! AGGREGATE and RECONSTRUCT (TMPA 4.3): from candidates in any order to a judged graph.
//!
//! The passes run in the order of the specification, one file each. A pass may add issues and lower judgments; none
//! raises one.

mod authority;
mod carrier;
mod checks;
mod claims;
mod clock;
mod components;
mod conflict;
mod course;
mod duty;
mod evaluate;
mod foreign;
mod identity;
mod lifecycle;
mod order;
mod reading;
mod relation;
mod revocation;
mod settle;
mod steps;
mod stream;
mod trust;
mod turn;
mod work;

use crate::bundle::InputBundle;
use crate::examine::{Candidate, Examiner, Part, Source};
use crate::graph::{Graph, Object, Unseen};
use crate::issue::ids::{Digesting, issue_id};
use crate::judgment::Authentication;
use crate::profile::Profile;
use crate::result::{IssueRecord, Parts, Reconstruction, follows, write_digest};
use crate::sort;
use crate::spread::{Alone, Spread, both};
use actum_canon::digest::Sha256;
use actum_canon::encode::{TMPA_S04, Writer};
pub(crate) use authority::changes_authority;
pub use foreign::{Beside, Contest, Foreign, WHOLE};
pub(crate) use order::bears;
use reading::Reading;

/// Reads sources under a fixed input bundle, on the calling thread.
pub fn read<'s>(bundle: &InputBundle, sources: impl IntoIterator<Item = Source<'s>>) -> Reconstruction {
    let mut examiner = Examiner::new(bundle);
    let candidates = sources.into_iter().map(|source| examiner.examine(source)).collect();
    reconstruct(bundle, candidates)
}

/// Reconstructs the governance graph from candidates in any order. Total: whatever the evidence is, there is a result
/// (TMPA 8.4). Candidates of equal identity and bytes count once.
#[must_use]
pub fn reconstruct(bundle: &InputBundle, candidates: Vec<Candidate>) -> Reconstruction {
    reconstruct_with(bundle, candidates, Beside::default())
}

/// As [`reconstruct`], with what projections say beside the candidates that they made, in any order.
#[must_use]
pub fn reconstruct_with(bundle: &InputBundle, candidates: Vec<Candidate>, beside: Beside) -> Reconstruction {
    reconstruct_by(bundle, candidates, beside, &Alone)
}

/// As [`reconstruct_with`], with parts of the work left to `spread`. The result does not hang on it.
#[must_use]
pub fn reconstruct_by(
    bundle: &InputBundle,
    candidates: Vec<Candidate>,
    beside: Beside,
    spread: &dyn Spread,
) -> Reconstruction {
    judge(bundle, candidates, beside, None, spread).0
}

/// Reads whole work items out of a larger set of evidence, of which the rest is known as `unseen` tells; `None` where
/// their conclusions may hang on more than that.
pub(crate) fn reconstruct_slice(
    bundle: &InputBundle,
    candidates: Vec<Candidate>,
    unseen: Unseen,
) -> Option<Reconstruction> {
    let (read, sure) = judge(bundle, candidates, Beside::default(), Some(unseen), &Alone);
    sure.then_some(read)
}

/// The reconstruction, and whether nothing in it hangs on what is not shown.
fn judge(
    bundle: &InputBundle,
    candidates: Vec<Candidate>,
    beside: Beside,
    unseen: Option<Unseen>,
    spread: &dyn Spread,
) -> (Reconstruction, bool) {
    let profile = bundle.profile();
    let candidates = aggregate(candidates);
    let source_set_digest = digest_of(&candidates, false);
    let positions = profile.trust.asks_for_position().then(|| digest_of(&candidates, true));
    // The seed hangs on all evidence, so that nobody can prepare colliding names for it.
    let seed = source_set_digest.as_bytes().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let graph = Graph::build(candidates, profile, seed, spread);
    let mut reading = Reading::new(
        profile,
        match unseen {
            Some(unseen) => graph.into_slice(unseen),
            None => graph,
        },
    );
    identity::pass(&mut reading);
    foreign::pass(&mut reading, (beside.findings, beside.contests));
    let settled = evaluate::pass(&mut reading, spread);
    reading.graph.disown(&settled.disowned);
    let issues = finish(&mut reading);
    let (works, follows) =
        both(spread, || work::conclude(&reading, &settled.items, &issues), || follows(&reading.graph));
    let sure = settled.regular && !settled.unsure;
    let read = Reconstruction::new(Parts {
        reader: bundle.reader().clone(),
        inputs: profile.inputs(),
        authentication: authentication(&reading.graph, profile),
        trust_declared: profile.trust.declared,
        ordering: profile
            .relations
            .iter()
            .filter(|relation| relation.ordering)
            .map(|relation| relation.name)
            .collect(),
        source_set_digest,
        positions,
        graph: reading.graph,
        levels: settled.levels,
        regular: settled.regular,
        verdicts: reading.verdicts,
        issues,
        works,
        follows,
        values: beside.values,
    });
    (read, sure)
}

/// Sorts by source id and byte digest; equal observations count once (TMPA 8.3, 9.9), at the first place of any.
fn aggregate(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    fn identity(candidate: &Candidate) -> (&str, Sha256, Part) {
        (&candidate.source_id, candidate.byte_digest, candidate.part)
    }
    let place = |candidate: &Candidate| candidate.position.unwrap_or(u64::MAX);
    sort::by_text(
        &mut candidates,
        &(),
        |(), candidate| &candidate.source_id,
        |left, right| identity(left).cmp(&identity(right)).then_with(|| place(left).cmp(&place(right))),
    );
    candidates.dedup_by(|left, right| identity(left) == identity(right));
    candidates
}

/// The digest of the source set; with positions, that of what a trust registry with limits by ledger index relies on
/// as well. An artifact counts once, whatever a projection made of it.
fn digest_of(candidates: &[Candidate], with_positions: bool) -> Sha256 {
    let first = |candidate: &&Candidate| !matches!(candidate.part, Part::Projected(1..));
    let mut sink = Digesting::new();
    let mut writer = Writer::new(&TMPA_S04, &mut sink);
    let written = (|| {
        writer.begin_array()?;
        for candidate in candidates.iter().filter(first) {
            writer.begin_object()?;
            write_digest(&mut writer, "byte_digest", candidate.byte_digest)?;
            if with_positions && let Some(position) = candidate.position {
                writer.name("position")?;
                writer.integer(position)?;
            }
            writer.name("source_id")?;
            writer.string(&candidate.source_id)?;
            writer.end_object()?;
        }
        writer.end_array()?;
        writer.finish()
    })();
    match written {
        Ok(()) => sink.finish(),
        Err(never) => match never {},
    }
}

/// One issue per tuple with all its causes, in the order of the result (TMPA 8.3).
fn finish(reading: &mut Reading<'_>) -> Vec<IssueRecord> {
    let key = |issue: &IssueRecord| (issue.code.as_str(), issue.object, issue.relation, issue.target);
    let mut issues = core::mem::take(&mut reading.issues);
    // Where one tuple comes with two severities, the stronger stands first and speaks for both.
    issues.sort_by_key(|issue| (key(issue), issue.code.severity(), issue.code.clause()));
    let mut merged: Vec<IssueRecord> = Vec::with_capacity(issues.len());
    for issue in issues {
        match merged.last_mut().filter(|last| key(last) == key(&issue)) {
            Some(last) => last.join(issue),
            None => merged.push(issue),
        }
    }
    let names = &reading.graph.names;
    let digest = reading.profile.inputs.conformance_profile.digest.to_string();
    for issue in &mut merged {
        issue.causes.sort_unstable();
        issue.causes.dedup();
        issue.subjects.sort_unstable();
        issue.subjects.dedup();
        let text = |symbol| names.text(symbol);
        issue.id = issue_id(
            issue.code.as_str(),
            text(issue.object),
            text(issue.relation),
            text(issue.target),
            &digest,
        );
    }
    let order = |issue: &IssueRecord| {
        let text = |symbol| names.text(symbol);
        (
            issue.code.severity(),
            issue.code.as_str(),
            text(issue.object),
            text(issue.relation),
            text(issue.target),
            issue.id,
        )
    };
    merged.sort_unstable_by(|left, right| order(left).cmp(&order(right)));
    merged
}

fn authentication(graph: &Graph, profile: &Profile) -> Authentication {
    if graph.signed.is_empty() && profile.trust.required.is_none() {
        Authentication::NotApplicable
    } else if !graph.objects.is_empty() && graph.objects.iter().all(Object::is_authenticated) {
        Authentication::Authenticated
    } else {
        Authentication::Unauthenticated
    }
}
