//! What an operator's file would change: told to the person, then written.

use std::fmt;

use sideout_domain::{
    CouponId, CourtId, VenueId,
    coupon::Coupon,
    price::PriceRule,
    venue::{Court, OpeningHours, Venue},
};
use sideout_store::{
    StoreError,
    import::{Known, KnownVenue, Sport},
};

use super::parse::OperatorFile;
use crate::brand::Brand;

/// What happens to a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new, or on again after it was switched off.
    Added,
    /// It differs.
    Changed,
    /// It left the file.
    SwitchedOff,
}

/// One difference between the file and the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What happens.
    pub kind: ChangeKind,
    /// To what: `venue 1 Riverside Arena, court 3`.
    pub what: String,
    /// What differs: `name, address`; empty when the kind says it all.
    pub details: String,
}

/// `+ venue 1 Riverside Arena`, `~ …: name, address`, `- …`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.kind {
            ChangeKind::Added => '+',
            ChangeKind::Changed => '~',
            ChangeKind::SwitchedOff => '-',
        };
        write!(f, "{mark} {}", self.what)?;
        if !self.details.is_empty() {
            write!(f, ": {}", self.details)?;
        }
        Ok(())
    }
}

/// A change as the store makes it.
#[derive(Debug)]
pub(super) enum Write {
    Brand(String),
    Sport(Sport),
    Venue(Box<Venue>, i64),
    VenueOff(VenueId),
    Hours(VenueId, [Option<OpeningHours>; 7]),
    Court(Court),
    CourtOff(CourtId),
    Prices(VenueId, Vec<PriceRule>),
    Coupon(Coupon),
    CouponOff(CouponId),
}

/// What would change, in the file's order, and how to do it.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) changes: Vec<Change>,
    pub(super) writes: Vec<Write>,
}

impl Plan {
    /// Compares the file with what is known.
    pub(super) fn new(file: &OperatorFile, known: &Known) -> Result<Self, StoreError> {
        let mut plan = Plan::default();
        plan.brand(file.brand.as_ref(), known.brand.as_deref())?;
        for sport in &file.sports {
            let before = known.sports.iter().find(|before| before.id == sport.id);
            if before != Some(sport) {
                let what = format!("sport {} {}", sport.id, sport.name);
                plan.note(before.map_or("", |_| "name"), before.is_none(), what);
                plan.writes.push(Write::Sport(sport.clone()));
            }
        }
        for (position, venue) in (1..).zip(&file.venues) {
            let before = known.venues.iter().find(|before| before.venue.id == venue.id);
            plan.venue(venue, position, before);
        }
        let gone =
            |before: &&KnownVenue| before.active && file.venues.iter().all(|v| v.id != before.venue.id);
        for before in known.venues.iter().filter(gone) {
            plan.switch_off(name_of(&before.venue));
            plan.writes.push(Write::VenueOff(before.venue.id));
        }
        plan.coupons(&file.coupons, &known.coupons);
        Ok(plan)
    }

    fn note(&mut self, details: &str, is_new: bool, what: String) {
        let kind = if is_new { ChangeKind::Added } else { ChangeKind::Changed };
        self.changes.push(Change { kind, what, details: details.to_owned() });
    }

    fn switch_off(&mut self, what: String) {
        let details = "left the file and is switched off".to_owned();
        self.changes.push(Change { kind: ChangeKind::SwitchedOff, what, details });
    }

    fn brand(&mut self, brand: Option<&Brand>, before: Option<&str>) -> Result<(), StoreError> {
        let Some(brand) = brand else { return Ok(()) };
        // A document that an older version wrote is simply replaced.
        let known = before.and_then(|text| serde_json::from_str::<Brand>(text).ok());
        if known.as_ref() == Some(brand) {
            return Ok(());
        }
        let text = serde_json::to_string(brand)
            .map_err(|error| StoreError::Corrupt(format!("the brand cannot be written: {error}")))?;
        self.note("", before.is_none(), format!("brand {}", brand.name));
        self.writes.push(Write::Brand(text));
        Ok(())
    }

