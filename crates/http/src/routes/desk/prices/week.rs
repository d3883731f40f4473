//! `GET /api/desk/venues/{venue}/prices`: the prices of a venue's week, of single days, and their versions.

use std::collections::HashMap;

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::{
    desk::prices::{
        Manager, PriceVersion,
        read_prices::{Prices, ReadPricesError, read_prices},
    },
    staff::list_staff_names,
};
use sideout_domain::{
    CourtId,
    money::Money,
    price::{HourPrice, PriceRule, PriceWeek},
    venue::CourtType,
};
use utoipa::ToSchema;

use crate::{
    extract::{Path, Staff},
    routes::desk::board::{StaffNames, venue_id},
    state::ApiState,
    wire::problem::Problem,
};

/// The prices of a venue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Prices)]
pub struct PricesAnswer {
    /// The venue.
    #[schema(example = 3)]
    pub venue: i64,
    /// The number of the newest version; 0 if there is none.
    #[schema(example = 7)]
    pub version: i64,
    /// Whether the brand, a venue, hours or prices, of any venue, were changed at the desk since the last import: an import of the
    /// operator's file is then refused without `--take-over`.
    #[schema(example = true)]
    pub is_published_here: bool,
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub today: String,
    /// The length of a slot, in minutes.
    #[schema(example = 60)]
    pub slot_minutes: u16,
    /// The starts of all weekdays, minutes of the day, the earliest first.
    #[schema(example = json!([360, 420, 480]))]
    pub starts: Vec<u16>,
    /// Its courts, by number.
    pub courts: Vec<PricedCourt>,
    /// The week by the newest version: courts with the same prices are one entry.
    pub weeks: Vec<CourtWeek>,
    /// The prices of single days from today on, which take precedence over the week.
    pub special_days: Vec<SpecialPrice>,
    /// The versions, the newest first, at most 50.
    pub versions: Vec<PriceVersionItem>,
}

/// A court.
#[derive(Debug, Serialize, ToSchema)]
pub struct PricedCourt {
    /// Its id.
    #[schema(example = 23)]
    pub id: i64,
    /// The number painted on it.
    #[schema(example = 3)]
    pub number: u16,
    /// Its name.
    #[schema(example = "Court 3")]
    pub name: String,
    /// Whether it has a roof.
    #[schema(example = false)]
    pub is_indoor: bool,
}

/// The week of some courts.
#[derive(Debug, Serialize, ToSchema)]
pub struct CourtWeek {
    /// The courts.
    #[schema(example = json!([21, 22, 23]))]
    pub courts: Vec<i64>,
    /// The hours of each weekday, Monday first.
    pub days: Vec<Vec<PricedHour>>,
}

/// An hour of the week.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct PricedHour {
    /// Whether play can start then.
    #[schema(example = true)]
    pub is_open: bool,
    /// What a court costs, paise; null: it cannot be booked.
    #[schema(required, example = 80_000)]
    pub price_paise: Option<i64>,
}

/// A price of a single day.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpecialPrice {
    /// The day.
    #[schema(example = "2026-12-25", format = Date)]
    pub day: String,
    /// The court; null: all courts.
    #[schema(required, example = json!(null))]
    pub court: Option<i64>,
    /// The price is for starts at or after this minute of the day.
    #[schema(example = 0)]
    pub from_minute: u16,
    /// The price is for starts before this minute of the day.
    #[schema(example = 1440)]
    pub until_minute: u16,
    /// What a court costs, paise; null: it cannot be booked.
    #[schema(required, example = 120_000)]
    pub price_paise: Option<i64>,
}

/// A version of the prices.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceVersionItem {
    /// Its number.
    #[schema(example = 7)]
    pub version: i64,
    /// From which day it is valid; null: from the beginning.
    #[schema(required, example = "2026-11-28", format = Date)]
    pub valid_from: Option<String>,
    /// When it was published, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// Who published it; null: an import of the operator's file, or it is the first one.
    #[schema(required, example = "Asha Patel")]
    pub by: Option<String>,
    /// The version whose week it brought back; null: none.
    #[schema(required, example = json!(null))]
    pub reverted: Option<i64>,
    /// Its lowest price, paise; null: it has none.
    #[schema(required, example = 50_000)]
    pub lowest_paise: Option<i64>,
    /// Its highest price, paise; null: it has none.
    #[schema(required, example = 120_000)]
    pub highest_paise: Option<i64>,
}

/// Shows the prices of a venue: those of the week, those of single days, and the versions.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/prices", operation_id = "prices", tag = "prices", security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The prices.", body = PricesAnswer)))]
pub(crate) async fn prices(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
) -> Result<Json<PricesAnswer>, Problem> {
    let prices = read_prices(&api.app, &actor, venue_id(&venue)?).await.map_err(|error| match error {
        ReadPricesError::Refused(refused) => Problem::from(refused),
        ReadPricesError::Store(error) => error.into(),
    })?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(answer(&prices, &names)))
}

fn answer(prices: &Prices, names: &StaffNames) -> PricesAnswer {
    let Prices { venue, today, manager, version, weeks, special_days, versions } = prices;
    PricesAnswer {
        venue: venue.id.0,
        version: *version,
        is_published_here: *manager == Manager::Desk,
        today: today.to_string(),
        slot_minutes: venue.slot_minutes,
        starts: weeks.first().map(|(_, week)| week.starts.clone()).unwrap_or_default(),
        courts: venue
            .courts
            .iter()
            .map(|court| PricedCourt {
                id: court.id.0,
                number: court.number,
                name: court.name.clone(),
                is_indoor: court.court_type == CourtType::Indoor,
            })
            .collect(),
        weeks: by_week(weeks),
        special_days: special_days.iter().filter_map(special_price).collect(),
        versions: versions.iter().map(|version| item(version, names)).collect(),
    }
}

/// Lists each week of prices once, with the courts that have it, by their lowest court.
pub(super) fn by_week(weeks: &[(CourtId, PriceWeek)]) -> Vec<CourtWeek> {
    let mut courts_of: HashMap<&PriceWeek, Vec<i64>> = HashMap::new();
    for (court, week) in weeks {
        courts_of.entry(week).or_default().push(court.0);
    }
    let mut answers: Vec<CourtWeek> = courts_of
        .into_iter()
        .map(|(week, courts)| {
            let days = week.days.iter().map(|day| day.iter().map(|price| hour(*price)).collect());
            CourtWeek { courts, days: days.collect() }
        })
        .collect();
    answers.sort_by(|one, other| one.courts.cmp(&other.courts));
    answers
}

fn hour(price: HourPrice) -> PricedHour {
    PricedHour { is_open: price != HourPrice::Closed, price_paise: price.price().map(Money::paise) }
}

fn special_price(rule: &PriceRule) -> Option<SpecialPrice> {
    Some(SpecialPrice {
        day: rule.day?.to_string(),
        court: rule.court.map(|court| court.0),
        from_minute: rule.from_minute,
        until_minute: rule.until_minute,
        price_paise: rule.price.map(Money::paise),
    })
}

fn item(version: &PriceVersion, names: &StaffNames) -> PriceVersionItem {
    let sold = || version.rules.iter().filter_map(|rule| rule.price);
    PriceVersionItem {
        version: version.version,
        valid_from: version.valid_from.map(|day| day.to_string()),
        published_at: version.published_at.to_string(),
        by: version.staff.and_then(|staff| names.get(&staff).cloned()),
        reverted: version.reverted,
        lowest_paise: sold().min().map(Money::paise),
        highest_paise: sold().max().map(Money::paise),
    }
}
