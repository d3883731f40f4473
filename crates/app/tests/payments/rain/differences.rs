//! The place of a moved game has another price: the difference is due or goes back, and counts for the venue that was paid.

use jiff::SignedDuration;
use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    closures::{at_desk::CloseAtDesk, offers::link::find_own_link},
    payments::issue_refunds::issue_refunds,
};
use sideout_domain::{
    CourtId, VenueId,
    closure_offer::{OfferState, RunningGames},
    money::Money,
};
use sideout_store::{Reports, Store, StoreError, Takings, payments::Refund, reports::MoneyMovement};
use sideout_testkit::{PriceRule, on_both_engines, sample_venue::VENUE};

use crate::{
    closure_steps::{SECOND_VENUE, amounts_at_provider, rain},
    fixture::PaymentsFixture,
};

on_both_engines!(the_difference_to_a_dearer_hour_is_due_and_to_a_cheaper_one_is_refunded, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (dearer, cheaper) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    PriceRule::rupees(900).numbered(90).of_court(5).add(&store).await;
    PriceRule::rupees(650).numbered(91).of_court(6).add(&store).await;
    // Prices are cached for two seconds.
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_secs(3));
    for (order, court, due, back) in [(&dearer, 5, 100, 0), (&cheaper, 6, 0, 150)] {
        let (price, new) = fixture.choose_court(order, court).await;
        assert_eq!((price.due, price.back), (Money::from_rupees(due), Money::from_rupees(back)));
        assert_eq!((new.due(), new.returned), (price.due, price.back));
    }
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(amounts_at_provider(&fixture).await, [15_000]);
});

/// A paid game that was moved twice to a court that costs ₹100 less; both refunds are approved, and none is sent.
async fn moved_twice(store: &Store) -> PaymentsFixture {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let manager = fixture.manager_with_drawer().await;
    let mut game = fixture.book_and_pay(0, 3).await;
    PriceRule::rupees(700).numbered(90).of_court(5).add(store).await;
    PriceRule::rupees(600).numbered(91).of_court(6).add(store).await;
    // The provider has no money until both refunds are approved.
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    for (court, key) in [(5, 1), (6, 2)] {
        let (price, moved) = fixture.move_by_closure(&manager, &game, court, key).await;
        assert_eq!(price.back, Money::from_rupees(100));
        game = moved;
        issue_refunds(&fixture.app).await.unwrap();
    }
    fixture.set_faults(json!({})).await;
    // Tries of a refund are at most six hours apart.
    fixture.advance(7 * 3_600).await;
    fixture
}

on_both_engines!(two_equal_differences_of_one_payment_are_both_refunded, async |store| {
    let fixture = moved_twice(&store).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(amounts_at_provider(&fixture).await, [10_000, 10_000]);
});

on_both_engines!(
    of_two_equal_differences_none_is_taken_for_the_other_while_its_answer_is_lost,
    async |store| {
        let fixture = moved_twice(&store).await;
        let lost = json!({"api": {"fail_percent": 100, "only": "refund", "after_the_work": true}});
        fixture.set_faults(lost).await;
        assert_eq!(
            issue_refunds(&fixture.app).await.unwrap(),
            0,
            "the provider has done it, and no answer came"
        );
        assert_eq!(amounts_at_provider(&fixture).await, [10_000, 10_000]);
        fixture.set_faults(json!({})).await;
        fixture.advance(7 * 3_600).await;
        assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 2);
        fixture.assert_all_agree_after_refunds().await;
        assert_eq!(amounts_at_provider(&fixture).await, [10_000, 10_000]);
    }
);

/// What was paid and what went back at a venue on all days: by the sums of online payments, and by the list of the reports.
async fn money_at(store: &Store, venue: VenueId) -> [(Money, Money); 2] {
    let all = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let read = store.read((venue, all), |tx, (venue, all)| {
        Box::pin(async move {
            let listed = Reports(tx).list_money(*venue, *all).await?;
            let online = Takings(tx).sum_online(*venue, *all).await?;
            Ok::<_, StoreError>((online, listed))
        })
    });
    let (online, listed) = read.await.unwrap();
    let sum = |returned: bool| -> Money {
        let listed = listed.iter().filter(|one| one.event.counts_as_returned() == returned);
        listed.map(|one| one.amount).sum()
    };
    [(online.taken, online.returned), (sum(false), Money::from_paise(-sum(true).paise()))]
}

on_both_engines!(money_counts_for_the_venue_that_it_was_paid_for_after_the_game_has_moved, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&lost).await;
    let choice = fixture.choices(&lost).await.same_hour.remove(0);
    let new = fixture.choose(&token, lost.number, &choice).await.unwrap().new.unwrap();
    let cancelled = cancel(&fixture.app, new.customer, new.number, None).await;
    assert_eq!(cancelled.unwrap().refund, Money::from_rupees(770));
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_hours(7 * 24));
    fixture.assert_all_agree_after_refunds().await;
    // The new game is moved to another venue.
    fixture.change(SECOND_VENUE).await;
    fixture
        .change(format!("update orders set venue_id = 2 where order_number = {}", new.number.value()).leak())
        .await;
    for (venue, taken, returned) in [(VENUE, 800, 770), (VenueId(2), 0, 0)] {
        let expected = (Money::from_rupees(taken), Money::from_rupees(returned));
        assert_eq!(money_at(&store, venue).await, [expected; 2], "{venue}");
    }
});

