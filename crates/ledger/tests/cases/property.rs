//! Any sequence of batches: the ledger against a plain list, whose root is computed as RFC 6962 2.1 defines it.

use actum_canon::digest::{Sha256, sha256};
use actum_ledger::{Append, Artifact, Frontier, Head, Memory, Outcome, Read, append, plan, proof};
use proptest::collection::vec;
use proptest::prelude::*;

/// MTH of RFC 6962 2.1.
fn defined(leaves: &[Sha256]) -> Sha256 {
    match leaves {
        [] => sha256(b""),
        [one] => *one,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            sha256(&[&[1], defined(left).as_bytes().as_slice(), defined(right).as_bytes()].concat())
        }
    }
}

type Request = (Option<String>, Vec<u8>, Option<u8>);

fn request() -> impl Strategy<Value = Request> {
    (proptest::option::of("[a-c/\u{e9}]{1,3}"), vec(any::<u8>(), 0..6), proptest::option::of(0_u8..4))
}

fn artifact<'a>(request: &'a Request, key: &'a Option<String>) -> Artifact<'a> {
    let (source_id, bytes, _) = request;
    Artifact { source_id: source_id.as_deref(), media_type: "a/b", bytes, key: key.as_deref() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_ledger_is_the_list_of_what_was_appended(batches in vec(vec(request(), 0..5), 0..12)) {
        let mut memory = Memory::new();
        // What a ledger is: bytes and key of each entry, in order.
        let mut list: Vec<(Vec<u8>, Option<String>)> = Vec::new();
        let mut heads: Vec<Head> = vec![memory.head().unwrap()];
        for batch in &batches {
            let keys: Vec<Option<String>> = batch.iter().map(|(_, _, key)| key.map(|key| key.to_string())).collect();
            let artifacts: Vec<_> = batch.iter().zip(&keys).map(|(request, key)| artifact(request, key)).collect();
            let mut expected = list.clone();
            let mut conflict = false;
            for artifact in &artifacts {
                let key = artifact.key.map(ToString::to_string);
                let held = key.as_ref().and_then(|_| expected.iter().find(|(_, held)| *held == key));
                conflict |= held.is_some_and(|(bytes, _)| bytes != artifact.bytes);
                if held.is_none() {
                    expected.push((artifact.bytes.to_vec(), key));
                }
            }
            let answer = append(&mut memory, &artifacts);
            prop_assert_eq!(answer.is_err(), conflict);
            if let Ok(receipts) = answer {
                prop_assert_eq!(receipts.len(), artifacts.len());
                for (receipt, artifact) in receipts.iter().zip(&artifacts) {
                    let entry = memory.entry(receipt.index).unwrap().unwrap();
                    prop_assert_eq!((entry.bytes(), entry.leaf()), (artifact.bytes, receipt.leaf));
                    prop_assert!(receipt.is_for(artifact.bytes) && receipt.is_of(entry.record()));
                    prop_assert_eq!(proof::head_at(&memory, receipt.index + 1).unwrap(), receipt.head());
                }
                list = expected;
            }
            heads.push(memory.head().unwrap());
        }
        let entries: Vec<_> = (0..list.len() as u64).map(|index| memory.entry(index).unwrap().unwrap()).collect();
        let leaves: Vec<Sha256> = entries.iter().map(|entry| entry.leaf()).collect();
        let kept: Vec<_> = entries.iter().map(|entry| (entry.bytes().to_vec(), entry.key().map(Into::into))).collect();
        prop_assert_eq!(kept, list);
        prop_assert_eq!(memory.head().unwrap().root, defined(&leaves));
        // Nothing that ever was the head is contradicted.
        for head in heads {
            prop_assert_eq!(head.root, defined(&leaves[..head.size as usize]));
            prop_assert_eq!(proof::head_at(&memory, head.size).unwrap(), head);
        }
    }

    #[test]
    fn the_plan_of_a_batch_is_the_plans_of_its_artifacts(first in vec(request(), 0..9), batch in vec(request(), 0..20)) {
        let none = None;
        let mut frontier = Frontier::empty();
        for request in &first {
            frontier = plan(&frontier, [artifact(request, &none)]).unwrap().frontier().clone();
        }
        let whole = plan(&frontier, batch.iter().map(|request| artifact(request, &none))).unwrap();
        let (mut entries, mut nodes, mut receipts) = (Vec::new(), Vec::new(), Vec::new());
        for request in &batch {
            let single = plan(&frontier, [artifact(request, &none)]).unwrap();
            entries.extend_from_slice(single.entries());
            nodes.extend_from_slice(single.nodes());
            receipts.extend(single.receipts());
            prop_assert_eq!(single.before(), frontier.head());
            prop_assert_eq!(receipts.last().unwrap().head(), single.after());
            frontier = single.frontier().clone();
        }
        prop_assert_eq!(whole.entries(), entries);
        prop_assert_eq!(whole.nodes(), nodes);
        prop_assert_eq!(whole.receipts().collect::<Vec<_>>(), receipts);
        prop_assert_eq!(whole.frontier(), &frontier);
    }

    #[test]
    fn a_plan_fits_one_head_alone(ours in vec(request(), 0..9), theirs in vec(request(), 0..9)) {
        let none = None;
        let ledger = |requests: &[Request]| {
            let mut memory = Memory::new();
            let artifacts: Vec<_> = requests.iter().map(|request| artifact(request, &none)).collect();
            append(&mut memory, &artifacts).unwrap();
            memory
        };
        let (mut ours, theirs) = (ledger(&ours), ledger(&theirs));
        let before = ours.head().unwrap();
        let plan = plan(&theirs.frontier().unwrap(), [crate::support::sample::artifact(b"a", "a")]).unwrap();
        let fits = before == theirs.head().unwrap();
        let outcome = if fits { Outcome::Appended } else { Outcome::Stale };
        prop_assert_eq!(ours.append(&plan).unwrap(), outcome);
        prop_assert_eq!(ours.head().unwrap(), if fits { plan.after() } else { before });
    }
}
