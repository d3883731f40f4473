//! The desk closes courts for rain: each player takes another hour, or the money back, and no paisa is lost.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use jiff::SignedDuration;
use serde_json::json;
use sideout_app::{
    booking::{
        cancel::{CancelError, cancel},
        list_bookings::list_bookings,
    },
    closures::{
        Closure,
        at_desk::{
            CloseAtDesk, CloseAtDeskError,
            answer_for_player::{AnswerForPlayerError, move_for_player, note_call, refund_for_player},
            details::{ClosureError, list_closures},
            preview::preview_closure,
            reopen::reopen,
        },
        close_courts,
        offers::{
            answer::AnswerError,
            expire_offers::expire_offers,
            find_offers::{MoneyBack, find_offers},
            link::find_own_link,
        },
    },
    desk::bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
    payments::issue_refunds::issue_refunds,
    platform::{random::SystemRandom, watch_day::DayEvent},
    steps::audited::Refused,
};
use sideout_domain::{
    BlockId, CourtId, VenueId,
    cancellation::CancellationRefused,
    closure_offer::{ClosureCause, OfferState, RunningGames},
    money::Money,
    notice::{Channel, Notice},
    order::{OrderNumber, OrderStatus},
    refund::{RefundReason, RefundStatus},
    staff::{Permission, Role},
};
use sideout_store::{Reports, Store, StoreError, Takings, payments::Refund};
use sideout_testkit::{
    Hours, PriceRule, StatementCount, chosen_place, on_both_engines, request_key, sample_venue::VENUE,
};

use crate::{
    closure_steps::rain,
    court_closures::{close, sunday},
    fixture::PaymentsFixture,
};

/// How many hours players have to choose what they get for a closed court.
const OFFER_HOURS: u32 = 24;

/// [`OFFER_HOURS`], by which the tests advance the clock.
const TIME_TO_ANSWER: SignedDuration = SignedDuration::from_hours(24);

/// A venue without courts.
const SECOND_VENUE: &str = "insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery,
    time_zone, slot_minutes, play_minutes, position, active)
  values (2, 'Hillside', 'Bhayli', '3 Neem Terrace', null, '/h.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, 2, 1)";

on_both_engines!(a_closure_ends_exactly_the_bookings_that_its_preview_showed, async |store| {
    let fixture = PaymentsFixture::new(store, 4).await;
    let manager = fixture.manager_with_drawer().await;
    let (paid, unpaid) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    let beside = fixture.book_at_court(2, 5).await;
    let seen = preview_closure(&fixture.app, &manager, &rain()).await.unwrap();
    assert_eq!((seen.slots, seen.already, seen.played, seen.holds), (6, 0, 0, 0));
    let bookings: Vec<_> =
        seen.bookings.iter().map(|seen| (seen.booking.number, seen.online, seen.back)).collect();
    let rupees = Money::from_rupees;
    assert_eq!(bookings, [(paid.number, rupees(800), rupees(800)), (unpaid.number, rupees(0), rupees(0))]);
    assert_eq!(seen.count_players_to_notify(), 2);
    assert_eq!(seen.offer_channels, [Channel::Text]);
    assert_eq!(seen.closed_channels, [Channel::Text]);
    assert!(seen.may_displace && seen.bookings.iter().all(|seen| seen.offer_until.is_some()));

    let closed = fixture.close_for_rain(&manager, 1).await;
    assert_eq!((closed.slots, closed.bookings), (6, 2));
    let again = fixture.close_for_rain(&manager, 1).await;
    assert_eq!(again, closed, "the same key closes once");
    assert!(matches!(fixture.try_to_close(&manager, rain(), 2).await, Err(CloseAtDeskError::NothingOpen)));
    let status = [&paid, &unpaid, &beside].map(|order| fixture.order(order));
    let status = futures_util::future::join_all(status).await;
    let status: Vec<_> = status.iter().map(|order| order.status).collect();
    use OrderStatus::{CancelRequested, Cancelled, Confirmed};
    assert_eq!(status, [CancelRequested, Cancelled, Confirmed]);
    assert_eq!(fixture.number("select count(*) from refund").await, 0, "nothing goes back before the answer");
    fixture.assert_all_agree().await;
});

on_both_engines!(the_preview_of_a_closure_counts_no_player_whose_message_has_no_channel, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let mut channels = fixture.app.notification_channels.clone();
    channels.registered = [Notice::CourtClosed].into();
    let node = fixture.app.another_node(|_| {}).with_notification_channels(channels);
    let seen = preview_closure(&node, &manager, &rain()).await.unwrap();
    assert_eq!((seen.bookings.len(), seen.count_players_to_notify()), (1, 0));
    assert_eq!((seen.offer_channels, seen.closed_channels), (Vec::new(), vec![Channel::Text]));
});

