//! A booking as a calendar file (RFC 5545). The file has one event and is written here: the crates for it read the
//! system's clock and randomness themselves, and one event takes one page of code.

use std::fmt::Write as _;

use jiff::{Timestamp, tz::TimeZone};

/// The most octets of a line before it is folded (RFC 5545 3.1).
const LINE_OCTETS: usize = 75;

/// The data of a booking for a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    /// The id of the event. It never changes for a booking, so that a second import updates the first entry.
    pub uid: String,
    /// The version of the event: from 0, one higher with each move of the booking and with its cancellation.
    pub sequence: u32,
    /// When this file was written.
    pub written_at: Timestamp,
    /// When play begins.
    pub starts_at: Timestamp,
    /// When play ends.
    pub ends_at: Timestamp,
    /// The entry's title.
    pub title: String,
    /// Where it is, as one line for a map.
    pub location: String,
    /// Further text; may contain line breaks.
    pub description: String,
    /// The page of the booking.
    pub url: String,
    /// Whether the booking was cancelled.
    pub is_cancelled: bool,
    /// Minutes before the start at which the calendar reminds; a cancelled event has no reminder.
    pub remind_minutes: u32,
    /// The organizer; required in a file sent by mail (RFC 5546 3.2).
    pub organizer: Option<Organizer>,
}

/// The organizer of an event, who invites to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organizer {
    /// The name to show.
    pub name: String,
    /// The mail address.
    pub address: String,
}

impl CalendarEvent {
    /// The file to download, `text/calendar` in UTF-8. `maker` names who wrote it.
    pub fn to_file(&self, maker: &str) -> String {
        self.to_text(maker, "PUBLISH")
    }

    /// The file to send by mail: it states what a calendar should do with it, and so must the mail (RFC 6047 2.4).
    pub fn to_mail(&self, maker: &str) -> String {
        self.to_text(maker, self.method())
    }

    /// The action for a file sent by mail: `PUBLISH` adds or updates the event, `CANCEL` removes it.
    pub fn method(&self) -> &'static str {
        if self.is_cancelled { "CANCEL" } else { "PUBLISH" }
    }

    fn to_text(&self, maker: &str, method: &str) -> String {
        let mut file = String::with_capacity(1024);
        line(&mut file, "BEGIN", "VCALENDAR");
        line(&mut file, "VERSION", "2.0");
        line(&mut file, "PRODID", &format!("-//{}//EN", text(maker)));
        line(&mut file, "CALSCALE", "GREGORIAN");
        line(&mut file, "METHOD", method);
        line(&mut file, "BEGIN", "VEVENT");
        line(&mut file, "UID", &text(&self.uid));
        line(&mut file, "SEQUENCE", &self.sequence.to_string());
        line(&mut file, "DTSTAMP", &instant(self.written_at));
        line(&mut file, "DTSTART", &instant(self.starts_at));
        line(&mut file, "DTEND", &instant(self.ends_at));
        line(&mut file, "SUMMARY", &text(&self.title));
        line(&mut file, "LOCATION", &text(&self.location));
        line(&mut file, "DESCRIPTION", &text(&self.description));
        line(&mut file, "URL", &without_controls(&self.url));
        if let Some(Organizer { name, address }) = &self.organizer {
            let name = without_controls(name).replace('"', "'");
            line(
                &mut file,
                &format!("ORGANIZER;CN=\"{name}\""),
                &format!("mailto:{}", without_controls(address)),
            );
        }
        line(&mut file, "STATUS", if self.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
        line(&mut file, "TRANSP", if self.is_cancelled { "TRANSPARENT" } else { "OPAQUE" });
        if !self.is_cancelled {
            line(&mut file, "BEGIN", "VALARM");
            line(&mut file, "ACTION", "DISPLAY");
            line(&mut file, "TRIGGER", &format!("-PT{}M", self.remind_minutes));
            line(&mut file, "DESCRIPTION", &text(&self.title));
            line(&mut file, "END", "VALARM");
        }
        line(&mut file, "END", "VEVENT");
        line(&mut file, "END", "VCALENDAR");
        file
    }
}

/// `20261122T133000Z`: UTC, so that the file needs no time zone table.
fn instant(at: Timestamp) -> String {
    let at = at.to_zoned(TimeZone::UTC);
    let (day, time) = (at.date(), at.time());
    let mut text = String::with_capacity(16);
    write!(text, "{:04}{:02}{:02}T", day.year(), day.month(), day.day())
        .and_then(|()| write!(text, "{:02}{:02}{:02}Z", time.hour(), time.minute(), time.second()))
        .ok(); // writing into a string does not fail
    text
}

