//! `GET /api/user/get_order_info`: one order, for the pass, the details, and to learn the outcome after a lost response.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use sideout_app::booking::find_order::find_order;
use sideout_app::closures::offers::find_offers::{ClosureOffer, find_offer};
use sideout_app::platform::venues::{VenueList, list_venues, still_offers};
use sideout_app::{App, Order};
use sideout_app::{
    payments::may_pay_online,
    receipts::IssuedDocument,
    steps::{
        payment_overview::{self, PaymentOverview, PaymentState, find_payment_overview},
        refund_batch::next_batch,
    },
};
use sideout_domain::{
    cancellation::CancellationOutcome,
    money::Money,
    order::{self, PaymentMethod},
    receipt::DocumentKind,
    refund::RefundStatus,
};
use utoipa::ToSchema;

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        CourtType, OrderRequest, Outcome, RefundInfo, Rupees,
        answer::Answer,
        api_error::ApiError,
        closure_choices::OfferState,
        day::zone_name_of,
        messages::{Message, MessageFields},
        order_number::{no_such_order, order_number},
    },
};

/// An order (spec §3, order info).
#[derive(Serialize, ToSchema)]
pub struct GetOrderInfoAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The order's status.
    pub status: OrderStatus,
    /// Whether and how it is paid.
    pub payment_status: PaymentStatus,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The sport's number; 1 is pickleball.
    #[schema(example = 1)]
    pub sport_id: i64,
    /// The court's number in the system.
    #[schema(example = 3)]
    pub court_id: i64,
    /// Whether venue and court are still on offer, so that the same can be booked again.
    #[schema(example = true)]
    pub still_offered: bool,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court_number: String,
    /// The court that was held, if it was taken when the payment came and another of its type was booked, as the player
    /// had allowed; null otherwise, also after a move by the desk.
    pub moved_from: Option<String>,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// The venue's postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub long_location: String,
    /// https link to a map.
    #[schema(example = "https://www.google.com/maps/search/?api=1&query=Akota+Vadodara")]
    pub location_link: Option<String>,
    /// Path or https link of the venue's picture.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub image: String,
    /// The name of the customer.
    #[schema(example = "Asha Patel")]
    pub name: String,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// Minutes of play.
    #[schema(example = 55)]
    pub play_minutes: u32,
    /// The court's price, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
    /// What the coupon takes off, rupees.
    #[schema(example = 50)]
    pub discount: Rupees,
    /// The amount to pay in all, rupees: the price less the discount.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// What was paid, rupees. A refund does not change it, except what goes back because the
    /// booking was moved to a cheaper hour.
    #[schema(example = 0)]
    pub paid_amount: Rupees,
    /// What is still to be paid, rupees; 0 if the court is not kept any more.
    #[schema(example = 750)]
    pub due_amount: Rupees,
    /// The coupon's code, if one was used.
    #[schema(example = "WELCOME50")]
    pub coupon: Option<String>,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-22T13:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// When the hold expires, ISO 8601 UTC; null after it was confirmed, released or marked as expired.
    #[schema(example = "2026-11-21T13:40:00Z", format = DateTime)]
    pub expires_at: Option<String>,
    /// Whether the venue ended this hold by closing the court; false unless `status` is `expired`.
    #[schema(example = false)]
    pub hold_closed: bool,
    /// Whether this player is offered online payment.
    #[schema(example = false)]
    pub may_pay_online: bool,
    /// The online payment; null when none was tried.
    pub online_payment: Option<OnlinePayment>,
    /// Whether it can still be cancelled by the customer.
    #[schema(example = true)]
    pub can_cancel: bool,
    /// IANA name of the venue's zone; null when the venue is retired.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: Option<String>,
    /// What is kept of a paid booking when the player cancels, however it was paid, rupees.
    #[schema(example = 30)]
    pub bank_charge: Rupees,
    /// Until when it can be cancelled, ISO 8601 UTC; at that instant it is too late.
    #[schema(example = "2026-11-22T07:30:00Z", format = DateTime)]
    pub cancel_before: String,
    /// What is refunded if it is cancelled now, or is given back because it was cancelled, rupees. While `offer` is `open`, what would go
    /// back if the player chose the money.
    #[schema(example = 0)]
    pub refund_amount: Rupees,
    /// The part of `refund_amount` that would wait at the desk if it is cancelled now, because a desk took it or it was imported as paid,
    /// rupees.
    #[schema(example = 0)]
    pub refund_at_desk: Rupees,
    /// When the rest of that refund would be issued, ISO 8601 UTC; null if nothing would be issued or it can no longer be cancelled.
    #[schema(example = "2026-11-27T05:30:00Z", format = DateTime)]
    pub refund_due: Option<String>,
    /// The refund of a cancelled booking, or of a payment that led to no booking; of several, one of what was paid online. Null if there is
    /// none. What goes back because the booking was moved to a cheaper hour is left out, and so is a second payment (`second_payments`) if
    /// another online payment pays for the booking or the cancelled booking has a refund of its own.
    pub refund: Option<RefundInfo>,
    /// What the cancellation of the booking gives back, the oldest first: without what went back because it was moved, and second
    /// payments. `refund` alone if there is none.
    pub refunds: Vec<RefundInfo>,
    /// The payments that came when the booking was paid already and go back whole, the oldest first. The refund of one may also be `refund`.
    pub second_payments: Vec<SecondPayment>,
    /// The kinds of documents that can be downloaded as PDF, the receipt first (`/api/user/receipt`, `/api/user/credit_note`).
    pub documents: Vec<Document>,
    /// Those documents: a receipt for each payment, then a credit note for each part of it that goes back and for each payment that a desk
    /// voided, each the oldest first.
    pub issued_documents: Vec<DocumentInfo>,
    /// Who cancelled it; null if it is not cancelled.
    pub cancelled_by: Option<CancelledBy>,
    /// The choice that a closure left to the player; null if there was none.
    pub offer: Option<OrderOffer>,
    /// The reason of the cancellation, in the words of the person who cancelled it; null if there is none.
    #[schema(example = "Unfavorable weather conditions")]
    pub cancel_reason: Option<String>,
    /// The signed line in the pass's code, checked with `pass_public_keys` of app-config; null unless confirmed.
    #[schema(example = "SO1._oEsEg.4071553902.29922570.3.c2lnbmF0dXJl")]
    pub pass_code: Option<String>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// The status of an order. An expired hold becomes a booking if its money comes late and a court is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// The court is held, not confirmed.
    Held,
    /// The court is booked.
    Confirmed,
    /// Cancelled after it was paid; the refund is not issued yet, or the player has not answered the offer of a closure.
    CancelRequested,
    /// The booking was cancelled.
    Cancelled,
    /// The player released the hold.
    Released,
    /// The hold expired, or the venue closed its court.
    Expired,
    /// The players did not come.
    NoShow,
    /// The game was played.
    Completed,
}

