//! The desk of the first venue today: the sample clerk signs in, counts the float, and takes money of players as they come, by the
//! use cases of the desk.

use std::{collections::BTreeMap, net::Ipv4Addr};

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_app::{
    App,
    desk::{
        board::read_board::read_board,
        money::{
            open_shift::open_shift,
            record_movement::{Movement, record_movement},
            take_payment::{PaymentLine, TakePayment, take_payment},
        },
    },
    staff::{authenticate_staff, sign_out, use_link},
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::{
    VenueId,
    attendance::Attendance,
    bill::Tender,
    drawer::{CashCount, CashMovementKind},
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{attendance::NewAttendance, import::ImportedBooking};

use super::{
    bookings::BookingGenerator,
    staff::{add_staff, clerk_link},
};
use crate::failure::Failure;

/// The desk opens this long before the first payment.
const OPENING: SignedDuration = SignedDuration::from_mins(20);
/// How players pay, in turn.
const TENDERS: [Tender; 6] =
    [Tender::Cash, Tender::UpiOwn, Tender::Cash, Tender::UpiOwn, Tender::Card, Tender::UpiOwn];
/// The notes of the float, as the value in rupees and the number of notes: ₹2,000 in all.
const FLOAT: [(u32, u32); 5] = [(500, 1), (100, 8), (50, 8), (20, 10), (10, 10)];
/// What the clerk buys with cash from the drawer.
pub(super) const EXPENSE: (&str, Money) = ("Drinking water", Money::from_rupees(-120));

/// The day of the sample clerk.
#[derive(Debug)]
pub(crate) struct SampleDay {
    pub(super) venue: VenueId,
    pub(super) day: Date,
    /// The payments, the earliest first.
    pub(super) payments: Vec<SamplePayment>,
}

/// One payment of one booking.
#[derive(Debug)]
pub(super) struct SamplePayment {
    pub(super) order: OrderNumber,
    pub(super) at: Timestamp,
    pub(super) tender: Tender,
}

/// Chooses which of today's bookings of the first venue are paid at its desk: of those that are paid and whose players came,
/// three of every four. They are marked as not paid until the clerk takes the money.
pub(super) fn plan_day(
    generator: &BookingGenerator<'_>,
    bookings: &mut [ImportedBooking],
    attendance: &[NewAttendance],
) -> Option<SampleDay> {
    let venue = generator.venues.first()?.id;
    let arrival = |booking: &ImportedBooking| {
        let came =
            |new: &&NewAttendance| new.order == booking.number && new.state == Some(Attendance::Arrived);
        attendance.iter().find(came).map(|new| new.at)
    };
    let mut paid: Vec<(Timestamp, &mut ImportedBooking)> = bookings
        .iter_mut()
        .filter(|booking| booking.venue == venue && booking.day == generator.today)
        .filter(|booking| booking.paid > Money::ZERO && booking.paid == booking.price)
        .filter_map(|booking| {
            let at = match booking.status {
                OrderStatus::Completed => Some(booking.slot.starts_at - SignedDuration::from_mins(12)),
                _ => arrival(booking),
            };
            at.map(|at| (at, booking))
        })
        .collect();
    paid.sort_by_key(|(at, booking)| (*at, booking.slot.court));
    let mut payments: Vec<SamplePayment> = Vec::new();
    for (nth, (came_at, booking)) in paid.into_iter().enumerate() {
        if nth % 4 == 3 {
            continue;
        }
        // Players of one hour come one after another.
        let after = payments.last().map_or(came_at, |last| last.at + SignedDuration::from_secs(70));
        booking.paid = Money::ZERO;
        let tender = TENDERS[payments.len() % TENDERS.len()];
        let at = came_at.max(after).min(generator.now);
        payments.push(SamplePayment { order: booking.number, at, tender });
    }
    Some(SampleDay { venue, day: generator.today, payments })
}

/// Works through the day as its clerk; `set_clock` sets the application's clock, and the caller sets it back afterwards. A day
/// without payments changes nothing.
///
/// If it is interrupted, the payments that are missing stay due.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn work_through_day(
    app: &App,
    day: &SampleDay,
    set_clock: &(dyn Fn(Timestamp) + Sync),
) -> Result<(), Failure> {
    let Some(first) = day.payments.first() else { return Ok(()) };
    set_clock(first.at - OPENING);
    add_staff(app, day.venue).await?;
    let link = clerk_link(app).await?;
    let signed_in = use_link(app, &link, "Front desk", Ipv4Addr::LOCALHOST.into()).await.map_err(failed)?;
    let actor = authenticate_staff(app, signed_in.token.reveal()).await.map_err(failed)?;
    let float = CashCount::new(BTreeMap::from(FLOAT), 0).map_err(failed)?;
    open_shift(app, &actor, day.venue, float, key(app)?).await.map_err(failed)?;
    let board = read_board(app, day.venue, day.day).await.map_err(failed)?;
    let bookings = board.map(|board| board.bookings).unwrap_or_default();
    for (nth, payment) in day.payments.iter().enumerate() {
        // An earlier call of `fill` that was interrupted may have written the bookings of another hour.
        let Some(booking) = bookings.iter().find(|booking| booking.number == payment.order) else { continue };
        let amount = booking.amounts.due_at_desk(booking.status);
        if amount > Money::ZERO {
            set_clock(payment.at);
            let line = PaymentLine { order: payment.order, version: booking.version, amount };
            take(app, &actor, day.venue, line, payment.tender).await?;
        }
        if nth == 3 {
            let (note, amount) = EXPENSE;
            let movement = Movement { kind: CashMovementKind::Expense, amount, note: note.to_owned() };
            record_movement(app, &actor, day.venue, movement, key(app)?).await.map_err(failed)?;
        }
    }
    sign_out(app, &actor).await.map_err(failed)
}

async fn take(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    line: PaymentLine,
    tender: Tender,
) -> Result<(), Failure> {
    // The last digits that the clerk reads on the slip or in the message of the bank.
    let reference = (tender != Tender::Cash).then(|| format!("{:04}", line.order.value() % 9_973));
    let request = TakePayment { lines: vec![line], tender, payer: None, reference, firm: None };
    take_payment(app, actor, venue, request, key(app)?).await.map(drop).map_err(failed)
}

/// A new idempotency key.
fn key(app: &App) -> Result<RequestKey, Failure> {
    let number = u128::from_be_bytes(app.random.bytes());
    let hex = format!("{number:032x}");
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    parts.join("-").parse().map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!(
        "the sample day at the desk failed: {error}; start the demo again with an empty database"
    ))
}
