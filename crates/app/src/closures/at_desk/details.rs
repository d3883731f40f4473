//! The details of a closure: what its players chose, and who has not answered.

use std::collections::{BTreeMap, HashMap};

use jiff::{Timestamp, civil::Date};
use sideout_domain::{BlockId, CustomerId, VenueId, money::Money, notice::Notice, staff::Permission};
pub use sideout_store::closures::ClosureSummary;
use sideout_store::{
    ClosureOffers, Closures, Session, StoreError, closure_offers::ClosedBooking, payments::Refund,
};

use crate::{
    App,
    closures::offers::{
        find_offers::{GamesOfClosure, OfferedGame},
        link::{closure_link, store_link},
    },
    platform::{brand::find_brand, tokens::Token, venues::find_known_venue},
    steps::audited::{Actor, Entry, Refused, Seen, read_private},
};

/// A closure with all bookings that it ended.
#[derive(Debug, Clone)]
pub struct ClosureDetails {
    /// The closure.
    pub closure: ClosureSummary,
    /// The bookings, the earliest first.
    pub bookings: Vec<ClosedBookingDetails>,
}

/// A booking that a closure ended.
#[derive(Debug, Clone)]
pub struct ClosedBookingDetails {
    /// The booking with its offer.
    pub closed: ClosedBooking,
    /// The bookings and refunds of the offer; `None` if nothing was offered, and if the booking went to another customer while the
    /// closure was read.
    pub game: Option<OfferedGame>,
    /// What was paid for a booking for which nothing was offered, without what went back when it was moved.
    pub paid: Money,
    /// What went back, or is owed, of a booking for which nothing was offered.
    pub refunds: Vec<Refund>,
    /// What the desk gives back of what was imported as paid for a booking for which nothing was offered.
    pub imported_back: Money,
    /// Whether the player was told of the offer, or is about to be; `false` if nothing was offered.
    pub is_told: bool,
    /// The token of the link by which the player answers, for staff who may move and cancel bookings; `None` if nothing was offered, or the
    /// player has no phone number.
    pub link: Option<String>,
}

/// Why a closure is not shown, or not opened again.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ClosureError {
    /// No closure at the actor's venues has this id.
    #[error("no such closure")]
    NoSuchClosure,
    /// The venue is retired.
    #[error("the venue is retired")]
    VenueRetired,
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

/// The closure with what its players chose. A caller who sees whole phone numbers in it gets an entry in the audit for the
/// look. The links that are shown are valid.
///
/// # Errors
/// [`ClosureError`].
pub async fn find_closure(app: &App, actor: &Actor, id: BlockId) -> Result<ClosureDetails, ClosureError> {
    let input = Input { id, actor: actor.clone() };
    let look = (Permission::BoardRead, None);
    let mut details = read_private(app, actor, look, input, |tx, input| Box::pin(find(tx, input))).await?;
    let channels = app.notification_channels.with_texts_of(&*find_brand(app).await?);
    // A message that no channel is set up for is not sent.
    let is_sent = !channels.channels(Notice::ClosureOffer).is_empty();
    for booking in &mut details.bookings {
        let ClosedBooking { offer, is_told, is_to_be_told, .. } = &booking.closed;
        booking.is_told = offer.is_some() && (*is_told || (*is_to_be_told && is_sent));
    }
    if !answers_for_players(actor, app.clock.now()) {
        return Ok(details);
    }
    let mut links = BTreeMap::new();
    for booking in &mut details.bookings {
        let customer = booking.closed.booking.customer;
        if booking.closed.offer.is_some() && booking.closed.booking.phone.is_some() {
            let token = closure_link(&app.secrets, id, customer);
            booking.link = Some(token.reveal().to_owned());
            links.insert(customer, token);
        }
    }
    // Most links are stored already.
    let known = app.store.read(id, |tx, id| Box::pin(async move { ClosureOffers(tx).list_links(*id).await }));
    let known: Result<HashMap<CustomerId, Vec<u8>>, StoreError> = known.await;
    let known = known?;
    links.retain(|customer, token| known.get(customer).is_none_or(|hash| hash[..] != token.hash().0[..]));
    if !links.is_empty() {
        let stored: Result<(), StoreError> =
            app.store.write((id, links), |tx, (id, links)| Box::pin(store_links(tx, *id, links))).await;
        stored?;
    }
    Ok(details)
}

/// Makes the links valid.
async fn store_links(
    tx: &mut dyn Session,
    closure: BlockId,
    links: &BTreeMap<CustomerId, Token>,
) -> Result<(), StoreError> {
    for (customer, token) in links {
        store_link(tx, token, (closure, *customer)).await?;
    }
    Ok(())
}

/// Whether `actor` may move and cancel bookings: with the link of a player they can answer in the player's place.
fn answers_for_players(actor: &Actor, now: Timestamp) -> bool {
    [Permission::BookingMove, Permission::BookingCancel]
        .into_iter()
        .all(|permission| actor.check(permission, now).is_ok())
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Seen<ClosureDetails>, ClosureError> {
    let Input { id, actor } = input;
    let closure = Closures(tx).find_closure(*id).await?.filter(|closure| actor.works_at(closure.venue));
    let closure = closure.ok_or(ClosureError::NoSuchClosure)?;
    let games = GamesOfClosure::find(tx, *id).await?;
    let booking = |closed: ClosedBooking| {
        let number = closed.booking.number;
        let nothing = ClosedBookingDetails {
            closed,
            game: None,
            paid: Money::ZERO,
            refunds: Vec::new(),
            imported_back: Money::ZERO,
            is_told: false,
            link: None,
        };
        match nothing.closed.offer {
            Some(offer) => ClosedBookingDetails { game: games.game(offer), ..nothing },
            None => ClosedBookingDetails {
                paid: games.paid(number),
                refunds: games.refunds_without_offer(number),
                imported_back: games.imported_back(number),
                ..nothing
            },
        }
    };
    let bookings: Vec<_> = ClosureOffers(tx).list_of_closure(*id).await?.into_iter().map(booking).collect();
    let venue = closure.venue;
    let is_private =
        actor.sees_phones() && bookings.iter().any(|booking| booking.closed.booking.phone.is_some());
    let details = ClosureDetails { closure, bookings };
    if !is_private {
        return Ok(Seen::nothing_private(details));
    }
    Ok(Seen::private(details, Entry::happened("phone.seen", "closure", id).at(venue)))
}

/// The closures that overlap a day of a venue of the actor, the latest first.
///
/// # Errors
/// [`ClosureError`].
pub async fn list_closures(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    day: Date,
) -> Result<Vec<ClosureSummary>, ClosureError> {
    actor.check_at(venue, Permission::BoardRead, app.clock.now())?;
    let venue = find_known_venue(app, venue).await?.ok_or(ClosureError::NoSuchClosure)?;
    let input = (venue.id, venue.span_of(day));
    let list = app.store.read(input, |tx, (venue, span)| {
        Box::pin(async move { Closures(tx).list_closures(*venue, *span).await })
    });
    Ok(list.await?)
}
