//! What closing courts would do, before it is done.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};
use sha2::{Digest as _, Sha256};
use sideout_domain::{
    bill::BillMethod,
    money::Money,
    notice::{Channel, Notice},
    order::{OrderNumber, OrderStatus},
    staff::Permission,
};
use sideout_store::{Bills, Board, Closures, Session, StoreError, board::DeskBooking, closures::Claimant};

use super::{
    CloseAtDesk, CloseAtDeskError,
    request::{check_size, resolve},
};
use crate::{
    App,
    closures::{
        Span,
        close_courts::{ClosureMoney, DisplacedMoney, money_of},
    },
    platform::brand::find_brand,
    steps::{
        audited::Actor,
        cancel_booking::{payable, received},
    },
};

/// What a closure would do.
#[derive(Debug, Clone, Default)]
pub struct ClosurePreview {
    /// Slots that it would block.
    pub slots: usize,
    /// Slots that are blocked already.
    pub already: usize,
    /// Holds of players and clerks that it would end.
    pub holds: usize,
    /// Games that count as played or were missed: their slots stay as they are.
    pub played: usize,
    /// Bookings that it would end, by court and start.
    pub bookings: Vec<PreviewedBooking>,
    /// Whether the actor may end bookings by it.
    pub may_displace: bool,
    /// The channels of the message to players who choose between another hour and the money.
    pub offer_channels: Vec<Channel>,
    /// The channels of the message to the other players.
    pub closed_channels: Vec<Channel>,
}

impl ClosurePreview {
    /// Counts the players for whom there would be a message: those with a phone number, each once. Players whose message has no channel are
    /// not counted. If it goes by mail only, those who gave no address are counted, although none reaches them.
    pub fn count_players_to_notify(&self) -> usize {
        let is_told = |seen: &&PreviewedBooking| {
            let is_offered = seen.offer_until.is_some();
            let channels = if is_offered { &self.offer_channels } else { &self.closed_channels };
            seen.booking.phone.is_some() && !channels.is_empty()
        };
        self.bookings.iter().filter(is_told).map(|seen| seen.booking.customer).collect::<BTreeSet<_>>().len()
    }

    /// What a caller names to close no more and no less than they saw. Holds do not count, because they come and go all the time.
    pub fn version(&self) -> String {
        let bookings = self.bookings.iter();
        version_of(bookings.map(|seen| (seen.booking.number, seen.offer_until.is_some(), seen.share)))
    }
}

