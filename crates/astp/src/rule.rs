//! The rules of branch, fork and merge, one table: clause, what each demands, and the conformance vectors that test it.
//!
//! Rules with a number of the specification keep it (ASTP 6, 19). The branch rules have none; they are named by their
//! conformance vector. The rest is what the specification says in prose about the shape of a tree.
//!
//! Not here: the checks. An operation makes them and names the rule.

use core::fmt;

struct Row {
    id: &'static str,
    clause: &'static str,
    demand: &'static str,
    hint: &'static str,
    reference: Option<&'static str>,
    vectors: &'static [&'static str],
}

macro_rules! rules {
    ($($variant:ident = $id:literal, $clause:literal, [$($vector:literal),*], $demand:literal, $hint:literal $(, $reference:literal)?;)*) => {
        /// A rule. Its documentation is [`Rule::demand`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $(#[doc = $demand] $variant,)* }

        impl Rule {
            /// All rules, in the order of this table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$variant => Row {
                        id: $id,
                        clause: $clause,
                        demand: $demand,
                        hint: $hint,
                        reference: rules!(@text $($reference)?),
                        vectors: &[$($vector),*],
                    },)*
                }
            }
        }
    };
    (@text) => { None };
    (@text $text:literal) => { Some($text) };
}

rules! {
    G1 = "G-1", "ASTP G-1", ["BR-007"], "an Episode takes writes only while its record is open",
        "open a new Episode for what comes after";
    G2 = "G-2", "ASTP G-2", [], "what a node belongs to never changes",
        "write a new node with the right parent; the old one stays as it is";
    G3 = "G-3", "ASTP G-3", [], "sequence indices strictly increase within an Episode",
        "append after the greatest index of the Episode";
    G4 = "G-4", "ASTP G-4", [], "the logical clock strictly increases over audit records",
        "continue the journal from its head";
    G5 = "G-5", "ASTP G-5", [], "every node is of a registered type",
        "use a type that this reader knows";
    G6 = "G-6", "ASTP G-6", [], "the protocol layer does not depend on node types",
        "keep bytes and digests in their own crate";
    G17 = "G-17", "ASTP G-17", [], "a gate is resolved after it was invoked, and once",
        "raise a new gate for a new decision";
    G18 = "G-18", "ASTP G-18", [], "nothing is crystallized while a blocking gate waits for a human",
        "resolve, time out or escalate the gate first";
    G19 = "G-19", "ASTP 19.3.1, G-19", ["FM-004"], "a fork has an objective", "say what the alternatives are to achieve",
        "Fork creation requires a non-empty fork_objective. A fork without an objective is indistinguishable from a branch.";
    G20 = "G-20", "ASTP 19.3.1, G-20", ["FM-005"], "a fork has at least two alternatives",
        "give a second alternative, or make a branch",
        "Fork requires at least 2 alternatives (got {n}). Single-path divergence is a branch, not a fork.";
    G21 = "G-21", "ASTP 19.3.1, G-21", [], "resolving a fork has a rationale", "say why this alternative was chosen",
        "Fork resolution requires a non-empty rationale. Discarded alternatives deserve an audit trail.";
    G22 = "G-22", "ASTP 19.3.2, G-22", ["FM-006"], "a merge has a summary", "say what the merge brings together",
        "Merge execution requires a non-empty merge_summary. The synthesis is the audit trail of what the merge produced.";
    G23 = "G-23", "ASTP 19.3.2, G-23", ["FM-003", "FM-007"], "no conflict is resolved in silence",
        "ask for the manifest, then give exactly one resolution for each conflict in it";
    G24 = "G-24", "ASTP 19.3.3, G-24", ["FM-002", "FM-009"], "a merge is written only over three roots that hold",
        "write at least one persistent Segment on either line first";
    G25 = "G-25", "ASTP 19.4.1, G-25", ["AS-001", "AS-002"], "an aside is started by a human",
        "name a registered human, or start a soliloquy",
        "Asides must be human-initiated — initiated_by_human is required. Agent-initiated internal branches are soliloquies.";
    G26 = "G-26", "ASTP 19.4.1, G-26", ["AS-005"], "no Episode is sealed while an aside is open",
        "close or abandon the aside first",
        "Return obligation violated: aside is still OPEN at episode seal. Unclosed asides are audit violations — close or explicitly abandon.";
    G27 = "G-27", "ASTP 19.4.2, G-27", ["SL-005"], "a human can see every conclusion",
        "leave `human_accessible` true, and register a human",
        "Soliloquy visibility policy violation: human_accessible=false. Humans ALWAYS have read access — this is non-negotiable. Deliberation content can be private to other agents, never to humans.";
    G28 = "G-28", "ASTP 19.4.2, G-28", ["SL-007"], "no Episode is sealed while a soliloquy goes on",
        "conclude or abandon the soliloquy first",
        "Return obligation violated: soliloquy is still ACTIVE at episode seal. Unconcluded soliloquies are audit violations — conclude or explicitly abandon.";
    G29 = "G-29", "ASTP 19.5.1, G-29", ["CF-005"], "a Segment comes with its fingerprint where the Episode demands one",
        "give the fingerprint with the Segment",
        "Coherence fingerprint must be computed at segment write time. Retroactive fingerprinting defeats the detection window.";
    G30 = "G-30", "ASTP 19.3.5, G-30", ["DF-003", "FO-005"], "point and Episode of a departure name one origin tip",
        "report this: a tree never writes two";
    G31 = "G-31", "ASTP 19.3.5, G-31", ["DF-004"], "a departure has an objective", "say what the departure is to achieve",
        "Fork creation requires a non-empty fork_objective. A fork without an objective is indistinguishable from a branch.";
    G32 = "G-32", "ASTP 19.3.5, G-32", ["DF-005"], "a departure has one of four triggers",
        "use TOPIC_SHIFT, PARALLEL_THREAD, EXPLICIT_FORK or AGENT_ESCALATION; an exploratory thread is a fork";
    G33 = "G-33", "ASTP 19.3.5, G-33", ["DF-006"], "an escalation names the Segment that provoked it",
        "name a stored Segment of the origin", "fork_trigger_segment_id is required for AGENT_ESCALATION";
    G34 = "G-34", "ASTP 19.3.5, G-34", ["DF-008"], "a return is declared for a completed departure only",
        "complete the departure first", "declare_fork_return requires a COMPLETED fork (got {state})";
    G35 = "G-35", "ASTP 19.3.5, G-35", ["DF-009"], "a departure returns once",
        "write what is to be added as Segments of the origin",
        "Departure fork {fork} already has a return declaration";
    G40 = "G-40", "ASTP G-40", [], "what is sealed has a record from which its roots follow, and Episodes are named by UUIDs",
        "what is stored decides; what comes later goes into the next seal";

    Branch = "BR-001", "ASTP 19.2.1", ["BR-001"], "a branch leaves from a stored Segment of its own Episode, and has an intent",
        "name a Segment of the Episode, and say what the branch intends", "Branch intent must be non-empty";
    Request = "BR-004", "ASTP 19.1.4", ["BR-004"], "one request has one result",
        "wait for the holder, or send a new request number for a new request";
    Depth = "BR-005", "ASTP 19.2.1", ["BR-005"], "branches nest four deep, and deeper only by a recorded override",
        "merge or abandon a branch above, or say `override_depth`",
        "Branch depth limit exceeded: depth={d}, max={m}. Override requires explicit logging.";
    Access = "BR-006", "ASTP 19.1.3", ["BR-006"], "a recorded policy lets the actor write",
        "ask the owner of the resource";
    Abandonment = "BR-007", "ASTP 19.2.2", ["BR-007"], "giving up a branch has a reason, and is for good",
        "say why; for further work make a new branch",
        "Branch abandonment requires a non-empty reason. ABANDONED is terminal — the reason is the audit trail.";
    Terminus = "BR-002", "ASTP 19.2.2", ["BR-002"], "a branch that has ended stays ended",
        "make a new branch";
    Audit = "BR-003", "ASTP 8.2", ["BR-003"], "every audit record follows from the one before it",
        "obtain the journal as it was written";
    ForkIntent = "FM-001", "ASTP 19.3.1", ["FM-001"], "a fork has an intent, and each alternative an Episode of its own",
        "say what is intended, and give unused identifiers", "Fork intent must be non-empty";
    ForkOpen = "FORK", "ASTP 19.3.1", [], "a fork is resolved once, to one of its own alternatives",
        "make a new fork";
    Strategy = "STRATEGY", "ASTP 19.3.2", [], "a merge has a known strategy",
        "use AUTO, MANUAL_REVIEW, AGENT_RESOLVED or CONCLUSION_ONLY", "Unknown merge_strategy: {strategy}";
    Ancestor = "FM-008", "ASTP 19.3.2", ["FM-008"], "what is merged has a common ancestor",
        "merge into an Episode of the same lineage";
    DepartureStep = "DF-007", "ASTP 19.3.5", ["DF-007"], "a departure goes from ACTIVE to COMPLETED or to ABANDONED, and no further",
        "make a new departure";
    DepartureParty = "DF-002", "ASTP 19.3.5", ["DF-001", "DF-002"], "a departure is steered by the agents it belongs to",
        "act as the agent of the Episode concerned";
    ReturnType = "DF-009", "ASTP 19.3.5", ["DF-009"], "a return has one of three types",
        "use INCORPORATED, ACKNOWLEDGED or SUPERSEDED";
    Adoption = "ADOPT", "ASTP 19.3.7", [], "what is taken in recomputes, and belongs to what is taken in with it",
        "take in whole Episodes, as they were stored";
    Marker = "FO-001", "ASTP 19.3.7", ["FO-001", "FO-002", "FO-003", "FO-004", "FO-007"], "a marker is written for an orphan, once for each fork, beside the record",
        "look for orphans first";
    Anchor = "FO-006", "ASTP 19.3.7", ["FO-005", "FO-006", "FO-008"], "a point is written late only where its provenance fits the origin",
        "have an operator look at origin and fork";
    AsideAgent = "AS-003", "ASTP 19.4.1", ["AS-003"], "an aside has exactly one agent and a label", "name the agent",
        "Asides require a target_agent_id — aside runs with exactly one agent.";
    AsideClose = "AS-004", "ASTP 19.4.1", ["AS-004", "AS-006"], "closing an aside has a reason, and is for good", "say how it ended",
        "Closing an aside requires a non-empty close_reason. Return obligation is part of the audit trail.";
    Soliloquy = "SL-004", "ASTP 19.4.2", ["SL-001", "SL-004"], "a soliloquy has a purpose and an agent", "say what it is for",
        "Soliloquy creation requires a non-empty purpose. A soliloquy without purpose is indistinguishable from silence.";
    Conclusion = "SL-006", "ASTP 19.4.2", ["SL-002", "SL-003", "SL-006"], "a conclusion has a summary and a stored Segment to go to", "say what came out",
        "Soliloquy conclusion requires a non-empty summary. Only the conclusion merges back — silence is not an exit.";
    Detection = "CF-003", "ASTP 19.5.2", ["CF-001", "CF-002", "CF-003", "CF-004", "CF-006"], "a reading of drift is a number from 0 to 1, once for each Segment",
        "measure again";
    Confirmation = "CF-007", "ASTP 19.5.4", ["CF-007", "CF-008"], "a confirmation holds for its party and its turns",
        "confirm again after it ended";

    Known = "KNOWN", "ASTP 19.1", [], "every identifier that is named is stored, and is of the kind that is meant",
        "name a stored node";
    Fresh = "FRESH", "ASTP 4.1", [], "every new node has an identifier that was never used",
        "draw a new identifier";
    Lineage = "LINE", "ASTP 3.4.1", [], "a Segment goes on a line of its own Episode that is still open",
        "name an open branch of the Episode, or none";
    SpineState = "SPINE", "ASTP 5.7.1", [], "a structural node is bound to a spine that has a root",
        "write a persistent Segment first";
    Reading = "READING", "ASTP 8.3, 5.1.1", [], "a field of a joined preimage has one reading",
        "leave out the colon, or put the text into the free field";
    Moment = "MOMENT", "ASTP 5.1.1", [], "a moment is at or after 1970, with at most six fraction digits",
        "give the time in UTC";
    Signature = "SIGNATURE", "ASTP 4.6", [], "a signature is of the 32 bytes of the hash, by the key that comes with it",
        "sign the hash again, or leave the signature out";
    Principal = "PRINCIPAL", "ASTP 19.4.1", [], "a principal stays what it was registered as",
        "register another identifier";
    Text = "TEXT", "ASTP 5.1.1", [], "a text that names somebody or something is not blank",
        "give the text";
}

impl Rule {
    /// The short name: the specification's number, or our word.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// The clause that has the rule.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What the rule demands, as a sentence without a full stop.
    #[must_use]
    pub const fn demand(self) -> &'static str {
        self.row().demand
    }

    /// What can safely be done where it is not met.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        self.row().hint
    }

    /// The text with which the published writer refuses, with its places in braces; `None` where it has none.
    #[must_use]
    pub const fn reference(self) -> Option<&'static str> {
        self.row().reference
    }

    /// The conformance vectors that test the rule.
    #[must_use]
    pub const fn vectors(self) -> &'static [&'static str] {
        self.row().vectors
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rules_share_an_id() {
        for (at, rule) in Rule::ALL.iter().enumerate() {
            assert!(Rule::ALL.iter().skip(at + 1).all(|other| other.id() != rule.id()), "{rule}");
        }
    }

    #[test]
    fn every_row_says_something() {
        for rule in Rule::ALL {
            assert!(
                !rule.clause().is_empty() && !rule.demand().is_empty() && !rule.hint().is_empty(),
                "{rule}"
            );
        }
    }
}
