//! `POST /api/desk/venues/{venue}/bookings`: books courts for a player.

use std::collections::HashSet;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sideout_app::desk::bookings::{
    DeskSlot,
    book::{
        BookAtDesk, BookError, BookedAtDesk, BookedOrder, MOST_SLOTS, MOST_SLOTS_OF_SERIES, PayNow, Player,
        book_at_desk,
    },
};
use sideout_domain::{
    CustomerId,
    money::Money,
    person::{FullName, FullNameError, Phone},
};
use utoipa::ToSchema;

use super::{not_for_sale, numbers_in_use, slot, taken};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::{
        approvals::{ApprovalRequest, approved},
        board::{Viewer, day_of, venue_id},
        money::payments::{ClerkTender, PaymentAnswer, take_problem},
        short_text::short_text,
    },
    state::ApiState,
    wire::{
        api_error::ApiError,
        problem::{Problem, ProblemKind},
    },
};

/// The slots to be booked, and the player.
#[derive(Deserialize, ToSchema)]
pub struct BookRequest {
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The slots of that day, 1 to 12, each once.
    pub slots: Vec<BookedSlot>,
    /// For a weekly series: the slots of later weeks, at most 104 with those of the first day, each once, on the same day of the week,
    /// in at most `series_weeks` weeks in all (`GET /api/desk/me`; more are `too_many_weeks`). The player gets a notice of the
    /// games of the first day only.
    #[serde(default)]
    pub later_weeks: Vec<LaterSlot>,
    /// The player.
    pub player: BookedPlayer,
    /// The name of the person who comes, if that is not the player; 3 to 50 characters.
    #[schema(required, example = "Asha Patel")]
    pub contact_name: Option<String>,
    /// The sum of all slots that the clerk quoted to the player, paise.
    #[schema(example = 100_000)]
    pub total_paise: i64,
    /// How all of the first day is paid at once (needs `payment.take`); left out or null: it stays due.
    #[serde(default)]
    pub pay: Option<PayNowRequest>,
    /// Whether the players are here for the games of the first day (needs `attendance.mark`).
    #[serde(default)]
    #[schema(example = false)]
    pub arrive: bool,
    /// A colleague's approval, if the player is blocked and the caller has no `player.block`.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// How a booking is paid at the moment it is made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayNowRequest {
    /// How the money is taken.
    pub tender: ClerkTender,
    /// The reference of the UPI payment, of the card machine or of the bank transfer, at most 200 characters.
    #[serde(default)]
    #[schema(example = "4417")]
    pub reference: Option<String>,
}

/// A slot: a court and a start.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookedSlot {
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
}

/// A slot of a later week.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LaterSlot {
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-29", format = Date)]
    pub day: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
}

/// The player of a booking: `id` of a known player; `name` and `phone`, where a known phone is that player's; or
/// `no_phone` with or without `name`, for a guest who gives no number.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookedPlayer {
    /// The id of a known player.
    #[schema(example = "104233170526")]
    pub id: Option<String>,
    /// The name; 3 to 50 characters.
    #[schema(example = "Rohan Mehta")]
    pub name: Option<String>,
    /// The mobile number: ten digits, with or without spaces, `+91` or `0`.
    #[schema(example = "98250 41736")]
    pub phone: Option<String>,
    /// Whether it is a guest who gives no number and gets no notices. Without a name the guest is called "Guest".
    #[serde(default)]
    #[schema(example = false)]
    pub no_phone: bool,
}

/// The bookings that were made.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedAnswer {
    /// One booking for each slot, in the order of the request, those of later weeks last.
    pub bookings: Vec<NewBooking>,
    /// The player of the bookings.
    pub player: PlayerOfBooking,
    /// Until when it can be undone, ISO 8601 UTC. The player gets the notice after that.
    #[schema(example = "2026-11-22T12:55:00Z", format = DateTime)]
    pub undo_until: String,
    /// The payment, if it was paid at once. What was paid is not undone but voided.
    #[schema(required)]
    pub payment: Option<PaymentAnswer>,
}

/// A booking that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewBooking {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The price, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// The booking's version.
    #[schema(example = 0)]
    pub version: i64,
}

/// The player of a new booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerOfBooking {
    /// The player's id.
    #[schema(example = "104233170526")]
    pub id: String,
    /// The name that was noted for this game, or else the player's name.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The phone number, whole if the request has it and the caller has `phone.read`, else masked, `+91 ••••• •1736`; null for a guest
    /// without one.
    #[schema(required, example = "98250 41736")]
    pub phone: Option<String>,
    /// Whether the desk did not know the number before.
    #[schema(example = false)]
    pub is_new: bool,
}

/// Books slots for one player, all of them or none, to be paid later or at once, once or every week. What the caller holds becomes the
/// booking. For a blocked player it needs `player.block`, of the caller or of a colleague who approves.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/bookings", operation_id = "book_at_desk", tag = "bookings",
    security(("session" = [])), request_body = BookRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 201, description = "Booked.", body = BookedAnswer)))]
