//! One TASK on its way, and whoever takes part in it: PM files it, DEV does it, PM accepts it, ADMIN authorizes and archives.

use super::transition::Event;
use super::workspace::Workspace;

/// The TASK that most cases are about.
pub(super) const TASK: &str = "TASK-login";

/// The objects of its receipts.
pub(super) const CREATION: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10/TASK-login-create";
pub(super) const SECOND: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10/TASK-login-t2";
pub(super) const THIRD: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10/TASK-login-t3";
pub(super) const FOURTH: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10/TASK-login-t4";
pub(super) const FIFTH: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10/TASK-login-t5";

pub(super) fn inbox() -> Workspace {
    Workspace::new().task(TASK, "PM", "DEV")
}

pub(super) fn active() -> Workspace {
    inbox().step(TASK, Event::claim("DEV"))
}

pub(super) fn reported() -> Workspace {
    active().report("REPORT-1", TASK, "DEV")
}

pub(super) fn in_review() -> Workspace {
    reported().step(TASK, Event::submit("DEV", "REPORT-1"))
}

pub(super) fn accepted() -> Workspace {
    in_review().review("REVIEW-yes", "acceptance", TASK, "PM", &["REPORT-1"])
}

pub(super) fn authorized() -> Workspace {
    accepted().authorize("REVIEW-may", TASK, ("review", "done"))
}

pub(super) fn done() -> Workspace {
    authorized().step(TASK, Event::approve("PM", &["REPORT-1", "REVIEW-yes"], "REVIEW-may"))
}

pub(super) fn archived() -> Workspace {
    done()
        .authorize("REVIEW-shelve", TASK, ("done", "archive"))
        .step(TASK, Event::archive("ADMIN", "REVIEW-shelve"))
}
