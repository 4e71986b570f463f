//! A tree with a few parties, one Episode and some Segments, and somebody who asks it things.

use actum_astp::command::{AppendSegment, Command, OpenEpisode, Reading};
use actum_astp::id::{Instant, Uuid};
use actum_astp::node::{Principal, Reference};
use actum_astp::rule::Rule;
use actum_astp::tree::{Answer, Context, DetectionResult, Outcome, Refusal, Transition, Tree};
use actum_astp::value::{IntentClass, PrincipalKind, ReferenceType, RetentionTier, SegmentType};
use actum_canon::digest::{Sha3, sha3};

pub(crate) const AGENT: &str = "ariadne";
pub(crate) const OTHER: &str = "theseus";
pub(crate) const HUMAN: &str = "ada";

/// 2027-01-01T00:00:00Z.
const START: u64 = 1_798_761_600_000;

pub(crate) struct Asked {
    pub(crate) tree: Tree,
    turn: u64,
}

pub(crate) fn id(number: u64) -> Uuid {
    Uuid::from_bytes((0x8000_8000_u128 << 48 | u128::from(number)).to_be_bytes())
}

pub(crate) fn digest(text: &str) -> Sha3 {
    sha3(text.as_bytes())
}

/// Milliseconds after the start.
pub(crate) fn moment(milliseconds: u64) -> Instant {
    Instant::from_milliseconds(START + milliseconds).unwrap()
}

impl Asked {
    /// Nobody is registered.
    pub(crate) fn unregistered() -> Self {
        Self { tree: Tree::new(), turn: 0 }
    }

    /// Two agents and a human are registered.
    pub(crate) fn registered() -> Self {
        let mut asked = Self::unregistered();
        let kinds =
            [(AGENT, PrincipalKind::Agent), (OTHER, PrincipalKind::Agent), (HUMAN, PrincipalKind::Human)];
        for (principal, kind) in kinds {
            asked.write(AGENT, Principal { principal_id: principal.into(), kind });
        }
        asked
    }

    /// The next turn, a second after the last, with an identifier of its own.
    pub(crate) fn context(&mut self, actor: &str) -> Context {
        self.turn += 1;
        Context::new(moment(self.turn * 1000), id(self.turn), actor)
    }

    pub(crate) fn apply(
        &mut self,
        context: &Context,
        command: impl Into<Command>,
    ) -> Result<Outcome, Refusal> {
        match self.tree.apply(&command.into(), context)? {
            Answer::Standing(outcome) => Ok(outcome),
            Answer::Write(transition) => {
                let outcome = transition.outcome().clone();
                let mut line = Vec::new();
                transition.write(&mut line);
                self.tree.commit(Transition::parse(&line).unwrap()).unwrap();
                Ok(outcome)
            }
        }
    }

    pub(crate) fn write(&mut self, actor: &str, command: impl Into<Command>) -> Outcome {
        let context = self.context(actor);
        self.apply(&context, command).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// The rule and the field by which a command is refused. The tree is as it was.
    pub(crate) fn refused(&mut self, actor: &str, command: impl Into<Command>) -> (Rule, &'static str) {
        let before = (self.tree.count(), self.tree.head());
        let context = self.context(actor);
        let refusal = self.apply(&context, command).expect_err("the command goes through");
        assert_eq!((self.tree.count(), self.tree.head()), before);
        assert!(!refusal.message.is_empty() && refusal.to_string().contains(refusal.rule.clause()));
        (refusal.rule, refusal.field)
    }

    pub(crate) fn episode(&mut self) -> Uuid {
        self.episode_with(|_| {})
    }

    pub(crate) fn episode_with(&mut self, change: impl FnOnce(&mut OpenEpisode)) -> Uuid {
        let mut command = OpenEpisode {
            title: None,
            context_note: None,
            participants: Vec::new(),
            fingerprint_required: false,
            detection_thresholds: None,
        };
        change(&mut command);
        match self.write(AGENT, command) {
            Outcome::Episode(opened) => opened.episode_id,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn segment(&mut self, episode: Uuid, text: &str) -> Uuid {
        match self.write(AGENT, segment(episode, text)) {
            Outcome::Segment(appended) => appended.segment_id,
            other => panic!("{other:?}"),
        }
    }

    /// An Episode with so many Segments; the n-th says `segment n`.
    pub(crate) fn told(&mut self, count: usize) -> (Uuid, Vec<Uuid>) {
        let episode = self.episode();
        (episode, (0..count).map(|at| self.segment(episode, &format!("segment {at}"))).collect())
    }

    pub(crate) fn refer(&mut self, source: Uuid, target: Uuid) {
        self.write(AGENT, Reference { source, target, reference_type: ReferenceType::Cites });
    }
}

pub(crate) fn segment(episode: Uuid, text: &str) -> AppendSegment {
    AppendSegment {
        episode_id: episode,
        branch_id: None,
        segment_type: SegmentType::Conversation,
        sequence_index: None,
        content_hash: digest(text),
        content_ref: "memory".into(),
        retention_tier: RetentionTier::Persistent,
        supersedes: Vec::new(),
        signal_versions_read: Vec::new(),
        fingerprint: None,
    }
}

pub(crate) fn reading(drift: f64) -> Reading {
    Reading {
        current_objective: "ship the release".into(),
        topic_vector: Vec::from([0.5, -1.0]),
        drift_from_spine: drift,
        intent_class: IntentClass::Continue,
    }
}

pub(crate) fn detection(outcome: Outcome) -> DetectionResult {
    match outcome {
        Outcome::Detection(result) => result,
        other => panic!("{other:?}"),
    }
}
