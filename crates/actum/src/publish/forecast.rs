//! What the reading would say of something that is not in the record yet.

use actum_tmpa::{Cause, Judgment, ViewState};

use super::record::Standing;

/// The verdict beforehand, on a publication of one or more objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Each object, in the order in which they were given.
    pub objects: Vec<Outlook>,
    /// Objects of the record that would be worth less: id, judgment before, judgment after.
    pub lowered: Vec<(String, Judgment, Judgment)>,
    /// The work items about which something else would be concluded, as it would be then.
    pub works: Vec<Standing>,
}

/// What would be said of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The object's id; `None` where it would stay outside the accepted set.
    pub id: Option<String>,
    /// The judgment.
    pub judgment: Judgment,
    /// Why.
    pub view: ViewState,
    /// Every finding about it.
    pub remarks: Vec<Remark>,
}

/// A finding in words, owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The code, as published.
    pub code: String,
    /// The clause.
    pub clause: String,
    /// Whether it changes a judgment.
    pub weighs: bool,
    /// The object, or empty.
    pub object: String,
    /// The relation, or empty.
    pub relation: String,
    /// The target, or empty.
    pub target: String,
    /// Why, in canonical order: reason, place, what was asked for and what was found.
    pub causes: Vec<Cause>,
    /// What would resolve it.
    pub remedy: String,
}

impl Forecast {
    /// Whether every object would be valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.objects.iter().all(|object| object.judgment == Judgment::Valid)
    }

    /// The judgment on the objects together (TMPA 7.3).
    #[must_use]
    pub fn judgment(&self) -> Judgment {
        self.objects.iter().fold(Judgment::Valid, |all, object| all.all(object.judgment))
    }
}
