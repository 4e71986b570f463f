//! What an artifact becomes (FCOP 7): governance objects as canonical TMPA S0.4 bytes.

mod draft;
mod envelope;
mod links;
mod manifest;
mod receipt;
mod time;
mod transition;

use crate::code::Code;
use crate::finding::Finding;
use crate::scene::Scene;
use actum_canon::digest::Sha256;
use draft::Draft;

/// One governance object, as one source shows it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Projected {
    /// The source that it comes from.
    pub source: String,
    /// The object's id.
    pub id: String,
    /// The object: canonical TMPA S0.4 bytes with their final line feed.
    pub bytes: Vec<u8>,
    /// What `integrity.digest` covers under `fcop-source-bytes-1`, digested again here from the bytes of the source.
    pub covered: Sha256,
}

/// Makes all objects.
pub(crate) fn all(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) -> Vec<Projected> {
    let mut out = Maker { scene, objects: Vec::new(), findings };
    envelope::all(&mut out);
    transition::all(&mut out);
    receipt::all(&mut out);
    manifest::all(&mut out);
    let mut objects = out.objects;
    objects.sort_unstable();
    objects.dedup();
    objects
}

/// What the makers of objects share.
struct Maker<'s, 'w, 'a> {
    scene: &'s Scene<'w, 'a>,
    objects: Vec<Projected>,
    findings: &'s mut Vec<Finding>,
}

impl Maker<'_, '_, '_> {
    fn push(&mut self, source: usize, draft: Draft<'_>) {
        let source = self.scene.workspace.source_id(source);
        match draft.bytes() {
            Ok(bytes) => {
                let Draft { id, covered, .. } = draft;
                self.objects.push(Projected { source: source.to_owned(), id, bytes, covered });
            }
            Err(cause) => {
                self.findings.push(Finding::new(Code::SchemaInvalid, source, &draft.id, *cause));
            }
        }
    }
}
