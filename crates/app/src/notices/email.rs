//! Notices as mails: text and attachments.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{calendar::Organizer, money::Money, notice::Notice, order::Order, slot::StartTime};
use sideout_providers::mail::{Attachment, Email};
use sideout_store::{outbox::DueMessage, payments::Refund};

use super::{
    email_layout::{self, Link, Page, Ticket, Tone},
    money_text,
    notice_data::{NoticeData, OpenOffers, ends_at},
};
use crate::{
    booking::order_calendar::event,
    platform::{brand::Brand, settings::Settings},
};

/// The sender: brand, settings and time zone.
pub(crate) struct Sender<'a> {
    /// The operator's name, addresses and links.
    pub(crate) brand: Arc<Brand>,
    /// The operator's settings.
    pub(crate) settings: &'a Settings,
    /// The time zone for times in the message: the venue's, or the operator's.
    pub(crate) zone: TimeZone,
}

/// Builds the mail; `None` if what it is about is missing, or the player has no address.
pub(super) fn email(
    message: &DueMessage,
    data: &NoticeData,
    sender: &Sender<'_>,
    now: Timestamp,
) -> Option<Email> {
    let page = match message.notice {
        Notice::Confirmed => confirmed(data.order.as_ref()?, data, sender, now),
        Notice::Moved => moved(data.order.as_ref()?, data, sender, now),
        Notice::Reminder => reminder(data.order.as_ref()?, data, sender, now),
        Notice::Cancelled => cancelled(data.order.as_ref()?, message.amount, data, sender),
        Notice::CourtClosed => court_closed(data.order.as_ref()?, message.amount, data, sender),
        Notice::ClosureOffer => closure_offer(data.offers.as_ref()?, data, sender)?,
        Notice::RefundIssued | Notice::RefundDone => {
            refunded(message.notice, data.order.as_ref()?, data.refund.as_ref()?, data, sender)
        }
        Notice::RefundFailed => refund_failed(data.order.as_ref()?, data.refund.as_ref()?, data, sender),
        Notice::RefundSettled => refund_settled(data.order.as_ref()?, data.refund.as_ref()?, data, sender),
        Notice::PasswordChanged => password_changed(message.created_at, data, sender),
        Notice::ErasureAsked => erasure_asked(data.erase_at?, data, sender),
        Notice::ErasureUndone => erasure_undone(data, sender),
    };
    Some(Email {
        to: data.customer.email.as_ref()?.as_str().to_owned(),
        name: data.customer.full_name.as_str().to_owned(),
        subject: page.subject.clone(),
        text: email_layout::text(&page, &sender.brand),
        html: email_layout::html(&page, &sender.brand),
        attachments: calendar_files(message.notice, data, sender, now),
        // A mail that is sent again gets its own Message-ID, because mail programs hide a second mail with the same one.
        key: match message.resends {
            0 => message.key.clone(),
            resends => format!("{}.again{resends}", message.key),
        },
    })
}

fn confirmed(order: &Order, data: &NoticeData, sender: &Sender<'_>, now: Timestamp) -> Page {
    let mut more = Vec::new();
    more.extend(order.moved_from.iter().map(|(_, held)| {
        format!(
            "{held} was no longer free when your payment came, so you play on {} instead, at the same hour and price.",
            order.court_name
        )
    }));
    more.extend(money_text::waiting_text(data.waits_at_desk));
    more.push(cancellation_terms(order, data, sender, now));
    Page {
        subject: format!("{} is yours: {}", order.court_name, short_moment(order)),
        heading: format!("{} is yours", order.court_name),
        opening: format!(
            "{}, your game at {} is booked. Your pass is in the app, and the file with this mail puts the game into \
             your calendar.",
            greeting(data),
            order.venue_name
        ),
        ticket: Some(ticket(order, false)),
        rows: booking_rows(order, data, sender),
        more,
        main_link: Some(pass_link(order, sender)),
        other_links: vec![route_link(order, sender), details_link(order, sender)],
        ..Page::of(Tone::Good)
    }
}

fn moved(order: &Order, data: &NoticeData, sender: &Sender<'_>, now: Timestamp) -> Page {
    let mut more: Vec<String> = money_text::waiting_text(data.waits_at_desk).into_iter().collect();
    more.push(cancellation_terms(order, data, sender, now));
    Page {
        subject: format!("Your game was moved: {}, {}", order.court_name, short_moment(order)),
        heading: format!("You now play on {}", order.court_name),
        opening: format!(
            "{}, the desk at {} moved your game. Your pass in the app shows the new court and hour, and the file with this \
             mail changes it in your calendar.",
            greeting(data),
            order.venue_name
        ),
        ticket: Some(ticket(order, false)),
        rows: booking_rows(order, data, sender),
        more,
        main_link: Some(pass_link(order, sender)),
        other_links: vec![route_link(order, sender), details_link(order, sender)],
        ..Page::of(Tone::Good)
    }
}

