//! `GET /api/desk/brand/texts`: what players are told, with the numbers under which the texts are registered.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::brand::{
    list_texts::{BrandTexts, ListedText, list_texts},
    read_set_up::ReadSetUpError,
};
use utoipa::ToSchema;

use crate::{extract::Staff, state::ApiState, wire::problem::Problem};

/// What players are told. Set in sideout.toml under `[messaging]`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTextsAnswer {
    /// Who sends text messages.
    #[schema(example = "MSG91")]
    pub provider: String,
    /// Who sends them if the first one cannot.
    #[schema(required, example = json!(null))]
    pub second_provider: Option<String>,
    /// The business's number in the telephone operators' registry; null: not noted.
    #[schema(required, example = "1101490000012345678")]
    pub entity_id: Option<String>,
    /// The registered sender; null: not noted.
    #[schema(required, example = "SIDEOT")]
    pub header: Option<String>,
    /// The code for signing in first, then each notice.
    pub texts: Vec<BrandTextItem>,
}

/// A text message.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTextItem {
    /// `one_time_code`, or the name of the notice.
    #[schema(example = "confirmed")]
    pub name: &'static str,
    /// Whether it is sent as a text message: its table is in the settings.
    #[schema(example = true)]
    pub by_text: bool,
    /// Whether it goes by mail as well.
    #[schema(example = true)]
    pub by_mail: bool,
    /// The words of the text message, with sample values.
    #[schema(
        example = "BPC: Court 3 is yours on Sun, 22 Nov at 7:00 PM, Riverside Arena. Order 4820193756. See you there!"
    )]
    pub words: String,
    /// Its number in the telephone operators' registry; null: not noted.
    #[schema(required, example = "1107160000012345678")]
    pub dlt_template_id: Option<String>,
    /// The number of its MSG91 flow; null: MSG91 cannot send it.
    #[schema(required, example = "6530a1b2d6fc05")]
    pub msg91_template_id: Option<String>,
}

/// What players are told by text message, with sample values, and the numbers under which the texts are registered.
#[utoipa::path(get, path = "/api/desk/brand/texts", operation_id = "brand_texts", tag = "set-up", security(("session" = [])),
    extensions(("x-permission" = json!("setup.read"))),
    responses((status = 200, description = "The texts.", body = BrandTextsAnswer)))]
pub(crate) async fn texts(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<BrandTextsAnswer>, Problem> {
    let BrandTexts { name, list, by_mail } =
        list_texts(&api.app, &actor).await.map_err(|error| match error {
            ReadSetUpError::Refused(refused) => Problem::from(refused),
            ReadSetUpError::Store(error) => error.into(),
        })?;
    let item = |text: &ListedText| BrandTextItem {
        name: text.notice.map_or("one_time_code", |notice| notice.name()),
        by_text: text.is_set,
        by_mail: text.notice.is_some_and(|notice| by_mail.contains(&notice)),
        words: text.words(&name),
        dlt_template_id: text.dlt_template_id.clone(),
        msg91_template_id: text.msg91_template_id.clone(),
    };
    Ok(Json(BrandTextsAnswer {
        provider: list.provider.to_string(),
        second_provider: list.second_provider.map(|provider| provider.to_string()),
        entity_id: list.entity_id.clone(),
        header: list.header.clone(),
        texts: list.texts.iter().map(item).collect(),
    }))
}
