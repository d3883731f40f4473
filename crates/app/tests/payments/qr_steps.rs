//! Steps of the tests about QR codes at the desk.

use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::confirm_at_court::confirm_at_court,
    desk::{
        board::find_booking::find_booking,
        bookings::cancel_at_desk::{CancelAtDesk, CancelAtDeskError, cancel_at_desk, preview_cancellation},
        money::{
            make_qr::{MakeQr, MakeQrError, make_qr},
            open_shift::open_shift,
            read_qr::{QrDetails, read_qr},
            take_payment::{PaymentLine, TakePayment, TakePaymentError, TakenPayment, take_payment},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{BillId, bill::Tender, drawer::CashCount, money::Money, staff::Role};
use sideout_store::{Store, board::BookingDetails};
use sideout_testkit::{request_key, sample_venue::VENUE};

use crate::fixture::PaymentsFixture;

impl PaymentsFixture {
    /// A provider that sends webhooks, a manager at the desk with an open drawer, and a booking of ₹800 that is to be paid.
    pub(crate) async fn with_booking(store: Store) -> (Self, Actor, Order) {
        let fixture = PaymentsFixture::with_webhooks(store, 1).await;
        let manager = fixture.manager_with_drawer().await;
        let order = fixture.book_at_court(0, 3).await;
        (fixture, manager, order)
    }

    /// A manager at the desk, with an open drawer.
    pub(crate) async fn manager_with_drawer(&self) -> Actor {
        let member = self.app.staff(Role::Manager, "9825041736", &[VENUE]).await;
        let manager = self.app.actor(&member.token).await;
        let float = CashCount::new([(500, 4)].into(), 0).unwrap();
        open_shift(&self.app, &manager, VENUE, float, request_key(9_000)).await.unwrap();
        manager
    }

    /// Books a court for player `player`, to be paid there.
    pub(crate) async fn book_at_court(&self, player: usize, court: i64) -> Order {
        let order = self.hold(player, court).await;
        confirm_at_court(&self.app, order.customer, order.number, None).await.unwrap()
    }

    pub(crate) async fn details(&self, order: &Order) -> BookingDetails {
        find_booking(&self.app, &[VENUE], order.number).await.unwrap().unwrap()
    }

    pub(crate) async fn line(&self, order: &Order, rupees: i64) -> PaymentLine {
        let version = self.details(order).await.booking.version;
        PaymentLine { order: order.number, version, amount: Money::from_rupees(rupees) }
    }

    pub(crate) async fn try_to_make_qr(
        &self,
        clerk: &Actor,
        lines: Vec<PaymentLine>,
        key: u64,
    ) -> Result<QrDetails, MakeQrError> {
        make_qr(&self.app, clerk, VENUE, MakeQr { lines, payer: None }, request_key(key)).await
    }

    /// A code for this part of a booking.
    pub(crate) async fn qr(&self, clerk: &Actor, order: &Order, rupees: i64, key: u64) -> QrDetails {
        let line = self.line(order, rupees).await;
        self.try_to_make_qr(clerk, vec![line], key).await.unwrap()
    }

    pub(crate) async fn read_qr(&self, clerk: &Actor, bill: BillId) -> QrDetails {
        read_qr(&self.app, clerk, bill).await.unwrap()
    }

    pub(crate) async fn take(
        &self,
        clerk: &Actor,
        line: PaymentLine,
        key: u64,
    ) -> Result<TakenPayment, TakePaymentError> {
        let request =
            TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
        take_payment(&self.app, clerk, VENUE, request, request_key(key)).await
    }

    /// A clerk takes cash for a part of a booking as it is now.
    pub(crate) async fn take_cash(
        &self,
        clerk: &Actor,
        order: &Order,
        rupees: i64,
        key: u64,
    ) -> Result<TakenPayment, TakePaymentError> {
        let line = self.line(order, rupees).await;
        self.take(clerk, line, key).await
    }

    pub(crate) async fn cancel_at_desk(
        &self,
        clerk: &Actor,
        order: &Order,
        key: u64,
    ) -> Result<BookingDetails, CancelAtDeskError> {
        let (seen, preview) = preview_cancellation(&self.app, clerk, order.number).await?;
        let cancel = CancelAtDesk {
            number: order.number,
            version: seen.booking.version,
            shown: preview.refund,
            refund: None,
            reason: None,
        };
        cancel_at_desk(&self.app, clerk, cancel, request_key(key)).await
    }

    /// A player scans the code and pays.
    pub(crate) async fn pay_qr(&self, code: &str, more: Value) -> Value {
        let mut body = json!({"qr_code_id": code});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.pay_by(body).await["payment"].clone()
    }

    /// A player scans the code; returns the payment that their bank has not answered.
    pub(crate) async fn scan(&self, code: &str) -> String {
        self.pay_qr(code, json!({"scan_only": true})).await["id"].as_str().unwrap().to_owned()
    }

    /// The bank of a player who has scanned a code accepts.
    pub(crate) async fn bank_accepts(&self, payment: &str) {
        let paid = self.pay_by(json!({"payment_id": payment})).await;
        assert_eq!(paid["payment"]["status"], "captured");
    }

    /// The code at the provider.
    pub(crate) async fn code(&self, id: &str) -> Value {
        let codes = self.everything().await["qr_codes"].clone();
        codes.as_array().unwrap().iter().find(|code| code["id"] == id).unwrap().clone()
    }

    pub(crate) async fn open_codes(&self) -> usize {
        let codes = self.everything().await["qr_codes"].clone();
        codes.as_array().unwrap().iter().filter(|code| code["status"] == "active").count()
    }
}
