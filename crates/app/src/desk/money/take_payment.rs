//! Takes money at a desk for bookings, or for a part of what they owe.

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    CustomerId, GroupId, StaffId, VenueId,
    bill::{BillKind, BillLine, BillMethod, Tender},
    drawer::{is_beyond_cash_limit, round_off},
    gstin::{Firm, Gstin},
    ledger as entries,
    money::Money,
    order::{Order, OrderNumber, PaymentMethod},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{
    Bills, Board, DeskPayments, Ledger, Orders, Session, Shifts, StoreError,
    accounts::Customers,
    bills::NewBill,
    board::BookingDetails,
    desk_payments::NewDeskPayment,
    ledger::{NewEntry, Subject},
};

use crate::{
    App,
    platform::venues::find_known_venue,
    steps::{
        announce_order::announce_order,
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        close_qrs::close_qrs_of_order,
        issue_receipts::{DeskReceipt, Issuer, issue_desk_receipt},
    },
};

/// The most bookings that one payment pays.
pub const MOST_LINES: usize = 12;

/// What a payment pays of one booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentLine {
    /// The booking.
    pub order: OrderNumber,
    /// The version that the clerk saw.
    pub version: i64,
    /// The part of what it owes that is paid.
    pub amount: Money,
}

/// Money that a clerk takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakePayment {
    /// What it pays: at least one booking, at most [`MOST_LINES`], each once, all of one player.
    pub lines: Vec<PaymentLine>,
    /// How it is taken. [`Tender::UpiQr`] is taken by the provider, not by a clerk.
    pub tender: Tender,
    /// The name of a payer who is not the player.
    pub payer: Option<String>,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    pub reference: Option<String>,
    /// The firm that the receipt is made out to, if it is not the player.
    pub firm: Option<Firm>,
}

impl Serialize for TakePayment {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines: Vec<_> =
            self.lines.iter().map(|line| (line.order.value(), line.version, line.amount.paise())).collect();
        (lines, self.tender.name(), &self.payer, &self.reference, &self.firm).serialize(serializer)
    }
}

/// A payment that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenPayment {
    /// The id of the payment.
    pub payment: i64,
    /// The number of its receipt.
    pub receipt: String,
    /// What was handed over, paise: in cash without what was rounded off.
    pub received_paise: i64,
    /// The bookings that it paid.
    pub bookings: Vec<PaidBooking>,
}

/// A booking after a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidBooking {
    /// Its number.
    pub order: i64,
    /// Its version.
    pub version: i64,
    /// What it still owes, paise.
    pub due_paise: i64,
}

/// Why no money is taken.
#[derive(Debug, thiserror::Error)]
pub enum TakePaymentError {
    /// The venue has no booking with this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The list is empty, too long, names a booking twice or several players; or a clerk does not take this tender.
    #[error("not a list of bookings of one player")]
    BadLines,
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// A booking was changed since its version was read; this is the booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// A line is not above zero, or its booking owes less; this is the booking as it is now.
    #[error("more than is due")]
    MoreThanDue(Box<BookingDetails>),
    /// The cash is not in whole rupees, and pays only a part of what the bookings owe or is less than ₹1.
    #[error("cash is taken in whole rupees")]
    NotWholeRupees,
    /// More cash than the law allows from one person on one day or for one event; this much was taken already.
    #[error("too much cash of one person: {0:?} was taken already")]
    CashLimit(Money),
    /// The operator has no GSTIN, so no invoice is made out to a firm.
    #[error("no tax invoices are issued")]
    NoTaxInvoices,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a payment needs beside what is requested.
pub(crate) struct PaymentContext {
    /// The venue of the desk.
    pub(crate) venue: Arc<Venue>,
    /// Who takes it.
    pub(crate) staff: StaffId,
    /// The issuer of the receipt.
    pub(crate) issuer: Issuer,
    /// The current time.
    pub(crate) now: Timestamp,
    /// When the money was handed over: `now`, or earlier if the desk had no network.
    pub(crate) taken_at: Timestamp,
}

struct Input {
    context: PaymentContext,
    request: TakePayment,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.request.serialize(serializer)
    }
}

/// What the audit shows of a payment.
#[derive(Serialize)]
struct Facts<'a> {
    tender: &'static str,
    amount_paise: i64,
    orders: Vec<i64>,
    receipt: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gstin: Option<&'a Gstin>,
}

