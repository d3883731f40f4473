//! `GET /api/desk/bookings/{order}`: one booking with player, money and history.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::SignedDuration;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sideout_app::{
    desk::board::{
        BookingDetails, GroupBooking, PaidPart,
        cancelled_money::kept_money,
        open_booking::{OpenBookingError, open_booking},
    },
    payments::Refund,
};
use sideout_domain::{
    StaffId,
    bill::{BillMethod, Tender},
    money::Money,
    refund::RefundMethod,
    staff::Permission,
};
use utoipa::ToSchema;

use super::{
    AttendanceState, DeskPaymentMethod, Viewer,
    history::{HistoryEntry, history},
    not_found,
    notes::NoteAbout,
    order_number,
};
use crate::{
    extract::{Path, Staff},
    platform::etag::is_unchanged,
    routes::user::get_order_info::OrderStatus,
    state::ApiState,
    wire::{CourtType, answer::JSON, problem::Problem},
};

/// A booking.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Booking)]
pub struct BookingAnswer {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The version, for `If-Match`; a higher one is newer. The ETag begins with it.
    #[schema(example = 7)]
    pub version: i64,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The booking's court.
    pub court: BookedCourt,
    /// The booking's start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: u16,
    /// Minutes of play.
    #[schema(example = 55)]
    pub play_minutes: u16,
    /// When play begins, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub starts_at: String,
    /// When play ends, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub ends_at: String,
    /// The booking's state.
    pub status: OrderStatus,
    /// Whether the players came; null while it is not recorded.
    #[schema(required)]
    pub attendance: Option<AttendanceState>,
    /// When that was recorded, ISO 8601 UTC; null while it is not.
    #[schema(required, format = DateTime)]
    pub attendance_at: Option<String>,
    /// The name of the member of staff who recorded it; null while it is not recorded.
    #[schema(required, example = "Kiran Joshi")]
    pub attendance_by: Option<String>,
    /// The player of the booking.
    pub player: BookingPlayer,
    /// What it costs, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// What the coupon takes off, paise.
    #[schema(example = 15_000)]
    pub discount_paise: i64,
    /// The coupon's code; null without a coupon.
    #[schema(required, example = "DINK10")]
    pub coupon: Option<String>,
    /// What was paid, paise.
    #[schema(example = 0)]
    pub paid_paise: i64,
    /// How much of that was given back or is owed to the player, paise.
    #[schema(example = 0)]
    pub returned_paise: i64,
    /// How much of `returned_paise` has not gone back yet, paise.
    #[schema(example = 0)]
    pub to_return_paise: i64,
    /// What the venue keeps of a cancelled booking, paise. Null for every other booking, while the player chooses between another hour
    /// and the money, and if staff decided what goes back of what was paid before this program was used. Less than 0 if all went back and
    /// was rounded up in cash.
    #[schema(required, example = 3_000)]
    pub kept_paise: Option<i64>,
    /// What the venue gives back of a cancelled booking outside this program, because it was paid before this program was used, paise.
    #[schema(example = 0)]
    pub given_elsewhere_paise: i64,
    /// What was rounded off payments in cash of a cancelled booking, paise: it counts as paid, but was never taken. 0 if `kept_paise` is
    /// null.
    #[schema(example = 50)]
    pub rounded_off_paise: i64,
    /// What was given back of a cancelled booking in addition to `returned_paise`, so that whole rupees went back in cash, paise. 0 if
    /// `kept_paise` is null.
    #[schema(example = 50)]
    pub rounded_up_paise: i64,
    /// What is still to be paid, paise.
    #[schema(example = 85_000)]
    pub due_paise: i64,
    /// How the booking is paid.
    pub payment_method: DeskPaymentMethod,
    /// What was paid, the oldest first.
    pub payments: Vec<BookingPayment>,
    /// What the desk still has to pay out, the oldest first.
    pub to_pay_out: Vec<OwedRefund>,
    /// The events of the booking, the oldest first.
    pub history: Vec<HistoryEntry>,
    /// The games of its weekly series, itself included, the first game first; empty for a booking that is in no series.
    pub weeks: Vec<BookedWeek>,
    /// The notes about the player and about this game, the oldest first. They do not change the version.
    pub notes: Vec<NoteAnswer>,
}

/// A game of a weekly series.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedWeek {
    /// The game's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The day at the venue.
    #[schema(example = "2026-11-29", format = Date)]
    pub day: String,
    /// The game's start, minutes of that day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The name of its court.
    #[schema(example = "Court 3")]
    pub court: String,
    /// The game's status.
    pub status: OrderStatus,
}

