//! Writes an operator file from the database. An import of that file changes nothing, but for hours whose spans overlap since slots
//! became longer: their starts stay.

use std::{collections::HashSet, fmt::Write as _};

use jiff::tz::TimeZone;
use sideout_domain::{
    VenueId,
    coupon::{Coupon, Discount},
    hours::{Hours, spans_apart},
    money::Money,
    price::{EVERY_WEEKDAY, PriceRule},
    slot::{DAY_MINUTES, StartTime},
    venue::Venue,
};
use sideout_store::{
    Session, StoreError,
    import::{Imports, OperatorData, Sport},
};

use super::{
    plan::{WEEKDAYS, is_only_at, short_weekdays, without_venues},
    read_hours::write_spans,
};
use crate::platform::brand::{Brand, NOT_PRINTED, read_brand};

/// The present state of the database as an operator file, without retired venues and courts, and without coupons
/// that are off, are valid at retired venues only, or are managed at the desk. Pictures keep their addresses in the image store.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] names the invalid value.
pub async fn write_operator_file(tx: &mut dyn Session) -> Result<String, StoreError> {
    let brand = read_brand(tx).await?;
    let stored = Imports(tx).read_operator_data().await?;
    Ok(text_of(&brand, &stored))
}

fn text_of(brand: &Brand, stored: &OperatorData) -> String {
    let mut file = File(String::new());
    file.line("# Written by `sideout export`. Every key is described in docs/OPERATOR-FILE.md.");
    // The default brand means that none is stored yet.
    if *brand != Brand::default() {
        file.brand(brand);
    }
    for sport in &stored.sports {
        file.sport(sport);
    }
    for venue in stored.venues.iter().filter(|venue| venue.active) {
        file.venue(&venue.venue);
    }
    let zone = TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC);
    let retired: HashSet<VenueId> =
        stored.venues.iter().filter(|venue| !venue.active).map(|venue| venue.venue.id).collect();
    for coupon in stored.coupons.iter().filter(|coupon| coupon.is_active && !is_only_at(coupon, &retired)) {
        file.coupon(&without_venues(coupon, &retired), &zone);
    }
    file.0
}

/// The text of the file so far.
struct File(String);

impl File {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn table(&mut self, name: &str) {
        self.line("");
        self.line(name);
    }

    /// `key = value`, where `value` is TOML already.
    fn value(&mut self, key: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{key} = {value}");
    }

    fn text(&mut self, key: &str, text: &str) {
        self.value(key, quoted(text));
    }

    fn text_or_none(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    fn texts<'t>(&mut self, key: &str, texts: impl Iterator<Item = &'t str>) {
        let texts: Vec<String> = texts.map(quoted).collect();
        self.value(key, format!("[{}]", texts.join(", ")));
    }

    fn brand(&mut self, brand: &Brand) {
        self.table("[brand]");
        for (key, text) in [
            ("name", &brand.name),
            ("tagline", &brand.tagline),
            ("hero_title", &brand.hero_title),
            ("phone", &brand.phone),
            ("email", &brand.email),
            ("address", &brand.address),
            ("timezone", &brand.timezone),
        ] {
            self.text(key, text);
        }
        // Without a choice these are the full name, also after that is changed.
        for (key, text) in [("short_name", &brand.short_name), ("legal_name", &brand.legal_name)] {
            self.text_or_none(key, Some(text.as_str()).filter(|text| *text != brand.name));
        }
        for (key, text) in [
            ("whatsapp_url", &brand.whatsapp_url),
            ("community_url", &brand.community_url),
            ("coaching_url", &brand.coaching_url),
            ("instagram_url", &brand.instagram_url),
            ("facebook_url", &brand.facebook_url),
            ("map_embed_url", &brand.map_embed_url),
            ("grievance_officer", &brand.grievance_officer),
            ("grievance_email", &brand.grievance_email),
            ("gstin", &brand.gstin),
            ("jurisdiction", &brand.jurisdiction),
            ("terms_since", &brand.terms_since),
            ("accent", &brand.accent),
            ("court", &brand.court),
            ("logo", &brand.logo),
        ] {
            self.text_or_none(key, text.as_deref());
        }
        self.value("paddle_fee", decimal(brand.paddle_fee_paise));
        self.policies(brand);
    }

