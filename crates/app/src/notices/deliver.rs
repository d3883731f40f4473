//! Sends due messages from a job, on every node; each message is sent by one node.
//!
//! A message is claimed before it is sent and ended after. If a node stops in between, the claim expires and another
//! node sends the message, perhaps for the second time. A try may also be repeated after a response was lost, because
//! no provider offers a way to check. Except in these two cases no message is sent twice. Every message ends: sent,
//! dropped, or given up with an error in the log.

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::notice::{Channel, Outcome, next_try_seconds};
use sideout_providers::{
    mail::{Email, MailError},
    messaging::{MessageError, TextMessage},
};
use sideout_store::{Outbox, StoreError, outbox::DueMessage};

use super::{
    email::{Sender, email},
    notice_data::{NoticeData, find_notice_data},
    text_message::text_message,
};
use crate::{
    App,
    platform::{brand::find_brand, clock::later, join_all_bounded::join_all_bounded, venues::find_venue},
    warn_throttled,
};

/// Most messages read at once.
const BATCH: u32 = 200;
/// Time limit for handing one message to its provider.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);
/// Seconds that a claim on a message lasts; after that another node may send it.
const LEASE_SECONDS: i64 = 120;

/// Sends the due messages of one channel, until none is left or `go_on` returns `false`; returns how many the provider
/// accepted. On several nodes each message is sent by one.
///
/// INVARIANT: a message is sent once, however many nodes deliver at once (suite `delivery`).
///
/// # Errors
/// [`StoreError`] only; if a provider is unavailable, that is logged and retried with growing delays.
pub async fn deliver(
    app: &App,
    channel: Channel,
    go_on: impl Fn() -> bool + Sync,
) -> Result<usize, StoreError> {
    let mut sent = 0;
    while go_on() {
        let due = list_due(app, channel).await?;
        let is_last = due.len() < BATCH as usize;
        let tried =
            join_all_bounded(due.into_iter().map(|message| deliver_one(app, message, &go_on))).await?;
        sent += tried.into_iter().filter(|sent| *sent).count();
        if is_last {
            break;
        }
    }
    Ok(sent)
}

async fn list_due(app: &App, channel: Channel) -> Result<Vec<DueMessage>, StoreError> {
    app.store
        .read((channel, app.clock.now()), |tx, (channel, now)| {
            Box::pin(async move { Outbox(tx).list_due(*channel, *now, BATCH).await })
        })
        .await
}

/// The results of a try, as labels of `sideout_delivery_tries_total`.
pub(crate) const TRY_RESULTS: [&str; 4] = ["sent", "dropped", "refused", "retried"];

/// The result of a try.
enum TryResult {
    Sent,
    /// Not sent, for this reason: the message is outdated, or it has no recipient or channel.
    Dropped(&'static str),
    /// To be tried again: why it failed, and the least delay that the provider requested, in seconds.
    Later(String, i64),
    /// Another try will not help.
    Refused(String),
}

/// A message ready to be sent.
enum Ready {
    Text(TextMessage),
    Mail(Box<Email>),
}

async fn deliver_one(
    app: &App,
    message: DueMessage,
    go_on: &(impl Fn() -> bool + Sync),
) -> Result<bool, StoreError> {
    if !go_on() {
        return Ok(false);
    }
    let until = later(app.clock.now(), LEASE_SECONDS);
    let taken = app.store.write((message.clone(), until), |tx, (message, until)| {
        Box::pin(async move { Outbox(tx).take(message, *until).await })
    });
    if !taken.await? {
        return Ok(false);
    }
    let result = match prepare(app, &message, app.clock.now()).await? {
        Ok(ready) => match tokio::time::timeout(SEND_TIMEOUT, send(app, ready)).await {
            Ok(result) => result,
            Err(_) => TryResult::Later("timed out".to_owned(), 0),
        },
        Err(why) => TryResult::Dropped(why),
    };
    let is_sent = matches!(result, TryResult::Sent);
    let label = match &result {
        TryResult::Sent => "sent",
        TryResult::Dropped(_) => "dropped",
        TryResult::Refused(_) => "refused",
        TryResult::Later(..) => "retried",
    };
    metrics::counter!("sideout_delivery_tries_total", "channel" => message.channel.name(), "result" => label)
        .increment(1);
    record_result(app, &message, until, result).await?;
    Ok(is_sent)
}

/// Reads the present data and builds the message, or returns why it is not sent.
async fn prepare(
    app: &App,
    message: &DueMessage,
    now: Timestamp,
) -> Result<Result<Ready, &'static str>, StoreError> {
    if let Some(why) = app.notification_channels.unavailable_reason(message.notice, message.channel) {
        return Ok(Err(why));
    }
    let Some(data) = find_notice_data(app, message).await? else {
        return Ok(Err("the account no longer exists"));
    };
    if let Some(why) = data.outdated_reason(message, now) {
        return Ok(Err(why));
    }
    if message.channel == Channel::Mail && data.customer.email.is_none() {
        return Ok(Err("the player has given no address"));
    }
    if data.customer.phone.is_none() {
        return Ok(Err("the guest has given no phone number"));
    }
    let ready = match message.channel {
        Channel::Text => build_text_message(app, message, &data, now).await?.map(Ready::Text),
        Channel::Mail => {
            build_email(app, message, &data, now).await?.map(|email| Ready::Mail(Box::new(email)))
        }
    };
    Ok(ready.ok_or("the order or the refund that it is about is missing"))
}

