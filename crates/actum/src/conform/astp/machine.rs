//! The machines of drift detection and the cache of confirmations, asked in the shape of the published records.

use actum_astp::confirmation::Confirmations;
use actum_astp::construct;
use actum_astp::detect::{
    Drift, Growth, GrowthThresholds, Last, Machine, Observation, Reading, Recommendation, Standing,
    Thresholds, detect,
};
use actum_astp::rule::Rule;
use actum_astp::value::{DetectionState, IntentClass};
use actum_canon::json::Value;
use actum_conform::astp::{Answer, Refused};

use super::text::{boolean, integer, list, object, quoted};

/// Answers for a machine; `None` for a name that is none.
pub(super) fn call(name: &str, inputs: Value<'_>) -> Option<Answer> {
    let asked = match name {
        "advance_detection_state" => states(inputs),
        "advance_drift_fsm" => growth(inputs),
        "intercept_sequence" => intercepts(inputs),
        "compute_materialized_recommendation" => recommendation(inputs),
        "confirmation_cache" => cache(inputs),
        _ => return None,
    };
    Some(asked.map_or_else(Answer::Refused, Answer::Value))
}

type Asked = Result<String, Refused>;

fn refused(rule: Rule, field: &str, message: impl ToString) -> Refused {
    Refused { rule: rule.id().to_owned(), field: field.to_owned(), message: message.to_string() }
}

fn member<'a>(value: Value<'a>, name: &str) -> Result<Value<'a>, Refused> {
    value.get(name).ok_or_else(|| refused(Rule::Known, name, "the member is missing"))
}

fn place<'a>(step: Value<'a>, at: usize) -> Result<Value<'a>, Refused> {
    step.elements().nth(at).ok_or_else(|| refused(Rule::Known, "steps", format!("a step has no place {at}")))
}

fn drift(value: Value<'_>) -> Result<Drift, Refused> {
    let distance = value.as_number().map_or(f64::NAN, |number| number.to_f64());
    Drift::new(distance).map_err(|error| refused(Rule::Detection, "drift_from_spine", error))
}

fn intent(value: Value<'_>) -> Result<IntentClass, Refused> {
    let read = value.as_str().and_then(|text| IntentClass::parse(&text));
    read.ok_or_else(|| refused(Rule::Detection, "intent_class", "no such intent"))
}

fn number(value: Value<'_>, name: &str) -> Result<f64, Refused> {
    let read = member(value, name)?.as_number().map(|number| number.to_f64());
    read.ok_or_else(|| refused(Rule::Detection, name, "a number is expected"))
}

fn count(value: Value<'_>, name: &str) -> Result<u64, Refused> {
    let read = member(value, name)?.as_number().and_then(|number| number.as_u64());
    read.ok_or_else(|| refused(Rule::Detection, name, "an integer from 0 is expected"))
}

/// Records come from the published machine; `in_order` asks for the one that writes new records.
fn machine(inputs: Value<'_>) -> Result<Machine, Refused> {
    let limits = member(inputs, "thresholds")?;
    let thresholds = Thresholds {
        watching_drift: number(limits, "watching_drift")?,
        watching_consecutive_turns: count(limits, "watching_consecutive_turns")?,
        candidate_drift: number(limits, "candidate_drift")?,
        candidate_consecutive_turns: count(limits, "candidate_consecutive_turns")?,
        materialized_drift: number(limits, "materialized_drift")?,
        materialized_consecutive_turns: count(limits, "materialized_consecutive_turns")?,
        objective_change_forces_candidate: member(limits, "objective_change_forces_candidate")?
            .as_bool()
            .ok_or_else(|| {
                refused(Rule::Detection, "objective_change_forces_candidate", "a boolean is expected")
            })?,
    };
    if inputs.get("in_order").and_then(Value::as_bool) == Some(true) {
        Machine::new(thresholds).map_err(|error| refused(Rule::Detection, error.name(), error))
    } else {
        Ok(Machine::published(thresholds))
    }
}

fn states(inputs: Value<'_>) -> Asked {
    let machine = machine(inputs)?;
    let state = member(inputs, "prior_state")?.as_str().and_then(|text| DetectionState::parse(&text));
    let mut standing = Standing {
        state: state.ok_or_else(|| refused(Rule::Detection, "prior_state", "no such state"))?,
        count: count(inputs, "prior_consecutive_count")?,
    };
    let mut trace = Vec::new();
    for step in member(inputs, "steps")?.elements() {
        let seen = Observation {
            drift: drift(place(step, 0)?)?,
            objective_changed: place(step, 1)?.as_bool() == Some(true),
            intent: intent(place(step, 2)?)?,
        };
        standing = machine.advance(standing, seen);
        trace.push(list([quoted(standing.state.as_str()), integer(standing.count)]));
    }
    Ok(list(trace))
}

