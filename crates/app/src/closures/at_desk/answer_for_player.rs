//! Staff answer an offer for a player on the phone, and note that they called.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BlockId, CourtId, StaffId, VenueId, money::Money, order::OrderNumber, staff::Permission,
};
use sideout_store::{ChangeEvent, ClosureOffers, Orders, Session, StoreError, closure_offers::ClosureOffer};

use crate::{
    App,
    booking::find_order::find_order,
    closures::offers::{
        answer::{
            AnswerError, ChosenPlace, MoveInput, find_open, give_back, move_offered_game, prepare_move,
        },
        choices::{Choice, Choices, list_choices, list_hours_of_day},
        find_offers::find_offer,
    },
    staff::list_workplaces,
    steps::{
        answer_offer::Answering,
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        issue_receipts::Issuer,
    },
};

/// Why staff cannot answer an offer.
#[derive(Debug, thiserror::Error)]
pub enum AnswerForPlayerError {
    /// The offer cannot be answered like this.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Another amount than was shown would go back: this one.
    #[error("another amount would go back")]
    OtherAmount(Money),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl From<StoreError> for AnswerForPlayerError {
    fn from(error: StoreError) -> Self {
        AnswerForPlayerError::Answer(error.into())
    }
}

/// An answer that staff gave, or a phone call that they noted. A repeated request returns the first result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredForPlayer {
    /// The closure.
    pub closure: BlockId,
    /// The number of the booking in place of the lost one, if the game was moved.
    pub new_order: Option<i64>,
    /// What goes back, in paise; 0 also for a phone call, which leaves the offer open.
    pub back_paise: i64,
}

/// What the audit shows of a moved game.
#[derive(Serialize)]
struct MovedFacts {
    new_order: String,
    venue: VenueId,
    court: CourtId,
    day: String,
    minute: u16,
    back_paise: i64,
}

/// What the player of a lost booking can choose.
///
/// # Errors
/// [`AnswerForPlayerError`].
pub async fn list_choices_for_player(
    app: &App,
    actor: &Actor,
    order: OrderNumber,
) -> Result<Choices, AnswerForPlayerError> {
    let lost = find_lost(app, actor, Permission::BoardRead, order).await?.1;
    Ok(list_choices(app, &lost).await?)
}

/// The hours of a day at a venue that the player of a lost booking can choose.
///
/// # Errors
/// [`AnswerForPlayerError`].
pub async fn list_hours_for_player(
    app: &App,
    actor: &Actor,
    order: OrderNumber,
    venue: VenueId,
    day: Date,
) -> Result<Vec<Choice>, AnswerForPlayerError> {
    let lost = find_lost(app, actor, Permission::BoardRead, order).await?.1;
    Ok(list_hours_of_day(app, &lost, venue, day).await?)
}

/// The offer and the lost booking, at one of the actor's venues.
async fn find_lost(
    app: &App,
    actor: &Actor,
    permission: Permission,
    order: OrderNumber,
) -> Result<(ClosureOffer, sideout_domain::order::Order), AnswerForPlayerError> {
    actor.check(permission, app.clock.now())?;
    let offer = find_offer(app, order).await?.ok_or(AnswerError::NoSuchOffer)?;
    let lost = find_order(app, offer.customer, order).await?.ok_or(AnswerError::NoSuchOffer)?;
    if !list_workplaces(app, actor).await?.contains(&lost.venue) {
        return Err(AnswerError::NoSuchOffer.into());
    }
    Ok((offer, lost))
}

struct MoveForPlayer {
    order: OrderNumber,
    chosen: ChosenPlace,
    /// `None` if the place is not offered now: a repeated call gets the first answer all the same.
    input: Option<MoveInput>,
}

impl Serialize for MoveForPlayer {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ChosenPlace { venue, court, day, start, due, back } = self.chosen;
        let place = (venue, court, day.to_string(), start.minute());
        (self.order.value(), place, due.paise(), back.paise()).serialize(serializer)
    }
}

