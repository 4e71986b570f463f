//! Everything that fixes one reading besides the evidence (TMPA 8.1).

use crate::profile::Profile;

/// Who reads. Part of the input, so two readers are comparable only under equal identity (TMPA 8.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderIdentity {
    /// A stable name, not empty.
    pub id: String,
    /// The version of the reader, not empty.
    pub version: String,
}

/// The fixed input bundle of a reading: the profile with all its registries, and the reader's identity.
#[derive(Debug, Clone)]
pub struct InputBundle {
    profile: Profile,
    reader: ReaderIdentity,
}

impl InputBundle {
    /// Joins a loaded profile with the reader's identity.
    #[must_use]
    pub fn new(profile: Profile, reader: ReaderIdentity) -> Self {
        Self { profile, reader }
    }

    /// The profile.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The reader.
    #[must_use]
    pub fn reader(&self) -> &ReaderIdentity {
        &self.reader
    }
}
