//! The erasure of a player: the account is locked for the days in which the erasure can be undone, and then its data
//! are erased.

use jiff::Timestamp;
use sideout_domain::{CustomerId, StaffId, person::Phone};

use crate::{
    FormerStandings, Session, StoreError,
    accounts::{ErasureLock, PasswordFailures, PhoneHash, erasure_lock},
    params, sql,
};

/// The repository of erased accounts.
pub struct PlayerErasures<'s>(pub &'s mut dyn Session);

/// An account to be erased.
#[derive(Debug, Clone)]
pub struct ErasedAccount {
    /// The account.
    pub id: CustomerId,
    /// Its number, if it had one.
    pub phone: Option<Phone>,
    /// What is replaced in the stored answers of the desk, each with its replacement, as JSON.
    pub words: Vec<(String, String)>,
}

/// An account that is locked until its data are erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedAccount {
    /// The account.
    pub id: CustomerId,
    /// The name on the pass.
    pub name: String,
    /// Its number; `None` for a guest who gave none.
    pub phone: Option<Phone>,
    /// Until when it is locked, and who requested the erasure.
    pub lock: ErasureLock,
}

impl PlayerErasures<'_> {
    /// Locks and hides an account, with those that were merged into it, and ends its sessions and codes; false if it is locked or erased.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn request(
        &mut self,
        account: CustomerId,
        erase_at: Timestamp,
        (requested_by, now): (StaffId, Timestamp),
    ) -> Result<bool, StoreError> {
        let params = params![account.0, erase_at, now, requested_by.0];
        if self.0.run(sql!("customer/request_erasure"), params).await? == 0 {
            return Ok(false);
        }
        for statement in [
            sql!("customer_word/remove"),
            sql!("session/remove_of_customer"),
            sql!("code_handle/remove_of_customer"),
        ] {
            self.0.run(statement, params![account.0]).await?;
        }
        Ok(true)
    }

    /// Unlocks an account, with those that were merged into it; false if it is not locked, or if it is due to be
    /// erased or was erased. The caller writes the words of its name again, without which searches do not find it.
    ///
    /// INVARIANT: an account is either erased or unlocked (suite `undone_erasures`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn undo(&mut self, account: CustomerId, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("customer/undo_erasure"), params![account.0, now]).await? > 0)
    }

    /// Up to `limit` accounts after `after` that are due to be erased at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(
        &mut self,
        now: Timestamp,
        after: CustomerId,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        let rows = self.0.all(sql!("customer/list_to_erase"), params![now, after.0, limit]).await?;
        rows.iter().map(|row| row.integer("customer_id").map(CustomerId)).collect()
    }

    /// The first `limit` accounts that are locked until their data are erased, the next one first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self, limit: u32) -> Result<Vec<LockedAccount>, StoreError> {
        let rows = self.0.all(sql!("customer/list_locked"), params![limit]).await?;
        let mut locked = Vec::new();
        for row in &rows {
            let Some(lock) = erasure_lock(row)? else { continue };
            locked.push(LockedAccount {
                id: CustomerId(row.integer("customer_id")?),
                name: row.text("full_name")?.to_owned(),
                phone: row.parsed_or_null("phone")?,
                lock,
            });
        }
        Ok(locked)
    }

    /// Erases a locked account under the name `as_name`; false if it was erased before, is not locked, or can still
    /// be unlocked. Strikes and a block are kept under `phones`, the hashes of all numbers of the player.
    ///
    /// INVARIANT: nothing but documents and the audit has the name, the number or the address afterwards, unless staff typed them in a
    /// text that is about no player (suite `erasing`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn erase(
        &mut self,
        account: &ErasedAccount,
        phones: &[PhoneHash],
        as_name: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = account.id.0;
        if self.0.run(sql!("customer/erase"), params![id, as_name, now]).await? == 0 {
            return Ok(false);
        }
        FormerStandings(self.0).keep(account.id, phones, now).await?;
        for statement in [
            sql!("player_block/remove"),
            sql!("customer_word/remove"),
            sql!("session/remove_of_customer"),
            sql!("code_handle/remove_of_customer"),
            sql!("player_note/remove_of_customer"),
            sql!("unused_picture/remove_of_customer"),
            sql!("outbox/remove_of_customer"),
            sql!("orders/erase_words"),
            sql!("bill/erase_payer"),
            sql!("desk_payment/erase_words"),
            sql!("refund/erase_words"),
            sql!("payout_line/erase_words"),
            sql!("forgiven_no_show/erase_reason"),
        ] {
            self.0.run(statement, params![id]).await?;
        }
        self.0.run(sql!("booking_group/erase_label"), params![id, as_name]).await?;
        for (word, replacement) in &account.words {
            self.0.run(sql!("desk_request/erase_words"), params![word, replacement]).await?;
        }
        let Some(phone) = &account.phone else { return Ok(true) };
        self.0.run(sql!("code_handle/remove_of_phone"), params![phone.as_e164()]).await?;
        self.0.run(sql!("throttle/remove_of_phone"), params![phone.as_e164()]).await?;
        self.0.run(sql!("staff_failure/remove_of_phone"), params![phone.as_e164()]).await?;
        PasswordFailures(self.0).forget(phone).await?;
        Ok(true)
    }
}
