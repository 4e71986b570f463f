//! A record that is read whole: for records without a ledger, and where nothing less tells the answer.

use std::collections::BTreeMap;

use actum_canon::json::{Parser, Value};
use actum_tmpa::profile::Outline;
use actum_tmpa::{
    Examiner, Finding, InputBundle, Judgment, Node, Reconstruction, Source, ViewState, reconstruct,
};

use super::forecast::{Forecast, Outlook, Remark};
use super::record::{Artifact, Record, Seen, Standing, source_id};

/// A record that is read whole.
#[derive(Debug)]
pub struct Whole {
    input: InputBundle,
    outline: Outline,
    sources: Vec<Artifact>,
    view: Reconstruction,
    standings: BTreeMap<String, Standing>,
    /// Where the bytes of each accepted object are.
    places: BTreeMap<String, usize>,
    lasts: BTreeMap<String, u64>,
}

impl Whole {
    /// Reads all sources.
    pub fn read(input: InputBundle, sources: Vec<Artifact>) -> Self {
        let view = view(&input, &sources, &[]);
        let outline = input.profile().outline();
        let standings = standings(&view);
        let by_id: BTreeMap<&str, usize> =
            sources.iter().enumerate().map(|(at, source)| (source.id.as_str(), at)).collect();
        let place = |node: Node<'_>| {
            Some((node.id.to_owned(), node.source_ids.first().and_then(|id| by_id.get(id)).copied()?))
        };
        let places = view.nodes().filter_map(place).collect();
        let mut lasts = BTreeMap::new();
        let mut parser = Parser::new();
        for source in &sources {
            if let Some((stream, sequence)) = claimed(&mut parser, &source.bytes) {
                let last = lasts.entry(stream).or_insert(0);
                *last = sequence.max(*last);
            }
        }
        Self { input, outline, standings, places, lasts, sources, view }
    }

    /// The view of everything.
    pub fn view(&self) -> &Reconstruction {
        &self.view
    }
}

impl Record for Whole {
    fn profile(&self) -> &Outline {
        &self.outline
    }

    fn work(&self, id: &str) -> Option<Standing> {
        self.standings.get(id).cloned()
    }

    fn works(&self, after: Option<&str>, most: usize) -> Vec<(String, Option<String>)> {
        let later = |standing: &&Standing| after.is_none_or(|after| standing.id.as_str() > after);
        let later = self.standings.values().filter(later).take(most);
        later.map(|standing| (standing.id.clone(), standing.state.clone())).collect()
    }

    fn object(&self, id: &str) -> Option<Vec<u8>> {
        self.sources.get(*self.places.get(id)?).map(|source| source.bytes.clone())
    }

    fn last(&self, stream: &str) -> u64 {
        self.lasts.get(stream).copied().unwrap_or_default()
    }

    fn of_kind(&self, kind: &str) -> Vec<Seen> {
        self.view.nodes().filter(|node| node.kind == kind).map(seen).collect()
    }

    fn with(&self, objects: &[Vec<u8>]) -> Forecast {
        let view = view(&self.input, &self.sources, objects);
        let ids: Vec<String> = objects.iter().map(|bytes| source_id(bytes)).collect();
        let added: BTreeMap<&str, Node<'_>> = view
            .nodes()
            .filter(|node| node.source_ids.iter().any(|id| ids.iter().any(|own| own == id)))
            .map(|node| (node.id, node))
            .collect();
        let outlook = |source: &String| {
            let node = added.values().find(|node| node.source_ids.contains(&source.as_str()));
            let own = |finding: &Finding<'_>| {
                finding.source_id == source || node.is_some_and(|node| finding.object_id == node.id)
            };
            Outlook {
                id: node.map(|node| node.id.to_owned()),
                judgment: node.map_or(Judgment::Invalid, |node| node.judgment),
                view: node.map_or(ViewState::Quarantined, |node| node.view),
                remarks: view.findings().filter(own).map(remark).collect(),
            }
        };
        let objects = ids.iter().map(outlook).collect();
        let after = standings(&view);
        let touched = |standing: &&Standing| self.standings.get(&standing.id) != Some(*standing);
        let before: BTreeMap<&str, Judgment> =
            self.view.nodes().map(|node| (node.id, node.judgment)).collect();
        let lowered = view.nodes().filter_map(|node| {
            let before = *before.get(node.id)?;
            (before < node.judgment).then(|| (node.id.to_owned(), before, node.judgment))
        });
        Forecast {
            objects,
            lowered: lowered.collect(),
            works: after.values().filter(touched).cloned().collect(),
        }
    }
}

