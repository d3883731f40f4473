//! `GET /api/desk/refunds`: the queue of refunds through the payment provider.

use axum::{Json, extract::State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::refunds::read_queue::{
        QueuePage, QueuePlace, QueuePosition, QueuedRefund, ReadQueueError, SentAfterAll, read_queue,
    },
    staff::list_staff_names,
};
use sideout_domain::{RefundId, StaffId, refund::RefundReason};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Query, Staff},
    routes::desk::{
        board::{
            StaffNames,
            booking::{PaymentWay, way_of_refund},
        },
        money::takings::{MoneyForAnswer, money_for},
    },
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Refunds on a page if the request has no `limit`.
const PAGE: u32 = 100;

/// The page that is requested.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RefundsRequest {
    /// The page begins after this refund: `next` of the page before.
    #[param(example = "1.1795240400000.88")]
    pub after: Option<String>,
    /// The most refunds of this page, 1 to 200; 100 if it is left out.
    pub limit: Option<u32>,
}

/// A page of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefundsAnswer {
    /// The refunds: those that went back twice, failed, wait or are on their way, the oldest first; then those that
    /// are done, the latest first.
    pub refunds: Vec<QueuedRefundAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required, example = "1.1795240400000.88")]
    pub next: Option<String>,
    /// How many refunds are not done, by state; states without a refund are left out.
    pub open: Vec<RefundSumAnswer>,
    /// When the next weekly batch is sent, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub batch_at: String,
}

/// How many refunds have a state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RefundSum)]
pub struct RefundSumAnswer {
    /// The state.
    pub state: QueueState,
    /// The number of refunds.
    #[schema(example = 3)]
    pub refunds: i64,
    /// The sum of these refunds, paise.
    #[schema(example = 231_000)]
    pub amount_paise: i64,
}

/// The state of a refund in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QueueState {
    /// Staff settled it another way, and the provider sent it after all: staff have to clear that up.
    SentTwice,
    /// It failed at the provider: staff have to act.
    Failed,
    /// It is approved and not given to the provider yet.
    Waiting,
    /// It was given to the provider, or is being tried again.
    OnItsWay,
    /// The money went back.
    Done,
}

/// A refund of the queue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedRefund)]
pub struct QueuedRefundAnswer {
    /// The refund's number.
    #[schema(example = "88")]
    pub id: String,
    /// The refund's state.
    pub state: QueueState,
    /// The amount, paise.
    #[schema(example = 77_000)]
    pub amount_paise: i64,
    /// The reason for which it is owed.
    pub reason: QueuedReason,
    /// How it goes or went back: `online`, or how it was settled.
    pub way: PaymentWay,
    /// The venue of the booking.
    #[schema(example = 1)]
    pub venue: i64,
    /// The player's account.
    #[schema(example = "104233170526")]
    pub player: String,
    /// The booking that the money was for.
    pub paid_for: MoneyForAnswer,
    /// When it was approved, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub approved_at: String,
    /// When the next step is due, ISO 8601 UTC; null if it is final or staff have to act.
    #[schema(required, format = DateTime)]
    pub next_step_at: Option<String>,
    /// When the provider accepted it, or staff gave the money back, ISO 8601 UTC; null before.
    #[schema(required, format = DateTime)]
    pub sent_at: Option<String>,
    /// When it failed, or the money went back, ISO 8601 UTC; null before.
    #[schema(required, format = DateTime)]
    pub ended_at: Option<String>,
    /// The number of the attempt, from 1; settling it another way counts as one.
    #[schema(example = 1)]
    pub attempt: i64,
    /// How often in a row the present step was begun without success. A step counts from its beginning on, and an attempt that staff
    /// asked for begins with 1.
    #[schema(example = 0)]
    pub tries: i64,
    /// Why the last step failed, mostly in the provider's words, or in those of this program if the provider did not answer. Null if it
    /// did not fail, or no reason was given.
    #[schema(required, example = "The refund could not be processed")]
    pub fault: Option<String>,
    /// The payment's id at the provider.
    #[schema(required, example = "pay_DESyzxuld02Zul")]
    pub payment: Option<String>,
    /// The refund's id at the provider; null until it has one.
    #[schema(required, example = "rfnd_FP8QHiV938haTz")]
    pub provider_refund: Option<String>,
    /// The number of the credit note; null if the payment has no receipt.
    #[schema(required, example = "PC/26-27/000007")]
    pub credit_note: Option<String>,
    /// How it was settled another way; null if it was not.
    #[schema(required)]
    pub settled: Option<SettlementAnswer>,
    /// The refund that the provider sent although it was settled another way; else null.
    #[schema(required)]
    pub sent_after_all: Option<SentAfterAllAnswer>,
}

