//! The chain of receipts over a TASK (FCOP 5): each operation holds the digest before and after it, and a file that is
//! cut behind an event is what it was then.

use super::Scene;
use crate::code::Code;
use crate::digest::{Request, canonical, hex, lookup_key};
use crate::envelope::Envelope;
use crate::event::Event;
use crate::finding::{Cause, Finding};
use crate::receipt::{Operation, Receipt};
use crate::task::{Step, Task};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes behind the events of one TASK that are digested again for each of its receipts, in all.
const MAX_REHASHED: usize = 256 << 20;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    if !scene.workspace.edition.typed {
        return;
    }
    for task in scene.tasks.values() {
        Chain::new(scene, task).check(findings);
    }
    let mut operations: BTreeMap<&str, Vec<&Receipt>> = BTreeMap::new();
    for receipt in &scene.workspace.receipts {
        operations.entry(&receipt.id).or_default().push(receipt);
        let source = scene.workspace.source_id(receipt.source);
        let file = source.rsplit('/').next().and_then(|file| file.strip_suffix(".json")).unwrap_or_default();
        if file != receipt.name {
            let cause = Cause::new("name_of_another_operation", "FCOP 2").expected(&receipt.name).found(file);
            findings.push(Finding::new(Code::PathEventDivergence, source, &receipt.id, cause));
        }
        if receipt.operation != Operation::Merge && !scene.tasks.contains_key(receipt.task.as_str()) {
            let cause = Cause::new("REFERENCE_UNRESOLVED", "FCOP 5").at("/task_id").expected(&receipt.task);
            let finding = Finding::new(Code::MissingReference, source, &receipt.id, cause);
            findings.push(finding.of("pins", &receipt.task));
        }
        let own = scene.workspace.manifest.workspace.as_deref();
        if let Some(own) = own.filter(|own| !receipt.workspace.is_empty() && *own != receipt.workspace) {
            let cause = Cause::new("WORKSPACE_ID_MISMATCH", "FCOP 5").at("/workspace_id").expected(own);
            findings.push(Finding::new(
                Code::SchemaInvalid,
                source,
                &receipt.id,
                cause.found(&receipt.workspace),
            ));
        }
    }
    for (id, receipts) in operations {
        let contents: BTreeSet<&str> = receipts.iter().map(|receipt| receipt.json.as_str()).collect();
        if contents.len() > 1 {
            let sources = receipts.iter().map(|receipt| scene.workspace.source_id(receipt.source));
            let source = receipts.first().map_or("", |receipt| scene.workspace.source_id(receipt.source));
            let cause = Cause::new("OPERATION_ID_CONFLICT", "FCOP 5").members(sources);
            findings.push(Finding::new(Code::DuplicateIdConflict, source, id, cause));
        }
    }
}

/// One TASK beside its receipts.
struct Chain<'s, 'w, 'a> {
    scene: &'s Scene<'w, 'a>,
    task: &'s Task<'w, 'a>,
    /// Its receipts, each content once: a copy of a file is no second operation.
    receipts: Vec<&'s Receipt>,
    /// The digest of the file after each event; none where the events cannot be cut.
    digests: Option<Vec<String>>,
}

impl<'s, 'w, 'a> Chain<'s, 'w, 'a> {
    fn new(scene: &'s Scene<'w, 'a>, task: &'s Task<'w, 'a>) -> Self {
        let mut contents = BTreeSet::new();
        let receipts = scene.workspace.receipts_of(task.id).iter();
        let receipts = receipts.filter(|receipt| contents.insert(receipt.json.as_str())).collect();
        let bytes = scene.workspace.bytes(task.main.source);
        let digests = task
            .main
            .cuts
            .as_ref()
            .filter(|cuts| cuts.tail(bytes).saturating_mul(task.events.len()) <= MAX_REHASHED);
        let digests = digests.map(|cuts| {
            cuts.digests(bytes, |_| true)
                .into_iter()
                .map(|digest| digest.map(hex).unwrap_or_default())
                .collect()
        });
        Self { scene, task, receipts, digests }
    }

    fn after(&self, place: usize) -> Option<&str> {
        self.digests.as_ref()?.get(place).map(String::as_str)
    }

