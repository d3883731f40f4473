//! Two thousand payments (a fifth of them in a usual run) on an evening with many faults at the provider.
//!
//! Time is virtual on both sides: the clocks of the application and of the sandbox start at the same instant and are moved
//! together, ten seconds at a time. After each move the sandbox has sent every webhook that is due; then two nodes
//! concurrently do what the server's jobs do every few seconds. The result does not depend on the speed of the machine.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use futures_util::{StreamExt as _, future::join_all, stream};
use parking_lot::Mutex;
use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::{confirm_at_court::confirm_at_court, release_hold::release_hold},
    jobs::expire_holds::expire_holds,
    payments::{
        generate_payment::{Checkout, GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        issue_refunds::issue_refunds,
        reconcile::reconcile,
        reset_checkout::reset_checkout,
        webhooks::process_webhooks,
    },
};
use sideout_store::Store;
use sideout_testkit::{
    Interceptor, Step, TestApp, intercept, on_both_engines, rounds, statement, without_guard,
};
use tokio::sync::Notify;

use super::print_counts;
use crate::{fixture::PaymentsFixture, hostile_payer::full_notes};

const PAYMENTS: usize = rounds(2_000);
/// The length of a step, in seconds.
const STEP_SECONDS: u32 = 10;
/// The players arrive within the first five minutes.
const ARRIVING_STEPS: usize = 30;
/// Players who act at the same time.
const AT_ONCE: usize = 16;
/// The last payment is captured less than 31 minutes after the last player arrived; a payment open a quarter of an hour later
/// stays open.
const STEPS: usize = ARRIVING_STEPS + (31 + 15) * 6;
const CLOSED_WITHIN_SECONDS: i64 = 15 * 60;

/// The size and the faults of a storm.
#[derive(Clone, Copy)]
struct Conditions {
    payments: usize,
    lose_percent: u8,
    has_reconciler: bool,
}

const STORM: Conditions = Conditions { payments: PAYMENTS, lose_percent: 10, has_reconciler: true };

/// The behaviour of a player, chosen by its number, so that every run has the same players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// Pays, and the bank accepts.
    Pays,
    /// The bank declines at first.
    TriesTwice,
    /// Closes the confirm window, and pays in the checkout that is still open: afterwards, or at the same time.
    Releases { first: bool },
    /// Closes the checkout after the payment was captured.
    Dismisses,
    /// Pays after the hold has expired: in a checkout left open, or through a bank that responded late. With and without
    /// acceptance of another court; the own court is taken or free.
    IsLate { bank_is_silent: bool, any_court: bool, is_taken: bool },
    /// Fails forty times with the most and longest notes that the provider accepts, and then pays.
    FailsOften,
    /// Pays an order whose list at the provider has strange items, and its payments without a currency: each can be read only if it is
    /// fetched alone.
    IsListedStrangely,
    /// Pays an order whose list of payments is of several MiB.
    IsListedAtLength,
}

impl Habit {
    fn of(number: usize) -> Habit {
        match number % 100 {
            13 => return Habit::FailsOften,
            33 => return Habit::IsListedStrangely,
            53 => return Habit::IsListedAtLength,
            _ => {}
        }
        match number % 20 {
            3 => Habit::TriesTwice,
            7 => Habit::Releases { first: (number / 20).is_multiple_of(3) },
            11 => Habit::Dismisses,
            19 => Habit::IsLate {
                bank_is_silent: (number / 20).is_multiple_of(4),
                any_court: (number / 20).is_multiple_of(3),
                is_taken: number / 20 % 5 < 3,
            },
            _ => Habit::Pays,
        }
    }

    /// Half of the browsers send no request after the payment.
    fn browser_reports(number: usize) -> bool {
        (number / 20).is_multiple_of(2)
    }

    /// Minutes from the opening of the checkout to the payment of late players: the hold lasts twenty.
    fn late_minutes(number: usize) -> usize {
        21 + number / 20 % 10
    }
}

/// Counts units of work.
#[derive(Default)]
struct Units {
    done: AtomicUsize,
    more: Notify,
}

impl Interceptor for Units {
    fn on_step(&self, step: Step) {
        if step == Step::AfterCommit {
            self.done.fetch_add(1, Relaxed);
            self.more.notify_one();
        }
    }
}

