//! Sends due messages.
//!
//! A message is claimed before it is sent and ended after. If a node stops in between, the claim expires and the
//! message is sent again, perhaps for the second time. A try may also be repeated after a response was lost, because
//! no provider offers a way to check. Every message ends: sent, dropped, or given up with an error in the log.

use std::time::Duration;

use jiff::Timestamp;
use sideout_domain::notice::{Channel, DropReason, Outcome, next_try_seconds};
use sideout_providers::{mail::MailError, messaging::MessageError};
use sideout_store::{
    Messages, Outbox, StoreError,
    messages::MessageCopy,
    outbox::{DueMessage, Ending, UnreadableMessage},
};

use super::compose::{ReadyMessage, compose};
use crate::{
    App,
    platform::{brand::find_brand, clock::later, join_all_bounded::join_all_bounded},
    warn_throttled,
};

/// Most messages read at once.
const BATCH: u32 = 200;
/// Time limit for handing one message to its provider.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);
/// Seconds that a claim on a message lasts; after that another node may send it.
const LEASE_SECONDS: i64 = 120;
/// The longest delay that a provider can request, in seconds. A longer one is cut to this, because every message has to end.
const LONGEST_REQUESTED_SECONDS: u32 = 6 * 3_600;

/// Sends the due messages of one channel, until none is left or `go_on` returns `false`; returns how many the provider
/// accepted.
///
/// INVARIANT: of several nodes that deliver at once, one sends a message (suite `delivery`).
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
        // Without a brand no message can be composed. That uses up no tries: the run ends here.
        find_brand(app).await?;
        let (due, unreadable) = list_due(app, channel).await?;
        let is_last = due.len() + unreadable.len() < BATCH as usize;
        for message in unreadable {
            put_off(app, channel, message).await?;
        }
        let tried =
            join_all_bounded(due.into_iter().map(|message| deliver_one(app, message, &go_on))).await?;
        sent += tried.into_iter().filter(|sent| *sent).count();
        if is_last {
            break;
        }
    }
    Ok(sent)
}

async fn list_due(
    app: &App,
    channel: Channel,
) -> Result<(Vec<DueMessage>, Vec<UnreadableMessage>), StoreError> {
    app.store
        .read((channel, app.clock.now()), |tx, (channel, now)| {
            Box::pin(async move { Outbox(tx).list_due(*channel, *now, BATCH).await })
        })
        .await
}

/// The results of a try, as labels of `sideout_delivery_tries_total`.
pub(crate) const TRY_RESULTS: [&str; 4] = ["sent", "dropped", "refused", "retried"];

/// The label `notice` of `sideout_notices_total` for a message whose row cannot be read.
pub(crate) const UNREADABLE: &str = "unreadable";

/// The result of a try.
enum TryResult {
    /// The provider accepted this.
    Sent(Box<MessageCopy>),
    /// Not sent, for this reason.
    Dropped(DropReason),
    /// To be tried again: why it failed, and the least delay that the provider requested, in seconds; 0 for none.
    Later(String, i64),
    /// Another try will not help.
    Refused(String),
}

async fn deliver_one(
    app: &App,
    message: DueMessage,
    go_on: &(impl Fn() -> bool + Sync),
) -> Result<bool, StoreError> {
    if !go_on() {
        return Ok(false);
    }
    let now = app.clock.now();
    let until = later(now, LEASE_SECONDS);
    let claimed = app.store.write((message.clone(), now, until), |tx, (message, now, until)| {
        Box::pin(async move { Outbox(tx).claim(message, *now, *until).await })
    });
    if !claimed.await? {
        return Ok(false);
    }
    let result = match compose(app, &message, app.clock.now()).await {
        Ok(Ok(ready)) => match tokio::time::timeout(SEND_TIMEOUT, send(app, ready)).await {
            Ok(result) => result,
            Err(_) => TryResult::Later("timed out".to_owned(), 0),
        },
        Ok(Err(why)) => TryResult::Dropped(why),
        // What the message is about cannot be read. The tries are counted, so that the message ends.
        Err(error @ StoreError::Corrupt(_)) => TryResult::Later(error.to_string(), 0),
        Err(error) => return Err(error),
    };
    let is_sent = matches!(result, TryResult::Sent(_));
    let label = match &result {
        TryResult::Sent(_) => "sent",
        TryResult::Dropped(_) => "dropped",
        TryResult::Refused(_) => "refused",
        TryResult::Later(..) => "retried",
    };
    metrics::counter!("sideout_delivery_tries_total", "channel" => message.channel.name(), "result" => label)
        .increment(1);
    record_result(app, &message, until, result).await?;
    Ok(is_sent)
}

