//! What a clerk does at the counter with a booking that a player made, and the online payments of parts of bookings.

use sideout_app::{
    Order,
    booking::find_order::find_order,
    desk::{
        board::find_booking::find_booking,
        money::{
            count_shift::count_shift,
            make_qr::{MakeQr, make_qr},
            read_money::read_drawer,
            take_payment::{PaymentLine, TakePayment, TakePaymentError, take_payment},
        },
    },
};
use sideout_domain::{
    CourtId, DeskPaymentId,
    bill::{BillMethod, Tender},
    claim::Slot,
    money::Money,
};
use sideout_testkit::sample_venue::VENUE;

use crate::{
    actions::{SimulatedNode, describe},
    databases::owner,
    desk::{self, counted_cash},
    memory::KnownOrder,
};

/// A QR code of this amount is requested only once, so that some codes stay whose request got no answer.
const NOT_REPEATED_RUPEES: i64 = 300;

impl SimulatedNode {
    /// Those of the orders with these indexes that are bookings, as they are now. The error is the answer of the task.
    async fn find_bookings(&self, orders: &[usize]) -> Result<Vec<Order>, String> {
        let mut found: Vec<Order> = Vec::new();
        for order in orders {
            let Some(KnownOrder { number, customer }) = self.memory.order(*order) else { continue };
            match find_order(&self.app, customer, number).await {
                Ok(Some(order)) if order.status.is_booking() => {
                    if found.iter().all(|other| other.number != order.number) {
                        found.push(order);
                    }
                }
                Ok(_) => {}
                Err(error) => return Err(format!("refused: {error}")),
            }
        }
        if found.is_empty() { Err("no booking".to_owned()) } else { Ok(found) }
    }

    pub(crate) async fn request_payment(&self, orders: &[usize], rupees: i64) -> String {
        let orders = match self.find_bookings(orders).await {
            Ok(orders) => orders,
            Err(why) => return why,
        };
        let now = self.app.clock_now();
        let bill = desk::new_bill(&orders, Money::from_rupees(rupees), BillMethod::Provider, now);
        describe(desk::request_online(&self.app.store, &*self.provider, bill).await, |checkout| {
            let line = format!("requested by {checkout:?}");
            self.memory.checkouts.borrow_mut().extend(checkout);
            line
        })
    }

    /// What a clerk takes for a booking, with its version as the clerk sees it. The error is the answer of the task.
    async fn payment_line(&self, order: usize, rupees: i64) -> Result<PaymentLine, String> {
        let none = || "no booking".to_owned();
        let order = self.find_bookings(&[order]).await?.first().map(|order| order.number).ok_or_else(none)?;
        let seen = find_booking(&self.app, &[VENUE], order).await;
        let seen = seen.map_err(|error| format!("refused: {error}"))?.ok_or_else(none)?.booking;
        Ok(PaymentLine { order, version: seen.version, amount: Money::from_rupees(rupees) })
    }

    /// Shows a QR code. If that fails, the clerk tries once more, unless the amount is [`NOT_REPEATED_RUPEES`].
    pub(crate) async fn make_qr(&self, order: usize, rupees: i64) -> String {
        let line = match self.payment_line(order, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let key = self.memory.next_key();
        let request = MakeQr { lines: vec![line], payer: None };
        let mut made = make_qr(&self.app, owner(), VENUE, request.clone(), key.clone()).await;
        if made.is_err() && rupees != NOT_REPEATED_RUPEES {
            made = make_qr(&self.app, owner(), VENUE, request, key).await;
        }
        describe(made, |made| {
            self.memory.qr_bills.borrow_mut().push(made.qr.bill);
            self.memory.checkouts.borrow_mut().extend(made.qr.id.clone().filter(|_| made.qr.is_open()));
            format!("{} is for {rupees} rupees: {:?}", made.qr.bill, made.qr.id)
        })
    }

    pub(crate) async fn take_cash(&self, order: usize, rupees: i64) -> String {
        let line = match self.payment_line(order, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let request =
            TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
        let taken = take_payment(&self.app, owner(), VENUE, request, self.memory.next_key()).await;
        if matches!(taken, Err(TakePaymentError::ShiftNeeded)) {
            return self.begin_shift(owner()).await;
        }
        describe(taken, |taken| {
            self.memory.cash_payments.borrow_mut().push(DeskPaymentId(taken.payment));
            format!("took {rupees} rupees: {}", taken.payment)
        })
    }

    pub(crate) async fn count_drawer(&self) -> String {
        let shift = match read_drawer(&self.app, owner(), VENUE).await {
            Ok((_, Some(open))) => open.shift.id,
            Ok((_, None)) => return "no shift is open".to_owned(),
            Err(error) => return format!("refused: {error}"),
        };
        let counted = count_shift(&self.app, owner(), shift, counted_cash(), self.memory.next_key()).await;
        describe(counted, |counted| format!("shift {shift} is counted, {} is open", counted.next))
    }

    pub(crate) async fn move_booking(&self, order: usize, court: i64) -> String {
        let orders = match self.find_bookings(&[order]).await {
            Ok(orders) => orders,
            Err(why) => return why,
        };
        let Some(order) = orders.first().filter(|order| order.slot.court != CourtId(court)) else {
            return "it is there".to_owned();
        };
        let to = Slot { court: CourtId(court), starts_at: order.slot.starts_at };
        let moved = desk::move_booking(&self.app.store, order, to, self.app.clock_now()).await;
        describe(moved, |moved| format!("{} moved: {moved}", order.number))
    }
}
