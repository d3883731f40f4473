//! Lists messages to players: who, what, on which channel, and what became of each.

use std::{fmt, str::FromStr};

use jiff::Timestamp;
use sideout_domain::{
    CustomerId, VenueId,
    notice::{Channel, Outcome},
    order::OrderNumber,
    staff::Permission,
};
use sideout_store::{
    Messages, Orders, Session, StoreError,
    accounts::Customers,
    messages::{Message, MessageFilter, MessagePage},
};

use super::scope::{Scope, days_before};
use crate::{
    App,
    platform::{
        cut_page::cut_page,
        day_range::{DayRange, zone_of_days},
    },
    steps::audited::{Actor, Refused},
};

/// The most messages of one page.
pub const MOST_MESSAGES: u32 = 200;
/// How many days back a list begins that names no day and is not about one player or order.
const DAYS: i64 = 7;

/// Whom or what messages are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// All players.
    AllPlayers,
    /// One player; of an account that was merged, the one that was kept, to which its messages went.
    Player(CustomerId),
    /// One order.
    Order(OrderNumber),
}

/// Which messages to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListMessages {
    /// Only the messages of this venue.
    pub venue: Option<VenueId>,
    /// Whom or what they are about.
    pub about: About,
    /// Only the messages that wait (`Some(None)`), or that ended in this way.
    pub outcome: Option<Option<Outcome>>,
    /// Only the messages of this channel.
    pub channel: Option<Channel>,
    /// Only the messages written on these days of the venue, or of the business. Without a day: the last seven days, or
    /// all of a player or order.
    pub days: DayRange,
    /// The page begins after this message.
    pub after: Option<MessageCursor>,
    /// The most messages of the page, 1 to [`MOST_MESSAGES`].
    pub limit: u32,
}

/// The last message of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageCursor {
    at: Timestamp,
    key: String,
}

/// The text is not the `next` of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor")]
pub struct BadMessageCursor;

impl fmt::Display for MessageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.as_millisecond(), self.key)
    }
}

impl FromStr for MessageCursor {
    type Err = BadMessageCursor;

    fn from_str(text: &str) -> Result<Self, BadMessageCursor> {
        let (at, key) = text.split_once('.').ok_or(BadMessageCursor)?;
        let at = at.parse().ok().and_then(|at| Timestamp::from_millisecond(at).ok());
        Ok(MessageCursor { at: at.ok_or(BadMessageCursor)?, key: key.to_owned() })
    }
}

/// A page of messages, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMessages {
    /// The messages.
    pub messages: Vec<Message>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<MessageCursor>,
}

/// Why messages are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListMessagesError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The messages that `actor` may see and that `list` names, by the time at which they were written, the newest first. Their words are
/// not in it.
///
/// # Errors
/// [`ListMessagesError`].
pub async fn list_messages(
    app: &App,
    actor: &Actor,
    list: ListMessages,
) -> Result<ListedMessages, ListMessagesError> {
    let now = app.clock.now();
    match list.venue {
        Some(venue) => actor.check_at(venue, Permission::MessageRead, now)?,
        None => actor.check(Permission::MessageRead, now)?,
    }
    let scope = Scope::of(app, actor).await?;
    let limit = list.limit.clamp(1, MOST_MESSAGES);
    let (from, until) = list.days.moments(&zone_of_days(app, list.venue).await?);
    let begins = match list.about {
        About::AllPlayers if list.days.last.is_none() => days_before(now, DAYS),
        About::AllPlayers | About::Player(_) | About::Order(_) => Timestamp::MIN,
    };
    let until = (until.unwrap_or(Timestamp::MAX), String::new());
    let page = MessagePage {
        from: from.unwrap_or(begins).max(scope.since),
        before: list.after.map_or(until, |MessageCursor { at, key }| (at, key)),
        limit: limit + 1,
    };
    let venues = list.venue.map(|venue| vec![venue]).or(scope.venues);
    if venues.as_ref().is_some_and(Vec::is_empty) {
        return Ok(ListedMessages { messages: Vec::new(), next: None });
    }
    let filter = MessageFilter { venues, outcome: list.outcome, channel: list.channel };
    let read = app.store.read((list.about, filter, page), |tx, (about, filter, page)| {
        Box::pin(read(tx, *about, filter, page))
    });
    let mut messages: Vec<Message> = read.await?;
    let last = cut_page(&mut messages, limit);
    let next = last.map(|last| MessageCursor { at: last.stored.created_at, key: last.stored.key.clone() });
    Ok(ListedMessages { messages, next })
}

async fn read(
    tx: &mut dyn Session,
    about: About,
    filter: &MessageFilter,
    page: &MessagePage,
) -> Result<Vec<Message>, StoreError> {
    let player = match about {
        About::AllPlayers => return Messages(tx).list(filter, page).await,
        About::Player(player) => Customers(tx).follow(player).await?.map(|kept| (kept, None)),
        About::Order(order) => Orders(tx).find_owner(order).await?.map(|owner| (owner, Some(order))),
    };
    match player {
        Some(player) => Messages(tx).list_of_customer(player, filter, page).await,
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let text = "1795000000000.4820193756.confirmed.text";
        let cursor: MessageCursor = text.parse().unwrap();
        assert_eq!(cursor.key, "4820193756.confirmed.text");
        assert_eq!(cursor.to_string(), text);
        for wrong in ["", "1", "x.y", "99999999999999999999.a"] {
            assert_eq!(wrong.parse::<MessageCursor>(), Err(BadMessageCursor), "{wrong}");
        }
    }
}
