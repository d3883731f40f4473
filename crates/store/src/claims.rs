//! Claims: which order or block has a court at which time. Keys and constraints decide, never an earlier read.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{
    BlockId, CourtId, VenueId,
    claim::{Claim, CourtTime, Slot},
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
    person::Phone,
    slot::StartTime,
};

use crate::{Row, Session, StoreError, orders::venue_zone, params, sql};

/// The repository of claims.
pub struct Claims<'s>(pub &'s mut dyn Session);

/// A current or future claim with the details of its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedOrder {
    /// The order.
    pub number: OrderNumber,
    /// The status: held or confirmed.
    pub status: OrderStatus,
    /// The time that is taken.
    pub time: CourtTime,
    /// The day at the venue, as recorded with the order.
    pub day: Date,
    /// The start time at the venue.
    pub start: StartTime,
    /// Minutes of play.
    pub play_minutes: u16,
    /// The venue's name.
    pub venue_name: String,
    /// The court's name.
    pub court_name: String,
    /// The customer's name.
    pub customer_name: String,
    /// The customer's phone; `None` for a guest without a number.
    pub phone: Option<Phone>,
    /// What was paid and did not go back.
    pub kept: Money,
    /// How it is paid; `None` before the player chose.
    pub payment_method: Option<PaymentMethod>,
}

