//! What a projection says beyond its objects (TMPA 8.2): a code, what it is about, and why.

use crate::code::{Code, Effect, Severity};

/// How many members one finding names, so that many findings about many members stay linear.
pub(crate) const NAMED: usize = 16;

/// One finding. Empty texts stand for what does not apply.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// What was found.
    pub code: Code,
    /// The object whose judgment it lowers, or that it speaks of.
    pub object: String,
    /// The source in which it shows.
    pub source: String,
    /// The relation of the reference that is meant.
    pub relation: String,
    /// The target of that reference.
    pub target: String,
    /// Why, in the order in which it was found.
    pub causes: Vec<Cause>,
}

impl Finding {
    pub(crate) fn new(code: Code, source: &str, object: &str, cause: Cause) -> Self {
        Self {
            code,
            object: object.to_owned(),
            source: source.to_owned(),
            relation: String::new(),
            target: String::new(),
            causes: vec![cause],
        }
    }

    pub(crate) fn of(mut self, relation: &str, target: &str) -> Self {
        relation.clone_into(&mut self.relation);
        target.clone_into(&mut self.target);
        self
    }

    pub(crate) fn is_about_the_same(&self, other: &Self) -> bool {
        self.code == other.code
            && self.object == other.object
            && self.source == other.source
            && self.relation == other.relation
            && self.target == other.target
    }

    /// How much it weighs.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What it does to the judgment of [`Finding::object`], or, where that is empty, to what the source could have held.
    #[must_use]
    pub const fn effect(&self) -> Option<Effect> {
        self.code.effect()
    }

    /// The clause.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        self.code.clause()
    }
}

/// One reason behind a finding. Every text is deterministic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// What failed, as one word: FCoP's own error code where it has one, else lower-case.
    pub reason: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// RFC 6901 pointer into the object, or a field name of the frontmatter.
    pub pointer: Option<String>,
    /// What the rule asks for.
    pub expected: Option<String>,
    /// What is there.
    pub found: Option<String>,
    /// Ids or source ids that this reason names, in code-point order.
    pub members: Vec<String>,
}

impl Cause {
    pub(crate) const fn new(reason: &'static str, clause: &'static str) -> Self {
        Self { reason, clause, pointer: None, expected: None, found: None, members: Vec::new() }
    }

    pub(crate) fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    pub(crate) fn expected(mut self, text: impl Into<String>) -> Self {
        self.expected = Some(text.into());
        self
    }

    pub(crate) fn found(mut self, text: impl Into<String>) -> Self {
        self.found = Some(text.into());
        self
    }

    pub(crate) fn members<'m>(mut self, members: impl IntoIterator<Item = &'m str>) -> Self {
        self.members.extend(members.into_iter().map(str::to_owned));
        self.members.sort_unstable();
        self.members.dedup();
        self
    }
}
