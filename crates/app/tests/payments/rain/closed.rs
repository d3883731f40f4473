//! What closing courts for rain ends and blocks, what its preview shows, and who may do it.

use jiff::SignedDuration;
use sideout_app::{
    booking::cancel::{CancelError, cancel},
    closures::at_desk::{CloseAtDesk, CloseAtDeskError, preview::preview_closure},
    steps::audited::Refused,
};
use sideout_domain::{
    CourtId,
    cancellation::CancellationRefused,
    closure_offer::ClosureCause,
    money::Money,
    notice::{Channel, Notice},
    order::OrderStatus,
    staff::{Permission, Role},
};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::{closure_steps::rain, fixture::PaymentsFixture};

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

on_both_engines!(courts_are_closed_only_if_that_ends_the_bookings_that_were_shown, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let look = async || preview_closure(&fixture.app, &manager, &rain()).await.unwrap().version();
    let close = async |seen: &str, key: u64| {
        let shown = CloseAtDesk { seen: Some(seen.to_owned()), ..rain() };
        fixture.try_to_close(&manager, shown, key).await
    };
    let first = fixture.book_and_pay(0, 3).await;
    let one = look().await;
    let second = fixture.book_at_court(1, 4).await;
    let two = look().await;
    let refused = close(&one, 1).await;
    assert!(matches!(refused, Err(CloseAtDeskError::BookingsChanged)), "{refused:?}");
    assert_eq!(fixture.order(&first).await.status, OrderStatus::Confirmed, "nothing was closed");
    assert_eq!(fixture.number("select count(*) from court_block").await, 0);

    cancel(&fixture.app, second.customer, second.number, None).await.unwrap();
    let refused = close(&two, 2).await;
    assert!(matches!(refused, Err(CloseAtDeskError::BookingsChanged)), "{refused:?}");
    // From the start on nothing is offered, and half goes back.
    fixture.app.clock.set(first.slot.starts_at);
    let refused = close(&one, 3).await;
    assert!(matches!(refused, Err(CloseAtDeskError::BookingsChanged)), "{refused:?}");
    assert_eq!(close(&look().await, 4).await.unwrap().bookings, 1);
    fixture.assert_all_agree_after_refunds().await;
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
