//! What a writer may be asked to do. Ids and the moment come with the command, so that planning it is a pure function.

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// T1: a TASK in the inbox.
    Create(NewTask),
    /// T2 to T7: a TASK goes on to its next stage.
    Move(Move),
    /// A REPORT of the attempt that is under way.
    Report(NewReport),
    /// A REVIEW of a TASK.
    Review(NewReview),
    /// Ends an operation on a TASK that was interrupted, as far as its receipt leaves no doubt.
    Recover {
        /// The TASK.
        task: String,
    },
}

/// What an envelope declares beyond FCoP: relation and target, for `tmpa_references`.
pub type Declared = (String, String);

/// A TASK to be created.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewTask {
    /// Who gives it.
    pub sender: String,
    /// Who is to do it.
    pub recipient: String,
    /// One line.
    pub subject: String,
    /// Markdown.
    pub body: String,
    /// P0 to P3; P2 where none is given.
    pub priority: Option<String>,
    /// The TASK that it is a part of.
    pub parent: Option<String>,
    /// The TASK that it is a branch of.
    pub branch_of: Option<String>,
    /// Ids that it cites.
    pub references: Vec<String>,
    /// What it refers to beyond FCoP, such as the deal that it fulfils.
    pub declared: Vec<Declared>,
    /// By which the same request is known again: `[A-Za-z0-9][A-Za-z0-9._:-]{0,127}`.
    pub operation_id: String,
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The TASK.
    pub task: String,
    /// What is done.
    pub tool: Tool,
    /// Who does it.
    pub actor: String,
    /// The acceptance, rejection, reopening or convergence it rests on; where there is one only, it is found.
    pub review: Option<String>,
    /// The authorization it rests on; where there is one only, it is found.
    pub authorization: Option<String>,
}

/// The transitions of FCoP 4.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// inbox to active.
    Claim,
    /// active to review.
    Submit,
    /// review to done.
    Approve,
    /// review to active.
    Reject,
    /// done to active.
    Reopen,
    /// done to archive.
    Archive,
}

impl Tool {
    /// The name in events and receipts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claim => "claim_task",
            Self::Submit => "submit_task",
            Self::Approve => "approve_task",
            Self::Reject => "reject_task",
            Self::Reopen => "reopen_task",
            Self::Archive => "archive_task",
        }
    }

    pub(crate) const fn edge(self) -> (&'static str, &'static str) {
        match self {
            Self::Claim => ("inbox", "active"),
            Self::Submit => ("active", "review"),
            Self::Approve => ("review", "done"),
            Self::Reject => ("review", "active"),
            Self::Reopen => ("done", "active"),
            Self::Archive => ("done", "archive"),
        }
    }

    pub(crate) const fn needs_authorization(self) -> bool {
        !matches!(self, Self::Claim | Self::Submit)
    }

    pub(crate) const fn begins_attempt(self) -> bool {
        matches!(self, Self::Claim | Self::Reject | Self::Reopen)
    }
}

/// A REPORT to be filed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewReport {
    /// The TASK.
    pub task: String,
    /// Who reports.
    pub sender: String,
    /// To whom.
    pub recipient: String,
    /// The result in a word or line.
    pub result: String,
    /// Markdown.
    pub body: String,
    /// The REPORT of this attempt that it replaces.
    pub replaces: Option<String>,
    /// Ids that it cites.
    pub references: Vec<String>,
    /// What it refers to beyond FCoP, such as the episode that it is recorded in.
    pub declared: Vec<Declared>,
}

/// A REVIEW to be filed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    /// The TASK.
    pub task: String,
    /// Who reviews.
    pub sender: String,
    /// To whom.
    pub recipient: String,
    /// What kind of review it is.
    pub kind: Verdict,
    /// Markdown.
    pub body: String,
    /// Ids that it refers to. An acceptance or rejection refers to the bound REPORT without being told.
    pub references: Vec<String>,
}

/// The kinds of REVIEW that this writer files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Judges and decides nothing.
    Assessment {
        /// The judgment in a word.
        decision: String,
    },
    /// Accepts the REPORT of the attempt.
    Acceptance,
    /// Rejects it.
    Rejection,
    /// Asks that a finished TASK be taken up again.
    Reopen,
    /// Allows one transition, once.
    Authorization(Grant),
}

/// What an authorization allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The transition.
    pub tool: Tool,
    /// The adopted FCoP profile whose evaluator is asked.
    pub profile: String,
    /// What the evaluator is shown.
    pub proof: Option<String>,
    /// From when it holds; the moment of the command where none is given.
    pub issued_at: Option<String>,
    /// Until when it holds.
    pub expires_at: Option<String>,
}

/// What a command cannot find in the workspace: the moment, and ids that nobody has used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fresh {
    /// RFC 3339 date-time.
    pub at: String,
    /// 32 lower-case hexadecimal digits each: for an envelope, an operation and an attempt.
    pub ids: [String; 3],
}
