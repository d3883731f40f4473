//! Data of a person, such as names, numbers and dates (spec §5).

mod birthdate;
mod email;
mod full_name;
mod gender;
mod name_words;
mod one_time_code;
mod password;
mod password_hash;
mod phone;

pub use birthdate::{Birthdate, BirthdateError};
pub use email::{Email, EmailError};
pub use full_name::{FullName, FullNameError};
pub use gender::{Gender, GenderError};
pub use name_words::{name_order, name_words};
pub use one_time_code::{OneTimeCode, OneTimeCodeError};
pub use password::{Password, PasswordError};
pub use password_hash::PasswordHash;
pub use phone::{Phone, PhoneError};
