//! `POST /api/desk/venues/{venue}/payments`, `POST /api/desk/payments/{payment}/void` and `…/match`: money taken at a desk.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::desk::money::{
    match_payment::{MatchPaymentError, match_payment},
    take_payment::{PaidBooking, PaymentLine, TakePayment, TakePaymentError, TakenPayment, take_payment},
    void_payment::{VoidPayment, VoidPaymentError, void_payment},
};
use sideout_domain::{DeskPaymentId, bill::Tender, money::Money};
use utoipa::ToSchema;

use super::{
    drawer_short,
    invoices::{FirmRequest, read_firm},
    shift_needed,
};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::approvals::{ApprovalRequest, approved},
    routes::desk::board::{Viewer, booking::BookingAnswer, not_found, order_number, venue_id},
    routes::desk::short_text::{required_text, short_text},
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The tender by which a clerk takes money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Tender)]
pub enum ClerkTender {
    /// Notes and coins, into the drawer.
    Cash,
    /// UPI to the venue's own account, matched with the bank's list later.
    UpiOwn,
    /// The card machine.
    Card,
    /// A bank transfer.
    Bank,
}

impl From<ClerkTender> for Tender {
    fn from(tender: ClerkTender) -> Self {
        match tender {
            ClerkTender::Cash => Tender::Cash,
            ClerkTender::UpiOwn => Tender::UpiOwn,
            ClerkTender::Card => Tender::Card,
            ClerkTender::Bank => Tender::Bank,
        }
    }
}

/// Money that a clerk takes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentRequest {
    /// The tender.
    pub tender: ClerkTender,
    /// The bookings that it pays: 1 to 12 bookings of one player, each once.
    pub lines: Vec<PaymentLineRequest>,
    /// The name of a payer who is not the player, at most 200 characters.
    #[serde(default)]
    #[schema(example = "Devang Shah")]
    pub payer: Option<String>,
    /// The reference of the UPI payment, of the card machine or of the bank transfer, at most 200 characters.
    #[serde(default)]
    #[schema(example = "4417")]
    pub reference: Option<String>,
    /// The firm that the receipt is made out to, if it is not the player.
    #[serde(default)]
    pub firm: Option<FirmRequest>,
}

/// The part of a payment that pays one booking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentLineRequest {
    /// The order's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The version that the clerk saw.
    #[schema(example = 7)]
    pub version: i64,
    /// The part of the due amount that is paid, 1 paisa to all of it. In cash the sum of the lines must be whole rupees, unless all that
    /// the bookings owe is paid and that is at least ₹1: then it is rounded down.
    #[schema(example = 85_000)]
    pub amount_paise: i64,
}

/// A payment that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentAnswer {
    /// The number of the payment.
    #[schema(example = "4711")]
    pub payment: String,
    /// The number of its receipt.
    #[schema(example = "D1/26-27/000123")]
    pub receipt: String,
    /// What was handed over, paise: in cash without what was rounded off.
    #[schema(example = 85_000)]
    pub received_paise: i64,
    /// The bookings that it paid.
    pub bookings: Vec<PaidBookingAnswer>,
}

/// A booking after a payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaidBookingAnswer {
    /// The order's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The booking's version.
    #[schema(example = 8)]
    pub version: i64,
    /// The amount that the booking still owes, paise.
    #[schema(example = 0)]
    pub due_paise: i64,
}

impl From<PaidBooking> for PaidBookingAnswer {
    fn from(booking: PaidBooking) -> Self {
        PaidBookingAnswer {
            order: booking.order.to_string(),
            version: booking.version,
            due_paise: booking.due_paise,
        }
    }
}

impl From<TakenPayment> for PaymentAnswer {
    fn from(taken: TakenPayment) -> Self {
        PaymentAnswer {
            payment: taken.payment.to_string(),
            receipt: taken.receipt,
            received_paise: taken.received_paise,
            bookings: taken.bookings.into_iter().map(PaidBookingAnswer::from).collect(),
        }
    }
}

/// Reads what is paid of each booking.
///
/// # Errors
/// 404 for a text that is not an order number.
pub(super) fn read_lines(lines: Vec<PaymentLineRequest>) -> Result<Vec<PaymentLine>, Problem> {
    let line = |line: PaymentLineRequest| {
        Ok(PaymentLine {
            order: order_number(&line.order)?,
            version: line.version,
            amount: Money::from_paise(line.amount_paise),
        })
    };
    lines.into_iter().map(line).collect()
}