    /// The operator's own rules; those that the server's settings decide are left out.
    fn policies(&mut self, brand: &Brand) {
        for (key, number) in [
            ("hold_seconds", brand.hold_seconds.map(i64::from)),
            ("online_hold_seconds", brand.online_hold_seconds.map(i64::from)),
            ("max_open_unpaid", brand.max_open_unpaid.map(i64::from)),
            ("max_no_shows", brand.max_no_shows.map(i64::from)),
            ("reminder_minutes", brand.reminder_minutes.map(i64::from)),
            ("cancel_cutoff_minutes", brand.cancel_cutoff_minutes.map(i64::from)),
            ("bank_charge_paise", brand.bank_charge_paise),
            ("min_age", brand.min_age.map(i64::from)),
            ("gst_rate", brand.gst_rate.map(i64::from)),
        ] {
            if let Some(number) = number {
                self.value(key, number);
            }
        }
        let weekday = brand.refund_weekday.and_then(|day| usize::try_from(day - 1).ok());
        self.text_or_none("refund_weekday", weekday.and_then(|day| WEEKDAYS.get(day)).copied());
        let time = brand.refund_minute.and_then(StartTime::from_minute).map(|time| time.to_string());
        self.text_or_none("refund_time", time.as_deref());
        for (key, line) in [("sac", &brand.sac), ("place_of_supply", &brand.place_of_supply)] {
            let line = line.as_deref().map(|line| if line.is_empty() { NOT_PRINTED } else { line });
            self.text_or_none(key, line);
        }
        for (name, own) in &brand.texts {
            self.table(&format!("[brand.texts.{name}]"));
            self.text("text", &own.text);
            self.text_or_none("dlt_template_id", own.dlt_template_id.as_deref());
            self.text_or_none("msg91_template_id", own.msg91_template_id.as_deref());
        }
    }

    fn sport(&mut self, sport: &Sport) {
        self.table("[[sport]]");
        self.value("id", sport.id);
        self.text("name", &sport.name);
    }

    fn venue(&mut self, venue: &Venue) {
        self.table("[[venue]]");
        self.value("id", venue.id);
        self.text("name", &venue.name);
        self.text("location", &venue.location);
        self.text("address", &venue.long_location);
        self.text_or_none("upi_address", venue.upi_address.as_ref().map(ToString::to_string).as_deref());
        self.text_or_none("map_url", venue.map_url.as_deref());
        self.text("image", &venue.image);
        self.texts("gallery", venue.gallery.iter().map(String::as_str));
        self.texts("facilities", venue.facilities.iter().map(String::as_str));
        self.text("timezone", venue.zone.iana_name().unwrap_or("UTC"));
        self.value("slot_minutes", venue.slot_minutes);
        self.value("play_minutes", venue.play_minutes);
        if let Some(days) = venue.hours.window.horizon_days {
            self.value("horizon_days", days);
        }
        if venue.hours.window.lead_minutes != 0 {
            self.value("lead_minutes", venue.hours.window.lead_minutes);
        }
        self.hours(&venue.hours, venue.slot_minutes);
        for court in &venue.courts {
            self.table("[[venue.court]]");
            self.value("number", court.number);
            self.text("type", &court.court_type.to_string().to_lowercase());
            self.text("name", &court.name);
            self.value("sport", court.sport);
        }
        let mut rules = &venue.prices[..];
        while let Some(first) = rules.first() {
            let same = rules.iter().take_while(|rule| is_of_another_court(first, rule)).count().max(1);
            self.price(venue, &rules[..same]);
            rules = &rules[same..];
        }
    }

