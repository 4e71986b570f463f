//! Who holds a work item, and until when: the claim with a lease under which it is being worked on.
//!
//! A claim says until when it holds. Whether that moment has passed is no part of a reading: whoever asks brings the
//! present moment along, and only a profile whose clock counts lets the two be compared (TMPA 6.4).

use actum_canon::instant::Instant;
use actum_canon::json::{Parser, Value};
use actum_tmpa::profile::{Outline, OutlineTransition, OutlineType};

use super::record::{Record, Standing};

/// The claim under which a work item is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Id of the claim.
    pub claim: String,
    /// Who holds it.
    pub holder: String,
    /// The moment as the claim spells it.
    pub until: String,
    /// When the claim was written, as it says.
    pub since: String,
    /// The session that wrote it, as far as its stream tells; others of the same identity name themselves otherwise.
    pub session: Option<String>,
}

/// How a lease stands at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It runs.
    Working,
    /// It has run out; the work waits for its holder or for somebody who takes it over.
    Pending,
    /// The profile trusts no clock, so that nobody can tell.
    Unknown,
}

impl Lease {
    /// The lease under which a work item is held; `None` where it is not held, or held without one.
    pub fn of(record: &dyn Record, standing: &Standing) -> Option<Self> {
        let profile = record.profile();
        let mut state = standing.state.clone()?;
        let steps = steps(profile, standing);
        // From the latest step back to the one by which the work item came to be held.
        for id in standing.transitions.iter().rev() {
            if !is_held(steps, &state) {
                return None;
            }
            let bytes = record.object(id)?;
            let said = Said::read(&bytes, profile)?;
            if let Some(until) = said.until.clone() {
                let Said { creator: holder, since, stream, .. } = said;
                let session = stream.strip_prefix(&holder).and_then(|rest| rest.strip_prefix('/'));
                let session = session.filter(|session| !session.is_empty()).map(str::to_owned);
                return Some(Self { claim: id.clone(), holder, until, since, session });
            }
            state = said.from;
        }
        None
    }

    /// Whether another session of the same identity holds it, as far as both name themselves.
    #[must_use]
    pub fn is_of_another(&self, session: Option<&str>) -> bool {
        self.session.as_deref().zip(session).is_some_and(|(holds, asks)| holds != asks)
    }

    /// How it stands at this moment under this profile.
    pub fn at(&self, now: &Instant, profile: &Outline) -> Hold {
        match Instant::parse(&self.until).filter(|_| profile.trusted_clock) {
            None => Hold::Unknown,
            Some(until) if until <= *now => Hold::Pending,
            Some(_) => Hold::Working,
        }
    }
}

/// The steps of the lifecycle that a work item follows: that of its carrier's type.
pub fn steps<'p>(profile: &'p Outline, standing: &Standing) -> &'p [OutlineTransition] {
    let carrier = standing.objects.iter().find(|seen| Some(&seen.id) == standing.carrier.as_ref());
    let kind = carrier.map_or("", |seen| seen.kind.as_str());
    profile.lifecycle_of(kind).map_or(&[], |lifecycle| lifecycle.transitions.as_slice())
}

/// Whether somebody holds a work item in this state: by these steps, its holder alone may go on from there.
pub fn is_held(steps: &[OutlineTransition], state: &str) -> bool {
    let from = steps.iter().filter(|step| step.from == state);
    from.flat_map(|step| &step.preconditions).any(|condition| condition.same_creator)
}

/// The latest accepted claim of this identity on a work item.
pub(super) fn own_claim(profile: &Outline, standing: &Standing, identity: &str) -> Option<String> {
    let is_claim = |kind: &str| profile.types.iter().any(|entry| entry.name == kind && entry.lease.is_some());
    let own = |id: &&String| {
        let seen = standing.objects.iter().find(|seen| seen.id == **id);
        seen.is_some_and(|seen| seen.creator == identity && is_claim(&seen.kind))
    };
    standing.transitions.iter().rev().find(own).cloned()
}

/// What the bytes of a transition say.
struct Said {
    creator: String,
    from: String,
    until: Option<String>,
    since: String,
    stream: String,
}

impl Said {
    fn read(bytes: &[u8], profile: &Outline) -> Option<Self> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        let root = document.root();
        let text = |value: Option<Value<'_>>| Some(value?.as_str()?.into_owned());
        let kind = text(root.get("type"))?;
        let lease = profile.types.iter().find(|entry: &&OutlineType| entry.name == kind)?.lease.as_deref();
        let body = || root.get("content")?.get("body");
        Some(Self {
            creator: text(root.get("creator"))?,
            from: text(root.get("lifecycle")?.get("transition")?.get("from"))?,
            until: lease.and_then(|member| text(body()?.get(member))),
            since: text(root.get("created_at")).unwrap_or_default(),
            stream: text(root.get("stream")?.get("id")).unwrap_or_default(),
        })
    }
}
