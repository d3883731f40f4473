//! Counts a drawer and begins a shift with what is in it.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{ShiftId, StaffId, VenueId, drawer::CashCount, staff::Permission};
use sideout_store::{Session, Shifts, StoreError, shifts::NewShift};

use crate::{
    App,
    platform::venues::find_known_venue,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why no shift begins.
#[derive(Debug, thiserror::Error)]
pub enum OpenShiftError {
    /// A shift of this venue is open.
    #[error("a shift is open")]
    Open,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: VenueId,
    staff: StaffId,
    counted: CashCount,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.counted.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    opening_paise: i64,
}

/// Begins a shift of a venue's drawer in the name of `actor`, who is responsible for it; `counted` is the cash in the drawer.
///
/// # Errors
/// [`OpenShiftError`].
pub async fn open_shift(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    counted: CashCount,
    key: RequestKey,
) -> Result<ShiftId, OpenShiftError> {
    let (permission, now) = (Permission::ShiftOwn, app.clock.now());
    actor.check_at(venue, permission, now)?;
    // The check lets an owner pass for every number, also for one that no venue has.
    let venue = find_known_venue(app, venue).await?.ok_or(Refused::OtherVenue)?.id;
    let command = Command { operation: "open_shift", permission, venue: Some(venue), key };
    let input = Input { venue, staff: actor.id(), counted, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(open_once(tx, input))).await
}

async fn open_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<ShiftId>, OpenShiftError> {
    let opening = input.counted.total();
    let new = NewShift {
        venue: input.venue,
        kept_by: Some(input.staff),
        opened_at: input.now,
        opening,
        after: None,
    };
    let shift = Shifts(tx).open(&new).await?.ok_or(OpenShiftError::Open)?;
    let facts = Facts { opening_paise: opening.paise() };
    Ok(Audited::new(shift, Entry::added("shift.opened", "shift", shift, &facts)))
}
