//! Random sequences against a model of courts, orders and money that fits on two pages: after each step the application
//! with its store is in the state that the model says. A sequence that differs is made as short as possible.
//!
//! One step at a time and no faults: the simulation has those. `MODEL_SEQUENCES=2000` runs more sequences, drawn anew.

use std::{collections::BTreeMap, env, rc::Rc, sync::Arc, time::Duration};

use jiff::{SignedDuration, civil::date};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner},
};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use sideout_app::{
    booking::{
        cancel::cancel, confirm_at_court::confirm_at_court, place_hold::Pick, place_hold::place_hold,
        release_hold::release_hold,
    },
    closures::{Closure, Span, close_courts, open_courts},
    jobs::expire_holds::expire_holds,
    payments::{
        confirm_payment::confirm_payment,
        generate_payment::{AskToPay, generate_payment},
        issue_refunds::issue_refunds,
    },
    platform::payment_account::PaymentAccount,
};
use sideout_domain::{
    CourtId, CustomerId, bill::BillMethod, money::Money, order::OrderNumber, order::OrderStatus,
};
use sideout_providers::{Secret, payments::SigningKey};
use sideout_store::{Invariants, Orders, Row, Session, Statement, Store, StoreError, Value, params};
use sideout_testkit::{
    FixedClock, TestApp,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::runtime::Runtime;

use crate::{
    Engine,
    breakage::{self, Breakage},
    chance::Chance,
    database::{Database, Events},
    databases::RunDatabase,
    desk,
    gates::{Faults, Gates},
    provider::{Bank, SimulatedProvider},
    tasks::Tasks,
    trace::Trace,
};

/// Sequences of an ordinary run on SQLite.
const SEQUENCES: u32 = 200;
/// Sequences of an ordinary run on PostgreSQL, where each has a database of its own to make.
const ON_POSTGRES: u32 = 20;
const MOST_STEPS: usize = 60;
const PLAYERS: usize = 3;
/// Three courts at two hours.
const SLOTS: usize = 6;
const HOLD_SECONDS: i64 = 600;
/// Two holds that a player let expire on a slot are too many if they began within this time.
const LAPSED_SECONDS: i64 = 10 * 60 + 2 * HOLD_SECONDS;
const BANK_CHARGE: i64 = 30;

#[derive(Debug, Clone)]
enum Change {
    Hold { player: usize, slot: usize },
    Confirm { order: usize },
    PayOnline { order: usize },
    TakeCash { order: usize, rupees: i64 },
    Cancel { order: usize },
    Release { player: usize },
    Pass { minutes: i64 },
    ExpireHolds,
    Close { slot: usize },
    Open { slot: usize },
    IssueRefunds,
}

/// An order in the model; money in rupees.
#[derive(Debug, Clone)]
struct ModelOrder {
    player: usize,
    slot: usize,
    status: OrderStatus,
    created: i64,
    held_until: i64,
    paid: i64,
    returned: i64,
    /// A part was paid at the desk, so a refund waits for the desk as well.
    has_cash: bool,
    /// Its refund is due at once, not on Friday.
    closed_by_venue: bool,
}

impl ModelOrder {
    fn kept(&self) -> i64 {
        self.paid - self.returned
    }

    fn is_live_hold(&self, now: i64) -> bool {
        self.status == OrderStatus::Held && self.held_until > now
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Order(usize),
    Closure,
}

#[derive(Debug, Clone, Default)]
struct Model {
    /// Seconds.
    now: i64,
    orders: Vec<ModelOrder>,
    claims: BTreeMap<usize, Owner>,
}

fn price(slot: usize) -> i64 {
    if court(slot) == 2 { 900 } else { 800 }
}

fn court(slot: usize) -> i64 {
    i64::try_from(slot % 3).unwrap() + 1
}

fn hour(slot: usize) -> i8 {
    if slot / 3 == 0 { 18 } else { 19 }
}

impl Model {
    fn hold_of(&self, player: usize) -> Option<usize> {
        self.orders.iter().position(|order| order.player == player && order.status == OrderStatus::Held)
    }

    /// Ends the hold and frees its court, if it still has it.
    fn end_hold(&mut self, order: usize, end: OrderStatus) {
        let slot = self.orders[order].slot;
        if self.claims.get(&slot) == Some(&Owner::Order(order)) {
            self.claims.remove(&slot);
        }
        self.orders[order].status = end;
    }

    fn hold(&mut self, player: usize, slot: usize) {
        let before = self.clone();
        if let Some(held) = self.hold_of(player) {
            if self.orders[held].slot == slot && self.orders[held].is_live_hold(self.now) {
                return;
            }
            let end = if self.orders[held].held_until > self.now {
                OrderStatus::Released
            } else {
                OrderStatus::Expired
            };
            self.end_hold(held, end);
        }
        let is_free = match self.claims.get(&slot) {
            None => true,
            Some(Owner::Closure) => false,
            Some(Owner::Order(owner)) => {
                let owner = &self.orders[*owner];
                owner.status == OrderStatus::Held && owner.held_until <= self.now
            }
        };
        let lapsed = self.orders.iter().filter(|order| {
            order.player == player
                && order.slot == slot
                && order.status == OrderStatus::Expired
                && order.created > self.now - LAPSED_SECONDS
        });
        if !is_free || lapsed.count() >= 2 {
            // Nothing was changed.
            *self = before;
            return;
        }
        self.claims.insert(slot, Owner::Order(self.orders.len()));
        self.orders.push(ModelOrder {
            player,
            slot,
            status: OrderStatus::Held,
            created: self.now,
            held_until: self.now + HOLD_SECONDS,
            paid: 0,
            returned: 0,
            has_cash: false,
            closed_by_venue: false,
        });
    }

    fn cancel(&mut self, order: usize, refund: i64) {
        self.claims.remove(&self.orders[order].slot);
        let order = &mut self.orders[order];
        order.returned += refund;
        order.status = if refund > 0 { OrderStatus::CancelRequested } else { OrderStatus::Cancelled };
    }

    fn change(&mut self, change: &Change) {
        let now = self.now;
        match *change {
            Change::Hold { player, slot } => self.hold(player, slot),
            Change::Confirm { order } => {
                if let Some(order) = self.orders.get_mut(order).filter(|order| order.is_live_hold(now)) {
                    order.status = OrderStatus::Confirmed;
                }
            }
            Change::PayOnline { order } => {
                if let Some(order) = self.orders.get_mut(order).filter(|order| order.is_live_hold(now)) {
                    order.status = OrderStatus::Confirmed;
                    order.paid = price(order.slot);
                }
            }
            Change::TakeCash { order, rupees } => {
                let Some(order) = self.orders.get_mut(order) else { return };
                if order.status == OrderStatus::Confirmed && order.kept() + rupees <= price(order.slot) {
                    order.paid += rupees;
                    order.has_cash = true;
                }
            }
            Change::Cancel { order } => {
                let Some(found) = self.orders.get(order) else { return };
                if found.status == OrderStatus::Confirmed {
                    let refund = (found.kept() - BANK_CHARGE).max(0);
                    self.cancel(order, refund);
                }
            }
            Change::Release { player } => {
                if let Some(held) = self.hold_of(player) {
                    let is_live = self.orders[held].is_live_hold(now);
                    self.end_hold(held, if is_live { OrderStatus::Released } else { OrderStatus::Expired });
                }
            }
            Change::Pass { minutes } => self.now += minutes * 60,
            Change::ExpireHolds => {
                for order in 0..self.orders.len() {
                    if self.orders[order].status == OrderStatus::Held && self.orders[order].held_until <= now
                    {
                        self.end_hold(order, OrderStatus::Expired);
                    }
                }
            }
            Change::Close { slot } => {
                if let Some(Owner::Order(order)) = self.claims.get(&slot).copied() {
                    if self.orders[order].status == OrderStatus::Held {
                        self.end_hold(order, OrderStatus::Expired);
                    } else {
                        self.cancel(order, self.orders[order].kept());
                        self.orders[order].closed_by_venue = true;
                    }
                }
                self.claims.insert(slot, Owner::Closure);
            }
            Change::Open { slot } => {
                if self.claims.get(&slot) == Some(&Owner::Closure) {
                    self.claims.remove(&slot);
                }
            }
            Change::IssueRefunds => {
                for order in &mut self.orders {
                    let waits = order.status == OrderStatus::CancelRequested;
                    if waits && order.closed_by_venue && !order.has_cash {
                        order.status = OrderStatus::Cancelled;
                    }
                }
            }
        }
    }
}

struct Reference;

impl ReferenceStateMachine for Reference {
    type State = Model;
    type Transition = Change;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model::default()).boxed()
    }

    fn transitions(model: &Model) -> BoxedStrategy<Change> {
        // The newest orders change most.
        let last = model.orders.len();
        let order = last.saturating_sub(6)..last.max(1);
        let rupees = prop_oneof![Just(800_i64), Just(300), Just(100), Just(30)];
        prop_oneof![
            8 => (0..PLAYERS, 0..SLOTS).prop_map(|(player, slot)| Change::Hold { player, slot }),
            4 => order.clone().prop_map(|order| Change::Confirm { order }),
            4 => order.clone().prop_map(|order| Change::PayOnline { order }),
            4 => (order.clone(), rupees).prop_map(|(order, rupees)| Change::TakeCash { order, rupees }),
            4 => order.prop_map(|order| Change::Cancel { order }),
            1 => (0..PLAYERS).prop_map(|player| Change::Release { player }),
            3 => (1..12_i64).prop_map(|minutes| Change::Pass { minutes }),
            2 => Just(Change::ExpireHolds),
            1 => (0..SLOTS).prop_map(|slot| Change::Close { slot }),
            1 => (0..SLOTS).prop_map(|slot| Change::Open { slot }),
            1 => Just(Change::IssueRefunds),
        ]
        .boxed()
    }

    fn apply(mut model: Model, change: &Change) -> Model {
        model.change(change);
        model
    }
}

