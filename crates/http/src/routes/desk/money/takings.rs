//! `GET /api/desk/venues/{venue}/money?day=2026-11-22`: the money of a venue's day.

use axum::{Json, extract::State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::money::read_money::{
        DayMoney, ListedPayment, ListedQrPayment, ListedQrRefund, ListedRefund, MoneyFor, QrPaymentOutcome,
        read_day_money,
    },
    staff::list_staff_names,
};
use sideout_domain::money::Money;
use utoipa::{IntoParams, ToSchema};

use super::{
    money_problem,
    qrs::QrRefundReason,
    shifts::{CountedShiftAnswer, MovementAnswer},
};
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::{
        StaffNames,
        booking::{PaymentWay, way_of_refund, way_of_tender},
        day_of, venue_id,
    },
    state::ApiState,
    wire::problem::Problem,
};

/// The day that is shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MoneyQuery {
    /// The day, in the venue's time zone; today if it is left out.
    #[param(example = "2026-11-22", format = Date)]
    pub day: Option<String>,
}

/// The money of a venue's day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayMoney)]
pub struct DayMoneyAnswer {
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// What came in and went back by each way of payment; ways without money are left out.
    pub ways: Vec<WaySum>,
    /// What the day's bookings still owe, paise.
    #[schema(example = 340_000)]
    pub due_paise: i64,
    /// The number of bookings that owe something.
    #[schema(example = 4)]
    pub due_bookings: i64,
    /// What came to the venue's own UPI account and was not found in the bank's list yet, paise.
    #[schema(example = 160_000)]
    pub to_match_paise: i64,
    /// The payments at the desk, those by QR codes of the provider included, the newest first.
    pub payments: Vec<DeskPaymentAnswer>,
    /// The refunds that the desk still has to pay out, of any day; of this day those that it paid out, those that failed at the
    /// provider and were settled another way, and money of QR codes whose refund was given to the provider. The newest first.
    pub refunds: Vec<DeskRefundAnswer>,
    /// The shifts that were counted on this day, the newest first; at most 50.
    pub shifts: Vec<CountedShiftAnswer>,
    /// Cash that came and went without a booking on this day, the oldest first.
    pub movements: Vec<MovementAnswer>,
}

/// What came in and went back by one way of payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaySum {
    /// The way.
    pub way: PaymentWay,
    /// What came in, without what was voided, paise. In the figures of a day's end less than 0 if more of earlier days was voided than came
    /// in.
    #[schema(example = 2_145_000)]
    pub taken_paise: i64,
    /// What went back, paise; in cash with what was added to whole rupees. Less than 0 if more failed of earlier refunds than went back.
    #[schema(example = 80_000)]
    pub returned_paise: i64,
}

/// The booking that money was for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MoneyFor)]
pub struct MoneyForAnswer {
    /// The order's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The court.
    #[schema(example = "Court 3")]
    pub court: String,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
}

/// A payment at the desk.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeskPayment)]
pub struct DeskPaymentAnswer {
    /// The payment's number; null for a payment by a QR code.
    #[schema(required, example = "4711")]
    pub id: Option<String>,
    /// The number of the QR code by which it was paid; null if a clerk took it.
    #[schema(required, example = "5120")]
    pub qr: Option<String>,
    /// When it was taken, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The way of payment.
    pub way: PaymentWay,
    /// The amount that was handed over, paise.
    #[schema(example = 85_000)]
    pub received_paise: i64,
    /// The clerk who took it, or made the QR code.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
    /// The id of that member of staff.
    #[schema(required, example = "481920375641")]
    pub by_id: Option<String>,
    /// The name of a payer who is not the player.
    #[schema(required, example = "Devang Shah")]
    pub payer: Option<String>,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    #[schema(required, example = "4417")]
    pub reference: Option<String>,
    /// The first booking that it pays.
    pub paid_for: MoneyForAnswer,
    /// The number of bookings that it pays.
    #[schema(example = 1)]
    pub orders: i64,
    /// The number of its receipt; null if it has none, as money of a QR code that goes back.
    #[schema(required, example = "D1/26-27/000123")]
    pub receipt: Option<String>,
    /// Whether it came to the venue's own UPI account and was not found in the bank's list yet.
    #[schema(example = false)]
    pub to_match: bool,
    /// Why it was voided; null if it was not.
    #[schema(required, example = "Taken twice")]
    pub void_reason: Option<String>,
    /// The name of the member of staff who voided it.
    #[schema(required, example = "Nisha Trivedi")]
    pub voided_by: Option<String>,
    /// Why the whole money of a QR code goes back or went back, and pays no booking; null if it does not.
    #[schema(required)]
    pub goes_back: Option<QrMoneyBack>,
    /// Whether it can be voided, by staff who may void it or with the approval of a colleague who may: nothing of it goes back, and
    /// none of the bookings that it pays was cancelled.
    #[schema(example = true)]
    pub can_void: bool,
    /// Whether its receipt can be made out to a firm: the receipt shows tax, and nothing of the payment goes back.
    #[schema(example = true)]
    pub can_invoice: bool,
}

