//! Finds offers, with their games and money.

use std::collections::HashMap;

use sideout_domain::{
    BlockId, CustomerId, VenueId,
    closure_offer::{ClosureCause, OfferState},
    money::Money,
    order::{Order, OrderNumber},
    refund::RefundAbout,
};
use sideout_store::{
    Bills, ClosureOffers, Closures, Orders, Session, StoreError,
    accounts::{Customers, SecretHash},
    bills::PaidPart,
    payments::{Refund, Refunds},
};

use crate::{
    App,
    platform::tokens::hash_of,
    steps::cancel_booking::{not_approved, payable, split_over_parts},
};

pub use sideout_store::closure_offers::ClosureOffer;

/// What one player lost by one closure, and what they are offered.
#[derive(Debug, Clone)]
pub struct PlayerOffers {
    /// The closure.
    pub closure: BlockId,
    /// The venue.
    pub venue: VenueId,
    /// Why the courts are closed.
    pub reason: String,
    /// The cause that was chosen at the desk; `None` if only a reason was given.
    pub cause: Option<ClosureCause>,
    /// The player.
    pub customer: CustomerId,
    /// The player's name.
    pub player: String,
    /// The bookings with their offers, the earliest first; at least one.
    pub games: Vec<OfferedGame>,
}

/// A booking that lost its court, and what became of it.
#[derive(Debug, Clone)]
pub struct OfferedGame {
    /// The offer.
    pub offer: ClosureOffer,
    /// The booking that lost its court.
    pub lost: Order,
    /// The booking in its place.
    pub new: Option<Order>,
    /// The refunds of the lost booking, or of the difference to the one in its place; without what went back of them by other moves or
    /// by a later cancellation. Empty while the offer is open.
    pub refunds: Vec<Refund>,
    /// What would go back now if the player chose the money, by each way; empty once the offer is answered or has expired.
    pub money_back: Vec<MoneyBack>,
    /// What the desk gives back of what was imported as paid, once the player gets the money: no payment of it is known, so it has no
    /// refund. Zero while the offer is open, and once the game was moved.
    pub imported_back: Money,
}

/// Money that would go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoneyBack {
    /// The amount.
    pub amount: Money,
    /// Whether the player gets it at the desk; otherwise it is refunded in the way in which it was paid.
    pub is_at_desk: bool,
}

/// The offer for a booking whose court was closed; `None` if there was none.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_offer(app: &App, order: OrderNumber) -> Result<Option<ClosureOffer>, StoreError> {
    app.store.read(order, |tx, order| Box::pin(async move { ClosureOffers(tx).find(*order).await })).await
}

/// The offers of the player who has this link; `None` if the link is not valid, or the player has none of these bookings any more.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_offers(app: &App, token: &str) -> Result<Option<PlayerOffers>, StoreError> {
    let Some(hash) = hash_of(token) else { return Ok(None) };
    app.store.read(hash, |tx, hash| Box::pin(find(tx, hash))).await
}

/// As [`find_offers`], in a unit of work.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find(
    tx: &mut dyn Session,
    hash: &SecretHash,
) -> Result<Option<PlayerOffers>, StoreError> {
    let Some((closure, customer)) = ClosureOffers(tx).find_link(hash).await? else { return Ok(None) };
    let Some(facts) = Closures(tx).find_closure(closure).await? else { return Ok(None) };
    let mut games = Vec::new();
    for offer in ClosureOffers(tx).list_of_player(closure, customer).await? {
        games.extend(find_game(tx, offer).await?);
    }
    let Some(player) = Customers(tx).find(customer).await?.filter(|_| !games.is_empty()) else {
        return Ok(None);
    };
    Ok(Some(PlayerOffers {
        closure,
        venue: facts.venue,
        reason: facts.reason,
        cause: facts.cause,
        customer,
        player: player.full_name.as_str().to_owned(),
        games,
    }))
}

/// The bookings and the refunds of an offer; `None` if the lost booking, and with it the offer, went to another customer
/// since `offer` was read.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_game(
    tx: &mut dyn Session,
    offer: ClosureOffer,
) -> Result<Option<OfferedGame>, StoreError> {
    let Some(lost) = Orders(tx).find(offer.order, offer.customer).await? else { return Ok(None) };
    let new = match offer.new_order {
        Some(number) => Orders(tx).find(number, offer.customer).await?,
        None => None,
    };
    let refunds = Refunds(tx).list_of_order(offer.new_order.unwrap_or(offer.order)).await?;
    let parts = Bills(tx).list_settled_of_order(lost.number).await?;
    Ok(Some(game_of(offer, lost, (new, refunds), &parts)))
}

