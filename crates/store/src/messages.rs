//! Messages to players, waiting or ended: the tables `outbox` and `message_copy`.

use std::time::Duration;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CustomerId, StaffId, VenueId,
    notice::{Channel, DropReason, Notice, Outcome},
    order::OrderNumber,
    person::Phone,
};

use crate::{Row, Session, StoreError, Value, outbox::DueMessage, params, sql, venues::in_commas};

/// The shortest time between two sendings of the same message: MSG91 drops a request that it also got within the last
/// ten seconds.
pub const SHORTEST_SENDING_INTERVAL: Duration = Duration::from_secs(15);

/// The repository of messages that staff read and send again.
pub struct Messages<'s>(pub &'s mut dyn Session);

/// A message, waiting or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The row of the outbox. `due` is when it is due or until when a node is sending it; if it has ended, when it ended.
    pub stored: DueMessage,
    /// How it ended; `None` if it waits to be sent.
    pub outcome: Option<Outcome>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Why it was dropped; `None` also if the reason is not stored, or this program does not know it.
    pub drop_reason: Option<DropReason>,
    /// Why the last try failed, if it did.
    pub failure: Option<String>,
    /// When staff had it sent again last, and who.
    pub resent: Option<(Timestamp, StaffId)>,
    /// The name of the recipient.
    pub name: String,
    /// The phone number of the recipient now.
    pub phone: Option<Phone>,
    /// The venue of the order that it is about; `None` if it is about an account.
    pub venue: Option<VenueId>,
    /// The day of that game at the venue.
    pub day: Option<Date>,
}

/// A message as it was sent once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageCopy {
    /// When it was sent.
    pub at: Timestamp,
    /// The phone number, E.164, or the mail address.
    pub to: String,
    /// The subject of a mail.
    pub subject: Option<String>,
    /// The text message, or the plain text of the mail.
    pub body: String,
    /// The provider of a text message.
    pub provider: Option<String>,
    /// The provider's id of it.
    pub provider_message: Option<String>,
}

/// The conditions that messages must fulfil to be listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// Messages about an order at one of these venues; `None`: all messages, also those about accounts.
    pub venues: Option<Vec<VenueId>>,
    /// Messages that wait (`Some(None)`) or ended in this way; `None`: any.
    pub outcome: Option<Option<Outcome>>,
    /// Messages of this channel; `None`: of any.
    pub channel: Option<Channel>,
}

/// A part of a list of messages, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessagePage {
    /// Only messages that were written at this moment or later are listed.
    pub from: Timestamp,
    /// Only messages that were written before this moment, or at this moment with a lower key, are listed.
    pub before: (Timestamp, String),
    /// At most this many messages are listed.
    pub limit: u32,
}

impl MessageFilter {
    fn params(&self, page: &MessagePage) -> Vec<Value> {
        let venues = self.venues.as_deref().map_or(String::new(), in_commas);
        let state = self.outcome.map_or("", |outcome| outcome.map_or("waiting", Outcome::name));
        let channel = self.channel.map_or("", Channel::name);
        let (at, key) = &page.before;
        let known = (in_commas(Notice::ALL), in_commas(Channel::ALL));
        params![page.from, *at, key, venues, state, channel, page.limit, known.0, known.1].to_vec()
    }
}

