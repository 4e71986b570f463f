//! The fixed rule profile (TMPA 6.1, 8.1): registries as typed tables that a reading can rely on.
//!
//! A [`Profile`] exists only after every check has passed, so that a reading never meets a dangling name. Two forms
//! load: a bundle folder whose `profile.json` names its registries, and the published single file.

mod body_schema;
mod bundle;
mod compact;
mod error;
mod field;
pub(crate) mod integrity;
pub(crate) mod lifecycle;
mod projection;
pub(crate) mod relations;
pub(crate) mod roles;
mod show;
mod switches;
pub(crate) mod trust;
pub(crate) mod types;

pub(crate) use body_schema::failures as body_failures;
pub use bundle::BundleFiles;
pub use bundle::registry_files;
pub use error::{ProfileError, Rule};
pub use projection::Projection;
pub use show::{
    Outline, OutlineAssignment, OutlineKey, OutlineLifecycle, OutlinePrecondition, OutlineRelation,
    OutlineRole, OutlineTransition, OutlineType,
};
pub use switches::Switches;

use crate::names::{Names, Symbol};
use actum_canon::digest::{Sha256, sha256};

/// One input of a reading with the exact revision that was used (TMPA 6.1, 8.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionedInput {
    /// The stable identifier.
    pub id: String,
    /// The version.
    pub version: String,
    /// SHA-256 of the exact bytes.
    pub digest: Sha256,
}

impl VersionedInput {
    fn built_in_integrity() -> Self {
        Self {
            id: "tmpa-s0.4-stable-json-integrity".to_owned(),
            version: "1.0.0".to_owned(),
            digest: sha256(include_bytes!("../registry/integrity-s0.4.json")),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Inputs {
    pub(crate) conformance_profile: VersionedInput,
    pub(crate) type_registry: VersionedInput,
    pub(crate) lifecycle_registry: VersionedInput,
    pub(crate) role_registry: VersionedInput,
    pub(crate) relation_registry: VersionedInput,
    pub(crate) integrity_profile: VersionedInput,
}

/// A rule profile whose registries have been loaded and checked against each other.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Every name of the registries, so that equal names are equal symbols in evidence and rules.
    pub(crate) names: Names,
    pub(crate) switches: Switches,
    pub(crate) types: types::Types,
    pub(crate) lifecycles: lifecycle::Lifecycles,
    pub(crate) roles: roles::Roles,
    pub(crate) relations: relations::Relations,
    pub(crate) integrity: integrity::Integrity,
    pub(crate) trust: trust::Trust,
    pub(crate) inputs: Inputs,
    pub(crate) projections: Vec<Projection>,
}

impl Profile {
    /// Loads a bundle or a single-file profile.
    ///
    /// # Errors
    /// A [`ProfileError`] that names file, place and rule; the only failure that a reading knows (TMPA 8.4).
    pub fn load(files: &BundleFiles) -> Result<Self, ProfileError> {
        bundle::load(files)
    }

    /// The eight inputs in the order of the published result schema.
    #[must_use]
    pub fn inputs(&self) -> [(&'static str, VersionedInput); 8] {
        let inputs = self.inputs.clone();
        [
            ("canonicalization_profile", output_profile()),
            ("conformance_profile", inputs.conformance_profile),
            ("integrity_profile", inputs.integrity_profile),
            ("lifecycle_registry", inputs.lifecycle_registry),
            ("object_schema", object_schema()),
            ("relation_registry", inputs.relation_registry),
            ("role_registry", inputs.role_registry),
            ("type_registry", inputs.type_registry),
        ]
    }

    /// The projections that the profile asks for beside the native one, in the order of its manifest.
    #[must_use]
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// The lifecycle that objects of a type follow; of an unknown type, the first.
    pub(crate) fn lifecycle_of(&self, kind: Symbol) -> &lifecycle::Lifecycle {
        self.lifecycles.get(self.types.get(kind).map_or(0, |entry| entry.lifecycle))
    }

    /// Which of the laxer readings the profile asks for.
    #[must_use]
    pub fn switches(&self) -> Switches {
        self.switches
    }
}

/// The published object schema, whose rules [`crate::Examiner`] applies.
fn object_schema() -> VersionedInput {
    let digest = Sha256::parse("sha256:738ef14d6425ddde211ca5a353533b1590a08dd5e783c2b7839ea607f3f3cc9e");
    VersionedInput {
        id: "urn:tmpa:schema:governance-object:s0.4".to_owned(),
        version: "S0.4".to_owned(),
        digest: digest.unwrap_or_else(|| sha256(&[])),
    }
}

fn output_profile() -> VersionedInput {
    VersionedInput {
        id: "tmpa-s0.4-stable-json-output".to_owned(),
        version: "1.0.0".to_owned(),
        digest: sha256(include_bytes!("../registry/output-s0.4.json")),
    }
}
