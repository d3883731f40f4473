//! The notices that players get about their money.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use serde_json::json;
use sideout_app::{
    Order,
    booking::cancel::cancel,
    desk::{
        bookings::{
            DeskSlot,
            cancel_at_desk::{CancelAtDesk, cancel_at_desk},
            move_booking::{MoveAtDesk, move_at_desk},
        },
        money::take_payment::{PaymentLine, TakePayment, take_payment},
    },
    notices::deliver::deliver,
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    platform::notification_channels::NotificationChannels,
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId,
    bill::Tender,
    money::Money,
    notice::{Channel, Notice},
};
use sideout_providers::{
    mail::{Email, MailError, Mailer},
    messaging::Template,
};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    billing::line,
    closure_steps::TIME_TO_ANSWER,
    court_closures::{close, sunday},
    fixture::{FRIDAY, PaymentsFixture},
};

/// Sends what is due by text message; returns all notices so far, with the value of `placeholder` in each, empty if it has none.
async fn sent_notices(fixture: &PaymentsFixture, placeholder: &str) -> Vec<(Notice, String)> {
    deliver(&fixture.app, Channel::Text, || true).await.unwrap();
    let messages = fixture.app.messages.all();
    let notices = messages.iter().filter_map(|message| match &message.template {
        Template::Notice { notice, values, .. } => {
            let found = values.iter().find(|(name, _)| *name == placeholder);
            Some((*notice, found.map(|(_, value)| value.clone()).unwrap_or_default()))
        }
        Template::OneTimeCode { .. } => None,
    });
    notices.collect()
}

/// A mailer that keeps emails for tests to read.
#[derive(Debug, Default)]
struct KeptEmails(Mutex<Vec<Email>>);

#[async_trait]
impl Mailer for KeptEmails {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        self.0.lock().unwrap().push(email.clone());
        Ok(())
    }
}

/// Sends what is due by mail; returns the text of each email.
async fn sent_emails(fixture: &PaymentsFixture) -> Vec<String> {
    let mail = Arc::new(KeptEmails::default());
    let channels =
        NotificationChannels { mail: Some(mail.clone()), ..fixture.app.notification_channels.clone() };
    let node = fixture.app.another_node(|_| {}).with_notification_channels(channels);
    deliver(&node, Channel::Mail, || true).await.unwrap();
    let emails = mail.0.lock().unwrap();
    emails.iter().map(|email| email.text.clone()).collect()
}

/// Books a court, pays for it online and cancels it in time; then it is Friday.
async fn pay_and_cancel(fixture: &PaymentsFixture) {
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(sent_notices(fixture, "amount").await, [(Notice::Cancelled, String::new())]);
    fixture.app.clock.set(FRIDAY.parse().unwrap());
}

on_both_engines!(notices_are_sent_when_a_refund_is_issued_and_when_it_is_done, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    pay_and_cancel(&fixture).await;
    fixture.set_faults(json!({"refunds": "pending"})).await;
    issue_refunds(&fixture.app).await.unwrap();
    let amount = || "Rs 770".to_owned();
    let cancelled = (Notice::Cancelled, String::new());
    assert_eq!(sent_notices(&fixture, "amount").await, [cancelled.clone(), (Notice::RefundIssued, amount())]);
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    issue_refunds(&fixture.app).await.unwrap();
    let all = [cancelled, (Notice::RefundIssued, amount()), (Notice::RefundDone, amount())];
    assert_eq!(sent_notices(&fixture, "amount").await, all);
});

on_both_engines!(a_refund_that_is_processed_at_once_sends_one_notice, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    pay_and_cancel(&fixture).await;
    issue_refunds(&fixture.app).await.unwrap();
    let all = [(Notice::Cancelled, String::new()), (Notice::RefundDone, "Rs 770".to_owned())];
    assert_eq!(sent_notices(&fixture, "amount").await, all);
});

