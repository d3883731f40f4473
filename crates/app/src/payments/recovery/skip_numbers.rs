//! Skips the numbers of receipts and credit notes that may be printed on lost documents.
//!
//! Online, at most as many receipts are lost as there are captured payments without a receipt here. Each pays for one booking. A credit
//! note is issued when a booking ends with a refund, once: it is cancelled, or its court was closed and the player takes the money. The
//! provider learns of that days later or never. So at most as many of these credit notes are lost as there were paid bookings that could
//! still end so, plus the payments captured since.
//!
//! A credit note is also issued each time the player of a closed court takes a cheaper hour, for the difference, and the court of the new
//! hour may be closed as well. No bound follows from the data, so as many more numbers are skipped as players take such hours at most
//! ([`most_moves_to_cheaper_hours`]). A move at the desk gives nothing back that was paid online.
//!
//! No provider knows of money that was taken at a desk. So as many numbers of each desk are skipped as a desk issues at most
//! ([`most_documents_of_desk`]). A venue that took its first money after the backup had a series that the database would give to another
//! venue: the series that venues without one may have been given are skipped likewise. Venues, and staff, that were added after the backup
//! are not known here: the numbers of any other series are skipped when it is given to a venue ([`skip_numbers_of_new_series`]).
//!
//! [`skip_numbers_of_new_series`]: crate::steps::skip_lost_numbers::skip_numbers_of_new_series

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::receipt::{DeskSeries, FinancialYear, ReceiptNumber, Series};
use sideout_store::{
    Receipts, Session, StoreError, Venues,
    payments::{FoundPayment, RecoveredOrder, Recoveries},
    receipts::ReceiptGap,
    staff::Members,
};

use super::{
    RecoverError, Recovery,
    survey::{Case, OrderMatch},
};
use crate::{
    App,
    platform::brand::find_brand,
    steps::skip_lost_numbers::{
        financial_years, most_documents_of_desk, most_moves_to_cheaper_hours, skip_numbers_without_gap,
    },
};

/// The data for counting lost documents.
#[derive(Debug)]
struct Counting {
    since: Timestamp,
    now: Timestamp,
    orders: Vec<RecoveredOrder>,
    found: Vec<FoundPayment>,
    /// All receipts, then all credit notes: every unit of work takes their numbers in this order.
    to_skip: Vec<SeriesToSkip>,
    /// The financial years since the backup, in the time zone of the operator's city.
    years: Vec<FinancialYear>,
    /// Used after these numbers were skipped, for the series that desks were given meanwhile.
    given: GivenMeanwhile,
    dry_run: bool,
}

/// A series whose next numbers are skipped.
#[derive(Debug)]
struct SeriesToSkip {
    series: Series,
    /// How many of its documents may be lost.
    lost: Lost,
    /// The last numbers that were issued, as far as the operator knows them.
    after: Vec<ReceiptNumber>,
}

/// What is needed to skip numbers of the series that venues were given while the others were skipped.
#[derive(Debug, Clone)]
struct GivenMeanwhile {
    since: Timestamp,
    now: Timestamp,
    /// The series of online documents.
    online: Vec<Series>,
    /// The series of which the operator knows the last number.
    known: Vec<Series>,
    zone: TimeZone,
}

/// How many documents of a series may be lost: [`count`] has the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    Receipts,
    CreditNotes,
    DeskReceipts,
    DeskCreditNotes,
}

/// Counts each payment found once and skips numbers of all series; a dry run only returns the gaps.
pub(super) async fn skip_numbers(
    app: &App,
    recovery: &Recovery,
    cases: &[Case],
    now: Timestamp,
) -> Result<Vec<ReceiptGap>, RecoverError> {
    let counting = prepare_counting(app, recovery, cases, now).await?;
    count_and_skip(app, counting).await
}

/// Skips numbers of the desks' series alone, for an installation without a payment account; a dry run only returns the gaps.
pub(super) async fn skip_desk_numbers(
    app: &App,
    recovery: &Recovery,
    now: Timestamp,
) -> Result<Vec<ReceiptGap>, RecoverError> {
    let mut counting = prepare_counting(app, recovery, &[], now).await?;
    counting.to_skip.retain(|series| matches!(series.lost, Lost::DeskReceipts | Lost::DeskCreditNotes));
    count_and_skip(app, counting).await
}

