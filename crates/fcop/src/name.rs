//! File names of envelopes (FCOP 2), matched in full, by ASCII and case.

/// The four kinds of envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Task,
    Report,
    Issue,
    Review,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Task, Self::Report, Self::Issue, Self::Review];

    /// As it stands in names and in the field `type`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Task => "TASK",
            Self::Report => "REPORT",
            Self::Issue => "ISSUE",
            Self::Review => "REVIEW",
        }
    }

    /// The field that holds the id.
    pub(crate) const fn id_field(self) -> &'static str {
        match self {
            Self::Task => "task_id",
            Self::Report => "report_id",
            Self::Issue => "issue_id",
            Self::Review => "review_id",
        }
    }

    /// The kind that a file name claims, with the stem: `TASK-….md`, whatever stands between.
    pub(crate) fn claimed(file: &str) -> Option<(Self, &str)> {
        let stem = file.strip_suffix(".md")?;
        Self::of_id(stem).map(|kind| (kind, stem))
    }

    /// The kind whose word and hyphen an id begins with.
    pub(crate) fn of_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| id.strip_prefix(kind.word()).is_some_and(|rest| rest.starts_with('-')))
    }
}

/// What a name of v1 to v3 says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name<'n> {
    /// `YYYYMMDD`, a day that the calendar has.
    pub(crate) date: &'n str,
    /// `NNN`, 001 to 999.
    pub(crate) sequence: &'n str,
    /// Writer of a TASK or REPORT, reporter of an ISSUE, reviewer of a REVIEW.
    pub(crate) sender: &'n str,
    pub(crate) recipient: Option<&'n str>,
    pub(crate) slot: Option<&'n str>,
    /// The trailing words, or what a REVIEW is on.
    pub(crate) slug: Option<&'n str>,
}

impl<'n> Name<'n> {
    /// Reads the stem of a name of v1 to v3.
    ///
    /// Where hyphens leave a choice, the sender takes as much as it can, as the pattern of the library does.
    pub(crate) fn parse(kind: Kind, stem: &'n str) -> Option<Self> {
        let rest = stem.strip_prefix(kind.word())?.strip_prefix('-')?;
        let (date, rest) = rest.split_at_checked(8)?;
        let (sequence, rest) = rest.strip_prefix('-')?.split_at_checked(3)?;
        let rest = rest.strip_prefix('-')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(date) || !digits(sequence) || sequence == "000" || !is_day(date) {
            return None;
        }
        let name = |sender, recipient, slot, slug| Self { date, sequence, sender, recipient, slot, slug };
        match kind {
            Kind::Task | Kind::Report => {
                let (sender, rest) = rest.split_once("-to-").filter(|(sender, _)| is_role(sender))?;
                let (recipient, slot, slug) = addressee(rest, kind == Kind::Task)?;
                Some(name(sender, Some(recipient), slot, slug))
            }
            Kind::Issue => {
                let (sender, slug) = with_slug(rest)?;
                Some(name(sender, None, None, slug))
            }
            Kind::Review => {
                let (sender, on) = rest.split_once("-on-").filter(|(sender, _)| is_role(sender))?;
                let first =
                    on.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
                (first && on.bytes().all(is_slug_byte)).then(|| name(sender, None, None, Some(on)))
            }
        }
    }
}

/// `ROLE[.SLOT][-slug]`.
fn addressee(text: &str, may_have_slot: bool) -> Option<(&str, Option<&str>, Option<&str>)> {
    match text.split_once('.') {
        Some((recipient, rest)) if may_have_slot && is_role(recipient) => {
            let (slot, slug) = with_slug(rest)?;
            Some((recipient, Some(slot), slug))
        }
        Some(_) => None,
        None => with_slug(text).map(|(recipient, slug)| (recipient, None, slug)),
    }
}

/// `ROLE[-slug]`: a slug begins with a lower-case letter, which no part of a role does.
fn with_slug(text: &str) -> Option<(&str, Option<&str>)> {
    let start = text
        .match_indices('-')
        .find(|(at, _)| text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_lowercase))
        .map(|(at, _)| at);
    let Some(start) = start else {
        return is_role(text).then_some((text, None));
    };
    let (role, slug) = text.split_at_checked(start)?;
    let slug = slug.strip_prefix('-')?;
    let whole = slug.bytes().all(is_slug_byte) && !slug.ends_with('-');
    (is_role(role) && whole).then_some((role, Some(slug)))
}

fn is_slug_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

/// `[A-Z][A-Z0-9_]*(-[A-Z0-9_]+)*`
pub(crate) fn is_role(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    };
    text.starts_with(|first: char| first.is_ascii_uppercase()) && text.split('-').all(part)
}

/// Tells whether eight digits are a day of the calendar.
fn is_day(date: &str) -> bool {
    day(date).is_some_and(|text| actum_canon::instant::is_date_time(&text))
}

