//! Sends a message again, at most once in ten minutes.

use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};
use serde::{Serialize, Serializer};
use sideout_domain::{StaffId, VenueId, notice::DropReason, staff::Permission};
use sideout_store::{Messages, Session, StoreError, messages::Message};

use super::scope::Scope;
use crate::{
    App,
    notices::{
        compose::{Sender, build, find_zone},
        notice_data,
    },
    platform::{
        brand::{Brand, find_brand},
        clock::{earlier, later},
        notification_channels::NotificationChannels,
        secrets::Secrets,
        settings::Settings,
    },
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// A message is sent again at most once in this many seconds.
pub const RESEND_INTERVAL_SECONDS: i64 = 600;

/// Whether a message can be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resend {
    /// It can be sent again.
    Possible,
    /// It waits to be sent.
    Waiting,
    /// It was sent again a short time ago, and can be sent again from this moment on.
    TooSoon(Timestamp),
    /// What it says is not true any more, or it cannot be sent at all.
    WouldBeDropped(DropReason),
}

/// Why a message is not sent again.
#[derive(Debug, thiserror::Error)]
pub enum ResendMessageError {
    /// No message has this key, or the caller may not see it; the error does not reveal which.
    #[error("no such message")]
    NoMessage,
    /// It waits to be sent.
    #[error("it waits to be sent")]
    Waiting,
    /// It was sent again less than [`RESEND_INTERVAL_SECONDS`] ago, and can be sent again from this moment on.
    #[error("it was sent again a short time ago")]
    TooSoon(Timestamp),
    /// What it says is not true any more, or it cannot be sent at all.
    #[error("it is not sent: {0}")]
    WouldBeDropped(DropReason),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    key: String,
    scope: Scope,
    channels: NotificationChannels,
    brand: Arc<Brand>,
    settings: Settings,
    zone: TimeZone,
    secrets: Secrets,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.key.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    resends: i64,
}

/// Has the message with this key sent again in the name of `actor`. What it says is built when it is sent, from the data
/// at that time.
///
/// # Errors
/// [`ResendMessageError`].
pub async fn resend_message(
    app: &App,
    actor: &Actor,
    message: String,
    key: RequestKey,
) -> Result<(), ResendMessageError> {
    let (now, permission) = (app.clock.now(), Permission::MessageResend);
    actor.check(permission, now)?;
    let scope = Scope::of(app, actor).await?;
    let venue = find_venue(app, &message, &scope).await?;
    let command = Command { operation: "resend_message", permission, venue, key };
    let brand = find_brand(app).await?;
    let input = Input {
        key: message,
        scope,
        channels: app.notification_channels.with_texts_of(&brand),
        brand,
        settings: app.settings.clone(),
        zone: find_zone(app, venue).await?,
        secrets: app.secrets.clone(),
        staff: actor.id(),
        now,
    };
    audited_write(app, actor, command, input, |tx, input| Box::pin(resend(tx, input))).await
}

/// The venue of a message that may be seen; `None` if it is about an account.
async fn find_venue(app: &App, key: &str, scope: &Scope) -> Result<Option<VenueId>, ResendMessageError> {
    let read = app.store.read(key.to_owned(), |tx, key| {
        Box::pin(async move { Messages(tx).find(key).await.map(|found| found.map(|(message, _)| message)) })
    });
    let found: Result<Option<Message>, StoreError> = read.await;
    let message = found?.filter(|message| scope.has(message));
    Ok(message.ok_or(ResendMessageError::NoMessage)?.venue)
}

async fn resend(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ResendMessageError> {
    let message = find(tx, input).await?;
    if message.outcome.is_none() {
        return Err(ResendMessageError::Waiting);
    }
    if let Some(why) = obstacle(tx, &message, input).await? {
        return Err(ResendMessageError::WouldBeDropped(why));
    }
    let since = earlier(input.now, RESEND_INTERVAL_SECONDS);
    if !Messages(tx).send_again(&input.key, input.staff, input.now, since).await? {
        // The wait counts from the request that had it sent last.
        let asked_at = find(tx, input).await?.resent.map_or(input.now, |(at, _)| at);
        return Err(ResendMessageError::TooSoon(later(asked_at, RESEND_INTERVAL_SECONDS)));
    }
    let resends = message.stored.resends;
    let (before, after) = (Facts { resends }, Facts { resends: resends + 1 });
    let entry = Entry::changed("message.resent", "message", &input.key, &before, &after);
    Ok(Audited::new((), message.venue.into_iter().fold(entry, Entry::at)))
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Message, ResendMessageError> {
    let found = Messages(tx).find(&input.key).await?.filter(|(message, _)| input.scope.has(message));
    found.map(|(message, _)| message).ok_or(ResendMessageError::NoMessage)
}

/// Why the message would not be sent now.
async fn obstacle(
    tx: &mut dyn Session,
    message: &Message,
    input: &Input,
) -> Result<Option<DropReason>, StoreError> {
    let stored = &message.stored;
    if let Some(why) = input.channels.unavailable_reason(stored.notice, stored.channel) {
        return Ok(Some(why));
    }
    let data = match notice_data::find(tx, (stored, &input.secrets, &input.settings.public_url)).await {
        // What it is about cannot be read.
        Err(StoreError::Corrupt(_)) => return Ok(Some(DropReason::NothingToTell)),
        data => data?,
    };
    let Some(data) = data else { return Ok(Some(DropReason::AccountGone)) };
    let sender = Sender { brand: input.brand.clone(), settings: &input.settings, zone: input.zone.clone() };
    let ready = build(stored, &data, &sender, input.now);
    Ok(ready.and_then(|ready| ready.text_for_desk(&input.channels)).err())
}
