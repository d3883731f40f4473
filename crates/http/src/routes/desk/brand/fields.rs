//! The fields of a brand, as the desk reads and writes them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sideout_app::platform::brand::{Brand, DEFAULT_HERO_TITLE, DEFAULT_TAGLINE};
use utoipa::ToSchema;

/// Everything that an operator says about itself. A field without a value is an empty text or null. A text has at most 500 characters,
/// unless its field has another bound.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BrandFields {
    /// Full name, at most 60 characters; required.
    #[schema(example = "Baroda Pickleball Club")]
    pub name: String,
    /// Short name, where space is limited, at most 60 characters; empty: the full name is shown.
    #[schema(example = "BPC")]
    pub short_name: String,
    /// One line under the name; empty: the app's standard line, in the player's language.
    #[schema(example = "Three venues. One city. Endless rallies.")]
    pub tagline: String,
    /// The headline of the home page; empty: the app's standard one, in the player's language.
    #[schema(example = "pickleball, your way")]
    pub hero_title: String,
    /// Phone number for questions; required. It is stored as E.164.
    #[schema(example = "+912652000000")]
    pub phone: String,
    /// Mail address for questions; required.
    #[schema(example = "hello@example.in")]
    pub email: String,
    /// The postal address; required.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub address: String,
    /// Chat link, `https://`.
    #[schema(required, example = "https://wa.me/912652000000")]
    pub whatsapp_url: Option<String>,
    /// Community group link.
    #[schema(required, example = json!(null))]
    pub community_url: Option<String>,
    /// Coaching group link.
    #[schema(required, example = json!(null))]
    pub coaching_url: Option<String>,
    /// The link to the operator's Instagram page.
    #[schema(required, example = json!(null))]
    pub instagram_url: Option<String>,
    /// The link to the operator's Facebook page.
    #[schema(required, example = json!(null))]
    pub facebook_url: Option<String>,
    /// Address of a map to embed, on one of the sites in `map_hosts`.
    #[schema(required, example = json!(null))]
    pub map_embed_url: Option<String>,
    /// The business with which players make the contract; empty: the full name.
    #[schema(example = "Baroda Pickleball Club Private Limited")]
    pub legal_name: String,
    /// The person who answers complaints.
    #[schema(required, example = "Nisha Rao")]
    pub grievance_officer: Option<String>,
    /// Mail address for complaints.
    #[schema(required, example = "care@example.in")]
    pub grievance_email: Option<String>,
    /// The tax number; its last character is checked.
    #[schema(required, example = "24AAQFB2741K1ZC")]
    pub gstin: Option<String>,
    /// The city whose courts of law decide.
    #[schema(required, example = "Vadodara")]
    pub jurisdiction: Option<String>,
    /// The day from which the terms and policies apply.
    #[schema(required, example = "2026-11-01", format = Date)]
    pub terms_since: Option<String>,
    /// What a damaged paddle costs, 0 to 100,000,000 paise.
    #[schema(example = 250_000)]
    pub paddle_fee_paise: i64,
    /// The colour of the primary button and of selected items, as `#rrggbb`. Its contrast with the dark text on it and with the dark
    /// background behind it is at least 4.5 to 1; null: the app's own colour.
    #[schema(required, example = "#ffc107")]
    pub accent: Option<String>,
    /// The colour of outdoor courts, as `#rrggbb`. Its contrast with white text is at least 4.5 to 1; null: the app's own colour.
    #[schema(required, example = json!(null))]
    pub court: Option<String>,
    /// IANA name of the operator's time zone; it cannot change while a coupon that is not stopped has a first or last day.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: String,
    /// How long a court is held for a player who has not confirmed yet, 30 to 86,400 seconds; null, here and in the fields below:
    /// the server's setting applies.
    #[schema(required, example = json!(null))]
    pub hold_seconds: Option<u32>,
    /// How long a court is held from the moment a player begins to pay online, 300 to 86,400 seconds.
    #[schema(required, example = json!(null))]
    pub online_hold_seconds: Option<u32>,
    /// Unpaid bookings that a player may have at a time, at least 1.
    #[schema(required, example = json!(null))]
    pub max_open_unpaid: Option<u32>,
    /// Missed games that were not forgiven after which a player pays first; 0: never.
    #[schema(required, example = json!(null))]
    pub max_no_shows: Option<u32>,
    /// How long before a game its player is reminded, 0 to 2,880 minutes; 0: not at all.
    #[schema(required, example = json!(null))]
    pub reminder_minutes: Option<u32>,
    /// A booking can be cancelled while more than this many minutes remain to its start, 0 to 43,200.
    #[schema(required, example = 720)]
    pub cancel_cutoff_minutes: Option<u32>,
    /// The bank charge that is kept of a paid booking when it is cancelled, 0 to 1,000,000 paise.
    #[schema(required, example = json!(null))]
    pub bank_charge_paise: Option<i64>,
    /// The weekday on which refunds of cancelled bookings are sent, 1 (Monday) to 7.
    #[schema(required, example = json!(null))]
    pub refund_weekday: Option<i8>,
    /// The minute of that day from which they are sent, 0 to 1,439.
    #[schema(required, example = json!(null))]
    pub refund_minute: Option<u16>,
    /// The youngest age at sign-up, 1 to 100 years.
    #[schema(required, example = json!(null))]
    pub min_age: Option<u32>,
    /// The rate of GST that prices include, 0 to 5,000 hundredths of a percent; counts only with a GSTIN.
    #[schema(required, example = json!(null))]
    pub gst_rate: Option<u32>,
    /// The service accounting code on receipts, at most 40 characters; empty: none is printed.
    #[schema(required, example = json!(null))]
    pub sac: Option<String>,
    /// The State that receives the tax, on receipts, at most 40 characters; empty: none is printed.
    #[schema(required, example = "24 Gujarat")]
    pub place_of_supply: Option<String>,
}

