//! Job: each night reads what the payment provider paid out, and looks for payments and refunds that no payout has
//! named.

use std::collections::HashSet;

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time},
};
use sideout_domain::payout::{
    MISSING_AFTER, PayoutLine, PayoutLineState, ReadDays, compare, days_to_read, earliest_to_read,
    instant_at_provider,
};
use sideout_providers::payments::{PaymentError, PaymentProvider};
use sideout_store::{Payouts, Session, StoreError, payouts::PayoutDay};

use crate::{
    App,
    steps::record_payouts::{RecordedLines, record_fee, record_lines},
    warn_throttled,
};

/// The most pages of a day that are read, of at most a hundred lines each.
const MOST_PAGES: u32 = 200;
/// The most lines of one unit of work.
const MOST_LINES: usize = 100;
/// The most lines that are compared again in one unit of work.
const COMPARED_AT_ONCE: u32 = 100;
/// How far back, before [`MISSING_AFTER`], missing payments and refunds are looked for.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(60 * 24);

/// Reads the days that are due; returns how many lines were new. On several nodes, lines that two of them read count once. A day that
/// cannot be read does not keep the others from being read, and the next run tries it again.
///
/// # Errors
/// [`StoreError`] only; a failure of the provider is logged.
pub async fn read_payouts(app: &App) -> Result<u32, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let now = app.clock.now();
    let since = earliest_to_read(now);
    let read = app
        .store
        .read(since, |tx, since| Box::pin(async move { Payouts(tx).find_read_days(*since).await }))
        .await;
    let read: ReadDays = read?;
    let (mut added, mut is_any_read) = (0, false);
    let mut unread: Vec<(Date, PaymentError)> = Vec::new();
    for day in days_to_read(&read, now) {
        match read_day(app, &*account.provider, day).await? {
            Ok(new) => {
                added += new;
                is_any_read = true;
            }
            Err(error) => unread.push((day, error)),
        }
    }
    if let Some((day, error)) = unread.first() {
        warn_throttled!(%error, %day, days = unread.len(), "payouts could not be read, trying again");
    }
    if is_any_read {
        compare_all_again(app).await?;
        app.store.write(app.clock.now(), |tx, now| Box::pin(add_missing(tx, *now))).await?;
    }
    Ok(added)
}

/// Reads a day page by page and stores its lines; the inner error is the provider's.
async fn read_day(
    app: &App,
    provider: &dyn PaymentProvider,
    day: Date,
) -> Result<Result<u32, PaymentError>, StoreError> {
    let (mut next, mut pages, mut unreadable, mut added) = (Some(0), 0, 0, 0);
    let mut seen = HashSet::new();
    while let Some(skip) = next {
        let page = match provider.list_payout_lines(day, skip).await {
            Ok(page) => page,
            Err(error) => return Ok(Err(error)),
        };
        pages += 1;
        unreadable += page.unreadable;
        let new = page.items.iter().filter(|line| seen.insert(line.entity.clone())).count();
        let has_new = page.items.is_empty() || new > 0;
        // A provider that ignores `skip` returns the same page again.
        next = page.next.filter(|_| has_new && pages < MOST_PAGES);
        if next != page.next {
            tracing::error!(%day, pages, "the list of payouts does not end: compare with the provider's dashboard");
        }
        for lines in page.items.chunks(MOST_LINES) {
            added += store_lines(app, lines.to_vec()).await?;
        }
    }
    if unreadable > 0 {
        tracing::error!(%day, unreadable, "lines of payouts cannot be read: compare with the provider's dashboard");
    }
    let now = app.clock.now();
    let starts_at = instant_at_provider(day.to_datetime(Time::midnight())).unwrap_or(now);
    let read = (PayoutDay { day, read_at: now }, starts_at, unreadable);
    app.store
        .write(read, |tx, (read, starts_at, unreadable)| {
            Box::pin(async move { Payouts(tx).put_day(*read, *starts_at, *unreadable).await })
        })
        .await?;
    Ok(Ok(added))
}

async fn store_lines(app: &App, lines: Vec<PayoutLine>) -> Result<u32, StoreError> {
    let input = (lines, app.clock.now());
    let stored: Result<RecordedLines, StoreError> = app
        .store
        .write(input, |tx, (lines, now)| Box::pin(async move { record_lines(tx, lines, *now).await }))
        .await;
    let RecordedLines { added, contradicting, .. } = stored?;
    if let Some(first) = contradicting.first() {
        let lines = contradicting.len();
        warn_throttled!(lines, first = %first, "the provider changed lines of a payout; what was stored stays");
    }
    Ok(added)
}

/// Where a page of open lines ended: when its last line was added, and the id.
type Position = (Timestamp, String);

/// Compares all lines again that need an explanation, because a payment may have become known since: page by page, so that lines which
/// match nothing do not keep later ones from it, and players do not wait for a long unit of work.
async fn compare_all_again(app: &App) -> Result<(), StoreError> {
    let mut after: Option<Position> = None;
    loop {
        let input = (after, app.clock.now());
        let compared: Result<Option<Position>, StoreError> =
            app.store.write(input, |tx, (after, now)| Box::pin(compare_again(tx, after, *now))).await;
        let Some(last) = compared? else { return Ok(()) };
        after = Some(last);
    }
}

/// Compares a page of lines again; returns where it ended, `None` at the end of the list.
async fn compare_again(
    tx: &mut dyn Session,
    after: &Option<Position>,
    now: Timestamp,
) -> Result<Option<Position>, StoreError> {
    let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
    let page = Payouts(tx).list_open(after, COMPARED_AT_ONCE).await?;
    let is_full = page.len() == COMPARED_AT_ONCE as usize;
    let last = page.last().filter(|_| is_full).map(|line| (line.added_at, line.entity.clone()));
    let open: Vec<_> = page.into_iter().filter(|line| line.payout.is_some()).collect();
    let ids: Vec<&str> = open.iter().map(|line| line.entity.as_str()).collect();
    let stored = Payouts(tx).find_stored(&ids).await?;
    for line in &open {
        let Some(own) = stored.get(&line.entity) else { continue };
        let compared = compare(line.kind, &line.amounts, Some(own.stored));
        if compared.state == line.state && compared.expected == line.expected {
            continue;
        }
        let is_stored = Payouts(tx).compare_again(line, compared, own.order).await?;
        if is_stored && compared.state == PayoutLineState::Matched {
            record_fee(tx, (&line.entity, line.amounts.fee), own, now).await?;
        }
    }
    Ok(last)
}

/// Adds the payments and refunds that no payout has named in time.
async fn add_missing(tx: &mut dyn Session, now: Timestamp) -> Result<(), StoreError> {
    let Some(start) = Payouts(tx).find_start().await? else { return Ok(()) };
    let Ok(until) = now.checked_sub(MISSING_AFTER) else { return Ok(()) };
    let from = until.checked_sub(LOOK_BACK).unwrap_or(until).max(start);
    let missing = Payouts(tx).add_missing((from, until), now).await?;
    if missing > 0 {
        tracing::warn!(missing, "payments or refunds are in no payout");
    }
    Ok(())
}
