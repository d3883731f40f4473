//! The table `desk_request`: answers by idempotency key.

use jiff::Timestamp;
use sideout_domain::StaffId;

use crate::{Row, Session, StoreError, accounts::SecretHash, params, sql};

/// A call that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskRequest {
    /// The member of staff who called.
    pub staff: StaffId,
    /// The hash of operation and input.
    pub fingerprint: Vec<u8>,
    /// The answer, as JSON.
    pub answer: String,
}

/// The repository of answered calls.
pub struct DeskRequests<'s>(pub &'s mut dyn Session);

impl DeskRequests<'_> {
    /// Reserves `key` for this unit of work. Returns the call that used it before, if there was one.
    ///
    /// INVARIANT: of two calls with one key, one changes something (test `one_key_is_one_call`).
    pub async fn claim(
        &mut self,
        key: &str,
        staff: StaffId,
        fingerprint: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<DeskRequest>, StoreError> {
        let params = params![key, staff.0, fingerprint, now];
        if self.0.run(sql!("desk_request/claim"), params).await? == 1 {
            return Ok(None);
        }
        let row = self.0.one(sql!("desk_request/find"), params![key]).await?;
        desk_request(&row).map(Some)
    }

    /// The call that used `key`.
    pub async fn find(&mut self, key: &str) -> Result<Option<DeskRequest>, StoreError> {
        let row = self.0.first(sql!("desk_request/find"), params![key]).await?;
        row.as_ref().map(desk_request).transpose()
    }

    /// Stores the answer of a key that this unit of work reserved.
    pub async fn answer(&mut self, key: &str, answer: &str) -> Result<(), StoreError> {
        self.0.run(sql!("desk_request/answer"), params![key, answer]).await.map(drop)
    }

    /// Removes up to `limit` calls that were made at `before` or earlier.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("desk_request/sweep"), params![before, limit]).await
    }
}

fn desk_request(row: &Row) -> Result<DeskRequest, StoreError> {
    Ok(DeskRequest {
        staff: StaffId(row.integer("staff_id")?),
        fingerprint: row.bytes("fingerprint")?.to_vec(),
        answer: row.text("answer")?.to_owned(),
    })
}
