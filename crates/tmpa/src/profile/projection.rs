//! Which projections make governance objects of artifacts that are none (TMPA 4.3).
//!
//! What a projection is and does belongs to whoever offers it. The profile fixes which of them apply and the registry
//! that one of them may need, so that both are part of the fixed input and of its digest (TMPA 8.1).

use super::error::{ProfileError, Rule};
use super::field::Field;

/// A projection that a profile asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// The name, as the manifest gives it.
    pub name: String,
    /// The file of the bundle that holds its registry, where the manifest names one, and the bytes of it.
    pub registry: Option<(String, Vec<u8>)>,
}

/// What the manifest says of one projection.
pub(super) struct Named<'a> {
    pub(super) name: String,
    /// The file name, and the field that gives it.
    pub(super) file: Option<(String, Field<'a>)>,
}

/// The projections of a manifest, in its order.
pub(super) fn named<'a>(root: &Field<'a>) -> Result<Vec<Named<'a>>, ProfileError> {
    let mut list: Vec<Named<'a>> = Vec::new();
    for item in root.optional("projections").map_or(Ok(Vec::new()), |field| field.items())? {
        let (field, file) = match item.value().as_str() {
            Some(_) => (item, None),
            None => {
                item.object(&["projection", "registry"])?;
                let file = item.optional("registry").map(|field| Ok((field.text()?, field))).transpose()?;
                (item.required("projection")?, file)
            }
        };
        let name = field.text()?;
        if list.iter().any(|other| other.name == name) {
            return field.fail(Rule::Repeated(name));
        }
        if let Some((file, field)) = &file
            && !super::bundle::is_plain(file)
        {
            return field.fail(Rule::FileName(file.clone()));
        }
        list.push(Named { name, file });
    }
    Ok(list)
}
