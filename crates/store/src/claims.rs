//! Claims: who has which court when. The primary key decides, never a look beforehand.

use jiff::Timestamp;
use sideout_domain::{CourtId, VenueId, order::OrderNumber};

use crate::{Session, StoreError, params, sql};

/// The claims on slots.
pub struct Claims<'s>(pub &'s mut dyn Session);

/// One court at one start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// Which court.
    pub court: CourtId,
    /// From when.
    pub starts_at: Timestamp,
}

/// A claim as availability sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub slot: Slot,
    /// `None`: firm. Else it counts until just before this instant.
    pub held_until: Option<Timestamp>,
}

impl Claims<'_> {
    /// Claims `slot` for `order` until `held_until`; a hold that has run out by `now` is taken over.
    ///
    /// INVARIANT: of any number of rivals exactly one gets `true` (suite `one_winner`).
    ///
    /// # Errors
    /// [`StoreError`] only; losing is `false`.
    pub async fn claim(
        &mut self,
        slot: Slot,
        order: OrderNumber,
        held_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value(), held_until, now];
        Ok(self.0.run(sql!("slot_claim/claim"), params).await? == 1)
    }

    /// Makes the live hold of `order` firm; `false` when it has run out by `now` or is no hold (any more).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn make_firm(
        &mut self,
        slot: Slot,
        order: OrderNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value(), now];
        Ok(self.0.run(sql!("slot_claim/make_firm"), params).await? == 1)
    }

    /// Takes `slot` for `order`, which is paid: its own hold, live or run out by `now`, or a court nobody has; `false` when
    /// somebody else has it.
    ///
    /// INVARIANT: as for [`Claims::claim`], of any number of rivals one gets it (suite `one_outcome`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_firm(
        &mut self,
        slot: Slot,
        order: OrderNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value(), now];
        Ok(self.0.run(sql!("slot_claim/take_firm"), params).await? == 1)
    }

    /// Lets the live hold of `order` last until `held_until`; `false` when it has run out by `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn extend(
        &mut self,
        slot: Slot,
        order: OrderNumber,
        held_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value(), held_until, now];
        Ok(self.0.run(sql!("slot_claim/extend"), params).await? == 1)
    }

    /// Frees `slot` if it is still claimed by `order`; tells whether it was.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn release(&mut self, slot: Slot, order: OrderNumber) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value()];
        Ok(self.0.run(sql!("slot_claim/release"), params).await? == 1)
    }

    /// Frees `slot` if `order` merely holds it; a booking stays.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn release_hold(&mut self, slot: Slot, order: OrderNumber) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value()];
        Ok(self.0.run(sql!("slot_claim/release_hold"), params).await? == 1)
    }

    /// All claims on the courts of `venue` that start from `from` to before `until`, run-out holds included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_venue(
        &mut self,
        venue: VenueId,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Claim>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/list_of_venue"), params![venue.0, from, until]).await?;
        rows.iter()
            .map(|row| {
                let slot = Slot { court: CourtId(row.integer(0)?), starts_at: row.instant(1)? };
                Ok(Claim { slot, held_until: row.instant_or_null(2)? })
            })
            .collect()
    }

    /// Removes holds that ran out by `now`; tells how many. Only housekeeping: nobody waits for it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.run(sql!("slot_claim/sweep"), params![now]).await
    }
}
