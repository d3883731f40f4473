//! The table `webhook_event`: what the provider called us for.

use jiff::Timestamp;

use crate::{Session, StoreError, Waiting, params, sql};

/// The events.
pub struct WebhookEvents<'s>(pub &'s mut dyn Session);

/// An event that waits for its work.
#[derive(Debug, Clone)]
pub struct WebhookEvent {
    /// The provider's id of it.
    pub id: String,
    /// The bytes that were signed.
    pub body: Vec<u8>,
    /// How often it was worked on.
    pub tries: i64,
    /// Since when it is due.
    pub due: Timestamp,
}

impl WebhookEvents<'_> {
    /// Keeps an event; `false` when it came before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, id: &str, body: &[u8], now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("webhook_event/add"), params![id, body, now]).await? == 1)
    }

    /// The `limit` events longest overdue at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<WebhookEvent>, StoreError> {
        let rows = self.0.all(sql!("webhook_event/list_due"), params![now, limit]).await?;
        rows.iter()
            .map(|row| {
                Ok(WebhookEvent {
                    id: row.text(0)?.to_owned(),
                    body: row.bytes(1)?.to_vec(),
                    tries: row.integer(2)?,
                    due: row.instant(3)?,
                })
            })
            .collect()
    }

    /// Events that nobody has worked on to the end yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_waiting(&mut self) -> Result<Waiting, StoreError> {
        Waiting::read(&self.0.one(sql!("webhook_event/count_waiting"), params![]).await?, 0)
    }

    /// Takes an event to work on until `until`; `false` when another node has it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take(&mut self, event: &WebhookEvent, until: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("webhook_event/take"), params![&event.id, event.due, until]).await? == 1)
    }

    /// Ends the work on an event.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end(&mut self, id: &str) -> Result<(), StoreError> {
        self.0.run(sql!("webhook_event/end"), params![id]).await.map(drop)
    }

    /// Forgets up to `limit` events that came before `before` and are done; tells how many.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("webhook_event/sweep"), params![before, limit]).await
    }
}
