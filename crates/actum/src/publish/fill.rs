//! Completes drafts from the record and the profile: everything that an honest writer would otherwise look up (TMPA 3.5,
//! 6.4, 9.2).
//!
//! Pure: the moment, a session and identifiers that are not to be made from content come as parameters. What is given
//! in a draft is never changed, so that a wrong draft stays wrong and the reading says so.

use std::collections::BTreeMap;

use actum_canon::digest::sha256;
use actum_tmpa::profile::{Outline, OutlineTransition, OutlineType};

use super::draft::{Draft, Step, Target};
use super::lease::{Lease, own_claim, steps};
use super::record::{Record, Standing};
use super::roles;
use crate::deal::{Object, canonical};
use crate::error::{Error, ErrorKind};

/// What comes from outside the record.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The moment of publication, as RFC 3339.
    pub created_at: &'a str,
    /// The session of the writer, which has a stream of its own.
    pub session: Option<&'a str>,
}

/// A complete object without its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Object id.
    pub id: String,
    /// Document type.
    pub kind: String,
    /// The work item.
    pub work: String,
    /// Whether it opens the work item.
    pub carries: bool,
    /// The object as JSON, `integrity.digest` left out.
    pub json: String,
}

/// Relations by which a transition names the one before it, in order of preference.
const FOLLOWS: [&str; 2] = ["follows", "depends_on"];
/// Relations by which an object names the assignment that its role rests on, in order of preference.
const ASSIGNED: [&str; 2] = ["under_assignment", "depends_on"];

/// The largest number that a stream can count to: what any reader of JSON keeps.
const LARGEST: u64 = (1 << 53) - 1;

/// Completes the drafts of one publication, in their order.
///
/// # Errors
/// [`ErrorKind::Usage`] where something is missing that nothing can stand in for, [`ErrorKind::NotFound`] where nothing is
/// known of the work item, [`ErrorKind::Refused`] where the action leads nowhere from the current state.
pub fn fill(drafts: &[Draft], record: &dyn Record, setting: Setting<'_>) -> Result<Vec<Filled>, Error> {
    let mut filling =
        Filling { record, profile: record.profile(), setting, taken: BTreeMap::new(), done: Vec::new() };
    for draft in drafts {
        let filled = filling.one(draft)?;
        filling.done.push(filled);
    }
    Ok(filling.done)
}

struct Filling<'a> {
    record: &'a dyn Record,
    profile: &'a Outline,
    setting: Setting<'a>,
    /// The last position of each stream, this publication included.
    taken: BTreeMap<String, u64>,
    done: Vec<Filled>,
}

