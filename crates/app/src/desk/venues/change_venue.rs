//! Changes a venue at the desk: its own fields, its courts and pictures, and whether it can be booked at all.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BlockId, CourtId, SportId, VenueId,
    order::OrderNumber,
    staff::Permission,
    venue::{Court, Venue},
};
use sideout_providers::images::ImageStoreError;
use sideout_store::{
    Brands, ChangeEvent, Manager, Session, Shifts, StoreError, VenueDays,
    import::{Imports, StoredVenue},
};

use super::{
    draft::{BadDraft, CourtDraft, VenueFields, bad},
    facts::{CourtFacts, DecisionFacts, VenueFacts},
    order_venues::renumber,
};
use crate::{
    App,
    closures::{ClosureReason, OrdersToClose, close_orders},
    operator::{Choices, Selection, Stranded, find_newly_stranded},
    platform::venues::find_known_venue,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        closed_days::find_closed_day_with_new_hours,
        draw_block_id::draw_block_id,
        issue_receipts::Issuer,
        keep_closed::keep_closed,
    },
};

/// The most bookings and holds that one change ends: they end in one unit of work, while others wait.
pub const MOST_CLOSED: usize = 200;

/// What changes of a venue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct VenueEdit {
    /// All fields of the venue itself; `None` leaves them as they are.
    pub fields: Option<VenueFields>,
    /// Courts that are new, or have another name, type or state; the others stay as they are.
    pub courts: Vec<CourtDraft>,
    /// Whether it can be booked; `None` leaves it as it is.
    pub active: Option<bool>,
}

/// A change of a venue.
#[derive(Debug, Clone)]
pub struct ChangeVenue {
    /// The venue.
    pub venue: VenueId,
    /// The version that the caller saw.
    pub version: i64,
    /// What changes.
    pub edit: VenueEdit,
    /// The bookings and holds that lose their place and stay as they are.
    pub keep: BTreeSet<OrderNumber>,
    /// The bookings and holds that end.
    pub close: BTreeSet<OrderNumber>,
    /// The reason for the players of those.
    pub reason: Option<ClosureReason>,
}

/// A venue that was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedVenue {
    /// Its new version.
    pub version: i64,
    /// How many bookings were cancelled.
    pub closed: usize,
    /// How many holds ended.
    pub holds: usize,
    /// How many bookings and holds lose their place and stay as they are.
    pub kept: usize,
}

/// Why a venue was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeVenueError {
    /// There is no such venue.
    #[error("no such venue")]
    NoVenue,
    /// It was changed meanwhile.
    #[error("changed meanwhile")]
    Changed,
    /// The request leaves out a booking or hold that loses its place, names one that has one, or names one both to stay and to end.
    #[error("bookings lose their place")]
    Undecided(Vec<Stranded>),
    /// More than [`MOST_CLOSED`] bookings and holds would end.
    #[error("too many bookings and holds to end")]
    TooMany,
    /// Bookings or holds are to end, and the reason is missing.
    #[error("a reason is missing")]
    NoReason,
    /// A shift of its desk is open, and a member of staff keeps its drawer.
    #[error("a shift is open")]
    OpenShift,
    /// A closed day would get an hour that is not over.
    #[error("today is closed")]
    TodayClosed,
    /// A field is invalid.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// The image store failed.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    request: ChangeVenue,
    closure: BlockId,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ChangeVenue { venue, version, edit, keep, close, reason } = &self.request;
        let numbers =
            |orders: &BTreeSet<OrderNumber>| orders.iter().map(ToString::to_string).collect::<Vec<_>>();
        (venue, version, edit, numbers(keep), numbers(close), reason).serialize(serializer)
    }
}

/// The bookings and holds ahead that would lose their place by a change. Changes nothing.
///
/// # Errors
/// [`ChangeVenueError`].
pub async fn preview_change(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    edit: VenueEdit,
) -> Result<Vec<Stranded>, ChangeVenueError> {
    let now = app.clock.now();
    actor.check(Permission::SetupEdit, now)?;
    check_pictures(app, venue, &edit).await?;
    app.store.read((venue, edit, now), |tx, input| Box::pin(preview(tx, input))).await
}

async fn preview(
    tx: &mut dyn Session,
    (venue, edit, now): &(VenueId, VenueEdit, Timestamp),
) -> Result<Vec<Stranded>, ChangeVenueError> {
    let stored = Imports(tx).list_venues().await?;
    let change = Change::of(&stored, *venue, edit)?;
    if change.retires() && Shifts(tx).find_open(*venue).await?.is_some_and(|shift| shift.is_kept()) {
        return Err(ChangeVenueError::OpenShift);
    }
    change.check_closed_days(tx, *now).await?;
    Ok(change.find_stranded(tx, &stored, *now).await?.0)
}

