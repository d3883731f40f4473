//! Looks that persons cause, one at a time for each order and not more often than every two seconds, however often they tap:
//! each costs a call to the provider, whose limit is everybody's.

use std::{collections::HashMap, future::Future, sync::Arc, time::Duration};

use parking_lot::Mutex;
use sideout_domain::order::OrderNumber;
use sideout_providers::payments::TimeBudget;
use sideout_store::StoreError;
use tokio::{sync::Mutex as AsyncMutex, time::Instant};

use crate::App;

/// Between the beginnings of two looks at one order.
const GAP: Duration = Duration::from_secs(2);
/// With more orders than this those are forgotten that nobody has looked at for a while.
const REMEMBERED: usize = 1_000;

/// The last look at each order.
#[derive(Debug, Default)]
pub struct OrderLooks {
    orders: Mutex<HashMap<OrderNumber, Arc<AsyncMutex<Last>>>>,
}

#[derive(Debug, Default)]
struct Last {
    begun: Option<Instant>,
    /// Whether it came to its end, good or bad. One whose caller went away did not.
    has_ended: bool,
}

/// What a look is good for that has just ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recent {
    /// It is as good as one of our own.
    WillDo,
    /// Only one that was begun after this was asked for will do: something may have happened since.
    WillNotDo,
}

impl OrderLooks {
    fn of(&self, number: OrderNumber) -> Arc<AsyncMutex<Last>> {
        let mut orders = self.orders.lock();
        if orders.len() > REMEMBERED {
            let now = Instant::now();
            orders.retain(|_, last| {
                let is_old =
                    last.try_lock().is_ok_and(|last| last.begun.is_none_or(|begun| begun + GAP < now));
                Arc::strong_count(last) > 1 || !is_old
            });
        }
        Arc::clone(orders.entry(number).or_default())
    }
}

/// Looks when it is this order's turn; whoever else asked meanwhile has the same look. Whoever has no time to wait for it
/// goes on with what is known.
///
/// INVARIANT: of any number who ask at once, on one node, one look goes out every two seconds, and each who waits for it
/// learns what was so when they asked (suite `looks`).
///
/// # Errors
/// Those of `look`.
pub(super) async fn in_turn(
    app: &App,
    number: OrderNumber,
    budget: TimeBudget,
    recent: Recent,
    look: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    let gap = if app.settings.throttle { GAP } else { Duration::ZERO };
    let asked_at = Instant::now();
    let last = app.looks.of(number);
    let turn = async {
        let mut last = last.lock().await;
        let Some(begun) = last.begun else { return Some(last) };
        let will_do = begun >= asked_at || (recent == Recent::WillDo && asked_at < begun + gap);
        if last.has_ended && will_do {
            return None;
        }
        tokio::time::sleep_until(begun + gap).await;
        last.has_ended = false;
        Some(last)
    };
    let turn = match budget.ends_at() {
        Some(end) => tokio::time::timeout_at(end, turn).await.unwrap_or_default(),
        None => turn.await,
    };
    let Some(mut last) = turn else { return Ok(()) };
    last.begun = Some(Instant::now());
    last.has_ended = false;
    let looked = look.await;
    last.has_ended = true;
    looked
}
