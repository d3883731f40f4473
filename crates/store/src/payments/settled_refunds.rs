//! Refunds that failed at the provider and that staff settled another way: the part of the table `refund` about them.

use jiff::Timestamp;
use sideout_domain::{RefundId, ShiftId, StaffId, refund::RefundMethod};

use super::{Explanation, Refund, Refunds, refund};
use crate::{StoreError, params, sql};

/// How staff settle a refund that failed at the provider.
#[derive(Debug, Clone)]
pub struct NewSettlement<'a> {
    /// The way by which the money went back.
    pub method: RefundMethod,
    /// The shift whose drawer the cash leaves; `None` if it is not cash.
    pub shift: Option<ShiftId>,
    /// The member of staff who gave the money back.
    pub staff: StaffId,
    /// The reference of the UPI payment or transfer.
    pub reference: Option<&'a str>,
    /// What staff noted.
    pub note: Option<&'a str>,
    /// What its voucher shows, as JSON.
    pub voucher: &'a str,
    /// When to ask the provider whether it has sent the money after all.
    pub first_check_at: Timestamp,
    /// The current time.
    pub now: Timestamp,
}

impl Refunds<'_> {
    /// Records that staff gave a failed refund back another way; `false` if it is no longer in the state of `refund`.
    ///
    /// INVARIANT: a refund that failed is tried again or settled another way, never both, also by concurrent calls (suite
    /// `settling_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn settle(&mut self, refund: &Refund, new: &NewSettlement<'_>) -> Result<bool, StoreError> {
        let params = params![
            refund.id.0,
            refund.source.payment(),
            refund.attempt,
            new.method.name(),
            new.shift.map(|shift| shift.0),
            new.staff.0,
            new.now,
            new.first_check_at,
            new.reference,
            new.note,
            new.voucher,
        ];
        Ok(self.0.run(sql!("refund/settle"), params).await? == 1)
    }

    /// Sets when the provider is asked next about an attempt of a refund that was settled another way; `None`: it is not
    /// asked again. `false` if the provider is not asked about it any more, or the refund has another attempt now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn schedule_next_check(
        &mut self,
        refund: &Refund,
        next: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let params = params![refund.id.0, refund.attempt, next];
        Ok(self.0.run(sql!("refund/schedule_next_check"), params).await? == 1)
    }

    /// Records that the provider sent, under the id `sent`, what staff settled another way; `false` if that was
    /// recorded before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn mark_sent_after_all(
        &mut self,
        id: RefundId,
        sent: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/mark_sent_after_all"), params![id.0, sent, now]).await? == 1)
    }

    /// Records how staff cleared up a refund that went back twice; `false` if it did not go back twice, or was
    /// explained before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn explain(&mut self, id: RefundId, explanation: &Explanation) -> Result<bool, StoreError> {
        let Explanation { text, staff, at } = explanation;
        Ok(self.0.run(sql!("refund/explain"), params![id.0, text, staff.0, *at]).await? == 1)
    }

    /// What the voucher of a refund shows, as JSON; `None` if the refund was not settled another way.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_voucher(&mut self, id: RefundId) -> Result<Option<String>, StoreError> {
        let found = self.0.first(sql!("refund/find_voucher"), params![id.0]).await?;
        found.map(|row| Ok(row.text("voucher")?.to_owned())).transpose()
    }

    /// The `limit` oldest refunds that went back twice and have no explanation.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_sent_twice(&mut self, limit: u32) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_sent_twice"), params![limit]).await?;
        rows.iter().map(refund).collect()
    }
}
