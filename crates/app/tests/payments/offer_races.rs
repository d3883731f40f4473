//! Suite `offer_races`: an offer is answered once, even if the player answers twice, a member of staff answers, the offer
//! expires and another closure takes the chosen court, all at the same moment. What was paid is carried or refunded, never
//! both. Without its guard more than one answer counts.

use jiff::SignedDuration;
use sideout_app::{
    closures::{
        at_desk::{CloseAtDesk, answer_for_player::refund_for_player},
        offers::expire_offers::expire_offers,
    },
    payments::issue_refunds::issue_refunds,
};
use sideout_domain::{CourtId, closure_offer::OfferState};
use sideout_store::{ClosureOffers, Store, StoreError, closure_offers::OfferAnswer};
use sideout_testkit::{on_both_engines, request_key, run_concurrently, statement, without_guard};

use crate::{closure_steps::rain, fixture::PaymentsFixture};

/// Payments whose money is counted twice: refunds and a confirmed booking have more of it than was paid.
const TWICE: &str = "select count(*) from payment p
  where p.amount_paise < (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.payment_id)
        + (select coalesce(sum(o.paid_paise - o.returned_paise), 0)
             from orders o where o.customer_id = (select b.customer_id from bill b where b.bill_id = p.bill_id)
              and o.status = 'confirmed')";
/// Offers of the first closure that are not answered. An hour whose court was closed a second time leaves a new offer.
const OPEN: &str = "select count(*) from closure_offer
  where state = 'open' and block_id = (select block_id from closure_offer order by created_at, order_number limit 1)";
/// Displaced bookings whose offer is answered without a result: no new booking and no refund.
const WITHOUT_OUTCOME: &str = "select count(*) from closure_offer o
  where (o.state = 'moved' and o.new_order is null)
     or ((o.state = 'refunded' or o.state = 'expired')
         and not exists (select 1 from refund r where r.order_number = o.order_number))";

/// Four players have lost their courts; for each of them the player takes another court, the player takes the money, a manager gives the
/// money back and the offer expires, all at once. At the same time the chosen courts are closed as well. Returns the
/// payments whose money is counted twice, the offers of the first closure without an answer, and those whose answer had no outcome.
async fn race(store: &Store) -> [i64; 3] {
    let fixture = PaymentsFixture::new(store.clone(), 4).await;
    let manager = fixture.manager_with_drawer().await;
    let mut lost = Vec::new();
    for (player, court) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
        lost.push(fixture.book_and_pay(player, court).await);
    }
    let courts = |numbers: [i64; 4]| numbers.map(CourtId).into();
    let first = CloseAtDesk { courts: courts([1, 2, 3, 4]), ..rain() };
    fixture.try_to_close(&manager, first, 1).await.unwrap();
    let mut tokens = Vec::new();
    let mut choices = Vec::new();
    for (n, order) in lost.iter().enumerate() {
        tokens.push(fixture.link(order).await);
        let mut choice = fixture.choices(order).await.same_hour.remove(0);
        choice.court = fixture.court(5 + i64::try_from(n).unwrap()).await;
        choices.push(choice);
    }
    // The time to answer ends at this moment.
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_hours(24));
    let racing = fixture.on(fixture.app.another_node(|_| {}));
    run_concurrently(18, |n| {
        let (racing, manager) = (racing.clone(), manager.clone());
        let (player, way) = (n % 4, n / 4);
        let (order, paid) = (lost[player].number, lost[player].total());
        let (token, choice) = (tokens[player].clone(), choices[player].clone());
        async move {
            match way {
                0 => drop(racing.choose(&token, order, &choice).await),
                1 => drop(racing.choose_the_money(&token, order).await),
                2 => {
                    let key = request_key(100 + u64::try_from(player).unwrap());
                    drop(refund_for_player(&racing.app, &manager, order, paid, key).await);
                }
                3 => drop(expire_offers(&racing.app).await),
                _ => {
                    let second = CloseAtDesk { courts: [5, 6, 7, 8].map(CourtId).into(), ..rain() };
                    let key = 200 + u64::try_from(n).unwrap();
                    drop(racing.try_to_close(&manager, second, key).await);
                }
            }
        }
    })
    .await;
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    let found =
        [fixture.number(TWICE).await, fixture.number(OPEN).await, fixture.number(WITHOUT_OUTCOME).await];
    if found[0] == 0 {
        fixture.assert_all_agree().await;
    }
    found
}

on_both_engines!(an_offer_is_answered_once_when_several_answer_at_the_same_moment, async |store| {
    assert_eq!(race(&store).await, [0, 0, 0]);
});

/// How many of eight concurrent answers to one offer, through `answering`, are accepted.
async fn answers_that_count(store: &Store, answering: &Store) -> usize {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await.number;
    fixture.close_for_rain(&manager, 1).await;
    let now = fixture.app.clock_now();
    let counted = run_concurrently(8, |_| {
        let answering = answering.clone();
        async move {
            let answer = OfferAnswer { state: OfferState::Refunded, new_order: None, by: None };
            let written: Result<bool, StoreError> = answering
                .write((lost, answer, now), |tx, (lost, answer, now)| {
                    Box::pin(async move { ClosureOffers(tx).answer(*lost, *answer, *now).await })
                })
                .await;
            written.unwrap()
        }
    });
    counted.await.into_iter().filter(|counts| *counts).count()
}

on_both_engines!(one_of_eight_answers_at_the_same_moment_counts, async |store| {
    assert_eq!(answers_that_count(&store, &store).await, 1);
});

on_both_engines!(control_without_the_guard_several_answers_count, async |store| {
    let guard = "where order_number = $1 and state = 'open'";
    let unguarded =
        without_guard(&store, statement("closure_offer/answer"), guard, "where order_number = $1");
    assert!(answers_that_count(&store, &unguarded).await > 1);
});
