//! `GET /api/desk/bookings/{order}/extension` and `POST …/extensions`: the next hour that the
//! player has not booked on the court of a booking, and adding it.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::bookings::extend_booking::{
        ExtendAtDesk, ExtendError, ExtendedAtDesk, ExtensionPreview, extend_at_desk, preview_extension,
    },
    steps::audited::Actor,
};
use sideout_domain::money::Money;
use utoipa::ToSchema;

use super::{not_for_sale, numbers_in_use, start_of, taken};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    routes::desk::board::{Viewer, booking::BookingAnswer, day_of, not_found, order_number},
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The hour that would be added to a booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtensionAnswer {
    /// The version of the booking that it is about.
    #[schema(example = 7)]
    pub version: i64,
    /// The court's number in the system.
    #[schema(example = 23)]
    pub court: i64,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// The price of the hour, paise.
    #[schema(example = 100_000)]
    pub total_paise: i64,
}

/// The request to extend a booking.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExtendRequest {
    /// The day of the next hour, as the caller was shown it, in the venue's time zone. If another hour follows the booking by now,
    /// nothing is booked.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// Its start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// What it costs, in paise. If it is another amount, nothing is booked.
    #[schema(example = 100_000)]
    pub total_paise: i64,
}

/// The hour that was added: a booking of its own, in one group with the first booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtendedAnswer {
    /// The new booking's number.
    #[schema(example = "4820193757")]
    pub order: String,
    /// The new booking's version.
    #[schema(example = 1)]
    pub version: i64,
    /// The new booking's group.
    #[schema(example = 881)]
    pub group: i64,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// The price of the hour, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// Until when it can be undone, as any booking, ISO 8601 UTC. The player gets the notice after that.
    #[schema(example = "2026-11-22T12:55:00Z", format = DateTime)]
    pub undo_until: String,
}

/// Returns the hour that extending a booking would add, and what it costs. The court is not held: whether it is free
/// is decided when the booking is extended.
#[utoipa::path(get, path = "/api/desk/bookings/{order}/extension", operation_id = "preview_extension",
    tag = "bookings", security(("session" = [])),
    params(("order" = String, Path, description = "The order's number.")),
    extensions(("x-permission" = json!("booking.extend"))),
    responses((status = 200, description = "The next hour.", body = ExtensionAnswer),
        (status = 409, description = "It cannot be extended, or not by this hour.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
) -> Result<Json<ExtensionAnswer>, Problem> {
    match preview_extension(&api.app, &actor, order_number(&order)?).await {
        Ok((details, preview)) => Ok(Json(ExtensionAnswer::of(details.booking.version, &preview))),
        Err(error) => Err(problem(&api, &actor, error, 0).await),
    }
}

/// Books the next hour that the player has not booked on the court of a booking, to be paid at the court.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/extensions", operation_id = "extend_at_desk",
    tag = "bookings", security(("session" = [])), request_body = ExtendRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("booking.extend"))),
    responses((status = 201, description = "Booked.", body = ExtendedAnswer)))]
pub(crate) async fn extend(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<ExtendRequest>,
) -> Result<Response, Problem> {
    let request = ExtendAtDesk {
        number: order_number(&order)?,
        version,
        day: day_of(&request.day)?,
        start: start_of(request.minute)?,
        total: Money::from_paise(request.total_paise),
    };
    match extend_at_desk(&api.app, &actor, request, key).await {
        Ok(extended) => {
            let answer = ExtendedAnswer::of(&extended);
            let location = format!("/api/desk/bookings/{}", answer.order);
            Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer)).into_response())
        }
        Err(error) => Err(problem(&api, &actor, error, version).await),
    }
}

impl ExtensionAnswer {
    fn of(version: i64, preview: &ExtensionPreview) -> Self {
        ExtensionAnswer {
            version,
            court: preview.slot.court.0,
            day: preview.slot.day.to_string(),
            minute: preview.slot.start.minute(),
            total_paise: preview.price.paise(),
        }
    }
}

impl ExtendedAnswer {
    fn of(extended: &ExtendedAtDesk) -> Self {
        ExtendedAnswer {
            order: extended.number.to_string(),
            version: extended.version,
            group: extended.group,
            court: extended.court,
            day: extended.day.to_string(),
            minute: extended.minute,
            price_paise: extended.price_paise,
            undo_until: extended.undo_until.to_string(),
        }
    }
}

/// The problem of a refused extension; `version` is the one that the caller saw.
async fn problem(api: &ApiState, actor: &Actor, error: ExtendError, version: i64) -> Problem {
    match error {
        ExtendError::NoSuchBooking => not_found(),
        ExtendError::NotExtendable => Problem::of(ProblemKind::WrongState),
        ExtendError::NotForSale(reason) => not_for_sale(reason),
        ExtendError::Taken(venue, slot) => taken(api, venue, slot).await,
        ExtendError::ChangedMeanwhile(current) => match Viewer::of(&api.app, actor).await {
            Ok(viewer) => {
                let current = BookingAnswer::of(*current, &viewer).await;
                Problem::of(ProblemKind::ChangedMeanwhile).with_current(current)
            }
            Err(problem) => problem,
        },
        ExtendError::PriceChanged(preview) => {
            let current = ExtensionAnswer::of(version, &preview);
            Problem::of(ProblemKind::PriceChanged).with_current(current)
        }
        ExtendError::NumberInUse => numbers_in_use(),
        ExtendError::Refused(refused) => refused.into(),
        ExtendError::Store(error) => error.into(),
    }
}
