//! When an envelope was made (FCOP 7, 7.1). Times of files are no evidence and never looked at.

use super::Maker;
use crate::code::Code;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding};
use crate::name::{Kind, day};
use actum_canon::instant::is_date_time;

/// A time and where it is from.
pub(super) struct Made {
    pub(super) at: String,
    pub(super) basis: &'static str,
}

impl Maker<'_, '_, '_> {
    /// The time of an envelope; none where nothing tells it, which is said.
    pub(super) fn made(&mut self, envelope: &Envelope<'_>) -> Option<Made> {
        let fields: &[&'static str] = match envelope.kind {
            Kind::Review if !self.scene.workspace.edition.typed => &["decided_at", "created_at"],
            _ => &["created_at"],
        };
        let written = fields.iter().find_map(|name| envelope.text(name).map(|text| (*name, text)));
        let first = envelope
            .top()
            .get("transitions")
            .and_then(|list| list.items())
            .and_then(|mut items| items.next());
        let first = first.and_then(|event| event.text_of("at"));
        let named = envelope.name.as_ref().map(|name| name.date);
        self.choose(envelope.source, envelope.id, written, first, named)
    }

    /// Takes the first time that is one: a field, the first event, the registry, a day.
    pub(super) fn choose(
        &mut self,
        source: usize,
        id: &str,
        written: Option<(&'static str, &str)>,
        event: Option<&str>,
        date: Option<&str>,
    ) -> Option<Made> {
        let made = |at: &str, basis| Some(Made { at: at.to_owned(), basis });
        if let Some((field, at)) = written.filter(|(_, at)| is_date_time(at)) {
            return made(at, field);
        }
        if let Some((field, text)) = written {
            self.say(
                Code::TimeZoneUnknown,
                source,
                id,
                Cause::new("no_moment", "FCOP 7.1").at(field).found(text),
            );
        }
        if let Some(at) = event.filter(|at| is_date_time(at)) {
            return made(at, "event");
        }
        if let Some(at) = self.scene.registry.date(id) {
            return made(at, "registry");
        }
        let of_text = written.map(|(_, text)| text).or(event).and_then(day_of);
        let Some(at) = of_text.or_else(|| date.and_then(day)) else {
            self.say(Code::TimeUnknown, source, id, Cause::new("no_time", "FCOP 7.1").at("created_at"));
            return None;
        };
        self.say(
            Code::CreatedAtDayOnly,
            source,
            id,
            Cause::new("day_of_name_or_field", "FCOP 7.1").found(at.as_str()),
        );
        Some(Made { at, basis: "day" })
    }

    fn say(&mut self, code: Code, source: usize, id: &str, cause: Cause) {
        self.findings.push(Finding::new(code, self.scene.workspace.source_id(source), id, cause));
    }
}

/// The day that a text without zone begins with, as a moment of that day.
fn day_of(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    let at = format!("{date}T00:00:00Z");
    let bounded = !rest.starts_with(|next: char| next.is_ascii_digit());
    (bounded && is_date_time(&at)).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::day_of;

    #[test]
    fn a_text_without_zone_gives_its_day_and_no_more() {
        for text in ["2026-04-03 12:00:00", "2026-04-03T12:00:00", "2026-04-03", "2026-04-03T10:42+08:00"] {
            assert_eq!(day_of(text).as_deref(), Some("2026-04-03T00:00:00Z"), "{text}");
        }
        for text in ["2026-04-031", "2026-02-30", "today", "", "2026-04"] {
            assert_eq!(day_of(text), None, "{text}");
        }
    }
}
