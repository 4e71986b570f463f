//! Evidence of about 800 bytes an object: work items of ten objects that run from task to archive, five writers.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use actum::canon::digest::sha256;
use actum::canon::encode::TMPA_S04;
use actum::canon::json::Parser;

/// A single-file profile for the evidence.
pub(crate) const PROFILE: &str = r#"{"id":"bench","version":"1","states":["created","active","review","done","archive"],"initial_state":"created","terminal_states":["archive"],"actions":["start","submit","reject","approve","archive"],"transitions":[{"from":"created","action":"start","to":"active","allowed_roles":["PM"],"required_relations":[]},{"from":"active","action":"submit","to":"review","allowed_roles":["DEV"],"required_relations":["reports"]},{"from":"review","action":"reject","to":"active","allowed_roles":["QA"],"required_relations":[]},{"from":"review","action":"approve","to":"done","allowed_roles":["QA"],"required_relations":["reviews"],"separation_of_duties":["executor_must_not_review"]},{"from":"done","action":"archive","to":"archive","allowed_roles":["OPS"],"required_relations":["archives"]}],"recovery_rules":["terminal_state_is_stable"],"extensions":{"document_types":["TASK","TRANSITION","REPORT","REVIEW","DECISION","ISSUE"],"assignments":[{"identity":"pilot","role":"PM","actions":["start"]},{"identity":"builder","role":"DEV","actions":["submit"]},{"identity":"checker","role":"QA","actions":["approve","reject"]},{"identity":"keeper","role":"OPS","actions":["archive"]}],"ordering_relations":["depends_on","reports","reviews","archives"],"acyclic_relations":["depends_on"]}}"#;

/// The lifecycle of that profile.
pub(crate) const LIFECYCLE: &str = "bench";

/// How much of the evidence is broken.
#[derive(Clone, Copy)]
pub(crate) enum Faults {
    None,
    OnePercent,
}

impl Faults {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "clean",
            Self::OnePercent => "1 % faults",
        }
    }
}

/// One object before its digest is known.
pub(crate) struct Object<'o> {
    pub(crate) id: &'o str,
    pub(crate) kind: &'o str,
    pub(crate) work: &'o str,
    pub(crate) carrier: &'o str,
    pub(crate) stream: &'o str,
    pub(crate) sequence: u64,
    pub(crate) by: (&'o str, &'o str),
    pub(crate) lifecycle: &'o str,
    pub(crate) transition: Option<(&'o str, &'o str, &'o str)>,
    pub(crate) references: &'o [(&'o str, &'o str)],
    pub(crate) body: &'o str,
}