impl Messages<'_> {
    /// A part of all messages; without those whose notice or channel only a newer program knows.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        filter: &MessageFilter,
        page: &MessagePage,
    ) -> Result<Vec<Message>, StoreError> {
        let rows = self.0.all(sql!("outbox/list"), &filter.params(page)).await?;
        rows.iter().map(message).collect()
    }

    /// As [`Messages::list`], of the messages to one player; of those about `order` if one is given.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customer(
        &mut self,
        (customer, order): (CustomerId, Option<OrderNumber>),
        filter: &MessageFilter,
        page: &MessagePage,
    ) -> Result<Vec<Message>, StoreError> {
        let mut params = filter.params(page);
        params.extend(params![customer.0, order.map_or(0, OrderNumber::value)].to_vec());
        let rows = self.0.all(sql!("outbox/list_of_customer"), &params).await?;
        rows.iter().map(message).collect()
    }

    /// The message with this key, and what was sent the last 20 times, the latest first; `None` also if only a newer program knows its
    /// notice or channel.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, key: &str) -> Result<Option<(Message, Vec<MessageCopy>)>, StoreError> {
        let Some(row) = self.0.first(sql!("outbox/find"), params![key]).await? else { return Ok(None) };
        if !is_known(&row)? {
            return Ok(None);
        }
        let found = message(&row)?;
        let rows = self.0.all(sql!("message_copy/list"), params![key]).await?;
        let copies = rows.iter().map(message_copy).collect::<Result<_, _>>()?;
        Ok(Some((found, copies)))
    }

    /// Schedules a message that has ended to be sent again at `now`, at the earliest [`SHORTEST_SENDING_INTERVAL`] after
    /// its end, in the name of `staff`; `false` if it waits to be sent, was sent again after `since`, or was removed.
    ///
    /// INVARIANT: of any number of requests at once one has it sent (suite `outbox`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn send_again(
        &mut self,
        key: &str,
        staff: StaffId,
        now: Timestamp,
        since: Timestamp,
    ) -> Result<bool, StoreError> {
        let apart = i64::try_from(SHORTEST_SENDING_INTERVAL.as_millis()).unwrap_or(i64::MAX);
        Ok(self.0.run(sql!("outbox/send_again"), params![key, now, staff.0, since, apart]).await? == 1)
    }

    /// Stores a copy of a message that was sent.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_copy(&mut self, key: &str, copy: &MessageCopy) -> Result<(), StoreError> {
        let MessageCopy { at, to, subject, body, provider, provider_message } = copy;
        let (provider, id) = (provider.as_deref(), provider_message.as_deref());
        let params = params![key, *at, to, subject.as_deref(), body, provider, id];
        self.0.run(sql!("message_copy/add"), params).await.map(drop)
    }
}

/// Whether this program knows the notice and the channel of a message.
fn is_known(row: &Row) -> Result<bool, StoreError> {
    Ok(row.text("notice")?.parse::<Notice>().is_ok() && row.text("channel")?.parse::<Channel>().is_ok())
}

fn message(row: &Row) -> Result<Message, StoreError> {
    let ended_at = row.instant_or_null("ended_at")?;
    let due = row.instant_or_null("next_try_at")?.or(ended_at);
    let resent_at = row.instant_or_null("resent_at")?;
    let resent_by = row.integer_or_null("resent_by")?.map(StaffId);
    Ok(Message {
        stored: DueMessage {
            key: row.text("message_key")?.to_owned(),
            notice: row.parsed("notice")?,
            channel: row.parsed("channel")?,
            customer: CustomerId(row.integer("customer_id")?),
            // A damaged value is left out, so that the message is listed nevertheless.
            order: row.converted_or_null("order_number").unwrap_or_default(),
            amount: row.money_or_null("amount_paise")?,
            tries: row.integer("tries")?,
            due: due.ok_or_else(|| StoreError::Corrupt("a message without a time".to_owned()))?,
            created_at: row.instant("created_at")?,
            resends: row.integer("resends")?,
        },
        outcome: row.parsed_or_null("outcome")?,
        ended_at,
        drop_reason: row.text_or_null("drop_reason")?.and_then(|reason| reason.parse().ok()),
        failure: row.text_or_null("failure")?.map(str::to_owned),
        resent: resent_at.zip(resent_by),
        name: row.text("full_name")?.to_owned(),
        phone: row.parsed_or_null("phone").unwrap_or_default(),
        venue: row.integer_or_null("venue_id")?.map(VenueId),
        day: row.day_or_null("venue_day").unwrap_or_default(),
    })
}

fn message_copy(row: &Row) -> Result<MessageCopy, StoreError> {
    let owned = |column| row.text_or_null(column).map(|text| text.map(str::to_owned));
    Ok(MessageCopy {
        at: row.instant("sent_at")?,
        to: row.text("sent_to")?.to_owned(),
        subject: owned("subject")?,
        body: row.text("body")?.to_owned(),
        provider: owned("provider")?,
        provider_message: owned("provider_message")?,
    })
}
