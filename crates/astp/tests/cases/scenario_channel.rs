//! The side channels of a published scenario on a tree of ours.

use actum_astp::command::{CloseAside, ConcludeSoliloquy, OpenAside, OpenSoliloquy};
use actum_astp::node::{Node, VisibilityPolicy};
use actum_astp::value::{AccessLevel, CaughtBy, SoliloquyContentHashPolicy};
use serde_json::Value;

use super::scenario::list;
use super::scenario_play::{Play, text, uuid, uuids};

impl Play {
    pub(crate) fn aside(&mut self, row: &Value) {
        let human = text(&row["initiated_by_human"]);
        let command = OpenAside {
            parent_episode_id: uuid(&row["parent_episode_id"]),
            parent_segment_id: uuid(&row["parent_segment_id"]),
            aside_label: text(&row["aside_label"]),
            initiated_by_human: human.clone(),
            target_agent_id: text(&row["target_agent_id"]),
            return_obligation: row["return_obligation"].as_bool().unwrap(),
            content_refs: uuids(&row["content_refs"]),
            caught_by: CaughtBy::Human,
        };
        let made = self.run(command, &row["timestamp_utc"], &human, vec![uuid(&row["aside_id"])]).unwrap();
        let Node::Aside(aside) = &made.nodes()[0] else { panic!() };
        assert_eq!(aside.content_hash.to_string(), row["content_hash"].as_str().unwrap());
    }

    pub(crate) fn aside_end(&mut self, args: &Value, row: &Value) {
        let command = CloseAside {
            aside_id: uuid(&args["aside_id"]),
            close_reason: text(&args["close_reason"]),
            abandoned: false,
            notification_targets: list(row, "notification_targets").map(text).collect(),
            additional_content_refs: Vec::new(),
        };
        let human = self.tree.aside(command.aside_id).unwrap().initiated_by_human.clone();
        let made =
            self.run(command, &row["timestamp_utc"], &human, vec![uuid(&row["aside_terminus_id"])]).unwrap();
        let Node::AsideTerminus(terminus) = &made.nodes()[0] else { panic!() };
        assert_eq!(terminus.final_content_hash.to_string(), row["final_content_hash"].as_str().unwrap());
        assert_eq!(terminus.external_references_found, uuids(&row["external_references_found"]));
    }

    pub(crate) fn soliloquy(&mut self, row: &Value) {
        let policy = &row["visibility_policy"];
        let command = OpenSoliloquy {
            parent_episode_id: uuid(&row["parent_episode_id"]),
            parent_segment_id: uuid(&row["parent_segment_id"]),
            soliloquy_purpose: text(&row["soliloquy_purpose"]),
            initiated_by_agent: text(&row["initiated_by_agent"]),
            visibility_policy: VisibilityPolicy {
                human_accessible: policy["human_accessible"].as_bool().unwrap(),
                owner_agent_access: text(&policy["owner_agent_access"]),
                other_agents_access: AccessLevel::parse(policy["other_agents_access"].as_str().unwrap())
                    .unwrap(),
                content_hash_policy: SoliloquyContentHashPolicy::parse(
                    policy["content_hash_policy"].as_str().unwrap(),
                )
                .unwrap(),
                audit_on_access: policy["audit_on_access"].as_bool().unwrap(),
                deployment_override_permitted: policy["deployment_override_permitted"].as_bool().unwrap(),
            },
            deliberation_chain: uuids(&row["deliberation_chain"]),
            caught_by: CaughtBy::Agent,
        };
        let agent = text(&row["initiated_by_agent"]);
        let made =
            self.run(command, &row["timestamp_utc"], &agent, vec![uuid(&row["soliloquy_id"])]).unwrap();
        let Node::Soliloquy(soliloquy) = &made.nodes()[0] else { panic!() };
        assert_eq!(soliloquy.content_hash.to_string(), row["content_hash"].as_str().unwrap());
    }

    pub(crate) fn conclusion(&mut self, args: &Value, row: &Value) {
        let command = ConcludeSoliloquy {
            soliloquy_id: uuid(&args["soliloquy_id"]),
            conclusion_summary: text(&args["conclusion_summary"]),
            abandoned: false,
            merged_into_segment_id: uuid(&args["merged_into_segment_id"]),
            final_deliberation_chain: args["final_deliberation_chain"]
                .as_array()
                .map(|_| uuids(&args["final_deliberation_chain"])),
        };
        let agent = self.tree.soliloquy(command.soliloquy_id).unwrap().initiated_by_agent.clone();
        let ids = vec![uuid(&row["conclusion_id"])];
        let made = self.run(command, &row["timestamp_utc"], &agent, ids).unwrap();
        let Node::SoliloquyConclusion(conclusion) = &made.nodes()[0] else { panic!() };
        assert_eq!(
            conclusion.conclusion_content_hash.to_string(),
            row["conclusion_content_hash"].as_str().unwrap()
        );
        assert_eq!(
            conclusion.deliberation_chain_hash.to_string(),
            row["deliberation_chain_hash"].as_str().unwrap()
        );
    }
}
