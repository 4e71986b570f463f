//! What must hold for any bytes whatever: run over the seeds here, over found bytes by the fuzzer.

pub(crate) mod checkpoint;
pub(crate) mod document;
