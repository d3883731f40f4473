//! The venue closes courts: no game takes place there, and each player gets a full refund.

use jiff::civil::DateTime;
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        cancel::cancel,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    closures::{
        CloseCourtsError, Closed, Closure, ClosureRefused, Displaced, Interrupted, OpenCourtsError, Opened,
        Preview, Span, close_courts, open_courts, preview,
    },
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    platform::random::SystemRandom,
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    CourtId,
    money::Money,
    order::OrderStatus,
    refund::{RefundReason, RefundStatus},
};
use sideout_testkit::{
    on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::{billing::line, fixture::PaymentsFixture};

fn at(text: &str) -> DateTime {
    text.parse().unwrap()
}

/// `courts` between two times of Sunday, the day on which the tests book.
pub(crate) fn sunday(courts: &str, from: &str, to: &str) -> Span {
    let (from, to) = (at(&format!("2026-11-22 {from}")), at(&format!("2026-11-22 {to}")));
    Span { venue: VENUE, courts: courts.parse().unwrap(), from, to }
}

pub(crate) async fn close(fixture: &PaymentsFixture, span: Span) -> Closed {
    let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players: false };
    try_close(fixture, closure).await.unwrap()
}

async fn try_close(fixture: &PaymentsFixture, closure: Closure) -> Result<Closed, Interrupted> {
    close_courts(
        &fixture.app.store,
        &fixture.app.clock,
        &SystemRandom,
        &fixture.app.settings.receipts,
        0,
        closure,
    )
    .await
}

async fn preview_of(fixture: &PaymentsFixture, span: Span) -> Result<Preview, ClosureRefused> {
    preview(&fixture.app.store, span, None, fixture.app.clock_now()).await.unwrap()
}

async fn try_hold(fixture: &PaymentsFixture, player: usize, court: i64) -> Result<Order, PlaceHoldError> {
    let (day, start) = (jiff::civil::date(2026, 11, 22), "7:00 PM".parse().unwrap());
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start };
    place_hold(&fixture.app, fixture.players[player], pick).await
}

on_both_engines!(closing_courts_cancels_the_bookings_there_with_full_refunds, async |store| {
    let fixture = PaymentsFixture::new(store, 5).await;
    let (paid, unpaid) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    let (held, beside) = (fixture.hold(2, 5).await, fixture.book_at_court(3, 6).await);
    let closed = close(&fixture, sunday("3,4,5", "18:30", "20:00")).await;
    assert_eq!((closed.slots, closed.already, closed.holds), (6, 0, 1), "the games at 6 and at 7 PM");
    let of = |order: &Order, paid| Displaced {
        order: order.number,
        court: order.court_name.clone(),
        day: order.day,
        start: order.start,
        player: "Asha Mehta".to_owned(),
        phone: closed.displaced[0].phone.clone(),
        paid: Money::from_rupees(paid),
        offer_until: None,
        share: Money::from_rupees(paid),
        back: Money::from_rupees(paid),
        back_online: Money::from_rupees(paid),
    };
    let mut displaced = closed.displaced.clone();
    displaced.sort_by_key(|displaced| displaced.court.clone());
    displaced.iter_mut().for_each(|displaced| displaced.phone = closed.displaced[0].phone.clone());
    assert_eq!(displaced, [of(&paid, 800), of(&unpaid, 0)]);
    assert!(closed.displaced[0].phone.starts_with("+91 •••••"), "{closed:?}");

    let overview = fixture.overview(paid.customer, paid.number).await;
    let owed = |status| PaymentState::Refund {
        amount: Money::from_rupees(800),
        reason: RefundReason::VenueClosed,
        status,
    };
    assert_eq!(overview.order.status, OrderStatus::CancelRequested);
    assert_eq!(overview.payment, owed(RefundStatus::Approved));
    assert_eq!(overview.order.cancel_reason.as_deref(), Some("Rain on court"));
    assert!(overview.order.closed_by.is_some());
    assert_eq!(fixture.order(&unpaid).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.order(&held).await.status, OrderStatus::Expired);
    assert_eq!(fixture.order(&beside).await.status, OrderStatus::Confirmed);

    // Issued at once, not on Friday.
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    let overview = fixture.overview(paid.customer, paid.number).await;
    assert_eq!(
        (overview.order.status, overview.payment),
        (OrderStatus::Cancelled, owed(RefundStatus::Processed))
    );
    assert_eq!(fixture.everything().await["refunds"][0]["amount"], 80_000);
    // Cancelling it as well returns its present state and owes no further refund.
    let again = cancel(&fixture.app, paid.customer, paid.number, None).await.unwrap();
    assert_eq!((again.order.status, again.refund), (OrderStatus::Cancelled, Money::from_rupees(800)));
    assert_eq!(fixture.count("refunds").await, 1);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_booking_paid_online_and_at_the_desk_is_listed_with_both_amounts, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_at_court(0, 3).await;
    let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    fixture.hint(&order).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.take_cash(&manager, &order, 300, 1).await.unwrap();
    let span = || sunday("3", "19:00", "20:00");
    let seen = preview_of(&fixture, span()).await.unwrap();
    let closed = close(&fixture, span()).await;
    assert_eq!(seen.displaced, closed.displaced);
    let [listed] = closed.displaced.as_slice() else { panic!("{closed:?}") };
    let rupees = [listed.paid, listed.back, listed.back_online].map(|money| money.paise() / 100);
    assert_eq!(rupees, [800, 800, 500]);
});

