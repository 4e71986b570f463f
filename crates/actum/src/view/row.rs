//! What is kept of a reading in the index, by name: `!` the whole, `o/…` objects, `s/…` streams, `w/…` work items,
//! `f/…` what dependents look at, `c/…` conclusions that no part of the evidence tells.

use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::{Parser, Value};
use actum_tmpa::{Conclusion, Judgment, ViewState, Work};

/// Rows by name; `None` takes one out.
pub(super) type Rows = std::collections::BTreeMap<String, Option<Vec<u8>>>;

/// The row that tells whether the evidence can be read in parts.
pub(super) const WHOLE: &str = "!";
pub(super) const REGULAR: &[u8] = b"regular";

pub(super) fn object(id: &str) -> String {
    format!("o/{id}")
}

pub(super) fn stream(id: &str) -> String {
    format!("s/{id}")
}

pub(super) fn work(id: &str) -> String {
    format!("w/{id}")
}

pub(super) fn prints(id: &str) -> String {
    format!("f/{id}")
}

pub(super) fn conclusion(id: &str) -> String {
    format!("c/{id}")
}

pub(super) fn level(bytes: &[u8]) -> Option<u32> {
    bytes.try_into().ok().map(u32::from_le_bytes)
}

/// A stream: the positions that are taken, and who writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Stream {
    pub(super) runs: Vec<(u64, u64)>,
    pub(super) writers: Vec<String>,
}

impl Stream {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let written = (|| {
            writer.begin_array()?;
            writer.begin_array()?;
            for (first, last) in &self.runs {
                writer.integer(*first)?;
                writer.integer(*last)?;
            }
            writer.end_array()?;
            writer.begin_array()?;
            self.writers.iter().try_for_each(|name| writer.string(name))?;
            writer.end_array()?;
            writer.end_array()
        })();
        match written {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        let mut parts = document.root().elements();
        let (runs, writers) = (parts.next()?, parts.next()?);
        let numbers: Option<Vec<u64>> =
            runs.elements().map(|value| value.as_number().and_then(|number| number.as_u64())).collect();
        let pairs = numbers?;
        let pairs = pairs.chunks_exact(2);
        let runs = pairs.filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect();
        let writers = writers.elements().map(text).collect::<Option<Vec<String>>>()?;
        Some(Self { runs, writers })
    }

    /// Takes in a position; tells whether it was free.
    pub(super) fn take(&mut self, sequence: u64) -> bool {
        let at = self.runs.partition_point(|&(first, _)| first <= sequence);
        let before = at.checked_sub(1);
        if before.and_then(|before| self.runs.get(before)).is_some_and(|&(_, last)| sequence <= last) {
            return false;
        }
        let joins =
            |run: Option<&(u64, u64)>, position: u64| run.is_some_and(|&(_, last)| last + 1 == position);
        let left = before.filter(|&before| joins(self.runs.get(before), sequence));
        let right = self.runs.get(at).copied().filter(|&(first, _)| sequence + 1 == first);
        match (left, right) {
            (Some(left), Some((_, last))) => {
                if let Some(run) = self.runs.get_mut(left) {
                    run.1 = last;
                }
                self.runs.remove(at);
            }
            (Some(left), None) => {
                if let Some(run) = self.runs.get_mut(left) {
                    run.1 = sequence;
                }
            }
            (None, Some(_)) => {
                if let Some(run) = self.runs.get_mut(at) {
                    run.0 = sequence;
                }
            }
            (None, None) => self.runs.insert(at, (sequence, sequence)),
        }
        true
    }

    /// The last taken position before one.
    pub(super) fn before(&self, sequence: u64) -> Option<u64> {
        let at = self.runs.partition_point(|&(first, _)| first < sequence).checked_sub(1)?;
        self.runs.get(at).map(|&(_, last)| last.min(sequence - 1))
    }

