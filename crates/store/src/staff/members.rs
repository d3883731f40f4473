//! The tables `staff` and `staff_venue`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sideout_domain::{
    StaffId, VenueId,
    person::{Phone, name_order},
    staff::{Permission, Role},
};

use crate::{Row, Session, StoreError, Value, params, sql};

/// A member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Their id: random digits.
    pub id: StaffId,
    /// The name that colleagues see.
    pub full_name: String,
    /// The phone number, for signing in with an authenticator code.
    pub phone: Phone,
    /// Their role.
    pub role: Role,
    /// Permissions of the role that this person does not have.
    pub denied: Vec<Permission>,
    /// Whether they may sign in.
    pub active: bool,
    /// Always `en`: the desk's screens have the language that was chosen in the browser.
    pub language: String,
    /// When they were added.
    pub created_at: Timestamp,
    /// Rises with every change.
    pub version: i64,
}

/// The keys of a member: each of them suffices to sign in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Keys {
    /// The number of their passkeys.
    pub passkeys: u32,
    /// The number of their confirmed authenticator apps: 0 or 1.
    pub apps: u32,
}

/// The fields of a new member of staff.
#[derive(Debug, Clone)]
pub struct NewMember {
    /// Their id.
    pub id: StaffId,
    /// The name that colleagues see.
    pub full_name: String,
    /// The phone number, which no other member has.
    pub phone: Phone,
    /// Their role.
    pub role: Role,
    /// Permissions of the role that this person does not have.
    pub denied: Vec<Permission>,
    /// As [`Member::language`].
    pub language: String,
    /// Who added them; `None`: the command line.
    pub created_by: Option<StaffId>,
}

/// The fields that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberEdit {
    /// The name that colleagues see.
    pub full_name: String,
    /// Their role.
    pub role: Role,
    /// Permissions of the role that this person does not have.
    pub denied: Vec<Permission>,
    /// Whether they may sign in.
    pub active: bool,
    /// As [`Member::language`].
    pub language: String,
}

/// The repository of members of staff.
pub struct Members<'s>(pub &'s mut dyn Session);

impl Members<'_> {
    /// Adds a member; false if the phone number belongs to one already, or the id is in use.
    pub async fn add(&mut self, new: &NewMember, now: Timestamp) -> Result<bool, StoreError> {
        let params = params![
            new.id.0,
            &new.full_name,
            new.phone.as_e164(),
            new.role.name(),
            names(&new.denied),
            &new.language,
            now,
            new.created_by.map(|id| id.0),
        ];
        Ok(self.0.run(sql!("staff/add"), params).await? == 1)
    }

    /// The member with this id.
    pub async fn find(&mut self, id: StaffId) -> Result<Option<Member>, StoreError> {
        let row = self.0.first(sql!("staff/find"), params![id.0]).await?;
        row.map(|row| Member::from_row(&row)).transpose()
    }

    /// As [`Members::find`]. A change of the member waits until this unit of work ends.
    ///
    /// INVARIANT: a link that is made while its person or its maker is changed ends (suite `members`).
    pub async fn find_and_lock(&mut self, id: StaffId) -> Result<Option<Member>, StoreError> {
        if !self.0.runs_alone() {
            self.0.run(sql!("staff/lock"), params![id.0]).await?;
        }
        self.find(id).await
    }

    /// The member with this phone number.
    pub async fn find_by_phone(&mut self, phone: &Phone) -> Result<Option<Member>, StoreError> {
        let row = self.0.first(sql!("staff/find_by_phone"), params![phone.as_e164()]).await?;
        row.map(|row| Member::from_row(&row)).transpose()
    }

    /// The keys of every member.
    pub async fn list_keys(&mut self) -> Result<BTreeMap<StaffId, Keys>, StoreError> {
        let rows = self.0.all(sql!("staff/list_keys"), params![]).await?;
        let keys = |row: &Row| {
            let keys = Keys { passkeys: row.converted("passkeys")?, apps: row.converted("apps")? };
            Ok((StaffId(row.integer("staff_id")?), keys))
        };
        rows.iter().map(keys).collect()
    }

    /// All members, those who may sign in first, each by name.
    pub async fn list(&mut self) -> Result<Vec<Member>, StoreError> {
        let rows = self.0.all(sql!("staff/list"), &[]).await?;
        let members: Result<Vec<_>, StoreError> = rows.iter().map(Member::from_row).collect();
        let mut members = members?;
        // Not by the database, because its locale would decide.
        members.sort_by_cached_key(|member| (!member.active, name_order(&member.full_name)));
        Ok(members)
    }

    /// Changes a member of whom `version` was read; false if another change was made meanwhile.
    pub async fn update(&mut self, id: StaffId, version: i64, edit: &MemberEdit) -> Result<bool, StoreError> {
        let params = params![
            id.0,
            version,
            &edit.full_name,
            edit.role.name(),
            names(&edit.denied),
            edit.active,
            &edit.language,
        ];
        Ok(self.0.run(sql!("staff/update"), params).await? == 1)
    }

    /// The number of owners who may sign in. Changes of owners wait for each other, so the number does not fall until the
    /// unit of work ends.
    ///
    /// INVARIANT: the last one stays (suite `last_owner`).
    pub async fn count_active_owners(&mut self) -> Result<i64, StoreError> {
        if !self.0.runs_alone() {
            self.0.run(sql!("staff/lock_owners"), &[]).await?;
        }
        self.0.one(sql!("staff/count_owners"), &[]).await?.integer("owners")
    }

    /// The venues of all members.
    pub async fn list_venues(&mut self) -> Result<BTreeMap<StaffId, Vec<VenueId>>, StoreError> {
        let mut venues = BTreeMap::<_, Vec<_>>::new();
        for row in self.0.all(sql!("staff_venue/list"), &[]).await? {
            let venue = VenueId(row.integer("venue_id")?);
            venues.entry(StaffId(row.integer("staff_id")?)).or_default().push(venue);
        }
        Ok(venues)
    }

    /// The venues of one member.
    pub async fn list_venues_of(&mut self, id: StaffId) -> Result<Vec<VenueId>, StoreError> {
        let rows = self.0.all(sql!("staff_venue/list_of_staff"), params![id.0]).await?;
        rows.iter().map(|row| row.integer("venue_id").map(VenueId)).collect()
    }

    /// Replaces the venues of a member.
    pub async fn set_venues(&mut self, id: StaffId, venues: &[VenueId]) -> Result<(), StoreError> {
        self.0.run(sql!("staff_venue/remove_of_staff"), params![id.0]).await?;
        let rows: Vec<Vec<Value>> = venues.iter().map(|venue| params![id.0, venue.0].to_vec()).collect();
        self.0.run_each(sql!("staff_venue/add"), &rows).await.map(drop)
    }
}

impl Member {
    pub(super) fn from_row(row: &Row) -> Result<Self, StoreError> {
        Ok(Member {
            id: StaffId(row.integer("staff_id")?),
            full_name: row.text("full_name")?.to_owned(),
            phone: row.parsed("phone")?,
            role: row.parsed("role")?,
            // A permission that this program does not know cannot be granted by it either.
            denied: row.text("denied")?.split_whitespace().filter_map(|name| name.parse().ok()).collect(),
            active: row.flag("active")?,
            language: row.text("language")?.to_owned(),
            created_at: row.instant("created_at")?,
            version: row.integer("version")?,
        })
    }
}

fn names(denied: &[Permission]) -> String {
    denied.iter().map(|permission| permission.name()).collect::<Vec<_>>().join(" ")
}
