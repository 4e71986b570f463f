//! What may be claimed of a run, and what may not (TMPA 10.1, 10.4, 11.3).

use std::fmt::Write;

use actum_canon::digest::Sha256;

use super::criterion::Criterion;
use super::report::Report;
use super::verdict::Verdict;

/// The conformance levels (TMPA 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// TMPA Core Conformance.
    Core,
    /// FCoP Profile Conformance.
    Fcop,
    /// Authenticated Governance Conformance.
    Authenticated,
}

impl Level {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Core, Self::Fcop, Self::Authenticated];

    /// Reads `core`, `fcop` or `authenticated`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }

    /// Whether a claim of this level rests on the cases of `other`: on its own and, as TMPA 10.1 has it, on those of Core.
    #[must_use]
    pub fn rests_on(self, other: Self) -> bool {
        other == Self::Core || other == self
    }

    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Fcop => "fcop",
            Self::Authenticated => "authenticated",
        }
    }
}

impl Level {
    /// What the claim of this level says; each of the two above Core includes Core (TMPA 10.1).
    fn claimed(self) -> &'static str {
        match self {
            Self::Core => "TMPA Core S0.4 Conformance, C01 to C14 all PASS",
            Self::Fcop => {
                "TMPA S0.4 FCoP Profile Conformance, C01 to C14 all PASS, each with cases under an FCoP profile"
            }
            Self::Authenticated => {
                "TMPA S0.4 Authenticated Governance Conformance, C01 to C14 all PASS, each with cases that require signatures"
            }
        }
    }
}

/// A level above Core needs cases of every criterion under profiles that claim it.
fn uncovered(level: Level, subject: &Subject) -> Vec<String> {
    if level == Level::Core {
        return Vec::new();
    }
    let bare = |criterion: &Criterion| !subject.covered.contains(&(level, *criterion));
    let missing: Vec<Criterion> = Criterion::all().filter(bare).collect();
    if missing.len() == Criterion::all().count() {
        return vec![format!("the suite has no case under a profile of level `{}`", level.as_str())];
    }
    let line = |criterion| format!("{criterion} has no case under a profile of level `{}`", level.as_str());
    missing.into_iter().map(line).collect()
}

/// What a claim speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The implementation: id and version.
    pub implementation: (String, String),
    /// The suite: id, version, digest of its list.
    pub suite: (String, String, Sha256),
    /// The profiles that the cases of the run fix, by path and digest.
    pub profiles: Vec<(String, Sha256)>,
    /// The digest of the fixed input bundle.
    pub input_bundle: Sha256,
    /// The digest of the published result.
    pub result: Sha256,
    /// The criteria with a case under a profile of each level above Core.
    pub covered: Vec<(Level, Criterion)>,
    /// The levels of which every case that they rest on was asked, with the permutations that it asks for.
    pub complete: Vec<Level>,
    /// Whether divergences were declared.
    pub divergences: bool,
}

/// The text of a claim, or everything that stands against it.
///
/// # Errors
/// One line for each condition that the run does not meet.
pub fn claim(level: Level, report: &Report, subject: &Subject) -> Result<String, Vec<String>> {
    let mut against = uncovered(level, subject);
    for criterion in report.criteria.iter().filter(|criterion| criterion.verdict != Verdict::Pass) {
        against.push(format!("{} is {}", criterion.criterion, criterion.verdict));
    }
    if !subject.complete.contains(&level) {
        against
            .push(format!("only a part of the cases that the level `{}` rests on was run", level.as_str()));
    }
    if subject.divergences {
        against.push("divergences are declared".to_owned());
    }
    if !against.is_empty() {
        return Err(against);
    }
    let (name, version) = &subject.implementation;
    let (suite, suite_version, suite_digest) = &subject.suite;
    let mut text = format!(
        "{name} {version}: {}\n  suite         {suite} {suite_version} {suite_digest}\n",
        level.claimed()
    );
    for (path, digest) in &subject.profiles {
        let _ = writeln!(text, "  profile       {path} {digest}");
    }
    let _ = writeln!(text, "  input bundle  {}", subject.input_bundle);
    let _ = writeln!(text, "  result        {}", subject.result);
    let _ = writeln!(
        text,
        "  evidence      {}; independent adoption is not established by this run",
        report.evidence_level()
    );
    Ok(text)
}
