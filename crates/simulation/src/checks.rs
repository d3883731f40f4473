//! What must hold: at any moment between two units of work, and after all work is done.

use std::collections::HashMap;

use sideout_app::ledger::audit::audit;
use sideout_domain::order::OrderStatus;
use sideout_store::{Invariants, Row, Session, Statement, Store, StoreError, invariants, params};

use crate::{
    memory::{Acknowledged, Memory, Promise},
    provider::CapturedPayment,
};

/// A rule that is broken, with one example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRule {
    /// The rule.
    pub rule: String,
    /// What breaks it.
    pub example: String,
}

fn broken(rule: &str, example: impl Into<String>) -> BrokenRule {
    BrokenRule { rule: rule.to_owned(), example: example.into() }
}

struct OrderState {
    number: i64,
    status: String,
    was_confirmed: bool,
}

/// The rules broken now.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn broken_now(store: &Store, memory: &Memory) -> Result<Vec<BrokenRule>, StoreError> {
    let (mut found, orders) = store.read((), |tx, ()| Box::pin(read_now(tx))).await?;
    let orders: HashMap<i64, OrderState> = orders.into_iter().map(|order| (order.number, order)).collect();
    for Acknowledged { number, promise } in memory.acknowledged.borrow().iter() {
        let order = orders.get(&number.value());
        let status = order.and_then(|order| order.status.parse::<OrderStatus>().ok());
        let is_kept = match (promise, order, status) {
            (_, None, _) | (_, _, None) => false,
            (Promise::Held, ..) => true,
            (Promise::Confirmed, Some(order), Some(status)) => {
                order.was_confirmed
                    && !matches!(status, OrderStatus::Held | OrderStatus::Released | OrderStatus::Expired)
            }
            (Promise::Cancelled, _, Some(status)) => {
                matches!(status, OrderStatus::CancelRequested | OrderStatus::Cancelled)
            }
        };
        if !is_kept {
            found.push(broken(
                "acknowledged, and not in the database",
                format!("{promise:?} {number}, is {status:?}"),
            ));
        }
    }
    Ok(found)
}

async fn read_now(tx: &mut dyn Session) -> Result<(Vec<BrokenRule>, Vec<OrderState>), StoreError> {
    const ORDERS: Statement = Statement {
        name: "simulation/orders",
        text: "select order_number, status, case when confirmed_at is null then 0 else 1 end as was_confirmed from orders",
    };
    let rules = Invariants(tx).list_broken().await?;
    let rules =
        rules.into_iter().map(|invariants::BrokenRule { rule, example, .. }| BrokenRule { rule, example });
    let state = |row: &Row| {
        Ok(OrderState {
            number: row.integer("order_number")?,
            status: row.text("status")?.to_owned(),
            was_confirmed: row.integer("was_confirmed")? == 1,
        })
    };
    let rules = rules.collect();
    let orders = tx.all(ORDERS, params![]).await?.iter().map(state).collect::<Result<_, StoreError>>()?;
    Ok((rules, orders))
}

/// The rules broken after everything was healed and all work is done.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn broken_at_the_end(
    store: &Store,
    memory: &Memory,
    captured: &[CapturedPayment],
) -> Result<Vec<BrokenRule>, StoreError> {
    let mut found = broken_now(store, memory).await?;
    let faults = store.read((), |tx, ()| Box::pin(audit(tx))).await?;
    found.extend(faults.first().map(|fault| broken("the ledger differs from the tables", fault.to_string())));
    let (payments, left) = store.read((), |tx, ()| Box::pin(read_end(tx))).await?;
    let payments: HashMap<&str, &PaymentEnd> = payments.iter().map(|end| (end.id.as_str(), end)).collect();
    for payment in captured {
        let Some(end) = payments.get(payment.id.as_str()).filter(|end| end.outcome.is_some()) else {
            found.push(broken("captured payments without an end", payment.id.clone()));
            continue;
        };
        let here = (end.refunded, end.refunds);
        let there = (payment.refunded.paise(), i64::try_from(payment.refunds).unwrap_or(i64::MAX));
        let example = format!("{} of {}: {here:?} here, {there:?} there", payment.id, payment.amount);
        if here != there {
            found.push(broken("refunds that differ from the provider's", example.clone()));
        }
        let is_whole = payment.refunded == payment.amount;
        if end.outcome.as_deref() != Some("confirmed") && !is_whole {
            found.push(broken("payments without a booking that were not refunded in full", example));
        }
    }
    found.extend(
        left.into_iter().filter(|(_, count)| *count > 0).map(|(what, count)| {
            broken("work that is left although nothing fails", format!("{count} {what}"))
        }),
    );
    Ok(found)
}

struct PaymentEnd {
    id: String,
    outcome: Option<String>,
    refunded: i64,
    refunds: i64,
}

async fn read_end(tx: &mut dyn Session) -> Result<(Vec<PaymentEnd>, Vec<(&'static str, i64)>), StoreError> {
    const PAYMENTS: Statement = Statement {
        name: "simulation/payments",
        text: "select p.payment_id, p.outcome,
                      (select coalesce(cast(sum(r.amount_paise) as bigint), 0) from refund r
                        where r.payment_id = p.payment_id and r.status <> 'failed') as refunded_paise,
                      (select count(*) from refund r
                        where r.payment_id = p.payment_id and r.status <> 'failed') as refunds
                 from payment p",
    };
    const LEFT: &[(&str, Statement)] = &[
        (
            "refunds through the provider",
            Statement {
                name: "simulation/refunds_left",
                text: "select count(*) as count from refund where method = 'provider' and status <> 'processed'",
            },
        ),
        (
            "holds",
            Statement {
                name: "simulation/holds_left",
                text: "select count(*) as count from orders where status = 'held'",
            },
        ),
        (
            "webhooks",
            Statement {
                name: "simulation/webhooks_left",
                text: "select count(*) as count from webhook_event where next_try_at is not null",
            },
        ),
        (
            "QR codes that are not closed",
            Statement {
                name: "simulation/qr_left",
                text: "select count(*) as count from desk_qr where state = 'open' or next_close_at is not null",
            },
        ),
        (
            "claims of holds",
            Statement {
                name: "simulation/claims_left",
                text: "select count(*) as count from slot_claim where held_until is not null",
            },
        ),
        (
            "cancellations that wait for no refund",
            Statement {
                name: "simulation/cancellations_left",
                text: "select count(*) as count from orders o where o.status = 'cancel_requested'
                          and not exists (select 1 from refund r join bill_line l on l.bill_id = r.bill_id
                                           where l.order_number = o.order_number and r.status = 'approved')",
            },
        ),
    ];
    let end = |row: &Row| {
        Ok(PaymentEnd {
            id: row.text("payment_id")?.to_owned(),
            outcome: row.text_or_null("outcome")?.map(str::to_owned),
            refunded: row.integer("refunded_paise")?,
            refunds: row.integer("refunds")?,
        })
    };
    let payments = tx.all(PAYMENTS, params![]).await?.iter().map(end).collect::<Result<_, StoreError>>()?;
    let mut left = Vec::new();
    for (what, statement) in LEFT {
        left.push((*what, tx.one(*statement, params![]).await?.integer("count")?));
    }
    Ok((payments, left))
}
