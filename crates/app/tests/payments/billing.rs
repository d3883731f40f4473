//! Steps with bills that the checkout of one order does not make: for several orders, for parts of one, and paid in cash.

use sideout_app::Order;
use sideout_domain::{
    BillId, CustomerId, DeskPaymentId,
    bill::{BillKind, BillLine, BillMethod, Tender, provider_reference},
    ledger,
    money::Money,
    order::PaymentMethod,
};
use sideout_providers::payments::{NewProviderOrder, TimeBudget};
use sideout_store::{
    Bills, Ledger, Orders, Session, Store, StoreError,
    bills::NewBill,
    desk_payments::{DeskPayments, NewDeskPayment},
    ledger::{NewEntry, Subject},
    payments::ProviderOrders,
};
use sideout_testkit::{FixedClock, sample_venue::VENUE};

use crate::fixture::PaymentsFixture;

/// A requested payment, by its order at the provider.
#[derive(Debug, Clone)]
pub(crate) struct PaymentRequest {
    pub(crate) provider_order: String,
}

pub(crate) fn line(order: &Order, rupees: i64) -> BillLine {
    BillLine { order: Some(order.number), amount: Money::from_rupees(rupees) }
}

fn new_bill(customer: CustomerId, method: BillMethod, lines: Vec<BillLine>) -> NewBill {
    NewBill {
        kind: if lines.len() > 1 { BillKind::Cart } else { BillKind::Booking },
        customer: Some(customer),
        payer_name: None,
        discount: Money::ZERO,
        coupon: None,
        method,
        open_until: None,
        lines,
        created_at: FixedClock::START,
    }
}

impl PaymentsFixture {
    /// Players 0, 1 … hold the courts 1, 2 …; then all orders are those of player 0, as a basket is.
    pub(crate) async fn basket(&self, size: usize) -> Vec<Order> {
        let mut orders = Vec::new();
        for player in 0..size {
            orders.push(self.hold(player, i64::try_from(player).unwrap() + 1).await);
        }
        let together = "update orders set customer_id = 100000000000, hold_place = court_id - 1";
        assert_eq!(self.change(together).await, size as u64);
        orders.into_iter().map(|order| Order { customer: self.players[0], ..order }).collect()
    }

    /// Requests the payment of these lines from a customer, through the provider.
    pub(crate) async fn request_payment(&self, customer: CustomerId, lines: &[BillLine]) -> PaymentRequest {
        self.try_request_payment(customer, lines).await.unwrap()
    }

    /// As [`PaymentsFixture::request_payment`]; `None` if the same payment was requested before.
    pub(crate) async fn try_request_payment(
        &self,
        customer: CustomerId,
        lines: &[BillLine],
    ) -> Option<PaymentRequest> {
        let bill = new_bill(customer, BillMethod::Provider, lines.to_vec());
        let first = lines[0].order.unwrap();
        let reference = provider_reference(first, lines, bill.amount());
        let known: Result<_, StoreError> = self
            .app
            .store
            .read(reference.clone(), |tx, reference| {
                Box::pin(async move { ProviderOrders(tx).find_by_reference(reference).await })
            })
            .await;
        if known.unwrap().is_some() {
            return None;
        }
        let new = NewProviderOrder { amount: bill.amount(), receipt: reference.clone(), notes: Vec::new() };
        let provider = &self.app.payments.as_ref().unwrap().provider;
        let opened = provider.create_order(&new, TimeBudget::interactive()).await.unwrap().id.to_string();
        let input = (bill, reference, opened.clone());
        let added: Result<(), StoreError> = self
            .app
            .store
            .write(input, |tx, (bill, reference, opened)| {
                Box::pin(async move {
                    let id = Bills(tx).add(bill).await?;
                    assert!(ProviderOrders(tx).add(id, reference, false, bill.created_at).await?);
                    assert!(ProviderOrders(tx).record(id, opened, Some(bill.created_at)).await?);
                    Ok(())
                })
            })
            .await;
        added.unwrap();
        Some(PaymentRequest { provider_order: opened })
    }

    /// As [`record_cash`].
    pub(crate) async fn record_cash(
        &self,
        customer: CustomerId,
        lines: Vec<BillLine>,
    ) -> Option<DeskPaymentId> {
        record_cash(&self.app.store, customer, lines).await
    }
}

/// Records cash for these lines of bookings by the statements alone, in one unit of work, to test their guards: without the use case
/// `take_payment`, so without a shift, a receipt, the version that a clerk saw, and the player's turn. `None` if a booking owes less.
pub(crate) async fn record_cash(
    store: &Store,
    customer: CustomerId,
    lines: Vec<BillLine>,
) -> Option<DeskPaymentId> {
    let bill = new_bill(customer, BillMethod::Desk, lines);
    let taken = store.write(bill, |tx, bill| {
        Box::pin(async move {
            let id = Bills(tx).add(bill).await?;
            settle_in_cash(tx, id, bill).await
        })
    });
    match taken.await {
        Ok(payment) => Some(payment),
        Err(StoreError::Constraint(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Settles an open bill with cash.
///
/// # Errors
/// [`StoreError::Constraint`] if it is settled already, or a booking owes less than its line.
async fn settle_in_cash(
    tx: &mut dyn Session,
    id: BillId,
    bill: &NewBill,
) -> Result<DeskPaymentId, StoreError> {
    let now = FixedClock::START;
    if !Bills(tx).settle(id, BillMethod::Desk, now).await? {
        return Err(StoreError::Constraint("settled".to_owned()));
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
        if !Orders(tx).add_payment(line.order.unwrap(), line.amount, PaymentMethod::Court).await? {
            return Err(StoreError::Constraint("owes less".to_owned()));
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
