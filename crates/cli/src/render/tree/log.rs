//! The transitions of a tree, one line for each audit record.

use std::fmt::Write;

use actum::tree::audit::AuditRecord;

use crate::render::escape::plain;
use crate::render::style::{BOLD, DIM, paint};

/// Appends the line of one record.
pub(crate) fn line(record: &AuditRecord, out: &mut String) {
    let hash: String = record.record_hash.to_string().chars().take(12).collect();
    let reason = record.explicit_reason.as_deref().map(|reason| format!(": {}", plain(reason)));
    let _ = writeln!(
        out,
        "{:>4} {} {} by {}{}  {}",
        record.episode_time,
        record.wall_clock_time,
        paint(BOLD, record.delta_type.trim_start_matches("X_").to_ascii_lowercase()),
        plain(&record.agent_id),
        reason.unwrap_or_default(),
        paint(DIM, format_args!("{hash} in {}", plain(&record.chain_key))),
    );
}
