//! What Actum says beyond Core's envelope: why each issue is there, and one conclusion per work item (TMPA 8.2, 9.10).

use super::envelope::{authentication, digest, list, member};
use super::pieces;
use super::view::{Finding, Reconstruction, Work};
use crate::issue::Cause;
use crate::spread::Spread;
use actum_canon::encode::{Sink, TMPA_S04, Writer};
use core::iter::Peekable;
use std::collections::btree_map;

impl Reconstruction {
    pub(super) fn write_extensions<S: Sink>(
        &self,
        writer: &mut Writer<'_, S>,
        spread: &dyn Spread,
    ) -> Result<(), S::Error> {
        writer.begin_object()?;
        let mut values = self.parts.values.iter().peekable();
        self.values(writer, &mut values, Some("findings"))?;
        writer.name("findings")?;
        writer.begin_object()?;
        let mut findings: Vec<Finding<'_>> = self.findings().collect();
        findings.sort_unstable_by_key(|finding| finding.id);
        for finding in findings {
            writer.name(&finding.id.to_string())?;
            write_finding(writer, finding)?;
        }
        writer.end_object()?;
        self.values(writer, &mut values, Some("positions_digest"))?;
        if let Some(positions) = self.parts.positions {
            digest(writer, "positions_digest", positions)?;
        }
        self.values(writer, &mut values, Some("summary"))?;
        self.summary(writer)?;
        self.values(writer, &mut values, Some("work"))?;
        writer.name("work")?;
        pieces::array(writer, spread, self.parts.works.len(), |writer, range| {
            let records = self.parts.works.get(range).unwrap_or_default().iter();
            records
                .map(|record| self.work(record))
                .try_for_each(|work| write_work(writer, &work, self.parts.trust_declared))
        })?;
        self.values(writer, &mut values, None)?;
        writer.end_object()
    }

    /// Writes the members that projections added and that stand before `next`.
    fn values<'r, S: Sink>(
        &'r self,
        writer: &mut Writer<'_, S>,
        values: &mut Peekable<btree_map::Iter<'r, &'static str, Vec<u8>>>,
        next: Option<&str>,
    ) -> Result<(), S::Error> {
        let before = |name: &str| next.is_none_or(|next| TMPA_S04.compare_names(name, next).is_lt());
        while let Some((name, value)) = values.next_if(|(name, _)| before(name)) {
            writer.name(name)?;
            writer.raw(value)?;
        }
        Ok(())
    }

    /// Work ids are member names here, so that they stand in the order of the encoding.
    fn summary<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        let mut works: Vec<_> =
            self.parts.works.iter().map(|record| (self.text(record.id), record)).collect();
        works.sort_unstable_by(|left, right| TMPA_S04.compare_names(left.0, right.0));
        writer.name("summary")?;
        writer.begin_object()?;
        for (name, of_role) in [("responsibility", true), ("work_state", false)] {
            writer.name(name)?;
            writer.begin_object()?;
            for (id, record) in &works {
                writer.name(id)?;
                let value = if of_role { record.role } else { record.state };
                nullable(writer, value.map(|name| self.text(name)))?;
            }
            writer.end_object()?;
        }
        writer.end_object()
    }
}

fn nullable<S: Sink>(writer: &mut Writer<'_, S>, text: Option<&str>) -> Result<(), S::Error> {
    match text {
        Some(text) => writer.string(text),
        None => writer.null(),
    }
}

pub(super) fn write_finding<S: Sink>(
    writer: &mut Writer<'_, S>,
    finding: Finding<'_>,
) -> Result<(), S::Error> {
    writer.begin_object()?;
    writer.name("causes")?;
    writer.begin_array()?;
    finding.causes.iter().try_for_each(|cause| write_cause(writer, cause))?;
    writer.end_array()?;
    member(writer, "clause", finding.clause)?;
    member(writer, "code", finding.code)?;
    if let Some(judgment) = finding.judgment {
        member(writer, "judgment", judgment.as_str())?;
    }
    member(writer, "object_id", finding.object_id)?;
    member(writer, "relation", finding.relation)?;
    member(writer, "severity", finding.severity.as_str())?;
    member(writer, "source_id", finding.source_id)?;
    member(writer, "target_id", finding.target_id)?;
    if let Some(view) = finding.view {
        member(writer, "view_state", view.as_str())?;
    }
    writer.end_object()
}

fn write_cause<S: Sink>(writer: &mut Writer<'_, S>, cause: &Cause) -> Result<(), S::Error> {
    writer.begin_object()?;
    member(writer, "clause", cause.clause)?;
    if let Some(expected) = &cause.expected {
        member(writer, "expected", expected)?;
    }
    if let Some(found) = &cause.found {
        member(writer, "found", found)?;
    }
    if !cause.members.is_empty() {
        list(writer, "members", cause.members.iter().map(String::as_str))?;
    }
    if let Some(pointer) = &cause.pointer {
        member(writer, "pointer", pointer)?;
    }
    member(writer, "reason", cause.reason)?;
    writer.end_object()
}

pub(super) fn write_work<S: Sink>(
    writer: &mut Writer<'_, S>,
    work: &Work<'_>,
    labelled: bool,
) -> Result<(), S::Error> {
    writer.begin_object()?;
    if labelled {
        authentication(writer, work.authenticated)?;
    }
    writer.name("carrier")?;
    nullable(writer, work.carrier)?;
    member(writer, "id", work.id)?;
    member(writer, "judgment", work.judgment.as_str())?;
    list(writer, "objects", work.objects.iter().copied())?;
    writer.name("open")?;
    writer.begin_array()?;
    for open in &work.open {
        writer.begin_object()?;
        digest(writer, "finding", open.finding)?;
        member(writer, "kind", open.kind)?;
        member(writer, "object_id", open.object_id)?;
        member(writer, "relation", open.relation)?;
        member(writer, "target_id", open.target_id)?;
        writer.end_object()?;
    }
    writer.end_array()?;
    writer.name("responsible")?;
    match work.responsible_role {
        None => writer.null()?,
        Some(role) => {
            writer.begin_object()?;
            writer.name("identity")?;
            nullable(writer, work.responsible_identity)?;
            member(writer, "role", role)?;
            writer.end_object()?;
        }
    }
    writer.name("state")?;
    nullable(writer, work.state)?;
    list(writer, "transitions", work.transitions.iter().copied())?;
    member(writer, "view_state", work.view.as_str())?;
    writer.end_object()
}
