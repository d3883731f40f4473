//! `PUT /api/desk/brand/texts/{name}`: an owner changes the text of a message, or goes back to that of the server's settings.

use axum::{Json, extract::State};
use serde::Deserialize;
use sideout_app::{
    desk::brand::change_text::{ChangeText, ChangeTextError, change_text},
    platform::{brand::OwnText, own_texts::text_names},
};
use utoipa::ToSchema;

use super::change::ChangedBrandAnswer;
use crate::{
    extract::{DeskBodyWithLines, IdempotencyKey, IfMatch, Path, Staff},
    routes::desk::board::not_found,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The text of a message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The text exactly as registered, at most 1,000 characters, with `##name##` placeholders and `\n` between its lines; null sends
    /// the text of the server's settings again, if they have one for this message.
    #[schema(required, example = "BPC: ##court## is yours on ##day## at ##time##, ##venue##.")]
    pub text: Option<String>,
    /// Its id in the telephone operators' registry, at most 60 characters.
    #[schema(required, example = "1107160000012345678")]
    pub dlt_template_id: Option<String>,
    /// The id of its MSG91 flow, at most 60 characters; needed if MSG91 sends.
    #[schema(required, example = "6530a1b2d6fc05")]
    pub msg91_template_id: Option<String>,
}

/// Replaces the text of a message from now on, also for messages in the outbox. The brand must have been saved before.
#[utoipa::path(put, path = "/api/desk/brand/texts/{name}", operation_id = "change_text", tag = "set-up", security(("session" = [])),
    request_body = TextRequest,
    params(("name" = String, Path, description = "`one_time_code`, or the name of the notice."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version of the brand that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Changed.", body = ChangedBrandAnswer)))]
pub(crate) async fn text(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(name): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    DeskBodyWithLines(request): DeskBodyWithLines<TextRequest>,
) -> Result<Json<ChangedBrandAnswer>, Problem> {
    let (notice, _) = text_names().find(|(_, known)| *known == name).ok_or_else(not_found)?;
    let TextRequest { text, dlt_template_id, msg91_template_id } = request;
    let text = text.map(|text| OwnText { text, dlt_template_id, msg91_template_id });
    let request = ChangeText { version, notice, text };
    let changed = change_text(&api.app, &actor, request, key).await.map_err(|error| match error {
        ChangeTextError::Bad(bad) => {
            let problem = Problem::fields(bad.iter().map(|bad| (bad.field, bad.wrong)));
            let named = bad.iter().filter_map(|bad| Some((bad.field, bad.placeholder.clone()?)));
            named.fold(problem, |problem, (field, name)| problem.with_param(field, name))
        }
        ChangeTextError::NoBrand => Problem::field("text", "no_brand"),
        ChangeTextError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        ChangeTextError::Refused(refused) => refused.into(),
        ChangeTextError::Store(error) => error.into(),
    })?;
    Ok(Json(ChangedBrandAnswer { version: changed.version }))
}
