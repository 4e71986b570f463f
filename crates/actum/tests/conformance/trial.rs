//! One test for each case of each suite, one for each wrong reader, and those of [`crate::broken`].

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use actum::conform::tmpa::{
    Builtin, Case, CaseReport, Choices, Corpus, Criterion, Lines, Outcome, Selection, Subject, Verdict,
    claim, run,
};
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
        match Corpus::open(&folder, &Selection::All) {
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
    let corpus = Corpus::open(folder, &choices.selection)?;
    Ok(run(&corpus, subject, choices, &|_, _| {})?)
}

fn case(folder: &Path, id: &str) -> Result<(), Failed> {
    let choices = Choices { selection: Selection::Cases(vec![id.to_owned()]), ..Choices::default() };
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
    let line = format!("'{}' --reader {}", program.display(), mutant.name);
    let mut subject = Lines::new(&line, Duration::from_secs(60))?;
    // Orders of arrival are run only for what depends on them.
    let follows_arrival = mutant.name.contains("arriv");
    let permutations = if follows_arrival { None } else { Some((0, 0)) };
    let mut asked = 0;
    for criterion in criteria(mutant.pass) {
        let cases = cases_of(&criterion, mutant.pass == FCOP, follows_arrival);
        if cases.is_empty() {
            continue;
        }
        asked += cases.len();
        let outcome = outcome(
            &own(),
            &mut subject,
            &Choices { selection: Selection::Cases(cases), permutations, divergences: None },
        )?;
        if let Some(case) = outcome.report.cases.iter().find(|case| case.run.message().is_some()) {
            return Err(format!("{} was not run: {}", case.id, case.run.message().unwrap_or_default()).into());
        }
        let mut failures = outcome.report.cases.iter().flat_map(CaseReport::failures);
        if failures.any(|failed| failed.mandatory == mutant.binding) {
            return Ok(());
        }
    }
    Err(format!("no case of {asked} finds it").into())
}

/// All criteria, those first that are about a pass.
fn criteria(pass: &str) -> Vec<String> {
    let first: &[&str] = match pass {
        "shape" | "type" => &["C01"],
        "integrity" | "signature" => &["C08"],
        "identity" => &["C03", "C11"],
        "carrier" => &["C02"],
        "stream" => &["C04"],
        "relation" => &["C09"],
        "order" => &["C10"],
        "authority" => &["C05"],
        "duty" => &["C07"],
        "lifecycle" => &["C06"],
        "conflict" => &["C12"],
        "work" => &["C13", "C14"],
        _ => &["C11", "C12"],
    };
    let all = Criterion::all().map(|criterion| criterion.to_string());
    let rest = all.filter(|criterion| !first.contains(&criterion.as_str()));
    first.iter().map(|&criterion| criterion.to_owned()).chain(rest).collect()
}

/// What is wrong about workspaces is shown by workspaces, and everything else by other evidence.
const FCOP: &str = "fcop";

/// The cases of a criterion, those of workspaces or the others; where their orders of arrival are run, those with few.
fn cases_of(criterion: &str, workspaces: bool, few: bool) -> Vec<String> {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::open(&own(), &Selection::All).unwrap());
    let cases = CORPUS.cases.iter().map(|loaded| &loaded.case);
    let fits = |case: &&Case| !few || case.plans.iter().map(|plan| plan.count).sum::<u64>() <= 24;
    cases
        .filter(|case| case.criterion.to_string() == criterion)
        .filter(|case| (CORPUS.level(case) == claim::Level::Fcop) == workspaces)
        .filter(fits)
        .map(|case| case.id.clone())
        .collect()
}