    /// The first taken position behind one.
    pub(super) fn behind(&self, sequence: u64) -> Option<u64> {
        let next = sequence.saturating_add(1);
        let at = self.runs.partition_point(|&(_, last)| last < next);
        self.runs.get(at).map(|&(first, _)| first.max(next))
    }

    /// The positions in front of which none is missing.
    pub(super) fn complete(&self, from_one: bool) -> Option<(u64, u64)> {
        self.runs.first().copied().filter(|&(first, _)| !from_one || first == 1)
    }
}

/// What is said about a work item in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Work item id.
    pub id: String,
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
    /// How much is unresolved.
    pub open: u64,
}

impl Summary {
    pub(super) fn of(conclusion: &Conclusion) -> Self {
        Self {
            id: conclusion.id.clone(),
            state: conclusion.state.clone(),
            role: conclusion.role.clone(),
            identity: conclusion.identity.clone(),
            judgment: conclusion.judgment,
            view: conclusion.view,
            open: conclusion.open.len() as u64,
        }
    }

    pub(super) fn of_work(work: &Work<'_>) -> Self {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Self {
            id: work.id.to_owned(),
            state: own(work.state),
            role: own(work.responsible_role),
            identity: own(work.responsible_identity),
            judgment: work.judgment,
            view: work.view,
            open: work.open.len() as u64,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let written = (|| {
            writer.begin_array()?;
            for text in [&self.state, &self.role, &self.identity] {
                match text {
                    Some(text) => writer.string(text)?,
                    None => writer.null()?,
                }
            }
            writer.string(self.judgment.as_str())?;
            writer.string(self.view.as_str())?;
            writer.integer(self.open)?;
            writer.end_array()
        })();
        match written {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    pub(super) fn parse(id: &str, bytes: &[u8]) -> Option<Self> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).ok()?;
        let mut parts = document.root().elements();
        let (state, role, identity) = (parts.next()?, parts.next()?, parts.next()?);
        let (judgment, view, open) = (text(parts.next()?)?, text(parts.next()?)?, parts.next()?);
        Some(Self {
            id: id.to_owned(),
            state: text(state),
            role: text(role),
            identity: text(identity),
            judgment: Judgment::parse(&judgment)?,
            view: ViewState::parse(&view)?,
            open: open.as_number()?.as_u64()?,
        })
    }
}

fn text(value: Value<'_>) -> Option<String> {
    value.as_str().map(std::borrow::Cow::into_owned)
}

/// What dependents of a work item's objects look at: object ids with a number each.
pub(super) fn write_prints(prints: &[(&str, u64)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let written = (|| {
        writer.begin_array()?;
        for (id, print) in prints {
            writer.string(id)?;
            writer.string(&format!("{print:x}"))?;
        }
        writer.end_array()
    })();
    match written {
        Ok(()) => bytes,
        Err(never) => match never {},
    }
}

pub(super) fn parse_prints(bytes: &[u8]) -> Option<std::collections::BTreeMap<String, u64>> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    let texts = document.root().elements().map(text).collect::<Option<Vec<String>>>()?;
    let pairs = texts.chunks_exact(2);
    pairs.map(|pair| Some((pair.first()?.clone(), u64::from_str_radix(pair.last()?, 16).ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_join_to_runs_in_any_order() {
        let mut stream = Stream::default();
        assert!([5, 1, 2, 9, 4, 3].into_iter().all(|sequence| stream.take(sequence)));
        assert_eq!(stream.runs, [(1, 5), (9, 9)]);
        assert!(!stream.take(3));
        assert_eq!((stream.before(9), stream.before(4), stream.before(1)), (Some(5), Some(3), None));
        assert_eq!((stream.behind(5), stream.behind(3), stream.behind(9)), (Some(9), Some(4), None));
        stream.writers = vec!["a".into(), "b\n".into()];
        assert_eq!(Stream::parse(&stream.to_bytes()), Some(stream));
    }
}
