//! Bookings that clerks extend by the hour after them.

use sideout_app::{
    booking::confirm_at_court::confirm_at_court,
    desk::bookings::{
        DeskSlot, NotForSale,
        extend_booking::{ExtendAtDesk, ExtendError, ExtendedAtDesk, extend_at_desk, preview_extension},
        move_booking::preview_move,
        undo_bookings::{SeenBooking, undo_bookings},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_testkit::{Coupon, TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::actor,
    desk_bookings::assert_sound,
    helpers::{at, booked, details, held, number, open_app},
    move_prices::{DEARER, price_at_nine},
    moving::{hold_if_free, open, pick, version},
};

pub(crate) async fn extended(
    app: &TestApp,
    actor: &Actor,
    (number, version, next): (OrderNumber, i64, &str),
    key: u64,
) -> Result<ExtendedAtDesk, ExtendError> {
    let DeskSlot { day, start, .. } = pick(3, next);
    let request = ExtendAtDesk { number, version, day, start, total: Money::from_rupees(800) };
    extend_at_desk(app, actor, request, request_key(key)).await
}

on_both_engines!(an_hour_is_added_to_the_group_of_a_booking, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    let (_, preview) = preview_extension(&app, &kiran, order).await.unwrap();
    assert_eq!((preview.slot, preview.price), (pick(3, "8:00 PM"), Money::from_rupees(800)));
    let DeskSlot { day, start, .. } = preview.slot;
    let cheap = ExtendAtDesk { number: order, version: seen, day, start, total: Money::from_rupees(700) };
    let changed = extend_at_desk(&app, &kiran, cheap, request_key(1)).await;
    assert!(matches!(changed, Err(ExtendError::PriceChanged(_))), "{changed:?}");

    let added = extended(&app, &kiran, (order, seen, "8:00 PM"), 2).await.unwrap();
    assert_eq!(extended(&app, &kiran, (order, seen, "8:00 PM"), 2).await.unwrap(), added, "the same key");
    let stale = extended(&app, &kiran, (order, seen, "8:00 PM"), 3).await;
    assert!(matches!(stale, Err(ExtendError::ChangedMeanwhile(_))), "{stale:?}");
    let first = details(&app, order).await.booking;
    let new = OrderNumber::try_from(added.number).unwrap();
    let next = details(&app, new).await.booking;
    assert_eq!(
        (next.start, next.customer, next.version),
        (pick(3, "8:00 PM").start, first.customer, added.version)
    );
    assert_eq!((first.group.map(|group| group.0), next.group), (Some(added.group), first.group));
    assert_sound(&app).await;

    // The hour after both is added to the same group, also when the first is extended.
    let third = extended(&app, &kiran, (order, first.version, "9:00 PM"), 4).await.unwrap();
    assert_eq!((third.minute, third.group), (21 * 60, added.group));
    let seen = SeenBooking { number: OrderNumber::try_from(third.number).unwrap(), version: third.version };
    undo_bookings(&app, &kiran, VENUE, vec![seen], request_key(5)).await.unwrap();
    assert_eq!(details(&app, seen.number).await.booking.status, OrderStatus::Cancelled);
    assert_sound(&app).await;
});

on_both_engines!(the_coupon_of_a_booking_that_was_extended_is_quoted_again_for_a_move, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    Coupon::percent("DINK", 10).add(&app.store).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.number;
    confirm_at_court(&app, customers[0], order, Some("DINK")).await.unwrap();
    let seen = version(&app, order).await;
    extended(&app, &kiran, (order, seen, "8:00 PM"), 1).await.unwrap();
    price_at_nine(&app, DEARER).await;
    let (_, preview) = preview_move(&app, &kiran, order, pick(3, "9:00 PM")).await.unwrap();
    let (price, discount) = (preview.price.price, preview.price.discount);
    assert_eq!((price, discount), (Money::from_rupees(1_000), Money::from_rupees(100)));
});

on_both_engines!(an_hour_that_is_taken_or_closed_is_not_added, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    assert!(hold_if_free(&app, customer, pick(3, "8:00 PM")).await);
    let taken = extended(&app, &kiran, (order, seen, "8:00 PM"), 1).await;
    assert!(matches!(taken, Err(ExtendError::Taken(VENUE, slot)) if slot == pick(3, "8:00 PM")), "{taken:?}");
    let last = booked(&app, customer, 4, "10:00 PM").await.number;
    let closed = extended(&app, &kiran, (last, version(&app, last).await, "11:00 PM"), 2).await;
    assert!(matches!(closed, Err(ExtendError::NotForSale(NotForSale::Closed))), "{closed:?}");
    let groups = "select cast(count(*) as bigint) from booking_group";
    assert_eq!(number(&app.store, groups).await, 0, "nothing was written");
    app.clock.set(at("8:00 PM"));
    let over = extended(&app, &kiran, (order, seen, "8:00 PM"), 3).await;
    assert!(matches!(over, Err(ExtendError::NotExtendable)), "{over:?}");
});

on_both_engines!(
    an_hour_that_its_player_has_booked_meanwhile_does_not_become_the_one_after_it,
    async |store| {
        let (app, customer, kiran, order) = open(store).await;
        let seen = version(&app, order).await;
        booked(&app, customer, 3, "8:00 PM").await;
        assert_eq!(version(&app, order).await, seen, "the booking itself is as the clerk saw it");
        let other = extended(&app, &kiran, (order, seen, "8:00 PM"), 1).await;
        assert!(matches!(other, Err(ExtendError::ChangedMeanwhile(_))), "{other:?}");
        let (_, next) = preview_extension(&app, &kiran, order).await.unwrap();
        assert_eq!(next.slot, pick(3, "9:00 PM"), "what the clerk is shown then");
        let added = extended(&app, &kiran, (order, seen, "9:00 PM"), 2).await.unwrap();
        assert_eq!(added.minute, 21 * 60);
        assert_sound(&app).await;
    }
);
