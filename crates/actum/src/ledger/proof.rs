//! Proofs that an entry stands in a ledger, to be taken elsewhere.

use actum_ledger::bundle::Proof;

use super::Ledger;
use crate::error::{Error, ErrorKind};

impl Ledger {
    /// Proves an entry under the head that the ledger had with `size` entries, or has now. The proof holds for the receipt
    /// of the entry too.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where the ledger has no such entry or never had that size; [`ErrorKind::Usage`] where the
    /// entry came later.
    pub fn prove(&self, index: u64, size: Option<u64>) -> Result<Proof, Error> {
        // What is not there is named first.
        self.entry(index)?;
        let size = match size {
            Some(size) => self.head_at(size)?.size,
            None => self.head()?.size,
        };
        let proof = Proof::make(self.store(), index, size, index.checked_add(1));
        proof.map_err(|error| self.failed(error))?.ok_or_else(|| {
            let message = format!("entry {index} is not among the first {size}");
            Error::new(ErrorKind::Usage, "entry_later", message)
        })
    }
}
