//! The table `outbox`: what players are to be told.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    money::Money,
    notice::{Channel, Notice, Outcome},
    order::OrderNumber,
};

use crate::{Row, Session, StoreError, Value, Waiting, orders::number, params, sql};

/// The messages.
pub struct Outbox<'s>(pub &'s mut dyn Session);

/// Something to tell.
#[derive(Debug, Clone, Copy)]
pub struct NewMessage<'a> {
    /// What it is about, beside notice and channel: an order number, a payment, a change of the account.
    pub about: &'a str,
    /// What happened.
    pub notice: Notice,
    /// Which way it goes.
    pub channel: Channel,
    /// To whom.
    pub customer: CustomerId,
    /// Which order; `None` when it is about the account.
    pub order: Option<OrderNumber>,
    /// What goes back.
    pub amount: Option<Money>,
    /// From when on.
    pub send_at: Timestamp,
    /// Now.
    pub created_at: Timestamp,
}

/// A message that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMessage {
    /// What it is; the same for each try.
    pub key: String,
    /// What happened.
    pub notice: Notice,
    /// Which way it goes.
    pub channel: Channel,
    /// To whom.
    pub customer: CustomerId,
    /// Which order; `None` when it is about the account.
    pub order: Option<OrderNumber>,
    /// What goes back.
    pub amount: Option<Money>,
    /// How often it was tried.
    pub tries: i64,
    /// Since when it is due.
    pub due: Timestamp,
    /// When it became true.
    pub created_at: Timestamp,
}

impl DueMessage {
    /// What it is about, as [`NewMessage::about`] said.
    pub fn about(&self) -> &str {
        let rest = self.key.strip_suffix(self.channel.name()).and_then(|rest| rest.strip_suffix('.'));
        let rest = rest.and_then(|rest| rest.strip_suffix(self.notice.name()));
        rest.and_then(|rest| rest.strip_suffix('.')).unwrap_or(&self.key)
    }
}

impl Outbox<'_> {
    /// Writes messages down, but for those that were written before; tells how many are new.
    ///
    /// INVARIANT: one message per thing, notice and channel (suite `outbox`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, messages: &[NewMessage<'_>]) -> Result<u64, StoreError> {
        let rows: Vec<Vec<Value>> = messages.iter().map(added).collect();
        Ok(self.0.run_each(sql!("outbox/add"), &rows).await?.into_iter().sum())
    }

    /// The `limit` messages of a channel longest overdue at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(
        &mut self,
        channel: Channel,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueMessage>, StoreError> {
        let rows = self.0.all(sql!("outbox/list_due"), params![channel.name(), now, limit]).await?;
        rows.iter().map(due_message).collect()
    }

    /// Takes a message to send until `until`; `false` when another node has it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take(&mut self, message: &DueMessage, until: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("outbox/take"), params![&message.key, message.due, until]).await? == 1)
    }

    /// Gives back a message that was taken until `until`, to be tried again at `at`; `false` when another has taken it
    /// since.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn postpone(&mut self, key: &str, until: Timestamp, at: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("outbox/postpone"), params![key, until, at]).await? == 1)
    }

    /// Ends a message; `false` when it had ended.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end(&mut self, key: &str, outcome: Outcome, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("outbox/end"), params![key, outcome.name(), now]).await? == 1)
    }

    /// What waits to be told at `now` although it is due, or was tried already: by channel, those without any left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_waiting(&mut self, now: Timestamp) -> Result<Vec<(Channel, Waiting)>, StoreError> {
        let rows = self.0.all(sql!("outbox/count_waiting"), params![now]).await?;
        rows.iter().map(|row| Ok((row.parsed(0)?, Waiting::read(row, 1)?))).collect()
    }

    /// Forgets up to `limit` messages that ended by `before`; tells how many.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("outbox/sweep"), params![before, limit]).await
    }
}

/// The parameters of `outbox/add`.
fn added(new: &NewMessage<'_>) -> Vec<Value> {
    params![
        format!("{}.{}.{}", new.about, new.notice, new.channel),
        new.notice.name(),
        new.channel.name(),
        new.customer.0,
        new.order.map(OrderNumber::value),
        new.amount.map(Money::paise),
        new.send_at,
        new.created_at,
    ]
    .to_vec()
}

fn due_message(row: &Row) -> Result<DueMessage, StoreError> {
    Ok(DueMessage {
        key: row.text(0)?.to_owned(),
        notice: row.parsed(1)?,
        channel: row.parsed(2)?,
        customer: CustomerId(row.integer(3)?),
        order: row.integer_or_null(4)?.map(|_| number(row, 4)).transpose()?,
        amount: row.integer_or_null(5)?.map(Money::from_paise),
        tries: row.integer(6)?,
        due: row.instant(7)?,
        created_at: row.instant(8)?,
    })
}