/// What a member of staff noted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteAnswer {
    /// The note's number.
    #[schema(example = "12")]
    pub id: String,
    /// Whether it is about the player at every game, or about this game.
    pub about: NoteAbout,
    /// The text: plain, one line.
    #[schema(example = "Brings their own net")]
    pub text: String,
    /// When it was written, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who wrote it; null if the person is not known any more.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
}

/// The court of a booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedCourt {
    /// The court's number in the system.
    #[schema(example = 23)]
    pub id: i64,
    /// The number painted on it.
    #[schema(example = 3)]
    pub number: u16,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub name: String,
    /// Outdoor or indoor.
    pub r#type: CourtType,
}

/// The player of a booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingPlayer {
    /// The id of the player's account.
    #[schema(example = "104233170526")]
    pub id: String,
    /// The name that was noted for this game, or else the player's name.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The phone number; masked, `+91 ••••• •1736`, without the permission `phone.read`, and if the audit could not get the entry of the
    /// look; null for a guest who gave none, and once the player's data were erased.
    #[schema(required, example = "98250 41736")]
    pub phone: Option<String>,
    /// Games that have begun and were not cancelled, and whose players were not recorded as absent.
    #[schema(example = 31)]
    pub games: i64,
    /// The number of missed games; a game counts as missed once its day is closed.
    #[schema(example = 0)]
    pub no_shows: i64,
    /// Whether it is the first game of a player with a phone number.
    #[schema(example = false)]
    pub first_visit: bool,
}

/// A refund that the desk still has to pay out.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwedRefund {
    /// The refund's number.
    #[schema(example = "88")]
    pub id: String,
    /// How the money goes back.
    pub way: PaymentWay,
    /// The amount, paise.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
    /// Whether paying it out changes the booking's version: it is the refund of a cancellation or closure, not of a move.
    #[schema(example = true)]
    pub ends_booking: bool,
}

/// A part of a booking that was paid.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingPayment {
    /// The number of the payment at the desk; null if it was paid another way, or before this program was used.
    #[schema(required, example = "4711")]
    pub id: Option<String>,
    /// The number of the provider's QR code at the desk by which it was paid; null if it was paid another way.
    #[schema(required, example = "5120")]
    pub qr: Option<String>,
    /// The number of its bill if it was paid in the app: its documents are at the addresses of those of a QR code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "5121")]
    pub online: Option<String>,
    /// When it was paid, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The way of payment.
    pub way: PaymentWay,
    /// The amount, paise.
    #[schema(example = 100_000)]
    pub amount_paise: i64,
    /// The amount of the whole payment, paise, if it paid for other bookings too. It is voided, and made out to a firm, as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 200_000)]
    pub whole_paise: Option<i64>,
    /// The name of the member of staff who took it, or made the QR code; null if it was not taken at a desk, or if it is not known who
    /// took it.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
    /// The id of that member of staff; null if it was not taken at a desk, or if it is not known who took it.
    #[schema(required, example = "481920375641")]
    pub by_id: Option<String>,
    /// The credit notes for what goes back of it, the oldest first.
    pub credit_notes: Vec<BookingCreditNote>,
    /// Whether it can be voided, by staff who may void it or with the approval of a colleague who may: nothing of it goes back, and
    /// none of the bookings that it pays was cancelled.
    #[schema(example = true)]
    pub can_void: bool,
    /// Whether its receipt can be made out to a firm: the receipt shows tax, and nothing of the payment goes back.
    #[schema(example = true)]
    pub can_invoice: bool,
}

/// A credit note for a part of a booking that goes back.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingCreditNote {
    /// The number of the refund that it is for.
    #[schema(example = "88")]
    pub refund: String,
    /// The amount, paise.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
}

/// How money was paid or given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentWay {
    /// Notes and coins.
    Cash,
    /// UPI at the desk; of a booking also by a QR code of the payment provider.
    Upi,
    /// The card machine.
    Card,
    /// A bank transfer.
    Bank,
    /// Paid through the payment provider; in the money of a day also by its QR codes at the desk.
    Online,
    /// Paid at a desk before this program was used.
    Desk,
    /// Paid with hours that were bought in advance.
    Hours,
    /// Paid with credit.
    Credit,
    /// The booking cost nothing.
    Free,
}

/// Shows a booking. If it is not of today and phone numbers are shown without a mask, the audit gets an entry of the look, once a
/// day. The status is 304 if `If-None-Match` has the current entity tag.
#[utoipa::path(get, path = "/api/desk/bookings/{order}", operation_id = "booking", tag = "board",
    security(("session" = [])), params(("order" = String, Path, description = "The order's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The booking; its `ETag` begins with the version.", body = BookingAnswer),
        (status = 304, description = "Nothing has changed.")))]
