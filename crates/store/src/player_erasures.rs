//! An account becomes a number: what names the person goes, what the books need stays.

use jiff::Timestamp;
use sideout_domain::{CustomerId, person::Phone};

use crate::{Session, StoreError, accounts::PasswordFailures, params, sql};

/// The repository of erased accounts.
pub struct PlayerErasures<'s>(pub &'s mut dyn Session);

/// An account that is erased.
#[derive(Debug, Clone)]
pub struct ErasedAccount {
    /// The account.
    pub id: CustomerId,
    /// Its number, if it had one.
    pub phone: Option<Phone>,
    /// Texts that must not stay in kept answers of the desk: name and number, as JSON writes whole texts.
    pub words: Vec<String>,
}

impl PlayerErasures<'_> {
    /// Erases an account under the name `as_name`; false if it was erased before. Receipts, bills, bookings and the ledger stay.
    ///
    /// INVARIANT: nothing but documents has the name, the number or the address afterwards (suite `erasing`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn erase(
        &mut self,
        account: &ErasedAccount,
        as_name: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = account.id.0;
        if self.0.run(sql!("customer/erase"), params![id, as_name, now]).await? == 0 {
            return Ok(false);
        }
        for statement in [
            sql!("customer_word/remove"),
            sql!("session/remove_of_customer"),
            sql!("code_handle/remove_of_customer"),
            sql!("player_note/remove_of_customer"),
            sql!("outbox/remove_of_customer"),
            sql!("orders/erase_words"),
            sql!("bill/erase_payer"),
            sql!("desk_payment/erase_payer"),
            sql!("forgiven_no_show/erase_reason"),
        ] {
            self.0.run(statement, params![id]).await?;
        }
        self.0.run(sql!("booking_group/erase_label"), params![id, as_name]).await?;
        for word in &account.words {
            self.0.run(sql!("desk_request/erase_words"), params![word, format!("\"{as_name}\"")]).await?;
        }
        let Some(phone) = &account.phone else { return Ok(true) };
        self.0.run(sql!("code_handle/remove_of_phone"), params![phone.as_e164()]).await?;
        self.0.run(sql!("throttle/remove_of_phone"), params![phone.as_e164()]).await?;
        PasswordFailures(self.0).forget(phone).await?;
        Ok(true)
    }
}
