//! Lists the bookings that a closure cancels.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    money::Money,
    order::{Order, OrderNumber, OrderStatus, PaymentMethod},
    person::Phone,
    slot::StartTime,
};
use sideout_store::{
    Bills, Closures, Orders, Session, Store, StoreError, accounts::Customers, claims::ClaimedOrder,
    closures::Claimant,
};

use super::{
    ClosureRefused, Span,
    close_courts::{ClosureMoney, DisplacedMoney, money_of},
    closure::{ResolveSpanError, ResolvedSpan},
    offers::find_offers::money_back_of,
};
use crate::steps::cancel_booking::payable;

/// A booking or hold in a report to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Displaced {
    /// Its order number.
    pub order: OrderNumber,
    /// The court.
    pub court: String,
    /// The day at the venue.
    pub day: Date,
    /// The time at the venue.
    pub start: StartTime,
    /// The player's name.
    pub player: String,
    /// The player's phone number, masked except for its end; "no number" for a guest who gave none.
    pub phone: String,
    /// What was paid and did not go back.
    pub paid: Money,
    /// Until when the player chooses between another hour and the money; `None`: it goes back at once.
    pub offer_until: Option<Timestamp>,
    /// What the closure gives back of `paid`, or would if the player chooses the money.
    pub share: Money,
    /// What of that goes back: what was rounded off a payment in cash was never paid, and what is too little is not sent.
    pub back: Money,
    /// The part of it that goes back through the payment provider. A desk gives back the rest.
    pub back_online: Money,
}

impl Displaced {
    /// The report entry for a claim and its order, without its payments: `back` has what was rounded off in cash as well, and goes back
    /// in one way.
    pub(crate) fn of_claim(claimed: &ClaimedOrder) -> Displaced {
        Displaced {
            order: claimed.number,
            court: claimed.court_name.clone(),
            day: claimed.day,
            start: claimed.start,
            player: claimed.customer_name.clone(),
            phone: masked(claimed.phone.as_ref()),
            paid: claimed.kept,
            offer_until: None,
            share: claimed.kept,
            back: claimed.kept,
            back_online: match claimed.payment_method {
                Some(PaymentMethod::Online) => claimed.kept,
                Some(PaymentMethod::Court) | None => Money::ZERO,
            },
        }
    }

    /// The report entry for `order`, with what becomes of its money.
    pub(crate) async fn of(
        tx: &mut dyn Session,
        order: &Order,
        money: DisplacedMoney,
    ) -> Result<Displaced, StoreError> {
        let customer = Customers(tx).find(order.customer).await?;
        let parts = match money.back {
            Money::ZERO => Vec::new(),
            _ => Bills(tx).list_settled_of_order(order.number).await?,
        };
        let by_way = money_back_of(money.back, &parts);
        let online = by_way.iter().filter(|part| !part.is_at_desk);
        let back_online: Money = online.map(|part| part.amount).sum();
        Ok(Displaced {
            order: order.number,
            court: order.court_name.clone(),
            day: order.day,
            start: order.start,
            player: order.customer_name.clone(),
            phone: masked(customer.and_then(|customer| customer.phone).as_ref()),
            paid: order.kept(),
            offer_until: money.offer_until,
            share: money.back,
            back: payable(money.back, &parts),
            back_online,
        })
    }
}

fn masked(phone: Option<&Phone>) -> String {
    phone.map_or_else(|| "no number".to_owned(), Phone::masked)
}

/// What a closure would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// Slots it would block.
    pub slots: usize,
    /// Slots that are blocked already.
    pub already: usize,
    /// Bookings it would cancel.
    pub displaced: Vec<Displaced>,
    /// Holds it would end.
    pub holds: usize,
}

/// Computes what closing `span` at `now` would do if all that was paid goes back at once, or, with `offer_until`, if the players are
/// offered a choice until then. Changes nothing.
///
/// # Errors
/// [`StoreError`]; the inner error is [`ClosureRefused`].
pub async fn preview(
    store: &Store,
    span: Span,
    offer_until: Option<Timestamp>,
    now: Timestamp,
) -> Result<Result<Preview, ClosureRefused>, StoreError> {
    let money = ClosureMoney { offer_until, ..ClosureMoney::ALL_BACK };
    store.read((span, money, now), |tx, input| Box::pin(resolve_and_preview(tx, input))).await
}

async fn resolve_and_preview(
    tx: &mut dyn Session,
    (span, money, now): &(Span, ClosureMoney, Timestamp),
) -> Result<Result<Preview, ClosureRefused>, StoreError> {
    let resolved = match ResolvedSpan::of(tx, span).await {
        Ok(resolved) if resolved.is_over(*now) => return Ok(Err(ClosureRefused::Over)),
        Ok(resolved) => resolved,
        Err(ResolveSpanError::Refused(refused)) => return Ok(Err(refused)),
        Err(ResolveSpanError::Store(error)) => return Err(error),
    };
    preview_span(tx, &resolved, *money, *now).await.map(Ok)
}

async fn preview_span(
    tx: &mut dyn Session,
    resolved: &ResolvedSpan,
    money: ClosureMoney,
    now: Timestamp,
) -> Result<Preview, StoreError> {
    let mut seen = Preview::default();
    let mut kept = Vec::new();
    for claim in resolved.claims(tx, now).await? {
        let claimants = Closures(tx).find_claimants(claim.time).await?;
        match claimants.first().map(|(_, claimant)| *claimant) {
            None => {}
            Some(Claimant::Block) => {
                seen.already += 1;
                kept.push(claim.time);
            }
            Some(Claimant::Hold(_) | Claimant::DeskHold(_)) => {
                seen.holds += usize::from(claim.held_until.is_some_and(|until| until > now));
            }
            Some(Claimant::Booking(number)) => {
                let order = find_order(tx, number).await?;
                let money = money_of(order.kept(), order.slot.starts_at, money, now);
                match money.filter(|_| order.status == OrderStatus::Confirmed) {
                    Some(money) => seen.displaced.push(Displaced::of(tx, &order, money).await?),
                    None => kept.push(claim.time),
                }
            }
        }
    }
    let slots = resolved.slots(tx, now).await?;
    seen.slots = resolved.count_blocked(tx, &slots, &kept).await?;
    seen.displaced.sort_by_key(|displaced| (displaced.day, displaced.start));
    Ok(seen)
}

/// The order that a claim belongs to.
pub(crate) async fn find_order(tx: &mut dyn Session, number: OrderNumber) -> Result<Order, StoreError> {
    let vanished =
        || StoreError::Corrupt(format!("a court is claimed for order {number}, which does not exist"));
    let owner = Orders(tx).find_owner(number).await?.ok_or_else(vanished)?;
    Orders(tx).find(number, owner).await?.ok_or_else(vanished)
}
