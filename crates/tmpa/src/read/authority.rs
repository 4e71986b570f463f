//! Whether a creator had the authority to act (TMPA 6.2 step 6, 6.4, 9.3, 9.4).
//!
//! Authority comes from static assignments, which are trust roots, and from assignment and delegation objects that
//! precede the action in the partial order. A revocation that precedes the action denies; one that follows does not,
//! unless the role declares retroactive effect; one that is concurrent leaves the action undetermined.

use super::clock::{Clocks, Place};
use super::reading::Reading;
use crate::graph::{Index, Said};
use crate::issue::Cause;
use crate::judgment::Judgment;
use crate::names::Symbol;
use crate::profile::Profile;
use crate::profile::roles::{Assignment, Grant};
use crate::profile::types::Evidence;

/// The outcome for one claim: granted, or every reason why not.
#[derive(Debug, Default)]
pub(super) struct Claim {
    pub(super) denied: Vec<Cause>,
    pub(super) open: Vec<Cause>,
}

/// What an identity claims to do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Act {
    pub(super) identity: Symbol,
    pub(super) role: Symbol,
    /// `None` asks for the role alone.
    pub(super) action: Option<Symbol>,
    pub(super) work: Symbol,
    /// The object that acts, whose place in the order counts.
    pub(super) at: Index,
}

/// How long a chain of delegations one claim follows, and how many delegations in all. Beyond either, the claim is open.
const CHAIN: usize = 16;
const DELEGATIONS: u32 = 1024;

/// Gives the judgment of an authority object at its place relative to an act.
pub(super) type Judge<'j> = dyn Fn(Index, Place) -> Judgment + 'j;

/// The delegations on the way from a claim to where it rests.
struct Walk {
    path: Vec<Index>,
    left: u32,
}

/// A grant made by an object.
#[derive(Debug)]
struct Granted {
    index: Index,
    grant: Grant,
    /// A delegation passes on what its creator holds in this role.
    delegated_by: Option<(Symbol, Symbol)>,
}

/// The objects that change authority, by what they change.
#[derive(Debug)]
pub(super) struct Authority {
    /// Sorted by identity and role.
    grants: Vec<Granted>,
    /// Assignment (static id or object id) and the revocation; sorted.
    pub(super) revocations: Vec<(Symbol, Index)>,
    /// Key and the revocation; sorted.
    pub(super) key_revocations: Vec<(Symbol, Index)>,
    pub(super) clocks: Clocks,
}

/// What one piece of evidence says about an act.
pub(super) enum Standing {
    Granted,
    Denied(Cause),
    Open(Cause),
    /// The grant says nothing about this act.
    Silent,
}

impl Authority {
    pub(super) fn gather(reading: &Reading<'_>, order: &super::order::Order) -> Self {
        let profile = reading.profile;
        let mut grants = Vec::new();
        let mut revocations = Vec::new();
        let mut key_revocations = Vec::new();
        for (index, object) in (0..).zip(&reading.graph.objects) {
            match &object.said {
                Said::Grant(grant) => {
                    let delegation = profile
                        .types
                        .get(object.kind)
                        .is_some_and(|entry| entry.evidence == Evidence::Delegation);
                    let delegated_by = delegation.then_some((object.creator, object.role));
                    grants.push(Granted { index, grant: Grant::clone(grant), delegated_by });
                }
                Said::Revocation(assignment) => revocations.push((*assignment, index)),
                Said::KeyRevocation(key) => key_revocations.push((*key, index)),
                _ => {}
            }
        }
        grants.sort_unstable_by_key(|granted| (granted.grant.identity, granted.grant.role, granted.index));
        revocations.sort_unstable();
        key_revocations.sort_unstable();
        // Whoever holds no role that changes authority changes none: what he publishes is judged, but weighs on nobody.
        let counting = counting(reading, &grants);
        let counts = |index: Index| counting.binary_search(&reading.graph.object(index).creator).is_ok();
        grants.retain(|granted| counts(granted.index));
        revocations.retain(|&(_, index)| counts(index));
        key_revocations.retain(|&(_, index)| counts(index));
        let mut authority = Self { grants, revocations, key_revocations, clocks: Clocks::default() };
        let watched: Vec<Index> = authority.objects().collect();
        authority.clocks = Clocks::new(&reading.graph, order, &watched);
        authority
    }

    /// The objects whose own judgment this pass relies on before it is final.
    pub(super) fn objects(&self) -> impl Iterator<Item = Index> {
        self.grants
            .iter()
            .map(|granted| granted.index)
            .chain(self.revocations.iter().chain(&self.key_revocations).map(|&(_, index)| index))
    }

    /// Whether no evidence changes authority, so that all of it comes from the profile.
    pub(super) fn is_static(&self) -> bool {
        self.grants.is_empty() && self.revocations.is_empty() && self.key_revocations.is_empty()
    }

