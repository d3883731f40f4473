//! The watch of a closure: what its players chose, and who has not answered.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{BlockId, VenueId, staff::Permission};
pub use sideout_store::closures::ClosureFacts;
use sideout_store::{
    ClosureOffers, Closures, Session, StoreError, closure_offers::ClosedBooking, payments::Refund,
};

use crate::{
    App,
    closures::offers::{
        find_offers::{GamesOfClosure, OfferedGame},
        link::closure_link,
    },
    platform::venues::find_venue,
    steps::audited::{Actor, Entry, Refused, Seen, read_private},
};

/// A closure with all bookings that it ended.
#[derive(Debug, Clone)]
pub struct ClosureWatch {
    /// The closure.
    pub facts: ClosureFacts,
    /// The bookings, the earliest first.
    pub bookings: Vec<WatchedBooking>,
}

/// A booking that a closure ended.
#[derive(Debug, Clone)]
pub struct WatchedBooking {
    /// The booking with its offer.
    pub closed: ClosedBooking,
    /// The bookings and refunds of the offer; `None` if nothing was offered (the game had begun, or the money went back at once), and if
    /// the booking belongs to another customer by now.
    pub game: Option<OfferedGame>,
    /// What went back, or is owed, of a booking for which nothing was offered.
    pub refunds: Vec<Refund>,
    /// The token of the link by which the player answers, for staff who may move and cancel bookings.
    pub link: Option<String>,
}

/// Why a closure is not shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WatchError {
    /// No closure at the actor's venues has this id.
    #[error("no such closure")]
    NoSuchClosure,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    id: BlockId,
    actor: Actor,
}

/// The closure with what its players chose. A caller who sees whole phone numbers gets an entry in the audit for the
/// look, once a day.
///
/// # Errors
/// [`WatchError`].
pub async fn watch_closure(app: &App, actor: &Actor, id: BlockId) -> Result<ClosureWatch, WatchError> {
    let input = Input { id, actor: actor.clone() };
    let look = (Permission::BoardRead, None);
    let mut watch = read_private(app, actor, look, input, |tx, input| Box::pin(find(tx, input))).await?;
    if !answers_for_players(actor, app.clock.now()) {
        return Ok(watch);
    }
    for booking in &mut watch.bookings {
        let customer = booking.closed.booking.customer;
        let is_offered = booking.closed.offer.is_some() && booking.closed.booking.phone.is_some();
        booking.link = is_offered.then(|| closure_link(&app.secrets, id, customer).reveal().to_owned());
    }
    Ok(watch)
}

/// Whether `actor` may move and cancel bookings: with the link of a player they can answer in the player's place.
fn answers_for_players(actor: &Actor, now: Timestamp) -> bool {
    [Permission::BookingMove, Permission::BookingCancel]
        .into_iter()
        .all(|permission| actor.check(permission, now).is_ok())
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Seen<ClosureWatch>, WatchError> {
    let Input { id, actor } = input;
    let facts = Closures(tx).find_closure(*id).await?.filter(|facts| actor.works_at(facts.venue));
    let facts = facts.ok_or(WatchError::NoSuchClosure)?;
    let games = GamesOfClosure::find(tx, *id).await?;
    let watched = |closed: ClosedBooking| {
        let (game, refunds) = match closed.offer {
            Some(offer) => (games.game(offer), Vec::new()),
            None => (None, games.refunds(closed.booking.number)),
        };
        WatchedBooking { closed, game, refunds, link: None }
    };
    let bookings: Vec<_> = ClosureOffers(tx).list_of_closure(*id).await?.into_iter().map(watched).collect();
    let venue = facts.venue;
    let is_private =
        actor.sees_phones() && bookings.iter().any(|booking| booking.closed.booking.phone.is_some());
    let watch = ClosureWatch { facts, bookings };
    if !is_private {
        return Ok(Seen::nothing_private(watch));
    }
    Ok(Seen::private(watch, Entry::happened("phone.seen", "closure", id).at(venue)))
}

/// The closures that overlap a day of a venue of the actor, the latest first.
///
/// # Errors
/// [`WatchError`].
pub async fn list_closures(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    day: Date,
) -> Result<Vec<ClosureFacts>, WatchError> {
    actor.check_at(venue, Permission::BoardRead, app.clock.now())?;
    let venue = find_venue(app, venue).await?.ok_or(WatchError::NoSuchClosure)?;
    let input = (venue.id, venue.span_of(day));
    let list = app.store.read(input, |tx, (venue, span)| {
        Box::pin(async move { Closures(tx).list_closures(*venue, *span).await })
    });
    Ok(list.await?)
}
