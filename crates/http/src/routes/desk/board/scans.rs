//! `POST /api/desk/venues/{venue}/scans`: checks a pass that is shown at a venue.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::{
        board::BookingDetails,
        check_in::{
            CheckIn,
            scan_pass::{ScanOutcome, ScanPass, ScanPassError, ScannedPass, scan_pass},
        },
    },
    platform::pass_code::PassError,
};
use utoipa::ToSchema;

use super::{Viewer, booking::BookingAnswer, venue_id};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    state::ApiState,
    wire::{answer::Answer, problem::Problem},
};

/// A pass that was shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct ScanRequest {
    /// The text of the pass's QR code.
    #[schema(
        example = "SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ"
    )]
    pub pass: String,
    /// The version of the booking that the clerk saw before deciding to check the players in although the booking was moved, is
    /// over or owes money; null for a pass that was just scanned. If the booking has another version by now, it is checked again.
    #[schema(required, example = json!(null))]
    pub seen_version: Option<i64>,
}

/// The result of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScanCode {
    /// The players are checked in now.
    CheckedIn,
    /// `amount_paise` is still to be paid; the players are not checked in.
    Due,
    /// They were checked in before: at `at`, by `by`.
    AlreadyIn,
    /// The booking is for another day: `day`, `minute`, `court`.
    WrongDay,
    /// Check-in begins at `at`.
    TooEarly,
    /// The time of the court ended at `at`, and no arrival was recorded.
    Over,
    /// The booking was moved, or its court was closed and it has another place: at `day`, `minute`, `court`.
    Moved,
    /// The booking was cancelled at `at`, or its court was closed then and no other booking replaces it.
    Cancelled,
    /// The day of the booking is closed.
    DayClosed,
    /// The pass is for another venue: `venue`. Or its court was closed, and its player has a court of that venue instead.
    OtherVenue,
    /// The pass is genuine, but this venue has no booking with its number, and the court on the pass was retired or is of this venue.
    UnknownBooking,
    /// The text is not a pass, or was read in part.
    NotAPass,
    /// The pass was signed with a key that is not known here.
    UnknownKey,
    /// The pass was not signed here: it is forged, or was read wrongly.
    WrongSignature,
}

/// The parameters of the message about a scan; only those of its code are present.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScanParams {
    /// The instant that the message names, ISO 8601 UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub at: Option<String>,
    /// The member of staff who checked the players in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Kiran Joshi")]
    pub by: Option<String>,
    /// The day of the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-22", format = Date)]
    pub day: Option<String>,
    /// The start of the booking, minutes of the venue's day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1140)]
    pub minute: Option<u16>,
    /// The name of the booking's court.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Court 3")]
    pub court: Option<String>,
    /// The name of the venue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Riverside Arena")]
    pub venue: Option<String>,
    /// The amount that is still to be paid, paise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 85_000)]
    pub amount_paise: Option<i64>,
}

/// A scanned pass.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScanAnswer {
    /// The result of the scan.
    pub code: ScanCode,
    /// The parameters of the message about the scan.
    pub params: ScanParams,
    /// The booking as it is now; null if there is none, if it is at a venue where the caller does not work, and for `unknown_booking`, also
    /// if another venue has a booking with its number.
    #[schema(required)]
    pub booking: Option<BookingAnswer>,
}

/// Verifies a pass and checks its players in, if nothing is due and nothing else prevents it.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/scans", operation_id = "scan_pass", tag = "board",
    security(("session" = [])), request_body = ScanRequest,
    params(("venue" = i64, Path, description = "The number of the venue where the pass is shown."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("attendance.mark"))),
    responses((status = 200, description = "What the pass led to; `code` is `checked_in` if it was used.", body = ScanAnswer)))]
pub(crate) async fn scan(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<ScanRequest>,
) -> Result<Answer<ScanAnswer>, Problem> {
    let scan = ScanPass { venue: venue_id(&venue)?, text: request.pass, seen_version: request.seen_version };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    match scan_pass(&api.app, &actor, scan, key).await {
        Ok(scanned) => Ok(Answer(ScanAnswer::of(scanned, &viewer).await)),
        Err(ScanPassError::Pass(error)) => Ok(Answer(ScanAnswer::without_booking(error.into()))),
        Err(ScanPassError::NotAllowed(refused)) => Err(refused.into()),
        Err(ScanPassError::Store(error)) => Err(error.into()),
    }
}

impl From<PassError> for ScanCode {
    fn from(error: PassError) -> Self {
        match error {
            PassError::Malformed => ScanCode::NotAPass,
            PassError::UnknownKey => ScanCode::UnknownKey,
            PassError::WrongSignature => ScanCode::WrongSignature,
        }
    }
}

impl From<CheckIn> for ScanCode {
    fn from(outcome: CheckIn) -> Self {
        match outcome {
            CheckIn::Admitted => ScanCode::CheckedIn,
            CheckIn::Due => ScanCode::Due,
            CheckIn::AlreadyIn => ScanCode::AlreadyIn,
            CheckIn::WrongDay => ScanCode::WrongDay,
            CheckIn::TooEarly => ScanCode::TooEarly,
            CheckIn::Over => ScanCode::Over,
            CheckIn::Moved => ScanCode::Moved,
            CheckIn::Cancelled => ScanCode::Cancelled,
            CheckIn::DayClosed => ScanCode::DayClosed,
        }
    }
}

impl ScanAnswer {
    async fn of(scanned: ScannedPass, viewer: &Viewer) -> Self {
        let ScannedPass { outcome, details, opens_at } = scanned;
        let (code, params) = match outcome {
            ScanOutcome::OtherVenue(venue) => {
                (ScanCode::OtherVenue, ScanParams { venue: Some(venue), ..ScanParams::default() })
            }
            ScanOutcome::UnknownBooking => (ScanCode::UnknownBooking, ScanParams::default()),
            ScanOutcome::OfBooking(outcome) => {
                let params = details.as_ref().map(|details| params(outcome, details, opens_at, viewer));
                (outcome.into(), params.unwrap_or_default())
            }
        };
        let booking = match details {
            Some(details) => Some(BookingAnswer::of(details, viewer).await),
            None => None,
        };
        ScanAnswer { code, params, booking }
    }

    fn without_booking(code: ScanCode) -> Self {
        ScanAnswer { code, params: ScanParams::default(), booking: None }
    }
}

fn params(
    outcome: CheckIn,
    details: &BookingDetails,
    opens_at: Option<Timestamp>,
    viewer: &Viewer,
) -> ScanParams {
    let booking = &details.booking;
    let at = |at: Option<Timestamp>| ScanParams { at: at.map(|at| at.to_string()), ..ScanParams::default() };
    match outcome {
        CheckIn::Admitted | CheckIn::DayClosed => ScanParams::default(),
        CheckIn::Due => ScanParams {
            amount_paise: Some(booking.amounts.due_at_desk(booking.status).paise()),
            ..ScanParams::default()
        },
        CheckIn::AlreadyIn => ScanParams {
            by: details.attendance_by.and_then(|staff| viewer.names.get(&staff)).cloned(),
            ..at(booking.attendance_at)
        },
        CheckIn::TooEarly => at(opens_at),
        CheckIn::Over => at(Some(booking.time.ends_at)),
        CheckIn::Cancelled => at(booking.cancelled_at),
        CheckIn::WrongDay | CheckIn::Moved => ScanParams {
            day: Some(booking.day.to_string()),
            minute: Some(booking.start.minute()),
            court: Some(booking.court_name.clone()),
            ..ScanParams::default()
        },
    }
}