on_both_engines!(a_closed_court_cannot_be_booked_until_it_is_opened_again, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let span = || sunday("all", "19:00", "20:00");
    assert_eq!(close(&fixture, span()).await.slots, 12);
    assert!(matches!(try_hold(&fixture, 0, 3).await, Err(PlaceHoldError::Taken)));
    let again = close(&fixture, span()).await;
    assert_eq!((again.slots, again.already), (0, 12), "the same again changes nothing");
    assert_eq!(
        open_courts(&fixture.app.store, sunday("3", "19:00", "20:00"), fixture.app.clock_now())
            .await
            .unwrap(),
        Opened { slots: 1 }
    );
    try_hold(&fixture, 0, 3).await.unwrap();
    // The court that is open already keeps its hold.
    assert_eq!(
        open_courts(&fixture.app.store, span(), fixture.app.clock_now()).await.unwrap(),
        Opened { slots: 11 }
    );
    assert_eq!(fixture.number("select count(*) from slot_claim").await, 1);
});

on_both_engines!(hours_that_are_over_stay_closed_when_the_rest_of_the_day_is_opened, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let span = || sunday("3", "18:00", "21:00");
    assert_eq!(close(&fixture, span()).await.slots, 3);
    let opened = async |now: &str| open_courts(&fixture.app.store, span(), now.parse().unwrap()).await;
    // Half past seven in the evening: one hour is over, and one is under way.
    assert_eq!(opened("2026-11-22T14:00:00Z").await.unwrap(), Opened { slots: 2 });
    assert_eq!(fixture.number("select count(*) from slot_claim").await, 1, "the reports count it as closed");
    let late = opened("2026-11-22T15:30:00Z").await;
    assert!(matches!(late, Err(OpenCourtsError::Refused(ClosureRefused::Over))), "{late:?}");
    assert_eq!(
        open_courts(&fixture.app.store, span(), fixture.app.clock_now()).await.unwrap(),
        Opened { slots: 1 }
    );
});

on_both_engines!(a_block_of_longer_slots_is_opened_if_it_reaches_into_the_span, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    close(&fixture, sunday("3", "19:00", "20:00")).await;
    // The court was closed while a slot lasted two hours, so until 9 PM; now it lasts one.
    assert_eq!(fixture.change("update slot_claim set ends_at = starts_at + 7200000").await, 1);
    let opened = async |from: &str, to: &str| {
        open_courts(&fixture.app.store, sunday("3", from, to), fixture.app.clock_now()).await.unwrap().slots
    };
    assert_eq!(
        opened("20:55", "22:00").await,
        0,
        "its last five minutes are for the next game's preparation"
    );
    assert_eq!(opened("20:30", "21:00").await, 1);
});

on_both_engines!(of_a_block_of_longer_slots_only_the_slots_of_the_span_are_opened, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    close(&fixture, sunday("3", "18:00", "19:00")).await;
    // The court was closed while a slot lasted three hours, so until 9 PM; now it lasts one.
    assert_eq!(fixture.change("update slot_claim set ends_at = starts_at + 10800000").await, 1);
    let opened = open_courts(&fixture.app.store, sunday("3", "19:30", "20:00"), fixture.app.clock_now())
        .await
        .unwrap();
    assert_eq!(opened, Opened { slots: 1 });
    try_hold(&fixture, 0, 3).await.unwrap();
    let closed = close(&fixture, sunday("3", "18:00", "21:00")).await;
    assert_eq!((closed.slots, closed.holds, closed.already), (1, 1, 2), "only the hour from 7 PM was open");
});