    fn check(&self, findings: &mut Vec<Finding>) {
        if self.digests.is_none() && !self.receipts.is_empty() {
            let cause = Cause::new("events_not_cut", "FCOP 5").found(self.task.events.len().to_string());
            findings.push(self.scene.of_task(Code::ChainUnchecked, self.task, cause));
        }
        let begins_well = self.creation(findings);
        let matched = self.matched();
        let mut broken = !begins_well;
        for (place, event, step) in self.task.transitions() {
            let Some(receipt) = matched.get(&place) else {
                let cause = Cause::new("RECOVERY_REQUIRED", "FCOP 5").at("operations").found(event.tool);
                findings.push(self.scene.of_event(Code::ReceiptMissing, self.task, place, cause));
                continue;
            };
            self.transition((place, event, step), receipt, &mut broken, findings);
        }
        // A second receipt of an operation speaks of no other event; where it says something else, that is a conflict.
        let used: BTreeSet<&str> = matched.values().map(|receipt| receipt.id.as_str()).collect();
        // Where the file went on from, for operations that are known to have ended.
        let ended = matched.values().filter(|receipt| receipt.is_committed());
        let taken: BTreeSet<&str> = ended.map(|receipt| receipt.before.as_str()).collect();
        let transitions = self.receipts.iter().filter(|receipt| receipt.operation == Operation::Transition);
        for receipt in transitions.filter(|receipt| !used.contains(receipt.id.as_str())) {
            let operation = [receipt.id.as_str()];
            if receipt.is_committed() {
                let cause =
                    Cause::new("event_of_receipt_is_missing", "FCOP 5").at("transitions").members(operation);
                let cause = cause.expected(format!("{}, {}, {}", receipt.from, receipt.tool, receipt.to));
                findings.push(self.scene.of_task(Code::IntegrityMismatch, self.task, cause));
            } else {
                let source = self.scene.workspace.source_id(receipt.source);
                let abandoned = receipt.stage == "PREPARED" && taken.contains(receipt.before.as_str());
                let (code, reason) = if abandoned {
                    (Code::OperationAbandoned, "NOT_COMMITTED")
                } else {
                    (Code::OperationIncomplete, "RECOVERY_REQUIRED")
                };
                let cause = Cause::new(reason, "FCOP 4").at("/stage").found(&receipt.stage);
                findings.push(Finding::new(code, source, &receipt.id, cause));
            }
        }
    }

