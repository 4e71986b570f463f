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
    mod difference;
    mod model;
    pub(crate) mod record;
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
