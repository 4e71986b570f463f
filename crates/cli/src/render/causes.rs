//! Which findings explain the judgment of which object.
//!
//! A finding names one object, but it may judge more: every member of a cycle, everything after a gap of a stream, a
//! whole work item. Here each object is led to all of them, so that no judgment stays without its reason (TMPA 9.9).

use std::collections::{BTreeMap, BTreeSet};

use actum::tmpa::{Finding, Node, Reconstruction};

/// All findings of a reading, reachable from the objects that they judge.
pub(super) struct Causes<'r> {
    pub(super) findings: Vec<Finding<'r>>,
    nodes: BTreeMap<&'r str, Node<'r>>,
    by_object: BTreeMap<&'r str, Vec<usize>>,
    by_member: BTreeMap<&'r str, Vec<usize>>,
    /// Position of the first object concerned, and the finding.
    by_stream: BTreeMap<&'r str, Vec<(u64, usize)>>,
    by_work: BTreeMap<&'r str, Vec<usize>>,
}

/// What a finding judges beside the object it names.
enum Reach {
    Object,
    Members,
    StreamFromHere,
    Stream,
    Work,
}

fn reach(code: &str) -> Reach {
    match code {
        "DUPLICATE_ID_CONFLICT"
        | "STREAM_DUPLICATE_SEQUENCE"
        | "PROHIBITED_CYCLE"
        | "UNRESOLVED_CONFLICT"
        | "actum:ORDER_CYCLE" => Reach::Members,
        "STREAM_GAP" => Reach::StreamFromHere,
        "actum:STREAM_WRITER_CONFLICT" => Reach::Stream,
        "PRIMARY_CARRIER_CONFLICT" => Reach::Work,
        _ => Reach::Object,
    }
}

impl<'r> Causes<'r> {
    pub(super) fn new(view: &'r Reconstruction) -> Self {
        let mut causes = Self {
            findings: view.findings().collect(),
            nodes: view.nodes().map(|node| (node.id, node)).collect(),
            by_object: BTreeMap::new(),
            by_member: BTreeMap::new(),
            by_stream: BTreeMap::new(),
            by_work: BTreeMap::new(),
        };
        for (number, finding) in causes.findings.iter().enumerate() {
            causes.by_object.entry(finding.object_id).or_default().push(number);
            let node = causes.nodes.get(finding.object_id);
            match (reach(finding.code), node) {
                (Reach::Members, _) => {
                    for member in finding.causes.iter().flat_map(|cause| &cause.members) {
                        causes.by_member.entry(member).or_default().push(number);
                    }
                }
                (Reach::StreamFromHere, Some(node)) => {
                    causes.by_stream.entry(node.stream).or_default().push((node.sequence, number));
                }
                (Reach::Stream, Some(node)) => {
                    causes.by_stream.entry(node.stream).or_default().push((0, number));
                }
                (Reach::Work, Some(node)) => causes.by_work.entry(node.work).or_default().push(number),
                (Reach::Object | Reach::StreamFromHere | Reach::Stream | Reach::Work, _) => {}
            }
        }
        causes
    }

    /// The accepted object of this id.
    pub(super) fn node(&self, object: &str) -> Option<&Node<'r>> {
        self.nodes.get(object)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node<'r>> {
        self.nodes.values()
    }

    /// The numbers of the findings that judge this object, in result order.
    pub(super) fn of(&self, object: &str) -> BTreeSet<usize> {
        let mut numbers = BTreeSet::new();
        numbers.extend(self.by_object.get(object).into_iter().flatten().copied());
        numbers.extend(self.by_member.get(object).into_iter().flatten().copied());
        if let Some(node) = self.nodes.get(object) {
            let stream = self.by_stream.get(node.stream).into_iter().flatten();
            numbers.extend(stream.filter(|(from, _)| *from <= node.sequence).map(|(_, number)| *number));
            numbers.extend(self.by_work.get(node.work).into_iter().flatten().copied());
        }
        numbers
    }

    /// The numbers of the findings for which `wanted` holds.
    pub(super) fn which(&self, wanted: impl Fn(&Finding<'_>) -> bool) -> BTreeSet<usize> {
        let all = self.findings.iter().enumerate();
        all.filter(|(_, finding)| wanted(finding)).map(|(number, _)| number).collect()
    }
}
