//! Projects the files of an FCoP workspace into governance objects, and says what the files cannot tell.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
