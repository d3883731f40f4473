//! Reads the hours of a `[[venue]]`: `[venue.hours]`, `[[venue.hours_from]]`, `[[venue.special_day]]`, horizon and lead time.

use sideout_domain::{
    hours::{
        BookingWindow, DatedWeek, Hours, HoursFault, LONGEST_LABEL, MOST_HORIZON_DAYS, MOST_LEAD_MINUTES,
        MOST_SPECIAL_DAYS_IN_FILE, SpecialDay, Week, check_day,
    },
    public_text::LONGEST_TEXT,
    slot::StartTime,
    venue::OpeningHours,
};

use super::{plan::WEEKDAYS, section::Section};

const SPANS_HINT: &str = "write the first and the last start, like \"6:00 AM - 10:00 PM\", several with commas, like \"6:00 AM - 11:00 AM, 4:00 PM - 10:00 PM\", or \"closed\"";

pub(super) fn read_hours(venue: &Section<'_, '_>, slot_minutes: u16) -> Hours {
    let first = match venue.table("hours") {
        Some(section) => {
            let week = read_week(&section, slot_minutes);
            section.finish();
            week
        }
        None => {
            if venue.value("hours").is_none() {
                venue.problem(
                    "hours",
                    "is missing; write [venue.hours] and every_day = \"6:00 AM - 10:00 PM\"",
                );
            }
            Week::default()
        }
    };
    let mut weeks = vec![DatedWeek { valid_from: None, days: first }];
    for section in venue.tables("hours_from") {
        weeks.extend(read_dated_week(section, slot_minutes));
    }
    weeks.sort_by_key(|week| week.valid_from);
    if weeks.windows(2).any(|pair| pair[0].valid_from == pair[1].valid_from) {
        venue.problem("hours_from", "has a date twice; write one table for each date");
    }
    let mut special_days: Vec<SpecialDay> = Vec::new();
    for section in venue.tables("special_day") {
        special_days.extend(read_special_day(section, slot_minutes));
    }
    special_days.sort_by_key(|special| special.day);
    if let Some(pair) = special_days.windows(2).find(|pair| pair[0].day == pair[1].day) {
        venue.problem("special_day", format!("has {} twice; write one table for each day", pair[0].day));
    }
    if special_days.len() > MOST_SPECIAL_DAYS_IN_FILE {
        let message = format!("there are more than {MOST_SPECIAL_DAYS_IN_FILE}; leave the oldest out");
        venue.problem("special_day", message);
    }
    let horizon = venue.integer("horizon_days", 1..=i64::from(MOST_HORIZON_DAYS));
    let lead = venue.integer("lead_minutes", 0..=i64::from(MOST_LEAD_MINUTES));
    let window = BookingWindow {
        horizon_days: horizon.and_then(|days| u16::try_from(days).ok()),
        lead_minutes: lead.and_then(|minutes| u16::try_from(minutes).ok()).unwrap_or(0),
    };
    Hours { weeks, special_days, window }
}

fn read_dated_week(section: Section<'_, '_>, slot_minutes: u16) -> Option<DatedWeek> {
    let valid_from = section.day("date");
    if section.value("date").is_none() {
        section.problem("date", "the first day of these hours is needed, like date = 2026-12-01");
    }
    let days = read_week(&section, slot_minutes);
    section.finish();
    valid_from.map(|from| DatedWeek { valid_from: Some(from), days })
}

fn read_special_day(section: Section<'_, '_>, slot_minutes: u16) -> Option<SpecialDay> {
    let day = section.day("date");
    if section.value("date").is_none() {
        section.problem("date", "the day is needed, like date = 2026-11-24");
    }
    let label = section.needed_text("label", "Diwali");
    if label.chars().count() > LONGEST_LABEL {
        section.problem("label", format!("has more than {LONGEST_LABEL} characters; shorten it"));
    }
    let text = section.read_text("hours", LONGEST_TEXT, &format!("is empty; {SPANS_HINT}"));
    let spans = text.map(|text| parse_spans(&section, "hours", &text, slot_minutes));
    if section.value("hours").is_none() {
        section.problem("hours", format!("is missing; {SPANS_HINT}"));
    }
    section.finish();
    Some(SpecialDay { day: day?, label, spans: spans? })
}

fn read_week(section: &Section<'_, '_>, slot_minutes: u16) -> Week {
    let every_day = read_spans(section, "every_day", slot_minutes).unwrap_or_default();
    let mut week: Week = std::array::from_fn(|_| every_day.clone());
    for (day, key) in week.iter_mut().zip(WEEKDAYS) {
        if let Some(spans) = read_spans(section, key, slot_minutes) {
            *day = spans;
        }
    }
    week
}

/// The spans of a key that may be left out; `None` if it is missing or has no text.
fn read_spans(section: &Section<'_, '_>, key: &'static str, slot_minutes: u16) -> Option<Vec<OpeningHours>> {
    section.text(key).map(|text| parse_spans(section, key, &text, slot_minutes))
}

/// `"6:00 AM - 10:00 PM"` (first and last start), several with commas, or `"closed"`.
fn parse_spans(
    section: &Section<'_, '_>,
    key: &'static str,
    text: &str,
    slot_minutes: u16,
) -> Vec<OpeningHours> {
    if text.eq_ignore_ascii_case("closed") {
        return Vec::new();
    }
    let spans: Option<Vec<OpeningHours>> = text.split(',').map(read_span).collect();
    let Some(spans) = spans else {
        section.problem(key, format!("\"{text}\" is not understood; {SPANS_HINT}"));
        return Vec::new();
    };
    match check_day(&spans, slot_minutes) {
        Ok(()) => {}
        Err(fault @ HoursFault::Backwards(_)) => {
            section.problem(key, format!("{fault}; {SPANS_HINT}"));
        }
        Err(fault @ HoursFault::Overlap(_)) => section.problem(
            key,
            format!("{fault}; a slot lasts {slot_minutes} minutes: begin them later, or write the earlier hours first"),
        ),
        Err(fault @ HoursFault::TooManySpans) => section.problem(key, fault.to_string()),
    }
    spans
}

fn read_span(text: &str) -> Option<OpeningHours> {
    let (first, last) = text.split_once(['-', '–'])?;
    Some(OpeningHours { first_start: first.parse().ok()?, last_start: last.parse::<StartTime>().ok()? })
}

/// Writes spans as [`parse_spans`] reads them.
pub(super) fn write_spans(spans: &[OpeningHours]) -> String {
    if spans.is_empty() {
        return "closed".to_owned();
    }
    let spans: Vec<String> =
        spans.iter().map(|span| format!("{} - {}", span.first_start, span.last_start)).collect();
    spans.join(", ")
}