async fn build_text_message(
    app: &App,
    message: &DueMessage,
    data: &NoticeData,
    now: Timestamp,
) -> Result<Option<TextMessage>, StoreError> {
    let (brand, zone) = (find_brand(app).await?, find_zone(app, data).await?);
    Ok(text_message(message, data, &brand, &zone, now))
}

async fn build_email(
    app: &App,
    message: &DueMessage,
    data: &NoticeData,
    now: Timestamp,
) -> Result<Option<Email>, StoreError> {
    let (brand, zone) = (find_brand(app).await?, find_zone(app, data).await?);
    let sender = Sender { brand, settings: &app.settings, zone };
    Ok(email(message, data, &sender, now))
}

/// The time zone for times in the message: the venue's, or else the operator's.
async fn find_zone(app: &App, data: &NoticeData) -> Result<TimeZone, StoreError> {
    if let Some(order) = &data.order
        && let Some(venue) = find_venue(app, order.venue).await?
    {
        return Ok(venue.zone.clone());
    }
    let brand = find_brand(app).await?;
    Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
}

async fn send(app: &App, ready: Ready) -> TryResult {
    match ready {
        Ready::Text(text) => match app.notification_channels.texts.send(&text).await {
            Ok(_) => TryResult::Sent,
            Err(error @ MessageError::BadNumber(_)) => TryResult::Refused(error.to_string()),
            // Also if the operator must act: a key is renewed and an account topped up within hours.
            Err(error) => TryResult::Later(error.to_string(), error.fault().retry_after.unwrap_or(0).into()),
        },
        Ready::Mail(email) => match &app.notification_channels.mail {
            None => TryResult::Dropped("there is no mail relay"),
            Some(mail) => match mail.send(&email).await {
                Ok(()) => TryResult::Sent,
                Err(error @ MailError::BadAddress(_)) => TryResult::Refused(error.to_string()),
                Err(error) => TryResult::Later(error.to_string(), 0),
            },
        },
    }
}

/// Logged by one call for each channel, because each channel has outages of its own.
const TRYING_AGAIN: &str = "message not sent, trying again";

async fn record_result(
    app: &App,
    message: &DueMessage,
    until: Timestamp,
    result: TryResult,
) -> Result<(), StoreError> {
    let key = message.key.as_str();
    let now = app.clock.now();
    // Claiming the message counted this try.
    let tries = message.tries + 1;
    let outcome = match result {
        TryResult::Sent => Outcome::Sent,
        TryResult::Dropped(why) => {
            tracing::info!(key, why, "message dropped");
            Outcome::Dropped
        }
        TryResult::Refused(why) => {
            tracing::error!(key, why, "message given up, because another try would fail too");
            Outcome::Dead
        }
        TryResult::Later(why, seconds) => match next_try_seconds(tries) {
            Some(wait) => {
                match message.channel {
                    Channel::Text => warn_throttled!(key, tries, why, "{}", TRYING_AGAIN),
                    Channel::Mail => warn_throttled!(key, tries, why, "{}", TRYING_AGAIN),
                }
                let again = later(now, wait.max(seconds));
                return postpone(app, key, until, again).await;
            }
            None => {
                tracing::error!(key, tries, why, "message given up after many tries");
                Outcome::Dead
            }
        },
    };
    let ending = (message.key.clone(), outcome, now);
    let ended = app.store.write(ending, |tx, (key, outcome, now)| {
        Box::pin(async move { Outbox(tx).end(key, *outcome, *now).await })
    });
    if ended.await? {
        metrics::counter!(
            "sideout_notices_total",
            "notice" => message.notice.name(),
            "channel" => message.channel.name(),
            "outcome" => outcome.name(),
        )
        .increment(1);
    }
    Ok(())
}

async fn postpone(app: &App, key: &str, until: Timestamp, again: Timestamp) -> Result<(), StoreError> {
    app.store
        .write((key.to_owned(), until, again), |tx, (key, until, again)| {
            Box::pin(async move { Outbox(tx).postpone(key, *until, *again).await.map(drop) })
        })
        .await
}
