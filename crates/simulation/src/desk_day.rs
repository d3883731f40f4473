//! What clerks do on a day at their desks, by the use cases of the desk.

use jiff::civil::Date;
use sideout_app::{
    desk::{
        board::{
            find_booking::find_booking,
            read_board::read_board,
            record_attendance::{RecordAttendance, record_attendance},
        },
        bookings::{
            DeskSlot,
            book::{BookAtDesk, PayNow, Player, book_at_desk},
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            hold_court::hold_court,
            move_booking::{MoveAtDesk, move_at_desk, preview_move},
            move_price::PriceChoice,
        },
        money::{
            open_shift::open_shift,
            take_payment::{PaymentLine, TakePayment, TakePaymentError, take_payment},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId,
    attendance::Attendance,
    bill::Tender,
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::board::DeskBooking;
use sideout_testkit::sample_venue::VENUE;

use crate::{
    actions::{SimulatedNode, describe},
    databases::desks,
    desk::counted_cash,
    memory::{KnownOrder, Promise},
};

fn clerk(desk: usize) -> &'static Actor {
    let desks = desks();
    &desks[desk % desks.len()]
}

impl SimulatedNode {
    /// Keeps the court, quotes its price, and books it.
    pub(crate) async fn book_at_desk(
        &self,
        desk: usize,
        customer: CustomerId,
        (court, day, start): (i64, Date, &str),
        pays: Option<Tender>,
    ) -> String {
        let Ok(start) = start.parse() else { return "no time".to_owned() };
        let slot = DeskSlot { court: CourtId(court), day, start };
        let held = hold_court(&self.app, clerk(desk), VENUE, slot, self.memory.next_key()).await;
        let held = match held {
            Ok(held) => held,
            Err(error) => return format!("refused: {error}"),
        };
        let request = BookAtDesk {
            slots: vec![slot],
            player: Player::Known(customer),
            contact_name: None,
            total: Money::from_paise(held.price_paise),
            pay: pays.map(|tender| PayNow { tender, reference: None }),
            arrive: false,
        };
        let booked = book_at_desk(&self.app, clerk(desk), VENUE, request, self.memory.next_key()).await;
        describe(booked, |booked| {
            for order in &booked.orders {
                if let Ok(number) = OrderNumber::try_from(order.number) {
                    self.memory.add_order(KnownOrder { number, customer });
                    self.memory.acknowledge(number, Promise::Confirmed);
                }
            }
            format!("{} are booked", booked.orders.len())
        })
    }

    /// Reads a booking. The error is the answer of the task.
    async fn read_booking(&self, order: usize) -> Result<DeskBooking, String> {
        let Some(KnownOrder { number, .. }) = self.memory.order(order) else {
            return Err("no booking".to_owned());
        };
        match find_booking(&self.app, &[VENUE], number).await {
            Ok(Some(details)) => Ok(details.booking),
            Ok(None) => Err("no booking".to_owned()),
            Err(error) => Err(format!("refused: {error}")),
        }
    }

    /// Records on the board of `day` whether players came: for one of its confirmed bookings, which has begun if they did not come.
    pub(crate) async fn mark_attendance(&self, desk: usize, day: Date, booking: usize, came: bool) -> String {
        let board = match read_board(&self.app, VENUE, day).await {
            Ok(Some(board)) => board,
            Ok(None) => return "no board".to_owned(),
            Err(error) => return format!("refused: {error}"),
        };
        let now = self.app.clock_now();
        let is_offered = |booking: &&DeskBooking| {
            booking.status == OrderStatus::Confirmed && (came || booking.time.slot.starts_at <= now)
        };
        let offered: Vec<&DeskBooking> = board.bookings.iter().filter(is_offered).collect();
        let Some(&&DeskBooking { number, version, .. }) = offered.get(booking % offered.len().max(1)) else {
            return "no booking".to_owned();
        };
        let state = Some(if came { Attendance::Arrived } else { Attendance::Absent });
        let record = RecordAttendance { number, state, version };
        let recorded = record_attendance(&self.app, clerk(desk), record, self.memory.next_key()).await;
        describe(recorded, |_| format!("{number} came: {came}"))
    }

    /// Takes what is due. If no shift is open, it opens one and takes nothing.
    pub(crate) async fn take_due(&self, desk: usize, order: usize, tender: Tender) -> String {
        let seen = match self.read_booking(order).await {
            Ok(seen) => seen,
            Err(why) => return why,
        };
        let due = seen.amounts.due();
        if due == Money::ZERO {
            return format!("{} owes nothing", seen.number);
        }
        let lines = vec![PaymentLine { order: seen.number, version: seen.version, amount: due }];
        let request = TakePayment { lines, tender, payer: None, reference: None, firm: None };
        let taken = take_payment(&self.app, clerk(desk), VENUE, request, self.memory.next_key()).await;
        if matches!(taken, Err(TakePaymentError::ShiftNeeded)) {
            return self.begin_shift(clerk(desk)).await;
        }
        describe(taken, |taken| format!("took {due} for {}: {}", seen.number, taken.payment))
    }

    /// Opens a shift with the cash that this member of staff counts.
    pub(crate) async fn begin_shift(&self, member: &Actor) -> String {
        let opened = open_shift(&self.app, member, VENUE, counted_cash(), self.memory.next_key()).await;
        describe(opened, |shift| format!("shift {shift} is open"))
    }

    pub(crate) async fn cancel_at_desk(&self, desk: usize, order: usize) -> String {
        let seen = match self.read_booking(order).await {
            Ok(seen) => seen,
            Err(why) => return why,
        };
        let (details, preview) = match preview_cancellation(&self.app, clerk(desk), seen.number).await {
            Ok(shown) => shown,
            Err(error) => return format!("refused: {error}"),
        };
        let cancel = CancelAtDesk {
            number: seen.number,
            version: details.booking.version,
            shown: preview.refund,
            refund: None,
            reason: None,
        };
        let cancelled = cancel_at_desk(&self.app, clerk(desk), cancel, self.memory.next_key()).await;
        describe(cancelled, |_| {
            self.memory.acknowledge(seen.number, Promise::Cancelled);
            format!("{} is cancelled, {} goes back", seen.number, preview.refund)
        })
    }

    /// Moves a booking to another court of its hour. If the price differs, it makes the first of the choices.
    pub(crate) async fn move_at_desk(&self, desk: usize, order: usize, court: i64) -> String {
        let seen = match self.read_booking(order).await {
            Ok(seen) => seen,
            Err(why) => return why,
        };
        let to = DeskSlot { court: CourtId(court), day: seen.day, start: seen.start };
        let (details, preview) = match preview_move(&self.app, clerk(desk), seen.number, to).await {
            Ok(shown) => shown,
            Err(error) => return format!("refused: {error}"),
        };
        let choices: Vec<PriceChoice> = preview.price.choices();
        let request = MoveAtDesk {
            number: seen.number,
            version: details.booking.version,
            to,
            total: preview.price.total(),
            choice: choices.first().copied(),
            reason: None,
        };
        let moved = move_at_desk(&self.app, clerk(desk), request, self.memory.next_key()).await;
        describe(moved, |_| format!("{} is on court {court}", seen.number))
    }
}
