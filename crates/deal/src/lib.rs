//! Steps a deal from offer to close and says why a message is refused (deal protocol v0.3).

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
