//! `POST /user/profile` with an image: a new avatar, recoded for safety and stored under a random name that cannot be
//! guessed.

use sideout_domain::CustomerId;
pub use sideout_providers::images::PictureRefused;
use sideout_providers::images::{ImageKey, ImageKind, ImageStoreError};
use sideout_store::{
    Session as Tx, StoreError, UnusedPictures,
    accounts::{Customer, Customers},
};

use super::Session;
use crate::{App, Throttled, platform::throttle::Charges, warn_throttled};

/// The most attempts to write the new key while other uploads of the same player change it.
const MAX_SWAPS: u32 = 4;

/// Why the avatar was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateAvatarError {
    /// The upload is not an accepted picture.
    #[error(transparent)]
    Picture(#[from] PictureRefused),
    /// The customer uploaded too many avatars.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The image store failed.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The account was locked or merged in the meantime.
    #[error("no such customer")]
    NoCustomer,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Recodes the upload, stores it as the caller's avatar and removes the previous one. Returns the caller's updated row.
///
/// # Errors
/// [`UpdateAvatarError`]; the caller still has the previous avatar. After [`StoreError::UnknownOutcome`] the caller may have the
/// new one.
pub async fn update_avatar(
    app: &App,
    session: Session,
    upload: Vec<u8>,
) -> Result<Customer, UpdateAvatarError> {
    let customer = session.customer_id;
    let now = app.clock.now();
    let charges = app.avatar_charges(customer);
    app.store.write((charges, now), |tx, (charges, now)| Box::pin(admit(tx, charges, *now))).await?;
    let picture = app.picture_recoder.recode_avatar(upload).await?;
    let key = ImageKey::from_random(app.random.bytes(), ImageKind::Jpeg);
    // INVARIANT: a stored picture is named by its account or recorded as unused, whatever fails or stops in between (suite
    // `unused_pictures`).
    let record = app.store.write((customer, key.to_string(), now), |tx, (customer, key, now)| {
        Box::pin(async move { UnusedPictures(tx).add(key, *customer, *now).await })
    });
    let recorded: Result<(), StoreError> = record.await;
    recorded?;
    app.images.put(&key, picture).await?;
    let work = (customer, key.to_string(), now);
    let swapped =
        app.store.write(work, |tx, (customer, key, now)| Box::pin(swap(tx, *customer, key, *now))).await;
    match swapped {
        Ok(Swapped { after, before }) => {
            if let Some(before) = before {
                remove(app, &before).await;
            }
            Ok(after)
        }
        // The write may have succeeded, and then the row refers to the new picture. The other one is recorded as unused.
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

/// The row with its new picture, and the key of the previous one.
struct Swapped {
    after: Customer,
    before: Option<String>,
}

/// Writes the new key and returns the previous one.
async fn swap(
    tx: &mut dyn Tx,
    customer: CustomerId,
    key: &str,
    now: jiff::Timestamp,
) -> Result<Swapped, UpdateAvatarError> {
    // Another upload of the same player may change the key between the read and the write. If the key is still the one of the
    // attempt before, that attempt failed because the account was locked or merged.
    let mut expected = None;
    for _ in 0..MAX_SWAPS {
        let found = Customers(tx).find(customer).await?.ok_or(UpdateAvatarError::NoCustomer)?;
        if expected.is_some_and(|key| key == found.image_key) {
            return Err(UpdateAvatarError::NoCustomer);
        }
        if Customers(tx).update_image(customer, found.image_key.as_deref(), key, now).await? {
            if !UnusedPictures(tx).forget(key).await? {
                return Err(StoreError::Unavailable(
                    "the upload took so long that it was removed".to_owned(),
                )
                .into());
            }
            if let Some(before) = &found.image_key {
                UnusedPictures(tx).add(before, customer, now).await?;
            }
            let after = Customer { image_key: Some(key.to_owned()), ..found.clone() };
            return Ok(Swapped { after, before: found.image_key });
        }
        expected = Some(found.image_key);
    }
    Err(StoreError::Unavailable("the avatar keeps changing".to_owned()).into())
}

/// Removes a picture to which no row refers. A failure is only logged: the job `remove_unused_pictures` tries again.
async fn remove(app: &App, key: &str) {
    if let Err(error) = remove_unused(app, key).await {
        warn_throttled!(%error, "a removed picture is still recorded as unused");
    }
}

/// Removes a picture that no account names from the store of pictures, and then its record; `false` if the store fails, which is logged,
/// or it was not recorded.
///
/// # Errors
/// [`StoreError`]; the record may be there still.
pub(crate) async fn remove_unused(app: &App, key: &str) -> Result<bool, StoreError> {
    if let Ok(picture) = key.parse::<ImageKey>()
        && let Err(error) = app.images.remove(&picture).await
    {
        warn_throttled!(%error, "an unused picture could not be removed, trying again later");
        return Ok(false);
    }
    let forget = app
        .store
        .write(key.to_owned(), |tx, key| Box::pin(async move { UnusedPictures(tx).forget(key).await }));
    forget.await
}
