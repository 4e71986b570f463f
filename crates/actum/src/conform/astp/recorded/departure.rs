//! Steps of departures (DF-007 to DF-009).

use actum_canon::json::Value;

use super::super::text::{boolean, integer, list, object, quoted};
use super::super::{Answer, Request, Subject, Verb};
use super::scene::{Scene, part};

pub(super) fn transition(inputs: Value<'_>) -> Option<Answer> {
    let (state, step) = (inputs.get("state")?.as_str()?, inputs.get("op")?.as_str()?);
    let mut scene = Scene::set()?;
    if state == "NONE" {
        let episode = scene.episode.clone();
        return match &*step {
            "complete unknown" => scene.run("complete_departure_fork", &[]),
            "abandon unknown" => scene.run("abandon_departure_fork", &[]),
            "return unknown" => scene.run("declare_fork_return", &[]),
            "complete a non-fork episode" => {
                scene.run("complete_departure_fork", &[("fork_episode_id", &episode)])
            }
            "abandon a non-fork episode" => {
                scene.run("abandon_departure_fork", &[("fork_episode_id", &episode)])
            }
            _ => None,
        };
    }
    let Answer::Value(departure) = scene.run("create_departure_fork", &[])? else { return None };
    let before: &[&str] = match &*state {
        "ACTIVE" => &[],
        "COMPLETED" => &["complete"],
        "COMPLETED+RETURNED" => &["complete", "return:ACKNOWLEDGED"],
        "ABANDONED" => &["abandon"],
        _ => return None,
    };
    for step in before {
        scene.step(&departure, step)?;
    }
    match scene.step(&departure, &step)? {
        Answer::Value(_) => {
            let next = part(&scene.departure_state(&departure)?, "fork_status")?;
            Some(Answer::Value(object([("next_state", next)])))
        }
        refused => Some(refused),
    }
}

pub(super) fn trace(inputs: Value<'_>) -> Option<Answer> {
    if inputs.get("start")?.as_str()? != "ACTIVE" {
        return None;
    }
    let mut scene = Scene::set()?;
    let Answer::Value(departure) = scene.run("create_departure_fork", &[])? else { return None };
    let mut trace = Vec::new();
    for step in inputs.get("ops")?.elements() {
        let refused = match scene.step(&departure, &step.as_str()?)? {
            Answer::Value(_) => false,
            Answer::Refused(_) => true,
            unable @ Answer::Unable(_) => return Some(unable),
        };
        let state = scene.departure_state(&departure)?;
        let returned = part(&state, "return_type")?;
        trace.push(object([
            ("refused", boolean(refused)),
            ("fork_status", part(&state, "fork_status")?),
            ("return_nodes", integer(u64::from(returned != "null"))),
            ("fork_return_type", returned),
        ]));
    }
    Some(Answer::Value(list(trace)))
}

impl Scene {
    /// One step of a departure: `complete`, `abandon`, `return:TYPE`.
    fn step(&mut self, departure: &str, step: &str) -> Option<Answer> {
        let (fork, episode) = (part(departure, "fork_id")?, part(departure, "fork_episode_id")?);
        match step.split_once(':') {
            Some(("return", kind)) => {
                self.run("declare_fork_return", &[("fork_id", &fork), ("return_type", &quoted(kind))])
            }
            None if step == "complete" => {
                self.run("complete_departure_fork", &[("fork_episode_id", &episode)])
            }
            None if step == "abandon" => self.run("abandon_departure_fork", &[("fork_episode_id", &episode)]),
            _ => None,
        }
    }

    fn departure_state(&mut self, departure: &str) -> Option<String> {
        let inputs = format!(r#"{{"fork_id":{}}}"#, part(departure, "fork_id")?);
        match self.tree.answer(Request { verb: Verb::Ask, name: "departure", inputs: &inputs, context: "{}" })
        {
            Answer::Value(state) => Some(state),
            _ => None,
        }
    }
}
