//! Random histories of one booking's money at the desk: what was paid and did not go back is never below zero, and at a
//! cancellation it is what goes back with what the venue keeps.

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use sideout_app::{
    Order,
    booking::cancel::cancel,
    desk::{
        bookings::{
            DeskSlot,
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            move_booking::{MoveAtDesk, move_at_desk, preview_move},
            move_price::PriceChoice,
        },
        money::{
            pay_out_refund::pay_out_refund,
            void_payment::{VoidPayment, VoidPaymentError, void_payment},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId, bill::Tender, money::Money, order::OrderNumber, refund::RefundStatus, staff::Role,
};
use sideout_store::{Orders, Store, StoreError};
use sideout_testkit::{TestApp, on_both_engines, request_key, statement, without_guard};

use crate::{
    counter::{actor, as_taken, line_of, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, booked, details, run},
};

/// Histories of each engine, each on a court of its own.
const HISTORIES: i64 = 12;
const STEPS: usize = 9;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// The desk takes this share of what is due, in hundredths.
    Pay(i64),
    /// The booking moves to 7 PM for ₹800, 8 PM for ₹600 or 9 PM for ₹1,000; what is paid above the price goes back if it can, or is left.
    Move(usize, bool),
    /// The desk voids the newest payment.
    Void,
    /// The desk pays out what is owed to the player.
    GiveBack,
}

/// How a history ends.
#[derive(Debug, Clone, Copy)]
enum End {
    ByPlayer,
    ByPolicy,
    /// The desk cancels with this share of what was kept as the refund, in hundredths.
    WithRefund(i64),
}

fn histories() -> impl Strategy<Value = (Vec<Step>, End)> {
    let step = prop_oneof![
        4 => prop_oneof![Just(100_i64), 1..100_i64].prop_map(Step::Pay),
        5 => (0..3_usize, prop::bool::weighted(0.8)).prop_map(|(hour, back)| Step::Move(hour, back)),
        1 => Just(Step::Void),
        2 => Just(Step::GiveBack),
    ];
    let end = prop_oneof![
        2 => Just(End::ByPlayer),
        1 => Just(End::ByPolicy),
        1 => (0..=100_i64).prop_map(End::WithRefund),
    ];
    (prop::collection::vec(step, STEPS), end)
}

struct History<'a> {
    app: &'a TestApp,
    owner: &'a Actor,
    customer: CustomerId,
    number: OrderNumber,
    court: CourtId,
    /// The payments that were taken and that no step tried to void, the newest last.
    payments: Vec<sideout_domain::DeskPaymentId>,
    /// What was paid and did not go back, by these steps.
    kept: Money,
    key: u64,
}

impl History<'_> {
    fn next_key(&mut self) -> u64 {
        self.key += 1;
        self.key
    }

    async fn order(&self) -> Order {
        let find = self.app.store.read((self.number, self.customer), |tx, (number, customer)| {
            Box::pin(async move { Orders(tx).find(*number, *customer).await })
        });
        let found: Result<Option<Order>, StoreError> = find.await;
        found.unwrap().unwrap()
    }

    async fn take(&mut self, step: Step) {
        let key = self.next_key();
        let (app, owner) = (self.app, self.owner);
        match step {
            Step::Pay(share) => {
                let rupees = self.order().await.due().paise() / 100 * share / 100;
                if rupees == 0 {
                    return;
                }
                let request = payment_by(Tender::Cash, vec![line_of(app, self.number, rupees).await]);
                let taken = try_take(app, owner, request, key).await.unwrap();
                self.payments.push(sideout_domain::DeskPaymentId(taken.payment));
                self.kept = self.kept.plus(Money::from_rupees(rupees));
            }
            Step::Move(hour, gives_back) => {
                let start = ["7:00 PM", "8:00 PM", "9:00 PM"][hour];
                let to = DeskSlot { court: self.court, day: SUNDAY, start: start.parse().unwrap() };
                if self.order().await.start == to.start {
                    return;
                }
                let (seen, preview) = preview_move(app, owner, self.number, to).await.unwrap();
                let choices = preview.price.choices();
                let choice = if gives_back { choices.first() } else { choices.last() }.copied();
                let request = MoveAtDesk {
                    number: self.number,
                    version: seen.booking.version,
                    to,
                    total: preview.price.total(),
                    choice,
                    reason: Some("The lights of the court".to_owned()),
                };
                let (moved, _) = move_at_desk(app, owner, request, request_key(key)).await.unwrap();
                let back = Money::from_paise(moved.refund_paise);
                assert_eq!(back > Money::ZERO, choice == Some(PriceChoice::Refund));
                self.kept = self.kept.less(back);
            }
            Step::Void => {
                let Some(payment) = self.payments.pop() else { return };
                let paid = self.order().await.paid;
                let request = VoidPayment { payment, reason: "A mistake".to_owned() };
                match void_payment(app, owner, request, request_key(key)).await {
                    Ok(()) => {
                        let voided = paid.less(self.order().await.paid);
                        self.kept = self.kept.less(voided);
                    }
                    Err(VoidPaymentError::Ended) => {}
                    Err(failed) => panic!("{failed:?}"),
                }
            }
            Step::GiveBack => {
                for refund in details(app, self.number).await.refunds {
                    if refund.status == RefundStatus::Approved {
                        let key = self.next_key();
                        pay_out_refund(app, owner, as_taken(refund.id), request_key(key)).await.unwrap();
                    }
                }
            }
        }
    }

    /// Cancels the booking; returns the refund that the player was answered, or that the clerk chose or was shown.
    async fn end(&mut self, end: End) -> Money {
        let (app, owner) = (self.app, self.owner);
        if matches!(end, End::ByPlayer) {
            return cancel(app, self.customer, self.number, None).await.unwrap().refund;
        }
        let (seen, preview) = preview_cancellation(app, owner, self.number).await.unwrap();
        let refund = match end {
            // In whole rupees, and no more than the desk offers.
            End::WithRefund(share) => {
                Some(Money::from_rupees(self.kept.min(preview.kept).paise() / 100 * share / 100))
            }
            End::ByPlayer | End::ByPolicy => None,
        };
        let request = CancelAtDesk {
            number: self.number,
            version: seen.booking.version,
            shown: preview.refund,
            refund,
            reason: refund.map(|_| "The lights of the court".to_owned()),
        };
        let key = self.next_key();
        cancel_at_desk(app, owner, request, request_key(key)).await.unwrap();
        refund.unwrap_or(preview.refund)
    }
}

