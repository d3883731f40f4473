//! `POST /user/profile` with fields: name, e-mail, gender, birthdate. The phone never changes here.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    person::{Birthdate, Email, FullName, Gender},
};
use sideout_store::{Session as Tx, StoreError, accounts::Customers};

use super::Session;
use crate::{App, Throttled, throttle::Charges};

/// The four fields, every one read.
#[derive(Debug, Clone)]
pub struct ProfileEdit {
    /// The name on the pass.
    pub full_name: FullName,
    /// Where letters go. It is no means of recovery, so it changes without another proof.
    pub email: Email,
    /// Day of birth.
    pub birthdate: Birthdate,
    /// As chosen.
    pub gender: Gender,
}

/// Why the profile is what it was.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UpdateProfileError {
    /// The account was removed a moment ago.
    #[error("no such customer")]
    NoCustomer,
    /// Too often.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes the four fields of the caller's own row.
///
/// # Errors
/// [`UpdateProfileError`]; nothing was changed.
pub async fn update_profile(
    app: &App,
    session: Session,
    edit: ProfileEdit,
) -> Result<(), UpdateProfileError> {
    let work = Work {
        charges: app.profile_charges(session.customer_id),
        customer: session.customer_id,
        edit,
        now: app.clock.now(),
    };
    app.store.write(work, |tx, work| Box::pin(work.run(tx))).await
}

struct Work {
    charges: Charges,
    customer: CustomerId,
    edit: ProfileEdit,
    now: Timestamp,
}

impl Work {
    async fn run(&self, tx: &mut dyn Tx) -> Result<(), UpdateProfileError> {
        self.charges.take::<UpdateProfileError>(tx, self.now).await?;
        let ProfileEdit { full_name, email, birthdate, gender } = &self.edit;
        let fields = (full_name, email, *birthdate, *gender);
        let found = Customers(tx).update_profile(self.customer, fields, self.now).await?;
        if found { Ok(()) } else { Err(UpdateProfileError::NoCustomer) }
    }
}
