//! Claims: who has which court when. The database decides, by the key and by the time that is taken, never a look beforehand.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    CourtId, VenueId,
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
    person::Phone,
    slot::StartTime,
};

use crate::{
    Session, StoreError,
    orders::{number, small, start},
    params, sql,
};

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

impl Slot {
    /// The time this court is taken from then on, for so many minutes.
    pub fn lasting(self, minutes: u16) -> CourtTime {
        let ends_at = self.starts_at.checked_add(SignedDuration::from_mins(minutes.into()));
        CourtTime { slot: self, ends_at: ends_at.unwrap_or(Timestamp::MAX) }
    }
}

/// One court from one instant to before another: what is sold once, whatever the grid of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CourtTime {
    /// Which court, from when.
    pub slot: Slot,
    /// From when on it is free again.
    pub ends_at: Timestamp,
}

impl CourtTime {
    /// Whether both have some time of one court.
    pub fn overlaps(&self, other: &CourtTime) -> bool {
        self.slot.court == other.slot.court
            && self.slot.starts_at < other.ends_at
            && other.slot.starts_at < self.ends_at
    }
}

/// A claim as availability sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub time: CourtTime,
    /// `None`: firm. Else it counts until just before this instant.
    pub held_until: Option<Timestamp>,
}

/// A claim ahead with what its order says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedOrder {
    /// The order.
    pub number: OrderNumber,
    /// Held or confirmed.
    pub status: OrderStatus,
    /// The time that is taken.
    pub time: CourtTime,
    /// The day at the venue, as it was when the court was held …
    pub day: Date,
    /// … and the time.
    pub start: StartTime,
    /// How long is played.
    pub play_minutes: u16,
    /// The venue's name.
    pub venue_name: String,
    /// The court's name.
    pub court_name: String,
    /// The customer's name …
    pub customer_name: String,
    /// … and phone.
    pub phone: Phone,
    /// What has been paid.
    pub paid: Money,
    /// How it is paid, once chosen.
    pub payment_method: Option<PaymentMethod>,
}

impl Claims<'_> {
    /// Claims `time` for `order` until `held_until`; holds that have run out by `now` are taken over.
    ///
    /// INVARIANT: of any number of rivals for some of the same time exactly one gets `true`, whatever their starts and
    /// lengths (suites `one_winner` and `court_time`).
    ///
    /// # Errors
    /// [`StoreError`] only; losing is `false`.
    pub async fn claim(
        &mut self,
        time: CourtTime,
        order: OrderNumber,
        held_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let CourtTime { slot, ends_at } = time;
        let params = params![slot.court.0, slot.starts_at, ends_at, order.value(), held_until, now];
        if self.0.run(sql!("slot_claim/claim"), params).await? == 1 {
            return Ok(true);
        }
        // Only now: a hold with another start that ran out is rare, the sweeper removes it within a second.
        Ok(self.free_lapsed(time, now).await? && self.0.run(sql!("slot_claim/claim"), params).await? == 1)
    }

    /// Removes holds that ran out by `now` from `time`; whether there were any.
    async fn free_lapsed(&mut self, time: CourtTime, now: Timestamp) -> Result<bool, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at, now];
        Ok(self.0.run(sql!("slot_claim/free_lapsed"), params).await? > 0)
    }

    /// Makes the live hold of `order` firm; `false` when it has run out by `now` or is no hold (any more).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn confirm_claim(
        &mut self,
        slot: Slot,
        order: OrderNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value(), now];
        Ok(self.0.run(sql!("slot_claim/confirm_claim"), params).await? == 1)
    }

    /// Takes `time` for `order`, which is paid: its own hold, live or run out by `now`, or time nobody has; `false` when
    /// somebody else has some of it.
    ///
    /// INVARIANT: as for [`Claims::claim`], of any number of rivals one gets it (suite `one_outcome`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim_paid(
        &mut self,
        time: CourtTime,
        order: OrderNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let CourtTime { slot, ends_at } = time;
        let own = params![slot.court.0, slot.starts_at, order.value()];
        if self.0.run(sql!("slot_claim/confirm_own"), own).await? == 1 {
            return Ok(true);
        }
        let params = params![slot.court.0, slot.starts_at, ends_at, order.value(), now];
        if self.0.run(sql!("slot_claim/claim_paid"), params).await? == 1 {
            return Ok(true);
        }
        Ok(self.free_lapsed(time, now).await?
            && self.0.run(sql!("slot_claim/claim_paid"), params).await? == 1)
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

    /// All claims on the courts of `venue` that have some of the time from `from` to before `until`, run-out holds included.
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
                let time = CourtTime { slot, ends_at: row.instant(2)? };
                Ok(Claim { time, held_until: row.instant_or_null(3)? })
            })
            .collect()
    }

    /// Bookings and holds that are not over at `now`, by court and start: for the operator's commands.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_ahead(&mut self, now: Timestamp) -> Result<Vec<ClaimedOrder>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/list_ahead"), params![now]).await?;
        rows.iter()
            .map(|row| {
                let slot = Slot { court: CourtId(row.integer(2)?), starts_at: row.instant(3)? };
                Ok(ClaimedOrder {
                    number: number(row, 0)?,
                    status: row.parsed(1)?,
                    time: CourtTime { slot, ends_at: row.instant(4)? },
                    day: row.day(5)?,
                    start: start(row, 6)?,
                    play_minutes: small(row, 7)?,
                    venue_name: row.text(8)?.to_owned(),
                    court_name: row.text(9)?.to_owned(),
                    customer_name: row.text(10)?.to_owned(),
                    phone: row.parsed(11)?,
                    paid: Money::from_paise(row.integer(12)?),
                    payment_method: row.text_or_null(13)?.map(|_| row.parsed(13)).transpose()?,
                })
            })
            .collect()
    }

    /// How many holds have not run out at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_holds(&mut self, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("slot_claim/count_holds"), params![now]).await?.integer(0)
    }

    /// Removes holds that ran out by `now`; tells how many. Only housekeeping: nobody waits for it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.run(sql!("slot_claim/sweep"), params![now]).await
    }
}
