//! The table `venue_day`: the days of the venues that are closed, each with its report.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BlockId, CustomerId, StaffId, VenueId,
    order::{OrderNumber, OrderStatus},
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of closed days.
pub struct VenueDays<'s>(pub &'s mut dyn Session);

/// A closed day of a venue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedDay {
    /// The venue.
    pub venue: VenueId,
    /// The day there.
    pub day: Date,
    /// When it was closed.
    pub closed_at: Timestamp,
    /// The person who closed it; `None` if the program did, because staff had not.
    pub closed_by: Option<StaffId>,
    /// The start of the time whose recorded money is in the report.
    pub money_from: Timestamp,
    /// The end of that time, not included.
    pub money_until: Timestamp,
    /// What the report says, JSON.
    pub facts: String,
    /// The numbers of the audit entries in the digest, ascending.
    pub entries: Vec<i64>,
    /// The digest over this row and those entries, base32, as it was when the day was closed.
    pub digest: String,
    /// The digest over the row as it is now and `digest`, if the names of debtors were removed from the report; `None` if the row is
    /// unchanged.
    pub digest_now: Option<String>,
}

/// A closure that ended bookings of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplacingClosure {
    /// The closure.
    pub block: BlockId,
    /// Its reason.
    pub reason: String,
    /// How many bookings it ended, without those whose players got their court and hour back.
    pub bookings: i64,
    /// For how many of them money goes back.
    pub paid_back: i64,
    /// When the first of them was to begin.
    pub first_start: Timestamp,
    /// When the last of them was to begin.
    pub last_start: Timestamp,
    /// The number of courts on which they were.
    pub courts: i64,
}

impl VenueDays<'_> {
    /// Takes the venue's turn: other units of work that take it, or that change the venue by
    /// [`Imports::next_version`](crate::import::Imports::next_version), wait until this one ends.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn(&mut self, venue: VenueId) -> Result<(), StoreError> {
        self.0.run(sql!("venue/take_turn"), params![venue.0]).await.map(drop)
    }

    /// Takes the turns of all venues, retired ones included, in ascending order of their ids. A unit that changes several venues and takes
    /// the brand's turn takes these first: a publication takes the turn of its venue before that of the brand, so in another order the two
    /// would be a deadlock.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_all_turns(&mut self) -> Result<(), StoreError> {
        for venue in self.list_venues().await? {
            self.take_turn(venue).await?;
        }
        Ok(())
    }

    /// Closes a day; `false` if it is closed already.
    ///
    /// INVARIANT: a day is closed once, also by concurrent calls and by several nodes (suite `day_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &ClosedDay) -> Result<bool, StoreError> {
        let params = params![
            new.venue.0,
            new.day,
            new.closed_at,
            new.closed_by.map(|id| id.0),
            new.money_from,
            new.money_until,
            &new.facts,
            entries_text(&new.entries),
            &new.digest,
        ];
        Ok(self.0.run(sql!("venue_day/add"), params).await? == 1)
    }

    /// A day, if it is closed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, venue: VenueId, day: Date) -> Result<Option<ClosedDay>, StoreError> {
        let row = self.0.first(sql!("venue_day/find"), params![venue.0, day]).await?;
        row.map(|row| closed_day(&row)).transpose()
    }

    /// The last day of a venue that is closed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_newest(&mut self, venue: VenueId) -> Result<Option<ClosedDay>, StoreError> {
        let row = self.0.first(sql!("venue_day/find_newest"), params![venue.0]).await?;
        row.map(|row| closed_day(&row)).transpose()
    }

    /// Up to `limit` closed days of a venue after `day`, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        venue: VenueId,
        day: Date,
        limit: u32,
    ) -> Result<Vec<ClosedDay>, StoreError> {
        let rows = self.0.all(sql!("venue_day/list"), params![venue.0, day, limit]).await?;
        rows.iter().map(closed_day).collect()
    }

    /// The closed days whose report names debtors, because a program from before V45 closed them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_with_names(&mut self) -> Result<Vec<(VenueId, Date)>, StoreError> {
        let rows = self.0.all(sql!("venue_day/list_with_names"), params![]).await?;
        rows.iter().map(|row| Ok((VenueId(row.integer("venue_id")?), row.day("day")?))).collect()
    }

    /// Replaces the report of a closed day by that of `without`, which names no debtors; `false` if it names none already. `digest_now` is
    /// its digest; nothing else of the row can change.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn forget_names(&mut self, without: &ClosedDay, digest_now: &str) -> Result<bool, StoreError> {
        let params = params![without.venue.0, without.day, &without.facts, digest_now];
        Ok(self.0.run(sql!("venue_day/forget_names"), params).await? == 1)
    }

    /// Locks the confirmed bookings of a venue's day against changes by other units of work until this one ends;
    /// returns how many there are.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn lock_bookings(&mut self, venue: VenueId, day: Date) -> Result<u64, StoreError> {
        self.0.run(sql!("orders/lock_day"), params![venue.0, day]).await
    }

    /// Attendance becomes the status of the confirmed bookings of a venue's day, which [`VenueDays::lock_bookings`] has
    /// locked; returns them. A game was missed if a member of staff said so, and any other was played.
    ///
    /// INVARIANT: attendance that is recorded at the same time either decides the status or is refused (suite `day_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn settle_attendance(
        &mut self,
        venue: VenueId,
        day: Date,
    ) -> Result<Vec<(OrderNumber, CustomerId, OrderStatus)>, StoreError> {
        let rows = self.0.all(sql!("orders/close_day"), params![venue.0, day]).await?;
        rows.iter()
            .map(|row| {
                let customer = CustomerId(row.integer("customer_id")?);
                Ok((row.converted("order_number")?, customer, row.parsed("status")?))
            })
            .collect()
    }

    /// The days of a venue from `from` on that were closed at `closed_since` or later and have bookings without an
    /// outcome, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unsettled(
        &mut self,
        venue: VenueId,
        from: Date,
        closed_since: Timestamp,
    ) -> Result<Vec<Date>, StoreError> {
        let params = params![venue.0, from, closed_since];
        let rows = self.0.all(sql!("venue_day/list_unsettled"), params).await?;
        rows.iter().map(|row| row.day("day")).collect()
    }

    /// Corrects whether a game of a closed day was played or missed; `false` if it has no outcome (its day is
    /// not closed, or it was cancelled), or `version` is not its version.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn correct_outcome(
        &mut self,
        number: OrderNumber,
        version: i64,
        status: OrderStatus,
    ) -> Result<bool, StoreError> {
        let params = params![number.value(), version, status.name()];
        Ok(self.0.run(sql!("orders/correct_outcome"), params).await? == 1)
    }

    /// The closures that ended bookings of a venue's day, by the start of the first one.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_displacing_closures(
        &mut self,
        venue: VenueId,
        day: Date,
    ) -> Result<Vec<DisplacingClosure>, StoreError> {
        let rows = self.0.all(sql!("orders/list_displacing_closures"), params![venue.0, day]).await?;
        rows.iter()
            .map(|row| {
                Ok(DisplacingClosure {
                    block: BlockId(row.integer("block_id")?),
                    reason: row.text("reason")?.to_owned(),
                    bookings: row.integer("bookings")?,
                    paid_back: row.integer("paid_back")?,
                    first_start: row.instant("starts_at")?,
                    last_start: row.instant("last_starts_at")?,
                    courts: row.integer("courts")?,
                })
            })
            .collect()
    }

    /// All venues, retired ones included, in ascending order of their ids.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_venues(&mut self) -> Result<Vec<VenueId>, StoreError> {
        let rows = self.0.all(sql!("venue_day/list_venues"), params![]).await?;
        rows.iter().map(|row| row.integer("venue_id").map(VenueId)).collect()
    }
}

