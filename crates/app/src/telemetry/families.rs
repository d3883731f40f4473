//! The metric families of the use cases and the database engines.

use sideout_domain::notice::{Channel, Notice, Outcome};

use super::gauges::OPEN_REFUND_STATUSES;
use crate::{
    Limit,
    accounts::login::LOGIN_OUTCOMES,
    booking::place_hold::HOLD_OUTCOMES,
    notices::deliver::{TRY_RESULTS, UNREADABLE},
    platform::metric_register::{counter, counter_by, counter_by_pair, gauge, gauge_by, histogram_by},
    steps::{booking_metrics::describe_bookings_total, payment_metrics::PAYMENT_STEPS},
};

const POOLS: [&str; 2] = ["write", "read"];
/// The tasks whose restarts are counted.
const TASKS: [&str; 2] = ["events", "pages"];

/// Describes all families of this crate.
pub fn describe_families() {
    describe_accounts();
    describe_bookings();
    describe_money();
    describe_messages();
    describe_database();
    describe_clock();
}

fn describe_accounts() {
    counter_by("sideout_logins_total", "Logins with a password, by outcome.", "outcome", LOGIN_OUTCOMES);
    counter_by(
        "sideout_codes_total",
        "One-time codes, by how they ended: sent, failed, or dropped because the queue was full.",
        "outcome",
        ["sent", "failed", "dropped"],
    );
    counter_by(
        "sideout_throttled_total",
        "Calls that were refused because of a limit, by limit.",
        "limit",
        Limit::ALL.into_iter().map(Limit::name),
    );
}

fn describe_bookings() {
    counter_by("sideout_holds_total", "Holds requested, by outcome.", "outcome", HOLD_OUTCOMES);
    gauge("sideout_holds_open", "Holds of players and of the desk that have not expired.");
    describe_bookings_total();
    counter("sideout_cancellations_total", "Bookings cancelled by their players.");
}

fn describe_money() {
    counter_by(
        "sideout_payments_total",
        "Steps of online payments: created, captured, and then settled, refunded_late, refunded or returned.",
        "step",
        PAYMENT_STEPS,
    );
    counter_by(
        "sideout_payments_paise_total",
        "Money of the payments that took a step, in paise.",
        "step",
        PAYMENT_STEPS,
    );
    counter(
        "sideout_payment_order_failures_total",
        "Checkouts and QR codes that did not open because the payment provider refused or did not answer.",
    );
    gauge("sideout_payments_watched", "Orders at the payment provider that are watched for money.");
    gauge("sideout_payments_unsettled", "Payments whose money is or can be ours and is not decided yet.");
    gauge("sideout_payments_unsettled_oldest_seconds", "Age of the oldest of them; 0 without any.");
    gauge("sideout_payment_polls_failing", "Provider orders whose last five polls or more failed.");
    counter_by(
        "sideout_refunds_total",
        "Refunds through the provider that reached a status.",
        "status",
        ["issued", "processed", "failed"],
    );
    gauge_by(
        "sideout_refunds_open",
        "Refunds through the provider that are not done: due, approved for later, issued, or failed.",
        "status",
        OPEN_REFUND_STATUSES,
    );
    gauge_by(
        "sideout_refunds_open_paise",
        "Money of the refunds that are not done, in paise.",
        "status",
        OPEN_REFUND_STATUSES,
    );
    gauge("sideout_webhooks_waiting", "Calls of the payment provider that are kept and not worked on yet.");
    gauge("sideout_webhooks_oldest_seconds", "Age of the oldest of them; 0 without any.");
}

fn describe_messages() {
    metrics::describe_counter!(
        "sideout_notices_total",
        "Messages to players that ended, by notice, channel and outcome."
    );
    for channel in Channel::ALL {
        metrics::counter!(
            "sideout_notices_total",
            "notice" => UNREADABLE, "channel" => channel.name(), "outcome" => Outcome::Dead.name(),
        )
        .increment(0);
    }
    for notice in Notice::ALL {
        for channel in Channel::ALL {
            for outcome in Outcome::ALL {
                metrics::counter!(
                    "sideout_notices_total",
                    "notice" => notice.name(), "channel" => channel.name(), "outcome" => outcome.name(),
                )
                .increment(0);
            }
        }
    }
    counter_by_pair(
        "sideout_delivery_tries_total",
        "Tries to hand a message over, by channel and result: sent, dropped, refused, or retried later.",
        ("channel", "result"),
        Channel::ALL.iter().flat_map(|channel| TRY_RESULTS.map(|result| (channel.name(), result))),
    );
    let channels = || Channel::ALL.iter().map(|channel| channel.name());
    gauge_by(
        "sideout_outbox_waiting",
        "Messages to players that are due and not sent, also while they wait for another try, by channel.",
        "channel",
        channels(),
    );
    gauge_by(
        "sideout_outbox_oldest_seconds",
        "How long the oldest of them has waited; 0 without any.",
        "channel",
        channels(),
    );
}

fn describe_database() {
    gauge("sideout_database_size_bytes", "Size of the database.");
    metrics::describe_gauge!(
        "sideout_database_wal_bytes",
        "Size of the embedded database's write-ahead log."
    );
    metrics::describe_gauge!(
        "sideout_database_connections",
        "Connections to the database, by pool and state: in_use or idle."
    );
    metrics::describe_gauge!("sideout_database_connections_max", "Most connections of a pool.");
    gauge_by("sideout_database_waiting", "Units of work that wait for a connection, by pool.", "pool", POOLS);
    histogram_by(
        "sideout_database_wait_seconds",
        "How long units of work waited for a connection, by pool.",
        "pool",
        POOLS,
    );
    counter_by(
        "sideout_task_restarts_total",
        "Tasks that broke down and were started again, by task.",
        "task",
        TASKS,
    );
    gauge_by(
        "sideout_task_down_seconds",
        "For how long a task that broke down has not worked; 0 while it works.",
        "task",
        TASKS,
    );
}

fn describe_clock() {
    gauge(
        "sideout_clock_offset_seconds",
        "How far this machine's clock is ahead of the time in use (the database's).",
    );
    gauge("sideout_clock_uncertainty_seconds", "How far the time in use may be from the database's.");
    gauge("sideout_clock_trusted", "1 while the clock can be relied on, else 0.");
}