/// A TEXT value (RFC 5545 3.3.11): special characters and line breaks are escaped, other control characters are removed.
///
/// INVARIANT: no value can start a line of its own (test `a_hostile_name_cannot_add_a_line`).
fn text(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for letter in value.replace("\r\n", "\n").chars() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            ';' => escaped.push_str("\\;"),
            ',' => escaped.push_str("\\,"),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

fn without_controls(value: &str) -> String {
    value.chars().filter(|letter| !letter.is_control()).collect()
}

/// Writes `name:value`, folded after at most 75 octets and never inside a character.
fn line(file: &mut String, name: &str, value: &str) {
    let whole = format!("{name}:{value}");
    let mut octets = 0;
    for letter in whole.chars() {
        if octets + letter.len_utf8() > LINE_OCTETS {
            file.push_str("\r\n ");
            octets = 1;
        }
        file.push(letter);
        octets += letter.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> CalendarEvent {
        CalendarEvent {
            uid: "4071553902@play.example.in".to_owned(),
            sequence: 0,
            written_at: "2026-11-21T06:00:00Z".parse().unwrap(),
            starts_at: "2026-11-22T13:30:00Z".parse().unwrap(),
            ends_at: "2026-11-22T14:25:00Z".parse().unwrap(),
            title: "Pickleball, Court 3".to_owned(),
            location: "Riverside Arena, 12 River Road, Akota, Vadodara 390020".to_owned(),
            description: "Order #4071553902\nTo pay at court: ₹750".to_owned(),
            url: "https://play.example.in/booking-confirmation?orderId=4071553902".to_owned(),
            is_cancelled: false,
            remind_minutes: 60,
            organizer: None,
        }
    }

    /// The lines as a calendar reads them, unfolded.
    fn lines(file: &str) -> Vec<String> {
        file.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_booking_is_one_event_in_utc_with_a_reminder() {
        assert_eq!(
            lines(&event().to_file("Sideout//Booking")),
            [
                "BEGIN:VCALENDAR",
                "VERSION:2.0",
                "PRODID:-//Sideout//Booking//EN",
                "CALSCALE:GREGORIAN",
                "METHOD:PUBLISH",
                "BEGIN:VEVENT",
                "UID:4071553902@play.example.in",
                "SEQUENCE:0",
                "DTSTAMP:20261121T060000Z",
                "DTSTART:20261122T133000Z",
                "DTEND:20261122T142500Z",
                "SUMMARY:Pickleball\\, Court 3",
                "LOCATION:Riverside Arena\\, 12 River Road\\, Akota\\, Vadodara 390020",
                "DESCRIPTION:Order #4071553902\\nTo pay at court: ₹750",
                "URL:https://play.example.in/booking-confirmation?orderId=4071553902",
                "STATUS:CONFIRMED",
                "TRANSP:OPAQUE",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT60M",
                "DESCRIPTION:Pickleball\\, Court 3",
                "END:VALARM",
                "END:VEVENT",
                "END:VCALENDAR",
            ]
        );
    }

    #[test]
    fn a_cancelled_booking_frees_the_hour_and_sends_no_reminder() {
        let file = CalendarEvent { is_cancelled: true, sequence: 1, ..event() }.to_file("Sideout");
        let lines = lines(&file);
        for wanted in ["STATUS:CANCELLED", "TRANSP:TRANSPARENT", "SEQUENCE:1"] {
            assert!(lines.iter().any(|line| line == wanted), "{wanted}");
        }
        assert!(!file.contains("VALARM"));
    }

    #[test]
    fn a_calendar_file_by_mail_has_a_method_and_an_organizer() {
        let organizer =
            Organizer { name: "Say \"hi\"\r\nX:1".to_owned(), address: "play@example.in\n".to_owned() };
        let event = CalendarEvent { organizer: Some(organizer), ..event() };
        let booked = lines(&event.to_mail("Sideout"));
        for wanted in ["METHOD:PUBLISH", "ORGANIZER;CN=\"Say 'hi'X:1\":mailto:play@example.in"] {
            assert!(booked.iter().any(|line| line == wanted), "{wanted}: {booked:?}");
        }
        let cancelled = CalendarEvent { is_cancelled: true, sequence: 1, ..event };
        assert!(lines(&cancelled.to_mail("Sideout")).iter().any(|line| line == "METHOD:CANCEL"));
        assert!(
            lines(&cancelled.to_file("Sideout")).iter().any(|line| line == "METHOD:PUBLISH"),
            "to download"
        );
    }

    #[test]
    fn characters_with_a_meaning_in_the_file_are_escaped() {
        assert_eq!(text(r"a\b;c,d"), r"a\\b\;c\,d");
        assert_eq!(text("one\r\ntwo\rthree\nfour\u{2028}five\u{0}\u{7}"), "one\\ntwo\\nthree\\nfour\\nfive");
    }

    #[test]
    fn a_hostile_name_cannot_add_a_line() {
        let title = "Court 3\r\nATTACH:https://evil.example\nEND:VEVENT\u{85}X:1".to_owned();
        let url = "https://a.in\r\nATTACH:x".to_owned();
        let file =
            CalendarEvent { title: title.clone(), location: title.clone(), url, ..event() }.to_file(&title);
        assert_eq!(lines(&file).len(), lines(&event().to_file("Sideout")).len());
        assert!(lines(&file).iter().all(|line| !line.starts_with("ATTACH") && !line.starts_with("X:")));
    }

    #[test]
    fn no_line_is_longer_than_75_octets_and_no_letter_is_cut() {
        let location = "राजकोट रोड, કોર્ટ ".repeat(20);
        let file = CalendarEvent { location: location.clone(), ..event() }.to_file("Sideout");
        assert!(file.split("\r\n").all(|line| line.len() <= LINE_OCTETS));
        assert!(file.split("\r\n").any(|line| line.starts_with(' ')), "something was folded");
        assert!(lines(&file).contains(&format!("LOCATION:{}", text(&location))));
    }
}
