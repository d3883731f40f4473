//! The changes that an operator file makes: reported to the operator, then written.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use jiff::{civil::Date, tz::TimeZone};
use sideout_domain::{
    CouponId, CourtId, VenueId,
    coupon::{Coupon, Discount},
    hours::Hours,
    money::Money,
    price::{EVERY_WEEKDAY, PriceRule},
    slot::{DAY_MINUTES, StartTime},
    venue::{Court, Venue},
};
use sideout_store::{
    StoreError,
    import::{OperatorData, Sport, StoredVenue},
};

use super::{parse::OperatorFile, read_hours::write_spans};
use crate::platform::brand::{Brand, NOT_PRINTED};

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new, or it is in the file again.
    Added,
    /// Its values differ.
    Changed,
    /// It is not in the file.
    Removed,
}

/// One difference between the file and the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The kind of the change.
    pub kind: ChangeKind,
    /// The thing that changes: `venue 1 Riverside Arena, court 3`.
    pub what: String,
    /// What differs, old and new: `name "North" → "South"`; empty if the kind says everything.
    pub details: String,
}

/// `+ venue 1 Riverside Arena`, `~ …: name "North" → "South"`, `- …`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.kind {
            ChangeKind::Added => '+',
            ChangeKind::Changed => '~',
            ChangeKind::Removed => '-',
        };
        write!(f, "{mark} {}", self.what)?;
        if !self.details.is_empty() {
            write!(f, ": {}", self.details)?;
        }
        Ok(())
    }
}

/// A change as a call of the store.
#[derive(Debug)]
pub(super) enum Write {
    Brand(String),
    Sport(Sport),
    Venue(Box<Venue>, i64),
    VenueOff(VenueId),
    Hours(VenueId, Hours),
    Court(Court),
    CourtOff(VenueId, CourtId),
    Prices(VenueId, Vec<PriceRule>),
    Coupon(Coupon),
    CouponOff(CouponId),
}

/// The changes in the file's order, and the writes that make them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) changes: Vec<Change>,
    pub(super) writes: Vec<Write>,
    /// The venues of the file, with the ids that the database has for their courts.
    pub(super) venues: Vec<Venue>,
    /// The codes of the file whose coupons the desk manages.
    pub(super) coupons_of_desk: Vec<String>,
    /// The codes of coupons that the desk manages, and whose days would be others in the time zone of the file.
    pub(super) coupons_of_other_zone: Vec<String>,
}

