//! Money that a desk takes without a drawer, as a unit of work over the store's repositories.

use sideout_domain::{
    BillId, DeskPaymentId,
    bill::{BillMethod, Tender},
    ledger,
    money::Money,
    order::PaymentMethod,
};
use sideout_store::{
    Bills, Ledger, Orders, Session, Store, StoreError,
    bills::NewBill,
    desk_payments::{DeskPayments, NewDeskPayment},
    ledger::{NewEntry, Subject},
};
use sideout_testkit::sample_venue::VENUE;

use crate::desk::refused;

/// Takes cash for a bill.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Constraint`] if one of its orders owes less.
pub(crate) async fn take_cash(store: &Store, bill: NewBill) -> Result<DeskPaymentId, StoreError> {
    store.write(bill, |tx, bill| Box::pin(take(tx, bill))).await
}

async fn take(tx: &mut dyn Session, bill: &NewBill) -> Result<DeskPaymentId, StoreError> {
    let now = bill.created_at;
    let id: BillId = Bills(tx).add(bill).await?;
    if !Bills(tx).settle(id, BillMethod::Desk, now).await? {
        return Err(refused("settled"));
    }
    let payment = NewDeskPayment {
        bill: id,
        venue: VENUE,
        shift: None,
        tender: Tender::Cash,
        amount: bill.amount(),
        round_off: Money::ZERO,
        payer: None,
        reference: None,
        staff: None,
        taken_at: now,
    };
    let payment = DeskPayments(tx).add(&payment).await?;
    for line in &bill.lines {
        let Some(order) = line.order else { continue };
        if !Orders(tx).add_payment(order, line.amount, PaymentMethod::Court).await? {
            return Err(refused("it owes less"));
        }
    }
    let only = if let [line] = bill.lines.as_slice() { line.order } else { None };
    let entry = NewEntry {
        entry: ledger::taken_at_desk(bill.amount(), Money::ZERO, Tender::Cash),
        subject: Subject::DeskPayment { id: payment, bill: id, order: only },
        happened_at: now,
    };
    Ledger(tx).record(&entry).await?;
    Ok(payment)
}
