//! Looks at what is private, and their entries in the audit.

use sideout_app::{
    desk::{
        board::{
            open_booking::{OpenBookingError, open_booking},
            see_number::see_number,
        },
        reports::{
            list_prime_hours::{PrimeHoursRequest, export_prime_hours},
            read_report::{ReportRequest, export_report},
        },
    },
    staff::{EditMember, edit_member},
};
use sideout_domain::{
    report::ReportName,
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE, statement, without_guard};

use crate::helpers::{booked, details, number, open_app, open_second_venue, run};

/// How many looks at phone numbers the audit has.
async fn looks(store: &Store) -> i64 {
    number(store, "select cast(count(*) as bigint) from audit_entry where verb = 'phone.seen'").await
}

on_both_engines!(the_number_of_a_booking_of_another_day_is_seen_with_one_entry_a_day, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let manager = app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let actor = app.actor(&clerk.token).await;
    assert_eq!(open_booking(&app, &actor, order).await.unwrap().booking.number, order);
    assert_eq!(looks(&store).await, 1);
    open_booking(&app, &actor, order).await.unwrap();
    assert_eq!(looks(&store).await, 1, "a second look by the same person on that day is no new entry");
    open_booking(&app, &app.actor(&manager.token).await, order).await.unwrap();
    assert_eq!(looks(&store).await, 2, "a colleague has looked as well");
    // On the day of the booking the desk needs the number, so a look has no entry.
    app.clock.advance(24 * 3_600);
    let token = app.staff(Role::Desk, "9825041739", &[VENUE]).await.token;
    open_booking(&app, &app.actor(&token).await, order).await.unwrap();
    assert_eq!(looks(&store).await, 2);
    app.clock.advance(24 * 3_600);
    let token = app.staff(Role::Desk, "9825041740", &[VENUE]).await.token;
    open_booking(&app, &app.actor(&token).await, order).await.unwrap();
    assert_eq!(looks(&store).await, 3, "a day later the number is private again");
});

on_both_engines!(a_look_at_a_masked_number_has_no_entry, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let denied = EditMember { denied: Some(vec![Permission::PhoneRead]), ..EditMember::default() };
    let owner = app.actor(&owner.token).await;
    edit_member(&app, &owner, clerk.id, 1, denied, request_key(1)).await.unwrap();
    let actor = app.actor(&clerk.token).await;
    assert!(!actor.sees_phones());
    open_booking(&app, &actor, order).await.unwrap();
    assert_eq!(looks(&store).await, 0);
    open_booking(&app, &owner, order).await.unwrap();
    assert_eq!(looks(&store).await, 1);
});

on_both_engines!(a_number_is_shown_only_with_its_entry, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let actor = app.actor(&clerk.token).await;
    let broken =
        without_guard(&store, statement("audit_entry/add"), "insert into audit_entry", "insert into nowhere");
    let refused = open_booking(&app.another_node_on(broken, |_| {}), &actor, order).await;
    assert!(matches!(refused, Err(OpenBookingError::Store(_))), "{refused:?}");
    assert_eq!(looks(&store).await, 0);
    assert!(open_booking(&app, &actor, order).await.is_ok());
});

on_both_engines!(a_booking_elsewhere_is_neither_shown_nor_recorded, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let second = open_second_venue(&app).await;
    let stranger = app.staff(Role::Manager, "9825041737", &[second]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let refused = open_booking(&app, &app.actor(&stranger.token).await, order).await;
    assert!(matches!(refused, Err(OpenBookingError::NoBooking)), "{refused:?}");
    assert_eq!(looks(&store).await, 0);
});

on_both_engines!(a_number_in_another_answer_is_whole_only_with_its_entry, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let booking = details(&app, order).await.booking;
    let actor = app.actor(&clerk.token).await;
    let broken =
        without_guard(&store, statement("audit_entry/add"), "insert into audit_entry", "insert into nowhere");
    let node = app.another_node_on(broken, |_| {});
    assert!(see_number(&node, &actor, &booking).await.is_err());
    assert_eq!(looks(&store).await, 0);
    assert!(see_number(&app, &actor, &booking).await.unwrap());
    assert!(see_number(&app, &actor, &booking).await.unwrap());
    assert_eq!(looks(&store).await, 1, "a second look by the same person on that day is no new entry");
    open_booking(&app, &actor, order).await.unwrap();
    assert_eq!(looks(&store).await, 1, "it is the same look");
    // On the day of the booking the desk needs the number, so a look has no entry.
    app.clock.advance(24 * 3_600);
    let token = app.staff(Role::Desk, "9825041739", &[VENUE]).await.token;
    assert!(see_number(&app, &app.actor(&token).await, &booking).await.unwrap());
    assert_eq!(looks(&store).await, 1);
});

on_both_engines!(a_guest_without_a_number_is_opened_without_an_entry, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    run(&store, "update customer set origin = 'desk', phone = null").await;
    let actor = app.actor(&clerk.token).await;
    assert_eq!(open_booking(&app, &actor, order).await.unwrap().booking.phone, None);
    assert!(!see_number(&app, &actor, &details(&app, order).await.booking).await.unwrap());
    assert_eq!(looks(&store).await, 0);
});

on_both_engines!(a_table_of_each_venue_has_an_entry_of_its_own, async |store| {
    let (app, _) = open_app(store.clone(), 1).await;
    let second = open_second_venue(&app).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let exports = "select cast(count(*) as bigint) from audit_entry where verb = 'report.exported'";
    for (venue, entries) in [(VENUE, 2), (second, 4), (VENUE, 4)] {
        let name = ReportName::Revenue;
        let report = ReportRequest { name, venue, period: None, compares_with_before: false };
        export_report(&app, &owner, report).await.unwrap();
        let hours = PrimeHoursRequest { venue, day: None, start: None, free: None };
        export_prime_hours(&app, &owner, hours).await.unwrap();
        assert_eq!(number(&store, exports).await, entries);
    }
});
