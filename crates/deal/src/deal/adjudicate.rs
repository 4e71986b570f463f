//! Telling that a Ruling is needed (DEAL 10.1).

use super::Deal;
use crate::event::Event;
use crate::transcript::Log;

impl Deal {
    /// Gives the event when something comes under review and nothing was before.
    pub(super) fn announce_review(&mut self, log: &mut Log) {
        let is_reviewing = !self.state.is_closed() && self.survey().is_under_review();
        if is_reviewing && !self.is_reviewing {
            log.event(Event::ManualReviewRequired { items: self.under_review() });
        }
        self.is_reviewing = is_reviewing;
    }
}
