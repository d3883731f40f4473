//! What players are told of bookings that the desk makes.

use sideout_app::desk::bookings::{
    DeskSlot,
    book::{BookAtDesk, BookedAtDesk, Player, book_at_desk},
    undo_bookings::{SeenBooking, undo_bookings},
};
use sideout_domain::{CourtId, money::Money, order::OrderNumber, staff::Role};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::world::World;

/// Books court 3 at 7 PM for a number that nobody has.
async fn book(world: &World) -> (sideout_app::steps::audited::Actor, BookedAtDesk) {
    let clerk = world.app.staff(Role::Desk, "9825041736", &[VENUE]).await;
    let actor = world.app.actor(&clerk.token).await;
    let day = jiff::civil::date(2026, 11, 22);
    let slot = DeskSlot { court: CourtId(3), day, start: "7:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![slot],
        player: Player::ByPhone {
            full_name: "Rohan Mehta".parse().unwrap(),
            phone: "9825041777".parse().unwrap(),
        },
        contact_name: None,
        total: Money::from_rupees(800),
    };
    let booked = book_at_desk(&world.app, &actor, VENUE, request, request_key(1)).await.unwrap();
    (actor, booked)
}

on_both_engines!(a_guest_is_told_by_text_when_the_booking_cannot_be_undone_any_more, async |store| {
    let world = World::new(store, 0).await;
    let (_, booked) = book(&world).await;
    world.app.clock.advance(60);
    assert_eq!(world.deliver().await, (0, 0), "it can still be undone on a node whose clock is behind");
    world.app.clock.advance(3);
    assert_eq!(world.deliver().await, (1, 0));
    let text = world.newest_text("9825041777").await;
    assert!(text.contains("Court 3"), "{text}");
    let mail = world.message(&format!("{}.confirmed.mail", booked.orders[0].number)).await;
    assert_eq!(mail.outcome.as_deref(), Some("dropped"), "a guest has no address");
});

on_both_engines!(nobody_is_told_of_a_booking_that_was_undone, async |store| {
    let world = World::new(store, 0).await;
    let (actor, booked) = book(&world).await;
    let order = &booked.orders[0];
    let seen = SeenBooking { number: OrderNumber::try_from(order.number).unwrap(), version: order.version };
    undo_bookings(&world.app, &actor, VENUE, vec![seen], request_key(2)).await.unwrap();
    world.app.clock.advance(24 * 3_600);
    assert_eq!(world.deliver().await, (0, 0));
});