    /// Whether an answer so far may hang on what a slice does not show.
    pub(super) fn is_unsure(&self) -> bool {
        self.clocks.is_unsure()
    }

    /// Judges a claim. `judgment` gives the judgment of an authority object at its place relative to the act.
    pub(super) fn claim(&self, reading: &Reading<'_>, act: Act, judgment: &Judge<'_>) -> Claim {
        let mut walk = Walk { path: Vec::new(), left: DELEGATIONS };
        let claim = self.claim_through(reading, act, judgment, &mut walk);
        if walk.left > 0 {
            return claim;
        }
        // Which delegations were followed before the bound would hang on their order, so that none of them counts.
        Claim { denied: Vec::new(), open: vec![Cause::new("too_many_delegations", "TMPA 9.4").at("/role")] }
    }

    fn claim_through(&self, reading: &Reading<'_>, act: Act, judgment: &Judge<'_>, walk: &mut Walk) -> Claim {
        let mut claim = Claim::default();
        let statics = self.statics(reading, act, judgment);
        let contradicts = statics.iter().any(|standing| matches!(standing, Standing::Granted))
            && statics.iter().any(|standing| matches!(standing, Standing::Denied(_)));
        let mut granted = false;
        if contradicts {
            claim.open.push(Cause::new("contradictory_assignments", "TMPA 9.4").at("/role"));
        } else {
            statics.into_iter().for_each(|standing| claim.add(standing, &mut granted));
        }
        if !granted {
            let key = |granted: &Granted| (granted.grant.identity, granted.grant.role);
            let start = self.grants.partition_point(|granted| key(granted) < (act.identity, act.role));
            let own = |granted: &&Granted| key(granted) == (act.identity, act.role);
            for grant in self.grants.iter().skip(start).take_while(own) {
                let standing = self.by_object(reading, act, grant, judgment, walk);
                claim.add(standing, &mut granted);
            }
        }
        if granted {
            return Claim::default();
        }
        if claim.open.is_empty() && claim.denied.is_empty() {
            let found = format!("{} as {}", reading.text(act.identity), reading.text(act.role));
            claim.open.push(Cause::new("no_assignment", "TMPA 9.4").at("/role").found(found));
        }
        if !claim.open.is_empty() {
            // Some evidence may still grant it, so that nothing is proven (TMPA 9.4).
            claim.denied.clear();
        }
        claim
    }

    fn statics(&self, reading: &Reading<'_>, act: Act, judgment: &Judge<'_>) -> Vec<Standing> {
        let assigned = reading.profile.roles.assigned(act.identity, act.role).iter();
        let bearing = assigned.filter(|assignment| assignment.grant.covers_work(act.work));
        let stand = |assignment: &Assignment| {
            if assignment.revoked {
                return Standing::Denied(named("assignment_revoked", reading.text(assignment.id)));
            }
            self.in_force(reading, act, &assignment.grant, assignment.id, judgment)
        };
        bearing.map(stand).collect()
    }

    fn by_object(
        &self,
        reading: &Reading<'_>,
        act: Act,
        granted: &Granted,
        judgment: &Judge<'_>,
        walk: &mut Walk,
    ) -> Standing {
        let graph = &reading.graph;
        let id = || graph.id(granted.index);
        if granted.index == act.at || !granted.grant.covers_work(act.work) {
            return Standing::Silent;
        }
        let place = self.clocks.place(graph, granted.index, act.at);
        match (place, judgment(granted.index, place)) {
            (Place::After, _) | (_, Judgment::Invalid) => return Standing::Silent,
            (Place::Concurrent, _) => return Standing::Open(named("assignment_not_ordered", id())),
            (Place::Before, Judgment::Undetermined) => {
                return Standing::Open(named("assignment_undetermined", id()));
            }
            (Place::Before, Judgment::Valid) => {}
        }
        let assignment = graph.object(granted.index).id;
        let standing = self.in_force(reading, act, &granted.grant, assignment, judgment);
        match granted.delegated_by {
            Some(delegator) if matches!(standing, Standing::Granted) => {
                self.delegated(reading, act, granted.index, delegator, judgment, walk)
            }
            _ => standing,
        }
    }

    /// Attenuation: a delegate never holds more than the delegator holds at this point. A circle grants nothing.
    fn delegated(
        &self,
        reading: &Reading<'_>,
        act: Act,
        delegation: Index,
        (identity, role): (Symbol, Symbol),
        judgment: &Judge<'_>,
        walk: &mut Walk,
    ) -> Standing {
        let id = || reading.graph.id(delegation);
        if walk.path.contains(&delegation) {
            return Standing::Silent;
        }
        if walk.path.len() >= CHAIN {
            return Standing::Open(named("delegation_chain_too_long", id()));
        }
        walk.left = walk.left.saturating_sub(1);
        if walk.left == 0 {
            return Standing::Silent;
        }
        walk.path.push(delegation);
        let parent = self.claim_through(reading, Act { identity, role, ..act }, judgment, walk);
        walk.path.pop();
        if !parent.open.is_empty() {
            Standing::Open(named("delegator_undetermined", id()))
        } else if !parent.denied.is_empty() {
            Standing::Denied(named("delegator_without_authority", id()))
        } else {
            Standing::Granted
        }
    }

