//! Confirms a hold as a booking that is paid at the court.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    coupon::{CouponRefused, normalize_code},
    money::Money,
    order::{Order, OrderNumber, OrderStatus, PaymentMethod},
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    ChangeEvent, Claims, Combined, Coupons, Orders, PlayerBlocks, Session, StoreError,
    accounts::Customers,
    combined::{ConfirmLimits, ConfirmedAtOnce},
    orders::Confirmation,
};

use crate::{
    App, Throttled,
    platform::policies::find_policies,
    steps::{
        booking_metrics::{BookedBy, count_bookings},
        ledger, notify,
        payment_overview::PaymentState,
        poll::poll_before_change,
        quote::{charge_attempt, quote},
    },
};

/// Why a hold was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// The customer has no such order.
    #[error("no such order")]
    NoSuchOrder,
    /// The hold has expired or was released.
    #[error("hold has expired")]
    HoldExpired,
    /// The booking was cancelled in the meantime.
    #[error("cancelled")]
    Cancelled,
    /// A payment is under way: the player could pay twice.
    #[error("a payment is under way")]
    PaymentUnderWay,
    /// The player already has as many open pay-at-court bookings as are allowed; the value is that limit.
    #[error("{0} open unpaid bookings")]
    TooManyOpen(u32),
    /// Staff have blocked the player, or the account is locked to be erased.
    #[error("the player is blocked")]
    Blocked,
    /// The player missed too many booked games.
    #[error("too many no-shows")]
    NoShows,
    /// The coupon is not valid for this order.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// The player was shown another amount. This is the amount now.
    #[error("the amount is {0} now")]
    OtherAmount(Money),
    /// The customer tried too many codes.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The input of [`confirm`].
#[derive(Debug, Clone)]
pub struct Confirming {
    /// The customer.
    pub customer: CustomerId,
    /// The number of the held order.
    pub number: OrderNumber,
    /// The coupon code, normalized, if there is one.
    pub code: Option<String>,
    /// The amount that the player was shown, if the caller states it.
    pub shown: Option<Money>,
    /// The current time.
    pub now: Timestamp,
    /// The most open pay-at-court bookings that a customer may have.
    pub max_open_unpaid: u32,
    /// A customer with this many strikes, missed games that were not forgiven, cannot choose to pay at the court; 0
    /// disables the check.
    pub max_no_shows: u32,
    /// Minutes before the game at which the player is reminded; 0 sends no reminder.
    pub reminder_minutes: u32,
}

/// Turns the hold into a booking to be paid at the court and redeems the coupon. A repeated call has no further effect
/// and returns the booking.
///
/// # Errors
/// [`ConfirmError`].
pub async fn confirm_at_court(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    code: Option<&str>,
) -> Result<Order, ConfirmError> {
    confirm_at_shown_amount(app, customer, number, (code, None)).await
}

/// As [`confirm_at_court`], for a player who was `shown` an amount: if another amount is to be paid now, with a coupon or
/// without one, nothing is booked.
///
/// # Errors
/// As [`confirm_at_court`], and [`ConfirmError::OtherAmount`].
pub async fn confirm_at_shown_amount(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    (code, shown): (Option<&str>, Option<Money>),
) -> Result<Order, ConfirmError> {
    // If a captured payment turns the hold into a booking here, `confirm` below returns that booking.
    if let Some(overview) = poll_before_change(app, customer, number, TimeBudget::interactive()).await?
        && overview.payment == PaymentState::UnderWay
    {
        return Err(ConfirmError::PaymentUnderWay);
    }
    let policies = find_policies(app).await?;
    let confirming = Confirming {
        customer,
        number,
        code: code.map(normalize_code).filter(|code| !code.is_empty()),
        shown,
        now: app.clock.now(),
        max_open_unpaid: policies.max_open_unpaid,
        max_no_shows: policies.max_no_shows,
        reminder_minutes: policies.reminder_minutes,
    };
    if confirming.code.is_some() {
        let input = (customer, number, app.coupon_charges(customer), confirming.now);
        app.store.write(input, |tx, input| Box::pin(charge_attempt::<ConfirmError>(tx, input))).await?;
    }
    let now = confirming.now;
    let booked = app.store.write(confirming, |tx, confirming| Box::pin(confirm(tx, confirming))).await;
    // A repeated call finds an earlier `confirmed_at` and is not counted.
    if booked.as_ref().is_ok_and(|order: &Order| order.confirmed_at == Some(now)) {
        count_bookings(BookedBy::PlayerAtCourt, 1);
    }
    booked
}

/// The unit of work that confirms the hold.
///
/// # Errors
/// [`ConfirmError`].
pub async fn confirm(tx: &mut dyn Session, confirming: &Confirming) -> Result<Order, ConfirmError> {
    if confirming.code.is_none() {
        let Confirming { customer, number, now, .. } = *confirming;
        let limits = ConfirmLimits {
            max_open_unpaid: confirming.max_open_unpaid,
            max_no_shows: confirming.max_no_shows,
            reminder_minutes: confirming.reminder_minutes,
        };
        if let Some((found, done)) = Combined(tx).confirm_at_court((number, customer), limits, now).await? {
            let order = found.ok_or(ConfirmError::NoSuchOrder)?;
            return after_confirm_at_once(tx, confirming, order, done).await;
        }
    }
    confirm_step_by_step(tx, confirming).await
}

