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
    mail::{Letter, MailError},
    messaging::{MessageError, TextMessage},
};
use sideout_store::{Outbox, StoreError, outbox::DueMessage};

use super::{
    facts::{Facts, find_facts},
    letter::{Sender, letter},
    text_message::text_message,
};
use crate::{
    App, brand::find_brand, catalogue::find_venue, clock::later, join_all_bounded::join_all_bounded,
    warn_seldom,
};

/// Most messages read at once.
const BATCH: u32 = 200;
/// Time limit for handing one message to its provider.
const SENDING: Duration = Duration::from_secs(60);
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
pub(crate) const TRY_RESULTS: [&str; 4] = ["sent", "dropped", "refused", "put_off"];

/// The result of a try.
enum Fate {
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
    Mail(Box<Letter>),
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
    let fate = match make_ready(app, &message, app.clock.now()).await? {
        Ok(ready) => match tokio::time::timeout(SENDING, send(app, ready)).await {
            Ok(fate) => fate,
            Err(_) => Fate::Later("no answer in time".to_owned(), 0),
        },
        Err(why) => Fate::Dropped(why),
    };
    let is_sent = matches!(fate, Fate::Sent);
    let result = match &fate {
        Fate::Sent => "sent",
        Fate::Dropped(_) => "dropped",
        Fate::Refused(_) => "refused",
        Fate::Later(..) => "put_off",
    };
    metrics::counter!("sideout_delivery_tries_total", "channel" => message.channel.name(), "result" => result)
        .increment(1);
    write_down(app, &message, until, fate).await?;
    Ok(is_sent)
}

/// Reads the present data and builds the message, or returns why it is not sent.
async fn make_ready(
    app: &App,
    message: &DueMessage,
    now: Timestamp,
) -> Result<Result<Ready, &'static str>, StoreError> {
    if let Some(why) = app.post.lacks(message.notice, message.channel) {
        return Ok(Err(why));
    }
    let Some(facts) = find_facts(app, message).await? else { return Ok(Err("the account is gone")) };
    if let Some(why) = facts.outdated(message, now) {
        return Ok(Err(why));
    }
    let ready = match message.channel {
        Channel::Text => in_a_text(app, message, &facts, now).await?.map(Ready::Text),
        Channel::Mail => {
            in_a_letter(app, message, &facts, now).await?.map(|letter| Ready::Mail(Box::new(letter)))
        }
    };
    Ok(ready.ok_or("what it is about is not there"))
}

async fn in_a_text(
    app: &App,
    message: &DueMessage,
    facts: &Facts,
    now: Timestamp,
) -> Result<Option<TextMessage>, StoreError> {
    let (brand, zone) = (find_brand(app).await?, zone_of(app, facts).await?);
    Ok(text_message(message, facts, &brand, &zone, now))
}

async fn in_a_letter(
    app: &App,
    message: &DueMessage,
    facts: &Facts,
    now: Timestamp,
) -> Result<Option<Letter>, StoreError> {
    let (brand, zone) = (find_brand(app).await?, zone_of(app, facts).await?);
    let sender = Sender { brand, settings: &app.settings, zone };
    Ok(letter(message, facts, &sender, now))
}

/// The time zone for times in the message: the venue's, or else the operator's.
async fn zone_of(app: &App, facts: &Facts) -> Result<TimeZone, StoreError> {
    if let Some(order) = &facts.order
        && let Some(venue) = find_venue(app, order.venue).await?
    {
        return Ok(venue.zone.clone());
    }
    let brand = find_brand(app).await?;
    Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
}

async fn send(app: &App, ready: Ready) -> Fate {
    match ready {
        Ready::Text(text) => match app.post.texts.send(&text).await {
            Ok(_) => Fate::Sent,
            Err(error @ MessageError::BadNumber(_)) => Fate::Refused(error.to_string()),
            // Also if the operator must act: a key is renewed and an account topped up within hours.
            Err(error) => Fate::Later(error.to_string(), error.fault().retry_after.unwrap_or(0).into()),
        },
        Ready::Mail(letter) => match &app.post.mail {
            None => Fate::Dropped("there is no mail relay"),
            Some(mail) => match mail.send(&letter).await {
                Ok(()) => Fate::Sent,
                Err(error @ MailError::BadAddress(_)) => Fate::Refused(error.to_string()),
                Err(error) => Fate::Later(error.to_string(), 0),
            },
        },
    }
}

/// Logged by one call for each channel, because each channel has outages of its own.
const TRIED_AGAIN: &str = "a message did not go out; it will be tried again";

async fn write_down(app: &App, message: &DueMessage, until: Timestamp, fate: Fate) -> Result<(), StoreError> {
    let key = message.key.as_str();
    let now = app.clock.now();
    // Claiming the message counted this try.
    let tries = message.tries + 1;
    let outcome = match fate {
        Fate::Sent => Outcome::Sent,
        Fate::Dropped(why) => {
            tracing::info!(key, why, "a message is not sent");
            Outcome::Dropped
        }
        Fate::Refused(why) => {
            tracing::error!(key, why, "a message is given up: no other try will help");
            Outcome::Dead
        }
        Fate::Later(why, seconds) => match next_try_seconds(tries) {
            Some(wait) => {
                match message.channel {
                    Channel::Text => warn_seldom!(key, tries, why, "{}", TRIED_AGAIN),
                    Channel::Mail => warn_seldom!(key, tries, why, "{}", TRIED_AGAIN),
                }
                let again = later(now, wait.max(seconds));
                return postpone(app, key, until, again).await;
            }
            None => {
                tracing::error!(key, tries, why, "a message is given up after many tries");
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
