//! What must hold for any bytes whatever: run over the seeds here, over found bytes by the fuzzer.

pub(crate) mod encode;
pub(crate) mod field;
pub(crate) mod json;
pub(crate) mod oracle;
pub(crate) mod proof;
