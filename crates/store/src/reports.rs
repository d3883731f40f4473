//! What the reports of a venue read: sums of its bookings, and the bookings and movements of money behind them.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CouponId, CourtId, StaffId, VenueId,
    ledger::LedgerEvent,
    money::Money,
    order::{OrderNumber, OrderStatus},
    report::{BookedHow, CancelledBy, Period, RevenueSource, RevenueWay, TimeAhead},
    slot::StartTime,
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of the reports.
pub struct Reports<'s>(pub &'s mut dyn Session);

/// What was sold of one start of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoldSum {
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// The number of bookings.
    pub bookings: i64,
    /// Their minutes of court time.
    pub minutes: i64,
    /// The sum of their prices.
    pub price: Money,
    /// The sum of their discounts.
    pub discount: Money,
}

/// A court that the venue closed for some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedSlot {
    /// The court.
    pub court: CourtId,
    /// When the closed time starts.
    pub starts_at: Timestamp,
    /// When the closed time ends.
    pub ends_at: Timestamp,
    /// The reason.
    pub reason: String,
}

/// The number of bookings that were not cancelled and had begun, by how and how long before the start they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissedSum {
    /// How long before the start they were made.
    pub time_ahead: TimeAhead,
    /// How they were made.
    pub how: BookedHow,
    /// The number of bookings.
    pub bookings: i64,
    /// How many of them were missed.
    pub missed: i64,
}

/// The sums of cancelled bookings, by who cancelled them and how long before the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelledSum {
    /// How long before the start they were cancelled.
    pub time_ahead: TimeAhead,
    /// Who cancelled them.
    pub by: CancelledBy,
    /// The number of bookings.
    pub bookings: i64,
    /// Their minutes of court time.
    pub minutes: i64,
    /// How many of them were sold again.
    pub sold_again: i64,
    /// The minutes of court time that were sold again.
    pub sold_again_minutes: i64,
    /// The sum of their prices.
    pub price: Money,
}

/// The bookings with one coupon that were not cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponSum {
    /// The coupon.
    pub coupon: CouponId,
    /// Its code.
    pub code: String,
    /// The number of bookings.
    pub bookings: i64,
    /// The sum of their prices before the discount.
    pub price: Money,
    /// The discount.
    pub discount: Money,
    /// How many were the first booking of their player.
    pub new_players: i64,
}

/// A booking with the values by which the reports count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedBooking {
    /// Its number.
    pub order: OrderNumber,
    /// The court's name.
    pub court_name: String,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// When it starts.
    pub starts_at: Timestamp,
    /// The name of the person who comes.
    pub name: String,
    /// Its status.
    pub status: OrderStatus,
    /// Its minutes of court time.
    pub minutes: i64,
    /// What it costs before the discount.
    pub price: Money,
    /// The discount.
    pub discount: Money,
    /// How long before the start it was made.
    pub booked_ahead: TimeAhead,
    /// How it was made.
    pub booked_how: BookedHow,
    /// Whether the players did not come.
    pub is_missed: bool,
    /// How long before the start it was cancelled, by whom, and whether its time was sold again; `None`: it was not cancelled.
    pub cancelled: Option<(TimeAhead, CancelledBy, bool)>,
    /// The code of its coupon.
    pub coupon: Option<String>,
    /// Whether it has a coupon and is the first booking of its player.
    pub is_new_player: bool,
}

/// Money of players that came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyMovement {
    /// The name of its entry in the ledger.
    pub entry: String,
    /// When it came or went; of what a desk took without a network, when it was recorded.
    pub at: Timestamp,
    /// What happened.
    pub event: LedgerEvent,
    /// The amount: positive if it came, negative if it went.
    pub amount: Money,
    /// How it was paid or given back.
    pub way: RevenueWay,
    /// How the booking was made.
    pub source: RevenueSource,
    /// The member of staff who took or gave it or showed its QR code; `None` if it was not at a desk.
    pub staff: Option<StaffId>,
    /// The first booking that it was for.
    pub order: OrderNumber,
    /// How many bookings it was for: 1 for the refund of one of several that were paid together.
    pub orders: i64,
    /// The court of the first one.
    pub court_name: String,
    /// Its day at the venue.
    pub day: Date,
    /// Its start at the venue.
    pub start: StartTime,
    /// The name of the person who comes to it.
    pub name: String,
}