pub(crate) async fn booking(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    actor.check(Permission::BoardRead, api.app.clock.now())?;
    let number = order_number(&order)?;
    let found = open_booking(&api.app, &actor, number).await.map_err(|error| match error {
        OpenBookingError::NoBooking => not_found(),
        OpenBookingError::Refused(refused) => refused.into(),
        OpenBookingError::Store(error) => error.into(),
    })?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    let phone = found.booking.phone.as_ref().map(|phone| viewer.phone(phone));
    let answer = BookingAnswer::with_phone(found, &viewer, phone);
    let (etag, body) = answer.written();
    if etag.to_str().is_ok_and(|tag| is_unchanged(&headers, tag)) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response());
    }
    Ok(([(header::CONTENT_TYPE, JSON), (header::ETAG, etag)], body).into_response())
}

impl BookingAnswer {
    /// The booking as this member of staff may see it, in the answer to another operation than the one that opens it.
    pub async fn of(details: BookingDetails, viewer: &Viewer) -> Self {
        let phone = viewer.phone_of(&details.booking).await;
        BookingAnswer::with_phone(details, viewer, phone)
    }

    fn with_phone(details: BookingDetails, viewer: &Viewer, phone: Option<String>) -> Self {
        let name = |staff: Option<StaffId>| staff.and_then(|staff| viewer.names.get(&staff)).cloned();
        let history = history(&details, &viewer.names);
        let weeks = list_weeks(&details);
        let to_pay_out =
            details.refunds.iter().filter(|refund| refund.is_to_pay_out()).map(|refund| OwedRefund {
                id: refund.id.to_string(),
                way: way_of_refund(refund.source.method()),
                amount_paise: refund.amount.paise(),
                ends_booking: refund.reason.ends_booking(),
            });
        let to_pay_out = to_pay_out.collect();
        let to_return: Money =
            details.refunds.iter().filter(|refund| refund.is_still_owed()).map(|refund| refund.amount).sum();
        let money = kept_money(&details);
        let corrections = |part: &PaidPart| details.corrections.get(&part.bill);
        let payments = details.payments.iter().map(|part| BookingPayment {
            id: part.desk_payment.map(|(id, _)| id.to_string()),
            qr: part.by_qr.then(|| part.bill.to_string()),
            online: part.is_online().then(|| part.bill.to_string()),
            at: part.settled_at.to_string(),
            way: paid_by(part),
            amount_paise: part.amount.paise(),
            whole_paise: (part.of_bill > part.amount).then_some(part.of_bill.paise()),
            by: name(part.taken_by),
            by_id: part.taken_by.map(|staff| staff.to_string()),
            credit_notes: credit_notes(part, &details.refunds),
            can_void: corrections(part).is_some_and(|payment| payment.can_void),
            can_invoice: corrections(part).is_some_and(|payment| payment.can_invoice),
        });
        let payments = payments.collect();
        let notes = details.notes.iter().map(|note| NoteAnswer {
            id: note.id.to_string(),
            about: if note.order.is_some() { NoteAbout::Booking } else { NoteAbout::Player },
            text: note.note.clone(),
            at: note.at.to_string(),
            by: name(Some(note.staff)),
        });
        let notes: Vec<_> = notes.collect();
        let attendance_by = name(details.attendance_by.filter(|_| details.booking.attendance.is_some()));
        let booking = details.booking;
        let starts_at = booking.time.slot.starts_at;
        let ends_at = starts_at + SignedDuration::from_mins(booking.play_minutes.into());
        let amounts = booking.amounts;
        BookingAnswer {
            order: booking.number.to_string(),
            version: booking.version,
            venue: booking.venue.0,
            day: booking.day.to_string(),
            court: BookedCourt {
                id: booking.time.slot.court.0,
                number: booking.court_number,
                name: booking.court_name,
                r#type: booking.court_type.into(),
            },
            minute: booking.start.minute(),
            minutes: booking.slot_minutes,
            play_minutes: booking.play_minutes,
            starts_at: starts_at.to_string(),
            ends_at: ends_at.to_string(),
            status: booking.status.into(),
            attendance: booking.attendance.map(AttendanceState::from),
            attendance_at: booking.attendance_at.map(|at| at.to_string()),
            attendance_by,
            player: BookingPlayer {
                id: booking.customer.to_string(),
                name: booking.name,
                phone,
                games: details.games,
                no_shows: details.no_shows,
                first_visit: booking.is_first_visit,
            },
            price_paise: amounts.price.paise(),
            discount_paise: amounts.discount.paise(),
            coupon: details.coupon,
            paid_paise: amounts.paid.paise(),
            returned_paise: amounts.returned.paise(),
            to_return_paise: to_return.paise(),
            kept_paise: money.map(|money| money.kept.paise()),
            given_elsewhere_paise: money.map_or(0, |money| money.given_elsewhere.paise()),
            rounded_off_paise: money.map_or(0, |money| money.rounded_off.paise()),
            rounded_up_paise: money.map_or(0, |money| money.rounded_up.paise()),
            due_paise: amounts.due_at_desk(booking.status).paise(),
            payment_method: booking.payment_method.map_or(DeskPaymentMethod::Court, Into::into),
            payments,
            to_pay_out,
            history,
            weeks,
            notes,
        }
    }

