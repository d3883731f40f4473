//! Job: removes pictures of players that no account names.

use sideout_store::{StoreError, UnusedPictures};

use crate::{App, accounts::update_avatar::remove_unused, platform::clock::earlier};

/// The most keys that are listed at a time.
const BATCH: u32 = 50;

/// A picture is removed if no account has named it for this many seconds. An upload ends long before.
const UNUSED_SECONDS: i64 = 3_600;

/// Removes the pictures that no account has named for an hour; returns how many. One that cannot be removed waits for the next run.
///
/// # Errors
/// [`StoreError`]; the next run does the rest.
pub async fn remove_unused_pictures(app: &App) -> Result<u32, StoreError> {
    let until = earlier(app.clock.now(), UNUSED_SECONDS);
    let (mut removed, mut after) = (0, String::new());
    loop {
        let list = app.store.read((until, after), |tx, (until, after)| {
            Box::pin(async move { UnusedPictures(tx).list(*until, after, BATCH).await })
        });
        let keys: Vec<String> = list.await?;
        let Some(last) = keys.last() else { break };
        after = last.clone();
        for key in &keys {
            removed += u32::from(remove_unused(app, key).await?);
        }
    }
    if removed > 0 {
        tracing::info!(pictures = removed, "unused pictures were removed");
    }
    Ok(removed)
}