impl Filling<'_> {
    fn one(&mut self, draft: &Draft) -> Result<Filled, Error> {
        let creator = draft.creator.as_deref().ok_or_else(|| missing("creator", "who publishes"))?;
        let kind = self.kind(draft)?;
        let entry = self.profile.types.iter().find(|entry| entry.name == kind);
        let work = draft.work.as_deref().ok_or_else(|| missing("work", "which work item it is about"))?;
        let standing = self.record.work(work);
        let tuple = draft.step.as_ref().map(|step| self.tuple(step, standing.as_ref(), work)).transpose()?;
        let rules = tuple.as_ref().and_then(|[from, action, to]| {
            let same = |step: &&OutlineTransition| (&step.from, &step.action, &step.to) == (from, action, to);
            self.steps(standing.as_ref()).iter().find(same)
        });
        let held = roles::held(self.record, creator);
        let role = match &draft.role {
            Some(role) => role.clone(),
            None => roles::choose(self.profile, entry, rules, &held, creator)?,
        };
        let mut references = self.given(draft)?;
        self.link(&mut references, entry, rules, standing.as_ref(), creator);
        if !held.fixed.contains(&role) {
            self.rest(&mut references, entry, held.granted.get(&role));
        }
        if entry.is_some_and(|entry| entry.evidence == Some("revocation")) {
            self.bound(&mut references, draft.body.as_deref());
        }
        let opened = || self.done.iter().find(|filled| filled.work == work && filled.carries);
        let carrier = draft.carrier.clone().or_else(|| standing.as_ref()?.carrier.clone());
        let carrier = carrier.or_else(|| opened().map(|filled| filled.id.clone()));
        let carries = entry.is_some_and(|entry| entry.carrier);
        if carrier.is_none() && !carries {
            return Err(unknown_work(work));
        }
        let stream = draft.stream.clone().unwrap_or_else(|| self.stream(creator));
        let sequence = self.sequence(draft.sequence, &stream)?;
        let state = draft.state.clone().or_else(|| tuple.as_ref().map(|[.., to]| to.clone()));
        let state = state.or_else(|| standing?.state).unwrap_or_else(|| self.initial(&kind));
        let spell = |id: &str| {
            // A second carrier names itself too, so that the reading sees two.
            let own = carrier.as_deref().filter(|_| !carries || draft.carrier.is_some()).unwrap_or(id);
            let parts = Parts {
                id,
                kind: &kind,
                work,
                carrier: own,
                stream: &stream,
                sequence,
                creator,
                role: &role,
            };
            self.spell(&parts, draft, &state, tuple.as_ref(), &references)
        };
        let id = draft.id.clone().unwrap_or_else(|| {
            let digest = sha256(&canonical(&spell(""))).to_string();
            let digits: String = digest.chars().skip("sha256:".len()).take(16).collect();
            format!("{}-{digits}", kind.to_lowercase())
        });
        Ok(Filled { json: spell(&id), id, kind, work: work.to_owned(), carries })
    }

    fn kind(&self, draft: &Draft) -> Result<String, Error> {
        if let Some(kind) = &draft.kind {
            return Ok(kind.clone());
        }
        let moves = |entry: &&OutlineType| entry.requires_transition && entry.lease.is_none();
        let plain = draft.step.as_ref().and_then(|_| self.profile.types.iter().find(moves));
        plain.map(|entry| entry.name.clone()).ok_or_else(|| missing("type", "what it is"))
    }

    /// Completes a tuple: from the current state, to where the action leads.
    fn tuple(&self, step: &Step, standing: Option<&Standing>, work: &str) -> Result<[String; 3], Error> {
        let current = || standing.and_then(|standing| standing.state.clone());
        let Some(from) = step.from.clone().or_else(current) else {
            return Err(match standing {
                None => unknown_work(work),
                Some(_) => {
                    let message = format!(
                        "the state of `{work}` is not established, so that no step can be taken from it"
                    );
                    Error::new(ErrorKind::Refused, "state_unknown", message)
                        .hint(format!("`actum brief {work}` says what is missing"))
                }
            });
        };
        if let Some(to) = &step.to {
            return Ok([from, step.action.clone(), to.clone()]);
        }
        let steps = || self.steps(standing).iter().filter(|one| one.from == from);
        let mut targets = steps().filter(|one| one.action == step.action).map(|one| &one.to);
        match (targets.next(), targets.next()) {
            (Some(to), None) => Ok([from, step.action.clone(), to.clone()]),
            (Some(_), Some(_)) => {
                Err(missing("transition", "where the action leads, since it may lead to several states"))
            }
            (None, _) => {
                let message = format!("`{}` is no step from `{from}`, where `{work}` is", step.action);
                let actions: Vec<_> = steps().map(|one| format!("`{}`", one.action)).collect();
                let there = if actions.is_empty() { "none".to_owned() } else { actions.join(", ") };
                Err(Error::new(ErrorKind::Refused, "no_such_step", message)
                    .hint(format!("steps from there: {there}"))
                    .hint(format!("`actum brief {work}` says where it stands")))
            }
        }
    }

    fn given(&self, draft: &Draft) -> Result<Vec<(String, String)>, Error> {
        let resolve = |target: &Target| match target {
            Target::Object(id) => Some(id.clone()),
            Target::Earlier(place) => self.done.get(*place).map(|filled| filled.id.clone()),
        };
        let pair = |reference: &super::draft::Reference| {
            let target = resolve(&reference.target);
            let target =
                target.ok_or_else(|| missing("references", "an earlier draft of the same publication"))?;
            Ok((reference.relation.clone(), target))
        };
        draft.references.iter().map(pair).collect()
    }

    /// Adds what the record answers: the step before this one, and the claims that its preconditions ask for.
    fn link(
        &self,
        references: &mut Vec<(String, String)>,
        entry: Option<&OutlineType>,
        rules: Option<&OutlineTransition>,
        standing: Option<&Standing>,
        creator: &str,
    ) {
        let (Some(rules), Some(standing)) = (rules, standing) else { return };
        for condition in &rules.preconditions {
            let claim = if condition.same_creator {
                own_claim(self.profile, standing, creator)
            } else if condition.lease_over {
                Lease::of(self.record, standing).map(|lease| lease.claim)
            } else {
                None
            };
            if let Some(claim) = claim.filter(|_| !has(references, &[&condition.relation])) {
                add(references, &condition.relation, &claim);
            }
        }
        if let (Some(relation), Some(last)) = (permitted(entry, &FOLLOWS), standing.transitions.last())
            && !has(references, &FOLLOWS)
        {
            add(references, relation, last);
        }
    }

    /// Adds the assignments that the role rests on: they have to come before what relies on them (TMPA 6.4).
    fn rest(
        &self,
        references: &mut Vec<(String, String)>,
        entry: Option<&OutlineType>,
        granted: Option<&Vec<String>>,
    ) {
        if let (Some(relation), Some(granted)) = (permitted(entry, &ASSIGNED), granted) {
            granted.iter().for_each(|id| add(references, relation, id));
        }
    }

    /// Adds what a revocation shall leave alone: whatever the identity wrote so far. What is neither before nor after it
    /// would be undetermined (TMPA 6.4).
    fn bound(&self, references: &mut Vec<(String, String)>, body: Option<&str>) {
        let Some(identity) = roles::assigned(self.record, body) else { return };
        for id in roles::last_words(self.record, &identity) {
            add(references, "depends_on", &id);
        }
    }

    /// The steps of the work item's lifecycle; of one that is not there yet, of the profile's first.
    fn steps(&self, standing: Option<&Standing>) -> &[OutlineTransition] {
        let first = || self.profile.lifecycles.first().map_or(&[][..], |lifecycle| &lifecycle.transitions);
        standing.map_or_else(first, |standing| steps(self.profile, standing))
    }

    /// The state that an object of this type declares where its work item has none.
    fn initial(&self, kind: &str) -> String {
        self.profile.lifecycle_of(kind).map(|lifecycle| lifecycle.initial_state.clone()).unwrap_or_default()
    }

    fn stream(&self, creator: &str) -> String {
        match self.setting.session {
            Some(session) => format!("{creator}/{session}"),
            None => creator.to_owned(),
        }
    }

    fn sequence(&mut self, given: Option<u64>, stream: &str) -> Result<u64, Error> {
        let last = self.taken.get(stream).copied().unwrap_or_else(|| self.record.last(stream));
        let sequence = given.unwrap_or(last.saturating_add(1));
        if sequence > LARGEST {
            let message = format!("the stream `{stream}` has no number left");
            return Err(Error::new(ErrorKind::Refused, "stream_full", message)
                .hint("`--session NAME` begins a stream of its own"));
        }
        self.taken.insert(stream.to_owned(), sequence.max(last));
        Ok(sequence)
    }

    fn spell(
        &self,
        parts: &Parts<'_>,
        draft: &Draft,
        state: &str,
        tuple: Option<&[String; 3]>,
        references: &[(String, String)],
    ) -> String {
        let lifecycle = self.profile.lifecycle_of(parts.kind).map_or("", |lifecycle| lifecycle.id.as_str());
        let lifecycle = Object::new()
            .string("profile", draft.lifecycle.as_deref().unwrap_or(lifecycle))
            .string("state", state)
            .maybe(tuple, |object, [from, action, to]| {
                let tuple = Object::new().string("from", from).string("action", action).string("to", to);
                object.object("transition", &tuple)
            });
        let reference = |(relation, target): &(String, String)| {
            Object::new().string("relation", relation).string("target", target).to_json()
        };
        let (canonicalization, hash) = self.profile.integrity.first().cloned().unwrap_or_default();
        Object::new()
            .string("tmpa_version", "S0.4")
            .string("id", parts.id)
            .string("type", parts.kind)
            .object(
                "governed_work",
                &Object::new().string("id", parts.work).string("primary_carrier_id", parts.carrier),
            )
            .object("stream", &Object::new().string("id", parts.stream).number("sequence", parts.sequence))
            .string("creator", parts.creator)
            .string("role", parts.role)
            .string("created_at", draft.created_at.as_deref().unwrap_or(self.setting.created_at))
            .object("lifecycle", &lifecycle)
            .array("references", references.iter().map(reference))
            .object(
                "content",
                &Object::new()
                    .string("media_type", draft.media_type.as_deref().unwrap_or("application/json"))
                    .raw("body", draft.body.as_deref().unwrap_or("{}")),
            )
            .object(
                "integrity",
                &Object::new()
                    .string("canonicalization", &canonicalization)
                    .string("hash_algorithm", &hash)
                    .string("digest", ""),
            )
            .maybe(draft.extensions.as_deref(), |object, extensions| object.raw("extensions", extensions))
            .to_json()
    }
}

