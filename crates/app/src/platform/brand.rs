//! The operator's brand: name, texts, links and legal details. It is one document in the database.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;
use sideout_store::{Brands, Session, StoreError};

use crate::App;

/// The tagline until the operator writes one.
pub const DEFAULT_TAGLINE: &str = "Courts, booked in under a minute.";
/// The headline of the home page until the operator writes one.
pub const DEFAULT_HERO_TITLE: &str = "pickleball, your way";
/// The value in the operator's file for a line of receipts that is not printed; here it is the empty text.
pub const NOT_PRINTED: &str = "none";

/// The operator's own data in a white-label product (docs/OPERATOR-FILE.md).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Brand {
    /// Full name.
    pub name: String,
    /// Name for places with little room.
    pub short_name: String,
    /// One line under the name.
    pub tagline: String,
    /// The headline of the home page.
    pub hero_title: String,
    /// Phone number, E.164.
    pub phone: String,
    /// E-mail address for questions.
    pub email: String,
    /// The link to a WhatsApp chat.
    pub whatsapp_url: Option<String>,
    /// The link to the group of the community.
    pub community_url: Option<String>,
    /// The link to the group for coaching.
    pub coaching_url: Option<String>,
    /// The link to the Instagram page.
    pub instagram_url: Option<String>,
    /// The link to the Facebook page.
    pub facebook_url: Option<String>,
    /// Address of a map to embed.
    pub map_embed_url: Option<String>,
    /// The postal address.
    pub address: String,
    /// The legal entity that players have a contract with.
    pub legal_name: String,
    /// The person who handles complaints, required in India.
    pub grievance_officer: Option<String>,
    /// E-mail address for complaints.
    pub grievance_email: Option<String>,
    /// The tax number (GSTIN).
    pub gstin: Option<String>,
    /// The city whose courts of law have jurisdiction.
    pub jurisdiction: Option<String>,
    /// The date from which the terms and policies apply, `YYYY-MM-DD`.
    pub terms_since: Option<String>,
    /// The charge for a damaged paddle, in paise.
    pub paddle_fee_paise: i64,
    /// IANA name of the operator's time zone.
    pub timezone: String,
    /// The accent colour, `#rrggbb`; `None`: the app's own.
    pub accent: Option<String>,
    /// The colour of outdoor courts, `#rrggbb`; `None`: the app's own.
    pub court: Option<String>,
    /// Address of the logo.
    pub logo: Option<String>,
    /// Seconds of a hold. This and each rule below is the operator's own; `None`: the server's setting of the same
    /// name in `business` is in force ([`Policies::of`](super::policies::Policies::of)).
    pub hold_seconds: Option<u32>,
    /// Seconds of a hold from the moment a player begins to pay online.
    pub online_hold_seconds: Option<u32>,
    /// Unpaid bookings of one player at a time.
    pub max_open_unpaid: Option<u32>,
    /// Strikes (missed games that were not forgiven) from which on a player pays first; 0: never.
    pub max_no_shows: Option<u32>,
    /// Minutes before a game at which its player is reminded; 0: no reminder.
    pub reminder_minutes: Option<u32>,
    /// Minutes before the start until which a booking can be cancelled.
    pub cancel_cutoff_minutes: Option<u32>,
    /// The bank charge that is kept of a paid booking when it is cancelled, in paise.
    pub bank_charge_paise: Option<i64>,
    /// The weekday on which refunds of cancelled bookings are issued, 1 (Monday) to 7.
    pub refund_weekday: Option<i8>,
    /// The minute of that day, from 0 to 1439, from which on they are issued; the setting is `refund_time`.
    pub refund_minute: Option<u16>,
    /// Youngest age at sign-up, in years.
    pub min_age: Option<u32>,
    /// The rate of GST in hundredths of a percent; the setting is in `business.receipts`.
    pub gst_rate: Option<u32>,
    /// The service code (SAC) on receipts, empty: none is printed; the setting is in `business.receipts`.
    pub sac: Option<String>,
    /// The place of supply on receipts, empty: none is printed; the setting is in `business.receipts`.
    pub place_of_supply: Option<String>,
    /// The operator's own texts of messages by name: that of a notice, or `one_time_code`. Where there is none, the text of the server's
    /// settings is sent.
    pub texts: BTreeMap<String, OwnText>,
}

/// A text message as the operator registered it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnText {
    /// The text exactly as registered, with `##name##` placeholders.
    pub text: String,
    /// Its number in the telephone operators' registry.
    pub dlt_template_id: Option<String>,
    /// The number of its MSG91 flow.
    pub msg91_template_id: Option<String>,
}

/// A detail that the legal texts need and the brand lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingDetail {
    /// The key in the operator file: `brand.gstin`.
    pub key: &'static str,
    /// Who requires it, or how the texts read without it.
    pub why: &'static str,
}

impl Brand {
    /// The document that is stored. Fields without a value are left out, so that a node of an earlier version reads it as long as no field
    /// that it does not know has one (docs/ADDING-A-MIGRATION.md, "Stored documents").
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it cannot be written as JSON.
    pub fn document(&self) -> Result<String, StoreError> {
        let mut document = serde_json::to_value(self)
            .map_err(|error| StoreError::Corrupt(format!("the brand cannot be written: {error}")))?;
        leave_out_nulls(&mut document);
        Ok(document.to_string())
    }