/// The version of these bookings, each with whether its player chooses and its share of the money. Their order does not matter. The share
/// is taken and not what of it can be paid: of bookings that were paid together, that becomes less with each refund of the closure.
pub(super) fn version_of(bookings: impl Iterator<Item = (OrderNumber, bool, Money)>) -> String {
    let mut ended: Vec<_> = bookings
        .map(|(order, is_offered, share)| format!("{order} {is_offered} {}\n", share.paise()))
        .collect();
    ended.sort_unstable();
    // 64 bits are enough: a version tells the states of a few minutes apart.
    let hash = Sha256::digest(ended.concat());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A booking that a closure would end.
#[derive(Debug, Clone)]
pub struct PreviewedBooking {
    /// The booking.
    pub booking: DeskBooking,
    /// What was paid through the payment provider for it and did not go back.
    pub online: Money,
    /// What else was paid for it and did not go back.
    pub at_desk: Money,
    /// Whether the game has begun.
    pub has_begun: bool,
    /// Until when its player would choose; `None`: the money goes back at once.
    pub offer_until: Option<Timestamp>,
    /// What the closure gives back of what was paid, or would if the player chooses the money.
    pub share: Money,
    /// What of that goes back: what was rounded off a payment in cash was never paid, and what is too little is not sent.
    pub back: Money,
}

struct Input {
    span: Span,
    money: ClosureMoney,
    now: Timestamp,
}

/// What closing these courts would do now. Changes nothing.
///
/// # Errors
/// [`CloseAtDeskError`].
pub async fn preview_closure(
    app: &App,
    actor: &Actor,
    request: &CloseAtDesk,
) -> Result<ClosurePreview, CloseAtDeskError> {
    let now = app.clock.now();
    actor.check_at(request.venue, Permission::ClosureMake, now)?;
    let channels = app.notification_channels.with_texts_of(&*find_brand(app).await?);
    let input = Input { span: request.span(app).await?, money: request.money(app, now), now };
    let (mut seen, today) = app.store.read(input, |tx, input| Box::pin(preview(tx, input))).await?;
    let may = request.check_displacing(actor, today, app.settings.desk.clerks_close, now);
    seen.may_displace = may.is_ok();
    seen.offer_channels = channels.channels(Notice::ClosureOffer);
    seen.closed_channels = channels.channels(Notice::CourtClosed);
    Ok(seen)
}

async fn preview(tx: &mut dyn Session, input: &Input) -> Result<(ClosurePreview, Date), CloseAtDeskError> {
    let Input { span, money, now } = input;
    let resolved = resolve(tx, span, *now).await?;
    let slots = resolved.slots(tx, *now).await?;
    check_size(slots.len())?;
    let mut seen = ClosurePreview::default();
    let mut kept = Vec::new();
    for claim in resolved.claims(tx, *now).await? {
        let claimants = Closures(tx).find_claimants(claim.time).await?;
        match claimants.first().map(|(_, claimant)| *claimant) {
            None => {}
            Some(Claimant::Block) => {
                seen.already += 1;
                kept.push(claim.time);
            }
            Some(Claimant::Hold(_) | Claimant::DeskHold(_)) => {
                seen.holds += usize::from(claim.held_until.is_some_and(|until| until > *now));
            }
            Some(Claimant::Booking(number)) => {
                let found = Board(tx).find_booking(number, *now).await?;
                let booking = found.map(|details| details.booking);
                let ended =
                    booking.and_then(|booking| Some((money_of_booking(&booking, *money, *now)?, booking)));
                match ended {
                    Some((money, booking)) => {
                        seen.bookings.push(preview_booking(tx, booking, money, *now).await?)
                    }
                    None => {
                        seen.played += 1;
                        kept.push(claim.time);
                    }
                }
            }
        }
    }
    seen.slots = resolved.count_blocked(tx, &slots, &kept).await?;
    seen.bookings.sort_by_key(|seen| seen.booking.time);
    Ok((seen, resolved.venue.today(*now)))
}

/// What becomes of the money of a booking; `None` if the closure does not end it. Attendance does not matter: a booking
/// is confirmed until its day is closed.
fn money_of_booking(booking: &DeskBooking, money: ClosureMoney, now: Timestamp) -> Option<DisplacedMoney> {
    let money = money_of(booking.amounts.kept(), booking.time.slot.starts_at, money, now);
    money.filter(|_| booking.status == OrderStatus::Confirmed)
}

async fn preview_booking(
    tx: &mut dyn Session,
    booking: DeskBooking,
    money: DisplacedMoney,
    now: Timestamp,
) -> Result<PreviewedBooking, StoreError> {
    let kept = booking.amounts.kept();
    let parts = match kept {
        Money::ZERO => Vec::new(),
        _ => Bills(tx).list_settled_of_order(booking.number).await?,
    };
    let online = parts.iter().filter(|part| part.method == BillMethod::Provider);
    let online: Money = online.map(|part| part.refundable.unwrap_or(part.amount)).sum();
    let online = online.min(kept);
    Ok(PreviewedBooking {
        online,
        at_desk: received(kept, &parts).less(online),
        has_begun: booking.time.slot.starts_at <= now,
        offer_until: money.offer_until,
        share: money.back,
        back: payable(money.back, &parts),
        booking,
    })
}