fn booking_rows(order: &Order, data: &NoticeData, sender: &Sender<'_>) -> Vec<(&'static str, String)> {
    let (_, ends) = StartTime::at(ends_at(order), &sender.zone);
    let mut rows = vec![
        ("When", format!("{}, {} to {ends}", long_day(order.day), order.start)),
        ("Where", format!("{}, {}", order.venue_name, order.venue_long_location)),
        ("Order", format!("#{}", order.number)),
    ];
    rows.extend(money_text::payment_rows(order, data.is_paid_online));
    rows
}

fn reminder(order: &Order, data: &NoticeData, sender: &Sender<'_>, now: Timestamp) -> Page {
    let mut rows = vec![("Where", format!("{}, {}", order.venue_name, order.venue_long_location))];
    rows.extend(money_text::payment_rows(order, data.is_paid_online));
    let (today, _) = StartTime::at(now, &sender.zone);
    // A reminder may be sent on a day before.
    let begins = match order.day == today {
        true => format!("at {}", order.start),
        false => format!("on {} at {}", order.day.strftime("%a, %-d %b"), order.start),
    };
    Page {
        subject: format!("Your game begins {begins}: {}, {}", order.court_name, order.venue_name),
        heading: "Game time is near".to_owned(),
        opening: format!(
            "{}, {} waits for you. Bring court shoes, some water, and the pass on your phone.",
            greeting(data),
            order.court_name
        ),
        ticket: Some(ticket(order, false)),
        rows,
        main_link: Some(pass_link(order, sender)),
        other_links: vec![route_link(order, sender)],
        small_print: Some((
            "You are reminded of each of your games.".to_owned(),
            Link { text: "Change that in your profile".to_owned(), url: sender.page("your-profile") },
        )),
        ..Page::of(Tone::Good)
    }
}

fn cancelled(order: &Order, back: Option<Money>, data: &NoticeData, sender: &Sender<'_>) -> Page {
    Page {
        subject: format!("Cancelled: {}, {}", order.court_name, short_moment(order)),
        heading: "Your booking is cancelled".to_owned(),
        opening: format!("{}, your game at {} is cancelled.", greeting(data), order.venue_name),
        ticket: Some(ticket(order, true)),
        rows: vec![("Order", format!("#{}", order.number))],
        more: vec![money_text::refund_text(order, back, &data.refunds, &sender.zone)],
        main_link: Some(Link { text: "Book another hour".to_owned(), url: sender.page("location") }),
        other_links: vec![details_link(order, sender)],
        ..Page::of(Tone::Neutral)
    }
}

fn court_closed(order: &Order, back: Option<Money>, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let mut rows = vec![("Order", format!("#{}", order.number))];
    rows.extend(order.cancel_reason.iter().map(|reason| ("Why", reason.clone())));
    Page {
        subject: format!("Sorry: {} is closed on {}", order.court_name, short_moment(order)),
        heading: "Sorry, we had to close your court".to_owned(),
        opening: format!(
            "{}, your game at {} is cancelled. We are sorry for the hour you had planned.",
            greeting(data),
            order.venue_name
        ),
        ticket: Some(ticket(order, true)),
        rows,
        more: vec![money_text::refund_text(order, back, &data.refunds, &sender.zone)],
        main_link: Some(Link { text: "Book another hour".to_owned(), url: sender.page("location") }),
        other_links: vec![details_link(order, sender)],
        ..Page::of(Tone::Bad)
    }
}

/// `None` if no offer is open any more.
fn closure_offer(offers: &OpenOffers, data: &NoticeData, sender: &Sender<'_>) -> Option<Page> {
    let (first, others) = offers.lost.split_first()?;
    let mut rows = vec![("Order", format!("#{}", first.number))];
    rows.extend(
        others.iter().map(|lost| ("Also closed", format!("{}, {}", lost.court_name, short_moment(lost)))),
    );
    rows.extend(first.cancel_reason.iter().map(|reason| ("Why", reason.clone())));
    let (day, time) = StartTime::at(offers.until, &sender.zone);
    let until = format!("{}, {time}", long_day(day));
    let more = format!("Please choose by {until}. {}", money_text::offer_text(offers));
    Some(Page {
        subject: format!("Sorry: {} is closed on {}", first.court_name, short_moment(first)),
        heading: "Sorry, we had to close your court".to_owned(),
        opening: format!(
            "{}, your game at {} cannot take place. Take another court or hour instead{}.",
            greeting(data),
            first.venue_name,
            if offers.back > Money::ZERO { ", or your money back: you choose" } else { "" }
        ),
        ticket: Some(ticket(first, true)),
        rows,
        more: vec![more],
        main_link: Some(Link { text: "Choose now".to_owned(), url: offers.link.clone() }),
        other_links: vec![details_link(first, sender)],
        ..Page::of(Tone::Bad)
    })
}

