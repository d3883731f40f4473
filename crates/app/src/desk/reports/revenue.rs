//! What came and went at a venue: past days from their sums, the rest from the ledger.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{StaffId, drawer::Shift, report::Period, venue::Venue};
use sideout_store::{
    Reports, RevenueDays, Session, StoreError,
    reports::MoneyMovement,
    revenue_days::{RevenueSum, sum_movements},
};

/// The sums of a period, by day and kind.
///
/// INVARIANT: each day is counted once, also if its sums are written during the reads (suite `revenue_races`).
pub(super) async fn revenue(
    tx: &mut dyn Session,
    venue: &Venue,
    period: Period,
    now: Timestamp,
) -> Result<Vec<RevenueSum>, StoreError> {
    let summed = RevenueDays(tx).find_range(venue.id).await?;
    let is_summed = |day: Date| summed.is_some_and(|(first, last)| first <= day && day <= last);
    // The job may sum a day between the two reads. Such a day is counted from the ledger below, so its sums are left out here.
    let mut sums = match summed {
        Some(range) => RevenueDays(tx).list(venue.id, period, range).await?,
        None => Vec::new(),
    };
    let Some(first) = RevenueDays(tx).find_first_entry_time().await? else { return Ok(sums) };
    let (first, today) = (venue.today(first), venue.today(now));
    for day in period.days().filter(|day| first <= *day && *day <= today && !is_summed(*day)) {
        let movements = Reports(tx).list_money(venue.id, venue.span_of(day)).await?;
        sums.extend(sum_movements(day, &movements));
    }
    sums.sort_by_key(|sum| sum.day);
    Ok(sums)
}

/// What `staff` took and gave since `shift` began, by the day of `venue` on which it came or went, the latest day first.
pub(super) async fn own_days(
    tx: &mut dyn Session,
    venue: &Venue,
    (shift, staff): (&Shift, StaffId),
    now: Timestamp,
) -> Result<Vec<(Date, Vec<MoneyMovement>)>, StoreError> {
    // Includes what happens in the millisecond of the request.
    let until = Timestamp::from_millisecond(now.as_millisecond() + 1).unwrap_or(Timestamp::MAX);
    let mut movements = Reports(tx).list_money_of_desk(shift.venue, (shift.opened_at, until)).await?;
    movements.retain(|movement| movement.staff == Some(staff));
    let day = |movement: &MoneyMovement| venue.today(movement.at);
    // They are in the order of their times, so those of a day stand together.
    let days = movements.chunk_by(|one, other| day(one) == day(other));
    Ok(days.filter_map(|of_day| Some((day(of_day.first()?), of_day.to_vec()))).collect())
}
