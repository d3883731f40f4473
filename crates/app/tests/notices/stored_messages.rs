//! Messages are stored in the unit of work that makes the change.

use jiff::SignedDuration;
use sideout_app::{
    accounts::{authenticate::authenticate, change_password::change_password},
    booking::{
        cancel::cancel,
        confirm_at_court::{ConfirmError, Confirming, confirm, confirm_at_court},
    },
    closures::{Closure, Span, close_courts},
    platform::random::SystemRandom,
};
use sideout_domain::person::Password;
use sideout_testkit::{NETWORK, PASSWORD, on_both_engines, sample_venue::VENUE};

use crate::fixture::NoticesFixture;

fn keys(written: &[crate::fixture::Written]) -> Vec<&str> {
    written.iter().map(|message| message.key.as_str()).collect()
}

on_both_engines!(a_booking_has_a_notice_and_a_reminder_three_hours_before_on_each_channel, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let (number, starts_at) = (order.number, order.slot.starts_at);
    let reminder = format!("{number}-{}", starts_at.as_second());
    let written = fixture.written().await;
    let expected = [
        format!("{reminder}.reminder.mail"),
        format!("{reminder}.reminder.text"),
        format!("{number}.confirmed.mail"),
        format!("{number}.confirmed.text"),
    ];
    assert_eq!(keys(&written), expected);
    let now = fixture.app.clock_now().as_millisecond();
    let remind_at = (starts_at - SignedDuration::from_hours(3)).as_millisecond();
    let due: Vec<_> = written.iter().map(|message| message.due).collect();
    assert_eq!(due, [Some(remind_at), Some(remind_at), Some(now), Some(now)]);
    // The player taps a second time.
    confirm_at_court(&fixture.app, order.customer, number, None).await.unwrap();
    assert_eq!(fixture.written().await, written);
});

on_both_engines!(no_reminder_is_stored_when_its_moment_has_come_or_the_operator_wants_none, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let remind_at = order.slot.starts_at - SignedDuration::from_hours(3);
    fixture.app.clock.set(remind_at - SignedDuration::from_millis(1));
    fixture.book(0, 4).await;
    assert_eq!(fixture.written().await.len(), 8, "a millisecond is left");
    fixture.app.clock.set(remind_at);
    fixture.book(0, 5).await;
    assert_eq!(fixture.written().await.len(), 10);
    fixture.app.clock.set(remind_at - SignedDuration::from_hours(1));
    let without = NoticesFixture {
        app: fixture.app.another_node(|settings| settings.reminder_minutes = 0),
        ..fixture.clone()
    };
    without.book(0, 6).await;
    assert_eq!(fixture.written().await.len(), 12);
});

on_both_engines!(a_change_that_is_rolled_back_stores_no_message, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let held = fixture.hold(0, 3, "7:00 PM").await;
    let confirming = Confirming {
        customer: held.customer,
        number: held.number,
        code: None,
        shown: None,
        now: fixture.app.clock_now(),
        max_open_unpaid: 4,
        max_no_shows: 2,
        reminder_minutes: 180,
    };
    let undone = fixture.app.store.write(confirming, |tx, confirming| {
        Box::pin(async move {
            confirm(tx, confirming).await?;
            Err::<(), _>(ConfirmError::NoSuchOrder)
        })
    });
    assert!(matches!(undone.await, Err(ConfirmError::NoSuchOrder)));
    assert!(fixture.written().await.is_empty());
});

on_both_engines!(cancelling_several_times_sends_one_notice, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    for _ in 0..3 {
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    }
    let written = fixture.written().await;
    let cancelled: Vec<&str> = keys(&written).into_iter().filter(|key| key.contains("cancelled")).collect();
    let expected = ["mail", "text"].map(|channel| format!("{}.cancelled.{channel}", order.number));
    assert_eq!(cancelled, expected);
});

on_both_engines!(a_closed_court_sends_its_own_notice_and_not_a_cancellation, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let span = Span {
        venue: VENUE,
        courts: "3".parse().unwrap(),
        from: "2026-11-22 18:00".parse().unwrap(),
        to: "2026-11-22 21:00".parse().unwrap(),
    };
    let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players: false };
    close_courts(
        &fixture.app.store,
        &fixture.app.clock,
        &SystemRandom,
        &fixture.app.settings.receipts,
        0,
        closure,
    )
    .await
    .unwrap();
    let written = fixture.written().await;
    let notices: Vec<&str> = keys(&written)
        .into_iter()
        .filter(|key| key.contains("closed") || key.contains("cancelled"))
        .collect();
    let expected = ["mail", "text"].map(|channel| format!("{}.court_closed.{channel}", order.number));
    assert_eq!(notices, expected);
});

on_both_engines!(a_changed_password_sends_a_notice, async |store| {
    let fixture = NoticesFixture::new(store, 0).await;
    let player = fixture.app.player("9876543210").await;
    let session = authenticate(&fixture.app, &player.token).await.unwrap();
    let (old, new) = (Password::parse(PASSWORD, 6).unwrap(), Password::parse("dinkdinkdrive", 6).unwrap());
    let wrong = change_password(&fixture.app, NETWORK, session, &new, &old).await;
    assert!(wrong.is_err());
    change_password(&fixture.app, NETWORK, session, &old, &new).await.unwrap();
    let about = format!("account-{}-{}", player.customer.id, fixture.app.clock_now().as_millisecond());
    let expected = ["mail", "text"].map(|channel| format!("{about}.password_changed.{channel}"));
    assert_eq!(keys(&fixture.written().await), expected);
});