fn refunded(notice: Notice, order: &Order, refund: &Refund, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let amount = refund.amount;
    let is_done = notice == Notice::RefundDone;
    let heading = match is_done {
        true => format!("{amount} has reached your bank"),
        false => format!("{amount} is on its way back to you"),
    };
    let mut rows = refund_rows(order, refund);
    rows.extend(refund.provider_refund.iter().map(|id| ("Reference", id.clone())));
    Page {
        subject: heading.clone(),
        heading,
        opening: format!(
            "{}, {}",
            greeting(data),
            money_text::refund_reason_text(refund.reason, order.status, order.is_closed_hold())
        ),
        rows,
        more: vec![money_text::bank_delay_text(is_done).to_owned()],
        other_links: vec![details_link(order, sender)],
        ..Page::of(Tone::Neutral)
    }
}

fn refund_failed(order: &Order, refund: &Refund, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let heading = format!("{} could not be sent back yet", refund.amount);
    Page {
        subject: heading.clone(),
        heading,
        opening: format!(
            "{}, the payment service could not send this money back to where you paid from. It is still yours.",
            greeting(data)
        ),
        rows: refund_rows(order, refund),
        more: vec![
            "There is nothing you have to do. We send it again or give it to you in another way, and tell you as soon as you \
             have it."
                .to_owned(),
        ],
        other_links: vec![details_link(order, sender)],
        ..Page::of(Tone::Bad)
    }
}

fn refund_settled(order: &Order, refund: &Refund, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let way = money_text::refund_method_text(refund.source.method());
    let heading = format!("{} was given back to you", refund.amount);
    let mut rows = refund_rows(order, refund);
    rows.push(("How", way.to_owned()));
    rows.extend(refund.reference.iter().map(|reference| ("Reference", reference.clone())));
    Page {
        subject: heading.clone(),
        heading,
        opening: format!(
            "{}, the payment service could not send this money back, so {} gave it to you.",
            greeting(data),
            order.venue_name
        ),
        rows,
        more: vec!["If you have not received it, please call us.".to_owned()],
        other_links: vec![details_link(order, sender)],
        ..Page::of(Tone::Good)
    }
}

fn refund_rows(order: &Order, refund: &Refund) -> Vec<(&'static str, String)> {
    vec![
        ("Amount", refund.amount.to_string()),
        ("Order", format!("#{}", order.number)),
        ("Game", format!("{}, {}, {}", short_moment(order), order.court_name, order.venue_name)),
    ]
}

fn password_changed(at: Timestamp, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let (day, time) = StartTime::at(at, &sender.zone);
    Page {
        subject: "Your password was changed".to_owned(),
        heading: "Your password was changed".to_owned(),
        opening: format!(
            "{}, the password of your {} account was changed on {} at {time}. Every other login has ended.",
            greeting(data),
            sender.brand.name,
            long_day(day)
        ),
        more: vec![
            "If that was you, all is well. If it was not, set a new one now: your phone gets a code."
                .to_owned(),
        ],
        main_link: Some(Link { text: "Set a new password".to_owned(), url: sender.page("forgot-password") }),
        ..Page::of(Tone::Neutral)
    }
}

fn erasure_asked(erase_at: Timestamp, data: &NoticeData, sender: &Sender<'_>) -> Page {
    let (day, _) = StartTime::at(erase_at, &sender.zone);
    Page {
        subject: "Your data will be erased".to_owned(),
        heading: "Your data will be erased".to_owned(),
        opening: format!(
            "{}, your {} account is locked, and your data will be erased on {}. Every login has ended.",
            greeting(data),
            sender.brand.name,
            long_day(day)
        ),
        more: vec![
            "Bookings and books stay under a number, and receipts as they were issued, because the law requires them. If your phone number \
             is registered again, missed games count for 90 days, and a block until it ends."
                .to_owned(),
            "If you want to keep your account, call us before that day.".to_owned(),
        ],
        ..Page::of(Tone::Neutral)
    }
}

