//! The four places where the published corpus needs a laxer reading than the specification gives.

use super::error::ProfileError;
use super::field::Field;

/// Which of the readings that the catalogue names a profile asks for. The default is strict everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    /// Streams start at position 1, so that a later start is a gap (G15).
    pub sequence_from_one: bool,
    /// The role claim of every object is validated, not only of transitions and decisions (G31).
    pub role_check_on_every_object: bool,
    /// A decision needs an assignment that holds the action `resolve`, not only one to the role (TMPA 7.3).
    pub decision_needs_action: bool,
    /// A relation that no registry declares breaks the type rule (G24).
    pub closed_relations: bool,
}

impl Switches {
    pub(super) const STRICT: Self = Self {
        sequence_from_one: true,
        role_check_on_every_object: true,
        decision_needs_action: true,
        closed_relations: true,
    };
    pub(super) const COMPACT: Self = Self {
        sequence_from_one: false,
        role_check_on_every_object: false,
        decision_needs_action: false,
        closed_relations: false,
    };

    pub(super) fn load(self, field: Option<Field<'_>>) -> Result<Self, ProfileError> {
        let Some(field) = field else { return Ok(self) };
        field.object(&["sequence_base", "role_check", "decision_scope", "relation_registry"])?;
        let word = |name: &str, strict: &str, lax: &str, allowed, default: bool| match field.optional(name) {
            Some(field) => field.choice(&[(strict, true), (lax, false)], allowed),
            None => Ok(default),
        };
        Ok(Self {
            sequence_from_one: word("sequence_base", "one", "any", "`one`, `any`", self.sequence_from_one)?,
            role_check_on_every_object: word(
                "role_check",
                "every_object",
                "protected_actions",
                "`every_object`, `protected_actions`",
                self.role_check_on_every_object,
            )?,
            decision_needs_action: word(
                "decision_scope",
                "action",
                "role",
                "`action`, `role`",
                self.decision_needs_action,
            )?,
            closed_relations: word(
                "relation_registry",
                "closed",
                "open",
                "`closed`, `open`",
                self.closed_relations,
            )?,
        })
    }
}