on_both_engines!(a_closed_booking_whose_offer_is_open_is_not_cancelled_by_its_player, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (paid, unpaid) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    for order in [&paid, &unpaid] {
        let refused = cancel(&fixture.app, order.customer, order.number, None).await;
        let not_confirmed = CancellationRefused::NotConfirmed;
        assert!(matches!(&refused, Err(CancelError::Refused(why)) if *why == not_confirmed), "{refused:?}");
    }
    fixture.choose_the_money(&fixture.link(&paid).await, paid.number).await.unwrap();
    let ended = cancel(&fixture.app, paid.customer, paid.number, None).await.unwrap();
    assert_eq!((ended.refund, ended.at_desk), (Money::from_rupees(800), Money::ZERO));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(what_was_paid_is_carried_to_the_other_hour, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&lost).await;
    let offers = fixture.offers(&token).await;
    assert_eq!((offers.reason.as_str(), offers.games.len()), ("Rain", 1));
    assert_eq!(offers.cause, Some(ClosureCause::Rain));
    let choices = fixture.choices(&lost).await;
    assert!(choices.same_hour.iter().all(|choice| ![3, 4].contains(&choice.court.number)), "{choices:?}");
    assert_eq!(choices.other_days.len(), 14);
    let choice = &choices.same_hour[0];
    assert_eq!((choice.price.due, choice.price.back), (Money::ZERO, Money::ZERO));

    let game = fixture.choose(&token, lost.number, choice).await.unwrap();
    let new = game.new.unwrap();
    assert_eq!(game.offer.state, OfferState::Moved);
    assert_eq!((new.status, new.kept(), new.due()), (OrderStatus::Confirmed, lost.total(), Money::ZERO));
    let was = fixture.order(&lost).await;
    assert_eq!((was.status, was.paid), (OrderStatus::Cancelled, Money::ZERO));
    let again = fixture.choose(&token, lost.number, choice).await;
    assert!(matches!(again, Err(AnswerError::Answered(_))), "{again:?}");
    fixture.assert_all_agree().await;

    // Cancelled later, the money goes back to the payment that it came from.
    let cancelled = cancel(&fixture.app, new.customer, new.number, None).await;
    assert_eq!(cancelled.unwrap().refund, Money::from_rupees(770));
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_hours(7 * 24));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(a_lost_game_is_offered_other_venues_when_its_own_is_retired, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    for text in [
        SECOND_VENUE,
        "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
         values (21, 2, 1, 1, 'Court 1', 'OUTDOOR', 1)",
        "insert into hours_version (venue_id, version, published_at, hours)
         select 2, 1, published_at, hours from hours_version where venue_id = 1",
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (99, 2, 127, 0, 1440, 80000)",
        "update venue set active = 0 where venue_id = 1",
    ] {
        assert_eq!(fixture.change(text).await, 1, "{text}");
    }
    fixture.app.venues.forget();
    let choices = fixture.choices(&lost).await;
    let venues: Vec<VenueId> = choices.same_hour.iter().map(|choice| choice.venue).collect();
    assert_eq!(venues, [VenueId(2)]);
    assert!(choices.same_day.is_empty() && choices.other_days.iter().all(|(_, choice)| choice.is_none()));
    let token = fixture.link(&lost).await;
    let game = fixture.choose(&token, lost.number, &choices.same_hour[0]).await.unwrap();
    let new = game.new.unwrap();
    assert_eq!((new.venue, new.kept()), (VenueId(2), lost.total()));
    fixture.assert_all_agree().await;
});

