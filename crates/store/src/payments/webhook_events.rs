//! The table `webhook_event`: events that the payment provider sent us.

use jiff::Timestamp;

use crate::{Session, StoreError, Waiting, params, sql};

/// The repository of webhook events.
pub struct WebhookEvents<'s>(pub &'s mut dyn Session);

/// An event that is not processed yet.
#[derive(Debug, Clone)]
pub struct WebhookEvent {
    /// The provider's id of the event.
    pub id: String,
    /// The bytes that were signed.
    pub body: Vec<u8>,
    /// How often processing was tried.
    pub tries: i64,
    /// When it became due.
    pub due: Timestamp,
}

impl WebhookEvents<'_> {
    /// Stores an event; `false` if it was received before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, id: &str, body: &[u8], now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("webhook_event/add"), params![id, body, now]).await? == 1)
    }

    /// At most `limit` events that are due at `now`, the longest overdue first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<WebhookEvent>, StoreError> {
        let rows = self.0.all(sql!("webhook_event/list_due"), params![now, limit]).await?;
        rows.iter()
            .map(|row| {
                Ok(WebhookEvent {
                    id: row.text("event_id")?.to_owned(),
                    body: row.bytes("body")?.to_vec(),
                    tries: row.integer("tries")?,
                    due: row.instant("next_try_at")?,
                })
            })
            .collect()
    }

    /// How many events are not processed yet, and since when the oldest of them waits.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_waiting(&mut self) -> Result<Waiting, StoreError> {
        Waiting::read(&self.0.one(sql!("webhook_event/count_waiting"), params![]).await?)
    }

    /// Claims an event for processing until `until`; `false` if it was claimed meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim(&mut self, event: &WebhookEvent, until: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("webhook_event/claim"), params![&event.id, event.due, until]).await? == 1)
    }

    /// Ends the processing of an event and removes its body.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end(&mut self, id: &str) -> Result<(), StoreError> {
        self.0.run(sql!("webhook_event/end"), params![id, Vec::<u8>::new()]).await.map(drop)
    }

    /// Removes up to `limit` ended events that were received by `before`; returns how many.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("webhook_event/sweep"), params![before, limit]).await
    }
}
