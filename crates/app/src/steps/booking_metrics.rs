//! Metrics of bookings.

use crate::platform::metric_register::counter_by_pair;

/// How a booking is paid and where it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BookedBy {
    /// By its player, to be paid at the court.
    PlayerAtCourt,
    /// By its player, paid online.
    PlayerOnline,
    /// By a member of staff, to be paid at the court.
    Desk,
}

impl BookedBy {
    const ALL: [BookedBy; 3] = [BookedBy::PlayerAtCourt, BookedBy::PlayerOnline, BookedBy::Desk];

    /// The labels `paid` and `source`.
    fn labels(self) -> (&'static str, &'static str) {
        match self {
            BookedBy::PlayerAtCourt => ("at_court", "app"),
            BookedBy::PlayerOnline => ("online", "app"),
            BookedBy::Desk => ("at_court", "desk"),
        }
    }
}

/// Describes `sideout_bookings_total` and creates its series.
pub(crate) fn describe_bookings_total() {
    counter_by_pair(
        "sideout_bookings_total",
        "Bookings confirmed, by how they are paid and where they are made: in the app or at the desk.",
        ("paid", "source"),
        BookedBy::ALL.map(BookedBy::labels),
    );
}

/// Counts bookings that were just confirmed.
pub(crate) fn count_bookings(by: BookedBy, bookings: usize) {
    let (paid, source) = by.labels();
    let bookings = u64::try_from(bookings).unwrap_or(u64::MAX);
    metrics::counter!("sideout_bookings_total", "paid" => paid, "source" => source).increment(bookings);
}
