//! The events of a TASK (FCOP 3.2, 4), and how their block is cut: without its last items, a file is what it was before.

use crate::finding::Cause;
use crate::front::Front;
use crate::yaml::Field;
use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::instant::is_date_time;

/// One item of `transitions`.
#[derive(Debug, Clone)]
pub(crate) struct Event<'y> {
    pub(crate) at: &'y str,
    pub(crate) from: Option<&'y str>,
    pub(crate) to: &'y str,
    pub(crate) by: &'y str,
    pub(crate) tool: &'y str,
    pub(crate) attempt: Option<&'y str>,
    /// Ids with the digests that stand beside them.
    pub(crate) evidence: Vec<(&'y str, Option<&'y str>)>,
    pub(crate) authorization: Option<(&'y str, Option<&'y str>)>,
    pub(crate) family: Option<&'y str>,
    pub(crate) field: Field<'y>,
}

const KNOWN: [&str; 11] = [
    "at",
    "from",
    "to",
    "by",
    "tool",
    "attempt_id",
    "evidence_ref",
    "evidence_digest",
    "authorization_ref",
    "authorization_digest",
    "family_digest",
];

impl<'y> Event<'y> {
    /// The events of a frontmatter, in their order; none where it has no such list.
    pub(crate) fn all(top: Field<'y>) -> Vec<Self> {
        top.get("transitions").and_then(Field::items).into_iter().flatten().map(Self::of).collect()
    }

    fn of(field: Field<'y>) -> Self {
        let text = |name| field.text_of(name);
        let refs = field.get("evidence_ref").map(Field::texts).unwrap_or_default();
        let mut digests = field.get("evidence_digest").map(Field::texts).unwrap_or_default().into_iter();
        Self {
            at: text("at").unwrap_or_default(),
            from: text("from"),
            to: text("to").unwrap_or_default(),
            by: text("by").unwrap_or_default(),
            tool: text("tool").unwrap_or_default(),
            attempt: text("attempt_id"),
            evidence: refs.into_iter().map(|id| (id, digests.next())).collect(),
            authorization: text("authorization_ref").map(|id| (id, text("authorization_digest"))),
            family: text("family_digest"),
            field,
        }
    }

    /// What the list of events of a frontmatter breaks. `typed`: the closed form of version 4.
    pub(crate) fn check(top: Field<'y>, typed: bool, causes: &mut Vec<Cause>) {
        let refuse = |pointer: String, expected: &str| {
            Cause::new("INVALID_ENVELOPE", "FCOP 3.2").at(pointer).expected(expected)
        };
        let Some(list) = top.get("transitions") else {
            if typed {
                causes.push(refuse("transitions".into(), "a list of events"));
            }
            return;
        };
        let Some(items) = list.items().filter(|items| items.len() > 0) else {
            if typed || !list.is_null() {
                causes.push(refuse("transitions".into(), "a list of events"));
            }
            return;
        };
        for (place, item) in items.enumerate() {
            let pointer = |name: &str| format!("transitions/{place}/{name}");
            for name in ["at", "to", "by", "tool"] {
                if item.text_of(name).is_none_or(str::is_empty) {
                    causes.push(refuse(pointer(name), "a text"));
                }
            }
            if place > 0 && item.text_of("from").is_none_or(str::is_empty) {
                causes.push(refuse(pointer("from"), "a stage"));
            }
            if typed {
                Self::check_typed(item, place, causes);
            }
        }
    }

    fn check_typed(item: Field<'y>, place: usize, causes: &mut Vec<Cause>) {
        let mut refuse = |name: &str, expected: &str| {
            let cause = Cause::new("INVALID_ENVELOPE", "FCOP 3.2").at(format!("transitions/{place}/{name}"));
            causes.push(cause.expected(expected));
        };
        if !item.text_of("at").is_some_and(is_date_time) {
            refuse("at", "a date-time with zone");
        }
        for (name, _) in item.entries().into_iter().flatten() {
            if !KNOWN.contains(&name) {
                refuse(name, "no other member");
            }
        }
        let count = |name| item.get(name).and_then(Field::items).map_or(0, |items| items.len());
        if count("evidence_ref") != count("evidence_digest") {
            refuse("evidence_digest", "one digest for each `evidence_ref`");
        }
        let first = (item.get("from").is_some_and(Field::is_null), item.text_of("to"), item.text_of("tool"));
        if place == 0 && first != (true, Some("inbox"), Some("create_task")) {
            refuse("tool", "`create_task` from null to `inbox`");
        }
    }
}

/// Where the items of `transitions` end in the bytes of a file.
#[derive(Debug)]
pub(crate) struct Cuts {
    start: usize,
    /// The offset behind each item.
    ends: Vec<usize>,
}

