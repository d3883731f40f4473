//! Housekeeping: writes the words by which the desk finds customers, where they are missing.

use sideout_store::{Session, StoreError, accounts::Customers};

use crate::App;

/// The most customers that are handled in one unit of work, so that no other unit of work waits long for it.
const BATCH: u32 = 500;

/// Writes the words of all customers that have none of their present name; returns the number of customers.
///
/// # Errors
/// [`StoreError`]; batches written before the error stay, and the next run does the rest.
pub async fn write_name_words(app: &App) -> Result<usize, StoreError> {
    let mut sum = 0;
    loop {
        let written = app.store.write((), |tx, ()| Box::pin(write_batch(tx))).await?;
        sum += written;
        if written == 0 {
            return Ok(sum);
        }
    }
}

async fn write_batch(tx: &mut dyn Session) -> Result<usize, StoreError> {
    let customers = Customers(tx).list_without_words(BATCH).await?;
    for (id, name) in &customers {
        Customers(tx).write_words(*id, name).await?;
    }
    Ok(customers.len())
}