/// Why the money of a QR code goes back or went back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QrMoneyBack {
    /// The booking was paid before: another way, or by the same code.
    PaidTwice,
    /// The booking was cancelled before.
    OrderClosed,
    /// The player's account was locked for an erasure before.
    PaidLate,
    /// The booking owes another amount by now, or a part of the payment was returned before.
    WrongAmount,
    /// The payment provider sent it back by itself.
    WasReturned,
}

impl QrMoneyBack {
    fn of(outcome: &QrPaymentOutcome) -> Option<Self> {
        match outcome {
            QrPaymentOutcome::Paid(_) => None,
            QrPaymentOutcome::GoesBack(reason) => Some(match QrRefundReason::of(*reason) {
                QrRefundReason::PaidTwice => QrMoneyBack::PaidTwice,
                QrRefundReason::OrderClosed => QrMoneyBack::OrderClosed,
                QrRefundReason::PaidLate => QrMoneyBack::PaidLate,
                QrRefundReason::WrongAmount => QrMoneyBack::WrongAmount,
            }),
            QrPaymentOutcome::WasReturned => Some(QrMoneyBack::WasReturned),
        }
    }
}

/// A refund at the desk.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeskRefund)]
pub struct DeskRefundAnswer {
    /// The refund's number.
    #[schema(example = "88")]
    pub id: String,
    /// The number of the desk payment that is refunded; null for money that came through the provider.
    #[schema(required, example = "4711")]
    pub payment: Option<String>,
    /// The number of the QR code whose money goes back through the provider; null for every other refund.
    #[schema(required, example = "5120")]
    pub qr: Option<String>,
    /// Whether its credit note can be opened from `payment` or `qr`. False for a refund that was settled another way: its credit note, if
    /// it has one, is named by `GET /api/desk/refunds`.
    #[schema(example = true)]
    pub has_credit_note: bool,
    /// The way by which the money goes back.
    pub way: PaymentWay,
    /// The amount, paise.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
    /// What the desk added so that whole rupees went back in cash, paise: 0 to 99.
    #[schema(example = 0)]
    pub round_up_paise: i64,
    /// The booking that the money was for.
    pub paid_for: MoneyForAnswer,
    /// When it was paid out, or given to the provider, ISO 8601 UTC; null if that is still to do.
    #[schema(required, format = DateTime)]
    pub paid_out_at: Option<String>,
    /// The name of the member of staff who paid it out.
    #[schema(required, example = "Kiran Joshi")]
    pub paid_out_by: Option<String>,
}

/// Shows the money of a venue's day. A caller who counts the drawer without seeing its expected total sees only what they
/// took, gave back, moved and counted themselves, the movements of the open shift, what is still to pay out, and what the day's bookings
/// still owe.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/money", operation_id = "day_money", tag = "money",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number."), MoneyQuery),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The money of the day.", body = DayMoneyAnswer)))]
pub(crate) async fn day_money(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    Query(query): Query<MoneyQuery>,
) -> Result<Json<DayMoneyAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    let day = query.day.as_deref().map(day_of).transpose()?;
    let money = read_day_money(&api.app, &actor, venue, day).await.map_err(money_problem)?;
    let names = list_staff_names(&api.app).await?;
    let to_match = money.payments.iter().filter(|listed| listed.payment.is_to_match());
    Ok(Json(DayMoneyAnswer {
        day: money.day.to_string(),
        ways: way_sums(&money),
        due_paise: money.due.amount.paise(),
        due_bookings: money.due.bookings,
        to_match_paise: to_match.map(|listed| listed.payment.received().paise()).sum(),
        payments: payments(&money, &names),
        refunds: refunds(&money, &names),
        shifts: money
            .counted
            .iter()
            .filter_map(|shift| CountedShiftAnswer::of(shift, &money.counted_cash, &names))
            .collect(),
        movements: money.movements.iter().map(|movement| MovementAnswer::of(movement, &names)).collect(),
    }))
}

/// What came in and went back by each way of payment, without ways that had no money.
fn way_sums(money: &DayMoney) -> Vec<WaySum> {
    let ways = [PaymentWay::Cash, PaymentWay::Upi, PaymentWay::Card, PaymentWay::Bank];
    let sum = |amounts: &mut dyn Iterator<Item = Money>| amounts.sum::<Money>().paise();
    let at_desk = ways.into_iter().map(|way| {
        let mut taken = money
            .payments
            .iter()
            .filter(|listed| listed.payment.voided.is_none() && way_of_tender(listed.payment.tender) == way)
            .map(|listed| listed.payment.received());
        let mut returned = money
            .refunds
            .iter()
            .filter(|listed| {
                listed.refund.ended_at.is_some() && way_of_refund(listed.refund.source.method()) == way
            })
            .map(|listed| listed.refund.amount.plus(listed.refund.round_up));
        WaySum { way, taken_paise: sum(&mut taken), returned_paise: sum(&mut returned) }
    });
    let online = WaySum {
        way: PaymentWay::Online,
        taken_paise: money.online.taken.paise(),
        returned_paise: money.online.returned.paise(),
    };
    at_desk.chain([online]).filter(|sum| sum.taken_paise != 0 || sum.returned_paise != 0).collect()
}

