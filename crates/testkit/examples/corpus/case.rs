//! What a case is: evidence, readings of it, and what the specification says about each reading.
//!
//! Every expectation is stated by whoever writes the case. All that is computed here is bookkeeping that follows from
//! it: digests, and the strongest label of a set (TMPA 7.4).

use crate::json::pretty;
use crate::reading::Reading;
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

/// One source of a case.
#[derive(Clone)]
pub(crate) struct Input {
    pub(crate) source: String,
    /// The file's name in the folder of the case.
    pub(crate) file: String,
    pub(crate) media_type: &'static str,
    /// The ids of the objects that are made of it: the one that its bytes declare, or those of a projection.
    pub(crate) objects: Vec<String>,
    /// Whether readings speak of its objects rather than of itself.
    pub(crate) projected: bool,
    pub(crate) bytes: Vec<u8>,
    /// Whether a piece that was to be replaced is not in its text: a mistake in the case.
    pub(crate) misspelled: bool,
}

impl Input {
    /// A source of any bytes.
    pub(crate) fn raw(source: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            source: source.to_owned(),
            file: format!("{source}.json"),
            media_type: "application/json",
            objects: Vec::new(),
            projected: false,
            bytes: bytes.into(),
            misspelled: false,
        }
    }

    /// A finished object, observed under its own id.
    pub(crate) fn of(draft: &Draft) -> Self {
        Self::seen(draft, draft.id())
    }

    /// A finished object, observed under another source id.
    pub(crate) fn seen(draft: &Draft, source: &str) -> Self {
        let objects = Some(draft.id().to_owned()).filter(|id| !id.is_empty()).into_iter().collect();
        Self { objects, ..Self::raw(source, pretty(&draft.to_value())) }
    }

    /// A finished object that was changed after its digest had been computed.
    pub(crate) fn altered(draft: &Draft, pointer: &str, value: Value) -> Self {
        let mut object = draft.to_value();
        let place = pointer.rsplit_once('/');
        let parent =
            place.and_then(|(parent, name)| Some((object.pointer_mut(parent)?.as_object_mut()?, name)));
        let misspelled = parent.is_none();
        parent.into_iter().for_each(|(members, name)| drop(members.insert(name.to_owned(), value.clone())));
        Self { objects: vec![draft.id().to_owned()], misspelled, ..Self::raw(draft.id(), pretty(&object)) }
    }

    /// A finished object that lost a member after its digest had been computed.
    pub(crate) fn stripped(draft: &Draft, pointer: &str) -> Self {
        let mut object = draft.to_value();
        let place = pointer.rsplit_once('/');
        let parent =
            place.and_then(|(parent, name)| Some((object.pointer_mut(parent)?.as_object_mut()?, name)));
        let misspelled = parent.and_then(|(members, name)| members.remove(name)).is_none();
        Self { objects: vec![draft.id().to_owned()], misspelled, ..Self::raw(draft.id(), pretty(&object)) }
    }

    /// The same bytes, observed under another source id.
    pub(crate) fn seen_at(self, source: &str) -> Self {
        Self { source: source.to_owned(), file: format!("{source}.json"), ..self }
    }

    /// The same source in a file of this name.
    pub(crate) fn file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }

    /// The same source, declared as this media type.
    pub(crate) fn media_type(self, media_type: &'static str) -> Self {
        Self { media_type, ..self }
    }

    /// The same source with a piece of its text replaced, after its digest was computed.
    pub(crate) fn spelled(self, from: &str, to: impl AsRef<[u8]>) -> Self {
        let at = self.bytes.windows(from.len()).position(|window| window == from.as_bytes());
        let (head, tail) = self.bytes.split_at(at.unwrap_or(self.bytes.len()));
        let bytes = [head, to.as_ref(), tail.get(from.len()..).unwrap_or_default()].concat();
        Self { bytes, misspelled: at.is_none(), ..self }
    }
}

/// How the sources of a reading are permuted.
#[derive(Clone, Copy)]
pub(crate) enum Orders {
    None,
    /// Every order of up to four sources, so many seeded orders of more.
    Some,
    /// Every order.
    Complete,
    /// So many seeded orders.
    Random(u64),
    /// So many seeded orders of delivery; each beginning of each is read.
    Prefixes(u64),
}

/// A test case.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) clauses: Vec<&'static str>,
    pub(crate) profile: &'static str,
    pub(crate) inputs: Vec<Input>,
    pub(crate) readings: Vec<Reading>,
    pub(crate) orders: Orders,
}

/// A case under the profile `review`.
pub(crate) fn case(name: &str, title: &str, clauses: &[&'static str]) -> Case {
    Case {
        name: name.to_owned(),
        title: title.to_owned(),
        clauses: clauses.to_vec(),
        profile: "review",
        inputs: Vec::new(),
        readings: Vec::new(),
        orders: Orders::None,
    }
}

impl Case {
    pub(crate) fn profile(self, profile: &'static str) -> Self {
        Self { profile, ..self }
    }

    /// Adds finished objects, each observed under its own id.
    pub(crate) fn with(self, drafts: impl IntoIterator<Item = Draft>) -> Self {
        drafts.into_iter().fold(self, |case, draft| case.input(Input::of(&draft)))
    }

    pub(crate) fn input(mut self, input: Input) -> Self {
        self.inputs.push(input);
        self
    }

    pub(crate) fn reads(mut self, reading: Reading) -> Self {
        self.readings.push(reading);
        self
    }

    /// Permutes the last reading.
    pub(crate) fn orders(self, orders: Orders) -> Self {
        Self { orders, ..self }
    }

    /// Says more of the last reading.
    pub(crate) fn map(mut self, says: impl FnOnce(Reading) -> Reading) -> Self {
        let last = self.readings.pop().map(says);
        self.readings.extend(last);
        self
    }

    /// The inputs of a reading, in the order of the case.
    pub(crate) fn of<'c>(&'c self, reading: &'c Reading) -> impl Iterator<Item = &'c Input> {
        self.inputs.iter().filter(|input| reading.reads(&input.source))
    }

    /// Whether every source of the last reading is accepted.
    pub(crate) fn is_positive(&self) -> bool {
        self.readings.last().is_none_or(Reading::accepts_all)
    }

    /// The permutation of the last reading, as the manifest says it.
    pub(crate) fn permutations(&self) -> Value {
        let Some(reading) = self.readings.last() else {
            return Value::Null;
        };
        let sources = self.of(reading).count() as u64;
        let (method, count) = match self.orders {
            Orders::None => ("none", 1),
            Orders::Some if sources > 4 => ("random", 24),
            Orders::Some | Orders::Complete => ("complete", (1..=sources).product()),
            Orders::Random(count) => ("random", count),
            Orders::Prefixes(count) => ("prefixes", count),
        };
        json!({ "reading": reading.id, "method": method, "count": count, "seed": SEED })
    }
}

/// The seed of every permutation.
const SEED: u64 = 20_260_803;