/// Continues the unit of work after its combined statement; `order` is the order as it was before that statement.
async fn after_confirm_at_once(
    tx: &mut dyn Session,
    confirming: &Confirming,
    mut order: Order,
    done: ConfirmedAtOnce,
) -> Result<Order, ConfirmError> {
    if !done.is_claimed {
        // Nothing was changed; the claim has expired, or the order is not a hold any more.
        return confirm_step_by_step(tx, confirming).await;
    }
    if done.is_blocked {
        return Err(ConfirmError::Blocked);
    }
    if done.unpaid >= i64::from(confirming.max_open_unpaid) {
        return Err(ConfirmError::TooManyOpen(confirming.max_open_unpaid));
    }
    if !done.is_booked {
        let too_many = confirming.max_no_shows > 0 && done.strikes >= i64::from(confirming.max_no_shows);
        return Err(if too_many { ConfirmError::NoShows } else { ConfirmError::HoldExpired });
    }
    let confirmation = Confirmation { method: PaymentMethod::Court, discount: Money::ZERO, coupon: None };
    confirming.check_shown(order.price)?;
    set_confirmed(&mut order, confirmation, confirming.now);
    announce(tx, &order);
    Ok(order)
}

async fn confirm_step_by_step(tx: &mut dyn Session, confirming: &Confirming) -> Result<Order, ConfirmError> {
    let Confirming { customer, number, now, .. } = *confirming;
    Customers(tx).take_turn(customer).await?;
    let mut order = Orders(tx).find(number, customer).await?.ok_or(ConfirmError::NoSuchOrder)?;
    if order.status == OrderStatus::Held && !Claims(tx).confirm_claim(order.slot, number, now).await? {
        // The hold ended, or another request has just confirmed it: read the order again.
        order = Orders(tx).find(number, customer).await?.ok_or(ConfirmError::NoSuchOrder)?;
        if order.status == OrderStatus::Held {
            return Err(ConfirmError::HoldExpired);
        }
    }
    match order.status {
        OrderStatus::Held => {}
        OrderStatus::Confirmed | OrderStatus::Completed | OrderStatus::NoShow => return Ok(order),
        OrderStatus::Cancelled | OrderStatus::CancelRequested => return Err(ConfirmError::Cancelled),
        OrderStatus::Released | OrderStatus::Expired => return Err(ConfirmError::HoldExpired),
    }
    if PlayerBlocks(tx).find(customer, now).await?.is_some() {
        return Err(ConfirmError::Blocked);
    }
    if Orders(tx).count_open_unpaid(customer, now).await? >= i64::from(confirming.max_open_unpaid) {
        return Err(ConfirmError::TooManyOpen(confirming.max_open_unpaid));
    }
    let max_no_shows = i64::from(confirming.max_no_shows);
    if max_no_shows > 0 && Orders(tx).count_strikes(customer, now).await? >= max_no_shows {
        return Err(ConfirmError::NoShows);
    }
    let mut confirmation = Confirmation { method: PaymentMethod::Court, discount: Money::ZERO, coupon: None };
    let quoted = match &confirming.code {
        Some(code) => Some(quote(tx, &order, code, now).await??),
        None => None,
    };
    let discount = quoted.as_ref().map_or(Money::ZERO, |(_, discount)| *discount);
    confirming.check_shown(order.price.less(discount))?;
    if let Some((coupon, _)) = quoted {
        if !Coupons(tx).redeem(&coupon, customer).await? {
            return Err(CouponRefused::Invalid.into());
        }
        confirmation.discount = discount;
        confirmation.coupon = Some(coupon.id);
        order.coupon = Some((coupon.id, coupon.code));
    }
    if !Orders(tx).confirm(number, confirmation, now).await? {
        // The hold ended after the read above. The error rolls the confirmed claim back.
        return Err(ConfirmError::HoldExpired);
    }
    ledger::booked(tx, &order, confirmation.discount, now).await?;
    set_confirmed(&mut order, confirmation, now);
    notify::confirmed(tx, &order, confirming.reminder_minutes, now).await?;
    announce(tx, &order);
    Ok(order)
}

impl Confirming {
    /// INVARIANT: if the request has the amount that the player was shown, they pay no other one (suite `shown_amounts`).
    fn check_shown(&self, amount: Money) -> Result<(), ConfirmError> {
        match self.shown {
            Some(shown) if shown != amount => Err(ConfirmError::OtherAmount(amount)),
            _ => Ok(()),
        }
    }
}

fn set_confirmed(order: &mut Order, confirmation: Confirmation, now: Timestamp) {
    order.status = OrderStatus::Confirmed;
    order.discount = confirmation.discount;
    order.payment_method = Some(confirmation.method);
    order.confirmed_at = Some(now);
    order.held_until = None;
}

fn announce(tx: &mut dyn Session, order: &Order) {
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, order.status));
}
