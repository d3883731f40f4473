//! `GET /api/user/getBookingHistory`: the customer's bookings, newest first.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use sideout_app::{
    Order,
    booking::list_bookings::{list_bookings, list_unbooked_payments},
    platform::venues::{VenueList, list_venues, still_offers},
    steps::payment_overview::{ShownRefunds, list_shown_refunds},
};
use sideout_domain::order;
use utoipa::ToSchema;

use super::get_order_info::{CancelledBy, OnlinePaymentState, OrderStatus, PaymentStatus};
use crate::{
    extract::SignedIn,
    state::ApiState,
    wire::{
        CourtType, RefundInfo, Rupees,
        answer::Answer,
        api_error::ApiError,
        day::{carddate, zone_name_of},
        messages::{Message, MessageFields},
    },
};

/// The bookings, under `data` (spec §7).
#[derive(Serialize, ToSchema)]
pub struct GetBookingHistoryAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The list, in the field that the specification names.
    pub data: BookingHistory,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// The list and its message.
#[derive(Serialize, ToSchema)]
pub struct BookingHistory {
    /// At most 200 bookings, and at most 200 orders that are not bookings although money for them is on its way or is refunded
    /// (`unbooked_payment`); the newest first. Unpaid bookings that the desk made and undid are left out.
    pub order: Vec<BookingRecord>,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
}

/// One booking, or an order that is none but has a payment or a refund (spec §3, booking history record).
#[derive(Serialize, ToSchema)]
pub struct BookingRecord {
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// Date and time in the venue's zone.
    #[schema(example = "21 Nov 2026 | 6:00 AM")]
    pub carddate: String,
    /// Path or https link of the venue's picture.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub image: String,
    /// The booking's status.
    pub status: OrderStatus,
    /// The order's number: '#' and ten digits.
    #[schema(example = "#4071553902")]
    pub order_id: String,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// What the booking costs, rupees: the price less the discount.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// What is still to be paid, rupees; 0 if the court is not kept any more.
    #[schema(example = 750)]
    pub due_amount: Rupees,
    /// Whether and how it is paid.
    pub payment_status: PaymentStatus,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-21T00:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The sport's number; 1 is pickleball.
    #[schema(example = 1)]
    pub sport_id: i64,
    /// The court's number in the system.
    #[schema(example = 3)]
    pub court_id: i64,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-21", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`, in the venue's time zone.
    #[schema(example = "6:00 AM")]
    pub time: String,
    /// IANA name of the venue's zone; null when the venue is retired.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: Option<String>,
    /// Whether venue and court are still on offer, so that the same can be booked again.
    #[schema(example = true)]
    pub still_offered: bool,
    /// The money that goes back, as `refund` of `get_order_info`.
    pub refund: Option<RefundInfo>,
    /// All parts of it, as `refunds` of `get_order_info`.
    pub refunds: Vec<RefundInfo>,
    /// Only for an order that is not a booking: the state of its online payment, as in `get_order_info`: `under_way` or one of the
    /// refund's states.
    #[schema(example = "under_way")]
    pub unbooked_payment: Option<OnlinePaymentState>,
    /// Who cancelled it; null if it is not cancelled.
    pub cancelled_by: Option<CancelledBy>,
}

/// Lists the customer's bookings. Query parameters are ignored.
#[utoipa::path(get, path = "/api/user/getBookingHistory", operation_id = "getBookingHistory", tag = "history",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "The bookings", body = GetBookingHistoryAnswer)))]
pub async fn get_booking_history(
    State(api): State<ApiState>,
    player: SignedIn,
) -> Result<Answer<GetBookingHistoryAnswer>, ApiError> {
    let now = api.app.clock.now();
    let mut orders = list_bookings(&api.app, player.customer_id).await?;
    if api.app.payments.is_some() {
        let unbooked = list_unbooked_payments(&api.app, player.customer_id).await?;
        orders.extend(unbooked);
        orders.sort_by_key(|order| std::cmp::Reverse(order.created_at));
    }
    let venues = list_venues(&api.app).await?;
    let mut refunds = list_shown_refunds(&api.app, player.customer_id, &orders).await?;
    let message = if orders.is_empty() { Message::NoBookings } else { Message::Bookings };
    let message = MessageFields::from(message);
    Ok(Answer(GetBookingHistoryAnswer {
        error: 0,
        message: message.clone(),
        data: BookingHistory {
            order: orders
                .into_iter()
                .map(|order| {
                    let shown = refunds.remove(&order.number);
                    record(order, shown, &venues, now)
                })
                .collect(),
            message,
        },
        server_time: now.to_string(),
    }))
}

/// An order of the list with what its player sees of its refunds.
fn record(order: Order, shown: Option<ShownRefunds>, venues: &VenueList, now: Timestamp) -> BookingRecord {
    let status = order.status_at(now);
    let is_unbooked = matches!(
        status,
        order::OrderStatus::Held | order::OrderStatus::Released | order::OrderStatus::Expired
    );
    let payment = shown.as_ref().map(|shown| &shown.payment);
    let refunds = shown.as_ref().map_or(&[][..], |shown| &shown.refunds);
    BookingRecord {
        unbooked_payment: is_unbooked
            .then(|| payment.and_then(OnlinePaymentState::of).unwrap_or(OnlinePaymentState::UnderWay)),
        refunds: refunds.iter().map(RefundInfo::from).collect(),
        refund: shown.as_ref().and_then(|shown| shown.refund.as_ref()).map(RefundInfo::from),
        carddate: carddate(order.day, order.start),
        status: status.into(),
        order_id: format!("#{}", order.number),
        court_type: order.court_type.into(),
        total_amount: order.total().into(),
        due_amount: order.amounts().due_at_desk(status).into(),
        payment_status: PaymentStatus::of(&order, status),
        starts_at: order.slot.starts_at.to_string(),
        venue_id: order.venue.0,
        sport_id: order.sport.0,
        court_id: order.slot.court.0,
        date: order.day.to_string(),
        time: order.start.to_string(),
        timezone: zone_name_of(venues, order.venue),
        still_offered: still_offers(venues, &order),
        cancelled_by: CancelledBy::of(&order),
        venue: order.venue_name,
        location: order.venue_location,
        image: order.venue_image,
        court: order.court_name,
    }
}
