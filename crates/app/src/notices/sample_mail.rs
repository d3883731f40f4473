//! The mails to players with sample values, made by the code that makes the mails that are sent.

use std::sync::Arc;

use jiff::{Timestamp, civil::date, tz::TimeZone};
use sideout_domain::{
    BillId, CourtId, CustomerId, RefundId, SportId, VenueId,
    claim::Slot,
    money::Money,
    notice::{Channel, Notice},
    order::{Order, OrderStatus, PaymentMethod},
    person::{Birthdate, Gender},
    refund::{RefundAbout, RefundBatch, RefundMethod, RefundReason, RefundStatus},
    slot::StartTime,
    venue::CourtType,
};
use sideout_providers::mail::Email;
use sideout_store::{
    accounts::Customer,
    outbox::DueMessage,
    payments::{Refund, RefundSource},
};

use super::{
    email::{Sender, email},
    notice_data::{NoticeData, OpenOffers},
};
use crate::platform::{
    brand::Brand,
    clock::{earlier, later},
    policies::Policies,
    settings::Settings,
};

/// The price of the sample booking.
const PRICE: Money = Money::from_rupees(800);
/// The sample order's number.
const NUMBER: i64 = 4_820_193_756;

/// The mail of this notice with sample values. `None` only if a sample value is not valid, which a test excludes.
pub(crate) fn sample_mail(notice: Notice, brand: &Arc<Brand>, settings: &Settings) -> Option<Email> {
    let policies = Policies::of(settings, brand);
    let zone = TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC);
    let sender = Sender { brand: brand.clone(), settings, zone };
    let day = date(2026, 11, 20);
    let now = StartTime::from_minute(12 * 60)?.on(day, &sender.zone);
    let order = sample_order(notice, &policies, &sender, now)?;
    let refund = sample_refund(notice, &order, &policies, &sender, now)?;
    let offers = OpenOffers {
        until: later(now, 3 * 24 * 3_600),
        lost: vec![order.clone()],
        paid: order.kept(),
        back: order.kept(),
        sent: order.kept(),
        link: format!("{}/r/…", settings.public_url.trim_end_matches('/')),
    };
    let message = DueMessage {
        key: notice.name().to_owned(),
        notice,
        channel: Channel::Mail,
        customer: order.customer,
        order: Some(order.number),
        // No amount: nothing goes back.
        amount: Some(refund.amount).filter(|amount| *amount > Money::ZERO),
        tries: 0,
        due: now,
        created_at: now,
        resends: 0,
    };
    let back_if_cancelled = order.policy.refund(order.kept());
    let sent_at = match notice {
        Notice::Reminder => earlier(order.slot.starts_at, i64::from(policies.reminder_minutes) * 60),
        _ => now,
    };
    let data = NoticeData {
        customer: sample_customer()?,
        order: Some(order),
        is_paid_online: true,
        back_if_cancelled,
        waits_at_desk: Money::ZERO,
        refunds: vec![refund.clone()],
        refund: Some(refund),
        offers: Some(offers),
        erase_at: Some(later(now, 7 * 24 * 3_600)),
    };
    email(&message, &data, &sender, sent_at)
}

fn sample_customer() -> Option<Customer> {
    Some(Customer {
        id: CustomerId(1),
        phone: "+919825041736".parse().ok(),
        full_name: "Asha Mehta".parse().ok()?,
        email: Some("asha@example.in".parse().ok()?),
        birthdate: Birthdate::stored(date(1996, 3, 14)),
        gender: Gender::Female,
        image_key: None,
        reminders: true,
    })
}

fn sample_order(notice: Notice, policies: &Policies, sender: &Sender<'_>, now: Timestamp) -> Option<Order> {
    let (day, start) = (date(2026, 11, 22), StartTime::from_minute(19 * 60)?);
    let is_closed = matches!(notice, Notice::CourtClosed | Notice::ClosureOffer);
    let is_cancelled = is_closed || notice == Notice::Cancelled;
    Some(Order {
        number: NUMBER.try_into().ok()?,
        customer: CustomerId(1),
        customer_name: "Asha Mehta".to_owned(),
        venue: VenueId(1),
        venue_name: "Riverside Arena".to_owned(),
        venue_location: "Akota".to_owned(),
        venue_long_location: "12 River Road, Akota".to_owned(),
        venue_map_url: None,
        venue_image: String::new(),
        slot: Slot { court: CourtId(103), starts_at: start.on(day, &sender.zone) },
        sport: SportId(1),
        court_number: 3,
        court_name: "Court 3".to_owned(),
        court_type: CourtType::Outdoor,
        day,
        start,
        play_minutes: 55,
        slot_minutes: 60,
        moves: 0,
        court_is_active: true,
        current_day: day,
        status: if is_cancelled { OrderStatus::CancelRequested } else { OrderStatus::Confirmed },
        price: PRICE,
        discount: Money::ZERO,
        coupon: None,
        payment_method: Some(PaymentMethod::Online),
        paid: PRICE,
        returned: Money::ZERO,
        returned_by_moves: Money::ZERO,
        policy: policies.cancellation,
        held_until: None,
        hold_closed_at: None,
        created_at: now,
        confirmed_at: Some(now),
        cancelled_at: is_cancelled.then_some(now),
        cancel_reason: is_closed.then(|| "Repairs after the storm".to_owned()),
        cancelled_by: None,
        closed_by: None,
        moved_from: None,
    })
}

