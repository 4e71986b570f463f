//! The report: verdicts of vectors and rules, the levels, and its bytes.

use actum_canon::encode::{JCS, Writer};

use super::Verdict;
use super::case::CaseFile;
use super::judge::{CaseResult, judge};
use super::records::RecordResult;
use super::subject::Subject;
use super::table::{Class, RULES, VECTORS, Vector};

/// What a run showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Every vector of the suite in its order, then extensions in the order of their ids.
    pub vectors: Vec<VectorRow>,
    /// The governance matrix, G-19 to G-35.
    pub rules: Vec<RuleRow>,
    /// Record files by name, with their records.
    pub records: Vec<(String, Vec<RecordResult>)>,
}

/// One vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorRow {
    /// Its id.
    pub id: String,
    /// How much it binds.
    pub class: Class,
    /// What it is about.
    pub subject: String,
    /// The worst of its cases; not run where there is none.
    pub verdict: Verdict,
    /// Its cases.
    pub cases: Vec<CaseResult>,
}

/// One row of the governance matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRow {
    /// The rule.
    pub id: &'static str,
    /// What it demands.
    pub demand: &'static str,
    /// The vectors that enforce it, extensions included.
    pub vectors: Vec<String>,
    /// The worst of them; not run where there is none.
    pub verdict: Verdict,
}

impl Report {
    /// Runs all cases. A vector without a file is not run, and so is one that has two.
    pub fn run(files: &[CaseFile], subject: &mut impl Subject) -> Self {
        let row = |id: &str, class, about: &str, file: Option<&CaseFile>, subject: &mut _| {
            let cases: Vec<CaseResult> = file
                .map(|file| file.cases.iter().map(|case| judge(file, case, subject)).collect())
                .unwrap_or_default();
            let verdict = worst(cases.iter().map(|case| case.verdict));
            VectorRow { id: id.to_owned(), class, subject: about.to_owned(), verdict, cases }
        };
        let mut vectors: Vec<VectorRow> = VECTORS
            .iter()
            .map(|vector: &Vector| {
                let mut of_vector = files.iter().filter(|file| file.vector == vector.id);
                let file = of_vector.next().filter(|_| of_vector.next().is_none());
                row(vector.id, vector.class, vector.subject, file, subject)
            })
            .collect();
        let mut extensions: Vec<&CaseFile> =
            files.iter().filter(|file| file.class == Class::Extension).collect();
        extensions.sort_by(|a, b| a.vector.cmp(&b.vector));
        let extended = extensions
            .iter()
            .map(|file| row(&file.vector, Class::Extension, &file.description, Some(file), subject));
        vectors.extend(extended);
        let rules = matrix(&vectors, &extensions);
        Self { vectors, rules, records: Vec::new() }
    }

    /// Adds the records of a file.
    pub fn add_records(&mut self, name: &str, records: Vec<RecordResult>) {
        self.records.push((name.to_owned(), records));
    }

    /// The verdict of a level: 1 needs every REQUIRED vector, 2 every RECOMMENDED one too.
    #[must_use]
    pub fn level(&self, level: u8) -> Verdict {
        let counts = |class| match class {
            Class::Required => true,
            Class::Recommended => level >= 2,
            Class::Extension => false,
        };
        worst(self.vectors.iter().filter(|row| counts(row.class)).map(|row| row.verdict))
    }

    /// The worst of all records; passed where there are none.
    #[must_use]
    pub fn recorded(&self) -> Verdict {
        let records = self.records.iter().flat_map(|(_, records)| records);
        records.map(|record| record.verdict).max().unwrap_or(Verdict::Pass)
    }