on_both_engines!(of_a_block_of_longer_slots_the_hours_that_are_over_stay_closed, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    close(&fixture, sunday("3", "18:00", "19:00")).await;
    // The court was closed while a slot lasted three hours, so until 9 PM; now it lasts one.
    assert_eq!(fixture.change("update slot_claim set ends_at = starts_at + 10800000").await, 1);
    let half_past_seven = "2026-11-22T14:00:00Z".parse().unwrap();
    let opened = open_courts(&fixture.app.store, sunday("3", "18:00", "21:00"), half_past_seven).await;
    assert_eq!(opened.unwrap(), Opened { slots: 1 });
    let first_hour = "select count(*) from slot_claim where ends_at = starts_at + 3600000";
    assert_eq!(fixture.number(first_hour).await, 1, "the hour from 6 PM, which is over");
    assert_eq!(fixture.number("select count(*) from slot_claim").await, 1);
});

on_both_engines!(games_that_a_retired_court_keeps_are_closed_with_the_other_courts, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let kept = fixture.book_at_court(0, 5).await;
    assert_eq!(fixture.change("update court set active = 0 where court_id = 5").await, 1);
    let span = || sunday("all", "19:00", "20:00");
    let seen = preview_of(&fixture, span()).await.unwrap();
    let closed = close(&fixture, span()).await;
    assert_eq!((closed.slots, closed.displaced.len()), (11, 1), "nothing is sold on the retired court");
    assert_eq!((seen.slots, &seen.displaced), (closed.slots, &closed.displaced));
    assert_eq!(fixture.order(&kept).await.status, OrderStatus::Cancelled);
    let again = close(&fixture, span()).await;
    assert_eq!((again.slots, again.already, again.displaced.len()), (0, 11, 0));
});

on_both_engines!(games_that_a_retired_venue_keeps_are_closed, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (kept, held) = (fixture.book_at_court(0, 3).await, fixture.hold(1, 4).await);
    assert_eq!(fixture.change("update venue set active = 0 where venue_id = 1").await, 1);
    let span = || sunday("all", "19:00", "20:00");
    let seen = preview_of(&fixture, span()).await.unwrap();
    let closed = close(&fixture, span()).await;
    assert_eq!((closed.slots, closed.displaced.len(), closed.holds), (0, 1, 1));
    assert_eq!((seen.slots, &seen.displaced, seen.holds), (0, &closed.displaced, 1));
    assert_eq!(fixture.order(&kept).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.order(&held).await.status, OrderStatus::Expired);
});

on_both_engines!(a_preview_shows_what_closing_would_do_and_changes_nothing, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    fixture.book_and_pay(0, 3).await;
    fixture.book_at_court(1, 4).await;
    fixture.hold(2, 5).await;
    let span = || sunday("all", "19:00", "20:00");
    let (seen, again) =
        (preview_of(&fixture, span()).await.unwrap(), preview_of(&fixture, span()).await.unwrap());
    assert_eq!(seen, again);
    let closed = close(&fixture, span()).await;
    assert_eq!((seen.slots, seen.holds, seen.already), (closed.slots, closed.holds, 0));
    assert_eq!(seen.displaced, closed.displaced);
    assert_eq!(preview_of(&fixture, span()).await.unwrap(), Preview { already: 12, ..Preview::default() });
});

on_both_engines!(a_payment_under_way_for_a_closed_court_is_refunded_or_books_another_court, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (stays, moves) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let checkouts = [
        fixture.try_checkout(&stays, None, false).await.unwrap(),
        fixture.try_checkout(&moves, None, true).await.unwrap(),
    ];
    assert_eq!(close(&fixture, sunday("3,4", "19:00", "20:00")).await.holds, 2);
    assert!(fixture.order(&stays).await.is_closed_hold());
    for checkout in &checkouts {
        fixture.pay(checkout, json!({})).await;
    }
    fixture.advance(60).await;
    reconcile(&fixture.app).await.unwrap();
    let PaymentState::Refund { amount, reason, .. } =
        fixture.overview(stays.customer, stays.number).await.payment
    else {
        panic!("the payment is refunded");
    };
    assert_eq!((amount, reason), (Money::from_rupees(800), RefundReason::PaidLate));
    let moved = fixture.order(&moves).await;
    assert_eq!((moved.status, moved.is_closed_hold()), (OrderStatus::Confirmed, false));
    assert!(fixture.order(&stays).await.is_closed_hold(), "the refunded one still is");
    assert!(![3, 4].contains(&moved.slot.court.0), "{:?}", moved.slot);
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    fixture.assert_all_agree().await;
});

