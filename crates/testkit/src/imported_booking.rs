//! A booking that was made elsewhere and imported.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use jiff::{Timestamp, civil::date};
use sideout_domain::{
    CourtId, CustomerId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{
    Store, StoreError,
    import::{ImportedBooking, ImportedBookings},
};

use crate::sample_venue::VENUE;

/// Imports a confirmed booking of ₹800 on `court`, Sunday 22 November 2026 at 7 PM, of which `paid` was paid elsewhere; returns its
/// number, 5 billion and the court's.
///
/// # Panics
/// If it cannot be added, as when the court has another booking then.
pub async fn import_booking(
    store: &Store,
    customer: CustomerId,
    court: i64,
    paid: Money,
    booked_at: Timestamp,
) -> OrderNumber {
    let number = OrderNumber::try_from(5_000_000_000 + court).expect("ten digits");
    let booking = ImportedBooking {
        number,
        customer,
        venue: VENUE,
        slot: Slot { court: CourtId(court), starts_at: "2026-11-22T13:30:00Z".parse().expect("a time") },
        day: date(2026, 11, 22),
        start: "7:00 PM".parse().expect("a start"),
        play_minutes: 55,
        slot_minutes: 60,
        price: Money::from_rupees(800),
        paid,
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
        status: OrderStatus::Confirmed,
        booked_at,
        cancelled: None,
    };
    let added: Result<bool, StoreError> = store
        .write(booking, |tx, booking| Box::pin(async move { ImportedBookings(tx).add(booking).await }))
        .await;
    assert!(added.expect("the booking is valid"), "the court is free");
    number
}
