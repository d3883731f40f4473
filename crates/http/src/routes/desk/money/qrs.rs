//! `POST /api/desk/venues/{venue}/qrs`, `GET` and `DELETE /api/desk/qrs/{qr}`, and `GET …/receipt` and `…/credit_note`: QR codes of the
//! payment provider at a desk, and the documents of what was paid by them.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::money::{
        close_qr::close_qr,
        make_qr::{MakeQr, MakeQrError, make_qr},
        read_qr::{QrDetails, ReadQrError, read_qr},
    },
    receipts::find_document::{find_provider_credit_note, find_provider_document},
    staff::list_workplaces,
};
use sideout_domain::{
    BillId, VenueId, bill::QrState, receipt::DocumentKind, refund::RefundReason, staff::Permission,
};
use utoipa::ToSchema;

use super::{
    payments::{PaidBookingAnswer, PaymentLineRequest, read_lines, take_problem},
    receipts::{CreditNoteQuery, pdf_response},
};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Query, Staff},
    routes::desk::board::{Viewer, not_found, venue_id},
    routes::desk::short_text::short_text,
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The bookings that a code is for, and its amount.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The bookings that it pays: 1 to 12 bookings of one player, each once; together at least one rupee.
    pub lines: Vec<PaymentLineRequest>,
    /// The name of a payer who is not the player, at most 200 characters.
    #[serde(default)]
    #[schema(example = "Devang Shah")]
    pub payer: Option<String>,
}

/// A QR code of the payment provider at a desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct QrAnswer {
    /// The code's number.
    #[schema(example = "5120")]
    pub id: String,
    /// Whether it was paid.
    pub state: QrStateAnswer,
    /// The amount to be paid, paise.
    #[schema(example = 85_000)]
    pub amount_paise: i64,
    /// What the code holds, for the screen to draw. Null if the provider shows this account an image only, or has not made the code.
    #[schema(
        required,
        example = "upi://pay?pa=rzr.qr@icici&pn=OldMill&tr=RZPI39xhFWWLO4wjMqrv2&am=850.00&cu=INR"
    )]
    pub content: Option<String>,
    /// Where the provider shows the code as an image; null if it does not, or has not made the code.
    #[schema(required, example = "https://rzp.io/i/BWcUVrLp")]
    pub image_url: Option<String>,
    /// Until when it can be paid, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub closes_at: String,
    /// The number of the receipt, once it is paid.
    #[schema(required, example = "D1/26-27/000123")]
    pub receipt: Option<String>,
    /// The payment that goes back; null if there is none.
    #[schema(required)]
    pub refunded: Option<QrRefund>,
    /// The bookings that it is for, as they are now.
    pub bookings: Vec<PaidBookingAnswer>,
}

/// A payment by a code that goes back: all that is left of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct QrRefund {
    /// The amount, paise.
    #[schema(example = 85_000)]
    pub amount_paise: i64,
    /// The reason of the refund.
    pub reason: QrRefundReason,
}

/// Why a payment by a code goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QrRefundReason {
    /// The booking was paid before: another way, or by the same code.
    PaidTwice,
    /// The booking was cancelled before.
    OrderClosed,
    /// The player's account was locked for an erasure before.
    PaidLate,
    /// The booking owes another amount by now, or a part of the payment was returned before.
    WrongAmount,
}

impl QrRefundReason {
    /// The reason for which a payment by a code goes back.
    pub(super) fn of(reason: RefundReason) -> Self {
        match reason {
            RefundReason::PaidTwice => QrRefundReason::PaidTwice,
            RefundReason::OrderClosed => QrRefundReason::OrderClosed,
            RefundReason::PaidLate => QrRefundReason::PaidLate,
            // A code has no coupon, and the other reasons are those of refunds about a booking.
            RefundReason::WrongAmount
            | RefundReason::CouponGone
            | RefundReason::Cancelled
            | RefundReason::VenueClosed
            | RefundReason::Moved => QrRefundReason::WrongAmount,
        }
    }
}

/// The state of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = QrState)]
#[serde(rename_all = "snake_case")]
pub enum QrStateAnswer {
    /// The player can pay.
    Open,
    /// It was paid.
    Paid,
    /// It was closed, or it expired.
    Closed,
}

impl From<QrState> for QrStateAnswer {
    fn from(state: QrState) -> Self {
        match state {
            QrState::Open => QrStateAnswer::Open,
            QrState::Paid => QrStateAnswer::Paid,
            QrState::Closed => QrStateAnswer::Closed,
        }
    }
}

impl From<QrDetails> for QrAnswer {
    fn from(QrDetails { qr, bookings, receipt, refunded }: QrDetails) -> Self {
        QrAnswer {
            id: qr.bill.to_string(),
            state: qr.state.into(),
            amount_paise: qr.amount.paise(),
            content: qr.content,
            image_url: qr.image_url,
            closes_at: qr.closes_at.to_string(),
            receipt: receipt.map(|number| number.to_string()),
            refunded: refunded.map(|(amount, reason)| QrRefund {
                amount_paise: amount.paise(),
                reason: QrRefundReason::of(reason),
            }),
            bookings: bookings.into_iter().map(PaidBookingAnswer::from).collect(),
        }
    }
}

