//! Accounts: registration, phone verification, login and logout, password reset and change, profile.
//!
//! A caller cannot find out whether a phone number has an account without its password or a code that is sent to it.

pub mod authenticate;
pub mod change_password;
pub mod find_profile;
pub mod forgot_password;
mod issue_code;
pub mod login;
pub mod logout;
pub mod register;
pub mod resend_code;
pub mod reset_password;
mod start_session;
mod today;
mod try_code;
pub mod update_avatar;
pub mod update_profile;
pub mod verify_code;
pub mod verify_reset_code;

pub use authenticate::{AuthError, Session, authenticate};
pub use issue_code::IssuedCode;
pub(crate) use login::WRONG_PASSWORDS_KEPT_SECONDS;
pub use sideout_store::accounts::{Customer, ProfileEdit, Rate};
pub use start_session::StartedSession;
pub use today::today;
pub(crate) use try_code::wrong_codes_bucket;
