//! Subjects that do not answer, or not what was asked, and suites and packages that are not as they say.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use actum::conform::tmpa::{
    Builtin, Choices, Corpus, Environment, Lines, Outcome, Package, Place, Program, RunState, Selection,
    Subject, Verdict, claim, run, verify,
};
use libtest_mimic::{Failed, Trial};

use crate::trial::{outcome, own};

/// A time limit that a machine under load keeps.
const LONG: Duration = Duration::from_secs(60);

/// One that is over soon.
const SHORT: Duration = Duration::from_millis(300);

pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 15] = [
        ("a_foreign_program_that_reads_rightly_passes", right),
        ("a_verdict_in_the_exit_code_is_an_answer", verdict_in_the_exit_code),
        ("a_program_that_crashes_hangs_or_babbles_is_not_run_and_never_fails", no_answer),
        ("json_of_another_shape_is_a_wrong_answer", another_shape),
        ("a_program_that_keeps_running_and_reads_rightly_passes", lines),
        ("a_program_that_never_answers_is_not_asked_for_ever", patience),
        ("a_program_that_is_not_there_is_not_run", absent),
        ("altered_and_missing_fixtures_prevent_their_cases_alone", fixtures),
        ("equal_runs_give_equal_packages_which_hold", packages),
        ("whatever_is_changed_in_a_package_is_found", forgery),
        ("a_part_of_a_suite_supports_no_claim", part),
        ("a_level_is_run_and_claimed_with_core_and_without_the_others", level),
        ("the_page_of_claims_says_what_a_whole_run_supports", claims),
        ("a_result_is_valid_against_the_published_schema", published_schema),
        ("the_published_corpus_is_judged_as_a_whole", published_corpus),
    ];
    tests
        .into_iter()
        .map(|(name, test)| Trial::test(format!("runner::{name}"), move || caught(test)))
        .collect()
}

fn caught(test: fn()) -> Result<(), Failed> {
    std::panic::catch_unwind(test).map_err(|_| "it panicked".into())
}

fn program(name: &str, limit: Duration) -> Program {
    let own = std::env::current_exe().unwrap();
    Program::new(&format!("'{}' --program {name} {{sources}} {{profile}} {{out}}", own.display()), limit)
        .unwrap()
}

/// The first few cases of a criterion, without their orders of arrival.
fn few() -> Choices {
    let corpus = Corpus::open(&own(), &Selection::All).unwrap();
    let ids = corpus.ids().iter().filter(|id| id.starts_with("C05")).take(3).cloned().collect();
    Choices { selection: Selection::Cases(ids), permutations: Some((0, 0)), divergences: None }
}

fn ran(subject: &mut dyn Subject) -> Outcome {
    outcome(&own(), subject, &few()).unwrap()
}

fn verdicts(outcome: &Outcome) -> Vec<(Verdict, RunState)> {
    outcome.report.cases.iter().map(|case| (case.verdict(), case.run.state())).collect()
}

fn right() {
    let outcome = ran(&mut program("right", LONG));
    // What was not run is not passed: the orders of arrival were left out.
    assert!(outcome.report.cases.iter().all(|case| case.failures().count() == 0), "{:?}", outcome.report);
    assert!(outcome.report.cases.iter().all(|case| case.run.state() == RunState::Completed));
    assert_eq!(outcome.implementation.0, "actum");
    assert!(outcome.traces.iter().all(|trace| trace.stderr.starts_with(b"reading right\n")));
    assert!(outcome.traces.iter().flat_map(|trace| &trace.calls).all(|call| call.status == "exit 0"));
}

fn verdict_in_the_exit_code() {
    let outcome = ran(&mut program("invalid", LONG));
    assert!(
        outcome.report.cases.iter().all(|case| case.failures().count() == 0 && case.result_digest.is_some())
    );
}

fn no_answer() {
    for name in ["garbage", "half", "silent", "crashing", "refusing", "nonsense", "endless"] {
        let outcome = ran(&mut program(name, LONG));
        assert!(
            verdicts(&outcome).iter().all(|found| *found == (Verdict::NotRun, RunState::Error)),
            "{name}"
        );
        assert_eq!(outcome.report.aggregate, Verdict::NotRun, "{name}");
        assert!(outcome.report.is_empty(), "{name}");
    }
    let begun = Instant::now();
    let outcome = ran(&mut program("hanging", SHORT));
    assert!(begun.elapsed() < LONG);
    let messages: Vec<_> = outcome.report.cases.iter().filter_map(|case| case.run.message()).collect();
    assert!(messages.iter().all(|message| message.contains("no answer within 300 ms")), "{messages:?}");
}

