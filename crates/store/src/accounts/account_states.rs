//! The state of an account, and what belongs to it.

use jiff::Timestamp;
use sideout_domain::{CustomerId, StaffId, person::Phone};

use super::Customers;
use crate::{Row, StoreError, params, sql};

/// The state of an account: whether it was merged, is locked or erased, or is of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountState {
    /// The account.
    pub id: CustomerId,
    /// Its phone number; `None` for a guest who gave none, and once it is erased.
    pub phone: Option<Phone>,
    /// The name on the pass.
    pub name: String,
    /// Address for mail; empty for a guest of the desk, and once it is erased.
    pub email: String,
    /// Whether the player registered it; `false` for a guest of the desk, and once it is erased.
    pub has_account: bool,
    /// Object key of the avatar.
    pub image_key: Option<String>,
    /// The account that was kept when it was merged.
    pub merged_into: Option<CustomerId>,
    /// The lock; set if the data of the account will be or were erased.
    pub lock: Option<ErasureLock>,
    /// When its data were erased.
    pub erased_at: Option<Timestamp>,
}

/// The lock of an account, from the request of its erasure on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureLock {
    /// From this instant on the data are erased.
    pub erase_at: Timestamp,
    /// When the erasure was requested.
    pub requested_at: Timestamp,
    /// Who requested it; `None` if that is no longer known.
    pub requested_by: Option<StaffId>,
}

/// An account that was merged into another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedAccount {
    /// The account.
    pub id: CustomerId,
    /// Its phone number, which leads to the account that was kept; `None` for a guest who gave none, and once it is erased.
    pub phone: Option<Phone>,
    /// The name on its pass.
    pub name: String,
    /// Address for mail; empty for a guest of the desk, and once it is erased.
    pub email: String,
    /// Object key of the avatar.
    pub image_key: Option<String>,
}

/// The numbers of what belongs to an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Belongings {
    /// The number of bookings of all times, with cancelled ones.
    pub games: i64,
    /// The number of bookings that have not ended.
    pub games_ahead: i64,
    /// The number of bookings that have not begun, are to be paid at the court, and of which nothing is paid.
    pub unpaid_ahead: i64,
    /// The number of held courts, with those whose hold has just expired and whose order is not marked as expired yet.
    pub holds: i64,
    /// The number of missed games; a game counts as missed once its day is closed.
    pub missed: i64,
    /// The number of missed games that were not forgiven, with the former strikes that still count.
    pub strikes: i64,
    /// The number of games that have begun and are not paid in full.
    pub owing: i64,
    /// The amount due for these games, in paise.
    pub owed_paise: i64,
    /// The number of requested payments that are not paid and that the provider is polled for, or is just requested to open.
    pub open_bills: i64,
    /// The number of requested payments of all times.
    pub bills: i64,
    /// The number of refunds that are not done.
    pub open_refunds: i64,
    /// The number of cancelled bookings that wait for a refund to be sent or paid out, or for their player's answer to an offer.
    pub to_refund: i64,
    /// The number of offers of closures that are not answered.
    pub open_offers: i64,
    /// The number of notes that were not removed.
    pub notes: i64,
    /// The number of uses of coupons.
    pub coupon_uses: i64,
    /// The number of stored messages.
    pub messages: i64,
    /// The number of sessions.
    pub sessions: i64,
}

impl Customers<'_> {
    /// The state of exactly this account, also if it was merged into another one.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_state(&mut self, id: CustomerId) -> Result<Option<AccountState>, StoreError> {
        let row = self.0.first(sql!("customer/find_state"), params![id.0]).await?;
        row.map(|row| {
            Ok(AccountState {
                id: CustomerId(row.integer("customer_id")?),
                phone: row.parsed_or_null("phone")?,
                name: row.text("full_name")?.to_owned(),
                email: row.text("email")?.to_owned(),
                has_account: row.text("origin")? == "app",
                image_key: row.text_or_null("image_key")?.map(str::to_owned),
                merged_into: row.integer_or_null("merged_into")?.map(CustomerId),
                lock: erasure_lock(&row)?,
                erased_at: row.instant_or_null("erased_at")?,
            })
        })
        .transpose()
    }

    /// The account that was kept, if `id` was merged; else `id`. `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn follow(&mut self, id: CustomerId) -> Result<Option<CustomerId>, StoreError> {
        Ok(self.find_state(id).await?.map(|state| state.merged_into.unwrap_or(state.id)))
    }

    /// Whether this account is locked because its data will be or were erased.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn is_locked(&mut self, id: CustomerId) -> Result<bool, StoreError> {
        Ok(self.find_state(id).await?.is_some_and(|state| state.lock.is_some()))
    }

    /// The accounts that were merged into `id`, the first one first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_merged(&mut self, id: CustomerId) -> Result<Vec<MergedAccount>, StoreError> {
        let rows = self.0.all(sql!("customer/list_merged"), params![id.0]).await?;
        rows.iter()
            .map(|row| {
                Ok(MergedAccount {
                    id: CustomerId(row.integer("customer_id")?),
                    phone: row.parsed_or_null("phone")?,
                    name: row.text("full_name")?.to_owned(),
                    email: row.text("email")?.to_owned(),
                    image_key: row.text_or_null("image_key")?.map(str::to_owned),
                })
            })
            .collect()
    }

    /// What belongs to this account at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_belongings(
        &mut self,
        id: CustomerId,
        now: Timestamp,
    ) -> Result<Option<Belongings>, StoreError> {
        let row = self.0.first(sql!("customer/find_belongings"), params![id.0, now]).await?;
        row.map(|row| {
            Ok(Belongings {
                games: row.integer("games")?,
                games_ahead: row.integer("games_ahead")?,
                unpaid_ahead: row.integer("unpaid_ahead")?,
                holds: row.integer("holds")?,
                missed: row.integer("missed")?,
                strikes: row.integer("strikes")?,
                owing: row.integer("owing")?,
                owed_paise: row.integer("owed_paise")?,
                open_bills: row.integer("open_bills")?,
                bills: row.integer("bills")?,
                open_refunds: row.integer("open_refunds")?,
                to_refund: row.integer("to_refund")?,
                open_offers: row.integer("open_offers")?,
                notes: row.integer("notes")?,
                coupon_uses: row.integer("coupon_uses")?,
                messages: row.integer("messages")?,
                sessions: row.integer("sessions")?,
            })
        })
        .transpose()
    }
}

pub(crate) fn erasure_lock(row: &Row) -> Result<Option<ErasureLock>, StoreError> {
    let Some(erase_at) = row.instant_or_null("erase_at")? else { return Ok(None) };
    let requested_at = row.instant_or_null("erase_asked_at")?.unwrap_or(erase_at);
    let requested_by = row.integer_or_null("erase_asked_by")?.map(StaffId);
    Ok(Some(ErasureLock { erase_at, requested_at, requested_by }))
}
