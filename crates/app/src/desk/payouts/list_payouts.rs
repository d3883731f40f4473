//! Lists payouts and their lines.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    payout::{earliest_to_read, unread_days},
    staff::Permission,
};
use sideout_store::{Payouts, Session, StoreError};
pub use sideout_store::{
    payments::Explanation,
    payouts::{Payout, PayoutSums, PayoutTotals, StoredPayoutLine},
};

use crate::{
    App,
    platform::cut_page::cut_page,
    steps::audited::{Actor, Refused},
};

/// The most payouts or lines of one page.
pub const MAX_PAGE: u32 = 200;
/// The most lines that need an explanation in one answer.
const MOST_OPEN: u32 = 100;
/// The period of the totals: the last thirty days.
const TOTALS_OF: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A page of the payouts, with what needs an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutsPage {
    /// The oldest lines that need an explanation, at most 100.
    pub open: Vec<StoredPayoutLine>,
    /// How many there are.
    pub open_lines: i64,
    /// The payouts, the latest first.
    pub payouts: Vec<Payout>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<(Timestamp, String)>,
    /// What was paid out in the last thirty days.
    pub last_month: PayoutTotals,
    /// When the provider was read last; `None`: never.
    pub read_at: Option<Timestamp>,
    /// The days of the provider that could not be read, the oldest first.
    pub unread: Vec<Date>,
    /// Whether there is an account at the provider whose payouts are read.
    pub is_read: bool,
}

/// A payout with a page of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutWithLines {
    /// The payout.
    pub payout: Payout,
    /// Its lines, in the order of their ids.
    pub lines: Vec<StoredPayoutLine>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<String>,
}

/// Why payouts are not shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListPayoutsError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    before: Option<(Timestamp, String)>,
    limit: u32,
    now: Timestamp,
    is_read: bool,
}

/// Up to `limit` payouts (1 to [`MAX_PAGE`]), the latest first; if `before` names a payout, those before it.
///
/// # Errors
/// [`ListPayoutsError`].
pub async fn list_payouts(
    app: &App,
    actor: &Actor,
    before: Option<(Timestamp, String)>,
    limit: u32,
) -> Result<PayoutsPage, ListPayoutsError> {
    let now = app.clock.now();
    actor.check(Permission::PayoutRead, now)?;
    let input = Input { before, limit: limit.clamp(1, MAX_PAGE), now, is_read: app.payments.is_some() };
    let page: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(list(tx, input))).await;
    Ok(page?)
}

async fn list(tx: &mut dyn Session, input: &Input) -> Result<PayoutsPage, StoreError> {
    let before = input.before.as_ref().map(|(at, id)| (*at, id.as_str()));
    let mut payouts = Payouts(tx).list(before, input.limit + 1).await?;
    let next = cut_page(&mut payouts, input.limit).map(|last| (last.settled_at, last.id.clone()));
    let read = Payouts(tx).find_read_days(earliest_to_read(input.now)).await?;
    let since = input.now.checked_sub(TOTALS_OF).unwrap_or(input.now);
    Ok(PayoutsPage {
        open: Payouts(tx).list_open(None, MOST_OPEN).await?,
        open_lines: Payouts(tx).count_open().await?,
        payouts,
        next,
        last_month: Payouts(tx).sum_since(since).await?,
        // The newest day that was read is not always the one that was read last: a day that failed is read again
        // later.
        read_at: read.read_at.values().max().copied().max(Payouts(tx).find_last_reading().await?),
        unread: if input.is_read { unread_days(&read, input.now) } else { Vec::new() },
        is_read: input.is_read,
    })
}

/// The days of the provider that should have been read by `now` and could not be, the oldest first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_unread(tx: &mut dyn Session, now: Timestamp) -> Result<Vec<Date>, StoreError> {
    Ok(unread_days(&Payouts(tx).find_read_days(earliest_to_read(now)).await?, now))
}

/// A payout with up to `limit` of its lines (1 to [`MAX_PAGE`]); if `after` names a line, those after it. `None`: there is no such payout.
///
/// # Errors
/// [`ListPayoutsError`].
pub async fn find_payout(
    app: &App,
    actor: &Actor,
    payout: String,
    (after, limit): (Option<String>, u32),
) -> Result<Option<PayoutWithLines>, ListPayoutsError> {
    actor.check(Permission::PayoutRead, app.clock.now())?;
    let input = (payout, after, limit.clamp(1, MAX_PAGE));
    let found: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(find(tx, input))).await;
    Ok(found?)
}

async fn find(
    tx: &mut dyn Session,
    (payout, after, limit): &(String, Option<String>, u32),
) -> Result<Option<PayoutWithLines>, StoreError> {
    let Some(payout) = Payouts(tx).find(payout).await? else { return Ok(None) };
    let mut lines = Payouts(tx).list_lines(&payout.id, after.as_deref(), *limit + 1).await?;
    let next = cut_page(&mut lines, *limit).map(|last| last.entity.clone());
    Ok(Some(PayoutWithLines { payout, lines, next }))
}
