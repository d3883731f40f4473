//! Answers an offer: by its player with the link, or by a member of staff in their name.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CourtId, StaffId, VenueId,
    claim::Slot,
    closure_offer::{CarriedPrice, OfferState, offered_days},
    money::Money,
    order::{Order, OrderNumber},
    price::price_of,
    slot::StartTime,
};
use sideout_store::{ClosureOffers, Session, StoreError, closure_offers::ClosureOffer};

use super::find_offers::{OfferedGame, find_game};
use crate::{
    App,
    booking::{find_order::find_order, is_sold_until, last_day_of_choices},
    platform::{policies::find_policies, tokens::hash_of, venues::find_venue},
    steps::{
        answer_offer::{Answering, NewPlace, NotMoved, give_money_back, move_game},
        draw_order_number::draw_order_number,
        issue_receipts::Issuer,
    },
};

/// The court and hour that are chosen, with what was shown for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenPlace {
    /// The venue.
    pub venue: VenueId,
    /// The court.
    pub court: CourtId,
    /// The day.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// What was shown to be due when the player comes.
    pub due: Money,
    /// What was shown to go back.
    pub back: Money,
}

/// Why an offer is not answered.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// The link is not valid, or there is no offer for the booking that the caller may answer.
    #[error("no such offer")]
    NoSuchOffer,
    /// It was answered before; this is what became of it.
    #[error("answered before")]
    Answered(Box<OfferedGame>),
    /// The place is not one that is offered.
    #[error("not offered")]
    NotOffered,
    /// Another claim has the court by now.
    #[error("slot taken")]
    Taken,
    /// It costs another amount than was shown.
    #[error("the price is another one")]
    PriceChanged(CarriedPrice),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the unit of work that moves a game needs.