impl From<BrandFields> for Brand {
    fn from(fields: BrandFields) -> Self {
        Brand {
            name: fields.name,
            short_name: fields.short_name,
            tagline: fields.tagline,
            hero_title: fields.hero_title,
            phone: fields.phone,
            email: fields.email,
            whatsapp_url: fields.whatsapp_url,
            community_url: fields.community_url,
            coaching_url: fields.coaching_url,
            instagram_url: fields.instagram_url,
            facebook_url: fields.facebook_url,
            map_embed_url: fields.map_embed_url,
            address: fields.address,
            legal_name: fields.legal_name,
            grievance_officer: fields.grievance_officer,
            grievance_email: fields.grievance_email,
            gstin: fields.gstin,
            jurisdiction: fields.jurisdiction,
            terms_since: fields.terms_since,
            paddle_fee_paise: fields.paddle_fee_paise,
            timezone: fields.timezone,
            accent: fields.accent,
            court: fields.court,
            // The logo and the texts have calls of their own; `change_brand` keeps the stored ones.
            logo: None,
            texts: BTreeMap::new(),
            hold_seconds: fields.hold_seconds,
            online_hold_seconds: fields.online_hold_seconds,
            max_open_unpaid: fields.max_open_unpaid,
            max_no_shows: fields.max_no_shows,
            reminder_minutes: fields.reminder_minutes,
            cancel_cutoff_minutes: fields.cancel_cutoff_minutes,
            bank_charge_paise: fields.bank_charge_paise,
            refund_weekday: fields.refund_weekday,
            refund_minute: fields.refund_minute,
            min_age: fields.min_age,
            gst_rate: fields.gst_rate,
            sac: fields.sac,
            place_of_supply: fields.place_of_supply,
        }
    }
}

impl From<Brand> for BrandFields {
    /// A field that has the app's standard text becomes empty, and so does a name that is the full one: without a choice it follows the
    /// full name.
    fn from(brand: Brand) -> Self {
        let own_text = |text: String, standard: &str| if text == standard { String::new() } else { text };
        BrandFields {
            short_name: own_text(brand.short_name, &brand.name),
            legal_name: own_text(brand.legal_name, &brand.name),
            name: brand.name,
            tagline: own_text(brand.tagline, DEFAULT_TAGLINE),
            hero_title: own_text(brand.hero_title, DEFAULT_HERO_TITLE),
            phone: brand.phone,
            email: brand.email,
            whatsapp_url: brand.whatsapp_url,
            community_url: brand.community_url,
            coaching_url: brand.coaching_url,
            instagram_url: brand.instagram_url,
            facebook_url: brand.facebook_url,
            map_embed_url: brand.map_embed_url,
            address: brand.address,
            grievance_officer: brand.grievance_officer,
            grievance_email: brand.grievance_email,
            gstin: brand.gstin,
            jurisdiction: brand.jurisdiction,
            terms_since: brand.terms_since,
            paddle_fee_paise: brand.paddle_fee_paise,
            timezone: brand.timezone,
            accent: brand.accent,
            court: brand.court,
            hold_seconds: brand.hold_seconds,
            online_hold_seconds: brand.online_hold_seconds,
            max_open_unpaid: brand.max_open_unpaid,
            max_no_shows: brand.max_no_shows,
            reminder_minutes: brand.reminder_minutes,
            cancel_cutoff_minutes: brand.cancel_cutoff_minutes,
            bank_charge_paise: brand.bank_charge_paise,
            refund_weekday: brand.refund_weekday,
            refund_minute: brand.refund_minute,
            min_age: brand.min_age,
            gst_rate: brand.gst_rate,
            sac: brand.sac,
            place_of_supply: brand.place_of_supply,
        }
    }
}