on_both_engines!(a_game_months_ahead_is_offered_other_courts_where_players_book_that_far, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    Hours::usual().ahead(90).set(&fixture.app).await;
    // 60 days ahead, and the last of the 14 days that are offered after it.
    let (day, last) = (jiff::civil::date(2027, 1, 20), jiff::civil::date(2027, 2, 3));
    let held = fixture.hold_at(0, CourtId(3), day, "7:00 PM").await;
    let checkout = fixture.checkout(&held).await;
    fixture.pay(&checkout, json!({})).await;
    let lost = fixture.hint(&held).await.order;
    fixture.try_to_close(&manager, CloseAtDesk { day, ..rain() }, 1).await.unwrap();
    let choices = fixture.choices(&lost).await;
    assert!(!choices.same_hour.is_empty() && !choices.same_day.is_empty(), "{choices:?}");
    assert!(choices.other_days.iter().all(|(_, choice)| choice.is_some()), "{choices:?}");
    let (later, choice) = choices.other_days.last().unwrap();
    assert_eq!(*later, last);
    let token = fixture.link(&lost).await;
    let game = fixture.choose(&token, lost.number, choice.as_ref().unwrap()).await.unwrap();
    assert_eq!((game.offer.state, game.new.unwrap().status), (OfferState::Moved, OrderStatus::Confirmed));
    fixture.assert_all_agree().await;
});

/// The amounts of the refunds at the provider, in paise.
async fn amounts_at_provider(fixture: &PaymentsFixture) -> Vec<i64> {
    let refunds = fixture.everything().await["refunds"].as_array().unwrap().clone();
    refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).collect()
}

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

on_both_engines!(a_player_who_chooses_the_money_is_refunded_once_the_way_they_paid, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (online, at_desk) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    let line = fixture.line(&at_desk, 800).await;
    fixture.take(&manager, line, 20).await.unwrap();
    fixture.close_for_rain(&manager, 1).await;
    for order in [&online, &at_desk] {
        let token = fixture.link(order).await;
        let promised = MoneyBack { amount: order.total(), is_at_desk: order.number == at_desk.number };
        assert_eq!(fixture.offers(&token).await.games[0].money_back, [promised]);
        let game = fixture.choose_the_money(&token, order.number).await.unwrap();
        assert_eq!((game.offer.state, game.refunds.len()), (OfferState::Refunded, 1));
        assert_eq!(game.refunds[0].source.desk_payment().is_some(), promised.is_at_desk);
        assert_eq!(game.money_back, []);
        assert_eq!(
            (game.refunds[0].amount, game.refunds[0].reason),
            (order.total(), RefundReason::VenueClosed)
        );
        let again = fixture.choose_the_money(&token, order.number).await;
        assert!(matches!(again, Err(AnswerError::Answered(_))));
    }
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(fixture.order(&online).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.order(&at_desk).await.status, OrderStatus::CancelRequested, "the desk pays it out");
});

