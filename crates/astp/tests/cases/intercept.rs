//! Readings of drift (ASTP 19.5.3; CF-004, CF-005, CF-006).

use actum_astp::command::{AppendSegment, Intercept, Reading};
use actum_astp::construct::objective_hash;
use actum_astp::detect::Thresholds;
use actum_astp::id::Uuid;
use actum_astp::rule::Rule;
use actum_astp::tree::Outcome;
use actum_astp::value::{DetectionState, IntentClass};

use super::governance_tree::{AGENT, Asked, detection, id, reading, segment};

const fn intercept(episode_id: Uuid, segment_id: Uuid, reading: Reading) -> Intercept {
    Intercept { episode_id, segment_id, reading }
}

/// Writes a Segment and reads its drift.
fn read(asked: &mut Asked, episode: Uuid, drift: f64) -> (Uuid, actum_astp::tree::DetectionResult) {
    let segment = asked.segment(episode, "text");
    (segment, detection(asked.write(AGENT, intercept(episode, segment, reading(drift)))))
}

#[test]
fn a_drift_passes_every_state_and_is_recommended_once_from_before_it_began() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    let results: Vec<_> =
        [0.1, 0.2, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6].map(|drift| read(&mut asked, episode, drift)).into();
    let states: Vec<_> = results.iter().map(|(_, result)| result.new_state).collect();
    use DetectionState::{Candidate, Materialized, Nominal, Watching};
    assert_eq!(
        states,
        [Nominal, Nominal, Watching, Watching, Candidate, Candidate, Materialized, Materialized]
    );
    let recommended: Vec<_> =
        results.iter().filter_map(|(_, result)| result.recommended_source_segment_id).collect();
    assert_eq!(recommended, [results[1].0]);
    let last = asked.tree.fingerprint(results[7].0).unwrap();
    assert_eq!((last.consecutive_drift_count, last.objective_hash), (6, objective_hash("ship the release")));
}

#[test]
fn the_same_reading_again_gives_the_first_answer_and_writes_nothing() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    let (segment, first) = read(&mut asked, episode, 0.4);
    let before = asked.tree.head();
    for _ in 0..5 {
        let again = detection(asked.write(AGENT, intercept(episode, segment, reading(0.4))));
        assert_eq!(again, first);
    }
    assert_eq!(asked.tree.head(), before);
    assert_eq!(
        asked.refused(AGENT, intercept(episode, segment, reading(0.5))),
        (Rule::Detection, "segment_id")
    );
    let otherwise = Reading { intent_class: IntentClass::Shift, ..reading(0.4) };
    assert_eq!(asked.refused(AGENT, intercept(episode, segment, otherwise)), (Rule::Detection, "segment_id"));
    // The first answer stands even where the machine has moved on since.
    read(&mut asked, episode, 0.9);
    assert_eq!(detection(asked.write(AGENT, intercept(episode, segment, reading(0.4)))), first);
}

#[test]
fn what_is_no_drift_is_refused() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    for drift in [f64::NAN, -0.1, 1.1, f64::INFINITY] {
        let refused = asked.refused(AGENT, intercept(episode, segments[0], reading(drift)));
        assert_eq!(refused, (Rule::Detection, "drift_from_spine"), "{drift}");
    }
    let endless = Reading { topic_vector: Vec::from([f64::INFINITY]), ..reading(0.1) };
    let refused = asked.refused(AGENT, intercept(episode, segments[0], endless));
    assert_eq!(refused, (Rule::Detection, "topic_vector"));
}

#[test]
fn a_reading_is_of_the_newest_segment_of_its_own_episode() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let (_, strangers) = asked.told(1);
    assert_eq!(
        asked.refused(AGENT, intercept(episode, segments[0], reading(0.1))),
        (Rule::G29, "segment_id")
    );
    for segment in [id(999), strangers[0]] {
        assert_eq!(
            asked.refused(AGENT, intercept(episode, segment, reading(0.1))),
            (Rule::Known, "segment_id")
        );
    }
    assert_eq!(
        asked.refused(AGENT, intercept(id(999), segments[1], reading(0.1))),
        (Rule::Known, "episode_id")
    );
    asked.write(AGENT, intercept(episode, segments[1], reading(0.1)));
}

#[test]
fn where_fingerprints_are_demanded_no_segment_is_written_without_one() {
    let mut asked = Asked::registered();
    let episode = asked.episode_with(|command| command.fingerprint_required = true);
    assert_eq!(asked.refused(AGENT, segment(episode, "text")), (Rule::G29, "fingerprint"));
    let with = AppendSegment { fingerprint: Some(reading(0.35)), ..segment(episode, "text") };
    let Outcome::Segment(written) = asked.write(AGENT, with) else { panic!("a Segment is expected") };
    let found = written.detection.unwrap();
    assert_eq!((found.new_state, found.segment_id), (DetectionState::Watching, written.segment_id));
    assert_eq!(asked.tree.fingerprint(written.segment_id).unwrap().fingerprint_id, found.fingerprint_id);
    let wrong = AppendSegment { fingerprint: Some(reading(f64::NAN)), ..segment(episode, "more") };
    assert_eq!(asked.refused(AGENT, wrong), (Rule::Detection, "drift_from_spine"));
    // The reading that came with the Segment is its reading.
    let again = detection(asked.write(AGENT, intercept(episode, written.segment_id, reading(0.35))));
    assert_eq!(again, found);
}

#[test]
fn an_episode_has_thresholds_of_its_own_and_none_that_skip_a_state() {
    let mut asked = Asked::registered();
    let late =
        Thresholds { watching_consecutive_turns: 5, candidate_consecutive_turns: 5, ..Thresholds::DEFAULT };
    let episode = asked.episode_with(|command| command.detection_thresholds = Some(late));
    let states: Vec<_> = [0.9; 6].map(|drift| read(&mut asked, episode, drift).1.new_state).into();
    use DetectionState::{Candidate, Materialized, Nominal};
    // The published machine says MATERIALIZED at the fifth turn, straight from NOMINAL (CF-003).
    assert_eq!(states, [Nominal, Nominal, Nominal, Nominal, Candidate, Materialized]);
}