pub(in crate::routes::desk) fn money_for(paid_for: &MoneyFor) -> MoneyForAnswer {
    MoneyForAnswer {
        order: paid_for.order.to_string(),
        name: paid_for.name.clone(),
        court: paid_for.court_name.clone(),
        day: paid_for.day.to_string(),
        minute: paid_for.start.minute(),
    }
}

/// The payments that clerks took and those by QR codes, the newest first.
fn payments(money: &DayMoney, names: &StaffNames) -> Vec<DeskPaymentAnswer> {
    let taken = money.payments.iter().map(|listed| (listed.payment.taken_at, payment(listed, names)));
    let by_qr = money.qr_payments.iter().map(|listed| (listed.at, qr_payment(listed, names)));
    newest_first(taken.chain(by_qr))
}

/// The refunds of the desk and those of QR codes, the newest first.
fn refunds(money: &DayMoney, names: &StaffNames) -> Vec<DeskRefundAnswer> {
    let at_desk = money.refunds.iter().map(|listed| (listed.refund.approved_at, refund(listed, names)));
    let by_qr = money.qr_refunds.iter().map(|listed| (listed.refund.approved_at, qr_refund(listed)));
    newest_first(at_desk.chain(by_qr))
}

/// Sorts by the instant; items of the same instant keep their order.
fn newest_first<T>(dated: impl Iterator<Item = (Timestamp, T)>) -> Vec<T> {
    let mut dated: Vec<_> = dated.collect();
    dated.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    dated.into_iter().map(|(_, one)| one).collect()
}

fn qr_payment(listed: &ListedQrPayment, names: &StaffNames) -> DeskPaymentAnswer {
    let receipt = match &listed.outcome {
        QrPaymentOutcome::Paid(receipt) => receipt.as_ref(),
        QrPaymentOutcome::GoesBack(_) | QrPaymentOutcome::WasReturned => None,
    };
    DeskPaymentAnswer {
        id: None,
        qr: Some(listed.bill.to_string()),
        at: listed.at.to_string(),
        way: PaymentWay::Online,
        received_paise: listed.amount.paise(),
        by: names.get(&listed.staff).cloned(),
        by_id: Some(listed.staff.to_string()),
        payer: listed.payer.clone(),
        reference: None,
        paid_for: money_for(&listed.paid_for),
        orders: listed.orders,
        receipt: receipt.map(ToString::to_string),
        to_match: false,
        void_reason: None,
        voided_by: None,
        goes_back: QrMoneyBack::of(&listed.outcome),
        can_void: false,
        can_invoice: listed.can_invoice,
    }
}

fn qr_refund(listed: &ListedQrRefund) -> DeskRefundAnswer {
    let refund = &listed.refund;
    DeskRefundAnswer {
        id: refund.id.to_string(),
        payment: None,
        qr: Some(refund.bill.to_string()),
        has_credit_note: refund.reason.reduces_booking(),
        way: PaymentWay::Online,
        amount_paise: refund.amount.paise(),
        round_up_paise: refund.round_up.paise(),
        paid_for: money_for(&listed.paid_for),
        paid_out_at: refund.issued_at.map(|at| at.to_string()),
        paid_out_by: None,
    }
}

fn payment(listed: &ListedPayment, names: &StaffNames) -> DeskPaymentAnswer {
    let payment = &listed.payment;
    let voided = payment.voided.as_ref();
    DeskPaymentAnswer {
        id: Some(payment.id.to_string()),
        qr: None,
        at: payment.taken_at.to_string(),
        way: way_of_tender(payment.tender),
        received_paise: payment.received().paise(),
        by: payment.staff.and_then(|staff| names.get(&staff).cloned()),
        by_id: payment.staff.map(|staff| staff.to_string()),
        payer: payment.payer.clone(),
        reference: payment.reference.clone(),
        paid_for: money_for(&listed.paid_for),
        orders: listed.orders,
        receipt: listed.receipt.as_ref().map(ToString::to_string),
        to_match: payment.is_to_match(),
        void_reason: voided.map(|voided| voided.reason.clone()),
        voided_by: voided.and_then(|voided| voided.by).and_then(|staff| names.get(&staff).cloned()),
        goes_back: None,
        can_void: listed.corrections.can_void,
        can_invoice: listed.corrections.can_invoice,
    }
}

fn refund(listed: &ListedRefund, names: &StaffNames) -> DeskRefundAnswer {
    let refund = &listed.refund;
    DeskRefundAnswer {
        id: refund.id.to_string(),
        payment: refund.source.desk_payment().map(|id| id.to_string()),
        qr: None,
        // A refund that was settled another way has a voucher; its credit note, if it has one, is that of the online
        // payment.
        has_credit_note: !refund.is_settled(),
        way: way_of_refund(refund.source.method()),
        amount_paise: refund.amount.paise(),
        round_up_paise: refund.round_up.paise(),
        paid_for: money_for(&listed.paid_for),
        paid_out_at: refund.ended_at.map(|at| at.to_string()),
        paid_out_by: refund.paid_out_by.and_then(|staff| names.get(&staff).cloned()),
    }
}