/// After this number of units of work all invariants are checked.
const CHECKED_EVERY: usize = 50;

struct Evening {
    units: Arc<Units>,
    fixture: PaymentsFixture,
    nodes: [TestApp; 2],
    conditions: Conditions,
    /// Checkouts left open, with their players.
    left_open: Mutex<Vec<(usize, Order, Checkout)>>,
    /// When the bank accepted a payment, in seconds.
    paid_at: Mutex<HashMap<String, i64>>,
}

impl Evening {
    async fn new(store: Store, conditions: Conditions) -> Self {
        // A second player for each twenty, to claim the court of a late one.
        let players = i64::try_from(conditions.payments + conditions.payments.div_ceil(20)).unwrap();
        let units = Arc::new(Units::default());
        let fixture = PaymentsFixture::with_webhooks(intercept(&store, units.clone()), players).await;
        let nodes = [fixture.app.clone(), fixture.app.another_node(|_| {})];
        Evening { units, fixture, nodes, conditions, left_open: Mutex::default(), paid_at: Mutex::default() }
    }

    /// Sets the faults of the provider during a step.
    async fn set_faults(&self, step: usize) {
        let (how, after_the_work) = match step % 4 {
            0 => ("server_error", false),
            1 => ("server_error", true),
            2 => ("error_page", true),
            _ => ("too_many", false),
        };
        let webhooks = json!({"duplicate_percent": 20, "lose_percent": self.conditions.lose_percent, "forge_percent": 5,
            "shuffle_seconds": 60, "old_secret": step % 5 == 4});
        let api = json!({"fail_percent": 4, "how": how, "after_the_work": after_the_work});
        self.fixture.set_faults(json!({"webhooks": webhooks, "api": api})).await;
    }

    /// Holds one of the courts 1 to 11, so that the twelfth is free for players who accept any court.
    async fn hold(&self, player: usize, number: usize) -> Order {
        self.fixture.hold_one_of_many(player, number / 11 * 12 + number % 11).await
    }

    async fn play(&self, number: usize) {
        let (app, habit) = (&self.nodes[number % 2], Habit::of(number));
        let order = self.hold(number, number).await;
        let any_court = matches!(habit, Habit::IsLate { any_court: true, .. });
        let checkout = self.checkout(app, &order, any_court).await;
        match habit {
            Habit::Pays | Habit::Dismisses => self.pay(&checkout, json!({}), 0).await,
            Habit::TriesTwice => {
                self.pay(&checkout, json!({"outcome": "fail_then_succeed", "method": "card"}), 0).await;
            }
            Habit::Releases { first } => {
                let releasing = release_hold(app, order.customer, Some(order.number));
                // An error that says that it is too late is right as well.
                if first {
                    drop(releasing.await);
                    self.pay(&checkout, json!({}), 0).await;
                } else {
                    drop(tokio::join!(releasing, self.pay(&checkout, json!({}), 0)));
                }
            }
            Habit::IsLate { bank_is_silent: true, .. } => {
                let minutes = Habit::late_minutes(number);
                let silence = json!({"outcome": "silent", "authorized_after_minutes": minutes});
                self.pay(&checkout, silence, minutes).await;
            }
            Habit::FailsOften => {
                self.pay(&checkout, json!({"failed_before": 40, "notes": full_notes()}), 0).await;
            }
            Habit::IsListedStrangely => {
                let strange =
                    json!([7, null, "x", [], {}, {"id": "pay_1", "notes": {"a": "b"}, "amount": -1}]);
                let odd = json!({"strange_items": strange, "is_listed_strangely": true});
                self.fixture.set_order_faults(&checkout, odd).await;
                self.pay(&checkout, json!({}), 0).await;
            }
            Habit::IsListedAtLength => {
                self.fixture.set_order_faults(&checkout, json!({"list_padding": 1_100_000})).await;
                self.pay(&checkout, json!({"failed_before": 3}), 0).await;
            }
            Habit::IsLate { .. } => return self.left_open.lock().push((number, order, checkout)),
        }
        if habit == Habit::Dismisses {
            reset_checkout(app, order.customer, Some(order.number)).await.unwrap();
        } else if Habit::browser_reports(number) {
            self.fixture.hint(&order).await;
        }
    }