/// A document of an order that was paid online or at a desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Document {
    /// The receipt for what was paid.
    Receipt,
    /// The credit note for what is refunded, or for a payment that a desk recorded by mistake and voided: nothing goes back for it.
    CreditNote,
}

/// A document of an order, as it was issued.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DocumentInfo {
    /// Receipt or credit note.
    pub kind: Document,
    /// Its number.
    #[schema(example = "D1/26-27/000123")]
    pub number: String,
    /// The amount received, refunded or voided, rupees. The receipt of a payment for several bookings has the amount of all of them.
    #[schema(example = 800)]
    pub amount: Rupees,
}

impl From<&IssuedDocument> for DocumentInfo {
    fn from(issued: &IssuedDocument) -> Self {
        DocumentInfo {
            kind: issued.kind().into(),
            number: issued.number.to_string(),
            amount: issued.total.into(),
        }
    }
}

impl From<DocumentKind> for Document {
    fn from(kind: DocumentKind) -> Self {
        match kind {
            DocumentKind::Receipt => Document::Receipt,
            DocumentKind::CreditNote => Document::CreditNote,
        }
    }
}

/// The side that cancelled a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelledBy {
    /// The booking's player.
    Player,
    /// The venue, which closed the court.
    Venue,
    /// The front desk, at the player's wish or for a reason of its own.
    Desk,
}

