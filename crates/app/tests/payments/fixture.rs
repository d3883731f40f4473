//! An app, its players, and their payment provider.

use std::{
    future::pending,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode},
    routing::post,
};
use jiff::civil::Date;
use parking_lot::Mutex;
use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::{
        cancel::cancel,
        place_hold::{Pick, place_hold},
    },
    payments::{
        confirm_payment::{CheckoutProof, confirm_payment},
        generate_payment::{Checkout, GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        webhooks::{WebhookError, receive},
    },
    platform::{payment_account::PaymentAccount, settings::Settings},
    steps::payment_overview::{PaymentOverview, find_payment_overview},
};
use sideout_domain::{CourtId, CustomerId, order::OrderNumber};
use sideout_providers::{
    Secret,
    payments::{CaptureMode, Razorpay, RazorpaySettings, SigningKey},
};
use sideout_sandbox::{ClockAhead, RazorpayAccount, SandboxSettings};
use sideout_store::{Row, Session, Statement, Store, StoreError, params};
use sideout_testkit::{
    FixedClock, TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_customers, open_venue},
};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

pub(crate) const WEBHOOK_SECRET: &str = "sandbox_webhook_secret";
pub(crate) const PREVIOUS_WEBHOOK_SECRET: &str = "sandbox_webhook_secret_before";

/// Seconds after which a hold with a checkout has expired.
pub(crate) const AFTER_THE_HOLD: u32 = 21 * 60;

/// Friday 27 November 2026, 11:00 in India: the refunds of bookings that were cancelled in the week before are due.
pub(crate) const FRIDAY: &str = "2026-11-27T05:30:00Z";

/// What became of the webhooks that were not stored. A test that ends with errors of the receiver fails.
#[derive(Clone, Default)]
pub(crate) struct WebhooksNotStored(Arc<NotStored>);

#[derive(Default)]
struct NotStored {
    /// The number of webhooks that were refused because of their signature.
    refused: AtomicU64,
    /// Why others were not stored.
    errors: Mutex<Vec<WebhookError>>,
}

impl WebhooksNotStored {
    /// The number of webhooks that were refused because of their signature.
    pub(crate) fn refused(&self) -> u64 {
        self.0.refused.load(Ordering::Relaxed)
    }
}

impl Drop for WebhooksNotStored {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let errors = self.0.errors.lock();
            assert!(errors.is_empty(), "webhooks were not stored: {errors:?}");
        }
    }
}

/// An app with players, whose payments go to a sandbox of the provider.
#[derive(Clone)]
pub(crate) struct PaymentsFixture {
    pub(crate) app: TestApp,
    pub(crate) players: Vec<CustomerId>,
    pub(crate) webhooks: WebhooksNotStored,
    sandbox: SocketAddr,
    provider: HttpClient,
}

impl PaymentsFixture {
    /// An open venue, this number of players, and a sandbox without faults.
    pub(crate) async fn new(store: Store, players: i64) -> Self {
        Self::capturing(store, players, CaptureMode::Automatic).await
    }

    pub(crate) async fn capturing(store: Store, players: i64, capture: CaptureMode) -> Self {
        let sandbox = open_sandbox(SandboxSettings::default(), ClockAhead::default()).await;
        Self::start(store, players, sandbox, capture, |_| {}).await
    }

    /// As [`PaymentsFixture::new`], with webhooks, and with a clock of the provider that only [`PaymentsFixture::advance`] moves.
    pub(crate) async fn with_webhooks(store: Store, players: i64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let razorpay = RazorpayAccount {
            webhook_url: Some(format!("http://{}/webhooks/razorpay", listener.local_addr().unwrap())),
            ..RazorpayAccount::default()
        };
        let settings = SandboxSettings { razorpay, ..SandboxSettings::default() };
        let clock = ClockAhead::standing_at(FixedClock::START);
        let sandbox = open_sandbox(settings, clock).await;
        let fixture = Self::start(store, players, sandbox, CaptureMode::Automatic, |_| {}).await;
        let receiver = Router::new()
            .route("/webhooks/razorpay", post(receive_webhook))
            .with_state((fixture.app.clone(), Arc::clone(&fixture.webhooks.0)));
        tokio::spawn(async move { axum::serve(listener, receiver).await.unwrap() });
        fixture
    }