on_both_engines!(a_notice_says_that_a_refund_failed_and_none_that_it_is_on_its_way, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    pay_and_cancel(&fixture).await;
    fixture.set_faults(json!({"refunds": "failed"})).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(fixture.number("select count(*) from outbox where notice = 'refund_issued'").await, 2);
    let all = [(Notice::Cancelled, String::new()), (Notice::RefundFailed, "Rs 770".to_owned())];
    assert_eq!(sent_notices(&fixture, "amount").await, all);
});

on_both_engines!(late_money_that_booked_another_court_sends_a_notice_with_that_court, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.pay_late_for_a_taken_court(true).await;
    reconcile(&fixture.app).await.unwrap();
    reconcile(&fixture.app).await.unwrap();
    let court = fixture.order(&order).await.court_name;
    assert_ne!(court, "Court 3");
    assert_eq!(sent_notices(&fixture, "court").await, [(Notice::Confirmed, court.clone())]);
    let wanted = format!("Court 3 was no longer free when your payment came, so you play on {court} instead");
    let emails = sent_emails(&fixture).await;
    assert!(emails[0].contains(&wanted), "{}", emails[0]);
});

on_both_engines!(a_refund_of_late_money_sends_its_notice_and_no_confirmation, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.pay_late_for_a_taken_court(false).await;
    fixture.hint(&order).await;
    fixture.set_faults(json!({"refunds": "pending"})).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(sent_notices(&fixture, "amount").await, [(Notice::RefundIssued, "Rs 800".to_owned())]);
    let emails = sent_emails(&fixture).await;
    assert_eq!(emails.len(), 1);
    for wanted in
        ["₹800 is on its way back to you", "There is no booking from it, and all of it goes back.", "rfnd_"]
    {
        assert!(emails[0].contains(wanted), "{wanted}: {}", emails[0]);
    }
});

on_both_engines!(an_email_says_how_much_is_refunded_and_on_which_day, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    let confirmed = sent_emails(&fixture).await;
    for wanted in
        ["Paid online: ₹800", "before 1:00 PM on Sunday, 22 November 2026, and ₹770 of what you paid"]
    {
        assert!(confirmed[0].contains(wanted), "{wanted}: {}", confirmed[0]);
    }
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let cancelled = sent_emails(&fixture).await;
    assert_eq!((confirmed.len(), cancelled.len()), (1, 1));
    let wanted = "₹770 goes back the way it came. It is sent on Friday, 27 November;";
    assert!(cancelled[0].contains(wanted), "{}", cancelled[0]);
});

/// A booking of ₹800 that was paid at the desk in cash, and the manager there; its confirmation was sent.
async fn paid_in_cash(fixture: &PaymentsFixture) -> (Actor, Order) {
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let version = fixture.details(&order).await.booking.version;
    let lines = vec![PaymentLine { order: order.number, version, amount: Money::from_rupees(800) }];
    let cash = TakePayment { lines, tender: Tender::Cash, payer: None, reference: None, firm: None };
    take_payment(&fixture.app, &manager, VENUE, cash, request_key(1)).await.unwrap();
    assert_eq!(sent_emails(fixture).await.len(), 1, "the confirmation");
    (manager, order)
}

on_both_engines!(an_email_says_that_money_that_the_desk_took_comes_back_there, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let (_, order) = paid_in_cash(&fixture).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let cancelled = sent_emails(&fixture).await;
    assert_eq!(cancelled.len(), 1);
    assert!(cancelled[0].contains("₹770 comes back to you at the desk."), "{}", cancelled[0]);
});

on_both_engines!(an_email_says_which_part_is_sent_and_which_comes_back_at_the_desk, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    fixture.hint(&order).await;
    fixture.app.clock.advance(1);
    fixture.take_cash(&manager, &order, 300, 1).await.unwrap();
    sent_emails(&fixture).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let cancelled = sent_emails(&fixture).await;
    let wanted = "₹770 comes back to you in two ways. ₹470 goes back the way it came. It is sent on Friday, 27 November; \
                  most banks show it within 2 business days, some take up to 7. The other ₹300 comes back to you at the desk.";
    assert!(cancelled[0].contains(wanted), "{}", cancelled[0]);
});

