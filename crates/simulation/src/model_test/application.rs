//! The application that is compared with the model.

use std::{rc::Rc, sync::Arc, time::Duration};

use jiff::{Timestamp, civil::date};
use sideout_app::{
    booking::{
        cancel::cancel, confirm_at_court::confirm_at_court, place_hold::Pick, place_hold::place_hold,
        release_hold::release_hold,
    },
    closures::{Closure, Span, close_courts, open_courts},
    jobs::expire_holds::expire_holds,
    payments::{
        confirm_payment::confirm_payment,
        generate_payment::{OnlinePaymentRequest, generate_payment},
        issue_refunds::issue_refunds,
    },
    platform::payment_account::PaymentAccount,
};
use sideout_domain::{CourtId, CustomerId, bill::BillMethod, money::Money, order::OrderNumber};
use sideout_providers::{Secret, payments::SigningKey};
use sideout_store::{Invariants, Orders, Row, Session, Statement, Store, StoreError, Value, params};
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::runtime::Runtime;

use super::{
    model::{Model, ModelStep, court, hour},
    take_cash::take_cash,
};
use crate::{
    Engine,
    breakage::{self, Breakage},
    database::{Database, Events},
    databases::{RunDatabase, player},
    desk,
    gates::{Faults, Gates},
    provider::{Bank, SimulatedProvider},
    random::Random,
    tasks::Tasks,
    trace::Trace,
};

/// The application under test, with one node, without faults.
pub(super) struct Application {
    /// Ends the thread that keeps the runtime's clock from moving by itself. Dropped before the runtime, which waits for it.
    _end: std::sync::mpsc::Sender<()>,
    gates: Arc<Gates>,
    tasks: Tasks,
    random: Random,
    app: TestApp,
    provider: Arc<SimulatedProvider>,
    pub(super) numbers: Vec<OrderNumber>,
    store: Store,
    runtime: Runtime,
    _database: RunDatabase,
}

impl Application {
    /// Starts the application on a new database; `None` if PostgreSQL is not installed.
    pub(super) fn start(engine: Engine, broken: Option<breakage::Change>) -> Option<Application> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        runtime.spawn_blocking(move || ended.recv().is_err());
        let (database, store) = runtime.block_on(async {
            let database = RunDatabase::copy(engine).await.unwrap()?;
            let store = database.open().await.unwrap();
            Some((database, store))
        })?;
        let gates = Arc::new(Gates::new(Arc::<Trace>::default()));
        let provider = Arc::new(SimulatedProvider::new(Arc::clone(&gates), 1, true, false));
        let account = PaymentAccount {
            provider: Arc::clone(&provider) as Arc<_>,
            key_id: "rzp_test_model".to_owned(),
            script_url: "https://checkout.example/v1/checkout.js".to_owned(),
            checkout_key: SigningKey::new(Secret::new("model_key_secret")),
            webhook_keys: Vec::new(),
        };
        let (gates_of_node, events) = (Arc::clone(&gates), Arc::<Events>::default());
        let breakage = broken.map(|change| Arc::new(Breakage::new(change)));
        let node = Database { store: store.clone(), gates: gates_of_node, events, breakage };
        let app = runtime.block_on(async {
            TestApp::with_payments(node.for_a_node(), account, |settings| {
                settings.throttle = false;
                settings.max_open_unpaid = 50;
            })
        });
        Some(Application {
            _end: end,
            gates,
            tasks: Tasks::default(),
            random: Random::new(1),
            app,
            provider,
            numbers: Vec::new(),
            store,
            runtime,
            _database: database,
        })
    }

    /// Runs `work` to its end.
    fn run<T: 'static>(&mut self, work: impl Future<Output = T> + 'static) -> T {
        let result = Rc::new(std::cell::Cell::new(None));
        let done = Rc::clone(&result);
        self.tasks.add(0, "step", async move {
            done.set(Some(work.await));
            String::new()
        });
        let Application { runtime, tasks, gates, random, .. } = self;
        runtime.block_on(async {
            loop {
                tasks.run_until_quiet(gates).await;
                if tasks.len() == 0 {
                    break;
                }
                if !gates.open_one(random, Faults::default()) {
                    tokio::time::advance(Duration::from_millis(100)).await;
                }
            }
        });
        result.take().unwrap()
    }

    fn customer(number: usize) -> CustomerId {
        player(i64::try_from(number).unwrap())
    }

    pub(super) fn change(&mut self, model: &Model, step: &ModelStep) {
        let app = self.app.clone();
        let owner = |order: usize| Application::customer(model.orders[order].player);
        match *step {
            ModelStep::Hold { player, slot } => {
                let start = if hour(slot) == 18 { "6:00 PM" } else { "7:00 PM" };
                let pick = Pick {
                    sport: PICKLEBALL,
                    venue: VENUE,
                    court: CourtId(court(slot)),
                    day: date(2026, 11, 22),
                    start: start.parse().unwrap(),
                };
                let held =
                    self.run(async move { place_hold(&app, Application::customer(player), pick).await });
                if let Ok(order) = held
                    && !self.numbers.contains(&order.number)
                {
                    self.numbers.push(order.number);
                }
            }
            ModelStep::Confirm { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let customer = owner(order);
                drop(self.run(async move { confirm_at_court(&app, customer, number, None).await }));
            }
            ModelStep::PayOnline { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let (customer, provider) = (owner(order), Arc::clone(&self.provider));
                self.run(async move {
                    let request = OnlinePaymentRequest { number, code: None, any_court: false, shown: None };
                    let Ok(checkout) = generate_payment(&app, customer, request).await else { return };
                    provider.pay(&checkout.provider_order, Bank::Captures, app.clock_now()).unwrap();
                    confirm_payment(&app, customer, number, None).await.unwrap();
                });
            }
            ModelStep::TakeCash { order, rupees } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let customer = owner(order);
                let store = self.app.store.clone();
                self.run(async move {
                    let found: Result<_, StoreError> = store
                        .read((number, customer), |tx, (number, customer)| {
                            Box::pin(async move { Orders(tx).find(*number, *customer).await })
                        })
                        .await;
                    let (order, now) = (found.unwrap().unwrap(), app.clock_now());
                    let bill = desk::new_bill(&[order], Money::from_rupees(rupees), BillMethod::Desk, now);
                    drop(take_cash(&store, bill).await);
                });
            }
            ModelStep::Cancel { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let customer = owner(order);
                drop(self.run(async move { cancel(&app, customer, number, None).await }));
            }
            ModelStep::Release { player } => {
                self.run(async move { release_hold(&app, Application::customer(player), None).await })
                    .unwrap();
            }
            ModelStep::Pass { minutes } => self.app.clock.advance(minutes * 60),
            ModelStep::ExpireHolds => drop(self.run(async move { expire_holds(&app).await }).unwrap()),
            ModelStep::Close { slot } => {
                let closure = Closure {
                    span: span(slot),
                    reason: "Rain on court".parse().unwrap(),
                    asks_players: false,
                };
                self.run(async move {
                    let receipts = &app.settings.receipts;
                    close_courts(&app.store, &app.clock, &*app.random, receipts, 0, closure).await.unwrap();
                });
            }
            ModelStep::Open { slot } => {
                self.run(async move { open_courts(&app.store, span(slot), Timestamp::MIN).await }).unwrap();
            }
            ModelStep::IssueRefunds => {
                self.run(async move { while issue_refunds(&app).await.unwrap() > 0 {} });
            }
        }
    }

    /// The courts, orders and money in the store, and the invariants that it breaks.
    pub(super) fn read(&mut self) -> Found {
        let store = self.store.clone();
        let read = self.runtime.block_on(store.read((), |tx, ()| Box::pin(read_all(tx))));
        read.unwrap()
    }
}