on_both_engines!(the_desk_gives_back_what_was_imported_as_paid_for_a_closed_court, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let rupees = Money::from_rupees;
    let chosen = fixture.import_booking(0, 3, rupees(800)).await;
    let silent = fixture.import_booking(1, 4, rupees(300)).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let mut links = Vec::new();
    for (player, (order, paid)) in [(chosen, rupees(800)), (silent, rupees(300))].into_iter().enumerate() {
        let token = find_own_link(&fixture.app, fixture.players[player], order).await.unwrap();
        let token = token.unwrap().reveal().to_owned();
        let game = &fixture.offers(&token).await.games[0];
        assert_eq!(game.money_back, [MoneyBack { amount: paid, is_at_desk: true }]);
        assert_eq!(game.imported_back, Money::ZERO, "nothing is decided yet");
        links.push(token);
    }
    let game = fixture.choose_the_money(&links[0], chosen).await.unwrap();
    assert_eq!((game.offer.state, game.money_back), (OfferState::Refunded, Vec::new()));
    assert_eq!((game.refunds.len(), game.imported_back), (0, rupees(800)));
    fixture.app.clock.set(fixture.app.clock_now() + TIME_TO_ANSWER);
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 1);
    let game = &fixture.offers(&links[1]).await.games[0];
    assert_eq!((game.offer.state, game.refunds.len()), (OfferState::Expired, 0));
    assert_eq!(game.imported_back, rupees(300));
    let shown = fixture.find_closure(&manager, closed.id).await;
    let games = shown.bookings.iter().map(|booking| booking.game.as_ref().unwrap());
    let amounts: Vec<_> = games.map(|game| (game.lost.number, game.imported_back)).collect();
    assert_eq!(amounts, [(chosen, rupees(800)), (silent, rupees(300))], "the desk is told the same");
});

on_both_engines!(what_was_imported_as_paid_and_counts_for_another_hour_does_not_go_back, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.import_booking(0, 3, Money::from_rupees(800)).await;
    fixture.close_for_rain(&manager, 1).await;
    let token = find_own_link(&fixture.app, fixture.players[0], lost).await.unwrap().unwrap();
    let token = token.reveal().to_owned();
    let lost = fixture.offers(&token).await.games[0].lost.clone();
    let choice = fixture.choices(&lost).await.same_hour[0].clone();
    let game = fixture.choose(&token, lost.number, &choice).await.unwrap();
    assert_eq!((game.offer.state, game.imported_back), (OfferState::Moved, Money::ZERO));
    assert_eq!(game.new.unwrap().due(), Money::ZERO, "it is paid");
});

on_both_engines!(an_offer_without_an_answer_is_refunded_after_a_day, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (paid, unpaid) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    fixture.app.clock.set(fixture.app.clock_now() + TIME_TO_ANSWER - SignedDuration::from_secs(1));
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 0);
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_secs(1));
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 2);
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 0);
    let token = fixture.link(&paid).await;
    let game = &fixture.offers(&token).await.games[0];
    assert_eq!((game.offer.state, game.refunds[0].status), (OfferState::Expired, RefundStatus::Approved));
    assert_eq!(fixture.order(&unpaid).await.status, OrderStatus::Cancelled);
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(a_preview_counts_no_slot_that_is_blocked_in_part, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let seven =
        CloseAtDesk { courts: [CourtId(3)].into(), from_minute: 19 * 60, until_minute: 20 * 60, ..rain() };
    fixture.try_to_close(&manager, seven, 1).await.unwrap();
    // Play began at half past when the court was closed.
    let later = "update slot_claim set starts_at = starts_at + 1800000, ends_at = ends_at + 1800000";
    assert_eq!(fixture.change(later).await, 1);
    let seen = preview_closure(&fixture.app, &manager, &rain()).await.unwrap();
    let closed = fixture.try_to_close(&manager, rain(), 2).await.unwrap();
    assert_eq!((seen.slots, seen.already), (4, 1), "of court 3 only the hour from 6 PM closes");
    assert_eq!((closed.slots, closed.already), (seen.slots, seen.already));
});

on_both_engines!(a_preview_counts_a_game_on_another_grid_once, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_at_court(0, 3).await;
    // The game was booked while play began at half past.
    let later = "update slot_claim set starts_at = starts_at + 1800000, ends_at = ends_at + 1800000";
    assert_eq!(fixture.change(later).await, 1);
    let order = "update orders set starts_at = starts_at + 1800000, start_minute = start_minute + 30";
    assert_eq!(fixture.change(order).await, 1);
    let seen = preview_closure(&fixture.app, &manager, &rain()).await.unwrap();
    let closed = fixture.try_to_close(&manager, rain(), 1).await.unwrap();
    assert_eq!((seen.slots, seen.bookings.len()), (6, 1));
    assert_eq!((closed.slots, closed.bookings), (6, 1));
});

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
    a_closure_that_was_opened_again_blocked_time_unless_it_was_of_retired_courts,
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