impl Plan {
    /// Compares the file with the database.
    pub(super) fn new(file: &OperatorFile, stored: &OperatorData) -> Result<Self, StoreError> {
        let mut plan = Plan::default();
        plan.compare_brand(file.brand.as_ref(), stored.brand.as_deref())?;
        // Without a brand the standard one is valid. One that another version wrote is not compared.
        let before: Option<Brand> = match stored.brand.as_deref() {
            Some(text) => serde_json::from_str(text).ok(),
            None => Some(Brand::default()),
        };
        let brand = file.brand.clone().or_else(|| before.clone()).unwrap_or_default();
        if before.is_some_and(|before| before.timezone != brand.timezone) {
            plan.coupons_of_other_zone = dated(&stored.desk_coupons);
        }
        let zone = TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC);
        for sport in &file.sports {
            let before = stored.sports.iter().find(|before| before.id == sport.id);
            if before != Some(sport) {
                let what = format!("sport {} {}", sport.id, sport.name);
                let name = |sport: &Sport| vec![("name", quoted(&sport.name))];
                let details = before.map_or_else(String::new, |before| changed(&name(before), &name(sport)));
                plan.note(&details, before.is_none(), what);
                plan.writes.push(Write::Sport(sport.clone()));
            }
        }
        for (position, venue) in (1..).zip(&file.venues) {
            let before = stored.venues.iter().find(|before| before.venue.id == venue.id);
            plan.compare_venue(venue, position, before);
        }
        let gone =
            |before: &&StoredVenue| before.active && file.venues.iter().all(|v| v.id != before.venue.id);
        for before in stored.venues.iter().filter(gone) {
            plan.remove(name_of(&before.venue), "is retired");
            plan.writes.push(Write::VenueOff(before.venue.id));
        }
        plan.compare_coupons(&file.coupons, stored, &zone);
        Ok(plan)
    }

    /// Whether it changes where and when courts can be booked, not only the brand, sports, prices and coupons.
    pub(super) fn changes_places(&self) -> bool {
        self.writes.iter().any(|write| match write {
            Write::Venue(..)
            | Write::VenueOff(_)
            | Write::Hours(..)
            | Write::Court(_)
            | Write::CourtOff(..) => true,
            Write::Brand(_)
            | Write::Sport(_)
            | Write::Prices(..)
            | Write::Coupon(_)
            | Write::CouponOff(_) => false,
        })
    }

    fn note(&mut self, details: &str, is_new: bool, what: String) {
        let kind = if is_new { ChangeKind::Added } else { ChangeKind::Changed };
        self.changes.push(Change { kind, what, details: details.to_owned() });
    }

    fn remove(&mut self, what: String, outcome: &str) {
        let details = format!("is not in the file and {outcome}");
        self.changes.push(Change { kind: ChangeKind::Removed, what, details });
    }

    fn compare_brand(&mut self, brand: Option<&Brand>, before: Option<&str>) -> Result<(), StoreError> {
        let Some(brand) = brand else { return Ok(()) };
        // A document of an older version that cannot be read is replaced.
        let stored = before.and_then(|text| serde_json::from_str::<Brand>(text).ok());
        if stored.as_ref() == Some(brand) {
            return Ok(());
        }
        let text = brand.document()?;
        let details =
            stored.map_or_else(String::new, |stored| changed(&brand_fields(&stored), &brand_fields(brand)));
        self.note(&details, before.is_none(), format!("brand {}", brand.name));
        self.writes.push(Write::Brand(text));
        Ok(())
    }

    fn compare_venue(&mut self, venue: &Venue, position: i64, before: Option<&StoredVenue>) {
        let venue = &with_stored_courts(venue, before);
        self.venues.push(venue.clone());
        let own = before.map(|before| {
            let again = if before.active { "" } else { "is no longer retired" };
            let fields =
                changed(&venue_fields(&before.venue, before.position), &venue_fields(venue, position));
            [again, &fields].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        });
        let is_new = before.is_none_or(|before| !before.active);
        if own.as_ref().is_none_or(|own| !own.is_empty()) {
            self.note(&own.unwrap_or_default(), is_new, name_of(venue));
            self.writes.push(Write::Venue(Box::new(venue.clone()), position));
        }
        if before.is_none_or(|before| before.venue.hours != venue.hours) {
            if let Some(before) = before {
                let hours = changed(&hours_fields(&before.venue.hours), &hours_fields(&venue.hours));
                self.note(&format!("opening hours: {hours}"), false, name_of(venue));
            }
            self.writes.push(Write::Hours(venue.id, venue.hours.clone()));
        }
        self.compare_courts(venue, before);
        if before.is_none_or(|before| sold_prices(before, venue) != venue.prices) {
            if let Some(before) = before {
                let prices = changed_prices(&before.venue, &before.retired_courts, venue);
                self.note(&format!("prices: {prices}"), false, name_of(venue));
            }
            self.writes.push(Write::Prices(venue.id, venue.prices.clone()));
        }
    }

    fn compare_courts(&mut self, venue: &Venue, before: Option<&StoredVenue>) {
        let active = before.map_or(&[][..], |before| &before.venue.courts);
        for court in &venue.courts {
            let stored = active.iter().find(|stored| stored.id == court.id);
            if stored != Some(court) {
                let what = format!("{}, court {} ({})", name_of(venue), court.number, court.court_type);
                let fields = |court: &Court| {
                    vec![
                        ("name", quoted(&court.name)),
                        ("type", court.court_type.to_string().to_lowercase()),
                        ("sport", court.sport.to_string()),
                        ("number", court.number.to_string()),
                    ]
                };
                let details =
                    stored.map_or_else(String::new, |stored| changed(&fields(stored), &fields(court)));
                self.note(&details, stored.is_none(), what);
                self.writes.push(Write::Court(court.clone()));
            }
        }
        for gone in active.iter().filter(|stored| venue.court(stored.id).is_none()) {
            self.remove(format!("{}, court {}", name_of(venue), gone.number), "is retired");
            self.writes.push(Write::CourtOff(venue.id, gone.id));
        }
    }

    fn compare_coupons(&mut self, coupons: &[Coupon], stored: &OperatorData, zone: &TimeZone) {
        let at_desk: HashSet<&str> = stored.desk_coupons.iter().map(|coupon| coupon.code.as_str()).collect();
        self.coupons_of_desk = coupons
            .iter()
            .map(|coupon| coupon.code.clone())
            .filter(|code| at_desk.contains(code.as_str()))
            .collect();
        let stored_ids = stored.coupons.iter().chain(&stored.desk_coupons).map(|coupon| coupon.id.0);
        let mut last = stored_ids.max().unwrap_or(0);
        let retired = stored.venues.iter().filter(|before| !before.active).map(|before| before.venue.id);
        let gone: HashSet<VenueId> =
            retired.filter(|id| self.venues.iter().all(|venue| venue.id != *id)).collect();
        let stored = &stored.coupons;
        let by_code: HashMap<&str, &Coupon> =
            stored.iter().map(|before| (before.code.as_str(), before)).collect();
        let mut written = HashSet::new();
        for coupon in coupons {
            written.insert(coupon.code.as_str());
            let before = by_code.get(coupon.code.as_str()).copied();
            let id = before.map_or_else(
                || {
                    last += 1;
                    CouponId(last)
                },
                |before| before.id,
            );
            let coupon = Coupon { id, used: before.map_or(0, |before| before.used), ..coupon.clone() };
            if before.map(|before| without_venues(before, &gone)).as_ref() != Some(&coupon) {
                let is_new = before.is_none_or(|before| !before.is_active);
                let details = before.map_or_else(String::new, |before| {
                    changed(&coupon_fields(before, zone), &coupon_fields(&coupon, zone))
                });
                self.note(&details, is_new, format!("coupon {}", coupon.code));
                self.writes.push(Write::Coupon(coupon));
            }
        }
        let usable = stored.iter().filter(|before| before.is_active && !is_only_at(before, &gone));
        for before in usable.filter(|before| !written.contains(before.code.as_str())) {
            self.remove(format!("coupon {}", before.code), "is no longer valid");
            self.writes.push(Write::CouponOff(before.id));
        }
    }
}

