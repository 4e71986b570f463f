//! The conformance vectors of ASTP branch, fork and merge against Actum's own tree.

use std::path::PathBuf;

use actum::conform::astp::{Answer, Request, StateTree, Subject, Suite, Verb, Verdict};
use actum_conform::astp::{RULES, VECTORS, judge};

fn suite() -> Suite {
    let folder = actum_testkit::workspace_root().join("conformance/astp-bfm-1.3.0");
    Suite::open(&folder).unwrap()
}

#[test]
fn every_vector_passes_and_every_rule_is_enforced() {
    let report = suite().run(&[], &mut StateTree::default()).unwrap();
    let failed: Vec<_> = report
        .vectors
        .iter()
        .flat_map(|vector| &vector.cases)
        .filter(|case| case.verdict != Verdict::Pass)
        .map(|case| (&case.id, case.verdict, &case.reason))
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!((report.level(1), report.level(2)), (Verdict::Pass, Verdict::Pass));
    assert!(report.rules.iter().all(|rule| rule.verdict == Verdict::Pass && !rule.vectors.is_empty()));
    assert_eq!(report.rules.len(), RULES.len());
}

#[test]
fn every_vector_has_a_case_of_its_own_and_most_have_both_sides() {
    use actum_conform::astp::Polarity::{Negative, Positive};
    let suite = suite();
    for vector in VECTORS {
        let file = suite.files().iter().find(|file| file.vector == vector.id);
        let file = file.unwrap_or_else(|| panic!("`{}` has no case file", vector.id));
        let has = |polarity| file.cases.iter().any(|case| case.polarity == polarity);
        // Of these the other side is another vector's: FO-005 for FO-006, and nothing for advice and isolation.
        let one_sided = ["AS-006", "FO-002", "FO-003", "FO-006"].contains(&vector.id);
        assert!(one_sided || has(Positive) && has(Negative), "`{}` has one side only", vector.id);
    }
}

#[test]
fn every_published_record_that_is_known_passes() {
    let Some(folder) = actum_testkit::shared("cases/astp") else { return };
    let report = suite().run(&[folder], &mut StateTree::default()).unwrap();
    let records = || report.records.iter().flat_map(|(_, records)| records);
    let failed: Vec<_> = records().filter(|record| record.verdict == Verdict::Fail).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    // Not run: whole scenarios of another store, an Episode without a state to write in, which no tree has, and a change of an audit record
    // alone, which a tree has in one place only.
    let cannot_be_asked = ["create_branch on CREATED Episode", "verify_merge_integrity"];
    let left =
        report.records.iter().flat_map(|(file, records)| records.iter().map(move |record| (file, record)));
    let left: Vec<_> = left
        .filter(|(_, record)| record.verdict == Verdict::NotRun)
        .filter(|(file, _)| file.as_str() != "scenarios.json")
        .filter(|(_, record)| !cannot_be_asked.contains(&record.construction.as_str()))
        .map(|(file, record)| (file, &record.id, &record.construction, &record.reason))
        .collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn a_missing_folder_is_not_found_and_a_broken_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Suite::open(folder.path()).unwrap_err();
    assert_eq!(missing.kind(), actum::ErrorKind::NotFound);
    std::fs::create_dir(folder.path().join("cases")).unwrap();
    std::fs::write(folder.path().join("cases/BR-001.json"), "{}").unwrap();
    let broken = Suite::open(folder.path()).unwrap_err();
    assert_eq!(broken.kind(), actum::ErrorKind::Input);
    assert!(broken.to_string().contains("BR-001.json"));
    let nothing = suite().run(&[PathBuf::from("/nowhere.json")], &mut StateTree::default()).unwrap_err();
    assert_eq!(nothing.kind(), actum::ErrorKind::NotFound);
}

/// How an answer is wrong.
#[derive(Debug, Clone, Copy)]
enum Wrongly {
    /// It is another value, or no refusal.
    Otherwise,
    /// It is what the same question was answered the first time.
    AsBefore,
}

/// Answers as the tree does, except to one question of a case: there it says something else.
struct Wrong {
    tree: StateTree,
    asked: usize,
    at: usize,
    wrongly: Wrongly,
    first: Vec<(String, Answer)>,
}

impl Subject for Wrong {
    fn begin(&mut self) {
        self.tree.begin();
        self.asked = 0;
        self.first.clear();
    }

    fn answer(&mut self, request: Request<'_>) -> Answer {
        let answer = self.tree.answer(request);
        // The judge's own look at the state around a command is no step.
        if request.verb == Verb::Ask && request.name == "state" {
            return answer;
        }
        self.asked += 1;
        let before = self.first.iter().find(|(name, _)| name == request.name).map(|(_, first)| first.clone());
        if before.is_none() {
            self.first.push((request.name.to_owned(), answer.clone()));
        }
        match (self.asked == self.at, self.wrongly, &answer) {
            (false, ..) => answer,
            (true, Wrongly::AsBefore, _) => before.unwrap_or(answer),
            (true, Wrongly::Otherwise, Answer::Value(_)) => Answer::Value(r#"{"wrong":"wrong"}"#.to_owned()),
            (true, Wrongly::Otherwise, _) => Answer::Value("null".to_owned()),
        }
    }
}

#[test]
fn no_case_passes_over_a_wrong_answer() {
    let suite = suite();
    let mut survived = Vec::new();
    for file in suite.files() {
        for case in &file.cases {
            for at in 1.. {
                let mut asked = 0;
                let passes = |wrongly| {
                    let mut wrong =
                        Wrong { tree: StateTree::default(), asked: 0, at, wrongly, first: Vec::new() };
                    let verdict = judge(file, case, &mut wrong).verdict;
                    asked = asked.max(wrong.asked);
                    verdict == Verdict::Pass
                };
                let every = [Wrongly::Otherwise, Wrongly::AsBefore].map(passes);
                if asked < at {
                    break;
                }
                if every == [true, true] {
                    survived.push(format!("{} at its question {at}", case.id));
                }
            }
        }
    }
    assert!(survived.is_empty(), "{survived:#?}");
}
