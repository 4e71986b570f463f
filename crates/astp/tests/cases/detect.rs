//! The detection machines against the published sequences (CF-002, CF-003, CF-004).

use actum_astp::detect::{
    Detection, Drift, Growth, GrowthThresholds, Last, Machine, Observation, Reading, Recommendation,
    Standing, Thresholds, ThresholdsError, detect,
};
use actum_astp::value::{DetectionState, IntentClass, strip};
use actum_canon::digest::{Sha3, sha3};
use serde_json::{Value, json};

fn records(file: &str) -> Vec<Value> {
    let Some(path) = actum_testkit::shared(&format!("cases/astp/{file}.json")) else { return Vec::new() };
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn thresholds(value: &Value) -> Thresholds {
    let drift = |name: &str| value[name].as_f64().unwrap();
    let turns = |name: &str| value[name].as_u64().unwrap();
    Thresholds {
        watching_drift: drift("watching_drift"),
        watching_consecutive_turns: turns("watching_consecutive_turns"),
        candidate_drift: drift("candidate_drift"),
        candidate_consecutive_turns: turns("candidate_consecutive_turns"),
        materialized_drift: drift("materialized_drift"),
        materialized_consecutive_turns: turns("materialized_consecutive_turns"),
        objective_change_forces_candidate: value["objective_change_forces_candidate"].as_bool().unwrap(),
    }
}

fn drift(value: &Value) -> Drift {
    Drift::new(value.as_f64().unwrap()).unwrap()
}

fn intent(value: &Value) -> IntentClass {
    IntentClass::parse(value.as_str().unwrap()).unwrap()
}

/// The states and counts of one recorded sequence under a machine.
fn sequence(machine: &Machine, inputs: &Value) -> Vec<(DetectionState, u64)> {
    let mut standing = Standing {
        state: DetectionState::parse(inputs["prior_state"].as_str().unwrap()).unwrap(),
        count: inputs["prior_consecutive_count"].as_u64().unwrap(),
    };
    let steps = inputs["steps"].as_array().unwrap();
    steps
        .iter()
        .map(|step| {
            let seen = Observation {
                drift: drift(&step[0]),
                objective_changed: step[1].as_bool().unwrap(),
                intent: intent(&step[2]),
            };
            standing = machine.advance(standing, seen);
            (standing.state, standing.count)
        })
        .collect()
}

fn expected(record: &Value) -> Vec<(DetectionState, u64)> {
    let pairs = record["expected"].as_array().unwrap().iter();
    pairs
        .map(|pair| (DetectionState::parse(pair[0].as_str().unwrap()).unwrap(), pair[1].as_u64().unwrap()))
        .collect()
}

#[test]
fn every_published_sequence_is_reproduced_by_the_published_machine() {
    for record in records("fsm_detection").iter().chain(&records("fsm_detection_transitions")) {
        let machine = Machine::published(thresholds(&record["inputs"]["thresholds"]));
        assert_eq!(sequence(&machine, &record["inputs"]), expected(record), "{}", record["id"]);
    }
}

/// CF-003: the machine for new records differs in two things only. It refuses thresholds that skip a state, and where the
/// published sequence passes from `NOMINAL` to `MATERIALIZED` at once it says `CANDIDATE`.
#[test]
fn the_strict_machine_differs_by_refused_thresholds_and_by_the_jump_alone() {
    let mut refused = 0;
    let mut jumped = 0;
    for record in records("fsm_detection").iter().chain(&records("fsm_detection_transitions")) {
        let limits = thresholds(&record["inputs"]["thresholds"]);
        let ordered = limits.watching_consecutive_turns <= limits.candidate_consecutive_turns
            && limits.candidate_consecutive_turns <= limits.materialized_consecutive_turns;
        let Ok(machine) = Machine::new(limits) else {
            assert!(!ordered, "{}", record["id"]);
            refused += 1;
            continue;
        };
        assert!(ordered, "{}", record["id"]);
        let mut without_jump = expected(record);
        let mut prior = DetectionState::parse(record["inputs"]["prior_state"].as_str().unwrap()).unwrap();
        for (state, _) in &mut without_jump {
            if (prior, *state) == (DetectionState::Nominal, DetectionState::Materialized) {
                *state = DetectionState::Candidate;
                jumped += 1;
            }
            prior = *state;
        }
        assert_eq!(sequence(&machine, &record["inputs"]), without_jump, "{}", record["id"]);
    }
    // Both differences occur in the corpus where it is there at all, so that neither branch above is idle.
    assert_eq!(refused > 0, jumped > 0);
}

#[test]
fn the_default_machine_reproduces_every_sequence_with_default_thresholds_from_the_start() {
    for record in records("fsm_detection") {
        let inputs = &record["inputs"];
        if thresholds(&inputs["thresholds"]) == Thresholds::DEFAULT {
            let machine = Machine::new(Thresholds::DEFAULT).unwrap();
            assert_eq!(sequence(&machine, inputs), expected(&record), "{}", record["id"]);
        }
    }
}

#[test]
fn thresholds_that_skip_a_state_are_refused_by_name() {
    let early = Thresholds { candidate_consecutive_turns: 9, ..Thresholds::DEFAULT };
    let error = Machine::new(early).unwrap_err();
    assert_eq!(error.name(), "materialized_consecutive_turns");
    assert!(matches!(error, ThresholdsError::Order { before: "candidate_consecutive_turns", .. }));
}

#[test]
fn the_second_machine_reproduces_every_published_trace() {
    for record in records("fsm_drift") {
        let inputs = &record["inputs"];
        let limits = GrowthThresholds {
            delta_threshold: inputs["thresholds"]["delta_threshold"].as_f64().unwrap(),
            n_sustained: inputs["thresholds"]["n_sustained"].as_u64().unwrap(),
            m_cooldown: inputs["thresholds"]["m_cooldown"].as_u64().unwrap(),
            floor_sigma: inputs["thresholds"]["floor_sigma"].as_f64().unwrap(),
        };
        let mut growth = Growth::default();
        let steps = inputs["steps"].as_array().unwrap().iter();
        let trace: Vec<Value> = steps
            .map(|step| {
                let anchored = (!step[2].is_null()).then(|| drift(&step[2]));
                let done = growth.advance(&limits, step[0].as_u64().unwrap(), drift(&step[1]), anchored);
                json!([
                    growth.state().as_str(),
                    done.materialized,
                    done.triggered,
                    growth.sustained(),
                    growth.cooldown()
                ])
            })
            .collect();
        assert_eq!(json!(trace), record["expected"], "{}", record["id"]);
    }
}

fn objective(text: &str) -> Sha3 {
    sha3(format!("OBJECTIVE:{}", strip(text)).as_bytes())
}

#[test]
fn every_published_intercept_sequence_is_reproduced() {
    let sequences = records("intercept_sequences");
    for record in sequences.iter().filter(|record| record["construction"] == "intercept_sequence") {
        let inputs = &record["inputs"];
        let machine = Machine::published(thresholds(&inputs["thresholds"]));
        let mut last: Option<Last> = None;
        let mut nominal = None;
        let steps = inputs["steps"].as_array().unwrap().iter();
        let answers: Vec<Value> = steps
            .map(|step| {
                let objective = objective(step[2].as_str().unwrap_or_default());
                let reading = Reading { objective, drift: drift(&step[3]), intent: intent(&step[4]) };
                let here = step[0].as_str().unwrap();
                let found: Detection<&str> =
                    detect(&machine, reading, last, (inputs["episode_id"].as_str().unwrap(), here), nominal);
                last = Some(Last { standing: found.now, objective });
                if found.now.state == DetectionState::Nominal {
                    nominal = Some(here);
                }
                json!({
                    "objective_hash": objective.to_string(),
                    "prior_state": found.prior.as_str(),
                    "new_state": found.now.state.as_str(),
                    "consecutive_drift_count": found.now.count,
                    "recommended_source_segment_id": found.recommendation.map(|recommended| recommended.source_segment),
                })
            })
            .collect();
        assert_eq!(json!(answers), record["expected"], "{}", record["id"]);
    }
}

#[test]
fn every_published_recommendation_is_reproduced() {
    let all = records("intercept_sequences");
    for record in all.iter().filter(|record| record["construction"] == "compute_materialized_recommendation")
    {
        let inputs = &record["inputs"];
        let text = |name: &str| inputs[name].as_str();
        let recommended = Recommendation::new(
            text("episode_id").unwrap(),
            text("segment_id").unwrap(),
            text("last_nominal_segment_id").filter(|id| !id.is_empty()),
            drift(&inputs["drift_from_spine"]),
        );
        let written = json!({
            "recommended_action": Recommendation::<&str>::ACTION,
            "source_episode_id": recommended.source_episode,
            "source_segment_id": recommended.source_segment,
            "drift_from_spine": recommended.drift.get(),
            "rationale": Recommendation::<&str>::RATIONALE,
        });
        assert_eq!(written, record["expected"], "{}", record["id"]);
    }
}

#[test]
fn an_objective_that_comes_or_goes_counts_as_a_change() {
    let machine = Machine::new(Thresholds::DEFAULT).unwrap();
    for (before, after, changed) in [
        ("", "ship", true),
        ("ship", "", true),
        (" ship\t", "ship", false),
        ("Ship", "ship", true),
        ("caf\u{e9}", "cafe\u{301}", true),
        ("ship the release", "release the ship", true),
    ] {
        let last = Last { standing: Standing::START, objective: objective(before) };
        let reading =
            Reading { objective: objective(after), drift: Drift::NONE, intent: IntentClass::Continue };
        let found = detect(&machine, reading, Some(last), (0, 1), None);
        assert_eq!(found.objective_changed, changed, "{before:?} {after:?}");
        assert_eq!(found.now.state == DetectionState::Candidate, changed);
    }
}

#[test]
fn a_recommendation_comes_once_and_anchors_before_the_drift() {
    let machine = Machine::new(Thresholds::DEFAULT).unwrap();
    let reading = |distance| Reading {
        objective: objective("ship"),
        drift: Drift::new(distance).unwrap(),
        intent: IntentClass::Continue,
    };
    let mut last = None;
    let mut nominal = None;
    let recommended: Vec<_> = [0.1, 0.2, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6]
        .into_iter()
        .enumerate()
        .map(|(segment, distance)| {
            let found = detect(&machine, reading(distance), last, (99, segment), nominal);
            last = Some(Last { standing: found.now, objective: objective("ship") });
            if found.now.state == DetectionState::Nominal {
                nominal = Some(segment);
            }
            found.recommendation.map(|recommended| (recommended.source_episode, recommended.source_segment))
        })
        .collect();
    assert_eq!(recommended, [None, None, None, None, None, None, Some((99, 1)), None]);
}
