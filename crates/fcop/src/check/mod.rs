//! What the files of a workspace say against themselves and each other: one pass a file, each linear in what it reads.

pub(crate) mod authorization;
mod copies;
pub(crate) mod duty;
pub(crate) mod evidence;
pub(crate) mod family;
mod general;
mod human;
mod lifecycle;
mod pins;
mod receipts;
mod relation;
mod report;
mod routing;

use crate::finding::Finding;
use crate::finding::NAMED;
use crate::scene::Scene;

/// Runs all passes.
pub(crate) fn all(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    routing::pass(scene, findings);
    copies::pass(scene, findings);
    relation::pass(scene, findings);
    lifecycle::pass(scene, findings);
    receipts::pass(scene, findings);
    pins::pass(scene, findings);
    evidence::pass(scene, findings);
    authorization::pass(scene, findings);
    family::pass(scene, findings);
    report::pass(scene, findings);
    human::pass(scene, findings);
    duty::pass(scene, findings);
    general::pass(scene, findings);
}