impl Object<'_> {
    fn text(&self, digest: &str) -> String {
        let (creator, role) = self.by;
        let (state, tuple) = match self.transition {
            None => ("created", String::new()),
            Some((from, action, to)) => {
                (to, format!(r#","transition":{{"from":"{from}","action":"{action}","to":"{to}"}}"#))
            }
        };
        let references: Vec<String> = self
            .references
            .iter()
            .map(|(relation, target)| format!(r#"{{"relation":"{relation}","target":"{target}"}}"#))
            .collect();
        format!(
            r#"{{"tmpa_version":"S0.4","id":"{}","type":"{}","governed_work":{{"id":"{}","primary_carrier_id":"{}"}},"stream":{{"id":"{}","sequence":{}}},"creator":"{creator}","role":"{role}","created_at":"2026-08-03T20:00:00Z","lifecycle":{{"profile":"{}","state":"{state}"{tuple}}},"references":[{}],"content":{{"media_type":"application/json","body":{}}},"integrity":{{"canonicalization":"tmpa-s0.4-stable-json-1","hash_algorithm":"sha256","digest":"{digest}"}}}}"#,
            self.id,
            self.kind,
            self.work,
            self.carrier,
            self.stream,
            self.sequence,
            self.lifecycle,
            references.join(","),
            self.body,
        )
    }
}

impl Object<'_> {
    /// The bytes of the object with the right digest.
    pub(crate) fn finished(&self) -> io::Result<Vec<u8>> {
        let mut canonical = Vec::new();
        self.canonical(&mut Parser::new(), &mut canonical)?;
        Ok(self.text(&sha256(&canonical).to_string()).into_bytes())
    }

    /// What the digest covers.
    fn canonical(&self, parser: &mut Parser, canonical: &mut Vec<u8>) -> io::Result<()> {
        canonical.clear();
        let covered = self.text("");
        let document =
            parser.parse(covered.as_bytes()).map_err(|error| io::Error::other(error.to_string()))?;
        TMPA_S04.write(document.root(), canonical).map_err(|error| io::Error::other(error.to_string()))
    }
}

/// Writes objects as lines with the right digest.
pub(crate) struct Lines {
    out: BufWriter<File>,
    parser: Parser,
    canonical: Vec<u8>,
    pub(crate) count: usize,
}

impl Lines {
    pub(crate) fn create(file: &Path) -> io::Result<Self> {
        let out = BufWriter::new(File::create(file)?);
        Ok(Self { out, parser: Parser::new(), canonical: Vec::new(), count: 0 })
    }

    pub(crate) fn object(&mut self, object: &Object<'_>, tampered: bool) -> io::Result<()> {
        object.canonical(&mut self.parser, &mut self.canonical)?;
        let digest = sha256(if tampered { b"other" } else { &self.canonical });
        self.line(&object.text(&digest.to_string()))
    }

    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.count += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")
    }

    pub(crate) fn finish(mut self) -> io::Result<usize> {
        self.out.flush()?;
        Ok(self.count)
    }
}

/// Writes `count` objects.
pub(crate) fn write_jsonl(file: &Path, count: usize, faults: Faults) -> io::Result<()> {
    let mut lines = Lines::create(file)?;
    let mut sequence = [0u64; 4];
    let mut work = 0usize;
    while lines.count < count {
        item(&mut lines, work, &mut sequence, faults, count)?;
        work += 1;
    }
    lines.finish().map(drop)
}

const WRITERS: [(&str, &str); 4] =
    [("pilot", "PM"), ("builder", "DEV"), ("checker", "QA"), ("keeper", "OPS")];

/// The steps of one work item: writer, type, name, transition, references by name.
type Step = (
    usize,
    &'static str,
    &'static str,
    Option<(&'static str, &'static str, &'static str)>,
    &'static [(&'static str, &'static str)],
);

const STEPS: [Step; 10] = [
    (0, "TASK", "task", None, &[]),
    (0, "TRANSITION", "start", Some(("created", "start", "active")), &[("depends_on", "task")]),
    (1, "REPORT", "report-1", None, &[("depends_on", "start")]),
    (
        1,
        "TRANSITION",
        "submit-1",
        Some(("active", "submit", "review")),
        &[("depends_on", "start"), ("reports", "report-1")],
    ),
    (2, "TRANSITION", "reject", Some(("review", "reject", "active")), &[("depends_on", "submit-1")]),
    (1, "REPORT", "report-2", None, &[("depends_on", "reject")]),
    (
        1,
        "TRANSITION",
        "submit-2",
        Some(("active", "submit", "review")),
        &[("depends_on", "reject"), ("reports", "report-2")],
    ),
    (2, "REVIEW", "review", None, &[("reviews", "report-2")]),
    (
        2,
        "TRANSITION",
        "approve",
        Some(("review", "approve", "done")),
        &[("depends_on", "submit-2"), ("reviews", "report-2")],
    ),
    (
        3,
        "TRANSITION",
        "archive",
        Some(("done", "archive", "archive")),
        &[("depends_on", "approve"), ("archives", "approve")],
    ),
];

fn item(
    lines: &mut Lines,
    work: usize,
    sequence: &mut [u64; 4],
    faults: Faults,
    count: usize,
) -> io::Result<()> {
    let work_id = format!("work-{work:07}");
    // One stream per writer and twenty work items, as sessions end and new ones begin.
    let session = work / 20;
    if work.is_multiple_of(20) {
        *sequence = [0; 4];
    }
    for (writer, kind, name, transition, references) in STEPS {
        if lines.count >= count {
            return Ok(());
        }
        let broken = matches!(faults, Faults::OnePercent) && (lines.count + 37).is_multiple_of(100);
        let id = format!("{work_id}-{name}");
        let targets: Vec<String> =
            references.iter().map(|(_, target)| format!("{work_id}-{target}")).collect();
        let references: Vec<(&str, &str)> = references
            .iter()
            .zip(&targets)
            .map(|((relation, _), target)| (*relation, target.as_str()))
            .collect();
        let stream = format!("{}-{session:05}", WRITERS.get(writer).map_or("", |(name, _)| name));
        let slot = sequence.get_mut(writer).map(|slot| {
            *slot += 1;
            *slot
        });
        let carrier = format!("{work_id}-task");
        let object = Object {
            id: &id,
            kind,
            work: &work_id,
            carrier: &carrier,
            stream: &stream,
            sequence: slot.unwrap_or(1),
            by: WRITERS.get(writer).copied().unwrap_or_default(),
            lifecycle: LIFECYCLE,
            transition,
            references: &references,
            body: r#"{"summary":"The parser keeps every number as it is spelled and refuses a name that comes twice.","changed":["src/json/parser.rs","src/json/tape.rs"],"tests":{"passed":212,"failed":0},"decision":"approve","minutes":37.5}"#,
        };
        if broken && lines.count.is_multiple_of(3) {
            lines.line("{\"id\": \"half written")?;
        } else {
            lines.object(&object, broken)?;
        }
    }
    Ok(())
}