    /// The player pays in the checkout; the bank accepts after this number of minutes.
    async fn pay(&self, checkout: &Checkout, how: Value, minutes: usize) {
        let paid = self.fixture.pay(checkout, how).await;
        let (id, at) = (paid["payment"]["id"].as_str().unwrap(), self.fixture.app.clock_now().as_second());
        self.paid_at.lock().insert(id.to_owned(), at + 60 * i64::try_from(minutes).unwrap());
    }

    /// Pays the checkouts that were left open until this step.
    async fn pay_late(&self, step: usize) {
        let is_due = |number: usize| {
            step == step_of_arrival(number, self.conditions.payments) + 6 * Habit::late_minutes(number)
        };
        let due: Vec<_> = self.left_open.lock().extract_if(.., |(number, ..)| is_due(*number)).collect();
        for (number, order, checkout) in due {
            self.pay(&checkout, json!({}), 0).await;
            if Habit::browser_reports(number) {
                self.fixture.hint(&order).await;
            }
        }
    }

    /// Taps until the provider has opened an order.
    async fn checkout(&self, app: &TestApp, order: &Order, any_court: bool) -> Checkout {
        loop {
            let request = OnlinePaymentRequest { number: order.number, code: None, any_court, shown: None };
            match generate_payment(app, order.customer, request).await {
                Ok(checkout) => return checkout,
                Err(GeneratePaymentError::Provider(_) | GeneratePaymentError::Busy) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Another player claims the courts of late payers after their holds have expired.
    async fn take_expired_courts(&self, step: usize) {
        let came = step.checked_sub(20 * 6 + 3).map(|step| arriving(step, self.conditions.payments));
        let came = came.unwrap_or_default();
        for number in came {
            if matches!(Habit::of(number), Habit::IsLate { is_taken: true, .. }) {
                let order = self.hold(self.conditions.payments + number / 20, number).await;
                confirm_at_court(&self.nodes[0], order.customer, order.number, None).await.unwrap();
            }
        }
    }

    /// Runs the jobs of both nodes.
    async fn work(&self, step: usize) {
        let at_work = self.nodes.iter().map(async |app| {
            while process_webhooks(app).await.unwrap() > 0 {}
            while self.conditions.has_reconciler && reconcile(app).await.unwrap() > 0 {}
            while step.is_multiple_of(3) && issue_refunds(app).await.unwrap() > 0 {}
            expire_holds(app).await.unwrap();
        });
        join_all(at_work).await;
    }

    /// From the first player to the last quarter of an hour.
    async fn pass(&self) {
        for step in 0..STEPS {
            self.set_faults(step).await;
            let playing = arriving(step, self.conditions.payments).map(|number| self.play(number));
            stream::iter(playing).buffer_unordered(AT_ONCE).collect::<()>().await;
            self.take_expired_courts(step).await;
            self.pay_late(step).await;
            self.fixture.advance(STEP_SECONDS).await;
            self.work(step).await;
        }
    }

    /// As [`Evening::pass`], with all invariants checked on the way; returns how often.
    async fn pass_checked(&self) -> usize {
        let mut checks = 0;
        let checking = async {
            let mut next = CHECKED_EVERY;
            loop {
                self.units.more.notified().await;
                if self.units.done.load(Relaxed) >= next {
                    self.fixture.assert_sound().await;
                    checks += 1;
                    next = self.units.done.load(Relaxed) + CHECKED_EVERY;
                }
            }
        };
        tokio::select! {
            () = self.pass() => {}
            () = checking => {}
        }
        checks
    }

    /// Seconds from the capture of each payment to its end, a booking or the end of its refund; `None` while open.
    async fn closed_after(&self) -> Vec<Option<i64>> {
        let there = self.fixture.everything().await;
        let ends = "select p.payment_id, coalesce(case p.outcome when 'confirmed' then p.settled_at else r.ended_at end, 0)
                      from payment p left join refund r on r.payment_id = p.payment_id";
        let ends: HashMap<String, i64> = self.fixture.rows(ends).await.into_iter().collect();
        let captured =
            there["payments"].as_array().unwrap().iter().filter(|payment| payment["captured"] == true);
        let paid_at = self.paid_at.lock();
        captured
            .map(|payment| {
                let id = payment["id"].as_str().unwrap();
                let end = ends.get(id).filter(|end| **end > 0)?;
                Some(end / 1_000 - paid_at[id])
            })
            .collect()
    }
}

/// The players who arrive during a step.
fn arriving(step: usize, payments: usize) -> Range<usize> {
    let before = |step: usize| payments * step.min(ARRIVING_STEPS) / ARRIVING_STEPS;
    before(step)..before(step + 1)
}

fn step_of_arrival(number: usize, payments: usize) -> usize {
    (0..ARRIVING_STEPS).find(|step| arriving(*step, payments).contains(&number)).unwrap()
}

on_both_engines!(
    payments_in_a_storm_end_in_one_booking_or_one_refund_within_a_quarter_of_an_hour,
    async |store| {
        let evening = Evening::new(store, STORM).await;
        let checks = evening.pass_checked().await;
        assert!(checks > PAYMENTS / 20, "{checks} checks");
        let there = evening.fixture.assert_all_agree().await;
        let closed = evening.closed_after().await;
        assert!(
            closed.iter().all(Option::is_some),
            "{} are open",
            closed.iter().filter(|end| end.is_none()).count()
        );
        let slowest = closed.iter().flatten().max().unwrap();
        let outcomes = "select outcome, count(*) from payment where outcome is not null group by outcome order by outcome";
        let outcomes = evening.fixture.rows(outcomes).await;
        let reasons = "select r.reason, count(*) from refund r group by r.reason order by r.reason";
        let reasons = evening.fixture.rows(reasons).await;
        print_counts(&format!(
            "{checks} checks; {} captured: {outcomes:?}, refunds {reasons:?}; the slowest took {slowest} virtual seconds; webhooks {}; calls {}",
            closed.len(),
            there["webhooks"],
            there["calls"],
        ));
        assert!(*slowest <= CLOSED_WITHIN_SECONDS, "{slowest} s");
        assert_eq!(
            closed.len(),
            PAYMENTS,
            "each payment is captured, also one that comes too late for its court"
        );
        for (outcome, least) in [("confirmed", PAYMENTS * 9 / 10), ("refund", PAYMENTS / 40)] {
            let count = outcomes.iter().find(|(name, _)| name == outcome).map_or(0, |(_, count)| *count);
            assert!(count >= i64::try_from(least).unwrap(), "{outcome}: {count}");
        }
        let webhooks = &there["webhooks"];
        let (lost, duplicated) =
            (webhooks["lost"].as_u64().unwrap(), webhooks["duplicated"].as_u64().unwrap());
        let fifth = u64::try_from(PAYMENTS / 5).unwrap();
        assert!(lost > fifth && duplicated > 2 * fifth, "{webhooks}");
        assert_eq!(
            webhooks["forged"].as_u64(),
            Some(evening.fixture.webhooks.refused()),
            "and nothing else was refused"
        );
        let kept =
            evening.fixture.number("select count(*) from webhook_event where next_try_at is null").await;
        let genuine = webhooks["events"].as_i64().unwrap() - webhooks["lost"].as_i64().unwrap();
        assert_eq!(kept, genuine, "each event is stored once, and all are processed");
    }
);

/// A small storm in which most webhooks are lost.
const LOSSY: Conditions = Conditions { payments: 60, lose_percent: 70, has_reconciler: true };

on_both_engines!(control_without_the_reconciler_a_storm_leaves_payments_open, async |store| {
    let evening = Evening::new(store, Conditions { has_reconciler: false, ..LOSSY }).await;
    evening.pass().await;
    assert!(evening.closed_after().await.contains(&None));
});

on_both_engines!(with_the_reconciler_the_same_storm_leaves_no_payment_open, async |store| {
    let evening = Evening::new(store, LOSSY).await;
    evening.pass().await;
    assert!(
        evening.closed_after().await.iter().all(|end| end.is_some_and(|end| end <= CLOSED_WITHIN_SECONDS))
    );
    evening.fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_guard_a_storm_breaks_a_rule, async |store| {
    let unguarded = without_guard(&store, statement("payment/settle"), "and settled_at is null", "");
    let evening =
        Evening::new(unguarded, Conditions { payments: 120, lose_percent: 0, has_reconciler: true }).await;
    evening.pass().await;
    assert_ne!(evening.fixture.broken().await, [] as [&str; 0]);
});