    /// The response with its entity tag: the version, and a digest of the answer, of which parts change without it.
    pub fn into_response(self) -> Response {
        let (etag, body) = self.written();
        ([(header::CONTENT_TYPE, JSON), (header::ETAG, etag)], body).into_response()
    }

    /// The entity tag, with its quotes, and the body.
    fn written(&self) -> (HeaderValue, Vec<u8>) {
        // A booking can always be serialized.
        let body = serde_json::to_vec(self).unwrap_or_default();
        let digest: String = Sha256::digest(&body).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let etag = HeaderValue::from_str(&format!("\"{}-{digest}\"", self.version));
        (etag.unwrap_or_else(|_| HeaderValue::from_static("\"\"")), body)
    }
}

/// The credit notes for what goes back of a part that was paid at a desk or in the app.
fn credit_notes(part: &PaidPart, refunds: &[Refund]) -> Vec<BookingCreditNote> {
    if part.desk_payment.is_none() && !part.by_qr && !part.is_online() {
        return Vec::new();
    }
    refunds
        .iter()
        .filter(|refund| refund.bill == part.bill && refund.reason.reduces_booking())
        .map(|refund| BookingCreditNote {
            refund: refund.id.to_string(),
            amount_paise: refund.amount.paise(),
        })
        .collect()
}

/// The games of a weekly series: of each day the first booking that was not cancelled (the last one if all were), and the opened booking on
/// its own day. A game whose court was closed and that has another place is on the day of that place.
fn list_weeks(details: &BookingDetails) -> Vec<BookedWeek> {
    if !details.booking.is_weekly {
        return Vec::new();
    }
    let mut games: Vec<&GroupBooking> = Vec::new();
    let is_own = |game: &&GroupBooking| game.number == details.booking.number;
    for game in details.group.iter().filter(|game| game.replaced_by.is_none() || is_own(game)) {
        match games.last_mut().filter(|last| last.day == game.day) {
            None => games.push(game),
            Some(last) if game.number == details.booking.number => *last = game,
            // The first booking of the day was cancelled: the game is the next one of that day.
            Some(last) if last.number != details.booking.number && last.cancelled_at.is_some() => {
                *last = game
            }
            Some(_) => {}
        }
    }
    let week = |game: &GroupBooking| BookedWeek {
        order: game.number.to_string(),
        day: game.day.to_string(),
        minute: game.start.minute(),
        court: game.court_name.clone(),
        status: game.status.into(),
    };
    games.into_iter().map(week).collect()
}

/// The way of payment of money that a desk takes by this tender.
pub(in crate::routes::desk) fn way_of_tender(tender: Tender) -> PaymentWay {
    match tender {
        Tender::Cash => PaymentWay::Cash,
        Tender::UpiOwn | Tender::UpiQr => PaymentWay::Upi,
        Tender::Card => PaymentWay::Card,
        Tender::Bank => PaymentWay::Bank,
    }
}

pub(super) fn paid_by(part: &PaidPart) -> PaymentWay {
    match (part.method, part.desk_payment.map(|(_, tender)| tender)) {
        (_, Some(tender)) => way_of_tender(tender),
        (BillMethod::Provider, None) if part.by_qr => way_of_tender(Tender::UpiQr),
        (BillMethod::Provider, None) => PaymentWay::Online,
        (BillMethod::Desk, None) => PaymentWay::Desk,
        (BillMethod::Hours, None) => PaymentWay::Hours,
        (BillMethod::Credit, None) => PaymentWay::Credit,
        (BillMethod::None, None) => PaymentWay::Free,
    }
}

/// How money is given back by this method.
pub(in crate::routes::desk) fn way_of_refund(method: RefundMethod) -> PaymentWay {
    match method {
        RefundMethod::Provider => PaymentWay::Online,
        RefundMethod::Cash => PaymentWay::Cash,
        RefundMethod::Upi => PaymentWay::Upi,
        RefundMethod::Card => PaymentWay::Card,
        RefundMethod::Bank => PaymentWay::Bank,
    }
}
