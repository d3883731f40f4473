//! `POST /forgotpassword`: sends a code to a player who forgot the password.

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
use crate::{
    App, Throttled,
    platform::{
        text_message_queue::TextMessagesFail,
        throttle::{Charges, TextBudget},
    },
};

/// Why no handle was issued. It never depends on whether the number has an account.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ForgotPasswordError {
    /// There were too many requests from this network or for this number, or too many codes were sent in all.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// No code can be sent at the moment, to any number.
    #[error(transparent)]
    TextMessagesFail(#[from] TextMessagesFail),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Issues a handle and sends a code to a known number. For an unknown number the handle is a decoy: it counts attempts
/// and expires like any other, but no code is correct and no message is sent.
///
/// # Errors
/// [`ForgotPasswordError`]; nothing was sent.
pub async fn forgot_password(
    app: &App,
    network: IpAddr,
    phone: Phone,
) -> Result<IssuedCode, ForgotPasswordError> {
    let now = app.clock.now();
    app.text_message_queue.check()?;
    let charges = app.text_charges(HandlePurpose::Reset, &phone, network);
    let draft = CodeDraft::new(app, HandlePurpose::Reset, phone, now);
    let work =
        Work { charges, budget: app.text_budget(network), new: draft.new.clone(), decoy: draft.decoy, now };
    let message = draft.message(app).await?;
    write_and_send(
        app,
        network,
        work,
        |tx, work| Box::pin(work.charge_and_add_handle(tx)),
        |known| known.then_some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

struct Work {
    charges: Charges,
    budget: TextBudget,
    new: NewHandle,
    decoy: CodeHash,
    now: Timestamp,
}

impl Work {
    /// Adds a handle, for an unknown number a decoy, and returns whether the number is known. Only a message that is sent
    /// is charged to the budget.
    async fn charge_and_add_handle(&self, tx: &mut dyn Session) -> Result<bool, ForgotPasswordError> {
        self.charges.take::<ForgotPasswordError>(tx, self.now).await?;
        let found = Customers(tx).find_credentials(&self.new.phone).await?;
        let known = found.is_some();
        let handle = NewHandle {
            customer_id: found.map(|(id, _)| id),
            code_hash: if known { self.new.code_hash } else { self.decoy },
            ..self.new.clone()
        };
        CodeHandles(tx).add(&handle, self.now).await?;
        self.budget.request::<ForgotPasswordError>(tx, known, self.now).await?;
        Ok(known)
    }
}
