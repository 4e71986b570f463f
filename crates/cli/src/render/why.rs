//! The chain of causes behind a judgment, clause by clause.
//!
//! A finding names other objects: the target of its reference and the members of its causes. Where those have
//! findings of their own, the chain goes on with them, each finding once.

use std::collections::BTreeSet;

use actum::tmpa::{Judgment, Reconstruction, Work};

use super::causes::Causes;
use super::escape::id;
use super::issues;
use super::linked::Linked;
use super::report::{of_work, open_text, responsible};
use super::style::{BOLD, count, paint, verdict, within};

/// The explanation of one subject and the judgment that it explains.
pub(crate) struct Explanation {
    pub(crate) text: String,
    pub(crate) judgment: Judgment,
}

/// Explains `subject`: an object, a work item, a source or an issue; `None` where the evidence knows none of that name.
pub(crate) fn explain(view: &Reconstruction, subject: &str, limit: usize) -> Option<Explanation> {
    let causes = Causes::new(view);
    let mut chain = Chain {
        view,
        causes: &causes,
        told: BTreeSet::new(),
        limit: within(limit, usize::MAX),
        omitted: 0,
        judgment: Judgment::Valid,
        out: String::new(),
    };
    let work = view.works().find(|work| work.id == subject);
    let is_work = work.is_some_and(|work| chain.work(&work));
    // What nothing could be parsed of has no id, and an empty subject asks for none of it.
    let is_object = !subject.is_empty() && chain.object(subject);
    let known = is_work || is_object || chain.source(subject) || chain.issue(subject);
    known.then(|| chain.finish())
}

struct Chain<'c, 'r> {
    view: &'r Reconstruction,
    causes: &'c Causes<'r>,
    told: BTreeSet<usize>,
    limit: usize,
    omitted: usize,
    judgment: Judgment,
    out: String,
}

const NOTHING: &str = "  no issue concerns it: all required checks are established (TMPA 7.2)";

impl Chain<'_, '_> {
    fn lower(&mut self, judgment: Judgment) {
        self.judgment = self.judgment.max(judgment);
    }

    fn say(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn work(&mut self, work: &Work<'_>) -> bool {
        self.lower(work.judgment);
        self.say(&format!("{}  work item {}", verdict(work.judgment, work.view), id(work.id)));
        let state = work.state.map_or_else(|| "unknown".into(), id);
        self.say(&format!("  state {state}, {}", responsible(work)));
        for line in Linked::of(self.view).lines(work.id).iter().take(self.limit) {
            self.say(&format!("  with  {line}"));
        }
        for open in work.open.iter().take(self.limit) {
            self.say(&format!("  open  {}", open_text(open)));
        }
        let wanted: BTreeSet<_> = of_work(self.view, work).iter().map(|finding| finding.id).collect();
        let numbers = self.causes.which(|finding| wanted.contains(&finding.id));
        if numbers.is_empty() && work.judgment == Judgment::Valid {
            self.say(NOTHING);
        }
        self.tell(numbers);
        true
    }

    fn object(&mut self, subject: &str) -> bool {
        let causes = self.causes;
        let numbers = causes.of(subject);
        match causes.node(subject) {
            Some(node) => {
                self.lower(node.judgment);
                self.say(&format!("{}  object {}", verdict(node.judgment, node.view), id(node.id)));
                let place = format!("position {} of stream {}", node.sequence, id(node.stream));
                let who = format!("{} by {} as {}", id(node.kind), id(node.creator), id(node.role));
                self.say(&format!("  {who}, {place}, work item {}", id(node.work)));
                let sources: Vec<_> = node.source_ids.iter().take(8).map(|source| id(source)).collect();
                self.say(&format!("  from {}", sources.join(", ")));
                if numbers.is_empty() && node.judgment == Judgment::Valid {
                    self.say(NOTHING);
                }
            }
            None if causes.which(|finding| finding.object_id == subject).is_empty() => return false,
            None => {
                let judgment = self.worst(&numbers);
                self.lower(judgment);
                self.say(&format!("{judgment}  object {}, not among the accepted objects", id(subject)));
            }
        }
        self.tell(numbers);
        true
    }

    fn source(&mut self, subject: &str) -> bool {
        let causes = self.causes;
        let nodes: Vec<_> = causes.nodes().filter(|node| node.source_ids.contains(&subject)).collect();
        let numbers = causes.which(|finding| finding.source_id == subject);
        if nodes.is_empty() && numbers.is_empty() {
            return false;
        }
        self.say(&format!("source {}", id(subject)));
        for node in nodes {
            self.object(node.id);
        }
        let judgment = self.worst(&numbers);
        self.lower(judgment);
        self.tell(numbers);
        true
    }

    fn issue(&mut self, subject: &str) -> bool {
        const LEAST: usize = 8;
        let digits = subject.strip_prefix("sha256:").unwrap_or(subject);
        if digits.len() < LEAST {
            return false;
        }
        let wanted = format!("sha256:{digits}");
        let numbers = self.causes.which(|finding| finding.id.to_string().starts_with(&wanted));
        if numbers.is_empty() {
            return false;
        }
        let judgment = self.worst(&numbers);
        self.lower(judgment);
        self.say(&format!("{} {digits}", if numbers.len() == 1 { "issue" } else { "issues" }));
        self.tell(numbers);
        true
    }

    fn worst(&self, numbers: &BTreeSet<usize>) -> Judgment {
        let judgments = numbers.iter().filter_map(|number| self.causes.findings.get(*number)?.judgment);
        judgments.max().unwrap_or_default()
    }

    /// Tells these findings and, under each, what it rests on.
    fn tell(&mut self, numbers: BTreeSet<usize>) {
        let causes = self.causes;
        // The object whose findings are being told at each depth, so that each is named once.
        let mut because: Vec<&str> = Vec::new();
        let mut stack: Vec<(usize, usize, &str)> =
            numbers.into_iter().rev().map(|number| (number, 0, "")).collect();
        while let Some((number, depth, object)) = stack.pop() {
            if !self.told.insert(number) {
                continue;
            }
            if self.told.len() > self.limit {
                self.omitted += 1;
                continue;
            }
            let Some(finding) = causes.findings.get(number) else {
                continue;
            };
            let indent = 2 + 4 * depth.min(8);
            if depth > 0 && because.get(depth) != Some(&object) {
                let reason = paint(BOLD, format_args!("because of {}", id(object)));
                self.say(&format!("{}{reason}", " ".repeat(indent - 2)));
            }
            because.resize(depth, "");
            because.push(object);
            self.out.push_str(&issues::block(finding, indent));
            let named = finding.causes.iter().flat_map(|cause| cause.members.iter().map(String::as_str));
            let named: BTreeSet<_> = std::iter::once(finding.target_id).chain(named).collect();
            let others = |object: &&str| !object.is_empty() && *object != finding.object_id;
            for object in named.into_iter().rev().filter(others) {
                stack.extend(causes.of(object).into_iter().rev().map(|next| (next, depth + 1, object)));
            }
        }
    }

    fn finish(mut self) -> Explanation {
        if self.omitted > 0 {
            let more = count(self.omitted, "more issue");
            self.say(&format!("… and {more}, see --limit"));
        }
        Explanation { text: self.out, judgment: self.judgment }
    }
}
