//! The table `staff_pin`: hashes of the PINs by which staff sign in and approve on paired devices.

use jiff::Timestamp;
use sideout_domain::{
    StaffId, VenueId,
    person::{PasswordHash, name_order},
};

use crate::{Session, StoreError, params, sql};

/// A member of staff who has a PIN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonWithPin {
    /// Their id.
    pub id: StaffId,
    /// The name that colleagues see.
    pub full_name: String,
}

/// The repository of PINs.
pub struct Pins<'s>(pub &'s mut dyn Session);

impl Pins<'_> {
    /// Sets the PIN of a member.
    pub async fn put(
        &mut self,
        staff: StaffId,
        hash: &PasswordHash,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("staff_pin/put"), params![staff.0, hash.as_phc(), now]).await.map(drop)
    }

    /// Removes the PIN of a member; false if there was none.
    pub async fn remove(&mut self, staff: StaffId) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_pin/remove"), params![staff.0]).await? == 1)
    }

    /// The hash of a member's PIN.
    pub async fn find(&mut self, staff: StaffId) -> Result<Option<PasswordHash>, StoreError> {
        let row = self.0.first(sql!("staff_pin/find"), params![staff.0]).await?;
        row.map(|row| row.text("pin_hash").map(PasswordHash::new)).transpose()
    }

    /// The members of staff who work at `venue`, may sign in and have a PIN, by name.
    pub async fn list_people(&mut self, venue: VenueId) -> Result<Vec<PersonWithPin>, StoreError> {
        let rows = self.0.all(sql!("staff_pin/list_people"), params![venue.0]).await?;
        let person = |row: &crate::Row| {
            Ok(PersonWithPin {
                id: StaffId(row.integer("staff_id")?),
                full_name: row.text("full_name")?.to_owned(),
            })
        };
        let people: Result<Vec<_>, StoreError> = rows.iter().map(person).collect();
        let mut people = people?;
        // Not by the database, because its locale would decide.
        people.sort_by_cached_key(|person| name_order(&person.full_name));
        Ok(people)
    }
}
