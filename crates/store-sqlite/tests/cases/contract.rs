//! What every store promises, and that a ledger in a file is the one that memory keeps, whatever is done to it.

use std::path::{Path, PathBuf};

use actum_ledger::content::{self, Content, ContentDigest, ContentPlane, Tombstone};
use actum_ledger::contract::{Subject, TESTS};
use actum_ledger::{Append, Artifact, Memory, Read, append, plan};
use actum_store_sqlite::Sqlite;
use proptest::prelude::*;

use crate::support::{all, effort, quick, whole};

struct Filed {
    path: PathBuf,
    store: Option<Sqlite>,
}

impl Filed {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), store: Some(Sqlite::create(path).unwrap()) }
    }
}

impl Subject for Filed {
    fn ledger(&mut self) -> &mut dyn Append {
        self.store.as_mut().unwrap()
    }

    fn reopen(&mut self) {
        self.store = None;
        self.store = Some(Sqlite::open(&self.path).unwrap());
    }

    fn content(&mut self) -> Option<&mut dyn ContentPlane> {
        self.store.as_mut().map(|store| store as &mut dyn ContentPlane)
    }
}

#[test]
fn every_promise_of_a_store_holds() {
    for test in TESTS {
        eprintln!("{}", test.name);
        let folder = quick();
        (test.run)(&mut Filed::new(&folder.path().join("l")));
    }
}

/// One step of a history.
#[derive(Clone, Debug)]
enum Step {
    /// A batch: source id, bytes and key, each by a small number, so that they come again.
    Append(Vec<(Option<u8>, u8, Option<u8>)>),
    /// A plan that was made some steps ago.
    Late(Vec<(Option<u8>, u8, Option<u8>)>),
    Put(u8),
    Erase(u8),
    /// Another handle goes on: it is opened, or was all the time.
    Switch(bool),
    /// A hold that is let go.
    Abandon(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let batch =
        || prop::collection::vec((prop::option::of(0..9_u8), 0..5_u8, prop::option::of(0..12_u8)), 0..6);
    prop_oneof![
        4 => batch().prop_map(Step::Append),
        1 => batch().prop_map(Step::Late),
        1 => (0..4_u8).prop_map(Step::Put),
        1 => (0..4_u8).prop_map(Step::Erase),
        1 => any::<bool>().prop_map(Step::Switch),
        1 => (0..5_u8).prop_map(Step::Abandon),
    ]
}

/// Does the same to a store and to the model.
fn both<T: PartialEq + std::fmt::Debug>(one: T, other: T) -> Result<T, TestCaseError> {
    prop_assert_eq!(&one, &other);
    Ok(one)
}

fn sum(number: u8) -> (ContentDigest, [u8; 3]) {
    let bytes = [number; 3];
    (ContentDigest::Sha256(actum_canon::digest::sha256(&bytes)), bytes)
}

fn run(steps: &[Step]) -> Result<(), TestCaseError> {
    let names: Vec<String> = (0..12).map(|number| format!("name {number}")).collect();
    let bytes: Vec<Vec<u8>> = (0..5_usize).map(|number| vec![number as u8; number * number * 700]).collect();
    let name = |number: Option<u8>| number.map(|number| names[usize::from(number)].as_str());
    let artifacts = |batch: &[(Option<u8>, u8, Option<u8>)]| -> Vec<Artifact<'_>> {
        let make = |&(source_id, content, key): &_| Artifact {
            source_id: name(source_id),
            media_type: "text/plain",
            bytes: &bytes[usize::from(content)],
            key: name(key),
        };
        batch.iter().map(make).collect()
    };
    let folder = quick();
    let path = folder.path().join("l");
    let mut memory = Memory::new();
    let mut store = Sqlite::create(&path).unwrap();
    let mut other = Sqlite::open(&path).unwrap();
    let mut earlier = memory.frontier().unwrap();
    for step in steps {
        let before = memory.frontier().unwrap();
        match step {
            Step::Append(batch) => {
                let batch = artifacts(batch);
                let [one, other] = [append(&mut store, &batch), append(&mut memory, &batch)];
                let [one, other] = [one, other].map(|done| done.map_err(|error| error.to_string()));
                prop_assert_eq!(one, other);
            }
            Step::Late(batch) => {
                if let Ok(late) = plan(&earlier, artifacts(batch)) {
                    both(store.append(&late).unwrap(), memory.append(&late).unwrap())?;
                }
            }
            Step::Put(number) => {
                let (digest, bytes) = sum(*number);
                let content = Content::new(digest, &bytes).unwrap();
                both(store.put(&content).unwrap(), memory.put(&content).unwrap())?;
            }
            Step::Erase(number) => {
                let tombstone = Tombstone::new(sum(*number).0, "asked for").unwrap();
                let one = content::erase(&mut store, &tombstone).unwrap();
                both(one, content::erase(&mut memory, &tombstone).unwrap())?;
            }
            Step::Switch(again) => {
                std::mem::swap(&mut store, &mut other);
                if *again {
                    store = Sqlite::open(&path).unwrap();
                }
            }
            Step::Abandon(number) => {
                let (digest, bytes) = sum(*number);
                let mut held = store.hold().unwrap();
                append(&mut held, &artifacts(&[(None, *number, None)])).unwrap();
                held.put(&Content::new(digest, &bytes).unwrap()).unwrap();
            }
        }
        earlier = before;
        both(store.frontier().unwrap(), memory.frontier().unwrap())?;
        both(all(&store, 0).unwrap(), all(&memory, 0).unwrap())?;
        for number in 0..5 {
            both(store.get(&sum(number).0).unwrap(), memory.get(&sum(number).0).unwrap())?;
        }
        for name in &names {
            both(store.find_key(name).unwrap(), memory.find_key(name).unwrap())?;
        }
    }
    both(whole(&path).head().unwrap(), memory.head().unwrap())?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24 * effort() as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_history_is_that_of_the_model(steps in prop::collection::vec(step(), 1..14)) {
        run(&steps)?;
    }
}
