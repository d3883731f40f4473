//! A database, a backup of it, changes after the backup, and the restored backup.

use std::{net::SocketAddr, path::PathBuf};

use jiff::Timestamp;
use sideout_app::{
    Order,
    payments::{
        expedite_refunds::{RefundSelection, expedite_refunds},
        issue_refunds::issue_refunds,
        recovery::Recovery,
    },
    platform::payment_account::PaymentAccount,
};
use sideout_domain::{CustomerId, money::Money};
use sideout_providers::payments::{CaptureMode, NewProviderOrder, ProviderOrder, TimeBudget};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::{
    FixedClock,
    postgres::{FreshDatabase, fresh_database},
    sample_venue::{add_customers, open_venue},
};
use tempfile::TempDir;

use crate::fixture::{PaymentsFixture, account, open_sandbox};

/// ₹410 of ₹800: the refund of a cancelled booking fits into its payment twice, so the provider would not refuse a second
/// one.
const BANK_CHARGE_PAISE: i64 = 41_000;
pub(crate) const REFUND_PAISE: i64 = 39_000;
const PLAYERS: i64 = 16;

/// A database that outlives its connections.
pub(crate) enum Database {
    Sqlite(TempDir),
    Postgres(FreshDatabase),
}

impl Database {
    fn file(folder: &TempDir) -> PathBuf {
        folder.path().join("sideout.db")
    }

    /// Makes a backup; no connection may be open.
    fn copy(&self) -> Database {
        match self {
            Database::Sqlite(folder) => {
                let copy = tempfile::tempdir().unwrap();
                sideout_store_sqlite::back_up(&Self::file(folder), &Self::file(&copy)).unwrap();
                Database::Sqlite(copy)
            }
            Database::Postgres(database) => Database::Postgres(database.copy()),
        }
    }

    pub(crate) async fn connect(&self) -> Store {
        match self {
            Database::Sqlite(folder) => {
                Store::new(SqliteStore::open(Self::file(folder), SqliteOptions::default()).unwrap())
            }
            Database::Postgres(database) => {
                Store::new(PostgresStore::connect(&database.url(), PostgresOptions::default()).await.unwrap())
            }
        }
    }
}

/// The lost database, and the provider with all its data.
pub(crate) struct Loss {
    pub(crate) database: Database,
    pub(crate) sandbox: SocketAddr,
}

impl Loss {
    async fn new(database: Database) -> Self {
        let store = database.connect().await;
        open_venue(&store).await;
        add_customers(&store, PLAYERS).await;
        store.close().await;
        let clock = ClockAhead::standing_at(FixedClock::START);
        let sandbox = open_sandbox(SandboxSettings::default(), clock).await;
        Loss { database, sandbox }
    }

    /// A server on a database at this time, with random numbers of its own.
    pub(crate) async fn serve(&self, database: &Database, at: Timestamp, seed: u64) -> PaymentsFixture {
        self.over(database.connect().await, account(self.sandbox, CaptureMode::Automatic), at, seed)
    }

    pub(crate) fn over(
        &self,
        store: Store,
        account: PaymentAccount,
        at: Timestamp,
        seed: u64,
    ) -> PaymentsFixture {
        let players = (0..PLAYERS).map(|n| CustomerId(100_000_000_000 + n)).collect();
        let mut fixture = PaymentsFixture::over(store, players, self.sandbox, account, |settings| {
            settings.bank_charge_paise = BANK_CHARGE_PAISE;
        });
        fixture.app = fixture.app.with_seed(seed);
        fixture.app.clock.set(at);
        fixture
    }

    /// Runs `before`, makes a backup, and runs `after`; returns the backup, its time, the present time, and the result of
    /// `after`.
    pub(crate) async fn restore<B, A>(
        &self,
        before: impl AsyncFnOnce(&PaymentsFixture) -> B,
        after: impl AsyncFnOnce(&PaymentsFixture, B) -> A,
    ) -> Restored<A> {
        let fixture = self.serve(&self.database, FixedClock::START, 11).await;
        let known = before(&fixture).await;
        fixture.advance(60).await;
        let since = fixture.app.clock_now();
        fixture.app.store.close().await;
        let backup = self.database.copy();
        let fixture = self.serve(&self.database, since, 12).await;
        fixture.advance(60).await;
        let lost = after(&fixture, known).await;
        fixture.advance(60).await;
        let now = fixture.app.clock_now();
        fixture.app.store.close().await;
        Restored { backup, since, now, lost }
    }
}

/// The state after the restore.
pub(crate) struct Restored<A> {
    pub(crate) backup: Database,
    pub(crate) since: Timestamp,
    pub(crate) now: Timestamp,
    pub(crate) lost: A,
}

impl<A> Restored<A> {
    pub(crate) fn recovery(&self) -> Recovery {
        Recovery {
            since: self.since,
            receipts_after: Vec::new(),
            credit_notes_after: Vec::new(),
            also: Vec::new(),
            dry_run: false,
        }
    }
}

/// A booking that is paid online.
pub(crate) async fn paid(fixture: &PaymentsFixture, player: usize) -> Order {
    fixture.book_and_pay(player, i64::try_from(player % 12).unwrap() + 1).await
}

/// Cancels a booking and sends its refund at once.
pub(crate) async fn cancel_and_refund(fixture: &PaymentsFixture, order: &Order) {
    cancel(fixture, order).await;
    send_refund(fixture, order).await;
}

pub(crate) async fn cancel(fixture: &PaymentsFixture, order: &Order) {
    let cancel = sideout_app::booking::cancel::cancel(&fixture.app, order.customer, order.number, None);
    assert_eq!(cancel.await.unwrap().refund, Money::from_paise(REFUND_PAISE));
}

pub(crate) async fn send_refund(fixture: &PaymentsFixture, order: &Order) {
    expedite_refunds(&fixture.app.store, RefundSelection::OfOrder(order.number), fixture.app.clock_now())
        .await
        .unwrap();
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
}

/// Opens an order at the provider of which the database knows nothing, as other software on the same account does.
pub(crate) async fn foreign_order(
    fixture: &PaymentsFixture,
    receipt: &str,
    notes: &[(&str, &str)],
) -> ProviderOrder {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let new = NewProviderOrder {
        amount: Money::from_rupees(800),
        receipt: receipt.to_owned(),
        notes: notes.iter().map(pair).collect(),
    };
    fixture.app.payments.as_ref().unwrap().provider.create_order(&new, TimeBudget::BACKGROUND).await.unwrap()
}

/// Runs the body on both engines.
macro_rules! after_a_loss {
    ($name:ident, $body:expr $(,)?) => {
        mod $name {
            use super::*;

            #[test]
            fn sqlite() {
                crate::recovery::restored::run(
                    crate::recovery::restored::Database::Sqlite(tempfile::tempdir().unwrap()),
                    $body,
                );
            }

            #[test]
            fn postgres() {
                if let Some(database) = crate::recovery::restored::new_on_postgres() {
                    crate::recovery::restored::run(database, $body);
                }
            }
        }
    };
}
pub(crate) use after_a_loss;

pub(crate) fn new_on_postgres() -> Option<Database> {
    fresh_database().map(Database::Postgres)
}

pub(crate) fn run(database: Database, body: impl AsyncFnOnce(Loss)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async { body(Loss::new(database).await).await });
}