/// The application under test, with one node, without faults.
struct Real {
    /// Ends the thread that keeps the runtime's clock from moving by itself. Dropped before the runtime, which waits for it.
    _end: std::sync::mpsc::Sender<()>,
    gates: Arc<Gates>,
    tasks: Tasks,
    chance: Chance,
    app: TestApp,
    provider: Arc<SimulatedProvider>,
    numbers: Vec<OrderNumber>,
    store: Store,
    runtime: Runtime,
    _database: RunDatabase,
}

impl Real {
    /// `None` if PostgreSQL is not installed.
    fn start(engine: Engine, broken: Option<breakage::Change>) -> Option<Real> {
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
        Some(Real {
            _end: end,
            gates,
            tasks: Tasks::default(),
            chance: Chance::new(1),
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
        let Real { runtime, tasks, gates, chance, .. } = self;
        runtime.block_on(async {
            loop {
                tasks.run_until_quiet(gates).await;
                if tasks.len() == 0 {
                    break;
                }
                if !gates.open_one(chance, Faults::default()) {
                    tokio::time::advance(Duration::from_millis(100)).await;
                }
            }
        });
        result.take().unwrap()
    }

    fn customer(player: usize) -> CustomerId {
        CustomerId(100_000_000_000 + i64::try_from(player).unwrap())
    }

    fn change(&mut self, model: &Model, change: &Change) {
        let app = self.app.clone();
        let owner = |order: usize| Real::customer(model.orders[order].player);
        match *change {
            Change::Hold { player, slot } => {
                let start = if hour(slot) == 18 { "6:00 PM" } else { "7:00 PM" };
                let pick = Pick {
                    sport: PICKLEBALL,
                    venue: VENUE,
                    court: CourtId(court(slot)),
                    day: date(2026, 11, 22),
                    start: start.parse().unwrap(),
                };
                let held = self.run(async move { place_hold(&app, Real::customer(player), pick).await });
                if let Ok(order) = held
                    && !self.numbers.contains(&order.number)
                {
                    self.numbers.push(order.number);
                }
            }
            Change::Confirm { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let customer = owner(order);
                drop(self.run(async move { confirm_at_court(&app, customer, number, None).await }));
            }
            Change::PayOnline { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let (customer, provider) = (owner(order), Arc::clone(&self.provider));
                self.run(async move {
                    let ask = AskToPay { number, code: None, any_court: false };
                    let Ok(checkout) = generate_payment(&app, customer, ask).await else { return };
                    provider.pay(&checkout.provider_order, Bank::Captures).unwrap();
                    confirm_payment(&app, customer, number, None).await.unwrap();
                });
            }
            Change::TakeCash { order, rupees } => {
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
                    drop(desk::take_cash(&store, bill).await);
                });
            }
            Change::Cancel { order } => {
                let Some(number) = self.numbers.get(order).copied() else { return };
                let customer = owner(order);
                drop(self.run(async move { cancel(&app, customer, number, None).await }));
            }
            Change::Release { player } => {
                self.run(async move { release_hold(&app, Real::customer(player), None).await }).unwrap();
            }
            Change::Pass { minutes } => self.app.clock.advance(minutes * 60),
            Change::ExpireHolds => drop(self.run(async move { expire_holds(&app).await }).unwrap()),
            Change::Close { slot } => {
                let closure = Closure { span: span(slot), reason: "Rain on court".parse().unwrap() };
                self.run(async move {
                    let receipts = &app.settings.receipts;
                    close_courts(&app.store, &app.clock, &*app.random, receipts, closure).await.unwrap();
                });
            }
            Change::Open { slot } => {
                self.run(async move { open_courts(&app.store, span(slot)).await }).unwrap();
            }
            Change::IssueRefunds => {
                self.run(async move { while issue_refunds(&app).await.unwrap() > 0 {} });
            }
        }
    }

