//! The table `outbox`: messages to players.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    money::Money,
    notice::{Channel, DropReason, Notice, Outcome},
    order::OrderNumber,
};

use crate::{Row, Session, StoreError, Value, Waiting, params, sql};

/// The repository of messages.
pub struct Outbox<'s>(pub &'s mut dyn Session);

/// A message about to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewMessage<'a> {
    /// The subject, such as an order number. With notice and channel it makes the key of the message.
    pub about: &'a str,
    /// The event that it is about.
    pub notice: Notice,
    /// How it is sent.
    pub channel: Channel,
    /// The recipient.
    pub customer: CustomerId,
    /// The order; `None` if the message is about the account.
    pub order: Option<OrderNumber>,
    /// The amount of the refund.
    pub amount: Option<Money>,
    /// When it may be sent at the earliest.
    pub send_at: Timestamp,
    /// The current time.
    pub created_at: Timestamp,
}

/// A message that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMessage {
    /// Its key; the same for each try.
    pub key: String,
    /// The event that it is about.
    pub notice: Notice,
    /// How it is sent.
    pub channel: Channel,
    /// The recipient.
    pub customer: CustomerId,
    /// The order; `None` if the message is about the account.
    pub order: Option<OrderNumber>,
    /// The amount of the refund.
    pub amount: Option<Money>,
    /// How often it was tried.
    pub tries: i64,
    /// When it became due.
    pub due: Timestamp,
    /// When it was written.
    pub created_at: Timestamp,
    /// How often staff had it sent again.
    pub resends: i64,
}

/// A due message whose row cannot be read: it is damaged, or a newer program wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableMessage {
    /// Its key.
    pub key: String,
    /// How often it was tried.
    pub tries: i64,
    /// When it became due.
    pub due: Timestamp,
    /// How often staff had it sent again.
    pub resends: i64,
    /// What cannot be read.
    pub failure: String,
}

/// How a message ended, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The provider accepted it.
    Sent,
    /// It was not sent.
    Dropped(DropReason),
    /// It was given up after this failure.
    Dead(String),
}

impl Ending {
    /// The outcome, without its reason.
    pub fn outcome(&self) -> Outcome {
        match self {
            Ending::Sent => Outcome::Sent,
            Ending::Dropped(_) => Outcome::Dropped,
            Ending::Dead(_) => Outcome::Dead,
        }
    }
}

impl DueMessage {
    /// The subject, as set in [`NewMessage::about`].
    pub fn about(&self) -> &str {
        let rest = self.key.strip_suffix(self.channel.name()).and_then(|rest| rest.strip_suffix('.'));
        let rest = rest.and_then(|rest| rest.strip_suffix(self.notice.name()));
        rest.and_then(|rest| rest.strip_suffix('.')).unwrap_or(&self.key)
    }
}

