//! What can be asked of deals. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{InLedger, Offer, Opening};

/// Deals over a journal: a file, or a ledger, that holds every message ever submitted, and from which anyone gets the same
/// states.
#[derive(Debug, Subcommand)]
pub(crate) enum Deal {
    /// Starts an empty journal; refuses where the file is already there, or the ledger holds messages
    New {
        #[command(flatten)]
        journal: JournalFile,
    },
    /// Looks at an Offer before it is posted, and says what it leaves open or tilts to one side
    ///
    /// Exit code 0 means that nothing weighs more than a note, 1 that there is a warning, 73 that the Offer would be
    /// refused.
    Lint {
        /// The Offer, or `-` for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        offer: PathBuf,
        /// How to answer
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: Form,
    },
    /// Posts an Offer, as a counterparty
    Offer(Box<Offer>),
    /// Accepts what is posted, as the agent
    Accept(Accept),
    /// Deposits the consideration in escrow, as a counterparty
    Hold(Hold),
    /// Discloses an artifact, as the agent
    ///
    /// Every piece of evidence becomes an entry of the artifact, and the claim refers to all of them. A file is
    /// attached by its digest, which is taken now; whoever wants to check it asks for the file.
    Disclose(Disclose),
    /// Invokes the agreement and votes for settlement, as a counterparty
    Settle(Settle),
    /// Refuses the Offer, as the agent
    Reject(Reason),
    /// Takes the Offer back before it is accepted, as a counterparty
    Withdraw(Reason),
    /// Objects to results; once for each party
    Dispute(Dispute),
    /// Decides what is under review, as the reviewer
    Rule(Rule),
    /// Agrees to other terms; they hold when every party has agreed to the same
    Amend(Amend),
    /// Agrees to end the deal without fault; it ends when every party has agreed
    Cancel(Cancel),
    /// Tells the time, so that deadlines that have passed take effect
    Tick(Tick),
    /// Shows where the deals stand, and what each party may do next
    Status(Status),
    /// Explains each balance: the clause and the message that caused it
    Explain(Explain),
    /// Lists every end that a deal can have, with what each party gets and the shortest way there
    ///
    /// Exit code 0 means that these are all ends, 2 that the search was ended by its limits, 73 that an Offer would be
    /// refused.
    Simulate {
        /// The Offers that make the deal, or `-` for one on standard input; a pool may be given with one of its Offers
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        offers: Vec<PathBuf>,
        /// Most ends that are looked for
        #[arg(long, value_name = "N", default_value_t = 1000)]
        ends: usize,
        /// Most positions that are looked at
        #[arg(long, value_name = "N", default_value_t = 20000)]
        positions: usize,
        /// How to answer
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: Form,
    },
    /// Prints the transcript: one entry for each message, as JSON lines
    Transcript {
        #[command(flatten)]
        journal: JournalFile,
    },
    /// Prints the receipt of a message that was applied, with the proof that its entry is in the journal
    Receipt {
        /// The number of the message
        #[arg(value_name = "N")]
        message: u64,
        #[command(flatten)]
        journal: JournalFile,
        /// Signs the receipt with this Ed25519 key, a PKCS #8 file
        #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
        sign: Option<PathBuf>,
        #[command(flatten)]
        opening: Opening,
    },
    /// Checks a journal or a transcript: every hash, and every state by playing the messages again
    Verify {
        /// The journal, the transcript or the ledger, or `-` for a transcript on standard input
        #[arg(value_name = "FILE", required_unless_present = "ledger", conflicts_with = "ledger", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        #[command(flatten)]
        ledger: InLedger,
    },
}

#[derive(Debug, Args)]
pub(crate) struct JournalFile {
    /// The journal
    #[arg(long, value_name = "FILE", default_value = "deals.jsonl", conflicts_with = "ledger", value_hint = ValueHint::FilePath)]
    pub(crate) journal: PathBuf,
    #[command(flatten)]
    pub(crate) within: InLedger,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    #[default]
    Text,
    Json,
}

