//! `GET /api/desk/set-up/venues`: the venues with everything that set-up shows of them.

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::venues::list_venues::{ListVenuesError, SetUpVenue, list_set_up_venues};
use sideout_domain::{
    hours::starts_of,
    price::price_range,
    slot::StartTime,
    venue::{Court, CourtType, Venue},
};
use utoipa::ToSchema;

use super::fields::VenueFieldsBody;
use crate::{extract::Staff, state::ApiState, wire::problem::Problem};

/// The venues in set-up.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetUpVenues)]
pub struct SetUpVenuesAnswer {
    /// In the operator's order, those that are retired last.
    pub venues: Vec<SetUpVenueItem>,
    /// The time zone that a new venue begins with.
    #[schema(example = "Asia/Kolkata")]
    pub time_zone: String,
}

/// A venue in set-up.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetUpVenue)]
pub struct SetUpVenueItem {
    /// Its id.
    #[schema(example = 3)]
    pub id: i64,
    /// The version, for `If-Match`.
    #[schema(example = 7)]
    pub version: i64,
    /// Whether it can be booked; a retired one keeps its bookings and its money.
    #[schema(example = true)]
    pub is_active: bool,
    /// Whether a member of staff keeps the drawer of its open shift: until it is counted, the venue cannot be retired.
    #[schema(example = false)]
    pub has_open_shift: bool,
    /// Its own fields.
    pub fields: VenueFieldsBody,
    /// Its courts by number, those that are retired included.
    pub courts: Vec<SetUpCourt>,
    /// The earliest start in the present week and later ones, minutes of the day; null: it is closed on all days.
    #[schema(required, example = 360)]
    pub first_minute: Option<u16>,
    /// The latest start in the present week and later ones, minutes of the day; null: it is closed on all days.
    #[schema(required, example = 1_320)]
    pub last_minute: Option<u16>,
    /// The lowest price of the next seven days, paise; null: no hour has one.
    #[schema(required, example = 50_000)]
    pub lowest_paise: Option<i64>,
    /// The highest price of the next seven days, paise; null: no hour has one.
    #[schema(required, example = 120_000)]
    pub highest_paise: Option<i64>,
}

/// A court in set-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetUpCourt {
    /// Its id.
    #[schema(example = 307)]
    pub id: i64,
    /// The number painted on it.
    #[schema(example = 7)]
    pub number: u16,
    /// Its name.
    #[schema(example = "Court 7")]
    pub name: String,
    /// Whether it has a roof.
    #[schema(example = false)]
    pub is_indoor: bool,
    /// Whether it can be booked.
    #[schema(example = true)]
    pub is_active: bool,
    /// Whether any hour of its week has a lasting price: without one it can be booked only on dates and in seasons that have a price.
    /// Always true for a retired court.
    #[schema(example = true)]
    pub has_price: bool,
}

/// Lists the venues of the caller, those that are retired included.
#[utoipa::path(get, path = "/api/desk/set-up/venues", operation_id = "set_up_venues", tag = "venues", security(("session" = [])),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The venues.", body = SetUpVenuesAnswer)))]
pub(crate) async fn venues(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<SetUpVenuesAnswer>, Problem> {
    let listed = list_set_up_venues(&api.app, &actor).await.map_err(|error| match error {
        ListVenuesError::Refused(refused) => Problem::from(refused),
        ListVenuesError::Store(error) => error.into(),
    })?;
    let now = api.app.clock.now();
    let item = |venue: SetUpVenue| {
        let today = venue.stored.venue.today(now);
        item(venue, today)
    };
    Ok(Json(SetUpVenuesAnswer {
        venues: listed.venues.into_iter().map(item).collect(),
        time_zone: listed.time_zone,
    }))
}

fn item(listed: SetUpVenue, today: jiff::civil::Date) -> SetUpVenueItem {
    let SetUpVenue { stored, has_kept_shift, unpriced } = listed;
    let venue = &stored.venue;
    let prices = price_range(venue, None, today.series(jiff::Span::new().days(1)).take(7));
    let spans = venue.hours.weeks_from(today).flat_map(|week| week.days.iter());
    let starts: BTreeSet<StartTime> = spans.flat_map(|spans| starts_of(spans, venue.slot_minutes)).collect();
    let mut courts: Vec<SetUpCourt> =
        venue.courts.iter().map(|own| court(own, true, !unpriced.contains(&own.id))).collect();
    courts.extend(stored.retired_courts.iter().map(|own| court(own, false, true)));
    courts.sort_by_key(|court| court.number);
    SetUpVenueItem {
        id: venue.id.0,
        version: stored.version,
        is_active: stored.active,
        has_open_shift: has_kept_shift,
        fields: fields(venue),
        courts,
        first_minute: starts.first().copied().map(StartTime::minute),
        last_minute: starts.last().copied().map(StartTime::minute),
        lowest_paise: prices.map(|(lowest, _)| lowest.paise()),
        highest_paise: prices.map(|(_, highest)| highest.paise()),
    }
}

fn fields(venue: &Venue) -> VenueFieldsBody {
    VenueFieldsBody {
        name: venue.name.clone(),
        location: venue.location.clone(),
        address: venue.long_location.clone(),
        map_url: venue.map_url.clone(),
        upi_address: venue.upi_address.as_ref().map(ToString::to_string),
        time_zone: venue.zone.iana_name().unwrap_or("UTC").to_owned(),
        slot_minutes: venue.slot_minutes.into(),
        play_minutes: venue.play_minutes.into(),
        image: venue.image.clone(),
        gallery: venue.gallery.clone(),
        facilities: venue.facilities.clone(),
    }
}

fn court(court: &Court, is_active: bool, has_price: bool) -> SetUpCourt {
    SetUpCourt {
        id: court.id.0,
        number: court.number,
        name: court.name.clone(),
        is_indoor: court.court_type == CourtType::Indoor,
        is_active,
        has_price,
    }
}
