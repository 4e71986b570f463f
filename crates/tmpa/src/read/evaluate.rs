//! Evaluates a graph until what it takes for granted agrees with what it finds (TMPA 7.3).
//!
//! A decision, a review or an assignment bears on objects that are concurrent with it, whose judgment may be needed
//! before its own is final. The evaluation therefore assumes what earlier passes left, compares afterwards, and starts
//! again with every assumption lowered that did not hold. Assumptions only fall, so that this ends.

use super::authority::Authority;
use super::claims::ActionNames;
use super::conflict::{Conflicts, counting};
use super::course::Course;
use super::duty::Duties;
use super::reading::Reading;
use super::settle::{self, Assumed, Rules, Settled};
use super::{carrier, order};
use crate::graph::Index;
use crate::judgment::Judgment;
use crate::profile::types::Evidence;
use crate::spread::Spread;

/// After so many rounds every assumption becomes undetermined, which resolves and grants nothing. Evidence that is not
/// built to exhaust the reader needs one or two.
const ROUNDS: usize = 32;

pub(super) fn pass(reading: &mut Reading<'_>, spread: &dyn Spread) -> Settled {
    let carriers = carrier::pass(reading);
    super::stream::pass(reading);
    super::relation::pass(reading);
    let order = order::pass(reading, &carriers, spread);
    let rules = Rules {
        authority: Authority::gather(reading, &order),
        conflicts: Conflicts::gather(reading),
        actions: ActionNames::new(&mut reading.graph.names),
        duties: Duties::gather(&reading.graph, reading.profile),
        course: Course::new(&reading.graph, reading.profile, &order),
        order,
        carriers,
    };
    let mut assumed = assumptions(reading, &rules);
    let (verdicts, issues) = (reading.verdicts.clone(), reading.issues.len());
    let mut round = 0;
    loop {
        round += 1;
        let mut settled = settle::run(reading, &rules, &assumed);
        let fallen = assumed.iter().zip(&settled.own).any(|(before, after)| after.1 > before.1);
        if !fallen || round > ROUNDS {
            settled.regular = rules.order.regular && round <= ROUNDS;
            settled.levels = rules.order.levels();
            return settled;
        }
        for (before, after) in assumed.iter_mut().zip(&settled.own) {
            if after.1 > before.1 {
                // One step at a time: an object that voids its own ground is then undetermined, not denied and obeyed.
                before.1 =
                    if before.1 == Judgment::Valid { Judgment::Undetermined } else { Judgment::Invalid };
            }
            if round == ROUNDS {
                before.1 = before.1.all(Judgment::Undetermined);
            }
        }
        reading.verdicts.clone_from(&verdicts);
        reading.issues.truncate(issues);
    }
}

fn assumptions(reading: &Reading<'_>, rules: &Rules) -> Assumed {
    let mut objects: Vec<Index> = rules.authority.objects().chain(rules.conflicts.objects()).collect();
    objects.sort_unstable();
    objects.dedup();
    let first = |index: Index| {
        let judgment = reading.judgment(index);
        let entry = reading.profile.types.get(reading.graph.object(index).kind);
        match entry.map(|entry| entry.evidence) {
            Some(Evidence::Review) => counting(judgment != Judgment::Invalid),
            _ => judgment,
        }
    };
    objects.into_iter().map(|index| (index, first(index))).collect()
}
