//! The messages that arrive on phones and in mailboxes.

use jiff::SignedDuration;
use sideout_app::{
    booking::cancel::cancel,
    closures::{Closure, Span, close_courts},
    jobs::remove_expired::remove_expired,
    notices::deliver::deliver,
    platform::random::SystemRandom,
};
use sideout_domain::{money::Money, notice::Channel};
use sideout_testkit::{import_booking, on_both_engines, sample_venue::VENUE};

use crate::fixture::NoticesFixture;

/// How many hours players have to choose what they get for a closed court.
const OFFER_HOURS: u32 = 24;

on_both_engines!(a_booking_is_sent_as_a_short_text_and_an_email_with_a_calendar_file, async |store| {
    let fixture = NoticesFixture::new(store, 2).await;
    let order = fixture.book(0, 3).await;
    assert_eq!(fixture.deliver().await, (1, 1));
    assert_eq!(fixture.deliver().await, (0, 0), "once");
    let text = format!(
        "Sideout: Court 3 is yours on Sun, 22 Nov at 7:00 PM, Riverside Arena. Order {}. See you there!",
        order.number
    );
    assert_eq!(fixture.texts(0).await, [text]);
    let emails = fixture.emails(0).await;
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0]["subject"], "Court 3 is yours: Sun, 22 Nov, 7:00 PM");
    assert_eq!(emails[0]["message_id"], format!("{}.confirmed.mail@example.in", order.number));
    let body = emails[0]["text"].as_str().unwrap();
    for wanted in [
        "Hi Asha, your game at Riverside Arena is booked.",
        "When: Sunday, 22 November 2026, 7:00 PM to 7:55 PM",
        "To pay at court: ₹800",
        "You can cancel in the app before 1:00 PM on Sunday, 22 November 2026.",
        &format!("http://127.0.0.1:8080/booking-confirmation?orderId={}", order.number),
        "Route Me: https://maps.example/1",
    ] {
        assert!(body.contains(wanted), "{wanted}: {body}");
    }
    let file = emails[0]["attachments"][0]["text"].as_str().unwrap();
    for wanted in ["METHOD:PUBLISH", "STATUS:CONFIRMED", "SEQUENCE:0", "BEGIN:VALARM"] {
        assert!(file.contains(wanted), "{wanted}");
    }
    assert!(file.contains(&format!("UID:{}@127.0.0.1:8080", order.number)));
    assert_eq!(emails[0]["attachments"][0]["name"], "booking.ics");
    assert!(
        fixture.texts(1).await.is_empty() && fixture.emails(1).await.is_empty(),
        "no other player gets one"
    );
});

on_both_engines!(a_cancelled_booking_is_sent_with_a_file_that_removes_it_from_the_calendar, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    fixture.deliver().await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(fixture.deliver().await, (1, 1));
    let text = format!(
        "Sideout: your booking {} at Riverside Arena on Sun, 22 Nov, 7:00 PM, is cancelled.",
        order.number
    );
    assert_eq!(fixture.texts(0).await[0], text);
    let email = &fixture.emails(0).await[0];
    let file = email["attachments"][0]["text"].as_str().unwrap();
    for wanted in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1"] {
        assert!(file.contains(wanted), "{wanted}");
    }
    assert!(file.contains(&format!("UID:{}@127.0.0.1:8080", order.number)));
    assert!(email["text"].as_str().unwrap().contains("Nothing was paid yet"), "{email}");
});

on_both_engines!(
    a_closure_is_sent_with_a_file_that_removes_each_of_its_games_from_the_calendar,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let games = [fixture.book(0, 3).await, fixture.book_at(0, 3, "8:00 PM").await];
        fixture.deliver().await;
        let span = Span {
            venue: VENUE,
            courts: "3".parse().unwrap(),
            from: "2026-11-22 19:00".parse().unwrap(),
            to: "2026-11-22 21:00".parse().unwrap(),
        };
        let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players: true };
        let receipts = &fixture.app.settings.receipts;
        close_courts(&fixture.app.store, &fixture.app.clock, &SystemRandom, receipts, OFFER_HOURS, closure)
            .await
            .unwrap();
        assert_eq!(fixture.deliver().await, (1, 1), "one message for both games");
        let emails = fixture.emails(0).await;
        assert!(emails[0]["text"].as_str().unwrap().contains("Also closed"), "{}", emails[0]);
        let files = emails[0]["attachments"].as_array().unwrap();
        let names: Vec<_> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["booking.ics", "booking-2.ics"]);
        let texts: Vec<_> = files.iter().map(|file| file["text"].as_str().unwrap()).collect();
        assert!(texts.iter().all(|text| text.contains("METHOD:CANCEL")), "{texts:?}");
        for game in games {
            let event = format!("UID:{}@127.0.0.1:8080", game.number);
            assert_eq!(texts.iter().filter(|text| text.contains(&event)).count(), 1, "{event}: {texts:?}");
        }
    }
);

