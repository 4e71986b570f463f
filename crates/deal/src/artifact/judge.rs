//! The answers: what one artifact says about one item (DEAL 6.4, 6.5, 6.10).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};

use actum_canon::digest::Sha256;
use actum_canon::json::{Kind, Value};

use super::Artifact;
use super::evidence::Entry;
use crate::canonical;
use crate::predicate::{Expected, Pointer, Predicate};
use crate::verdict::Verdict;

/// An artifact with the ids of all duties of the deal, and the answers that hold for any item.
#[derive(Debug)]
pub(crate) struct Judge<'j, 'a> {
    artifact: &'j Artifact<'a>,
    /// The ids of the substance items of the union checklist.
    duties: BTreeSet<&'j str>,
    cross_referenced: OnceCell<Verdict>,
    digests_valid: OnceCell<Verdict>,
    /// Digests and lengths of values, by where they start: many items may ask about one great value.
    digests: RefCell<BTreeMap<usize, Sha256>>,
    lengths: RefCell<BTreeMap<usize, u64>>,
}

impl<'j, 'a> Judge<'j, 'a> {
    pub(crate) fn new(artifact: &'j Artifact<'a>, duties: impl Iterator<Item = &'j str>) -> Self {
        Self {
            artifact,
            duties: duties.collect(),
            cross_referenced: OnceCell::new(),
            digests_valid: OnceCell::new(),
            digests: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// Follows the pointers of many predicates at once.
    pub(crate) fn places<'p>(
        &self,
        predicates: impl Iterator<Item = &'p Predicate>,
    ) -> alloc::vec::IntoIter<Option<Value<'a>>> {
        let pointers: Vec<_> = predicates.filter_map(Predicate::pointer).collect();
        let found =
            if pointers.is_empty() { Vec::new() } else { Pointer::follow(&pointers, self.artifact.root) };
        found.into_iter()
    }

    /// Judges an item; `place` is what its pointer leads to.
    pub(crate) fn judge(
        &self,
        item: &str,
        predicate: &Predicate,
        place: Option<Value<'a>>,
        allow_attested: bool,
    ) -> Verdict {
        match predicate {
            Predicate::ClaimCrossReferenced => *self.cross_referenced.get_or_init(|| self.cross_reference()),
            Predicate::EvidenceDigestsValid => *self.digests_valid.get_or_init(|| self.validate_digests()),
            Predicate::DigestEquals(wanted) => self.compare_digest(item, *wanted),
            Predicate::FieldPresent(_) => decided(place, |value| value.kind() != Kind::Null),
            Predicate::FieldEquals(_, wanted) => decided(place, |value| self.digest(value) == Some(*wanted)),
            Predicate::MinLength(_, least) => decided(place, |value| self.length(value) >= Some(*least)),
            Predicate::Attested(wanted) if allow_attested => self.attest(item, *wanted),
            Predicate::Attested(_) | Predicate::Manual | Predicate::Unregistered(_) => {
                if self.is_spoken_of(item) { Verdict::Inconclusive } else { Verdict::Pending }
            }
        }
    }

    /// Judges a commitment upon an item: it holds until a value contradicts it (DEAL 6.10).
    pub(crate) fn judge_commitment(&self, item: &str, committed: Sha256) -> Verdict {
        let mut own = self.artifact.evidence.own(item);
        let broken = own.any(|entry| entry.value.is_some() && entry.digest() != Some(committed));
        if broken { Verdict::Fail } else { Verdict::Pass }
    }

    fn is_spoken_of(&self, item: &str) -> bool {
        self.artifact.evidence.own(item).next().is_some() || self.artifact.attested(item).is_some()
    }

    fn cross_reference(&self) -> Verdict {
        let Artifact { claims, evidence, .. } = self.artifact;
        if claims.is_empty() {
            return Verdict::Pending;
        }
        let mut referenced: Vec<&Entry<'_>> = Vec::new();
        for refs in claims {
            if refs.is_empty() {
                return Verdict::Fail;
            }
            for id in refs {
                match evidence.get(id) {
                    Some(entry) => referenced.push(entry),
                    None => return Verdict::Fail,
                }
            }
        }
        if referenced.iter().any(|entry| entry.is_contradictory()) {
            return Verdict::Fail;
        }
        let covered: BTreeSet<&str> = referenced.iter().filter_map(|entry| self.duty(entry)).collect();
        if evidence.entries.iter().filter_map(|entry| self.duty(entry)).any(|duty| !covered.contains(duty)) {
            return Verdict::Fail;
        }
        if covered.is_empty() && !self.duties.is_empty() {
            return Verdict::Fail;
        }
        if referenced.iter().all(|entry| entry.value.is_some()) {
            Verdict::Pass
        } else {
            Verdict::Inconclusive
        }
    }

