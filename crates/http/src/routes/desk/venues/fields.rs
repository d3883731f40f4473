//! The fields of a venue and of a court, as a client sends them.

use serde::{Deserialize, Serialize};
use sideout_app::desk::venues::{BadDraft, CourtDraft, ImageStoreError, VenueFields};
use sideout_domain::venue::CourtType;
use utoipa::ToSchema;

use crate::wire::{api_error::ApiError, problem::Problem};

/// The own fields of a venue.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = VenueFields)]
#[serde(deny_unknown_fields)]
pub struct VenueFieldsBody {
    /// The name players use for it, 1 to 60 characters.
    #[schema(example = "Riverside Arena")]
    pub name: String,
    /// The area, short, 1 to 60 characters.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// The postal address, 1 to 500 characters.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub address: String,
    /// A link to a map, of at most 500 characters, that begins with `https://`; null: `default_map_url` of the settings counts.
    #[schema(required, example = "https://maps.google.com/?q=22.29,73.17")]
    pub map_url: Option<String>,
    /// The venue's own UPI address; null: it has none.
    #[schema(required, example = "oldmill@okbank")]
    pub upi_address: Option<String>,
    /// IANA name of its time zone.
    #[schema(example = "Asia/Kolkata")]
    pub time_zone: String,
    /// The length of a slot, from 15 to 240 minutes.
    #[schema(example = 60)]
    pub slot_minutes: i64,
    /// Minutes of play in a slot, 5 to the minutes of the slot.
    #[schema(example = 55)]
    pub play_minutes: i64,
    /// The address of the picture on its card; empty for a new venue: it gets a standard picture.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub image: String,
    /// The addresses of more pictures, at most 12.
    #[schema(example = json!([]))]
    pub gallery: Vec<String>,
    /// Its facilities, at most 20 of at most 40 characters, such as `parking`, `lockers`, `washroom`, `fb` or `floodlights`.
    #[schema(example = json!(["parking"]))]
    pub facilities: Vec<String>,
}

impl VenueFieldsBody {
    pub(super) fn read(self) -> VenueFields {
        VenueFields {
            name: self.name,
            location: self.location,
            address: self.address,
            map_url: self.map_url,
            upi_address: self.upi_address,
            time_zone: self.time_zone,
            slot_minutes: self.slot_minutes,
            play_minutes: self.play_minutes,
            image: self.image,
            gallery: self.gallery,
            facilities: self.facilities,
        }
    }
}

/// A court as it will be. Courts are known by the number that is painted on them.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CourtFields)]
#[serde(deny_unknown_fields)]
pub struct CourtBody {
    /// The number painted on it, 1 to 99.
    #[schema(example = 7)]
    pub number: i64,
    /// The name players use for it, at most 60 characters; empty: `Court` and its number.
    #[schema(example = "Court 7")]
    pub name: String,
    /// Whether it has a roof.
    #[schema(example = false)]
    pub is_indoor: bool,
    /// Whether it can be booked; false retires it.
    #[schema(example = true)]
    pub is_active: bool,
}

impl CourtBody {
    pub(super) fn read(self) -> CourtDraft {
        let court_type = if self.is_indoor { CourtType::Indoor } else { CourtType::Outdoor };
        CourtDraft { number: self.number, name: self.name, court_type, active: self.is_active }
    }
}

/// 422 with the field that is wrong.
pub(super) fn bad_field(bad: BadDraft) -> Problem {
    Problem::field(bad.field, bad.code)
}

/// 503 after the image store failed, which is logged.
pub(super) fn images_down(error: &ImageStoreError) -> Problem {
    sideout_app::error_throttled!(%error, "a picture of a venue could not be stored or found");
    ApiError::unavailable().into()
}