    /// Whether an assignment that bears on the work item is in force for the act: revocations, scope and time combine
    /// as ALL, so that a proven revocation is not hidden by an unknown time (TMPA 7.3).
    fn in_force(
        &self,
        reading: &Reading<'_>,
        act: Act,
        grant: &Grant,
        assignment: Symbol,
        judgment: &Judge<'_>,
    ) -> Standing {
        let scope = scope(reading, act, grant);
        match (self.revoked(reading, act, assignment, judgment), scope) {
            (Some(denied @ Standing::Denied(_)), _) | (_, denied @ Standing::Denied(_)) => denied,
            (Some(open), _) => open,
            (None, scope) => scope,
        }
    }
}

impl Claim {
    fn add(&mut self, standing: Standing, granted: &mut bool) {
        match standing {
            Standing::Granted => *granted = true,
            Standing::Denied(cause) => join(&mut self.denied, cause),
            Standing::Open(cause) => join(&mut self.open, cause),
            Standing::Silent => {}
        }
    }
}

/// The identities that may change authority: those that hold such a role by static assignment, and those to whom a
/// counting identity grants one; sorted. What a stranger grants himself does not make him count.
fn counting(reading: &Reading<'_>, grants: &[Granted]) -> Vec<Symbol> {
    let profile = reading.profile;
    let changes = |role: Symbol| changes_authority(profile, role);
    let mut given: Vec<(Symbol, Symbol)> = grants
        .iter()
        .filter(|granted| changes(granted.grant.role))
        .map(|granted| (reading.graph.object(granted.index).creator, granted.grant.identity))
        .collect();
    given.sort_unstable();
    let statics = profile.roles.assignments().iter().map(|assignment| &assignment.grant);
    let mut reached: Vec<Symbol> =
        statics.filter(|grant| changes(grant.role)).map(|grant| grant.identity).collect();
    let mut found = std::collections::BTreeSet::new();
    while let Some(identity) = reached.pop() {
        if found.insert(identity) {
            let start = given.partition_point(|(creator, _)| *creator < identity);
            let own = given.iter().skip(start).take_while(|(creator, _)| *creator == identity);
            reached.extend(own.map(|(_, receiver)| *receiver));
        }
    }
    found.into_iter().collect()
}

/// Whether a role permits an action that changes authority.
pub(crate) fn changes_authority(profile: &Profile, role: Symbol) -> bool {
    let changing = ["assign", "revoke", "delegate", "revoke_key"].map(|action| profile.names.get(action));
    let role = profile.roles.role(role);
    role.is_some_and(|role| role.permitted_actions.iter().any(|&action| changing.contains(&Some(action))))
}

/// How many assignments one reason names.
const NAMED: usize = 16;

/// Adds a cause, or its members to the cause of the same reason.
fn join(causes: &mut Vec<Cause>, cause: Cause) {
    match causes.iter_mut().find(|other| (other.reason, &other.found) == (cause.reason, &cause.found)) {
        Some(other) => {
            let room = NAMED.saturating_sub(other.members.len());
            other.members.extend(cause.members.into_iter().take(room));
        }
        None => causes.push(cause),
    }
}

pub(super) fn named(reason: &'static str, id: &str) -> Cause {
    let cause = Cause::new(reason, "TMPA 6.4");
    if id.is_empty() { cause } else { cause.members([id]) }
}

/// Whether a grant covers action and time.
fn scope(reading: &Reading<'_>, act: Act, grant: &Grant) -> Standing {
    let profile: &Profile = reading.profile;
    if let Some(action) = act.action {
        let role = profile.roles.role(act.role);
        let by_role = role.is_none_or(|role| role.permitted_actions.contains(&action));
        let by_grant = grant.actions.as_ref().is_none_or(|actions| actions.contains(&action));
        if !by_role || !by_grant {
            let found = reading.text(action);
            return Standing::Denied(Cause::new("action_out_of_scope", "TMPA 9.4").at("/role").found(found));
        }
    }
    if !grant.has_interval() {
        return Standing::Granted;
    }
    let at = reading.graph.object(act.at).created_at.as_deref();
    let Some(at) = at else {
        // created_at alone is no authorization clock (TMPA 6.4).
        return Standing::Open(Cause::new("no_trusted_clock", "TMPA 6.4").at("/created_at"));
    };
    let early = grant.not_before.as_ref().is_some_and(|start| at < start);
    let late = grant.not_after.as_ref().is_some_and(|end| at > end);
    if early || late {
        return Standing::Denied(Cause::new("outside_validity", "TMPA 6.4").at("/created_at"));
    }
    Standing::Granted
}
