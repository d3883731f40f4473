//! `POST /register`: starts a registration. No account is written until the code proves the phone.

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
    platform::{
        passwords::HashError,
        text_message_queue::TextMessagesFail,
        throttle::{Charges, TextBudget},
    },
};

/// The validated sign-up form.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    /// The name of the player.
    pub full_name: FullName,
    /// The address for e-mail.
    pub email: Email,
    /// The number to verify.
    pub phone: Phone,
    /// Day of birth.
    pub birthdate: Birthdate,
    /// The chosen gender.
    pub gender: Gender,
    /// The password the account will have.
    pub password: Password,
}

/// Why no code was sent.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RegisterError {
    /// There were too many requests from this network or for this number, or too many codes were sent in all.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Password hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No code can be sent at the moment, to any number.
    #[error(transparent)]
    TextMessagesFail(#[from] TextMessagesFail),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stores the registration under a new handle and sends a code to the phone. A number that already has an account gets
/// the same response; only the response to the correct code reveals the account to its owner.
///
/// # Errors
/// [`RegisterError`]; nothing was sent.
pub async fn register(app: &App, network: IpAddr, player: NewPlayer) -> Result<IssuedCode, RegisterError> {
    let now = app.clock.now();
    app.text_message_queue.check()?;
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
        |tx, (new, budget, now)| Box::pin(add_handle(tx, new, budget, *now)),
        |()| Some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

/// Charges the call and checks that a message could be sent, before time is spent on a password hash.
async fn admit(
    tx: &mut dyn Session,
    charges: &Charges,
    budget: &TextBudget,
    now: Timestamp,
) -> Result<(), RegisterError> {
    charges.take::<RegisterError>(tx, now).await?;
    budget.check(tx, now).await
}

/// Adds the handle and charges the budget for its message. [`admit`] has charged the network and the number.
async fn add_handle(
    tx: &mut dyn Session,
    new: &NewHandle,
    budget: &TextBudget,
    now: Timestamp,
) -> Result<(), RegisterError> {
    CodeHandles(tx).add(new, now).await?;
    budget.request(tx, true, now).await
}
