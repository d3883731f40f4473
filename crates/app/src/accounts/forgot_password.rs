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
use crate::{
    App, Throttled,
    texts::TextsFail,
    throttle::{Charges, TextBudget},
};

/// Why no handle was given. Depends on the number as typed, never on whether it has an account.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ForgotPasswordError {
    /// Too often from here, or for this number.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// No code can be sent at the moment, whatever the number.
    #[error(transparent)]
    TextsFail(#[from] TextsFail),
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
    app.texts.check()?;
    let charges = app.text_charges(HandlePurpose::Reset, &phone, network);
    let draft = CodeDraft::new(app, HandlePurpose::Reset, phone, now);
    let work =
        Work { charges, budget: app.text_budget(network), new: draft.new.clone(), decoy: draft.decoy, now };
    let message = draft.message(app).await?;
    write_and_send(app, network, work, |tx, work| Box::pin(work.keep(tx)), |known| known.then_some(message))
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
    /// The same for a known number and for an unknown one, but that only a message that is sent costs the budget.
    async fn keep(&self, tx: &mut dyn Session) -> Result<bool, ForgotPasswordError> {
        self.charges.take::<ForgotPasswordError>(tx, self.now).await?;
        let found = Customers(tx).find_credentials(&self.new.phone).await?;
        let known = found.is_some();
        let handle = NewHandle {
            customer_id: found.map(|(id, _)| id),
            code_hash: if known { self.new.code_hash } else { self.decoy },
            ..self.new.clone()
        };
        CodeHandles(tx).add(&handle, self.now).await?;
        self.budget.ask::<ForgotPasswordError>(tx, known, self.now).await?;
        Ok(known)
    }
}