    /// The report as canonical JSON (RFC 8785).
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self.write(&mut bytes) {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    fn write(&self, sink: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        let mut out = Writer::new(&JCS, sink);
        out.begin_object()?;
        out.name("levels")?;
        out.begin_object()?;
        for level in [1_u8, 2] {
            out.name(if level == 1 { "1" } else { "2" })?;
            out.string(self.level(level).as_str())?;
        }
        out.end_object()?;
        out.name("records")?;
        out.begin_array()?;
        for (file, records) in &self.records {
            out.begin_object()?;
            out.name("file")?;
            out.string(file)?;
            out.name("records")?;
            out.begin_array()?;
            for record in records {
                out.begin_object()?;
                out.name("construction")?;
                out.string(&record.construction)?;
                out.name("id")?;
                out.string(&record.id)?;
                if let Some(clause) = &record.reading {
                    out.name("reading")?;
                    out.string(clause)?;
                }
                if !record.reason.is_empty() {
                    out.name("reason")?;
                    out.string(&record.reason)?;
                }
                out.name("verdict")?;
                out.string(record.verdict.as_str())?;
                out.end_object()?;
            }
            out.end_array()?;
            out.end_object()?;
        }
        out.end_array()?;
        out.name("rules")?;
        out.begin_array()?;
        for rule in &self.rules {
            out.begin_object()?;
            out.name("id")?;
            out.string(rule.id)?;
            out.name("vectors")?;
            out.begin_array()?;
            for vector in &rule.vectors {
                out.string(vector)?;
            }
            out.end_array()?;
            out.name("verdict")?;
            out.string(rule.verdict.as_str())?;
            out.end_object()?;
        }
        out.end_array()?;
        out.name("suite")?;
        out.string("astp-bfm 1.3.0")?;
        out.name("vectors")?;
        out.begin_array()?;
        for vector in &self.vectors {
            out.begin_object()?;
            out.name("cases")?;
            out.begin_array()?;
            for case in &vector.cases {
                out.begin_object()?;
                out.name("id")?;
                out.string(&case.id)?;
                if let Some((step, reason)) = &case.reason {
                    out.name("reason")?;
                    out.string(reason)?;
                    out.name("step")?;
                    out.integer(*step as u64)?;
                }
                out.name("verdict")?;
                out.string(case.verdict.as_str())?;
                out.end_object()?;
            }
            out.end_array()?;
            out.name("class")?;
            out.string(vector.class.as_str())?;
            out.name("id")?;
            out.string(&vector.id)?;
            out.name("verdict")?;
            out.string(vector.verdict.as_str())?;
            out.end_object()?;
        }
        out.end_array()?;
        out.end_object()?;
        out.finish()
    }
}

fn matrix(rows: &[VectorRow], extensions: &[&CaseFile]) -> Vec<RuleRow> {
    RULES
        .iter()
        .map(|rule| {
            let published =
                VECTORS.iter().filter(|vector| vector.rules.contains(&rule.id)).map(|vector| vector.id);
            let own = extensions.iter().filter(|file| file.rules.iter().any(|own| own == rule.id));
            let vectors: Vec<String> =
                published.map(str::to_owned).chain(own.map(|file| file.vector.clone())).collect();
            let verdict = worst(rows.iter().filter(|row| vectors.contains(&row.id)).map(|row| row.verdict));
            RuleRow { id: rule.id, demand: rule.demand, vectors, verdict }
        })
        .collect()
}

/// The greatest verdict; nothing at all is not run.
fn worst(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::NotRun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astp::subject::{Answer, Request};

    /// Answers `yes` to everything, except to one name.
    struct Yes(&'static str);

    impl Subject for Yes {
        fn begin(&mut self) {}

        fn answer(&mut self, request: Request<'_>) -> Answer {
            Answer::Value(if request.name == self.0 { "false" } else { "true" }.to_owned())
        }
    }

    fn files(leave_out: &str) -> Vec<CaseFile> {
        let published = VECTORS.iter().map(|vector| (vector.id, vector.class, vector.rules));
        published
            .chain([("X-G21", Class::Extension, &["G-21"][..])])
            .filter(|(id, ..)| *id != leave_out)
            .map(|(id, class, rules)| {
                let file = format!(
                    r#"{{"vector":"{id}","class":"{}","clauses":["ASTP 19"],"rules":{rules:?},"description":"d","failure_condition":"f",
                    "cases":[{{"id":"{id}:a","polarity":"positive","title":"t","steps":[{{"ask":"{id}","expect":{{"value":true}}}}]}}]}}"#,
                    class.as_str()
                );
                CaseFile::parse(file.as_bytes()).unwrap()
            })
            .collect()
    }

    #[test]
    fn level_1_needs_what_is_required_and_level_2_everything() {
        let report = Report::run(&files(""), &mut Yes(""));
        assert_eq!((report.level(1), report.level(2)), (Verdict::Pass, Verdict::Pass));
        assert!(report.rules.iter().all(|rule| rule.verdict == Verdict::Pass));
        let without = Report::run(&files("AS-006"), &mut Yes(""));
        assert_eq!((without.level(1), without.level(2)), (Verdict::Pass, Verdict::NotRun));
        let failing = Report::run(&files(""), &mut Yes("AS-006"));
        assert_eq!((failing.level(1), failing.level(2)), (Verdict::Pass, Verdict::Fail));
        let required = Report::run(&files("AS-006"), &mut Yes("BR-001"));
        assert_eq!((required.level(1), required.level(2)), (Verdict::Fail, Verdict::Fail));
        let extension = Report::run(&files(""), &mut Yes("X-G21"));
        assert_eq!(extension.level(2), Verdict::Pass);
    }

    #[test]
    fn a_row_of_the_matrix_is_as_good_as_its_worst_vector() {
        let row =
            |report: &Report, id: &str| report.rules.iter().find(|rule| rule.id == id).cloned().unwrap();
        let report = Report::run(&files("X-G21"), &mut Yes("FM-004"));
        assert_eq!(
            (row(&report, "G-19").verdict, row(&report, "G-20").verdict),
            (Verdict::Fail, Verdict::Pass)
        );
        assert_eq!(row(&report, "G-21").verdict, Verdict::NotRun);
        let extended = Report::run(&files(""), &mut Yes(""));
        assert_eq!(row(&extended, "G-21").vectors, ["X-G21"]);
    }

    #[test]
    fn a_vector_with_two_files_is_not_run() {
        let mut twice = files("");
        twice.extend(files("").into_iter().filter(|file| file.vector == "BR-001"));
        assert_eq!(Report::run(&twice, &mut Yes("")).level(1), Verdict::NotRun);
    }

    #[test]
    fn the_bytes_are_canonical() {
        let report = Report::run(&files(""), &mut Yes("BR-001"));
        let json = report.to_json();
        let mut again = Vec::new();
        let mut parser = actum_canon::json::Parser::new();
        JCS.write(parser.parse(&json).unwrap().root(), &mut again).unwrap();
        assert_eq!(json, again);
    }
}
