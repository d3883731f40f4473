//! The table `desk_qr`: QR codes of the payment provider by which players pay at a desk. A code is named by its bill.

use jiff::Timestamp;
use sideout_domain::{BillId, StaffId, VenueId, bill::QrState, money::Money, order::OrderNumber};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of the desks' QR codes.
pub struct DeskQrs<'s>(pub &'s mut dyn Session);

/// A QR code of a desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskQr {
    /// The bill that it is for.
    pub bill: BillId,
    /// The venue of the desk.
    pub venue: VenueId,
    /// The clerk who made it.
    pub staff: StaffId,
    /// What is to be paid.
    pub amount: Money,
    /// The name of a payer who is not the customer.
    pub payer: Option<String>,
    /// The text that the code contains; `None` before the provider replied, and if it shows an image only.
    pub content: Option<String>,
    /// The address at which the provider shows it as an image.
    pub image_url: Option<String>,
    /// When the provider closes it by itself; of a code that a recovery has found, when it was made.
    pub closes_at: Timestamp,
    /// Its state.
    pub state: QrState,
    /// When the next request to close it at the provider is due; `None` if no more are sent.
    pub next_close_at: Option<Timestamp>,
    /// How often in a row it could not be closed.
    pub failed_closes: u32,
    /// Its id at the provider; `None` before the provider replied.
    pub id: Option<String>,
    /// The reference under which the provider knows it ([`sideout_domain::bill::qr_reference`]).
    pub reference: String,
    /// How often a caller got the right to request it from the provider; from 1 on it may exist there.
    pub requests: i64,
    /// When it was requested.
    pub opened_at: Timestamp,
}

impl DeskQr {
    /// Whether it waits for its payment.
    pub fn is_open(&self) -> bool {
        self.state == QrState::Open
    }
}

impl DeskQrs<'_> {
    /// Adds an open code for a bill that has a row in `provider_order`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        bill: BillId,
        venue: VenueId,
        staff: StaffId,
        closes_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("desk_qr/add"), params![bill.0, venue.0, staff.0, closes_at]).await.map(drop)
    }

    /// The code of this bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, bill: BillId) -> Result<Option<DeskQr>, StoreError> {
        self.0.first(sql!("desk_qr/find"), params![bill.0]).await?.as_ref().map(desk_qr).transpose()
    }

    /// Records what the provider shows of a code.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record(
        &mut self,
        bill: BillId,
        content: Option<&str>,
        image_url: Option<&str>,
    ) -> Result<(), StoreError> {
        let params = params![bill.0, content.map(str::to_owned), image_url.map(str::to_owned)];
        self.0.run(sql!("desk_qr/record"), params).await.map(drop)
    }

    /// The bills of the open codes for a part of an order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_open_of_order(&mut self, order: OrderNumber) -> Result<Vec<BillId>, StoreError> {
        let rows = self.0.all(sql!("desk_qr/list_open_of_order"), params![order.value()]).await?;
        rows.iter().map(|row| row.integer("bill_id").map(BillId)).collect()
    }

    /// Closes an open code; `false` if it is paid or closed. The caller ends its bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn close(&mut self, bill: BillId, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_qr/close"), params![bill.0, now]).await? == 1)
    }

    /// Records that the payment of a code settled its bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn mark_paid(&mut self, bill: BillId, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("desk_qr/mark_paid"), params![bill.0, now]).await.map(drop)
    }

    /// The `limit` codes that are longest overdue to be closed at the provider by `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<DeskQr>, StoreError> {
        self.0.all(sql!("desk_qr/list_due"), params![now, limit]).await?.iter().map(desk_qr).collect()
    }

    /// Claims the closing that was due at `due` until `until`; `false` if another node has claimed it, or the code was paid or ended.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim_close(
        &mut self,
        bill: BillId,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_qr/claim_close"), params![bill.0, due, until]).await? == 1)
    }

    /// Ends the requests to close a code at the provider; no effect on one that is open.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_close(&mut self, bill: BillId) -> Result<(), StoreError> {
        self.0.run(sql!("desk_qr/end_close"), params![bill.0]).await.map(drop)
    }

    /// Records that the closing that was claimed until `until` failed; the next attempt is at `next`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn postpone_close(
        &mut self,
        bill: BillId,
        until: Timestamp,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("desk_qr/postpone_close"), params![bill.0, until, next]).await.map(drop)
    }
}

fn desk_qr(row: &Row) -> Result<DeskQr, StoreError> {
    Ok(DeskQr {
        bill: BillId(row.integer("bill_id")?),
        venue: VenueId(row.integer("venue_id")?),
        staff: StaffId(row.integer("staff_id")?),
        amount: row.money("amount_paise")?,
        payer: row.text_or_null("payer_name")?.map(str::to_owned),
        content: row.text_or_null("content")?.map(str::to_owned),
        image_url: row.text_or_null("image_url")?.map(str::to_owned),
        closes_at: row.instant("closes_at")?,
        state: row.parsed("state")?,
        next_close_at: row.instant_or_null("next_close_at")?,
        failed_closes: row.converted("failed_closes")?,
        id: row.text_or_null("provider_order_id")?.map(str::to_owned),
        reference: row.text("reference")?.to_owned(),
        requests: row.integer("requests")?,
        opened_at: row.instant("opened_at")?,
    })
}
