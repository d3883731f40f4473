//! Reads `[[venue.price]]` of an operator file.

use sideout_domain::{
    CourtId,
    money::Money,
    price::{EVERY_WEEKDAY, PriceRule},
    slot::{DAY_MINUTES, StartTime},
    venue::{Court, CourtType},
};
use toml::de::DeValue;

use super::{plan::SHORT_WEEKDAYS, section::Section};

const DAYS_HINT: &str = "write \"mon-fri\", \"sat\" or a list like [\"tue\", \"thu\"]";
const TIME_HINT: &str = "write a time like \"6:00 AM\" or \"12:30 PM\"";

/// The rules of one table: a single one, or one for each court it names.
pub(super) fn read_price(section: Section<'_, '_>, courts: &[Court]) -> Vec<PriceRule> {
    let price = read_rupees(&section);
    let from = section.parsed::<StartTime>("from", TIME_HINT).map_or(0, StartTime::minute);
    // Midnight as the end means the end of the day.
    let until = section.parsed::<StartTime>("until", TIME_HINT).map_or(0, StartTime::minute);
    let until = if until == 0 { DAY_MINUTES } else { until };
    if from >= until {
        section.problem("until", "must be later than from; \"12:00 AM\" is the end of the day");
    }
    let rule = PriceRule {
        court: None,
        day: section.day("date"),
        valid_from: section.day("valid_from"),
        valid_to: section.day("valid_to"),
        weekdays: read_weekdays(&section),
        from_minute: from,
        until_minute: until,
        price,
    };
    if let (Some(from), Some(to)) = (rule.valid_from, rule.valid_to)
        && to < from
    {
        section.problem(
            "valid_to",
            format!("{to} is before valid_from ({from}); write that day or a later one"),
        );
    }
    if rule.day.is_some() && rule.weekdays != EVERY_WEEKDAY {
        section.problem("days", "a price for one date needs no days; leave one of the two out");
    }
    let rules = match read_courts(&section, courts) {
        None => vec![rule],
        Some(ids) => ids.into_iter().map(|id| PriceRule { court: Some(id), ..rule.clone() }).collect(),
    };
    section.finish();
    rules
}

/// `rupees = 800`, or `"none"` for hours that cannot be booked.
fn read_rupees(section: &Section<'_, '_>) -> Option<Money> {
    match section.value("rupees") {
        None => {
            section.problem("rupees", "is missing; write for example rupees = 800");
            None
        }
        Some(DeValue::String(text)) if text.eq_ignore_ascii_case("none") => None,
        Some(DeValue::String(text)) => {
            let allowed = "write rupees as a number, like 800, or \"none\" for hours that cannot be booked";
            section.problem("rupees", format!("\"{text}\" is not allowed; {allowed}"));
            None
        }
        Some(_) => section.rupees("rupees"),
    }
}

/// `days = "mon-fri"`, `"sat"` or `["tue", "thu"]`; every day when it is left out.
fn read_weekdays(section: &Section<'_, '_>) -> u8 {
    let names = match section.value("days") {
        None => return EVERY_WEEKDAY,
        Some(DeValue::Array(_)) => section.texts("days").unwrap_or_default(),
        Some(_) => section.text("days").into_iter().collect(),
    };
    let mut set = 0;
    for name in &names {
        match weekdays(name) {
            Some(days) => set |= days,
            None => section.problem("days", format!("\"{name}\" is not understood; {DAYS_HINT}")),
        }
    }
    if names.is_empty() {
        section.problem("days", format!("names no day; {DAYS_HINT}"));
    }
    if set == 0 { EVERY_WEEKDAY } else { set }
}

/// The bits of `"tue"`, or of each day of `"mon-fri"`.
fn weekdays(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    let day = |name: &str| SHORT_WEEKDAYS.iter().position(|day| *day == name.trim());
    let (first, last) = name.split_once('-').unwrap_or((&name, &name));
    let (first, last) = (day(first)?, day(last)?);
    // "sat-mon" wraps around the end of the week.
    let days = (0..7).map(|i| (first + i) % 7).take((last + 7 - first) % 7 + 1);
    Some(days.fold(0, |set, day| set | 1 << day))
}

/// `courts = "indoor"`, `"outdoor"` or `[5, 6]` (numbers); all when it is left out.
fn read_courts(section: &Section<'_, '_>, courts: &[Court]) -> Option<Vec<CourtId>> {
    let value = section.value("courts")?;
    if let Some(kind) = value.as_str() {
        let kind = match kind.to_ascii_lowercase().as_str() {
            "indoor" => CourtType::Indoor,
            "outdoor" => CourtType::Outdoor,
            _ => {
                let allowed = "write \"indoor\", \"outdoor\" or court numbers like [5, 6]";
                section.problem("courts", format!("\"{kind}\" is not allowed; {allowed}"));
                return None;
            }
        };
        let ids: Vec<CourtId> =
            courts.iter().filter(|court| court.court_type == kind).map(|court| court.id).collect();
        if ids.is_empty() {
            section
                .problem("courts", "this venue has no such court; write numbers of its courts like [5, 6]");
        }
        return Some(ids);
    }
    let mut ids = Vec::new();
    for number in section.integers("courts")? {
        match courts.iter().find(|court| i64::from(court.number) == number) {
            Some(court) => ids.push(court.id),
            None => section
                .problem("courts", format!("this venue has no court {number}; write numbers of its courts")),
        }
    }
    Some(ids)
}