/// Makes a code by which a player pays bookings, or a part of what they owe. Open codes for the same bookings are
/// closed. If the provider does not make it, the status is 503 (`qr_failed`), and a repeated call requests it again.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/qrs", operation_id = "make_qr", tag = "money",
    security(("session" = [])), request_body = QrRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 201, description = "Made.", body = QrAnswer),
        (status = 412, description = "A booking was changed meanwhile.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn make(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<QrRequest>,
) -> Result<Response, Problem> {
    let venue = venue_id(&venue)?;
    let request = MakeQr { lines: read_lines(request.lines)?, payer: short_text("payer", request.payer)? };
    match make_qr(&api.app, &actor, venue, request, key).await {
        Ok(made) => {
            let location = format!("/api/desk/qrs/{}", made.qr.bill);
            Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(QrAnswer::from(made)))
                .into_response())
        }
        Err(MakeQrError::Lines(error)) => {
            Err(take_problem(error, &Viewer::of(&api.app, &actor).await?).await)
        }
        Err(MakeQrError::NotOffered) => Err(Problem::of(ProblemKind::QrOff)),
        Err(MakeQrError::TooLittle) => Err(Problem::of(ProblemKind::QrTooLittle)),
        // A failure of the provider is already logged; while another call is asking it, there is none yet.
        Err(MakeQrError::Provider(_) | MakeQrError::Busy) => Err(Problem::of(ProblemKind::QrFailed)),
    }
}

/// Shows a code. While it is open, the provider is polled for its payment.
#[utoipa::path(get, path = "/api/desk/qrs/{qr}", operation_id = "qr", tag = "money",
    security(("session" = [])), params(("qr" = String, Path, description = "The code's number.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The code.", body = QrAnswer)))]
pub(crate) async fn qr(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(qr): Path<String>,
) -> Result<Json<QrAnswer>, Problem> {
    let found = read_qr(&api.app, &actor, qr_id(&qr)?).await.map_err(read_problem)?;
    Ok(Json(found.into()))
}

/// Closes a code, because the player pays another way or not at all. The answer says whether it was paid before it
/// could be closed.
#[utoipa::path(delete, path = "/api/desk/qrs/{qr}", operation_id = "close_qr", tag = "money",
    security(("session" = [])),
    params(("qr" = String, Path, description = "The code's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The code as it is now.", body = QrAnswer)))]
pub(crate) async fn close(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(qr): Path<String>,
) -> Result<Json<QrAnswer>, Problem> {
    let closed = close_qr(&api.app, &actor, qr_id(&qr)?, key).await.map_err(read_problem)?;
    Ok(Json(closed.into()))
}

/// Sends the receipt of a payment by a code, or in the app for a booking at a venue of the caller (`payments.online`), as it was issued.
#[utoipa::path(get, path = "/api/desk/qrs/{qr}/receipt", operation_id = "qr_receipt", tag = "money",
    security(("session" = [])), params(("qr" = String, Path, description = "The code's number.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The receipt.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn receipt(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(qr): Path<String>,
) -> Result<Response, Problem> {
    let (qr, venues) = code_of(&api, &actor, &qr).await?;
    pdf_response(find_provider_document(&api.app, &venues, qr, DocumentKind::Receipt).await)
}

/// Sends a credit note for such a payment: the one for this refund, or the newest.
#[utoipa::path(get, path = "/api/desk/qrs/{qr}/credit_note", operation_id = "qr_credit_note", tag = "money",
    security(("session" = [])), params(("qr" = String, Path, description = "The code's number."), CreditNoteQuery),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The credit note.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn credit_note(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(qr): Path<String>,
    Query(query): Query<CreditNoteQuery>,
) -> Result<Response, Problem> {
    let (qr, venues) = code_of(&api, &actor, &qr).await?;
    pdf_response(match query.refund()? {
        None => find_provider_document(&api.app, &venues, qr, DocumentKind::CreditNote).await,
        Some(refund) => find_provider_credit_note(&api.app, &venues, qr, refund).await,
    })
}

/// The code of an address, and the venues whose payments `actor` may see.
async fn code_of(
    api: &ApiState,
    actor: &sideout_app::steps::audited::Actor,
    qr: &str,
) -> Result<(BillId, Vec<VenueId>), Problem> {
    actor.check(Permission::PaymentTake, api.app.clock.now())?;
    let qr = qr_id(qr)?;
    Ok((qr, list_workplaces(&api.app, actor).await?))
}

/// Reads the code of an address.
pub(super) fn qr_id(text: &str) -> Result<BillId, Problem> {
    text.parse().map_err(|_| not_found())
}

fn read_problem(error: ReadQrError) -> Problem {
    match error {
        ReadQrError::NoSuchQr => not_found(),
        ReadQrError::Refused(refused) => refused.into(),
        ReadQrError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_that_goes_back_is_shown_with_its_own_reason() {
        for reason in [
            RefundReason::PaidTwice,
            RefundReason::OrderClosed,
            RefundReason::PaidLate,
            RefundReason::WrongAmount,
        ] {
            let shown = serde_json::to_value(QrRefundReason::of(reason)).unwrap();
            assert_eq!(shown, reason.name());
        }
    }
}
