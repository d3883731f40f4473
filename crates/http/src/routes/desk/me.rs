//! `GET /api/desk/me`: who is signed in, and what they may do.

use std::{collections::BTreeMap, sync::Arc};

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::{
    App,
    platform::{
        brand::find_brand,
        venues::{list_unfinished_venues, list_venues},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    staff::{Grant, Permission},
    venue::Venue,
};
use utoipa::ToSchema;

use crate::{
    extract::Staff,
    state::ApiState,
    wire::{RoleWord, StrengthWord, problem::Problem},
};

/// The signed-in member of staff.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// The member of staff who is signed in.
    pub staff: MyStaff,
    /// How the member of staff signed in, or the key that has proven them in this session since.
    #[schema(value_type = StrengthWord, example = "totp")]
    pub strength: &'static str,
    /// Whether a passkey or an authenticator app has to be set up before anything else.
    pub must_enrol: bool,
    /// Whether they have a passkey or an authenticator app.
    pub has_key: bool,
    /// Whether they have a passkey.
    pub has_passkey: bool,
    /// Whether they have an authenticator app.
    pub has_app: bool,
    /// Whether another authenticator app may replace theirs: a one-time link began the session after theirs was set up, and no code of it
    /// has proven them in the session.
    pub may_replace_app: bool,
    /// Whether they have a PIN.
    pub has_pin: bool,
    /// The paired device, if the session is on one.
    #[schema(required)]
    pub device: Option<MyDevice>,
    /// Until when calls are allowed that need a proof of the last minutes, ISO 8601 UTC; null without a proof.
    #[schema(required, example = "2026-11-22T12:54:00Z")]
    pub proof_until: Option<String>,
    /// The business where they work.
    pub business: Business,
    /// The venues where they work, in the operator's order; then the retired ones of theirs where a booking of a day that is not closed
    /// waits for its outcome, or a member of staff keeps the drawer.
    pub venues: Vec<MyVenue>,
    /// The other retired venues of theirs.
    pub past_venues: Vec<MyVenue>,
    /// What they may do: `yes`, or `ask` where a person has to approve. What is missing is not allowed.
    #[schema(example = json!({"board.read": "yes"}))]
    pub permissions: BTreeMap<&'static str, &'static str>,
}

/// A member of staff as they see themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyStaff {
    /// The id of the member of staff: random digits.
    #[schema(example = "481920375641")]
    pub id: String,
    /// The name that colleagues see.
    #[schema(example = "Nisha Trivedi")]
    pub name: String,
    /// The role of the member of staff.
    #[schema(value_type = RoleWord, example = "desk")]
    pub role: &'static str,
    /// Always `en`.
    #[schema(example = "en")]
    pub language: String,
}

/// The paired device of a session.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyDevice {
    /// The device's number.
    #[schema(example = "481920375648")]
    pub id: String,
    /// The label that a manager gave it.
    #[schema(example = "Front desk")]
    pub label: String,
    /// It is locked after this many seconds without a touch.
    #[schema(example = 600)]
    pub lock_seconds: u32,
}

/// The business.
#[derive(Debug, Serialize, ToSchema)]
pub struct Business {
    /// The name of the business.
    #[schema(example = "Baroda Pickleball Club")]
    pub name: String,
    /// The short name of the business, where space is limited.
    #[schema(example = "BPC")]
    pub short_name: String,
    /// Whether receipts are tax invoices, which can be made out to a firm: the business has a GSTIN.
    #[schema(example = true)]
    pub tax_invoices: bool,
    /// Whether the operator has saved a brand.
    #[schema(example = true)]
    pub has_brand: bool,
    /// The most weeks of a weekly series.
    #[schema(example = 26)]
    pub series_weeks: u32,
    /// How many minutes before the start of a game its players may be checked in, from 0 to 1440.
    #[schema(example = 180)]
    pub check_in_minutes: u32,
    /// The time zone of the business (IANA).
    #[schema(example = "Asia/Kolkata")]
    pub time_zone: String,
}

/// A venue of a member of staff.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyVenue {
    /// The venue's number.
    #[schema(example = 1)]
    pub id: i64,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub name: String,
    /// The venue's time zone (IANA).
    #[schema(example = "Asia/Kolkata")]
    pub time_zone: String,
    /// Whether it is retired: nothing new is booked there.
    #[schema(example = false)]
    pub is_retired: bool,
}

/// Shows who is signed in and what they may do.
#[utoipa::path(get, path = "/api/desk/me", operation_id = "me", tag = "sign-in", security(("session" = [])),
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 200, description = "Who it is and what they may do.", body = Me)))]
pub async fn me(State(api): State<ApiState>, Staff(actor): Staff) -> Result<Json<Me>, Problem> {
    Ok(Json(me_of(&api.app, &actor).await?))
}

/// Who `actor` is and what they may do.
pub(crate) async fn me_of(app: &App, actor: &Actor) -> Result<Me, Problem> {
    let brand = find_brand(app).await?;
    let venues = list_venues(app).await?;
    let unfinished = list_unfinished_venues(app).await?;
    let own = |venue: &&Arc<Venue>| actor.works_at(venue.id);
    let is_past = |venue: &&Arc<Venue>| !unfinished.iter().any(|unfinished| unfinished.id == venue.id);
    let active = venues.iter().filter(own).map(|venue| my_venue(venue, false));
    let retired = unfinished.iter().filter(own).map(|venue| my_venue(venue, true));
    let past = venues.retired.iter().filter(own).filter(is_past).map(|venue| my_venue(venue, true));
    let granted = Permission::ALL.iter().filter_map(|permission| {
        let word = match actor.grant(*permission) {
            Grant::Yes => "yes",
            Grant::NeedsApproval => "ask",
            Grant::No => return None,
        };
        Some((permission.name(), word))
    });
    Ok(Me {
        staff: MyStaff {
            id: actor.id().to_string(),
            name: actor.member.full_name.clone(),
            role: actor.member.role.name(),
            language: actor.member.language.clone(),
        },
        strength: actor.strength.name(),
        must_enrol: actor.must_enrol,
        has_key: actor.has_key(),
        has_passkey: actor.has_passkey,
        has_app: actor.has_app,
        may_replace_app: actor.may_replace_app,
        has_pin: actor.has_pin,
        device: actor.device.as_ref().map(|device| MyDevice {
            id: device.id.to_string(),
            label: device.label.clone(),
            lock_seconds: app.settings.desk.lock_minutes * 60,
        }),
        proof_until: actor.proof_until.map(|until| until.to_string()),
        business: Business {
            name: brand.name.clone(),
            short_name: brand.short_name.clone(),
            tax_invoices: brand.gstin.is_some(),
            // A saved brand has a phone number.
            has_brand: !brand.phone.is_empty(),
            series_weeks: app.settings.desk.series_weeks,
            check_in_minutes: app.settings.check_in_minutes,
            time_zone: brand.timezone.clone(),
        },
        venues: active.chain(retired).collect(),
        past_venues: past.collect(),
        permissions: granted.collect(),
    })
}

fn my_venue(venue: &Venue, is_retired: bool) -> MyVenue {
    MyVenue {
        id: venue.id.0,
        name: venue.name.clone(),
        time_zone: venue.zone.iana_name().unwrap_or("UTC").to_owned(),
        is_retired,
    }
}
