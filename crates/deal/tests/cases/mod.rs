//! One module for each subject.

mod beyond {
    mod amend;
    mod cancel;
    mod receipt;
    mod session;
    mod signature;
    mod walk;
}
pub(crate) mod oracle {
    mod agreement;
    pub(crate) mod artifact;
    mod difference;
    pub(crate) mod json;
    mod message;
    mod model;
    pub(crate) mod random;
    pub(crate) mod record;
    pub(crate) mod sequence;
    pub(crate) mod terms;
}
mod property {
    mod hostile;
    mod laws;
    mod order;
}
pub(crate) mod scenario {
    pub(crate) mod file;
    mod judge;
    mod suite;
}
mod table {
    mod cells;
}
