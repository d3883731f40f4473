//! `POST /forgotverification`: checks the code of a password reset.

use std::net::IpAddr;

use sideout_domain::person::OneTimeCode;
use sideout_store::{
    Session,
    accounts::{HandlePurpose, HandleStage},
};

use super::{
    try_code::{Trial, Tried, is_locked},
    verify_code::VerifyCodeError,
};
use crate::{
    App,
    platform::tokens::{Token, hash_of},
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
    let handle = hash_of(handle).ok_or(VerifyCodeError::NothingToTry)?;
    let reset_token = Token::reset(&*app.random);
    let purposes = [HandlePurpose::Reset, HandlePurpose::Reset];
    let next = (HandleStage::Verified, Some(reset_token.hash()));
    let trial = Trial::new(app, handle, code, purposes, next, app.code_charges(network));
    let tried = app.store.write(trial, |tx, trial| Box::pin(try_once(tx, trial))).await?;
    let (tried, is_locked) = tried.ok_or(VerifyCodeError::NothingToTry)?;
    match (tried.code.is_right, is_locked) {
        (false, _) => Err(VerifyCodeError::WrongCode { tries_left: tried.left }),
        (true, true) => Err(VerifyCodeError::AccountLocked),
        (true, false) => Ok(reset_token),
    }
}

/// Checks the code; returns the counted attempt and whether the account is locked. `None` if the handle accepts no
/// code.
async fn try_once(tx: &mut dyn Session, trial: &Trial) -> Result<Option<(Tried, bool)>, VerifyCodeError> {
    let Some(tried) = trial.run::<VerifyCodeError>(tx).await? else { return Ok(None) };
    let is_locked = is_locked(tx, &tried.code.phone).await?;
    Ok(Some((tried, is_locked)))
}
