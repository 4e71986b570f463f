//! Everything that a reading concludes about one work item, by itself: what a replacement participant needs
//! (TMPA 9.10), and what can be kept and compared without the rest of the reading.

use super::envelope::write_node;
use super::extensions::{write_finding, write_work};
use super::view::Reconstruction;
use crate::graph::Index;
use crate::judgment::{Judgment, ViewState};
use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::{Parser, Value};

/// The conclusion about one work item: equal for every reading that concludes the same, whatever else it read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// Work item id.
    pub id: String,
    /// The one carrier that all its objects name.
    pub carrier: Option<String>,
    /// The current state, or `None` where it is undetermined.
    pub state: Option<String>,
    /// The role of the last accepted step.
    pub role: Option<String>,
    /// The identity of the last accepted step, if it was one.
    pub identity: Option<String>,
    /// What is established about the work item.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
    /// What is unresolved.
    pub open: Vec<Unresolved>,
    /// Accepted transitions, in order.
    pub transitions: Vec<String>,
    /// All accepted objects, by id.
    pub nodes: Vec<Member>,
    /// What was found about its objects, and what keeps it open, in result order.
    pub findings: Vec<Found>,
    bytes: Vec<u8>,
}

/// One unresolved requirement of a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// What kind of thing is open, as one stable word.
    pub kind: String,
    /// The object concerned, or empty.
    pub object_id: String,
    /// The relation concerned, or empty.
    pub relation: String,
    /// The target concerned, or empty.
    pub target_id: String,
}

/// An accepted object of a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Object id.
    pub id: String,
    /// Document type.
    pub kind: String,
    /// Responsible role.
    pub role: String,
    /// Creator.
    pub creator: String,
    /// Writer stream.
    pub stream: String,
    /// Position in the stream, from 1.
    pub sequence: u64,
    /// What is established about the object.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
}

/// A finding about a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The code, as published.
    pub code: String,
    /// The severity, as published.
    pub severity: String,
    /// The clause that is not satisfied.
    pub clause: String,
    /// The object, or empty.
    pub object_id: String,
    /// The relation, or empty.
    pub relation: String,
    /// The target, or empty.
    pub target_id: String,
    /// What would resolve it, for people.
    pub remedy: String,
}

impl Reconstruction {
    /// The conclusion about a work item, or `None` where no accepted object belongs to it.
    #[must_use]
    pub fn conclusion(&self, work: &str) -> Option<Conclusion> {
        let position = self.position(work)?;
        Conclusion::parse(&self.conclude(position))
    }

    /// Work items stand in the order of their ids.
    fn position(&self, work: &str) -> Option<usize> {
        self.parts.works.binary_search_by(|record| self.text(record.id).cmp(work)).ok()
    }

