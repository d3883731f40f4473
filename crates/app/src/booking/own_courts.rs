//! The courts of a player: the held one and those of the upcoming games.

use jiff::Timestamp;
use sideout_domain::{CustomerId, order::Order};
use sideout_store::{Orders, Session, StoreError};

use crate::{
    App,
    steps::payment_overview::{PaymentState, find_overview},
};

/// The most orders listed, the next ones first.
pub const MOST_LISTED: u32 = 100;

/// The courts of one player.
#[derive(Debug, Clone)]
pub struct OwnCourts {
    /// The hold, if it has not expired.
    pub hold: Option<OwnHold>,
    /// The upcoming games, the next one first; at most [`MOST_LISTED`] together with the hold.
    pub bookings: Vec<Order>,
}

/// A court that is held.
#[derive(Debug, Clone)]
pub struct OwnHold {
    /// Its order.
    pub order: Order,
    /// An online payment was started and its outcome is not known yet.
    pub payment_under_way: bool,
}

/// The courts that `customer` holds or has booked now.
///
/// # Errors
/// [`StoreError`] only.
pub async fn own_courts(app: &App, customer: CustomerId) -> Result<OwnCourts, StoreError> {
    let now = app.clock.now();
    let pays_online = app.payments.is_some();
    app.store.read((customer, now, pays_online), |tx, input| Box::pin(find(tx, input))).await
}

async fn find(
    tx: &mut dyn Session,
    (customer, now, pays_online): &(CustomerId, Timestamp, bool),
) -> Result<OwnCourts, StoreError> {
    let orders = Orders(tx).list_own_courts(*customer, *now, MOST_LISTED).await?;
    let (held, bookings): (Vec<_>, _) = orders.into_iter().partition(|order| order.held_until.is_some());
    let unexpired = held.into_iter().find(|order| order.held_until > Some(*now));
    let Some(order) = unexpired else { return Ok(OwnCourts { hold: None, bookings }) };
    let payment_under_way = *pays_online
        && find_overview(tx, order.customer, order.number)
            .await?
            .is_some_and(|overview| overview.payment == PaymentState::UnderWay);
    Ok(OwnCourts { hold: Some(OwnHold { order, payment_under_way }), bookings })
}
