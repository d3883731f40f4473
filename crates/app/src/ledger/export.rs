//! Exports the ledger as a table for accounting software.

use std::io;

use jiff::{
    Timestamp, ToSpan as _,
    civil::Date,
    tz::{self, TimeZone},
};
use sideout_domain::money::Money;
use sideout_store::{Ledger, Store, StoreError, ledger::Line};

use crate::platform::csv_cells::{escape_cell, unsigned_rupees};

/// Lines buffered at once.
const BATCH: u32 = 1_000;

/// The header line of the table.
const COLUMNS: [&str; 9] =
    ["date", "time", "event", "order", "payment", "account", "debit_inr", "credit_inr", "entry"];

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The last day is before the first one.
    #[error("--to {to} is before --from {from}; write that day or a later one")]
    Backwards {
        /// The first day.
        from: Date,
        /// The last day.
        to: Date,
    },
    /// A day is outside the range of dates that can be represented.
    #[error("--from or --to is out of range ({0}); write another day")]
    NoSuchTime(#[from] jiff::Error),
    /// The table could not be written.
    #[error(
        "the table could not be written: {0}; check the disk or the program that reads it, and export again"
    )]
    Write(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> Self {
        ExportError::Write(io::Error::from(error))
    }
}

/// A range of days in the time zone of the operator's city, both ends included.
#[derive(Debug, Clone)]
pub struct Days {
    from: Timestamp,
    /// The start of the day after the last one.
    until: Timestamp,
    zone: TimeZone,
}

impl Days {
    /// From the first instant of `from` to the last one of `to`.
    ///
    /// # Errors
    /// [`ExportError::Backwards`] and [`ExportError::NoSuchTime`].
    pub fn new(from: Date, to: Date, zone: TimeZone) -> Result<Days, ExportError> {
        if to < from {
            return Err(ExportError::Backwards { from, to });
        }
        let begin = |day: Date| day.to_zoned(zone.clone()).map(|day| day.timestamp());
        Ok(Days { from: begin(from)?, until: begin(to.checked_add(1.day())?)?, zone })
    }
}

/// Writes the lines of these days in the order in which they happened, as CSV (RFC 4180) in UTF-8: one line for each
/// posting, the amount in rupees with two decimals, either as debit or as credit. Returns the number of lines written.
///
/// # Errors
/// [`ExportError`]; the lines written before the error are in `out`.
pub async fn export(store: &Store, days: &Days, out: impl io::Write) -> Result<u64, ExportError> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    table.write_record(COLUMNS)?;
    let (mut last, mut count) = (None::<Line>, 0);
    loop {
        let batch: Vec<Line> = store
            .read((days.from, days.until, last), |tx, (from, until, last)| {
                Box::pin(async move { Ledger(tx).list(*from, *until, last.as_ref(), BATCH).await })
            })
            .await?;
        for line in &batch {
            table.write_record(to_record(line, days.zone.to_offset(line.happened_at)))?;
            count += 1;
        }
        last = batch.into_iter().next_back();
        if last.is_none() {
            table.flush()?;
            return Ok(count);
        }
    }
}

fn to_record(line: &Line, offset: tz::Offset) -> [String; 9] {
    let at = offset.to_datetime(line.happened_at);
    let amount = |shown: bool| if shown { unsigned_rupees(line.amount) } else { String::new() };
    [
        at.date().to_string(),
        at.time().strftime("%H:%M:%S").to_string(),
        line.event.to_string(),
        line.order.map(|order| order.to_string()).unwrap_or_default(),
        escape_cell(line.payment.as_deref().unwrap_or_default()),
        line.account.to_string(),
        amount(line.amount > Money::ZERO),
        amount(line.amount < Money::ZERO),
        escape_cell(&line.entry),
    ]
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_in_the_zone_of_the_operators_city_and_a_backward_range_is_refused() {
        let india = TimeZone::get("Asia/Kolkata").unwrap();
        let days = Days::new(date(2026, 11, 21), date(2026, 11, 21), india.clone()).unwrap();
        let shown = (days.from.to_string(), days.until.to_string());
        assert_eq!(shown, ("2026-11-20T18:30:00Z".to_owned(), "2026-11-21T18:30:00Z".to_owned()));
        let backwards = Days::new(date(2026, 11, 21), date(2026, 11, 20), india);
        assert_eq!(
            backwards.unwrap_err().to_string(),
            "--to 2026-11-20 is before --from 2026-11-21; write that day or a later one"
        );
    }
}
