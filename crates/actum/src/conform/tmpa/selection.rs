//! Which cases of a suite are run, and of which levels a run is whole (TMPA 10.1).

use actum_conform::tmpa::CaseEntry;
use actum_conform::tmpa::claim::Level;

/// The cases of a suite that are run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Every case.
    #[default]
    All,
    /// Those that a claim of this level rests on: its own and those of Core.
    Level(Level),
    /// Those of these ids.
    Cases(Vec<String>),
}

impl Selection {
    /// Whether a case of the list is run.
    #[must_use]
    pub fn takes(&self, entry: &CaseEntry) -> bool {
        match self {
            Self::All => true,
            Self::Level(level) => level.rests_on(entry.level),
            Self::Cases(ids) => ids.contains(&entry.id),
        }
    }

    /// The levels of which every case is run.
    #[must_use]
    pub fn whole(&self) -> Vec<Level> {
        let whole = |level: &Level| match self {
            Self::All => true,
            Self::Level(chosen) => chosen.rests_on(*level),
            Self::Cases(_) => false,
        };
        Level::ALL.into_iter().filter(whole).collect()
    }

    /// The ids that were chosen one by one.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        match self {
            Self::Cases(ids) => ids,
            Self::All | Self::Level(_) => &[],
        }
    }

    /// The level that was chosen.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(*level),
            Self::All | Self::Cases(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Selection;
    use actum_conform::tmpa::claim::Level;

    #[test]
    fn a_level_is_whole_with_the_cases_of_core_and_its_own() {
        assert_eq!(Selection::All.whole(), Level::ALL);
        assert_eq!(Selection::Level(Level::Core).whole(), [Level::Core]);
        assert_eq!(Selection::Level(Level::Fcop).whole(), [Level::Core, Level::Fcop]);
        assert!(Selection::Cases(vec!["C01-a".into()]).whole().is_empty());
    }
}