pub(crate) async fn book(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<BookRequest>,
) -> Result<Response, Problem> {
    let venue = venue_id(&venue)?;
    let slots = read_slots(&request)?;
    let approval = request.approval;
    let player = read_player(&request.player)?;
    let typed = match &player {
        Player::ByPhone { phone, .. } => Some(phone.clone()),
        Player::Known(_) | Player::WithoutNumber { .. } | Player::OfBooking(_) => None,
    };
    let request = BookAtDesk {
        slots: slots.clone(),
        player,
        contact_name: request
            .contact_name
            .as_deref()
            .map(|text| full_name("contact_name", text))
            .transpose()?,
        total: Money::from_paise(request.total_paise),
        pay: read_pay_now(request.pay)?,
        arrive: request.arrive,
    };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let actor = approved(&api, actor, approval, &key, &caller).await?;
    let booked = match book_at_desk(&api.app, &actor, venue, request, key).await {
        Ok(booked) => booked,
        Err(BookError::Taken(slot)) => return Err(taken(&api, venue, slot).await),
        Err(BookError::NotForSale(reason)) => return Err(not_for_sale(reason)),
        Err(BookError::NoSuchPlayer) => return Err(Problem::field("player", "unknown")),
        Err(BookError::PlayerLocked) => return Err(Problem::of(ProblemKind::PlayerLocked)),
        Err(BookError::PriceChanged { total, first_day }) => {
            let current = json!({ "total_paise": total.paise(), "first_day_paise": first_day.paise() });
            return Err(Problem::of(ProblemKind::PriceChanged).with_current(current));
        }
        Err(BookError::Payment(error)) => return Err(take_problem(error, &viewer).await),
        Err(BookError::Arrival(_)) => return Err(Problem::of(ProblemKind::TooEarly)),
        Err(BookError::NumberInUse) => return Err(numbers_in_use()),
        Err(BookError::Approval(error)) => return Err(error.into()),
        Err(BookError::Refused(refused)) => return Err(refused.into()),
        Err(BookError::Store(error)) => return Err(error.into()),
    };
    let answer = answer(&slots, booked, typed.as_ref(), &viewer)?;
    let first = answer.bookings.first().map_or("", |booking| booking.order.as_str());
    let location = format!("/api/desk/bookings/{first}");
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer)).into_response())
}

/// The answer; `typed` is the number in the request.
fn answer(
    slots: &[DeskSlot],
    booked: BookedAtDesk,
    typed: Option<&Phone>,
    viewer: &Viewer,
) -> Result<BookedAnswer, Problem> {
    let booking = |(order, slot): (&BookedOrder, &DeskSlot)| NewBooking {
        order: order.number.to_string(),
        day: slot.day.to_string(),
        court: slot.court.0,
        minute: slot.start.minute(),
        price_paise: order.price_paise,
        version: order.version,
    };
    let phone = booked.phone.map(|phone| phone.parse::<Phone>()).transpose();
    let phone = phone.map_err(|error| {
        tracing::error!(%error, "the phone number of a booking's player could not be read");
        Problem::from(ApiError::internal())
    })?;
    // The number of a known player may be private, and the caller need not see it to book.
    let show = |phone: &Phone| if typed == Some(phone) { viewer.phone(phone) } else { phone.masked() };
    Ok(BookedAnswer {
        bookings: booked.orders.iter().zip(slots).map(booking).collect(),
        player: PlayerOfBooking {
            id: booked.customer.to_string(),
            name: booked.name,
            phone: phone.as_ref().map(show),
            is_new: booked.is_new,
        },
        undo_until: booked.undo_until.to_string(),
        payment: booked.payment.map(PaymentAnswer::from),
    })
}

fn read_pay_now(request: Option<PayNowRequest>) -> Result<Option<PayNow>, Problem> {
    let read = |pay: PayNowRequest| {
        Ok(PayNow { tender: pay.tender.into(), reference: short_text("reference", pay.reference)? })
    };
    request.map(read).transpose()
}

fn read_slots(request: &BookRequest) -> Result<Vec<DeskSlot>, Problem> {
    if !(1..=MOST_SLOTS).contains(&request.slots.len()) {
        return Err(Problem::field("slots", "count"));
    }
    let day = day_of(&request.day)?;
    let mut slots = Vec::new();
    let mut seen = HashSet::new();
    for BookedSlot { court, minute } in &request.slots {
        let slot = slot(*court, day, *minute)?;
        if !seen.insert(slot) {
            return Err(Problem::field("slots", "twice"));
        }
        slots.push(slot);
    }
    if slots.len() + request.later_weeks.len() > MOST_SLOTS_OF_SERIES {
        return Err(Problem::field("later_weeks", "count"));
    }
    for LaterSlot { day: later, court, minute } in &request.later_weeks {
        let slot = slot(*court, day_of(later)?, *minute)?;
        if slot.day <= day || slot.day.weekday() != day.weekday() {
            return Err(Problem::field("later_weeks", "same_weekday"));
        }
        if !seen.insert(slot) {
            return Err(Problem::field("later_weeks", "twice"));
        }
        slots.push(slot);
    }
    Ok(slots)
}

fn read_player(request: &BookedPlayer) -> Result<Player, Problem> {
    if let Some(id) = &request.id {
        let id = id.parse::<CustomerId>().map_err(|_| Problem::field("player", "unknown"))?;
        return Ok(Player::Known(id));
    }
    if request.no_phone {
        if request.phone.is_some() {
            return Err(Problem::field("no_phone", "with_phone"));
        }
        let name = request.name.as_deref().map(|name| full_name("name", name)).transpose()?;
        return Ok(Player::WithoutNumber { full_name: name.unwrap_or_else(FullName::of_guest) });
    }
    let phone = request.phone.as_deref().unwrap_or_default();
    let phone: Phone = phone.parse().map_err(|_| Problem::field("phone", "phone"))?;
    let full_name = full_name("name", request.name.as_deref().unwrap_or_default())?;
    Ok(Player::ByPhone { full_name, phone })
}

pub(super) fn full_name(field: &'static str, text: &str) -> Result<FullName, Problem> {
    text.parse().map_err(|error| {
        Problem::field(
            field,
            match error {
                FullNameError::Required => "required",
                FullNameError::TooShort | FullNameError::TooLong => "length",
                FullNameError::Pattern => "pattern",
            },
        )
    })
}
