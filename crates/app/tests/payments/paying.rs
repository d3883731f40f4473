//! A checkout from its opening to the booking: what the browser reports, payments that fail, and what is refused meanwhile.

use jiff::{SignedDuration, civil::date};
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_court},
        place_hold::{Pick, PlaceHoldError, place_hold},
        release_hold::{ReleaseHoldError, release_hold},
    },
    desk::board::read_board::read_board,
    jobs::expire_holds::expire_holds,
    payments::{
        confirm_payment::{CheckoutProof, ConfirmPaymentError, confirm_payment},
        generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        reset_checkout::{AfterCheckout, reset_checkout},
    },
    platform::settings::Audience,
    steps::{count_unsettled::count_unsettled, payment_overview::PaymentState},
};
use sideout_domain::{
    CourtId,
    coupon::CouponRefused,
    money::Money,
    order::{OrderStatus, PaymentMethod},
};
use sideout_providers::payments::CaptureMode;
use sideout_store::{Store, StoreError, Waiting};
use sideout_testkit::{
    Coupon, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::fixture::PaymentsFixture;

/// The hour of `order` at another court.
fn beside(order: &Order, court: i64) -> Pick {
    Pick { sport: order.sport, venue: order.venue, court: CourtId(court), day: order.day, start: order.start }
}

on_both_engines!(a_paid_hold_becomes_a_booking_and_no_second_checkout_opens, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    assert_eq!(checkout.amount, Money::from_rupees(800));
    assert_eq!(fixture.hint(&order).await.payment, PaymentState::None, "no payment");
    fixture.pay(&checkout, json!({})).await;
    for _ in 0..3 {
        let overview = fixture.hint(&order).await;
        assert_eq!((overview.order.status, &overview.payment), (OrderStatus::Confirmed, &PaymentState::Paid));
        assert_eq!(overview.order.payment_method, Some(PaymentMethod::Online));
        assert_eq!(overview.order.paid, Money::from_rupees(800));
    }
    let again = fixture.try_checkout(&order, None, false).await;
    assert!(matches!(again, Err(GeneratePaymentError::AlreadyBooked)), "{again:?}");
    assert_eq!(fixture.count("orders").await, 1);
});

on_both_engines!(a_checkout_of_a_booking_is_refused_as_such_when_no_more_codes_may_be_tried, async |store| {
    let fixture = PaymentsFixture::throttled(store, 1).await;
    Coupon::flat("DINK", 100).add(&fixture.app.store).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.try_checkout(&order, Some("DINK"), false).await.unwrap();
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(fixture.hint(&order).await.order.status, OrderStatus::Confirmed);
    let other = fixture.hold(0, 4).await;
    for n in 0..7 {
        let wrong = fixture.try_checkout(&other, Some(&format!("GUESS{n}")), false).await;
        assert!(matches!(wrong, Err(GeneratePaymentError::Coupon(CouponRefused::Invalid))), "{wrong:?}");
    }
    for _ in 0..2 {
        let again = fixture.try_checkout(&order, Some("DINK"), false).await;
        assert!(matches!(again, Err(GeneratePaymentError::AlreadyBooked)), "{again:?}");
    }
    let next = fixture.try_checkout(&other, Some("DINK"), false).await;
    assert!(matches!(next, Err(GeneratePaymentError::Throttled(_))), "the control: {next:?}");
});

on_both_engines!(a_checkout_extends_the_hold_once, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.advance(60).await;
    let until = fixture.checkout(&order).await.order.held_until.unwrap();
    assert_eq!(until, fixture.app.clock_now() + SignedDuration::from_mins(20));
    let board = read_board(&fixture.app, order.venue, order.day).await.unwrap().unwrap();
    let [on_board] = board.holds.as_slice() else { panic!("{:?}", board.holds) };
    assert_eq!(
        (on_board.since, on_board.until, on_board.is_paying),
        (order.created_at, until, true),
        "the board shows all 21 minutes"
    );
    fixture.advance(600).await;
    let again = fixture.checkout(&order).await;
    assert_eq!(again.order.held_until, Some(until), "once");
    fixture.advance(599).await;
    let late = fixture.try_checkout(&order, None, false).await;
    assert!(matches!(late, Err(GeneratePaymentError::HoldExpired)), "{late:?}");
});

/// A player has two expired holds of a slot, of which those were extended by a checkout for which `is_extended` says so.
async fn leaves_the_slot_for_ten_minutes(store: Store, is_extended: [bool; 2]) {
    let fixture = PaymentsFixture::new(store, 1).await;
    for is_extended in is_extended {
        let order = fixture.hold(0, 3).await;
        fixture.advance(9 * 60).await;
        if is_extended {
            fixture.checkout(&order).await;
            fixture.advance(19 * 60).await;
        }
        fixture.advance(60).await;
    }
    let pick = Pick {
        sport: PICKLEBALL,
        venue: VENUE,
        court: CourtId(3),
        day: date(2026, 11, 22),
        start: "7:00 PM".parse().unwrap(),
    };
    let player = fixture.players[0];
    let refused = place_hold(&fixture.app, player, pick).await;
    assert!(matches!(refused, Err(PlaceHoldError::TooManyExpiredHolds)), "{refused:?}");
    fixture.advance(599).await;
    assert_eq!(expire_holds(&fixture.app).await.unwrap(), 1);
    let refused = place_hold(&fixture.app, player, pick).await;
    assert!(matches!(refused, Err(PlaceHoldError::TooManyExpiredHolds)), "{refused:?}");
    fixture.advance(1).await;
    place_hold(&fixture.app, player, pick).await.unwrap();
}