fn another_shape() {
    let outcome = ran(&mut program("other", LONG));
    assert!(verdicts(&outcome).iter().all(|found| *found == (Verdict::Fail, RunState::Completed)));
}

fn lines() {
    let own_program = std::env::current_exe().unwrap();
    let mut subject = Lines::new(&format!("'{}' --reader right", own_program.display()), LONG).unwrap();
    let outcome = ran(&mut subject);
    assert!(
        outcome.report.cases.iter().all(|case| case.failures().count() == 0 && case.result_digest.is_some())
    );
    for line in ["cat", "sh -c 'while read -r line; do echo {}; done'", "sh -c 'exit 0'", "true"] {
        let outcome = ran(&mut Lines::new(line, LONG).unwrap());
        assert!(
            verdicts(&outcome).iter().all(|found| *found == (Verdict::NotRun, RunState::Error)),
            "{line}"
        );
    }
}

fn patience() {
    let mut subject = Lines::new("sleep 600", SHORT).unwrap();
    let corpus = Corpus::open(&own(), &Selection::All).unwrap();
    let choices = Choices { permutations: Some((0, 0)), ..Choices::default() };
    let begun = Instant::now();
    let outcome = run(&corpus, &mut subject, &choices, &|_, _| {}).unwrap();
    assert!(begun.elapsed() < LONG);
    assert!(outcome.report.is_empty());
    let last = outcome.report.cases.last().unwrap();
    assert!(last.run.message().unwrap().contains("not asked"), "{:?}", last.run);
}