    /// The duty that an entry is tagged with.
    fn duty<'e>(&self, entry: &'e Entry<'_>) -> Option<&'e str> {
        entry.predicate.as_deref().filter(|predicate| self.duties.contains(predicate))
    }

    fn validate_digests(&self) -> Verdict {
        let entries = &self.artifact.evidence.entries;
        if entries.is_empty() {
            Verdict::Pending
        } else if entries.iter().any(Entry::is_contradictory) {
            Verdict::Fail
        } else if entries.iter().all(|entry| entry.value.is_some()) {
            Verdict::Pass
        } else {
            Verdict::Inconclusive
        }
    }

    fn compare_digest(&self, item: &str, wanted: Sha256) -> Verdict {
        let mut result = Verdict::Pending;
        for entry in self.artifact.evidence.own(item) {
            let said = match entry.value {
                Some(_) if entry.digest() == Some(wanted) => return Verdict::Pass,
                None if entry.declared == Some(wanted) => Verdict::Inconclusive,
                _ => Verdict::Fail,
            };
            if result != Verdict::Inconclusive {
                result = said;
            }
        }
        result
    }

    fn attest(&self, item: &str, wanted: Expected) -> Verdict {
        let agrees = |value: Value<'a>| match wanted {
            Expected::Affirmative => value.kind() != Kind::Null && value.as_bool() != Some(false),
            Expected::Exactly(wanted) => self.digest(value) == Some(wanted),
        };
        let mut result = Verdict::Pending;
        let own = self.artifact.evidence.own(item).map(|entry| entry.value);
        for value in own.chain(self.artifact.attested(item).map(Some)) {
            match value {
                Some(value) if agrees(value) => return Verdict::Pass,
                Some(_) => result = Verdict::Fail,
                None if result == Verdict::Pending => result = Verdict::Inconclusive,
                None => {}
            }
        }
        result
    }

    fn digest(&self, value: Value<'_>) -> Option<Sha256> {
        let start = value.span().start;
        if let Some(digest) = self.digests.borrow().get(&start) {
            return Some(*digest);
        }
        let digest = canonical::digest(value).ok()?;
        self.digests.borrow_mut().insert(start, digest);
        Some(digest)
    }

    /// The code points of a string, or the elements of an array.
    fn length(&self, value: Value<'_>) -> Option<u64> {
        let start = value.span().start;
        if let Some(length) = self.lengths.borrow().get(&start) {
            return Some(*length);
        }
        let length = match value.kind() {
            Kind::String => value.as_str()?.chars().count(),
            Kind::Array => value.len(),
            _ => return None,
        };
        let length = u64::try_from(length).ok()?;
        self.lengths.borrow_mut().insert(start, length);
        Some(length)
    }
}