on_both_engines!(two_expired_holds_with_checkouts_leave_the_slot_to_others_for_ten_minutes, async |store| {
    leaves_the_slot_for_ten_minutes(store, [true, true]).await;
});

on_both_engines!(an_expired_hold_and_one_with_a_checkout_leave_the_slot_for_ten_minutes, async |store| {
    leaves_the_slot_for_ten_minutes(store, [false, true]).await;
});

on_both_engines!(
    an_expired_hold_with_a_checkout_and_one_without_leave_the_slot_for_ten_minutes,
    async |store| {
        leaves_the_slot_for_ten_minutes(store, [true, false]).await;
    }
);

on_both_engines!(only_the_audience_may_pay_online_whatever_the_browser_shows, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.hold(0, 3).await;
    let chosen = fixture.players[1];
    for audience in [Audience::default(), Audience::Customers(vec![chosen])] {
        let strict = fixture.app.another_node(|settings| settings.online_payment = audience);
        let request =
            OnlinePaymentRequest { number: order.number, code: None, any_court: false, shown: None };
        let refused = generate_payment(&strict, order.customer, request.clone()).await;
        assert!(matches!(refused, Err(GeneratePaymentError::NotOffered)), "{refused:?}");
    }
    // Another customer's order is not found.
    let request = OnlinePaymentRequest { number: order.number, code: None, any_court: false, shown: None };
    let other = generate_payment(&fixture.app, chosen, request).await;
    assert!(matches!(other, Err(GeneratePaymentError::NoSuchOrder)), "{other:?}");
    assert!(confirm_payment(&fixture.app, chosen, order.number, None).await.is_err());
    assert_eq!(fixture.count("orders").await, 0);
});

on_both_engines!(a_checkout_signature_is_verified_and_a_failed_payment_books_nothing, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (order, other) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let (checkout, others) = (fixture.checkout(&order).await, fixture.checkout(&other).await);
    let paid = fixture.pay(&others, json!({})).await;
    let proof = CheckoutProof {
        payment: paid["response"]["razorpay_payment_id"].as_str().unwrap().parse().unwrap(),
        signature: paid["response"]["razorpay_signature"].as_str().unwrap().to_owned(),
    };
    // A real signature over another order's payment confirms nothing.
    let stolen = confirm_payment(&fixture.app, order.customer, order.number, Some(proof.clone())).await;
    assert!(matches!(stolen, Err(ConfirmPaymentError::BadSignature)), "{stolen:?}");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Held);
    let theirs = confirm_payment(&fixture.app, other.customer, other.number, Some(proof)).await.unwrap();
    assert_eq!(theirs.order.status, OrderStatus::Confirmed);
    // A payment that failed books nothing.
    fixture.pay(&checkout, json!({"outcome": "fail"})).await;
    let failed = fixture.hint(&order).await;
    assert_eq!(failed.order.status, OrderStatus::Held);
    assert!(matches!(failed.payment, PaymentState::Failed(Some(_))), "{:?}", failed.payment);
});

on_both_engines!(a_payment_that_fails_and_is_then_captured_becomes_a_booking, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let failed = fixture.pay(&checkout, json!({"outcome": "fail"})).await;
    fixture.hint(&order).await;
    fixture.pay(&checkout, json!({"payment_id": failed["payment"]["id"]})).await;
    assert_eq!(fixture.hint(&order).await.payment, PaymentState::Paid);
    assert_eq!(fixture.number("select count(*) from payment").await, 1);
});

