//! A pass for a person who tries the desk and has no player's phone at hand.

use jiff::SignedDuration;
use sideout_app::{App, desk::board::read_board::read_board, platform::venues::find_venue};
use sideout_domain::{
    VenueId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
};
use sideout_store::{board::DeskBooking, orders::Orders};

use crate::failure::Failure;

/// A pass that the desk of the venue reads.
#[derive(Debug)]
pub(crate) struct PassToScan {
    /// Who plays, and where: "Jay Rana, Court 3".
    pub(crate) whose: String,
    /// The text of the pass's QR code.
    pub(crate) code: String,
}

/// The pass of a booking at `venue` that begins later, whose players may come now and are not checked in. A paid one is
/// preferred, because the scan alone checks its players in. `None` if there is no such booking.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn pass_to_scan(app: &App, venue: VenueId) -> Result<Option<PassToScan>, Failure> {
    let now = app.clock.now();
    let Some(here) = find_venue(app, venue).await.map_err(failed)? else { return Ok(None) };
    let today = StartTime::at(now, &here.zone).0;
    let Some(board) = read_board(app, venue, today).await.map_err(failed)? else { return Ok(None) };
    let early = SignedDuration::from_mins(app.settings.check_in_minutes.into());
    let may_come = |booking: &&DeskBooking| {
        let starts_at = booking.time.slot.starts_at;
        booking.status == OrderStatus::Confirmed
            && booking.attendance.is_none()
            && starts_at > now
            && starts_at - early <= now
    };
    let due = |booking: &&DeskBooking| booking.amounts.due_at_desk(booking.status) > Money::ZERO;
    let first = board.bookings.iter().filter(may_come).min_by_key(|booking| (due(booking), booking.start));
    let Some(booking) = first else { return Ok(None) };
    let code = pass_code(app, booking).await?;
    let whose = format!("{}, {}", booking.name, booking.court_name);
    Ok(code.map(|code| PassToScan { whose, code }))
}

async fn pass_code(app: &App, booking: &DeskBooking) -> Result<Option<String>, Failure> {
    let key: (OrderNumber, _) = (booking.number, booking.customer);
    let order = app.store.read(key, |tx, (number, customer)| {
        Box::pin(async move { Orders(tx).find(*number, *customer).await })
    });
    Ok(order.await.map_err(failed)?.and_then(|order| app.pass_signer.pass_code(&order, booking.status)))
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("a pass of the sample day cannot be read: {error}; start the demo again"))
}
