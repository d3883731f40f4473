//! `GET /api/desk/brand/texts`: the texts of messages to players, with the numbers under which they are registered.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::brand::{
    list_texts::{BrandTexts, ListedMail, TextInForce, list_texts},
    read_set_up::ReadSetUpError,
};
use utoipa::ToSchema;

use crate::{extract::Staff, state::ApiState, wire::problem::Problem};

/// The messages to players, with their texts.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTextsAnswer {
    /// The version of the brand. Sent as If-Match with a change of a text; 0: no brand was saved yet.
    #[schema(example = 3)]
    pub version: i64,
    /// Who sends text messages.
    #[schema(example = "MSG91")]
    pub provider: String,
    /// Who sends them if the first provider cannot; null: there is no second one.
    #[schema(required, example = json!(null))]
    pub second_provider: Option<String>,
    /// The business's number in the telephone operators' registry; null: none is set.
    #[schema(required, example = "1101490000012345678")]
    pub entity_id: Option<String>,
    /// The registered sender; null: none is set.
    #[schema(required, example = "SIDEOT")]
    pub header: Option<String>,
    /// The one-time code first, then each notice.
    pub texts: Vec<BrandTextItem>,
    /// Each notice as a mail.
    pub mails: Vec<BrandMailItem>,
}

/// A placeholder of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextPlaceholder {
    /// Its name, which stands between `##` and `##`.
    #[schema(example = "court")]
    pub name: &'static str,
    /// A value like that of a real message.
    #[schema(example = "Court 3")]
    pub sample: &'static str,
}

/// A mail.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandMailItem {
    /// The name of the notice.
    #[schema(example = "confirmed")]
    pub name: &'static str,
    /// Whether it is sent: only if a mail relay is set up.
    #[schema(example = true)]
    pub is_sent: bool,
    /// Its subject, with sample values.
    #[schema(example = "Court 3 is yours: Sun, 22 Nov, 7:00 PM")]
    pub subject: String,
    /// Its plain-text part, with sample values.
    #[schema(example = "Court 3 is yours\n\nHi Asha, your game at Riverside Arena is booked.")]
    pub body: String,
}

/// A text message.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTextItem {
    /// `one_time_code`, or the name of the notice.
    #[schema(example = "confirmed")]
    pub name: &'static str,
    /// Whether it is sent as a text message: a notice only if the operator set a text, or the server's settings have a table for it.
    #[schema(example = true)]
    pub by_text: bool,
    /// Whether the operator set a text of its own.
    #[schema(example = false)]
    pub is_own: bool,
    /// The text as it is registered, with its placeholders.
    #[schema(
        example = "BPC: ##court## is yours on ##day## at ##time##, ##venue##. Order ##number##. See you there!"
    )]
    pub text: String,
    /// The text of the server's settings, if the operator's own replaces it.
    #[schema(required, example = json!(null))]
    pub server_text: Option<String>,
    /// The placeholders that it may have.
    pub placeholders: Vec<TextPlaceholder>,
    /// The words of the text message, with sample values.
    #[schema(
        example = "BPC: Court 3 is yours on Sun, 22 Nov at 7:00 PM, Riverside Arena. Order 4820193756. See you there!"
    )]
    pub words: String,
    /// Its number in the telephone operators' registry; null: none is set.
    #[schema(required, example = "1107160000012345678")]
    pub dlt_template_id: Option<String>,
    /// The number of its MSG91 flow; null: MSG91 cannot send it.
    #[schema(required, example = "6530a1b2d6fc05")]
    pub msg91_template_id: Option<String>,
}

/// Shows the text messages and mails to players with sample values, and the numbers under which the text messages are registered.
#[utoipa::path(get, path = "/api/desk/brand/texts", operation_id = "brand_texts", tag = "set-up", security(("session" = [])),
    extensions(("x-permission" = json!("setup.read"))),
    responses((status = 200, description = "The texts.", body = BrandTextsAnswer)))]
pub(crate) async fn texts(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<BrandTextsAnswer>, Problem> {
    let BrandTexts { name, version, list, texts, mails } =
        list_texts(&api.app, &actor).await.map_err(|error| match error {
            ReadSetUpError::Refused(refused) => Problem::from(refused),
            ReadSetUpError::Store(error) => error.into(),
        })?;
    let item = |TextInForce { text, is_own, replaced }: &TextInForce| BrandTextItem {
        name: text.name(),
        is_own: *is_own,
        text: text.text(&name),
        server_text: replaced.as_ref().map(|replaced| replaced.text(&name)),
        placeholders: text.placeholders().map(|(name, sample)| TextPlaceholder { name, sample }).collect(),
        by_text: text.is_set,
        words: text.render_sample(&name),
        dlt_template_id: text.dlt_template_id.clone(),
        msg91_template_id: text.msg91_template_id.clone(),
    };
    Ok(Json(BrandTextsAnswer {
        version,
        provider: list.provider.to_string(),
        second_provider: list.second_provider.map(|provider| provider.to_string()),
        entity_id: list.entity_id.clone(),
        header: list.header.clone(),
        texts: texts.iter().map(item).collect(),
        mails: mails.into_iter().map(BrandMailItem::from).collect(),
    }))
}

impl From<ListedMail> for BrandMailItem {
    fn from(mail: ListedMail) -> Self {
        BrandMailItem {
            name: mail.notice.name(),
            is_sent: mail.is_sent,
            subject: mail.subject,
            body: mail.body,
        }
    }
}
