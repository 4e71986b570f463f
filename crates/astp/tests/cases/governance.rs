//! The published checks (`enforce_*`, `check_*`), with their exact texts.

use actum_astp::access::Principals;
use actum_astp::operation;
use actum_astp::rule::Rule;
use actum_astp::tree::Refusal;
use actum_canon::json::Value;

use super::corpus::each_record;

/// Checks that a text says something.
const TEXTS: &[(&str, Rule)] = &[
    ("enforce_abandonment_reason_required", Rule::Abandonment),
    ("enforce_fork_objective_required", Rule::G19),
    ("enforce_merge_summary_required", Rule::G22),
    ("enforce_aside_human_initiated", Rule::G25),
    ("enforce_aside_target_agent", Rule::AsideAgent),
    ("enforce_aside_close_reason", Rule::AsideClose),
    ("enforce_soliloquy_purpose_required", Rule::Soliloquy),
    ("enforce_soliloquy_conclusion_required", Rule::Conclusion),
];

fn checked(name: &str, record: Value<'_>) -> Option<Result<(), Refusal>> {
    let arguments = record.get("inputs")?.get("args")?;
    let argument = |at: usize| arguments.elements().nth(at);
    let flag = |at: usize| argument(at).and_then(Value::as_bool).unwrap_or(false);
    let number = |at: usize| argument(at).and_then(Value::as_number).and_then(|number| number.as_u64());
    if let Some((_, rule)) = TEXTS.iter().find(|(known, _)| *known == name) {
        let text = argument(0).and_then(Value::as_str).unwrap_or_default();
        return Some(operation::demand_text(*rule, "text", &text));
    }
    Some(match name {
        "enforce_branch_depth_limit" => operation::demand_depth(number(0)?, number(1).unwrap_or(4)),
        "enforce_fork_sibling_count" => operation::demand_alternatives(number(0).unwrap_or(0) as usize),
        "check_aside_return_obligation" => operation::aside_return(flag(0), flag(1)),
        "check_soliloquy_return_obligation" => operation::soliloquy_return(flag(0), flag(1)),
        "enforce_write_time_fingerprint" => {
            operation::demand_reading(true, argument(0).is_some_and(|given| !given.is_empty()))
        }
        "enforce_soliloquy_human_accessible" => {
            let open = argument(0)?.get("human_accessible").and_then(Value::as_bool)?;
            operation::demand_visible(open, &Principals::default())
        }
        _ => return None,
    })
}

/// The published text, with what it was asked about in its places.
fn text(refusal: &Refusal, record: Value<'_>) -> String {
    let argument = |at: usize| {
        let argument = record.get("inputs")?.get("args")?.elements().nth(at)?;
        Some(argument.as_number()?.as_str().to_owned())
    };
    let mut text = refusal.rule.reference().unwrap_or_default().to_owned();
    for (place, spelled) in [("{d}", argument(0)), ("{n}", argument(0)), ("{m}", argument(1))] {
        text = text.replace(place, spelled.as_deref().unwrap_or("4"));
    }
    text
}

#[test]
fn every_recorded_check_is_answered_alike_to_the_letter() {
    let mut taken = 0;
    let records = each_record("governance_checks", |_, record| {
        let name = record.get("construction").and_then(Value::as_str).unwrap_or_default();
        // Access has a file of its own.
        if name == "enforce_access_policy" {
            return Ok(());
        }
        taken += 1;
        let found = checked(&name, record).ok_or_else(|| format!("`{name}` is not known"))?;
        let wanted =
            record.get("expected").and_then(|expected| expected.get("error")?.get("message")?.as_str());
        match (found, wanted) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some(wanted)) => Err(format!("goes through, where `{wanted}` is expected")),
            (Err(refusal), Some(wanted)) if text(&refusal, record) == wanted => Ok(()),
            (Err(refusal), wanted) => {
                Err(format!("`{}`, where {wanted:?} is expected", text(&refusal, record)))
            }
        }
    });
    assert_eq!(records > 0, taken > 0);
}

#[test]
fn a_missing_text_is_refused_as_an_empty_one() {
    for blank in ["", " ", "\t\n", "\u{a0}", "\u{1c}\u{3000}"] {
        for (_, rule) in TEXTS {
            assert_eq!(operation::demand_text(*rule, "f", blank).map_err(|refusal| refusal.rule), Err(*rule));
        }
    }
    for text in ["x", "\u{200b}", "\u{feff}", " x "] {
        assert_eq!(operation::demand_text(Rule::G19, "f", text), Ok(()));
    }
}

#[test]
fn a_human_who_can_see_nothing_is_no_reader() {
    assert_eq!(operation::demand_visible(true, &Principals::default()), Ok(()));
    let refused = operation::demand_visible(false, &Principals::default()).unwrap_err();
    assert_eq!((refused.rule, refused.field), (Rule::G27, "visibility_policy"));
}
