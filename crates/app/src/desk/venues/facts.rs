//! What the audit shows of venues and courts.

use serde::Serialize;
use sideout_domain::venue::{Court, Venue};

/// The fields of a venue itself; a field without a value is left out.
#[derive(Debug, Serialize)]
pub(super) struct VenueFacts {
    venue_name: String,
    location: String,
    address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    map_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upi_address: Option<String>,
    time_zone: String,
    slot_minutes: u16,
    play_minutes: u16,
    image: String,
    pictures: usize,
    gallery: Vec<String>,
    facilities: Vec<String>,
}

impl VenueFacts {
    pub(super) fn of(venue: &Venue) -> Self {
        VenueFacts {
            venue_name: venue.name.clone(),
            location: venue.location.clone(),
            address: venue.long_location.clone(),
            map_url: venue.map_url.clone(),
            upi_address: venue.upi_address.as_ref().map(ToString::to_string),
            time_zone: venue.zone.iana_name().unwrap_or("UTC").to_owned(),
            slot_minutes: venue.slot_minutes,
            play_minutes: venue.play_minutes,
            image: venue.image.clone(),
            pictures: venue.gallery.len(),
            gallery: venue.gallery.clone(),
            facilities: venue.facilities.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct CourtFacts {
    number: u16,
    name: String,
    indoor: bool,
}

impl CourtFacts {
    pub(super) fn of(court: &Court) -> Self {
        CourtFacts {
            number: court.number,
            name: court.name.clone(),
            indoor: court.court_type == sideout_domain::venue::CourtType::Indoor,
        }
    }
}

/// A venue that was added.
#[derive(Debug, Serialize)]
pub(super) struct NewVenueFacts {
    #[serde(flatten)]
    pub(super) venue: VenueFacts,
    pub(super) courts: usize,
    pub(super) price_paise: i64,
    pub(super) first_minute: i64,
    pub(super) last_minute: i64,
}

/// What became of the bookings that lost their place.
#[derive(Debug, Serialize)]
pub(super) struct DecisionFacts {
    pub(super) kept: Vec<String>,
    pub(super) closed: Vec<String>,
}
