//! A client of the desk's API.

use std::future::pending;

use http::{HeaderName, Method, header};
use serde_json::Value;
use sideout_domain::staff::Role;
use sideout_http::{Api, platform::settings::HttpSettings, router, web_app::WebApp};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{FixedClock, TestApp, sample_venue::open_venue, sandbox_account};
use sideout_testkit_http::{Call, HttpClient};
use tokio::net::TcpListener;

pub(crate) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A server with a venue.
pub(crate) struct Desk {
    pub(crate) app: TestApp,
    pub(crate) http: HttpClient,
    /// The payment provider's stand-in, if there is one.
    pub(crate) sandbox: Option<HttpClient>,
}

impl Desk {
    /// A server whose streams end at once, so that they can be read to the end like other responses.
    pub(crate) async fn over(store: Store) -> Self {
        Self::with(store, HttpSettings { stream_seconds: 0, ..HttpSettings::default() }).await
    }

    /// A server with these settings of HTTP.
    pub(crate) async fn with(store: Store, settings: HttpSettings) -> Self {
        open_venue(&store).await;
        let app = TestApp::over(store);
        let api = Api::new(app.app(), settings, WebApp::default(), None).unwrap();
        let http = HttpClient::of(router(api)).with_header(header::ORIGIN, &app.settings.public_url);
        Desk { app, http, sandbox: None }
    }

    /// As [`Desk::over`], with a client that is signed in as an owner.
    pub(crate) async fn with_owner(store: Store) -> (Self, HttpClient) {
        let desk = Desk::over(store).await;
        let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
        let client = desk.signed_in(&owner.token);
        (desk, client)
    }

    /// Adds venue 2, without courts.
    pub(crate) async fn add_second_venue(&self, store: &Store) {
        run(
            store,
            "insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone,
               slot_minutes, play_minutes, position, active)
             select 2, name, location, long_location, map_url, image, facilities, gallery, time_zone,
               slot_minutes, play_minutes, 2, active from venue where venue_id = 1",
        )
        .await;
        self.app.venues.forget();
    }

    /// As [`Desk::over`], with an account at the payment provider that makes QR codes.
    pub(crate) async fn with_provider(store: Store) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let clock = ClockAhead::standing_at(FixedClock::START);
        tokio::spawn(sideout_sandbox::serve_with_clock(
            listener,
            SandboxSettings::default(),
            clock,
            pending(),
        ));
        let account = sandbox_account(address);
        open_venue(&store).await;
        let app = TestApp::with_payments(store, account, |settings| settings.desk.provider_qr = true);
        let settings = HttpSettings { stream_seconds: 0, ..HttpSettings::default() };
        let api = Api::new(app.app(), settings, WebApp::default(), None).unwrap();
        let http = HttpClient::of(router(api)).with_header(header::ORIGIN, &app.settings.public_url);
        Desk { app, http, sandbox: Some(HttpClient::at(address)) }
    }

    /// The same client with the session that has this token.
    pub(crate) fn signed_in(&self, token: &str) -> HttpClient {
        self.http.with_header(header::COOKIE, &format!("other=1; __Host-sideout-desk={token}"))
    }
}

/// A call with an idempotency key and the version 1.
pub(crate) fn writing(client: &HttpClient, method: Method, path: &str, key: u64, body: &Value) -> Call {
    writing_at(client, 1, method, path, key, body)
}

/// As [`writing`], with the version that was seen.
pub(crate) fn writing_at(
    client: &HttpClient,
    version: u64,
    method: Method,
    path: &str,
    key: u64,
    body: &Value,
) -> Call {
    let client = client
        .with_header(IDEMPOTENCY_KEY, &format!("00000000-0000-4000-8000-{key:012x}"))
        .with_header(header::IF_MATCH, &format!("\"{version}\""));
    client.call(method, path).json(body)
}

/// How many entries the audit has that meet this condition.
pub(crate) async fn count_entries(store: &Store, condition: &str) -> i64 {
    let count = "select cast(count(*) as bigint) as entries from audit_entry where";
    let text: &'static str = format!("{count} {condition}").leak();
    let statement = Statement { name: "test/entries", text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.one(*statement, &[]).await }));
    let row: Result<_, StoreError> = read.await;
    row.unwrap().integer("entries").unwrap()
}

/// Runs a statement without parameters; returns how many rows it changed.
pub(crate) async fn run(store: &Store, text: impl Into<String>) -> u64 {
    let text: &'static str = text.into().leak();
    let done: Result<u64, StoreError> = store
        .write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        })
        .await;
    done.unwrap()
}