/// Ascending numbers as text: the first one, then what each is more than the one before, such as `4711 1 1 3`.
fn entries_text(numbers: &[i64]) -> String {
    let mut last = 0;
    let step = |number: &i64| {
        let step = number - last;
        last = *number;
        step.to_string()
    };
    numbers.iter().map(step).collect::<Vec<_>>().join(" ")
}

/// The numbers that [`entries_text`] wrote.
fn parse_entries(text: &str) -> Result<Vec<i64>, StoreError> {
    let wrong = |_| StoreError::Corrupt("venue_day: the numbers of entries cannot be read".to_owned());
    let mut last = 0;
    text.split_whitespace()
        .map(|step| {
            last += step.parse::<i64>().map_err(wrong)?;
            Ok(last)
        })
        .collect()
}

fn closed_day(row: &Row) -> Result<ClosedDay, StoreError> {
    Ok(ClosedDay {
        venue: VenueId(row.integer("venue_id")?),
        day: row.day("day")?,
        closed_at: row.instant("closed_at")?,
        closed_by: row.integer_or_null("closed_by")?.map(StaffId),
        money_from: row.instant("money_from")?,
        money_until: row.instant("money_until")?,
        facts: row.text("facts")?.to_owned(),
        entries: parse_entries(row.text("entries")?)?,
        digest: row.text("digest")?.to_owned(),
        digest_now: row.text_or_null("digest_now")?.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for numbers in [vec![], vec![7], vec![4_711, 4_712, 4_713, 4_799]] {
            assert_eq!(parse_entries(&entries_text(&numbers)).unwrap(), numbers);
        }
        assert_eq!(entries_text(&[4_711, 4_712, 4_715]), "4711 1 3");
        assert!(parse_entries("4711 x").is_err());
    }
}
