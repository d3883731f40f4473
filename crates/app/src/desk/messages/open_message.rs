//! Opens one message with its words, which are private: a look has an entry in the audit.

use jiff::Timestamp;
use sideout_domain::{notice::DropReason, staff::Permission};
use sideout_store::{
    Messages, Session, StoreError,
    messages::{Message, MessageCopy},
};

use super::{
    resend_message::{RESEND_INTERVAL_SECONDS, Resend},
    scope::Scope,
};
use crate::{
    App,
    notices::compose::{MessageText, compose},
    platform::clock::later,
    steps::audited::{Actor, Entry, Refused, Seen, read_private},
};

/// A message with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedMessage {
    /// The message.
    pub message: Message,
    /// What was sent each time, the latest first, at most 20. Empty also for messages that were sent before migration V34, because their
    /// words were not stored.
    pub copies: Vec<MessageCopy>,
    /// What it says if it is sent now; or why it would not be sent.
    pub present: Result<MessageText, DropReason>,
    /// Whether it can be sent again.
    pub resend: Resend,
}

/// Why a message is not shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenMessageError {
    /// No message has this key, or the caller may not see it; the error does not reveal which.
    #[error("no such message")]
    NoMessage,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The message with this key, its words and what can be done with it.
///
/// # Errors
/// [`OpenMessageError`].
pub async fn open_message(app: &App, actor: &Actor, key: String) -> Result<OpenedMessage, OpenMessageError> {
    let now = app.clock.now();
    actor.check(Permission::MessageRead, now)?;
    let input = (key, Scope::of(app, actor).await?);
    let look = (Permission::MessageRead, None);
    let read = read_private(app, actor, look, input, |tx, (key, scope)| Box::pin(find(tx, key, scope)));
    let (message, copies) = read.await?;
    let composed = match compose(app, &message.stored, now).await {
        // What it is about cannot be read, and the desk has to be able to look at the message.
        Err(StoreError::Corrupt(_)) => Err(DropReason::NothingToTell),
        composed => composed?,
    };
    let present = composed.and_then(|ready| ready.text_for_desk(&app.notification_channels));
    let resend = resend(&message, present.as_ref().err().copied(), now);
    Ok(OpenedMessage { message, copies, present, resend })
}

async fn find(
    tx: &mut dyn Session,
    key: &str,
    scope: &Scope,
) -> Result<Seen<(Message, Vec<MessageCopy>)>, OpenMessageError> {
    let found = Messages(tx).find(key).await?.filter(|(message, _)| scope.has(message));
    let found = found.ok_or(OpenMessageError::NoMessage)?;
    let look = Entry::happened("message.read", "message", key);
    let venue = found.0.venue;
    Ok(Seen::private(found, venue.into_iter().fold(look, Entry::at)))
}

fn resend(message: &Message, obstacle: Option<DropReason>, now: Timestamp) -> Resend {
    let earliest =
        message.resent.map(|(at, _)| later(at, RESEND_INTERVAL_SECONDS)).filter(|until| *until > now);
    match (message.outcome, obstacle, earliest) {
        (None, _, _) => Resend::Waiting,
        (_, Some(reason), _) => Resend::WouldBeDropped(reason),
        (_, None, Some(until)) => Resend::TooSoon(until),
        (_, None, None) => Resend::Possible,
    }
}