/// Changes version `request.version` of a venue in the name of `actor`. Bookings and holds ahead that lose their
/// place by it stay or end, each as the request says.
///
/// # Errors
/// [`ChangeVenueError`].
pub async fn change_venue(
    app: &App,
    actor: &Actor,
    request: ChangeVenue,
    key: RequestKey,
) -> Result<ChangedVenue, ChangeVenueError> {
    let (permission, now) = (Permission::SetupEdit, app.clock.now());
    actor.check(permission, now)?;
    if request.close.len() > MOST_CLOSED {
        return Err(ChangeVenueError::TooMany);
    }
    check_pictures(app, request.venue, &request.edit).await?;
    let command = Command { operation: "change_venue", permission, venue: None, key };
    let closure = draw_block_id(&*app.random);
    let input = Input { request, closure, issuer: Issuer::find(app).await?, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

/// Checks that the pictures that the venue, active or retired, does not have yet are in the image store.
async fn check_pictures(app: &App, venue: VenueId, edit: &VenueEdit) -> Result<(), ChangeVenueError> {
    let Some(fields) = &edit.fields else { return Ok(()) };
    let known = find_known_venue(app, venue).await?;
    let has = |address: &str| {
        known
            .as_ref()
            .is_some_and(|venue| venue.image == address || venue.gallery.iter().any(|own| own == address))
    };
    for (field, picture) in fields.pictures() {
        if !has(&format!("/images/{picture}")) && app.images.get(&picture).await?.is_none() {
            return Err(bad(field, "unknown").into());
        }
    }
    Ok(())
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<ChangedVenue>, ChangeVenueError> {
    let Input { request, closure, issuer, now } = input;
    if request.close.is_empty() && changes_nothing(tx, request).await? {
        let version = request.version;
        return Ok(Audited::unchanged(ChangedVenue { version, closed: 0, holds: 0, kept: 0 }));
    }
    if request.edit.active.is_some() {
        // Before the turn of the brand, because other venues may get other places in lists.
        VenueDays(tx).take_all_turns().await?;
    }
    // INVARIANT: of two changes of the same version one succeeds (suite `venue_races`).
    if !Imports(tx).next_version(request.venue, request.version).await? {
        let stored = Imports(tx).list_venues().await?;
        let exists = stored.iter().any(|stored| stored.venue.id == request.venue);
        return Err(if exists { ChangeVenueError::Changed } else { ChangeVenueError::NoVenue });
    }
    Brands(tx).set_manager(Manager::Desk, *now).await?;
    let stored = Imports(tx).list_venues().await?;
    let change = Change::of(&stored, request.venue, &request.edit)?;
    change.check_closed_days(tx, *now).await?;
    // INVARIANT: each booking and hold of a court is seen here, or is made later and refused (suite `venue_races`).
    Imports(tx).take_turn_of_courts(&change.courts_before()).await?;
    if change.retires()
        && let Some(open) = Shifts(tx).lock_open(request.venue).await?
        && Shifts(tx).find(open).await?.is_some_and(|shift| shift.is_kept())
    {
        return Err(ChangeVenueError::OpenShift);
    }
    let (stranded, before) = change.find_stranded(tx, &stored, *now).await?;
    let to_close = decide(request, &stranded, &before)?;
    if to_close.len() > MOST_CLOSED {
        return Err(ChangeVenueError::TooMany);
    }
    change.write(tx, &stored).await?;
    // Another time zone or slot length has other starts.
    keep_closed(tx, (&change.before.venue, &change.after.venue), *now).await?;
    let kept: Vec<OrderNumber> =
        stranded.iter().map(|case| case.booking.order).filter(|order| !to_close.contains(order)).collect();
    tx.announce(ChangeEvent::Everything);
    let closed = match (&request.reason, to_close.is_empty()) {
        (_, true) => crate::closures::Closed::default(),
        (None, false) => return Err(ChangeVenueError::NoReason),
        (Some(reason), false) => {
            let orders = OrdersToClose {
                numbers: to_close.clone(),
                closure: *closure,
                reason: reason.clone(),
                issuer: issuer.clone(),
                now: *now,
            };
            close_orders(tx, &orders).await?
        }
    };
    let changed = ChangedVenue {
        version: request.version + 1,
        closed: closed.displaced.len(),
        holds: closed.holds,
        kept: kept.len(),
    };
    let mut entries = change.entries();
    if !stranded.is_empty() || !to_close.is_empty() {
        let numbers = |orders: &[OrderNumber]| orders.iter().map(ToString::to_string).collect();
        let facts = DecisionFacts { kept: numbers(&kept), closed: numbers(&to_close) };
        let entry = Entry::added("venue.bookings_decided", "venue", request.venue, &facts).at(request.venue);
        entries.push(match &request.reason {
            Some(reason) if !to_close.is_empty() => entry.with_reason(reason.as_str()),
            _ => entry,
        });
    }
    if let Some(reason) = &request.reason {
        for displaced in &closed.displaced {
            let entry = Entry::happened("booking.displaced", "booking", displaced.order);
            entries.push(entry.at(request.venue).with_reason(reason.as_str()));
        }
    }
    let mut entries = entries.into_iter();
    let Some(first) = entries.next() else { return Ok(Audited::unchanged(changed)) };
    Ok(entries.fold(Audited::new(changed, first), Audited::and))
}

/// Whether the venue of this version is as requested already.
async fn changes_nothing(tx: &mut dyn Session, request: &ChangeVenue) -> Result<bool, StoreError> {
    let stored = Imports(tx).list_venues().await?;
    // What is wrong with the edit is reported by the change itself, after the check of the version.
    Ok(Change::of(&stored, request.venue, &request.edit)
        .is_ok_and(|change| change.before.version == request.version && change.entries().is_empty()))
}

/// The orders that end. The choices must name all of `stranded`, and may name those of `before`, which had lost their place before.
fn decide(
    request: &ChangeVenue,
    stranded: &[Stranded],
    before: &BTreeSet<OrderNumber>,
) -> Result<Vec<OrderNumber>, ChangeVenueError> {
    let named = |orders: &BTreeSet<OrderNumber>| {
        Selection::Orders(orders.iter().map(|order| order.value()).collect())
    };
    let choices = Choices { keep: named(&request.keep), close: named(&request.close) };
    choices.decide(stranded, before).map_err(|_| ChangeVenueError::Undecided(stranded.to_vec()))
}

/// A venue before and after a change.
struct Change {
    before: StoredVenue,
    after: StoredVenue,
}

impl Change {
    fn of(stored: &[StoredVenue], venue: VenueId, edit: &VenueEdit) -> Result<Self, ChangeVenueError> {
        let before =
            stored.iter().find(|stored| stored.venue.id == venue).ok_or(ChangeVenueError::NoVenue)?;
        let mut after = before.clone();
        if let Some(fields) = &edit.fields {
            fields.write_into(&mut after.venue)?;
        }
        if let Some(active) = edit.active {
            after.active = active;
        }
        let taken = |stored: &StoredVenue| {
            stored.active && stored.venue.id != venue && stored.venue.name == after.venue.name
        };
        if after.active && stored.iter().any(taken) {
            return Err(bad("name", "taken").into());
        }
        let mut numbers = BTreeSet::new();
        for draft in &edit.courts {
            if !numbers.insert(draft.number) {
                return Err(bad("number", "twice").into());
            }
            set_court(&mut after, draft)?;
        }
        if after.active && after.venue.courts.is_empty() {
            return Err(bad("courts", "required").into());
        }
        Ok(Change { before: before.clone(), after })
    }

    fn retires(&self) -> bool {
        self.before.active && !self.after.active
    }

    /// Refuses the change if it adds an hour to a day whose report was written. The venue is checked when it is retired as well, because it
    /// can come back on the same day.
    async fn check_closed_days(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), ChangeVenueError> {
        let venues = (&self.before.venue, &self.after.venue);
        match find_closed_day_with_new_hours(tx, venues, now).await? {
            Some(_) => Err(ChangeVenueError::TodayClosed),
            None => Ok(()),
        }
    }

    fn courts_before(&self) -> Vec<CourtId> {
        self.before.venue.courts.iter().map(|court| court.id).collect()
    }

    /// The bookings and holds ahead that lose their place by the change, and the numbers of all that have lost it before.
    async fn find_stranded(
        &self,
        tx: &mut dyn Session,
        stored: &[StoredVenue],
        now: Timestamp,
    ) -> Result<(Vec<Stranded>, BTreeSet<OrderNumber>), StoreError> {
        let courts: Vec<&Court> = all_courts(&self.after).collect();
        find_newly_stranded(tx, stored, (&self.open_venues(stored), &courts), now).await
    }

    /// All venues that can be booked after the change.
    fn open_venues(&self, stored: &[StoredVenue]) -> Vec<Venue> {
        let others = stored.iter().filter(|stored| stored.active && stored.venue.id != self.after.venue.id);
        let own = Some(&self.after).filter(|own| own.active);
        others.chain(own).map(|stored| stored.venue.clone()).collect()
    }

    /// The courts before and after, by number: those that are new, differ or change their state.
    fn courts(&self) -> Vec<CourtChange<'_>> {
        let state = |stored: &StoredVenue, id: CourtId| stored.venue.court(id).is_some();
        let mut changes = Vec::new();
        for after in all_courts(&self.after) {
            let before = all_courts(&self.before).find(|court| court.id == after.id);
            let change = CourtChange {
                before,
                after,
                was_active: state(&self.before, after.id),
                is_active: state(&self.after, after.id),
            };
            if before != Some(after) || change.was_active != change.is_active {
                changes.push(change);
            }
        }
        changes.sort_by_key(|change| change.after.number);
        changes
    }

    async fn write(&self, tx: &mut dyn Session, stored: &[StoredVenue]) -> Result<(), StoreError> {
        let Change { before, after } = self;
        let venue = &after.venue;
        for CourtChange { after, is_active, .. } in self.courts() {
            Imports(tx).put_court(after).await?;
            if !is_active {
                Imports(tx).retire_court(after.id).await?;
            }
        }
        if differs(&before.venue, venue) || (after.active && !before.active) {
            Imports(tx).put_venue(venue, after.position).await?;
        }
        if !after.active {
            Imports(tx).retire_venue(venue.id).await?;
        }
        if before.active != after.active {
            let others = stored.iter().filter(|stored| stored.active && stored.venue.id != venue.id);
            let own = after.active.then_some(venue.id);
            let active: Vec<VenueId> = others.map(|stored| stored.venue.id).chain(own).collect();
            renumber(tx, stored, &active).await?;
        }
        Ok(())
    }

    /// The entries in the audit; empty if nothing changes.
    fn entries(&self) -> Vec<Entry> {
        let Change { before, after } = self;
        let id = after.venue.id;
        let mut entries = Vec::new();
        let name = |court: &Court| format!("{id}/{}", court.number);
        for change in self.courts() {
            let facts = CourtFacts::of(change.after);
            match (change.before, change.was_active, change.is_active) {
                (None, ..) => entries.push(Entry::added("court.added", "court", name(change.after), &facts)),
                (Some(_), true, false) => {
                    entries.push(Entry::removed("court.retired", "court", name(change.after), &facts));
                }
                (Some(_), false, true) => {
                    entries.push(Entry::added("court.returned", "court", name(change.after), &facts));
                }
                (Some(before), ..) => {
                    let old = CourtFacts::of(before);
                    entries.push(Entry::changed("court.changed", "court", name(change.after), &old, &facts));
                }
            }
        }
        if differs(&before.venue, &after.venue) {
            let (old, new) = (VenueFacts::of(&before.venue), VenueFacts::of(&after.venue));
            entries.push(Entry::changed("venue.changed", "venue", id, &old, &new));
        }
        match (before.active, after.active) {
            (true, false) => entries.push(Entry::happened("venue.retired", "venue", id)),
            (false, true) => entries.push(Entry::happened("venue.returned", "venue", id)),
            _ => {}
        }
        entries.into_iter().map(|entry| entry.at(id)).collect()
    }
}

struct CourtChange<'a> {
    before: Option<&'a Court>,
    after: &'a Court,
    was_active: bool,
    is_active: bool,
}

fn all_courts(stored: &StoredVenue) -> impl Iterator<Item = &Court> {
    stored.venue.courts.iter().chain(&stored.retired_courts)
}

/// Whether the fields of the venue itself differ.
fn differs(before: &Venue, after: &Venue) -> bool {
    let fields = |venue: &Venue| serde_json::to_value(VenueFacts::of(venue)).unwrap_or_default();
    fields(before) != fields(after)
}

/// Adds or replaces the court of `draft`, among the courts that can be booked or among the retired ones.
fn set_court(venue: &mut StoredVenue, draft: &CourtDraft) -> Result<(), BadDraft> {
    let (id, sport) = (venue.venue.id, all_courts(venue).next().map_or(SportId(1), |court| court.sport));
    let stored = all_courts(venue).find(|court| i64::from(court.number) == draft.number).cloned();
    let court = draft.court(id, stored.as_ref(), sport)?;
    if stored.is_none() && !draft.active {
        return Err(bad("number", "unknown"));
    }
    venue.venue.courts.retain(|own| own.id != court.id);
    venue.retired_courts.retain(|own| own.id != court.id);
    let list = if draft.active { &mut venue.venue.courts } else { &mut venue.retired_courts };
    list.push(court);
    list.sort_by_key(|court| court.number);
    Ok(())
}
