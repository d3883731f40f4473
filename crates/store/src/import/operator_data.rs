//! Everything that an operator's file can change, as it is stored.

use sideout_domain::{
    SportId,
    coupon::Coupon,
    venue::{Court, Venue},
};

use super::Imports;
use crate::{
    Brands, StoreError, coupons, params, sql,
    venues::{complete_venues, court},
};

/// A sport.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sport {
    /// Its id; 1 is pickleball (spec §9).
    pub id: SportId,
    /// What players call it.
    pub name: String,
}

/// A venue, with the data that is hidden from players.
#[derive(Debug, Clone)]
pub struct StoredVenue {
    /// The venue with its active courts.
    pub venue: Venue,
    /// Its place in lists.
    pub position: i64,
    /// Whether it can be booked; `false` if it is retired.
    pub active: bool,
    /// Its version, which [`Imports::next_version`] compares.
    pub version: i64,
    /// Its retired courts.
    pub retired_courts: Vec<Court>,
}

/// The data of the operator.
#[derive(Debug, Clone, Default)]
pub struct OperatorData {
    /// The brand's JSON document.
    pub brand: Option<String>,
    /// The sports.
    pub sports: Vec<Sport>,
    /// The venues in the operator's order.
    pub venues: Vec<StoredVenue>,
    /// The coupons that the operator's file manages.
    pub coupons: Vec<Coupon>,
    /// The coupons that the desk manages.
    pub desk_coupons: Vec<Coupon>,
}

impl Imports<'_> {
    /// The current state of everything an operator file can change.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] names the invalid value.
    pub async fn read_operator_data(&mut self) -> Result<OperatorData, StoreError> {
        let mut stored = OperatorData { brand: Brands(self.0).find().await?, ..OperatorData::default() };
        for row in self.0.all(sql!("sport/list"), params![]).await? {
            stored
                .sports
                .push(Sport { id: SportId(row.integer("sport_id")?), name: row.text("name")?.to_owned() });
        }
        stored.venues = self.list_venues().await?;
        for row in self.0.all(sql!("coupon/list"), params![]).await? {
            let list = match row.text("managed_by")? {
                "file" => &mut stored.coupons,
                _ => &mut stored.desk_coupons,
            };
            list.push(coupons::coupon(&row)?);
        }
        Ok(stored)
    }

    /// All venues in the operator's order, retired ones included.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] names the invalid value.
    pub async fn list_venues(&mut self) -> Result<Vec<StoredVenue>, StoreError> {
        let rows = self.0.all(sql!("venue/list_all"), params![]).await?;
        let (mut active, mut retired) = (Vec::new(), Vec::new());
        for row in self.0.all(sql!("court/list_all"), params![]).await? {
            let list = if row.flag("active")? { &mut active } else { &mut retired };
            list.push(row);
        }
        let retired = retired.iter().map(court).collect::<Result<Vec<_>, _>>()?;
        let venues = complete_venues(self.0, &rows, &active).await?;
        let stored = rows.iter().zip(venues).map(|(row, venue)| {
            Ok(StoredVenue {
                position: row.integer("position")?,
                active: row.flag("active")?,
                version: row.integer("version")?,
                retired_courts: retired.iter().filter(|court| court.venue == venue.id).cloned().collect(),
                venue,
            })
        });
        stored.collect()
    }
}
