//! What the bodies of reviews, decisions and authority objects say, by symbol.

use crate::examine::Facts;
use crate::names::{Names, Symbol};
use crate::profile::roles::Grant;
use actum_canon::instant::Instant;

/// The facts of one object; an absent member is the empty name.
#[derive(Debug)]
pub(crate) enum Said {
    Nothing,
    /// A review or a decision.
    Verdict {
        /// The canonical bytes of the decision, so that equal values of any kind are equal claims (G34).
        decision: Symbol,
        /// The decision when it is a string.
        word: Symbol,
        /// The claim that a decision prefers.
        selects: Symbol,
        /// The duty rule that a decision lifts, in single-file profiles.
        exception: Symbol,
    },
    /// An assignment or a delegation.
    Grant(Box<Grant>),
    /// The assignment that is withdrawn.
    Revocation(Symbol),
    /// The key that is withdrawn.
    KeyRevocation(Symbol),
    /// The duty rule that is lifted, and for whom.
    Exception {
        rule: Symbol,
        identity: Symbol,
    },
    /// Until when the creator holds the work item.
    Lease(Box<Instant>),
}

impl Said {
    pub(super) fn new(facts: Option<Box<Facts>>, names: &mut Names) -> Self {
        let Some(facts) = facts else { return Self::Nothing };
        let mut name = |text: &Option<String>| names.intern(text.as_deref().unwrap_or_default());
        match *facts {
            Facts::Verdict { decision, word, selects, exception } => Self::Verdict {
                decision: name(&decision),
                word: name(&word),
                selects: name(&selects),
                exception: name(&exception),
            },
            Facts::Grant(facts) => {
                let mut set = |list: Option<Vec<String>>| {
                    list.map(|list| list.iter().map(|name| names.intern(name)).collect::<Vec<_>>())
                };
                let (actions, works) = (set(facts.actions), set(facts.works));
                Self::Grant(Box::new(Grant {
                    identity: names.intern(&facts.identity),
                    role: names.intern(&facts.role),
                    actions,
                    works,
                    not_before: facts.not_before,
                    not_after: facts.not_after,
                }))
            }
            Facts::Revocation(assignment) => Self::Revocation(names.intern(&assignment)),
            Facts::KeyRevocation(key) => Self::KeyRevocation(names.intern(&key)),
            Facts::Exception { rule, identity } => {
                Self::Exception { rule: names.intern(&rule), identity: names.intern(&identity) }
            }
            Facts::Lease(until) => until.map_or(Self::Nothing, |until| Self::Lease(Box::new(until))),
        }
    }
}