async fn count_and_skip(app: &App, counting: Counting) -> Result<Vec<ReceiptGap>, RecoverError> {
    if counting.dry_run {
        return Ok(app.store.read(counting, |tx, counting| Box::pin(count(tx, counting))).await?);
    }
    let given = counting.given.clone();
    let gaps: Result<Vec<ReceiptGap>, StoreError> =
        app.store.write(counting, |tx, counting| Box::pin(count(tx, counting))).await;
    let mut gaps = gaps?;
    let more: Result<Vec<ReceiptGap>, StoreError> =
        app.store.write(given, |tx, given| Box::pin(skip_given_meanwhile(tx, given))).await;
    gaps.extend(more?);
    Ok(gaps)
}

/// Skips numbers of each series of a desk that has no gap of this recovery yet and of which the operator has named no number. A server that
/// runs meanwhile, which it should not, may give a venue its series after they were listed and before the recovery can be seen, so that
/// neither skips its numbers.
///
/// INVARIANT: each series that a venue has or is given after a recovery has a gap of it, unless the operator named its last number (test
/// `a_series_given_while_a_recovery_runs_gets_its_gap`). This is a unit of work of its own, after the one that begins the recovery was
/// committed. A server that gives a venue its series later sees the recovery and skips the numbers itself. A series that was given by a
/// server that did not see the recovery is among those that are listed here.
async fn skip_given_meanwhile(
    tx: &mut dyn Session,
    given: &GivenMeanwhile,
) -> Result<Vec<ReceiptGap>, StoreError> {
    let GivenMeanwhile { since, now, zone, .. } = given;
    let pairs = list_desk_series(tx, &given.online).await?;
    let receipts = pairs.iter().map(|pair| &pair.receipts);
    let mut gaps = Vec::new();
    // A document number keeps its series locked until this unit of work ends, so credit notes come last.
    for series in receipts.chain(pairs.iter().map(|pair| &pair.credit_notes)) {
        if !given.known.contains(series) {
            gaps.extend(skip_numbers_without_gap(tx, series, *since, (zone, *now)).await?);
        }
    }
    Ok(gaps)
}

async fn prepare_counting(
    app: &App,
    recovery: &Recovery,
    cases: &[Case],
    now: Timestamp,
) -> Result<Counting, RecoverError> {
    let brand = find_brand(app).await?;
    let zone = TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC);
    let years = financial_years(recovery.since, now, &zone);
    let online = |series: &str| {
        let parsed: Result<Series, _> = series.parse();
        parsed.map_err(|error| StoreError::Corrupt(format!("business.receipts: \"{series}\": {error}")))
    };
    let settings = &app.settings.receipts;
    let (receipts, credit_notes) = (online(&settings.series)?, online(&settings.credit_series)?);
    let used = vec![receipts.clone(), credit_notes.clone()];
    let mut desks = app.store.read(used.clone(), |tx, used| Box::pin(list_desk_series(tx, used))).await?;
    let named = recovery.receipts_after.iter().chain(&recovery.credit_notes_after);
    add_named_series(&mut desks, named, &used);
    let desk = |pick: fn(&DeskSeries) -> Series, lost| desks.iter().map(move |pair| (pick(pair), lost));
    let receipts = std::iter::once((receipts, Lost::Receipts))
        .chain(desk(|pair| pair.receipts.clone(), Lost::DeskReceipts));
    let credit_notes = std::iter::once((credit_notes, Lost::CreditNotes))
        .chain(desk(|pair| pair.credit_notes.clone(), Lost::DeskCreditNotes));
    let mut to_skip = known_after(receipts, &recovery.receipts_after, &years)?;
    to_skip.extend(known_after(credit_notes, &recovery.credit_notes_after, &years)?);
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
    let named = recovery.receipts_after.iter().chain(&recovery.credit_notes_after);
    let given = GivenMeanwhile {
        since: recovery.since,
        now,
        online: used,
        known: named.map(|number| number.series.clone()).collect(),
        zone,
    };
    Ok(Counting {
        given,
        since: recovery.since,
        now,
        orders: orders.collect(),
        found: found.collect(),
        to_skip,
        years,
        dry_run: recovery.dry_run,
    })
}

/// Each series with the last numbers of it that are known. Refuses a number whose series or financial year is none of these.
fn known_after(
    series: impl Iterator<Item = (Series, Lost)>,
    after: &[ReceiptNumber],
    years: &[FinancialYear],
) -> Result<Vec<SeriesToSkip>, RecoverError> {
    let mut to_skip: Vec<SeriesToSkip> =
        series.map(|(series, lost)| SeriesToSkip { series, lost, after: Vec::new() }).collect();
    for given in after {
        let fits = to_skip.iter_mut().find(|of| of.series == given.series && years.contains(&given.year));
        match fits {
            Some(of) => of.after.push(given.clone()),
            None => {
                let series = to_skip.first().map_or_else(|| given.series.clone(), |of| of.series.clone());
                return Err(RecoverError::NotOfThisSeries { given: given.clone(), series });
            }
        }
    }
    Ok(to_skip)
}

