//! The published checks, by their published names, asked in the shape of the published records: `{"args":[…],"kwargs":{}}`.

use actum_astp::access::{Access, Policy, Principals};
use actum_astp::operation;
use actum_astp::rule::Rule;
use actum_astp::tree::Refusal;
use actum_astp::value::{AccessLevel, AccessResourceType};
use actum_canon::json::Value;
use actum_conform::astp::{Answer, Refused};

/// How deep branches nest where a check does not say.
const DEPTH: u64 = 4;

/// Checks that a text says something, with their rules and fields.
const TEXTS: &[(&str, Rule, &str)] = &[
    ("enforce_abandonment_reason_required", Rule::Abandonment, "abandonment_reason"),
    ("enforce_fork_objective_required", Rule::G19, "fork_objective"),
    ("enforce_fork_resolution_rationale_required", Rule::G21, "resolution_rationale"),
    ("enforce_merge_summary_required", Rule::G22, "merge_summary"),
    ("enforce_aside_human_initiated", Rule::G25, "initiated_by_human"),
    ("enforce_aside_target_agent", Rule::AsideAgent, "target_agent_id"),
    ("enforce_aside_close_reason", Rule::AsideClose, "close_reason"),
    ("enforce_soliloquy_purpose_required", Rule::Soliloquy, "soliloquy_purpose"),
    ("enforce_soliloquy_conclusion_required", Rule::Conclusion, "conclusion_summary"),
];

/// Takes a check; `None` for a name that is none.
pub(super) fn call(name: &str, inputs: Value<'_>) -> Option<Answer> {
    let arguments = inputs.get("args")?;
    let argument = |at: usize| arguments.elements().nth(at);
    let flag = |at: usize| argument(at).and_then(Value::as_bool).unwrap_or(false);
    if let Some((_, rule, field)) = TEXTS.iter().find(|(known, ..)| *known == name) {
        let text = argument(0).and_then(Value::as_str).unwrap_or_default();
        return Some(verdict(operation::demand_text(*rule, field, &text), &[]));
    }
    Some(match name {
        "enforce_branch_depth_limit" => {
            let depth = argument(0)?.as_number()?.as_u64()?;
            let max = argument(1).and_then(Value::as_number).map_or(Some(DEPTH), |max| max.as_u64())?;
            let places = [("{d}", depth.to_string()), ("{m}", max.to_string())];
            verdict(operation::demand_depth(depth, max), &places)
        }
        "enforce_fork_sibling_count" => {
            let spelled = argument(0)?.as_number()?;
            // Fewer than none is none.
            let count = usize::try_from(spelled.as_u64().unwrap_or(0)).unwrap_or(usize::MAX);
            verdict(operation::demand_alternatives(count), &[("{n}", spelled.as_str().to_owned())])
        }
        "check_aside_return_obligation" => verdict(operation::aside_return(flag(0), flag(1)), &[]),
        "check_soliloquy_return_obligation" => verdict(operation::soliloquy_return(flag(0), flag(1)), &[]),
        "enforce_write_time_fingerprint" => {
            let given = argument(0).is_some_and(|fingerprint| !fingerprint.is_empty());
            verdict(operation::demand_reading(true, given), &[])
        }
        "enforce_soliloquy_human_accessible" => {
            let open = argument(0)?.get("human_accessible").and_then(Value::as_bool).unwrap_or(false);
            verdict(operation::demand_visible(open, &Principals::default()), &[])
        }
        "enforce_access_policy" => {
            let policy = policy(argument(0)?)?;
            let access = argument(2).map_or(Some(Access::Read), |access| Access::parse(&access.as_str()?));
            let allowed = policy.allows(&argument(1)?.as_str()?, access, &Principals::default());
            Answer::Value(allowed.to_string())
        }
        _ => return None,
    })
}

fn policy(value: Value<'_>) -> Option<Policy> {
    let text = |name: &str| value.get(name)?.as_str();
    let level = |name: &str| AccessLevel::parse(&text(name)?);
    Some(Policy {
        resource_type: AccessResourceType::parse(&text("resource_type")?)?,
        resource_id: text("resource_id")?.into_owned(),
        owner_agent_id: text("owner_agent_id")?.into_owned(),
        other_agents_read: level("other_agents_read")?,
        other_agents_write: level("other_agents_write")?,
        escalation_path: text("escalation_path").map(std::borrow::Cow::into_owned),
        audit_on_access: value.get("audit_on_access")?.as_bool()?,
    })
}

fn verdict(checked: Result<(), Refusal>, places: &[(&str, String)]) -> Answer {
    match checked {
        Ok(()) => Answer::Value("null".to_owned()),
        Err(refusal) => {
            let mut text = refusal.rule.reference().unwrap_or(&refusal.message).to_owned();
            for (place, spelled) in places {
                text = text.replace(place, spelled);
            }
            Answer::Refused(Refused {
                rule: refusal.rule.id().to_owned(),
                field: refusal.field.to_owned(),
                message: text,
            })
        }
    }
}

/// A refusal with the published text of its rule, where that has one without places to fill.
pub(super) fn refused(rule: Rule, field: &str, message: &str) -> Refused {
    let published = rule.reference().filter(|text| !text.contains('{'));
    Refused {
        rule: rule.id().to_owned(),
        field: field.to_owned(),
        message: published.unwrap_or(message).to_owned(),
    }
}