fn sample_refund(
    notice: Notice,
    order: &Order,
    policies: &Policies,
    sender: &Sender<'_>,
    now: Timestamp,
) -> Option<Refund> {
    let is_closed = matches!(notice, Notice::CourtClosed | Notice::ClosureOffer);
    let (source, status) = match notice {
        Notice::RefundSettled => {
            (RefundSource::Settled("pay_sample".to_owned(), RefundMethod::Upi), RefundStatus::Processed)
        }
        Notice::RefundDone => (RefundSource::Provider("pay_sample".to_owned()), RefundStatus::Processed),
        Notice::RefundIssued => (RefundSource::Provider("pay_sample".to_owned()), RefundStatus::Issued),
        Notice::RefundFailed => (RefundSource::Provider("pay_sample".to_owned()), RefundStatus::Failed),
        _ => (RefundSource::Provider("pay_sample".to_owned()), RefundStatus::Approved),
    };
    let was_sent = matches!(notice, Notice::RefundDone | Notice::RefundIssued);
    let is_of_refund = was_sent || matches!(notice, Notice::RefundFailed | Notice::RefundSettled);
    let by_policy = order.policy.refund(PRICE);
    // Players get these mails only if money goes back, so the sample names an amount also if the policy returns nothing.
    let is_whole = is_closed || (is_of_refund && by_policy == Money::ZERO);
    let batch = RefundBatch {
        weekday: policies.refund_weekday,
        time: policies.refund_time,
        zone: sender.zone.clone(),
    };
    Some(Refund {
        id: RefundId(1),
        bill: BillId(1),
        source,
        about: RefundAbout::Order(order.number),
        order: order.number,
        amount: if is_whole { PRICE } else { by_policy },
        round_up: Money::ZERO,
        reason: if is_closed { RefundReason::VenueClosed } else { RefundReason::Cancelled },
        status,
        attempt: 1,
        tries: 0,
        provider_refund: was_sent.then(|| "rfnd_FP8QHiV938haTz".to_owned()),
        next_step_at: Some(batch.next(later(now, 24 * 3_600))),
        approved_at: now,
        issued_at: None,
        ended_at: None,
        paid_out_by: None,
        fault: None,
        reference: (notice == Notice::RefundSettled).then(|| "433112884120".to_owned()),
        note: None,
        sent_after_all: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn club() -> Arc<Brand> {
        Arc::new(Brand {
            name: "Baroda Pickleball Club".to_owned(),
            phone: "+912652000000".to_owned(),
            email: "hello@club.example".to_owned(),
            address: "12 River Road, Vadodara".to_owned(),
            ..Brand::default()
        })
    }

    #[test]
    fn each_notice_has_a_mail_that_is_signed_and_has_no_gap() {
        let settings = Settings::default();
        for notice in Notice::ALL.iter().copied() {
            let mail = sample_mail(notice, &club(), &settings).unwrap();
            assert!(!mail.subject.is_empty(), "{notice}");
            assert!(mail.text.contains("Baroda Pickleball Club\n12 River Road, Vadodara"), "{notice}");
            assert!(mail.html.contains("Baroda Pickleball Club"), "{notice}");
            assert!(!mail.text.contains("  ") && !mail.text.contains("Hi ,"), "{notice}: {}", mail.text);
        }
    }

    #[test]
    fn the_sample_says_what_the_present_policy_says() {
        let settings =
            Settings { cancel_cutoff_minutes: 120, bank_charge_paise: 50_00, ..Settings::default() };
        let confirmed = sample_mail(Notice::Confirmed, &club(), &settings).unwrap();
        assert_eq!(confirmed.subject, "Court 3 is yours: Sun, 22 Nov, 7:00 PM");
        let cancel = "You can cancel in the app before 5:00 PM on Sunday, 22 November 2026, and ₹750";
        assert!(confirmed.text.contains(cancel), "{}", confirmed.text);
        let cancelled = sample_mail(Notice::Cancelled, &club(), &settings).unwrap();
        assert!(cancelled.text.contains("₹750 goes back the way it came. It is sent on Friday, 27 November"));
        let settings = Settings { bank_charge_paise: 80_000, ..settings };
        let cancelled = sample_mail(Notice::Cancelled, &club(), &settings).unwrap();
        assert!(
            cancelled.text.contains("Nothing of the ₹800 that was paid comes back"),
            "{}",
            cancelled.text
        );
    }

    #[test]
    fn a_reminder_that_is_sent_on_another_day_than_that_of_the_game_names_it() {
        let subject = |reminder_minutes| {
            let settings = Settings { reminder_minutes, ..Settings::default() };
            sample_mail(Notice::Reminder, &club(), &settings).unwrap().subject
        };
        assert_eq!(subject(180), "Your game begins at 7:00 PM: Court 3, Riverside Arena");
        assert_eq!(subject(1_440), "Your game begins on Sun, 22 Nov at 7:00 PM: Court 3, Riverside Arena");
    }

    #[test]
    fn a_mail_of_a_refund_names_an_amount_also_if_the_bank_charge_leaves_nothing() {
        let subjects = |bank_charge_paise| {
            let settings = Settings { bank_charge_paise, ..Settings::default() };
            [Notice::RefundIssued, Notice::RefundDone, Notice::RefundFailed, Notice::RefundSettled]
                .map(|notice| sample_mail(notice, &club(), &settings).unwrap().subject)
        };
        let of = |amount| {
            [
                format!("{amount} is on its way back to you"),
                format!("{amount} has reached your bank"),
                format!("{amount} could not be sent back yet"),
                format!("{amount} was given back to you"),
            ]
        };
        assert_eq!(subjects(5_000), of("₹750"));
        assert_eq!(subjects(79_950), of("₹800"), "50 paise are too little to be sent");
        assert_eq!(subjects(90_000), of("₹800"));
    }
}
