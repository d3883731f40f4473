//! Reads the queue of refunds.

use jiff::Timestamp;
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{Session, StoreError};
pub use sideout_store::{
    money_for::MoneyFor,
    payments::{
        Explanation, QueuePlace, QueuePosition, QueuedRefund, RefundQueue, RefundSource, RefundSum,
        SentAfterAll,
    },
};

use crate::{
    App,
    platform::cut_page::cut_page,
    staff::list_workplaces,
    steps::{
        audited::{Actor, Refused},
        refund_batch::next_batch,
    },
};

/// The most refunds of one page.
pub const MAX_PAGE: u32 = 200;

/// A page of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuePage {
    /// The refunds: those that need staff first, those that are done last.
    pub refunds: Vec<QueuedRefund>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<QueuePosition>,
    /// How many are not done, by their place.
    pub open: Vec<RefundSum>,
    /// When the next weekly batch is sent.
    pub batch_at: Timestamp,
}

/// Why the queue is not shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadQueueError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venues: Vec<VenueId>,
    after: Option<QueuePosition>,
    limit: u32,
}

/// Up to `limit` refunds (1 to [`MAX_PAGE`]) of bookings at the venues of `actor`, retired ones included, after a position.
///
/// # Errors
/// [`ReadQueueError`].
pub async fn read_queue(
    app: &App,
    actor: &Actor,
    after: Option<QueuePosition>,
    limit: u32,
) -> Result<QueuePage, ReadQueueError> {
    actor.check(Permission::RefundSettle, app.clock.now())?;
    let limit = limit.clamp(1, MAX_PAGE);
    let input = Input { venues: list_workplaces(app, actor).await?, after, limit };
    let batch_at = next_batch(app).await?;
    let read: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(read(tx, input))).await;
    let (mut refunds, open) = read?;
    let next = cut_page(&mut refunds, limit).map(QueuedRefund::position);
    Ok(QueuePage { refunds, next, open, batch_at })
}

async fn read(
    tx: &mut dyn Session,
    input: &Input,
) -> Result<(Vec<QueuedRefund>, Vec<RefundSum>), StoreError> {
    let refunds = RefundQueue(tx).list(&input.venues, input.after, input.limit + 1).await?;
    Ok((refunds, RefundQueue(tx).sum_open(&input.venues).await?))
}