impl Claims<'_> {
    /// Claims `time` for `order` until `held_until`; replaces holds that expired by `now`. `false` if another claim
    /// overlaps it, or the court or its venue is retired.
    ///
    /// INVARIANT: of concurrent claims on overlapping times exactly one gets `true`, whatever their starts and lengths
    /// (suites `one_winner` and `court_time`).
    ///
    /// # Errors
    /// [`StoreError`] only.
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
        // Only after a failed claim: expired holds with another start are rare, because the job `expire_holds` removes them
        // within a second.
        Ok(self.free_expired(time, now).await? && self.0.run(sql!("slot_claim/claim"), params).await? == 1)
    }

    /// Removes holds on `time` that expired by `now`; returns whether there were any.
    async fn free_expired(&mut self, time: CourtTime, now: Timestamp) -> Result<bool, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at, now];
        Ok(self.0.run(sql!("slot_claim/free_expired"), params).await? > 0)
    }

    /// Confirms the live hold of `order`; `false` if it expired by `now` or is not a hold.
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

    /// Claims `time` for `order`: by its own hold, live or expired by `now`, or if the time is free. `false`
    /// if another claim overlaps it, or the order has no hold and the court or its venue is retired.
    ///
    /// INVARIANT: as for [`Claims::claim`], one of the concurrent claims gets it (suite `court_time`).
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
        Ok(self.free_expired(time, now).await?
            && self.0.run(sql!("slot_claim/claim_paid"), params).await? == 1)
    }

    /// Extends the live hold of `order` until `held_until`; `false` if it expired by `now` or is not a hold.
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

    /// Frees `slot` if `order` still claims it; returns whether it did.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn release(&mut self, slot: Slot, order: OrderNumber) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value()];
        Ok(self.0.run(sql!("slot_claim/release"), params).await? == 1)
    }

    /// Frees `slot` if `order` only holds it; a booking keeps it. Returns whether it was freed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn release_hold(&mut self, slot: Slot, order: OrderNumber) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, order.value()];
        Ok(self.0.run(sql!("slot_claim/release_hold"), params).await? == 1)
    }

    /// All claims on the courts of `venue` that overlap the time from `from` to before `until`, expired holds included.
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
                let slot =
                    Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
                let time = CourtTime { slot, ends_at: row.instant("ends_at")? };
                Ok(Claim { time, held_until: row.instant_or_null("held_until")? })
            })
            .collect()
    }

    /// Bookings and live holds whose court time has not ended at `now`, by court and start.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_ahead(&mut self, now: Timestamp) -> Result<Vec<ClaimedOrder>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/list_ahead"), params![now]).await?;
        rows.iter().map(claimed_order).collect()
    }

    /// The bookings and holds of [`Claims::list_ahead`] at one venue.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_ahead_of(
        &mut self,
        venue: VenueId,
        now: Timestamp,
    ) -> Result<Vec<ClaimedOrder>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/list_ahead_of"), params![now, venue.0]).await?;
        rows.iter().map(claimed_order).collect()
    }

    /// The number of holds that are live at `now`, those of the desk included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_holds(&mut self, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("slot_claim/count_holds"), params![now]).await?.integer("count")
    }

    /// Keeps `time` for a clerk until `held_until`; replaces holds that expired by `now`. The block is of the kind
    /// `desk_hold`. `false` as for [`Claims::claim`].
    ///
    /// INVARIANT: as for [`Claims::claim`], one of the concurrent claims gets it (suite `desk_holds`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn hold_for_desk(
        &mut self,
        time: CourtTime,
        block: BlockId,
        held_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let CourtTime { slot, ends_at } = time;
        let params = params![slot.court.0, slot.starts_at, ends_at, block.0, held_until, now];
        if self.0.run(sql!("slot_claim/hold_for_desk"), params).await? == 1 {
            return Ok(true);
        }
        Ok(self.free_expired(time, now).await?
            && self.0.run(sql!("slot_claim/hold_for_desk"), params).await? == 1)
    }

    /// Gives the claim on `slot` from the desk hold `from` to the order `to`, as a booking; `false` if `from` no longer has the claim.
    ///
    /// INVARIANT: of concurrent calls one gets the court, and it is never free in between (suite `desk_holds`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn hand_over(
        &mut self,
        slot: Slot,
        from: BlockId,
        to: OrderNumber,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, to.value(), from.0];
        Ok(self.0.run(sql!("slot_claim/hand_over"), params).await? == 1)
    }

    /// Frees `slot` if the desk hold `block` still keeps it and still ends at `until`, the end that the caller got; with
    /// `None`, whatever its end. Returns whether it did.
    ///
    /// INVARIANT: a hold that another tab of its clerk has extended is not freed by the first one (suite `desk_bookings`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn release_block(
        &mut self,
        slot: Slot,
        block: BlockId,
        until: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, block.0, until];
        Ok(self.0.run(sql!("slot_claim/release_block"), params).await? == 1)
    }

    /// Removes holds that expired by `now` and returns them. Housekeeping only: correctness does not depend on it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, now: Timestamp) -> Result<Vec<ExpiredClaim>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/sweep"), params![now]).await?;
        rows.iter()
            .map(|row| {
                let slot =
                    Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
                Ok(ExpiredClaim {
                    time: CourtTime { slot, ends_at: row.instant("ends_at")? },
                    desk_hold: row.integer_or_null("block_id")?.map(BlockId),
                    venue: VenueId(row.integer("venue_id")?),
                    zone: venue_zone(row, "time_zone")?,
                })
            })
            .collect()
    }
}

/// A hold that expired and was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiredClaim {
    /// The court time that is free now.
    pub time: CourtTime,
    /// The desk hold that had it; `None` for an order.
    pub desk_hold: Option<BlockId>,
    /// The venue.
    pub venue: VenueId,
    /// The venue's time zone.
    pub zone: TimeZone,
}

impl ExpiredClaim {
    /// The venue days whose availability it changes.
    pub fn days(&self) -> impl Iterator<Item = Date> + use<> {
        self.time.days(&self.zone)
    }
}

/// Maps a row of `slot_claim/list_ahead` or `slot_claim/list_ahead_of`.
fn claimed_order(row: &Row) -> Result<ClaimedOrder, StoreError> {
    let slot = Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
    Ok(ClaimedOrder {
        number: row.converted("order_number")?,
        status: row.parsed("status")?,
        time: CourtTime { slot, ends_at: row.instant("ends_at")? },
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        play_minutes: row.converted("play_minutes")?,
        venue_name: row.text("venue_name")?.to_owned(),
        court_name: row.text("court_name")?.to_owned(),
        customer_name: row.text("customer_name")?.to_owned(),
        phone: row.parsed_or_null("phone")?,
        kept: row.money("kept_paise")?,
        payment_method: row.parsed_or_null("payment_method")?,
    })
}
