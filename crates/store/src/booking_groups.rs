//! The table `booking_group`: orders that are made together.

use jiff::Timestamp;
use sideout_domain::{CustomerId, GroupId, StaffId, VenueId, order::GroupKind};

use crate::{Session, StoreError, params, sql};

/// The repository of orders that are made together.
pub struct BookingGroups<'s>(pub &'s mut dyn Session);

impl BookingGroups<'_> {
    /// Adds a group that a member of staff makes; its orders name it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        kind: GroupKind,
        venue: VenueId,
        customer: CustomerId,
        label: &str,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<GroupId, StoreError> {
        let params = params![kind.name(), venue.0, customer.0, label, staff.0, now];
        self.0.one(sql!("booking_group/add_at_desk"), params).await?.integer("group_id").map(GroupId)
    }
}
