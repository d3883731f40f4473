//! `POST /api/user/add_times`: holds a court. The database decides who gets it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::{
    App,
    booking::{
        alternatives::find_alternatives_to_taken,
        place_hold::{EXPIRED_HOLDS_PAUSE_MINUTES, Pick, PlaceHoldError, place_hold},
    },
    payments::may_pay_online,
    platform::venues::find_venue,
};
use sideout_domain::{CourtId, SportId, VenueId, order::PLAYERS};
use utoipa::ToSchema;

use crate::{
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{
        CourtType, Rupees,
        alternatives::{Alternatives, NotHeld},
        answer::Answer,
        api_error::ApiError,
        day::{day, infodate, start_time, zone_name},
        messages::{Count, Message, MessageFields, Minutes, Seconds},
        number_or_text,
    },
};

/// The court, the day and the hour.
#[derive(Deserialize, ToSchema)]
pub struct AddTimesRequest {
    /// The sport's number; 1 is pickleball. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 1)]
    pub sport_id: i64,
    /// The venue's number. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The court's number in the system. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 3)]
    pub court_id: i64,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `7:00 PM`, as `gettimeslots` wrote it.
    #[schema(example = "7:00 PM")]
    pub time: String,
}

/// The court is held (spec §3, pending order).
#[derive(Serialize, ToSchema)]
pub struct AddTimesAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// Date and time in the venue's zone, as text.
    #[schema(example = "Sun, 22 Nov 2026 | 7:00 PM")]
    pub infodate: String,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// The venue's postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub long_location: String,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The amount to pay, rupees.
    #[schema(example = 800)]
    pub total_amount: Rupees,
    /// Players per booking (spec §9).
    #[schema(example = 4)]
    pub players: u32,
    /// The name of the customer.
    #[schema(example = "Asha Patel")]
    pub name: String,
    /// Minutes of play.
    #[schema(example = 55)]
    pub play_minutes: u32,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-22T13:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// IANA name of the venue's zone; null when the venue is retired.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: Option<String>,
    /// Until when the booking can be cancelled, by the policy kept with it, ISO 8601 UTC; at that instant it is too late.
    #[schema(example = "2026-11-22T07:30:00Z", format = DateTime)]
    pub cancel_before: String,
    /// What is kept of a paid booking when the player cancels, however it was paid, rupees.
    #[schema(example = 30)]
    pub bank_charge: Rupees,
    /// When the hold expires, ISO 8601 UTC; the same slot again does not extend it.
    #[schema(example = "2026-11-21T13:40:00Z", format = DateTime)]
    pub expires_at: String,
    /// Whether this customer may pay it online (spec §6).
    #[schema(example = false)]
    pub may_pay_online: bool,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// What `add_times` answers with status 200.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum AddTimesOutcome {
    /// The court is held.
    Held(Box<AddTimesAnswer>),
    /// The court is not held; nothing was changed.
    NotHeld(NotHeld),
}

/// Holds a court for a few minutes. `slot_taken` (`error` 1): another customer has taken it, and `alternatives` contains
/// the nearest free courts and hours. `already_booked`: this player has booked it, see `own_courts`. `payment_under_way`: a payment
/// for the court that the player holds is under way, so that court is kept; see `own_courts`.
#[utoipa::path(post, path = "/api/user/add_times", operation_id = "add_times", tag = "booking",
    security(("api_key" = [], "player" = [])), request_body = AddTimesRequest,
    responses((status = 200, description = "Held, or refused", body = AddTimesOutcome)))]
