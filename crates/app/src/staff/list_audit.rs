//! Lists what staff did.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;
use sideout_domain::{
    CourtId, CustomerId, StaffId, VenueId,
    order::OrderNumber,
    staff::{Permission, Role},
};
use sideout_store::{
    Session, StoreError,
    accounts::Customers,
    staff::{Audit, AuditEntry, AuditSearch, Subject},
};

use super::list_workplaces;
use crate::{
    App,
    platform::{
        cut_page::cut_page,
        day_range::{DayRange, zone_of_days},
    },
    steps::audited::{Actor, Refused},
};

/// The most entries of one page.
pub const MAX_PAGE: u32 = 200;
/// The most bookings of a player whose entries are listed with those of the player.
const MOST_BOOKINGS: u32 = 100;

/// Whom or what entries are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditAbout {
    /// Anything.
    Everything,
    /// A booking: itself and what belongs to it, such as its payments and messages.
    Booking(OrderNumber),
    /// A player: themselves, with all accounts that were merged into one, and their latest bookings.
    Player(CustomerId),
}

/// Which entries to list: those that meet all of these conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListAudit {
    /// Only the entries at this venue.
    pub venue: Option<VenueId>,
    /// Only the entries of this member of staff.
    pub staff: Option<StaffId>,
    /// Whom or what they are about.
    pub about: AuditAbout,
    /// Only the entries about money (`store/sql/parts/audit_filter.sql`).
    pub money: bool,
    /// Only the entries on these days of the venue, or of the business.
    pub days: DayRange,
    /// Only the entries before this one: `next` of the page before.
    pub before: Option<i64>,
    /// The most entries of the page, 1 to [`MAX_PAGE`].
    pub limit: u32,
}

impl Default for ListAudit {
    fn default() -> Self {
        ListAudit {
            venue: None,
            staff: None,
            about: AuditAbout::Everything,
            money: false,
            days: DayRange::default(),
            before: None,
            limit: MAX_PAGE,
        }
    }
}

/// A page of entries, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// List before this entry to go on; `None` at the end.
    pub next: Option<i64>,
    /// On which device a session began, by the number of the session.
    pub devices: HashMap<i64, String>,
    /// The names of the players whom the entries name.
    pub players: BTreeMap<CustomerId, String>,
    /// The names of all courts, retired ones included.
    pub courts: BTreeMap<CourtId, String>,
}

/// Why entries are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListAuditError {
    /// The caller is not allowed to see these.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The entries that `list` names and `actor` may see: an owner all, a manager those at their venues, a clerk their own.
/// In a session that a PIN began and no key has proven since, owners and managers see those of the venue of its device. A list of
/// the caller's own entries has those of all venues, unless it names one.
///
/// # Errors
/// [`ListAuditError`].
pub async fn list_audit(app: &App, actor: &Actor, list: ListAudit) -> Result<AuditPage, ListAuditError> {
    let now = app.clock.now();
    match list.venue {
        Some(venue) => actor.check_at(venue, Permission::AuditRead, now)?,
        None => actor.check(Permission::AuditRead, now)?,
    }
    let (staff, own_venues) = visible_to(app, actor, list.venue, list.staff).await?;
    if own_venues.as_ref().is_some_and(Vec::is_empty) {
        return Ok(AuditPage::default());
    }
    let (from, until) = list.days.moments(&zone_of_days(app, list.venue).await?);
    let search = AuditSearch { staff, venues: own_venues, subjects: None, money: list.money, from, until };
    let limit = list.limit.clamp(1, MAX_PAGE);
    let input = (search, list.about, list.before.unwrap_or(i64::MAX), limit);
    let read = app.store.read(input, |tx, (search, about, before, limit)| {
        Box::pin(read(tx, search, *about, (*before, *limit)))
    });
    Ok(read.await?)
}

/// The filter by which `actor` sees entries, restricted to `venue` and to the member of staff `wanted` if they are
/// given. It is a member of staff (`None`: all) and venues (`None`: all, and entries without a venue).
///
/// # Errors
/// [`ListAuditError`].
pub(super) async fn visible_to(
    app: &App,
    actor: &Actor,
    venue: Option<VenueId>,
    wanted: Option<StaffId>,
) -> Result<(Option<StaffId>, Option<Vec<VenueId>>), ListAuditError> {
    let is_own = wanted == Some(actor.id());
    let own_venues = match (venue, actor.member.role) {
        (Some(venue), _) => Some(vec![venue]),
        (None, Role::Owner) if !actor.is_by_pin() => None,
        (None, _) if is_own => None,
        (None, Role::Owner | Role::Manager) => Some(list_workplaces(app, actor).await?),
        (None, Role::Desk) => None,
    };
    let staff = match (actor.member.role, wanted) {
        (Role::Desk, Some(staff)) if staff != actor.id() => {
            return Err(Refused::NotAllowed(Permission::AuditRead).into());
        }
        (Role::Desk, _) => Some(actor.id()),
        (_, staff) => staff,
    };
    Ok((staff, own_venues))
}