    fn conclude(&self, position: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Some(record) = self.parts.works.get(position) else { return bytes };
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let written = (|| {
            writer.begin_object()?;
            writer.name("findings")?;
            writer.begin_array()?;
            for finding in self.concerning(position) {
                writer.begin_array()?;
                writer.string(&finding.id.to_string())?;
                write_finding(&mut writer, finding)?;
                writer.string(finding.remedy)?;
                writer.end_array()?;
            }
            writer.end_array()?;
            writer.name("nodes")?;
            writer.begin_array()?;
            for &index in &record.objects {
                write_node(&mut writer, self.node(index), self.parts.trust_declared)?;
            }
            writer.end_array()?;
            writer.name("work")?;
            write_work(&mut writer, &self.work(record), self.parts.trust_declared)?;
            writer.end_object()
        })();
        match written {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    /// Of every object of a work item what is concluded about it, as one number: another one, where a dependent of the
    /// object may have to be judged anew. By id.
    #[must_use]
    pub fn fingerprints(&self, work: &str) -> Vec<(&str, u64)> {
        let record = self.position(work).and_then(|position| self.parts.works.get(position));
        let objects = record.into_iter().flat_map(|record| &record.objects);
        let fingerprint = |&index: &Index| {
            let mut bytes = Vec::new();
            let mut writer = Writer::new(&TMPA_S04, &mut bytes);
            let written = (|| {
                writer.begin_array()?;
                write_node(&mut writer, self.node(index), self.parts.trust_declared)?;
                for issue in self.about(index).filter_map(|at| self.parts.issues.get(at)) {
                    write_finding(&mut writer, self.finding(issue))?;
                }
                writer.end_array()
            })();
            match written {
                Ok(()) => {}
                Err(never) => match never {},
            }
            let digest = sha256(&bytes);
            let number =
                digest.as_bytes().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
            (self.parts.graph.id(index), number)
        };
        objects.map(fingerprint).collect()
    }

    /// The findings that have an object of the work item among their subjects, or that keep it open.
    fn concerning(&self, position: usize) -> impl Iterator<Item = super::view::Finding<'_>> {
        let record = self.parts.works.get(position);
        let open = record.into_iter().flat_map(|record| &record.open).map(|open| open.issue);
        let objects = record.into_iter().flat_map(|record| &record.objects);
        let mut positions: Vec<usize> = objects.flat_map(|&index| self.about(index)).chain(open).collect();
        positions.sort_unstable();
        positions.dedup();
        let issues = positions.into_iter().filter_map(|position| self.parts.issues.get(position));
        issues.map(|issue| self.finding(issue))
    }

    /// The issues that have an object among their subjects.
    fn about(&self, index: Index) -> impl Iterator<Item = usize> {
        let list = self.about.get_or_init(|| {
            let issues = self.parts.issues.iter().enumerate();
            let pairs =
                issues.flat_map(|(at, issue)| issue.subjects.iter().map(move |&subject| (subject, at)));
            let mut list: Vec<(Index, usize)> = pairs.collect();
            list.sort_unstable();
            list
        });
        let start = list.partition_point(|(subject, _)| *subject < index);
        let same = list.iter().skip(start).take_while(move |(subject, _)| *subject == index);
        same.map(|&(_, at)| at)
    }
}

impl Conclusion {
    /// The canonical bytes of the conclusion, without a final line feed. Equal bytes, equal conclusions.
    #[must_use]
    pub fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The digest of the bytes, which names what is concluded.
    #[must_use]
    pub fn digest(&self) -> Sha256 {
        sha256(&self.bytes)
    }

    /// Reads what [`Conclusion::to_bytes`] gave; `None` where it is anything else.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        let root = document.root();
        let work = root.get("work")?;
        let responsible = work.get("responsible");
        let part = |name| responsible.and_then(|value| value.get(name)).and_then(text);
        Some(Self {
            id: text(work.get("id")?)?,
            carrier: text(work.get("carrier")?),
            state: text(work.get("state")?),
            role: part("role"),
            identity: part("identity"),
            judgment: judgment(work)?,
            view: view(work)?,
            open: work.get("open")?.elements().map(unresolved).collect::<Option<_>>()?,
            transitions: work.get("transitions")?.elements().map(text).collect::<Option<_>>()?,
            nodes: root.get("nodes")?.elements().map(node).collect::<Option<_>>()?,
            findings: root.get("findings")?.elements().map(found).collect::<Option<_>>()?,
            bytes: bytes.to_vec(),
        })
    }
}

fn text(value: Value<'_>) -> Option<String> {
    value.as_str().map(std::borrow::Cow::into_owned)
}

fn named(value: Value<'_>, name: &str) -> Option<String> {
    text(value.get(name)?)
}

fn judgment(value: Value<'_>) -> Option<Judgment> {
    Judgment::parse(&named(value, "judgment")?)
}

fn view(value: Value<'_>) -> Option<ViewState> {
    ViewState::parse(&named(value, "view_state")?)
}

fn unresolved(value: Value<'_>) -> Option<Unresolved> {
    Some(Unresolved {
        kind: named(value, "kind")?,
        object_id: named(value, "object_id")?,
        relation: named(value, "relation")?,
        target_id: named(value, "target_id")?,
    })
}

fn node(value: Value<'_>) -> Option<Member> {
    Some(Member {
        id: named(value, "id")?,
        kind: named(value, "type")?,
        role: named(value, "role")?,
        creator: named(value, "creator")?,
        stream: named(value, "stream_id")?,
        sequence: value.get("stream_sequence")?.as_number()?.as_u64()?,
        judgment: judgment(value)?,
        view: view(value)?,
    })
}

/// A finding stands between its id and its remedy.
fn found(value: Value<'_>) -> Option<Found> {
    let mut parts = value.elements().skip(1);
    let (finding, remedy) = (parts.next()?, parts.next()?);
    Some(Found {
        code: named(finding, "code")?,
        severity: named(finding, "severity")?,
        clause: named(finding, "clause")?,
        object_id: named(finding, "object_id")?,
        relation: named(finding, "relation")?,
        target_id: named(finding, "target_id")?,
        remedy: text(remedy)?,
    })
}