/// Adds the series of numbers that the operator names: a venue that was added after the backup may have had them.
fn add_named_series<'a>(
    desks: &mut Vec<DeskSeries>,
    named: impl Iterator<Item = &'a ReceiptNumber>,
    online: &[Series],
) {
    for pair in named.filter_map(|number| DeskSeries::with(&number.series)) {
        let is_online = online.iter().any(|series| pair.contains(series));
        if !is_online && !desks.contains(&pair) {
            desks.push(pair);
        }
    }
}

/// The series that venues have and, if there is staff, those that the other venues may have been given since the backup.
async fn list_desk_series(tx: &mut dyn Session, online: &[Series]) -> Result<Vec<DeskSeries>, StoreError> {
    let mut pairs = Receipts(tx).list_desk_series().await?;
    if Members(tx).list().await?.is_empty() {
        return Ok(pairs);
    }
    let mut without_series = 0;
    for venue in Venues(tx).list().await? {
        without_series += u32::from(Receipts(tx).find_desk_series(venue.id).await?.is_none());
    }
    let mut used: Vec<Series> = online.to_vec();
    used.extend(pairs.iter().flat_map(|pair| [pair.receipts.clone(), pair.credit_notes.clone()]));
    for _ in 0..without_series {
        let Some(next) = DeskSeries::next(&used) else { break };
        used.extend([next.receipts.clone(), next.credit_notes.clone()]);
        pairs.push(next);
    }
    Ok(pairs)
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

/// INVARIANT: a payment is counted by one recovery and no other, in the unit of work that skips the numbers (suite
/// `recovery`).
async fn count(tx: &mut dyn Session, counting: &Counting) -> Result<Vec<ReceiptGap>, StoreError> {
    let Counting { since, now, .. } = *counting;
    let mut found = counting.found.clone();
    found.extend(Recoveries(tx).list_unbooked_since(since).await?);
    // A payment by a QR code gets its receipt in the series of the desk.
    let (by_code, online): (Vec<_>, Vec<_>) = found.into_iter().partition(FoundPayment::is_by_qr_code);
    let (new, is_first) = if counting.dry_run {
        let mut new = 0;
        for found in &online {
            new += u64::from(Recoveries(tx).find_payment(&found.payment).await?.is_none());
        }
        (new, !Recoveries(tx).has_begun(since).await?)
    } else {
        Recoveries(tx).put_orders(&counting.orders, now).await?;
        Recoveries(tx).add_payments(&by_code, now).await?;
        (Recoveries(tx).add_payments(&online, now).await?, Recoveries(tx).begin(since, now).await?)
    };
    let new = u32::try_from(new).unwrap_or(u32::MAX);
    let is_first_online = is_first || is_first_with_account(tx, counting).await?;
    let creditable = Receipts(tx).count_creditable(since).await?;
    let at_desk = most_documents_of_desk(since, now);
    let of_bookings = creditable.saturating_add(most_moves_to_cheaper_hours(since, now));
    let mut gaps = Vec::new();
    for to_skip in &counting.to_skip {
        let lost = match to_skip.lost {
            Lost::Receipts => new,
            Lost::CreditNotes if is_first_online => new.saturating_add(of_bookings),
            Lost::CreditNotes => new,
            Lost::DeskReceipts if is_first => at_desk,
            Lost::DeskCreditNotes if is_first => at_desk.saturating_add(creditable),
            Lost::DeskReceipts | Lost::DeskCreditNotes => 0,
        };
        for year in &counting.years {
            let known =
                to_skip.after.iter().filter(|after| after.year == *year).map(|after| after.serial).max();
            let (at_least, more) = known.map_or((0, lost), |serial| (serial, 0));
            let series = (&to_skip.series, *year);
            gaps.extend(if counting.dry_run {
                Receipts(tx).find_gap(series, (at_least, more)).await?
            } else {
                Receipts(tx).skip_numbers(series, (at_least, more), (since, now)).await?
            });
        }
    }
    Ok(gaps)
}

/// Whether no run of this recovery has skipped numbers of the online credit notes: a run without a payment account leaves them to the next
/// one.
async fn is_first_with_account(tx: &mut dyn Session, counting: &Counting) -> Result<bool, StoreError> {
    let online = counting.to_skip.iter().find(|to_skip| to_skip.lost == Lost::CreditNotes);
    let Some(online) = online else { return Ok(false) };
    let without_gap = Recoveries(tx).list_without_gap(&online.series).await?;
    Ok(without_gap.iter().any(|recovery| recovery.since == counting.since))
}