pub async fn add_times(
    State(api): State<ApiState>,
    player: SignedIn,
    Body(request): Body<AddTimesRequest>,
) -> Result<Answer<AddTimesAnswer>, ApiError> {
    let pick = Pick {
        sport: SportId(request.sport_id),
        venue: VenueId(request.venue_id),
        court: CourtId(request.court_id),
        day: day(&request.date)?,
        start: start_time(&request.time)?,
    };
    let order = match place_hold(&api.app, player.customer_id, pick).await {
        Ok(order) => order,
        Err(error @ PlaceHoldError::Taken) => {
            return Err(with_alternatives(&api.app, pick, refused(error)).await);
        }
        Err(error) => return Err(refused(error)),
    };
    let now = api.app.clock.now();
    let timezone = find_venue(&api.app, order.venue).await?.and_then(|venue| zone_name(&venue));
    let left = u32::try_from(order.held_until.unwrap_or(now).duration_since(now).as_secs()).unwrap_or(0);
    Ok(Answer(AddTimesAnswer {
        error: 0,
        message: Message::Held { left_seconds: Seconds(whole_minutes(left)) }.into(),
        orderid: order.number.to_string(),
        date: order.day.to_string(),
        time: order.start.to_string(),
        infodate: infodate(order.day, order.start),
        court_type: order.court_type.into(),
        total_amount: order.total().into(),
        players: PLAYERS,
        play_minutes: order.play_minutes.into(),
        starts_at: order.slot.starts_at.to_string(),
        timezone,
        cancel_before: order.policy.closes_at(order.slot.starts_at).to_string(),
        bank_charge: order.policy.bank_charge.into(),
        expires_at: order.held_until.unwrap_or(now).to_string(),
        may_pay_online: may_pay_online(&api.app, player.customer_id),
        server_time: now.to_string(),
        court: order.court_name,
        location: order.venue_location,
        long_location: order.venue_long_location,
        venue: order.venue_name,
        name: order.customer_name,
    }))
}

/// Up to this many seconds that are missing to a whole minute do not count: answering takes a moment.
const RESPONSE_SECONDS: u32 = 5;

/// Adds [`RESPONSE_SECONDS`] and rounds down to whole minutes, so that a hold of ten minutes is one of ten minutes also
/// a moment after it began. If that is less than a minute, the seconds stay as they are.
fn whole_minutes(seconds: u32) -> u32 {
    match seconds.saturating_add(RESPONSE_SECONDS) / 60 {
        0 => seconds,
        minutes => minutes * 60,
    }
}

/// Adds the alternatives to the refusal; returns it unchanged if they cannot be read.
async fn with_alternatives(app: &App, pick: Pick, refusal: ApiError) -> ApiError {
    match find_alternatives_to_taken(app, pick).await {
        Ok(found) => refusal.with("alternatives", Alternatives::from(found)),
        Err(error) => {
            sideout_app::warn_throttled!(%error, "alternatives to a taken court could not be read");
            refusal
        }
    }
}

fn refused(error: PlaceHoldError) -> ApiError {
    ApiError::refused(match error {
        PlaceHoldError::NoSuchCourt => Message::NoSuchCourt,
        PlaceHoldError::NotBookable => Message::HourNotBookable,
        PlaceHoldError::TooLate(minutes) => Message::HourTooLate { lead_minutes: Minutes(minutes.into()) },
        PlaceHoldError::TooFarAhead(1) => Message::DayTooFarAheadByOne,
        PlaceHoldError::TooFarAhead(days) => Message::DayTooFarAhead { days: Count(days.into()) },
        PlaceHoldError::Taken => Message::SlotTaken,
        PlaceHoldError::AlreadyBooked => Message::AlreadyBooked,
        PlaceHoldError::Blocked => Message::CallTheDesk,
        PlaceHoldError::PaymentUnderWay => Message::PaymentUnderWay,
        // `place_hold` returns the order, or polls, instead.
        PlaceHoldError::AlreadyHeld(_) | PlaceHoldError::NotPolled(_) => return ApiError::unavailable(),
        PlaceHoldError::TooManyExpiredHolds => {
            Message::TooManyExpiredHolds { wait_minutes: Minutes(EXPIRED_HOLDS_PAUSE_MINUTES) }
        }
        PlaceHoldError::Throttled(throttled) => {
            return ApiError::from(throttled).with_message(Message::TooManyHolds);
        }
        PlaceHoldError::Raced => return ApiError::unavailable(),
        PlaceHoldError::Store(error) => return error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::whole_minutes;

    #[test]
    fn seconds_are_rounded_down_to_minutes_unless_five_or_fewer_are_missing_to_the_next() {
        let rounded = [600, 599, 595, 594, 541, 115, 114, 60, 55, 54].map(whole_minutes);
        assert_eq!(rounded, [600, 600, 600, 540, 540, 120, 60, 60, 60, 54]);
    }
}