impl Reports<'_> {
    /// What was sold of a venue's days, by day and start.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_sold(&mut self, venue: VenueId, period: Period) -> Result<Vec<SoldSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        let rows = self.0.all(sql!("report/sum_sold"), params).await?;
        rows.iter().map(sold_sum).collect()
    }

    /// The times for which a venue closed courts that start from `from` to before `until`, the first one first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_closed(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ClosedSlot>, StoreError> {
        let rows = self.0.all(sql!("report/list_closed"), params![venue.0, from, until]).await?;
        let closed = |row: &Row| {
            Ok(ClosedSlot {
                court: CourtId(row.integer("court_id")?),
                starts_at: row.instant("starts_at")?,
                ends_at: row.instant("ends_at")?,
                reason: row.text("reason")?.to_owned(),
            })
        };
        rows.iter().map(closed).collect()
    }

    /// The bookings of a venue's days that were not cancelled and had begun at `now`, by how long before the start and how they were
    /// made, with the number of those that were missed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_missed(
        &mut self,
        venue: VenueId,
        period: Period,
        now: Timestamp,
    ) -> Result<Vec<MissedSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last(), now];
        let rows = self.0.all(sql!("report/sum_missed"), params).await?;
        rows.iter().map(missed_sum).collect()
    }

    /// The cancelled bookings of a venue's days that [`Reports::list_bookings`] lists, by how long before the start and by whom they were
    /// cancelled.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_cancelled(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<Vec<CancelledSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        let rows = self.0.all(sql!("report/sum_cancelled"), params).await?;
        let mut sums: Vec<CancelledSum> = Vec::new();
        for row in &rows {
            let next = cancelled_sum(row)?;
            // The rows of one kind follow each other: those that were sold again, and the others.
            match sums.last_mut().filter(|last| (last.time_ahead, last.by) == (next.time_ahead, next.by)) {
                Some(last) => last.add(next),
                None => sums.push(next),
            }
        }
        Ok(sums)
    }

    /// The bookings of a venue's days with a coupon that were not cancelled, by coupon.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_coupons(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<Vec<CouponSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        let rows = self.0.all(sql!("report/sum_coupons"), params).await?;
        rows.iter().map(coupon_sum).collect()
    }

    /// The bookings of a venue's days, cancelled ones included, the latest first. If a player got court and hour back after a closure,
    /// the booking that the closure ended is left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_bookings(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<Vec<ReportedBooking>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        let rows = self.0.all(sql!("report/list_bookings"), params).await?;
        rows.iter().map(reported_booking).collect()
    }

    /// The money of players that came and went for the bookings of a venue from `from` to before `until`, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_money(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<MoneyMovement>, StoreError> {
        self.list_money_by((venue, false), (from, until)).await
    }

    /// As [`Reports::list_money`], for the desk of a venue: what it gave back for another desk is listed, and what another desk gave back
    /// for it is not. What came and went online is listed by the bookings.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_money_of_desk(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<MoneyMovement>, StoreError> {
        self.list_money_by((venue, true), (from, until)).await
    }

    async fn list_money_by(
        &mut self,
        (venue, is_of_desk): (VenueId, bool),
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<MoneyMovement>, StoreError> {
        let params = params![venue.0, from, until, i64::from(is_of_desk)];
        let rows = self.0.all(sql!("report/list_money"), params).await?;
        rows.iter().map(money_movement).collect()
    }
}

impl MissedSum {
    /// Adds others of the same kind.
    pub fn add(&mut self, other: MissedSum) {
        self.bookings += other.bookings;
        self.missed += other.missed;
    }
}

impl CouponSum {
    /// Adds others with the same coupon.
    pub fn add(&mut self, other: CouponSum) {
        self.bookings += other.bookings;
        self.price = self.price.plus(other.price);
        self.discount = self.discount.plus(other.discount);
        self.new_players += other.new_players;
    }
}

