//! Reads orders, lists them and counts them.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use sideout_domain::{
    BlockId, CouponId, CourtId, CustomerId, SportId, StaffId, VenueId,
    cancellation::CancellationPolicy,
    claim::Slot,
    order::{Order, OrderNumber},
    slot::StartTime,
};

use super::Orders;
use crate::{Row, StoreError, params, sql};

impl Orders<'_> {
    /// The order, if it belongs to `customer`; `None` both for another customer's order and for an unknown number.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        number: OrderNumber,
        customer: CustomerId,
    ) -> Result<Option<Order>, StoreError> {
        let row = self.0.first(sql!("orders/find"), params![number.value(), customer.0]).await?;
        row.as_ref().map(order).transpose()
    }

    /// The orders that a closure ended, also those without an offer, and the orders that replaced them, by number.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_closure(
        &mut self,
        closure: BlockId,
    ) -> Result<HashMap<OrderNumber, Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_of_closure"), params![closure.0]).await?;
        rows.iter().map(|row| order(row).map(|order| (order.number, order))).collect()
    }

    /// The customer's newest `limit` bookings, newest first, without unpaid ones that the desk made and cancelled within
    /// `undo_time`. One that took the place of a booking whose court was closed is listed nevertheless.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_bookings(
        &mut self,
        customer: CustomerId,
        undo_time: SignedDuration,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let undo_time = i64::try_from(undo_time.as_millis()).unwrap_or(i64::MAX);
        let rows = self.0.all(sql!("orders/list_bookings"), params![customer.0, undo_time, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The customer's hold, live or expired, then the booked games after `now`, the next one first; at most `limit` in
    /// all.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_own_courts(
        &mut self,
        customer: CustomerId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_own_courts"), params![customer.0, now, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The customer's newest `limit` orders that are not bookings although a payment for them is pending or was
    /// captured.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unbooked_payments(
        &mut self,
        customer: CustomerId,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_unbooked_payments"), params![customer.0, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The number of the customer's booking for `slot`, if they have booked it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_booking_at(
        &mut self,
        customer: CustomerId,
        slot: Slot,
    ) -> Result<Option<OrderNumber>, StoreError> {
        let params = params![customer.0, slot.court.0, slot.starts_at];
        let row = self.0.first(sql!("orders/find_booking_at"), params).await?;
        row.map(|row| row.converted("order_number")).transpose()
    }

    /// The customer of an order; `None` if there is no such order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_owner(&mut self, number: OrderNumber) -> Result<Option<CustomerId>, StoreError> {
        let row = self.0.first(sql!("orders/find_owner"), params![number.value()]).await?;
        row.map(|row| row.integer("customer_id").map(CustomerId)).transpose()
    }

    /// When the newest order made before `before` was made.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_newest_before(&mut self, before: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        self.0.one(sql!("orders/find_newest_before"), params![before]).await?.instant_or_null("created_at")
    }

    /// The number of the customer's booked games after `now` that are unpaid and due at the court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_open_unpaid(
        &mut self,
        customer: CustomerId,
        now: Timestamp,
    ) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_open_unpaid"), params![customer.0, now]).await?.integer("count")
    }

    /// Counts the bookings of a customer that have not begun.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_ahead(&mut self, customer: CustomerId, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_ahead"), params![customer.0, now]).await?.integer("count")
    }

    /// The number of the customer's strikes that count at `now`, including those from before the data of the number
    /// were erased.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_strikes(&mut self, customer: CustomerId, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_strikes"), params![customer.0, now]).await?.integer("count")
    }
}

pub(crate) fn venue_zone(row: &Row, column: &str) -> Result<TimeZone, StoreError> {
    TimeZone::get(row.text(column)?)
        .map_err(|error| StoreError::Corrupt(format!("venue: time_zone: {error}")))
}

pub(crate) fn order(row: &Row) -> Result<Order, StoreError> {
    let coupon_code = row.text_or_null("coupon_code")?;
    let held_court_name = row.text_or_null("held_court_name")?;
    let starts_at = row.instant("starts_at")?;
    Ok(Order {
        number: row.converted("order_number")?,
        customer: CustomerId(row.integer("customer_id")?),
        venue: VenueId(row.integer("venue_id")?),
        slot: Slot { court: CourtId(row.integer("court_id")?), starts_at },
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        play_minutes: row.converted("play_minutes")?,
        status: row.parsed("status")?,
        price: row.money("price_paise")?,
        discount: row.money("discount_paise")?,
        payment_method: row.parsed_or_null("payment_method")?,
        paid: row.money("paid_paise")?,
        returned: row.money("returned_paise")?,
        returned_by_moves: row.money("returned_by_moves_paise")?,
        policy: CancellationPolicy {
            cutoff_minutes: row.converted("cancel_cutoff_minutes")?,
            bank_charge: row.money("bank_charge_paise")?,
        },
        held_until: row.instant_or_null("held_until")?,
        hold_closed_at: row.instant_or_null("hold_closed_at")?,
        created_at: row.instant("created_at")?,
        confirmed_at: row.instant_or_null("confirmed_at")?,
        cancelled_at: row.instant_or_null("cancelled_at")?,
        cancel_reason: row.text_or_null("cancel_reason")?.map(str::to_owned),
        cancelled_by: row.integer_or_null("cancelled_by")?.map(StaffId),
        coupon: row
            .integer_or_null("coupon_id")?
            .zip(coupon_code)
            .map(|(id, code)| (CouponId(id), code.to_owned())),
        venue_name: row.text("venue_name")?.to_owned(),
        venue_location: row.text("venue_location")?.to_owned(),
        venue_long_location: row.text("venue_long_location")?.to_owned(),
        venue_map_url: row.text_or_null("venue_map_url")?.map(str::to_owned),
        venue_image: row.text("venue_image")?.to_owned(),
        court_number: row.converted("court_number")?,
        court_name: row.text("court_name")?.to_owned(),
        court_type: row.parsed("court_type")?,
        customer_name: row.text("customer_name")?.to_owned(),
        sport: SportId(row.integer("sport_id")?),
        closed_by: row.integer_or_null("block_id")?.map(BlockId),
        moved_from: row
            .integer_or_null("moved_from_court_id")?
            .zip(held_court_name)
            .map(|(id, name)| (CourtId(id), name.to_owned())),
        slot_minutes: row.converted("slot_minutes")?,
        moves: row.converted("moves")?,
        court_is_active: row.flag("court_is_active")?,
        current_day: StartTime::at(starts_at, &venue_zone(row, "venue_time_zone")?).0,
    })
}
