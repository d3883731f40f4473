//! `POST /api/desk/venues/{venue}/prices/preview` and `POST /api/desk/venues/{venue}/prices`: what a change of prices would do, and the
//! change.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::Serialize;
use sideout_app::desk::prices::{
    preview_prices::{PricePreview, preview_prices},
    publish_prices::{PublishPricesError, publish_prices},
};
use sideout_domain::price::EndingSeason;
use utoipa::ToSchema;

use super::{
    request::{PriceChangeRequest, problem},
    week::{CourtWeek, by_week},
};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff, read_body::PRICES_LIMIT},
    routes::desk::board::venue_id,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// What a change of prices would do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PricePreview)]
pub struct PricePreviewAnswer {
    /// The first day that is counted.
    #[schema(example = "2026-11-28", format = Date)]
    pub from: String,
    /// The last day that is counted: the last one that players can book, but at least the seventh.
    #[schema(example = "2026-12-22", format = Date)]
    pub to: String,
    /// How many hours of all courts on these days have not begun.
    #[schema(example = 1224)]
    pub hours: usize,
    /// How many of these hours change their price.
    #[schema(example = 214)]
    pub changed: usize,
    /// How many of those cost more, or cannot be booked any more.
    #[schema(example = 96)]
    pub dearer: usize,
    /// How many bookings have an hour that changes its price, later days included. They keep their price.
    #[schema(example = 12)]
    pub bookings: usize,
    /// The open hours of the new week without a price.
    pub unpriced: Vec<UnpricedHour>,
    /// The seasons of the operator's file that the change ends sooner or removes.
    pub seasons: Vec<EndingSeasonItem>,
    /// How many rules the new prices need.
    #[schema(example = 6)]
    pub rules: usize,
    /// The first day from which the change may be valid: today, or tomorrow if an hour of today would cost more or could not be booked
    /// any more.
    #[schema(example = "2026-11-23", format = Date)]
    pub earliest: String,
    /// The new week: courts with the same prices are one entry.
    pub weeks: Vec<CourtWeek>,
}

/// Prices from a day to a day, as the operator's file has them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EndingSeason)]
pub struct EndingSeasonItem {
    /// Its first day; null: from the beginning.
    #[schema(required, example = "2026-12-20", format = Date)]
    pub from: Option<String>,
    /// Its last day.
    #[schema(example = "2027-01-03", format = Date)]
    pub to: String,
    /// The lowest price of a slot, paise; null: nothing was for sale.
    #[schema(required, example = 90_000)]
    pub lowest_paise: Option<i64>,
    /// The highest price of a slot, paise; null: nothing was for sale.
    #[schema(required, example = 120_000)]
    pub highest_paise: Option<i64>,
}

/// An open hour of the week without a price.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnpricedHour {
    /// The weekday, Monday is 0.
    #[schema(example = 1)]
    pub weekday: u8,
    /// The start, minutes of the day.
    #[schema(example = 780)]
    pub minute: u16,
    /// On how many courts.
    #[schema(example = 9)]
    pub courts: usize,
}

/// Prices that were published.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedPrices {
    /// The number of the new version.
    #[schema(example = 8)]
    pub version: i64,
    /// From which day it is valid.
    #[schema(example = "2026-11-28", format = Date)]
    pub valid_from: String,
    /// How many hours changed their price, as the preview counts them.
    #[schema(example = 214)]
    pub changed: usize,
}

/// Tells what a change of prices would do now. Changes nothing.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/prices/preview", operation_id = "preview_prices", tag = "prices",
    security(("session" = [])), request_body = PriceChangeRequest,
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "What it would do.", body = PricePreviewAnswer)))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<PriceChangeRequest, PRICES_LIMIT>,
) -> Result<Json<PricePreviewAnswer>, Problem> {
    let change = request.read()?;
    let seen = preview_prices(&api.app, &actor, venue_id(&venue)?, change).await.map_err(problem)?;
    Ok(Json(answer(seen)))
}

fn answer(seen: PricePreview) -> PricePreviewAnswer {
    let PricePreview {
        from,
        to,
        hours,
        changed,
        dearer,
        bookings,
        unpriced,
        seasons,
        rules,
        earliest,
        weeks,
    } = seen;
    let season = |season: EndingSeason| EndingSeasonItem {
        from: season.from.map(|day| day.to_string()),
        to: season.to.to_string(),
        lowest_paise: season.prices.map(|(lowest, _)| lowest.paise()),
        highest_paise: season.prices.map(|(_, highest)| highest.paise()),
    };
    let hour = |(weekday, minute, courts)| UnpricedHour { weekday, minute, courts };
    PricePreviewAnswer {
        from: from.to_string(),
        to: to.to_string(),
        hours,
        changed,
        dearer,
        bookings,
        unpriced: unpriced.into_iter().map(hour).collect(),
        seasons: seasons.into_iter().map(season).collect(),
        rules,
        earliest: earliest.to_string(),
        weeks: by_week(&weeks),
    }
}

/// Publishes prices as a new version. Bookings keep their price.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/prices", operation_id = "publish_prices", tag = "prices",
    security(("session" = [])), request_body = PriceChangeRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("price.publish"))),
    responses((status = 201, description = "Published.", body = PublishedPrices)))]
pub(crate) async fn publish(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<PriceChangeRequest, PRICES_LIMIT>,
) -> Result<(StatusCode, Json<PublishedPrices>), Problem> {
    let change = request.read()?;
    let published = publish_prices(&api.app, &actor, venue_id(&venue)?, change, key).await;
    let published = published.map_err(|error| match error {
        PublishPricesError::Preview(error) => problem(error),
        PublishPricesError::TooEarly(day) => {
            Problem::of(ProblemKind::PricesTooEarly).with_param("day", day.to_string())
        }
        PublishPricesError::NothingChanges => Problem::of(ProblemKind::NothingToPublish),
        PublishPricesError::Refused(refused) => refused.into(),
        PublishPricesError::Store(error) => error.into(),
    })?;
    let answer = PublishedPrices {
        version: published.version,
        valid_from: published.valid_from.to_string(),
        changed: published.changed,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}
