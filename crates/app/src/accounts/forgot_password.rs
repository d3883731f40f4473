//! `POST /forgotpassword`: a code for somebody who cannot log in.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::person::Phone;
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandles, CodeHash, Customers, HandlePurpose, NewHandle},
};

use super::{
    IssuedCode,
    issue_code::{CodeDraft, write_and_send},
};
use crate::{App, Throttled, throttle::Charges};

/// Why no handle was given. Depends on the number as typed, never on whether it has an account.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ForgotPasswordError {
    /// Too often from here, or for this number.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Gives a handle and sends a code to a known number. An unknown one gets a decoy: a handle that looks, counts and
/// ends like any other, for which no code is right and no message is sent.
///
/// # Errors
/// [`ForgotPasswordError`]; nothing was kept or sent.
pub async fn forgot_password(
    app: &App,
    network: IpAddr,
    phone: Phone,
) -> Result<IssuedCode, ForgotPasswordError> {
    let now = app.clock.now();
    let charges = app.text_charges(HandlePurpose::Reset, &phone, network);
    let draft = CodeDraft::new(app, HandlePurpose::Reset, phone, now);
    let work = (charges, draft.new.clone(), draft.decoy, now);
    let message = draft.message(app);
    write_and_send(
        app,
        work,
        |tx, (charges, new, decoy, now)| Box::pin(keep(tx, charges, new, *decoy, *now)),
        |known| known.then_some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

/// The same statements for a known number and for an unknown one.
async fn keep(
    tx: &mut dyn Session,
    charges: &Charges,
    new: &NewHandle,
    decoy: CodeHash,
    now: Timestamp,
) -> Result<bool, ForgotPasswordError> {
    charges.take::<ForgotPasswordError>(tx, now).await?;
    let found = Customers(tx).find_credentials(&new.phone).await?;
    let known = found.is_some();
    let handle = NewHandle {
        customer_id: found.map(|(id, _)| id),
        code_hash: if known { new.code_hash } else { decoy },
        ..new.clone()
    };
    CodeHandles(tx).add(&handle, now).await?;
    Ok(known)
}
