//! `POST /forgotverification`: checks the code of a password reset.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::person::OneTimeCode;
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandle, CodeHandles, HandlePurpose, HandleStage, SecretHash},
};

use super::{
    try_code::{Trial, Tried, is_locked},
    verify_code::VerifyCodeError,
};
use crate::{
    App,
    platform::{
        clock::earlier,
        retry_secret::{RetrySecret, is_repeatable},
        tokens::{Token, hash_of},
    },
};

/// Verifies the phone number and issues the reset token that `resetpassword` requires in addition to the handle. The
/// handle is part of page addresses and may leak from there; the token is not.
///
/// # Errors
/// [`VerifyCodeError`], the same for a decoy.
pub async fn verify_reset_code(
    app: &App,
    network: IpAddr,
    handle: &str,
    code: &OneTimeCode,
) -> Result<Token, VerifyCodeError> {
    verify_reset_code_repeatably(app, network, handle, code, None).await
}

/// Like [`verify_reset_code`], but a browser that repeats the call with the same `secret` within two minutes gets the same token again,
/// if it was not used and has not expired.
///
/// # Errors
/// [`VerifyCodeError`], the same for a decoy.
pub async fn verify_reset_code_repeatably(
    app: &App,
    network: IpAddr,
    handle: &str,
    code: &OneTimeCode,
    secret: Option<RetrySecret>,
) -> Result<Token, VerifyCodeError> {
    let handle = hash_of(handle).ok_or(VerifyCodeError::NothingToTry)?;
    let reset_token = match &secret {
        None => Token::reset(&*app.random),
        Some(secret) => Token::reset_of_code(&app.secrets, (&handle, code, secret)),
    };
    let purposes = [HandlePurpose::Reset, HandlePurpose::Reset];
    let next = (HandleStage::Verified, Some(reset_token.hash()));
    let work = Work {
        trial: Trial::new(app, handle, code, purposes, next, app.code_charges(network)),
        repeatable: secret.is_some().then(|| (handle, reset_token.hash())),
        handle_seconds: i64::from(app.settings.handle_seconds),
        now: app.clock.now(),
    };
    match app.store.write(work, |tx, work| Box::pin(work.run(tx))).await? {
        Found::Nothing => Err(VerifyCodeError::NothingToTry),
        Found::Wrong { tries_left } => Err(VerifyCodeError::WrongCode { tries_left }),
        Found::Locked => Err(VerifyCodeError::AccountLocked),
        Found::Granted => Ok(reset_token),
    }
}

struct Work {
    trial: Trial,
    /// The handle, and the reset token whose answer can be sent again, because it follows from a secret of the browser.
    repeatable: Option<(SecretHash, SecretHash)>,
    /// For how many seconds a granted reset can be used.
    handle_seconds: i64,
    now: Timestamp,
}

enum Found {
    /// The handle accepts no code.
    Nothing,
    Wrong {
        tries_left: u32,
    },
    Locked,
    Granted,
}

impl Work {
    async fn run(&self, tx: &mut dyn Session) -> Result<Found, VerifyCodeError> {
        let Some(Tried { code, left }) = self.trial.run::<VerifyCodeError>(tx).await? else {
            return Ok(self.find_granted(tx).await?);
        };
        let is_locked = is_locked(tx, &code.phone).await?;
        Ok(match (code.is_right, is_locked) {
            (false, _) => Found::Wrong { tries_left: left },
            (true, true) => Found::Locked,
            (true, false) => Found::Granted,
        })
    }

    /// The reset that the same code granted the same browser within the last two minutes, if it can still be used.
    async fn find_granted(&self, tx: &mut dyn Session) -> Result<Found, StoreError> {
        let Some((handle, reset_token)) = self.repeatable else { return Ok(Found::Nothing) };
        let granted = CodeHandles(tx).find(&handle).await?;
        let is_open = |grant: &CodeHandle| {
            // A right code prolongs its handle.
            let granted_at = earlier(grant.expires_at, self.handle_seconds);
            grant.stage == HandleStage::Verified
                && grant.reset_token_hash == Some(reset_token)
                && is_repeatable(granted_at, self.now)
                && grant.expires_at > self.now
        };
        let Some(grant) = granted.filter(is_open) else { return Ok(Found::Nothing) };
        let is_locked = is_locked(tx, &grant.phone).await?;
        Ok(if is_locked { Found::Locked } else { Found::Granted })
    }
}
