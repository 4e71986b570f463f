//! The published scenarios: every recomputable hash of their rows, and the same operations on a tree of ours.
//!
//! Where this tree is stricter than the published writer the table [`STRICTER`] says so, with the clause; where it gives another value, a comment
//! in `scenario_play`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use actum_astp::construct::{self, Construction, Fields, Input, chain};
use actum_astp::id::{Instant, Uuid};
use actum_astp::rule::Rule;
use actum_astp::tree::{Transition, Tree};
use serde_json::Value;

use super::scenario_play::Play;

/// Where the published writer goes on and this tree refuses, and by which rule.
const STRICTER: &[(&str, Rule)] = &[
    // ASTP 19.3.5: completion is a declaration of the departed Episode's own agent; the scenarios let anybody declare it.
    ("complete_departure_fork", Rule::DepartureParty),
    // ASTP 19.3.5, DF-008: the authority to return is the originating agent's.
    ("declare_fork_return", Rule::DepartureParty),
];

fn scenarios() -> Vec<Value> {
    let Some(path) = actum_testkit::shared("cases/astp/scenarios.json") else { return Vec::new() };
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// A stored row as the input of a construction, by the mapping of ASTP 15: a blank hash is no hash, and so on.
struct Row<'a>(&'a Value);

impl Fields for Row<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        let name = match name {
            "timestamp" | "created_at" | "opened_at" | "closed_at" | "concluded_at" => "timestamp_utc",
            "parent_segment_content_hash" => "parent_hash",
            "forward_delta_json" => "forward_delta",
            other => other,
        };
        let value = &self.0[name];
        Some(match value {
            Value::String(text) if text.is_empty() => Input::Null,
            Value::String(text) if name == "timestamp_utc" || name == "wall_clock_time" => {
                Input::Micros(Instant::parse(text).unwrap().to_micros().unwrap())
            }
            Value::String(text) => text.as_str().into(),
            Value::Number(number) => number.as_u64().unwrap().into(),
            Value::Bool(truth) => (*truth).into(),
            Value::Null => Input::Null,
            other => panic!("{name}: {other}"),
        })
    }
}

pub(crate) fn hash(construction: &Construction, row: &Value) -> String {
    construction.hash(&Row(row)).unwrap().to_string()
}

pub(crate) fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

/// Every row that carries a hash of a published construction.
const HASHED: &[(&str, &Construction)] = &[
    ("branch_points", &construct::BRANCH_POINT),
    ("fork_points", &construct::FORK_POINT),
    ("departure_fork_points", &construct::DEPARTURE_FORK_POINT),
    ("fork_returns", &construct::FORK_RETURN),
    ("merge_points", &construct::MERGE_POINT),
    ("asides", &construct::ASIDE_V2),
    ("soliloquies", &construct::SOLILOQUY_V2),
];

#[test]
fn every_stored_hash_of_the_scenarios_recomputes() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for scenario in scenarios() {
        for operation in list(&scenario["inputs"], "ops") {
            for (table, construction) in HASHED {
                for row in list(&operation["created"], table) {
                    assert_eq!(
                        hash(construction, row),
                        row["content_hash"].as_str().unwrap(),
                        "{table} {row}"
                    );
                    *counts.entry(table).or_default() += 1;
                }
            }
            for row in list(&operation["created"], "soliloquy_conclusions") {
                assert_eq!(
                    hash(&construct::SOLILOQUY_CONCLUSION_V2, row),
                    row["conclusion_content_hash"].as_str().unwrap()
                );
                *counts.entry("soliloquy_conclusions").or_default() += 1;
            }
        }
    }
    if !counts.is_empty() {
        assert_eq!(counts.len(), HASHED.len() + 1, "{counts:?}");
    }
}

