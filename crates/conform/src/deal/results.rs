//! The results file (DEAL 13.2; suite section 3, results format).

use actum_canon::encode::{JCS_NEAREST, Writer};

use super::category::Category;
use super::judge::{Status, Verdict};
use super::{SUITE, VERSION};

/// What a run of scenarios gave, in the order in which they ran.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// One verdict for each scenario.
    pub verdicts: Vec<Verdict>,
}

/// How many scenarios there were, and how they ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All.
    pub total: usize,
    /// Those that passed.
    pub passed: usize,
    /// Those in which something differed.
    pub failed: usize,
    /// Those in which the implementation crashed.
    pub errors: usize,
    /// Each category that occurs, with how many of it passed and how many there were.
    pub categories: Vec<(Category, usize, usize)>,
}

impl Summary {
    /// Counts.
    pub(super) fn of<'a>(tests: impl IntoIterator<Item = (&'a str, Status)>) -> Self {
        let mut summary = Self::default();
        for (test_id, status) in tests {
            summary.total += 1;
            *match status {
                Status::Pass => &mut summary.passed,
                Status::Fail => &mut summary.failed,
                Status::Error => &mut summary.errors,
            } += 1;
            let category = Category::of(test_id);
            let passed = usize::from(status == Status::Pass);
            match summary.categories.iter_mut().find(|(known, ..)| *known == category) {
                Some((_, of, all)) => (*of, *all) = (*of + passed, *all + 1),
                None => summary.categories.push((category, passed, 1)),
            }
        }
        summary.categories.sort();
        summary
    }

    /// The worst status that occurs. Without any scenario nothing passed.
    pub fn status(&self) -> Status {
        match self {
            Self { errors: 1.., .. } => Status::Error,
            Self { total, passed, .. } if *total > 0 && total == passed => Status::Pass,
            _ => Status::Fail,
        }
    }
}

impl Results {
    /// Counts the verdicts.
    pub fn summary(&self) -> Summary {
        Summary::of(self.verdicts.iter().map(|verdict| (verdict.test_id.as_str(), verdict.status)))
    }

    /// Appends the file: canonical JSON and a line feed.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut writer = Writer::new(&JCS_NEAREST, out);
        let Ok(()) = self.put(&mut writer);
        let Ok(()) = writer.finish();
        out.push(b'\n');
    }

    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), std::convert::Infallible> {
        let summary = self.summary();
        writer.begin_object()?;
        writer.name("protocol_version")?;
        writer.string(VERSION)?;
        writer.name("results")?;
        writer.begin_array()?;
        for verdict in &self.verdicts {
            result(verdict, writer)?;
        }
        writer.end_array()?;
        writer.name("suite")?;
        writer.string(SUITE)?;
        writer.name("summary")?;
        writer.begin_object()?;
        writer.name("by_category")?;
        writer.begin_object()?;
        let mut categories = summary.categories;
        categories.sort_by(|(a, ..), (b, ..)| JCS_NEAREST.compare_names(a.name(), b.name()));
        for (category, passed, total) in categories {
            writer.name(category.name())?;
            writer.string(&format!("{passed}/{total}"))?;
        }
        writer.end_object()?;
        for (name, number) in [
            ("errors", summary.errors),
            ("failed", summary.failed),
            ("passed", summary.passed),
            ("total", summary.total),
        ] {
            writer.name(name)?;
            writer.integer(number as u64)?;
        }
        writer.end_object()?;
        writer.end_object()
    }
}

fn result(verdict: &Verdict, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), std::convert::Infallible> {
    writer.begin_object()?;
    writer.name("actual_errors")?;
    writer.begin_array()?;
    for error in &verdict.errors {
        writer.string(error)?;
    }
    writer.end_array()?;
    writer.name("actual_final_state")?;
    match &verdict.state {
        Some(state) => writer.string(state)?,
        None => writer.null()?,
    }
    writer.name("execution_time_ms")?;
    writer.integer(verdict.execution_time_ms)?;
    writer.name("status")?;
    writer.string(verdict.status.name())?;
    writer.name("test_id")?;
    writer.string(&verdict.test_id)?;
    writer.name("transcript")?;
    writer.begin_array()?;
    for entry in &verdict.transcript {
        writer.raw(entry)?;
    }
    writer.end_array()?;
    writer.end_object()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(test_id: &str, status: Status) -> Verdict {
        Verdict {
            test_id: test_id.into(),
            status,
            state: None,
            errors: vec!["StateError: x".into()],
            mismatches: vec![],
            execution_time_ms: 7,
            transcript: vec![b"{\"n\":1}".to_vec()],
        }
    }

    #[test]
    fn a_file_holds_each_result_and_the_totals() {
        let verdicts = vec![
            verdict("SM-01", Status::Pass),
            verdict("BD-01", Status::Fail),
            verdict("SM-02", Status::Error),
            verdict("X", Status::Pass),
        ];
        let mut bytes = Vec::new();
        Results { verdicts }.write(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        let head = "{\"protocol_version\":\"v0.3\",\"results\":[{\"actual_errors\":[\"StateError: x\"],\
            \"actual_final_state\":null,\"execution_time_ms\":7,\"status\":\"PASS\",\"test_id\":\"SM-01\",\
            \"transcript\":[{\"n\":1}]},";
        assert!(text.starts_with(head), "{text}");
        let foot = "],\"suite\":\"Protocol v0.3 Integration Test Suite v1.0 (2026-09-08)\",\"summary\":{\
            \"by_category\":{\"Breach Detection\":\"0/1\",\"Other\":\"1/1\",\"State Machine\":\"1/2\"},\
            \"errors\":1,\"failed\":1,\"passed\":2,\"total\":4}}\n";
        assert!(text.ends_with(foot), "{text}");
    }

    #[test]
    fn the_worst_status_is_the_status_of_the_run_and_nothing_is_not_a_pass() {
        let run = |statuses: &[Status]| Summary::of(statuses.iter().map(|status| ("X", *status))).status();
        assert_eq!(run(&[Status::Pass, Status::Pass]), Status::Pass);
        assert_eq!(run(&[Status::Pass, Status::Fail]), Status::Fail);
        assert_eq!(run(&[Status::Fail, Status::Error]), Status::Error);
        assert_eq!(run(&[]), Status::Fail);
    }
}
