//! `POST /user/profile` with an image: a new avatar, made safe and kept under a name nobody can guess.

use sideout_domain::CustomerId;
use sideout_providers::images::{ImageKey, ImageKind, ImageStoreError, avatar::AvatarError};
use sideout_store::{
    Session as Tx, StoreError,
    accounts::{Customer, Customers},
};

use super::Session;
use crate::{App, Throttled, throttle::Charges, warn_seldom};

/// Why the avatar is what it was.
#[derive(Debug, thiserror::Error)]
pub enum UpdateAvatarError {
    /// Not a picture we take; the words say what to do.
    #[error(transparent)]
    Picture(#[from] AvatarError),
    /// Too many uploads.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The place pictures are kept in.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The account was removed a moment ago.
    #[error("no such customer")]
    NoCustomer,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stores the upload, recoded, as the caller's avatar and removes the one before; answers the caller's row as it is
/// now.
///
/// # Errors
/// [`UpdateAvatarError`]; the avatar before is still there.
pub async fn update_avatar(
    app: &App,
    session: Session,
    upload: Vec<u8>,
) -> Result<Customer, UpdateAvatarError> {
    let customer = session.customer_id;
    let now = app.clock.now();
    let charges = app.avatar_charges(customer);
    app.store.write((charges, now), |tx, (charges, now)| Box::pin(admit(tx, charges, *now))).await?;
    let picture = app.avatars.recode(upload).await?;
    let key = ImageKey::from_random(app.random.bytes(), ImageKind::Jpeg);
    app.images.put(&key, picture).await?;
    let work = (customer, key.to_string(), now);
    let swapped =
        app.store.write(work, |tx, (customer, key, now)| Box::pin(swap(tx, *customer, key, *now))).await;
    match swapped {
        Ok(Swapped { now, before }) => {
            if let Some(before) = before {
                remove(app, &before).await;
            }
            Ok(now)
        }
        // The row may name the new picture after all: then it must stay, and a picture too many does no harm.
        Err(UpdateAvatarError::Store(error @ StoreError::UnknownOutcome(_))) => Err(error.into()),
        Err(error) => {
            remove(app, &key.to_string()).await;
            Err(error)
        }
    }
}

async fn admit(tx: &mut dyn Tx, charges: &Charges, now: jiff::Timestamp) -> Result<(), UpdateAvatarError> {
    charges.take(tx, now).await
}

/// The row with its new picture, and the key of the one before.
struct Swapped {
    now: Customer,
    before: Option<String>,
}

/// Writes the new key and answers the old one, so that every picture that lost its row is removed by one caller.
async fn swap(
    tx: &mut dyn Tx,
    customer: CustomerId,
    key: &str,
    now: jiff::Timestamp,
) -> Result<Swapped, UpdateAvatarError> {
    // Another upload of the same player may slip in between the look and the swap; four in a row do not.
    for _ in 0..4 {
        let found = Customers(tx).find(customer).await?.ok_or(UpdateAvatarError::NoCustomer)?;
        if Customers(tx).update_image(customer, found.image_key.as_deref(), key, now).await? {
            let now = Customer { image_key: Some(key.to_owned()), ..found.clone() };
            return Ok(Swapped { now, before: found.image_key });
        }
    }
    Err(StoreError::Unavailable("the avatar keeps changing".to_owned()).into())
}

/// A picture that stays behind costs a few kilobytes; no upload fails for it.
async fn remove(app: &App, key: &str) {
    let Ok(key) = key.parse::<ImageKey>() else { return };
    if let Err(error) = app.images.remove(&key).await {
        warn_seldom!(%error, "an old avatar could not be removed");
    }
}