/// Takes money at a venue's desk in the name of `actor`: one settled bill with a receipt, in the open shift of the drawer.
///
/// # Errors
/// [`TakePaymentError`].
pub async fn take_payment(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    request: TakePayment,
    key: RequestKey,
) -> Result<TakenPayment, TakePaymentError> {
    let permission = Permission::PaymentTake;
    actor.check_at(venue, permission, app.clock.now())?;
    let venue = find_known_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    let command = Command { operation: "take_payment", permission, venue: Some(venue.id), key };
    let issuer = Issuer::find(app).await?;
    let now = app.clock.now();
    let context = PaymentContext { venue, staff: actor.id(), issuer, now, taken_at: now };
    let input = Input { context, request };
    audited_write(app, actor, command, input, |tx, input| Box::pin(record(tx, input))).await
}

async fn record(tx: &mut dyn Session, input: &Input) -> Result<Audited<TakenPayment>, TakePaymentError> {
    let (taken, entry) = record_payment(tx, &input.context, &input.request).await?;
    Ok(Audited::new(taken, entry))
}

/// The unit of work of a payment; the caller adds the entry to the audit.
///
/// INVARIANT: a booking is never paid more than it costs, and what is taken is in exactly one shift (suites `bills` and
/// `shifts`).
///
/// # Errors
/// [`TakePaymentError`]; the unit of work must be rolled back.
pub(crate) async fn record_payment(
    tx: &mut dyn Session,
    context: &PaymentContext,
    request: &TakePayment,
) -> Result<(TakenPayment, Entry), TakePaymentError> {
    let PaymentContext { venue, staff, issuer, now, taken_at } = context;
    let lines = check_lines(&request.lines)?;
    if request.tender == Tender::UpiQr {
        return Err(TakePaymentError::BadLines);
    }
    if request.firm.is_some() && !issuer.issues_tax_invoices() {
        return Err(TakePaymentError::NoTaxInvoices);
    }
    // Cash of one player is counted, so payments of one player come one after another.
    let first = lines.first().ok_or(TakePaymentError::BadLines)?;
    let customer = Orders(tx).find_owner(first.order).await?.ok_or(TakePaymentError::NoSuchBooking)?;
    Customers(tx).take_turn(customer).await?;
    let (shift, _) = Shifts(tx).enter(venue.id, *staff).await?.ok_or(TakePaymentError::ShiftNeeded)?;
    let mut before = Vec::with_capacity(lines.len());
    for line in &lines {
        before.push(find_owing(tx, venue.id, line, *now).await?);
    }
    if before.iter().any(|details| details.booking.customer != customer) {
        return Err(TakePaymentError::BadLines);
    }
    let amount: Money = lines.iter().map(|line| line.amount).sum();
    let round_off = round_off_of(request.tender, amount, &lines, &before)?;
    if request.tender == Tender::Cash {
        let groups: BTreeSet<Option<GroupId>> = before.iter().map(|details| details.booking.group).collect();
        for group in groups {
            check_cash_limit(tx, context, (customer, group), amount.less(round_off)).await?;
        }
    }
    let bill = NewBill {
        kind: if lines.len() > 1 { BillKind::Cart } else { BillKind::Booking },
        customer: Some(customer),
        payer_name: request.payer.clone(),
        discount: Money::ZERO,
        coupon: None,
        method: BillMethod::Desk,
        open_until: None,
        lines: lines.iter().map(|line| BillLine { order: Some(line.order), amount: line.amount }).collect(),
        created_at: *now,
    };
    let bill = Bills(tx).add(&bill).await?;
    if !Bills(tx).settle(bill, BillMethod::Desk, *now).await? {
        return Err(StoreError::Corrupt(format!("the new bill {bill} is settled")).into());
    }
    let new = NewDeskPayment {
        bill,
        venue: venue.id,
        shift: Some(shift),
        tender: request.tender,
        amount,
        round_off,
        payer: request.payer.clone(),
        reference: request.reference.clone(),
        staff: Some(*staff),
        taken_at: *taken_at,
    };
    let payment = DeskPayments(tx).add(&new).await?;
    for line in &lines {
        close_qrs_of_order(tx, line.order, *now).await?;
        if !Orders(tx).add_payment(line.order, line.amount, PaymentMethod::Court).await? {
            // The booking was changed since the read above.
            let current = find(tx, venue.id, line.order, *now).await?;
            return Err(TakePaymentError::ChangedMeanwhile(Box::new(current)));
        }
    }
    let only = if let [line] = lines.as_slice() { Some(line.order) } else { None };
    let entry = NewEntry {
        entry: entries::taken_at_desk(amount, round_off, request.tender),
        subject: Subject::DeskPayment { id: payment, bill, order: only },
        happened_at: *now,
    };
    Ledger(tx).record(&entry).await?;
    let mut paid: Vec<(Order, Money)> = Vec::with_capacity(lines.len());
    for line in &lines {
        let order = Orders(tx).find(line.order, customer).await?.ok_or(TakePaymentError::NoSuchBooking)?;
        announce_order(tx, &order);
        paid.push((order, line.amount));
    }
    let receipt = DeskReceipt { payment: &new, lines: &paid, firm: request.firm.as_ref() };
    let receipt = issue_desk_receipt(tx, issuer, receipt, *now).await?;
    let receipt = receipt.map(|number| number.to_string()).unwrap_or_default();
    let bookings = list_paid(tx, context, &lines).await?;
    let facts = Facts {
        tender: request.tender.name(),
        amount_paise: amount.paise(),
        orders: lines.iter().map(|line| line.order.value()).collect(),
        receipt: &receipt,
        gstin: request.firm.as_ref().map(|firm| &firm.gstin),
    };
    let audit = Entry::added("payment.taken", "payment", payment, &facts).at(venue.id);
    let received_paise = amount.less(round_off).paise();
    Ok((TakenPayment { payment: payment.0, receipt: receipt.clone(), received_paise, bookings }, audit))
}

