//! `PUT /api/desk/brand`: an owner changes the brand.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::brand::{
    change_brand::{ChangeBrand, ChangeBrandError, change_brand},
    check_brand::BadField,
};
use utoipa::ToSchema;

use super::fields::BrandFields;
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A brand that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedBrandAnswer {
    /// Its new version.
    #[schema(example = 4)]
    pub version: i64,
}

/// Replaces the brand. If that changes it, the desk manages it from now on; all nodes answer with it within two seconds.
#[utoipa::path(put, path = "/api/desk/brand", operation_id = "change_brand", tag = "set-up", security(("session" = [])),
    request_body = BrandFields,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Changed.", body = ChangedBrandAnswer)))]
pub(crate) async fn change(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    DeskBody(fields): DeskBody<BrandFields>,
) -> Result<Json<ChangedBrandAnswer>, Problem> {
    let map_hosts = api.settings.map_hosts.clone();
    let request = ChangeBrand { version, brand: fields.into(), map_hosts };
    let changed = change_brand(&api.app, &actor, request, key).await.map_err(|error| match error {
        ChangeBrandError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        ChangeBrandError::Bad(bad) => bad_fields(&bad),
        ChangeBrandError::Refused(refused) => refused.into(),
        ChangeBrandError::Store(error) => error.into(),
    })?;
    Ok(Json(ChangedBrandAnswer { version: changed.version }))
}

/// Names all wrong fields at once, with the nearest readable colour of each colour that is hard to read.
fn bad_fields(bad: &[BadField]) -> Problem {
    let problem = Problem::fields(bad.iter().map(|bad| (bad.field, bad.wrong)));
    let nearest = bad.iter().filter_map(|bad| Some((bad.field, bad.nearest?.to_string())));
    nearest.fold(problem, |problem, (field, nearest)| problem.with_param(field, nearest))
}