on_both_engines!(staff_answer_for_a_player_on_the_phone, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (first, second) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    let closed = fixture.close_for_rain(&manager, 1).await;
    note_call(&fixture.app, &manager, first.number, request_key(30)).await.unwrap();
    let details = fixture.find_closure(&manager, closed.id).await;
    let called: Vec<_> = details.bookings.iter().map(|b| b.closed.offer.unwrap().called.is_some()).collect();
    assert_eq!(called, [true, false]);
    assert_eq!((details.closure.offers, details.closure.open_offers), (2, 2));

    let choice = fixture.choices(&first).await.same_day.remove(0);
    let moved = move_for_player(&fixture.app, &manager, first.number, chosen_place(&choice), request_key(31))
        .await
        .unwrap();
    let again = move_for_player(&fixture.app, &manager, first.number, chosen_place(&choice), request_key(31))
        .await
        .unwrap();
    assert_eq!(moved, again, "a repeated call moves once");
    let refunded = refund_for_player(&fixture.app, &manager, second.number, request_key(32)).await.unwrap();
    assert_eq!(refunded.back_paise, 80_000);
    let details = fixture.find_closure(&manager, closed.id).await;
    assert_eq!(details.closure.open_offers, 0);
    assert!(details.bookings.iter().all(|b| b.closed.offer.unwrap().answered_by == Some(manager.id())));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(repeated_calls_about_a_closure_are_answered_also_when_its_time_is_over, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let choice = fixture.choices(&order).await.same_day.remove(0);
    let move_it = async |key: u64| {
        move_for_player(&fixture.app, &manager, order.number, chosen_place(&choice), request_key(key)).await
    };
    let moved = move_it(31).await.unwrap();
    fixture.app.clock.advance(3 * 24 * 3_600);
    assert_eq!(fixture.close_for_rain(&manager, 1).await, closed);
    assert_eq!(move_it(31).await.unwrap(), moved);
    let again = fixture.try_to_close(&manager, rain(), 2).await;
    assert!(matches!(again, Err(CloseAtDeskError::WrongTime)), "{again:?}");
    let again = move_it(32).await;
    assert!(matches!(again, Err(AnswerForPlayerError::Answer(AnswerError::NotOffered))), "{again:?}");
});

on_both_engines!(
    a_player_gets_a_notice_that_the_hour_in_place_of_a_closed_one_was_cancelled_at_once,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        let manager = fixture.manager_with_drawer().await;
        let lost = fixture.book_at_court(0, 3).await;
        fixture.change(format!("update orders set booked_by = {}", manager.id().0).leak()).await;
        fixture.close_for_rain(&manager, 1).await;
        let choice = fixture.choices(&lost).await.same_day.remove(0);
        move_for_player(&fixture.app, &manager, lost.number, chosen_place(&choice), request_key(2))
            .await
            .unwrap();
        let text = "select order_number from orders where status = 'confirmed'";
        let number = OrderNumber::try_from(fixture.number(text).await).unwrap();
        let (seen, preview) = preview_cancellation(&fixture.app, &manager, number).await.unwrap();
        let cancel = CancelAtDesk {
            number,
            version: seen.booking.version,
            shown: preview.refund,
            refund: None,
            reason: None,
        };
        cancel_at_desk(&fixture.app, &manager, cancel, request_key(3)).await.unwrap();
        let notices = format!(
            "select count(*) from outbox where notice = 'cancelled' and order_number = {}",
            number.value()
        );
        assert!(fixture.number(notices.leak()).await > 0);
        let listed = list_bookings(&fixture.app, lost.customer).await.unwrap();
        assert!(listed.iter().any(|order| order.number == number), "it is in the history");
    }
);