/// Decides about a value that may be absent.
fn decided(place: Option<Value<'_>>, holds: impl Fn(Value<'_>) -> bool) -> Verdict {
    match place {
        None => Verdict::Pending,
        Some(value) if holds(value) => Verdict::Pass,
        Some(_) => Verdict::Fail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::V0_3;
    use actum_canon::digest;
    use actum_canon::json::Parser;
    use alloc::format;

    const ONE: &str = "sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";

    fn judged(item: &str, predicate: &Predicate, artifact: &str) -> Verdict {
        let source = artifact.replace("ONE", ONE);
        let mut parser = Parser::new();
        let root = parser.parse(source.as_bytes()).unwrap().root();
        let artifact = Artifact::read(root, &V0_3).unwrap();
        let judge = Judge::new(&artifact, ["q", "r"].into_iter());
        let place = judge.places([predicate].into_iter()).next().flatten();
        judge.judge(item, predicate, place, true)
    }

    #[test]
    fn a_claim_refers_to_evidence_and_covers_what_is_presented() {
        use Verdict::{Fail, Inconclusive, Pass, Pending};
        let q = r#"{"id":"1","predicate":"q","value":1}"#;
        for (artifact, verdict) in [
            (r#"{}"#.into(), Pending),
            (r#"{"claim":[]}"#.into(), Pending),
            (r#"{"claim":"bare"}"#.into(), Fail),
            (format!(r#"{{"claim":"c","refs":["1"],"evidence":[{q}]}}"#), Pass),
            (format!(r#"{{"claim":{{"text":"c","refs":["1"]}},"evidence":[{q}]}}"#), Pass),
            (format!(r#"{{"claim":["c"],"refs":["1"],"evidence":[{q}]}}"#), Fail),
            (format!(r#"{{"claim":"c","refs":["1","2"],"evidence":[{q}]}}"#), Fail),
            (format!(r#"{{"claim":"c","refs":["1"],"evidence":[{q},{{"id":"2","predicate":"r"}}]}}"#), Fail),
            (format!(r#"{{"claim":"c","refs":["1"],"evidence":[{q},{{"id":"2","predicate":"s"}}]}}"#), Pass),
            (r#"{"claim":"c","refs":["1"],"evidence":[{"id":"1","value":1}]}"#.into(), Fail),
            (r#"{"claim":"c","refs":["1"],"evidence":[{"id":"1","predicate":"q"}]}"#.into(), Inconclusive),
            (r#"{"claim":"c","refs":["1"],"evidence":[{"id":"1","predicate":"q","value":1.0,"sha256":"ONE"}]}"#.into(), Pass),
            (r#"{"claim":"c","refs":["1"],"evidence":[{"id":"1","predicate":"q","value":2,"sha256":"ONE"}]}"#.into(), Fail),
        ] {
            assert_eq!(judged("x", &Predicate::ClaimCrossReferenced, &artifact), verdict, "{artifact}");
        }
    }

    #[test]
    fn an_attested_item_passes_by_any_agreeing_value() {
        use Verdict::{Fail, Inconclusive, Pass, Pending};
        let one = Predicate::Attested(Expected::Exactly(digest::sha256(b"1")));
        for (artifact, affirmative, exactly) in [
            (r#"{}"#, Pending, Pending),
            (r#"{"attest":{"x":1e0}}"#, Pass, Pass),
            (r#"{"attest":{"x":"1"}}"#, Pass, Fail),
            (r#"{"attest":{"x":false}}"#, Fail, Fail),
            (r#"{"attest":{"x":null}}"#, Fail, Fail),
            (r#"{"evidence":[{"id":"1","predicate":"x"}]}"#, Inconclusive, Inconclusive),
            (
                r#"{"evidence":[{"id":"1","predicate":"x"},{"id":"2","predicate":"x","value":false}]}"#,
                Fail,
                Fail,
            ),
            (r#"{"evidence":[{"id":"1","predicate":"x","value":false}],"attest":{"x":1}}"#, Pass, Pass),
        ] {
            let truthy = Predicate::Attested(Expected::Affirmative);
            assert_eq!(judged("x", &truthy, artifact), affirmative, "{artifact}");
            assert_eq!(judged("x", &one, artifact), exactly, "{artifact}");
        }
    }

    #[test]
    fn a_digest_is_compared_with_the_value_and_never_with_what_is_declared_beside_one() {
        use Verdict::{Fail, Inconclusive, Pass, Pending};
        let predicate = Predicate::DigestEquals(Sha256::parse(ONE).unwrap());
        for (entries, verdict) in [
            ("", Pending),
            (r#"{"id":"1","predicate":"x","value":1}"#, Pass),
            (r#"{"id":"1","predicate":"x","value":2,"sha256":"ONE"}"#, Fail),
            (r#"{"id":"1","predicate":"x","sha256":"ONE"}"#, Inconclusive),
            (
                r#"{"id":"1","predicate":"x","sha256":"ONE"},{"id":"2","predicate":"x","value":2}"#,
                Inconclusive,
            ),
            (r#"{"id":"1","predicate":"x"}"#, Fail),
        ] {
            let artifact = format!(r#"{{"evidence":[{entries}]}}"#);
            assert_eq!(judged("x", &predicate, &artifact), verdict, "{artifact}");
        }
    }

    #[test]
    fn lengths_are_counted_in_code_points_and_elements() {
        use Verdict::{Fail, Pass, Pending};
        let pointer = Pointer::read("/v").unwrap();
        for (value, length, verdict) in [
            (r#""éé""#, 2, Pass),
            (r#""\ud83d\ude00""#, 2, Fail),
            ("[0,0]", 2, Pass),
            ("{}", 0, Fail),
            ("7", 0, Fail),
        ] {
            let artifact = format!(r#"{{"v":{value}}}"#);
            assert_eq!(
                judged("x", &Predicate::MinLength(pointer.clone(), length), &artifact),
                verdict,
                "{value}"
            );
        }
        assert_eq!(judged("x", &Predicate::FieldPresent(pointer.clone()), "{}"), Pending);
        assert_eq!(judged("x", &Predicate::FieldPresent(pointer), r#"{"v":null}"#), Fail);
    }
}