fn view(input: &InputBundle, sources: &[Artifact], more: &[Vec<u8>]) -> Reconstruction {
    let mut examiner = Examiner::new(input);
    let examine = |one: &Artifact| {
        let Artifact { id, media_type, position, bytes } = one;
        examiner.examine(Source { id, media_type, bytes, position: *position })
    };
    // What comes next in a ledger stands behind everything that is there.
    let next = sources.iter().filter_map(|one| one.position).max().map(|last| last.saturating_add(1));
    let places = (0..).map(|more| next.map(|next| next.saturating_add(more)));
    let more: Vec<Artifact> = more
        .iter()
        .zip(places)
        .map(|(bytes, position)| Artifact {
            id: source_id(bytes),
            media_type: super::MEDIA_TYPE.to_owned(),
            position,
            bytes: bytes.clone(),
        })
        .collect();
    let candidates = sources.iter().chain(&more).map(examine).collect();
    reconstruct(input, candidates)
}

/// Everything by work item, in one walk.
fn standings(view: &Reconstruction) -> BTreeMap<String, Standing> {
    let mut works: BTreeMap<String, Standing> = view
        .works()
        .map(|work| {
            let open = work.open.iter().map(|open| {
                let parts = [open.object_id, open.relation, open.target_id];
                (
                    open.kind.to_owned(),
                    parts.iter().filter(|part| !part.is_empty()).map(|part| (*part).to_owned()).collect(),
                )
            });
            let standing = Standing {
                id: work.id.to_owned(),
                carrier: work.carrier.map(str::to_owned),
                state: work.state.map(str::to_owned),
                role: work.responsible_role.map(str::to_owned),
                identity: work.responsible_identity.map(str::to_owned),
                judgment: work.judgment,
                view: work.view,
                open: open.collect(),
                transitions: work.transitions.iter().map(|id| (*id).to_owned()).collect(),
                objects: Vec::new(),
                remarks: Vec::new(),
            };
            (standing.id.clone(), standing)
        })
        .collect();
    let mut work_of: BTreeMap<&str, &str> = BTreeMap::new();
    for node in view.nodes() {
        work_of.insert(node.id, node.work);
        if let Some(standing) = works.get_mut(node.work) {
            standing.objects.push(seen(node));
        }
    }
    for finding in view.findings() {
        let work = work_of.get(finding.object_id).copied();
        if let Some(standing) = work.and_then(|work| works.get_mut(work)) {
            standing.remarks.push(remark(finding));
        }
    }
    works
}

fn seen(node: Node<'_>) -> Seen {
    Seen {
        id: node.id.to_owned(),
        kind: node.kind.to_owned(),
        creator: node.creator.to_owned(),
        role: node.role.to_owned(),
        stream: node.stream.to_owned(),
        sequence: node.sequence,
        judgment: node.judgment,
        view: node.view,
    }
}

fn remark(finding: Finding<'_>) -> Remark {
    Remark {
        code: finding.code.to_owned(),
        clause: finding.clause.to_owned(),
        weighs: finding.judgment.is_some(),
        object: finding.object_id.to_owned(),
        relation: finding.relation.to_owned(),
        target: finding.target_id.to_owned(),
        causes: finding.causes.to_vec(),
        remedy: finding.remedy.to_owned(),
    }
}

/// The position that a source claims, whatever else is wrong with it.
fn claimed(parser: &mut Parser, bytes: &[u8]) -> Option<(String, u64)> {
    let document = parser.parse(bytes).ok()?;
    let stream = document.root().get("stream")?;
    let id = stream.get("id").and_then(Value::as_str)?.into_owned();
    Some((id, stream.get("sequence")?.as_number()?.as_u64()?))
}
