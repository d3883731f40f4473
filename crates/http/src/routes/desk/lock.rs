//! The lock of a paired device: `GET` and `POST /api/desk/lock`, `POST /api/desk/me/touch`.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use serde::Serialize;
use sideout_app::{
    platform::{brand::find_brand, venues::find_known_venue},
    staff::{lock_session, read_locked_device, touch_session},
};
use utoipa::ToSchema;

use crate::{
    extract::{DeviceCookie, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A paired device as it is shown before a sign-in.
#[derive(Serialize, ToSchema)]
pub struct LockedDeviceAnswer {
    /// The label that a manager gave it.
    #[schema(example = "Front desk")]
    pub label: String,
    /// The name of the business.
    #[schema(example = "Baroda Pickleball Club")]
    pub business: String,
    /// The name of the venue.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The staff who can unlock it, because they work at its venue and have a PIN; ordered by name.
    pub people: Vec<PersonAtDevice>,
}

/// A member of staff who can unlock a device.
#[derive(Serialize, ToSchema)]
pub struct PersonAtDevice {
    /// The id of the member of staff: random digits.
    #[schema(example = "481920375641")]
    pub id: String,
    /// The name that colleagues see.
    #[schema(example = "Kiran Joshi")]
    pub name: String,
}

/// Shows the caller's paired device and who can unlock it.
#[utoipa::path(get, path = "/api/desk/lock", operation_id = "locked_device", tag = "sign-in",
    extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "The device; its cookie is renewed.", body = LockedDeviceAnswer),
        (status = 404, description = "`not_paired`", body = crate::wire::problem::ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn locked_device(
    State(api): State<ApiState>,
    DeviceCookie(secret): DeviceCookie,
) -> Result<Response, Problem> {
    let not_paired = || Problem::of(ProblemKind::NotPaired);
    let secret = secret.ok_or_else(not_paired)?;
    let Some(locked) = read_locked_device(&api.app, &secret).await? else {
        return Ok(([(header::SET_COOKIE, DeviceCookie::remove())], not_paired()).into_response());
    };
    let venue = find_known_venue(&api.app, locked.device.venue).await?;
    let person = |person: &sideout_app::staff::PersonWithPin| PersonAtDevice {
        id: person.id.to_string(),
        name: person.full_name.clone(),
    };
    let answer = LockedDeviceAnswer {
        label: locked.device.label,
        business: find_brand(&api.app).await?.name.clone(),
        venue: venue.map(|venue| venue.name.clone()).unwrap_or_default(),
        people: locked.people.iter().map(person).collect(),
    };
    let cookie = DeviceCookie::set(&secret, api.app.settings.desk.device_days);
    Ok(([(header::SET_COOKIE, cookie)], Json(answer)).into_response())
}

/// Locks the paired device of the session. A session that is not on a paired device is not changed.
#[utoipa::path(post, path = "/api/desk/lock", operation_id = "lock_device", tag = "sign-in", security(("session" = [])),
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Locked until a person enters their PIN or signs in.")))]
pub(crate) async fn lock(State(api): State<ApiState>, Staff(actor): Staff) -> Result<StatusCode, Problem> {
    lock_session(&api.app, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells that a person touches the paired device of the session, which keeps it unlocked. No other call keeps it unlocked.
#[utoipa::path(post, path = "/api/desk/me/touch", operation_id = "touch_device", tag = "sign-in", security(("session" = [])),
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Recorded.")))]
pub(crate) async fn touch(State(api): State<ApiState>, Staff(actor): Staff) -> Result<StatusCode, Problem> {
    touch_session(&api.app, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
