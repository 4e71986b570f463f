//! The reading against the published corpus, the probes, its own properties and the published schemas.

#[path = "cases/published.rs"]
mod published;
#[path = "cases/subject.rs"]
mod subject;