/// The coupon without those of its venues that are `gone`: an exported file leaves them out.
pub(super) fn without_venues(coupon: &Coupon, gone: &HashSet<VenueId>) -> Coupon {
    let venues = coupon.venues.as_ref();
    let venues = venues
        .map(|venues| venues.iter().copied().filter(|venue| !gone.contains(venue)).collect::<Vec<VenueId>>());
    Coupon { venues, ..coupon.clone() }
}

/// Whether the coupon is valid at no other venues than those that are `gone`; an exported file leaves it out.
pub(super) fn is_only_at(coupon: &Coupon, gone: &HashSet<VenueId>) -> bool {
    coupon.venues.as_ref().is_some_and(|venues| venues.iter().all(|venue| gone.contains(venue)))
}

/// Field names with their values; both sides of a comparison list the same fields.
type Fields = Vec<(&'static str, String)>;

/// `name "North" → "South", location …`: the fields that differ, old and new.
fn changed<N: AsRef<str>>(before: &[(N, String)], after: &[(N, String)]) -> String {
    let differing = before.iter().zip(after).filter(|((_, old), (_, new))| old != new);
    differing
        .map(|((name, old), (_, new))| format!("{} {old} → {new}", name.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn listed(texts: &[String]) -> String {
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// The values of the brand, under their names in the operator file.
fn brand_fields(brand: &Brand) -> Vec<(String, String)> {
    let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(brand) else { return Vec::new() };
    fields.into_iter().map(|(key, value)| brand_field(key, &value)).collect()
}

/// A value of the stored brand as the operator file names and writes it; `none` if the file would not have it.
fn brand_field(key: String, value: &serde_json::Value) -> (String, String) {
    let as_stored = || match value {
        serde_json::Value::Null => "none".to_owned(),
        serde_json::Value::String(text) => quoted(text),
        other => other.to_string(),
    };
    match key.as_str() {
        "paddle_fee_paise" => {
            let fee = Money::from_paise(value.as_i64().unwrap_or_default());
            ("paddle_fee".to_owned(), fee.to_string())
        }
        "refund_weekday" => {
            let place = value.as_u64().and_then(|day| usize::try_from(day.checked_sub(1)?).ok());
            let day = place.and_then(|place| WEEKDAYS.get(place));
            (key, day.map_or_else(as_stored, |day| quoted(day)))
        }
        "refund_minute" => {
            let minute = value.as_u64().and_then(|minute| u16::try_from(minute).ok());
            let time = minute.and_then(StartTime::from_minute);
            ("refund_time".to_owned(), time.map_or_else(as_stored, |time| quoted(&time.to_string())))
        }
        "sac" | "place_of_supply" if value.as_str() == Some("") => (key, quoted(NOT_PRINTED)),
        _ => (key, as_stored()),
    }
}

/// The venue's own fields, without hours, courts and prices.
fn venue_fields(venue: &Venue, position: i64) -> Fields {
    vec![
        ("name", quoted(&venue.name)),
        ("location", quoted(&venue.location)),
        ("address", quoted(&venue.long_location)),
        ("map_url", venue.map_url.clone().unwrap_or_else(|| "none".to_owned())),
        ("upi_address", venue.upi_address.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string)),
        ("image", venue.image.clone()),
        ("gallery", listed(&venue.gallery)),
        ("facilities", listed(&venue.facilities)),
        ("timezone", venue.zone.iana_name().unwrap_or("UTC").to_owned()),
        ("slot_minutes", venue.slot_minutes.to_string()),
        ("play_minutes", venue.play_minutes.to_string()),
        ("place in the list", position.to_string()),
    ]
}

/// The keys of the weekdays, Monday first.
pub(super) const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Names of weekdays in the rules of prices, Monday first.
pub(super) const SHORT_WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The short names of `weekdays`, a set of bits as in [`PriceRule::weekdays`].
pub(super) fn short_weekdays(weekdays: u8) -> impl Iterator<Item = &'static str> {
    let days = SHORT_WEEKDAYS.into_iter().enumerate();
    days.filter(move |(bit, _)| weekdays & (1 << bit) != 0).map(|(_, day)| day)
}

/// The first week, later weeks, special days, horizon and lead time.
fn hours_fields(hours: &Hours) -> Fields {
    let first = hours.weeks.first().map(|week| week.days.clone()).unwrap_or_default();
    let mut fields: Fields = WEEKDAYS.into_iter().zip(first.iter().map(|spans| write_spans(spans))).collect();
    let later = hours.weeks.iter().filter_map(|week| {
        let days =
            WEEKDAYS.into_iter().zip(&week.days).map(|(day, spans)| format!("{day} {}", write_spans(spans)));
        Some(format!("from {}: {}", week.valid_from?, days.collect::<Vec<_>>().join(", ")))
    });
    let special = hours.special_days.iter();
    let special =
        special.map(|special| format!("{} {}: {}", special.day, special.label, write_spans(&special.spans)));
    fields.push(("hours_from", listed_with_semicolons(later)));
    fields.push(("special_day", listed_with_semicolons(special)));
    let horizon = hours.window.horizon_days;
    fields.push(("horizon_days", horizon.map_or_else(|| "a month".to_owned(), |days| days.to_string())));
    fields.push(("lead_minutes", hours.window.lead_minutes.to_string()));
    fields
}

fn listed_with_semicolons(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join("; ") }
}

/// The rules that only one of the two has: `₹900 for court 2 → ₹950 for court 2`.
fn changed_prices(before: &Venue, off: &[Court], after: &Venue) -> String {
    let number = |id: CourtId| {
        let courts = after.courts.iter().chain(&before.courts).chain(off);
        courts.into_iter().find(|court| court.id == id).map_or(0, |court| court.number)
    };
    let missing = |of: &[PriceRule], from: &[PriceRule]| {
        let rules = of.iter().filter(|rule| !from.contains(rule));
        let rules: Vec<String> = rules.map(|rule| price_rule(rule, number)).collect();
        if rules.is_empty() { "none".to_owned() } else { rules.join("; ") }
    };
    match (missing(&before.prices, &after.prices), missing(&after.prices, &before.prices)) {
        (old, new) if old == new => "the same rules in another order".to_owned(),
        (old, new) => format!("{old} → {new}"),
    }
}

/// The rules of `before` without those of courts that are off and stay off: an exported file leaves them out.
fn sold_prices(before: &StoredVenue, after: &Venue) -> Vec<PriceRule> {
    let is_off = |court: CourtId| {
        after.court(court).is_none() && before.retired_courts.iter().any(|retired| retired.id == court)
    };
    before.venue.prices.iter().filter(|rule| !rule.court.is_some_and(is_off)).cloned().collect()
}

fn price_rule(rule: &PriceRule, number: impl Fn(CourtId) -> u16) -> String {
    let mut text = rule.price.map_or_else(|| "not for sale".to_owned(), |price| price.to_string());
    if let Some(court) = rule.court {
        text.push_str(&format!(" for court {}", number(court)));
    }
    if let Some(day) = rule.day {
        text.push_str(&format!(" on {day}"));
    }
    for (word, day) in [("valid from", rule.valid_from), ("valid to", rule.valid_to)] {
        if let Some(day) = day {
            text.push_str(&format!(" {word} {day}"));
        }
    }
    if rule.weekdays != EVERY_WEEKDAY {
        let days: Vec<&str> = short_weekdays(rule.weekdays).collect();
        text.push_str(&format!(" on {}", days.join(", ")));
    }
    if (rule.from_minute, rule.until_minute) != (0, DAY_MINUTES) {
        let time = |minute: u16| StartTime::from_minute(minute % DAY_MINUTES).unwrap_or_default();
        text.push_str(&format!(" from {} to {}", time(rule.from_minute), time(rule.until_minute)));
    }
    text
}

/// The codes of the coupons that are not stopped and have a first or a last day, which begins or ends at a midnight of the time zone.
fn dated(coupons: &[Coupon]) -> Vec<String> {
    let has_days = |coupon: &Coupon| coupon.starts_at.is_some() || coupon.ends_at.is_some();
    let dated = coupons.iter().filter(|coupon| coupon.is_active && has_days(coupon));
    dated.map(|coupon| coupon.code.clone()).collect()
}

/// The conditions of a coupon and what it takes off.
fn coupon_fields(coupon: &Coupon, zone: &TimeZone) -> Fields {
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    let day = |day: Option<Date>| or_none(day.map(|day| day.to_string()));
    vec![
        (
            "discount",
            match coupon.discount {
                Discount::Flat(amount) => amount.to_string(),
                Discount::Percent(share) => format!("{}.{:02} %", share / 100, share % 100),
            },
        ),
        ("max_discount", or_none(coupon.max_discount.map(|amount| amount.to_string()))),
        ("min_amount", coupon.min_amount.to_string()),
        ("from", day(coupon.first_day(zone))),
        ("until", day(coupon.last_day(zone))),
        (
            "venues",
            coupon.venues.as_ref().map_or_else(
                || "all".to_owned(),
                |venues| venues.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            ),
        ),
        ("total_limit", or_none(coupon.total_limit.map(|limit| limit.to_string()))),
        ("per_customer_limit", or_none(coupon.per_customer_limit.map(|limit| limit.to_string()))),
    ]
}

fn name_of(venue: &Venue) -> String {
    format!("venue {} {}", venue.id, venue.name)
}

/// The venue with the ids that the database has for its courts. Courts are matched by their painted number.
fn with_stored_courts(venue: &Venue, before: Option<&StoredVenue>) -> Venue {
    let mut venue = venue.clone();
    let Some(before) = before else { return venue };
    for court in before.venue.courts.iter().chain(&before.retired_courts) {
        let Some(own) = venue.courts.iter_mut().find(|own| own.number == court.number) else { continue };
        let written = std::mem::replace(&mut own.id, court.id);
        for rule in venue.prices.iter_mut().filter(|rule| rule.court == Some(written)) {
            rule.court = Some(court.id);
        }
    }
    venue
}