    /// As [`PaymentsFixture::new`], with throttling as in a real server.
    pub(crate) async fn throttled(store: Store, players: i64) -> Self {
        let sandbox = open_sandbox(SandboxSettings::default(), ClockAhead::default()).await;
        let throttle = |settings: &mut Settings| settings.throttle = true;
        Self::start(store, players, sandbox, CaptureMode::Automatic, throttle).await
    }

    async fn start(
        store: Store,
        players: i64,
        sandbox: SocketAddr,
        capture: CaptureMode,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        open_venue(&store).await;
        let players = add_customers(&store, players).await;
        Self::over(store, players, sandbox, account(sandbox, capture), change)
    }

    /// The same with a provider at another address.
    pub(crate) fn paying_at(&self, provider: SocketAddr) -> Self {
        let account = account(provider, CaptureMode::Automatic);
        Self::over(self.app.store.clone(), self.players.clone(), self.sandbox, account, |_| {})
    }

    /// The same fixture through another application.
    pub(crate) fn on(&self, app: TestApp) -> Self {
        PaymentsFixture { app, ..self.clone() }
    }

    /// The number of these calls to the provider.
    pub(crate) async fn calls(&self, name: &str) -> u64 {
        self.everything().await["calls"][name].as_u64().unwrap_or_default()
    }

    /// A fixture over an existing database and sandbox.
    pub(crate) fn over(
        store: Store,
        players: Vec<CustomerId>,
        sandbox: SocketAddr,
        account: PaymentAccount,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let app = TestApp::with_payments(store, account, |settings| {
            settings.throttle = false;
            settings.desk.provider_qr = true;
            change(settings);
        });
        PaymentsFixture {
            app,
            players,
            webhooks: WebhooksNotStored::default(),
            sandbox,
            provider: HttpClient::at(sandbox),
        }
    }

    /// A player holds this court on the Sunday at 7 PM.
    pub(crate) async fn hold(&self, player: usize, court: i64) -> Order {
        let sunday = jiff::civil::date(2026, 11, 22);
        self.hold_at(player, CourtId(court), sunday, "7:00 PM").await
    }

    /// A player holds slot `number` of many: twelve courts, starts from 6 AM to 10 PM, days from Monday 23 November 2026 on.
    pub(crate) async fn hold_one_of_many(&self, player: usize, number: usize) -> Order {
        let (court, hour, day) = (number % 12 + 1, number / 12 % 17 + 6, number / (12 * 17));
        let start = jiff::civil::time(i8::try_from(hour).unwrap(), 0, 0, 0).strftime("%-I:%M %p").to_string();
        let day = jiff::civil::date(2026, 11, 23) + jiff::Span::new().days(i64::try_from(day).unwrap());
        self.hold_at(player, CourtId(i64::try_from(court).unwrap()), day, &start).await
    }

