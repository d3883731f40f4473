//! The process is killed at every step of a payment: before each change, before and after each commit, before and after
//! each request that changes something at the provider. Afterwards there is one order and one refund at the provider, and a final state here.
//!
//! A child process plays a scenario of one player and stops at a step; it is killed there (signal 9), and this process continues
//! on the same database, like a restarted server. The provider keeps running in this process.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, atomic::AtomicUsize},
};

use serde_json::json;
use sideout_app::{
    booking::{cancel::cancel, list_bookings::list_bookings},
    payments::{
        generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        issue_refunds::issue_refunds,
        reconcile::reconcile,
    },
    platform::payment_account::PaymentAccount,
};
use sideout_domain::{CustomerId, order::OrderStatus};
use sideout_providers::payments::CaptureMode;
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::{
    FixedClock, intercept,
    postgres::{FreshDatabase, fresh_database},
    sample_venue::{add_customers, open_venue},
};
use tempfile::TempDir;

use super::{
    intercepted_provider::{InterceptedProvider, ProviderCaller, Steps, print_line, stop_forever},
    print_counts,
};
use crate::fixture::{FRIDAY, PaymentsFixture, account, open_sandbox};

const DATABASE: &str = "SIDEOUT_DEATH_DATABASE";
const SANDBOX: &str = "SIDEOUT_DEATH_SANDBOX";
const SCENARIO: &str = "SIDEOUT_DEATH_SCENARIO";
const PLAYER: &str = "SIDEOUT_DEATH_PLAYER";
const STEP: &str = "SIDEOUT_DEATH_STEP";

/// More than twice the number of steps: the n-th death takes the players 2n and 2n + 1.
const PLAYERS: i64 = 400;
/// ₹410: the refund fits into the payment twice, so the provider would not refuse a second one.
const BANK_CHARGE_PAISE: i64 = 41_000;

/// What the player does until the process is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scenario {
    /// Holds, pays, cancels, and gets the refund on Friday.
    Cancelled,
    /// Pays too late: the payment is refunded at once.
    Late,
}

fn account_called_by(sandbox: SocketAddr, caller: ProviderCaller) -> PaymentAccount {
    // Payments are captured by us, so that there is one more request.
    let account = account(sandbox, CaptureMode::Manual);
    PaymentAccount {
        provider: Arc::new(InterceptedProvider { provider: account.provider, caller }),
        ..account
    }
}

fn open_fixture(store: Store, sandbox: SocketAddr, account: PaymentAccount, seed: u64) -> PaymentsFixture {
    let players = (0..PLAYERS).map(|n| CustomerId(100_000_000_000 + n)).collect();
    let mut fixture = PaymentsFixture::over(store, players, sandbox, account, |settings| {
        settings.bank_charge_paise = BANK_CHARGE_PAISE;
    });
    fixture.app = fixture.app.with_seed(seed);
    fixture
}

async fn connect(database: &str) -> Store {
    if database.starts_with("postgres") {
        Store::new(PostgresStore::connect(database, PostgresOptions::default()).await.unwrap())
    } else {
        Store::new(SqliteStore::open(PathBuf::from(database), SqliteOptions::default()).unwrap())
    }
}

/// The child process. Run by the tests below only.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child process of the tests of this file"]
async fn child_that_stops_at_a_step() {
    let given = |name: &str| std::env::var(name).ok();
    let (Some(database), Some(step)) = (given(DATABASE), given(STEP)) else { return };
    let sandbox: SocketAddr = given(SANDBOX).unwrap().parse().unwrap();
    let player: usize = given(PLAYER).unwrap().parse().unwrap();
    let steps = match step.parse() {
        Ok(number) => Steps { left: AtomicUsize::new(number), name: None, end: stop_forever },
        Err(_) => Steps { left: AtomicUsize::new(0), name: Some(step), end: stop_forever },
    };
    let steps = Arc::new(steps);
    let store = connect(&database).await;
    let watched = intercept(&store, steps.clone());
    let seed = 1_000 + u64::try_from(player).unwrap();
    if given(SCENARIO).as_deref() == Some("late") {
        let undisturbed = open_fixture(store, sandbox, account(sandbox, CaptureMode::Automatic), seed);
        let order = undisturbed.hold_one_of_many(player, player).await;
        let checkout = undisturbed.checkout(&order).await;
        undisturbed.app.clock.advance(21 * 60);
        undisturbed.hold_one_of_many(player + 1, player).await;
        undisturbed.pay(&checkout, json!({})).await;
        let fixture =
            open_fixture(watched, sandbox, account_called_by(sandbox, ProviderCaller::Crashing(steps)), seed);
        fixture.app.clock.set(undisturbed.app.clock_now());
        fixture.hint(&order).await;
        issue_refunds(&fixture.app).await.unwrap();
    } else {
        let fixture =
            open_fixture(watched, sandbox, account_called_by(sandbox, ProviderCaller::Crashing(steps)), seed);
        let order = fixture.hold_one_of_many(player, player).await;
        let checkout = fixture.checkout(&order).await;
        fixture.pay(&checkout, json!({})).await;
        fixture.hint(&order).await;
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        fixture.app.clock.set(FRIDAY.parse().unwrap());
        issue_refunds(&fixture.app).await.unwrap();
    }
    print_line("ends");
}

