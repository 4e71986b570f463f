//! Claims that contradict each other, and the decisions that resolve them (TMPA 4.4, 7.3, 9.9, C12).
//!
//! Reviews of one object that hold different decisions form a conflict, and so do objects of which another specification
//! says that they contradict each other. It stays until a decision that is itself valid and authorised refers to every
//! member; two such decisions that prefer different members resolve nothing.

use super::reading::Reading;
use crate::graph::{Index, NONE, Said};
use crate::judgment::Judgment;
use crate::names::Symbol;
use crate::profile::types::Evidence;

/// Objects that do not agree about something, and that nothing resolves.
#[derive(Debug)]
pub(super) struct Dispute {
    pub(super) about: About,
    /// In order of id.
    pub(super) members: Vec<Index>,
    /// Decisions that would each resolve it, but prefer different members.
    pub(super) rival_decisions: Vec<Index>,
}

/// What a claim is about. Claims about the same that hold different values contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum About {
    /// The object that is reviewed.
    Reviewed(Symbol),
    /// The contest at this place.
    Contested(usize),
}

/// All reviews and decisions.
#[derive(Debug)]
pub(super) struct Conflicts {
    pub(super) reviews_relation: Symbol,
    /// What, by which object, and the value that it holds; sorted.
    claims: Vec<(About, Index, Symbol)>,
    /// Member and decision that names it by a resolution relation; sorted.
    resolutions: Vec<(Index, Index)>,
}

impl Conflicts {
    pub(super) fn gather(reading: &mut Reading<'_>) -> Self {
        let reviews_relation = reading.graph.names.intern("reviews");
        let (graph, profile) = (&reading.graph, reading.profile);
        let mut claims = Vec::new();
        let mut resolutions = Vec::new();
        for (index, object) in (0..).zip(&graph.objects) {
            let &Said::Verdict { decision, .. } = &object.said else { continue };
            let evidence = profile.types.get(object.kind).map(|entry| entry.evidence);
            for reference in graph.references(index) {
                match evidence {
                    Some(Evidence::Review)
                        if reference.relation == reviews_relation && decision != Symbol::EMPTY =>
                    {
                        claims.push((About::Reviewed(reference.target), index, decision));
                    }
                    Some(Evidence::Decision) if reference.object != NONE => {
                        let relation = profile.relations.get(reference.relation);
                        if relation.is_some_and(|relation| relation.resolution) {
                            resolutions.push((reference.object, index));
                        }
                    }
                    _ => {}
                }
            }
        }
        for (place, contest) in reading.contests.iter().enumerate() {
            let members = contest.members.iter().filter_map(|id| graph.find(graph.names.get(id)?));
            // Each member stands against every other.
            claims.extend(members.map(|index| (About::Contested(place), index, graph.object(index).id)));
        }
        claims.sort_unstable();
        claims.dedup();
        resolutions.sort_unstable();
        resolutions.dedup();
        Self { reviews_relation, claims, resolutions }
    }

    /// The reviews and decisions on whose own judgment this pass relies before it is final.
    pub(super) fn objects(&self) -> impl Iterator<Item = Index> {
        let reviews = self.claims.iter().map(|&(_, index, _)| index);
        reviews.chain(self.resolutions.iter().map(|&(_, decision)| decision))
    }

    /// The disputes among reviews that count, under the assumed judgments.
    pub(super) fn disputes(
        &self,
        reading: &Reading<'_>,
        assumed: &dyn Fn(Index) -> Judgment,
    ) -> Vec<Dispute> {
        let mut disputes = Vec::new();
        for claims in self.claims.chunk_by(|left, right| left.0 == right.0) {
            let Some(&(about, ..)) = claims.first() else { continue };
            let counts = |claim: &&(About, Index, Symbol)| assumed(claim.1) == Judgment::Valid;
            let mut values = claims.iter().filter(counts).map(|claim| claim.2);
            let first = values.next();
            if values.all(|value| Some(value) == first) {
                continue;
            }
            let members: Vec<Index> = claims.iter().filter(counts).map(|claim| claim.1).collect();
            match self.resolve(reading, &members, assumed) {
                Resolution::By(_) => {}
                Resolution::None => disputes.push(Dispute { about, members, rival_decisions: Vec::new() }),
                Resolution::Rivals(rival_decisions) => {
                    disputes.push(Dispute { about, members, rival_decisions });
                }
            }
        }
        disputes
    }

    /// What the valid decisions say about a conflict between `members`.
    pub(super) fn resolve(
        &self,
        reading: &Reading<'_>,
        members: &[Index],
        assumed: &dyn Fn(Index) -> Judgment,
    ) -> Resolution {
        let naming = |member: Index| {
            let start = self.resolutions.partition_point(|&(other, _)| other < member);
            let same = self.resolutions.iter().skip(start).take_while(move |&&(other, _)| other == member);
            same.map(|&(_, decision)| decision)
        };
        let Some((&first, rest)) = members.split_first() else {
            return Resolution::None;
        };
        let complete: Vec<Index> = naming(first)
            .filter(|&decision| assumed(decision) == Judgment::Valid)
            .filter(|&decision| {
                rest.iter().all(|&member| self.resolutions.binary_search(&(member, decision)).is_ok())
            })
            .collect();
        let selects = |decision: Index| match reading.graph.object(decision).said {
            Said::Verdict { selects, .. } => selects,
            _ => Symbol::EMPTY,
        };
        let Some(&decision) = complete.first() else {
            return Resolution::None;
        };
        let choice = selects(decision);
        if complete.iter().any(|&other| selects(other) != choice) {
            return Resolution::Rivals(complete);
        }
        Resolution::By(members.iter().copied().find(|&member| reading.graph.object(member).id == choice))
    }
}

/// What is assumed about a review: whether it counts among the claims about its target. An undetermined review does,
/// since what it waits for may come.
pub(super) fn counting(counts: bool) -> Judgment {
    if counts { Judgment::Valid } else { Judgment::Undetermined }
}

/// The outcome of the decisions about one conflict.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Resolution {
    None,
    /// Resolved; the member that is preferred, if the decision says so.
    By(Option<Index>),
    Rivals(Vec<Index>),
}
