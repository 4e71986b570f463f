//! What can be asked of a tree: one variant for each operation, with typed fields.
//!
//! Who asks, when, and under which identifiers is the context's matter. Where the specification refuses a word (a trigger,
//! a strategy, a type of return), the field is the word as it was said, so that the operation can refuse it by its rule.
//!
//! Not here: what an operation does.

mod branch;
mod channel;
mod departure;
mod episode;
mod fork;
mod gate;
mod merge;
mod seal;

pub use branch::{AbandonBranch, CreateBranch};
pub use channel::{CloseAside, ConcludeSoliloquy, OpenAside, OpenSoliloquy};
pub use departure::{
    AbandonDepartureFork, Adopt, AdoptedState, CompleteDepartureFork, CreateDepartureFork, DeclareForkReturn,
    RecoverOrphan,
};
pub use episode::{AdvanceEpisode, AppendSegment, AppendSignal, Intercept, OpenEpisode, Reading};
pub use fork::{Alternative, CreateFork, ResolveFork};
pub use gate::{ConcludeGate, InvokeGate};
pub use merge::{ExecuteMerge, Resolution};
pub use seal::SealEpisode;

use crate::access::Policy;
use crate::node::{Principal, Reference};
use crate::value::variants;

variants! {
    /// An operation and what it needs.
    Command {
        /// Opens an Episode of the actor.
        OpenEpisode(OpenEpisode) = "open_episode",
        /// Moves an Episode on towards its closure.
        AdvanceEpisode(AdvanceEpisode) = "advance_episode",
        /// Appends a Segment to a line.
        AppendSegment(AppendSegment) = "append_segment",
        /// Appends a Signal.
        AppendSignal(AppendSignal) = "append_signal",
        /// Records that one Segment refers to another.
        Refer(Reference) = "refer",
        /// Starts a branch.
        CreateBranch(CreateBranch) = "create_branch",
        /// Gives up a branch.
        AbandonBranch(AbandonBranch) = "abandon_branch",
        /// Forks into alternatives.
        CreateFork(CreateFork) = "create_fork",
        /// Chooses an alternative.
        ResolveFork(ResolveFork) = "resolve_fork",
        /// Merges a branch.
        ExecuteMerge(ExecuteMerge) = "execute_merge",
        /// Departs into an Episode of its own.
        CreateDepartureFork(CreateDepartureFork) = "create_departure_fork",
        /// Declares a departure complete.
        CompleteDepartureFork(CompleteDepartureFork) = "complete_departure_fork",
        /// Gives up a departure.
        AbandonDepartureFork(AbandonDepartureFork) = "abandon_departure_fork",
        /// Says what the origin makes of a completed departure.
        DeclareForkReturn(DeclareForkReturn) = "declare_fork_return",
        /// Marks an orphaned departure and mends what may be mended.
        RecoverOrphan(RecoverOrphan) = "recover_orphan",
        /// Takes in nodes that another store has written.
        Adopt(Adopt) = "adopt",
        /// Opens an aside.
        OpenAside(OpenAside) = "open_aside",
        /// Closes or abandons an aside.
        CloseAside(CloseAside) = "close_aside",
        /// Opens a soliloquy.
        OpenSoliloquy(OpenSoliloquy) = "open_soliloquy",
        /// Concludes or abandons a soliloquy.
        ConcludeSoliloquy(ConcludeSoliloquy) = "conclude_soliloquy",
        /// Invokes a gate.
        InvokeGate(InvokeGate) = "invoke_gate",
        /// Resolves, times out or escalates a gate.
        ConcludeGate(ConcludeGate) = "conclude_gate",
        /// Reads the drift at a stored Segment.
        Intercept(Intercept) = "intercept",
        /// Seals an Episode.
        SealEpisode(SealEpisode) = "seal_episode",
        /// Registers a principal.
        Register(Principal) = "register",
        /// Records an access policy.
        Govern(Policy) = "govern",
    }
}
