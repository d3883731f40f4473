//! Courts are opened again before their time, and games without an answer take place after all.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use jiff::SignedDuration;
use sideout_app::{
    closures::{
        Span,
        at_desk::{
            CloseAtDesk, CloseAtDeskError,
            details::{ClosureError, list_closures},
            reopen::reopen,
        },
    },
    desk::day::read_day::read_day,
    platform::watch_day::DayEvent,
};
use sideout_domain::{CourtId, closure_offer::RunningGames, order::OrderStatus, report::Period};
use sideout_store::{
    Reports, StoreError,
    accounts::{Customers, PlayerSummary},
    reports::CancelledSum,
};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    closure_steps::rain,
    court_closures::{close, sunday},
    fixture::PaymentsFixture,
};

on_both_engines!(reopening_early_gives_players_without_an_answer_their_courts_back, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (waits, answered) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    let closed = fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&answered).await;
    fixture.choose_the_money(&token, answered.number).await.unwrap();
    let opened = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!((opened.slots, opened.restored_games, opened.unanswered), (6, 1, 0));
    let again = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!(again, opened);
    let token = fixture.link(&waits).await;
    let game = &fixture.offers(&token).await.games[0];
    let new = game.new.as_ref().unwrap();
    assert_eq!((new.slot, new.status, new.kept()), (waits.slot, OrderStatus::Confirmed, waits.total()));
    let closure = fixture.find_closure(&manager, closed.id).await.closure;
    assert_eq!((closure.slots, closure.blocked_until), (0, None));
    // Neither the report of the day nor that of cancellations calls the game that takes place cancelled.
    let end = read_day(&fixture.app, &manager, VENUE, waits.day).await.unwrap();
    let closures = end.figures.unwrap().closures;
    let ended: Vec<_> = closures.iter().map(|closure| (closure.ended, closure.paid_back)).collect();
    assert_eq!(ended, [(1, 1)]);
    let read = fixture.app.store.read(Period::new(waits.day, waits.day).unwrap(), |tx, period| {
        Box::pin(async move { Reports(tx).sum_cancelled(VENUE, *period).await })
    });
    let cancelled: Result<Vec<CancelledSum>, StoreError> = read.await;
    assert_eq!(cancelled.unwrap().iter().map(|sum| sum.bookings).sum::<i64>(), 1);
    // Nor does the page of its player.
    for (customer, expected) in [(waits.customer, 0), (answered.customer, 1)] {
        let input = (customer, fixture.app.clock_now());
        let read = fixture.app.store.read(input, |tx, (customer, now)| {
            Box::pin(async move { Customers(tx).find_player(*customer, *now).await })
        });
        let player: Result<Option<PlayerSummary>, StoreError> = read.await;
        assert_eq!(player.unwrap().unwrap().cancelled, expected);
    }
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(
    a_closure_over_several_days_that_was_opened_again_blocks_no_time_ahead_on_any_of_them,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        let manager = fixture.manager_with_drawer().await;
        let to = "2026-11-25 21:00".parse().unwrap();
        close(&fixture, Span { to, ..sunday("3", "18:00", "21:00") }).await;
        let tuesday = jiff::civil::date(2026, 11, 24);
        let before = list_closures(&fixture.app, &manager, VENUE, tuesday).await.unwrap().remove(0);
        assert_eq!(before.blocked_until, Some(before.until));
        // Monday at noon.
        let now = "2026-11-23T06:30:00Z".parse().unwrap();
        fixture.app.clock.set(now);
        reopen(&fixture.app, &manager, before.id, false, request_key(1)).await.unwrap();
        let after = list_closures(&fixture.app, &manager, VENUE, tuesday).await.unwrap().remove(0);
        assert_eq!((after.id, after.until), (before.id, before.until));
        assert!(after.slots > 0, "what is over stays blocked");
        assert_eq!(after.blocked_until, Some(now), "the last of it was the hour before noon");
    }
);

on_both_engines!(reopening_gives_a_game_back_that_was_booked_with_another_slot_length, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_at_court(0, 3).await;
    let longer = "update venue set slot_minutes = 90, play_minutes = 80 where venue_id = 1";
    assert_eq!(fixture.change(longer).await, 1);
    let closed = fixture.close_for_rain(&manager, 1).await;
    assert_eq!(closed.bookings, 1);
    let opened = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!((opened.restored_games, opened.unanswered), (1, 0));
    let details = fixture.find_closure(&manager, closed.id).await;
    let new = details.bookings[0].game.as_ref().and_then(|game| game.new.as_ref()).unwrap();
    assert_eq!((new.slot, new.status), (lost.slot, OrderStatus::Confirmed));
});

