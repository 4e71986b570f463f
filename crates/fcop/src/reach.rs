//! Where an id in a field leads (FCOP 2, 6).

use crate::name::{self, Kind};
use crate::workspace::Workspace;

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach<'w> {
    /// To one envelope of the workspace.
    One(&'w str),
    /// To several: a short id is not unique (FCOP 2).
    Several(&'w str),
    /// To an envelope that is not there.
    Missing(&'w str),
    /// Out of what is governed here: a path, a rule, a sentence.
    Outside,
}

/// Follows a reference as it is written.
pub(crate) fn reach<'w>(workspace: &'w Workspace<'_>, text: &'w str) -> Reach<'w> {
    let text = text.trim();
    if let Some(envelope) = workspace.find(text) {
        return Reach::One(envelope.id);
    }
    if workspace.edition.typed {
        let typed = Kind::of_id(text).is_some_and(|kind| name::is_typed_id(kind, text));
        return if typed { Reach::Missing(text) } else { Reach::Outside };
    }
    let (folder, file) = text.rsplit_once('/').map_or((false, text), |(_, file)| (true, file));
    let id = file.strip_suffix(".md").unwrap_or(file);
    if let Some(envelope) = workspace.find(id) {
        return Reach::One(envelope.id);
    }
    if let Some(id) = workspace.refused(id) {
        return Reach::Missing(id);
    }
    let Some(short) = name::short(id) else { return Reach::Outside };
    let all = workspace.with_short(short);
    // A name without its slug means the one envelope that has date, number and parties in common with it; in the order
    // of ids those follow at once, since `-` and `.` come before anything else that a name has.
    let from = if id == short { 0 } else { all.partition_point(|candidate| *candidate < id) };
    let fits = |candidate: &&&str| {
        id == short || candidate.strip_prefix(id).is_some_and(|rest| rest.starts_with(['-', '.']))
    };
    let mut found = all.iter().skip(from).take_while(fits);
    match (found.next(), found.next()) {
        (Some(one), None) if workspace.find(one).is_some() => Reach::One(one),
        (Some(refused), None) => Reach::Missing(refused),
        (Some(_), Some(_)) => Reach::Several(id),
        (None, _) if folder || !is_id(id, short) => Reach::Outside,
        (None, _) => Reach::Missing(id),
    }
}

/// Whether a text is a short id or a name of the grammar, not a sentence that begins with one.
fn is_id(id: &str, short: &str) -> bool {
    id == short || Kind::of_id(id).is_some_and(|kind| name::Name::parse(kind, id).is_some())
}