    /// A player holds this court on that day.
    pub(crate) async fn hold_at(&self, player: usize, court: CourtId, day: Date, start: &str) -> Order {
        let start = start.parse().unwrap();
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court, day, start };
        place_hold(&self.app, self.players[player], pick).await.unwrap()
    }

    pub(crate) async fn checkout(&self, order: &Order) -> Checkout {
        self.try_checkout(order, None, false).await.unwrap()
    }

    pub(crate) async fn try_checkout(
        &self,
        order: &Order,
        code: Option<&str>,
        any_court: bool,
    ) -> Result<Checkout, GeneratePaymentError> {
        let request = OnlinePaymentRequest {
            number: order.number,
            code: code.map(str::to_owned),
            any_court,
            shown: None,
        };
        generate_payment(&self.app, order.customer, request).await
    }

    /// A player pays only after the hold expired and player 1 took the court; the provider has reported nothing yet.
    pub(crate) async fn pay_late_for_a_taken_court(&self, any_court: bool) -> Order {
        let order = self.hold(0, 3).await;
        let checkout = self.try_checkout(&order, None, any_court).await.unwrap();
        self.advance(AFTER_THE_HOLD).await;
        self.hold(1, 3).await;
        self.pay(&checkout, json!({})).await;
        order
    }

    /// Books `court` for player `player` and pays online.
    pub(crate) async fn book_and_pay(&self, player: usize, court: i64) -> Order {
        let order = self.hold(player, court).await;
        let checkout = self.checkout(&order).await;
        self.pay(&checkout, json!({})).await;
        self.hint(&order).await.order
    }

    /// As [`PaymentsFixture::book_and_pay`], and cancels: ₹770 wait for Friday.
    pub(crate) async fn book_pay_and_cancel(&self, player: usize, court: i64) -> Order {
        let order = self.book_and_pay(player, court).await;
        cancel(&self.app, order.customer, order.number, None).await.unwrap().order
    }

    /// Sends the browser's hint.
    pub(crate) async fn hint(&self, order: &Order) -> PaymentOverview {
        confirm_payment(&self.app, order.customer, order.number, None).await.unwrap()
    }

    /// Sends the browser's hint with the checkout's proof, from the response of [`PaymentsFixture::pay`].
    pub(crate) async fn hint_with(&self, order: &Order, paid: &Value) -> PaymentOverview {
        let text = |key: &str| paid["response"][key].as_str().unwrap();
        let proof = CheckoutProof {
            payment: text("razorpay_payment_id").parse().unwrap(),
            signature: text("razorpay_signature").to_owned(),
        };
        confirm_payment(&self.app, order.customer, order.number, Some(proof)).await.unwrap()
    }

    /// The player pays in the checkout; by default the bank accepts.
    pub(crate) async fn pay(&self, checkout: &Checkout, more: Value) -> Value {
        self.pay_order(&checkout.provider_order, more).await
    }

    /// As [`PaymentsFixture::pay`], for any order at the provider.
    pub(crate) async fn pay_order(&self, provider_order: &str, more: Value) -> Value {
        let mut body = json!({"order_id": provider_order});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.control(Method::POST, "/pay", body).await
    }

    /// As [`PaymentsFixture::pay`]; refused if it is paid already.
    pub(crate) async fn try_to_pay(&self, checkout: &Checkout) -> StatusCode {
        self.provider.post("/razorpay/pay", json!({"order_id": checkout.provider_order})).await.status
    }

    /// Sets faults of this order at the provider, which hold from now on.
    pub(crate) async fn set_order_faults(&self, checkout: &Checkout, faults: Value) {
        let path = format!("/orders/{}/faults", checkout.provider_order);
        self.control(Method::PUT, &path, faults).await;
    }

    /// Sets the faults of the provider; those that are not named end.
    pub(crate) async fn set_faults(&self, faults: Value) {
        self.control(Method::PUT, "/switches", faults).await;
    }

    /// Moves both clocks forwards.
    pub(crate) async fn advance(&self, seconds: u32) {
        self.app.clock.advance(seconds.into());
        self.control(Method::POST, "/clock", json!({"seconds": seconds})).await;
    }

    /// Waits for this number of round trips: about as long as the same number of polls takes.
    pub(crate) async fn let_time_pass(&self, calls: usize) {
        for _ in 0..calls {
            self.control(Method::GET, "/switches", Value::Null).await;
        }
    }

    /// The number of `orders`, `payments`, `refunds` or `qr_codes` at the provider.
    pub(crate) async fn count(&self, what: &str) -> usize {
        self.everything().await[what].as_array().unwrap().len()
    }

    /// All that the provider has: orders, payments, refunds, QR codes, and the numbers of webhooks and calls.
    pub(crate) async fn everything(&self) -> Value {
        self.control(Method::GET, "", Value::Null).await
    }

    /// Makes a payment at the provider with this body; returns the answer, with the payment in its field `payment`.
    pub(crate) async fn pay_by(&self, body: Value) -> Value {
        self.control(Method::POST, "/pay", body).await
    }

    async fn control(&self, method: Method, path: &str, body: Value) -> Value {
        self.provider.call(method, format!("/razorpay{path}")).json(&body).await.success()
    }

    /// Reads one number from the database.
    pub(crate) async fn number(&self, text: &'static str) -> i64 {
        let read = self.app.store.read(text, |tx, text| Box::pin(number(tx, text)));
        read.await.unwrap()
    }

    /// Reads names and numbers from the database.
    pub(crate) async fn rows(&self, text: &'static str) -> Vec<(String, i64)> {
        let read = self.app.store.read(text, |tx, text| {
            Box::pin(async move {
                let rows = tx.all(Statement { name: text, text }, params![]).await?;
                Ok(rows.iter().map(name_and_number).collect())
            })
        });
        let rows: Result<Vec<(String, i64)>, StoreError> = read.await;
        rows.unwrap()
    }

    /// Runs a statement on the database, past the application; returns the number of changed rows.
    pub(crate) async fn change(&self, text: &'static str) -> u64 {
        let write = self.app.store.write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        });
        let touched: Result<u64, StoreError> = write.await;
        touched.unwrap()
    }

    /// The present order.
    pub(crate) async fn order(&self, order: &Order) -> Order {
        self.overview(order.customer, order.number).await.order
    }

    pub(crate) async fn overview(&self, customer: CustomerId, number: OrderNumber) -> PaymentOverview {
        find_payment_overview(&self.app, customer, number).await.unwrap().unwrap()
    }
}

