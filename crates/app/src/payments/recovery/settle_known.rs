//! Settles payments of orders that the database knows, as any payment that comes late.

use sideout_domain::{order::OrderNumber, payment::PaymentOutcome, reconciliation::next_poll};
use sideout_providers::payments::{Payment, TimeBudget};
use sideout_store::{
    Session, StoreError,
    payments::{NewProviderOrder, Payments, ProviderOrder, ProviderOrders, Refunds},
};

use super::{
    End, Settled,
    survey::{Case, OrderMatch},
};
use crate::{App, platform::payment_account::PaymentAccount, steps::capture::capture_and_settle};

/// What was done about the payments of one order, and why the rest has to wait, if it has to.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) settled: Vec<Settled>,
    pub(super) stopped: Option<String>,
}

/// Settles the payments of one order, after the provider order's row is completed.
pub(super) async fn settle_known(app: &App, account: &PaymentAccount, case: &Case, dry_run: bool) -> Done {
    let mut done = Done::default();
    if !dry_run && let Err(error) = know(app, case).await {
        done.stopped = Some(error.to_string());
        return done;
    }
    for payment in &case.payments {
        let mut end = Ok(End::UnderWay);
        if dry_run && payment.status.was_captured() {
            end = Ok(End::WouldSettle);
        } else if !dry_run {
            let taken = capture_and_settle(
                app,
                account,
                &case.provider_order,
                payment.clone(),
                TimeBudget::BACKGROUND,
            )
            .await;
            end = match taken {
                Ok(_) => ended(app, case, payment).await,
                Err(error) => Err(error.to_string()),
            };
        }
        let (end, stopped) = match end {
            Ok(end) => (end, None),
            Err(why) => (End::Open(why.clone()), Some(why)),
        };
        done.settled.push(Settled {
            order: case.provider_order.order,
            is_known: true,
            payment: payment.id.to_string(),
            amount: payment.amount,
            returned: payment.refunded,
            end,
        });
        if stopped.is_some() {
            done.stopped = stopped;
            break;
        }
    }
    done
}

/// Records that our order was to be paid online, if the backup is older than that.
async fn know(app: &App, case: &Case) -> Result<(), StoreError> {
    if case.found_as == OrderMatch::Known {
        return Ok(());
    }
    let ProviderOrder { order, amount, opened_at, .. } = case.provider_order;
    let next_poll = next_poll(opened_at, app.clock.now(), app.settings.watch_payments_days);
    let new = NewProviderOrder {
        order,
        amount,
        discount: case.provider_order.discount,
        coupon: case.provider_order.coupon,
        any_court: case.provider_order.any_court,
        opened_at,
    };
    app.store
        .write((new, case.id.to_string(), next_poll), |tx, (new, id, next_poll)| {
            Box::pin(async move {
                ProviderOrders(tx).reserve(new).await?;
                ProviderOrders(tx).record(new.order, new.amount, id, *next_poll).await.map(drop)
            })
        })
        .await
}

/// What became of the payment.
async fn ended(app: &App, case: &Case, payment: &Payment) -> Result<End, String> {
    let which = (case.provider_order.order, payment.id.to_string());
    let ended = app.store.read(which, |tx, which| Box::pin(find_end(tx, which))).await;
    ended.map_err(|error: StoreError| error.to_string())
}

async fn find_end(tx: &mut dyn Session, (order, id): &(OrderNumber, String)) -> Result<End, StoreError> {
    Ok(match Payments(tx).find(id).await?.and_then(|payment| payment.outcome) {
        None => End::UnderWay,
        Some(PaymentOutcome::Confirmed) => End::Booked,
        Some(PaymentOutcome::Returned) => End::Returned,
        Some(PaymentOutcome::Refund) => {
            let refunds = Refunds(tx).list_of_order(*order).await?;
            let refund = refunds.into_iter().find(|refund| refund.payment == *id);
            refund.map_or(End::Returned, |refund| End::Promised(refund.amount, refund.reason))
        }
    })
}
