//! FCoP workspaces of ten thousand envelopes on a disk: read as a whole, and one act in such a folder.
//!
//! Every file is planned by the writer, family by family, so that digests, receipts and pins are those of a real workspace.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use actum::canon::digest::sha256;
use actum::canon::encode::{JCS_NEAREST, Writer};
use actum::canon::instant::Instant;
use actum::canon::joined::isoformat_utc;
use actum::canon::json::Parser;
use actum::fcop::{
    Command, Fresh, Grant, Move, NewReport, NewReview, NewTask, Registry, Tool, Verdict, Workspace,
};
use actum_fcop::File;
use actum_fcop::write::{Step, manifest, plan};
use saphyr_parser::Event;

use crate::process;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Envelopes of a family: a TASK, its REPORT, its acceptance and two authorizations.
const FAMILY: usize = 5;
const FAMILIES: usize = 2_000;
/// TASKs that are created and claimed, to see what one act costs.
const ACTS: usize = 10;

/// What the evaluator of the one adopted profile answers.
const EVALUATIONS: &str = r#""id":"bench-registry","version":"1","evaluations":[{"profile_ref":"local-trust","answer":"AUTHORIZED"}]"#;
const ASSIGNMENTS: &str = r#""assignments":[{"id":"i","identity":"role:PM","role":"issuer"},{"id":"e","identity":"role:DEV","role":"executor"},{"id":"a","identity":"role:PM","role":"approver"},{"id":"g","identity":"role:ADMIN","role":"approver"},{"id":"r","identity":"role:ADMIN","role":"archiver"}]"#;

/// Prints the table.
pub(crate) fn run(folder: &Path) -> Outcome {
    let (large, small, own) = (folder.join("large"), folder.join("small"), folder.join("profile"));
    let files = write(&large, FAMILIES)?;
    write(&small, 1)?;
    profile(&own)?;
    process::heading("fcop", "files");
    let unit = process::child("fcop-floor", &large, &large, 1)?;
    unit.print(&format!("floor, {} envelopes", FAMILIES * FAMILY + 1), files, &unit);
    for (name, profile) in [("as shipped", Path::new("fcop-4.0")), ("people known", &own)] {
        for threads in [1, 2] {
            let figures = process::child("read", &large, profile, threads)?;
            figures.print(&format!("read, {name}, {threads} thread"), files, &unit);
        }
    }
    for (name, folder) in [("a folder of one family", &small), ("a folder of 2,000", &large)] {
        let files = floor(folder)?;
        let whole = process::child("fcop-floor", folder, folder, 1)?.of_all(files);
        let figures = process::child("fcop-acts", folder, &own, 1)?;
        figures.print(&format!("one act in {name}"), ACTS * 2, &whole);
    }
    Ok(())
}

/// A workspace in memory.
#[derive(Default)]
struct Files {
    files: BTreeMap<String, Vec<u8>>,
    steps: u64,
}

impl Files {
    fn run(&mut self, registry: &Registry, command: &Command) -> Outcome<String> {
        let id = |kind: u64| format!("{kind:016x}{:016x}", self.steps);
        let at = Instant::from_micros(1_800_000_000_000_000 + i64::try_from(self.steps)? * 1_000_000);
        let fresh = Fresh { at: isoformat_utc(&at).ok_or("no such moment")?, ids: [id(1), id(2), id(3)] };
        self.steps += 1;
        let there = self.files.iter().map(|(id, bytes)| File { id, bytes });
        let plan = plan(there, registry, command, &fresh).map_err(|refusal| refusal.to_string())?;
        for step in plan.steps {
            match step {
                Step::Publish { path, bytes, .. } | Step::Advance { path, bytes, .. } => {
                    self.files.insert(path, bytes);
                }
                Step::Leave { path, .. } => {
                    self.files.remove(&path);
                }
            }
        }
        Ok(plan.outcome.id)
    }
}

/// Writes a workspace of so many families that ended in the archive, and of one TASK in the inbox; gives the number of its
/// files.
fn write(folder: &Path, families: usize) -> Outcome<usize> {
    let registry = Registry::load("fcop.json", format!("{{{EVALUATIONS}}}").as_bytes())
        .map_err(|error| error.to_string())?;
    let profiles = ["local-trust".to_owned()];
    let manifest = manifest(&format!("{:032x}", 7), &profiles).map_err(|refusal| refusal.to_string())?;
    let (mut steps, mut count) = (0, 1);
    for family in 0..=families {
        // Families do not refer to one another, so that each is planned by itself.
        let mut files =
            Files { files: BTreeMap::from([("fcop/fcop.json".to_owned(), manifest.clone())]), steps };
        let task = files.run(&registry, &Command::Create(new_task(&format!("op-{family}"))))?;
        if family < families {
            for command in journey(&task) {
                files.run(&registry, &command)?;
            }
        }
        steps = files.steps;
        count += files.files.len() - 1;
        for (path, bytes) in &files.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().ok_or("no folder")?)?;
            fs::write(path, bytes)?;
        }
    }
    Ok(count)
}