async fn number(tx: &mut dyn Session, text: &'static str) -> Result<i64, StoreError> {
    let row = tx.one(Statement { name: text, text }, params![]).await?;
    let [sideout_store::Value::Integer(number)] = row.values() else { panic!("{row:?} is not one number") };
    Ok(*number)
}

fn name_and_number(row: &Row) -> (String, i64) {
    let [sideout_store::Value::Text(name), sideout_store::Value::Integer(number)] = row.values() else {
        panic!("{row:?} is not a name and a number")
    };
    (name.clone(), *number)
}

/// Like the server's endpoint: refused unless the signature over the raw bytes is right, otherwise stored.
async fn receive_webhook(
    State((app, not_stored)): State<(TestApp, Arc<NotStored>)>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match receive(&app, Some(text("x-razorpay-event-id")), text("x-razorpay-signature"), body.to_vec()).await
    {
        Ok(_) => StatusCode::NO_CONTENT,
        Err(WebhookError::BadSignature) => {
            not_stored.refused.fetch_add(1, Ordering::Relaxed);
            StatusCode::UNAUTHORIZED
        }
        Err(error) => {
            not_stored.errors.lock().push(error);
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

/// Starts a provider on a free port; returns its address.
pub(crate) async fn open_sandbox(settings: SandboxSettings, clock: ClockAhead) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let sandbox = listener.local_addr().unwrap();
    tokio::spawn(sideout_sandbox::serve_with_clock(listener, settings, clock, pending()));
    sandbox
}

/// The operator's account at the provider.
pub(crate) fn account(sandbox: SocketAddr, capture: CaptureMode) -> PaymentAccount {
    let settings = RazorpaySettings {
        base_url: format!("http://{sandbox}"),
        script_url: format!("http://{sandbox}/v1/checkout.js"),
        key_id: "rzp_test_sandbox".to_owned(),
        key_secret: Secret::new("sandbox_key_secret"),
        webhook_secret: Secret::new(WEBHOOK_SECRET),
        previous_webhook_secret: Some(Secret::new(PREVIOUS_WEBHOOK_SECRET)),
        capture,
        timeout_ms: 5_000,
    };
    PaymentAccount {
        provider: Arc::new(Razorpay::new(&settings).unwrap()),
        key_id: settings.key_id,
        script_url: settings.script_url,
        checkout_key: SigningKey::new(settings.key_secret),
        webhook_keys: vec![
            SigningKey::new(settings.webhook_secret),
            SigningKey::new(Secret::new(PREVIOUS_WEBHOOK_SECRET)),
        ],
    }
}
