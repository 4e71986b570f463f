//! What may be claimed of a run, and what may not (TMPA 10.1, 10.4, 11.3).

use std::fmt::Write;

use actum_canon::digest::Sha256;

use super::report::Report;
use super::verdict::Verdict;

/// The conformance levels (TMPA 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// TMPA Core Conformance.
    Core,
    /// FCoP Profile Conformance.
    Fcop,
    /// Authenticated Governance Conformance.
    Authenticated,
}

impl Level {
    /// Reads `core`, `fcop` or `authenticated`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Core, Self::Fcop, Self::Authenticated].into_iter().find(|level| level.as_str() == text)
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

/// What a claim speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The implementation: id and version.
    pub implementation: (String, String),
    /// The suite: id, version, digest of its list.
    pub suite: (String, String, Sha256),
    /// The profiles that its cases fix, by path and digest.
    pub profiles: Vec<(String, Sha256)>,
    /// The digest of the fixed input bundle.
    pub input_bundle: Sha256,
    /// The digest of the published result.
    pub result: Sha256,
    /// Whether every case of the suite was asked, with the permutations that it asks for.
    pub complete: bool,
    /// Whether divergences were declared.
    pub divergences: bool,
}

/// The text of a claim, or everything that stands against it.
///
/// # Errors
/// One line for each condition that the run does not meet.
pub fn claim(level: Level, report: &Report, subject: &Subject) -> Result<String, Vec<String>> {
    let mut against = Vec::new();
    match level {
        Level::Core => {}
        Level::Fcop => against.push(
            "the suite has no case for the FCoP projection, naming, routing and atomic transitions that TMPA 10.1 asks for"
                .to_owned(),
        ),
        Level::Authenticated => against.push(
            "the suite has no criterion for trusted keys and creator identity, which TMPA 10.1 asks for beyond Core"
                .to_owned(),
        ),
    }
    for criterion in report.criteria.iter().filter(|criterion| criterion.verdict != Verdict::Pass) {
        against.push(format!("{} is {}", criterion.criterion, criterion.verdict));
    }
    if !subject.complete {
        against.push("only a part of the suite was run".to_owned());
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
        "{name} {version}: TMPA Core S0.4 Conformance, C01 to C14 all PASS\n  suite         {suite} {suite_version} {suite_digest}\n"
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
