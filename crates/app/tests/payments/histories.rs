//! Random histories of bookings and money: after each step ledger, bills, orders, payments and documents agree to the
//! paisa.

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        cancel::{CancelError, cancel},
        confirm_at_court::confirm_at_court,
        release_hold::release_hold,
    },
    desk::{
        board::find_booking::find_booking,
        money::take_payment::{PaymentLine, TakePaymentError},
    },
    ledger::audit::audit,
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    steps::audited::Actor,
};
use sideout_domain::{CourtId, money::Money, order::OrderStatus};
use sideout_store::Store;
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::{
    billing::line,
    court_closures::{close, sunday},
    fixture::{FRIDAY, PaymentsFixture},
};

/// Histories of each engine.
const HISTORIES: u32 = 24;
/// Steps of each history. Each step that books uses a player of its own, and a court at an hour of its own.
const STEPS: usize = 10;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Holds a court and pays for it online.
    PayOnline,
    /// Books, to be paid at the court.
    Book,
    /// Holds a court, opens the checkout, releases the court, and pays.
    PayAfterRelease,
    /// Pays a part of a booking online.
    PayPart {
        of: usize,
        rupees: i64,
    },
    /// The desk takes a part.
    TakeAtDesk {
        of: usize,
        rupees: i64,
    },
    /// One payment for parts of two bookings.
    PayTwo {
        of: [usize; 2],
        rupees: i64,
    },
    Cancel {
        of: usize,
    },
    /// The venue closes the court.
    Close {
        of: usize,
    },
    /// The refunds that are due are sent.
    Refund,
}

fn step() -> impl Strategy<Value = Step> {
    let of = 0..STEPS;
    let rupees = prop_oneof![Just(800_i64), Just(500), Just(300), 1..900_i64];
    prop_oneof![
        3 => Just(Step::PayOnline),
        3 => Just(Step::Book),
        1 => Just(Step::PayAfterRelease),
        3 => (of.clone(), rupees.clone()).prop_map(|(of, rupees)| Step::PayPart { of, rupees }),
        2 => (of.clone(), rupees.clone()).prop_map(|(of, rupees)| Step::TakeAtDesk { of, rupees }),
        1 => ([of.clone(), of.clone()], rupees).prop_map(|(of, rupees)| Step::PayTwo { of, rupees }),
        3 => of.clone().prop_map(|of| Step::Cancel { of }),
        1 => of.prop_map(|of| Step::Close { of }),
        1 => Just(Step::Refund),
    ]
}

struct History {
    fixture: PaymentsFixture,
    clerk: Actor,
    orders: Vec<Order>,
    next: usize,
    next_key: u64,
}

impl History {
    async fn hold(&mut self) -> Order {
        let player = self.next;
        self.next += 1;
        // Nine hours of the twelve courts on Sunday, whose cut-off of cancellations has not passed.
        let (court, hour) = (player % 12 + 1, player / 12 % 9 + 1);
        let court = CourtId(i64::try_from(court).unwrap());
        self.fixture.hold_at(player, court, jiff::civil::date(2026, 11, 22), &format!("{hour}:00 PM")).await
    }

    fn pick(&self, of: usize) -> Option<Order> {
        self.orders.get(of % self.orders.len().max(1)).cloned()
    }

