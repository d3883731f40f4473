//! A game that had begun when its court was closed gets back the share that was decided.

use jiff::SignedDuration;
use sideout_app::closures::at_desk::CloseAtDesk;
use sideout_domain::{CourtId, closure_offer::RunningGames, money::Money, order::OrderStatus};
use sideout_testkit::on_both_engines;

use crate::{closure_steps::rain, fixture::PaymentsFixture};

on_both_engines!(a_game_that_has_begun_is_refunded_by_the_decided_share, async |store| {
    let fixture = PaymentsFixture::new(store, 4).await;
    let manager = fixture.manager_with_drawer().await;
    let (half, played) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    fixture.app.clock.set(half.slot.starts_at + SignedDuration::from_mins(20));
    let only = |court: i64, games| CloseAtDesk {
        courts: [CourtId(court)].into(),
        from_minute: 19 * 60 + 20,
        running_games: games,
        ..rain()
    };
    let closed = fixture.try_to_close(&manager, only(3, RunningGames::Half), 1).await.unwrap();
    assert_eq!((closed.slots, closed.bookings), (2, 1));
    let was = fixture.order(&half).await;
    assert_eq!((was.status, was.refund()), (OrderStatus::CancelRequested, Money::from_rupees(400)));
    let kept = fixture.try_to_close(&manager, only(4, RunningGames::Nothing), 2).await.unwrap();
    assert_eq!((kept.slots, kept.bookings), (1, 0), "the game counts as played");
    assert_eq!(fixture.order(&played).await.status, OrderStatus::Confirmed);
    let details = fixture.find_closure(&manager, closed.id).await;
    assert!(details.bookings[0].game.is_none() && details.bookings[0].link.is_none());
    let back: Vec<_> = details.bookings[0].refunds.iter().map(|refund| refund.amount).collect();
    assert_eq!((back, details.bookings[0].imported_back), (vec![Money::from_rupees(400)], Money::ZERO));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(
    the_desk_is_told_what_was_imported_as_paid_for_a_game_for_which_nothing_was_offered,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        let manager = fixture.manager_with_drawer().await;
        let imported = fixture.import_booking(0, 3, Money::from_rupees(800)).await;
        // 20 minutes after the start.
        fixture.app.clock.set("2026-11-22T13:50:00Z".parse().unwrap());
        let all = CloseAtDesk { from_minute: 19 * 60 + 20, running_games: RunningGames::All, ..rain() };
        let closed = fixture.try_to_close(&manager, all, 1).await.unwrap();
        let details = fixture.find_closure(&manager, closed.id).await;
        assert_eq!(details.bookings.len(), 1);
        let booking = &details.bookings[0];
        assert_eq!(booking.closed.booking.number, imported);
        assert!(booking.game.is_none() && booking.refunds.is_empty());
        assert_eq!((booking.paid, booking.imported_back), (Money::from_rupees(800), Money::from_rupees(800)));
    }
);

on_both_engines!(the_desk_is_told_that_half_goes_back_of_an_imported_game_that_had_begun, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.import_booking(0, 3, Money::from_rupees(800)).await;
    // 20 minutes after the start.
    fixture.app.clock.set("2026-11-22T13:50:00Z".parse().unwrap());
    let half = CloseAtDesk { from_minute: 19 * 60 + 20, running_games: RunningGames::Half, ..rain() };
    let closed = fixture.try_to_close(&manager, half, 1).await.unwrap();
    let details = fixture.find_closure(&manager, closed.id).await;
    let booking = &details.bookings[0];
    assert!(booking.game.is_none() && booking.refunds.is_empty());
    // The desk gives back what the player's message promises.
    assert_eq!((booking.paid, booking.imported_back), (Money::from_rupees(800), Money::from_rupees(400)));
});