#[test]
fn every_member_and_every_audit_chain_of_the_scenarios_recomputes() {
    const MEMBERS: &[(&str, &str, &str, &Construction)] = &[
        ("BranchPoint", "branch_points", "branch_point_id", &construct::BRANCH_POINT_V2),
        ("BranchTerminus", "branch_termini", "terminus_id", &construct::BRANCH_TERMINUS_V2),
        ("ForkPoint", "fork_points", "fork_point_id", &construct::FORK_POINT_V2),
        ("DepartureForkPoint", "departure_fork_points", "fork_point_id", &construct::DEPARTURE_FORK_POINT_V2),
        ("ForkReturn", "fork_returns", "fork_return_id", &construct::FORK_RETURN_V2),
        ("MergePoint", "merge_points", "merge_point_id", &construct::MERGE_POINT_V2),
    ];
    let (mut members, mut refused, mut records) = (0, 0, 0);
    for scenario in scenarios() {
        let mut rows: BTreeMap<(&str, String), &Value> = BTreeMap::new();
        let mut chains: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
        for operation in list(&scenario["inputs"], "ops") {
            for (_, table, id, _) in MEMBERS {
                rows.extend(
                    list(&operation["created"], table).map(|row| ((*table, row[*id].to_string()), row)),
                );
            }
            for row in list(&operation["created"], "audit_records") {
                chains.entry(row["episode_id"].as_str().unwrap()).or_default().push(row);
            }
        }
        for episode in scenario["expected"]["episodes"].as_object().unwrap().values() {
            for member in list(episode, "v2_members") {
                let kind = member["node"].as_str().unwrap();
                let (_, table, _, construction) = MEMBERS.iter().find(|row| row.0 == kind).unwrap();
                let row = rows[&(*table, member["id"].to_string())];
                let computed = construction.hash(&Row(row));
                match member["member_hash"].as_str() {
                    Some(expected) => assert_eq!(computed.unwrap().to_string(), expected, "{row}"),
                    // The word GENESIS for a tip (DF-003).
                    None => refused += usize::from(computed.is_err()),
                }
                members += 1;
            }
        }
        for rows in chains.values() {
            let rows: Vec<Row<'_>> = rows.iter().map(|row| Row(row)).collect();
            let head = chain::verify_4x(rows.iter().map(|row| row as &dyn Fields)).unwrap();
            records += head.length;
        }
    }
    assert!(members == 0 || (members > 200 && refused > 3 && records > 300), "{members} {refused} {records}");
}

#[test]
fn the_scenarios_play_on_a_tree_with_the_published_values() {
    let (mut operations, mut refusals) = (0, BTreeSet::new());
    for scenario in scenarios() {
        let mut play = Play::new();
        for operation in list(&scenario["inputs"], "ops") {
            play.operation(operation);
            operations += 1;
        }
        let expected = &scenario["expected"];
        for (branch, state) in expected["lifecycle"]["branches"].as_object().unwrap() {
            let view = play.tree.branch(Uuid::parse(branch).unwrap()).unwrap();
            assert_eq!(view.state.as_str(), state.as_str().unwrap(), "{branch}");
        }
        for (fork, state) in expected["lifecycle"]["departure_forks"].as_object().unwrap() {
            let view = play.tree.departure(Uuid::parse(fork).unwrap()).unwrap();
            assert_eq!(view.status.unwrap().as_str(), state["fork_status"].as_str().unwrap(), "{fork}");
            let returned = view.returned.map(|returned| returned.return_type.as_str());
            assert_eq!(returned, state["fork_return_type"].as_str(), "{fork}");
        }
        for (episode, state) in expected["episodes"].as_object().unwrap() {
            let root = play.tree.spine_root(Uuid::parse(episode).unwrap()).map(|root| root.to_string());
            assert_eq!(root.as_deref(), state["live_spine_root"].as_str(), "{episode}");
        }
        let mut again = Tree::new();
        for line in &play.journal {
            again.commit(Transition::parse(line).unwrap()).unwrap();
        }
        assert_eq!((again.count(), again.head()), (play.tree.count(), play.tree.head()));
        refusals.extend(play.refusals);
    }
    if operations == 0 {
        return;
    }
    assert!(operations > 1_000);
    let listed: BTreeSet<(String, Rule)> =
        STRICTER.iter().map(|(name, rule)| ((*name).to_string(), *rule)).collect();
    assert_eq!(refusals, listed);
}
