//! The customer's data in responses (spec §3, user info).

use serde::{Deserialize, Serialize};
use sideout_app::accounts::Customer;
use sideout_domain::person;
use utoipa::ToSchema;

/// The gender (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Gender {
    /// Male.
    Male,
    /// Female.
    Female,
    /// Other.
    Other,
}

/// What a customer may see of themselves.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UserInfo {
    /// The customer's id: digits, as text.
    #[schema(example = "104233170526")]
    pub customer_id: String,
    /// The full name, 3 to 50 characters.
    #[schema(example = "Asha Patel")]
    pub full_name: String,
    /// The phone number, E.164.
    #[schema(example = "+919876543210")]
    pub phone_no: String,
    /// The e-mail address. It is not unique and cannot recover an account.
    #[schema(example = "asha@example.in")]
    pub email: String,
    /// The date of birth, `YYYY-MM-DD`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: String,
    /// The gender that the customer chose.
    pub gender: Gender,
    /// Path of the avatar on this server, `/images/…`; null for none.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub image: Option<String>,
    /// Whether they are reminded of their games by text message and mail.
    #[schema(example = true)]
    pub reminders: bool,
}

impl From<person::Gender> for Gender {
    fn from(gender: person::Gender) -> Self {
        match gender {
            person::Gender::Male => Gender::Male,
            person::Gender::Female => Gender::Female,
            person::Gender::Other => Gender::Other,
        }
    }
}

impl From<&Customer> for UserInfo {
    fn from(customer: &Customer) -> Self {
        UserInfo {
            customer_id: customer.id.to_string(),
            full_name: customer.full_name.as_str().to_owned(),
            // Only an account has sessions, and every account has a number.
            phone_no: customer.phone.as_ref().map(|phone| phone.as_e164().to_owned()).unwrap_or_default(),
            email: customer.email.as_ref().map_or_else(String::new, |email| email.as_str().to_owned()),
            dob: customer.birthdate.day().to_string(),
            gender: customer.gender.into(),
            image: customer.image_key.as_ref().map(|key| format!("/images/{key}")),
            reminders: customer.reminders,
        }
    }
}
