//! The table `code_handle`: the opaque `user` of register, login, forgotpassword and otp.

use std::str::FromStr;

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    person::{Birthdate, Email, FullName, Gender, PasswordHash, Phone},
};

use super::throttles::CLOCKS_APART_MS;
use super::{CodeHash, SecretHash};
use crate::{Session, StoreError, params, sql};

macro_rules! stored_names {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident => $stored:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// The value stored in the database.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $stored,)*
                }
            }
        }

        impl FromStr for $name {
            type Err = ();

            fn from_str(stored: &str) -> Result<Self, ()> {
                match stored {
                    $($stored => Ok($name::$variant),)*
                    _ => Err(()),
                }
            }
        }
    };
}

stored_names! {
    /// The only flow a handle may be used in.
    HandlePurpose {
        /// Proves the phone of a pending registration (`/otp`).
        Register => "register",
        /// Proves the phone at a login with the right password after many wrong ones (`/otp`).
        Verify => "verify",
        /// Proves the phone of a forgotten password (`/forgotverification`, then `/resetpassword`).
        Reset => "reset",
    }
}
stored_names! {
    /// The progress of a handle; it only moves forward.
    HandleStage {
        /// The code is not verified yet.
        Issued => "issued",
        /// The code was right; the grant it gave is not used yet.
        Verified => "verified",
        /// The grant or the code was used. A used grant is read again, to recognize a repeated reset.
        Consumed => "consumed",
    }
}

/// A registration whose phone is not verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// The name on the pass.
    pub full_name: FullName,
    /// Address for mail.
    pub email: Email,
    /// Day of birth.
    pub birthdate: Birthdate,
    /// The gender that the player chose.
    pub gender: Gender,
    /// The hash of the password that the player chose.
    pub password_hash: PasswordHash,
}

/// The JSON of a [`Registration`].
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredRegistration {
    full_name: String,
    email: String,
    birthdate: jiff::civil::Date,
    gender: Gender,
    password_hash: String,
}

impl Registration {
    fn to_json(&self) -> Result<String, StoreError> {
        serde_json::to_string(&StoredRegistration {
            full_name: self.full_name.as_str().to_owned(),
            email: self.email.as_str().to_owned(),
            birthdate: self.birthdate.day(),
            gender: self.gender,
            password_hash: self.password_hash.as_phc().to_owned(),
        })
        .map_err(|error| StoreError::Corrupt(format!("a registration: {error}")))
    }

    fn from_json(json: &str) -> Result<Self, StoreError> {
        // The error text of serde_json may quote the value, so it is left out.
        let corrupt = || StoreError::Corrupt("a pending registration cannot be read".to_owned());
        let stored: StoredRegistration = serde_json::from_str(json).map_err(|_| corrupt())?;
        Ok(Registration {
            full_name: stored.full_name.parse().map_err(|_| corrupt())?,
            email: stored.email.parse().map_err(|_| corrupt())?,
            birthdate: Birthdate::stored(stored.birthdate),
            gender: stored.gender,
            password_hash: PasswordHash::new(stored.password_hash),
        })
    }
}

/// A handle to be written.
#[derive(Debug, Clone)]
pub struct NewHandle {
    /// SHA-256 of the handle.
    pub hash: SecretHash,
    /// The only flow it may be used in.
    pub purpose: HandlePurpose,
    /// The phone number of the request; for a decoy no code is sent to it.
    pub phone: Phone,
    /// The owner of the phone; `None` for a registration and for a decoy.
    pub customer_id: Option<CustomerId>,
    /// The data of a registration; set if the purpose is `register`.
    pub registration: Option<Registration>,
    /// The id of the device, which is stored in the session as its label.
    pub device_id: String,
    /// Keyed hash of the code; random bytes if no code may match.
    pub code_hash: CodeHash,
    /// The grant of a handle that is created verified.
    pub reset_token_hash: Option<SecretHash>,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// A handle as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeHandle {
    /// The only flow it may be used in.
    pub purpose: HandlePurpose,
    /// The phone number of the request.
    pub phone: Phone,
    /// The owner of the phone; `None` for a registration and for a decoy.
    pub customer_id: Option<CustomerId>,
    /// Its progress.
    pub stage: HandleStage,
    /// The number of codes tried so far.
    pub code_tries: u32,
    /// The number of codes sent so far.
    pub code_sends: u32,
    /// When the newest code was sent.
    pub code_sent_at: Timestamp,
    /// SHA-256 of the reset token, once verified.
    pub reset_token_hash: Option<SecretHash>,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// An attempt to verify a code, and the changes to the handle if the code is right.
#[derive(Debug, Clone)]
pub struct CodeTry {
    /// SHA-256 of the handle.
    pub hash: SecretHash,
    /// Keyed hash of the code that the player typed.
    pub code_hash: CodeHash,
    /// The purposes this call accepts; a handle of another purpose is refused and the try is not counted.
    pub purposes: [HandlePurpose; 2],
    /// The stage after a right code.
    pub next_stage: HandleStage,
    /// The grant a right code gives.
    pub reset_token_hash: Option<SecretHash>,
    /// The expiry after a right code.
    pub next_expires_at: Timestamp,
    /// The number of tries after which the handle accepts no code.
    pub max_tries: u32,
    /// Only a code sent after this instant is accepted.
    pub sent_after: Timestamp,
}

/// The result of a counted try.
#[derive(Debug, Clone)]
pub struct TriedCode {
    /// Whether the code was right; a right code is used up.
    pub is_right: bool,
    /// The only flow the handle may be used in.
    pub purpose: HandlePurpose,
    /// The phone number of the request.
    pub phone: Phone,
    /// The owner of the phone; `None` for a registration and for a decoy.
    pub customer_id: Option<CustomerId>,
    /// The data of a registration; set if the purpose is `register`.
    pub registration: Option<Registration>,
    /// The id of the device, which is stored in the session as its label.
    pub device_id: String,
    /// The number of codes tried so far, this one included.
    pub code_tries: u32,
}

/// A new code that replaces the current one of a handle.
#[derive(Debug, Clone)]
pub struct ReplacedCode {
    /// SHA-256 of the handle.
    pub hash: SecretHash,
    /// Keyed hash of the new code.
    pub code_hash: CodeHash,
    /// The handle expires no earlier than this.
    pub lives_until: Timestamp,
    /// The number of tries after which the handle accepts no code.
    pub max_tries: u32,
    /// The most codes that are sent for one handle.
    pub max_sends: u32,
    /// The current code must have been sent at or before this instant.
    pub sent_until: Timestamp,
}

/// The repository of handles.
pub struct CodeHandles<'s>(pub &'s mut dyn Session);

