//! The messages of errors in what players typed or uploaded.

use sideout_app::accounts::update_avatar::PictureRefused;
use sideout_domain::person::{
    BirthdateError, EmailError, FullNameError, GenderError, OneTimeCodeError, PasswordError, PhoneError,
};

use super::{Message, params::Count};

impl From<FullNameError> for Message {
    fn from(error: FullNameError) -> Self {
        match error {
            FullNameError::Required => Message::FullNameRequired,
            FullNameError::TooShort => Message::FullNameTooShort,
            FullNameError::TooLong => Message::FullNameTooLong,
            FullNameError::Pattern => Message::FullNamePattern,
        }
    }
}

impl From<EmailError> for Message {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::Required => Message::EmailRequired,
            EmailError::Invalid => Message::EmailInvalid,
        }
    }
}

impl From<PhoneError> for Message {
    fn from(error: PhoneError) -> Self {
        match error {
            PhoneError::Required => Message::PhoneRequired,
            PhoneError::TenDigits => Message::PhoneTenDigits,
            PhoneError::NotMobile => Message::PhoneNotMobile,
        }
    }
}

impl From<BirthdateError> for Message {
    fn from(error: BirthdateError) -> Self {
        match error {
            BirthdateError::Required => Message::BirthdateRequired,
            BirthdateError::Invalid => Message::BirthdateInvalid,
            BirthdateError::NotPast => Message::BirthdateNotPast,
            BirthdateError::TooYoung(min_age) => Message::TooYoung { min_age: Count(min_age) },
        }
    }
}

impl From<GenderError> for Message {
    fn from(GenderError: GenderError) -> Self {
        Message::GenderRequired
    }
}

impl From<PasswordError> for Message {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Required => Message::PasswordRequired,
            PasswordError::TooShort(min) => Message::PasswordTooShort { min: Count(min) },
            PasswordError::TooLong => Message::PasswordTooLong,
        }
    }
}

impl From<OneTimeCodeError> for Message {
    fn from(error: OneTimeCodeError) -> Self {
        match error {
            OneTimeCodeError::Required => Message::CodeRequired,
            OneTimeCodeError::SixDigits => Message::CodeSixDigits,
            OneTimeCodeError::Digits => Message::CodeDigits,
        }
    }
}

impl From<PictureRefused> for Message {
    fn from(error: PictureRefused) -> Self {
        match error {
            PictureRefused::TooHeavy => Message::PictureTooHeavy,
            PictureRefused::NotAPicture => Message::PictureFormat,
            PictureRefused::TooLarge => Message::PictureTooLarge,
            PictureRefused::Damaged => Message::PictureDamaged,
            PictureRefused::Busy => Message::PictureBusy,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use super::*;

    #[test]
    fn a_field_that_is_not_valid_has_the_same_text_here_and_in_the_domain() {
        fn same<E: Display + Clone + Into<Message>>(errors: &[E]) {
            for error in errors {
                assert_eq!(error.clone().into().english(), error.to_string());
            }
        }
        same(&[
            FullNameError::Required,
            FullNameError::TooShort,
            FullNameError::TooLong,
            FullNameError::Pattern,
        ]);
        same(&[EmailError::Required, EmailError::Invalid]);
        same(&[PhoneError::Required, PhoneError::TenDigits, PhoneError::NotMobile]);
        same(&[BirthdateError::Required, BirthdateError::Invalid, BirthdateError::NotPast]);
        same(&[BirthdateError::TooYoung(18)]);
        same(&[GenderError]);
        same(&[PasswordError::Required, PasswordError::TooShort(6), PasswordError::TooLong]);
        same(&[OneTimeCodeError::Required, OneTimeCodeError::SixDigits, OneTimeCodeError::Digits]);
        same(&[PictureRefused::TooHeavy, PictureRefused::NotAPicture, PictureRefused::TooLarge]);
        same(&[PictureRefused::Damaged, PictureRefused::Busy]);
    }
}