    fn venue(&mut self, venue: &Venue, position: i64, before: Option<&KnownVenue>) {
        let venue = &with_known_courts(venue, before);
        let own = before.map(|before| differences(venue, position, before));
        let is_new = before.is_none_or(|before| !before.active);
        if own.as_ref().is_none_or(|own| !own.is_empty()) {
            self.note(&own.unwrap_or_default().join(", "), is_new, name_of(venue));
            self.writes.push(Write::Venue(Box::new(venue.clone()), position));
        }
        if before.is_none_or(|before| before.venue.hours != venue.hours) {
            if before.is_some() {
                self.note("opening hours", false, name_of(venue));
            }
            self.writes.push(Write::Hours(venue.id, venue.hours));
        }
        self.courts(venue, before);
        if before.is_none_or(|before| before.venue.prices != venue.prices) {
            if before.is_some() {
                self.note("prices", false, name_of(venue));
            }
            self.writes.push(Write::Prices(venue.id, venue.prices.clone()));
        }
    }

    fn courts(&mut self, venue: &Venue, before: Option<&KnownVenue>) {
        let active = before.map_or(&[][..], |before| &before.venue.courts);
        for court in &venue.courts {
            let known = active.iter().find(|known| known.id == court.id);
            if known != Some(court) {
                let what = format!("{}, court {} ({})", name_of(venue), court.number, court.court_type);
                self.note(known.map_or("", |_| "name, type or sport"), known.is_none(), what);
                self.writes.push(Write::Court(court.clone()));
            }
        }
        for gone in active.iter().filter(|known| venue.court(known.id).is_none()) {
            self.switch_off(format!("{}, court {}", name_of(venue), gone.number));
            self.writes.push(Write::CourtOff(gone.id));
        }
    }

    fn coupons(&mut self, coupons: &[Coupon], known: &[Coupon]) {
        let mut last = known.iter().map(|coupon| coupon.id.0).max().unwrap_or(0);
        for coupon in coupons {
            let before = known.iter().find(|before| before.code == coupon.code);
            let id = before.map_or_else(
                || {
                    last += 1;
                    CouponId(last)
                },
                |before| before.id,
            );
            let coupon = Coupon { id, used: before.map_or(0, |before| before.used), ..coupon.clone() };
            if before != Some(&coupon) {
                let is_new = before.is_none_or(|before| !before.active);
                let details = if is_new { "" } else { "terms" };
                self.note(details, is_new, format!("coupon {}", coupon.code));
                self.writes.push(Write::Coupon(coupon));
            }
        }
        let gone =
            |before: &&Coupon| before.active && coupons.iter().all(|coupon| coupon.code != before.code);
        for before in known.iter().filter(gone) {
            self.switch_off(format!("coupon {}", before.code));
            self.writes.push(Write::CouponOff(before.id));
        }
    }
}

fn name_of(venue: &Venue) -> String {
    format!("venue {} {}", venue.id, venue.name)
}

/// The venue with the ids under which the database knows its courts: the painted number says which court is meant.
fn with_known_courts(venue: &Venue, before: Option<&KnownVenue>) -> Venue {
    let mut venue = venue.clone();
    let Some(before) = before else { return venue };
    for court in before.venue.courts.iter().chain(&before.courts_off) {
        let Some(own) = venue.courts.iter_mut().find(|own| own.number == court.number) else { continue };
        let written = std::mem::replace(&mut own.id, court.id);
        for rule in venue.prices.iter_mut().filter(|rule| rule.court == Some(written)) {
            rule.court = Some(court.id);
        }
    }
    venue
}

/// The names of the venue's own fields that differ.
fn differences(venue: &Venue, position: i64, before: &KnownVenue) -> Vec<&'static str> {
    let known = &before.venue;
    let fields = [
        ("switched on again", before.active),
        ("name", venue.name == known.name),
        ("location", venue.location == known.location),
        ("address", venue.long_location == known.long_location),
        ("map_url", venue.map_url == known.map_url),
        ("image", venue.image == known.image),
        ("gallery", venue.gallery == known.gallery),
        ("facilities", venue.facilities == known.facilities),
        ("timezone", venue.zone.iana_name() == known.zone.iana_name()),
        ("slot_minutes", venue.slot_minutes == known.slot_minutes),
        ("play_minutes", venue.play_minutes == known.play_minutes),
        ("place in the list", position == before.position),
    ];
    fields.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
}