impl CancelledBy {
    /// Who cancelled `order`.
    pub fn of(order: &Order) -> Option<CancelledBy> {
        order.cancelled_at?;
        Some(match (order.closed_by, order.cancelled_by) {
            (Some(_), _) => CancelledBy::Venue,
            (None, Some(_)) => CancelledBy::Desk,
            (None, None) => CancelledBy::Player,
        })
    }
}

/// The choice of a player whose court was closed: another hour, or the money (`/api/user/closure_link`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderOffer {
    /// The state of the offer.
    pub state: OfferState,
    /// Until when it can be answered, ISO 8601 UTC.
    #[schema(example = "2026-11-23T12:54:00Z", format = DateTime)]
    pub open_until: String,
    /// The booking in place of this one; null unless `moved`.
    #[schema(example = "4071553902")]
    pub new_orderid: Option<String>,
}

/// Whether and how an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// The booking is to be paid at the venue: all of it, or the part that is not paid yet.
    PayAtCourt,
    /// The booking is paid in full.
    Paid,
    /// Neither: the way of payment is not chosen yet, the game was played and not paid in full, or the order was cancelled, released or
    /// has expired. A missed game is still to be paid at the venue.
    Unpaid,
}

impl PaymentStatus {
    /// The payment status of an order with this status.
    pub(super) fn of(order: &Order, status: order::OrderStatus) -> Self {
        use order::OrderStatus::{Confirmed, NoShow};
        let paid = order.paid_without_moves();
        match (status, order.payment_method) {
            _ if paid > Money::ZERO && paid >= order.total() => PaymentStatus::Paid,
            (Confirmed | NoShow, Some(PaymentMethod::Court)) => PaymentStatus::PayAtCourt,
            // Paid online, and moved to a dearer hour since.
            (Confirmed | NoShow, _) if order.due() > Money::ZERO => PaymentStatus::PayAtCourt,
            _ => PaymentStatus::Unpaid,
        }
    }
}

/// The online payment of an order.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct OnlinePayment {
    /// The state of the payment.
    pub state: OnlinePaymentState,
    /// What goes back or went back, rupees.
    #[schema(example = 0)]
    pub refund: Rupees,
    /// The reason of the refund: `cancelled`, `venue_closed`, `paid_late`, `paid_twice`, `order_closed`, `wrong_amount` or
    /// `coupon_gone`; null if there is none, or the payment was refunded at the provider before it was counted.
    #[schema(example = "paid_late")]
    pub refund_reason: Option<String>,
}

/// The state of an online payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnlinePaymentState {
    /// The last try failed; another one may follow.
    Failed,
    /// Begun; the outcome is not known yet.
    UnderWay,
    /// It pays for the booking.
    Paid,
    /// The payment is owed back.
    RefundApproved,
    /// The refund was issued at the provider.
    RefundIssued,
    /// The provider has sent it, or the venue gave it back another way.
    RefundProcessed,
    /// The provider could not send it; staff must act.
    RefundFailed,
}

impl From<RefundStatus> for OnlinePaymentState {
    fn from(status: RefundStatus) -> Self {
        match status {
            RefundStatus::Approved => OnlinePaymentState::RefundApproved,
            RefundStatus::Issued => OnlinePaymentState::RefundIssued,
            RefundStatus::Processed => OnlinePaymentState::RefundProcessed,
            RefundStatus::Failed => OnlinePaymentState::RefundFailed,
        }
    }
}

/// A payment that came when the booking was paid already.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SecondPayment {
    /// What was paid a second time, rupees. A payment for several bookings has the amount of all of them.
    #[schema(example = 800)]
    pub paid_amount: Rupees,
    /// The refund that gives it back.
    pub refund: RefundInfo,
}

impl From<&payment_overview::SecondPayment> for SecondPayment {
    fn from(second: &payment_overview::SecondPayment) -> Self {
        SecondPayment { paid_amount: second.paid.into(), refund: (&second.refund).into() }
    }
}

/// Returns one order of the customer.
#[utoipa::path(get, path = "/api/user/get_order_info", operation_id = "get_order_info", tag = "booking",
    security(("api_key" = [], "player" = [])), params(OrderRequest),
    responses((status = 200, description = "The order", body = Outcome<GetOrderInfoAnswer>)))]
