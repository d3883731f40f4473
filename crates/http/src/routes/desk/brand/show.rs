//! `GET /api/desk/brand`: the brand with the rules that it sets, and the server's settings for those that it does not set.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::brand::{
    Manager,
    read_set_up::{ReadSetUpError, read_set_up},
};
use utoipa::ToSchema;

use super::fields::BrandFields;
use crate::{extract::Staff, state::ApiState, wire::problem::Problem};

/// The operator's brand.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandSetUpAnswer {
    /// The version, which grows with each change; 0 if no brand was saved yet. Sent as If-Match with a change.
    #[schema(example = 3)]
    pub version: i64,
    /// Whether the desk manages it: an import of the operator's file replaces it only with `--take-over`.
    #[schema(example = true)]
    pub is_managed_here: bool,
    /// Its fields. A field that has the app's standard text is empty.
    pub brand: BrandFields,
    /// Address of the logo, which is changed by a call of its own; null: there is none.
    #[schema(required, example = "/images/9f86d081884c7d659a2feaa0c55ad015.png")]
    pub logo: Option<String>,
    /// The sites from which a map can be embedded.
    #[schema(example = json!(["https://www.google.com"]))]
    pub map_hosts: Vec<String>,
    /// How receipts are written where the brand does not say it (`business.receipts` in sideout.toml).
    pub receipts: ReceiptRules,
    /// The rules of bookings and refunds that apply if the brand does not set them (`business` in sideout.toml).
    pub policies: PolicyRules,
}

/// How receipts are written by the server's settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptRules {
    /// The letters in front of the numbers of receipts for payments by the app.
    #[schema(example = "R")]
    pub series: String,
    /// The letters in front of the numbers of credit notes for payments by the app.
    #[schema(example = "C")]
    pub credit_series: String,
    /// The rate of GST that prices include, hundredths of a percent; counts only with a GSTIN.
    #[schema(example = 1_800)]
    pub gst_rate_hundredths: u32,
    /// The service accounting code; empty: none is printed.
    #[schema(example = "999652")]
    pub sac: String,
    /// The State that receives the tax; empty: none is printed.
    #[schema(example = "24 Gujarat")]
    pub place_of_supply: String,
}

/// The rules of bookings and refunds by the server's settings; a booking keeps the cancellation policy it was made under.
#[derive(Debug, Serialize, ToSchema)]
pub struct PolicyRules {
    /// How long a court is held for a player who has not confirmed yet, seconds.
    #[schema(example = 600)]
    pub hold_seconds: u32,
    /// A booking can be cancelled while more than this many minutes remain to its start.
    #[schema(example = 360)]
    pub cancel_cutoff_minutes: u32,
    /// The bank charge that is kept of a paid booking when it is cancelled, paise.
    #[schema(example = 3_000)]
    pub bank_charge_paise: i64,
    /// How long a court is held from the moment a player begins to pay online, seconds.
    #[schema(example = 1_200)]
    pub online_hold_seconds: u32,
    /// The weekday on which refunds of cancelled bookings are sent, Monday is 1.
    #[schema(example = 5)]
    pub refund_weekday: i8,
    /// The minute of that day from which they are sent.
    #[schema(example = 660)]
    pub refund_minute: i16,
    /// Unpaid bookings that a player may have at a time.
    #[schema(example = 4)]
    pub max_open_unpaid: u32,
    /// Missed games that were not forgiven after which a player pays first; 0: never.
    #[schema(example = 2)]
    pub max_no_shows: u32,
    /// How long before a game its player is reminded, minutes; 0: not at all.
    #[schema(example = 180)]
    pub reminder_minutes: u32,
    /// The youngest age at sign-up, years.
    #[schema(example = 18)]
    pub min_age: u32,
}

/// Shows the operator's brand, and the server's settings that apply where it sets no rule.
#[utoipa::path(get, path = "/api/desk/brand", operation_id = "brand", tag = "set-up", security(("session" = [])),
    extensions(("x-permission" = json!("setup.read"))),
    responses((status = 200, description = "The brand.", body = BrandSetUpAnswer)))]
pub(crate) async fn brand(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<BrandSetUpAnswer>, Problem> {
    let set_up = read_set_up(&api.app, &actor).await.map_err(|error| match error {
        ReadSetUpError::Refused(refused) => Problem::from(refused),
        ReadSetUpError::Store(error) => error.into(),
    })?;
    let settings = &api.app.settings;
    let receipts = &settings.receipts;
    Ok(Json(BrandSetUpAnswer {
        version: set_up.version,
        is_managed_here: set_up.manager == Manager::Desk,
        logo: set_up.brand.logo.clone(),
        brand: set_up.brand.into(),
        map_hosts: api.settings.map_hosts.clone(),
        receipts: ReceiptRules {
            series: receipts.series.clone(),
            credit_series: receipts.credit_series.clone(),
            gst_rate_hundredths: receipts.gst_rate,
            sac: receipts.sac.clone(),
            place_of_supply: receipts.place_of_supply.clone(),
        },
        policies: PolicyRules {
            hold_seconds: settings.hold_seconds,
            cancel_cutoff_minutes: settings.cancel_cutoff_minutes,
            bank_charge_paise: settings.bank_charge_paise,
            online_hold_seconds: settings.online_hold_seconds,
            refund_weekday: settings.refund_weekday,
            refund_minute: i16::from(settings.refund_time.hour()) * 60
                + i16::from(settings.refund_time.minute()),
            max_open_unpaid: settings.max_open_unpaid,
            max_no_shows: settings.max_no_shows,
            reminder_minutes: settings.reminder_minutes,
            min_age: settings.min_age,
        },
    }))
}
