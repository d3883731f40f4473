//! The forms of a venue and its courts, as they were filled in.

use jiff::tz::TimeZone;
use serde::Serialize;
use sideout_domain::{
    SportId, VenueId,
    public_text::{LONGEST_NAME, LONGEST_TEXT, check_text, is_link},
    slot::{LONGEST_SLOT_MINUTES, SHORTEST_PLAY_MINUTES, SHORTEST_SLOT_MINUTES},
    venue::{Court, CourtType, MOST_COURTS, Venue},
};
use sideout_providers::images::ImageKey;

use crate::operator::court_id;

/// The most pictures in a gallery.
const MOST_PICTURES: usize = 12;
/// The most facilities.
const MOST_FACILITIES: usize = 20;
/// The most characters of a facility.
const LONGEST_FACILITY: usize = 40;

/// An invalid field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {code}")]
pub struct BadDraft {
    /// The field.
    pub field: &'static str,
    /// What is wrong with it, for programs and translations.
    pub code: &'static str,
}

pub(super) fn bad(field: &'static str, code: &'static str) -> BadDraft {
    BadDraft { field, code }
}

/// The fields of a venue itself, without courts, hours and prices, as they were typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VenueFields {
    /// The name players use for it, 1 to [`LONGEST_NAME`] characters.
    pub name: String,
    /// The area, 1 to [`LONGEST_NAME`] characters.
    pub location: String,
    /// The postal address, 1 to [`LONGEST_TEXT`] characters.
    pub address: String,
    /// The target of 'Route Me', an https link.
    pub map_url: Option<String>,
    /// Where players pay by UPI at the desk.
    pub upi_address: Option<String>,
    /// IANA name of its time zone.
    pub time_zone: String,
    /// The length of a slot, from [`SHORTEST_SLOT_MINUTES`] to [`LONGEST_SLOT_MINUTES`] minutes.
    pub slot_minutes: i64,
    /// Minutes of play in a slot, from [`SHORTEST_PLAY_MINUTES`] to `slot_minutes`.
    pub play_minutes: i64,
    /// The address of the picture on its card.
    pub image: String,
    /// The addresses of more pictures, at most 12.
    pub gallery: Vec<String>,
    /// Its facilities, at most 20 of 1 to 40 characters each.
    pub facilities: Vec<String>,
}

/// A court as it was typed. Courts are identified by the number that is painted on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CourtDraft {
    /// The number painted on it, from 1 to [`MOST_COURTS`].
    pub number: i64,
    /// The name players use for it, at most [`LONGEST_NAME`] characters; `Court 3` if it is empty.
    pub name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// Whether it can be booked.
    pub active: bool,
}

impl VenueFields {
    /// Writes the fields into `venue`. Pictures must be those that the venue has, or have an address of the image store; the caller
    /// checks that they are stored.
    pub(super) fn write_into(&self, venue: &mut Venue) -> Result<(), BadDraft> {
        let had = |picture: &String| *picture == venue.image || venue.gallery.contains(picture);
        if self.gallery.len() > MOST_PICTURES {
            return Err(bad("gallery", "count"));
        }
        for (field, picture) in std::iter::once(("image", &self.image))
            .chain(self.gallery.iter().map(|picture| ("gallery", picture)))
        {
            if !had(picture) && stored_key(picture).is_none() {
                return Err(bad(field, "unknown"));
            }
        }
        let facilities = facilities(&self.facilities)?;
        let zone = self.time_zone.trim();
        let zone = TimeZone::get(zone).map_err(|_| bad("time_zone", "unknown"))?;
        let slot_minutes =
            minutes(self.slot_minutes, SHORTEST_SLOT_MINUTES).ok_or(bad("slot_minutes", "range"))?;
        let play_minutes =
            minutes(self.play_minutes, SHORTEST_PLAY_MINUTES).ok_or(bad("play_minutes", "range"))?;
        if play_minutes > slot_minutes {
            return Err(bad("play_minutes", "longer_than_slot"));
        }
        venue.name = needed("name", &self.name, LONGEST_NAME)?;
        venue.location = needed("location", &self.location, LONGEST_NAME)?;
        venue.long_location = needed("address", &self.address, LONGEST_TEXT)?;
        venue.map_url = match optional(self.map_url.as_deref()) {
            Some(link) if link.len() > LONGEST_TEXT || !is_link(link) => {
                return Err(bad("map_url", "not_a_link"));
            }
            link => link.map(str::to_owned),
        };
        let upi = optional(self.upi_address.as_deref()).map(str::parse).transpose();
        venue.upi_address = upi.map_err(|_| bad("upi_address", "not_upi"))?;
        venue.zone = zone;
        venue.slot_minutes = slot_minutes;
        venue.play_minutes = play_minutes;
        venue.image.clone_from(&self.image);
        venue.gallery.clone_from(&self.gallery);
        venue.facilities = facilities;
        Ok(())
    }

