//! What a counterparty gives (DEAL 3.1).

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use actum_canon::json::{Kind, Value};

use crate::error::Rule;
use crate::form::{self, MAX_AMOUNT};

/// A stage before its items are known to exist.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) cash: u64,
    pub(super) options: Vec<String>,
    /// The ids that it names; `None` stands for all.
    pub(super) subset: Option<Vec<String>>,
}

/// Reads a consideration.
pub(super) fn read(value: Value<'_>, limit: usize) -> Result<Vec<Part>, Rule> {
    let consideration = form::object(value, "consideration")?;
    let graduated = match consideration.get("mode") {
        None => false,
        Some(mode) => match mode.as_str().as_deref() {
            Some("fixed") => false,
            Some("graduated") => true,
            _ => return Err(Rule::ConsiderationMode),
        },
    };
    if graduated { read_graduated(consideration, limit) } else { read_fixed(consideration) }
}

fn read_fixed(consideration: Value<'_>) -> Result<Vec<Part>, Rule> {
    if consideration.get("stages").is_some() {
        return Err(Rule::StagesInFixed);
    }
    let cash = form::amount(
        form::required(consideration, "cash_sim", "consideration.cash_sim")?,
        "consideration.cash_sim",
    )?;
    let options = match consideration.get("object_options") {
        None => Vec::new(),
        Some(options) => form::strings(options, "consideration.object_options")?,
    };
    Ok(vec![Part { cash, options, subset: None }])
}

fn read_graduated(consideration: Value<'_>, limit: usize) -> Result<Vec<Part>, Rule> {
    let stages = form::required(consideration, "stages", "consideration.stages")?;
    if stages.is_empty() || stages.kind() != Kind::Array {
        return Err(Rule::NoStages);
    }
    form::at_most(limit, stages.len(), "consideration.stages")?;
    let parts: Vec<Part> = stages
        .elements()
        .enumerate()
        .map(|(number, stage)| read_stage(number, stage))
        .collect::<Result<_, _>>()?;
    // At most 64 terms below 2^53: the sum fits.
    let total = parts.iter().map(|part| part.cash).sum();
    if let Some(stated) = consideration.get("cash_sim") {
        let stated = form::amount(stated, "consideration.cash_sim")?;
        if stated != total {
            return Err(Rule::StageTotal { total: stated, stages: total });
        }
    }
    if let Some(stated) = consideration.get("object_options") {
        let stated = form::strings(stated, "consideration.object_options")?;
        if !is_same_multiset(&stated, parts.iter().flat_map(|part| &part.options)) {
            return Err(Rule::StageOptions);
        }
    }
    if total > MAX_AMOUNT {
        return Err(Rule::TotalTooLarge { limit: MAX_AMOUNT });
    }
    Ok(parts)
}

fn read_stage(number: usize, stage: Value<'_>) -> Result<Part, Rule> {
    let path = |member: &str| format!("consideration.stages[{number}].{member}");
    form::object(stage, format_args!("consideration.stages[{number}]"))?;
    let subset = form::required(
        stage,
        "checklist_subset",
        format_args!("consideration.stages[{number}].checklist_subset"),
    )?;
    let cash = form::required(stage, "cash_sim", format_args!("consideration.stages[{number}].cash_sim"))?;
    let options = form::required(
        stage,
        "object_options",
        format_args!("consideration.stages[{number}].object_options"),
    )?;
    let subset = match subset.kind() {
        Kind::Object => subset.members().map(|(name, _)| name.into_owned()).collect(),
        _ => form::list(subset).ok_or_else(|| Rule::SubsetShape { path: path("checklist_subset") })?,
    };
    if subset.is_empty() {
        return Err(Rule::Empty { path: path("checklist_subset") });
    }
    Ok(Part {
        cash: form::amount(cash, format_args!("consideration.stages[{number}].cash_sim"))?,
        options: form::strings(options, format_args!("consideration.stages[{number}].object_options"))?,
        subset: Some(subset),
    })
}

/// Tells whether two lists of options grant the same (DEAL 2.5).
pub(crate) fn is_same_multiset<'a>(a: &[String], b: impl Iterator<Item = &'a String>) -> bool {
    let mut a: Vec<&String> = a.iter().collect();
    let mut b: Vec<&String> = b.collect();
    a.sort_unstable();
    b.sort_unstable();
    a == b
}