pub async fn get_order_info(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<OrderRequest>,
) -> Result<Answer<GetOrderInfoAnswer>, ApiError> {
    let number = order_number(&request.orderid)?;
    let order = find_order(&api.app, player.customer_id, number).await?.ok_or_else(no_such_order)?;
    let overview = overview(&api.app, &order).await?;
    let offer = match order.closed_by {
        Some(_) => find_offer(&api.app, number).await?,
        None => None,
    };
    let venues = list_venues(&api.app).await?;
    let batch = next_batch(&api.app).await?;
    let offer = offer.map(OrderOffer::from);
    let mut info = order_info(order, overview, batch, &venues, &api.app);
    // The booking is cancelled already, but nothing goes back before the player has answered.
    if offer.as_ref().is_some_and(|offer| offer.state == OfferState::Open) {
        info.message = Message::ClosureOffers.into();
    }
    Ok(Answer(GetOrderInfoAnswer { offer, ..info }))
}

/// The online payment, refund and documents of an order; they are looked up only if the order can have any: a hold has
/// none where players cannot pay online.
async fn overview(app: &App, order: &Order) -> Result<Option<PaymentOverview>, ApiError> {
    if app.payments.is_none() && order.payment_method.is_none() {
        return Ok(None);
    }
    Ok(find_payment_overview(app, order.customer, order.number).await?)
}

impl OnlinePaymentState {
    /// The state of an online payment; `None` if there is none.
    pub(super) fn of(payment: &PaymentState) -> Option<Self> {
        Some(match payment {
            PaymentState::None => return None,
            PaymentState::Failed(_) => OnlinePaymentState::Failed,
            PaymentState::UnderWay => OnlinePaymentState::UnderWay,
            PaymentState::Paid => OnlinePaymentState::Paid,
            PaymentState::Returned(_) => OnlinePaymentState::RefundProcessed,
            PaymentState::Refund { status, .. } => (*status).into(),
        })
    }
}

fn online_payment_of(payment: &PaymentState) -> Option<OnlinePayment> {
    let (refund, reason) = match payment {
        PaymentState::Returned(amount) => (*amount, None),
        PaymentState::Refund { amount, reason, .. } => (*amount, Some(reason.name().to_owned())),
        PaymentState::None | PaymentState::Failed(_) | PaymentState::UnderWay | PaymentState::Paid => {
            (Money::ZERO, None)
        }
    };
    let state = OnlinePaymentState::of(payment)?;
    Some(OnlinePayment { state, refund: refund.into(), refund_reason: reason })
}

/// The kinds of these documents, each once. All receipts come before all credit notes.
fn kinds_of(issued: &[DocumentInfo]) -> Vec<Document> {
    let mut kinds: Vec<Document> = issued.iter().map(|document| document.kind).collect();
    kinds.dedup();
    kinds
}

