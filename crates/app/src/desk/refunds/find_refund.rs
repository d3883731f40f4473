//! Finds a refund of the queue at a person's venues.

use sideout_domain::{RefundId, VenueId};
use sideout_store::{
    Orders, Session, StoreError,
    payments::{Refund, Refunds},
};

use crate::{App, staff::list_workplaces, steps::audited::Actor};

/// A refund of a payment through the provider, and the venue of its booking; `None` if it is not at a venue, active or retired,
/// where `actor` works.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn find_refund(
    app: &App,
    actor: &Actor,
    id: RefundId,
) -> Result<Option<(Refund, VenueId)>, StoreError> {
    let workplaces = list_workplaces(app, actor).await?;
    let found: Option<(Refund, VenueId)> = app.store.read(id, |tx, id| Box::pin(find(tx, *id))).await?;
    Ok(found.filter(|(_, venue)| workplaces.contains(venue)))
}

async fn find(tx: &mut dyn Session, id: RefundId) -> Result<Option<(Refund, VenueId)>, StoreError> {
    let Some(refund) = Refunds(tx).find(id).await? else { return Ok(None) };
    if refund.source.payment().is_none() {
        return Ok(None);
    }
    let Some(owner) = Orders(tx).find_owner(refund.order).await? else { return Ok(None) };
    let order = Orders(tx).find(refund.order, owner).await?;
    Ok(order.map(|order| (refund, order.venue)))
}