fn erasure_undone(data: &NoticeData, sender: &Sender<'_>) -> Page {
    Page {
        subject: "Your data will not be erased".to_owned(),
        heading: "Your data will not be erased".to_owned(),
        opening: format!(
            "{}, your {} account is open again. Sign in with the password that you had.",
            greeting(data),
            sender.brand.name
        ),
        main_link: Some(Link { text: "Sign in".to_owned(), url: sender.page("login") }),
        ..Page::of(Tone::Good)
    }
}

/// The games of the mail as calendar files: one each, because a file that cancels has one event (RFC 5546 3.2.5).
fn calendar_files(notice: Notice, data: &NoticeData, sender: &Sender<'_>, now: Timestamp) -> Vec<Attachment> {
    let is_about_game = matches!(
        notice,
        Notice::Confirmed | Notice::Moved | Notice::Cancelled | Notice::CourtClosed | Notice::ClosureOffer
    );
    if !is_about_game {
        return Vec::new();
    }
    let named = data.order.as_ref().map(|order| order.number);
    let lost = data.offers.iter().flat_map(|offers| &offers.lost);
    let orders = data.order.iter().chain(lost.filter(|lost| Some(lost.number) != named));
    (1..).zip(orders).filter_map(|(number, order)| calendar_file(order, number, sender, now)).collect()
}

/// The calendar file of one booking, the `number`-th of the mail; `None` if the order never became a booking.
fn calendar_file(order: &Order, number: usize, sender: &Sender<'_>, now: Timestamp) -> Option<Attachment> {
    let mut event = event(order, sender.settings, now)?;
    let Brand { name, email, .. } = &*sender.brand;
    event.organizer = (!email.is_empty()).then(|| Organizer { name: name.clone(), address: email.clone() });
    let method = event.method();
    Some(Attachment {
        name: if number == 1 { "booking.ics".to_owned() } else { format!("booking-{number}.ics") },
        content_type: format!("text/calendar; charset=utf-8; method={method}"),
        bytes: event.to_mail(name).into_bytes(),
    })
}

impl Sender<'_> {
    /// The address of a page of the web app.
    fn page(&self, path: &str) -> String {
        format!("{}/{path}", self.settings.public_url.trim_end_matches('/'))
    }
}

fn pass_link(order: &Order, sender: &Sender<'_>) -> Link {
    let url = sender.page(&format!("booking-confirmation?orderId={}", order.number));
    Link { text: "Show your pass".to_owned(), url }
}

fn details_link(order: &Order, sender: &Sender<'_>) -> Link {
    let url = sender.page(&format!("history-details/{}", order.number));
    Link { text: "Booking details".to_owned(), url }
}

fn route_link(order: &Order, sender: &Sender<'_>) -> Link {
    let url = order.venue_map_url.as_ref().filter(|url| url.starts_with("https://"));
    let url = url.unwrap_or(&sender.settings.default_map_url).clone();
    Link { text: "Route Me".to_owned(), url }
}

fn ticket(order: &Order, is_cancelled: bool) -> Ticket {
    Ticket {
        moment: short_moment(order),
        place: format!("{}, {}", order.court_name, order.venue_name),
        is_cancelled,
    }
}

fn cancellation_terms(order: &Order, data: &NoticeData, sender: &Sender<'_>, now: Timestamp) -> String {
    let closes_at = order.policy.closes_at(order.slot.starts_at);
    // The desk books the rest of an hour for players who walk in, and moves a game that is being played.
    if order.slot.starts_at <= now {
        return "It has begun and can no longer be cancelled in the app.".to_owned();
    }
    if closes_at <= now {
        return "It begins so soon that it can no longer be cancelled in the app.".to_owned();
    }
    let (day, time) = StartTime::at(closes_at, &sender.zone);
    let until = format!("Plans change? You can cancel in the app before {time} on {}", long_day(day));
    match (order.kept(), data.back_if_cancelled) {
        (Money::ZERO, _) => format!("{until}."),
        (_, back) => format!("{until}, and {back} of what you paid comes back."),
    }
}

/// `Hi Asha`.
fn greeting(data: &NoticeData) -> String {
    let name = data.customer.full_name.as_str();
    format!("Hi {}", name.split_whitespace().next().unwrap_or(name))
}

/// `Sun, 22 Nov, 7:00 PM`.
fn short_moment(order: &Order) -> String {
    format!("{}, {}", order.day.strftime("%a, %-d %b"), order.start)
}

/// `Sunday, 22 November 2026`.
fn long_day(day: Date) -> String {
    day.strftime("%A, %-d %B %Y").to_string()
}