impl CodeHandles<'_> {
    /// Adds a handle: verified if it carries a grant, else issued.
    pub async fn add(&mut self, new: &NewHandle, now: Timestamp) -> Result<(), StoreError> {
        let stage = if new.reset_token_hash.is_some() { HandleStage::Verified } else { HandleStage::Issued };
        let registration = new.registration.as_ref().map(Registration::to_json).transpose()?;
        let params = params![
            &new.hash,
            new.purpose.as_str(),
            new.phone.as_e164(),
            new.customer_id.map(|id| id.0),
            registration,
            new.device_id.as_str(),
            stage.as_str(),
            new.code_hash,
            now,
            new.reset_token_hash,
            new.expires_at,
        ];
        self.0.run(sql!("code_handle/add"), params).await.map(drop)
    }

    /// The handle, in any stage.
    pub async fn find(&mut self, hash: &SecretHash) -> Result<Option<CodeHandle>, StoreError> {
        let row = self.0.first(sql!("code_handle/find"), params![hash]).await?;
        row.map(|row| {
            Ok(CodeHandle {
                purpose: row.parsed("purpose")?,
                phone: row.parsed("phone")?,
                customer_id: row.integer_or_null("customer_id")?.map(CustomerId),
                stage: row.parsed("stage")?,
                code_tries: row.converted("code_tries")?,
                code_sends: row.converted("code_sends")?,
                code_sent_at: row.instant("code_sent_at")?,
                reset_token_hash: SecretHash::in_column(&row, "reset_token_hash")?,
                expires_at: row.instant("expires_at")?,
            })
        })
        .transpose()
    }

    /// Counts a try and uses the code up if it is right. `None` if the handle accepts no code; then nothing is counted.
    pub async fn try_code(
        &mut self,
        attempt: &CodeTry,
        now: Timestamp,
    ) -> Result<Option<TriedCode>, StoreError> {
        let [one, other] = attempt.purposes;
        let params = params![
            &attempt.hash,
            attempt.code_hash,
            attempt.next_stage.as_str(),
            attempt.reset_token_hash,
            attempt.next_expires_at,
            one.as_str(),
            other.as_str(),
            attempt.max_tries,
            attempt.sent_after,
            now,
        ];
        let row = self.0.first(sql!("code_handle/try_code"), params).await?;
        row.map(|row| {
            Ok(TriedCode {
                is_right: row.parsed::<HandleStage>("stage")? != HandleStage::Issued,
                purpose: row.parsed("purpose")?,
                phone: row.parsed("phone")?,
                customer_id: row.integer_or_null("customer_id")?.map(CustomerId),
                registration: row.text_or_null("registration")?.map(Registration::from_json).transpose()?,
                device_id: row.text("device_id")?.to_owned(),
                code_tries: row.converted("code_tries")?,
            })
        })
        .transpose()
    }

    /// Replaces the code of a handle; false if the last code was sent after `sent_until`, the handle has had all its codes or tries, or it
    /// has expired or is used.
    pub async fn replace_code(&mut self, new: &ReplacedCode, now: Timestamp) -> Result<bool, StoreError> {
        let params = params![
            &new.hash,
            new.code_hash,
            now,
            new.lives_until,
            new.max_tries,
            new.max_sends,
            new.sent_until,
            now.as_millisecond() + CLOCKS_APART_MS,
        ];
        Ok(self.0.run(sql!("code_handle/replace_code"), params).await? == 1)
    }

    /// Uses up the grant of a verified reset handle and returns the customer whose password may be set, with the phone.
    /// `None` if the grant does not exist, was used or has expired.
    pub async fn consume_grant(
        &mut self,
        hash: &SecretHash,
        reset_token: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<(CustomerId, Phone)>, StoreError> {
        let row = self.0.first(sql!("code_handle/consume_grant"), params![hash, reset_token, now]).await?;
        row.map(|row| Ok((CustomerId(row.integer("customer_id")?), row.parsed("phone")?))).transpose()
    }

    /// Removes the handles of a customer that are not consumed.
    pub async fn remove_of_customer(&mut self, customer: CustomerId) -> Result<u64, StoreError> {
        self.0.run(sql!("code_handle/remove_of_customer"), params![customer.0]).await
    }

    /// Removes up to `limit` expired handles.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("code_handle/sweep"), params![now, limit]).await
    }
}