/// What the spelling of an object takes from its filling.
struct Parts<'a> {
    id: &'a str,
    kind: &'a str,
    work: &'a str,
    carrier: &'a str,
    stream: &'a str,
    sequence: u64,
    creator: &'a str,
    role: &'a str,
}

/// The first of these relations that the type may hold.
fn permitted<'r>(entry: Option<&OutlineType>, relations: &[&'r str]) -> Option<&'r str> {
    let known = entry?.relations.as_ref()?;
    relations.iter().find(|relation| known.iter().any(|one| one == *relation)).copied()
}

fn has(references: &[(String, String)], relations: &[&str]) -> bool {
    references.iter().any(|(relation, _)| relations.contains(&relation.as_str()))
}

fn add(references: &mut Vec<(String, String)>, relation: &str, target: &str) {
    let pair = (relation.to_owned(), target.to_owned());
    if !references.contains(&pair) {
        references.push(pair);
    }
}

fn missing(member: &str, what: &str) -> Error {
    let message = format!("the draft does not say {what} (`{member}`)");
    Error::new(ErrorKind::Usage, "draft_incomplete", message)
}

/// Nothing is known of a work item, so that no object can name its carrier.
pub(crate) fn unknown_work(work: &str) -> Error {
    Error::new(ErrorKind::NotFound, "work_unknown", format!("nothing is known of the work item `{work}`"))
        .hint(format!("`actum task {work} --title TEXT` opens it; `actum next` lists what is there"))
}