    /// The details that the legal texts still lack.
    pub fn missing_details(&self) -> Vec<MissingDetail> {
        let details = [
            (
                self.grievance_officer.is_some(),
                "brand.grievance_officer",
                "Indian consumer and privacy law ask for a named person; the texts name the legal entity alone",
            ),
            (
                self.grievance_email.is_some(),
                "brand.grievance_email",
                "complaints and privacy requests go to brand.email instead",
            ),
            (
                self.gstin.is_some(),
                "brand.gstin",
                "a registered business prints it; the texts leave the sentence out",
            ),
            (self.jurisdiction.is_some(), "brand.jurisdiction", "the terms name no city whose courts decide"),
            (
                self.terms_since.is_some(),
                "brand.terms_since",
                "terms and policies show no date from which they apply",
            ),
        ];
        let missing = details.into_iter().filter(|(is_there, ..)| !is_there);
        missing.map(|(_, key, why)| MissingDetail { key, why }).collect()
    }
}

impl Default for Brand {
    /// The brand that is shown until one is stored.
    fn default() -> Self {
        Brand {
            name: "Sideout".to_owned(),
            short_name: "Sideout".to_owned(),
            tagline: DEFAULT_TAGLINE.to_owned(),
            hero_title: DEFAULT_HERO_TITLE.to_owned(),
            phone: String::new(),
            email: String::new(),
            whatsapp_url: None,
            community_url: None,
            coaching_url: None,
            instagram_url: None,
            facebook_url: None,
            map_embed_url: None,
            address: String::new(),
            legal_name: "Sideout".to_owned(),
            grievance_officer: None,
            grievance_email: None,
            gstin: None,
            jurisdiction: None,
            terms_since: None,
            paddle_fee_paise: 250_000,
            timezone: "Asia/Kolkata".to_owned(),
            accent: None,
            court: None,
            logo: None,
            hold_seconds: None,
            online_hold_seconds: None,
            max_open_unpaid: None,
            max_no_shows: None,
            reminder_minutes: None,
            cancel_cutoff_minutes: None,
            bank_charge_paise: None,
            refund_weekday: None,
            refund_minute: None,
            min_age: None,
            gst_rate: None,
            sac: None,
            place_of_supply: None,
            texts: BTreeMap::new(),
        }
    }
}

fn leave_out_nulls(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.retain(|_, field| !field.is_null());
        fields.values_mut().for_each(leave_out_nulls);
    }
}

/// The operator's brand, at most two seconds old; the default one if none is stored yet.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] if the document does not fit this version.
pub async fn find_brand(app: &App) -> Result<Arc<Brand>, StoreError> {
    let now = app.clock.now();
    match app.brand.at(now) {
        Ok(brand) => Ok(brand),
        Err(generation) => {
            let brand = app.store.read((), |tx, ()| Box::pin(read_brand(tx))).await?;
            Ok(app.brand.keep(brand, generation, now))
        }
    }
}

/// The operator's brand as the caller's unit of work sees it, past the cache of [`find_brand`].
///
/// # Errors
/// As [`find_brand`].
pub async fn read_brand(tx: &mut dyn Session) -> Result<Brand, StoreError> {
    match Brands(tx).find().await? {
        Some(text) => parse_brand(&text),
        None => Ok(Brand::default()),
    }
}

/// Reads the stored document.
///
/// # Errors
/// [`StoreError::Corrupt`] with what the operator has to do if it does not fit this version.
pub fn parse_brand(document: &str) -> Result<Brand, StoreError> {
    serde_json::from_str(document).map_err(|error| {
        StoreError::Corrupt(format!(
            "the brand does not fit this version: {error}; start the version that wrote it, or import the operator file again with --take-over"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A brand with some optional fields, and with a text that lacks one.
    fn club() -> Brand {
        let text = OwnText {
            text: "Club: ##court##".to_owned(),
            dlt_template_id: None,
            msg91_template_id: Some("flow".to_owned()),
        };
        Brand {
            name: "Baroda Pickleball Club".to_owned(),
            logo: Some("/images/logo.png".to_owned()),
            bank_charge_paise: Some(0),
            sac: Some(String::new()),
            texts: BTreeMap::from([("confirmed".to_owned(), text)]),
            ..Brand::default()
        }
    }

    /// A field that is added must not be among these: a node of the version before refuses a document with a field that it does not know.
    #[test]
    fn a_document_has_no_other_fields_than_those_of_the_first_version_and_those_with_a_value() {
        let fields = |brand: &Brand| {
            let document: Value = serde_json::from_str(&brand.document().unwrap()).unwrap();
            document.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        let first = [
            "address",
            "email",
            "hero_title",
            "legal_name",
            "name",
            "paddle_fee_paise",
            "phone",
            "short_name",
            "tagline",
            "texts",
            "timezone",
        ];
        assert_eq!(fields(&Brand::default()), first);
        let own = fields(&club()).into_iter().filter(|field| !first.contains(&field.as_str()));
        assert_eq!(own.collect::<Vec<_>>(), ["bank_charge_paise", "logo", "sac"]);
        let document = club().document().unwrap();
        let texts = r#""texts":{"confirmed":{"msg91_template_id":"flow","text":"Club: ##court##"}}"#;
        assert!(document.contains(texts), "{document}");
    }

    #[test]
    fn a_document_is_read_with_and_without_its_fields_that_have_no_value() {
        let brand = club();
        assert_eq!(parse_brand(&brand.document().unwrap()).unwrap(), brand);
        // As versions before wrote it.
        let with_nulls = serde_json::to_string(&brand).unwrap();
        assert!(with_nulls.contains(r#""gstin":null"#), "{with_nulls}");
        assert_eq!(parse_brand(&with_nulls).unwrap(), brand);
        assert_eq!(parse_brand("{}").unwrap(), Brand::default());
    }
}
