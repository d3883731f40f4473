//! `POST /api/desk/venues/{venue}/hours/preview` and `POST /api/desk/venues/{venue}/hours`: what a change of hours would do, and the
//! change.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::Serialize;
use sideout_app::desk::hours::{
    Stranded,
    preview_hours::{HoursPreview, preview_hours},
    publish_hours::{PublishHoursError, publish_hours},
};
use sideout_domain::money::Money;
use utoipa::ToSchema;

use super::request::{HoursChangeRequest, problem};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff, read_body::PRICES_LIMIT},
    routes::desk::board::venue_id,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The most bookings and holds outside of the new hours that a preview lists.
const MOST_LISTED: usize = 100;

/// What a change of hours would do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HoursPreview)]
pub struct HoursPreviewAnswer {
    /// The first day that is counted: today.
    #[schema(example = "2026-11-22", format = Date)]
    pub from: String,
    /// The last day that is counted: the last one that players can book, before or after the change, or the end of the first new week if
    /// that is later. Special days after it are counted, too.
    #[schema(example = "2026-12-22", format = Date)]
    pub to: String,
    /// How many of these days change.
    #[schema(example = 24)]
    pub days: usize,
    /// How many slots open, over all courts; those that a closure keeps closed are counted as well.
    #[schema(example = 48)]
    pub opened: usize,
    /// The lowest price of the slots that open, paise; null: none has a price.
    #[schema(required, example = 80_000)]
    pub opened_lowest_paise: Option<i64>,
    /// The highest price of the slots that open, paise; null: none has a price.
    #[schema(required, example = 120_000)]
    pub opened_highest_paise: Option<i64>,
    /// How many slots close, over all courts. Those that are booked stay booked.
    #[schema(example = 312)]
    pub closed: usize,
    /// Slots of the new hours without a price, which cannot be booked: each weekday of the new week once, and each special day.
    pub unpriced: Vec<UnpricedStart>,
    /// How many bookings and holds ahead are within the present hours and outside the new ones. They stay.
    #[schema(example = 3)]
    pub outside: usize,
    /// The first 100 bookings and holds of `outside`, by court and start.
    pub listed: Vec<OutsideBooking>,
    /// How many bookings and holds are outside the present hours already.
    #[schema(example = 0)]
    pub outside_before: usize,
}

/// A start without a price.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnpricedStart {
    /// The day.
    #[schema(example = "2026-11-28", format = Date)]
    pub day: String,
    /// The start, minutes of the day.
    #[schema(example = 1380)]
    pub minute: u16,
    /// On how many courts.
    #[schema(example = 12)]
    pub courts: usize,
}

/// A booking or hold outside of the new hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutsideBooking {
    /// Its order.
    #[schema(example = 4_820_193_756_i64)]
    pub order: i64,
    /// The court.
    #[schema(example = "Court 3")]
    pub court: String,
    /// The day at the venue.
    #[schema(example = "2026-11-30", format = Date)]
    pub day: String,
    /// The start, minutes of the day.
    #[schema(example = 420)]
    pub minute: u16,
    /// The player's name.
    #[schema(example = "Rohan Mehta")]
    pub player: String,
    /// Whether it is only held and not booked yet.
    #[schema(example = false)]
    pub is_held: bool,
}

/// Hours that were published.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedHours {
    /// The number of the new version.
    #[schema(example = 5)]
    pub version: i64,
    /// From which day its week is valid.
    #[schema(example = "2026-11-28", format = Date)]
    pub valid_from: String,
    /// How many slots opened, over all courts, as the preview counts them.
    #[schema(example = 48)]
    pub opened: usize,
    /// How many slots closed, over all courts.
    #[schema(example = 312)]
    pub closed: usize,
    /// Bookings and holds that were within the hours before and are outside the new ones.
    #[schema(example = 3)]
    pub outside: usize,
}

/// Tells what a change of hours would do now. Changes nothing.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/hours/preview", operation_id = "preview_hours", tag = "hours",
    security(("session" = [])), request_body = HoursChangeRequest,
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "What it would do.", body = HoursPreviewAnswer)))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<HoursChangeRequest, PRICES_LIMIT>,
) -> Result<Json<HoursPreviewAnswer>, Problem> {
    let change = request.read()?;
    let seen = preview_hours(&api.app, &actor, venue_id(&venue)?, change).await.map_err(problem)?;
    Ok(Json(answer(seen)))
}

fn answer(seen: HoursPreview) -> HoursPreviewAnswer {
    let HoursPreview { from, to, days, opened, opened_prices, closed, unpriced, outside, outside_before } =
        seen;
    HoursPreviewAnswer {
        from: from.to_string(),
        to: to.to_string(),
        days,
        opened,
        opened_lowest_paise: opened_prices.map(|(lowest, _)| Money::paise(lowest)),
        opened_highest_paise: opened_prices.map(|(_, highest)| Money::paise(highest)),
        closed,
        unpriced: unpriced
            .into_iter()
            .map(|(day, start, courts)| UnpricedStart {
                day: day.to_string(),
                minute: start.minute(),
                courts,
            })
            .collect(),
        outside: outside.len(),
        listed: outside.into_iter().take(MOST_LISTED).map(listed).collect(),
        outside_before,
    }
}

fn listed(case: Stranded) -> OutsideBooking {
    let Stranded { booking, is_held, .. } = case;
    OutsideBooking {
        order: booking.order.value(),
        court: booking.court,
        day: booking.day.to_string(),
        minute: booking.start.minute(),
        player: booking.player,
        is_held,
    }
}

/// Publishes hours as a new version: its week is valid from its first day on, its special days on their day, and its limits of
/// players immediately. Bookings and holds outside of them stay as they are, and no slot that overlaps one of these is sold.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/hours", operation_id = "publish_hours", tag = "hours",
    security(("session" = [])), request_body = HoursChangeRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("hours.publish"))),
    responses((status = 201, description = "Published.", body = PublishedHours)))]
pub(crate) async fn publish(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<HoursChangeRequest, PRICES_LIMIT>,
) -> Result<(StatusCode, Json<PublishedHours>), Problem> {
    let change = request.read()?;
    let published = publish_hours(&api.app, &actor, venue_id(&venue)?, change, key).await;
    let published = published.map_err(|error| match error {
        PublishHoursError::Preview(error) => problem(error),
        PublishHoursError::NothingChanges => Problem::of(ProblemKind::HoursUnchanged),
        PublishHoursError::Refused(refused) => refused.into(),
        PublishHoursError::Store(error) => error.into(),
    })?;
    let answer = PublishedHours {
        version: published.version,
        valid_from: published.valid_from.to_string(),
        opened: published.opened,
        closed: published.closed,
        outside: published.outside,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}
