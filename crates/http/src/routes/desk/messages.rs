//! `GET /api/desk/messages`, `GET …/messages/{message}` and `POST …/messages/{message}/resend`: what players were told.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::messages::{
        Message, MessageCopy, MessageText,
        list_messages::{About, ListMessages, ListMessagesError, MessageCursor, list_messages},
        open_message::{OpenMessageError, OpenedMessage, open_message},
        resend_message::{Resend, ResendMessageError, resend_message},
    },
    platform::day_range::DayRange,
};
use sideout_domain::{
    VenueId,
    notice::{self, Outcome},
    person::Phone,
};
use utoipa::{IntoParams, ToSchema};

use super::board::{Viewer, day_of, not_found, order_number};
use crate::{
    extract::{IdempotencyKey, Path, Query, Staff},
    state::ApiState,
    wire::{
        api_error::ApiError,
        convert_enum::convert_enum,
        problem::{Problem, ProblemKind},
    },
};

/// Messages on a page if the request has no `limit`.
const PAGE: u32 = 50;

/// The filters of the list: a message must match all that are given. `player` and `order` cannot be given together.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessagesRequest {
    /// Only those about bookings of this venue.
    #[param(example = 1)]
    pub venue: Option<i64>,
    /// Only those to this player.
    #[param(example = "104233170526")]
    pub player: Option<String>,
    /// Only those about this booking.
    #[param(example = "4820193756")]
    pub order: Option<String>,
    /// Only those in this state.
    #[param(inline)]
    pub state: Option<MessageState>,
    /// Only those of this channel.
    #[param(inline)]
    pub channel: Option<MessageChannel>,
    /// Only those written from this day on, in the time zone of `venue`, or else of the business; without it and `to`, those of the last
    /// seven days, or all to the player or about the booking.
    #[param(example = "2026-11-21")]
    pub from: Option<String>,
    /// Only those written until the end of this day.
    #[param(example = "2026-11-22")]
    pub to: Option<String>,
    /// The page begins after this message: `next` of the page before.
    pub after: Option<String>,
    /// The most messages of this page, 1 to 200; 50 if it is left out.
    pub limit: Option<u32>,
}

/// The state of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// It is due later, is being sent, or is tried again.
    Waiting,
    /// The provider accepted it. No provider reports whether it reached the player.
    Sent,
    /// It was not sent, because of `reason`.
    Dropped,
    /// It was given up: all tries failed, or another one would fail too.
    Failed,
}

/// How a message is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageChannel {
    /// A text message.
    Text,
    /// A mail.
    Mail,
}

/// What a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageNotice {
    /// A court was booked.
    Confirmed,
    /// The desk moved a booking.
    Moved,
    /// The game starts soon.
    Reminder,
    /// The booking was cancelled.
    Cancelled,
    /// The venue closed the court, and the player has nothing to choose.
    CourtClosed,
    /// The venue closed the court, and the player chooses.
    ClosureOffer,
    /// A refund was given to the payment provider.
    RefundIssued,
    /// The payment provider has sent a refund.
    RefundDone,
    /// A refund failed.
    RefundFailed,
    /// A refund that failed was settled another way.
    RefundSettled,
    /// The password was changed.
    PasswordChanged,
    /// The data of the account will be erased.
    ErasureAsked,
    /// The data of the account will not be erased.
    ErasureUndone,
}

/// Why a message was not sent, or is not sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageObstacle {
    /// No text is registered for it, or one that cannot be filled in.
    NoText,
    /// There is no mail relay.
    NoMail,
    /// The account does not exist any more.
    AccountGone,
    /// The player has given no mail address.
    NoAddress,
    /// The player has given no phone number.
    NoPhone,
    /// The booking or the refund is missing or cannot be read.
    NothingToTell,
    /// The player has turned reminders off.
    RemindersOff,
    /// The booking belongs to another player now.
    OtherPlayer,
    /// The booking is not confirmed any more.
    NotConfirmed,
    /// The game was moved to another hour.
    HourChanged,
    /// The game has begun.
    GameBegun,
    /// The game is over.
    GameOver,
    /// The booking was cancelled.
    BookingCancelled,
    /// The booking was moved again.
    MovedAgain,
    /// The player has nothing to choose any more instead of the closed game.
    AlreadyChosen,
    /// The refund has another state now.
    RefundChanged,
    /// The erasure was undone, or asked for again.
    ErasureChanged,
}

