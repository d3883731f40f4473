//! The tables `revenue_day` and `revenue_sum`: the money that was taken and given back on each past day of
//! a venue, by way, source and member of staff.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{
    StaffId, VenueId,
    money::Money,
    report::{Period, RevenueSource, RevenueWay},
};

use crate::{Row, Session, StoreError, params, reports::MoneyMovement, sql};

/// The repository of the sums.
pub struct RevenueDays<'s>(pub &'s mut dyn Session);

/// The key by which money is summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevenueKey {
    /// How it was paid or given back.
    pub way: RevenueWay,
    /// How its booking was made.
    pub source: RevenueSource,
    /// The member of staff who took or gave it or showed its QR code; `None` if it was not at a desk.
    pub staff: Option<StaffId>,
}

/// The money that was taken and given back on one day, for one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevenueSum {
    /// The day at the venue.
    pub day: Date,
    /// The key.
    pub key: RevenueKey,
    /// The number of movements.
    pub movements: i64,
    /// What was taken, less what was voided.
    pub taken: Money,
    /// What went back to players, less refunds that could not be sent.
    pub returned: Money,
}

impl MoneyMovement {
    /// The key by which it is summed.
    pub fn key(&self) -> RevenueKey {
        RevenueKey { way: self.way, source: self.source, staff: self.staff }
    }
}

/// The sums of one day's movements.
pub fn sum_movements(day: Date, movements: &[MoneyMovement]) -> Vec<RevenueSum> {
    let mut sums: BTreeMap<(&str, &str, i64), RevenueSum> = BTreeMap::new();
    for movement in movements {
        let key = movement.key();
        let place = (key.way.name(), key.source.name(), stored_staff(key.staff));
        let none = RevenueSum { day, key, movements: 0, taken: Money::ZERO, returned: Money::ZERO };
        let sum = sums.entry(place).or_insert(none);
        sum.movements += 1;
        if movement.event.counts_as_returned() {
            sum.returned = sum.returned.plus(Money::from_paise(-movement.amount.paise()));
        } else {
            sum.taken = sum.taken.plus(movement.amount);
        }
    }
    sums.into_values().collect()
}

/// A primary key has no null: 0 is stored for no member of staff.
fn stored_staff(staff: Option<StaffId>) -> i64 {
    staff.map_or(0, |staff| staff.0)
}

impl RevenueDays<'_> {
    /// Adds the sums of a day, once. `false` if the day was summed before, or the venue has another time zone than `zone` by now, so that
    /// these are not the sums of its day. The caller has taken the turn of the venue, so that it does not get one meanwhile.
    ///
    /// INVARIANT: the sums of a day are those of its venue's present time zone (suite `revenue_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        (venue, zone, day): (VenueId, &TimeZone, Date),
        sums: &[RevenueSum],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![venue.0, day, now, zone.iana_name().unwrap_or("UTC")];
        let is_new = self.0.run(sql!("revenue_day/add"), params).await? == 1;
        if is_new {
            for RevenueSum { key, movements, taken, returned, .. } in sums {
                let params = params![
                    venue.0,
                    day,
                    key.way.name(),
                    key.source.name(),
                    stored_staff(key.staff),
                    *movements,
                    taken.paise(),
                    returned.paise(),
                ];
                self.0.run(sql!("revenue_sum/add"), params).await?;
            }
        }
        Ok(is_new)
    }

    /// The first and the last day that was summed; all days between were summed, too. `None` if no day was.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_range(&mut self, venue: VenueId) -> Result<Option<(Date, Date)>, StoreError> {
        let row = self.0.one(sql!("revenue_day/find_range"), params![venue.0]).await?;
        Ok(row.day_or_null("first_day")?.zip(row.day_or_null("last_day")?))
    }

    /// The sums of a venue on the days of `period` that are in the range that [`RevenueDays::find_range`] has returned. Days without any
    /// movement are left out.
    ///
    /// INVARIANT: a day that was summed after that range was read is left out (suite `revenue_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        venue: VenueId,
        period: Period,
        (first, last): (Date, Date),
    ) -> Result<Vec<RevenueSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last(), first, last];
        let rows = self.0.all(sql!("revenue_sum/list"), params).await?;
        rows.iter().map(revenue_sum).collect()
    }

    /// The time of the first entry in the ledger; `None` if the ledger is empty.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_first_entry_time(&mut self) -> Result<Option<Timestamp>, StoreError> {
        self.0.one(sql!("ledger_posting/find_first"), params![]).await?.instant_or_null("happened_at")
    }
}

fn revenue_sum(row: &Row) -> Result<RevenueSum, StoreError> {
    let staff = row.integer("staff_id")?;
    let key = RevenueKey {
        way: row.parsed("way")?,
        source: row.parsed("source")?,
        staff: (staff != 0).then_some(StaffId(staff)),
    };
    Ok(RevenueSum {
        day: row.day("day")?,
        key,
        movements: row.integer("movements")?,
        taken: row.money("taken_paise")?,
        returned: row.money("returned_paise")?,
    })
}
