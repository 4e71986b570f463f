//! A loaded profile in words, for people who check what they have written.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Profile;
use super::lifecycle::Transition;
use super::trust::Key;
use super::types::Evidence;
use crate::names::Symbol;

/// What a profile says, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The lifecycles in the order of the manifest.
    pub lifecycles: Vec<OutlineLifecycle>,
    /// The document types.
    pub types: Vec<OutlineType>,
    /// The roles; empty in single-file profiles, which declare none.
    pub roles: Vec<OutlineRole>,
    /// The static assignments.
    pub assignments: Vec<OutlineAssignment>,
    /// The declared relations.
    pub relations: Vec<OutlineRelation>,
    /// Accepted canonicalizations with their hash algorithm.
    pub integrity: Vec<(String, String)>,
    /// Whether signatures are required.
    pub signatures_required: bool,
    /// Pairs of roles of which nobody acts in the second who wrote in the first.
    pub incompatible: Vec<(String, String)>,
    /// Whether date-times of objects may be held against limits of time (TMPA 6.4).
    pub trusted_clock: bool,
    /// Projections beside the native one.
    pub projections: Vec<String>,
    /// The files that tell projections what artifacts cannot say, each with the projection that reads it.
    pub registries: Vec<(String, String)>,
    /// The registered keys, by id; empty where the profile declares no trust registry.
    pub keys: Vec<OutlineKey>,
}

/// A lifecycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineLifecycle {
    /// Its id.
    pub id: String,
    /// States in the order of the registry.
    pub states: Vec<String>,
    /// The initial state.
    pub initial_state: String,
    /// The terminal states.
    pub terminal_states: Vec<String>,
    /// The legal transitions.
    pub transitions: Vec<OutlineTransition>,
}

/// A legal transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineTransition {
    /// Source state.
    pub from: String,
    /// Action.
    pub action: String,
    /// Target state.
    pub to: String,
    /// Roles that may take it.
    pub roles: Vec<String>,
    /// Relations that have to reach a valid object.
    pub required_relations: Vec<String>,
    /// The preconditions.
    pub preconditions: Vec<OutlinePrecondition>,
    /// Whether executors are barred.
    pub executor_must_not_review: bool,
}

/// What a reference of a transition has to reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinePrecondition {
    /// Name.
    pub name: String,
    /// The relation of the reference.
    pub relation: String,
    /// The decision that the target has to hold.
    pub decision: Option<String>,
    /// Whether the target has to be of the same creator.
    pub same_creator: bool,
    /// Whether the lease of the target has to be over.
    pub lease_over: bool,
}

/// A document type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineType {
    /// Name.
    pub name: String,
    /// Roles that may create it; `None` for any.
    pub roles: Option<Vec<String>>,
    /// The id of its lifecycle.
    pub lifecycle: String,
    /// Whether it records a transition.
    pub requires_transition: bool,
    /// Whether it can be a primary carrier.
    pub carrier: bool,
    /// What it is evidence of.
    pub evidence: Option<&'static str>,
    /// The member of the body that says until when the creator holds the work item.
    pub lease: Option<String>,
    /// The relations that it may hold; `None` for any.
    pub relations: Option<Vec<String>>,
}

impl Outline {
    /// The lifecycle that objects of a type follow, and work items whose carrier is of it; of an unknown type, the first.
    #[must_use]
    pub fn lifecycle_of(&self, kind: &str) -> Option<&OutlineLifecycle> {
        let named = self.types.iter().find(|entry| entry.name == kind).map(|entry| entry.lifecycle.as_str());
        let found = named.and_then(|id| self.lifecycles.iter().find(|lifecycle| lifecycle.id == id));
        found.or_else(|| self.lifecycles.first())
    }
}

/// A role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineRole {
    /// Role id.
    pub id: String,
    /// Permitted actions.
    pub permitted_actions: Vec<String>,
    /// Roles that assign it.
    pub assigned_by: Vec<String>,
    /// Whether a projection establishes who holds it.
    pub by_projection: bool,
}

/// A static assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineAssignment {
    /// Assignment id, empty in single-file profiles.
    pub id: String,
    /// Identity.
    pub identity: String,
    /// Role.
    pub role: String,
    /// Actions, or `None` for all that the role permits.
    pub actions: Option<Vec<String>>,
    /// Whether it is revoked.
    pub revoked: bool,
}

/// A relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineRelation {
    /// Name.
    pub name: String,
    /// Whether the target comes first.
    pub ordering: bool,
    /// Whether the target's judgment binds.
    pub required: bool,
    /// Whether cycles are prohibited.
    pub acyclic: bool,
}

