//! A construction as data, and the engine that hashes it.

use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::encode::Sink;
use actum_canon::joined::Dumps;

use super::input::{Fields, Input};
use super::joined::{self, Part};
use super::payload::{self, Member};
use super::refused::Refused;
use super::typed::{self, Kind};

/// One published construction: SHA3-256 over a prefix and listed fields.
#[derive(Debug)]
pub struct Construction {
    /// The name that the published vectors give it.
    pub name: &'static str,
    /// Where its list stands.
    pub clause: &'static str,
    pub(super) prefix: &'static str,
    pub(super) form: Form,
    /// What holds between fields, beyond the kind of each.
    pub(super) check: Option<Check>,
}

pub(super) type Check = fn(&dyn Fields) -> Result<(), Refused>;

/// What stands behind the prefix.
#[derive(Debug)]
pub(super) enum Form {
    /// ASTP 5.1.1: each field with its tag; two lists never give the same bytes.
    Typed(&'static [(Kind, &'static str)]),
    /// 4.x: texts with a separator between; `free` is the one field that may hold it when a node is written.
    Joined { separator: &'static str, parts: &'static [(Part, &'static str)], free: Option<&'static str> },
    /// 4.x: the JSON text that CPython writes.
    Payload { dumps: Dumps, members: &'static [(Member, &'static str)] },
}

impl Construction {
    /// Hashes fields as they are stored: to verify what is there, or to commit by a typed list.
    ///
    /// # Errors
    ///
    /// [`Refused`] names the field and the clause.
    pub fn hash(&self, fields: &dyn Fields) -> Result<Sha3, Refused> {
        let mut hasher = Sha3Hasher::new();
        self.put(fields, &mut hasher)?;
        Ok(hasher.finish())
    }

    /// Hashes fields of a node that is being written.
    ///
    /// Where the list is joined, a separator in any field but the free one and a time would let another list give the
    /// same hash; such fields are refused. So every hash that is stamped belongs to one list.
    ///
    /// # Errors
    ///
    /// [`Refused`] names the field and the clause.
    pub fn stamp(&self, fields: &dyn Fields) -> Result<Sha3, Refused> {
        if let Form::Joined { separator, parts, free } = &self.form {
            joined::demand_unambiguous(self, separator, parts, *free, fields)?;
        }
        self.hash(fields)
    }

    /// Returns the bytes that [`Self::hash`] digests.
    ///
    /// # Errors
    ///
    /// As [`Self::hash`].
    pub fn preimage(&self, fields: &dyn Fields) -> Result<Vec<u8>, Refused> {
        let mut bytes = Vec::new();
        self.put(fields, &mut bytes)?;
        Ok(bytes)
    }

    fn put(&self, fields: &dyn Fields, sink: &mut impl Sink<Error = Infallible>) -> Result<(), Refused> {
        if let Some(check) = self.check {
            check(fields)?;
        }
        let Ok(()) = sink.put(self.prefix.as_bytes());
        match &self.form {
            Form::Typed(columns) => typed::put(self, columns, fields, sink),
            Form::Joined { separator, parts, .. } => joined::put(self, separator, parts, fields, sink),
            Form::Payload { dumps, members } => {
                let mut bytes = Vec::new();
                payload::write(self, *dumps, members, fields, &mut bytes)?;
                let Ok(()) = sink.put(&bytes);
                Ok(())
            }
        }
    }

    /// The input of one field.
    pub(super) fn input<'f>(&self, fields: &'f dyn Fields, name: &str) -> Result<Input<'f>, Refused> {
        fields.field(name).ok_or_else(|| Refused::field(self.clause, name, "is missing"))
    }
}
