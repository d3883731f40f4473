//! What a clerk does at the counter with a booking that a player made, and the online payments of parts of bookings.

use sideout_app::{
    Order,
    booking::find_order::find_order,
    desk::{
        board::find_booking::find_booking,
        money::{
            count_shift::count_shift,
            make_qr::{MakeQr, make_qr},
            open_shift::open_shift,
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
    desk::{self, drawer},
};

impl SimulatedNode {
    /// Those of these orders that are bookings, as they are now.
    async fn bookings(&self, of: &[usize]) -> Result<Vec<Order>, String> {
        let mut found: Vec<Order> = Vec::new();
        for of in of {
            let Some((number, customer)) = self.memory.order(*of) else { continue };
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

    pub(crate) async fn request_payment(&self, of: &[usize], rupees: i64) -> String {
        let orders = match self.bookings(of).await {
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

    /// What a clerk takes of a booking as they see it.
    async fn line(&self, of: usize, rupees: i64) -> Result<PaymentLine, String> {
        let none = || "no booking".to_owned();
        let order = self.bookings(&[of]).await?.first().map(|order| order.number).ok_or_else(none)?;
        let seen = find_booking(&self.app, &[VENUE], order).await;
        let seen = seen.map_err(|error| format!("refused: {error}"))?.ok_or_else(none)?.booking;
        Ok(PaymentLine { order, version: seen.version, amount: Money::from_rupees(rupees) })
    }

    /// Shows a QR code. If the provider does not answer, the clerk tries once more; a code of ₹300 is left without an answer.
    pub(crate) async fn make_qr(&self, of: usize, rupees: i64) -> String {
        let line = match self.line(of, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let key = self.memory.next_key();
        let request = MakeQr { lines: vec![line], payer: None };
        let mut made = make_qr(&self.app, owner(), VENUE, request.clone(), key.clone()).await;
        if made.is_err() && rupees != 300 {
            made = make_qr(&self.app, owner(), VENUE, request, key).await;
        }
        describe(made, |made| {
            self.memory.codes.borrow_mut().push(made.qr.bill);
            self.memory.checkouts.borrow_mut().extend(made.qr.id.clone().filter(|_| made.qr.is_open()));
            format!("{} is for {rupees} rupees: {:?}", made.qr.bill, made.qr.id)
        })
    }

    pub(crate) async fn take_cash(&self, of: usize, rupees: i64) -> String {
        let line = match self.line(of, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let request =
            TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
        let taken = take_payment(&self.app, owner(), VENUE, request, self.memory.next_key()).await;
        if matches!(taken, Err(TakePaymentError::ShiftNeeded)) {
            let opened = open_shift(&self.app, owner(), VENUE, drawer(), self.memory.next_key()).await;
            return describe(opened, |shift| format!("shift {shift} is open"));
        }
        describe(taken, |taken| {
            self.memory.cash.borrow_mut().push(DeskPaymentId(taken.payment));
            format!("took {rupees} rupees: {}", taken.payment)
        })
    }

    pub(crate) async fn count_drawer(&self) -> String {
        let shift = match read_drawer(&self.app, owner(), VENUE).await {
            Ok((_, Some(open))) => open.shift.id,
            Ok((_, None)) => return "no shift is open".to_owned(),
            Err(error) => return format!("refused: {error}"),
        };
        let counted = count_shift(&self.app, owner(), shift, drawer(), self.memory.next_key()).await;
        describe(counted, |counted| format!("shift {shift} is counted, {} is open", counted.next))
    }

    pub(crate) async fn move_booking(&self, of: usize, court: i64) -> String {
        let orders = match self.bookings(&[of]).await {
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