/// A database that outlives processes.
enum Database {
    Sqlite(TempDir),
    Postgres(FreshDatabase),
}

impl Database {
    fn address(&self) -> String {
        match self {
            Database::Sqlite(folder) => folder.path().join("sideout.db").display().to_string(),
            Database::Postgres(database) => database.url(),
        }
    }
}

/// What all runs of a scenario share: the database, and the provider in this process.
struct Crashes {
    database: Database,
    sandbox: SocketAddr,
    scenario: Scenario,
}

impl Crashes {
    async fn new(database: Database, scenario: Scenario) -> Self {
        let store = connect(&database.address()).await;
        open_venue(&store).await;
        add_customers(&store, PLAYERS).await;
        store.close().await;
        let clock = ClockAhead::standing_at(FixedClock::START);
        let sandbox = open_sandbox(SandboxSettings::default(), clock).await;
        Crashes { database, sandbox, scenario }
    }

    /// Runs a child and kills it where it stops; returns the step, or `None` if it reached the end.
    async fn kill_at(&self, step: &str, player: usize) -> Option<String> {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "proofs::deaths::child_that_stops_at_a_step", "--ignored", "--nocapture"])
            .env(DATABASE, self.database.address())
            .env(SANDBOX, self.sandbox.to_string())
            .env(SCENARIO, if self.scenario == Scenario::Late { "late" } else { "cancelled" })
            .env(PLAYER, player.to_string())
            .env(STEP, step)
            .stdout(Stdio::piped());
        let played = tokio::task::spawn_blocking(move || {
            let mut child = command.spawn().unwrap();
            let lines = BufReader::new(child.stdout.take().unwrap()).lines();
            let mut lines = lines.map_while(Result::ok);
            let end = lines.find(|line| line.starts_with("stops ") || line == "ends");
            child.kill().unwrap();
            child.wait().unwrap();
            end.unwrap()
        });
        played.await.unwrap().strip_prefix("stops ").map(str::to_owned)
    }

    /// Starts a server on the same database half a minute later.
    async fn restart(&self, account: PaymentAccount, player: usize) -> PaymentsFixture {
        let store = connect(&self.database.address()).await;
        let fixture = open_fixture(store, self.sandbox, account, 100_000 + u64::try_from(player).unwrap());
        fixture.app.clock.advance(30 + if self.scenario == Scenario::Late { 21 * 60 } else { 0 });
        fixture
    }

    /// Runs the jobs and the player's remaining actions, until every order has a final state.
    async fn finish(&self, fixture: &PaymentsFixture, player: usize) {
        let (app, customer) = (&fixture.app, fixture.players[player]);
        // In every second run the jobs find the payment first, otherwise the player's next tap does.
        if player.is_multiple_of(4) {
            app.clock.advance(61);
            reconcile(app).await.unwrap();
        }
        if self.scenario == Scenario::Cancelled {
            let mut booking = list_bookings(app, customer).await.unwrap().into_iter().next();
            if booking.is_none() {
                let order = fixture.hold_one_of_many(player, player).await;
                let request =
                    OnlinePaymentRequest { number: order.number, code: None, any_court: false, shown: None };
                match generate_payment(app, customer, request).await {
                    Ok(checkout) => drop(fixture.try_to_pay(&checkout).await),
                    // The payment from before the death was found.
                    Err(GeneratePaymentError::AlreadyBooked) => {}
                    Err(error) => panic!("requested again: {error}"),
                }
                fixture.hint(&order).await;
                booking = list_bookings(app, customer).await.unwrap().into_iter().next();
            }
            let booking = booking.unwrap();
            cancel(app, customer, booking.number, None).await.unwrap();
            app.clock.set(FRIDAY.parse().unwrap());
        }
        // Leases of dead processes expire, and failed steps are tried again.
        for _ in 0..4 {
            app.clock.advance(61);
            reconcile(app).await.unwrap();
            issue_refunds(app).await.unwrap();
        }
        let open = "select (select count(*) from refund where ended_at is null)
                         + (select count(*) from orders where status in ('confirmed', 'cancel_requested'))";
        assert_eq!(fixture.number(open).await, 0);
        let of_player = list_bookings(app, customer).await.unwrap();
        let cancelled = of_player.iter().filter(|order| order.status == OrderStatus::Cancelled).count();
        assert_eq!(cancelled, usize::from(self.scenario == Scenario::Cancelled));
        fixture.assert_sound().await;
    }

    /// Kills the process at every step in turn.
    async fn kill_at_every_step(&self) {
        let mut steps = Vec::new();
        // Every run has a player and a court of its own.
        for number in 1.. {
            let player = 2 * number;
            let died = self.kill_at(&number.to_string(), player).await;
            let fixture = self.restart(account(self.sandbox, CaptureMode::Manual), player).await;
            self.finish(&fixture, player).await;
            let step = died.as_deref().unwrap_or("nowhere");
            for what in ["orders", "refunds"] {
                assert_eq!(fixture.count(what).await, number, "{what} after death number {number}, {step}");
            }
            if died.is_none() {
                fixture.assert_all_agree().await;
            }
            fixture.app.store.close().await;
            let Some(step) = died else { break };
            steps.push(step);
        }
        print_counts(&format!("{} steps: {steps:?}", steps.len()));
        let mut needed = vec![
            "before a refund",
            "after a refund",
            "before payment/settle",
            "before refund/approve",
            "before payment/add_refunded",
        ];
        if self.scenario == Scenario::Cancelled {
            needed.extend([
                "before an order is opened",
                "after an order was opened",
                "before provider_order/record",
            ]);
            needed.extend(["before a capture", "after a capture"]);
        }
        for step in needed {
            assert!(steps.iter().any(|known| known == step), "{step} is no step of this scenario any more");
        }
    }

    /// The number of `what` at the provider after a death at `step`, if the server that is started again forgets its earlier
    /// requests.
    async fn count_if_forgotten(&self, step: &str, what: &str) -> usize {
        assert_eq!(self.kill_at(step, 0).await.as_deref(), Some(step));
        let fixture = self
            .restart(account_called_by(self.sandbox, ProviderCaller::Forgetful(AtomicUsize::new(0))), 0)
            .await;
        self.finish(&fixture, 0).await;
        let count = fixture.count(what).await;
        fixture.app.store.close().await;
        count
    }
}