    /// Which receipt belongs to which event: the one that records it, else the one that starts from the file before it.
    fn matched(&self) -> BTreeMap<usize, &'s Receipt> {
        let mut recorded: BTreeMap<(&str, &str, &str), Vec<&Receipt>> = BTreeMap::new();
        let mut starting: BTreeMap<&str, Vec<&Receipt>> = BTreeMap::new();
        for receipt in self.receipts.iter().rev().filter(|receipt| receipt.operation == Operation::Transition)
        {
            recorded.entry((&receipt.at, &receipt.from, &receipt.to)).or_default().push(receipt);
            starting.entry(&receipt.before).or_default().push(receipt);
        }
        let mut matched = BTreeMap::new();
        let mut used = BTreeSet::new();
        let mut take = |list: Option<&mut Vec<&'s Receipt>>| {
            let list = list?;
            while let Some(receipt) = list.pop() {
                if used.insert(receipt.source) {
                    return Some(receipt);
                }
            }
            None
        };
        for (place, event, _) in self.task.transitions() {
            let key = (event.at, event.from.unwrap_or_default(), event.to);
            if let Some(receipt) = take(recorded.get_mut(&key)) {
                matched.insert(place, receipt);
            }
        }
        for (place, ..) in self.task.transitions() {
            if matched.contains_key(&place) {
                continue;
            }
            let before = place.checked_sub(1).and_then(|before| self.after(before));
            if let Some(receipt) = take(before.and_then(|digest| starting.get_mut(digest))) {
                matched.insert(place, receipt);
            }
        }
        matched
    }

    fn transition(
        &self,
        (place, event, step): (usize, &Event<'_>, &Step<'_>),
        receipt: &Receipt,
        broken: &mut bool,
        findings: &mut Vec<Finding>,
    ) {
        let operation = [receipt.id.as_str()];
        if !receipt.is_committed() {
            let cause = Cause::new("RECOVERY_REQUIRED", "FCOP 4").at("/stage").expected("COMMITTED");
            let cause = cause.found(&receipt.stage).members(operation);
            findings.push(self.scene.of_event(Code::OperationIncomplete, self.task, place, cause));
        }
        let mut json = String::new();
        event.field.write_json(&[], &mut json);
        let same = canonical(&json).is_some_and(|event| event == receipt.event);
        let gated = event.authorization.is_some();
        let profile = event.authorization.and_then(|(id, _)| self.scene.workspace.find(id));
        let profile = profile.and_then(|review| review.text("profile_ref"));
        let said = [
            ("at", receipt.at.as_str(), event.at),
            ("from", &receipt.from, event.from.unwrap_or_default()),
            ("to", &receipt.to, event.to),
            ("tool", &receipt.tool, event.tool),
            ("by", &receipt.by, event.by),
            ("attempt_id", &receipt.attempt, event.attempt.or(step.attempt).unwrap_or_default()),
            (
                "source_attempt_id",
                &receipt.attempt_before,
                step.attempt.filter(|_| gated).unwrap_or_default(),
            ),
            ("profile_ref", &receipt.profile, profile.unwrap_or(&receipt.profile)),
            ("transition", if same { "" } else { "the event of the receipt" }, ""),
        ];
        let mut mismatch = |cause: Cause| {
            findings.push(self.scene.of_event(
                Code::IntegrityMismatch,
                self.task,
                place,
                cause.members(operation),
            ));
        };
        if let Some((field, expected, found)) = said.into_iter().find(|(_, recorded, told)| recorded != told)
        {
            mismatch(
                Cause::new("event_and_receipt_differ", "FCOP 5").at(field).expected(expected).found(found),
            );
            *broken = true;
            return;
        }
        // One change of the file shows in every later digest; it is reported where it shows first.
        if *broken {
            return;
        }
        let before = place.checked_sub(1).and_then(|before| self.after(before));
        for (recorded, told) in
            [(receipt.before.as_str(), before), (receipt.after.as_str(), self.after(place))]
        {
            if let Some(told) = told.filter(|told| *told != recorded) {
                mismatch(Cause::new("EVIDENCE_DIGEST_MISMATCH", "FCOP 5").expected(recorded).found(told));
                *broken = true;
                return;
            }
        }
    }

    /// Compares the creation; gives whether the file began as its receipt says.
    fn creation(&self, findings: &mut Vec<Finding>) -> bool {
        let mut receipts =
            self.receipts.iter().filter(|receipt| receipt.operation == Operation::Create).peekable();
        if receipts.peek().is_none() {
            let cause = Cause::new("RECOVERY_REQUIRED", "FCOP 5").at("operations").found("create_task");
            findings.push(self.scene.of_task(Code::ReceiptMissing, self.task, cause));
        }
        let mut well = true;
        let main = self.task.main;
        let request = request_digest(main);
        let own = main.text("normalized_request_digest");
        if let (Some(request), Some(own)) = (&request, own)
            && request != own
        {
            let cause = Cause::new("EVIDENCE_DIGEST_MISMATCH", "FCOP 5").at("normalized_request_digest");
            findings.push(self.scene.of_task(
                Code::IntegrityMismatch,
                self.task,
                cause.expected(request).found(own),
            ));
        }
        for receipt in receipts {
            let operation = [receipt.id.as_str()];
            if let Some(first) = self.after(0).filter(|first| *first != receipt.after) {
                let cause = Cause::new("EVIDENCE_DIGEST_MISMATCH", "FCOP 5").at("/integrity/digest");
                let cause = cause.expected(&receipt.after).found(first).members(operation);
                findings.push(self.scene.of_task(Code::IntegrityMismatch, self.task, cause));
                well = false;
            }
            let source = self.scene.workspace.source_id(receipt.source);
            let mut differs = |pointer: &str, expected: Option<&str>, found: &str| {
                if let Some(expected) = expected.filter(|expected| *expected != found) {
                    let cause = Cause::new("OPERATION_ID_CONFLICT", "FCOP 5")
                        .at(pointer)
                        .expected(expected)
                        .found(found);
                    findings.push(Finding::new(Code::IntegrityMismatch, source, &receipt.id, cause));
                }
            };
            differs("/digest", own.or(request.as_deref()), &receipt.request);
            differs("/operation_id", main.text("operation_id"), &receipt.operation_id);
            let key = lookup_key(&receipt.workspace, &receipt.operation_id);
            differs("/key", key.as_deref(), &receipt.key);
        }
        well
    }
}

/// The digest of the request that a TASK says it was created from; none where it lacks a part of it.
fn request_digest(task: &Envelope<'_>) -> Option<String> {
    let text = task.front.text.strip_prefix('\n').unwrap_or(&task.front.text);
    Request {
        workspace: task.text("workspace_id")?,
        operation_id: task.text("operation_id")?,
        sender: task.sender(),
        recipient: task.recipient()?,
        subject: task.text("subject")?,
        body: text,
        priority: task.text("priority").unwrap_or("P2"),
        parent: task.text("parent"),
        branch_of: task.text("branch_of"),
        references: task.references(),
    }
    .digest()
}