    /// What the store says of courts, orders and money, and the invariants that it breaks.
    fn read(&mut self) -> Found {
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

/// Order number, status, paid and returned rupees.
type Seen = (i64, String, i64, i64);

/// What is in the database.
struct Found {
    orders: Vec<Seen>,
    /// Court, start, and the number of the order; 0 for a closure.
    claims: Vec<(i64, i64, i64)>,
    /// Rules of the invariants.
    broken: Vec<String>,
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
        let status = row.text("status")?.to_owned();
        let rupees = |column| Ok::<i64, StoreError>(row.integer(column)? / 100);
        Ok((row.integer("order_number")?, status, rupees("paid_paise")?, rupees("returned_paise")?))
    };
    let orders = tx.all(ORDERS, params![]).await?.iter().map(order).collect::<Result<_, StoreError>>()?;
    let claim = |row: &Row| match row.values() {
        [Value::Integer(court), Value::Integer(start), Value::Integer(owner)] => (*court, *start, *owner),
        other => panic!("{other:?}"),
    };
    let claims = tx.all(CLAIMS, params![]).await?.iter().map(claim).collect();
    let broken = Invariants(tx).list_broken().await?.into_iter().map(|broken| broken.rule).collect();
    Ok(Found { orders, claims, broken })
}

/// The application: on SQLite, on PostgreSQL, or on SQLite with courts of cancelled bookings that stay claimed.
struct Booking<const ON: u8>;

const SQLITE: u8 = 0;
const POSTGRES: u8 = 1;
const BROKEN: u8 = 2;

impl<const ON: u8> StateMachineTest for Booking<ON> {
    type SystemUnderTest = (Real, Model);
    type Reference = Reference;

