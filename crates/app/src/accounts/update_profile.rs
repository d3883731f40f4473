//! `POST /user/profile` with fields. The phone is none of them.

use jiff::Timestamp;
use sideout_domain::CustomerId;
use sideout_store::{
    Session as Tx, StoreError,
    accounts::{Customer, Customers, ProfileEdit},
};

use super::Session;
use crate::{App, Throttled, platform::throttle::Charges};

/// Why the profile was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UpdateProfileError {
    /// The account was merged, or locked to be erased, in the meantime.
    #[error("no such customer")]
    NoCustomer,
    /// The customer edited the profile too often.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes the given fields into the caller's own row and returns the updated row.
///
/// # Errors
/// [`UpdateProfileError`].
pub async fn update_profile(
    app: &App,
    session: Session,
    edit: ProfileEdit,
) -> Result<Customer, UpdateProfileError> {
    let customer = session.customer_id;
    let work = Work { charges: app.profile_charges(customer), customer, edit, now: app.clock.now() };
    app.store.write(work, |tx, work| Box::pin(work.run(tx))).await
}

struct Work {
    charges: Charges,
    customer: CustomerId,
    edit: ProfileEdit,
    now: Timestamp,
}

impl Work {
    async fn run(&self, tx: &mut dyn Tx) -> Result<Customer, UpdateProfileError> {
        self.charges.take::<UpdateProfileError>(tx, self.now).await?;
        if !Customers(tx).update_profile(self.customer, &self.edit, self.now).await? {
            return Err(UpdateProfileError::NoCustomer);
        }
        Customers(tx).find(self.customer).await?.ok_or(UpdateProfileError::NoCustomer)
    }
}
