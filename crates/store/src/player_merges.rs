//! Merging two accounts of one player.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{CustomerId, VenueId};

use crate::{Session, StoreError, params, sql};

/// The repository of merged accounts.
pub struct PlayerMerges<'s>(pub &'s mut dyn Session);

impl PlayerMerges<'_> {
    /// Makes the number of `gone` lead to `kept`, and ends the sessions and codes of `gone`. False if both are the same
    /// account, if one of them was merged, is or will be erased, or has no number, or if `gone` has a password and
    /// `kept` is a guest.
    ///
    /// INVARIANT: an account into which others were merged was not merged itself, so one step leads to it (suite
    /// `merging`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn merge(
        &mut self,
        gone: CustomerId,
        kept: CustomerId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        if self.0.run(sql!("customer/merge"), params![gone.0, kept.0, now]).await? == 0 {
            return Ok(false);
        }
        // Before `customer/merge_others`: it also ends the sessions of accounts that were merged into `gone`, and they lead to `kept`
        // afterwards.
        self.0.run(sql!("session/remove_of_customer"), params![gone.0]).await?;
        self.0.run(sql!("customer/merge_others"), params![gone.0, kept.0]).await?;
        self.0.run(sql!("customer_word/remove"), params![gone.0]).await?;
        self.0.run(sql!("code_handle/remove_of_customer"), params![gone.0]).await?;
        Ok(true)
    }

    /// Gives what belongs to `gone` to `kept`. What `gone` holds at this moment stays and expires. Returns the venues and days
    /// of the bookings; orders that never became a booking are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn give(
        &mut self,
        gone: CustomerId,
        kept: CustomerId,
    ) -> Result<Vec<(VenueId, Date)>, StoreError> {
        let rows = self.0.all(sql!("orders/give_all"), params![gone.0, kept.0]).await?;
        for statement in [
            sql!("bill/give"),
            sql!("booking_group/give"),
            sql!("player_note/give_all"),
            sql!("closure_offer/give"),
            sql!("outbox/give"),
            sql!("coupon_use/give"),
            sql!("former_strike/give"),
        ] {
            self.0.run(statement, params![gone.0, kept.0]).await?;
        }
        self.0.run(sql!("coupon_use/remove_of_customer"), params![gone.0]).await?;
        let mut bookings = Vec::new();
        for row in &rows {
            if row.flag("is_booking")? {
                bookings.push((VenueId(row.integer("venue_id")?), row.parsed("venue_day")?));
            }
        }
        Ok(bookings)
    }
}