/// Runs the body on both engines, with databases that processes can share.
macro_rules! on_shared_databases {
    ($name:ident, $scenario:expr, $body:expr $(,)?) => {
        mod $name {
            use super::*;

            #[test]
            fn sqlite() {
                run(Database::Sqlite(tempfile::tempdir().unwrap()), $scenario, $body);
            }

            #[test]
            fn postgres() {
                let Some(database) = fresh_database() else { return };
                run(Database::Postgres(database), $scenario, $body);
            }
        }
    };
}

fn run(database: Database, scenario: Scenario, body: impl AsyncFnOnce(Crashes)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async { body(Crashes::new(database, scenario).await).await });
}

on_shared_databases!(
    killed_at_any_step_a_cancelled_booking_has_one_order_and_one_refund,
    Scenario::Cancelled,
    async |crashes| {
        crashes.kill_at_every_step().await;
    }
);

on_shared_databases!(killed_at_any_step_late_money_is_refunded_once, Scenario::Late, async |crashes| {
    crashes.kill_at_every_step().await;
});

on_shared_databases!(
    control_without_the_search_a_death_opens_a_second_order,
    Scenario::Cancelled,
    async |crashes| {
        assert_eq!(crashes.count_if_forgotten("after an order was opened", "orders").await, 2);
    }
);

on_shared_databases!(
    control_without_key_and_search_a_death_sends_a_second_refund,
    Scenario::Cancelled,
    async |crashes| {
        assert_eq!(crashes.count_if_forgotten("after a refund", "refunds").await, 2);
    }
);
