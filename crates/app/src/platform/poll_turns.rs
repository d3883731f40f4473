//! Polls of the payment provider that requests cause. On a node they run one at a time for each order, and at most one every two seconds,
//! because all players share the rate limit of the provider. Several nodes do not wait for each other.

use std::{collections::HashMap, future::Future, sync::Arc, time::Duration};

use parking_lot::Mutex;
use sideout_domain::order::OrderNumber;
use sideout_providers::payments::TimeBudget;
use sideout_store::StoreError;
use tokio::{sync::Mutex as AsyncMutex, time::Instant};

use crate::App;

/// Least time between the starts of two polls of one order.
const GAP: Duration = Duration::from_secs(2);
/// With more orders than this, those without a recent poll are removed from memory.
const MAX_ORDERS: usize = 1_000;

/// The last poll of each order.
#[derive(Debug, Default)]
pub struct PollTurns {
    orders: Mutex<HashMap<OrderNumber, Arc<AsyncMutex<LastPoll>>>>,
}

#[derive(Debug, Default)]
struct LastPoll {
    begun: Option<Instant>,
    /// Whether it ended, with or without an error. A poll whose caller was cancelled did not.
    has_ended: bool,
}

/// Whether the result of a recent poll may be reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecentPoll {
    /// It may, if that poll began less than two seconds before this request.
    IsEnough,
    /// Only a poll that started after this request may be reused: something may have happened since an earlier one.
    IsNotEnough,
}

impl PollTurns {
    fn of(&self, number: OrderNumber) -> Arc<AsyncMutex<LastPoll>> {
        let mut orders = self.orders.lock();
        if orders.len() > MAX_ORDERS {
            let now = Instant::now();
            orders.retain(|_, last| {
                let is_idle =
                    last.try_lock().is_ok_and(|last| last.begun.is_none_or(|begun| begun + GAP < now));
                Arc::strong_count(last) > 1 || !is_idle
            });
        }
        Arc::clone(orders.entry(number).or_default())
    }
}

/// Runs `poll` when it is this order's turn. A request that waited while another poll began and ended does not poll
/// again; it returns `Ok` even if that poll failed. A request whose time budget ends before its turn returns without a poll.
///
/// INVARIANT: with throttling, concurrent requests for an order on one node cause at most one poll every two seconds (suite
/// `polling`).
///
/// # Errors
/// The errors of `poll`.
pub(crate) async fn run_in_turn(
    app: &App,
    number: OrderNumber,
    budget: TimeBudget,
    recent: RecentPoll,
    poll: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    let gap = if app.settings.throttle { GAP } else { Duration::ZERO };
    let requested_at = Instant::now();
    let last = app.poll_turns.of(number);
    let turn = async {
        let last = last.lock().await;
        let Some(begun) = last.begun else { return Some(last) };
        let is_enough =
            begun >= requested_at || (recent == RecentPoll::IsEnough && requested_at < begun + gap);
        if last.has_ended && is_enough {
            return None;
        }
        tokio::time::sleep_until(begun + gap).await;
        Some(last)
    };
    let turn = match budget.ends_at() {
        Some(end) => tokio::time::timeout_at(end, turn).await.unwrap_or_default(),
        None => turn.await,
    };
    let Some(mut last) = turn else { return Ok(()) };
    last.begun = Some(Instant::now());
    last.has_ended = false;
    let result = poll.await;
    last.has_ended = true;
    result
}