/// A page of messages, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagesAnswer {
    /// The messages, by the time at which they were written.
    pub messages: Vec<MessageItem>,
    /// `after` of the next page; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// A message without its words.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageItem {
    /// The message's key.
    #[schema(example = "4820193756.confirmed.text")]
    pub id: String,
    /// What the message is about.
    pub notice: MessageNotice,
    /// The channel of the message.
    pub channel: MessageChannel,
    /// The state of the message.
    pub state: MessageState,
    /// When it was written, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub written_at: String,
    /// When it is due or tried next; null if it does not wait.
    #[schema(required, format = DateTime)]
    pub due_at: Option<String>,
    /// When it was sent, dropped or given up; null while it waits.
    #[schema(required, format = DateTime)]
    pub ended_at: Option<String>,
    /// Why it was dropped; null if it was not, or if an older program dropped it.
    #[schema(required)]
    pub reason: Option<MessageObstacle>,
    /// Why the last try failed, if it did: for the operator, mostly in the provider's words.
    #[schema(required, example = "not sent, may be tried again: msg91 to +•••1736: timed out")]
    pub failure: Option<String>,
    /// How often it was tried since it was written or sent again.
    #[schema(example = 1)]
    pub tries: i64,
    /// How often staff had it sent again.
    #[schema(example = 0)]
    pub resends: i64,
    /// When staff had it sent again last; null: never.
    #[schema(required, format = DateTime)]
    pub resent_at: Option<String>,
    /// Who had it sent again last.
    #[schema(required, example = "Kiran Joshi")]
    pub resent_by: Option<String>,
    /// The account of the recipient.
    #[schema(example = "104233170526")]
    pub player: String,
    /// The name of the recipient.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The recipient's phone number now, always masked; null for a guest who gave none.
    #[schema(required, example = "+91 ••••• •1736")]
    pub phone: Option<String>,
    /// The booking; null if it is about the account.
    #[schema(required, example = "4820193756")]
    pub order: Option<String>,
    /// The venue of the booking.
    #[schema(required, example = 1)]
    pub venue: Option<i64>,
    /// The day of the game.
    #[schema(required, example = "2026-11-22", format = Date)]
    pub day: Option<String>,
}

/// A message with its words.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageAnswer {
    /// The message.
    pub message: MessageItem,
    /// The copies that were sent, the latest first, at most 20.
    pub copies: Vec<CopyAnswer>,
    /// The words that would be sent now; null if the message would not be sent.
    #[schema(required)]
    pub present: Option<WordsAnswer>,
    /// Why it would not be sent now; null if it would.
    #[schema(required)]
    pub obstacle: Option<MessageObstacle>,
    /// Whether it can be sent again now, by a caller with the permission `message.resend`.
    pub can_resend: bool,
    /// From when on it can be sent again, ISO 8601 UTC, if it was sent again less than ten minutes ago.
    #[schema(required, format = DateTime)]
    pub resend_from: Option<String>,
}

/// A copy of a message that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct CopyAnswer {
    /// When it was sent, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The words that were sent, and the recipient's address.
    pub words: WordsAnswer,
    /// The provider of a text message.
    #[schema(required, example = "msg91")]
    pub provider: Option<String>,
    /// The provider's id of the message, for questions to its support.
    #[schema(required, example = "376368707a73333239303230")]
    pub provider_message: Option<String>,
}

/// The words of a message, and the recipient's address.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordsAnswer {
    /// The phone number or mail address, masked for staff who may not see numbers.
    #[schema(example = "98250 41736")]
    pub to: String,
    /// The subject of a mail.
    #[schema(required, example = "Court 3 is yours: Sun, 22 Nov, 7:00 PM")]
    pub subject: Option<String>,
    /// The text message, or the plain text of the mail.
    #[schema(example = "Baroda Pickleball Club: Court 3 is yours on Sun, 22 Nov at 7:00 PM.")]
    pub body: String,
}