fn span(slot: usize) -> Span {
    let (day, hour) = (date(2026, 11, 22), hour(slot));
    let courts = court(slot).to_string().parse().unwrap();
    Span { venue: VENUE, courts, from: day.at(hour, 0, 0, 0), to: day.at(hour + 1, 0, 0, 0) }
}

/// An order in the database.
pub(super) struct OrderRow {
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) paid_paise: i64,
    pub(super) returned_paise: i64,
}

/// A claim in the database.
pub(super) struct ClaimRow {
    pub(super) court: i64,
    /// UTC, in milliseconds.
    pub(super) starts_at: i64,
    /// The number of the order; 0 for a closure.
    pub(super) owner: i64,
}

/// What is in the database.
pub(super) struct Found {
    pub(super) orders: Vec<OrderRow>,
    pub(super) claims: Vec<ClaimRow>,
    /// The rules of the invariants that are broken.
    pub(super) broken: Vec<String>,
}

async fn read_all(tx: &mut dyn Session) -> Result<Found, StoreError> {
    const ORDERS: Statement = Statement {
        name: "model/orders",
        text: "select order_number, status, paid_paise, returned_paise from orders",
    };
    const CLAIMS: Statement = Statement {
        name: "model/claims",
        text: "select court_id, starts_at, coalesce(order_number, 0) as owner from slot_claim order by starts_at, court_id",
    };
    let order = |row: &Row| {
        Ok(OrderRow {
            number: row.integer("order_number")?,
            status: row.text("status")?.to_owned(),
            paid_paise: row.integer("paid_paise")?,
            returned_paise: row.integer("returned_paise")?,
        })
    };
    let orders = tx.all(ORDERS, params![]).await?.iter().map(order).collect::<Result<_, StoreError>>()?;
    let claim = |row: &Row| match row.values() {
        [Value::Integer(court), Value::Integer(starts_at), Value::Integer(owner)] => {
            ClaimRow { court: *court, starts_at: *starts_at, owner: *owner }
        }
        other => panic!("{other:?}"),
    };
    let claims = tx.all(CLAIMS, params![]).await?.iter().map(claim).collect();
    let broken = Invariants(tx).list_broken().await?.into_iter().map(|broken| broken.rule).collect();
    Ok(Found { orders, claims, broken })
}