fn absent() {
    for subject in [
        &mut Program::new("/nowhere/reader {sources} {profile} {out}", LONG).unwrap() as &mut dyn Subject,
        &mut Lines::new("/nowhere/reader", LONG).unwrap(),
    ] {
        assert!(verdicts(&ran(subject)).iter().all(|found| *found == (Verdict::NotRun, RunState::Error)));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A suite of the chosen cases that may be altered.
fn suite(choices: &Choices) -> (tempfile::TempDir, Corpus) {
    let folder = tempfile::tempdir().unwrap();
    let corpus = Corpus::open(&own(), &choices.selection).unwrap();
    for (path, bytes) in corpus.files() {
        let place = folder.path().join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }
    (folder, corpus)
}

fn fixtures() {
    let choices = few();
    let (folder, corpus) = suite(&choices);
    let path = |case: usize| match &corpus.cases[case].case.inputs[0].place {
        Place::File(path) => folder.path().join(path),
        Place::Inline(_) => panic!("fixtures lie in files"),
    };
    let bytes = fs::read(path(0)).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    fs::write(path(0), text.replace('\n', "\r\n") + if text.contains('\n') { "" } else { "\r\n" }).unwrap();
    fs::remove_file(path(1)).unwrap();
    let outcome = outcome(folder.path(), &mut Builtin::new(), &choices).unwrap();
    let found = verdicts(&outcome);
    assert_eq!(found[..2], [(Verdict::NotRun, RunState::Completed); 2]);
    assert!(outcome.report.cases[0].run.message().unwrap().contains("is altered"));
    assert!(outcome.report.cases[1].run.message().unwrap().contains("is missing"));
    assert!(outcome.report.cases[2].run.message().is_none());
    let profile = folder.path().join(&corpus.cases[2].case.profile).join("roles.json");
    fs::write(&profile, fs::read_to_string(&profile).unwrap() + "\n").unwrap();
    let outcome = crate::trial::outcome(folder.path(), &mut Builtin::new(), &choices).unwrap();
    assert!(outcome.report.cases[2].run.message().unwrap().contains("the profile"));
    let manifest = folder.path().join("suite.json");
    let list = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, list.replacen("sha256:", "sha256:0", 1)).unwrap();
    assert!(Corpus::open(folder.path(), &choices.selection).is_err());
}

fn package(choices: &Choices, folder: &Path) {
    let corpus = Corpus::open(&own(), &choices.selection).unwrap();
    let outcome = run(&corpus, &mut Builtin::new(), choices, &|_, _| {}).unwrap();
    let environment = Environment { started: None, elapsed: None };
    Package::new(&corpus, choices, &outcome, &environment).write(folder).unwrap();
}

fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(path) = pending.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn packages() {
    let choices = Choices { permutations: None, ..few() };
    let home = tempfile::tempdir().unwrap();
    let (one, other) = (home.path().join("one"), home.path().join("other"));
    package(&choices, &one);
    package(&choices, &other);
    assert_eq!(tree(&one), tree(&other));
    let verified = verify(&one).unwrap();
    assert_eq!(verified.broken, Vec::<String>::new());
    assert!(verified.report.cases.iter().all(|case| case.verdict() == Verdict::Pass));
    let corpus = Corpus::open(&own(), &choices.selection).unwrap();
    let outcome = run(&corpus, &mut Builtin::new(), &choices, &|_, _| {}).unwrap();
    let again = Package::new(&corpus, &choices, &outcome, &Environment { started: None, elapsed: None });
    assert!(again.write(&one).is_err(), "a package is written once");
}

fn forgery() {
    let choices = Choices { permutations: None, ..few() };
    let home = tempfile::tempdir().unwrap();
    let right = home.path().join("right");
    package(&choices, &right);
    let names: Vec<String> = tree(&right).into_iter().map(|(name, _)| name).collect();
    for (at, name) in names.iter().enumerate() {
        let forged = home.path().join(format!("forged-{at}"));
        copy(&right, &forged);
        let place = forged.join(name);
        let mut bytes = fs::read(&place).unwrap();
        bytes.push(b' ');
        fs::write(&place, bytes).unwrap();
        let found = verify(&forged).map(|verified| verified.broken);
        assert!(found.map_or(true, |broken| !broken.is_empty()), "{name}");
        fs::remove_dir_all(&forged).unwrap();
    }
    // A forger who mends the list of digests as well is found by the arithmetic.
    let forged = home.path().join("mended");
    copy(&right, &forged);
    let result = forged.join("conformance-result.json");
    let text = fs::read_to_string(&result).unwrap();
    let before = actum::canon::digest::sha256(text.as_bytes()).to_string();
    let text = text.replacen("NOT RUN", "PASS", 1);
    fs::write(&result, &text).unwrap();
    let list = fs::read_to_string(forged.join("package.json")).unwrap();
    let list = list.replace(&before, &actum::canon::digest::sha256(text.as_bytes()).to_string());
    fs::write(forged.join("package.json"), list).unwrap();
    let broken = verify(&forged).unwrap().broken;
    assert!(broken.iter().any(|line| line.contains("conformance-result.json")), "{broken:?}");
}

fn part() {
    let choices = Choices { permutations: None, ..few() };
    let home = tempfile::tempdir().unwrap();
    package(&choices, &home.path().join("part"));
    let verified = verify(&home.path().join("part")).unwrap();
    let against = claim::claim(claim::Level::Core, &verified.report, &verified.subject).unwrap_err();
    assert!(against.iter().any(|line| line.starts_with("only a part of the cases")), "{against:?}");
    assert!(against.iter().any(|line| line == "C01 is NOT RUN"), "{against:?}");
    assert!(claim::claim(claim::Level::Authenticated, &verified.report, &verified.subject).is_err());
}

/// A suite of one case of Core and one of another level.
fn level() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Corpus::open(&own(), &Selection::All).unwrap();
    let first = |level| {
        let mut cases = whole.cases.iter().map(|loaded| &loaded.case);
        cases.find(|case| whole.level(case) == level && case.id.starts_with("C05")).unwrap().id.clone()
    };
    let two = [claim::Level::Core, claim::Level::Authenticated].map(first);
    for (path, bytes) in Corpus::open(&own(), &Selection::Cases(two.to_vec())).unwrap().files() {
        let place = folder.path().join("suite").join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }
    let list = folder.path().join("suite/suite.json");
    let mut suite: serde_json::Value = serde_json::from_slice(&fs::read(&list).unwrap()).unwrap();
    suite["cases"].as_array_mut().unwrap().retain(|case| two.iter().any(|id| case["test_case_id"] == *id));
    fs::write(&list, suite.to_string()).unwrap();
    let opened = |level| Corpus::open(&folder.path().join("suite"), &Selection::Level(level));
    assert!(opened(claim::Level::Fcop).is_err());
    for (level, cases, profiles) in [(claim::Level::Core, 1, 1), (claim::Level::Authenticated, 2, 2)] {
        let corpus = opened(level).unwrap();
        assert_eq!((corpus.cases.len(), corpus.profiles.len()), (cases, profiles));
        let choices = Choices { selection: Selection::Level(level), ..Choices::default() };
        let outcome = run(&corpus, &mut Builtin::new(), &choices, &|_, _| {}).unwrap();
        let package = folder.path().join(level.as_str());
        let environment = Environment { started: None, elapsed: None };
        Package::new(&corpus, &choices, &outcome, &environment).write(&package).unwrap();
        let verified = verify(&package).unwrap();
        assert_eq!(verified.broken, Vec::<String>::new());
        let part = |asked| {
            let against = claim::claim(asked, &verified.report, &verified.subject).unwrap_err();
            against.iter().any(|line| line.starts_with("only a part"))
        };
        assert!(!part(claim::Level::Core) && !part(level), "{level:?}");
        assert!(part(claim::Level::Fcop), "{level:?}");
        assert_eq!(part(claim::Level::Authenticated), level == claim::Level::Core);
    }
}

