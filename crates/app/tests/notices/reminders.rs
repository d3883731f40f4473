//! Reminders are sent at their minute, to players who want them, for games that take place.

use jiff::SignedDuration;
use sideout_app::{Order, booking::cancel::cancel, notices::deliver::deliver};
use sideout_domain::notice::Channel;
use sideout_testkit::on_both_engines;

use crate::fixture::NoticesFixture;

/// A booking whose confirmation was sent; its reminder is not due yet.
async fn booked(fixture: &NoticesFixture) -> Order {
    let order = fixture.book(0, 3).await;
    assert_eq!(fixture.deliver().await, (1, 1));
    order
}

fn remind_at(order: &Order) -> jiff::Timestamp {
    order.slot.starts_at - SignedDuration::from_hours(3)
}

/// What became of the reminder by mail.
async fn outcome(fixture: &NoticesFixture, order: &Order) -> Option<String> {
    fixture.message(&format!("{}-", order.number)).await.outcome
}

on_both_engines!(a_reminder_goes_out_three_hours_before_to_the_millisecond, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = booked(&fixture).await;
    fixture.app.clock.set(remind_at(&order) - SignedDuration::from_millis(1));
    assert_eq!(fixture.deliver().await, (0, 0));
    fixture.app.clock.set(remind_at(&order));
    assert_eq!(fixture.deliver().await, (1, 1));
    let text =
        "Sideout: your game begins on Sun, 22 Nov at 7:00 PM, Court 3, Riverside Arena. Have a good one!";
    assert_eq!(fixture.texts(0).await[0], text);
    let email = &fixture.emails(0).await[0];
    assert_eq!(email["subject"], "Your game begins at 7:00 PM: Court 3, Riverside Arena");
    let text = email["text"].as_str().unwrap();
    assert!(text.contains("http://127.0.0.1:8080/your-profile"), "the way to switch them off: {text}");
    assert!(email["attachments"].as_array().unwrap().is_empty());
});

on_both_engines!(a_reminder_a_day_before_names_the_day_in_its_subject, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let fixture = NoticesFixture {
        app: fixture.app.another_node(|settings| settings.reminder_minutes = 24 * 60),
        ..fixture.clone()
    };
    let order = booked(&fixture).await;
    fixture.app.clock.set(order.slot.starts_at - SignedDuration::from_hours(24));
    assert_eq!(fixture.deliver().await, (1, 1));
    let subject = "Your game begins on Sun, 22 Nov at 7:00 PM: Court 3, Riverside Arena";
    assert_eq!(fixture.emails(0).await[0]["subject"], subject);
});

on_both_engines!(a_player_without_reminders_gets_the_confirmation_only, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.run("update customer set reminders = 0").await;
    let order = booked(&fixture).await;
    fixture.app.clock.set(remind_at(&order));
    assert_eq!(fixture.deliver().await, (0, 0));
    assert_eq!(outcome(&fixture, &order).await.as_deref(), Some("dropped"));
});

on_both_engines!(no_reminder_is_sent_for_a_cancelled_game, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = booked(&fixture).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(fixture.deliver().await, (1, 1));
    fixture.app.clock.set(remind_at(&order));
    assert_eq!(fixture.deliver().await, (0, 0));
    assert_eq!(outcome(&fixture, &order).await.as_deref(), Some("dropped"));
});

on_both_engines!(no_reminder_is_sent_for_the_old_hour_of_a_moved_game, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = booked(&fixture).await;
    fixture.run("update orders set starts_at = starts_at + 3600000").await;
    fixture.app.clock.set(remind_at(&order));
    assert_eq!(fixture.deliver().await, (0, 0));
    assert_eq!(outcome(&fixture, &order).await.as_deref(), Some("dropped"));
});

on_both_engines!(a_reminder_that_was_held_up_until_the_game_began_is_dropped, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = booked(&fixture).await;
    fixture.app.clock.set(order.slot.starts_at - SignedDuration::from_millis(1));
    assert_eq!(deliver(&fixture.app, Channel::Text, || true).await.unwrap(), 1, "a millisecond is left");
    fixture.app.clock.set(order.slot.starts_at);
    assert_eq!(fixture.deliver().await, (0, 0));
    assert_eq!(outcome(&fixture, &order).await.as_deref(), Some("dropped"));
});
