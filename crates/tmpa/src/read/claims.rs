//! The role claims of objects, held against type registry, assignments and roles (TMPA 6.2 step 6, 9.3, 9.4).

use super::authority::{Act, Claim};
use super::reading::Raise;
use super::settle::Settle;
use crate::code::Code;
use crate::graph::{Index, Said};
use crate::issue::{Cause, Param, message};
use crate::names::{Names, Symbol};
use crate::profile::types::Evidence;

/// The names of the actions that change authority or resolve conflicts.
#[derive(Debug)]
pub(super) struct ActionNames {
    assign: Symbol,
    revoke: Symbol,
    delegate: Symbol,
    except: Symbol,
    resolve: Symbol,
    revoke_key: Symbol,
}

impl ActionNames {
    pub(super) fn new(names: &mut Names) -> Self {
        let mut name = |text| names.intern(text);
        Self {
            assign: name("assign"),
            revoke: name("revoke"),
            delegate: name("delegate"),
            except: name("except"),
            resolve: name("resolve"),
            revoke_key: name("revoke_key"),
        }
    }
}

impl Settle<'_, '_> {
    fn claim(&self, index: Index, action: Option<Symbol>) -> Claim {
        let object = self.reading.graph.object(index);
        if object.projected && self.established_by_projection(object.role, action) {
            return Claim::default();
        }
        let act = Act { identity: object.creator, role: object.role, action, work: object.work, at: index };
        self.rules.authority.claim(self.reading, act, &|other, place| self.standing(other, place))
    }

    /// Whether the specification that an object is projected from says who holds the role, so that no assignment does.
    fn established_by_projection(&self, role: Symbol, action: Option<Symbol>) -> bool {
        let role = self.reading.profile.roles.role(role).filter(|role| role.by_projection);
        role.is_some_and(|role| action.is_none_or(|action| role.permitted_actions.contains(&action)))
    }

    /// Makes the claim of an object without saying what comes of it.
    pub(super) fn try_claim(&self, index: Index) {
        let object = self.reading.graph.object(index);
        let entry = self.reading.profile.types.get(object.kind);
        let action = match object.transition {
            Some([_, action, _]) if entry.is_some_and(|entry| entry.requires_transition) => Some(action),
            _ => self.plain_action(entry.map_or(Evidence::Plain, |entry| entry.evidence)),
        };
        self.claim(index, action);
    }

    /// The action that an object of a type takes by being there.
    fn plain_action(&self, evidence: Evidence) -> Option<Symbol> {
        let names = &self.rules.actions;
        match evidence {
            Evidence::Assignment => Some(names.assign),
            Evidence::Revocation => Some(names.revoke),
            Evidence::Delegation => Some(names.delegate),
            Evidence::Exception => Some(names.except),
            Evidence::KeyRevocation => Some(names.revoke_key),
            Evidence::Decision => {
                self.reading.profile.switches.decision_needs_action.then_some(names.resolve)
            }
            Evidence::Plain | Evidence::Execution | Evidence::Review => None,
        }
    }

    pub(super) fn transition_authority(&mut self, index: Index, action: Symbol) {
        let claim = self.claim(index, Some(action));
        let text = message(&[("action", Param::Text(self.reading.text(action)))]);
        self.report_claim(index, claim, &text);
        self.type_role(index);
    }

    fn report_claim(&mut self, index: Index, claim: Claim, text: &str) {
        for (code, causes) in
            [(Code::AuthorityDenied, claim.denied), (Code::AuthorityUndetermined, claim.open)]
        {
            for cause in causes {
                self.reading.raise(index, Raise::new(code, cause).message(text.to_owned()));
            }
        }
    }

