//! Steps that the tests of this suite share.

use std::future::Future;

use jiff::{SignedDuration, Timestamp, civil::date, tz::TimeZone};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    closures::{Closure, Span},
    desk::board::{
        find_booking::find_booking,
        mark_attendance::{MarkAttendance, MarkAttendanceError, MarkedAttendance, mark_attendance},
        read_board::read_board,
    },
    platform::board_feed::Board,
};
use sideout_domain::{
    BillId, BlockId, CourtId, CustomerId, StaffId, VenueId,
    attendance::{Attendance, AttendanceWay},
    bill::{BillKind, BillLine, BillMethod, Tender},
    cancellation::CancellationPolicy,
    claim::{BlockKind, Slot},
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
    slot::StartTime,
};
use sideout_store::{
    Bills, Claims, Closures, Orders, Statement, Store, StoreError,
    bills::NewBill,
    board::{BookingDetails, DeskBooking},
    closures::NewBlock,
    desk_payments::{DeskPayments, NewDeskPayment},
    import::{ImportedBooking, ImportedBookings},
    params,
};
use sideout_testkit::{
    FixedClock, TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_customers, open_venue},
    statement, without_guard,
};

/// Sunday 22 November 2026, the day after the tests' today.
pub(crate) const SUNDAY: jiff::civil::Date = date(2026, 11, 22);

/// How many hours players have to choose what they get for a closed court.
pub(crate) const OFFER_HOURS: u32 = 24;

/// The member of staff who holds courts, takes cash and marks attendance in these steps.
pub(crate) const KIRAN: StaffId = StaffId(3);

/// An app with the test venue and this number of customers, without throttling.
pub(crate) async fn open_app(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>) {
    open_venue(&store).await;
    let customers = add_customers(&store, customers).await;
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    (app, customers)
}

/// `start` on Sunday.
pub(crate) fn at(start: &str) -> Timestamp {
    let zone = TimeZone::get("Asia/Kolkata").unwrap();
    start.parse::<StartTime>().unwrap().on(SUNDAY, &zone)
}

pub(crate) fn slot(court: i64, start: &str) -> Slot {
    Slot { court: CourtId(court), starts_at: at(start) }
}

pub(crate) async fn held(app: &TestApp, customer: CustomerId, court: i64, start: &str) -> Order {
    let start = start.parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day: SUNDAY, start };
    place_hold(app, customer, pick).await.unwrap()
}

/// Holds and confirms, to be paid at the court.
pub(crate) async fn booked(app: &TestApp, customer: CustomerId, court: i64, start: &str) -> Order {
    let order = held(app, customer, court, start).await;
    confirm_at_court(app, customer, order.number, None).await.unwrap()
}

/// A booking made elsewhere, with any status.
pub(crate) fn imported(customer: CustomerId, slot: Slot, status: OrderStatus) -> ImportedBooking {
    let (day, start) = StartTime::at(slot.starts_at, &TimeZone::get("Asia/Kolkata").unwrap());
    let booked_at = slot.starts_at - SignedDuration::from_hours(48);
    ImportedBooking {
        number: OrderNumber::try_from(
            5_000_000_000 + slot.starts_at.as_second() % 1_000_000 * 100 + slot.court.0,
        )
        .unwrap(),
        customer,
        venue: VENUE,
        slot,
        day,
        start,
        play_minutes: 55,
        slot_minutes: 60,
        price: Money::from_rupees(800),
        paid: if status == OrderStatus::Completed { Money::from_rupees(800) } else { Money::ZERO },
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
        status,
        booked_at,
        cancelled: (status == OrderStatus::Cancelled)
            .then(|| (booked_at + SignedDuration::from_hours(1), Some("Rain".to_owned()))),
    }
}

pub(crate) async fn import(store: &Store, booking: ImportedBooking) -> OrderNumber {
    let number = booking.number;
    let added: Result<bool, StoreError> = store
        .write(booking, |tx, booking| Box::pin(async move { ImportedBookings(tx).add(booking).await }))
        .await;
    assert!(added.unwrap(), "the court is free");
    number
}

/// Rain on a court on Sunday from 7 PM to 8 PM; its players choose another hour or the money.
pub(crate) fn offered_closure(court: &str) -> Closure {
    let courts = court.parse().unwrap();
    let span = Span { venue: VENUE, courts, from: SUNDAY.at(19, 0, 0, 0), to: SUNDAY.at(20, 0, 0, 0) };
    Closure { span, reason: "Rain".parse().unwrap(), asks_players: true }
}