impl Cuts {
    /// Finds the cuts; none where items do not begin on lines of their own.
    pub(crate) fn find(bytes: &[u8], front: &Front<'_>) -> Option<Self> {
        let top = front.yaml.top();
        let items = top.get("transitions")?.items()?;
        let inner = bytes.get(front.start..front.end)?;
        if inner.windows(2).any(|pair| matches!(pair, [b'\r', other] if *other != b'\n')) {
            return None;
        }
        let mut starts = vec![front.start];
        starts.extend(
            inner.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| front.start + at + 1),
        );
        let lines: Vec<usize> = items.map(Field::line).collect();
        let first = *lines.first()?;
        let key = top.line_of("transitions")?;
        let after =
            top.line_after("transitions").map_or(Some(front.end), |line| starts.get(line).copied())?;
        if first <= key || lines.windows(2).any(|pair| matches!(pair, [left, right] if left >= right)) {
            return None;
        }
        let mut ends: Vec<usize> =
            lines.iter().skip(1).map(|line| starts.get(*line).copied()).collect::<Option<_>>()?;
        ends.push(after);
        let start = *starts.get(first)?;
        (start <= *ends.first()?).then_some(Self { start, ends })
    }

    /// The bytes of one item.
    pub(crate) fn item<'a>(&self, bytes: &'a [u8], place: usize) -> &'a [u8] {
        let start = match place.checked_sub(1) {
            None => Some(self.start),
            Some(before) => self.ends.get(before).copied(),
        };
        let range = start.zip(self.ends.get(place).copied());
        range.and_then(|(start, end)| bytes.get(start..end)).unwrap_or_default()
    }

    /// The file with one more event behind the others.
    pub(crate) fn append(&self, bytes: &[u8], item: &[u8]) -> Option<Vec<u8>> {
        let (head, tail) = bytes.split_at_checked(*self.ends.last()?)?;
        Some([head, item, tail].concat())
    }

    /// How many bytes stand behind the block.
    pub(crate) fn tail(&self, bytes: &[u8]) -> usize {
        bytes.len() - self.ends.last().copied().unwrap_or_default().min(bytes.len())
    }

    /// The digests of the file as it was after 1, 2, … events, as far as `wanted` asks for them. Each one that is asked
    /// for costs what stands behind the block.
    pub(crate) fn digests(&self, bytes: &[u8], wanted: impl Fn(usize) -> bool) -> Vec<Option<Sha256>> {
        let tail = bytes.get(self.ends.last().copied().unwrap_or_default()..).unwrap_or_default();
        let mut hasher = Sha256Hasher::new();
        let mut done = 0;
        let mut digests = Vec::with_capacity(self.ends.len());
        for (place, &end) in self.ends.iter().enumerate() {
            hasher.update(bytes.get(done..end).unwrap_or_default());
            done = end;
            digests.push(wanted(place).then(|| {
                let mut whole = hasher.clone();
                whole.update(tail);
                whole.finish()
            }));
        }
        digests
    }
}

#[cfg(test)]
mod tests {
    use super::{Cuts, Event};
    use crate::front::divide;
    use actum_canon::digest::sha256;

    const HEAD: &str = "---\na: 1\ntransitions:\n";
    const FIRST: &str = "- at: x\n  from: null\n  to: inbox\n  by: PM\n  tool: create_task\n";
    const SECOND: &str = "- at: y\n  from: inbox\n  to: active\n  by: DEV\n  tool: claim_task\n";

    #[test]
    fn cut_after_an_event_a_file_is_what_it_was_then() {
        for tail in ["---\n\nbody\n", "z: 1\n---\n", "---"] {
            let before = format!("{HEAD}{FIRST}{tail}");
            let bytes = format!("{HEAD}{FIRST}{SECOND}{tail}").into_bytes();
            let cuts = Cuts::find(&bytes, &divide(&bytes, true).unwrap()).unwrap();
            let digests = cuts.digests(&bytes, |_| true);
            assert_eq!(digests, [Some(sha256(before.as_bytes())), Some(sha256(&bytes))]);
            assert_eq!(cuts.item(&bytes, 1), SECOND.as_bytes());
            assert_eq!(cuts.tail(&bytes), tail.len());
        }
    }

    #[test]
    fn items_that_share_a_line_are_not_cut() {
        for block in ["transitions: [{at: x}, {at: y}]\n", "transitions:\n  [{at: x}, {at: y}]\n"] {
            let bytes = format!("---\n{block}---\n").into_bytes();
            assert!(Cuts::find(&bytes, &divide(&bytes, true).unwrap()).is_none(), "{block}");
        }
    }

    #[test]
    fn a_list_of_events_is_held_to_its_form() {
        let check = |text: &str, typed| {
            let bytes = format!("---\n{text}---\n").into_bytes();
            let mut causes = Vec::new();
            Event::check(divide(&bytes, false).unwrap().yaml.top(), typed, &mut causes);
            causes.into_iter().filter_map(|cause| cause.pointer).collect::<Vec<_>>()
        };
        let block = format!("transitions:\n{FIRST}{SECOND}");
        assert!(check(&block, false).is_empty());
        assert_eq!(check(&block, true), ["transitions/0/at", "transitions/1/at"]);
        assert_eq!(check("a: 1\n", true), ["transitions"]);
        assert!(check("a: 1\n", false).is_empty());
        assert_eq!(check("transitions: x\n", false), ["transitions"]);
        assert_eq!(check("transitions:\n- at: x\n  to: y\n  by: z\n- {}\n", false).len(), 6);
    }
}
