//! A slice says about its work items what the reading of everything says, or nothing.

use super::generated::{artifacts as few_names, bundles, evidence};
use super::history::{Event, artifacts, events};
use super::outcome::as_source;
use actum_testkit::evidence::Artifact;
use actum_tmpa::slice::{Whole, read_slice};
use actum_tmpa::{Candidate, Examiner, InputBundle, Reconstruction, reconstruct};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::RangeInclusive;

/// Evidence in memory, with what a reading of all of it told.
struct Memory<'m> {
    bundle: &'m InputBundle,
    sources: &'m [Artifact],
    objects: BTreeMap<String, Vec<u64>>,
    works: BTreeMap<String, Vec<u64>>,
    kinds: BTreeMap<String, Vec<u64>>,
    streams: BTreeMap<String, Vec<(u64, u64)>>,
    targets: BTreeMap<String, Vec<(String, u64)>>,
    levels: BTreeMap<String, u32>,
    runs: BTreeMap<String, Vec<(u64, u64)>>,
}

fn examined(bundle: &InputBundle, sources: &[Artifact]) -> Vec<Candidate> {
    let mut examiner = Examiner::new(bundle);
    sources.iter().map(|source| examiner.examine(as_source(source))).collect()
}

impl<'m> Memory<'m> {
    fn new(bundle: &'m InputBundle, sources: &'m [Artifact], read: &Reconstruction) -> Self {
        let mut memory = Self {
            bundle,
            sources,
            objects: BTreeMap::new(),
            works: BTreeMap::new(),
            kinds: BTreeMap::new(),
            streams: BTreeMap::new(),
            targets: BTreeMap::new(),
            levels: read.levels().map(|(id, level)| (id.to_owned(), level)).collect(),
            runs: read
                .streams()
                .filter(|stream| stream.writers.len() == 1)
                .map(|stream| (stream.id.to_owned(), stream.runs))
                .collect(),
        };
        for (number, candidate) in (0..).zip(examined(bundle, sources)) {
            let claims = candidate.claims(bundle);
            memory.objects.entry(claims.object.into_owned()).or_default().push(number);
            memory.kinds.entry(claims.kind.into_owned()).or_default().push(number);
            if let Some(work) = claims.work {
                memory.works.entry(work.into_owned()).or_default().push(number);
            }
            if let Some((stream, sequence)) = claims.stream {
                memory.streams.entry(stream.into_owned()).or_default().push((sequence, number));
            }
            for (relation, target) in claims.references {
                memory.targets.entry(target.into_owned()).or_default().push((relation.into_owned(), number));
            }
        }
        memory
    }
}

impl Whole for Memory<'_> {
    type Error = Infallible;

    fn of_object(&mut self, id: &str) -> Result<Vec<u64>, Infallible> {
        Ok(self.objects.get(id).cloned().unwrap_or_default())
    }

    fn of_work(&mut self, id: &str) -> Result<Vec<u64>, Infallible> {
        Ok(self.works.get(id).cloned().unwrap_or_default())
    }

    fn of_kind(&mut self, kind: &str) -> Result<Vec<u64>, Infallible> {
        Ok(self.kinds.get(kind).cloned().unwrap_or_default())
    }

    fn of_stream(&mut self, id: &str, part: RangeInclusive<u64>) -> Result<Vec<u64>, Infallible> {
        let all = self.streams.get(id).into_iter().flatten();
        Ok(all.filter(|(sequence, _)| part.contains(sequence)).map(|&(_, source)| source).collect())
    }

    fn referring(&mut self, target: &str) -> Result<Vec<(String, u64)>, Infallible> {
        Ok(self.targets.get(target).cloned().unwrap_or_default())
    }

    fn candidates(&mut self, source: u64) -> Result<Vec<Candidate>, Infallible> {
        let source = &self.sources[usize::try_from(source).unwrap()];
        Ok(examined(self.bundle, std::slice::from_ref(source)))
    }

    fn level(&mut self, object: &str) -> Result<Option<u32>, Infallible> {
        Ok(self.levels.get(object).copied())
    }

    fn runs(&mut self, stream: &str) -> Result<Option<Vec<(u64, u64)>>, Infallible> {
        Ok(self.runs.get(stream).cloned())
    }

    fn sources(&self) -> u64 {
        self.sources.len() as u64
    }
}

/// How many work items a slice told about, of how many.
#[derive(Default)]
struct Tally {
    told: Cell<usize>,
    all: Cell<usize>,
}

/// Holds every slice of some evidence against the reading of all of it.
fn compare(bundle: &InputBundle, sources: &[Artifact], tally: &Tally) -> Result<(), TestCaseError> {
    let read = reconstruct(bundle, examined(bundle, sources));
    if !read.is_regular() {
        return Ok(());
    }
    let mut memory = Memory::new(bundle, sources, &read);
    for work in read.works() {
        tally.all.set(tally.all.get() + 1);
        let Ok(slice) = read_slice(bundle, &mut memory, &[work.id], usize::MAX);
        let Some(slice) = slice else { continue };
        tally.told.set(tally.told.get() + 1);
        let expected = read.conclusion(work.id).unwrap();
        let told = slice.reading.conclusion(work.id);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let told = told.map_or_else(String::new, |told| text(told.to_bytes()));
        prop_assert_eq!(told, text(expected.to_bytes()), "of {}", work.id);
    }
    Ok(())
}

fn effort() -> u32 {
    std::env::var("ACTUM_TEST_EFFORT").map_or(1, |text| text.parse().unwrap())
}

fn for_all<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(&InputBundle, S::Value) -> Result<(), TestCaseError>,
) {
    let bundles = bundles();
    let config = ProptestConfig {
        cases: cases * effort(),
        failure_persistence: None,
        max_shrink_iters: 3000,
        ..ProptestConfig::default()
    };
    let mut runner = if effort() == 1 {
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    } else {
        TestRunner::new(config)
    };
    let outcome =
        runner.run(&(strategy, 0..bundles.len()), |(value, bundle)| property(&bundles[bundle], value));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[test]
fn a_slice_of_a_history_says_what_the_whole_reading_says() {
    let tally = Tally::default();
    for_all(600, events(40), |bundle, events: Vec<Event>| compare(bundle, &artifacts(&events), &tally));
    let (told, all) = (tally.told.get(), tally.all.get());
    assert!(told * 2 > all, "only {told} of {all} work items can be told from a slice");
}

#[test]
fn a_slice_of_evidence_where_everything_meets_everything_says_what_the_whole_reading_says() {
    let tally = Tally::default();
    for_all(600, evidence(), |bundle, pieces| compare(bundle, &few_names(&pieces), &tally));
    assert!(tally.told.get() > 0, "no work item can be told from a slice");
}

#[test]
fn a_slice_of_an_ordinary_work_item_is_small() {
    let ordinary =
        |number: usize, deed| Event { work: (number % 4) as u8, deed, late: 0, cross: None, skip: 0, who: 4 };
    let events: Vec<Event> = (0..24).map(|number| ordinary(number, super::history::Deed::Next)).collect();
    let sources = artifacts(&events);
    let bundle = super::bundle::full().bundle();
    let read = reconstruct(&bundle, examined(&bundle, &sources));
    let mut memory = Memory::new(&bundle, &sources, &read);
    for work in read.works() {
        assert_eq!((work.state, work.judgment.as_str()), (Some("done"), "valid"), "{}", work.id);
        let Ok(slice) = read_slice(&bundle, &mut memory, &[work.id], usize::MAX);
        assert_eq!(slice.map(|slice| slice.sources), Some(6), "{}", work.id);
    }
}