#[derive(Debug, Clone)]
pub(crate) struct MoveInput {
    /// The booking that lost its court.
    pub(crate) order: OrderNumber,
    /// The place, with the number of the booking there.
    pub(crate) place: NewPlace,
    /// The member of staff who answers for the player; `None`: the player.
    pub(crate) by: Option<StaffId>,
    /// Issues the credit notes.
    pub(crate) issuer: Issuer,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// Books the chosen place for the player with this link; returns what became of the offer.
///
/// # Errors
/// [`AnswerError`].
pub async fn choose_place(
    app: &App,
    token: &str,
    order: OrderNumber,
    chosen: ChosenPlace,
) -> Result<OfferedGame, AnswerError> {
    let offer = find_by_link(app, token, order).await?;
    let input = prepare_move(app, &offer, chosen, None).await?;
    let moved = app.store.write(input, |tx, input| {
        Box::pin(async move {
            let offer = find_open(tx, input.order).await?;
            move_offered_game(tx, &offer, input).await?;
            find_again(tx, input.order).await
        })
    });
    moved.await
}

/// Gives the money back to the player with this link; returns what became of the offer.
///
/// # Errors
/// [`AnswerError`].
pub async fn choose_money(app: &App, token: &str, order: OrderNumber) -> Result<OfferedGame, AnswerError> {
    find_by_link(app, token, order).await?;
    let input = (order, Issuer::find(app).await?, app.clock.now());
    app.store
        .write(input, |tx, (order, issuer, now)| {
            Box::pin(async move {
                let offer = find_open(tx, *order).await?;
                let answering = Answering { by: None, issuer, now: *now };
                give_back(tx, &offer, answering).await?;
                find_again(tx, *order).await
            })
        })
        .await
}

/// Checks that a place is offered to the player of `offer`, and prices it.
///
/// # Errors
/// [`AnswerError::NotOffered`], [`AnswerError::NoSuchOffer`] and [`AnswerError::Store`].
pub(crate) async fn prepare_move(
    app: &App,
    offer: &ClosureOffer,
    chosen: ChosenPlace,
    by: Option<StaffId>,
) -> Result<MoveInput, AnswerError> {
    let now = app.clock.now();
    let lost = find_lost(app, offer).await?;
    let ChosenPlace { day, start, .. } = chosen;
    let venue = find_venue(app, chosen.venue).await?.ok_or(AnswerError::NotOffered)?;
    let court = venue.court(chosen.court).filter(|court| court.sport == lost.sport);
    let court = court.ok_or(AnswerError::NotOffered)?;
    if !offered_days(lost.day).contains(&day)
        || !is_sold_until(&venue, last_day_of_choices(&venue, lost.day, now), day, start, now)
    {
        return Err(AnswerError::NotOffered);
    }
    let price = price_of(&venue.prices, court, day, start).ok_or(AnswerError::NotOffered)?;
    let slot = Slot { court: court.id, starts_at: start.on(day, &venue.zone) };
    let place = NewPlace {
        number: draw_order_number(app, now),
        venue: venue.id,
        time: slot.lasting(venue.slot_minutes),
        day,
        start,
        play_minutes: venue.play_minutes,
        price,
        shown: Some((chosen.due, chosen.back)),
        reminder_minutes: find_policies(app).await?.reminder_minutes,
    };
    Ok(MoveInput { order: offer.order, place, by, issuer: Issuer::find(app).await?, now })
}

/// Moves the game of an open offer to the prepared place.
///
/// # Errors
/// [`AnswerError`]; the caller must roll back.
pub(crate) async fn move_offered_game(
    tx: &mut dyn Session,
    offer: &ClosureOffer,
    input: &MoveInput,
) -> Result<Order, AnswerError> {
    let answering = Answering { by: input.by, issuer: &input.issuer, now: input.now };
    match move_game(tx, offer, input.place, answering).await {
        Ok(moved) => Ok(moved),
        Err(NotMoved::Taken) => Err(AnswerError::Taken),
        Err(NotMoved::PriceChanged(price)) => Err(AnswerError::PriceChanged(price)),
        Err(NotMoved::Answered) => Err(answered(tx, offer.order).await?),
        Err(NotMoved::Store(error)) => Err(error.into()),
    }
}

/// Gives the money of an open offer back.
///
/// # Errors
/// [`AnswerError`]; the caller must roll back.
pub(crate) async fn give_back(
    tx: &mut dyn Session,
    offer: &ClosureOffer,
    answering: Answering<'_>,
) -> Result<Money, AnswerError> {
    match give_money_back(tx, offer, OfferState::Refunded, answering).await? {
        Some(owed) => Ok(owed),
        None => Err(answered(tx, offer.order).await?),
    }
}

/// The offer for a booking, if it is not answered yet.
///
/// # Errors
/// [`AnswerError`].
pub(crate) async fn find_open(tx: &mut dyn Session, order: OrderNumber) -> Result<ClosureOffer, AnswerError> {
    let offer = ClosureOffers(tx).find(order).await?.ok_or(AnswerError::NoSuchOffer)?;
    if offer.state == OfferState::Open { Ok(offer) } else { Err(answered(tx, order).await?) }
}

/// What became of an offer.
///
/// # Errors
/// [`AnswerError`].
pub(crate) async fn find_again(tx: &mut dyn Session, order: OrderNumber) -> Result<OfferedGame, AnswerError> {
    let offer = ClosureOffers(tx).find(order).await?.ok_or(AnswerError::NoSuchOffer)?;
    find_game(tx, offer).await?.ok_or(AnswerError::NoSuchOffer)
}

async fn answered(tx: &mut dyn Session, order: OrderNumber) -> Result<AnswerError, AnswerError> {
    find_again(tx, order).await.map(|game| AnswerError::Answered(Box::new(game)))
}

async fn find_by_link(app: &App, token: &str, order: OrderNumber) -> Result<ClosureOffer, AnswerError> {
    let hash = hash_of(token).ok_or(AnswerError::NoSuchOffer)?;
    let find = app.store.read((hash, order), |tx, (hash, order)| {
        Box::pin(async move {
            let link = ClosureOffers(tx).find_link(hash).await?;
            let offer = ClosureOffers(tx).find(*order).await?;
            Ok::<_, StoreError>(offer.filter(|offer| link == Some((offer.closure, offer.customer))))
        })
    });
    find.await?.ok_or(AnswerError::NoSuchOffer)
}

async fn find_lost(app: &App, offer: &ClosureOffer) -> Result<Order, AnswerError> {
    find_order(app, offer.customer, offer.order).await?.ok_or(AnswerError::NoSuchOffer)
}
