//! Gives the money back to players who did not answer in time.

use jiff::Timestamp;
use sideout_domain::closure_offer::OfferState;
use sideout_store::{ClosureOffers, Session, StoreError, closure_offers::ClosureOffer};

use crate::{
    App,
    steps::{
        answer_offer::{Answering, give_money_back},
        issue_receipts::Issuer,
    },
};

/// The most offers that one call reads and ends.
const BATCH: u32 = 50;

/// Ends at most 50 offers whose time is over, the earliest first: what was paid goes back at once. Returns how many were
/// ended. If several nodes try, one of them ends an offer.
///
/// # Errors
/// The first [`StoreError`]; that of one offer does not stop the others.
pub async fn expire_offers(app: &App) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let due: Vec<ClosureOffer> = app
        .store
        .read(now, |tx, now| Box::pin(async move { ClosureOffers(tx).list_expired(*now, BATCH).await }))
        .await?;
    if due.is_empty() {
        return Ok(0);
    }
    let issuer = Issuer::find(app).await?;
    let mut ended = 0;
    let mut failure = None;
    for offer in due {
        let order = offer.order;
        let unit = (offer, issuer.clone(), now);
        let expired: Result<bool, StoreError> =
            app.store.write(unit, |tx, (offer, issuer, now)| Box::pin(expire(tx, offer, issuer, *now))).await;
        match expired {
            Ok(is_ended) => ended += usize::from(is_ended),
            Err(error) => {
                tracing::warn!(%error, %order, "money of an expired offer not given back, trying again");
                failure.get_or_insert(error);
            }
        }
    }
    failure.map_or(Ok(ended), Err)
}

async fn expire(
    tx: &mut dyn Session,
    offer: &ClosureOffer,
    issuer: &Issuer,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let answering = Answering { by: None, issuer, now };
    Ok(give_money_back(tx, offer, OfferState::Expired, answering).await?.is_some())
}
