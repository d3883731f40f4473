//! `GET /api/app-config`: the configuration that the web app loads first, without an api-key.

use axum::extract::State;
use serde::Serialize;
use sideout_app::platform::{
    brand::{self, find_brand},
    pass_code::PassKey,
    policies::Policies,
};
use sideout_domain::{
    money::Money,
    notice::{Channel, Notice},
    order::PLAYERS,
};
use utoipa::ToSchema;

use crate::{
    state::{Api, ApiState},
    wire::{
        Rupees,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageCode, MessageFields},
    },
};

/// The operator's brand and the rules that the screens show.
#[derive(Serialize, ToSchema)]
pub struct AppConfigAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The value of the `api-key` header of every other call. It is public and grants no permission.
    #[schema(example = "sideout-web")]
    pub api_key: String,
    /// The operator's name, words and links.
    pub brand: Brand,
    /// IANA name of the operator's time zone.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: String,
    /// Seconds before another code may be requested.
    #[schema(example = 30)]
    pub otp_resend_seconds: u32,
    /// How long a court is held for a player who has not confirmed yet, in seconds.
    #[schema(example = 600)]
    pub hold_seconds: u32,
    /// Players per booking (spec §9).
    #[schema(example = 4)]
    pub players: u32,
    /// A booking can be cancelled while more than this many minutes remain to its start.
    #[schema(example = 360)]
    pub cancel_cutoff_minutes: u32,
    /// What is kept of a paid booking when the player cancels, however it was paid, rupees.
    #[schema(example = 30)]
    pub bank_charge: Rupees,
    /// How long a player whose court was closed chooses between another hour and the money, in hours; 0: nothing is offered, and the money
    /// goes back at once.
    #[schema(example = 24)]
    pub closure_offer_hours: u32,
    /// Whether players are reminded of their games by a text message.
    #[schema(example = true)]
    pub reminded_by_text: bool,
    /// Whether players are reminded of their games by a mail.
    #[schema(example = true)]
    pub reminded_by_mail: bool,
    /// Shortest password accepted, in characters.
    #[schema(example = 6)]
    pub password_min: u32,
    /// Youngest age at sign-up, in years.
    #[schema(example = 18)]
    pub min_age: u32,
    /// The weekday on which refunds of cancelled bookings are sent, Monday is 1.
    #[schema(example = 5)]
    pub refund_weekday: i8,
    /// A player's session ends after this many days without use.
    #[schema(example = 14)]
    pub session_idle_days: u32,
    /// A player's session ends after this many days in any case.
    #[schema(example = 60)]
    pub session_max_days: u32,
    /// The keys that check the `pass_code` of orders, without network too; the first one signs now, the others signed
    /// earlier (docs/decisions/0007-signed-pass.md).
    pub pass_public_keys: Vec<PassPublicKey>,
    /// The checkout of the payment provider; null when the operator has no account there. `may_pay_online` of an order says whether its
    /// player is offered online payment.
    pub razorpay: Option<Razorpay>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// A key that checks passes.
#[derive(Serialize, ToSchema)]
pub struct PassPublicKey {
    /// The key's id, which each pass contains that was signed with it.
    #[schema(example = "_oEsEg")]
    pub id: String,
    /// The Ed25519 public key (RFC 8032), 32 bytes as base64url without padding.
    #[schema(example = "6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw")]
    pub key: String,
}

/// The checkout of the payment provider.
#[derive(Serialize, ToSchema)]
pub struct Razorpay {
    /// Address of the checkout script.
    pub script_url: String,
    /// The public key of the operator's account there.
    pub key_id: String,
}

/// The operator (white label): every text and link that is theirs.
#[derive(Serialize, ToSchema)]
pub struct Brand {
    /// The operator's full name.
    #[schema(example = "Baroda Pickleball Club")]
    pub name: String,
    /// The operator's short name, where space is limited.
    #[schema(example = "BPC")]
    pub short_name: String,
    /// One line under the name.
    #[schema(example = "Three venues. One city. Endless rallies.")]
    pub tagline: String,
    /// The code of `tagline` while the operator has not written one.
    #[schema(value_type = Option<MessageCode>)]
    pub tagline_code: Option<&'static str>,
    /// The headline of the home page.
    #[schema(example = "pickleball, your way")]
    pub hero_title: String,
    /// The code of `hero_title` while the operator has not written one.
    #[schema(value_type = Option<MessageCode>)]
    pub hero_title_code: Option<&'static str>,
    /// The phone number, E.164.
    #[schema(example = "+912652000000")]
    pub phone: String,
    /// The e-mail address for questions.
    #[schema(example = "hello@example.in")]
    pub email: String,
    /// The link to a WhatsApp chat.
    pub whatsapp_url: Option<String>,
    /// Community group link.
    pub community_url: Option<String>,
    /// Coaching group link.
    pub coaching_url: Option<String>,
    /// The link to the operator's Instagram page.
    pub instagram_url: Option<String>,
    /// The link to the operator's Facebook page.
    pub facebook_url: Option<String>,
    /// Address of a map to embed.
    pub map_embed_url: Option<String>,
    /// The map link for a venue that has none of its own.
    pub default_map_url: String,
    /// The postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub address: String,
    /// The legal person with whom players make the contract.
    #[schema(example = "Baroda Pickleball Club Private Limited")]
    pub legal_name: String,
    /// The name of the grievance officer, required in India.
    pub grievance_officer: Option<String>,
    /// The e-mail address for complaints.
    pub grievance_email: Option<String>,
    /// The tax number.
    #[schema(example = "24AAACB1234C1Z5")]
    pub gstin: Option<String>,
    /// The city whose courts of law have jurisdiction.
    #[schema(example = "Vadodara")]
    pub jurisdiction: Option<String>,
    /// The day from which the terms and policies apply.
    #[schema(example = "2026-11-01", format = Date)]
    pub terms_since: Option<String>,
    /// Address of the logo; null: there is none.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.png")]
    pub logo: Option<String>,
    /// The colour of the primary button and of selected items; null: the app's own colour.
    #[schema(example = "#ffc107")]
    pub accent: Option<String>,
    /// The colour of outdoor courts; null: the app's own colour.
    pub court: Option<String>,
    /// What a damaged paddle costs, rupees; 0: the terms name no price.
    #[schema(example = 2500)]
    pub paddle_fee: Rupees,
}

