//! `POST /register`: a player wants in. No account is written until the code proves the phone.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::person::{Birthdate, Email, FullName, Gender, Password, Phone};
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandles, HandlePurpose, NewHandle, Registration},
};

use super::{
    IssuedCode,
    issue_code::{CodeDraft, write_and_send},
};
use crate::{
    App, Throttled,
    passwords::HashError,
    texts::TextsFail,
    throttle::{Charges, TextBudget},
};

/// The sign-up form, every field read.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    /// The name on the pass.
    pub full_name: FullName,
    /// Where letters go.
    pub email: Email,
    /// The number to prove.
    pub phone: Phone,
    /// Day of birth.
    pub birthdate: Birthdate,
    /// As chosen.
    pub gender: Gender,
    /// The password the account will have.
    pub password: Password,
}

/// Why no code was sent.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RegisterError {
    /// Too often from here, or for this number.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Too busy to hash, or unable to.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No code can be sent at the moment, whatever the number.
    #[error(transparent)]
    TextsFail(#[from] TextsFail),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps the registration under a fresh handle and sends a code to the phone. A number that has an account already
/// gets the same answer; its owner learns from the code's answer that there is one.
///
/// # Errors
/// [`RegisterError`]; nothing was kept or sent.
pub async fn register(app: &App, network: IpAddr, player: NewPlayer) -> Result<IssuedCode, RegisterError> {
    let now = app.clock.now();
    app.texts.check()?;
    let place = app.passwords.take_place(network)?;
    let charges =
        app.text_charges(HandlePurpose::Register, &player.phone, network).and(app.login_charges(network));
    let budget = app.text_budget(network);
    let entry = (charges, budget.clone(), now);
    app.store.write(entry, |tx, (charges, budget, now)| Box::pin(admit(tx, charges, budget, *now))).await?;
    let password_hash = place.hash(&player.password, app.random.bytes()).await?;
    drop(place);

    let mut draft = CodeDraft::new(app, HandlePurpose::Register, player.phone, now);
    draft.new.registration = Some(Registration {
        full_name: player.full_name,
        email: player.email,
        birthdate: player.birthdate,
        gender: player.gender,
        password_hash,
    });
    let (work, message) = ((draft.new.clone(), budget, now), draft.message(app).await?);
    write_and_send(
        app,
        network,
        work,
        |tx, (new, budget, now)| Box::pin(keep(tx, new, budget, *now)),
        |()| Some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

/// Charges the call and looks whether a message could be sent at all, before a hash is made for it.
async fn admit(
    tx: &mut dyn Session,
    charges: &Charges,
    budget: &TextBudget,
    now: Timestamp,
) -> Result<(), RegisterError> {
    charges.take::<RegisterError>(tx, now).await?;
    budget.look(tx, now).await
}

async fn keep(
    tx: &mut dyn Session,
    new: &NewHandle,
    budget: &TextBudget,
    now: Timestamp,
) -> Result<(), RegisterError> {
    CodeHandles(tx).add(new, now).await?;
    budget.ask(tx, true, now).await
}
