//! A customer as the specification's calls show them (spec §3, user info).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The three choices of the sign-up form (spec §3).
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
    /// Digits, as text.
    #[schema(example = "17")]
    pub customer_id: String,
    /// 3 to 50 characters.
    #[schema(example = "Asha Patel")]
    pub full_name: String,
    /// E.164.
    #[schema(example = "+919876543210")]
    pub phone_no: String,
    /// Not unique and no means of recovery.
    #[schema(example = "asha@example.in")]
    pub email: String,
    /// Date of birth, `YYYY-MM-DD`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: String,
    /// As chosen at sign-up.
    pub gender: Gender,
    /// Path of the avatar on this server, `/images/…`; null for none.
    #[schema(example = "/images/avatars/2f6c0a.jpg")]
    pub image: Option<String>,
}
