//! The order of the venues.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{
    Brands, ChangeEvent, Manager, Session, StoreError, VenueDays,
    import::{Imports, StoredVenue},
};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The venues in their new order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedVenues {
    /// The first one is the first in lists.
    pub venues: Vec<VenueId>,
}

/// Why the order was not changed.
#[derive(Debug, thiserror::Error)]
pub enum OrderVenuesError {
    /// The list does not name exactly the venues that can be booked.
    #[error("changed meanwhile")]
    Changed,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venues: Vec<VenueId>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.venues.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    order: Vec<String>,
}

/// Puts the venues that can be booked into this order, in the name of `actor`. Nothing changes if they are in this order already.
///
/// # Errors
/// [`OrderVenuesError`].
pub async fn order_venues(
    app: &App,
    actor: &Actor,
    venues: Vec<VenueId>,
    key: RequestKey,
) -> Result<OrderedVenues, OrderVenuesError> {
    let permission = Permission::SetupEdit;
    let command = Command { operation: "order_venues", permission, venue: None, key };
    let input = Input { venues, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(order(tx, input))).await
}

async fn order(tx: &mut dyn Session, input: &Input) -> Result<Audited<OrderedVenues>, OrderVenuesError> {
    let sorted = |ids: &[VenueId]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    let ordered = OrderedVenues { venues: input.venues.clone() };
    // Before the turn of the brand, which makes the desk the manager of the data.
    let present = Imports(tx).list_venues().await?;
    let present = present.iter().filter(|stored| stored.active).map(|stored| stored.venue.id);
    if present.eq(input.venues.iter().copied()) {
        return Ok(Audited::unchanged(ordered));
    }
    VenueDays(tx).take_all_turns().await?;
    Brands(tx).set_manager(Manager::Desk, input.now).await?;
    let stored = Imports(tx).list_venues().await?;
    let before: Vec<&StoredVenue> = stored.iter().filter(|stored| stored.active).collect();
    let old: Vec<VenueId> = before.iter().map(|stored| stored.venue.id).collect();
    if sorted(&old) != sorted(&input.venues) {
        return Err(OrderVenuesError::Changed);
    }
    if old == input.venues {
        return Ok(Audited::unchanged(ordered));
    }
    renumber(tx, &stored, &input.venues).await?;
    tx.announce(ChangeEvent::Everything);
    let names = |ids: &[VenueId]| {
        let name = |id: &VenueId| {
            before.iter().find(|stored| stored.venue.id == *id).map(|stored| stored.venue.name.clone())
        };
        Facts { order: ids.iter().filter_map(name).collect() }
    };
    let ids: Vec<String> = input.venues.iter().map(ToString::to_string).collect();
    let entry =
        Entry::changed("venues.ordered", "venue", ids.join(", "), &names(&old), &names(&input.venues));
    Ok(Audited::new(ordered, entry))
}

/// Gives the venues that can be booked the places 1, 2, 3 … in this order, and the others those after them.
///
/// The caller has the turns of all venues and that of the brand.
pub(super) async fn renumber(
    tx: &mut dyn Session,
    stored: &[StoredVenue],
    active: &[VenueId],
) -> Result<(), StoreError> {
    let retired = stored.iter().map(|stored| stored.venue.id).filter(|id| !active.contains(id));
    let all = active.iter().copied().chain(retired);
    let places: Vec<(VenueId, i64)> = all.zip(1..).collect();
    let is_new = |(id, position): &(VenueId, i64)| {
        stored.iter().any(|stored| stored.venue.id == *id && stored.position != *position)
    };
    let places: Vec<(VenueId, i64)> = places.into_iter().filter(is_new).collect();
    Imports(tx).place_venues(&places).await
}