/// Sends the operator's brand, the api-key and the rules that the screens show.
#[utoipa::path(get, path = "/api/app-config", operation_id = "app_config", tag = "browse",
    responses((status = 200, description = "The configuration", body = AppConfigAnswer)))]
pub async fn app_config(State(api): State<ApiState>) -> Result<Answer<AppConfigAnswer>, ApiError> {
    let brand = find_brand(&api.app).await?;
    Ok(Answer(answer(&api, &brand, api.app.clock.now().to_string())))
}

/// The configuration with this `server_time`.
pub(crate) fn answer(api: &Api, brand: &brand::Brand, server_time: String) -> AppConfigAnswer {
    let settings = &api.app.settings;
    let policies = Policies::of(settings, brand);
    let reminders = match policies.reminder_minutes {
        0 => Vec::new(),
        _ => api.app.notification_channels.with_texts_of(brand).channels(Notice::Reminder),
    };
    AppConfigAnswer {
        error: 0,
        message: Message::Config.into(),
        api_key: settings.api_key.clone(),
        timezone: brand.timezone.clone(),
        brand: shown(brand, &settings.default_map_url),
        otp_resend_seconds: settings.otp_resend_seconds,
        hold_seconds: policies.hold_seconds,
        players: PLAYERS,
        cancel_cutoff_minutes: policies.cancellation.cutoff_minutes,
        bank_charge: policies.cancellation.bank_charge.into(),
        closure_offer_hours: settings.desk.offer_hours,
        reminded_by_text: reminders.contains(&Channel::Text),
        reminded_by_mail: reminders.contains(&Channel::Mail),
        password_min: settings.password_min,
        min_age: policies.min_age,
        refund_weekday: policies.refund_weekday.to_monday_one_offset(),
        session_idle_days: settings.session_idle_days,
        session_max_days: settings.session_max_days,
        pass_public_keys: api.app.pass_signer.keys().iter().map(shown_key).collect(),
        razorpay: api.app.payments.as_ref().map(|account| Razorpay {
            script_url: account.script_url.clone(),
            key_id: account.key_id.clone(),
        }),
        server_time,
    }
}

fn shown_key(key: &PassKey) -> PassPublicKey {
    PassPublicKey { id: key.id.clone(), key: key.text() }
}

fn shown(brand: &brand::Brand, default_map_url: &str) -> Brand {
    let brand = brand.clone();
    Brand {
        name: brand.name,
        short_name: brand.short_name,
        tagline_code: (brand.tagline == brand::DEFAULT_TAGLINE).then(|| Message::DefaultTagline.code()),
        tagline: brand.tagline,
        hero_title_code: (brand.hero_title == brand::DEFAULT_HERO_TITLE)
            .then(|| Message::DefaultHeroTitle.code()),
        hero_title: brand.hero_title,
        phone: brand.phone,
        email: brand.email,
        whatsapp_url: brand.whatsapp_url,
        community_url: brand.community_url,
        coaching_url: brand.coaching_url,
        instagram_url: brand.instagram_url,
        facebook_url: brand.facebook_url,
        map_embed_url: brand.map_embed_url,
        default_map_url: default_map_url.to_owned(),
        address: brand.address,
        legal_name: brand.legal_name,
        grievance_officer: brand.grievance_officer,
        grievance_email: brand.grievance_email,
        gstin: brand.gstin,
        jurisdiction: brand.jurisdiction,
        terms_since: brand.terms_since,
        logo: brand.logo,
        accent: brand.accent,
        court: brand.court,
        paddle_fee: Money::from_paise(brand.paddle_fee_paise).into(),
    }
}
