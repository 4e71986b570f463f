//! One test for each case of each suite, one for each wrong reader, and those of [`crate::broken`].

use std::path::{Path, PathBuf};
use std::time::Duration;

use actum::conform::tmpa::{Builtin, CaseReport, Choices, Corpus, Lines, Outcome, Subject, Verdict, run};
use actum_testkit::workspace_root;
use libtest_mimic::{Failed, Trial};

use crate::broken;
use crate::mutant::{MUTANTS, Mutant};

/// The suite of this project.
pub(crate) fn own() -> PathBuf {
    workspace_root().join("conformance/tmpa-s0.4")
}

/// Every test.
pub(crate) fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut suites = vec![("own", own())];
    suites.extend(actum_testkit::shared("cases/tmpa").map(|folder| ("published", folder)));
    for (name, folder) in suites {
        match Corpus::open(&folder, &[]) {
            Ok(corpus) => trials.extend(corpus.ids().iter().map(|id| {
                let (folder, id) = (folder.clone(), id.clone());
                Trial::test(format!("{name}::{id}"), move || case(&folder, &id))
            })),
            Err(error) => {
                trials.push(Trial::test(format!("{name}::opens"), move || Err(error.to_string().into())))
            }
        }
    }
    trials.extend(MUTANTS.iter().map(|mutant| {
        Trial::test(format!("wrong::{}::{}", mutant.pass, mutant.name), move || is_found(mutant))
    }));
    trials.extend(broken::trials());
    trials
}

/// Runs the chosen cases against a subject.
pub(crate) fn outcome(
    folder: &Path,
    subject: &mut dyn Subject,
    choices: &Choices,
) -> Result<Outcome, Failed> {
    let corpus = Corpus::open(folder, &choices.cases)?;
    Ok(run(&corpus, subject, choices, &|_, _| {})?)
}

fn case(folder: &Path, id: &str) -> Result<(), Failed> {
    let choices = Choices { cases: vec![id.to_owned()], ..Choices::default() };
    let outcome = outcome(folder, &mut Builtin::new(), &choices)?;
    match outcome.report.cases.as_slice() {
        [report] if report.verdict() == Verdict::Pass => Ok(()),
        [report] => Err(told(report).into()),
        _ => Err("there is no such case".into()),
    }
}

fn told(report: &CaseReport) -> String {
    let mut text = format!("{} {}: {}\n", report.verdict(), report.id, report.title);
    text.extend(report.run.message().map(|message| format!("  {message}\n")));
    text.extend(report.failures().map(|failed| format!("  {}: {}\n", failed.id, failed.note)));
    text
}

/// A wrong reader must fail somewhere; if the run itself does not work, it proves nothing.
fn is_found(mutant: &Mutant) -> Result<(), Failed> {
    let program = std::env::current_exe()?;
    let mut subject =
        Lines::new(&format!("'{}' --reader {}", program.display(), mutant.name), Duration::from_secs(60))?;
    // Orders of arrival are run only for what depends on them.
    let follows_arrival = mutant.name.contains("arriv");
    let permutations = if follows_arrival { None } else { Some((0, 0)) };
    let cases = if follows_arrival { cases_of("C11")? } else { Vec::new() };
    let outcome = outcome(&own(), &mut subject, &Choices { cases, permutations, divergences: None })?;
    let broken = outcome.report.cases.iter().find(|case| case.run.message().is_some());
    if let Some(case) = broken {
        return Err(format!("{} was not run: {}", case.id, case.run.message().unwrap_or_default()).into());
    }
    match outcome.report.cases.iter().find(|case| case.verdict() == Verdict::Fail) {
        Some(_) => Ok(()),
        None => Err(format!("no case of {} finds it", outcome.report.cases.len()).into()),
    }
}

/// Cases of a criterion with few orders of arrival.
fn cases_of(criterion: &str) -> Result<Vec<String>, Failed> {
    let corpus = Corpus::open(&own(), &[])?;
    let few = |case: &actum::conform::tmpa::Case| {
        case.criterion.to_string() == criterion && case.plans.iter().map(|plan| plan.count).sum::<u64>() <= 24
    };
    Ok(corpus
        .cases
        .iter()
        .map(|loaded| &loaded.case)
        .filter(|case| few(case))
        .map(|case| case.id.clone())
        .collect())
}
