//! Notices as text messages: the values for a registered text.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{money::Money, notice::Notice, order::Order, slot::StartTime};
use sideout_providers::messaging::{Template, TextMessage};
use sideout_store::outbox::DueMessage;

use super::notice_data::NoticeData;
use crate::platform::{brand::Brand, own_texts::own_text};

/// Longest value that the Indian registry accepts for a placeholder, in characters.
const MAX_VALUE: usize = 30;

/// Seconds for which a message is worth delivering, except a reminder or an offer.
const USEFUL_SECONDS: u32 = 24 * 3_600;

/// Builds the message; `None` if the phone number or a value of its text is missing. Instants are shown in `zone`.
pub(super) fn text_message(
    message: &DueMessage,
    data: &NoticeData,
    brand: &Brand,
    zone: &TimeZone,
    now: Timestamp,
) -> Option<TextMessage> {
    let notice = message.notice;
    let (values, useful_seconds) = match notice {
        Notice::Reminder => {
            let order = data.order.as_ref()?;
            let left = order.slot.starts_at.duration_since(now).as_secs();
            (of_booking(order), u32::try_from(left).unwrap_or(USEFUL_SECONDS))
        }
        Notice::Confirmed | Notice::Moved | Notice::Cancelled | Notice::CourtClosed => {
            (of_booking(data.order.as_ref()?), USEFUL_SECONDS)
        }
        Notice::ClosureOffer => {
            let offers = data.offers.as_ref()?;
            let mut values = of_booking(offers.lost.first()?);
            values.push(("until", until_text(offers.until, zone, now)));
            values.push(("link", offers.link.clone()));
            let left = offers.until.duration_since(now).as_secs();
            (values, u32::try_from(left).unwrap_or(USEFUL_SECONDS))
        }
        Notice::RefundIssued | Notice::RefundDone | Notice::RefundFailed | Notice::RefundSettled => {
            let values = vec![("amount", in_ascii(message.amount?)), ("number", message.order?.to_string())];
            (values, USEFUL_SECONDS)
        }
        Notice::PasswordChanged => {
            let (day, time) = StartTime::at(message.created_at, zone);
            (vec![("day", short_day(day)), ("time", time.to_string())], USEFUL_SECONDS)
        }
        Notice::ErasureAsked => {
            let (day, _) = StartTime::at(data.erase_at?, zone);
            (vec![("day", short_day(day))], USEFUL_SECONDS)
        }
        Notice::ErasureUndone => (Vec::new(), USEFUL_SECONDS),
    };
    let template = Template::Notice { notice, values, useful_seconds };
    // Earlier tries and resends count: from some attempt on the second provider is tried first, because the first one may accept
    // messages and not deliver them.
    let earlier = message.tries.saturating_add(message.resends);
    let attempt = u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(1);
    let phone = data.customer.phone.as_ref()?;
    // The present text, not that of the time of queuing: operators deliver only a text that is registered at the time
    // of sending.
    let text = own_text(brand, Some(notice));
    Some(TextMessage::new(phone.as_e164(), &brand.name, template).with_text(text).on_attempt(attempt))
}

fn of_booking(order: &Order) -> Vec<(&'static str, String)> {
    vec![
        ("venue", short(&order.venue_name)),
        ("court", short(&order.court_name)),
        ("day", short_day(order.day)),
        ("time", order.start.to_string()),
        ("number", order.number.to_string()),
    ]
}

/// `Sun, 22 Nov`.
fn short_day(day: Date) -> String {
    day.strftime("%a, %-d %b").to_string()
}

/// `Mon, 6:24 PM`, or `Mon, 30 Nov, 6:24 PM` from a week ahead on: the weekday alone would be taken for today.
fn until_text(until: Timestamp, zone: &TimeZone, now: Timestamp) -> String {
    let (day, time) = StartTime::at(until, zone);
    let (today, _) = StartTime::at(now, zone);
    let is_within_a_week = (day - today).get_days() < 7;
    let day = if is_within_a_week { day.strftime("%a").to_string() } else { short_day(day) };
    format!("{day}, {time}")
}

/// `Rs 799.50`: a single `₹`, which is not in the GSM 7-bit alphabet, would halve how much fits into a text message.
fn in_ascii(amount: Money) -> String {
    amount.to_string().replace('₹', "Rs ")
}

/// Shortens a name to at most [`MAX_VALUE`] characters, between words if it has several.
fn short(name: &str) -> String {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() <= MAX_VALUE {
        return name;
    }
    let cut: String = name.chars().take(MAX_VALUE - 2).collect();
    let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}..", words.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_between_words_and_fits_the_registry() {
        assert_eq!(short("Riverside Arena"), "Riverside Arena");
        assert_eq!(short("  The  Old Mill "), "The Old Mill");
        assert_eq!(short("Shree Sayajirao Community Sports Complex"), "Shree Sayajirao Community..");
        for long in ["x".repeat(80), "अ".repeat(80), format!("{} {}", "x".repeat(27), "y".repeat(27))] {
            assert!((1..=MAX_VALUE).contains(&short(&long).chars().count()), "{long}");
        }
    }

    #[test]
    fn the_end_of_an_offer_is_named_by_its_date_if_it_is_a_week_ahead() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let now = "2026-11-22T13:30:00Z".parse().unwrap();
        let until = |text: &str| until_text(text.parse().unwrap(), &zone, now);
        assert_eq!(until("2026-11-23T12:54:00Z"), "Mon, 6:24 PM");
        assert_eq!(until("2026-11-28T13:30:00Z"), "Sat, 7:00 PM");
        assert_eq!(until("2026-11-29T13:30:00Z"), "Sun, 29 Nov, 7:00 PM");
        assert!(until("2026-11-29T13:30:00Z").chars().count() <= MAX_VALUE);
    }

    #[test]
    fn days_and_amounts_need_no_letter_beyond_the_gsm_alphabet() {
        assert_eq!(short_day(jiff::civil::date(2026, 11, 1)), "Sun, 1 Nov");
        assert_eq!(in_ascii(Money::from_paise(79_950)), "Rs 799.50");
        assert_eq!(in_ascii(Money::from_rupees(100_000)), "Rs 1,00,000");
    }
}