fn new_task(operation: &str) -> NewTask {
    NewTask {
        sender: "PM".to_owned(),
        recipient: "DEV".to_owned(),
        subject: "Keep every number as it is spelled".to_owned(),
        body: "The parser keeps every number as it is spelled and refuses a name that comes twice."
            .to_owned(),
        operation_id: operation.to_owned(),
        ..NewTask::default()
    }
}

/// What becomes of a TASK, from the inbox to the archive.
fn journey(task: &str) -> [Command; 8] {
    let go = |tool, actor: &str| {
        let (task, actor) = (task.to_owned(), actor.to_owned());
        Command::Move(Move { task, tool, actor, review: None, authorization: None })
    };
    let review = |sender: &str, kind| {
        Command::Review(NewReview {
            task: task.to_owned(),
            sender: sender.to_owned(),
            recipient: "DEV".to_owned(),
            kind,
            body: "Looked at twice.".to_owned(),
            references: Vec::new(),
        })
    };
    let grant = |tool| {
        Verdict::Authorization(Grant {
            tool,
            profile: "local-trust".to_owned(),
            proof: Some("ok".to_owned()),
            issued_at: None,
            expires_at: None,
        })
    };
    let report = NewReport {
        task: task.to_owned(),
        sender: "DEV".to_owned(),
        recipient: "PM".to_owned(),
        result: "done".to_owned(),
        body: "212 tests pass, none fails.".to_owned(),
        ..NewReport::default()
    };
    [
        go(Tool::Claim, "DEV"),
        Command::Report(report),
        go(Tool::Submit, "DEV"),
        review("PM", Verdict::Acceptance),
        review("ADMIN", grant(Tool::Approve)),
        go(Tool::Approve, "PM"),
        review("ADMIN", grant(Tool::Archive)),
        go(Tool::Archive, "ADMIN"),
    ]
}

/// The shipped profile with people in their roles and an evaluator that answers.
fn profile(folder: &Path) -> Outcome {
    actum::profiles::write("fcop-4.0", folder)?;
    fs::write(folder.join("fcop.json"), format!("{{{EVALUATIONS}}}"))?;
    let roles = fs::read_to_string(folder.join("roles.json"))?;
    let filled = roles.replace(r#""assignments": []"#, ASSIGNMENTS);
    if filled == roles {
        return Err("the shipped profile assigns somebody".into());
    }
    Ok(fs::write(folder.join("roles.json"), filled)?)
}

/// What no reader of a workspace can do without: reads every file, parses its frontmatter or its JSON, writes that
/// canonically, and hashes both. Gives the number of files.
pub(crate) fn floor(folder: &Path) -> Outcome<usize> {
    let (mut parser, mut canonical, mut count, mut mixed) = (Parser::new(), Vec::new(), 0, 0u8);
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
                continue;
            }
            let bytes = fs::read(entry.path())?;
            count += 1;
            canonical.clear();
            match parser.parse(&bytes) {
                Ok(document) => JCS_NEAREST.write(document.root(), &mut canonical)?,
                Err(_) => front(str::from_utf8(&bytes)?, &mut canonical)?,
            }
            for digest in [sha256(&bytes), sha256(&canonical)] {
                mixed ^= digest.as_bytes().first().copied().unwrap_or_default();
            }
        }
    }
    std::hint::black_box(mixed);
    Ok(count)
}

/// Writes the scalars of a frontmatter as a list.
fn front(text: &str, canonical: &mut Vec<u8>) -> Outcome {
    let rest = text.strip_prefix("---\n").ok_or("no frontmatter")?;
    let (front, _) = rest.split_once("\n---\n").ok_or("no frontmatter")?;
    let mut writer = Writer::new(&JCS_NEAREST, canonical);
    writer.begin_array()?;
    for event in saphyr_parser::Parser::new_from_str(front) {
        if let (Event::Scalar(text, ..), _) = event? {
            writer.string(&text)?;
        }
    }
    Ok(writer.end_array()?)
}

/// Creates and claims TASKs in a workspace; gives the number of acts.
pub(crate) fn acts(folder: &Path, profile: &Path) -> Outcome<usize> {
    let registry = actum::fcop::registry(&actum::Bundle::open(profile)?)?;
    let workspace = Workspace::find(folder)?;
    for number in 0..ACTS {
        let operation = format!("act-{number}");
        let task = workspace.run(&registry, &Command::Create(new_task(&operation)))?.id;
        let claim =
            Move { task, tool: Tool::Claim, actor: "DEV".to_owned(), review: None, authorization: None };
        workspace.run(&registry, &Command::Move(claim))?;
    }
    Ok(ACTS * 2)
}
