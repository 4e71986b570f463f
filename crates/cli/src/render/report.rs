//! The report for a person: the verdict first, then the work items, then the issues by severity.

use std::fmt::Write;

use actum::tmpa::{Finding, Open, Reconstruction, Severity, Work};

use super::escape::{id, plain};
use super::issues;
use super::linked::Linked;
use super::style::{BOLD, DIM, count, paint, severity, verdict, within};

/// What a report is made from.
pub(crate) struct Report<'r> {
    pub(crate) view: &'r Reconstruction,
    /// The profile as `id version`.
    pub(crate) profile: &'r str,
    /// The only work item to report on.
    pub(crate) work: Option<&'r str>,
    pub(crate) limit: usize,
    /// Files and entries that were seen and are no sources.
    pub(crate) beside: usize,
}

impl Report<'_> {
    pub(crate) fn render(&self) -> String {
        let mut out = String::new();
        let works: Vec<_> = self.view.works().filter(|work| self.wants(work.id)).collect();
        let findings = self.findings(&works);
        self.heading(&works, &findings, &mut out);
        self.works(&works, &mut out);
        self.issues(&findings, &mut out);
        out
    }

    fn wants(&self, work: &str) -> bool {
        self.work.is_none_or(|wanted| wanted == work)
    }

    /// All findings, or those that concern the wanted work item.
    fn findings(&self, works: &[Work<'_>]) -> Vec<Finding<'_>> {
        if self.work.is_none() {
            return self.view.findings().collect();
        }
        works.iter().flat_map(|work| of_work(self.view, work)).collect()
    }

    fn heading(&self, works: &[Work<'_>], findings: &[Finding<'_>], out: &mut String) {
        let view = self.view;
        match (self.work, works.first()) {
            (Some(_), Some(work)) => {
                let _ = writeln!(out, "{}  work item {}", verdict(work.judgment, work.view), id(work.id));
            }
            (Some(wanted), None) => {
                let _ = writeln!(out, "undetermined  nothing is known of the work item {}", id(wanted));
            }
            (None, _) if view.nodes().next().is_none() && findings.is_empty() => {
                let _ = writeln!(
                    out,
                    "{}  nothing here is evidence under this profile: {} looked at, no object among them",
                    verdict(view.judgment(), view.view_state()),
                    count(view.source_count() + self.beside, "file")
                );
            }
            (None, _) => {
                let _ = writeln!(out, "{}", verdict(view.judgment(), view.view_state()));
            }
        }
        let sums = [
            count(view.source_count(), "source"),
            count(view.nodes().count(), "object"),
            count(works.len(), "work item"),
            count(findings.len(), "issue"),
        ];
        let mut line = |name: &str, text: &str| {
            let _ = writeln!(out, "{} {text}", paint(DIM, format_args!("{name:<8}")));
        };
        line("read", &sums.join(", "));
        line("profile", &plain(self.profile));
        line("signed", &view.authentication().to_string().replace('_', " "));
        line("set", &view.source_set_digest().to_string());
    }

    fn works(&self, works: &[Work<'_>], out: &mut String) {
        if works.is_empty() {
            return;
        }
        let mut sorted: Vec<_> = works.iter().collect();
        sorted.sort_by(|a, b| b.judgment.cmp(&a.judgment).then_with(|| a.id.cmp(b.id)));
        let shown = within(self.limit, sorted.len());
        let _ = writeln!(out, "\n{} ({})", paint(BOLD, "work items"), works.len());
        let rows: Vec<[String; 3]> = sorted.iter().take(shown).map(|work| row(work)).collect();
        let width = |column: fn(&[String; 3]) -> &String| {
            rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0).min(40)
        };
        let (ids, states, roles) = (width(|row| &row[0]), width(|row| &row[1]), width(|row| &row[2]));
        let linked = Linked::of(self.view);
        for (work, [name, state, role]) in sorted.iter().zip(&rows) {
            let judgment = verdict(work.judgment, work.view);
            let _ = writeln!(out, "  {name:<ids$}  {state:<states$}  {role:<roles$}  {judgment}");
            self.links(&linked.lines(work.id), work.id, out);
            for open in work.open.iter().take(3) {
                let _ = writeln!(out, "      {}", open_text(open));
            }
            if let Some(more) = work.open.len().checked_sub(3).filter(|more| *more > 0) {
                let _ = writeln!(out, "      … and {more} more, see actum why {}", id(work.id));
            }
        }
        self.rest(sorted.len() - shown, "", out);
    }

    /// What a work item hangs together with: its deal, its episode, what depends on it.
    fn links(&self, lines: &[String], work: &str, out: &mut String) {
        for line in lines.iter().take(3) {
            let _ = writeln!(out, "      {line}");
        }
        if let Some(more) = lines.len().checked_sub(3).filter(|more| *more > 0) {
            let _ = writeln!(out, "      … and {more} more links, see actum why {}", id(work));
        }
    }

    fn issues(&self, findings: &[Finding<'_>], out: &mut String) {
        for level in [Severity::Critical, Severity::Error, Severity::Warning, Severity::Info] {
            let group: Vec<_> = findings.iter().filter(|finding| finding.severity == level).collect();
            if group.is_empty() {
                continue;
            }
            let shown = within(self.limit, group.len());
            let _ = writeln!(out, "\n{} ({})", severity(level), group.len());
            for finding in group.iter().take(shown) {
                out.push_str(&issues::block(finding, 2));
            }
            self.rest(group.len() - shown, "  ", out);
        }
    }

    fn rest(&self, more: usize, indent: &str, out: &mut String) {
        if more > 0 {
            let _ = writeln!(out, "{indent}… and {more} more, see --limit");
        }
    }
}

/// The findings whose subject belongs to the work item, or on which it waits.
pub(crate) fn of_work<'r>(view: &'r Reconstruction, work: &Work<'_>) -> Vec<Finding<'r>> {
    let objects: std::collections::BTreeSet<_> = work.objects.iter().copied().collect();
    let open: std::collections::BTreeSet<_> = work.open.iter().map(|open| open.finding).collect();
    let concerns = |finding: &Finding<'_>| {
        objects.contains(finding.object_id)
            || open.contains(&finding.id)
            || finding.causes.iter().any(|cause| cause.members.iter().any(|member| member == work.id))
    };
    view.findings().filter(concerns).collect()
}

/// What a work item waits for, in one line.
pub(crate) fn open_text(open: &Open<'_>) -> String {
    let mut text = open.kind.replace('_', " ");
    for (before, part) in [(": ", open.object_id), (" ", open.relation), (" -> ", open.target_id)] {
        if !part.is_empty() {
            text.push_str(before);
            text.push_str(&id(part));
        }
    }
    text
}

/// Who answers for a work item now.
pub(crate) fn responsible(work: &Work<'_>) -> String {
    match (work.responsible_identity, work.responsible_role) {
        (Some(identity), Some(role)) => format!("{} as {}", id(identity), id(role)),
        (Some(one), None) | (None, Some(one)) => id(one),
        (None, None) => "nobody known".into(),
    }
}

fn row(work: &Work<'_>) -> [String; 3] {
    let state = work.state.map_or_else(|| "state unknown".into(), id);
    [id(work.id), state, responsible(work)]
}