/// Lists what players were told and will be told, as far as the caller may see it.
#[utoipa::path(get, path = "/api/desk/messages", operation_id = "list_messages", tag = "messages",
    security(("session" = [])), params(MessagesRequest), extensions(("x-permission" = json!("message.read"))),
    responses((status = 200, description = "A page.", body = MessagesAnswer)))]
pub(crate) async fn list(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<MessagesRequest>,
) -> Result<Json<MessagesAnswer>, Problem> {
    let page = list_messages(&api.app, &actor, request.read()?).await.map_err(|error| match error {
        ListMessagesError::Refused(refused) => Problem::from(refused),
        ListMessagesError::Store(error) => error.into(),
    })?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    Ok(Json(MessagesAnswer {
        messages: page.messages.into_iter().map(|message| MessageItem::of(message, &viewer)).collect(),
        next: page.next.as_ref().map(MessageCursor::to_string),
    }))
}

/// Shows a message with its words; the audit gets an entry of the look, once a day.
#[utoipa::path(get, path = "/api/desk/messages/{message}", operation_id = "message", tag = "messages",
    security(("session" = [])), params(("message" = String, Path, description = "The key of the message.")),
    extensions(("x-permission" = json!("message.read"))),
    responses((status = 200, description = "The message.", body = MessageAnswer)))]
pub(crate) async fn message(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(message): Path<String>,
) -> Result<Json<MessageAnswer>, Problem> {
    let opened = open_message(&api.app, &actor, message).await.map_err(|error| match error {
        OpenMessageError::NoMessage => not_found(),
        OpenMessageError::Refused(refused) => refused.into(),
        OpenMessageError::Store(error) => error.into(),
    })?;
    Ok(Json(MessageAnswer::of(opened, &Viewer::of(&api.app, &actor).await?)))
}

/// Has a message sent again: at most once in ten minutes, and only while what it says is true.
#[utoipa::path(post, path = "/api/desk/messages/{message}/resend", operation_id = "resend_message", tag = "messages",
    security(("session" = [])),
    params(("message" = String, Path, description = "The key of the message."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("message.resend"))),
    responses((status = 204, description = "It is sent within seconds.")))]
pub(crate) async fn resend(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(message): Path<String>,
) -> Result<StatusCode, Problem> {
    match resend_message(&api.app, &actor, message, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ResendMessageError::NoMessage) => Err(not_found()),
        Err(ResendMessageError::Waiting) => Err(Problem::of(ProblemKind::MessageWaits)),
        Err(ResendMessageError::TooSoon(until)) => {
            Err(Problem::of(ProblemKind::MessageResent).with_param("from", until.to_string()))
        }
        Err(ResendMessageError::WouldBeDropped(reason)) => {
            Err(Problem::of(ProblemKind::MessageNotTrue).with_param("reason", reason.name()))
        }
        Err(ResendMessageError::Refused(refused)) => Err(refused.into()),
        Err(ResendMessageError::Store(error)) => Err(error.into()),
    }
}

impl MessagesRequest {
    fn read(self) -> Result<ListMessages, Problem> {
        let about = match (&self.player, &self.order) {
            (None, None) => About::AllPlayers,
            (Some(player), None) => About::Player(player.parse().map_err(|_| not_found())?),
            (None, Some(order)) => About::Order(order_number(order)?),
            (Some(_), Some(_)) => {
                return Err(ApiError::malformed("Name a player or a booking, not both.").into());
            }
        };
        let day = |day: &Option<String>| day.as_deref().map(day_of).transpose();
        let after = self.after.as_deref().map(str::parse).transpose();
        let malformed = |_| ApiError::malformed("`after` must be the `next` of an earlier page.");
        Ok(ListMessages {
            venue: self.venue.map(VenueId),
            about,
            outcome: self.state.map(MessageState::outcome),
            channel: self.channel.map(notice::Channel::from),
            days: DayRange { first: day(&self.from)?, last: day(&self.to)? },
            after: after.map_err(malformed)?,
            limit: self.limit.unwrap_or(PAGE),
        })
    }
}