    /// The field and the key of each picture that has an address of the image store.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&'static str, ImageKey)> + '_ {
        let gallery = self.gallery.iter().map(|picture| ("gallery", picture));
        let all = std::iter::once(("image", &self.image)).chain(gallery);
        all.filter_map(|(field, picture)| Some((field, stored_key(picture)?)))
    }
}

/// The key in the address of a stored picture, `/images/{key}`.
fn stored_key(picture: &str) -> Option<ImageKey> {
    picture.strip_prefix("/images/")?.parse().ok()
}

fn optional(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// A text of 1 to `most` visible characters.
fn needed(field: &'static str, text: &str, most: usize) -> Result<String, BadDraft> {
    let text = text.trim();
    match text {
        "" => Err(bad(field, "required")),
        _ if text.chars().count() > most => Err(bad(field, "length")),
        _ if check_text(text, most).is_err() => Err(bad(field, "characters")),
        _ => Ok(text.to_owned()),
    }
}

fn facilities(typed: &[String]) -> Result<Vec<String>, BadDraft> {
    let mut facilities: Vec<String> = Vec::new();
    for text in typed {
        let facility = needed("facilities", text, LONGEST_FACILITY)?;
        if !facilities.contains(&facility) {
            facilities.push(facility);
        }
    }
    if facilities.len() > MOST_FACILITIES { Err(bad("facilities", "count")) } else { Ok(facilities) }
}

fn minutes(typed: i64, least: u16) -> Option<u16> {
    u16::try_from(typed).ok().filter(|minutes| (least..=LONGEST_SLOT_MINUTES).contains(minutes))
}

impl CourtDraft {
    /// The court that it describes: `known` with the new name and type, or a new one of `venue`.
    pub(super) fn court(
        &self,
        venue: VenueId,
        known: Option<&Court>,
        sport: SportId,
    ) -> Result<Court, BadDraft> {
        let number = u16::try_from(self.number).ok().filter(|number| (1..=MOST_COURTS).contains(number));
        let number = number.ok_or(bad("number", "range"))?;
        let typed = self.name.trim();
        let name = if typed.is_empty() {
            format!("Court {number}")
        } else {
            needed("court_name", typed, LONGEST_NAME)?
        };
        let court_type = self.court_type;
        Ok(match known {
            Some(known) => Court { name, court_type, ..known.clone() },
            None => Court { id: court_id(venue, number), venue, sport, number, name, court_type },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_of_a_stored_picture_has_a_key() {
        assert_eq!(stored_key("https://example.com/court.jpg"), None);
        assert_eq!(stored_key("/images/../secret"), None);
        assert!(stored_key(&format!("/images/{}.jpg", "ab".repeat(16))).is_some());
    }

    #[test]
    fn a_court_without_a_name_is_named_by_its_number() {
        let draft =
            CourtDraft { number: 7, name: "  ".to_owned(), court_type: CourtType::Indoor, active: true };
        let court = draft.court(VenueId(3), None, SportId(1)).unwrap();
        assert_eq!((court.name.as_str(), court.id.0), ("Court 7", 307));
        let hundredth = CourtDraft { number: 100, ..draft };
        assert_eq!(hundredth.court(VenueId(3), None, SportId(1)), Err(bad("number", "range")));
    }

    #[test]
    fn facilities_are_tidied_and_named_once() {
        let typed = ["parking", " parking ", "Café"].map(str::to_owned);
        assert_eq!(facilities(&typed), Ok(vec!["parking".to_owned(), "Café".to_owned()]));
        assert_eq!(facilities(&[" ".to_owned()]), Err(bad("facilities", "required")));
    }
}