/// The lines in the order in which their bookings are locked.
pub(super) fn check_lines(requested: &[PaymentLine]) -> Result<Vec<PaymentLine>, TakePaymentError> {
    let mut lines = requested.to_vec();
    lines.sort_by_key(|line| line.order.value());
    lines.dedup_by_key(|line| line.order);
    let is_good = !lines.is_empty() && lines.len() == requested.len() && lines.len() <= MOST_LINES;
    if is_good { Ok(lines) } else { Err(TakePaymentError::BadLines) }
}

/// The booking of a line, if it is as the clerk saw it and owes what the line pays.
pub(super) async fn find_owing(
    tx: &mut dyn Session,
    venue: VenueId,
    line: &PaymentLine,
    now: Timestamp,
) -> Result<BookingDetails, TakePaymentError> {
    let details = find(tx, venue, line.order, now).await?;
    let booking = &details.booking;
    if booking.version != line.version {
        return Err(TakePaymentError::ChangedMeanwhile(Box::new(details)));
    }
    let due = booking.amounts.due_at_desk(booking.status);
    if line.amount <= Money::ZERO || line.amount > due {
        return Err(TakePaymentError::MoreThanDue(Box::new(details)));
    }
    Ok(details)
}

pub(super) async fn find(
    tx: &mut dyn Session,
    venue: VenueId,
    order: OrderNumber,
    now: Timestamp,
) -> Result<BookingDetails, TakePaymentError> {
    let found = Board(tx).find_booking(order, now).await?;
    found.filter(|found| found.booking.venue == venue).ok_or(TakePaymentError::NoSuchBooking)
}

/// Refuses cash if, with the cash taken from the player on that day or for the group, it reaches the sum that the law forbids.
async fn check_cash_limit(
    tx: &mut dyn Session,
    PaymentContext { venue, taken_at, .. }: &PaymentContext,
    (customer, group): (CustomerId, Option<GroupId>),
    amount: Money,
) -> Result<(), TakePaymentError> {
    let span = venue.span_of(venue.today(*taken_at));
    let taken = DeskPayments(tx).sum_cash_from(customer, span, group).await?;
    if is_beyond_cash_limit(taken, amount) { Err(TakePaymentError::CashLimit(taken)) } else { Ok(()) }
}

/// The bookings that were just paid, as they are now.
async fn list_paid(
    tx: &mut dyn Session,
    PaymentContext { venue, now, .. }: &PaymentContext,
    lines: &[PaymentLine],
) -> Result<Vec<PaidBooking>, TakePaymentError> {
    let mut paid = Vec::with_capacity(lines.len());
    for line in lines {
        let booking = find(tx, venue.id, line.order, *now).await?.booking;
        paid.push(PaidBooking {
            order: line.order.value(),
            version: booking.version,
            due_paise: booking.amounts.due_at_desk(booking.status).paise(),
        });
    }
    Ok(paid)
}

/// What is rounded off a payment: in cash the paise, if everything that the bookings owe is paid and that is at least ₹1.
fn round_off_of(
    tender: Tender,
    amount: Money,
    lines: &[PaymentLine],
    before: &[BookingDetails],
) -> Result<Money, TakePaymentError> {
    let off = round_off(amount);
    if tender != Tender::Cash || off == Money::ZERO {
        return Ok(Money::ZERO);
    }
    let pays_all = lines
        .iter()
        .zip(before)
        .all(|(line, details)| line.amount == details.booking.amounts.due_at_desk(details.booking.status));
    if pays_all && amount > off { Ok(off) } else { Err(TakePaymentError::NotWholeRupees) }
}