    /// The type registry says which roles may create a type (TMPA 9.3).
    fn type_role(&mut self, index: Index) {
        let object = self.reading.graph.object(index);
        let roles = self.reading.profile.types.get(object.kind).and_then(|entry| entry.roles.as_ref());
        let Some(roles) = roles.filter(|roles| !roles.contains(&object.role)) else {
            return;
        };
        let cause = Cause::new("role_not_permitted_for_type", "TMPA 9.3")
            .at("/role")
            .found(self.reading.text(object.role))
            .expected(self.list(roles));
        let text = message(&[("role", Param::Text(self.reading.text(object.role)))]);
        self.reading.raise(index, Raise::new(Code::AuthorityDenied, cause).message(text));
    }

    /// Validates the role claim of an object that records no transition; tells whether it is not established.
    pub(super) fn plain_authority(&mut self, index: Index, evidence: Evidence) -> bool {
        let switches = self.reading.profile.switches;
        let action = self.plain_action(evidence);
        let protected = action.is_some() || evidence == Evidence::Decision;
        self.type_role(index);
        if !protected && !switches.role_check_on_every_object {
            return false;
        }
        let claim = self.claim(index, action);
        let not_established = !claim.open.is_empty() || !claim.denied.is_empty();
        let object = self.reading.graph.object(index);
        let subject = match action {
            Some(action) => ("action", Param::Text(self.reading.text(action))),
            None => ("role", Param::Text(self.reading.text(object.role))),
        };
        let text = message(&[subject]);
        self.report_claim(index, claim, &text);
        if matches!(evidence, Evidence::Assignment | Evidence::Revocation | Evidence::Delegation) {
            self.assigning_authority(index, evidence, &text);
        }
        self.known_key(index, &text);
        not_established
    }

    /// Whoever assigns or revokes a role has to hold one of the roles that assign it; whoever delegates, the role
    /// itself (TMPA 3.3).
    fn assigning_authority(&mut self, index: Index, evidence: Evidence, text: &str) {
        let object = self.reading.graph.object(index);
        let profile = self.reading.profile;
        let granted = match &object.said {
            Said::Grant(grant) => Some(grant.role),
            Said::Revocation(assignment) => self.assigned_role(*assignment),
            _ => None,
        };
        let Some(role) = granted.and_then(|role| profile.roles.role(role)) else {
            let reason = if evidence == Evidence::Revocation { "unknown_assignment" } else { "unknown_role" };
            let cause = Cause::new(reason, "TMPA 9.4").at("/content/body");
            self.reading
                .raise(index, Raise::new(Code::AuthorityUndetermined, cause).message(text.to_owned()));
            return;
        };
        let may = match evidence {
            Evidence::Delegation => object.role == role.id,
            _ => role.assigned_by.contains(&object.role),
        };
        if !may {
            let cause = Cause::new("role_not_assignable", "TMPA 9.4")
                .at("/role")
                .found(self.reading.text(object.role))
                .expected(self.list(&role.assigned_by));
            self.reading.raise(index, Raise::new(Code::AuthorityDenied, cause).message(text.to_owned()));
        }
    }

    /// A revocation of a key that the profile does not know withdraws nothing.
    fn known_key(&mut self, index: Index, text: &str) {
        let Said::KeyRevocation(key) = self.reading.graph.object(index).said else {
            return;
        };
        if self.reading.profile.trust.key(key).is_none() {
            let cause = Cause::new("unknown_key", "TMPA 9.4")
                .at("/content/body/key_id")
                .found(self.reading.text(key));
            self.reading
                .raise(index, Raise::new(Code::AuthorityUndetermined, cause).message(text.to_owned()));
        }
    }

    fn assigned_role(&self, assignment: Symbol) -> Option<Symbol> {
        let mut by_profile = self.reading.profile.roles.assignments().iter();
        if let Some(entry) = by_profile.find(|entry| entry.id == assignment) {
            return Some(entry.grant.role);
        }
        match &self.reading.graph.object(self.reading.graph.find(assignment)?).said {
            Said::Grant(grant) => Some(grant.role),
            _ => None,
        }
    }

    pub(super) fn list(&self, symbols: &[Symbol]) -> String {
        let mut list: Vec<&str> = symbols.iter().map(|&symbol| self.reading.text(symbol)).collect();
        list.sort_unstable();
        list.join(", ")
    }
}