/// Takes the steps, and returns the rule that one of them breaks.
async fn find_broken(history: &mut History<'_>, steps: &[Step], end: End) -> Option<String> {
    for step in steps {
        history.take(*step).await;
        assert_sound(history.app).await;
        let order = history.order().await;
        assert!(order.returned <= order.paid, "{order:?}");
        assert_eq!(order.kept(), history.kept, "what the steps left is kept");
        if order.paid_without_moves() != history.kept {
            return Some(format!(
                "a cancellation would decide on {:?}: {order:?}",
                order.paid_without_moves()
            ));
        }
    }
    let refund = history.end(end).await;
    assert_sound(history.app).await;
    let order = history.order().await;
    if order.refund() != refund {
        return Some(format!("answered {refund:?}, then {:?}: {order:?}", order.refund()));
    }
    if order.refund().plus(order.kept()) != history.kept {
        return Some(format!("{:?} was kept before: {order:?}", history.kept));
    }
    history.take(Step::GiveBack).await;
    assert_sound(history.app).await;
    (history.order().await.refund() != refund).then(|| format!("{refund:?} became another amount: {order:?}"))
}

/// The first rule that a history breaks.
async fn run_histories(store: Store) -> Option<String> {
    let (app, customers, _, _) = open_counter(store, HISTORIES).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    run(
        &app.store,
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (2, 1, 127, 1200, 1260, 60000), (3, 1, 127, 1260, 1320, 100000)",
    )
    .await;
    app.venues.forget();
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    for (court, customer) in (1..).zip(customers) {
        let (steps, end) = histories().new_tree(&mut runner).unwrap().current();
        let number = booked(&app, customer, court, "7:00 PM").await.number;
        let key = 10_000 + u64::try_from(court).unwrap() * 100;
        let mut history = History {
            app: &app,
            owner: &owner,
            customer,
            number,
            court: CourtId(court),
            payments: Vec::new(),
            kept: Money::ZERO,
            key,
        };
        if let Some(broken) = find_broken(&mut history, &steps, end).await {
            return Some(format!("{broken} after {steps:?}, {end:?}"));
        }
    }
    None
}

on_both_engines!(
    what_goes_back_at_a_cancellation_and_what_is_kept_is_what_was_left_of_the_payments,
    async |store| {
        assert_eq!(run_histories(store).await, None);
    }
);

// Without what went back when a booking was moved, a cancellation returns a wrong amount.
on_both_engines!(control_a_cancellation_that_ignores_the_moves_before_it_is_noticed, async |store| {
    let unguarded =
        without_guard(&store, statement("orders/find"), " and r.reason = 'moved'", " and r.reason = ''");
    assert!(run_histories(unguarded).await.is_some());
});

/// One payment is for two bookings, and the first, which was paid in part before, moves to a cheaper hour and is cancelled.
/// Returns what goes back of the second one when it is cancelled as well.
async fn refund_beside_a_moved_booking(store: Store) -> Money {
    let (app, customers, _, _) = open_counter(store, 2).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    run(
        &app.store,
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (2, 1, 127, 1200, 1260, 60000)",
    )
    .await;
    app.venues.forget();
    let moved = booked(&app, customers[0], 1, "7:00 PM").await.number;
    let other = booked(&app, customers[0], 2, "7:00 PM").await.number;
    let mut histories = [(moved, 1), (other, 2)].map(|(number, court)| History {
        app: &app,
        owner: &owner,
        customer: customers[0],
        number,
        court: CourtId(court),
        payments: Vec::new(),
        kept: Money::ZERO,
        key: 20_000 + u64::try_from(court).unwrap() * 100,
    });
    histories[0].take(Step::Pay(50)).await;
    let lines = vec![line_of(&app, moved, 400).await, line_of(&app, other, 800).await];
    try_take(&app, &owner, payment_by(Tender::Cash, lines), 20_001).await.unwrap();
    histories[0].kept = Money::from_rupees(800);
    histories[1].kept = Money::from_rupees(800);

    histories[0].take(Step::Move(1, true)).await;
    assert_eq!(histories[0].kept, Money::from_rupees(600));
    for history in &mut histories {
        history.end(End::WithRefund(100)).await;
    }
    assert_eq!(histories[0].order().await.refund(), Money::from_rupees(600));
    let order = histories[1].order().await;
    order.returned
}

on_both_engines!(a_cancellation_leaves_the_money_of_other_bookings_in_a_shared_payment, async |store| {
    assert_eq!(refund_beside_a_moved_booking(store).await, Money::from_rupees(800));
});

on_both_engines!(
    control_by_whole_payments_a_cancellation_takes_the_money_of_another_booking,
    async |store| {
        let unguarded = without_guard(
            &store,
            statement("bill/list_settled_of_order"),
            "where r.order_number = l.order_number",
            "where r.order_number < 0",
        );
        assert_eq!(refund_beside_a_moved_booking(unguarded).await, Money::from_rupees(600));
    }
);
