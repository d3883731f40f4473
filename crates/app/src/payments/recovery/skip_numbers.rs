//! Skips the numbers of receipts and credit notes that may be printed on lost documents.
//!
//! Only online payments have receipts, so at most as many receipts are lost as there are captured payments without a
//! receipt here. A credit note is issued when a booking is cancelled, which the provider learns of days later or never.
//! So at most as many credit notes are lost as there were paid bookings that could still be cancelled, plus the
//! payments captured since.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::receipt::{FinancialYear, ReceiptNumber, Series};
use sideout_store::{
    Receipts, Session, StoreError,
    payments::{FoundPayment, RecoveredOrder, Recoveries},
    receipts::ReceiptGap,
};

use super::{
    RecoverError, Recovery,
    survey::{Case, OrderMatch},
};
use crate::{App, platform::brand::find_brand};

/// The data for counting lost documents.
#[derive(Debug)]
struct Counting {
    since: Timestamp,
    now: Timestamp,
    orders: Vec<RecoveredOrder>,
    found: Vec<FoundPayment>,
    receipts: Moving,
    credit_notes: Moving,
    /// The financial years since the backup, in the time zone of the operator's city.
    years: Vec<FinancialYear>,
    dry_run: bool,
}

/// A series whose next numbers are skipped.
#[derive(Debug)]
struct Moving {
    series: Series,
    /// The last number that was issued, if the operator knows it.
    after: Option<ReceiptNumber>,
}

/// Counts each payment found once and moves both series on; a dry run only returns the gaps.
pub(super) async fn move_numbers_on(
    app: &App,
    recovery: &Recovery,
    cases: &[Case],
    now: Timestamp,
) -> Result<Vec<ReceiptGap>, RecoverError> {
    let counting = counting(app, recovery, cases, now).await?;
    let gaps: Result<Vec<ReceiptGap>, StoreError> = if recovery.dry_run {
        app.store.read(counting, |tx, counting| Box::pin(count(tx, counting))).await
    } else {
        app.store.write(counting, |tx, counting| Box::pin(count(tx, counting))).await
    };
    Ok(gaps?)
}

async fn counting(
    app: &App,
    recovery: &Recovery,
    cases: &[Case],
    now: Timestamp,
) -> Result<Counting, RecoverError> {
    let brand = find_brand(app).await?;
    let zone = TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC);
    let year = |at: Timestamp| FinancialYear::of(at.to_zoned(zone.clone()).date()).first();
    let years = (year(recovery.since)..=year(now)).map(FinancialYear::beginning_in).collect::<Vec<_>>();
    let moving = |series: &str, after: &Option<ReceiptNumber>| {
        let series: Series = series
            .parse()
            .map_err(|error| StoreError::Corrupt(format!("business.receipts: \"{series}\": {error}")))?;
        match after {
            Some(after) if after.series != series || !years.contains(&after.year) => {
                Err(RecoverError::NotOfThisSeries { given: after.clone(), series })
            }
            after => Ok(Moving { series, after: after.clone() }),
        }
    };
    let settings = &app.settings.receipts;
    let orders = cases.iter().filter(|case| case.found_as == OrderMatch::Lost).map(recovered_order);
    let found = cases.iter().flat_map(|case| {
        let captured = case.payments.iter().filter(|payment| payment.status.was_captured());
        captured.map(|payment| FoundPayment {
            payment: payment.id.to_string(),
            provider_order: case.id.to_string(),
            order: case.provider_order.order,
            amount: payment.amount,
            returned: payment.refunded,
        })
    });
    Ok(Counting {
        since: recovery.since,
        now,
        orders: orders.collect(),
        found: found.collect(),
        receipts: moving(&settings.series, &recovery.receipts_after)?,
        credit_notes: moving(&settings.credit_series, &recovery.credit_notes_after)?,
        years,
        dry_run: recovery.dry_run,
    })
}

fn recovered_order(case: &Case) -> RecoveredOrder {
    RecoveredOrder {
        provider_order: case.id.to_string(),
        order: case.provider_order.order,
        amount: case.provider_order.amount,
        is_paid: case.payments.iter().any(|payment| payment.status.was_captured()),
        opened_at: case.opened_at,
    }
}

/// INVARIANT: a payment is counted by one recovery and no other, in the unit of work that moves the numbers on (suite
/// `recovery`).
async fn count(tx: &mut dyn Session, counting: &Counting) -> Result<Vec<ReceiptGap>, StoreError> {
    let Counting { since, now, .. } = *counting;
    let mut found = counting.found.clone();
    found.extend(Recoveries(tx).list_unbooked_since(since).await?);
    let (new, is_first) = if counting.dry_run {
        let mut new = 0;
        for found in &found {
            new += u64::from(Recoveries(tx).find_payment(&found.payment).await?.is_none());
        }
        (new, !Recoveries(tx).has_begun(since).await?)
    } else {
        Recoveries(tx).put_orders(&counting.orders, now).await?;
        (Recoveries(tx).add_payments(&found, now).await?, Recoveries(tx).begin(since, now).await?)
    };
    let new = u32::try_from(new).unwrap_or(u32::MAX);
    let creditable = if is_first { Receipts(tx).count_creditable(since).await? } else { 0 };
    let mut gaps = Vec::new();
    for (moving, lost) in [(&counting.receipts, new), (&counting.credit_notes, new + creditable)] {
        for year in &counting.years {
            let (at_least, more) = match &moving.after {
                Some(after) if after.year == *year => (after.serial, 0),
                _ => (0, lost),
            };
            let series = (&moving.series, *year);
            gaps.extend(if counting.dry_run {
                Receipts(tx).gap(series, (at_least, more)).await?
            } else {
                Receipts(tx).move_on(series, (at_least, more), (since, now)).await?
            });
        }
    }
    Ok(gaps)
}