async fn send(app: &App, ready: ReadyMessage) -> TryResult {
    let written = match ready.text(&app.notification_channels) {
        Ok(written) => written,
        Err(error) => return TryResult::Later(error.to_string(), 0),
    };
    let sent = |provider: Option<&str>, provider_message| {
        TryResult::Sent(Box::new(MessageCopy {
            at: app.clock.now(),
            to: written.to,
            subject: written.subject,
            body: written.body,
            provider: provider.map(str::to_owned),
            provider_message,
        }))
    };
    match ready {
        ReadyMessage::Text(text) => match app.notification_channels.texts.send(&text).await {
            Ok(receipt) => sent(Some(receipt.provider), receipt.id),
            Err(error @ MessageError::BadNumber(_)) => TryResult::Refused(error.to_string()),
            // Tried again also if the operator must act, because a key is renewed and an account topped up within hours.
            Err(error) => {
                let requested = error.fault().retry_after.unwrap_or(0).min(LONGEST_REQUESTED_SECONDS);
                TryResult::Later(error.to_string(), requested.into())
            }
        },
        ReadyMessage::Mail(email) => match &app.notification_channels.mail {
            None => TryResult::Dropped(DropReason::NoMail),
            Some(mail) => match mail.send(&email).await {
                Ok(()) => sent(None, None),
                Err(error @ MailError::BadAddress(_)) => TryResult::Refused(error.to_string()),
                Err(error) => TryResult::Later(error.to_string(), 0),
            },
        },
    }
}

/// Each channel logs these by calls of its own, because repeated lines of one call are left out and each channel has outages of its own.
const TRYING_AGAIN: &str = "message not sent, trying again";
const CANNOT_BE_READ: &str = "message cannot be read, trying again";

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
    let (ending, copy) = match result {
        TryResult::Sent(copy) => (Ending::Sent, Some(copy)),
        TryResult::Dropped(why) => {
            tracing::info!(key, why = why.name(), "message dropped");
            (Ending::Dropped(why), None)
        }
        TryResult::Refused(why) => {
            tracing::error!(key, why, "message given up, because another try would fail too");
            (Ending::Dead(why), None)
        }
        TryResult::Later(why, seconds) => match next_try_seconds(tries) {
            Some(wait) => {
                match message.channel {
                    Channel::Text => warn_throttled!(key, tries, why, "{}", TRYING_AGAIN),
                    Channel::Mail => warn_throttled!(key, tries, why, "{}", TRYING_AGAIN),
                }
                let again = later(now, wait.max(seconds));
                return postpone(app, key, (until, again), why).await;
            }
            None => {
                tracing::error!(key, tries, why, "message given up after many tries");
                (Ending::Dead(why), None)
            }
        },
    };
    let outcome = ending.outcome();
    let ended = app.store.write((message.clone(), ending, copy, now), |tx, (message, ending, copy, now)| {
        Box::pin(async move {
            if let Some(copy) = copy {
                Messages(tx).add_copy(&message.key, copy).await?;
            }
            Outbox(tx).end(message, ending, *now).await
        })
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

/// Schedules another try at a message that cannot be read, because a person may mend it or a newer program may read it; gives it up after
/// the last try.
async fn put_off(app: &App, channel: Channel, message: UnreadableMessage) -> Result<(), StoreError> {
    let now = app.clock.now();
    let tries = message.tries + 1;
    let again = next_try_seconds(tries).map(|wait| later(now, wait));
    let (key, why) = (message.key.clone(), message.failure.clone());
    let put_off = app.store.write((message, again, now), |tx, (message, again, now)| {
        Box::pin(async move { Outbox(tx).put_off(message, *again, *now).await })
    });
    if !put_off.await? {
        return Ok(());
    }
    if again.is_some() {
        match channel {
            Channel::Text => warn_throttled!(key, tries, why, "{}", CANNOT_BE_READ),
            Channel::Mail => warn_throttled!(key, tries, why, "{}", CANNOT_BE_READ),
        }
        return Ok(());
    }
    tracing::error!(key, tries, why, "message given up, because it cannot be read");
    metrics::counter!(
        "sideout_notices_total",
        "notice" => UNREADABLE,
        "channel" => channel.name(),
        "outcome" => Outcome::Dead.name(),
    )
    .increment(1);
    Ok(())
}

async fn postpone(
    app: &App,
    key: &str,
    (until, again): (Timestamp, Timestamp),
    why: String,
) -> Result<(), StoreError> {
    app.store
        .write((key.to_owned(), until, again, why), |tx, (key, until, again, why)| {
            Box::pin(async move { Outbox(tx).postpone(key, *until, *again, why).await.map(drop) })
        })
        .await
}
