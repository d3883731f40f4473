//! Writes a report as a table for spreadsheets: CSV (RFC 4180) in UTF-8 with a byte order mark, ISO dates, rupees with two decimals.

use std::{collections::HashMap, io};

use sideout_domain::{StaffId, money::Money, report::Share, slot::StartTime};

use super::{ReportBody, figures::Occupancy, read_report::Report};
use crate::platform::csv_cells::{escape_cell, rupees};

/// What makes spreadsheets read the file as UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The weekdays as the table names them, Monday first.
const WEEKDAY_NAMES: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The table of a report. Text of people is never read as a formula.
///
/// # Errors
/// If a line cannot be written into memory.
pub fn write_csv(report: &Report, names: &HashMap<StaffId, String>) -> Result<Vec<u8>, io::Error> {
    write_table(lines(report, names))
}

/// A table of these lines, the head first.
///
/// # Errors
/// If a line cannot be written into memory.
pub(super) fn write_table(lines: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>, io::Error> {
    let mut bytes = BYTE_ORDER_MARK.to_vec();
    {
        let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut bytes);
        for line in lines {
            table.write_record(line).map_err(io::Error::from)?;
        }
        table.flush()?;
    }
    Ok(bytes)
}

fn lines(report: &Report, names: &HashMap<StaffId, String>) -> Vec<Vec<String>> {
    match &report.body {
        ReportBody::Occupancy(figures) => occupancy(&figures.now, figures.before.as_ref()),
        ReportBody::Revenue(figures) => {
            let head =
                ["date", "way", "source", "person", "movements", "taken_inr", "given_back_inr", "net_inr"];
            let person = |staff: Option<StaffId>| match staff {
                Some(staff) => names.get(&staff).map_or_else(|| staff.to_string(), |name| escape_cell(name)),
                None => String::new(),
            };
            let line = |sum: &super::RevenueSum| {
                vec![
                    sum.day.to_string(),
                    sum.key.way.to_string(),
                    sum.key.source.to_string(),
                    person(sum.key.staff),
                    sum.movements.to_string(),
                    rupees(sum.taken),
                    rupees(sum.returned),
                    rupees(Money::from_paise(sum.taken.paise() - sum.returned.paise())),
                ]
            };
            table(&head, figures.now.iter().map(line))
        }
        ReportBody::NoShows(figures) => {
            let head = ["booked_before_start", "booked", "bookings", "missed", "missed_percent"];
            let line = |group: &super::MissedSum| {
                let share = Share { part: group.missed, whole: group.bookings };
                vec![
                    group.time_ahead.to_string(),
                    group.how.to_string(),
                    group.bookings.to_string(),
                    group.missed.to_string(),
                    percent(share),
                ]
            };
            table(&head, figures.now.iter().map(line))
        }
        ReportBody::Cancellations(figures) => {
            let head = [
                "cancelled_before_start",
                "by",
                "bookings",
                "hours",
                "sold_again_bookings",
                "sold_again_hours",
                "price_inr",
            ];
            let line = |group: &super::CancelledSum| {
                vec![
                    group.time_ahead.to_string(),
                    group.by.to_string(),
                    group.bookings.to_string(),
                    hours(group.minutes),
                    group.sold_again.to_string(),
                    hours(group.sold_again_minutes),
                    rupees(group.price),
                ]
            };
            table(&head, figures.now.iter().map(line))
        }
        ReportBody::Coupons(figures) => {
            let head = ["code", "uses", "price_inr", "discount_inr", "new_players"];
            let line = |coupon: &super::CouponSum| {
                vec![
                    escape_cell(&coupon.code),
                    coupon.bookings.to_string(),
                    rupees(coupon.price),
                    rupees(coupon.discount),
                    coupon.new_players.to_string(),
                ]
            };
            table(&head, figures.now.iter().map(line))
        }
        ReportBody::PrimeHours(prime) => {
            let head = ["date", "start", "free_courts", "courts", "worth_inr", "usually_sold_percent"];
            let line = |hour: &super::PrimeHour| {
                vec![
                    hour.day.to_string(),
                    time_of_day(hour.start),
                    hour.free.len().to_string(),
                    prime.courts.to_string(),
                    rupees(hour.worth),
                    percent(hour.usual),
                ]
            };
            table(&head, prime.hours.iter().map(line))
        }
    }
}

fn occupancy(now: &Occupancy, before: Option<&Occupancy>) -> Vec<Vec<String>> {
    let head = ["weekday", "hour", "sold_hours", "open_hours", "sold_percent", "sold_percent_before"];
    let line = |cell: sideout_domain::report::HourCell| {
        let earlier = before.map(|before| before.map.at(cell.weekday, cell.hour)).unwrap_or_default();
        vec![
            WEEKDAY_NAMES.get(cell.weekday).copied().unwrap_or_default().to_owned(),
            format!("{:02}:00", cell.hour),
            hours(cell.share.part),
            hours(cell.share.whole),
            percent(cell.share),
            percent(earlier),
        ]
    };
    table(&head, now.map.cells().map(line))
}

fn table(head: &[&str], lines: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let head = head.iter().map(|name| (*name).to_owned()).collect();
    std::iter::once(head).chain(lines).collect()
}

/// A start as the time of day, like `19:30`.
pub(super) fn time_of_day(start: StartTime) -> String {
    let minute = start.minute();
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// `1.50`: minutes as hours.
fn hours(minutes: i64) -> String {
    format!("{}.{:02}", minutes / 60, minutes % 60 * 100 / 60)
}

/// A share in percent, like `53.1`; empty if the whole is zero.
fn percent(share: Share) -> String {
    share.tenths().map(|tenths| format!("{}.{}", tenths / 10, tenths % 10)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_and_shares_are_decimals() {
        assert_eq!([0, 45, 60, 90].map(hours), ["0.00", "0.75", "1.00", "1.50"]);
        assert_eq!(percent(Share { part: 1, whole: 3 }), "33.3");
        assert_eq!(percent(Share::default()), "");
    }
}
