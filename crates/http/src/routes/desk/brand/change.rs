//! `PUT /api/desk/brand`: an owner changes the brand.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::{
    desk::brand::{
        change_brand::{ChangeBrand, ChangeBrandError, change_brand},
        check_brand::{BadField, check_brand},
    },
    platform::brand::Brand,
};
use sideout_domain::staff::Permission;
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

/// Replaces the brand. The desk manages it from now on; players see it within two seconds.
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
    let map = fields.map_embed_url.as_deref().map(str::trim).unwrap_or_default();
    let is_map_blocked = map.starts_with("https://") && !is_on_one_of(map, &api.settings.map_hosts);
    let brand = Brand::from(fields);
    if is_map_blocked {
        actor.check(Permission::SetupEdit, api.app.clock.now())?;
        // The Content-Security-Policy of pages blocks frames of other sites, so the map would stay empty.
        let mut bad = check_brand(brand).err().unwrap_or_default();
        bad.push(BadField::new("map_embed_url", "map_host"));
        return Err(bad_fields(&bad));
    }
    let request = ChangeBrand { version, brand };
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

/// Whether a link leads to one of `sites`, which are origins such as `https://www.google.com`.
fn is_on_one_of(link: &str, sites: &[String]) -> bool {
    sites.iter().any(|site| {
        let rest = link.strip_prefix(site.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_accepted_only_from_a_site_that_pages_may_embed() {
        let sites = ["https://www.google.com".to_owned()];
        assert!(is_on_one_of("https://www.google.com/maps/embed?pb=1", &sites));
        assert!(!is_on_one_of("https://www.google.com.evil.example/maps", &sites));
        assert!(!is_on_one_of("https://maps.example/", &sites));
    }
}