/// A game of which `parts` were paid.
fn game_of(
    offer: ClosureOffer,
    lost: Order,
    (new, refunds): (Option<Order>, Vec<Refund>),
    parts: &[PaidPart],
) -> OfferedGame {
    let (money_back, imported_back) = match offer.state {
        OfferState::Open => (money_back_of(lost.kept(), parts), Money::ZERO),
        OfferState::Refunded | OfferState::Expired => (Vec::new(), imported_back_of(&lost, parts)),
        // What was paid counts for the game in its place.
        OfferState::Moved => (Vec::new(), Money::ZERO),
    };
    let refunds = refunds.into_iter().filter(|refund| is_of_offer(refund, &offer)).collect();
    OfferedGame { offer, lost, new, refunds, money_back, imported_back }
}

/// Whether a refund of the lost booking, or of the one in its place, gives back what the offer does.
fn is_of_offer(refund: &Refund, offer: &ClosureOffer) -> bool {
    match offer.new_order {
        // The desk's first move of the new booking may be about the same version, but is later.
        Some(new) => {
            refund.about == RefundAbout::Move(new, 0) && offer.answered_at == Some(refund.approved_at)
        }
        // The booking may have been moved to a cheaper hour before.
        None => refund.reason.ends_booking(),
    }
}

/// What the desk gives back, outside this program, of a booking whose player gets the money and of which `parts` were paid.
fn imported_back_of(lost: &Order, parts: &[PaidPart]) -> Money {
    let approved = lost.returned.less(lost.returned_by_moves);
    not_approved(lost.refund(), approved, parts)
}

/// The games of a closure and the money of all bookings that it ended, read by a fixed number of statements.
pub(crate) struct GamesOfClosure {
    orders: HashMap<OrderNumber, Order>,
    refunds: HashMap<OrderNumber, Vec<Refund>>,
    parts: HashMap<OrderNumber, Vec<PaidPart>>,
}

impl GamesOfClosure {
    /// Reads the games, the refunds and what was paid of `closure`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub(crate) async fn find(tx: &mut dyn Session, closure: BlockId) -> Result<Self, StoreError> {
        Ok(GamesOfClosure {
            orders: Orders(tx).list_of_closure(closure).await?,
            refunds: Refunds(tx).list_of_closure(closure).await?,
            parts: Bills(tx).list_settled_of_closure(closure).await?,
        })
    }

    /// As [`find_game`].
    pub(crate) fn game(&self, offer: ClosureOffer) -> Option<OfferedGame> {
        let order_of =
            |number| self.orders.get(&number).filter(|order| order.customer == offer.customer).cloned();
        let lost = order_of(offer.order)?;
        let parts = self.parts(lost.number);
        let new = offer.new_order.and_then(order_of);
        let refunds = self.refunds(offer.new_order.unwrap_or(offer.order));
        Some(game_of(offer, lost, (new, refunds), parts))
    }

    /// What was paid for a booking for which nothing was offered, without what went back when it was moved.
    pub(crate) fn paid(&self, order: OrderNumber) -> Money {
        self.orders.get(&order).map_or(Money::ZERO, Order::paid_without_moves)
    }

    /// What went back, or is owed, of a booking for which nothing was offered; without what went back of it by moves before.
    pub(crate) fn refunds_without_offer(&self, order: OrderNumber) -> Vec<Refund> {
        self.refunds(order).into_iter().filter(|refund| refund.reason.ends_booking()).collect()
    }

    /// What the desk gives back of what was imported as paid for a booking for which nothing was offered.
    pub(crate) fn imported_back(&self, order: OrderNumber) -> Money {
        self.orders.get(&order).map_or(Money::ZERO, |lost| imported_back_of(lost, self.parts(order)))
    }

    fn refunds(&self, order: OrderNumber) -> Vec<Refund> {
        self.refunds.get(&order).cloned().unwrap_or_default()
    }

    fn parts(&self, order: OrderNumber) -> &[PaidPart] {
        self.parts.get(&order).map_or(&[][..], Vec::as_slice)
    }
}

/// How much of each paid part of a lost booking goes back, as much of `back` in all as is [`payable`]. The desk gives back what it took,
/// and what was imported as paid.
pub(crate) fn money_back_of(back: Money, parts: &[PaidPart]) -> Vec<MoneyBack> {
    let of_known = split_over_parts(back, parts)
        .into_iter()
        .map(|(part, amount)| MoneyBack { amount, is_at_desk: part.payment.is_none() });
    let mut all: Vec<MoneyBack> = of_known.collect();
    let known = all.iter().map(|part| part.amount).sum();
    all.push(MoneyBack { amount: payable(back, parts).less(known), is_at_desk: true });
    all.retain(|part| part.amount > Money::ZERO);
    all
}
