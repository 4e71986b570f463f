//! A seal record against the nodes that it seals.

use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::fault::Fault;
use crate::construct::{EPISODE_ROOT, Input, Refused, root};
use crate::node::Seal;
use crate::rule::Rule;
use crate::seal::{Contents, Form, Roots};

/// Rebuilds a seal from stored nodes under the construction that it records, and compares part by part (ASTP 9.3).
///
/// Returning a stored root would be no verification, so every part is computed. Where parts differ, each is named; where
/// only the root does, it does not follow from the parts beside it.
#[must_use]
pub fn seal(seal: &Seal, contents: &Contents<'_>) -> Vec<Fault> {
    let mut faults = Faults { seal, list: Vec::new() };
    let Some(form) = Form::of(seal.spine_algorithm_version, seal.ordering_version) else {
        let message = format!(
            "no construction has version {} and ordering {}",
            seal.spine_algorithm_version, seal.ordering_version
        );
        faults.add("spine_algorithm_version", message);
        return faults.list;
    };
    faults.expect("episode_id", &contents.episode_id, &seal.episode_id);
    faults.expect("hash_version", &form.hash_version(), &seal.hash_version);
    if form.has_posture() != seal.capture_posture.is_some() {
        let message =
            if form.has_posture() { "version 3 has one (ASTP G-41)" } else { "only version 3 has one" };
        faults.add("capture_posture", message);
    }
    match form.roots(contents, seal.capture_posture.as_deref()) {
        Ok(roots) => compare(&mut faults, form, &roots),
        Err(reason) => {
            let node = reason.node.or(Some(seal.seal_id));
            let fault = Fault::new(
                Rule::G40,
                node,
                &reason.field,
                format!("{}; no seal can hold it", reason.message),
            );
            faults.list.push(fault);
        }
    }
    faults.list
}

fn compare(faults: &mut Faults<'_>, form: Form, roots: &Roots) {
    let seal = faults.seal;
    faults.expect("leaf_count", &roots.leaf_count, &seal.leaf_count);
    faults.expect("spine_root", &roots.spine_root, &seal.spine_root);
    faults.expect("signal_manifest_hash", &roots.signal_manifest_hash, &seal.signal_manifest_hash);
    faults.expect_optional(
        "structural_manifest_hash",
        roots.structural_manifest_hash,
        seal.structural_manifest_hash,
    );
    faults.expect("exclusion_hash", &roots.exclusion_hash, &seal.exclusion_hash);
    let (manifest, entries) =
        roots.context.map_or((None, None), |(manifest, count)| (Some(manifest), Some(count)));
    faults.expect_optional("context_manifest_hash", manifest, seal.context_manifest_hash);
    faults.expect_optional("context_entry_count", entries, seal.context_entry_count);
    if form.ordering() == 1 && roots.spine_root != seal.spine_root {
        // ASTP 5.8: the order of Signals that arrived at one instant is on no node.
        faults.add(
            "ordering_version",
            "ordering 1 leaves the order of Signals of one instant open; it is not searched",
        );
    }
    match composed(seal) {
        Ok(root) => faults.expect("episode_root_hash", &root, &seal.episode_root_hash),
        Err(refused) => faults.add("episode_root_hash", format!("does not follow from its parts: {refused}")),
    }
}

/// The root that the parts which the record states give, whether they are right or not.
fn composed(seal: &Seal) -> Result<Sha3, Refused> {
    match seal.structural_manifest_hash {
        Some(structural_manifest_hash) => root::Roots {
            episode_id: seal.episode_id,
            spine_root: seal.spine_root,
            signal_manifest_hash: seal.signal_manifest_hash,
            structural_manifest_hash,
            exclusion_hash: seal.exclusion_hash,
            context_manifest_hash: seal.context_manifest_hash,
        }
        .episode_root(),
        None => EPISODE_ROOT.hash(&[
            ("spine_hash", Input::Hash(seal.spine_root)),
            ("signal_manifest_hash", Input::Hash(seal.signal_manifest_hash)),
            ("exclusion_hash", Input::Hash(seal.exclusion_hash)),
        ]),
    }
}

struct Faults<'s> {
    seal: &'s Seal,
    list: Vec<Fault>,
}

impl Faults<'_> {
    fn add(&mut self, field: &str, message: impl Into<alloc::string::String>) {
        self.list.push(Fault::new(Rule::G40, Some(self.seal.seal_id), field, message));
    }

    fn expect<T: PartialEq + core::fmt::Display>(&mut self, field: &str, computed: &T, stored: &T) {
        if computed != stored {
            self.add(field, format!("is `{stored}`, and the stored nodes give `{computed}`"));
        }
    }

    fn expect_optional<T: PartialEq + core::fmt::Display>(
        &mut self,
        field: &str,
        computed: Option<T>,
        stored: Option<T>,
    ) {
        if computed != stored {
            let text =
                |value: Option<T>| value.map_or_else(|| "nothing".into(), |value| format!("`{value}`"));
            let (stored, computed) = (text(stored), text(computed));
            self.add(field, format!("is {stored}, and the stored nodes give {computed}").to_string());
        }
    }
}