on_both_engines!(
    differences_count_for_the_venue_that_a_game_was_paid_for_after_it_has_moved_again,
    async |store| {
        let fixture = PaymentsFixture::new(store.clone(), 1).await;
        let manager = fixture.manager_with_drawer().await;
        let lost = fixture.book_and_pay(0, 3).await;
        PriceRule::rupees(700).numbered(90).of_court(5).add(&store).await;
        PriceRule::rupees(600).numbered(91).of_court(6).add(&store).await;
        let mut game = lost.clone();
        for (court, key) in [(5, 1), (6, 2)] {
            game = fixture.move_by_closure(&manager, &game, court, key).await.1;
            // The ledger names the booking of this time.
            fixture.assert_all_agree_after_refunds().await;
        }
        assert_eq!(amounts_at_provider(&fixture).await, [10_000, 10_000]);
        fixture.change(SECOND_VENUE).await;
        let others = format!("update orders set venue_id = 2 where order_number <> {}", lost.number.value());
        assert_eq!(fixture.change(others.leak()).await, 2);
        for (venue, taken, returned) in [(VENUE, 800, 200), (VenueId(2), 0, 0)] {
            let expected = (Money::from_rupees(taken), Money::from_rupees(returned));
            assert_eq!(money_at(&store, venue).await, [expected; 2], "{venue}");
        }
    }
);

/// The money that the reports list at a venue on all days.
async fn amounts_listed_at(store: &Store, venue: VenueId) -> Vec<Money> {
    let all = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let read = store.read((venue, all), |tx, (venue, all)| {
        Box::pin(async move { Reports(tx).list_money(*venue, *all).await })
    });
    let listed: Result<Vec<MoneyMovement>, StoreError> = read.await;
    listed.unwrap().iter().map(|one| one.amount).collect()
}

on_both_engines!(
    what_was_imported_as_paid_is_listed_once_for_its_venue_after_the_game_has_moved,
    async |store| {
        let fixture = PaymentsFixture::new(store.clone(), 1).await;
        let manager = fixture.manager_with_drawer().await;
        let imported = fixture.import_booking(0, 3, Money::from_rupees(800)).await;
        fixture.close_for_rain(&manager, 1).await;
        let token = find_own_link(&fixture.app, fixture.players[0], imported).await.unwrap().unwrap();
        let token = token.reveal().to_owned();
        let lost = fixture.offers(&token).await.games[0].lost.clone();
        let choice = fixture.choices(&lost).await.same_hour.remove(0);
        let new = fixture.choose(&token, imported, &choice).await.unwrap().new.unwrap();
        assert_eq!(amounts_listed_at(&store, VENUE).await, [Money::from_rupees(800)]);
        // The new game is moved to another venue.
        fixture.change(SECOND_VENUE).await;
        let moved = format!("update orders set venue_id = 2 where order_number = {}", new.number.value());
        assert_eq!(fixture.change(moved.leak()).await, 1);
        assert_eq!(amounts_listed_at(&store, VENUE).await, [Money::from_rupees(800)]);
        assert!(amounts_listed_at(&store, VenueId(2)).await.is_empty());
    }
);

on_both_engines!(a_closure_does_not_count_what_went_back_by_moves_before_it, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (asked, running) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    PriceRule::rupees(700).numbered(90).of_court(5).add(&store).await;
    PriceRule::rupees(700).numbered(91).of_court(6).add(&store).await;
    let moved = fixture.move_by_closure(&manager, &asked, 5, 1).await.1;
    let started = fixture.move_by_closure(&manager, &running, 6, 2).await.1;
    let amounts = |refunds: &[Refund]| refunds.iter().map(|refund| refund.amount).collect::<Vec<_>>();
    let only = |court: i64| CloseAtDesk { courts: [CourtId(court)].into(), ..rain() };

    let closed = fixture.try_to_close(&manager, only(5), 3).await.unwrap();
    let details = fixture.find_closure(&manager, closed.id).await;
    let game = details.bookings[0].game.as_ref().unwrap();
    assert_eq!((game.offer.state, amounts(&game.refunds)), (OfferState::Open, vec![]));
    let game = fixture.choose_the_money(&fixture.link(&moved).await, moved.number).await.unwrap();
    assert_eq!(amounts(&game.refunds), [Money::from_rupees(700)]);
    let before = &fixture.offers(&fixture.link(&asked).await).await.games[0];
    assert_eq!(amounts(&before.refunds), [Money::from_rupees(100)], "only the difference");

    // Nothing is offered for a game that has begun.
    fixture.app.clock.set(started.slot.starts_at + SignedDuration::from_mins(20));
    let begun = CloseAtDesk { from_minute: 19 * 60 + 20, running_games: RunningGames::All, ..only(6) };
    let closed = fixture.try_to_close(&manager, begun, 4).await.unwrap();
    let details = fixture.find_closure(&manager, closed.id).await;
    assert!(details.bookings[0].game.is_none());
    assert_eq!(amounts(&details.bookings[0].refunds), [Money::from_rupees(700)]);
    fixture.assert_all_agree_after_refunds().await;
});
