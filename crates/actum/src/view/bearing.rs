//! Whose acts are touched by a change of authority.

use actum_ledger::StoreError;
use actum_tmpa::slice::Whole;
use actum_tmpa::{Bearing, Claims};

use super::advance::Advance;

impl Advance<'_, '_> {
    /// Touches the acts of those whose authority an object changes.
    pub(super) fn touch_bearing(&mut self, claims: &Claims<'_>) -> Result<(), StoreError> {
        let meaning = self.meaning;
        match &claims.bearing {
            Some(Bearing::Grant(identity, role)) => {
                self.touch_acts(identity, role)?;
                self.touch_withdrawals(&claims.object)?;
            }
            Some(Bearing::Withdrawal(assignment)) => {
                let by_profile = meaning.assigned(assignment);
                let mut holders: Vec<(String, String)> =
                    by_profile.map(|(identity, role)| (identity.to_owned(), role.to_owned())).collect();
                for given in self.terrain.claims_of(assignment)? {
                    if let Some(Bearing::Grant(identity, role)) = given.bearing {
                        holders.push((identity.into_owned(), role.into_owned()));
                    }
                }
                for (identity, role) in holders {
                    self.touch_acts(&identity, &role)?;
                }
            }
            Some(Bearing::Key) | None => {}
        }
        Ok(())
    }

    /// Touches the work items in which an identity acts in a role, and those of whoever it lent the role to.
    fn touch_acts(&mut self, identity: &str, role: &str) -> Result<(), StoreError> {
        let mut holders = vec![(identity.to_owned(), role.to_owned())];
        while let Some((identity, role)) = holders.pop() {
            if !self.holders.insert((identity.clone(), role.clone())) {
                continue;
            }
            for source in self.terrain.acts(&identity, &role)? {
                for claims in self.terrain.claims(source)? {
                    self.touched.extend(claims.work.map(|work| work.into_owned()));
                    if let Some(Bearing::Grant(identity, role)) = claims.bearing {
                        holders.push((identity.into_owned(), role.into_owned()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Touches what withdraws an assignment: whether it does may hang on the assignment being there.
    fn touch_withdrawals(&mut self, assignment: &str) -> Result<(), StoreError> {
        for kind in self.meaning.authority_kinds() {
            for source in self.terrain.of_kind(kind)? {
                for claims in self.terrain.claims(source)? {
                    if matches!(&claims.bearing, Some(Bearing::Withdrawal(other)) if other == assignment) {
                        self.touched.extend(claims.work.map(|work| work.into_owned()));
                    }
                }
            }
        }
        Ok(())
    }
}
