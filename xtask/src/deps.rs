//! The arrows between the crates, and what stands in the way of a core being pure.
//!
//! Cargo refuses a cycle; it does not refuse an arrow that points outward. This table does. Order inside a core is
//! [`crate::order`]'s.

use std::path::Path;

use crate::failure::Failure;
use crate::graph::{self, Graph};
use crate::metadata::{self, Member};
use crate::{Complaints, cargo, order};

/// A crate of the house.
struct Room {
    name: &'static str,
    /// Its folder under `crates`.
    folder: &'static str,
    /// A core does no I/O, and anyone must be able to audit what it depends on.
    core: bool,
    /// What it may depend on in the program.
    may_use: &'static [&'static str],
}

const fn core(name: &'static str, folder: &'static str, may_use: &'static [&'static str]) -> Room {
    Room { name, folder, core: true, may_use }
}

const fn edge(name: &'static str, folder: &'static str, may_use: &'static [&'static str]) -> Room {
    Room { name, folder, core: false, may_use }
}

const CANON: &str = "actum-canon";

/// What any crate may add for its tests, and none in the program.
const TESTKIT: &str = "actum-testkit";

const ROOMS: [Room; 15] = [
    core(CANON, "canon", &[]),
    core("actum-tmpa", "tmpa", &[CANON]),
    core("actum-astp", "astp", &[CANON]),
    core("actum-deal", "deal", &[CANON]),
    core("actum-fcop", "fcop", &[CANON]),
    core("actum-ledger", "ledger", &[CANON]),
    core("actum-conform", "conform", &[CANON]),
    edge("actum-store-sqlite", "store-sqlite", &["actum-ledger", CANON]),
    edge("actum-store-postgres", "store-postgres", &["actum-ledger", CANON]),
    edge(
        "actum",
        "actum",
        &[
            CANON,
            "actum-tmpa",
            "actum-astp",
            "actum-deal",
            "actum-fcop",
            "actum-ledger",
            "actum-conform",
            "actum-store-sqlite",
            "actum-store-postgres",
        ],
    ),
    edge("actum-server", "server", &["actum"]),
    edge("actum-cli", "cli", &["actum", "actum-server"]),
    // Objects for tests need right digests; nothing of what is tested.
    edge(TESTKIT, "testkit", &[CANON]),
    // A workspace of ten thousand envelopes is planned without the files and the clock of the facade.
    edge("actum-bench", "../benches", &["actum", "actum-fcop"]),
    edge("xtask", "../xtask", &[]),
];

/// Direct dependencies from outside that a core must stay below.
const EXTERNAL_LIMIT: usize = 10;

/// Holds the workspace against the table, and every core that exists against its order.
pub(crate) fn check(root: &Path) -> Result<Complaints, Failure> {
    let members = metadata::members(&cargo::metadata(root)?)?;
    let mut complaints: Complaints = members.iter().flat_map(arrows).collect();
    for room in ROOMS.iter().filter(|room| room.core) {
        complaints.extend(order::check(root, room.folder)?);
    }
    Ok(complaints)
}

fn arrows(member: &Member) -> Complaints {
    let Some(room) = ROOMS.iter().find(|room| room.name == member.name) else {
        return vec![format!("crate `{}` has no line in the table of `xtask/src/deps.rs`", member.name)];
    };
    let mut complaints = Complaints::new();
    for dependency in member.dependencies.iter().filter(|dependency| !dependency.external) {
        let target = dependency.name.as_str();
        let allowed = room.may_use.contains(&target) || dependency.development && in_tests(room, target);
        if !allowed {
            let place = if dependency.development { "in its tests " } else { "" };
            complaints.push(format!(
                "`{}` may not use `{target}` {place}(table of `xtask/src/deps.rs`)",
                room.name
            ));
        }
    }
    let mut external: Vec<&str> = member
        .dependencies
        .iter()
        .filter(|dependency| dependency.external && !dependency.development)
        .map(|dependency| dependency.name.as_str())
        .collect();
    external.sort_unstable();
    external.dedup();
    if room.core && external.len() >= EXTERNAL_LIMIT {
        let count = external.len();
        complaints.push(format!(
            "core `{}` has {count} external dependencies; fewer than {EXTERNAL_LIMIT}",
            room.name
        ));
    }
    complaints
}

/// Tests may use the test kit and whatever lies further in, never what lies further out: a core that needs an
/// outer crate for its tests is not a core.
fn in_tests(room: &Room, target: &str) -> bool {
    target == TESTKIT && room.name != TESTKIT || graph::reach(&table(), room.name).contains(target)
}

fn table() -> Graph {
    let names = |room: &Room| room.may_use.iter().map(|&name| name.to_owned()).collect();
    ROOMS.iter().map(|room| (room.name.to_owned(), names(room))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Dependency;

    fn inner(name: &str, development: bool) -> Dependency {
        Dependency { name: name.to_owned(), development, external: false }
    }

    fn complaints(name: &str, dependencies: Vec<Dependency>) -> usize {
        arrows(&Member { name: name.to_owned(), dependencies }).len()
    }

    #[test]
    fn the_table_itself_has_no_knot_and_names_only_its_rooms() {
        assert!(graph::knots(&table()).is_empty());
        for target in ROOMS.iter().flat_map(|room| room.may_use) {
            assert!(ROOMS.iter().any(|room| room.name == *target), "{target}");
        }
    }

    #[test]
    fn inward_arrows_pass() {
        assert_eq!(complaints("actum-tmpa", vec![inner(CANON, false), inner(TESTKIT, true)]), 0);
        assert_eq!(complaints("actum-cli", vec![inner("actum", false), inner(CANON, true)]), 0);
    }

    #[test]
    fn outward_and_sideways_arrows_are_named() {
        assert_eq!(complaints(CANON, vec![inner("actum-tmpa", false)]), 1);
        assert_eq!(complaints("actum-astp", vec![inner("actum-tmpa", false)]), 1);
        assert_eq!(complaints("actum-tmpa", vec![inner("actum", true)]), 1);
        assert_eq!(complaints("actum-tmpa", vec![inner(TESTKIT, false)]), 1);
        assert_eq!(complaints("actum-cli", vec![inner("actum-tmpa", false)]), 1);
    }

    #[test]
    fn a_crate_without_a_line_is_named() {
        assert_eq!(complaints("actum-novel", Vec::new()), 1);
    }

    #[test]
    fn a_core_stays_below_the_limit_and_its_tests_do_not_count() {
        let external = |count: usize, development| {
            let name = |number| Dependency { name: format!("e{number}"), development, external: true };
            (0..count).map(name).collect::<Vec<_>>()
        };
        assert_eq!(complaints(CANON, external(9, false)), 0);
        assert_eq!(complaints(CANON, external(10, false)), 1);
        assert_eq!(complaints(CANON, external(12, true)), 0);
        assert_eq!(complaints("actum", external(12, false)), 0);
    }
}