async fn read(
    tx: &mut dyn Session,
    search: &AuditSearch,
    about: AuditAbout,
    (before, limit): (i64, u32),
) -> Result<AuditPage, StoreError> {
    let subjects = match about {
        AuditAbout::Everything => None,
        AuditAbout::Booking(order) => Some(Audit(tx).list_subjects_of_booking(order).await?),
        AuditAbout::Player(player) => Some(list_subjects_of_player(tx, player).await?),
    };
    let search = AuditSearch { subjects, ..search.clone() };
    let mut entries = Audit(tx).search(&search, before, limit + 1).await?;
    let next = cut_page(&mut entries, limit).map(|last| last.id);
    let sessions: BTreeSet<i64> = entries.iter().filter_map(|entry| entry.session_id).collect();
    let starts = Audit(tx).list_session_starts(&sessions.into_iter().collect::<Vec<_>>()).await?;
    let devices = starts.into_iter().filter_map(|(session, after)| Some((session, device_in(&after)?)));
    let devices = devices.collect();
    let mut players = BTreeMap::new();
    let mut locked = BTreeSet::new();
    for player in entries.iter().flat_map(players_in).collect::<BTreeSet<_>>() {
        if let Some(found) = Customers(tx).find_state(player).await? {
            if found.lock.is_some() {
                locked.insert(player);
            }
            players.insert(player, found.name);
        }
    }
    for entry in &mut entries {
        if is_of_locked_player(tx, entry, &locked).await? {
            hide_words(entry);
        }
    }
    let courts = Audit(tx).list_court_names().await?;
    Ok(AuditPage { entries, next, devices, players, courts })
}

/// What entries about a player are about. Entries from before a merge name the account that went, and stay as they are.
async fn list_subjects_of_player(
    tx: &mut dyn Session,
    player: CustomerId,
) -> Result<Vec<Subject>, StoreError> {
    let kept = Customers(tx).follow(player).await?.unwrap_or(player);
    let merged = Customers(tx).list_merged(kept).await?;
    let mut subjects = Audit(tx).list_subjects_of_player(kept, MOST_BOOKINGS).await?;
    subjects.extend(merged.iter().map(|account| Subject::new("player", account.id)));
    Ok(subjects)
}

/// The device in the entry with which a session began.
fn device_in(after: &str) -> Option<String> {
    let after: Value = serde_json::from_str(after).ok()?;
    after["device"].as_str().filter(|device| !device.is_empty()).map(str::to_owned)
}

/// Fields of entries with words about a person. The audit is only added to, so they are hidden where they are shown.
const WORDS: [&str; 3] = ["note", "contact_name", "reference"];

/// Whether an entry may have words about a player with an erasure lock. `locked` are the players with such a lock whom the entries of the
/// page name.
async fn is_of_locked_player(
    tx: &mut dyn Session,
    entry: &AuditEntry,
    locked: &BTreeSet<CustomerId>,
) -> Result<bool, StoreError> {
    if players_in(entry).iter().any(|player| locked.contains(player)) {
        return Ok(true);
    }
    // The entry of a note, of money without a network or of a settled refund, and one with a reason, may not name the player, but only
    // something of theirs, such as a booking.
    let has_words =
        entry.verb.starts_with("note.") || [DECISION, PLACE, SETTLEMENT].contains(&entry.verb.as_str());
    if entry.reason.is_none() && !has_words {
        return Ok(false);
    }
    let subject = Subject::new(&entry.subject_kind, &entry.subject_id);
    let Some(player) = Audit(tx).find_player_of(&subject).await? else { return Ok(false) };
    Customers(tx).is_locked(player).await
}

/// The entry of a decision about a payment that could not be recorded: it has the note of the clerk.
const DECISION: &str = "payment.decided";

/// The entry of the answer to the question where the money of a payment is: it has the note of the clerk.
const PLACE: &str = "payment.placed";

/// The entry of a refund that was settled another way: it has the reference that the clerk typed.
const SETTLEMENT: &str = "refund.settled";

/// The entry whose reason says why the data of a player are erased: it is shown, because it is what the owner answers for.
const ERASURE: &str = "player.erasure_asked";

/// Hides the words about a person in an entry: its notes, names and references, and its reason unless it is that of [`ERASURE`].
fn hide_words(entry: &mut AuditEntry) {
    if entry.verb != ERASURE {
        entry.reason = None;
    }
    for facts in [&mut entry.before, &mut entry.after] {
        let Some(Ok(Value::Object(mut fields))) = facts.as_deref().map(serde_json::from_str) else {
            continue;
        };
        for name in WORDS {
            if let Some(value) = fields.get_mut(name) {
                *value = Value::Null;
            }
        }
        *facts = Some(Value::Object(fields).to_string());
    }
}

/// The players whom an entry names.
fn players_in(entry: &AuditEntry) -> Vec<CustomerId> {
    let subject = (entry.subject_kind == "player").then(|| entry.subject_id.parse().ok()).flatten();
    let in_facts = |facts: &Option<String>| {
        let facts: Value = serde_json::from_str(facts.as_deref()?).ok()?;
        facts["customer"].as_i64().map(CustomerId)
    };
    [subject, in_facts(&entry.before), in_facts(&entry.after)].into_iter().flatten().collect()
}