/// Writes a payment of this much in cash for a booking, at [`FixedClock::START`]: without a shift, a receipt and lines in the ledger.
/// `counter::take_cash` takes it as a desk does.
pub(crate) async fn pay_cash(store: &Store, order: OrderNumber, rupees: i64) {
    let paid: Result<BillId, StoreError> = store
        .write((order, Money::from_rupees(rupees)), |tx, (order, amount)| {
            Box::pin(async move {
                let now = FixedClock::START;
                let bill = NewBill {
                    kind: BillKind::Booking,
                    customer: None,
                    payer_name: None,
                    discount: Money::ZERO,
                    coupon: None,
                    method: BillMethod::Desk,
                    open_until: None,
                    lines: vec![BillLine { order: Some(*order), amount: *amount }],
                    created_at: now,
                };
                let id = Bills(tx).add(&bill).await?;
                Bills(tx).settle(id, BillMethod::Desk, now).await?;
                let payment = NewDeskPayment {
                    bill: id,
                    venue: VENUE,
                    shift: None,
                    tender: Tender::Cash,
                    amount: *amount,
                    round_off: Money::ZERO,
                    payer: None,
                    reference: None,
                    staff: Some(KIRAN),
                    taken_at: now,
                };
                DeskPayments(tx).add(&payment).await?;
                assert!(Orders(tx).add_payment(*order, *amount, PaymentMethod::Court).await?);
                Ok(id)
            })
        })
        .await;
    paid.unwrap();
}

/// Holds a court for a clerk until ten minutes after [`FixedClock::START`].
pub(crate) async fn hold_for_desk(store: &Store, id: i64, slot: Slot) {
    let done: Result<bool, StoreError> = store
        .write((BlockId(id), slot), |tx, (id, slot)| {
            Box::pin(async move {
                let now = FixedClock::START;
                let block = NewBlock {
                    id: *id,
                    venue: VENUE,
                    reason: "a caller".to_owned(),
                    cause: None,
                    kind: BlockKind::DeskHold,
                    staff: Some(KIRAN),
                };
                Closures(tx).add(&block, now).await?;
                let until = now + SignedDuration::from_mins(10);
                Claims(tx).hold_for_desk(slot.lasting(60), *id, until, now).await
            })
        })
        .await;
    assert!(done.unwrap());
}

/// Runs a statement without parameters.
pub(crate) async fn run(store: &Store, text: &'static str) {
    let done: Result<u64, StoreError> = store
        .write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        })
        .await;
    done.unwrap();
}

/// A number that the database computes.
pub(crate) async fn number(store: &Store, text: &'static str) -> i64 {
    let statement = Statement { name: text, text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.one(*statement, &[]).await }));
    let row: Result<_, StoreError> = read.await;
    match row.unwrap().values() {
        [sideout_store::Value::Integer(number)] => *number,
        other => panic!("{other:?}"),
    }
}

/// Runs a statement about one order, `$1`.
pub(crate) async fn run_for(store: &Store, text: &'static str, order: OrderNumber) {
    let done: Result<u64, StoreError> = store
        .write((text, order), |tx, (text, order)| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![order.value()]).await })
        })
        .await;
    assert_eq!(done.unwrap(), 1);
}

pub(crate) async fn board(app: &TestApp) -> Board {
    read_board(app, VENUE, SUNDAY).await.unwrap().unwrap()
}

/// The earliest booking of Sunday on this court.
pub(crate) fn on_court(board: &Board, court: i64) -> &DeskBooking {
    board.bookings.iter().find(|booking| booking.time.slot.court == CourtId(court)).unwrap()
}

pub(crate) async fn details(app: &TestApp, number: OrderNumber) -> BookingDetails {
    find_booking(app, &[VENUE], number).await.unwrap().unwrap()
}

/// Marks attendance at the app's time, for the version given.
pub(crate) fn mark(
    app: &TestApp,
    number: OrderNumber,
    state: Option<Attendance>,
    version: i64,
) -> impl Future<Output = Result<MarkedAttendance, MarkAttendanceError>> + use<> {
    mark_on(
        &app.store,
        MarkAttendance {
            number,
            venues: vec![VENUE],
            state,
            way: AttendanceWay::Name,
            staff: Some(KIRAN),
            version,
            now: app.clock_now(),
            check_in: SignedDuration::from_mins(app.settings.check_in_minutes.into()),
        },
    )
}

/// Marks attendance as a unit of work of its own.
pub(crate) fn mark_on(
    store: &Store,
    input: MarkAttendance,
) -> impl Future<Output = Result<MarkedAttendance, MarkAttendanceError>> + use<> {
    let store = store.clone();
    async move { store.write(input, |tx, input| Box::pin(mark_attendance(tx, input))).await }
}

/// A second venue with one court, whose id is 21, and without opening hours.
pub(crate) async fn open_second_venue(app: &TestApp) -> VenueId {
    run(
        &app.store,
        "insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone,
                            slot_minutes, play_minutes, position, active)
         values (2, 'Hillside', 'Bhayli', '3 Neem Terrace', null, '/h.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, 2, 1)",
    )
    .await;
    run(
        &app.store,
        "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
         values (21, 2, 1, 1, 'Court 1', 'INDOOR', 1)",
    )
    .await;
    app.venues.forget();
    VenueId(2)
}

/// `store` on which units of work of one customer do not take turns.
pub(crate) fn without_turns(store: &Store) -> Store {
    let turn = "where customer_id = $1";
    without_guard(store, statement("customer/take_turn"), turn, "where customer_id = $1 and 1 = 0")
}