impl CancelledSum {
    /// Adds others of the same kind.
    pub fn add(&mut self, other: CancelledSum) {
        self.bookings += other.bookings;
        self.minutes += other.minutes;
        self.sold_again += other.sold_again;
        self.sold_again_minutes += other.sold_again_minutes;
        self.price = self.price.plus(other.price);
    }
}

/// The value of `all` at the place, from 0, that is in `column`.
pub(crate) fn value_at<T: Copy>(all: &[T], row: &Row, column: &str) -> Result<T, StoreError> {
    let place = row.integer(column)?;
    let value = usize::try_from(place).ok().and_then(|place| all.get(place));
    value.copied().ok_or_else(|| StoreError::Corrupt(format!("{column}: there is no value at {place}")))
}

pub(crate) fn sold_sum(row: &Row) -> Result<SoldSum, StoreError> {
    Ok(SoldSum {
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        bookings: row.integer("bookings")?,
        minutes: row.integer("minutes")?,
        price: row.money("price_paise")?,
        discount: row.money("discount_paise")?,
    })
}

pub(crate) fn missed_sum(row: &Row) -> Result<MissedSum, StoreError> {
    Ok(MissedSum {
        time_ahead: value_at(TimeAhead::ALL, row, "lead")?,
        how: value_at(BookedHow::ALL, row, "how")?,
        bookings: row.integer("bookings")?,
        missed: row.integer("missed")?,
    })
}

pub(crate) fn coupon_sum(row: &Row) -> Result<CouponSum, StoreError> {
    Ok(CouponSum {
        coupon: CouponId(row.integer("coupon_id")?),
        code: row.text("code")?.to_owned(),
        bookings: row.integer("bookings")?,
        price: row.money("price_paise")?,
        discount: row.money("discount_paise")?,
        new_players: row.integer("new_players")?,
    })
}

fn cancelled_sum(row: &Row) -> Result<CancelledSum, StoreError> {
    let (bookings, minutes) = (row.integer("bookings")?, row.integer("minutes")?);
    let is_sold_again = row.flag("is_sold_again")?;
    Ok(CancelledSum {
        time_ahead: value_at(TimeAhead::ALL, row, "lead")?,
        by: row.parsed("canceller")?,
        bookings,
        minutes,
        sold_again: if is_sold_again { bookings } else { 0 },
        sold_again_minutes: if is_sold_again { minutes } else { 0 },
        price: row.money("price_paise")?,
    })
}

fn reported_booking(row: &Row) -> Result<ReportedBooking, StoreError> {
    let cancelled = match row.integer_or_null("cancelled_ahead")? {
        Some(_) => Some((
            value_at(TimeAhead::ALL, row, "cancelled_ahead")?,
            row.parsed("canceller")?,
            row.flag("is_sold_again")?,
        )),
        None => None,
    };
    Ok(ReportedBooking {
        order: row.converted("order_number")?,
        court_name: row.text("court_name")?.to_owned(),
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        starts_at: row.instant("starts_at")?,
        name: row.text("name")?.to_owned(),
        status: row.parsed("status")?,
        minutes: row.integer("minutes")?,
        price: row.money("price_paise")?,
        discount: row.money("discount_paise")?,
        booked_ahead: value_at(TimeAhead::ALL, row, "booked_ahead")?,
        booked_how: value_at(BookedHow::ALL, row, "booked_how")?,
        is_missed: row.flag("is_missed")?,
        cancelled,
        coupon: row.text_or_null("coupon_code")?.map(str::to_owned),
        is_new_player: row.flag("is_new_player")?,
    })
}

fn money_movement(row: &Row) -> Result<MoneyMovement, StoreError> {
    let account = row.parsed("account")?;
    let way = RevenueWay::of(account)
        .ok_or_else(|| StoreError::Corrupt(format!("report/list_money: a line of the account {account}")))?;
    Ok(MoneyMovement {
        entry: row.text("entry")?.to_owned(),
        at: row.instant("happened_at")?,
        event: row.parsed("event")?,
        amount: row.money("amount_paise")?,
        way,
        source: row.parsed("source")?,
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        order: row.converted("order_number")?,
        orders: row.integer("orders")?,
        court_name: row.text("court_name")?.to_owned(),
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        name: row.text("name")?.to_owned(),
    })
}