/// A registered key (TMPA 5.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineKey {
    /// Key id.
    pub id: String,
    /// The public key in base64, as the registry spells it.
    pub public_key: String,
    /// Creators for whom it signs.
    pub identities: Vec<String>,
    /// Roles in which it signs, or `None` for any.
    pub roles: Option<Vec<String>>,
    /// When it counts, in words; empty where it always does.
    pub validity: Vec<String>,
    /// Whether a revocation in the record also reaches what precedes it (TMPA 6.4).
    pub retroactive: bool,
}

impl Profile {
    /// The profile in words.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let text = |symbol: Symbol| self.names.text(symbol).to_owned();
        let texts = |symbols: &[Symbol]| symbols.iter().map(|&symbol| text(symbol)).collect::<Vec<_>>();
        let transition = |transition: &Transition| OutlineTransition {
            from: text(transition.from),
            action: text(transition.action),
            to: text(transition.to),
            roles: texts(&transition.roles),
            required_relations: texts(&transition.required_relations),
            preconditions: transition
                .preconditions
                .iter()
                .map(|precondition| OutlinePrecondition {
                    name: text(precondition.name),
                    relation: text(precondition.relation),
                    decision: precondition.decision.clone(),
                    same_creator: precondition.same_creator,
                    lease_over: precondition.lease_over,
                })
                .collect(),
            executor_must_not_review: transition.executor_must_not_review,
        };
        let lifecycles = self.lifecycles.iter().map(|lifecycle| OutlineLifecycle {
            id: text(lifecycle.id),
            states: texts(&lifecycle.states),
            initial_state: text(lifecycle.initial),
            terminal_states: texts(&lifecycle.terminal),
            transitions: lifecycle.transitions.iter().map(transition).collect(),
        });
        let types = self.types.iter().map(|entry| OutlineType {
            name: text(entry.name),
            roles: entry.roles.as_deref().map(texts),
            lifecycle: text(self.lifecycles.get(entry.lifecycle).id),
            requires_transition: entry.requires_transition,
            carrier: entry.carrier,
            evidence: evidence(entry.evidence),
            lease: entry.lease.clone(),
            relations: entry
                .relations
                .as_ref()
                .map(|list| list.iter().map(|relation| text(relation.name)).collect()),
        });
        let roles = self.roles.roles().map(|role| OutlineRole {
            id: text(role.id),
            permitted_actions: texts(&role.permitted_actions),
            assigned_by: texts(&role.assigned_by),
            by_projection: role.by_projection,
        });
        let assignments = self.roles.assignments().iter().map(|assignment| OutlineAssignment {
            id: text(assignment.id),
            identity: text(assignment.grant.identity),
            role: text(assignment.grant.role),
            actions: assignment.grant.actions.as_deref().map(texts),
            revoked: assignment.revoked,
        });
        let relations = self.relations.iter().map(|relation| OutlineRelation {
            name: text(relation.name),
            ordering: relation.ordering,
            required: relation.required && relation.binds(),
            acyclic: relation.acyclic,
        });
        let key = |key: &Key| OutlineKey {
            id: text(key.id),
            public_key: STANDARD.encode(key.key.as_bytes()),
            identities: texts(&key.identities),
            roles: key.roles.as_deref().map(texts),
            validity: key.validity.words(),
            retroactive: key.retroactive,
        };
        let integrity = self.integrity.accepted.iter();
        Outline {
            lifecycles: lifecycles.collect(),
            types: types.collect(),
            roles: roles.collect(),
            assignments: assignments.collect(),
            relations: relations.collect(),
            integrity: integrity
                .map(|entry| (entry.canonicalization.clone(), entry.hash_algorithm.clone()))
                .collect(),
            signatures_required: self.trust.required.is_some(),
            incompatible: self
                .roles
                .incompatible
                .iter()
                .map(|&(first, second)| (text(first), text(second)))
                .collect(),
            trusted_clock: self.roles.trusted_clock,
            projections: self.projections.iter().map(|projection| projection.name.clone()).collect(),
            registries: self
                .projections
                .iter()
                .filter_map(|one| Some((one.name.clone(), one.registry.as_ref()?.0.clone())))
                .collect(),
            keys: self.trust.keys().map(key).collect(),
        }
    }
}

fn evidence(evidence: Evidence) -> Option<&'static str> {
    match evidence {
        Evidence::Plain => None,
        Evidence::Execution => Some("execution"),
        Evidence::Review => Some("review"),
        Evidence::Decision => Some("decision"),
        Evidence::Assignment => Some("assignment"),
        Evidence::Revocation => Some("revocation"),
        Evidence::Delegation => Some("delegation"),
        Evidence::Exception => Some("exception"),
        Evidence::KeyRevocation => Some("key_revocation"),
    }
}