fn growth(inputs: Value<'_>) -> Asked {
    let limits = member(inputs, "thresholds")?;
    let limits = GrowthThresholds {
        delta_threshold: number(limits, "delta_threshold")?,
        n_sustained: count(limits, "n_sustained")?,
        m_cooldown: count(limits, "m_cooldown")?,
        floor_sigma: number(limits, "floor_sigma")?,
    };
    let mut growth = Growth::default();
    let mut trace = Vec::new();
    for step in member(inputs, "steps")?.elements() {
        let turn = place(step, 0)?.as_number().and_then(|number| number.as_u64());
        let anchored = place(step, 2)?;
        let anchored = anchored.as_number().map(|_| drift(anchored)).transpose()?;
        let done = growth.advance(&limits, turn.unwrap_or(0), drift(place(step, 1)?)?, anchored);
        trace.push(list([
            quoted(growth.state().as_str()),
            boolean(done.materialized),
            boolean(done.triggered),
            integer(growth.sustained()),
            integer(growth.cooldown()),
        ]));
    }
    Ok(list(trace))
}

fn intercepts(inputs: Value<'_>) -> Asked {
    let machine = machine(inputs)?;
    let mut last: Option<Last> = None;
    let mut nominal: Option<String> = None;
    let mut trace = Vec::new();
    for step in member(inputs, "steps")?.elements() {
        let segment = place(step, 0)?.as_str().unwrap_or_default().into_owned();
        let objective = construct::objective_hash(&place(step, 2)?.as_str().unwrap_or_default());
        let reading = Reading { objective, drift: drift(place(step, 3)?)?, intent: intent(place(step, 4)?)? };
        let found = detect(&machine, reading, last, (String::new(), segment.clone()), nominal.clone());
        last = Some(Last { standing: found.now, objective });
        if found.now.state == DetectionState::Nominal {
            nominal = Some(segment);
        }
        let recommended = found.recommendation.map(|recommended| quoted(&recommended.source_segment));
        trace.push(object([
            ("objective_hash", quoted(&objective.to_string())),
            ("prior_state", quoted(found.prior.as_str())),
            ("new_state", quoted(found.now.state.as_str())),
            ("consecutive_drift_count", integer(found.now.count)),
            ("recommended_source_segment_id", recommended.unwrap_or_else(|| "null".to_owned())),
        ]));
    }
    Ok(list(trace))
}

fn recommendation(inputs: Value<'_>) -> Asked {
    let at = member(inputs, "drift_from_spine")?;
    let text = |name: &str| inputs.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let found = Recommendation::new(
        text("episode_id").unwrap_or_default(),
        text("segment_id").unwrap_or_default(),
        text("last_nominal_segment_id"),
        drift(at)?,
    );
    Ok(object([
        ("recommended_action", quoted(Recommendation::<&str>::ACTION)),
        ("source_episode_id", quoted(&found.source_episode)),
        ("source_segment_id", quoted(&found.source_segment)),
        // The reading is echoed as it was spelled, once it is known to be one.
        ("drift_from_spine", at.as_number().map_or_else(String::new, |number| number.as_str().to_owned())),
        ("rationale", quoted(Recommendation::<&str>::RATIONALE)),
    ]))
}

/// A lookup may name a party after the turn; without a party anybody's confirmation counts.
fn cache(inputs: Value<'_>) -> Asked {
    let mut cache = match inputs.get("capacity").and_then(Value::as_number).and_then(|number| number.as_u64())
    {
        Some(capacity) => Confirmations::with_capacity(usize::try_from(capacity).unwrap_or(usize::MAX)),
        None => Confirmations::default(),
    };
    let mut trace = Vec::new();
    for step in member(inputs, "ops")?.elements() {
        let text = |at: usize| Ok(place(step, at)?.as_str().unwrap_or_default());
        let turn = |at: usize| {
            let turn = place(step, at)?.as_number().and_then(|number| number.as_u64());
            turn.ok_or_else(|| refused(Rule::Confirmation, "turn", "a turn is an integer from 0"))
        };
        let party = |at: usize| step.elements().nth(at).and_then(Value::as_str);
        let nothing = "null".to_owned();
        trace.push(match &*text(0)? {
            "record" => {
                cache.record(&text(1)?, &text(2)?, turn(3)?, turn(4)?);
                nothing
            }
            "is_confirmed" => boolean(cache.is_confirmed(&text(1)?, turn(2)?, party(3).as_deref())),
            "get" if place(step, 2).is_ok() => {
                cache.get(&text(1)?, turn(2)?, party(3).as_deref()).map_or(nothing, |confirmed| {
                    list([
                        quoted(&confirmed.action_description),
                        quoted(&confirmed.confirmed_by),
                        integer(confirmed.confirmed_at_turn),
                        integer(confirmed.valid_for_turns),
                    ])
                })
            }
            // Without a turn there is no answer (CF-008).
            "get" => nothing,
            "invalidate" => {
                cache.invalidate(&text(1)?);
                nothing
            }
            "clear" => {
                cache.clear();
                nothing
            }
            other => return Err(refused(Rule::Confirmation, "ops", format!("`{other}` is no operation"))),
        });
    }
    Ok(list(trace))
}
