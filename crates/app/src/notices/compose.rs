//! Builds a message from the present data, for its delivery and for staff who read it.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::notice::{Channel, DropReason};
use sideout_providers::{
    mail::Email,
    messaging::{MessageError, TextMessage},
};
use sideout_store::{StoreError, outbox::DueMessage};

use super::{
    email::{Sender, email},
    notice_data::{NoticeData, find_notice_data},
    text_message::text_message,
};
use crate::{
    App,
    platform::{brand::find_brand, tokens::without_links, venues::find_known_venue},
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
    /// Its text, as it is stored and shown at the desk: without the secret of a player's link.
    ///
    /// # Errors
    /// [`MessageError::Misconfigured`] if the registered text and its values do not fit.
    pub(crate) fn text(&self, app: &App) -> Result<MessageText, MessageError> {
        Ok(match self {
            ReadyMessage::Text(text) => MessageText {
                to: text.to.clone(),
                subject: None,
                body: without_links(&app.notification_channels.texts.text_of(text)?),
            },
            ReadyMessage::Mail(mail) => MessageText {
                to: mail.to.clone(),
                subject: Some(mail.subject.clone()),
                body: without_links(&mail.text),
            },
        })
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
    if let Some(why) = data.drop_reason(message, now) {
        return Ok(Err(why));
    }
    let zone = find_zone(app, &data).await?;
    let ready = match message.channel {
        Channel::Text => text_message(message, &data, &brand, &zone, now).map(ReadyMessage::Text),
        Channel::Mail => {
            let sender = Sender { brand, settings: &app.settings, zone };
            email(message, &data, &sender, now).map(|mail| ReadyMessage::Mail(Box::new(mail)))
        }
    };
    Ok(ready.ok_or(DropReason::NothingToTell))
}

/// The time zone for times in the message: the venue's, or else the operator's.
async fn find_zone(app: &App, data: &NoticeData) -> Result<TimeZone, StoreError> {
    if let Some(order) = &data.order
        && let Some(venue) = find_known_venue(app, order.venue).await?
    {
        return Ok(venue.zone.clone());
    }
    let brand = find_brand(app).await?;
    Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
}