on_both_engines!(
    a_booking_that_was_cancelled_before_its_notice_gets_the_notice_of_the_cancellation_only,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let order = fixture.book(0, 3).await;
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        assert_eq!(fixture.deliver().await, (1, 1));
        assert_eq!(fixture.texts(0).await.len(), 1);
        assert!(fixture.texts(0).await[0].contains("is cancelled"));
        assert_eq!(
            fixture.message(&format!("{}.confirmed.mail", order.number)).await.outcome.unwrap(),
            "dropped"
        );
    }
);

on_both_engines!(no_notice_is_sent_for_a_booking_whose_game_is_over, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let over = order.slot.starts_at + SignedDuration::from_mins(55);
    fixture.app.clock.set(over - SignedDuration::from_millis(1));
    assert_eq!(deliver(&fixture.app, Channel::Text, || true).await.unwrap(), 1, "it is being played");
    fixture.app.clock.set(over);
    assert_eq!(fixture.deliver().await, (0, 0));
    let mail = fixture.message(&format!("{}.confirmed.mail", order.number)).await;
    assert_eq!(mail.outcome.as_deref(), Some("dropped"));
});

on_both_engines!(a_message_without_a_channel_is_dropped, async |store| {
    let fixture = NoticesFixture::with_channels(store, 1, |channels| {
        channels.mail = None;
        channels.registered.clear();
    })
    .await;
    let order = fixture.book(0, 3).await;
    assert_eq!(fixture.deliver().await, (0, 0));
    for channel in ["text", "mail"] {
        let message = fixture.message(&format!("{}.confirmed.{channel}", order.number)).await;
        assert_eq!(message.outcome.as_deref(), Some("dropped"));
    }
});

on_both_engines!(ended_messages_are_removed_after_90_days_and_pending_ones_are_not, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.book(0, 3).await;
    fixture.deliver().await;
    fixture.app.clock.advance(90 * 86_400 - 1);
    assert_eq!(remove_expired(&fixture.app).await.unwrap().messages, 0);
    fixture.app.clock.advance(1);
    assert_eq!(remove_expired(&fixture.app).await.unwrap().messages, 2);
    assert_eq!(fixture.written().await.len(), 2, "the reminders were never sent");
});

/// The text of the mail that a closure of court 3 on Sunday at 7 PM sends to the first player, who has a booking there of which `paid` was
/// paid elsewhere before it was imported.
async fn mail_about_imported_booking(fixture: &NoticesFixture, paid: Money, asks_players: bool) -> String {
    import_booking(&fixture.app.store, fixture.players[0], 3, paid, fixture.app.clock_now()).await;
    let span = Span {
        venue: VENUE,
        courts: "3".parse().unwrap(),
        from: "2026-11-22 19:00".parse().unwrap(),
        to: "2026-11-22 20:00".parse().unwrap(),
    };
    let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players };
    let receipts = &fixture.app.settings.receipts;
    close_courts(&fixture.app.store, &fixture.app.clock, &SystemRandom, receipts, OFFER_HOURS, closure)
        .await
        .unwrap();
    fixture.deliver().await;
    let emails = fixture.emails(0).await;
    assert_eq!(emails.len(), 1);
    emails[0]["text"].as_str().unwrap().to_owned()
}

on_both_engines!(
    the_mail_of_a_closure_says_that_the_desk_gives_back_what_was_paid_elsewhere,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let text = mail_about_imported_booking(&fixture, Money::from_rupees(800), true).await;
        let wanted = "If we do not hear from you, the ₹800 that you paid comes back to you at the desk.";
        assert!(text.contains(wanted), "{text}");
        assert!(!text.contains("Nothing was paid"), "{text}");
    }
);

on_both_engines!(
    the_mail_of_a_closure_without_a_choice_says_that_the_desk_gives_back_what_was_paid_elsewhere,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let text = mail_about_imported_booking(&fixture, Money::from_rupees(300), false).await;
        assert!(text.contains("₹300, all that you paid, comes back to you at the desk."), "{text}");
        assert!(!text.contains("Nothing was paid"), "{text}");
    }
);

on_both_engines!(the_mail_of_a_closure_says_that_nothing_was_paid_if_nothing_was, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let text = mail_about_imported_booking(&fixture, Money::ZERO, true).await;
    assert!(text.contains("Nothing was paid yet, so there is nothing to send back."), "{text}");
});