fn order_info(
    order: Order,
    overview: Option<PaymentOverview>,
    batch: Timestamp,
    venues: &VenueList,
    app: &App,
) -> GetOrderInfoAnswer {
    let now = app.clock.now();
    let status = order.status_at(now);
    let cancelling = order.policy.outcome(status, order.slot.starts_at, order.kept(), now);
    let payment_status = PaymentStatus::of(&order, status);
    let refund_now = match cancelling {
        Ok(CancellationOutcome::Refund(refund)) => {
            overview.as_ref().map_or(refund, |overview| overview.payable(refund))
        }
        Ok(CancellationOutcome::Free) | Err(_) => Money::ZERO,
    };
    let online_refund = overview.as_ref().map_or(Money::ZERO, |overview| overview.online_part_of(refund_now));
    let issued = overview.iter().flat_map(|overview| &overview.documents);
    let issued_documents: Vec<DocumentInfo> = issued.map(DocumentInfo::from).collect();
    GetOrderInfoAnswer {
        error: 0,
        message: message_for(&order, status).into(),
        orderid: order.number.to_string(),
        status: status.into(),
        payment_status,
        may_pay_online: may_pay_online(app, order.customer),
        online_payment: overview.as_ref().and_then(|overview| online_payment_of(&overview.payment)),
        venue_id: order.venue.0,
        sport_id: order.sport.0,
        court_id: order.slot.court.0,
        still_offered: still_offers(venues, &order),
        court_type: order.court_type.into(),
        date: order.day.to_string(),
        time: order.start.to_string(),
        play_minutes: order.play_minutes.into(),
        price: order.price.into(),
        discount: order.discount.into(),
        total_amount: order.total().into(),
        paid_amount: order.paid_without_moves().into(),
        due_amount: order.amounts().due_at_desk(status).into(),
        starts_at: order.slot.starts_at.to_string(),
        expires_at: order.held_until.map(|until| until.to_string()),
        hold_closed: order.is_closed_hold(),
        can_cancel: cancelling.is_ok(),
        timezone: zone_name_of(venues, order.venue),
        bank_charge: order.policy.bank_charge.into(),
        cancel_before: order.policy.closes_at(order.slot.starts_at).to_string(),
        refund_amount: match refund_now {
            refund if refund > Money::ZERO => refund.into(),
            _ if matches!(status, order::OrderStatus::CancelRequested | order::OrderStatus::Cancelled) => {
                overview.as_ref().map_or(order.refund(), PaymentOverview::refund_of_cancelled).into()
            }
            _ => Money::ZERO.into(),
        },
        refund_at_desk: refund_now.less(online_refund).into(),
        refund_due: (online_refund > Money::ZERO).then(|| batch.to_string()),
        documents: kinds_of(&issued_documents),
        issued_documents,
        refund: overview.as_ref().and_then(|overview| overview.refund.as_ref()).map(RefundInfo::from),
        refunds: overview.iter().flat_map(|overview| &overview.refunds).map(RefundInfo::from).collect(),
        second_payments: overview
            .iter()
            .flat_map(|overview| &overview.second_payments)
            .map(SecondPayment::from)
            .collect(),
        cancelled_by: CancelledBy::of(&order),
        offer: None,
        cancel_reason: order.cancel_reason.clone(),
        pass_code: app.pass_signer.pass_code(&order, status),
        server_time: now.to_string(),
        court_number: order.court_name,
        moved_from: order.moved_from.map(|(_, name)| name),
        venue: order.venue_name,
        location: order.venue_location,
        long_location: order.venue_long_location,
        location_link: Some(order.venue_map_url.unwrap_or_else(|| app.settings.default_map_url.clone())),
        image: order.venue_image,
        name: order.customer_name,
        coupon: order.coupon.map(|(_, code)| code),
    }
}

impl From<ClosureOffer> for OrderOffer {
    fn from(offer: ClosureOffer) -> Self {
        OrderOffer {
            state: offer.state.into(),
            open_until: offer.open_until.to_string(),
            new_orderid: offer.new_order.map(|number| number.to_string()),
        }
    }
}

fn message_for(order: &Order, status: order::OrderStatus) -> Message {
    match status {
        order::OrderStatus::Held => Message::OrderHeld,
        order::OrderStatus::Confirmed => Message::OrderConfirmed,
        order::OrderStatus::CancelRequested => Message::OrderCancelRequested,
        order::OrderStatus::Cancelled => Message::OrderCancelled,
        order::OrderStatus::Released => Message::OrderReleased,
        order::OrderStatus::Expired if order.is_closed_hold() => Message::OrderHoldClosed,
        order::OrderStatus::Expired => Message::OrderExpired,
        order::OrderStatus::NoShow => Message::OrderNoShow,
        order::OrderStatus::Completed => Message::OrderCompleted,
    }
}

impl From<order::OrderStatus> for OrderStatus {
    fn from(status: order::OrderStatus) -> Self {
        match status {
            order::OrderStatus::Held => OrderStatus::Held,
            order::OrderStatus::Confirmed => OrderStatus::Confirmed,
            order::OrderStatus::CancelRequested => OrderStatus::CancelRequested,
            order::OrderStatus::Cancelled => OrderStatus::Cancelled,
            order::OrderStatus::Released => OrderStatus::Released,
            order::OrderStatus::Expired => OrderStatus::Expired,
            order::OrderStatus::NoShow => OrderStatus::NoShow,
            order::OrderStatus::Completed => OrderStatus::Completed,
        }
    }
}
