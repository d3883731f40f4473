//! Opens the courts of a closure again, for the rest of its time, and reinstates the bookings of players who have not answered.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BlockId, StaffId,
    claim::CourtTime,
    order::{Order, OrderNumber},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{ClosureOffers, Closures, Orders, Session, StoreError, closure_offers::ClosureOffer};

use super::details::ClosureError;
use crate::{
    App,
    closures::open_block::open_block,
    platform::{policies::find_policies, venues::find_venue},
    steps::{
        answer_offer::{Answering, NewPlace, NotMoved, move_game},
        audited::{Actor, Audited, Command, Entry, RequestKey, audited_write},
        draw_order_number::draw_order_number,
        free_slot::free_closure,
        issue_receipts::Issuer,
    },
};

/// What was opened. A repeated call returns the first answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reopened {
    /// Slots that are not blocked any more, also those that players got back.
    pub slots: usize,
    /// Players' games that take place after all.
    #[serde(rename = "called_back")]
    pub restored_games: usize,
    /// Offers that are still open.
    pub unanswered: usize,
}

struct Input {
    id: BlockId,
    restores_games: bool,
    /// `None` if the venue is retired now: a repeated call gets the first answer all the same.
    venue: Option<Arc<Venue>>,
    /// The open offers, each with a number for the booking in its place.
    offers: Vec<(ClosureOffer, OrderNumber)>,
    by: StaffId,
    issuer: Issuer,
    reminder_minutes: u32,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.id, self.restores_games).serialize(serializer)
    }
}

/// What the audit shows of a game that takes place after all.
#[derive(Serialize)]
struct RestoredFacts {
    new_order: String,
}

/// Opens the rest of a closure; its hours that are over stay closed. With `restores_games`, the games of players who have not answered
/// take place after all, at their court and hour, if that is still ahead.
///
/// # Errors
/// [`ClosureError`].
pub async fn reopen(
    app: &App,
    actor: &Actor,
    id: BlockId,
    restores_games: bool,
    key: RequestKey,
) -> Result<Reopened, ClosureError> {
    let now = app.clock.now();
    actor.check(Permission::ClosureMake, now)?;
    let find = app.store.read(id, |tx, id| {
        Box::pin(async move {
            let facts = Closures(tx).find_closure(*id).await?;
            let closed = ClosureOffers(tx).list_of_closure(*id).await?;
            Ok::<_, StoreError>((facts, closed))
        })
    });
    let (facts, closed) = find.await?;
    let facts = facts.ok_or(ClosureError::NoSuchClosure)?;
    if !actor.works_at(facts.venue) {
        return Err(ClosureError::NoSuchClosure);
    }
    let venue = find_venue(app, facts.venue).await?;
    let offers = closed.into_iter().filter_map(|closed| closed.offer);
    let open = offers.filter(|offer| offer.answered_at.is_none());
    let input = Input {
        id,
        restores_games,
        venue,
        offers: open.map(|offer| (offer, draw_order_number(app, now))).collect(),
        by: actor.id(),
        issuer: Issuer::find(app).await?,
        reminder_minutes: find_policies(app).await?.reminder_minutes,
        now,
    };
    let permission = Permission::ClosureMake;
    let command = Command { operation: "reopen_courts", permission, venue: Some(facts.venue), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(reopen_once(tx, input))).await
}

async fn reopen_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<Reopened>, ClosureError> {
    let venue = input.venue.as_ref().ok_or(ClosureError::VenueRetired)?;
    let freed = free_closure(tx, input.id, input.now).await?;
    for time in &freed {
        // All that is ahead, also what lies beyond the time that was closed.
        let rest = (Timestamp::MIN, Timestamp::MAX);
        open_block(tx, venue, (*time, input.id), rest, input.now).await?;
    }
    let mut reopened = Reopened { slots: freed.len(), restored_games: 0, unanswered: 0 };
    let mut entries = Vec::new();
    if input.restores_games {
        for (offer, number) in &input.offers {
            if let Some(new) = restore_game(tx, input, (offer, *number), &freed).await? {
                reopened.restored_games += 1;
                let facts = RestoredFacts { new_order: new.number.to_string() };
                entries.push(Entry::added("offer.called_back", "booking", offer.order, &facts));
            }
        }
    }
    let left =
        ClosureOffers(tx).list_of_closure(input.id).await?.into_iter().filter_map(|closed| closed.offer);
    reopened.unanswered = left.filter(|offer| offer.answered_at.is_none()).count();
    if freed.is_empty() && entries.is_empty() {
        return Ok(Audited::unchanged(reopened));
    }
    let entry = Entry::added("closure.reopened", "closure", input.id, &reopened);
    Ok(entries.into_iter().fold(Audited::new(reopened, entry), Audited::and))
}

/// Gives a player the court and hour back that the closure took; `None` if that is not possible any more.
async fn restore_game(
    tx: &mut dyn Session,
    input: &Input,
    (offer, number): (&ClosureOffer, OrderNumber),
    freed: &[CourtTime],
) -> Result<Option<Order>, StoreError> {
    let Some(lost) = Orders(tx).find(offer.order, offer.customer).await? else { return Ok(None) };
    // A booking made with another slot length may begin at another instant than the blocked slots.
    let is_freed = freed.iter().any(|time| time.overlaps(&lost.time()));
    let still_open = ClosureOffers(tx).find(offer.order).await?;
    let is_open = still_open.is_some_and(|offer| offer.answered_at.is_none());
    if !is_freed || !is_open || lost.slot.starts_at <= input.now {
        return Ok(None);
    }
    let place = NewPlace {
        number,
        venue: lost.venue,
        time: lost.time(),
        day: lost.day,
        start: lost.start,
        play_minutes: lost.play_minutes,
        price: lost.price,
        shown: None,
        reminder_minutes: input.reminder_minutes,
    };
    let answering = Answering { by: Some(input.by), issuer: &input.issuer, now: input.now };
    match move_game(tx, offer, place, answering).await {
        Ok(new) => Ok(Some(new)),
        // Another claim overlaps the hour: the offer stays open. The claim is the first write, so nothing has to be rolled back.
        Err(NotMoved::Taken) => Ok(None),
        Err(NotMoved::Store(error)) => Err(error),
        Err(NotMoved::Answered | NotMoved::PriceChanged(_)) => Err(StoreError::Unavailable(format!(
            "the offer of order {} was answered while its court was opened",
            offer.order
        ))),
    }
}
