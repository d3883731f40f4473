//! Changes of the operator's data.

use jiff::Timestamp;
use sideout_domain::{
    CouponId, CourtId, VenueId,
    coupon::Coupon,
    hours::Hours,
    price::PriceRule,
    venue::{Court, Venue},
};

use super::{Imports, operator_data::Sport};
use crate::{
    HoursVersions, StoreError, Value, coupons::coupon_row, hours_versions::HoursVersion, params, sql,
};

impl Imports<'_> {
    /// Adds a sport or renames it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_sport(&mut self, sport: &Sport) -> Result<(), StoreError> {
        self.0.run(sql!("sport/put"), params![sport.id.0, &sport.name]).await.map(drop)
    }

    /// Adds a venue or updates its own fields, without hours, courts and prices; it is active from then on. With another time zone the
    /// sums of revenue of its days are removed: a venue that exists must be locked before, so that no day is summed meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_venue(&mut self, venue: &Venue, position: i64) -> Result<(), StoreError> {
        let list = |list: &[String]| {
            serde_json::to_string(list).map_err(|error| StoreError::Corrupt(format!("venue: {error}")))
        };
        let zone = venue.zone.iana_name().unwrap_or("UTC");
        for statement in [sql!("revenue_sum/remove_of_other_zone"), sql!("revenue_day/remove_of_other_zone")]
        {
            self.0.run(statement, params![venue.id.0, zone]).await?;
        }
        let params = params![
            venue.id.0,
            &venue.name,
            &venue.location,
            &venue.long_location,
            venue.map_url.as_ref(),
            venue.upi_address.as_ref().map(ToString::to_string),
            &venue.image,
            list(&venue.facilities)?,
            list(&venue.gallery)?,
            zone,
            u32::from(venue.slot_minutes),
            u32::from(venue.play_minutes),
            position,
        ];
        self.0.run(sql!("venue/put"), params).await.map(drop)
    }

    /// Retires a venue.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn retire_venue(&mut self, venue: VenueId) -> Result<(), StoreError> {
        self.0.run(sql!("venue/retire"), params![venue.0]).await.map(drop)
    }

    /// Gives version `version` of a venue the next number; `false` if it was changed meanwhile, or there is no such
    /// venue. Other changes of the venue wait until the unit of work ends.
    ///
    /// INVARIANT: of two changes of the same version one succeeds (suite `venue_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn next_version(&mut self, venue: VenueId, version: i64) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("venue/next_version"), params![venue.0, version]).await? == 1)
    }

    /// Gives a venue the next version, without a check of its present one.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_version(&mut self, venue: VenueId) -> Result<(), StoreError> {
        self.0.run(sql!("venue/add_version"), params![venue.0]).await.map(drop)
    }

    /// Gives venues their places in lists.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn place_venues(&mut self, places: &[(VenueId, i64)]) -> Result<(), StoreError> {
        let rows: Vec<Vec<Value>> =
            places.iter().map(|(venue, position)| params![venue.0, *position].to_vec()).collect();
        self.0.run_each(sql!("venue/place"), &rows).await.map(drop)
    }

    /// Waits for the claims of these courts that are being made, and lets later ones wait until the unit of work ends.
    /// The courts are locked in ascending order, as claims are.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn_of_courts(&mut self, courts: &[CourtId]) -> Result<(), StoreError> {
        let mut courts: Vec<i64> = courts.iter().map(|court| court.0).collect();
        courts.sort_unstable();
        let rows: Vec<Vec<Value>> = courts.iter().map(|court| params![*court].to_vec()).collect();
        self.0.run_each(sql!("court/take_turn"), &rows).await.map(drop)
    }

    /// Sets the hours of a venue, as its next version.
    ///
    /// # Errors
    /// [`StoreError`] only; [`StoreError::Unavailable`] if another unit of work has published that version meanwhile.
    pub async fn put_hours(
        &mut self,
        venue: VenueId,
        hours: &Hours,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let newest = HoursVersions(self.0).find_newest(venue).await?;
        let version = HoursVersion {
            venue,
            version: newest.map_or(0, |newest| newest.version) + 1,
            valid_from: hours.weeks.last().and_then(|week| week.valid_from),
            published_at: now,
            staff: None,
            reverted: None,
            hours: hours.clone(),
        };
        if !HoursVersions(self.0).add(&version).await? {
            let reason = format!("the hours of venue {venue} were published at the same moment; try again");
            return Err(StoreError::Unavailable(reason));
        }
        Ok(())
    }

    /// Adds or updates a court; it becomes bookable.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_court(&mut self, court: &Court) -> Result<(), StoreError> {
        let params = params![
            court.id.0,
            court.venue.0,
            court.sport.0,
            u32::from(court.number),
            &court.name,
            court.court_type.name(),
        ];
        self.0.run(sql!("court/put"), params).await.map(drop)
    }

    /// Retires a court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn retire_court(&mut self, court: CourtId) -> Result<(), StoreError> {
        self.0.run(sql!("court/retire"), params![court.0]).await.map(drop)
    }

    /// Replaces the price rules of a venue; of two equally specific rules the later one applies.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn replace_prices(&mut self, venue: VenueId, rules: &[PriceRule]) -> Result<(), StoreError> {
        self.0.run(sql!("price_rule/remove_of_venue"), params![venue.0]).await?;
        for rule in rules {
            let params = params![
                venue.0,
                rule.court.map(|court| court.0),
                rule.day,
                u32::from(rule.weekdays),
                u32::from(rule.from_minute),
                u32::from(rule.until_minute),
                rule.price.unwrap_or_default().paise(),
                rule.valid_from,
                rule.valid_to,
                i64::from(rule.price.is_some()),
            ];
            self.0.run(sql!("price_rule/add"), params).await?;
        }
        Ok(())
    }

    /// Adds or updates coupons by their ids and activates them. Their use counts stay unchanged. One that the desk manages
    /// stays as it is.
    ///
    /// # Errors
    /// [`StoreError`] only; [`StoreError::Constraint`] if a coupon was used more often than its new limit, or its code was
    /// taken meanwhile.
    pub async fn put_coupons(&mut self, coupons: &[&Coupon]) -> Result<(), StoreError> {
        let rows = coupons.iter().map(|coupon| coupon_row(coupon)).collect::<Result<Vec<_>, _>>()?;
        self.0.run_each(sql!("coupon/put"), &rows).await.map(drop)
    }

    /// Deactivates coupons, unless the desk manages them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn switch_off_coupons(&mut self, coupons: &[CouponId]) -> Result<(), StoreError> {
        let rows: Vec<Vec<Value>> = coupons.iter().map(|coupon| params![coupon.0].to_vec()).collect();
        self.0.run_each(sql!("coupon/switch_off"), &rows).await.map(drop)
    }
}
