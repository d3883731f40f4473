//! A player confirms and will pay at the court.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    coupon::{CouponRefused, normalize_code},
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    ChangeEvent, Claims, Coupons, Orders, Session, StoreError, orders::Confirmation, orders::Order,
};

use super::quote_coupon::quote;
use crate::{
    App, Throttled,
    ledger::record,
    notices::tell,
    payments::{look::look_first, payment_overview::PaymentState},
};

/// Why a hold does not become a booking.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// No such order of this customer.
    #[error("no such order")]
    NoSuchOrder,
    /// The hold has run out or was released.
    #[error("hold has run out")]
    HoldExpired,
    /// The booking was cancelled since.
    #[error("cancelled")]
    Cancelled,
    /// A payment is on its way: it would be paid twice.
    #[error("a payment is under way")]
    PaymentUnderWay,
    /// So many games are to be paid at the court already.
    #[error("{0} open unpaid bookings")]
    TooManyOpen(u32),
    /// Too often nobody came.
    #[error("too many no-shows")]
    NoShows,
    /// The coupon does not count.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// Too many codes tried.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is confirmed, by whom and when.
#[derive(Debug, Clone)]
pub struct Confirming {
    /// The customer.
    pub customer: CustomerId,
    /// Their held order.
    pub number: OrderNumber,
    /// The coupon code, normalized; `None` for none.
    pub code: Option<String>,
    /// Now.
    pub now: Timestamp,
    /// Open pay-at-court bookings a customer may have.
    pub max_open_unpaid: u32,
    /// No-shows from which on a customer may not pay at the court; 0 never asks.
    pub max_no_shows: u32,
    /// Minutes before the game at which the player is reminded; 0 for not at all.
    pub reminder_minutes: u32,
}

/// Turns the hold into a booking to be paid at the court, redeeming the coupon with it. Saying it twice is fine.
///
/// # Errors
/// [`ConfirmError`]; nothing was changed, the hold goes on if it was live.
pub async fn confirm_at_court(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    code: Option<&str>,
) -> Result<Order, ConfirmError> {
    // Money that has come makes it a booking, and that is what is answered then.
    if let Some(overview) = look_first(app, customer, number, TimeBudget::interactive()).await?
        && overview.payment == PaymentState::UnderWay
    {
        return Err(ConfirmError::PaymentUnderWay);
    }
    let confirming = Confirming {
        customer,
        number,
        code: code.map(normalize_code).filter(|code| !code.is_empty()),
        now: app.clock.now(),
        max_open_unpaid: app.settings.max_open_unpaid,
        max_no_shows: app.settings.max_no_shows,
        reminder_minutes: app.settings.reminder_minutes,
    };
    if confirming.code.is_some() {
        // A unit of its own: the try counts also when the code is refused and everything else is rolled back.
        let charges = app.coupon_charges(customer);
        let taken = app.store.write((charges, confirming.now), |tx, (charges, now)| {
            Box::pin(async move { charges.take::<ConfirmError>(tx, *now).await })
        });
        taken.await?;
    }
    let now = confirming.now;
    let booked = app.store.write(confirming, |tx, confirming| Box::pin(confirm(tx, confirming))).await;
    // Said a second time it was booked before.
    if booked.as_ref().is_ok_and(|order: &Order| order.confirmed_at == Some(now)) {
        metrics::counter!("sideout_bookings_total", "paid" => "at_court").increment(1);
    }
    booked
}

/// The unit of work behind [`confirm_at_court`]; also what the benchmark runs without HTTP.
///
/// # Errors
/// As [`confirm_at_court`].
pub async fn confirm(tx: &mut dyn Session, confirming: &Confirming) -> Result<Order, ConfirmError> {
    let Confirming { customer, number, now, .. } = *confirming;
    let mut order = Orders(tx).find(number, customer).await?.ok_or(ConfirmError::NoSuchOrder)?;
    if order.status == OrderStatus::Held && !Claims(tx).confirm_claim(order.slot, number, now).await? {
        // The hold ran out, or another tap of the same player has just confirmed it: look again.
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
    if Orders(tx).count_open_unpaid(customer, now).await? >= i64::from(confirming.max_open_unpaid) {
        return Err(ConfirmError::TooManyOpen(confirming.max_open_unpaid));
    }
    let no_shows = i64::from(confirming.max_no_shows);
    if no_shows > 0 && Orders(tx).count_no_shows(customer).await? >= no_shows {
        return Err(ConfirmError::NoShows);
    }
    let mut confirmation = Confirmation { method: PaymentMethod::Court, discount: Money::ZERO, coupon: None };
    if let Some(code) = &confirming.code {
        let (coupon, discount) = quote(tx, &order, code, now).await??;
        if !Coupons(tx).redeem(&coupon, customer).await? {
            return Err(CouponRefused::Invalid.into());
        }
        confirmation.discount = discount;
        confirmation.coupon = Some(coupon.id);
        order.coupon = Some((coupon.id, coupon.code));
    }
    if !Orders(tx).confirm(number, confirmation, now).await? {
        // Released between our look and now; the claim goes back with the roll-back.
        return Err(ConfirmError::HoldExpired);
    }
    record::booked(tx, &order, confirmation.discount, now).await?;
    order.status = OrderStatus::Confirmed;
    order.discount = confirmation.discount;
    order.payment_method = Some(confirmation.method);
    order.confirmed_at = Some(now);
    order.held_until = None;
    tell::confirmed(tx, &order, confirming.reminder_minutes, now).await?;
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(customer, number, order.status));
    Ok(order)
}
