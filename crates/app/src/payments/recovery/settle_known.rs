//! Settles payments of orders that the database knows, as any payment that comes late.

use jiff::Timestamp;
use sideout_domain::{
    BillId,
    bill::{BillKind, BillLine, BillMethod},
    money::Money,
    order::OrderNumber,
    payment::PaymentOutcome,
    reconciliation::next_poll,
};
use sideout_providers::payments::{Payment, TimeBudget};
use sideout_store::{
    Bills, DeskQrs, Orders, Session, StoreError,
    bills::NewBill,
    payments::{Payments, ProviderOrder, ProviderOrders, Refunds},
};

use super::{
    EarlyEnd, End, Settled,
    survey::{Case, OrderMatch},
    survey_qr_codes::LostBill,
};
use crate::{
    App,
    platform::payment_account::PaymentAccount,
    steps::{capture::capture_and_settle, find_or_add_online_bill::find_or_add_online_bill},
};

/// What was done about the payments of one order, and why the rest has to wait, if it has to.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) settled: Vec<Settled>,
    pub(super) stopped: Option<EarlyEnd>,
}

/// Settles the payments of one order, after the provider order's row is added or completed. With `dry_run` it changes nothing, and lists
/// what would be settled.
pub(super) async fn settle_known(app: &App, account: &PaymentAccount, case: &Case, dry_run: bool) -> Done {
    let mut done = Done::default();
    let provider_order = match find_or_record(app, case, dry_run).await {
        Ok(provider_order) => provider_order,
        Err(error) => {
            done.stopped = Some(error.into());
            return done;
        }
    };
    for payment in &case.payments {
        let mut end = Ok(End::UnderWay);
        if dry_run && payment.status.was_captured() {
            end = Ok(End::WouldSettle);
        } else if !dry_run {
            let taken =
                capture_and_settle(app, account, &provider_order, payment.clone(), TimeBudget::BACKGROUND)
                    .await;
            end = match taken {
                Ok(_) => read_end(app, case, payment).await.map_err(EarlyEnd::from),
                Err(error) => Err(EarlyEnd::from(error)),
            };
        }
        let (end, stopped) = match end {
            Ok(end) => (end, None),
            Err(why) => (End::Open(why.to_string()), Some(why)),
        };
        // Only what was captured is settled, also if this run captured it or a server did meanwhile.
        let is_settled = !matches!(end, End::UnderWay | End::Open(_));
        done.settled.push(Settled {
            order: case.provider_order.order,
            is_known: true,
            payment: payment.id.to_string(),
            amount: payment.amount,
            is_captured: is_settled || payment.status.was_captured(),
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

/// The provider order as the database has it, or with `dry_run` would have it. Without `dry_run` it is recorded, if the backup is older
/// than it.
async fn find_or_record(app: &App, case: &Case, dry_run: bool) -> Result<ProviderOrder, StoreError> {
    let known = case.provider_order.clone();
    if case.found_as == OrderMatch::Known || dry_run {
        return Ok(known);
    }
    let next_poll = next_poll(known.opened_at, app.clock.now(), app.settings.watch_payments_days);
    app.store
        .write((known, case.clone(), next_poll), |tx, (known, case, next_poll)| {
            Box::pin(async move { record(tx, known, case, *next_poll).await })
        })
        .await
}

async fn record(
    tx: &mut dyn Session,
    known: &ProviderOrder,
    case: &Case,
    next_poll: Option<Timestamp>,
) -> Result<ProviderOrder, StoreError> {
    let lost = case.code.as_ref().and_then(|code| code.bill.as_ref());
    let bill = match ProviderOrders(tx).find_by_reference(&known.reference).await? {
        Some(row) => row.bill,
        None => match lost {
            Some(lost) => add_qr(tx, known, lost).await?,
            None => add_bill(tx, known).await?,
        },
    };
    ProviderOrders(tx).record(bill, case.id.as_str(), next_poll).await?;
    Ok(ProviderOrder { bill, ..known.clone() })
}

/// The bill of an order that is to be paid online.
async fn add_bill(tx: &mut dyn Session, known: &ProviderOrder) -> Result<BillId, StoreError> {
    let new = NewBill {
        kind: BillKind::Booking,
        customer: Orders(tx).find_owner(known.order).await?,
        payer_name: None,
        discount: Money::ZERO,
        coupon: None,
        method: BillMethod::Provider,
        open_until: None,
        lines: vec![BillLine { order: Some(known.order), amount: known.amount }],
        created_at: known.opened_at,
    };
    let raced = || StoreError::Unavailable(format!("order {} is being paid", known.order));
    find_or_add_online_bill(tx, &new, known.any_court).await?.ok_or_else(raced)
}

/// The bill of a QR code of a desk, with the code.
async fn add_qr(tx: &mut dyn Session, known: &ProviderOrder, lost: &LostBill) -> Result<BillId, StoreError> {
    let new = NewBill {
        kind: if lost.lines.len() > 1 { BillKind::Cart } else { BillKind::Booking },
        customer: Some(lost.customer),
        payer_name: None,
        discount: Money::ZERO,
        coupon: None,
        method: BillMethod::Provider,
        open_until: Some(known.opened_at),
        lines: lost.lines.clone(),
        created_at: known.opened_at,
    };
    let bill = Bills(tx).add(&new).await?;
    if !ProviderOrders(tx).add(bill, &known.reference, false, known.opened_at).await? {
        return Err(StoreError::Unavailable(format!("the reference {} is being added", known.reference)));
    }
    // It was paid, so the provider has closed it.
    DeskQrs(tx).add(bill, lost.venue, lost.staff, known.opened_at).await?;
    Ok(bill)
}

/// What became of the payment.
async fn read_end(app: &App, case: &Case, payment: &Payment) -> Result<End, StoreError> {
    let which = (case.provider_order.order, payment.id.to_string());
    app.store.read(which, |tx, which| Box::pin(find_end(tx, which))).await
}

async fn find_end(tx: &mut dyn Session, (order, id): &(OrderNumber, String)) -> Result<End, StoreError> {
    Ok(match Payments(tx).find(id).await?.and_then(|payment| payment.outcome) {
        None => End::UnderWay,
        Some(PaymentOutcome::Confirmed) => End::Booked,
        Some(PaymentOutcome::Returned) => End::Returned,
        Some(PaymentOutcome::Refund) => {
            let refunds = Refunds(tx).list_of_order(*order).await?;
            let refund = refunds.into_iter().find(|refund| refund.source.payment() == Some(id));
            refund.map_or(End::Returned, |refund| End::Promised(refund.amount, refund.reason))
        }
    })
}