on_both_engines!(manual_capture_takes_the_money_only_if_the_order_gets_its_court, async |store| {
    let fixture = PaymentsFixture::capturing(store, 2, CaptureMode::Manual).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(fixture.hint(&order).await.order.status, OrderStatus::Confirmed);

    let order = fixture.hold(0, 4).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    let while_held = fixture.app.clock_now();
    fixture.advance(21 * 60).await;
    fixture.hold(1, 4).await;
    let overview = fixture.hint(&order).await;
    assert_eq!(
        overview.payment,
        PaymentState::UnderWay,
        "the payment stays authorized until the provider returns it"
    );
    let authorized = "select count(*) from payment where status = 'authorized' and outcome is null";
    assert_eq!(fixture.number(authorized).await, 1);
    assert_eq!(fixture.number("select count(*) from provider_order where next_poll_at is not null").await, 1);
    // That money is not ours, so nothing is unsettled until the provider returns it days later.
    let unsettled = async |now| {
        let read =
            fixture.app.store.read(now, |tx, now| Box::pin(async move { count_unsettled(tx, *now).await }));
        let waiting: Result<Waiting, StoreError> = read.await;
        waiting.unwrap().rows
    };
    assert_eq!(unsettled(fixture.app.clock_now()).await, 0, "the hold has expired");
    assert_eq!(
        unsettled(while_held).await,
        1,
        "control: while the order is held, the payment can still pay for it"
    );
    for (change, back) in [
        (
            "update payment set amount_paise = amount_paise - 1 where status = 'authorized'",
            "update payment set amount_paise = amount_paise + 1 where status = 'authorized'",
        ),
        (
            "update payment set currency = 'USD' where status = 'authorized'",
            "update payment set currency = 'INR' where status = 'authorized'",
        ),
    ] {
        assert_eq!(fixture.change(change).await, 1);
        assert_eq!(unsettled(while_held).await, 0, "{change}: it is not captured");
        assert_eq!(fixture.change(back).await, 1);
    }
    assert_eq!(expire_holds(&fixture.app).await.unwrap(), 1);
    assert_eq!(unsettled(while_held).await, 0);
    fixture.change("update payment set status = 'captured' where status = 'authorized'").await;
    let now = fixture.app.clock_now();
    assert_eq!(unsettled(now).await, 1, "captured money is ours to book or to refund, whatever the order is");
});

on_both_engines!(while_a_payment_is_under_way_other_changes_of_the_order_are_refused, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({"outcome": "silent"})).await;
    let (app, customer, number) = (&fixture.app, order.customer, order.number);
    assert_eq!(reset_checkout(app, customer, None).await.unwrap(), AfterCheckout::UnderWay);
    let again = fixture.try_checkout(&order, None, false).await;
    assert!(matches!(again, Err(GeneratePaymentError::UnderWay)), "{again:?}");
    let cash = confirm_at_court(app, customer, number, None).await;
    assert!(matches!(cash, Err(ConfirmError::PaymentUnderWay)), "{cash:?}");
    let release = release_hold(app, customer, None).await;
    assert!(matches!(release, Err(ReleaseHoldError::PaymentUnderWay)), "{release:?}");
    let other = place_hold(app, customer, beside(&order, 4)).await;
    assert!(matches!(other, Err(PlaceHoldError::PaymentUnderWay)), "{other:?}");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Held);
});

on_both_engines!(a_hold_that_was_paid_is_not_released_without_its_number, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    let release = release_hold(&fixture.app, order.customer, None).await;
    assert!(matches!(release, Err(ReleaseHoldError::AlreadyBooked)), "{release:?}");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
});

on_both_engines!(another_hold_keeps_the_court_whose_payment_was_captured_meanwhile, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    let other = place_hold(&fixture.app, order.customer, beside(&order, 4)).await.unwrap();
    assert_eq!(
        (other.status, fixture.order(&order).await.status),
        (OrderStatus::Held, OrderStatus::Confirmed)
    );
    // A checkout without a payment keeps nothing.
    fixture.checkout(&other).await;
    place_hold(&fixture.app, order.customer, beside(&order, 5)).await.unwrap();
    assert_eq!(fixture.order(&other).await.status, OrderStatus::Released);
});

on_both_engines!(a_checkout_that_is_dismissed_after_its_hold_tells_of_another_hold, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    let (customer, only) = (order.customer, Some(order.number));
    fixture.advance(3_600).await;
    assert_eq!(reset_checkout(&fixture.app, customer, only).await.unwrap(), AfterCheckout::NothingHeld);
    place_hold(&fixture.app, customer, beside(&order, 4)).await.unwrap();
    assert_eq!(reset_checkout(&fixture.app, customer, only).await.unwrap(), AfterCheckout::OtherHeld);
});

on_both_engines!(a_dismissed_checkout_keeps_the_hold_and_finds_a_captured_payment, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    assert_eq!(reset_checkout(&fixture.app, order.customer, None).await.unwrap(), AfterCheckout::StillHeld);
    let checkout = fixture.checkout(&order).await;
    assert_eq!(reset_checkout(&fixture.app, order.customer, None).await.unwrap(), AfterCheckout::StillHeld);
    fixture.pay(&checkout, json!({})).await;
    let only = Some(order.number);
    assert_eq!(reset_checkout(&fixture.app, order.customer, only).await.unwrap(), AfterCheckout::Booked);
    // Closing the confirm window releases nothing: a booking is not a hold.
    let release = release_hold(&fixture.app, order.customer, only).await;
    assert!(matches!(release, Err(ReleaseHoldError::AlreadyBooked)), "{release:?}");
    let cash = confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(cash.paid, Money::from_rupees(800), "paying at the court answers the booking that is paid");
});

on_both_engines!(an_unreachable_provider_leaves_the_hold_and_the_stored_state, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100}})).await;
    let failed = fixture.try_checkout(&order, None, false).await;
    assert!(matches!(failed, Err(GeneratePaymentError::Provider(_))), "{failed:?}");
    let stored = fixture.hint(&order).await;
    assert_eq!((stored.order.status, stored.payment), (OrderStatus::Held, PaymentState::None));
    fixture.set_faults(json!({})).await;
});
