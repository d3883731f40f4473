//! Reads `[[venue]]` of an operator file.

use std::{collections::HashSet, ops::RangeInclusive};

use jiff::tz::TimeZone;
use sideout_domain::{
    CourtId, SportId, VenueId,
    price::PriceRule,
    slot::{LONGEST_SLOT_MINUTES, SHORTEST_PLAY_MINUTES, SHORTEST_SLOT_MINUTES},
    venue::{Court, CourtType, LAST_VENUE_ID, MOST_COURTS, Venue},
};

use super::{read_hours::read_hours, read_price::read_price, section::Section};

/// The ids of sports, as docs/OPERATOR-FILE.md describes them.
pub(super) const SPORT_IDS: RangeInclusive<i64> = 1..=99;

/// The id of a court when it is new: its venue's id followed by two digits for its number.
pub(crate) fn court_id(venue: VenueId, number: u16) -> CourtId {
    CourtId(venue.0 * 100 + i64::from(number))
}

pub(super) fn read_venue(section: Section<'_, '_>, operator_zone: &str) -> Venue {
    let id = VenueId(section.needed_integer("id", 1..=LAST_VENUE_ID));
    let name = section.needed_name("name", "Riverside Arena");
    let zone_name = section.text("timezone").unwrap_or_else(|| operator_zone.to_owned());
    let zone = TimeZone::get(&zone_name).unwrap_or_else(|_| {
        section.problem(
            "timezone",
            format!("\"{zone_name}\" is no time zone; write for example \"Asia/Kolkata\""),
        );
        TimeZone::UTC
    });
    let slot_minutes = read_minutes(&section, "slot_minutes", SHORTEST_SLOT_MINUTES).unwrap_or(60);
    let play_minutes = read_minutes(&section, "play_minutes", SHORTEST_PLAY_MINUTES).unwrap_or(55);
    if play_minutes > slot_minutes {
        section.problem(
            "play_minutes",
            format!("{play_minutes} is longer than slot_minutes ({slot_minutes}); write at most that"),
        );
    }
    let hours = read_hours(&section, slot_minutes);
    let courts = read_courts(&section, id);
    let mut prices = Vec::new();
    let price_sections = section.tables("price");
    for price in price_sections {
        prices.extend(read_price(price, &courts));
    }
    if !prices.iter().any(PriceRule::is_default) {
        section
            .problem("price", "a default is missing; write a [[venue.price]] with nothing but rupees = 800");
    }
    let location = section.needed_name("location", "Akota, Vadodara");
    let venue = Venue {
        id,
        location,
        long_location: section.needed_text("address", "12 River Road, Akota, Vadodara 390020"),
        map_url: section.link("map_url"),
        upi_address: section.parsed("upi_address", "write a name, @ and a handle, like oldmill@okbank"),
        image: section.needed_text("image", "pictures/riverside.webp"),
        facilities: section.texts("facilities").unwrap_or_default(),
        gallery: section.texts("gallery").unwrap_or_default(),
        zone,
        slot_minutes,
        play_minutes,
        hours,
        courts,
        prices,
        name,
    };
    section.finish();
    venue
}

/// A length of at least `least` minutes, and at most that of the longest slot.
fn read_minutes(section: &Section<'_, '_>, key: &'static str, least: u16) -> Option<u16> {
    let minutes = section.integer(key, i64::from(least)..=i64::from(LONGEST_SLOT_MINUTES))?;
    u16::try_from(minutes).ok()
}

fn read_courts(section: &Section<'_, '_>, venue: VenueId) -> Vec<Court> {
    let mut numbers = HashSet::new();
    let mut courts = Vec::new();
    let sections = section.tables("court");
    if sections.is_empty() {
        section.problem("court", "there is none; a venue needs at least one [[venue.court]]");
    }
    for section in sections {
        // Within u16 by its range.
        let number =
            u16::try_from(section.needed_integer("number", 1..=i64::from(MOST_COURTS))).unwrap_or(u16::MAX);
        // One that is missing or not allowed was reported.
        if !section.diagnostics.has_problem(&section.at("number")) && !numbers.insert(number) {
            section.problem(
                "number",
                format!("{number} is painted on another court of this venue already; give each its own"),
            );
        }
        let kind = section.needed_text("type", "outdoor");
        let court_type = match kind.to_ascii_lowercase().as_str() {
            "outdoor" | "" => CourtType::Outdoor,
            "indoor" => CourtType::Indoor,
            _ => {
                section
                    .problem("type", format!("\"{kind}\" is not allowed; write \"outdoor\" or \"indoor\""));
                CourtType::Outdoor
            }
        };
        courts.push(Court {
            id: court_id(venue, number),
            venue,
            sport: SportId(section.integer("sport", SPORT_IDS).unwrap_or(1)),
            number,
            name: section.name("name").unwrap_or_else(|| format!("Court {number}")),
            court_type,
        });
        section.finish();
    }
    courts.sort_by_key(|court| court.number);
    courts
}