/// What every message has in common.
#[derive(Debug, Args)]
pub(crate) struct Sending {
    #[command(flatten)]
    pub(crate) journal: JournalFile,
    /// Sends this message as it is instead of one made from the flags; `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) message: Option<PathBuf>,
    /// The sender; by default the only party that this message can come from
    #[arg(long, value_name = "PARTY", conflicts_with = "message")]
    pub(crate) from: Option<String>,
    /// An id under which the same message, sent again, has no second effect
    #[arg(long, value_name = "ID", conflicts_with = "message")]
    pub(crate) msg_id: Option<String>,
    /// The stamp of the message, in the unit of the deadlines; by default the system's clock in milliseconds
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<u64>,
    /// Signs the message with this Ed25519 key, a PKCS #8 file as `openssl genpkey -algorithm ed25519` writes it
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

/// The deal that a message is about.
#[derive(Debug, Args)]
pub(crate) struct Named {
    /// The offer id, or the pool id
    #[arg(value_name = "DEAL", required_unless_present = "message", conflicts_with = "message")]
    pub(crate) deal: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Accept {
    #[command(flatten)]
    pub(crate) named: Named,
    /// The digest of the Offer that is accepted; refused where another one is posted
    #[arg(long, value_name = "DIGEST", conflicts_with = "message")]
    pub(crate) digest: Option<String>,
    /// Binds the agent to the content of an item: `ITEM=sha256:HEX`
    #[arg(long, value_name = "ITEM=DIGEST", conflicts_with = "message")]
    pub(crate) commit: Vec<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Hold {
    #[command(flatten)]
    pub(crate) named: Named,
    /// The cash that is deposited; must be what the Offer says
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) cash: Option<u64>,
    /// The digest of the Offer that the deposit is for; another digest is a breach
    #[arg(long, value_name = "DIGEST", conflicts_with = "message")]
    pub(crate) digest: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Disclose {
    #[command(flatten)]
    pub(crate) named: Named,
    /// What is claimed; refers to all the evidence given here
    #[arg(long, value_name = "TEXT", conflicts_with = "message")]
    pub(crate) claim: Option<String>,
    /// Evidence for an item: `ITEM=VALUE`, JSON or else text
    #[arg(long, value_name = "ITEM=VALUE", conflicts_with = "message")]
    pub(crate) evidence: Vec<String>,
    /// A file as evidence for an item, by its digest: `ITEM=PATH`
    #[arg(long, value_name = "ITEM=PATH", conflicts_with = "message")]
    pub(crate) attach: Vec<String>,
    /// Attests an item: `ITEM` for true, or `ITEM=VALUE`
    #[arg(long, value_name = "ITEM", conflicts_with = "message")]
    pub(crate) attest: Vec<String>,
    /// Says that this is all
    #[arg(long = "final", conflicts_with = "message")]
    pub(crate) last: bool,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Settle {
    #[command(flatten)]
    pub(crate) named: Named,
    /// The digest of the Offer that is settled; another digest is a breach
    #[arg(long, value_name = "DIGEST", conflicts_with = "message")]
    pub(crate) digest: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Reason {
    #[command(flatten)]
    pub(crate) named: Named,
    /// Why; for people
    #[arg(long, value_name = "TEXT", conflicts_with = "message")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Dispute {
    #[command(flatten)]
    pub(crate) named: Named,
    /// An item that is objected to; by default all that can be
    #[arg(long, value_name = "ITEM", conflicts_with = "message")]
    pub(crate) item: Vec<String>,
    /// Why; for people
    #[arg(long, value_name = "TEXT", conflicts_with = "message")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Rule {
    #[command(flatten)]
    pub(crate) named: Named,
    /// The decision on every item under review that `--item` does not name
    #[arg(
        long,
        value_enum,
        value_name = "VERDICT",
        conflicts_with = "message",
        required_unless_present = "message"
    )]
    pub(crate) verdict: Option<Decision>,
    /// The decision on one item: `ITEM=pass` or `ITEM=fail`
    #[arg(long, value_name = "ITEM=VERDICT", conflicts_with = "message")]
    pub(crate) item: Vec<String>,
    /// The breach that a failed item is
    #[arg(long, value_enum, value_name = "CODE", conflicts_with = "message", ignore_case = true)]
    pub(crate) breach: Option<RuledBreach>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Decision {
    Pass,
    Fail,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RuledBreach {
    /// Fake disclosure
    #[value(name = "F2")]
    F2,
    /// Verification failure
    #[value(name = "F3")]
    F3,
}

#[derive(Debug, Args)]
pub(crate) struct Amend {
    #[command(flatten)]
    pub(crate) named: Named,
    /// The new terms: a file with the Offer as it shall read
    #[arg(long, value_name = "FILE", conflicts_with = "message", required_unless_present = "message")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) terms: Option<PathBuf>,
    /// The counterparty whose Offer it is; by default the sender, between two the only one
    #[arg(long, value_name = "PARTY", conflicts_with = "message")]
    pub(crate) party: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Debug, Args)]
pub(crate) struct Cancel {
    #[command(flatten)]
    pub(crate) named: Named,
    /// What becomes of the escrow [default: refund]
    #[arg(long, value_enum, value_name = "POLICY", conflicts_with = "message")]
    pub(crate) policy: Option<Division>,
    /// Why; for people
    #[arg(long, value_name = "TEXT", conflicts_with = "message")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Division {
    /// All of it goes back
    Refund,
    /// What is earned is paid, the rest goes back
    Earned,
}

#[derive(Debug, Args)]
pub(crate) struct Tick {
    #[command(flatten)]
    pub(crate) journal: JournalFile,
    /// The time, in the unit of the deadlines; by default the system's clock in milliseconds
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<u64>,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Status {
    /// An offer id or pool id; by default all deals
    #[arg(value_name = "DEAL")]
    pub(crate) deal: Option<String>,
    #[command(flatten)]
    pub(crate) journal: JournalFile,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// An offer id or pool id
    #[arg(value_name = "DEAL")]
    pub(crate) deal: String,
    #[command(flatten)]
    pub(crate) journal: JournalFile,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}