on_both_engines!(reopening_is_announced_on_each_day_that_the_closed_time_reached, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let late = CloseAtDesk {
        courts: BTreeSet::from([CourtId(3)]),
        from_minute: 22 * 60,
        until_minute: 23 * 60,
        ..rain()
    };
    let closed = fixture.try_to_close(&manager, late, 1).await.unwrap();
    // The court was closed while a slot lasted three hours, so until 1 AM on Monday; now it lasts one.
    assert_eq!(fixture.change("update slot_claim set ends_at = starts_at + 10800000").await, 1);
    let days = [22, 23].map(|day| fixture.app.live.watch_day(VENUE, jiff::civil::date(2026, 11, day)));
    reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    for mut day in days {
        let event = day.next().now_or_never();
        assert!(matches!(event, Some(DayEvent::Changed { .. })), "{event:?}");
    }
});

on_both_engines!(of_a_long_block_that_is_reopened_the_hours_that_are_over_stay_closed, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let evening = CloseAtDesk { courts: BTreeSet::from([CourtId(3)]), until_minute: 19 * 60, ..rain() };
    let closed = fixture.try_to_close(&manager, evening, 1).await.unwrap();
    // The court was closed while a slot lasted three hours, so until 9 PM; now it lasts one.
    assert_eq!(fixture.change("update slot_claim set ends_at = starts_at + 10800000").await, 1);
    // Half past seven: the hour from 6 PM is over, the one from 7 PM is under way.
    fixture.app.clock.set("2026-11-22T14:00:00Z".parse().unwrap());
    let opened = reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    assert_eq!(opened.slots, 1);
    let first_hour = "select count(*) from slot_claim where ends_at = starts_at + 3600000";
    assert_eq!(fixture.number(first_hour).await, 1, "the hour from 6 PM");
    assert_eq!(fixture.number("select count(*) from slot_claim").await, 1);
    let closure = fixture.find_closure(&manager, closed.id).await.closure;
    assert_eq!((closure.slots, closure.blocked_until), (1, Some("2026-11-22T13:30:00Z".parse().unwrap())));
    let again = reopen(&fixture.app, &manager, closed.id, false, request_key(3)).await.unwrap();
    assert_eq!(again.slots, 0, "nothing of it is ahead");
});

on_both_engines!(repeated_calls_about_a_closure_get_their_first_answers_at_a_retired_venue, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_at_court(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let opened = reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    assert_eq!(fixture.change("update venue set active = 0 where venue_id = 1").await, 1);
    fixture.app.venues.forget();
    assert_eq!(fixture.close_for_rain(&manager, 1).await, closed);
    let again = reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    assert_eq!(again, opened);
    let refused = fixture.try_to_close(&manager, rain(), 3).await;
    assert!(matches!(refused, Err(CloseAtDeskError::VenueRetired)), "{refused:?}");
    let refused = reopen(&fixture.app, &manager, closed.id, false, request_key(4)).await;
    assert!(matches!(refused, Err(ClosureError::VenueRetired)), "{refused:?}");
});

on_both_engines!(a_closure_that_was_opened_again_counts_the_game_that_it_cut_short, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let running = fixture.book_and_pay(0, 3).await;
    fixture.app.clock.set(running.slot.starts_at + SignedDuration::from_mins(20));
    let half = CloseAtDesk { from_minute: 19 * 60 + 20, running_games: RunningGames::Half, ..rain() };
    let closed = fixture.try_to_close(&manager, half, 1).await.unwrap();
    reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    let day = jiff::civil::date(2026, 11, 22);
    let listed = list_closures(&fixture.app, &manager, VENUE, day).await.unwrap();
    let counts: Vec<_> =
        listed.iter().map(|one| (one.id, one.slots, one.offers, one.ended_bookings)).collect();
    assert_eq!(counts, [(closed.id, 0, 0, 1)]);
});

on_both_engines!(
    a_closure_that_was_opened_again_has_blocked_time_and_one_of_a_retired_court_has_not,
    async |store| {
        let fixture = PaymentsFixture::new(store, 2).await;
        let manager = fixture.manager_with_drawer().await;
        fixture.book_at_court(0, 3).await;
        fixture.book_at_court(1, 5).await;
        let blocked = fixture.close_for_rain(&manager, 1).await.id;
        reopen(&fixture.app, &manager, blocked, false, request_key(2)).await.unwrap();
        // Court 3 is retired after it was opened again, court 5 before its game is ended.
        assert_eq!(fixture.change("update court set active = 0 where court_id = 3 or court_id = 5").await, 2);
        let ended = close(&fixture, sunday("5", "19:00", "20:00")).await;
        assert_eq!((ended.slots, ended.displaced.len()), (0, 1));
        let day = jiff::civil::date(2026, 11, 22);
        let listed = list_closures(&fixture.app, &manager, VENUE, day).await.unwrap();
        let mut facts: Vec<_> =
            listed.iter().map(|one| (one.id == blocked, one.slots, one.has_blocked_time)).collect();
        facts.sort_unstable();
        assert_eq!(facts, [(false, 0, false), (true, 0, true)]);
    }
);
