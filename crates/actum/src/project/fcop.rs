//! FCoP workspaces: files of every kind, projected by the crate that knows their editions (FCOP 7).

use actum_fcop::{Effect, File, Finding, Registry};
use actum_tmpa::{Beside, Cause, Contest, Foreign, ForeignCode, Judgment, Severity, ViewState};

use super::{Claimed, Kind};

/// Adds the objects of the files among the claimed sources, and what their reading found.
pub(super) fn project(
    claimed: &[Claimed],
    registry: &Registry,
    written: &mut [Vec<Vec<u8>>],
    beside: &mut Beside,
) {
    // A file of lines is one file to a workspace; its first line stands for it.
    let first = |place: usize, source: &Claimed| {
        let before = place.checked_sub(1).and_then(|before| claimed.get(before));
        file_of_line(&source.id)
            .is_none_or(|file| before.and_then(|before| file_of_line(&before.id)) != Some(file))
    };
    let files = claimed.iter().enumerate();
    let files = files.filter(|(place, source)| source.kind == Kind::File && first(*place, source));
    let files = files.map(|(_, source)| File { id: &source.id, bytes: &source.bytes });
    let projection = actum_fcop::project(files, registry);
    for object in projection.objects {
        // Sources stand in the order of their ids; variants of one id are one source to the projection.
        let start = claimed.partition_point(|source| source.id < object.source);
        let same =
            claimed.iter().enumerate().skip(start).take_while(|(_, source)| source.id == object.source);
        let position =
            same.filter(|(_, source)| source.kind == Kind::File).map(|(position, _)| position).next();
        if let Some(slot) = position.and_then(|position| written.get_mut(position)) {
            slot.push(object.bytes);
        }
    }
    for actum_fcop::Contest { subject, members, cause: why } in projection.contests {
        let relation = "subject".to_owned();
        beside.contest(Contest { relation, target: subject, members, cause: cause(why) });
    }
    projection.findings.into_iter().map(foreign).for_each(|finding| beside.find(finding));
}

/// The file of lines that a source is one line of.
fn file_of_line(id: &str) -> Option<&str> {
    let (file, line) = id.rsplit_once('#')?;
    let is_lines = [".jsonl", ".ndjson"].iter().any(|ending| file.to_ascii_lowercase().ends_with(ending));
    (is_lines && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())).then_some(file)
}

fn foreign(finding: Finding) -> Foreign {
    let code = ForeignCode {
        name: finding.code.as_str(),
        severity: severity(finding.code.severity()),
        clause: finding.code.clause(),
        remedy: finding.code.remedy(),
    };
    let effect = finding.effect().map(effect);
    // Findings about no object are told apart by their sources, as those of the reading itself are.
    let nobody = finding.object.is_empty() && finding.target.is_empty();
    let target_id = if nobody { finding.source.clone() } else { finding.target };
    Foreign {
        code,
        source_id: finding.source,
        object_id: finding.object,
        relation: finding.relation,
        target_id,
        causes: finding.causes.into_iter().map(cause).collect(),
        effect,
    }
}

fn severity(severity: actum_fcop::Severity) -> Severity {
    match severity {
        actum_fcop::Severity::Critical => Severity::Critical,
        actum_fcop::Severity::Error => Severity::Error,
        actum_fcop::Severity::Warning => Severity::Warning,
        actum_fcop::Severity::Info => Severity::Info,
    }
}

fn effect(effect: Effect) -> (Judgment, ViewState) {
    match effect {
        Effect::Quarantined => (Judgment::Invalid, ViewState::Quarantined),
        Effect::Rejected => (Judgment::Invalid, ViewState::Rejected),
        Effect::Disputed => (Judgment::Undetermined, ViewState::Disputed),
        Effect::Partial => (Judgment::Undetermined, ViewState::Partial),
        Effect::PendingHuman => (Judgment::Undetermined, ViewState::PendingHuman),
    }
}

fn cause(cause: actum_fcop::Cause) -> Cause {
    let actum_fcop::Cause { reason, clause, pointer, expected, found, members } = cause;
    Cause { reason, clause, pointer, expected, found, members }
}
