//! Keeps a court for a clerk who is about to book it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BlockId, StaffId, VenueId, claim::Slot, slot::touched_days, staff::Permission, venue::Venue,
};
use sideout_store::{
    ChangeEvent, DeskHolds, Session, StoreError,
    desk_holds::{NewDeskHold, StoredDeskHold},
};

use super::{
    desk_slot::{DeskSlot, NotForSale, quote},
    open_venue::{OnSale, find_desk_venue},
};
use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        draw_block_id::draw_block_id,
        free_slot::free_desk_hold,
    },
};

/// A court that is kept for a clerk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldCourt {
    /// The hold.
    pub id: BlockId,
    /// When it expires.
    pub until: Timestamp,
    /// What the hour costs, in paise.
    pub price_paise: i64,
    /// How long the court is taken, in minutes.
    pub minutes: u16,
    /// Whether this call made it; `false` if the clerk had it already.
    pub is_new: bool,
}

/// Why a court is not kept.
#[derive(Debug, thiserror::Error)]
pub enum HoldCourtError {
    /// The hour cannot be sold.
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    /// Another claim has it.
    #[error("slot taken")]
    Taken,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: Arc<Venue>,
    on_sale: OnSale,
    slot: DeskSlot,
    staff: StaffId,
    id: BlockId,
    lasts: SignedDuration,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.slot.serialize(serializer)
    }
}

/// What the audit shows of a desk hold.
#[derive(Serialize)]
struct Facts {
    slot: DeskSlot,
}

/// Keeps a court for `actor` for `business.desk.hold_seconds`. The actor's own hold of the same slot is extended
/// and returned; if the venue's slots have another length since, a new hold of that length replaces it.
///
/// # Errors
/// [`HoldCourtError`].
pub async fn hold_court(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    slot: DeskSlot,
    key: RequestKey,
) -> Result<HeldCourt, HoldCourtError> {
    let permission = Permission::BookingMake;
    let command = Command { operation: "hold_court", permission, venue: Some(venue), key };
    let (venue, on_sale) = find_desk_venue(app, actor, venue).await??;
    let input = Input {
        venue,
        on_sale,
        slot,
        staff: actor.id(),
        id: draw_block_id(&*app.random),
        lasts: SignedDuration::from_secs(app.settings.desk.hold_seconds.into()),
        now: app.clock.now(),
    };
    audited_write(app, actor, command, input, |tx, input| Box::pin(hold(tx, input))).await
}

async fn hold(tx: &mut dyn Session, input: &Input) -> Result<Audited<HeldCourt>, HoldCourtError> {
    let Input { venue, slot, staff, now, .. } = input;
    input.on_sale?;
    let (time, price) = quote(venue, *slot, *now)?;
    let until = *now + input.lasts;
    let held = |id, until, is_new| {
        let (price_paise, minutes) = (price.paise(), venue.slot_minutes);
        HeldCourt { id, until, price_paise, minutes, is_new }
    };
    if let Some(own) = find_own(tx, time.slot, *staff).await? {
        if own.time == time {
            // Each extension has an end of its own, by which a caller recognizes that another one has extended the hold.
            let until = until.max(own.held_until + SignedDuration::from_millis(1));
            if DeskHolds(tx).extend(own.id, time.slot, until).await? {
                announce(tx, venue, *slot);
                return Ok(Audited::unchanged(held(own.id, until, false)));
            }
        } else {
            free_desk_hold(tx, venue, (&own.time, own.id), None).await?;
        }
    }
    let new =
        NewDeskHold { id: input.id, venue: venue.id, staff: *staff, time, held_until: until, now: *now };
    if !DeskHolds(tx).add(&new).await? {
        return Err(HoldCourtError::Taken);
    }
    announce(tx, venue, *slot);
    let entry = Entry::added("court.held", "desk_hold", input.id, &Facts { slot: *slot });
    Ok(Audited::new(held(input.id, until, true), entry.at(venue.id)))
}

/// The hold that starts then, if it is the clerk's own.
async fn find_own(
    tx: &mut dyn Session,
    slot: Slot,
    staff: StaffId,
) -> Result<Option<StoredDeskHold>, StoreError> {
    let found = DeskHolds(tx).find_at(slot).await?;
    Ok(found.filter(|hold| hold.staff == Some(staff)))
}

fn announce(tx: &mut dyn Session, venue: &Venue, slot: DeskSlot) {
    for day in touched_days(slot.day, slot.start, venue.slot_minutes) {
        tx.announce(ChangeEvent::Day(venue.id, day));
    }
}