on_both_engines!(holds_that_the_venue_ended_are_none_that_their_player_let_run_out, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let span = || sunday("3", "19:00", "20:00");
    for _ in 0..2 {
        let held = try_hold(&fixture, 0, 3).await.unwrap();
        assert_eq!(close(&fixture, span()).await.holds, 1);
        let ended = fixture.order(&held).await;
        assert_eq!(ended.status, OrderStatus::Expired);
        assert_eq!(ended.hold_closed_at, Some(fixture.app.clock_now()));
        let opened = open_courts(&fixture.app.store, span(), fixture.app.clock_now()).await.unwrap();
        assert_eq!(opened, Opened { slots: 1 });
    }
    try_hold(&fixture, 0, 3).await.unwrap();
});

on_both_engines!(a_hold_that_had_run_out_was_not_ended_by_the_venue, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let span = || sunday("3", "19:00", "20:00");
    for _ in 0..2 {
        let held = try_hold(&fixture, 0, 3).await.unwrap();
        fixture.app.clock.set(held.held_until.unwrap());
        close(&fixture, span()).await;
        let ended = fixture.order(&held).await;
        assert_eq!((ended.status, ended.hold_closed_at), (OrderStatus::Expired, None));
        open_courts(&fixture.app.store, span(), fixture.app.clock_now()).await.unwrap();
    }
    let refused = try_hold(&fixture, 0, 3).await;
    assert!(matches!(refused, Err(PlaceHoldError::TooManyExpiredHolds)), "{refused:?}");
});

on_both_engines!(an_invalid_span_is_refused_with_a_message, async |store| {
    let fixture = PaymentsFixture::new(store, 0).await;
    let refused = async |span: Span| preview_of(&fixture, span).await.unwrap_err().to_string();
    let elsewhere = Span { venue: sideout_domain::VenueId(9), ..sunday("all", "06:00", "07:00") };
    assert_eq!(refused(elsewhere).await, "there is no venue 9; there are 1 (Riverside Arena)");
    let message = refused(sunday("2,13", "06:00", "07:00")).await;
    assert!(
        message.starts_with("Riverside Arena has no court 13; it has 1 (Court 1), 2 (Court 2)"),
        "{message}"
    );
    assert_eq!(preview_of(&fixture, sunday("1", "07:00", "07:00")).await, Err(ClosureRefused::Backwards));
    let long = Span { to: at("2028-11-22 00:00"), ..sunday("1", "06:00", "07:00") };
    assert_eq!(preview_of(&fixture, long).await, Err(ClosureRefused::TooLong));
    let over =
        Span { from: at("2026-11-20 06:00"), to: at("2026-11-20 09:00"), ..sunday("1", "06:00", "07:00") };
    assert_eq!(preview_of(&fixture, over.clone()).await, Err(ClosureRefused::Over));
    let closure = Closure { span: over, reason: "Rain".parse().unwrap(), asks_players: false };
    let stopped = try_close(&fixture, closure).await.unwrap_err();
    assert!(
        matches!(stopped.error, CloseCourtsError::Refused(ClosureRefused::Over))
            && stopped.so_far == Closed::default()
    );
});

on_both_engines!(a_game_in_progress_is_closed_and_one_that_is_over_is_not, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.book_at_court(0, 3).await;
    fixture.app.clock.set(order.slot.starts_at + jiff::SignedDuration::from_mins(30));
    let seen = preview_of(&fixture, sunday("3", "18:00", "20:00")).await.unwrap();
    assert_eq!(
        (seen.slots, seen.displaced.len()),
        (1, 1),
        "the game at 6 PM is over, the one at 7 PM is played"
    );
    fixture.app.clock.set(order.slot.starts_at + jiff::SignedDuration::from_mins(55));
    assert_eq!(
        preview_of(&fixture, sunday("3", "18:00", "20:30")).await.unwrap(),
        Preview { slots: 1, ..Preview::default() }
    );
});