/// Takes money for bookings of one player, or for a part of what they owe: one receipt, in the open shift of the drawer.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/payments", operation_id = "take_payment", tag = "money",
    security(("session" = [])), request_body = PaymentRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 201, description = "Taken.", body = PaymentAnswer),
        (status = 412, description = "A booking was changed meanwhile.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn take(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<PaymentRequest>,
) -> Result<Response, Problem> {
    let venue = venue_id(&venue)?;
    let request = TakePayment {
        lines: read_lines(request.lines)?,
        tender: request.tender.into(),
        payer: short_text("payer", request.payer)?,
        reference: short_text("reference", request.reference)?,
        firm: request.firm.map(read_firm).transpose()?,
    };
    let taken = match take_payment(&api.app, &actor, venue, request, key).await {
        Ok(taken) => taken,
        Err(error) => return Err(take_problem(error, &Viewer::of(&api.app, &actor).await?).await),
    };
    let location = format!("/api/desk/payments/{}/receipt", taken.payment);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(PaymentAnswer::from(taken)))
        .into_response())
}

/// The problem of a refused payment.
pub(in crate::routes::desk) async fn take_problem(error: TakePaymentError, viewer: &Viewer) -> Problem {
    match error {
        TakePaymentError::NoSuchBooking => not_found(),
        TakePaymentError::BadLines => Problem::field("lines", "bookings"),
        TakePaymentError::NotWholeRupees => Problem::field("amount_paise", "whole_rupees"),
        TakePaymentError::ShiftNeeded => shift_needed(),
        TakePaymentError::ChangedMeanwhile(current) => {
            Problem::of(ProblemKind::ChangedMeanwhile).with_current(BookingAnswer::of(*current, viewer).await)
        }
        TakePaymentError::MoreThanDue(current) => {
            let due = current.booking.amounts.due_at_desk(current.booking.status);
            Problem::of(ProblemKind::MoreThanDue)
                .with_param("amount", due.to_string())
                .with_current(BookingAnswer::of(*current, viewer).await)
        }
        TakePaymentError::CashLimit(taken) => {
            Problem::of(ProblemKind::CashLimit).with_param("amount", taken.to_string())
        }
        TakePaymentError::NoTaxInvoices => Problem::of(ProblemKind::NoTaxInvoices),
        TakePaymentError::Refused(refused) => refused.into(),
        TakePaymentError::Store(error) => error.into(),
    }
}

/// The request to void a payment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidRequest {
    /// The reason, 1 to 200 characters.
    #[schema(example = "Taken twice")]
    pub reason: String,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Reads the payment of an address.
pub(super) fn payment_id(text: &str) -> Result<DeskPaymentId, Problem> {
    text.parse().map_err(|_| not_found())
}

/// Voids a payment that was a mistake: its bookings owe the money again, cash leaves the drawer if it holds that much, and a credit note is
/// issued. A clerk voids what they took themselves, for `desk.void_minutes` minutes and in the same shift; a manager what was taken
/// today; an owner any payment.
#[utoipa::path(post, path = "/api/desk/payments/{payment}/void", operation_id = "void_payment", tag = "money",
    security(("session" = [])), request_body = VoidRequest,
    params(("payment" = String, Path, description = "The payment's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.void"))),
    responses((status = 204, description = "Voided.")))]
pub(crate) async fn void(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(payment): Path<String>,
    DeskBody(request): DeskBody<VoidRequest>,
) -> Result<StatusCode, Problem> {
    let payment = payment_id(&payment)?;
    let reason = required_text("reason", request.reason)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    match void_payment(&api.app, &actor, VoidPayment { payment, reason }, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(VoidPaymentError::NoSuchPayment) => Err(not_found()),
        Err(VoidPaymentError::Ended) => Err(Problem::of(ProblemKind::PaymentEnded)),
        Err(VoidPaymentError::Cancelled) => Err(Problem::of(ProblemKind::WrongState)),
        Err(VoidPaymentError::BeyondRole) => Err(Problem::of(ProblemKind::VoidBeyondRole)),
        Err(VoidPaymentError::ShiftNeeded) => Err(shift_needed()),
        Err(VoidPaymentError::DrawerShort(there)) => Err(drawer_short(&actor, there)),
        Err(VoidPaymentError::Refused(refused)) => Err(refused.into()),
        Err(VoidPaymentError::Approval(error)) => Err(error.into()),
        Err(VoidPaymentError::Store(error)) => Err(error.into()),
    }
}

/// Records that a payment to the venue's own UPI account was found in the bank's list.
/// Refused (`payment_ended`) if it was matched or voided already, or did not come to that account.
#[utoipa::path(post, path = "/api/desk/payments/{payment}/match", operation_id = "match_payment", tag = "money",
    security(("session" = [])),
    params(("payment" = String, Path, description = "The payment's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 204, description = "Recorded.")))]
pub(crate) async fn match_with_bank(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(payment): Path<String>,
) -> Result<StatusCode, Problem> {
    match match_payment(&api.app, &actor, payment_id(&payment)?, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(MatchPaymentError::NoSuchPayment) => Err(not_found()),
        Err(MatchPaymentError::CannotMatch) => Err(Problem::of(ProblemKind::PaymentEnded)),
        Err(MatchPaymentError::Refused(refused)) => Err(refused.into()),
        Err(MatchPaymentError::Store(error)) => Err(error.into()),
    }
}