on_both_engines!(the_link_of_a_player_is_shown_to_staff_who_may_move_and_cancel_bookings, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let link = fixture.find_closure(&manager, closed.id).await.bookings[0].link.clone();
    assert!(link.is_some_and(|token| token.starts_with("cl_")));
    let member = fixture.app.staff(Role::Manager, "9825041740", &[VENUE]).await;
    let denied = format!("update staff set denied = 'booking.cancel' where staff_id = {}", member.id.0);
    fixture.change(denied.leak()).await;
    let bookkeeper = fixture.app.actor(&member.token).await;
    let details = fixture.find_closure(&bookkeeper, closed.id).await;
    assert_eq!((details.bookings.len(), details.bookings[0].link.as_ref()), (1, None));
});

on_both_engines!(
    the_link_that_staff_see_is_valid_also_after_the_offer_went_to_another_customer,
    async |store| {
        let fixture = PaymentsFixture::new(store, 2).await;
        let manager = fixture.manager_with_drawer().await;
        let lost = fixture.book_and_pay(0, 3).await;
        let closed = fixture.close_for_rain(&manager, 1).await;
        fixture.change("update orders set customer_id = 100000000001").await;
        fixture.change("update closure_offer set customer_id = 100000000001").await;
        let link = fixture.find_closure(&manager, closed.id).await.bookings[0].link.clone().unwrap();
        assert_eq!(fixture.offers(&link).await.games[0].lost.number, lost.number);
    }
);

on_both_engines!(the_link_that_staff_see_of_a_closure_by_a_command_is_valid, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    let span = sunday("3", "18:00", "21:00");
    let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players: true };
    let receipts = &fixture.app.settings.receipts;
    close_courts(&fixture.app.store, &fixture.app.clock, &SystemRandom, receipts, OFFER_HOURS, closure)
        .await
        .unwrap();
    let id = BlockId(fixture.number("select block_id from court_block").await);
    let link = fixture.find_closure(&manager, id).await.bookings[0].link.clone().unwrap();
    assert_eq!(fixture.offers(&link).await.games[0].lost.number, lost.number);
});

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

on_both_engines!(reopening_early_gives_players_without_an_answer_their_courts_back, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (waits, answered) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    let closed = fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&answered).await;
    fixture.choose_the_money(&token, answered.number).await.unwrap();
    let opened = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!((opened.slots, opened.called_back, opened.unanswered), (6, 1, 0));
    let again = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!(again, opened);
    let token = fixture.link(&waits).await;
    let game = &fixture.offers(&token).await.games[0];
    let new = game.new.as_ref().unwrap();
    assert_eq!((new.slot, new.status, new.kept()), (waits.slot, OrderStatus::Confirmed, waits.total()));
    assert_eq!(fixture.find_closure(&manager, closed.id).await.closure.slots, 0);
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(reopening_gives_a_game_back_that_was_booked_with_another_slot_length, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_at_court(0, 3).await;
    let longer = "update venue set slot_minutes = 90, play_minutes = 80 where venue_id = 1";
    assert_eq!(fixture.change(longer).await, 1);
    let closed = fixture.close_for_rain(&manager, 1).await;
    assert_eq!(closed.bookings, 1);
    let opened = reopen(&fixture.app, &manager, closed.id, true, request_key(40)).await.unwrap();
    assert_eq!((opened.called_back, opened.unanswered), (1, 0));
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
    let mut monday = fixture.app.live.watch_day(VENUE, jiff::civil::date(2026, 11, 23));
    reopen(&fixture.app, &manager, closed.id, false, request_key(2)).await.unwrap();
    let event = monday.next().now_or_never();
    assert!(matches!(event, Some(DayEvent::Changed { .. })), "{event:?}");
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

on_both_engines!(a_clerk_may_close_booked_courts_only_for_a_sudden_cause_and_only_today, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let member = fixture.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let clerk = fixture.app.actor(&member.token).await;
    let order = fixture.book_at_court(0, 3).await;
    let refused = |result: Result<_, CloseAtDeskError>| match result {
        Err(CloseAtDeskError::Refused(refused)) => Some(refused),
        _ => None,
    };
    let not_allowed = Some(Refused::NotAllowed(Permission::ClosureDisplace));
    let tomorrow = fixture.try_to_close(&clerk, rain(), 1).await;
    assert_eq!(refused(tomorrow), not_allowed, "the booking is tomorrow");
    fixture.app.clock.set(order.slot.starts_at - SignedDuration::from_hours(3));
    // The session of yesterday has ended.
    let member = fixture.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let clerk = fixture.app.actor(&member.token).await;
    let other = CloseAtDesk { cause: ClosureCause::Other, ..rain() };
    assert_eq!(refused(fixture.try_to_close(&clerk, other, 2).await), not_allowed);
    assert_eq!(
        fixture.order(&order).await.status,
        OrderStatus::Confirmed,
        "a refused closure changes nothing"
    );
    assert_eq!(fixture.try_to_close(&clerk, rain(), 3).await.unwrap().bookings, 1);
});