    async fn apply(&mut self, step: Step) {
        match step {
            Step::PayOnline | Step::PayAfterRelease => {
                let order = self.hold().await;
                let checkout = self.fixture.checkout(&order).await;
                if matches!(step, Step::PayAfterRelease) {
                    release_hold(&self.fixture.app, order.customer, Some(order.number)).await.unwrap();
                }
                self.fixture.pay(&checkout, json!({})).await;
                self.fixture.hint(&order).await;
                self.orders.push(order);
            }
            Step::Book => {
                let order = self.hold().await;
                confirm_at_court(&self.fixture.app, order.customer, order.number, None).await.unwrap();
                self.orders.push(order);
            }
            Step::PayPart { of, rupees } => {
                let Some(order) = self.pick(of) else { return };
                self.pay(&[&order], rupees).await;
            }
            Step::PayTwo { of, rupees } => {
                let (Some(one), Some(two)) = (self.pick(of[0]), self.pick(of[1])) else { return };
                if one.number != two.number {
                    self.pay(&[&one, &two], rupees).await;
                }
            }
            Step::TakeAtDesk { of, rupees } => {
                let Some(order) = self.pick(of) else { return };
                self.take_cash(&order, rupees).await;
            }
            Step::Cancel { of } => {
                let Some(order) = self.pick(of) else { return };
                match cancel(&self.fixture.app, order.customer, order.number, None).await {
                    // Refused if it is not a booking, or not one any more.
                    Ok(_) | Err(CancelError::Refused(_)) => {}
                    Err(failed) => panic!("{failed:?}"),
                }
            }
            Step::Close { of } => {
                let Some(order) = self.pick(of) else { return };
                let hour = order.start.minute() / 60;
                let span = sunday(
                    &order.slot.court.0.to_string(),
                    &format!("{hour}:00"),
                    &format!("{}:00", hour + 1),
                );
                close(&self.fixture, span).await;
            }
            Step::Refund => while issue_refunds(&self.fixture.app).await.unwrap() > 0 {},
        }
    }

    /// A clerk takes cash for a part of a booking, if it is one and owes that much.
    async fn take_cash(&mut self, order: &Order, rupees: i64) {
        let found = find_booking(&self.fixture.app, &[VENUE], order.number).await.unwrap();
        let Some(version) = found.map(|found| found.booking.version) else { return };
        let line = PaymentLine { order: order.number, version, amount: Money::from_rupees(rupees) };
        self.next_key += 1;
        match self.fixture.take(&self.clerk, line, self.next_key).await {
            Ok(_) | Err(TakePaymentError::MoreThanDue(_) | TakePaymentError::NoSuchBooking) => {}
            Err(failed) => panic!("{failed:?}"),
        }
    }

    /// A payment at the provider for the same part of each of these, unless it was requested already.
    async fn pay(&self, orders: &[&Order], rupees: i64) {
        let lines: Vec<_> = orders.iter().map(|order| line(order, rupees)).collect();
        let Some(request) = self.fixture.try_request_payment(orders[0].customer, &lines).await else {
            return;
        };
        self.fixture.pay_order(&request.provider_order, json!({})).await;
        self.fixture.advance(61).await;
        while reconcile(&self.fixture.app).await.unwrap() > 0 {}
    }

    async fn check(&self, step: Step) -> Result<(), TestCaseError> {
        let broken = self.fixture.broken().await;
        prop_assert!(broken.is_empty(), "after {:?}: {:?}", step, broken);
        let faults = self.fixture.app.store.read((), |tx, ()| Box::pin(audit(tx))).await.unwrap();
        prop_assert!(faults.is_empty(), "after {:?}: {}", step, faults[0]);
        for order in &self.orders {
            let found = self.fixture.order(order).await;
            let has_too_much = found.status == OrderStatus::Confirmed && found.kept() > found.total();
            prop_assert!(!has_too_much, "after {:?}: more than its price is kept for {:?}", step, found);
        }
        Ok(())
    }
}

on_both_engines!(in_random_histories_ledger_bills_orders_payments_and_documents_agree, async |store| {
    let store: Store = store;
    let players = i64::try_from(STEPS * HISTORIES as usize).unwrap();
    let fixture = PaymentsFixture::new(store, players).await;
    let config =
        Config { cases: HISTORIES, max_shrink_iters: 0, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let clerk = fixture.manager_with_drawer().await;
    let (mut next, mut next_key) = (0, 1);
    for _ in 0..HISTORIES {
        let steps = prop::collection::vec(step(), STEPS).new_tree(&mut runner).unwrap().current();
        let (fixture, clerk) = (fixture.clone(), clerk.clone());
        let mut history = History { fixture, clerk, orders: Vec::new(), next, next_key };
        for step in &steps {
            history.apply(*step).await;
            if let Err(failed) = history.check(*step).await {
                panic!("{failed} in {steps:?}");
            }
        }
        (next, next_key) = (history.next, history.next_key);
    }
    assert!(fixture.number("select count(*) from bill where state = 'settled'").await > i64::from(HISTORIES));
    assert!(fixture.number("select count(*) from refund").await > i64::from(HISTORIES) / 2);
    // On Friday everything that is owed is sent.
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.assert_all_agree_after_refunds().await;
});