    /// Where the length of slots has changed since the hours were published, spans may overlap, which an import refuses: they are written
    /// apart, with the same starts.
    fn hours(&mut self, hours: &Hours, slot_minutes: u16) {
        let written = |spans| write_spans(&spans_apart(spans, slot_minutes).collect::<Vec<_>>());
        for week in &hours.weeks {
            match week.valid_from {
                None => self.table("[venue.hours]"),
                Some(from) => {
                    self.table("[[venue.hours_from]]");
                    self.value("date", from);
                }
            }
            for (weekday, spans) in WEEKDAYS.into_iter().zip(&week.days) {
                self.text(weekday, &written(spans));
            }
        }
        for special in &hours.special_days {
            self.table("[[venue.special_day]]");
            self.value("date", special.day);
            self.text("label", &special.label);
            self.text("hours", &written(&special.spans));
        }
    }

    /// One table for rules that differ by their court only.
    fn price(&mut self, venue: &Venue, rules: &[PriceRule]) {
        let Some(rule) = rules.first() else { return };
        let court = |rule: &PriceRule| rule.court.map(|court| venue.court(court).map(|court| court.number));
        let courts: Vec<u16> = rules.iter().filter_map(|rule| court(rule).flatten()).collect();
        if rule.court.is_some() && courts.is_empty() {
            // All these courts are retired.
            return;
        }
        self.table("[[venue.price]]");
        match rule.price {
            Some(price) => self.value("rupees", decimal(price.paise())),
            None => self.text("rupees", "none"),
        }
        if !courts.is_empty() {
            let numbers: Vec<String> = courts.iter().map(ToString::to_string).collect();
            self.value("courts", format!("[{}]", numbers.join(", ")));
        }
        for (key, day) in [("date", rule.day), ("valid_from", rule.valid_from), ("valid_to", rule.valid_to)] {
            if let Some(day) = day {
                self.value(key, day);
            }
        }
        if rule.weekdays != EVERY_WEEKDAY {
            self.texts("days", short_weekdays(rule.weekdays));
        }
        let time = |minute: u16| StartTime::from_minute(minute).unwrap_or_default().to_string();
        if rule.from_minute != 0 {
            self.text("from", &time(rule.from_minute));
        }
        if rule.until_minute != DAY_MINUTES {
            self.text("until", &time(rule.until_minute));
        }
    }

    fn coupon(&mut self, coupon: &Coupon, zone: &TimeZone) {
        self.table("[[coupon]]");
        self.text("code", &coupon.code);
        match coupon.discount {
            Discount::Flat(amount) => self.value("flat", decimal(amount.paise())),
            Discount::Percent(share) => self.value("percent", decimal(share)),
        }
        if let Some(most) = coupon.max_discount {
            self.value("max_discount", decimal(most.paise()));
        }
        if coupon.min_amount != Money::ZERO {
            self.value("min_amount", decimal(coupon.min_amount.paise()));
        }
        for (key, day) in [("from", coupon.first_day(zone)), ("until", coupon.last_day(zone))] {
            if let Some(day) = day {
                self.value(key, day);
            }
        }
        if let Some(venues) = &coupon.venues {
            let venues: Vec<String> = venues.iter().map(ToString::to_string).collect();
            self.value("venues", format!("[{}]", venues.join(", ")));
        }
        for (key, limit) in
            [("total_limit", coupon.total_limit), ("per_customer_limit", coupon.per_customer_limit)]
        {
            if let Some(limit) = limit {
                self.value(key, limit);
            }
        }
    }
}

/// Whether both rules are for a single court and differ in the court only.
fn is_of_another_court(first: &PriceRule, rule: &PriceRule) -> bool {
    rule.court.is_some()
        && first.court.is_some()
        && PriceRule { court: first.court, ..rule.clone() } == *first
}

/// A text as TOML.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// `800` or `799.50`: a value in hundredths as a decimal.
fn decimal(value: i64) -> String {
    match value % 100 {
        0 => (value / 100).to_string(),
        rest => format!("{}.{rest:02}", value / 100),
    }
}
