//! `GET /api/user/own_courts`: the customer's hold and future bookings. A call of its own, so that `getcourt` is the same for all
//! customers.

use axum::extract::State;
use serde::Serialize;
use sideout_app::{
    App, Order,
    booking::own_courts::{OwnHold, own_courts as find_own_courts},
    payments::may_pay_online,
};
use utoipa::ToSchema;

use super::get_order_info::PaymentStatus;
use crate::{
    extract::SignedIn,
    state::ApiState,
    wire::{CourtType, Rupees, answer::Answer, api_error::ApiError},
};

/// The courts of the customer.
#[derive(Serialize, ToSchema)]
pub struct OwnCourtsAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// Always empty: the call has no message.
    #[schema(example = "")]
    pub message: String,
    /// The court that is held; null when no court is held.
    pub hold: Option<HeldCourt>,
    /// The games ahead, the next one first, at most 100 together with the hold.
    pub bookings: Vec<BookedCourt>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// A court and an hour.
#[derive(Serialize, ToSchema)]
pub struct OwnCourt {
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The sport's number; 1 is pickleball.
    #[schema(example = 1)]
    pub sport_id: i64,
    /// The court's number in the system.
    #[schema(example = 3)]
    pub court_id: i64,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`, in the venue's time zone.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-22T13:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// What it costs, rupees: the price less the discount.
    #[schema(example = 800)]
    pub total_amount: Rupees,
}

/// A court that is held.
#[derive(Serialize, ToSchema)]
pub struct HeldCourt {
    /// The court and the hour.
    #[serde(flatten)]
    pub court: OwnCourt,
    /// When the hold expires, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:40:00Z", format = DateTime)]
    pub expires_at: String,
    /// Whether an online payment was begun whose outcome is not known yet.
    #[schema(example = false)]
    pub payment_under_way: bool,
    /// Whether this customer is offered online payment.
    #[schema(example = false)]
    pub may_pay_online: bool,
}

/// A court that is booked.
#[derive(Serialize, ToSchema)]
pub struct BookedCourt {
    /// The court and the hour.
    #[serde(flatten)]
    pub court: OwnCourt,
    /// Whether and how it is paid.
    pub payment_status: PaymentStatus,
    /// What is still to be paid, rupees.
    #[schema(example = 800)]
    pub due_amount: Rupees,
}

/// Returns the court that the customer holds and the games that they have booked ahead.
#[utoipa::path(get, path = "/api/user/own_courts", operation_id = "own_courts", tag = "booking",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "The courts", body = OwnCourtsAnswer)))]
pub async fn own_courts(
    State(api): State<ApiState>,
    player: SignedIn,
) -> Result<Answer<OwnCourtsAnswer>, ApiError> {
    let found = find_own_courts(&api.app, player.customer_id).await?;
    Ok(Answer(OwnCourtsAnswer {
        error: 0,
        message: String::new(),
        hold: found.hold.map(|hold| held(hold, &api.app)),
        bookings: found.bookings.into_iter().map(booked).collect(),
        server_time: api.app.clock.now().to_string(),
    }))
}

fn held(OwnHold { order, payment_under_way }: OwnHold, app: &App) -> HeldCourt {
    HeldCourt {
        expires_at: order.held_until.unwrap_or(order.slot.starts_at).to_string(),
        payment_under_way,
        may_pay_online: may_pay_online(app, order.customer),
        court: court(order),
    }
}

fn booked(order: Order) -> BookedCourt {
    BookedCourt {
        payment_status: PaymentStatus::of(&order, order.status),
        due_amount: order.amounts().due_at_desk(order.status).into(),
        court: court(order),
    }
}

fn court(order: Order) -> OwnCourt {
    OwnCourt {
        orderid: order.number.to_string(),
        venue_id: order.venue.0,
        sport_id: order.sport.0,
        court_id: order.slot.court.0,
        court_type: order.court_type.into(),
        date: order.day.to_string(),
        time: order.start.to_string(),
        starts_at: order.slot.starts_at.to_string(),
        total_amount: order.total().into(),
        venue: order.venue_name,
        court: order.court_name,
    }
}
