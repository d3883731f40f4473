//! Adds a coupon at the desk.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CouponId, VenueId, coupon::Coupon, staff::Permission};
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{
    access::{EditRefused, check_edit, ids},
    draft::{BadDraft, CouponDraft},
    facts::{CouponFacts, at_its_venue},
};
use crate::{
    App,
    platform::{day_range::zone_of_days, random::ID_DIGITS, venues::list_venues},
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// A coupon to be added.
#[derive(Debug, Clone)]
pub struct AddCoupon {
    /// The code in the form that [`sideout_domain::coupon::parse_code`] returns.
    pub code: String,
    /// All other fields.
    pub draft: CouponDraft,
}

/// A coupon that was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedCoupon {
    /// Its code.
    pub code: String,
}

/// Why a coupon was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddCouponError {
    /// There is a coupon with this code, or there was one.
    #[error("a coupon has this code")]
    CodeTaken,
    /// A field is invalid.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// The coupon would be valid at a venue at which the caller does not work.
    #[error("valid at a venue at which the caller does not work")]
    OtherVenues,
    /// The caller signed in by PIN, which is valid for the venue of the device only, and the coupon would be valid at
    /// others of their venues.
    #[error("signed in by PIN, which is valid for one venue only")]
    ByPin,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<EditRefused> for AddCouponError {
    fn from(refused: EditRefused) -> Self {
        match refused {
            EditRefused::OtherVenues => AddCouponError::OtherVenues,
            EditRefused::ByPin => AddCouponError::ByPin,
        }
    }
}

struct Input {
    coupon: Coupon,
    draft: CouponDraft,
    actor: Actor,
    venues: Vec<VenueId>,
    zone: TimeZone,
    today: Date,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.coupon.code, self.facts()).serialize(serializer)
    }
}

impl Input {
    fn facts(&self) -> CouponFacts {
        CouponFacts::of(&self.coupon, self.draft.note.as_deref(), &self.zone)
    }
}

/// Adds a coupon in the name of `actor`. The desk manages it.
///
/// # Errors
/// [`AddCouponError`].
pub async fn add_coupon(
    app: &App,
    actor: &Actor,
    new: AddCoupon,
    key: RequestKey,
) -> Result<AddedCoupon, AddCouponError> {
    let (permission, now) = (Permission::CouponEdit, app.clock.now());
    actor.check(permission, now)?;
    let zone = zone_of_days(app, None).await?;
    let venues = ids(&list_venues(app).await?);
    let AddCoupon { code, draft } = new;
    let coupon = draft.applied_to(
        Coupon {
            id: CouponId(app.random.number_of_digits(ID_DIGITS)),
            code,
            discount: draft.terms.discount,
            max_discount: None,
            min_amount: draft.terms.min_amount,
            starts_at: None,
            ends_at: None,
            venues: None,
            total_limit: None,
            per_customer_limit: None,
            used: 0,
            is_active: true,
        },
        &zone,
    );
    let command = Command { operation: "add_coupon", permission, venue: None, key };
    let today = now.to_zoned(zone.clone()).date();
    let input = Input { coupon, draft, actor: actor.clone(), venues, zone, today, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(add(tx, input))).await
}

async fn add(tx: &mut dyn Session, input: &Input) -> Result<Audited<AddedCoupon>, AddCouponError> {
    let Input { coupon, draft, actor, venues, today, now, .. } = input;
    // Checked only here, because a repeated call gets the first answer also after the last day and when the venues have changed.
    draft.check(*today, venues, None, None)?;
    check_edit(actor, venues, draft.venues.as_deref())?;
    if !DeskCoupons(tx).add(coupon, draft.note.as_deref(), (actor.id(), *now)).await? {
        return Err(AddCouponError::CodeTaken);
    }
    let entry = Entry::added("coupon.made", "coupon", &coupon.code, &input.facts());
    Ok(Audited::new(AddedCoupon { code: coupon.code.clone() }, at_its_venue(entry, coupon)))
}