/// The start of a day in UTC as RFC 3339 has it.
pub(crate) fn day(date: &str) -> Option<String> {
    let (year, rest) = date.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    Some(format!("{year}-{month}-{day}T00:00:00Z"))
}

/// Tells whether a text is an id of v4: `KIND-` and ASCII letters, digits, `.`, `_`, `-`, first a letter or digit.
pub(crate) fn is_typed_id(kind: Kind, id: &str) -> bool {
    let Some(rest) = id.strip_prefix(kind.word()).and_then(|rest| rest.strip_prefix('-')) else {
        return false;
    };
    rest.starts_with(|first: char| first.is_ascii_alphanumeric())
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// The short id, `KIND-YYYYMMDD-NNN`, that an id begins with. Several envelopes may have it (FCOP 2).
pub(crate) fn short(id: &str) -> Option<&str> {
    let kind = Kind::of_id(id)?;
    let length = kind.word().len() + "-YYYYMMDD-NNN".len();
    let (short, rest) = id.split_at_checked(length)?;
    let digits = short.strip_prefix(kind.word())?;
    let shaped = digits.bytes().enumerate().all(|(at, byte)| match at {
        0 | 9 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (shaped && (rest.is_empty() || rest.starts_with('-'))).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Name, is_role, is_typed_id, short};

    fn name<'n>(
        sender: &'n str,
        recipient: Option<&'n str>,
        slot: Option<&'n str>,
        slug: Option<&'n str>,
    ) -> Option<Name<'n>> {
        Some(Name { date: "20260421", sequence: "001", sender, recipient, slot, slug })
    }

    #[test]
    fn names_give_sender_recipient_slot_and_slug() {
        for (kind, stem, expected) in [
            (Kind::Task, "TASK-20260421-001-PM-to-DEV", name("PM", Some("DEV"), None, None)),
            (
                Kind::Task,
                "TASK-20260421-001-LEAD-QA-to-AUTO-TESTER.D2-fix-v2",
                name("LEAD-QA", Some("AUTO-TESTER"), Some("D2"), Some("fix-v2")),
            ),
            (
                Kind::Report,
                "REPORT-20260421-001-FINAL-PM-to-ADMIN",
                name("FINAL-PM", Some("ADMIN"), None, None),
            ),
            (Kind::Issue, "ISSUE-20260421-001-ME-late-one", name("ME", None, None, Some("late-one"))),
            (Kind::Review, "REVIEW-20260421-001-PM-on-task-1", name("PM", None, None, Some("task-1"))),
        ] {
            assert_eq!(Name::parse(kind, stem), expected, "{stem}");
        }
    }

    #[test]
    fn names_outside_the_grammar_are_refused() {
        for stem in [
            "TASK-20260509-Z01-ADMIN-to-ME",
            "TASK-20260509-000-ADMIN-to-ME",
            "TASK-20260231-001-ADMIN-to-ME",
            "TASK-20260509-001-admin-to-ME",
            "TASK-20260509-001-ADMIN-to-ME-",
            "TASK-20260509-001-ADMIN-to-ME-a-",
            "TASK-20260509-001-ADMIN-to-",
            "TASK-20260418-143000-001-PM-to-DEV-PENDING",
            "TASK-20260509-001-ADMIN",
            "TASK-2026",
            "TASK-2026é509-001-ADMIN-to-ME",
        ] {
            assert_eq!(Name::parse(Kind::Task, stem), None, "{stem}");
        }
        assert_eq!(
            Name::parse(Kind::Report, "REPORT-20260421-003-PM-to-ADMIN.X"),
            None,
            "only a TASK has a slot"
        );
        assert_eq!(Name::parse(Kind::Report, "REPORT-20260425-001-FCoP-与-Bridgeflow"), None);
    }

    #[test]
    fn roles_are_parts_of_upper_case_joined_by_hyphens() {
        assert!(is_role("DEV_01") && is_role("PM-01") && is_role("A"));
        assert!(!is_role("") && !is_role("1A") && !is_role("A-") && !is_role("A--B") && !is_role("dev"));
    }

    #[test]
    fn ids_of_version_four_and_short_ids_are_told_apart() {
        assert!(is_typed_id(Kind::Task, "TASK-a1.b_c-d") && !is_typed_id(Kind::Task, "TASK--a"));
        assert!(!is_typed_id(Kind::Report, "TASK-a1"));
        assert_eq!(short("TASK-20260421-001-PM-to-DEV"), Some("TASK-20260421-001"));
        assert_eq!(short("TASK-20260421-001"), Some("TASK-20260421-001"));
        assert_eq!(short("TASK-20260421-0012"), None);
        assert_eq!(short("NOTE-20260421-001"), None);
    }
}
