//! The engine against the model: after every message of every sequence the same record and the same chain of hashes.

use super::model::{Answer, Detail, Model};
use super::record::Subject;
use actum_testkit::deal::sequence::{self, Sent};

/// Sequences in a usual run; `ACTUM_TEST_EFFORT` multiplies them, and `ACTUM_TEST_SEED` is the first seed.
const SEQUENCES: u64 = 300;
const BATCH: u64 = 100;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

#[test]
fn engine_and_model_agree_after_every_message() {
    let Some(mut model) = Model::start() else {
        return;
    };
    let first = setting("ACTUM_TEST_SEED", 1);
    let last = first + SEQUENCES * setting("ACTUM_TEST_EFFORT", 1);
    let (mut seed, mut messages) = (first, 0);
    while seed < last {
        let seeds: Vec<u64> = (seed..last.min(seed + BATCH)).collect();
        let made: Vec<(Vec<Sent>, Vec<Answer>)> = seeds.iter().map(|seed| make(*seed)).collect();
        let (sequences, ours): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let theirs = model.run(&sequences, Detail::Digest);
        for (((seed, sequence), ours), theirs) in seeds.iter().zip(&sequences).zip(&ours).zip(&theirs) {
            messages += sequence.len();
            if ours != theirs {
                panic!("seed {seed}\n{}", explain(&mut model, sequence));
            }
        }
        seed += BATCH;
    }
    println!("{messages} messages");
}

/// The sequence of a seed, and what the engine answers while it is made up.
fn make(seed: u64) -> (Vec<Sent>, Vec<Answer>) {
    let mut subject = Subject::new(Detail::Digest);
    let sequence = sequence::arbitrary(seed, &mut subject);
    (sequence, subject.into_answers())
}

/// The shortest sequence left by leaving out messages, and where the two differ on it.
fn explain(model: &mut Model, sequence: &[Sent]) -> String {
    let mut shortest = sequence.to_vec();
    let Some(mut difference) = compare(model, &shortest) else {
        return "no difference when it is run once more: a result depends on something else".to_owned();
    };
    shortest.truncate(difference.0 + 1);
    loop {
        let before = shortest.len();
        let mut index = before;
        while index > 0 {
            index -= 1;
            let mut shorter = shortest.clone();
            shorter.remove(index);
            if let Some(found) = compare(model, &shorter) {
                shorter.truncate(found.0 + 1);
                index = index.min(shorter.len());
                (shortest, difference) = (shorter, found);
            }
        }
        if shortest.len() == before {
            break;
        }
    }
    let lines: Vec<&str> = shortest.iter().map(|message| message.text.as_str()).collect();
    format!("{}\n{}", lines.join("\n"), difference.1)
}

/// The first message after which the two differ, and how.
fn compare(model: &mut Model, sequence: &[Sent]) -> Option<(usize, String)> {
    let ours = Subject::answers(sequence, Detail::Whole);
    let theirs = model.run(&[sequence.to_vec()], Detail::Whole).remove(0);
    let at = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs)?;
    Some((at, format!("engine {}\nmodel  {}\n{}", ours[at], theirs[at], members(&ours[at], &theirs[at]))))
}

/// The members that differ, by pointer.
fn members(ours: &str, theirs: &str) -> String {
    let parse = |answer: &str| {
        answer.split_once(' ').and_then(|(_, record)| serde_json::from_str(record).ok()).unwrap_or_default()
    };
    let (mut out, mut left) = (String::new(), vec![(String::new(), parse(ours), parse(theirs))]);
    while let Some((place, ours, theirs)) = left.pop() {
        if ours == theirs {
            continue;
        }
        match (&ours, &theirs) {
            (serde_json::Value::Object(one), serde_json::Value::Object(two)) => {
                for name in one.keys().chain(two.keys().filter(|name| !one.contains_key(*name))) {
                    left.push((format!("{place}/{name}"), ours[name].clone(), theirs[name].clone()));
                }
            }
            (serde_json::Value::Array(one), serde_json::Value::Array(two)) if one.len() == two.len() => {
                for (index, (one, two)) in one.iter().zip(two).enumerate() {
                    left.push((format!("{place}/{index}"), one.clone(), two.clone()));
                }
            }
            _ => out.push_str(&format!("{place}: engine {ours}, model {theirs}\n")),
        }
    }
    out
}