/// Why a refund is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QueuedReason {
    /// The booking was cancelled.
    Cancelled,
    /// The venue closed the court.
    VenueClosed,
    /// The booking was moved to a cheaper court or hour.
    Moved,
    /// The payment came too late: the game had begun, no court was free, or the account was locked for an erasure.
    PaidLate,
    /// The order was paid already.
    PaidTwice,
    /// The order was released or cancelled before the payment came.
    OrderClosed,
    /// The payment was not the amount due or in another currency, or was returned in part before.
    WrongAmount,
    /// The coupon was used up or stopped before the payment came.
    CouponGone,
}

/// How a refund was settled another way.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Settlement)]
pub struct SettlementAnswer {
    /// The name of the member of staff who gave the money back; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
    /// The reference of the UPI payment or transfer; null if none was typed, or the player's data were erased.
    #[schema(required, example = "432198765012")]
    pub reference: Option<String>,
    /// The note of the member of staff; null if none was typed, or the player's data were erased.
    #[schema(required, example = "To the account of Rohan Mehta")]
    pub note: Option<String>,
}

/// What the provider sent although staff had settled it another way.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SentAfterAll)]
pub struct SentAfterAllAnswer {
    /// The refund's id at the provider.
    #[schema(example = "rfnd_FP8QHiV938haTz")]
    pub provider_refund: String,
    /// When that was found, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub found_at: String,
    /// How staff cleared it up; null if that is still to do.
    #[schema(required, example = "Rohan Mehta gave the cash back")]
    pub explanation: Option<String>,
    /// The name of the member of staff who wrote the explanation; null if there is none.
    #[schema(required, example = "Nisha Trivedi")]
    pub explained_by: Option<String>,
}

/// Lists the refunds that go back through the payment provider, of bookings at the venues of the caller.
#[utoipa::path(get, path = "/api/desk/refunds", operation_id = "list_refunds", tag = "refunds", security(("session" = [])),
    params(RefundsRequest), extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 200, description = "A page.", body = RefundsAnswer)))]
pub(crate) async fn refunds(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<RefundsRequest>,
) -> Result<Json<RefundsAnswer>, Problem> {
    let after = match request.after.as_deref() {
        Some(text) => Some(
            position(text)
                .ok_or_else(|| ApiError::malformed("`after` must be the `next` of an earlier page."))?,
        ),
        None => None,
    };
    let page =
        read_queue(&api.app, &actor, after, request.limit.unwrap_or(PAGE)).await.map_err(
            |error| match error {
                ReadQueueError::Refused(refused) => Problem::from(refused),
                ReadQueueError::Store(error) => error.into(),
            },
        )?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(RefundsAnswer::of(&page, &names)))
}

/// Reads the `next` of a page: a place of the queue, UTC milliseconds and the number of a refund, with dots between.
fn position(text: &str) -> Option<QueuePosition> {
    let mut parts = text.splitn(3, '.').map(str::parse::<i64>);
    let mut next = || parts.next()?.ok();
    let (place, at, id) = (next()?, next()?, next()?);
    Some(QueuePosition {
        place: QueuePlace::of_number(place)?,
        at: Timestamp::from_millisecond(at).ok()?,
        id: RefundId(id),
    })
}

