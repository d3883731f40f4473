//! Builds a message from the present data.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::{
    VenueId,
    notice::{Channel, DropReason},
};
use sideout_providers::{
    mail::Email,
    messaging::{MessageError, TextMessage},
};
use sideout_store::{StoreError, outbox::DueMessage};

pub(crate) use super::email::Sender;
use super::{
    email::email,
    notice_data::{NoticeData, find_notice_data},
    text_message::text_message,
};
use crate::{
    App,
    platform::{
        brand::find_brand, notification_channels::NotificationChannels, tokens::without_links,
        venues::find_known_venue,
    },
};

/// A message ready to be sent.
pub(crate) enum ReadyMessage {
    /// As a text message.
    Text(TextMessage),
    /// As a mail.
    Mail(Box<Email>),
}

/// What a message says, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageText {
    /// The phone number, E.164, or the mail address.
    pub to: String,
    /// The subject of a mail.
    pub subject: Option<String>,
    /// The text message, or the plain text of the mail.
    pub body: String,
}

impl ReadyMessage {
    /// Its text, without the secret of a player's link.
    ///
    /// # Errors
    /// [`MessageError::Misconfigured`] if the registered text and its values do not fit.
    pub(crate) fn text(&self, channels: &NotificationChannels) -> Result<MessageText, MessageError> {
        Ok(match self {
            ReadyMessage::Text(text) => MessageText {
                to: text.to.clone(),
                subject: None,
                body: without_links(&channels.texts.text_of(text)?),
            },
            ReadyMessage::Mail(mail) => MessageText {
                to: mail.to.clone(),
                subject: Some(mail.subject.clone()),
                body: without_links(&mail.text),
            },
        })
    }

    /// As [`ReadyMessage::text`], for the desk.
    ///
    /// # Errors
    /// [`DropReason::NoText`] if the registered text and its values do not fit.
    pub(crate) fn text_for_desk(&self, channels: &NotificationChannels) -> Result<MessageText, DropReason> {
        self.text(channels).map_err(|_| DropReason::NoText)
    }
}

/// Reads the present data and builds the message, or returns why it is not sent.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn compose(
    app: &App,
    message: &DueMessage,
    now: Timestamp,
) -> Result<Result<ReadyMessage, DropReason>, StoreError> {
    let brand = find_brand(app).await?;
    let channels = app.notification_channels.with_texts_of(&brand);
    if let Some(why) = channels.unavailable_reason(message.notice, message.channel) {
        return Ok(Err(why));
    }
    let Some(data) = find_notice_data(app, message).await? else {
        return Ok(Err(DropReason::AccountGone));
    };
    let zone = find_zone(app, data.order.as_ref().map(|order| order.venue)).await?;
    Ok(build(message, &data, &Sender { brand, settings: &app.settings, zone }, now))
}

/// Builds the message from its data.
///
/// # Errors
/// Why it is not sent.
pub(crate) fn build(
    message: &DueMessage,
    data: &NoticeData,
    sender: &Sender<'_>,
    now: Timestamp,
) -> Result<ReadyMessage, DropReason> {
    if let Some(why) = data.drop_reason(message, now) {
        return Err(why);
    }
    let ready = match message.channel {
        Channel::Text => {
            text_message(message, data, &sender.brand, &sender.zone, now).map(ReadyMessage::Text)
        }
        Channel::Mail => email(message, data, sender, now).map(|mail| ReadyMessage::Mail(Box::new(mail))),
    };
    ready.ok_or(DropReason::NothingToTell)
}

/// The time zone for times in a message: that of `venue`, or else the operator's.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_zone(app: &App, venue: Option<VenueId>) -> Result<TimeZone, StoreError> {
    if let Some(venue) = venue
        && let Some(venue) = find_known_venue(app, venue).await?
    {
        return Ok(venue.zone.clone());
    }
    let brand = find_brand(app).await?;
    Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
}