/// Books the chosen place for the player of an offer.
///
/// # Errors
/// [`AnswerForPlayerError`].
pub async fn move_for_player(
    app: &App,
    actor: &Actor,
    order: OrderNumber,
    chosen: ChosenPlace,
    key: RequestKey,
) -> Result<AnsweredForPlayer, AnswerForPlayerError> {
    let (offer, lost) = find_lost(app, actor, Permission::BookingMove, order).await?;
    let input = match prepare_move(app, &offer, chosen, Some(actor.id())).await {
        Ok(input) => Some(input),
        Err(AnswerError::NotOffered) => None,
        Err(error) => return Err(error.into()),
    };
    let permission = Permission::BookingMove;
    let command = Command { operation: "move_for_player", permission, venue: Some(lost.venue), key };
    let input = MoveForPlayer { order, chosen, input };
    audited_write(app, actor, command, input, |tx, input| {
        Box::pin(async move {
            let MoveForPlayer { chosen, input, .. } = input;
            let input = input.as_ref().ok_or(AnswerError::NotOffered)?;
            let offer = find_open(tx, input.order).await?;
            let new = move_offered_game(tx, &offer, input).await?;
            let facts = MovedFacts {
                new_order: new.number.to_string(),
                venue: chosen.venue,
                court: chosen.court,
                day: chosen.day.to_string(),
                minute: chosen.start.minute(),
                back_paise: chosen.back.paise(),
            };
            let answer = AnsweredForPlayer {
                closure: offer.closure,
                new_order: Some(new.number.value()),
                back_paise: chosen.back.paise(),
            };
            let entry = Entry::added("offer.moved", "booking", input.order, &facts);
            Ok::<_, AnswerForPlayerError>(Audited::new(answer, entry))
        })
    })
    .await
}

struct OfferInput {
    order: OrderNumber,
    by: StaffId,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for OfferInput {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.order.value().serialize(serializer)
    }
}

async fn offer_input(app: &App, actor: &Actor, order: OrderNumber) -> Result<OfferInput, StoreError> {
    Ok(OfferInput { order, by: actor.id(), issuer: Issuer::find(app).await?, now: app.clock.now() })
}

struct RefundForPlayer {
    offer: OfferInput,
    /// What was shown to go back.
    back: Money,
}

impl Serialize for RefundForPlayer {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.offer, self.back.paise()).serialize(serializer)
    }
}

/// Gives the money back to the player of an offer; nothing if it is another amount than `back`, which was shown.
///
/// # Errors
/// [`AnswerForPlayerError`].
pub async fn refund_for_player(
    app: &App,
    actor: &Actor,
    order: OrderNumber,
    back: Money,
    key: RequestKey,
) -> Result<AnsweredForPlayer, AnswerForPlayerError> {
    let (_, lost) = find_lost(app, actor, Permission::BookingCancel, order).await?;
    let permission = Permission::BookingCancel;
    let command = Command { operation: "refund_for_player", permission, venue: Some(lost.venue), key };
    let input = RefundForPlayer { offer: offer_input(app, actor, order).await?, back };
    audited_write(app, actor, command, input, |tx, input| {
        Box::pin(async move {
            let RefundForPlayer { offer: OfferInput { order, by, issuer, now }, back: shown } = input;
            let offer = find_open(tx, *order).await?;
            let answering = Answering { by: Some(*by), issuer, now: *now };
            let back = give_back(tx, &offer, answering).await?;
            if back != *shown {
                // The unit of work is rolled back with what was approved.
                return Err(AnswerForPlayerError::OtherAmount(back));
            }
            let back_paise = back.paise();
            let answer = AnsweredForPlayer { closure: offer.closure, new_order: None, back_paise };
            let entry = Entry::added("offer.refunded", "booking", order, &answer);
            Ok::<_, AnswerForPlayerError>(Audited::new(answer, entry))
        })
    })
    .await
}

/// Notes that staff called the player of an offer.
///
/// # Errors
/// [`AnswerForPlayerError`].
pub async fn note_call(
    app: &App,
    actor: &Actor,
    order: OrderNumber,
    key: RequestKey,
) -> Result<AnsweredForPlayer, AnswerForPlayerError> {
    let (_, lost) = find_lost(app, actor, Permission::ClosureMake, order).await?;
    let permission = Permission::ClosureMake;
    let command = Command { operation: "note_call", permission, venue: Some(lost.venue), key };
    let input = offer_input(app, actor, order).await?;
    audited_write(app, actor, command, input, |tx, input| Box::pin(note_call_once(tx, input))).await
}

async fn note_call_once(
    tx: &mut dyn Session,
    input: &OfferInput,
) -> Result<Audited<AnsweredForPlayer>, AnswerForPlayerError> {
    let offer = find_open(tx, input.order).await?;
    if !ClosureOffers(tx).note_call(input.order, (input.by, input.now)).await? {
        // The offer was answered between the two statements: `find_open` then returns the error that says so.
        find_open(tx, input.order).await?;
        return Err(StoreError::Unavailable(format!(
            "the offer of order {} changed while a call was noted",
            input.order
        ))
        .into());
    }
    if let Some(lost) = Orders(tx).find(input.order, offer.customer).await? {
        tx.announce(ChangeEvent::Board(lost.venue, lost.day));
    }
    let answer = AnsweredForPlayer { closure: offer.closure, new_order: None, back_paise: 0 };
    Ok(Audited::new(answer, Entry::happened("offer.called", "booking", input.order)))
}