/// The claim that the page prints, between its mark and the end of the block.
fn claims() {
    let corpus = Corpus::open(&own(), &Selection::All).unwrap();
    let choices = Choices::default();
    let outcome = run(&corpus, &mut Builtin::new(), &choices, &|_, _| {}).unwrap();
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("package");
    Package::new(&corpus, &choices, &outcome, &Environment { started: None, elapsed: None })
        .write(&folder)
        .unwrap();
    let verified = verify(&folder).unwrap();
    assert_eq!(verified.broken, Vec::<String>::new());
    for level in claim::Level::ALL {
        let claim = claim::claim(level, &verified.report, &verified.subject)
            .unwrap_or_else(|against| panic!("no claim: {against:?}"));
        stands_on_the_page(level, &claim);
    }
    // Without its cases of one criterion the level is not covered, however well Core is.
    let mut subject = verified.subject.clone();
    subject.covered.retain(|(_, criterion)| criterion.to_string() != "C07");
    let against = claim::claim(claim::Level::Authenticated, &verified.report, &subject).unwrap_err();
    assert_eq!(against, ["C07 has no case under a profile of level `authenticated`"]);
}

fn stands_on_the_page(level: claim::Level, claim: &str) {
    let place = actum_testkit::workspace_root().join("docs/claims.md");
    let page = fs::read_to_string(&place).unwrap();
    let mark = format!("<!-- claim: {} -->\n```text\n", level.as_str());
    let (before, after) = page.split_once(&mark).unwrap();
    let (printed, after) = after.split_once("```").unwrap();
    if std::env::var_os("ACTUM_WRITE_CLAIMS").is_some() {
        fs::write(&place, format!("{before}{mark}{claim}```{after}")).unwrap();
    } else {
        assert_eq!(
            printed, claim,
            "docs/claims.md is not what the run supports; `ACTUM_WRITE_CLAIMS=1` writes it anew"
        );
    }
}

fn published_schema() {
    let Some(schema) = actum_testkit::shared("spec/tmpa-s0.4/conformance-result.schema.json") else {
        return;
    };
    let schema = serde_json::from_slice(&fs::read(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for subject in
        [&mut Builtin::new() as &mut dyn Subject, &mut program("garbage", LONG), &mut program("other", LONG)]
    {
        let choices = few();
        let corpus = Corpus::open(&own(), &choices.selection).unwrap();
        let outcome = run(&corpus, subject, &choices, &|_, _| {}).unwrap();
        let package =
            Package::new(&corpus, &choices, &outcome, &Environment { started: None, elapsed: None });
        let result = serde_json::from_slice(package.result()).unwrap();
        assert!(validator.is_valid(&result), "{:?}", validator.validate(&result));
    }
}

fn published_corpus() {
    let Some(folder) = actum_testkit::shared("cases/tmpa") else {
        return;
    };
    let outcome = outcome(&folder, &mut Builtin::new(), &Choices::default()).unwrap();
    assert_eq!(outcome.report.aggregate, Verdict::Pass);
    assert_eq!(outcome.report.evidence_level(), "demonstrated");
}