    fn init_test(model: &Model) -> (Real, Model) {
        let engine = if ON == POSTGRES { Engine::Postgres } else { Engine::Sqlite };
        let broken = (ON == BROKEN).then_some(breakage::Change::Skip("slot_claim/release"));
        (Real::start(engine, broken).unwrap(), model.clone())
    }

    fn apply((mut real, before): (Real, Model), after: &Model, change: Change) -> (Real, Model) {
        real.change(&before, &change);
        let Found { mut orders, claims, broken } = real.read();
        assert_eq!(broken, [] as [&str; 0], "after {change:?}");
        let position =
            |number: i64| real.numbers.iter().position(|known| known.value() == number).unwrap_or(usize::MAX);
        orders.sort_by_key(|(number, ..)| position(*number));
        let orders: Vec<_> =
            orders.into_iter().map(|(_, status, paid, returned)| (status, paid, returned)).collect();
        let expected: Vec<_> = after
            .orders
            .iter()
            .map(|order| (order.status.name().to_owned(), order.paid, order.returned))
            .collect();
        assert_eq!(orders, expected, "orders after {change:?}");
        let claims: Vec<_> = claims
            .into_iter()
            .map(|(court, start, owner)| {
                let first = FixedClock::START + SignedDuration::from_secs(30 * 3_600 + 30 * 60);
                let row = usize::from(start > first.as_millisecond());
                let slot = row * 3 + usize::try_from(court).unwrap() - 1;
                (slot, if owner == 0 { Owner::Closure } else { Owner::Order(position(owner)) })
            })
            .collect();
        let expected: Vec<_> = after.claims.iter().map(|(slot, owner)| (*slot, *owner)).collect();
        assert_eq!(claims, expected, "claims after {change:?}");
        (real, after.clone())
    }
}

/// Runs sequences; the same ones each time unless `MODEL_SEQUENCES` asks for a number of others.
///
/// # Errors
/// The shortest sequence found after which application and model differ.
fn run_sequences<const ON: u8>(usual: u32) -> Result<(), (String, Vec<Change>)> {
    let asked = env::var("MODEL_SEQUENCES").ok().map(|number| number.parse().unwrap());
    let config = Config { cases: asked.unwrap_or(usual), failure_persistence: None, ..Config::default() };
    let mut runner = match asked {
        Some(_) => TestRunner::new(config.clone()),
        None => TestRunner::new_with_rng(config.clone(), TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let sequences = Reference::sequential_strategy(1..=MOST_STEPS);
    let ended = runner.run(&sequences, |(model, changes, seen)| {
        Booking::<ON>::test_sequential(config.clone(), model, changes, seen);
        Ok(())
    });
    match ended {
        Ok(()) => Ok(()),
        Err(TestError::Fail(why, (_, changes, _))) => Err((why.to_string(), changes)),
        Err(TestError::Abort(why)) => Err((why.to_string(), Vec::new())),
    }
}

mod the_application_agrees_with_the_model {
    use super::*;

    #[test]
    fn sqlite() {
        run_sequences::<SQLITE>(SEQUENCES).unwrap();
    }

    #[test]
    fn postgres() {
        if Real::start(Engine::Postgres, None).is_none() {
            assert!(env::var_os("CI").is_none(), "PostgreSQL is not installed");
            return;
        }
        run_sequences::<POSTGRES>(ON_POSTGRES).unwrap();
    }
}

#[test]
fn control_a_claim_that_outlives_its_booking_is_found_and_the_sequence_is_made_short() {
    let (why, changes) = run_sequences::<BROKEN>(SEQUENCES).unwrap_err();
    assert!(why.contains("claims of orders that keep no court"), "{why}");
    assert!((3..=5).contains(&changes.len()), "{changes:?}");
}
