//! Paired devices: `GET /api/desk/devices`, `POST /api/desk/venues/{venue}/devices`, `DELETE /api/desk/devices/{id}`.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::staff::{
    Device, PairDeviceError, UnpairDeviceError, list_devices, list_staff_names, pair_device, unpair_device,
};
use sideout_domain::{DeviceId, VenueId};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, DeviceCookie, IdempotencyKey, Path, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The paired devices of the caller's venues.
#[derive(Serialize, ToSchema)]
pub struct Devices {
    /// The devices, ordered by venue and label.
    pub devices: Vec<DeviceItem>,
}

/// A paired device.
#[derive(Serialize, ToSchema)]
#[schema(as = Device)]
pub struct DeviceItem {
    /// The device's number.
    #[schema(example = "481920375648")]
    pub id: String,
    /// The number of the device's venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// The label that a manager gave it.
    #[schema(example = "Front desk")]
    pub label: String,
    /// Who paired it; null if the name is not known.
    #[schema(required, example = "Nisha Trivedi")]
    pub paired_by: Option<String>,
    /// When it was paired, ISO 8601 UTC.
    pub paired_at: String,
    /// When it was last used by a person or listed who can sign in on it, or was paired, ISO 8601 UTC.
    pub last_seen_at: String,
    /// Whether the call was made from this device.
    pub current: bool,
}

/// A device to be paired.
#[derive(Deserialize, ToSchema)]
pub struct PairDeviceRequest {
    /// The device's label, 2 to 40 characters.
    #[schema(example = "Front desk")]
    pub label: String,
}

/// A device that was paired.
#[derive(Serialize, ToSchema)]
pub struct PairedDeviceAnswer {
    /// The device's number.
    #[schema(example = "481920375648")]
    pub id: String,
}

/// Lists the paired devices of the caller's venues.
#[utoipa::path(get, path = "/api/desk/devices", operation_id = "list_devices", tag = "staff",
    security(("session" = [])), extensions(("x-permission" = json!("device.pair"))),
    responses((status = 200, description = "The devices.", body = Devices)))]
pub(crate) async fn list(State(api): State<ApiState>, Staff(actor): Staff) -> Result<Json<Devices>, Problem> {
    let devices = list_devices(&api.app, &actor).await.map_err(device_problem)?;
    let names = list_staff_names(&api.app).await?;
    let current = actor.device.as_ref().map(|device| device.id);
    let item = |device: &Device| DeviceItem {
        id: device.id.to_string(),
        venue: device.venue.0,
        label: device.label.clone(),
        paired_by: names.get(&device.paired_by).cloned(),
        paired_at: device.paired_at.to_string(),
        last_seen_at: device.last_seen_at.to_string(),
        current: current == Some(device.id),
    };
    Ok(Json(Devices { devices: devices.iter().map(item).collect() }))
}

/// Pairs the caller's device with a venue.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/devices", operation_id = "pair_device", tag = "staff",
    security(("session" = [])), request_body = PairDeviceRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("device.pair"))),
    responses((status = 201, description = "Paired; the device's secret is in a cookie.", body = PairedDeviceAnswer)))]
pub(crate) async fn pair(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    DeviceCookie(earlier): DeviceCookie,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<i64>,
    DeskBody(request): DeskBody<PairDeviceRequest>,
) -> Result<Response, Problem> {
    let label = request.label.parse().map_err(|_| Problem::field("label", "length"))?;
    let venue = VenueId(venue);
    let paired = pair_device(&api.app, &actor, (venue, label), earlier.as_deref(), key).await;
    let paired = paired.map_err(|error| match error {
        PairDeviceError::Paired => Problem::of(ProblemKind::DevicePaired),
        PairDeviceError::PairedBefore => Problem::of(ProblemKind::DevicePairedBefore),
        PairDeviceError::Refused(refused) => refused.into(),
        PairDeviceError::Store(error) => error.into(),
    })?;
    let cookie = DeviceCookie::set(paired.token.reveal(), api.app.settings.desk.device_days);
    let answer = PairedDeviceAnswer { id: paired.id.to_string() };
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(answer)).into_response())
}

/// Unpairs a device and ends the sessions on it, except that of the caller, which is on no device then.
#[utoipa::path(delete, path = "/api/desk/devices/{id}", operation_id = "unpair_device", tag = "staff",
    security(("session" = [])), params(("id" = String, Path, description = "The device."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("device.pair"))),
    responses((status = 204, description = "Unpaired.")))]
pub(crate) async fn unpair(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    unpair_device(&api.app, &actor, DeviceId(id), key).await.map_err(device_problem)?;
    Ok(StatusCode::NO_CONTENT)
}

fn device_problem(error: UnpairDeviceError) -> Problem {
    match error {
        UnpairDeviceError::NoDevice => Problem::of(ProblemKind::NotFound),
        UnpairDeviceError::Refused(refused) => refused.into(),
        UnpairDeviceError::Store(error) => error.into(),
    }
}