impl RefundsAnswer {
    fn of(page: &QueuePage, names: &StaffNames) -> Self {
        let next = page.next.map(|QueuePosition { place, at, id }| {
            format!("{}.{}.{id}", place.number(), at.as_millisecond())
        });
        let mut sums: Vec<RefundSumAnswer> = Vec::new();
        for sum in &page.open {
            let (state, refunds, amount_paise) = (sum.place.into(), sum.refunds, sum.amount.paise());
            match sums.last_mut().filter(|last| last.state == state) {
                Some(last) => {
                    last.refunds += refunds;
                    last.amount_paise += amount_paise;
                }
                None => sums.push(RefundSumAnswer { state, refunds, amount_paise }),
            }
        }
        RefundsAnswer {
            refunds: page.refunds.iter().map(|queued| answer(queued, names)).collect(),
            next,
            open: sums,
            batch_at: page.batch_at.to_string(),
        }
    }
}

fn answer(queued: &QueuedRefund, names: &StaffNames) -> QueuedRefundAnswer {
    let refund = &queued.refund;
    let name = |staff: Option<StaffId>| staff.and_then(|staff| names.get(&staff)).cloned();
    let instant = |at: Option<Timestamp>| at.map(|at| at.to_string());
    // If the refund is done, its next step is only a check of ours at the provider.
    let next_step_at = refund.next_step_at.filter(|_| queued.place != QueuePlace::Done);
    QueuedRefundAnswer {
        id: refund.id.to_string(),
        state: queued.place.into(),
        amount_paise: refund.amount.paise(),
        reason: refund.reason.into(),
        way: way_of_refund(refund.source.method()),
        venue: queued.venue.0,
        player: queued.customer.to_string(),
        paid_for: money_for(&queued.paid_for),
        approved_at: refund.approved_at.to_string(),
        next_step_at: instant(next_step_at),
        sent_at: instant(refund.issued_at),
        ended_at: instant(refund.ended_at),
        attempt: refund.attempt,
        tries: refund.tries,
        fault: refund.fault.clone(),
        payment: refund.source.payment().map(str::to_owned),
        provider_refund: refund.provider_refund.clone(),
        credit_note: queued.credit_note.as_ref().map(ToString::to_string),
        settled: refund.is_settled().then(|| SettlementAnswer {
            by: name(refund.paid_out_by),
            reference: refund.reference.clone(),
            note: refund.note.clone(),
        }),
        sent_after_all: refund.sent_after_all.as_ref().map(|sent| sent_after_all(sent, names)),
    }
}

fn sent_after_all(sent: &SentAfterAll, names: &StaffNames) -> SentAfterAllAnswer {
    let explanation = sent.explanation.as_ref();
    SentAfterAllAnswer {
        provider_refund: sent.refund.clone(),
        found_at: sent.found_at.to_string(),
        explanation: explanation.map(|explanation| explanation.text.clone()),
        explained_by: explanation.and_then(|explanation| names.get(&explanation.staff)).cloned(),
    }
}

impl From<QueuePlace> for QueueState {
    fn from(place: QueuePlace) -> Self {
        match place {
            QueuePlace::SentTwice => QueueState::SentTwice,
            QueuePlace::Failed => QueueState::Failed,
            QueuePlace::Waiting => QueueState::Waiting,
            QueuePlace::TriedAgain | QueuePlace::OnItsWay => QueueState::OnItsWay,
            QueuePlace::Done => QueueState::Done,
        }
    }
}

impl From<RefundReason> for QueuedReason {
    fn from(reason: RefundReason) -> Self {
        match reason {
            RefundReason::Cancelled => QueuedReason::Cancelled,
            RefundReason::VenueClosed => QueuedReason::VenueClosed,
            RefundReason::Moved => QueuedReason::Moved,
            RefundReason::PaidLate => QueuedReason::PaidLate,
            RefundReason::PaidTwice => QueuedReason::PaidTwice,
            RefundReason::OrderClosed => QueuedReason::OrderClosed,
            RefundReason::WrongAmount => QueuedReason::WrongAmount,
            RefundReason::CouponGone => QueuedReason::CouponGone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_and_malformed_text_is_refused() {
        let found = position("1.1795240400000.88").unwrap();
        assert_eq!(
            (found.place, found.at.as_millisecond(), found.id),
            (QueuePlace::Failed, 1_795_240_400_000, RefundId(88))
        );
        for text in ["", "1", "1.2", "9.1.1", "x.1.1", "1.1.1.1", "1.99999999999999999.1"] {
            assert!(position(text).is_none(), "{text}");
        }
    }
}
