//! Ending an operation that was interrupted (FCOP 4, recovery classes): as its receipt says, where the files leave no
//! doubt; else it is left to a person.

use super::base::Desk;
use super::plan::{Outcome, Plan, Step};
use super::refusal::{Base, Refusal};
use super::transition::Stages;
use crate::digest::hex;
use crate::event::Cuts;
use crate::front::divide;
use actum_canon::digest::sha256;
use actum_canon::json::Parser;

pub(super) fn plan(desk: &Desk<'_, '_, '_>, task: &str) -> Result<Plan, Refusal> {
    let Some(receipt) = desk.pending(task) else {
        let task = desk.task(task)?;
        let path = desk.scene.workspace.source_id(task.main.source).to_owned();
        let stage = task.walk.state.map(str::to_owned);
        let attempt = task.walk.attempt.map(str::to_owned);
        let outcome =
            Outcome { id: task.id.to_owned(), path, stage, attempt, existing: true, ..Outcome::default() };
        return Ok(Plan { locks: vec![desk.family_lock(task.id)], steps: Vec::new(), outcome });
    };
    let id = receipt.task.as_str();
    let doubt = |what: &str| {
        let message =
            format!("operation `{}` on `{id}`: {what}; a person has to say what holds", receipt.operation_id);
        Err(Refusal::new(Base::RecoveryRequired, message))
    };
    let path = |stage: &str| desk.path(&format!("_lifecycle/{stage}/{id}.md"));
    let (source, target) = (desk.bytes(&path(&receipt.from)), desk.bytes(&path(&receipt.to)));
    let is = |bytes: &[u8], digest: &str| hex(sha256(bytes)) == digest;
    if target.is_some_and(|bytes| !is(bytes, &receipt.after))
        || source.is_some_and(|bytes| !is(bytes, &receipt.before))
    {
        return doubt("the files are not those of the receipt");
    }
    let receipt_path = desk.scene.workspace.source_id(receipt.source).to_owned();
    let [prepared, durable, committed] = ["PREPARED", "TARGET_DURABLE", "COMMITTED"]
        .map(|stage| [receipt.in_stage(stage).as_bytes(), b"\n"].concat());
    let stages = Stages { receipt: &receipt_path, prepared, durable, committed };
    let operation: String = receipt.operation_id.chars().filter(char::is_ascii_hexdigit).collect();
    let mut steps = Vec::new();
    let published = |bytes: Vec<u8>| Step::Publish {
        temporary: desk.path(&format!("_lifecycle/{}/.fcop-replace-{operation}.tmp", receipt.to)),
        path: path(&receipt.to),
        bytes,
    };
    match (source, target, receipt.stage.as_str()) {
        (Some(before), None, "PREPARED") => {
            let Some(bytes) = rebuilt(before, receipt) else {
                return doubt("what was to be published cannot be made again");
            };
            steps.push(published(bytes));
            steps.push(stages.durable(desk, &operation));
            steps.push(Step::Leave { path: path(&receipt.from), digest: sha256(before) });
        }
        (Some(before), Some(_), stage @ ("PREPARED" | "TARGET_DURABLE")) => {
            if stage == "PREPARED" {
                steps.push(stages.durable(desk, &operation));
            }
            steps.push(Step::Leave { path: path(&receipt.from), digest: sha256(before) });
        }
        (None, Some(_), "TARGET_DURABLE") => {}
        _ => return doubt("the stage of the receipt and the files do not belong together"),
    }
    steps.push(stages.commit(desk, &operation));
    let outcome = Outcome {
        id: id.to_owned(),
        path: path(&receipt.to),
        stage: Some(receipt.to.clone()),
        receipt: Some(receipt_path),
        ..Outcome::default()
    };
    Ok(Plan { locks: vec![desk.family_lock(id)], steps, outcome })
}

/// The TASK with the event of the receipt, if that gives the digest which the receipt promises.
fn rebuilt(before: &[u8], receipt: &crate::receipt::Receipt) -> Option<Vec<u8>> {
    let mut parser = Parser::new();
    let document = parser.parse(receipt.json.as_bytes()).ok()?;
    let item = super::dump::event(document.root().get("transition")?)?;
    let front = divide(before, true).ok()?;
    let after = Cuts::find(before, &front)?.append(before, item.as_bytes())?;
    (hex(sha256(&after)) == receipt.after).then_some(after)
}