impl Outbox<'_> {
    /// Adds the messages that were not written before, except those to a customer without a phone number; returns how many
    /// were added.
    ///
    /// INVARIANT: one message per subject, notice and channel (suite `outbox`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, messages: &[NewMessage<'_>]) -> Result<u64, StoreError> {
        let rows: Vec<Vec<Value>> = messages.iter().map(add_params).collect();
        Ok(self.0.run_each(sql!("outbox/add"), &rows).await?.into_iter().sum())
    }

    /// The `limit` messages of a channel that are longest overdue at `now`; those that cannot be read are apart, so that they do not keep
    /// the others from being sent. One that says where and when a game is waits while a notice that the game was moved is not due yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(
        &mut self,
        channel: Channel,
        now: Timestamp,
        limit: u32,
    ) -> Result<(Vec<DueMessage>, Vec<UnreadableMessage>), StoreError> {
        let rows = self.0.all(sql!("outbox/list_due"), params![channel.name(), now, limit]).await?;
        let (mut due, mut unreadable) = (Vec::new(), Vec::new());
        for row in &rows {
            match due_message(row) {
                Ok(message) => due.push(message),
                Err(error) => unreadable.push(unreadable_message(row, &error)?),
            }
        }
        Ok((due, unreadable))
    }

    /// Counts a try at a message that cannot be read, and schedules the next one at `again`, or gives the message up if that is `None`;
    /// `false` if another node has tried it, if it was removed, or if it has to wait as in [`Outbox::list_due`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_off(
        &mut self,
        message: &UnreadableMessage,
        again: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let UnreadableMessage { key, due, resends, failure, .. } = message;
        let until = again.unwrap_or(now);
        if self.0.run(sql!("outbox/claim"), params![key, now, *due, until]).await? == 0 {
            return Ok(false);
        }
        if let Some(again) = again {
            return self.postpone(key, again, again, failure).await;
        }
        self.write_end(key, *resends, &Ending::Dead(failure.clone()), now).await
    }

    /// Claims a message at `now` for sending until `until`; `false` if another node has claimed it, if it was removed, or if it has
    /// to wait as in [`Outbox::list_due`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim(
        &mut self,
        message: &DueMessage,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("outbox/claim"), params![&message.key, now, message.due, until]).await? == 1)
    }

    /// Schedules a message that was claimed until `until` for another try at `at`, because of `failure`; `false` if
    /// another node has claimed it since, or if it was removed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn postpone(
        &mut self,
        key: &str,
        until: Timestamp,
        at: Timestamp,
        failure: &str,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("outbox/postpone"), params![key, until, at, failure]).await? == 1)
    }

    /// Removes a message that has not ended, on every channel.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn withdraw(&mut self, about: &str, notice: Notice) -> Result<(), StoreError> {
        let keys = Channel::ALL.iter().map(|channel| params![key(about, notice, *channel)].to_vec());
        let keys: Vec<Vec<Value>> = keys.collect();
        self.0.run_each(sql!("outbox/withdraw"), &keys).await.map(drop)
    }

    /// Ends a message; `false` if it has already ended, was removed, or was sent again since it was read.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end(
        &mut self,
        message: &DueMessage,
        ending: &Ending,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write_end(&message.key, message.resends, ending, now).await
    }

    async fn write_end(
        &mut self,
        key: &str,
        resends: i64,
        ending: &Ending,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let (reason, failure) = match ending {
            Ending::Sent => (None, None),
            Ending::Dropped(reason) => (Some(reason.name()), None),
            Ending::Dead(failure) => (None, Some(failure.as_str())),
        };
        let outcome = ending.outcome().name();
        let params = params![key, outcome, now, reason, failure, resends];
        Ok(self.0.run(sql!("outbox/end"), params).await? == 1)
    }

    /// Messages that are due at `now` or were already tried without success, by channel; channels without any are left
    /// out, and those that only a newer program knows.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_waiting(&mut self, now: Timestamp) -> Result<Vec<(Channel, Waiting)>, StoreError> {
        let rows = self.0.all(sql!("outbox/count_waiting"), params![now]).await?;
        let mut waiting = Vec::new();
        for row in &rows {
            if let Ok(channel) = row.text("channel")?.parse::<Channel>() {
                waiting.push((channel, Waiting::read(row)?));
            }
        }
        Ok(waiting)
    }

    /// Removes up to `limit` messages that ended by `before`; returns how many.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("outbox/sweep"), params![before, limit]).await
    }
}

fn key(about: &str, notice: Notice, channel: Channel) -> String {
    format!("{about}.{notice}.{channel}")
}

/// The parameters of `outbox/add`.
fn add_params(new: &NewMessage<'_>) -> Vec<Value> {
    params![
        key(new.about, new.notice, new.channel),
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

/// A message in the columns of `outbox_columns`.
fn due_message(row: &Row) -> Result<DueMessage, StoreError> {
    Ok(DueMessage {
        key: row.text("message_key")?.to_owned(),
        notice: row.parsed("notice")?,
        channel: row.parsed("channel")?,
        customer: CustomerId(row.integer("customer_id")?),
        order: row.converted_or_null("order_number")?,
        amount: row.money_or_null("amount_paise")?,
        tries: row.integer("tries")?,
        due: row.instant("next_try_at")?,
        created_at: row.instant("created_at")?,
        resends: row.integer("resends")?,
    })
}

/// The message of a row that [`due_message`] cannot read because of `error`.
fn unreadable_message(row: &Row, error: &StoreError) -> Result<UnreadableMessage, StoreError> {
    Ok(UnreadableMessage {
        key: row.text("message_key")?.to_owned(),
        tries: row.integer("tries")?,
        due: row.instant("next_try_at")?,
        resends: row.integer("resends")?,
        failure: error.to_string(),
    })
}
