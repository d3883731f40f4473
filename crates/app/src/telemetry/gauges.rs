//! Sets the gauges of backlogs, sizes and connections.

use jiff::Timestamp;
use sideout_domain::{notice::Channel, refund::RefundStatus};
use sideout_store::{
    Claims, DatabaseSize, Outbox, Session, StoreError, Waiting,
    payments::{OpenRefunds, ProviderOrders, Refunds, WebhookEvents},
};

use crate::{App, steps::count_unsettled::count_unsettled};

/// Polls that failed in a row before an order counts as failing. From the first of them to the last it takes a quarter of an
/// hour (`domain::reconciliation::wait_after_failures`), longer than a short outage of the provider.
const FAILING_POLLS: u32 = 5;

/// The values of the label `status` of the gauges of open refunds.
pub(super) const OPEN_REFUND_STATUSES: [&str; 4] = ["due", "approved", "issued", "failed"];

/// Everything that waits, at one moment.
struct Backlog {
    holds: i64,
    outbox: Vec<(Channel, Waiting)>,
    refunds: Vec<OpenRefunds>,
    unsettled: Waiting,
    polled: i64,
    failing_polls: i64,
    webhooks: Waiting,
}

async fn read_backlog(tx: &mut dyn Session, now: &Timestamp) -> Result<Backlog, StoreError> {
    let (polled, failing_polls) = ProviderOrders(tx).count_polled(FAILING_POLLS).await?;
    Ok(Backlog {
        holds: Claims(tx).count_holds(*now).await?,
        outbox: Outbox(tx).count_waiting(*now).await?,
        refunds: Refunds(tx).sum_open(*now).await?,
        unsettled: count_unsettled(tx, *now).await?,
        polled,
        failing_polls,
        webhooks: WebhookEvents(tx).count_waiting().await?,
    })
}

/// Reads the backlogs and the size of the database, and sets the gauges.
///
/// # Errors
/// [`StoreError`]; all gauges keep their last values, or only those of the size if it is the size that could not be read.
pub async fn read_gauges(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let backlog = app.store.read(now, |tx, now| Box::pin(read_backlog(tx, now))).await?;
    metrics::gauge!("sideout_holds_open").set(backlog.holds as f64);
    for channel in Channel::ALL {
        let waiting = backlog.outbox.iter().find(|(of, _)| of == channel);
        let waiting = waiting.map_or(Waiting::default(), |(_, waiting)| *waiting);
        metrics::gauge!("sideout_outbox_waiting", "channel" => channel.name()).set(waiting.rows as f64);
        metrics::gauge!("sideout_outbox_oldest_seconds", "channel" => channel.name())
            .set(waiting.seconds(now));
    }
    set_refunds(&backlog.refunds);
    metrics::gauge!("sideout_payments_watched").set(backlog.polled as f64);
    metrics::gauge!("sideout_payment_polls_failing").set(backlog.failing_polls as f64);
    metrics::gauge!("sideout_payments_unsettled").set(backlog.unsettled.rows as f64);
    metrics::gauge!("sideout_payments_unsettled_oldest_seconds").set(backlog.unsettled.seconds(now));
    metrics::gauge!("sideout_webhooks_waiting").set(backlog.webhooks.rows as f64);
    metrics::gauge!("sideout_webhooks_oldest_seconds").set(backlog.webhooks.seconds(now));
    let DatabaseSize { data, log } = app.store.size().await?;
    metrics::gauge!("sideout_database_size_bytes").set(data as f64);
    if let Some(log) = log {
        metrics::gauge!("sideout_database_wal_bytes").set(log as f64);
    }
    Ok(())
}

/// An approved refund counts as approved until its batch comes. From then on it counts as due until it is sent, also while it waits for
/// another try.
fn set_refunds(open: &[OpenRefunds]) {
    let status_label = |refunds: &OpenRefunds| match (refunds.status, refunds.is_due) {
        (RefundStatus::Approved, false) => "approved",
        (RefundStatus::Approved, true) => "due",
        (RefundStatus::Failed, _) => "failed",
        (RefundStatus::Issued | RefundStatus::Processed, _) => "issued",
    };
    for status in OPEN_REFUND_STATUSES {
        let (mut refunds, mut paise) = (0, 0);
        for kind in open.iter().filter(|kind| status_label(kind) == status) {
            refunds += kind.refunds;
            paise += kind.amount.paise();
        }
        metrics::gauge!("sideout_refunds_open", "status" => status).set(refunds as f64);
        metrics::gauge!("sideout_refunds_open_paise", "status" => status).set(paise as f64);
    }
}

/// Sets the gauges of the database's connections and of the task that listens for events of other nodes. Reads memory
/// only.
pub fn read_usage(app: &App) {
    for usage in app.store.usage() {
        let pool = usage.pool;
        let set = |state: &'static str, connections: usize| {
            metrics::gauge!("sideout_database_connections", "pool" => pool, "state" => state)
                .set(connections as f64);
        };
        set("in_use", usage.in_use);
        set("idle", usage.idle);
        if let Some(most) = usage.most {
            metrics::gauge!("sideout_database_connections_max", "pool" => pool).set(most as f64);
        }
        metrics::gauge!("sideout_database_waiting", "pool" => pool).set(usage.waiting as f64);
    }
    let down = app.store.events_down_for().unwrap_or_default();
    metrics::gauge!("sideout_task_down_seconds", "task" => "events").set(down.as_secs_f64());
}