on_both_engines!(a_link_answers_only_for_its_player_and_a_wrong_one_finds_nothing, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (mine, other) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&mine).await;
    let stolen = fixture.choose_the_money(&token, other.number).await;
    assert!(matches!(stolen, Err(AnswerError::NoSuchOffer)), "{stolen:?}");
    for wrong in ["", "cl_x", &token[..token.len() - 1], &format!("{token}A")] {
        let found = find_offers(&fixture.app, wrong).await.unwrap();
        assert!(found.is_none(), "{wrong}");
    }
    assert_eq!(fixture.number("select count(*) from refund").await, 0);
});

on_both_engines!(the_desk_is_told_of_which_offers_a_message_is_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let is_told = async || fixture.find_closure(&manager, closed.id).await.bookings[0].is_told;
    assert!(is_told().await, "it waits to be sent");
    let dropped = "update outbox set outcome = 'dropped', next_try_at = null, ended_at = 1
                    where notice = 'closure_offer'";
    assert_eq!(fixture.change(dropped).await, 2, "a text and a mail");
    assert!(!is_told().await);
    let sent = "update outbox set outcome = 'sent' where notice = 'closure_offer' and channel = 'text'";
    assert_eq!(fixture.change(sent).await, 1);
    assert!(is_told().await);
});

on_both_engines!(a_closure_is_read_by_as_many_statements_for_many_bookings_as_for_one, async |store| {
    let (counted, statements) = StatementCount::on(&store);
    let fixture = PaymentsFixture::new(counted, 5).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let (lost, refunded) = (fixture.book_and_pay(1, 4).await, fixture.book_and_pay(2, 5).await);
    fixture.book_and_pay(3, 6).await;
    fixture.book_at_court(4, 7).await;
    let close =
        |courts: &[i64]| CloseAtDesk { courts: courts.iter().copied().map(CourtId).collect(), ..rain() };
    let one = fixture.try_to_close(&manager, close(&[3]), 1).await.unwrap().id;
    let many = fixture.try_to_close(&manager, close(&[4, 5, 6, 7]), 2).await.unwrap().id;
    let token = fixture.link(&lost).await;
    let choice = fixture.choices(&lost).await.same_hour.remove(0);
    fixture.choose(&token, lost.number, &choice).await.unwrap();
    let token = fixture.link(&refunded).await;
    fixture.choose_the_money(&token, refunded.number).await.unwrap();
    let mut counts = Vec::new();
    for (closure, bookings) in [(one, 1), (many, 4)] {
        // The first call writes the entry in the audit.
        fixture.find_closure(&manager, closure).await;
        statements.take();
        assert_eq!(fixture.find_closure(&manager, closure).await.bookings.len(), bookings);
        counts.push(statements.take());
    }
    assert_eq!(counts[0], counts[1]);

    // What is shown is what the player's own page shows, which reads game by game.
    for seen in fixture.find_closure(&manager, many).await.bookings {
        let game = seen.game.unwrap();
        let token =
            find_own_link(&fixture.app, game.offer.customer, game.offer.order).await.unwrap().unwrap();
        let own = fixture.offers(token.reveal()).await.games.remove(0);
        assert_eq!(format!("{game:?}"), format!("{own:?}"));
    }
});