impl MessageState {
    fn outcome(self) -> Option<Outcome> {
        match self {
            MessageState::Waiting => None,
            MessageState::Sent => Some(Outcome::Sent),
            MessageState::Dropped => Some(Outcome::Dropped),
            MessageState::Failed => Some(Outcome::Dead),
        }
    }
}

impl From<Option<Outcome>> for MessageState {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => MessageState::Waiting,
            Some(Outcome::Sent) => MessageState::Sent,
            Some(Outcome::Dropped) => MessageState::Dropped,
            Some(Outcome::Dead) => MessageState::Failed,
        }
    }
}

convert_enum!(MessageChannel, notice::Channel { Text, Mail });
convert_enum!(
    MessageNotice,
    notice::Notice {
        Confirmed,
        Moved,
        Reminder,
        Cancelled,
        CourtClosed,
        ClosureOffer,
        RefundIssued,
        RefundDone,
        RefundFailed,
        RefundSettled,
        PasswordChanged,
        ErasureAsked,
        ErasureUndone,
    }
);
convert_enum!(
    MessageObstacle,
    notice::DropReason {
        NoText,
        NoMail,
        AccountGone,
        NoAddress,
        NoPhone,
        NothingToTell,
        RemindersOff,
        OtherPlayer,
        NotConfirmed,
        HourChanged,
        GameBegun,
        GameOver,
        BookingCancelled,
        MovedAgain,
        AlreadyChosen,
        RefundChanged,
        ErasureChanged,
    }
);

impl MessageItem {
    fn of(message: Message, viewer: &Viewer) -> Self {
        let Message { stored, outcome, ended_at, drop_reason, failure, resent, name, phone, venue, day } =
            message;
        MessageItem {
            id: stored.key,
            notice: stored.notice.into(),
            channel: stored.channel.into(),
            state: outcome.into(),
            written_at: stored.created_at.to_string(),
            due_at: outcome.is_none().then(|| stored.due.to_string()),
            ended_at: ended_at.map(|at| at.to_string()),
            reason: drop_reason.map(MessageObstacle::from),
            failure,
            tries: stored.tries,
            resends: stored.resends,
            resent_at: resent.map(|(at, _)| at.to_string()),
            resent_by: resent.and_then(|(_, by)| viewer.names.get(&by).cloned()),
            player: stored.customer.to_string(),
            name,
            // Masked for every member of staff, because a list writes no look into the audit.
            phone: phone.as_ref().map(Phone::masked),
            order: stored.order.map(|order| order.to_string()),
            venue: venue.map(|venue| venue.0),
            day: day.map(|day| day.to_string()),
        }
    }
}

impl MessageAnswer {
    fn of(opened: OpenedMessage, viewer: &Viewer) -> Self {
        let OpenedMessage { message, copies, present, resend } = opened;
        MessageAnswer {
            message: MessageItem::of(message, viewer),
            copies: copies.into_iter().map(|copy| CopyAnswer::of(copy, viewer)).collect(),
            obstacle: present.as_ref().err().map(|reason| (*reason).into()),
            present: present.ok().map(|words| WordsAnswer::of(words, viewer)),
            can_resend: resend == Resend::Possible,
            resend_from: match resend {
                Resend::TooSoon(until) => Some(until.to_string()),
                Resend::Possible | Resend::Waiting | Resend::WouldBeDropped(_) => None,
            },
        }
    }
}

impl CopyAnswer {
    fn of(copy: MessageCopy, viewer: &Viewer) -> Self {
        let MessageCopy { at, to, subject, body, provider, provider_message } = copy;
        CopyAnswer {
            at: at.to_string(),
            words: WordsAnswer::of(MessageText { to, subject, body }, viewer),
            provider,
            provider_message,
        }
    }
}

impl WordsAnswer {
    fn of(MessageText { to, subject, body }: MessageText, viewer: &Viewer) -> Self {
        let to = match to.parse::<Phone>() {
            Ok(phone) => viewer.phone(&phone),
            Err(_) => viewer.address(&to),
        };
        WordsAnswer { to, subject, body }
    }
}