on_both_engines!(an_email_says_paid_online_only_if_nothing_was_paid_at_the_desk, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    fixture.take_cash(&manager, &order, 300, 1).await.unwrap();
    fixture.app.clock.advance(1);
    let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    fixture.hint(&order).await;
    let confirmed = sent_emails(&fixture).await;
    assert_eq!(confirmed.len(), 1);
    assert!(confirmed[0].contains("Paid: ₹800"), "{}", confirmed[0]);
});

on_both_engines!(an_email_does_not_say_that_what_was_rounded_off_comes_back, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    fixture.change("update price_rule set price_paise = 72250").await;
    fixture.app.venues.forget();
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    // With a bank charge more than the 50 paise is kept anyway.
    fixture.change("update orders set bank_charge_paise = 0").await;
    let version = fixture.details(&order).await.booking.version;
    let lines = vec![PaymentLine { order: order.number, version, amount: order.total() }];
    let cash = TakePayment { lines, tender: Tender::Cash, payer: None, reference: None, firm: None };
    take_payment(&fixture.app, &manager, VENUE, cash, request_key(1)).await.unwrap();
    assert_eq!(sent_emails(&fixture).await.len(), 1, "the confirmation");
    let to = DeskSlot { court: CourtId(5), day: order.day, start: order.start };
    let version = fixture.details(&order).await.booking.version;
    let (number, total) = (order.number, order.total());
    let request = MoveAtDesk { number, version, to, total, choice: None, reason: None };
    move_at_desk(&fixture.app, &manager, request, request_key(2)).await.unwrap();
    fixture.app.clock.advance(63);
    let moved = sent_emails(&fixture).await;
    assert_eq!(moved.len(), 1);
    assert!(moved[0].contains("and ₹722 of what you paid comes back."), "{}", moved[0]);
});

on_both_engines!(an_email_names_no_policy_if_the_desk_decides_that_nothing_comes_back, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let (manager, order) = paid_in_cash(&fixture).await;
    let request = CancelAtDesk {
        number: order.number,
        version: fixture.details(&order).await.booking.version,
        shown: Money::from_rupees(770),
        refund: Some(Money::ZERO),
        reason: Some("Third time this week".to_owned()),
    };
    cancel_at_desk(&fixture.app, &manager, request, request_key(2)).await.unwrap();
    let cancelled = sent_emails(&fixture).await;
    assert_eq!(cancelled.len(), 1);
    assert!(cancelled[0].contains("Nothing of the ₹800 that was paid comes back.\n"), "{}", cancelled[0]);
});

on_both_engines!(an_email_about_a_closed_court_says_why_and_that_all_is_refunded, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    close(&fixture, sunday("3", "18:00", "21:00")).await;
    let emails = sent_emails(&fixture).await;
    assert_eq!(emails.len(), 1, "the booking itself was not announced, so only its end is");
    for wanted in
        ["Sorry, we had to close your court", "Why: Rain on court", "₹800, all that you paid, goes back"]
    {
        assert!(emails[0].contains(wanted), "{wanted}: {}", emails[0]);
    }
});

on_both_engines!(a_player_is_not_told_to_choose_once_the_time_to_choose_is_over, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    // No message could be sent in time, and the job that ends the offer has not run yet.
    fixture.app.clock.set(fixture.app.clock_now() + TIME_TO_ANSWER);
    let sent = sent_notices(&fixture, "until").await;
    assert!(sent.iter().all(|(notice, _)| *notice != Notice::ClosureOffer), "{sent:?}");
    const DROPPED: &str = "select count(*) from outbox
                            where notice = 'closure_offer' and channel = 'text' and outcome = 'dropped'";
    assert_eq!(fixture.number(DROPPED).await, 1);
});
